"""`NamedTuple` for classes that each command imports: `typing` compiles a function and parses each annotation for each
class, which is a tenth of the CPU time of a small `solve`; here all classes share their methods.  Objects of such a
class are as fast as those of `typing`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import cache
from operator import itemgetter
from types import FunctionType
from typing import TYPE_CHECKING, Any

try:
    from _collections import _tuplegetter as _getter  # type: ignore[import-not-found]
except ImportError:  # of other Pythons

    def _getter(place: int, doc: str) -> property:
        return property(itemgetter(place), doc=doc)


def _make(cls: Any, values: Iterable[object]) -> Any:
    """Return a named tuple of these values; raise TypeError unless there are as many values as fields."""
    made = tuple.__new__(cls, values)
    if len(made) != len(cls._fields):
        raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
    return made


def _replace(self: Any, /, **values: object) -> Any:
    made = self._make(map(values.pop, self._fields, self))
    if values:
        raise ValueError(f"Got unexpected field names: {[*values]!r}")
    return made


def _shown(self: Any) -> str:
    return f"{type(self).__name__}({', '.join(map('{}={!r}'.format, self._fields, self))})"


def _as_dict(self: Any) -> dict[str, object]:
    return dict(zip(self._fields, self, strict=True))


def _plain(self: Any) -> tuple[object, ...]:
    """Return the values alone, of which copies and pickles are made."""
    return tuple(self)


_NAMES = {"_new": tuple.__new__, "__builtins__": {}}


@cache
def _maker(count: int) -> FunctionType:
    """Return `__new__` of named tuples of that many fields, with other names for the fields: to compile a function
    takes ten times as long as to give one other names.
    """
    words = ", ".join(map("value{}".format, range(count)))
    made: FunctionType = eval(f"lambda _cls, {words}: _new(_cls, ({words},))")
    return made


OF_TUPLES = {
    "_make": classmethod(_make),
    "_replace": _replace,
    "_asdict": _as_dict,
    "__repr__": _shown,
    "__getnewargs__": _plain,
    "__slots__": (),
}
"""The attributes that all named tuples share."""

if TYPE_CHECKING or sys.version_info >= (3, 14):  # from then on annotations are no part of a class's names
    from typing import NamedTuple as NamedTuple
else:

    class _Tuples(type):
        """The metaclass of NamedTuple: it makes plain subclasses of `tuple`, which have no metaclass themselves."""

        def __new__(cls, name: str, bases: tuple[type, ...], names: dict[str, Any]) -> type:
            types = names.get("__annotations__", {})
            defaults = tuple(map(names.pop, filter(names.__contains__, types)))
            code = _maker(len(types)).__code__.replace(
                co_name="__new__", co_qualname=f"{name}.__new__", co_varnames=("_cls", *types)
            )
            new = FunctionType(code, _NAMES, "__new__", defaults)
            new.__annotations__ = types
            made = {"__new__": new, "_fields": (*types,), "__match_args__": (*types,)}
            made["_field_defaults"] = dict(zip([*types][len(types) - len(defaults) :], defaults, strict=True))
            docs = map("Alias for field number {}".format, range(len(types)))
            made |= zip(types, map(_getter, range(len(types)), docs), strict=True)
            doc = {"__doc__": f"{name}({', '.join(types)})"}
            return type(name, (tuple, *bases[1:]), doc | OF_TUPLES | made | names)

    NamedTuple = type.__new__(_Tuples, "NamedTuple", (), {"__doc__": "`typing.NamedTuple`, with shared methods."})
