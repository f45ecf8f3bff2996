"""What a person would miss in the sentence of a step, by the places that its words name."""

from __future__ import annotations

import re
from collections.abc import Iterator

from csp2sat.puzzles.facts import uses_corners
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types.yajilin import free_cells
from csp2sat.reasoning.step import Step
from support.loop_places import areas_of, around
from support.named_places import WAYS, cells_of, corners_of

FEW = 12
UNNAMED = re.compile(
    r"two (parts|areas|equal|different)|\((\d+) times\)|in (\d+) (?:other )?places|"
    r"(?<!x )(?<!only )(?<!least )(?<!most )(?<!have )(?<!other )\b(\d+) (?:cells|facts|clues)\b(?! on the loop)"
)
ENDS = re.compile(r"a line leads from|the two ends of one line|joins both ends of this edge")
NO_LINE_AT = re.compile(r"no line at (.*?)(?=; from| and from|[:.]|,? (?:by|since|so|and there)|(?<!,) and row|$)")
TOUCH = re.compile(r"would touch the|, beside (it|them), is|free cells are")  # the others of the rule do not matter
LARGE = 5  # of a reason whose trail has the rules


def missing(board: Board, step: Step) -> Iterator[str]:
    """What the sentence of a step does not name: places and numbers of its facts, its known facts and its clues, places
    of its rules, and places that are counted though there are few.
    """
    text = re.sub(r"(?<=\. )[A-Z]|^[A-Z]", lambda found: found[0].lower(), step.text)
    for found in UNNAMED.finditer(text):
        count = next((int(each) for each in found.groups()[1:] if each and each.isdigit()), 0)
        if count <= FEW:
            yield found[0]
    if UNNAMED.search(text) or "the last empty cell of " in text:  # the line, and the numbers that it has
        return
    named, sides = cells_of(text), corners_of(text) if uses_corners(board) else set()
    at = [cell for words in NO_LINE_AT.findall(text) for cell in cells_of(words)]
    named |= {(r + down, c + right) for r, c in at for down, right in WAYS.values()}
    ways = ENDS.search(text) or "a loop goes through" in text  # of which the ends are named
    closed = {edge for _, area in areas_of(board, text) for edge in around(board, area)}  # no other way out is left
    done = "each firefly has its line" in text  # a reader sees all lines
    grey = set(board.cells()).difference(free_cells(board)) if board.puzzle == "yajilin" else set()
    known = (
        fact for fact in step.known if not done and (not fact.negative or grey.isdisjoint(fact.places))
    )  # a reader sees the others
    for fact in (*step.facts, *known):
        is_line = fact.what == "edge" and fact.value == "line"
        if is_line and (ways if not fact.negative else fact.places in closed):
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
