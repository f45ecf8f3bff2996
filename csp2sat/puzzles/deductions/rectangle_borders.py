"""Two rules that a player of a division into rectangles with one sign each sees, although they follow from the rules: a
border parts two signs in a line, and no area of blank cells has borders all around.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from itertools import combinations_with_replacement, product, takewhile

from ...model.expr import Expr
from ..fact_forms import Fact
from ..kit.checks import place, row_or_column
from ..kit.truth import TruthRow
from ..kit.variables import EAST, SOUTH, WAYS, Edges, ahead, step
from ..spec import Board, Cell

# The beginnings of rules.
TWO_SIGNS, BLANK_AREA = "a border parts the signs at ", "no borders all around the blank "
MEET = "rectangles meet at the corner of "
SEEN = {
    TWO_SIGNS: "the signs at {} would be in one rectangle",
    BLANK_AREA: "{} would have borders all around, but no sign",
}


def seen(board: Board, joined: Edges, signs: Collection[Cell]) -> Iterator[tuple[str, list[Expr]]]:
    """Yield the rules of a board in words, each with the formulas of which one holds.

    joined: for two neighbours whether no border parts them.  signs: the cells with a sign.
    """
    for cell, way in product(sorted(signs), (EAST, SOUTH)):
        there = ahead(board, cell, way)
        blank = [*takewhile(lambda each: each not in signs, there)]
        if len(blank) < len(there):
            yield TWO_SIGNS + row_or_column([cell, there[len(blank)]]), [~joined[at, way] for at in (cell, *blank)]
    spans = (combinations_with_replacement(range(count), 2) for count in (board.rows, board.cols))
    for ends in product(*spans):
        rows, cols = (range(first, last + 1) for first, last in ends)
        area = {*product(rows, cols)}
        if area.isdisjoint(signs):
            rim = [joined[cell, way] for cell in sorted(area) for way in WAYS if step(cell, way) not in area]
            yield BLANK_AREA + _area_words(rows, cols), rim


def _area_words(rows: range, cols: range) -> str:
    """Return the cells of an area in words."""
    if 1 in (len(rows), len(cols)):
        return row_or_column([*product(rows, cols)])
    down, across = (f"{each[0] + 1} {'to' if len(each) > 2 else 'and'} {each[-1] + 1}" for each in (rows, cols))
    return f"rows {down}, columns {across}"


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why new facts follow from a rule of borders and known facts, or, without new facts, how the known
    ones contradict the rule; '' for another rule.

    rule: its name.
    """
    found = "".join(words.format(rule.removeprefix(start)) for start, words in SEEN.items() if rule.startswith(start))
    for corner in board.cells() if rule.startswith(MEET) else ():
        found += _corner_faults(corner, known, new) if rule == MEET + place(corner) else ""
    return "else " * bool(new and found) + found


def borders_fit(bits: TruthRow) -> bool:
    """Whether the borders at a point are none, two in line, or three; a single border, a corner of two, and four
    borders are excluded.

    bits: for the border above, to the left of, below and to the right of the point, whether there is none.
    """
    return not _fault(bits)


def _fault(bits: TruthRow) -> str:
    """Return in words the fault of the borders at a point; '' if they have none; bits: as in `borders_fit`."""
    above, left, below, right = bits
    turns = above != below or left != right
    return {3: "end", 2: "turn" * turns, 0: "meet three others"}.get(sum(bits), "")


def _corner_faults(corner: Cell, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words all that could be wrong with borders at the lower right corner of a cell if one of the new facts
    were not so, or by the known facts if there are no new ones.
    """
    r, c = corner
    pairs = [(corner, (r, c + 1)), (corner, (r + 1, c)), ((r + 1, c), (r + 1, c + 1)), ((r, c + 1), (r + 1, c + 1))]
    found = dict[str, None]()
    for wrong in (*new, *[None] * (not new)):
        facts = {fact.places: fact.negative for fact in known} | ({wrong.places: not wrong.negative} if wrong else {})
        ways = product(*([facts[pair]] if pair in facts else (False, True) for pair in pairs))
        found |= dict.fromkeys(map(_fault, ways))
    return "" if "" in found else f"a border would {' or '.join(found)} at the lower right corner of {place(corner)}"
