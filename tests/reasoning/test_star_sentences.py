"""Sentences about stars: the places that a star would leave, and stars of rooms in lines, are as the words say."""

import re

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.wording.place_words import places_text
from csp2sat.reasoning.wording.star_words import says_trail

LEFT = re.compile(
    r"a star there would leave (only (.+?)|no place) for the (\d+ stars|other stars?|star) in ([^,:]+(?:, column \d+)?)"
)
ALL_IN = re.compile(
    r": (.+) needs? (\d+) (?:more )?stars?, which can only be in (.+) and (?:is|are) all that \3 needs?\b"
)

OUTSIDE = re.compile(
    r": (.+) needs? \d+ (?:more )?stars?, at most (\d+) of them in (.+), and only (.+) (?:is|are) left for"
)
NAME = r"the room at row \d+, column \d+|row \d+|column \d+"
CHAIN = re.compile(
    rf"(?:only ([^:]+?)|no place)(?: would be left)? for the (other )?(?:\d+ )?stars? in ({NAME})"
    rf"|({NAME}) would have its"
)
COUNTED = re.compile(
    r": (.+) needs? \d+ (?:more )?stars?(?:, at most \d+ of them in (.+?), and a star there would leave"
    r"|; (?:with a star there at most \d+ of them could be in|a star there would fill) (.+?)"
    r"(?:(?:, and| and touch) (.+?)(?: touch(?:es)? that star)?)?, which leaves"
    r"|, and a star there would leave) (?:only (.+?)|no place) for (?:the others?|them|it|the star of)\b"
)
TWO_STARS = [
    "0111112223\n0014222223\n0044242233\n0444444433\n0005466336\n0755666636\n7755566666\n7888866666\n7888888866\n7788888999",
    "0001112222\n0301142222\n3300144222\n3000004442\n3005506442\n3355666444\n7755588994\n7558888994\n7777788894\n7777789999",
]


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
        r"(row|column)s? ([\d, andto]+?)(?= and (?:the room|column)|$)", names.split("the room")[0].strip()
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
        if found and not any(word in step.text for word in (" then ", " need", " would be left ", " would have ")):
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


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(1, 5))
def test_what_a_star_leaves(seed):
    board = generated("starbattle", 8, 8, seed)
    steps = chain(board)
    check(board, steps)
    assert steps.status == "SOLVED"


def test_two_stars_in_each_room():
    board = csp2sat.loads(PUZZLES["starbattle"].samples[0][0]).board
    steps = chain(board)
    check(board, steps)
    assert not any("ways end in contradictions" in step.text or "uses of" in step.text for step in steps)
    assert all(says_trail(board, step) for step in steps if step.kind == "suppose")


def board_at(number):
    """A board with two stars in each row, column and room for the numbers 0 and 1, with one star for others."""
    if number < len(TWO_STARS):
        rows = "\n".join(map(" ".join, TWO_STARS[number].split("\n")))
        return csp2sat.loads(f"; Star Battle Puzzle\nsize 10 10\nstars 2\n{rows}").board
    return generated("starbattle", 8, 8, number)


def cited_by(step):
    """Whether cells have a star, by the facts that a step cites."""
    return {fact.places[0]: not fact.negative for fact in step.cited}


def left_in(cells, state):
    """The cells that may have a star, by all that a reader knows: cells without one, and stars that do not touch."""
    stars = [cell for cell, has in state.items() if has]
    return {cell for cell in cells if cell not in state and not any(touch(cell, star) for star in stars)}


def check_left(board, steps):
    """Check, by the board and the cited facts, which cells each sentence says are left; return how many it says."""
    return sum(check_chain(board, step) + check_counted(board, step) for step in steps if len(step.facts) == 1)


def check_chain(board, step):
    """Check what a supposition leaves for a line or room, and so on; return for how many lines and rooms."""
    body, count = step.text.split(", since ")[0], 0
    if " need" in body or "would " not in body or not says_trail(board, step):
        return 0
    fact = step.facts[0]
    state = cited_by(step) | {fact.places[0]: fact.negative}
    for found in CHAIN.finditer(body.split(": ", 1)[1]):
        cells = cells_of(board, found[3] or found[4])
        stars, left = {cell for cell in cells if state.get(cell)}, left_in(cells, state)
        if found[3]:
            assert (found[1] or "") == places_text(sorted(left)), (step.text, left)
            assert bool(found[2]) == bool(stars), step.text
            assert len(left) + len(stars) <= board.givens["stars"], step.text
            count += 1
        else:
            assert len(stars) == board.givens["stars"], step.text
        state |= dict.fromkeys(left, bool(found[3]))
    return count


def check_counted(board, step):
    """Check which cells a star leaves to lines and rooms outside of others; return how many sentences there were."""
    found = COUNTED.search(step.text)
    if not found:
        return 0
    inside = set().union(*together(board, found[2] or found[3] or ""))
    state = cited_by(step) | {step.facts[0].places[0]: True}
    left = left_in(set().union(*together(board, found[1])) - inside, state)
    assert (found[5] or "") == places_text(sorted(left)), (step.text, left)
    if found[3] and len(step.facts) == 1:
        goal, outside = step.facts[0].places[0], set().union(*together(board, found[1])) - inside
        near = {cell for cell in outside if touch(cell, goal) and cell not in {each.places[0] for each in step.cited}}
        assert (found[4] or "") == places_text(sorted(near)), (step.text, near)
    return 1


@pytest.mark.sample(2)
@pytest.mark.parametrize("at", [*range(7), pytest.param(7, marks=pytest.mark.long), 8])
def test_cells_left_by_all_that_is_known(at):
    board = board_at(at)
    steps = chain(board)
    assert check_left(board, steps) > (12 if at < 2 else -1)
    counted = [step for step in steps if "all other ways" in step.text]
    assert len(counted) <= (4 if at < 2 else 2), [step.text for step in counted]
