"""Circles of masyu: what steps say of them is true of all ways that are possible there, wherever a circle is."""

import re
from itertools import pairwise, product

import pytest
from support.sentence_scenes import load_text

from csp2sat.puzzles.deductions.circles import BLACK, WAYS, WHITE
from csp2sat.puzzles.fact_forms import Deduced, Fact
from csp2sat.puzzles.kit.checks import place
from csp2sat.puzzles.kit.variables import step
from csp2sat.puzzles.spec import PUZZLES, Board

MASYU = PUZZLES["masyu"]
BOARD = Board("masyu", 5, 5, {"cells": ["....."] * 5})
OF = {word: way for way, word in WAYS.items()}


def two(cell, way):
    ends = [cell, step(cell, way), step(step(cell, way), way)]
    return [(min(pair), max(pair)) for pair in pairwise(ends)]


def holds(circle, lines, cell):
    """Whether lines near a circle are as it says; lines: by their ends, off the board there are none."""
    near, far = ([lines[two(cell, way)[at]] for way in WAYS] for at in (0, 1))
    up, right, down, left = near
    if circle == "white circle":
        return up == down and left == right and up != left and sum(n and f for n, f in zip(near, far, strict=True)) < 2
    return up != down and left != right and all(f for n, f in zip(near, far, strict=True) if n)


def all_ways(circle, cell, board=BOARD):
    edges = [edge for way in WAYS for edge in two(cell, way)]
    inside = [edge for edge in edges if all(map(board.has, edge))]
    for values in product((False, True), repeat=len(inside)):
        lines = dict.fromkeys(edges, False) | dict(zip(inside, values, strict=True))
        if holds(circle, lines, cell):
            yield lines


def is_true(words, lines, cell):
    """Whether words are true of lines near a circle."""

    def straight(at):
        way = next(way for way in WAYS if place(step(cell, way)) == at)
        return lines[two(cell, way)[0]] and lines[two(cell, way)[1]]

    turns = re.search(r"turns at (row \d, column \d), as it does not at (row \d, column \d)", words)
    either = re.search(r"turns beside it, at (row \d, column \d) or (row \d, column \d)", words)
    if (turns and (straight(turns[1]) or not straight(turns[2]))) or (either and all(map(straight, either.groups()))):
        return False
    ways = re.search(r"goes two steps (\w+)(?: and (\w+))?", words)
    shut = re.search(r"cannot go two steps (\w+)(?: or (\w+))?", words)
    gone = [all(lines[edge] for edge in two(cell, OF[way])) for way in (ways.groups() if ways else ()) if way]
    return all(gone) and not any(
        all(lines[edge] for edge in two(cell, OF[way])) for way in (shut.groups() if shut else ()) if way
    )


@pytest.mark.parametrize("circle", (WHITE, BLACK))
@pytest.mark.parametrize("cell", [(2, 2), (0, 2), (1, 3), (3, 0), (4, 3)])
def test_what_circles_say_is_true_and_something_is_said(circle, cell):
    every = list(all_ways(circle, cell))
    edges = sorted(edge for edge in every[0] if all(map(BOARD.has, edge)))
    said = 0
    for size in range(3):
        for chosen in product(edges, repeat=size):
            for values in product((False, True), repeat=size):
                known = dict(zip(chosen, values, strict=True))
                ways = [way for way in every if all(way[edge] == true for edge, true in known.items())]
                forced = {
                    e: ways[0][e] for e in edges if ways and len({way[e] for way in ways}) == 1 and e not in known
                }
                less = [{e: t for e, t in known.items() if e != out} for out in known]
                if not forced or any(forced.items() <= _forced(every, some, edges).items() for some in less):
                    continue
                facts = [Fact("edge", e, "line", not true) for e, true in forced.items()]
                noted = [Fact("edge", e, "line", not true) for e, true in known.items()]
                words = MASYU.facts.deduction(BOARD, Deduced([(circle, cell)], facts, noted))
                assert words and all(is_true(words, way, cell) for way in ways), (words, known, forced)
                said += 1
    assert said


def _forced(every, known, edges):
    ways = [way for way in every if all(way[edge] == true for edge, true in known.items())]
    return {e: ways[0][e] for e in edges if len({way[e] for way in ways}) == 1}


@pytest.mark.parametrize("kind", sorted(kind for kind in PUZZLES if PUZZLES[kind].facts.broken))
def test_a_rule_of_another_kind_has_no_words_of_its_own(kind):
    """A line that would end near the corner of a masyu was said to be the fault of a circle there."""
    board = load_text(kind)
    facts = [Fact("edge", pair, "line", True) for pair in (((0, 0), (0, 1)), ((0, 0), (1, 0)))]
    assert PUZZLES[kind].facts.broken(board, "one loop", (0, 0), facts) == ""


def test_a_black_circle_beside_a_crossing_line_turns_away_from_it():
    """What follows by the rule of two lines at the next cell, too: of all lines there and at the circle."""
    cell, near, line = (2, 2), (2, 3), ((1, 3), (2, 3))
    lines_there = [tuple(sorted((near, step(near, way)))) for way in WAYS]
    every = []
    for way in all_ways(BLACK, cell):
        for values in product((False, True), repeat=len(lines_there)):
            lines = way | dict(zip(lines_there, values, strict=True))
            is_same = all(lines[edge] == way[edge] for edge in lines_there if edge in way)
            if is_same and lines[line] and sum(lines[edge] for edge in lines_there) in (0, 2):
                every.append(lines)
    known, said = [Fact("edge", line, "line")], 0
    for edge in every[0]:
        for negative in (False, True):
            fact = Fact("edge", edge, "line", negative)
            words = MASYU.facts.deduction(BOARD, Deduced([(BLACK, cell)], [fact], known, [near]))
            if words and edge != line:
                said += 1
                assert words.endswith("goes two steps left, as it cannot go straight on at row 3, column 4")
                assert all(lines[edge] != negative for lines in every), fact
    assert said == 3
    for clue, passed in ((WHITE, [near]), (BLACK, [near, cell]), (BLACK, [(1, 2)])):
        fact = Fact("edge", ((2, 2), (2, 3)), "line", True)
        assert MASYU.facts.deduction(BOARD, Deduced([(clue, cell)], [fact], known, passed)) == ""


def test_lines_beyond_a_white_circle_that_can_only_be_passed_one_way():
    """At the edge of the board the loop goes along it, and straight on in both next cells: that is one too many."""
    facts = [Fact("edge", ends, "line") for ends in (((4, 0), (4, 1)), ((4, 3), (4, 4)))]
    broken = MASYU.facts.broken
    assert broken(BOARD, WHITE, (4, 2), facts) == (
        "the line would turn neither before nor after the white circle at row 5, column 3"
    )
    assert not broken(BOARD, WHITE, (4, 2), facts[:1])
    inside = [fact._replace(places=tuple((2, c) for _, c in fact.places)) for fact in facts]
    assert not broken(BOARD, WHITE, (2, 2), inside), "the loop may go down"


def test_a_way_without_a_second_step_from_a_black_circle():
    near, far = two((2, 2), OF["down"])
    facts = [Fact("edge", edge, "line", True) for edge in (near, far)]
    words = MASYU.facts.deduction(BOARD, Deduced([(BLACK, (2, 2))], facts[:1], facts[1:]))
    assert words == "the loop cannot go two steps down from the black circle at row 3, column 3"
    assert not MASYU.facts.deduction(BOARD, Deduced([(BLACK, (2, 2))], facts[:1], []))


@pytest.mark.parametrize(("one", "other"), [((2, 2), (2, 3)), ((2, 2), (3, 2))])
def test_two_black_circles_side_by_side(one, other):
    """By brute force: what is said of them follows, and nothing is said of what does not follow."""
    edges = {edge for cell in (one, other) for way in WAYS for edge in two(cell, way)}
    board = Board("masyu", 6, 6, {"cells": ["......"] * 6})
    inside = sorted(edge for edge in edges if all(map(board.has, edge)))
    lines_of = [[*all_ways(BLACK, cell, board)] for cell in (one, other)]
    both = [lines | more for lines, more in product(*lines_of) if agree(lines, more)]
    said = 0
    for edge in inside:
        for true in (False, True):
            fact = Fact("edge", edge, "line", not true)
            words = MASYU.facts.deduction(board, Deduced([(BLACK, one), (BLACK, other)], [fact], []))
            assert not words or all(lines[edge] == true for lines in both), (edge, true)
            said += bool(words)
            white = Deduced([(BLACK, one), (WHITE, other)], [fact], [])
            assert not MASYU.facts.deduction(board, white)
    assert both and said == 5


def agree(lines, more):
    return all(more.get(edge, true) == true for edge, true in lines.items())


def test_a_line_across_goes_on_where_there_is_one_way():
    """A black circle at the edge of the board, and a line that comes to the cell beside it, which goes on beyond."""
    cell, near = (4, 1), (4, 2)
    known = [Fact("edge", ((3, 2), near), "line")]
    facts = [Fact("edge", (near, (4, 3)), "line"), Fact("edge", (cell, near), "line", True)]
    words = MASYU.facts.deduction(BOARD, Deduced([(BLACK, cell)], facts, known, [near]))
    assert words.endswith(
        "the loop goes two steps left, as it cannot go straight on at row 5, column 3, where the line goes on"
    )
    inside = [fact._replace(places=tuple((r - 2, c) for r, c in fact.places)) for fact in (*facts, *known)]
    assert not MASYU.facts.deduction(BOARD, Deduced([(BLACK, (2, 1))], inside[:2], inside[2:], [(2, 2)]))


def test_the_loop_turns_at_a_black_circle():
    """Of a line that leads there nothing else is said so than that the loop does not go straight on."""
    cell = (2, 2)
    near, said = [two(cell, way)[0] for way in WAYS], 0
    for line, edge, negative in product(near, near, (False, True)):
        known, fact = [Fact("edge", line, "line")], Fact("edge", edge, "line", negative)
        words = MASYU.facts.deduction(BOARD, Deduced([(BLACK, cell)], [fact], known, [cell]))
        if words:
            assert words == "the loop turns at the black circle at row 3, column 3"
            assert all(lines[edge] != negative for lines in all_ways(BLACK, cell) if lines[line]), (line, edge)
            assert not MASYU.facts.deduction(BOARD, Deduced([(WHITE, cell)], [fact], known, [cell]))
            said += 1
    assert said == 4
