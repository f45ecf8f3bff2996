"""Steps about galaxies as a person says them, judged by the facts and reasons that they stand for."""

import re

from support.chains import chain

from csp2sat.api.reasoning.chains import routine_text
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.checks import place
from csp2sat.puzzles.types.galaxies import cells_of, stars
from csp2sat.reasoning.wording.galaxy_words import is_of_another
from csp2sat.reasoning.wording.place_words import regions_of, regions_text

BOARD = """\
; Galaxies Puzzle
size 6 6
stars
1 2
3 3
4 8
5 11
6 2
10 2
10 8
"""


def steps_of(pattern):
    steps = chain(BOARD)
    return [(step, found) for step in steps if (found := re.search(pattern, step.text))]


def test_a_cell_is_said_to_have_one_galaxy_left_and_the_others_are_named_by_their_stars():
    found = steps_of(r": no other galaxy can have (row \d+, column \d+)(?:, since (.*))?\.$")
    assert found
    for step, words in found:
        assert step.rules[0].name == f"one star has the cell at {words[1]}"
        out = regions_of(chain(BOARD).board, step.known)
        assert all(any(place(cell) == words[1] for cell in cells) for cells in out.values())
        assert all(f"at {star}" in words[2] for star in out) if out else words[2] is None
        assert sum(not fact.negative for fact in step.facts) == len(step.facts) == 1


def test_a_galaxy_that_cannot_get_further_names_the_cells_that_it_does_not_have():
    found = steps_of(
        r"(?:is|are) not in the galaxy of the star at (.*): the galaxy cannot get .*, since (.*) are not in it"
    )
    assert found
    for step, _ in found:
        assert len(regions_of(chain(BOARD).board, (*step.facts, *step.known))) == 1
        assert all(fact.negative for fact in (*step.facts, *step.known)) and step.clues[0].text == "star"


def test_the_cells_in_which_stars_lie_are_named_together_if_they_are_those_of_all_stars():
    board = chain(BOARD).board
    own = [Fact("region", (cell, cells_of(star)[0]), None) for star in stars(board) for cell in cells_of(star)]
    assert regions_text(board, own) == "the cells in which each star lies are in its galaxy"
    assert "each star" not in regions_text(board, own[:-4]), "no cell of the last star"
    corners = [fact for fact in own if fact.places[0] not in ((4, 4), (5, 3))]
    assert "each star" not in regions_text(board, corners), "two of the four cells of the last star"
    more = regions_text(board, [*own, Fact("region", ((1, 0), (2, 0)), None)])
    assert more.startswith("the cells in which each star lies are in its galaxy and row 2, column 1 ")


def test_cells_that_are_out_since_another_galaxy_has_them_are_told_together():
    steps = chain(BOARD)
    run = [step for step in steps if is_of_another(steps.board, step)]
    assert len(run) > 1 and all(not fact.negative for step in run for fact in step.known)
    words = routine_text(steps.board, run)
    assert "a cell of one galaxy is in no other" in words and len(words) < 200
