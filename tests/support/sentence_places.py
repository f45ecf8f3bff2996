"""The places that the sentence of a step names, read from its words alone, and what a person would miss there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from csp2sat.puzzles.facts import uses_corners
from csp2sat.puzzles.spec import Board, Cell
from csp2sat.reasoning.step import Step

LIST = r"\d+(?: to \d+)?(?:, \d+(?: to \d+)?)*(?: and \d+(?: to \d+)?)?(?!\d)"
ROWS_FIRST = re.compile(rf"\brows? ({LIST}), columns? ({LIST})")
COLUMNS_FIRST = re.compile(rf"\bcolumns? ({LIST}), rows? ({LIST})")
LINE = re.compile(r"row (\d+), column (\d+) to (row|column) (\d+)")
WAYS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
DIAGONAL = re.compile(r"the diagonal from row (\d+), column (\d+) to row (\d+), column (\d+)")
FROM = re.compile(r"row (\d+), column (\d+) ((?:up|right|down|left)(?:(?:, | and | or )(?:up|right|down|left))*)\b")
BESIDE = re.compile(rf"between (row|column)s (\d+) and (\d+) in (?:row|column)s ({LIST})")
SIDES = re.compile(
    r"((?:top|right|bottom|left)(?:(?:, | and | or )(?:top|right|bottom|left))*) of (.*?)(?= the |: | there |\.|$)"
)
FEW = 12
UNNAMED = re.compile(
    r"two (parts|areas|equal|different)|\((\d+) times\)|in (\d+) places|"
    r"(?<!x )(?<!only )(?<!least )(?<!have )\b(\d+) (?:cells|facts|clues)\b"
)
TOUCH = re.compile(r"would touch the|, beside (it|them), is")  # both cells are named, the rule's others do not matter
LARGE = 5  # of a reason whose trail has the rules


def numbers(words: str) -> list[int]:
    """Numbers of a list in words, from 0."""
    found = []
    for part in re.split(r", | and ", words):
        first, *last = map(int, part.split(" to "))
        found += range(first - 1, last[0] if last else first)
    return found


def cells_of(text: str) -> set[Cell]:
    """All cells that a sentence names."""
    found = {(r, c) for one in ROWS_FIRST.finditer(text) for r in numbers(one[1]) for c in numbers(one[2])}
    found |= {(r, c) for one in COLUMNS_FIRST.finditer(text) for c in numbers(one[1]) for r in numbers(one[2])}
    for line in LINE.finditer(text):
        r, c, end = int(line[1]) - 1, int(line[2]) - 1, int(line[4]) - 1
        found |= {(r, at) if line[3] == "column" else (at, c) for at in range((c, r)[line[3] == "row"], end + 1)}
    for one in DIAGONAL.finditer(text):
        top, left, bottom, right = (int(each) - 1 for each in one.groups())
        found |= {(r, left + (r - top) * (1 if right > left else -1)) for r in range(top, bottom + 1)}
    for one in FROM.finditer(text):
        r, c = int(one[1]) - 1, int(one[2]) - 1
        found |= {(r + WAYS[way][0], c + WAYS[way][1]) for way in re.split(r", | and | or ", one[3])}
    for one in BESIDE.finditer(text):
        two = [int(one[2]) - 1, int(one[3]) - 1]
        found |= {(a, b) if one[1] == "row" else (b, a) for a in two for b in numbers(one[4])}
    for word, step in (("right of ", (0, 1)), ("below ", (1, 0))):
        for part in text.split(word)[1:]:
            found |= {(r + step[0], c + step[1]) for r, c in cells_of(part)}
    return found


def corners_of(text: str) -> set[tuple[Cell, Cell]]:
    """All sides of cells that a sentence names, as pairs of corners."""
    found = set()
    for one in SIDES.finditer(text):
        for r, c in cells_of(one[2]):
            sides = {"top": (0, 0, 0, 1), "left": (0, 0, 1, 0), "bottom": (1, 0, 1, 1), "right": (0, 1, 1, 1)}
            for side in re.split(r", | and | or ", one[1]):
                a, b, x, y = sides[side]
                found.add(((r + a, c + b), (r + x, c + y)))
    return found


def missing(board: Board, step: Step) -> Iterator[str]:
    """What the sentence of a step does not name: places and numbers of its facts, its known facts and its clues, places
    of its rules, and places that are counted though there are few.
    """
    text = re.sub(r"(?<=\. )[A-Z]|^[A-Z]", lambda found: found[0].lower(), step.text)
    for found in UNNAMED.finditer(text):
        count = next((int(each) for each in found.groups()[1:] if each and each.isdigit()), 0)
        if count <= FEW:
            yield found[0]
    if UNNAMED.search(text):
        return
    named, sides = cells_of(text), corners_of(text) if uses_corners(board) else set()
    ways = "a line leads from" in text or "a loop goes through" in text  # of which the ends are named
    for fact in (*step.facts, *step.known):
        is_line = fact.what == "edge" and fact.value == "line"
        if is_line and ways and not fact.negative:
            continue
        if is_line and uses_corners(board):
            if fact.places not in sides:
                yield f"side {fact.places}"
        elif fact.what != "region" and not named.issuperset(fact.places):
            yield f"{fact.what} {fact.places}"
        if (
            isinstance(fact.value, int)
            and fact.value
            and not fact.negative
            and not re.search(rf"\b{fact.value}\b", text)
        ):
            yield f"number {fact.value}"
    yield from (f"clue at {clue.place}" for clue in step.clues if not clue.beside and clue.place not in named)
    last = step.trail[-1] if step.kind == "suppose" else None
    if last and last.places and not re.search(r"\b(row|column)s? \d", last.by):
        yield f"a place in {last.by}"
    if step.kind != "suppose" and step.weight <= LARGE and not TOUCH.search(text):
        for rule in step.rules:
            for use in rule.uses:
                line = re.search(r"(row|column) \d|number \d+ once|different digits", use.words)
                if not line and not use.ends and not uses_corners(board) and len(use.at) <= FEW // 2:
                    yield from (f"rule at {cell}" for cell in use.at if cell not in named)
