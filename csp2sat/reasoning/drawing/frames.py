"""Drawings of steps: the board, the known facts, and the signs of one step on it."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from ...puzzles.drawing.picture import Note
from ...puzzles.drawing.svg import Overlay, document
from ...puzzles.facts import Fact
from ...puzzles.spec import Board
from ..step import Step
from .pencils import Site, crossed_out, pencilled, site
from .sheets import FactSheet, own_facts

LEGEND = {"new": "new", "cited": "known before and used", "clue": "clue used", "rule": "cells of the rule"}
COLOURS = {"new": "orange", "cited": "violet", "clue": "green", "rule": "dotted, on yellow"}


def frame(
    board: Board, known_before: Collection[Fact], step: Step, wrong: Fact | None = None, *, legend: bool = False
) -> str:
    """Return the drawing of a step as SVG: the board, the facts that were known before, the new ones, the values that
    are still possible, and signs on the new and cited facts, clues and rule cells.

    wrong: the fact that the step shows to be wrong, drawn in red in place of the new ones of its cell or edge; None for
    none.  legend: whether the meanings of the signs stand below the board.
    """
    sheet = FactSheet(board)
    new = [fact for fact in step.facts if wrong is None or site(fact) != site(wrong)]
    facts = list(dict.fromkeys((*known_before, *new)))
    shown = [*map(sheet.fact, facts), *([] if wrong is None else [sheet.wrong(wrong)])]
    signs = sheet.outlines.signs(step)
    if legend:
        notes = (*sheet.picture.notes, *(Note(words) for words in _legend(step, wrong is not None)))
        sheet.picture = sheet.picture._replace(notes=notes)
    decided = {site(fact) for fact in facts if not fact.negative} | ({site(wrong)} if wrong else set())
    crossed = "".join(d for at, d in sheet.pencils.crossed(step).items() if at not in decided)
    small = _possible(sheet, facts, decided) + crossed_out(crossed)
    top = [sheet.sure, *(each.top for each in shown), small, signs["why"], signs["new"]]
    lines = "".join(each.lines for each in shown) + sheet.borders({}, (*own_facts(board), *facts))
    over = Overlay(signs["tint"] + "".join(each.floor for each in shown), lines, "".join(top))
    return document([sheet.panel(over)], f"{board.title()}: step {step.number}", step.text)


def _legend(step: Step, has_wrong: bool) -> list[str]:
    """Return the meanings of the signs in the drawing of a step; has_wrong: whether a wrong fact is drawn in red."""
    there = {"new": [] if has_wrong else step.facts, "cited": step.known, "clue": step.marked, "rule": step.rules}
    words = [f"{COLOURS[name]}: {LEGEND[name]}" for name, found in there.items() if found]
    return [*["red: the mistake"] * has_wrong, *words]


def _possible(sheet: FactSheet, facts: Iterable[Fact], decided: Collection[Site]) -> str:
    """Return the element of the possible values of cells in which some are crossed out, and none is known."""
    known = set(facts)
    touched = dict.fromkeys(site(fact) for fact in facts if site(fact) not in decided)
    left = (fact for at in touched for fact in sheet.pencils.left(at) if fact._replace(negative=True) not in known)
    return pencilled("".join(map(sheet.pencils.strokes, left)))
