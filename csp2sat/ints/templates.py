"""Templates: clauses about a few integers that depend on their values alone, written once and copied for other integers
with these values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..cnf.flat_clauses import clauses
from ..cnf.sink import FALSE, TRUE, Lit, Sink, write_clause
from ..tuples import NamedTuple
from .spec import IntCode


class Shape(NamedTuple):
    """The part of an integer that a template depends on: its values, ascending, and its trait `by_value`."""

    values: tuple[int, ...]
    by_value: bool


def shape_of(code: IntCode) -> Shape:
    """Return the shape of an integer."""
    return Shape(tuple(code.values), code.by_value)


class Template(NamedTuple):
    """Clauses about the integers of some shapes.

    clauses: flat, over literals from 2 on that stand for comparisons, in their order.  comparisons: each with the place
    of the integer, whether it is `equal to` (else `at most`), and the value.
    """

    clauses: Sequence[Lit]
    comparisons: Sequence[tuple[int, bool, int]]

    def copy(self, sink: Sink, codes: Sequence[IntCode], unless: tuple[Lit, ...] = ()) -> None:
        """Write the clauses to the sink about `codes`, integers of the shapes, unless a literal of `unless` is true."""
        lits = [(codes[at].eq if is_equal else codes[at].le)(v) for at, is_equal, v in self.comparisons]
        pool = (0, TRUE, *lits, *[-lit for lit in reversed(lits)], FALSE)  # so that the literal -n is at place -n
        found = [pool[lit] for lit in self.clauses]
        if self._are_plain(lits):
            with sink.guarded(unless):
                sink.out += found
        else:
            for clause in clauses(found):
                write_clause(sink.out, (*unless, *clause))
        sink.spill()

    def _are_plain(self, lits: Sequence[Lit]) -> bool:
        """Whether no literal of a comparison is constant, and comparisons of two integers share no variable."""
        owners: dict[int, int] = {}
        return all(
            abs(lit) != TRUE and owners.setdefault(abs(lit), at) == at
            for lit, (at, _, _) in zip(lits, self.comparisons, strict=True)
        )


def template(shapes: Sequence[Shape], write: Callable[[Sink, Sequence[IntCode]], None]) -> Template:
    """Return the clauses about integers of the shapes that `write` writes to a sink, without new variables."""
    sink, comparisons = Sink(), list[tuple[int, bool, int]]()
    write(sink, [_Unnamed(sink, shape, at, comparisons) for at, shape in enumerate(shapes)])
    return Template(tuple(sink.out), comparisons)


class _Unnamed(IntCode):
    """An integer whose comparisons get literals in the order in which clauses need them."""

    def __init__(self, sink: Sink, shape: Shape, at: int, comparisons: list[tuple[int, bool, int]]):
        self.sink, self.values, self.by_value = sink, shape.values, shape.by_value
        self._at, self._comparisons = at, comparisons
        self._known: dict[tuple[bool, int], Lit] = {}

    def le(self, bound: int) -> Lit:
        if bound < self.values[0] or bound >= self.values[-1]:
            return FALSE if bound < self.values[0] else TRUE
        return self._literal(False, bound)

    def eq(self, value: int) -> Lit:
        return self._literal(True, value)

    def _literal(self, is_equal: bool, value: int) -> Lit:
        found = self._known.get((is_equal, value))
        if found is None:
            found = self._known[is_equal, value] = self.sink.var()
            self._comparisons.append((self._at, is_equal, value))
        return found
