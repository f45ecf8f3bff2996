"""Lines of fireflies as a player speaks of them: from where a line comes, whither it goes, and how often it turns."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise

from ....base.numbers import counted
from ...fact_forms import Deduced, Fact
from ...kit.arrows import LETTERS, arrows
from ...kit.checks import place
from ...kit.variables import ahead, step
from ...spec import Board, Cell

DIRECTION, DOT = "each line has one direction", "dot"  # names of a rule and of a clue
GOES_ON, TURNS = "lines go on at", "turns at"  # how the names of rules of a cell begin
GO = {f"_go{letter}": way for letter, way in LETTERS.items()}


def deduction(board: Board, deduced: Deduced) -> str:
    """Return that a line without turns goes straight on, if facts follow from this alone; '' for other facts."""
    flies, ((text, cell), *more) = arrows(board), deduced.clues
    if deduced.known or deduced.passed or any(fact.negative for fact in deduced.facts):
        return ""
    if more or text != counted(0, "turn"):
        return ""
    line = [cell, *ahead(board, cell, flies[cell].way)]
    fireflies = [there for there in line[1:] if there in flies]
    edges = {(min(pair), max(pair)) for pair in pairwise(line[: line.index(fireflies[0]) + 1])} if fireflies else set()
    is_all = all(fact.places in edges for fact in deduced.facts)
    name = f"with {text} at {place(cell)} the line from the dot"
    return f"{name} goes straight on to {place(fireflies[0])}" if is_all and edges else ""


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return why a line goes in a direction or not, or turns so often, or how facts contradict that; '' for other
    reasons.

    rule: the name of a clue or rule.  known, new: facts, also those about hidden variables.
    """
    at = rule.removeprefix(TURNS).strip()
    if not new and rule.startswith(TURNS):
        passing = _passing(board, at, known)
        misfit = f"{passing}, and the turns left before and after do not fit" if passing else ""
        return f"the line would turn once more after {at}" if _turns_again(board, at, known) else misfit
    if not new or any(fact.what != "hidden" for fact in new):
        return ""
    (kind, cell), is_so = course(new[0]), not new[0].negative
    if kind not in GO:
        return _passing(board, at, known) if rule.startswith(TURNS) else ""
    if rule == DOT:
        if cell not in arrows(board):
            return "no line ends at a dot"
        return "the dot points there" if is_so else "the dot is at another side"
    if rule == DIRECTION:
        there = step(cell, GO[kind])
        if Fact("edge", (min(cell, there), max(cell, there)), "line", True) in known:
            return "there is no line"
        return "the line goes that way, not the other way" if is_so else "the line there comes the other way"
    if rule.startswith(GOES_ON):
        at = rule.removeprefix(GOES_ON)
        return f"the line that comes to{at} goes on" if is_so else f"only one line comes to, and goes on from,{at}"
    return "the line has no turn left" if is_so and rule.startswith(TURNS) and _no_turns(at) & _values(known) else ""


def course(fact: Fact) -> tuple[str, Cell]:
    """Return the kind of a fact about a hidden variable of a line, and its cell; `_goU_1_2`, or `_left_1_2 0`."""
    kind, row, column = str(fact.value).partition(" ")[0].rsplit("_", 2)
    return kind, (int(row), int(column))


def _passing(board: Board, at: str, known: Sequence[Fact]) -> str:
    """Return what a line does at the next cell after a cell: its end there, straight on, or a turn; '' if not known.

    at: the cell in words.  known: facts, also those about hidden variables.
    """
    go = {course(fact): not fact.negative for fact in known if fact.what == "hidden"}
    ways = [(kind, cell) for (kind, cell), is_so in go.items() if kind in GO and is_so and place(cell) == at]
    if not ways:
        return ""
    way, cell = ways[0]
    there = step(cell, GO[way])
    if there in arrows(board):
        return f"the line ends at {place(there)}"
    turned = any(go.get((kind, there)) for kind in GO) or go.get((way, there)) is False
    straight = f"the line goes straight on at {place(there)}" * bool(go.get((way, there)))
    return straight or f"the line turns at {place(there)}" * turned


def _turns_again(board: Board, at: str, known: Sequence[Fact]) -> bool:
    """Whether a line has no turn left after a cell, but cannot go straight on.

    at: the cell in words.  known: facts, also those about hidden variables.
    """
    true = _values(known)
    for fact in known:
        if fact.what == "hidden" and not fact.negative and (found := course(fact))[0] in GO and place(found[1]) == at:
            r, c = step(found[1], GO[found[0]])
            beyond = f"{found[0]}_{r}_{c}"
            is_out = not board.has(step((r, c), GO[found[0]])) or Fact("hidden", (), beyond, True) in known
            return is_out and (r, c) not in arrows(board) and not true.isdisjoint(_no_turns(at))
    return False


def _no_turns(at: str) -> set[str]:
    """Return the value of the hidden variable that a line has no turn left after a cell; at: the cell in words."""
    return {f"_left_{int(r) - 1}_{int(c) - 1} 0" for r, c in re.findall(r"row (\d+), column (\d+)", at)}


def _values(known: Sequence[Fact]) -> set[object]:
    """Return the values of hidden variables that facts say."""
    return {fact.value for fact in known if fact.what == "hidden" and not fact.negative}
