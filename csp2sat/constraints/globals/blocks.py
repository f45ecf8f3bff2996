"""blocks: the true formulas of a row stand in blocks of given lengths, in this order, with gaps between them."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby, pairwise

from ...cnf.sink import FALSE, TRUE, Lit, Sink
from ...model import expr
from ...model.constraint import GlobalConstraint
from ...model.expr import Expr, all_of, any_of, negation

Lengths = tuple[int, ...]  # each at least 1


def holds(lengths: Lengths, *cells: bool) -> bool:
    """Whether the blocks of true cells have the given lengths, in order."""
    return lengths == tuple(sum(1 for _ in block) for on, block in groupby(cells) if on)


def encode(sink: Sink, lengths: Lengths, *cells: Lit) -> None:
    """Write the clauses: order literals for the start of each block; a cell is true in a block, and false between two
    blocks.

    For k blocks in n cells, and f cells besides the blocks and one cell between each two: kf variables and about 4kf +
    n clauses of at most 3 literals.  On nonograms that people or programs made this is as quick as a variable for every
    position of a block with all its supports, which takes four times as many clauses.
    """
    least, most = 0, len(cells) - sum(lengths) - max(0, len(lengths) - 1)  # where the next block may begin
    if most < 0:
        sink.out.append(0)
        return
    over = [TRUE] * len(cells)  # for each cell: the block before is over; there is none before the first one
    for length in lengths:
        begun = [FALSE] * least + [*sink.new(most - least)] + [TRUE] * (len(cells) - most)
        _ascend(sink, begun[least:most])
        with sink.without_constants():
            _apart(sink, over, begun)
            _between(sink, over, begun, cells)
            over = [FALSE] * length + begun[:-length]
            _inside(sink, begun, over, cells)
        least, most = least + length + 1, most + length + 1
    with sink.without_constants():
        _between(sink, over, [FALSE] * len(cells), cells)


def _ascend(sink: Sink, begun: Sequence[Lit]) -> None:
    """Require that a block that has begun at a cell has begun at all later cells."""
    for earlier, later in pairwise(begun):
        sink.out += (-earlier, later, 0)


def _apart(sink: Sink, over: Sequence[Lit], begun: Sequence[Lit]) -> None:
    """Require that a block begins only if the block before is over and a cell lies between them.

    over, begun: for each cell the literal that the block before is over there, and that this block has begun there.
    """
    for before, now in zip(over, begun[1:], strict=False):
        if before != TRUE and now != FALSE:
            sink.out += (before, -now, 0)


def _between(sink: Sink, over: Sequence[Lit], begun: Sequence[Lit], cells: Sequence[Lit]) -> None:
    """Require that each of the `cells` is false if a block is over there and the next block has not begun.

    over, begun: the literals of each cell for both blocks, as in `_apart`.
    """
    for before, now, cell in zip(over, begun, cells, strict=True):
        if before != FALSE and now != TRUE:
            sink.out += (-before, now, -cell, 0)


def _inside(sink: Sink, begun: Sequence[Lit], over: Sequence[Lit], cells: Sequence[Lit]) -> None:
    """Require that each of the `cells` is true if a block has begun there and is not over.

    begun, over: the literals of each cell for the block.
    """
    for now, after, cell in zip(begun, over, cells, strict=True):
        if now != FALSE and after != TRUE:
            sink.out += (-now, after, cell, 0)


def formula(lengths: Lengths, *cells: Expr) -> Expr:
    """Return the constraint as a formula, built from the end: whether the cells from each cell on hold the last blocks.

    About kn nodes for k blocks in n cells.
    """
    rest = [expr.TRUE]
    for cell in reversed(cells):
        rest.insert(0, all_of((negation(cell), rest[0])))
    for length in reversed(lengths):
        rest = _with_block(length, cells, rest)
    return rest[0]


def _with_block(length: int, cells: Sequence[Expr], rest: Sequence[Expr]) -> list[Expr]:
    """Return for each cell, and the end, the formula that the cells from there on hold, after any number of gaps, a
    block of `length` and then the blocks of `rest`, with a gap between them.

    rest: for each cell, and the end, the formula that the cells from there on hold exactly the later blocks; the result
    is such a list for one block more.
    """
    found = [expr.FALSE] * (len(cells) + 1)
    for start in reversed(range(len(cells) - length + 1)):
        end = start + length
        gap = (negation(cells[end]), rest[end + 1]) if end < len(cells) else (rest[end],)
        here = all_of((*cells[start:end], *gap))
        found[start] = any_of((here, all_of((negation(cells[start]), found[start + 1]))))
    return found


CONSTRAINT = GlobalConstraint("blocks", holds, encode, formula)
