"""Encodings of `at most one` and `exactly one` of many literals, which the constraints share.

The setting `amo` of `Sink.coding` names the encoding of more than PAIRWISE literals.  For n literals, variables and
clauses:

    pairwise     0               n (n - 1) / 2
    product      2 sqrt(n)       2 n + 4 sqrt(n)             both + O(n^(1/4)), for the grid's rows and columns
    ladder       n - 1           3 n - 4
    commander    about n / 2     about 3 n                   groups of three
    bimander     log2(n / 2)     n (log2(n / 2) + 1 / 2)     groups of two; logarithms rounded up

In each of them unit propagation makes the other literals false when one is true.  Sources: J. Chen, A new SAT encoding
of the at-most-one constraint, ModRef 2010 (product); C. Sinz, CP 2005, and I. P. Gent, P. Nightingale, ModRef 2004
(ladder); W. Klieber, G. Kwon, CFV 2007 (commander); V.-H. Nguyen, S. T. Mai, SoICT 2015 (bimander).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from itertools import chain, combinations, pairwise
from math import isqrt
from operator import itemgetter, neg

from .sink import UP, Lit, Sink

KNOWN = 13  # fewer literals than this have their sets listed once for all
PAIRWISE = 8  # up to this many literals pairwise takes no variables, and hardly more clauses (28 against 22 of 8)
GROUP = 3  # literals of a commander
ROWS = 4096  # of a table whose clauses are built together
NOTED = 64  # steps of a ladder whose meaning is noted: all literals before each


def at_most_one(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require that at most one of the literals is true: pairwise for up to PAIRWISE literals, else by the setting
    `amo`.
    """
    (_pairwise if len(lits) <= PAIRWISE else ENCODINGS[sink.coding.amo])(sink, lits)


def clauses_at_most_one(count: int) -> int:
    """Return about the number of clauses that `at_most_one` of `count` literals writes with the usual setting."""
    return count * (count - 1) // 2 if count <= PAIRWISE else 2 * (count + 2 * isqrt(count))


def exactly_one(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require that exactly one of the literals is true, by a clause and `at_most_one`; without literals, the empty
    clause.
    """
    sink.out += (*lits, 0)
    at_most_one(sink, lits)


def exactly_one_of_each(sink: Sink, columns: Sequence[Sequence[Lit]]) -> None:
    """Require in each row of a table of literals, which is given by its few columns, that exactly one literal is true.

    columns: at least one, of equal length.  The clauses are those of a pairwise `exactly_one` for each row, but built
    for ROWS rows together, ten times as fast, and in little memory.
    """
    for start in range(0, len(columns[0]), ROWS):
        sink.out += _rows([column[start : start + ROWS] for column in columns])
        sink.spill()


def _rows(columns: Sequence[Sequence[Lit]]) -> list[Lit]:
    """Return the flat clauses of `exactly_one_of_each`."""
    width, count = len(columns), len(columns[0])
    size = width + 1 + 3 * width * (width - 1) // 2
    block = [0] * (size * count)
    for at, column in enumerate(columns):
        block[at::size] = column
    negated = [[-lit for lit in column] for column in columns]
    for number, (column, other) in enumerate(combinations(negated, 2)):
        at = width + 1 + 3 * number
        block[at::size] = column
        block[at + 1 :: size] = other
    return block


def one_of_any(sink: Sink, lits: Sequence[Lit], size: int) -> None:
    """Require that each set of `size` of the literals `lits` holds a true literal, by a clause for each set.

    Writes the empty clause if `size` is 0 or less, and nothing if `size` is greater than the number of literals.
    """
    if size <= 0:
        sink.out += (0,)
    elif size <= len(lits) < KNOWN:
        sink.out += _sets(len(lits), size)((*lits, 0))
    elif size <= len(lits):
        for some in combinations(lits, size):
            sink.out += (*some, 0)


@cache
def _sets(count: int, size: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a function that builds the flat clauses of `one_of_any` from a sequence of `count` literals and a 0."""
    clauses = (each for some in combinations(range(count), size) for each in (*some, count))
    return itemgetter(*clauses)


def _pairwise(sink: Sink, lits: Sequence[Lit]) -> None:
    one_of_any(sink, [*map(neg, lits)], 2)


def _product(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require at most one of the literals by a grid: each literal implies its row and column, at most one of each is
    true.
    """
    width = isqrt(len(lits) - 1) + 1
    columns = sink.new(width)
    rows = sink.new((len(lits) + width - 1) // width)
    sink.means("any", columns, lambda: [lits[at::width] for at in range(width)], UP)
    sink.means("any", rows, lambda: [lits[at : at + width] for at in range(0, len(lits), width)], UP)
    sink.out += _grid(len(lits), width)((*map(neg, lits), *columns, *rows, 0))
    at_most_one(sink, rows)
    at_most_one(sink, columns)


@cache
def _grid(count: int, width: int) -> Callable[[Sequence[int]], tuple[int, ...]]:
    """Return a function that builds the flat clauses of a grid of `width` columns from a sequence: `count` negated
    literals, the literals of columns and of rows, and a 0.
    """
    end = count + width + (count + width - 1) // width
    places = ((at, count + width + at // width, end, at, count + at % width, end) for at in range(count))
    return itemgetter(*chain.from_iterable(places))


def _ladder(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require at most one of the literals by a ladder of new literals, one for each literal but the last.

    A literal implies the new literals of its own place and of all later places, and is false if the new literal of the
    place before is true.
    """
    steps = sink.new(len(lits) - 1)
    sink.means("any", steps[:NOTED], lambda: [lits[: at + 1] for at in range(len(steps[:NOTED]))], UP)
    for lit, step in zip(lits, steps, strict=False):
        sink.out += (-lit, step, 0)
    for before, after in pairwise(steps):
        sink.out += (-before, after, 0)
    for lit, step in zip(lits[1:], steps, strict=True):
        sink.out += (-lit, -step, 0)


def _commander(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require at most one of the literals by groups: each literal excludes its group and implies its group's commander.

    At most one of the commanders, which are new literals, is true.
    """
    groups = [lits[at : at + GROUP] for at in range(0, len(lits), GROUP)]
    commanders = sink.new(len(groups))
    sink.means("any", commanders, lambda: groups, UP)
    for commander, group in zip(commanders, groups, strict=True):
        for lit in group:
            sink.out += (-lit, commander, 0)
        _pairwise(sink, group)
    at_most_one(sink, commanders)


def _bimander(sink: Sink, lits: Sequence[Lit]) -> None:
    """Require at most one of the literals by groups of two: each literal excludes the other of its group and implies
    the group's number, in new literals for the bits of the number.
    """
    groups = [lits[at : at + 2] for at in range(0, len(lits), 2)]
    bits = sink.new((len(groups) - 1).bit_length())
    sink.means(
        "any",
        bits,
        lambda: [
            [lit for number, each in enumerate(groups) if number >> at & 1 for lit in each] for at in range(len(bits))
        ],
        UP,
    )
    for number, group in enumerate(groups):
        for lit in group:
            for at, bit in enumerate(bits):
                sink.out += (-lit, bit if number >> at & 1 else -bit, 0)
        _pairwise(sink, group)


ENCODINGS: dict[str, Callable[[Sink, Sequence[Lit]], None]] = {
    "pairwise": _pairwise,
    "product": _product,
    "ladder": _ladder,
    "commander": _commander,
    "bimander": _bimander,
}
