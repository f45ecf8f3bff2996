"""The sink that encoders write clauses to: flat integer blocks, never a method call per clause.

An encoder binds `out = sink.out` and writes `out += (a, b, c, 0)`: the literals of a clause and a 0.  Literal 1 is
the constant true and -1 false; `Sink` states it once, so clauses that contain constants are right as they stand, and
leaving constants out is only an economy.

What defines a variable that others may use as well (the axioms of an order code, a direct literal) goes to
`sink.defs` instead: a definition holds whether or not the constraint that first asked for it is required.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from operator import neg

from ..errors import ModelError
from ..settings import CodingFields, SettingFields
from .flat_clauses import MOST_VARS

Lit = int
TRUE: Lit = 1
FALSE: Lit = -1
HELD = 4  # integers for each clause of the limit that are kept in memory at most
SPILL = 1 << 18  # integers in `out` before they are handed on


class TooManyClauses(ModelError):
    """A formula would have more clauses than it may have."""


class Sink:
    """Collects clauses in memory and hands out new variables.

    out: the clauses of constraints, flat, each ended by 0.  defs: those of definitions.  num_vars: variables so far.
    num_clauses: of the clauses that have been handed on.  most_clauses: of all, see `flush`.
    A subclass that writes them somewhere overrides `flush`.
    coding: the settings of how constraints become clauses, at-most-one (`cnf.gates`) and counters (`cnf.counters`) too.
    """

    coding = CodingFields()
    most_clauses = SettingFields.max_clauses

    def __init__(self) -> None:
        self.num_vars, self.num_clauses = 1, 0
        self.out: list[int] = []
        self.defs: list[int] = [TRUE, 0]
        self._guarded = False

    def new(self, count: int = 1) -> range:
        """`count` new variables, as a range of positive literals."""
        first = self.num_vars + 1
        self.num_vars += count
        if self.num_vars > MOST_VARS:
            raise ModelError(f"more than {MOST_VARS} Boolean variables are needed")
        return range(first, first + count)

    def var(self) -> Lit:
        """One new variable."""
        self.num_vars += 1
        return self.num_vars

    def spill(self) -> None:
        """Hand on what is in `out`, if it is much.  To be called between clauses, now and then; `out` stays the same
        list object."""
        if len(self.out) + len(self.defs) > SPILL and not self._guarded:
            self.flush()

    def flush(self) -> None:
        """Hand on what is in `defs` and `out`.  In memory there is nowhere to hand it to.

        Raises TooManyClauses beyond `most_clauses`, in memory about there.
        """
        if len(self.out) + len(self.defs) > HELD * self.most_clauses:
            raise TooManyClauses(f"more than {self.most_clauses} clauses")

    def flat(self) -> list[int]:
        """All clauses that are still here."""
        return self.defs + self.out

    @contextmanager
    def defining(self) -> Iterator[None]:
        """What is written inside the block is a definition, though it goes to `out`."""
        start, outer = len(self.out), self._guarded
        self._guarded = True
        yield
        self._guarded = outer
        self.defs += self.out[start:]
        del self.out[start:]

    @contextmanager
    def guarded(self, unless: tuple[Lit, ...]) -> Iterator[None]:
        """Every clause written inside the block gets the literals `unless` as well (an activation literal's
        negation, the condition under which a constraint is required)."""
        if not unless:
            yield
            return
        start, outer = len(self.out), self._guarded
        self._guarded = True
        yield
        self._guarded = outer
        block = self.out[start:]
        del self.out[start:]
        guard = (*unless, 0)
        out = self.out
        for lit in block:
            if lit:
                out.append(lit)
            else:
                out += guard
        self.spill()


def write_clause(out: list[Lit], lits: Iterable[Lit]) -> None:
    """Constants, repetitions and complements are looked after."""
    clause = (*lits, 0)
    names = {*map(abs, clause)}
    if len(names) == len(clause) and TRUE not in names:
        out += clause
        return
    kept = dict.fromkeys(clause[:-1])
    kept.pop(FALSE, None)
    if TRUE not in kept and kept.keys().isdisjoint(map(neg, kept)):
        out += (*kept, 0)


def write_columns(out: list[Lit], prefix: Sequence[Lit], first: Sequence[Lit], second: Sequence[Lit]) -> None:
    """The clauses (*prefix, first[i], second[i]) for all i, put together by columns: three times as fast as one by
    one."""
    count, width = len(first), len(prefix) + 3
    block = [0] * (count * width)
    for at, lit in enumerate(prefix):
        block[at::width] = [lit] * count
    block[width - 3 :: width] = first
    block[width - 2 :: width] = second
    out += block
