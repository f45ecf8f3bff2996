"""The inside and the outside of a loop as a player sees them: which lines part a point from the edge, or none."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ...fact_forms import Fact
from ...kit.checks import place
from ...spec import Board, Cell
from ..hidden_values import middle

RULE = "inside and outside"
SIDES = {"white": True, "black": False}  # whether a clue is inside, by the first word of its text
NAMES = ("outside", "inside")


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return why a point is inside or outside of the loop, or why an edge is a line or not, or how a point contradicts
    a clue; '' for other reasons.

    A point is the common corner of four cells.  rule: the text of a clue or rule.  known: the facts that the reason
    rests on, also about points.  new: the facts that the words are to explain; empty for a contradiction.
    """
    lines = {fact.places: not fact.negative for fact in known if fact.what == "edge"}
    inside = dict(_points(known))
    if not new:
        return _on_wrong_side(board, rule, inside)
    if rule != RULE or len(new) > 1:
        return ""
    if new[0].what == "edge":
        sides = [_is_inside(board, at, inside) for at in _beside(new[0].places)]
        if None in sides:
            return ""
        same = f"both sides of the edge are {NAMES[bool(sides[0])]} the loop"
        return same if sides[0] == sides[1] else "the edge is between the inside and the outside"
    ((at, is_in),) = _points(new) or [((-1, -1), False)]
    for edge, other in _around(at):
        if (line := lines.get(edge)) is not None and _is_inside(board, other, inside) == (is_in != line):
            where = f"the {middle(other)}" if _has(board, other) else "the edge of the board"
            return f"{'a' if line else 'no'} line parts it from {where}"
    return ""


def _on_wrong_side(board: Board, rule: str, inside: Mapping[Cell, bool]) -> str:
    """Return in words that a clue of the colour of `rule` is on the wrong side of the loop; '' if none is.

    rule: the text of a clue, which begins with its colour.  inside: points, as `_points` returns them -> whether they
    are inside of the loop.
    """
    wanted = SIDES.get(rule.partition(" ")[0])
    for r, c in board.filled() if wanted is not None else ():
        is_in = inside.get((min(r, board.rows - 2), min(c, board.cols - 2)))
        if is_in == (not wanted) and board.givens[r][c][0] == rule[0]:
            return f"the {rule.partition(' ')[0]} cell at {place((r, c))} would be {NAMES[is_in]} the loop"
    return ""


def _points(facts: Sequence[Fact]) -> list[tuple[Cell, bool]]:
    """Return the points that facts are about, each by the upper left one of its four cells, and whether the point is
    inside of the loop.
    """
    found = ((str(fact.value).split("_"), not fact.negative) for fact in facts if fact.what == "hidden")
    return [((int(r), int(c)), is_in) for (_, kind, r, c), is_in in found if kind == "in"]


def _around(at: Cell) -> Iterator[tuple[tuple[Cell, Cell], Cell]]:
    """Yield the four edges around a point, each with the point on its other side; at: the point's upper left cell."""
    r, c = at
    yield ((r, c), (r, c + 1)), (r - 1, c)
    yield ((r, c), (r + 1, c)), (r, c - 1)
    yield ((r + 1, c), (r + 1, c + 1)), (r + 1, c)
    yield ((r, c + 1), (r + 1, c + 1)), (r, c + 1)


def _beside(edge: tuple[Cell, ...]) -> tuple[Cell, Cell]:
    """Return the points at both sides of an edge, each by its upper left cell."""
    (r, c), (below, _) = edge
    return ((r, c), (r, c - 1)) if below > r else ((r, c), (r - 1, c))


def _has(board: Board, at: Cell) -> bool:
    return 0 <= at[0] < board.rows - 1 and 0 <= at[1] < board.cols - 1


def _is_inside(board: Board, at: Cell, inside: Mapping[Cell, bool]) -> bool | None:
    """Return whether a point is inside of the loop, as one beyond the edge of the board never is; None if that is not
    known.

    at: the point's upper left cell.  inside: known points -> whether they are inside.
    """
    return inside.get(at) if _has(board, at) else False
