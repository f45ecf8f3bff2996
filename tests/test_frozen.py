"""Frozen classes with shared methods behave as those of `dataclasses`."""

import copy
import dataclasses
import pickle

import pytest

from csp2sat import frozen


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
