"""Interning: nodes with the same operator and arguments are one object, and those that nobody uses are forgotten."""

from __future__ import annotations

import sys
from threading import RLock
from typing import Any, Generic, TypeVar

from ..errors import ModelError

FEW = 1 << 16  # nodes of one operator that are not worth examining
UNUSED = 2  # references to a node that is in a container and nowhere else, while they are counted
COUNTED = hasattr(sys, "getrefcount")  # are references?  PyPy does not count them; there, nodes are kept
WITHOUT_NUMBERS = frozenset(("int", "bool", "not", "and", "or", "iff", "ite", "le0", "eq0", "cardinality"))
EQUAL_TO_INTEGERS = frozenset((bool, float))  # a node of 2.0 would be found for 2, too


class Node:
    """An operator and its arguments."""

    __slots__ = ("args", "op")

    op: str
    args: tuple[Any, ...]


N = TypeVar("N", bound=Node)


class Pool(dict[tuple[Any, ...], "N | None"], Generic[N]):
    """The nodes of one operator by their arguments; None in the place of one that may just be forgotten.

    limit: its size at which those that nobody uses are.  may_have_numbers: are there integers among the arguments?
    """

    limit = FEW

    def __init__(self, may_have_numbers: bool):
        super().__init__()
        self.may_have_numbers = may_have_numbers


class Pools(dict[str, Pool[N]]):
    """The pools of all operators.  make: a class of nodes."""

    def __init__(self, make: type[N]):
        super().__init__()
        self._make = make
        self._changing = RLock()

    def __missing__(self, op: str) -> Pool[N]:
        return self.setdefault(op, Pool(op not in WITHOUT_NUMBERS))

    def new(self, pool: Pool[N], op: str, args: tuple[Any, ...]) -> N:
        """The node of an operator, whose pool it is, that was not there a moment ago."""
        if pool.may_have_numbers and not EQUAL_TO_INTEGERS.isdisjoint(map(type, args)):
            args = tuple(map(_exact, args))
        made = self._make()
        made.op, made.args = op, args
        found = pool.setdefault(args, made)  # at once, so without a lock
        return self._among_many(pool, made) if found is None or len(pool) > pool.limit else found

    def _among_many(self, pool: Pool[N], made: N) -> N:
        """The same where nodes are being forgotten, or are to be."""
        with self._changing:
            found = pool.setdefault(made.args, made)
            if COUNTED and len(pool) > pool.limit:
                self._forget_unused(made.op)
                pool.limit = max(FEW, 2 * len(pool))
        assert found is not None
        return found

    def forget_unused(self) -> None:
        """Free the nodes that are used nowhere.  It happens by itself, but not before there are twice as many as there
        were; a weak reference for each node would free it at once, and take more memory than the node."""
        for op in list(self) if COUNTED else ():
            self._forget_unused(op)

    def _forget_unused(self, op: str) -> None:
        with self._changing:
            pool = self[op]
            stack = [(op, args) for args in list(pool) if sys.getrefcount(pool[args]) <= UNUSED]
            while stack:
                stack += self._forget(*stack.pop())

    def _forget(self, op: str, args: tuple[Any, ...]) -> list[tuple[str, tuple[Any, ...]]]:
        """Forget a node if only the pool knows it; returns its children.  Another thread may get it from the pool until
        None is in its place, so the table is searched once more; from then on it waits for the lock."""
        pool = self[op]
        if args not in pool or sys.getrefcount(pool[args]) > UNUSED:
            return []
        taken = [pool[args]]
        pool[args] = None
        if sys.getrefcount(taken[0]) > UNUSED:
            pool[args] = taken[0]
            return []
        del pool[args]
        return [(child.op, child.args) for child in args if isinstance(child, Node)]


def _exact(arg: Any) -> Any:
    if isinstance(arg, float):
        raise ModelError(f"{arg} is no integer")
    return int(arg) if isinstance(arg, bool) else arg
