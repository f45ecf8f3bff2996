"""What a sentence says of a contradiction."""

from collections import Counter
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from support.sentence_scenes import NURIKABE, at, load_text

import csp2sat
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.hints import where_text
from csp2sat.reasoning.sentences import sentence
from csp2sat.reasoning.step import CitedClue, RuleUse, Step, TrailPart, UsedRule
from csp2sat.reasoning.wording.cut_phrases import even_note, in_fact, parting
from csp2sat.reasoning.wording.fact_words import clue_text
from csp2sat.reasoning.wording.failures import line_fault, number_fault, once_fault, touch_fault, touching
from csp2sat.reasoning.wording.line_rules import TWO_LINES


@pytest.mark.parametrize(
    "kind, text, there, gone, words",
    [
        ("akari", "number 2", 3, 0, "that is too many for X"),
        ("akari", "number 2", 1, 3, "only 1 place is left for X"),
        ("akari", "number 1", 0, 4, "no place is left for X"),
        ("akari", "number 2", 1, 1, ""),  # nothing is wrong
        ("akari", "the cell must be lit", 0, 4, ""),
        ("tents", "number 2 at the top of column 7", 0, 4, "no place is left for X"),
        ("heyawake", "room with 1 shaded cell", 2, 0, "that is too many for X"),
        ("starbattle", "1 star in row 4", 0, 4, "no place is left for X"),
        ("yajilin", "number 3 with an arrow up (1 shaded above row 2, column 1)", 3, 0, "that is too many for X"),
        ("kurodoko", "number 2", 3, 0, ""),  # not a number of shaded cells
    ],
)
def test_a_number_has_too_many_places_or_too_few_are_left(kind, text, there, gone, words):
    facts = [at(0, column, "*", column >= there) for column in range(there + gone)]
    assert number_fault(load_text(kind), text, facts, 4, "X") == words


@pytest.mark.parametrize(
    "given, out, words",
    [
        ({}, {(0, 1), (1, 1), (2, 1)}, "no place is left for 1 in row 1"),
        ({0: 2}, {(1, 1), (2, 1)}, "no place is left for 1 in row 1"),
        ({}, {(0, 1), (1, 1), (0, 3), (1, 3)}, "only row 1, column 3 is left for 1 and 3 in row 1"),
        ({}, {(2, 1), (2, 2), (2, 3)}, "no number is left for row 1, column 3"),
        ({0: 2, 1: 2}, {(2, 1)}, ""),  # the number that stands twice
        ({0: 1}, {(1, 2)}, ""),  # nothing is wrong
    ],
)
def test_a_line_has_too_few_places_or_numbers(given, out, words):
    facts = [at(0, column, value) for column, value in given.items()]
    facts += [at(0, column, value, True) for column, value in out]
    assert once_fault("row 1", facts, {(0, column): (1, 2, 3) for column in range(3)}) == words
    assert once_fault("one loop", facts, {(0, column): (1, 2, 3) for column in range(3)}) == ""


def test_a_line_of_which_not_each_number_is_wanted_has_too_few_numbers():
    values = {(0, column): (1, 2, 3, 4) for column in range(3)}
    facts = [at(0, column, value, True) for column in range(3) for value in (1, 2)]
    assert once_fault("row 1", facts[:3], values) == ""  # 3 cells for 2, 3 and 4
    assert once_fault("row 1", facts, values) == "only 3 and 4 are left for row 1, columns 1 to 3"


def test_a_line_contradicts_iff_it_cannot_be_filled():
    random, seen = Random(1), Counter[str]()
    for _ in range(300):
        out = {(column, value) for column in range(4) for value in range(1, 5) if random.random() < 0.4}
        facts = [at(0, column, value, True) for column, value in sorted(out)]
        words = once_fault("row 1", facts, {(0, column): (1, 2, 3, 4) for column in range(4)})
        ways = permutations(range(1, 5))
        assert bool(words) != any(not out.intersection(enumerate(way)) for way in ways), out
        seen[words[:9]] += 1
    assert seen[""] > 20 and seen["no place "] > 20 and seen["only row "] > 5


GIVENS = "530070000 600195000 098000060 800060003 400803001 700020006 060000280 000419005 000080079"


def test_a_mistake_in_a_sudoku_names_what_has_no_place_left():
    board, partial = (
        [[int(v) for v in row] for row in text.split()] for text in (GIVENS, GIVENS.replace("530", "531", 1))
    )
    board = Board("sudoku", 9, 9, {"box_rows": 3, "box_cols": 3, "grid": board})
    found = csp2sat.hint(board, [[v or None for v in row] for row in partial])
    left = "no place is left for 1 in the box at row 1, column 7"
    assert "then row 3, column 7 is 5 already, and row 1, columns 7 and 8 are not 1" in found.text
    assert found.step.trail[-1].by == left
    assert where_text(board, found) == (
        "A mistake: row 1, column 3. Places of the reason: rows 1 and 2; column 9; the box at row 1, column 7."
    )
    board = Board("sudoku", 9, 9, {**board.givens, "grid": partial})
    *_, last = csp2sat.steps(board)
    words = "The givens contradict one another: no place is left for 1 in column 8, since "
    assert last.contradiction and last.text.startswith(words)


@pytest.mark.parametrize(
    "lines, words",
    [
        (1, "a line would end at row 2, column 2"),
        (3, "3 lines would meet at row 2, column 2"),
        (2, ""),
    ],
)
def test_lines_that_end_or_meet(lines, words):
    ends = ((1, 2), (2, 1), (0, 1), (1, 0))
    facts = [Fact("edge", ((1, 1), end), "line", number >= lines) for number, end in enumerate(ends)]
    assert line_fault(load_text("masyu"), RuleUse(f"each cell {TWO_LINES}", ((1, 1),)), facts) == words
    assert line_fault(load_text("masyu"), RuleUse("one loop", ((1, 1),)), facts) == ""


@pytest.mark.parametrize(
    "kind, rule, facts, known, words",
    [
        (
            "tents",
            "no tent touches the tent, at row 1, column 2",
            1,
            [at(0, 0, "*")],
            "it would touch the tent at row 1,",
        ),
        ("starbattle", "stars do not touch", 2, [at(0, 0, "*")], "they would touch the star at row 1, column 1"),
        ("hitori", "no two shaded cells side by side", 1, [at(0, 0, "#")], "row 1, column 1, beside it, is shaded"),
        ("hitori", "no two shaded cells side by side", 2, [at(0, 0, "#")], "row 1, column 1, beside them, is shaded"),
        ("hitori", "no number twice in row 1", 1, [at(0, 0, "#")], ""),
        ("starbattle", "stars do not touch", 1, [at(0, 0, "*"), at(1, 1, "*")], ""),
        ("starbattle", "stars do not touch", 1, [at(0, 0, "*", True)], ""),
    ],
)
def test_a_cell_that_would_touch_another_names_that_one(kind, rule, facts, known, words):
    found = touching(load_text(kind), rule, [at(1, column, known[0].value, True) for column in range(facts)], known)
    assert found.startswith(words) and bool(found) == bool(words)


@pytest.mark.parametrize(
    "kind, rule, cells, words",
    [
        ("tents", "no tent touches the tent, at row 1, column 1", [(0, 0), (1, 1)], "the tents at row 1, column 1 and"),
        (
            "starbattle",
            "stars do not touch",
            [(0, 0), (0, 1), (4, 4)],
            "the stars at row 1, columns 1 and 2 would touch",
        ),
        ("starbattle", "stars do not touch", [(0, 0), (0, 2)], ""),
        ("starbattle", "1 star in row 1", [(0, 0), (0, 1)], ""),
    ],
)
def test_two_that_touch_are_named(kind, rule, cells, words):
    found = touch_fault(load_text(kind), rule, [at(*cell, "*") for cell in cells])
    assert found.startswith(words) and bool(found) == bool(words)


def test_a_contradiction_at_once_names_the_opposite_and_a_room_of_one_cell_is_called_one():
    board = load_text("nurikabe", NURIKABE)
    clue = CitedClue((0, 0), "1 star in the room")
    rules = (UsedRule("stars do not touch", (), "", 4),)
    step = Step(1, (at(0, 1, "#", True),), (clue,), rules, (), 1, "found", (TrailPart(None, "", fails="against X"),))
    step = replace(step, given=((clue, None),))
    said = sentence(board, step)
    assert ": if row 1, column 2 is wall, then that would be against X" in said
    assert "row 1, column 1 is a room of its own, with 1 star" in said


TENTS = "; Tents\nsize 4 3\nrows\n- - -\ncolumns\n- - - -\ngrid\n- - - -\n- T - T\n- - - -\n"


@pytest.mark.parametrize(
    "tents, words",
    [
        ([], "no tent is left for the tree at row 2, column 2"),
        (
            [(1, 2)],
            "the tent at row 2, column 3 belongs to the tree at row 2, column 4 and no tent is left for the tree",
        ),
    ],
)
def test_whose_tent_a_tent_is(tents, words):
    board, broken = load_text("tents", TENTS), PUZZLES["tents"].facts.broken
    facts = [at(r, c, "*", (r, c) not in tents) for r, c in ((0, 1), (1, 0), (1, 2), (2, 1))]
    assert broken(board, "a tent for the tree", (1, 1), facts).startswith(words)
    assert broken(board, "number 1", (1, 1), facts) == ""


@pytest.mark.parametrize(
    "rule, lines, gone, words",
    [
        ("black circle", "", "ud", "no line can lead up or down from the black circle at row 2, column 2"),
        ("black circle", "lr", "ud", "the line would go straight through the black circle at row 2, column 2"),
        (
            "black circle",
            "r",
            "R",
            "the line would turn at row 2, column 3, next to the black circle at row 2, column 2",
        ),
        (
            "black circle",
            "u",
            "",
            "the line would turn at row 1, column 2, next to the black circle at row 2, column 2",
        ),
        ("black circle", "d", "", ""),
        ("white circle", "r", "l", "the line would not go straight through the white circle at row 2, column 2"),
        ("white circle", "ud", "", ""),
        ("white circle", "lrR", "", ""),
        ("white circle", "udD", "", ""),
        ("white circle", "", "lurd", "no way would lead straight through the white circle at row 2, column 2"),
        ("white circle", "", "lr", ""),
    ],
)
def test_what_a_circle_lacks(rule, lines, gone, words):
    """The lines from row 2, column 2 of a board of 5 rows; R and D are the second ones on the way."""
    ends = {"u": ((0, 1), (1, 1)), "d": ((1, 1), (2, 1)), "l": ((1, 0), (1, 1)), "r": ((1, 1), (1, 2))}
    ends |= {"R": ((1, 2), (1, 3)), "D": ((2, 1), (3, 1))}
    facts = [Fact("edge", ends[way], "line", way in gone) for way in lines + gone]
    board = load_text("masyu", "; Masyu\nsize 5 5\n" + "- - - - -\n" * 5)
    assert PUZZLES["masyu"].facts.broken(board, rule, (1, 1), facts) == words


def test_several_circles_are_told_as_such():
    assert clue_text("black circle", [(0, 0), (0, 1)]) == "the black circles at row 1, columns 1 and 2"
    assert clue_text("number 3", [(0, 0), (0, 1)]) == "the numbers 3 at row 1, columns 1 and 2"


def test_what_a_circle_in_the_middle_lacks():
    ends = [((r, 2), (r + 1, 2)) for r in range(4)]
    board = load_text("masyu", "; Masyu\nsize 5 5\n" + "- - - - -\n" * 5)
    words = PUZZLES["masyu"].facts.broken(board, "white circle", (2, 2), [Fact("edge", end, "line") for end in ends])
    assert words == "the line would turn neither before nor after the white circle at row 3, column 3"


@pytest.mark.parametrize(
    "rule, lines, gone, words",
    [
        ("room entered once", "ab", "", ""),
        (
            "room entered once",
            "abc",
            "",
            "the loop would enter or leave the room of row 1, column 1 at 3 places: from row 1, column 1 to row 2, "
            "column 1; from row 1, column 2 to row 2, column 2; from row 1, column 3 to row 2, column 3",
        ),
        ("room entered once", "a", "bc", "the loop could not enter and leave the room of row 1, column 1"),
        ("room with 2 cells on the loop", "ad", "", ""),
        (
            "room with 2 cells on the loop",
            "abc",
            "",
            "the loop would visit 3 cells of the room of row 1, column 1, which has 2",
        ),
        (
            "room with 2 cells on the loop",
            "",
            "abde",
            "the loop could not visit 2 cells of the room of row 1, column 1",
        ),
        ("one loop", "abc", "", ""),
    ],
)
def test_how_a_room_cannot_be_visited(rule, lines, gone, words):
    """The upper row is a room: a, b and c lead down from its cells, d and e join these."""
    ends = {name: ((0, c), (1, c)) for c, name in enumerate("abc")} | {"d": ((0, 0), (0, 1)), "e": ((0, 1), (0, 2))}
    facts = [Fact("edge", ends[way], "line", way in gone) for way in lines + gone]
    board = load_text("country", "; Country Road\nsize 3 2\nregions\n0 0 0\n1 1 1\nclues\n2 -\n")
    assert PUZZLES["country"].facts.broken(board, rule, (0, 0), facts) == words


def test_what_cannot_be_lit_or_passed():
    assert (
        PUZZLES["akari"].facts.broken(None, "the cell must be lit", (0, 1), [])
        == "no light is left for row 1, column 2"
    )
    words = PUZZLES["yajilin"].facts.broken(None, "shaded, or on the loop", (0, 1), [])
    assert words == "the loop cannot go through row 1, column 2"
    facts = [Fact("cell", ((0, 1),), "#"), Fact("edge", ((0, 1), (0, 2)), "line")]
    words = PUZZLES["yajilin"].facts.broken(None, "shaded, or on the loop", (0, 1), facts)
    assert words == "the loop would go through row 1, column 2, which is shaded"


def test_words_of_what_a_wall_parts_and_of_what_a_loop_leaves():
    assert parting("the ring", ("A", "B"), "", True) == "the ring would part A from B"
    assert parting("the ring", ("A", "B"), "A", False) == "the ring cuts off A from B"
    assert parting("C and D", ("A", "B"), "A", False) == "C and D cut off A from B"
    assert even_note("A", True) == "an even number of lines leaves A"
    assert in_fact(even_note("A", True)) == even_note("A", False), "a rule and what is against it have the same words"
    assert even_note("", False) == "an odd number of lines would leave an area"


def test_a_cell_between_two_equal_numbers():
    board = load_text("hitori", "; Hitori Puzzle\nsize 3 3\n1 3 2\n1 2 3\n2 3 1\n")
    touch = "no two shaded cells side by side"
    pairs = [RuleUse(touch, ((1, 1), (row, 1))) for row in (0, 2)]
    twice = RuleUse("no unshaded 3 twice in column 2", ((0, 1), (2, 1)))
    rules = (UsedRule(touch, (), touch, 2, tuple(pairs)), UsedRule("no number twice", (), "", 1, (twice,)))
    step = Step(1, (at(1, 1, "#", True),), (), rules, (), 0, "proved")
    assert sentence(board, step) == (
        "Row 2, column 2 is not shaded: it is between column 2, rows 1 and 3, one of which is shaded,"
        ' by the rule "no unshaded 3 twice in column 2".'
    )
