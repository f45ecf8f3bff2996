"""Norinori says which pair or lack of a pair a cell is against, and that is so by the known facts of the sentence."""

import re

import pytest
from support.chains import chain, generated
from support.named_places import cells_of

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.checks import neighbours
from csp2sat.puzzles.spec import PUZZLES

PAIR, ALONE = ": no third shaded cell can touch a pair", ": no neighbour can be shaded"
NEEDS = r": no other cell beside (row \d+, column \d+) can be shaded"


def is_true(board, text, fact, shaded):
    """Whether the reason of a sentence is right for one of its facts; shaded: by the known facts that it cites."""
    (cell,) = fact.places
    near = [at for at in neighbours(cell) if board.has(at)]
    if PAIR in text:
        return any(shaded.get(at) and any(shaded.get(more) for more in neighbours(at)) for at in near)
    if re.search(ALONE, text):
        return all(shaded.get(at) is False for at in near)
    if found := re.search(NEEDS, text):
        (lone,) = cells_of(found[1])
        left = [at for at in neighbours(lone) if board.has(at) and shaded.get(at) is not False]
        return left == [cell] and shaded.get(lone)
    return True


@pytest.mark.parametrize("seed", range(3))
def test_why_cells_are_shaded_or_not(seed):
    board = generated("norinori", 6, 6, seed)
    seen = 0
    for step in chain(board).needed():
        shaded = {fact.places[0]: not fact.negative for fact in step.cited}
        seen += bool(re.search(f"{PAIR}|{ALONE}|{NEEDS}", step.text))
        assert all(is_true(board, step.text, fact, shaded) for fact in step.facts), step.text
    assert seen > 3


ROOMS = "; Norinori Puzzle\nsize 4 1\n0 0 1 1\n"


@pytest.mark.parametrize(
    "shaded, unshaded, words",
    [
        ([0, 1, 2], [], "row 1, column 2 would have two shaded neighbours"),
        ([0], [1], "row 1, column 1 would have no shaded neighbour"),
        ([0, 1], [2], ""),
    ],
)
def test_which_cell_has_no_pair_or_is_in_two(shaded, unshaded, words):
    facts = [Fact("cell", ((0, at),), "#", at in unshaded) for at in (*shaded, *unshaded)]
    board, forms = csp2sat.loads(ROOMS).board, PUZZLES["norinori"].facts
    assert forms.why(board, "shaded cells are in pairs", facts, []) == words


@pytest.mark.parametrize(
    "shaded, unshaded, words",
    [
        ([], [0], "only 1 cell is left in the room of row 1, column 1"),
        ([], [0, 1], "no cell is left in the room of row 1, column 1"),
        ([0, 1, 2], [], "3 cells would be shaded in the room of row 1, column 1"),
    ],
)
def test_how_a_room_of_two_cells_fails(shaded, unshaded, words):
    facts = [Fact("cell", ((0, at),), "#", at in unshaded) for at in (*shaded, *unshaded)]
    board, forms = csp2sat.loads(ROOMS).board, PUZZLES["norinori"].facts
    assert forms.broken(board, "two shaded cells in the room", (0, 0), facts) == words
    assert forms.broken(board, "another rule", (0, 0), facts) == ""
