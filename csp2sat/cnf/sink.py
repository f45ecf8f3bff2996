"""The sink that encoders write clauses to: flat lists of integers, never a method call per clause.

An encoder binds `out = sink.out` and writes `out += (a, b, c, 0)`: the literals of a clause and a 0.  Literal 1 is the
constant true and -1 false; `Sink` states the clause `1` once, so clauses that contain constants are right as they
stand, and leaving constants out is only an economy, which `without_constants` makes for many clauses.

Clauses that define a variable which other constraints may use as well (the axioms of an order code, a direct literal)
go to `sink.defs` instead: a definition holds whether or not the constraint that first needed the variable is required.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from operator import neg

from ..base.time_limit import check_time
from ..errors import ModelError
from ..settings import CodingFields, SettingFields
from .flat_clauses import MOST_VARS

Lit = int
TRUE: Lit = 1
FALSE: Lit = -1
DOWN, UP, BOTH = 1, 2, 3  # a literal implies its meaning, is implied by its meaning, is equivalent
HELD = 4  # integers for each clause of the limit that are kept in memory at most
SPILL = 1 << 18  # integers in `out` before they are handed on


class TooManyClauses(ModelError):
    """An error: a formula would have more clauses than its limit."""


class Sink:
    """A collector of clauses in memory, which also hands out new variables.

    out: the clauses of constraints, flat, each ended by 0.  defs: the clauses of definitions, in the same form.
    num_vars: the number of variables so far.  num_clauses: the number of clauses that `flush` has written.
    most_clauses: the limit for all clauses, see `flush`.  coding: the settings of how constraints become clauses, also
    of at-most-one (`cnf.gates`) and counters (`cnf.counters`).  plain_bits: see `encoder.options`.  least_ways: the
    directions, 0 or BOTH, in which a variable is defined although only one of them is used.  noted: the
    function that `means` calls, set by an observer; None without one.  A subclass that writes the clauses somewhere
    overrides `flush`.
    """

    coding = CodingFields()
    most_clauses = SettingFields.max_clauses
    plain_bits = False
    least_ways = 0
    noted: Callable[[str, Sequence[Lit], object, int, tuple[Lit, ...]], None] | None = None

    def __init__(self) -> None:
        self.num_vars, self.num_clauses = 1, 0
        self.out: list[int] = []
        self.defs: list[int] = [TRUE, 0]
        self._guarded, self._guard = False, tuple[Lit, ...]()
        self._asked: set[Hashable] = set()
        self._plain_from: int | None = None  # where the clauses in `out` begin that are to have no constants

    def new(self, count: int = 1) -> range:
        """Return `count` new variables, a range of positive literals; raises ModelError beyond MOST_VARS variables."""
        first = self.num_vars + 1
        self.num_vars += count
        if self.num_vars > MOST_VARS:
            raise ModelError(f"more than {MOST_VARS} Boolean variables are needed")
        return range(first, first + count)

    def var(self) -> Lit:
        """Return a new variable."""
        self.num_vars += 1
        return self.num_vars

    def defines(self, kind: str, literals: Sequence[Lit], meaning: object) -> None:
        """Note what new literals mean that clauses in `defs` make equivalent.

        kind, literals, meaning: as for `means`.
        """
        if self.noted is not None:
            self.noted(kind, literals, meaning, BOTH, ())

    def means(
        self,
        kind: str,
        literals: Sequence[Lit],
        meaning: object,
        ways: int = BOTH,
        unless: tuple[Lit, ...] = (),
    ) -> None:
        """Note what new literals mean by clauses in `out`, for an observer; without one nothing happens.

        ways: DOWN if each literal implies its meaning, UP if each is implied by its meaning, BOTH if both hold.
        unless: literals, besides those of the `guarded` blocks around the clauses; if one is true, neither holds.

        kind, meaning: a word and what belongs to the word, as listed here.  A function of no parameters stands for a
        meaning that takes time or makes literals: the function returns the meaning, and is called after all clauses
        are written.

        Formulas:
            formula: the formula that the literals stand for
            all, any: for each literal the literals of a conjunction or disjunction
            words: for each literal its text, about the vertices of a graph and what the encoder makes of them
        Sums:
            sum: the values of a sum of two numbers that are reached, and the numbers
            total: the values of a sum of two terms that are not exceeded, and the terms
            less: a sum
            added: for the bits of a sum its weights by literals, and its adders
            plus: see `ints.log.LogInt.above`
        Integers:
            value: an integer and its value
            equal, differ: two integers
            within: an integer in bits, a number of bits, and a bound for the number of these lowest bits
            less_from: two integers and the places of their bits; the opposites of the literals have the meaning
        """
        if self.noted is not None and literals:
            self.noted(kind, literals, meaning, ways, (*unless, *self._guard))

    def spill(self) -> None:
        """Flush the clauses in `out` and `defs` if they are many, unless a `guarded` or `defining` block is open.

        Encoders call this method now and then, between two clauses; `out` stays the same list object.
        """
        if len(self.out) + len(self.defs) > SPILL and not self._guarded:
            if self._plain_from is not None:
                self._leave_out_constants(self._plain_from)
            self.flush()
            if self._plain_from is not None:
                self._plain_from = len(self.out)

    def again(self, key: Hashable) -> bool:
        """Note a key, and return whether the key was noted in this sink before.

        Encoders prepare clauses for copying only once a second use shows that there will be copies.  Each sink has
        notes of its own, so that a formula does not depend on other formulas of the same process.
        """
        count = len(self._asked)
        self._asked.add(key)
        return len(self._asked) == count

    def flush(self) -> None:
        """Write the clauses in `defs` and `out` to where a subclass keeps them; this class leaves them in memory.

        Raises TooManyClauses if there are more than `most_clauses` clauses (in memory, roughly, by the number of
        integers), and LimitReached if the time limit has passed.
        """
        check_time()
        if len(self.out) + len(self.defs) > HELD * self.most_clauses:
            raise TooManyClauses(f"more than {self.most_clauses} clauses")

    def flat(self) -> list[int]:
        """Return all clauses that are still in memory, in one flat list."""
        return self.defs + self.out

    @contextmanager
    def without_constants(self) -> Iterator[None]:
        """Give a context in which clauses written to `out` lose their false literals, and are dropped if a literal of
        theirs is the constant true.

        The context takes a tenth of the time of writing the clauses to a file, with and without constants.
        """
        outer, self._plain_from = self._plain_from, len(self.out)
        yield
        self._leave_out_constants(self._plain_from)
        self._plain_from = outer if outer is None else min(outer, self._plain_from)  # a spill empties `out`

    def _leave_out_constants(self, start: int) -> None:
        for constant in (TRUE, FALSE):
            _leave_out(self.out, start, constant)

    @contextmanager
    def defining(self) -> Iterator[None]:
        """Give a context in which all clauses written to `out` are definitions: they go to `defs` at its end."""
        start, outer = len(self.out), (self._guarded, self._guard)
        self._guarded, self._guard = True, ()
        yield
        self._guarded, self._guard = outer
        self.defs += self.out[start:]
        del self.out[start:]

    @contextmanager
    def guarded(self, unless: tuple[Lit, ...]) -> Iterator[None]:
        """Give a context in which each clause written to `out` gets the literals `unless` as well.

        The literals may be the negation of an activation literal, or of the condition under which a constraint is
        required.
        """
        if not unless:
            yield
            return
        start, outer = len(self.out), (self._guarded, self._guard)
        self._guarded, self._guard = True, (*unless, *self._guard)
        yield
        self._guarded, self._guard = outer
        block = self.out[start:]
        del self.out[start:]
        guard = (*(lit for lit in unless if lit != FALSE), 0)
        out = self.out
        for lit in block:
            if lit:
                out.append(lit)
            else:
                out += guard
        self.spill()


def _leave_out(block: list[Lit], start: int, constant: Lit) -> None:
    """Simplify clauses from `start` on, each ended by 0, by a constant: if the constant is TRUE, the clauses that have
    it are left out; if it is FALSE, its literals are left out of their clauses.

    The work outside of `list.index` grows with the number of times that the constant occurs.
    """
    kept, done = list[Lit](), start
    with suppress(ValueError):  # once there is no further one
        while True:
            first = last = block.index(constant, done)
            if constant == TRUE:
                last = block.index(0, last)
                while first > done and block[first - 1]:
                    first -= 1
            kept += block[done:first]
            done = last + 1
    if done > start:
        block[start:] = kept + block[done:]


def write_clause(out: list[Lit], lits: Iterable[Lit]) -> None:
    """Append a clause to `out` without false constants and repeated literals, or nothing if it is always true."""
    clause = (*lits, 0)
    names = {*map(abs, clause)}
    if len(names) == len(clause) and TRUE not in names:
        out += clause
        return
    kept = dict.fromkeys(clause[:-1])
    kept.pop(FALSE, None)
    if TRUE not in kept and kept.keys().isdisjoint(map(neg, kept)):
        out += (*kept, 0)


def write_columns(out: list[Lit], prefix: Sequence[Lit], *columns: Sequence[Lit]) -> None:
    """Append the clauses (*prefix, columns[0][i], columns[1][i], ...) for all i to `out`, each closed by 0, in one
    block: a third of the time of appending clause by clause.

    prefix: literals that all clauses share.  columns: at least one, of equal length.
    """
    count, width = len(columns[0]), len(prefix) + len(columns) + 1
    block = [0] * (count * width)
    for at, lit in enumerate(prefix):
        block[at::width] = [lit] * count
    for at, column in enumerate(columns, len(prefix)):
        block[at::width] = column
    out += block
