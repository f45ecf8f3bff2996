"""Sentences about stars: the places that a star would leave, and stars of rooms in lines, are as the words say."""

import re

import pytest

import csp2sat
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.sentences import says_trail
from csp2sat.reasoning.wording.place_words import places_text

LEFT = re.compile(
    r"a star there would leave (only (.+?)|no place) for the (\d+ stars|other stars?|star) in ([^,:]+(?:, column \d+)?)"
)
ALL_IN = re.compile(r": (.+) needs? (\d+) (?:more )?stars?, which can only be in (.+), where there can be no more")

OUTSIDE = re.compile(
    r": (.+) needs? \d+ (?:more )?stars?, at most (\d+) of them in (.+), and only (.+) (?:is|are) left for"
)


def cells_of(board, name):
    """The cells of a row, a column, or the room at a cell."""
    rows, cols = range(board.rows), range(board.cols)
    if found := re.fullmatch(r"row (\d+)", name):
        return {(int(found[1]) - 1, c) for c in cols}
    if found := re.fullmatch(r"column (\d+)", name):
        return {(r, int(found[1]) - 1) for r in rows}
    found = re.fullmatch(r"the room at row (\d+), column (\d+)", name)
    regions = board.givens["regions"]
    room = regions[int(found[1]) - 1][int(found[2]) - 1]
    return {(r, c) for r in rows for c in cols if regions[r][c] == room}


def together(board, names):
    """The cells of lines and rooms in words, each as often as it is in one."""
    found = []
    for word, numbers in re.findall(
        r"(row|column)s? ([\d, andto]+?)(?= and the room|$)", names.split("the room")[0].strip()
    ):
        each = re.sub(r"(\d+) to (\d+)", lambda run: " ".join(map(str, range(int(run[1]), int(run[2]) + 1))), numbers)
        found += [cells_of(board, f"{word} {number}") for number in re.findall(r"\d+", each)]
    rooms = names.split("the room", 1)[1] if "the room" in names else ""
    found += [cells_of(board, f"the room at {at}") for at in re.findall(r"row \d+, column \d+", rooms)]
    return found


def touch(one, other):
    return one != other and max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def check(board, steps):
    """Check the sentences of steps; return how many were left to check."""
    count, stars = 0, board.givens["stars"]
    for step in steps:
        none = {fact.places[0] for fact in step.cited if fact.negative}
        have = {fact.places[0] for fact in step.cited if not fact.negative}
        goal = step.facts[0].places[0]
        found = LEFT.search(step.text)
        if found and not any(word in step.text for word in (" then ", " need", " would be left ")):
            cells = cells_of(board, found[4].removesuffix(", and these touch"))
            left = {cell for cell in cells - none - have if cell != goal and not touch(cell, goal)}
            wanted = stars - len({*have, goal} & cells)
            assert (found[2] is None) == (not left), step.text
            assert not left or found[2] == places_text(sorted(left)), step.text
            is_full = len(left) == wanted and any(touch(a, b) for a in left for b in left)
            assert len(left) < wanted or (is_full and "these touch" in step.text) or "too many" in step.text
            count += 1
        if found := ALL_IN.search(step.text):
            some, others = together(board, found[1]), together(board, found[3])
            inside = set.union(*others)
            assert all(cells - none - have <= inside for cells in some), step.text
            assert len(some) * stars - len(have & set.union(*some)) == int(found[2])
            assert len(others) * stars - len(have & inside) == int(found[2])
            assert all(fact.negative and fact.places[0] in inside - set.union(*some) for fact in step.facts)
            count += 1
        if found := OUTSIDE.search(step.text):
            some, others = together(board, found[1]), together(board, found[3])
            outside = set.union(*some) - set.union(*others) - none - have
            assert found[4] == places_text(sorted(outside)), step.text
            assert len(others) * stars - len(have & set.union(*others)) == int(found[2])
            count += 1
    return count


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(1, 5))
def test_what_a_star_leaves(seed):
    board = csp2sat.generate("starbattle", rows=8, cols=8, seed=seed)
    steps = csp2sat.steps(board)
    check(board, steps)
    assert steps.status == "SOLVED"


def test_two_stars_in_each_room():
    board = csp2sat.loads(PUZZLES["starbattle"].samples[0][0]).board
    steps = csp2sat.steps(board)
    assert check(board, steps) > 9
    assert not any("ways end in contradictions" in step.text or "uses of" in step.text for step in steps)
    assert all(says_trail(board, step) for step in steps if step.kind == "suppose")
