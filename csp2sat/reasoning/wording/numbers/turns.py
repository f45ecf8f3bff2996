"""Several numbers of one line, of which each follows from those before, in words; numbers that a sentence concludes."""

from __future__ import annotations

from collections.abc import Iterator

from ....puzzles.facts import Fact
from ....puzzles.spec import Board
from ...step import Step
from ..fact_words import facts_text, since, so_text
from ..line_rules import EACH_ONCE, NO_VALUE_TWICE, line_name
from .few_numbers import only_left


def in_turn(board: Board, step: Step) -> str:
    """Return the words of a step that places numbers in cells of a line one by one, each as the only one left for the
    cell, or the cell as the only place left for the number; '' for another step.

    Numbers that other cells lose stand at the end; the line has each of them in another cell.
    """
    placed = [fact for fact in step.facts if not fact.negative]
    out = [fact for fact in step.facts if fact.negative]
    if len(step.rules) != 1 or not placed or not EACH_ONCE.fullmatch(step.rules[0].name):
        return ""
    turns = list(_turns(step, placed))
    have = {fact.value for fact in (*step.cited, *placed) if not fact.negative}
    if len(turns) < len(placed) or any(fact.value not in have for fact in out):
        return ""
    texts = [f"{facts_text(board, [fact])}, {why}" for fact, why in turns]
    lost = ". So " * bool(out) + facts_text(board, out) * bool(out) + so_text(board, step)
    return f"{'; then '.join(texts)}{since(board, step)}{lost}"


def _turns(step: Step, placed: list[Fact]) -> Iterator[tuple[Fact, str]]:
    """Yield numbers that a step places in an order in which each follows from the known facts and the numbers before,
    with the reason in words; no more if nothing explains the next one.
    """
    name, places = NO_VALUE_TWICE + line_name(step.rules[0].name), step.rules[0].places
    todo, known = list(placed), list(step.cited)
    while todo:
        found = {fact: only_left(fact, known, places, step.marks.every, name) for fact in todo}
        fact = min((each for each in todo if found[each]), key=lambda each: len(found[each]), default=None)
        if fact is None:
            return
        yield fact, found[fact]
        todo.remove(fact)
        known.append(fact)


def concluded_numbers(board: Board, step: Step) -> set[Fact]:
    """Return the numbers that a step leaves alone in their cells if the sentence of the step has them."""
    left, so = step.marks.left, so_text(board, step)
    whole = f"{facts_text(board, step.facts, left)}{so_text(board, step, left)}" if left else so
    is_named = (so and so in step.text) or (whole and step.text[1:].startswith(whole[1:]))
    return step.left_alone if is_named and not step.folded else set()
