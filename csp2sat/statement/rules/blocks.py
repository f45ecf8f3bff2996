"""blocks: the true formulas of a row stand in blocks of given lengths, in this order, with gaps between them."""

from __future__ import annotations

from ..definitions import Literal, opposite
from ..formulas import StatedFormulas, StatementRule


def require(formulas: StatedFormulas, lengths: tuple[int, ...], *cells: Literal) -> None:
    """State that the literal of the row is true.  lengths: of the blocks."""
    formulas.clause((literal(formulas, lengths, *cells),))


def literal(formulas: StatedFormulas, lengths: tuple[int, ...], *cells: Literal) -> Literal:
    """Return the literal that the cells from the first on hold all blocks; lengths: of the blocks.

    The cells from a place on hold no more blocks if they are all false; and some blocks if the first cell is false and
    the later cells hold these blocks, or if the first block stands there, then a gap or the end, and then the others.
    """
    make, n = formulas.definitions, len(cells)
    parts: dict[Literal, list[Literal]] = {}  # of conjunctions

    def all_of(*literals: Literal) -> Literal:
        flat = [part for a in literals for part in parts.get(a, [a])]
        found = make.all_of(flat)
        if not isinstance(found, bool):
            parts[found] = flat
        return found

    rest: list[Literal] = [all_of(*[opposite(a) for a in cells[at:]]) for at in range(n + 1)]
    for length in reversed(lengths):
        found: list[Literal] = [False] * (n + 1)
        for start in reversed(range(n - length + 1)):
            end = start + length
            gap = (opposite(cells[end]), rest[end + 1]) if end < n else (rest[end],)
            here = all_of(*cells[start:end], *gap)
            found[start] = make.any_of((here, all_of(opposite(cells[start]), found[start + 1])))
        rest = found
    return rest[0]


RULE = StatementRule(require, literal)
