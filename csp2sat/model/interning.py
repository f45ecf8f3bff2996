"""Interning: nodes with the same operator and arguments are one object, and unused nodes are forgotten."""

from __future__ import annotations

import sys
import time
from collections.abc import Container
from threading import RLock
from typing import Any, Generic, TypeVar

from ..errors import ModelError

FEW = 1 << 16  # nodes of one operator that are not worth examining
SHARE = 20  # forgetting between questions takes at most a twentieth of the time
UNUSED = 2  # references to a node that is in a container and nowhere else, while they are counted
COUNTED = hasattr(sys, "getrefcount")  # are references?  PyPy does not count them; there, nodes are kept
WITHOUT_NUMBERS = frozenset(("int", "bool", "not", "and", "or", "iff", "ite", "le0", "eq0", "cardinality"))
EQUAL_TO_INTEGERS = frozenset((bool, float))  # a node of 2.0 would be found for 2, too


class Node:
    """A node: an operator and its arguments."""

    __slots__ = ("args", "op")

    op: str
    args: tuple[Any, ...]


N = TypeVar("N", bound=Node)


class Pool(dict[tuple[Any, ...], "N | None"], Generic[N]):
    """The nodes of one operator by their arguments; None in the place of a node that is just being forgotten.

    limit: the size of the pool at which unused nodes are forgotten.  may_have_numbers: whether the operator's arguments
    may include integers.
    """

    limit = FEW

    def __init__(self, may_have_numbers: bool):
        super().__init__()
        self.may_have_numbers = may_have_numbers


class Pools(dict[str, Pool[N]]):
    """The pools of all operators, each made when first needed.  make: the class of the nodes."""

    def __init__(self, make: type[N]):
        super().__init__()
        self._make = make
        self._changing = RLock()
        self._forgot, self._took = 0.0, 0.0  # when forgetting ended last, on the monotonic clock, and its seconds

    def __missing__(self, op: str) -> Pool[N]:
        return self.setdefault(op, Pool(op not in WITHOUT_NUMBERS))

    def new(self, pool: Pool[N], op: str, args: tuple[Any, ...]) -> N:
        """Return a node that a moment ago was not in the pool of its operator `op`: a new node, or another thread's new
        node.

        args: the arguments; True and False become 1 and 0 if the pool may have numbers, and a float is a ModelError.
        """
        if pool.may_have_numbers and not EQUAL_TO_INTEGERS.isdisjoint(map(type, args)):
            args = tuple(map(_exact, args))
        made = self._make()
        made.op, made.args = op, args
        found = pool.setdefault(args, made)  # at once, so without a lock
        return self._among_many(pool, made) if found is None or len(pool) > pool.limit else found

    def _among_many(self, pool: Pool[N], made: N) -> N:
        """Return the node in the pool that is equal to `made`, under the lock, after adding `made` if there is none.

        Forgets the unused nodes of the operator if the pool has grown beyond its limit.
        """
        with self._changing:
            found = pool.setdefault(made.args, made)
            if COUNTED and len(pool) > pool.limit:
                self._forget_unused(made.op)
                pool.limit = max(FEW, 2 * len(pool))
        assert found is not None
        return found

    def expect(self, op: str, more: int) -> None:
        """Let the pool of an operator grow by `more` nodes, all of which stay in use, before its nodes are examined."""
        pool = self[op]
        pool.limit = max(pool.limit, len(pool) + more)

    def forget_unused(self, kept: Container[str] = ()) -> None:
        """Remove the nodes that are used nowhere from the pools, so that their memory is freed.

        kept: operators whose nodes stay, and are not even examined, for instance because most of them are in use.

        A pool does so by itself only when it has twice as many nodes as it kept the last time, and all pools after a
        question (`forget_between`).  A weak reference for each node would free the node at once, and take more memory
        than the node.
        """
        for op in [op for op in self if op not in kept] if COUNTED else ():
            self._forget_unused(op)

    def forget_between(self) -> None:
        """Remove the unused nodes between two questions, unless that would take more than a SHARE-th of the time.

        A single node may hold a large graph, so the number of nodes alone says too little about their memory.
        """
        begun = time.monotonic()
        if begun - self._forgot >= SHARE * self._took:
            self.forget_unused()
            self._forgot = time.monotonic()
            self._took = self._forgot - begun

    def _forget_unused(self, op: str) -> None:
        """Remove the unused nodes of one operator, and whatever their removal leaves unused, from the pools."""
        with self._changing:
            pool = self[op]
            stack = [(op, args) for args in list(pool) if sys.getrefcount(pool[args]) <= UNUSED]
            while stack:
                stack += self._forget(*stack.pop())

    def _forget(self, op: str, args: tuple[Any, ...]) -> list[tuple[str, tuple[Any, ...]]]:
        """Remove a node from its pool if only the pool refers to the node, and return its children, else return [].

        op, args: the operator and arguments of the node, and of each child.  Another thread may get the node from the
        pool until None is in its place, so references are counted once more; from then on the other thread waits for
        the lock.
        """
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
