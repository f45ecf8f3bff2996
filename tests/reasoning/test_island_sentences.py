"""What sentences say of numbered islands is true: the cells that are left, the cells that are needed, the sizes."""

import re
from copy import copy

import pytest
from support.chains import chain

import csp2sat

BOARD = (
    "; Nurikabe Puzzle\nsize 10 10\n"
    "- - - - - - - - - -\n"
    "- 1 - - - - 4 - - -\n"
    "- - 1 - - - - - - -\n"
    "1 - - - 1 - 6 - - -\n"
    "- 4 - 1 - 1 - - - -\n"
    "- - - - - - - 2 - -\n"
    "- - - - - - 1 - - -\n"
    "- - - - - - - - 4 -\n"
    "- 1 - 5 - - - - - 1\n"
    "- - 1 - - - - - - -\n"
)
CORNER = (
    "; Nurikabe Puzzle\nsize 10 10\n"
    "- - - - - 1 - - - 3\n"
    "- 1 - - - - 2 - - -\n"
    "- - - 2 - 2 - - - -\n"
    "- - 5 - - - - 2 - -\n"
    "- - - - - - - - - -\n"
    "- - - - 3 - - 2 - -\n"
    "- 1 - - - - - - - -\n"
    "- - 1 - - - - - - -\n"
    "- - - - - - - - 7 -\n"
    "3 - 2 - - - - 1 - -\n"
)
FULL = """\
; Nurikabe Puzzle
size 10 10
- - - - 2 - - - - -
- 2 - - - - 3 - - -
- - - - - - - - - -
- 1 - 1 - - - - - -
- - - - - - 5 - - -
- - - - - 7 - - 1 -
- - - - - - - - - -
- - - 4 - - - 4 - -
- - - - - - - - - -
3 - 1 - - - 1 - - -
"""
RIM = (
    "; Nurikabe Puzzle\nsize 10 10\n"
    "- - - - - - - - 1 -\n"
    "1 - - - 1 - - - - -\n"
    "- - - - - - - 5 - -\n"
    "- 5 - 1 - - - - - -\n"
    "- - - - - - - 3 - -\n"
    "- - - - - - - - 6 -\n"
    "- - - 5 - - - - - -\n"
    "- - - - - - 6 - - -\n"
    "- - 1 - - - - 1 - -\n"
    "1 - - - - - - - 1 -\n"
)
PLACE = r"row (\d+), column (\d+)"
LEFT = re.compile(rf"else only (\d+) cells? would be left for the (\d+) at {PLACE}")
LARGE = re.compile(rf"else the island of the (\d+) at {PLACE} would have (\d+) cells")
MEET = re.compile(rf"else the (\d+) at {PLACE} and the (\d+) at {PLACE} would share an island")
COMPLETE = re.compile(rf"the island of the (\d+) at {PLACE} is complete")
NOWHERE = re.compile(
    rf"no (?:number|island) (?:(?:reaches|can hold) (?:it|them)|(?:would reach|could hold) {PLACE})(?!\d| \()"
)


def cell(row, column):
    return int(row) - 1, int(column) - 1


def beside(r, c):
    return {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}


class Isles:
    """The known cells of the board before a step; numbers: by their cells."""

    def __init__(self, numbers, board):
        self.numbers, self.walls, self.land = numbers, set(), set(numbers)
        self.cells = set(board.cells())

    def area(self, start, land):
        found = [start]
        for at in found:
            found += sorted(near for near in beside(*at) & land if near not in found)
        return set(found)

    def reach(self, start, wall, most):
        """How far each cell is from the area of a number, itself counted, if `wall` is one, and no other is touched."""
        own = self.area(start, self.land)
        others = set().union(*(self.area(at, self.land) for at in self.numbers if at not in own))
        shut = self.walls | {wall} | others | {near for at in others - own for near in beside(*at)} - self.land
        found = dict.fromkeys(own, len(own))
        for at in (todo := list(own)):
            for near in (beside(*at) & self.cells) - shut - found.keys() if found[at] < most else ():
                found[near] = found[at] + 1
                todo.append(near)
        return found


def test_the_numbers_in_sentences_are_true():
    board = csp2sat.loads(BOARD).board
    isles, told = Isles(board.filled(), board), dict.fromkeys(["left", "large", "meet"], 0)
    for step in chain(board):
        new = step.facts[0].places[0]
        if (said := LEFT.search(step.text)) and len(step.facts) == 1 and not step.trail:
            start, size = cell(*said.groups()[2:]), int(said[2])
            assert isles.numbers[start] == size > int(said[1]) == len(isles.reach(start, new, size)), step.text
            told["left"] += 1
        if (said := LARGE.search(step.text)) and not step.trail:
            start = cell(*said.groups()[1:3])
            for fact in step.facts:
                area = isles.area(start, isles.land | {fact.places[0]})
                assert isles.numbers[start] == int(said[1]) < int(said[4]) <= len(area), step.text
            told["large"] += 1
        if (said := MEET.search(step.text)) and not step.trail:
            one, other = cell(*said.groups()[1:3]), cell(*said.groups()[4:])
            assert all(other in isles.area(one, isles.land | set(fact.places)) for fact in step.facts), step.text
            told["meet"] += 1
        for fact in step.facts:
            (isles.land if fact.negative else isles.walls).update(fact.places)
    assert all(told.values()), told


def cited(step, board):
    """Return the board's numbers, which a reader sees, with the known cells that the sentence of a step names."""
    isles = Isles(board.filled(), board)
    for fact in step.cited:
        (isles.land if fact.negative else isles.walls).update(fact.places)
    return isles


def needs(isles, start, end, fact):
    """How many cells the island of a number would need to reach a cell, whose area counts; 99 if no way is open.

    fact: the opposite of which is supposed, None for none.
    """
    walls, lands = ({*fact.places}, set()) if fact and fact.negative else (set(), {*fact.places} if fact else set())
    land = isles.land | lands
    own, goal = isles.area(start, land), isles.area(end, land | {end})
    if start in goal:
        return len(goal)
    others = set().union(*(isles.area(at, land) for at in isles.numbers if at not in own))
    shut = isles.walls | walls | others | {near for at in others for near in beside(*at)} - land
    found = dict.fromkeys(own, 0)
    for at in (todo := list(own)):
        if not beside(*at).isdisjoint(goal):
            return len(own) + found[at] + len(goal)
        for near in (beside(*at) & isles.cells) - shut - found.keys() - goal:
            found[near] = found[at] + 1
            todo.append(near)
    return 99


def check(isles, step, told):
    """Check what a sentence says of the islands; told: how many such sentences there were, by their kind."""
    new = step.facts[0].places[0]
    if (said := LEFT.search(step.text)) and len(step.facts) == 1:
        start, size = cell(*said.groups()[2:]), int(said[2])
        wall = new if step.facts[0].negative else None
        own = copy(isles)
        own.land = isles.land | (set() if wall else {new})  # which is supposed
        assert len(own.reach(start, wall, size)) == int(said[1]) < size, step.text
        told["left"] += 1
    if (said := NOWHERE.search(step.text)) and len(step.facts) == 1:
        end, fact = (cell(*said.groups()), step.facts[0]) if said[1] else (new, None)
        assert all(needs(isles, at, end, fact) == 99 for at in isles.numbers), step.text
        told["nowhere"] += 1
    if said := COMPLETE.search(step.text):
        start = cell(*said.groups()[1:])
        assert len(isles.area(start, isles.land)) == int(said[1]) == isles.numbers[start], step.text
        told["complete"] += 1
    if said := MEET.search(step.text):
        one, other = cell(*said.groups()[1:3]), cell(*said.groups()[4:])
        assert all(other in isles.area(one, isles.land | set(fact.places)) for fact in step.facts), step.text
        told["meet"] += 1


@pytest.mark.parametrize("text", [BOARD, CORNER, *(pytest.param(each, marks=pytest.mark.long) for each in (RIM, FULL))])
def test_what_sentences_say_is_true_and_follows_from_what_they_name(text):
    """A reader finds the same counts, distances and islands as the sentence by the cells that it names alone, and by
    all known ones: cells that bound an area are named, and no number behind walls is the nearest one.
    """
    board = csp2sat.loads(text).board
    known, told = Isles(board.filled(), board), dict.fromkeys(["left", "nowhere", "complete", "meet"], 0)
    for step in chain(board):
        for isles in () if step.trail else (cited(step, board), known):
            check(isles, step, told)
        for fact in step.facts:
            (known.land if fact.negative else known.walls).update(fact.places)
    assert told["left"] and told["meet"], told


def test_a_way_from_edge_to_edge_is_named_with_the_walls_and_the_islands_on_it():
    """Cells that would part walls are supposed or known: the known ones are cited."""
    way = "each way to the 5 at row 4, column 3 would part row 7, column 1 from "
    (text,) = [step.text for step in chain(CORNER) if way in step.text and "from edge to edge: " in step.text]
    assert "column 3, rows 5 and 6, and row 8, column 1 are island" in text


def test_what_no_other_island_can_hold_is_said_of_the_board_as_it_is_known():
    """No distance leads around walls that shut a number in; a sentence cites no wall that shuts off nothing, and one
    number is not `the others`.
    """
    rows = "------ ------ ---4-- --6--- ----1- ------".replace("", " ").replace("   ", "\n")
    texts = [step.text for step in chain(f"; Nurikabe Puzzle\nsize 6 6\n{rows.strip()}\n")]
    (crowded,) = (text for text in texts if text.startswith("Row 6, column 4 is wall"))
    assert "; the 1 at row 5, column 5 is shut off by walls or islands), since" in crowded
    assert "around the walls" not in crowded
    (shut,) = (text for text in texts if text.startswith("Row 4, column 6 is wall"))
    assert shut.endswith(
        ", since column 6, rows 1 and 5, and row 4, column 5 are wall and column 5, rows 2 and 3 are island."
    )


def test_a_number_may_have_no_way_at_all_and_an_island_of_one_cell_is_counted_so():
    """Without row 1, column 3 no way of the 5 is left; without row 2, column 2 the way around has 7 cells."""
    rows = "- - - - - -|- - - - - 1|- 5 - 1 - -|- - - - 2 -|1 - 1 - - -|- - - 1 - -"
    texts = [step.text for step in chain("; Nurikabe Puzzle\nsize 6 6\n" + rows.replace("|", "\n") + "\n")]
    assert not any("more than 1 cells" in text for text in texts) and any("more than 1 cell." in text for text in texts)
    (text,) = [text for text in texts if text.startswith("Row 1, column 3 and row 2, column 2 are island")]
    assert "would need at least 7 cells around the walls, if a way is left at all; " in text
    assert all("if a way is left" not in each for each in texts if each != text)
