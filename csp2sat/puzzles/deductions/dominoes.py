"""Why two cells are a domino, or are none, in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..fact_forms import Fact
from ..kit.checks import neighbours, place
from ..spec import Board, Cell

IN_ONE, PAIR = "is in one domino", "one domino "


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why dominoes or borders follow from a rule, or, without new facts, how others contradict the
    rule; '' for another rule, and if new facts follow in several ways.

    rule: its name.  known: all facts that hold.
    """
    cell = next((cell for cell in board.cells() if rule == f"{place(cell)} {IN_ONE}"), None)
    if cell is None and not rule.startswith(PAIR):
        return ""
    one = f"the domino {rule.removeprefix(PAIR)}" if cell is None else place(cell)
    spots = (
        [tuple(sorted((cell, near))) for near in neighbours(cell) if board.has(near)] if cell else _spots(board, rule)
    )
    dominoes = [fact.places for fact in known if fact.negative and fact.places in spots]
    borders = {fact.places for fact in known if not fact.negative}
    if not new:
        lies = "is in two dominoes" if cell else "is there twice"
        none = "is in no domino" if cell else "has no place left"
        return f"{one} {lies}" if len(dominoes) > 1 else f"{one} {none}" if borders.issuperset(spots) else ""
    if all(fact.negative for fact in new):
        return f"{one} has no other cell left to be a domino with" if cell else f"no other place is left for {one}"
    if len(dominoes) != 1 or any(fact.negative for fact in new):
        return ""
    (first, second), is_known = dominoes[0], "is a domino with" if cell else "is"
    other = second if first == cell else first
    return f"{one} {is_known} {place(other)}" if cell else f"{one} {is_known} at {place(first)} and {place(second)}"


def _spots(board: Board, rule: str) -> list[tuple[Cell, ...]]:
    """Return the pairs of neighbours with the numbers of a pair; rule: of the pair."""
    beside = (((r, c), there) for r, c in board.cells() for there in ((r, c + 1), (r + 1, c)) if board.has(there))
    return [both for both in beside if _has_pair(rule, (board.givens[r][c] for r, c in both))]


def _has_pair(rule: str, numbers: Iterable[int]) -> bool:
    return rule == f"{PAIR}{'-'.join(map(str, sorted(numbers)))}"
