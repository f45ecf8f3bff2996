"""Drawings of steps: the board, the known facts, and the signs of one step on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...puzzles.drawing.svg import Overlay, document
from ...puzzles.facts import Fact
from ...puzzles.spec import Board
from ..step import Step
from .pencils import Site, crossed_out, pencilled, site
from .sheets import FactSheet


def frame(board: Board, known_before: Collection[Fact], step: Step, wrong: Fact | None = None) -> str:
    """Return the drawing of a step as SVG: the board, the facts that were known before, the new ones, the values that
    are still possible, and signs on the new and cited facts, clues and rule cells.

    wrong: the fact that the step shows to be wrong, drawn in red in place of the new ones of its cell or edge; None for
    none.
    """
    sheet = FactSheet(board)
    new = [fact for fact in step.facts if wrong is None or site(fact) != site(wrong)]
    facts = list(dict.fromkeys((*known_before, *new)))
    shown = [*map(sheet.fact, facts), *([] if wrong is None else [sheet.wrong(wrong)])]
    signs = sheet.outlines.signs(step)
    decided = {site(fact) for fact in facts if not fact.negative} | ({site(wrong)} if wrong else set())
    crossed = "".join(d for at, d in sheet.pencils.crossed(step).items() if at not in decided)
    small = _possible(sheet, facts, decided) + crossed_out(crossed)
    top = [*(each.top for each in shown), small, signs["why"], signs["new"]]
    over = Overlay(
        signs["tint"] + "".join(each.floor for each in shown), "".join(each.lines for each in shown), "".join(top)
    )
    return document([sheet.panel(over)], f"{board.title()}: step {step.number}", step.text)


def _possible(sheet: FactSheet, facts: Iterable[Fact], decided: Collection[Site]) -> str:
    """Return the element of the possible values of cells in which some are crossed out, and none is known."""
    known = set(facts)
    touched = dict.fromkeys(site(fact) for fact in facts if site(fact) not in decided)
    left = (fact for at in touched for fact in sheet.pencils.left(at) if fact._replace(negative=True) not in known)
    return pencilled("".join(map(sheet.pencils.strokes, left)))
