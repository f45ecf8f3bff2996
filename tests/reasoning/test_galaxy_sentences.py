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


ONLY = re.compile(r": no other galaxy can have (row \d+, column \d+): (.*)\.$")
TAKEN = re.compile(r"at star (\w+) at (.*?), its opposite cell, (row \d+, column \d+), is in the galaxy of star (\w+)")
BARRED = re.compile(r"the galax(?:y of star|ies of stars) (.*) cannot have it(?: \(see step (\d+)\))?")
NO_CELL = "at each other star no cell is opposite to it"


class Read:
    """The board as a reader has it by the sentences so far: the galaxy of each cell, and the cells that each lacks."""

    def __init__(self, board):
        self.board, self.galaxy, self.out = board, {}, {}
        firsts = sorted((cells_of(star)[0], star) for star in stars(board))
        self.stars = {chr(ord("A") + at): star for at, (_, star) in enumerate(firsts)}
        self.letters = {first: chr(ord("A") + at) for at, (first, _) in enumerate(firsts)}

    def opposite(self, letter, cell):
        y, x = self.stars[letter]
        return y - 1 - cell[0], x - 1 - cell[1]

    def learn(self, step):
        for fact in step.facts:
            letter = self.letters[fact.places[1]]
            for cell in (fact.places[0], self.opposite(letter, fact.places[0])):
                if fact.negative:
                    self.out[letter, cell] = step.number
                else:
                    self.galaxy[cell] = letter

    def judge(self, step, cell, reasons):
        """Check that each of the reasons is true and bars the galaxy of a star; return the letters of these stars."""
        barred = set()
        for reason in reasons:
            if said := TAKEN.fullmatch(reason):
                (there,) = named(said[3])
                assert there == self.opposite(said[1], cell) and self.galaxy[there] == said[4] != said[1], step.text
                assert named(said[2]) == {*cells_of(self.stars[said[1]])}, step.text
                barred.add(said[1])
            elif said := BARRED.fullmatch(reason):
                for letter in re.findall(r"(?:^|, |and )([A-Z]) at", said[1]):
                    assert self.out[letter, cell] == int(said[2] or 0), step.text
                    barred.add(letter)
            else:
                assert reason == NO_CELL, reason
                others = self.stars.keys() - barred - {self.letters[step.facts[0].places[1]]}
                assert others and not {self.opposite(each, cell) for each in others} & {*self.board.cells()}, step.text
                barred |= others
        return barred


@pytest.mark.parametrize("text", [BOARD, SEVEN])
def test_a_cell_has_one_galaxy_left_as_each_other_star_is_barred_by_what_a_reader_sees(text):
    """Its opposite cell is in the galaxy that the sentence names, or off the board, or a step named has excluded it."""
    steps, told = chain(text), 0
    reader = Read(steps.board)
    for step in steps:
        if said := ONLY.search(step.text):
            (cell,) = named(said[1])
            assert step.rules[0].name == f"one star has the cell at {place(cell)}"
            own = reader.letters[step.facts[0].places[1]]
            assert reader.judge(step, cell, said[2].split("; ")) == reader.stars.keys() - {own}, step.text
            assert cell not in reader.galaxy
            told += 1
        reader.learn(step)
    assert told > 3


def test_a_galaxy_that_cannot_get_further_names_the_cells_that_it_does_not_have():
    found = steps_of(
        r"(?:is|are) not in the galaxy of star [A-Z] at (.*): the galaxy cannot get .*, since (.*) (?:is|are) not in it"
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


OF_ANOTHER = re.compile(r": no other galaxy has (.*?), or its opposite cell at the star, since \1 is in the galaxy of ")


def both(board, fact):
    """The cell of a fact and the cell opposite to it at the fact's star."""
    cell, first = fact.places
    (y, x) = next((y, x) for y, x in board.givens["stars"] if ((y - 1) // 2, (x - 1) // 2) == first)
    return {cell, (y - 1 - cell[0], x - 1 - cell[1])}


@pytest.mark.parametrize("text", [BOARD, SEVEN])
def test_a_cell_of_one_galaxy_is_in_no_other_and_neither_are_its_opposite_cells(text):
    """The cell is known to be in a galaxy; each new fact is about another star, and about the cell and its opposite."""
    steps, count = chain(text), 0
    for step in (step for step in steps if is_of_another(steps.board, step)):
        (cell,), (known,) = named(OF_ANOTHER.search(step.text)[1]), step.cited
        assert cell in both(steps.board, known)
        for fact in step.facts:
            assert fact.negative and fact.places[1] != known.places[1] and cell in both(steps.board, fact)
        count += 1
    assert count > 5 and not any("one star has the cell" in step.text for step in steps)
