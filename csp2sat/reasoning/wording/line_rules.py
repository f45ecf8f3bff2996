"""Rules that a row, column, box or room has no value twice, in words."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from ...puzzles.spec import PUZZLES, Board, Cell
from ..statements import EACH_ONCE as EACH_ONCE
from ..step import Step, UsedRule
from .place_words import listed, numbered

JOIN = "; "  # between the names of rules that one statement joins
PART = re.compile(r"(row|column) \d+, (row|column)s ")  # cells of a row or column, in the words of a rule
TWO_LINES = "has no line or two lines"  # the end of a rule's words, which say it of a cell or corner of a loop
NO_VALUE_TWICE = "no value twice in "  # before a row, column, box or room
WITH_PLACE = re.compile(r", at row (\d+), column (\d+)$")  # the end of the name of a rule of one cell
HAS_PLACE = re.compile(r"\b(row|column)s? \d")  # in the words of a rule
ONE_VALUE = "one value"  # the rule that a cell has one of its values


def rule_words(rule: str) -> str:
    """Return the words of a rule; for one whose words are only a row, column, box or room what the rule says of it."""
    return f"{NO_VALUE_TWICE}{line_name(rule)}" if EACH_ONCE.fullmatch(rule) else rule


def kind_words(board: Board, name: str, cells: Sequence[Cell] = (), note: str = "") -> str:
    """Return the kind's words of a rule with this name about some cells; else the note, or the name without one."""
    words = PUZZLES[board.puzzle].facts.words
    return words(board, name, cells) if words is not None else note or name


def cells_in(rule: str) -> list[Cell]:
    """Return the cell at the end of the name of a rule of one cell; [] for another rule."""
    return [(int(found[1]) - 1, int(found[2]) - 1) for found in WITH_PLACE.finditer(rule)]


def line_name(rule: str) -> str:
    """Return the name of the row, column, box or room in which a rule allows no value twice."""
    name = rule.removeprefix("different numbers in ").replace("different digits", "the line")
    return f"the {name}" if " at " in name and not name.startswith("the ") else name


def lines_text(names: Sequence[str]) -> str:
    """Return names of rows, columns, boxes and rooms in words: all rows together, then all columns, then the others."""
    found = list[str]()
    for word in ("row", "column"):
        numbers = sorted(int(name.split()[1]) - 1 for name in names if re.fullmatch(f"{word} \\d+", name))
        found += [numbered(word, numbers)] if numbers else []
    boxes = [name.removeprefix("the box at ") for name in names if name.startswith("the box at ")]
    found += [f"the {'boxes' if len(boxes) > 1 else 'box'} at {listed(boxes, '; ', '; and ')}"] if boxes else []
    others = [name for name in names if not re.fullmatch(r"(?:row|column) \d+|the box at .*", name)]
    return "; ".join([*found, *([listed(others)] if others else [])])


def with_single_rules(step: Step) -> Step:
    """Return a step with the rules in place of each that joins several, whose name lists them, as `no unshaded line
    through three rooms; no two shaded cells side by side`: the first one at the places, the others without any.
    """
    rules = dict[str, UsedRule]()
    for rule in step.rules:
        name, *others = rule.name.split(JOIN)
        uses = tuple(use._replace(words=use.words.split(JOIN)[0]) for use in rule.uses) if others else rule.uses
        own = rule._replace(name=name, text=rule.text.split(JOIN)[0] if others else rule.text, uses=uses)
        if old := rules.get(name):
            own = own._replace(
                places=(*old.places, *own.places), times=old.times + own.times, uses=(*old.uses, *own.uses)
            )
        rules[name] = own
        for other in others:
            rules.setdefault(other, UsedRule(other, (), other))
    return replace(step, rules=tuple(rules.values())) if any(JOIN in rule.name for rule in step.rules) else step
