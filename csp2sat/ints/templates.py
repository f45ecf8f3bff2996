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

    values: Sequence[int]
    by_value: bool


def shape_of(code: IntCode) -> Shape:
    """Return the shape of an integer."""
    values = code.values
    return Shape(values if isinstance(values, range) else tuple(values), code.by_value)


class Template(NamedTuple):
    """Clauses about the integers of some shapes.

    clauses: flat, over literals from 2 on that stand for comparisons.  comparisons: for each integer the values that it
    may be equal to, and the bounds that it is at most; the literals follow this order.
    """

    clauses: Sequence[Lit]
    comparisons: Sequence[tuple[Sequence[int], Sequence[int]]]

    def copy(self, sink: Sink, codes: Sequence[IntCode], unless: tuple[Lit, ...] = ()) -> None:
        """Write the clauses to the sink about `codes`, integers of the shapes, unless a literal of `unless` is true."""
        lits, variables, count = list[Lit](), set[Lit](), 0
        for code, (values, bounds) in zip(codes, self.comparisons, strict=True):
            own = [*code.equals(values), *map(code.le, bounds)]
            lits += own
            mine = {*map(abs, own)}
            count += len(mine)
            variables |= mine
        pool = [0, TRUE, *lits, *[-lit for lit in reversed(lits)], FALSE]  # so that the literal -n is at place -n
        found = [*map(pool.__getitem__, self.clauses)]
        if TRUE not in variables and len(variables) == count:  # integers that share a variable may repeat a literal
            with sink.guarded(unless):
                sink.out += found
        else:
            for clause in clauses(found):
                write_clause(sink.out, (*unless, *clause))
        sink.spill()


def template(shapes: Sequence[Shape], write: Callable[[Sink, Sequence[IntCode]], None]) -> Template:
    """Return the clauses about integers of the shapes that `write` writes to a sink, without new variables."""
    sink = Sink()
    codes = [_Unnamed(sink, shape) for shape in shapes]
    write(sink, codes)
    found = [lit for code in codes for lit in (*code.equal.values(), *code.at_most.values())]
    names = {lit: name for name, lit in enumerate(found, 2)} | {-lit: -name for name, lit in enumerate(found, 2)}
    renamed = tuple(names.get(lit, lit) for lit in sink.out)
    return Template(renamed, [((*code.equal,), (*code.at_most,)) for code in codes])


class _Unnamed(IntCode):
    """An integer whose comparisons get literals in the order in which clauses need them."""

    def __init__(self, sink: Sink, shape: Shape):
        self.sink, self.values, self.by_value = sink, shape.values, shape.by_value
        self.equal: dict[int, Lit] = {}
        self.at_most: dict[int, Lit] = {}

    def le(self, bound: int) -> Lit:
        if bound < self.values[0] or bound >= self.values[-1]:
            return FALSE if bound < self.values[0] else TRUE
        return self.at_most.get(bound) or self.at_most.setdefault(bound, self.sink.var())

    def eq(self, value: int) -> Lit:
        return self.equal.get(value) or self.equal.setdefault(value, self.sink.var())
