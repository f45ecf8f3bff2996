"""Lines of suppositions name the known cells that their numbers of cells count, and a reader counts so, too."""

import re

import pytest
from support.chains import chain
from support.named_places import cells_of
from test_island_obstacles import added
from test_island_sentences import BOARD, Isles, beside, cell

import csp2sat
from csp2sat.puzzles.facts import Fact
from csp2sat.reasoning.step import FactWay

FIVE = """\
; Nurikabe Puzzle
size 7 7
- - - - - 1 -
- 1 - 1 - - -
- - 1 - - - -
- 5 - - - 3 -
- - - - - - -
- - - - - 2 -
- - - - - - -
"""
PLACE = r"row (\d+), column (\d+)"
LIST = r"(?:rows?|columns?) \d+(?:(?:, and |, | and | to |; and |; )(?:(?:rows?|columns?) )?\d+)*"
NEED = re.compile(
    rf"the (\d+) at {PLACE} would need at least (\d+) cells( around the walls)?"
    rf"(?: around other islands)?(?:, ({LIST}) among them)?"
)
REACHED = re.compile(
    rf"no (?:number|island) (?:(?:reaches|can hold) (?:it|them)|(?:would reach|reaches|can hold|could hold) {PLACE})"
)
LARGE = re.compile(rf"the island of the (\d+) at {PLACE} (?:would have|has) (\d+) cells(?:, ({LIST}) among them)?")
FULL = re.compile(rf"the island of the (\d+) at {PLACE} is complete(?:, with ({LIST}))?")
LONE = re.compile(r"no number (?:would reach|reaches) .*past the walls$")

ROOM = re.compile(
    rf"(?:only|at most) (\d+) cells? (?:would be|is|are) left for the (\d+) at {PLACE}(?:, without cells beside (.*?))?"
    r"(?=\.|, since|$)"
)
NAMED = re.compile(rf"the \d+ at {PLACE}")
KIND = """\
; Nurikabe Puzzle
size 7 7
- - - - 4 - -
- - - - - - -
- - 4 - - - -
- - - 1 - - -
- - - - - 2 -
- - - - 6 - 1
- - - - - - -
"""


def steps_between(cells, start, goal, free, shut):
    """How many cells an island has, at least, that joins two sets: of `free` cells, and others that are counted."""
    best = {at: len(start) for at in start}
    for at in (todo := list(best)):
        for near in (beside(*at) & cells) - shut - best.keys():
            best[near] = best[at] + 1
            todo.append(near)
    ends = [best[at] + len(goal) - 1 for at in goal if at in best]
    return min(ends, default=999)


def joined(isles, at, land):
    return isles.area(at, land | {at})


def judge(text, fact, board, states, told):
    """Judge the numbers of cells of a line by the cells that it says are counted.

    fact: that follows, None for a contradiction.  states: the walls and islands before, with what is supposed.
    """
    isles = Isles(board.filled(), board)
    new = fact.places[0] if fact else None
    is_wall = bool(fact) and fact.negative  # is supposed, so that an island follows
    reached = REACHED.search(text)
    end = cell(*reached.groups()) if reached and reached[1] else new
    for size, r, c, count, around, counted in NEED.findall(text) if end else ():
        at, own = cell(r, c), cells_of(counted)
        assert own <= states[1] | ({new} if new and not is_wall else set()), (text, "counted, but not known")
        shut = states[0] | ({new} if is_wall and new else set()) if around else set()
        goal = joined(isles, end, own)
        need = steps_between(isles.cells, joined(isles, at, own), goal, own, shut)
        assert need >= int(count) > int(size), (text, need)
        told["counted" if counted else "plain"] += 1
    for size, r, c, count, counted in LARGE.findall(text):
        own = cells_of(counted)
        assert own <= states[1], text
        area = joined(isles, cell(r, c), own | ({new} if new else set()))
        assert len(area) == int(count) > int(size), (text, area)
        told["large"] += 1
    for size, r, c, counted in FULL.findall(text):
        assert cells_of(counted) <= states[1], text
        assert len(joined(isles, cell(r, c), cells_of(counted))) == int(size), text
        told["full"] += 1


def judge_trail(board, trail, states, told):
    for part in trail:
        facts = [part.fact] if part.fact else []
        if part.way:
            judge_trail(board, part.way, added(states, [negated(part.fact)]), told)
        else:
            judge(part.fails or part.by, part.fact, board, states, told)
            if LONE.search(part.fails or part.by):
                walls = {fact.places[0] for fact in part.rests if isinstance(fact, Fact) and not fact.negative}
                told["walls"] += len(walls)
        states = added(states, facts)


def negated(fact):
    return fact._replace(negative=not fact.negative)


@pytest.mark.parametrize("text", [FIVE, pytest.param(BOARD, marks=pytest.mark.long)])
def test_lines_name_the_cells_that_they_count(text):
    board = csp2sat.loads(text).board
    told, known = dict.fromkeys(("counted", "plain", "large", "full", "walls"), 0), (set(), set())
    for step in chain(text):
        before = known
        for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
            judge_trail(board, way.trail, added(before, [negated(way.fact)]), told)
            before = added(before, [way.fact])
        known = added(known, step.facts)
    assert text != FIVE or all(told.values()), told


def test_walls_that_shut_a_cell_off_are_known_before():
    (step,) = [step for step in chain(FIVE) if step.facts[0].places == ((5, 1),)]
    assert step.trail[-1].fails == "no number reaches row 7, column 2 past the walls"
    walls = ("row 7, column 1 is wall (step 17); row 7, column 3", "18) and row 6, column 1 is wall (step 20).")
    assert f"Known before: {walls[0]} is wall (step {walls[1]}" in step.head


def left_for(board, found, states, wall=None):
    """How many cells a reader finds for a number around walls, and beside no island that the words name."""
    start, isles = cell(*found.groups()[2:4]), Isles(board.filled(), board)
    land = states[1] | {*board.filled()}
    others = set()
    for at in map(cell, *zip(*NAMED.findall(found[5] or ""), strict=True)) if found[5] else ():
        others |= isles.area(at, land)
    shut = states[0] | {wall} | others | {near for at in others for near in beside(*at)} - states[1]
    own = isles.area(start, states[1] | {start})
    for at in (todo := sorted(own)):
        new = (beside(*at) & isles.cells) - shut - own - ({*board.filled()} - {start})
        own |= new
        todo += sorted(new)
    return len(own)


def test_cells_that_are_left_are_counted_around_the_walls_and_islands_that_are_named():
    """Without numbers that only stand beside walls."""
    board, told = csp2sat.loads(KIND).board, dict.fromkeys(("plain", "beside"), 0)
    known = (set(), set())
    for step in chain(KIND):
        if (found := ROOM.search(step.text)) and not step.trail:
            cited = added((set(), set()), step.cited)
            counts = [left_for(board, found, cited, fact.places[0]) for fact in step.facts]
            assert max(counts) == int(found[1]) < int(found[2]), (step.text, counts)
            assert "number " not in step.text.partition(", since ")[2], step.text
            told["plain"] += 1
        states = known
        for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
            inner = added(states, [negated(way.fact)])
            for part in way.trail:
                if found := ROOM.search(part.fails or part.by):
                    wall = part.fact.places[0] if part.fact else None
                    assert left_for(board, found, inner, wall) == int(found[1]) < int(found[2]), part
                    told["beside"] += found[5] is not None
                inner = added(inner, [part.fact] if part.fact else [])
            states = added(states, [way.fact])
        known = added(known, step.facts)
    assert all(told.values()), told
