"""Frozen classes and named tuples with shared methods behave as those of `dataclasses` and `typing`."""

import copy
import dataclasses
import inspect
import pickle
import typing
from typing import Generic, TypeVar

import pytest

from csp2sat import frozen, tuples
from csp2sat.errors import Place


def point(decorator, **options):
    @decorator(frozen=True, **options)
    class Point:
        """A point."""

        x: int
        y: int = 2
        hidden: list[int] = dataclasses.field(default_factory=list, compare=False, repr=False)

    return Point


@pytest.mark.parametrize("options", ({}, {"eq": False}, {"repr": False}, {"kw_only": True}))
def test_as_a_dataclass(options):
    ours, theirs = (point(each, **options) for each in (frozen.dataclass, dataclasses.dataclass))
    for made in (ours, theirs):
        one, same, other = made(x=1), made(x=1, hidden=[3]), dataclasses.replace(made(x=1), y=5)
        assert (one == same) == (options.get("eq", True)) and one != other and one != (1, 2)
        assert (hash(one) == hash(same)) == (options.get("eq", True))
        assert ("Point(x=1, y=5)" in repr(other)) == options.get("repr", True)
        assert copy.deepcopy(other).y == 5
        with pytest.raises(dataclasses.FrozenInstanceError, match=r"^cannot assign to field 'x'$"):
            one.x = 3
        with pytest.raises(dataclasses.FrozenInstanceError, match=r"^cannot assign to field 'z'$"):
            one.z = 3
        with pytest.raises(dataclasses.FrozenInstanceError, match=r"^cannot delete field 'x'$"):
            del one.x
    assert str(ours.__init__.__annotations__) == str(theirs.__init__.__annotations__)
    assert ours(x=1) != theirs(x=1)


def test_settings_can_be_sent_to_another_process():
    from csp2sat.api.settings import Settings

    assert pickle.loads(pickle.dumps(Settings(timeout=3.0))) == Settings(timeout=3.0) != Settings()


S = TypeVar("S")


def named(base):
    class Mark(base, Generic[S]):
        """A mark."""

        x: S
        y: int = 2
        words: tuple[str, ...] = ()

        def double(self):
            return self.y * 2

    return Mark


def test_as_a_named_tuple():
    ours, theirs = named(tuples.NamedTuple), named(typing.NamedTuple)
    for made in (ours, theirs):
        one = made(1, words=("a",))
        assert one == (1, 2, ("a",)) and (one.x, one.y, one.words, one.double()) == (1, 2, ("a",), 4)
        assert one._replace(y=5) == made._make([1, 5, ("a",)]) == made[int](1, 5, ("a",))
        assert one._asdict() == {"x": 1, "y": 2, "words": ("a",)} and repr(one) == "Mark(x=1, y=2, words=('a',))"
        assert type(one._replace(y=5)) is type(copy.copy(one)) is made and not hasattr(one, "__dict__")
        assert made._fields == made.__match_args__ == ("x", "y", "words")
        assert made._field_defaults == {"y": 2, "words": ()}
        with pytest.raises(TypeError, match=r"Mark\.__new__\(\) missing 1 required positional argument: 'x'$"):
            made(y=1)
        with pytest.raises(TypeError, match=r"^Expected 3 arguments, got 2$"):
            made._make([1, 2])
        with pytest.raises(ValueError, match=r"^Got unexpected field names: \['z'\]$"):
            one._replace(z=1)
        with pytest.raises(AttributeError):
            one.x = 3
    assert ours.__doc__ == theirs.__doc__ and type(ours) is type(theirs) is type
    assert [*inspect.signature(ours).parameters] == [*inspect.signature(theirs).parameters]


def test_a_named_tuple_without_a_docstring_has_the_one_of_typing():
    class Ours(tuples.NamedTuple):
        x: int

    assert Ours.__doc__ == "Ours(x)" and Ours(x=3) == (3,) and Ours.x.__doc__ == "Alias for field number 0"


def test_named_tuples_can_be_sent_to_another_process():
    assert pickle.loads(pickle.dumps(Place("a.csp", 3))) == Place("a.csp", 3)
