"""Circles whose loop runs straight both ways, as a player speaks of them: the lengths of the parts that known lines
leave.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise, product

from ...fact_forms import Deduced, Fact
from ...kit.arrows import DIRECTIONS
from ...kit.checks import place
from ...kit.variables import Direction, ahead
from ...spec import Board, Cell

CIRCLE = re.compile(r"(white|black) circle(?: with the number (\d+))?")
FEW = 3  # pairs of parts that are named
Arm = tuple[Direction, int]


def lengths(board: Board, cell: Cell, facts: Sequence[Fact]) -> dict[Direction, list[int]]:
    """Return the numbers of lines that the loop may have straight on from a cell in each direction by known facts;
    0 where the loop does not go.
    """
    lines = {fact.places: not fact.negative for fact in facts if fact.what == "edge"}
    found = dict[Direction, list[int]]()
    for way in DIRECTIONS:
        cells = [cell, *ahead(board, cell, way)]
        known = [lines.get((min(pair), max(pair))) for pair in pairwise(cells)]
        most = known.index(False) if False in known else len(known)
        found[way] = [count for count in range(most + 1) if count == len(known) or not known[count]]
    return found


def pairs(rule: str, left: dict[Direction, list[int]]) -> Iterator[tuple[Arm, Arm]]:
    """Yield the pairs of parts that fit a circle, each as its direction and length.

    rule: the words of the circle.  left: as `lengths` returns.
    """
    circle = CIRCLE.fullmatch(rule)
    for one, other in combinations(left, 2):
        if circle and all(0 in left[way] for way in left.keys() - {one, other}):
            for a, b in product(left[one], left[other]):
                fits = (a == b) == (circle[1] == "white") and int(circle[2] or a + b) == a + b
                if a and b and fits:
                    yield (one, a), (other, b)


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts of lines contradict the circle at a cell, with the lengths of the parts; '' if they do not, and
    for another rule.
    """
    circle, left = CIRCLE.fullmatch(rule), lengths(board, cell, facts)
    if not circle or next(pairs(rule, left), None):
        return ""
    at, goes = f"the {rule} at {place(cell)}", [way for way in DIRECTIONS if 0 not in left[way]]
    open_ = [way for way in DIRECTIONS if left[way] != [0]]
    if len(goes) > 2:
        return f"{len(goes)} lines would meet at {place(cell)}"
    if len(open_) < 2:
        return f"the loop could go only {DIRECTIONS[open_[0]]} from {at}" if open_ else f"the loop could not leave {at}"
    shown = [_part(way, left[way]) for way in (goes if len(goes) == 2 else open_)]
    parts = f"{', '.join(shown[:-1])} and {shown[-1]}"
    which = "" if len(shown) == 2 else "no two of "
    cannot = "can" if which else "cannot"
    are = "be equal" if circle[1] == "white" else "differ"
    also = f" and add up to {circle[2]}" if circle[2] else ""
    return f"{which}{parts} {cannot} {are}{also}, as {at} needs"


def deduction(board: Board, deduced: Deduced) -> str:
    """Return which lengths of both parts fit a circle, if facts follow from the circle alone and few pairs fit, or
    that two ways are open; '' for other facts.
    """
    (rule, cell), *more = deduced.clues
    if more or deduced.passed or deduced.rules or not CIRCLE.fullmatch(rule):
        return ""
    name, left = f"the {rule} at {place(cell)}", lengths(board, cell, deduced.known)
    fitting = list(pairs(rule, left))
    if 0 < len(fitting) <= FEW:
        texts = [" and ".join(f"{count} {DIRECTIONS[way]}" for way, count in pair) for pair in fitting]
        return f"only {', or '.join(texts)} fit {name}"
    open_ = [DIRECTIONS[way] for way in DIRECTIONS if left[way] != [0]]
    return f"only the ways {' and '.join(open_)} are open at {name}" if len(open_) == 2 else ""


def _part(way: Direction, left: Sequence[int]) -> str:
    """Return the lengths of a part in words, such as `at least 2 left`; left: as `lengths` returns of the direction."""
    least, most = left[0], left[-1]
    if least == most:
        return f"{least} {DIRECTIONS[way]}"
    return f"{f'{least} to {most}' if least else f'at most {most}'} {DIRECTIONS[way]}"
