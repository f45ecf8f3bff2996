"""Steps about galaxies as a person says them, judged by the facts and reasons that they stand for."""

import re

import pytest
from support.chains import chain
from support.named_places import cells_of as named

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
SEVEN = """\
; Galaxies Puzzle
size 7 7
stars
1 3
2 12
5 7
6 11
8 2
9 13
11 9
12 5
13 11
"""
FAR = re.compile(
    r"the galaxy cannot get to (.*?), since (?:(.*?) (?:is|are) not in it)?(?: and )?(?:no cell is opposite to (.*?))?"
    r"(?:; (.*?) (?:is|are) opposite to (?:it|them))?\.$"
)
LINK = re.compile(
    r"without (?:it|them|any of them) (.*?) would be cut off from the star"
    r"(?:, since (?:(.*?) (?:is|are) not in it)?(?: and )?(?:no cell is opposite to (.*?))?)?\.$"
)


class Sky:
    """A board on which one galaxy is looked at, that of the facts of a step; no code of the package fills."""

    def __init__(self, board, step):
        first = step.facts[0].places[1]
        self.y, self.x = next((y, x) for y, x in board.givens["stars"] if ((y - 1) // 2, (x - 1) // 2) == first)
        self.cells, self.first = set(board.cells()), first
        self.out = {each for fact in step.cited if fact.negative for each in self.pair(fact.places[0])}
        self.own = {each for fact in step.cited if not fact.negative for each in self.pair(fact.places[0])}
        assert {fact.places[1] for fact in (*step.facts, *step.cited)} == {first}, step.text

    def pair(self, cell):
        return {cell, (self.y - 1 - cell[0], self.x - 1 - cell[1])}

    def gets(self, cell, shut):
        """Whether ways outside of some cells lead from a cell to the star."""
        found = [cell]
        for r, c in found:
            near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} & self.cells - shut
            found += sorted(near.difference(found))
        return self.first in found

    def walls(self, out, lone):
        """The cells that a sentence says no way leads through, each of them for the reason that the sentence says."""
        assert named(out or "") <= self.out and not any(self.pair(cell) <= self.cells for cell in named(lone or ""))
        assert named(out or "") | named(lone or ""), "nothing is in the way"
        return named(out or "") | named(lone or "")


@pytest.mark.parametrize("text", [BOARD, SEVEN])
def test_a_reader_finds_no_way_around_the_cells_that_a_sentence_names(text):
    board, told = chain(text).board, {"far": 0, "link": 0}
    for step in chain(text):
        if said := FAR.search(step.text):
            sky, there, others = Sky(board, step), named(said[1]), named(said[4] or "")
            walls = sky.walls(said[2], said[3])
            assert not any(sky.gets(cell, walls) for cell in there), step.text
            opposite = set().union(*map(sky.pair, there)) - there
            assert opposite == others and there | others == set().union(*(sky.pair(f.places[0]) for f in step.facts))
            told["far"] += 1
        if said := LINK.search(step.text):
            sky, ends = Sky(board, step), named(said[1])
            walls = sky.walls(said[2], said[3]) if said[2] or said[3] else set()
            assert ends and ends <= sky.own, step.text
            for fact in step.facts:
                pair = sky.pair(fact.places[0])
                assert any(not sky.gets(cell, walls | pair) for cell in ends), step.text
                assert all(sky.gets(cell, walls) for cell in ends), step.text
            told["link"] += 1
        assert ", by the star at" not in step.text, step.text
    assert told["far"] and (told["link"] or text == BOARD), told


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
        r"(?:is|are) not in the galaxy of the star at (.*): the galaxy cannot get .*, since (.*) (?:is|are) not in it"
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
