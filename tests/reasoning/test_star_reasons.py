"""Reasons about stars: nothing can be left out of them, and what a person sees at once comes first."""

import re
from itertools import combinations, islice

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.reasoning.wording.star_counts import counts_of
from tests.reasoning.test_star_groups import places
from tests.reasoning.test_star_sentences import board_at, cells_of, touch

CITED = re.compile(r"(?:has|have) (no|a) star")
BLOCK_AND_CELL = (
    "0111223333\n0001422233\n0111444233\n0551114433\n5555444433\n"
    "5554464777\n5554464778\n5666468888\n9666666668\n9999999888"
)


def cited(text):
    """Whether cells have a star, by the facts behind `since` in a sentence."""
    found, last = {}, 0
    since = re.search(r" since (.+?)(?::|\.$)", text)
    for has in CITED.finditer(since[1] if since else ""):
        found |= dict.fromkeys(places(since[1][last : has.start()]), has[1] == "a")
        last = has.end()
    return found


def can_be(counts, known, stars):
    """Whether stars that do not touch, some of which are there, can have the numbers of counts and what is known."""
    stars = stars | {cell for cell, has in known.items() if has}
    if any(touch(*two) for two in combinations(stars, 2)) or any(not known.get(cell, True) for cell in stars):
        return False
    left = [number - len(stars.intersection(own)) for number, own in counts]
    if min(left) < 0:
        return False
    if not any(left):
        return True
    own = counts[left.index(max(left))][1]
    return any(can_be(counts, known, {*stars, cell}) for cell in own if cell not in known and cell not in stars)


def follows(counts, known, goals):
    """Whether facts follow from counts of stars that do not touch, and from what is known."""
    return not any(can_be(counts, known | {cell: not has}, set()) for cell, has in goals.items())


@pytest.mark.parametrize("seed", [1, 2])
def test_no_fact_can_be_left_out(seed):
    """Facts follow from the lines, the rooms and the known facts of their sentence, and from no fewer of these."""
    judged = 0
    for step in chain(generated("starbattle", 8, 8, seed)):
        counts = [(count.number, count.cells) for count in counts_of(step)]
        if step.routine or step.weight < 2 or "hen " in step.text or "rule" in step.text:
            continue
        known, goals = cited(step.text), {fact.places[0]: not fact.negative for fact in step.facts}
        assert follows(counts, known, goals), step.text
        for cell in known:
            assert not follows(counts, {at: has for at, has in known.items() if at != cell}, goals), (cell, step.text)
        for at in range(len(counts) if len(counts) > 1 else 0):
            assert not follows(counts[:at] + counts[at + 1 :], known, goals), step.text
        judged += 1
    assert judged > 2


def test_the_second_star():
    """A sentence says that a star is the second one where one star is known, and only there."""
    board, known, count = board_at(0), {}, 0
    for step in chain(board):
        if found := re.search(r"the second star in (.+?) can only be there", step.text):
            assert sum(known.get(cell, False) for cell in cells_of(board, found[1])) == 1, step.text
            count += 1
        assert not re.search(r"only 2 places are left for the 2 stars", step.text) or len(step.facts) == 2, step.text
        known |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert count > 3


def test_a_block_and_a_cell_come_first():
    """A room of a block of 2 x 2 cells and one cell, with two stars, has a star in the cell: this is seen at once."""
    rows = "\n".join(map(" ".join, BLOCK_AND_CELL.split("\n")))
    board = csp2sat.loads(f"; Star Battle Puzzle\nsize 10 10\nstars 2\n{rows}").board
    first = [fact for step in islice(csp2sat.steps(board), 2) for fact in step.facts]  # the others are not made
    assert [fact.places[0] for fact in first if not fact.negative] == [(5, 9)]
