"""`dataclass(frozen=True)` for classes of few objects that each command imports: the methods that refuse changes,
compare and print are the same functions for all of them, where `dataclasses` compiles five for each class, which is a
fifteenth of the CPU time of a small `solve`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from dataclasses import FrozenInstanceError, fields
from reprlib import recursive_repr
from typing import TYPE_CHECKING, Any


def _set(self: Any, name: str, value: object) -> None:
    """Set a field that has no value yet, as `__init__` does; raise FrozenInstanceError for any other attribute."""
    values = self.__dict__
    if name in values or name not in self.__dataclass_fields__:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")
    values[name] = value


def _delete(self: Any, name: str) -> None:
    raise FrozenInstanceError(f"cannot delete field {name!r}")


def _compared(self: Any) -> tuple[object, ...]:
    return tuple([getattr(self, field.name) for field in fields(self) if field.compare])


def _equal(self: Any, other: Any) -> bool:
    return _compared(self) == _compared(other) if other.__class__ is self.__class__ else NotImplemented


def _hash(self: Any) -> int:
    return hash(_compared(self))


@recursive_repr()
def _repr(self: Any) -> str:
    shown = (f"{field.name}={getattr(self, field.name)!r}" for field in fields(self) if field.repr)
    return f"{type(self).__qualname__}({', '.join(shown)})"


SHARED: dict[str, dict[str, Callable[..., Any]]] = {
    "frozen": {"__setattr__": _set, "__delattr__": _delete},
    "eq": {"__eq__": _equal, "__hash__": _hash},
    "repr": {"__repr__": _repr},
}
"""The methods for each parameter of `dataclass` that is not false."""

if TYPE_CHECKING:
    from dataclasses import dataclass as dataclass
else:

    def dataclass(**options: bool) -> Callable[[type], type]:
        """Return the decorator `dataclasses.dataclass` with these options, with the SHARED methods."""

        def decorated(cls: type) -> type:
            methods = [each for option, found in SHARED.items() if options.get(option, True) for each in found.items()]
            for name, method in methods:
                if name not in vars(cls):
                    setattr(cls, name, method)
            return dataclasses.dataclass(**options | dict.fromkeys(SHARED, False))(cls)

        return decorated
