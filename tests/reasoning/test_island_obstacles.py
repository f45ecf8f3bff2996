"""What sentences say of numbers that cannot reach a cell is true of all shapes that the numbers' islands can have."""

import re

import pytest
from support.chains import chain
from test_island_sentences import PLACE, Isles, beside, cell

import csp2sat
from csp2sat.reasoning.search.graph_cuts.island_obstacles import obstacles
from csp2sat.reasoning.search.graph_cuts.nets import Net

SEVEN = """\
; Nurikabe Puzzle
size 7 7
- - - - - 3 -
- - - - - - -
- - 6 - - - -
- - - 1 - - -
- - - - - - -
- - 3 - - 2 -
- - - - - - -
"""
SIX = """\
; Nurikabe Puzzle
size 6 6
- - - - - -
- 4 - - 1 -
- - - - - -
- - - 3 - -
- - - - - -
2 - - - - 5
"""
LOST = re.compile(rf"no number (?:reaches (?:it|them)|would reach {PLACE})(?: \(([^()]*(?:\([^()]*\)[^()]*)*)\))?")
BY_WAY = re.compile(rf"the \d+ at {PLACE} could come only by way of (.*)")
AROUND = re.compile(rf"the \d+ at {PLACE} (?:would need at least (\d+) cells around|has no way there past) (.*)")
EVEN = re.compile(rf"the (\d+) at {PLACE} would need at least (\d+) cells")
CELLS = re.compile(r"row (\d+), columns? (\d+)(?: (?:and|or) (\d+))?|column (\d+), rows (\d+) (?:and|or) (\d+)")


def named(text):
    """The cells of a short list in words."""
    found = set()
    for row, column, other, down, one, two in CELLS.findall(text):
        pairs = [(row, column), (row, other)] if row else [(one, down), (two, down)]
        found |= {cell(*pair) for pair in pairs if pair[1]}
    return found


def shapes(start, most, cells):
    """All sets of at most `most` connected cells with all of `start`."""
    todo, found = {frozenset(start)}, set()
    while todo:
        found |= todo
        todo = {own | {at} for own in todo if len(own) < most for one in own for at in (beside(*one) & cells) - own}
    return found


def reaching(isles, start, end, most, shut):
    """The shapes of a number's island that have a cell."""
    own = isles.area(start, isles.land)
    goal = isles.area(end, isles.land | {end})
    return [each for each in shapes(own, most, isles.cells - shut) if goal <= each]


def check(board):
    """Check the sentences of a board; return how many said what."""
    told = dict.fromkeys(["way", "around", "even"], 0)
    for step in chain(board):
        said = None if step.trail else LOST.search(step.text)
        if not said or not said[3]:
            continue
        isles = Isles(board.filled(), board)
        for fact in step.cited:
            (isles.land if fact.negative else isles.walls).update(fact.places)
        ends = [cell(*said.groups()[:2])] if said[1] else [fact.places[0] for fact in step.facts]
        if said[1]:
            (isles.walls if step.facts[0].negative else isles.land).update(step.facts[0].places)
        left = dict(isles.numbers)
        others = {at: set().union(*(isles.area(o, isles.land) for o in left if o != at)) for at in left}
        for part in said[3].split("; "):
            if way := BY_WAY.match(part):
                at = cell(*way.groups()[:2])
                cells = set().union(*(named(each.split(", which ")[0]) for each in way[3].split(", or ")))
                assert cells and all(others[at] & beside(*one) for one in cells), step.text
                shut = isles.walls | others[at]
                for end in ends:
                    ways = reaching(isles, at, end, left[at], shut)
                    assert ways and all(each & cells for each in ways), step.text
                told["way"] += 1
                del left[at]
            elif way := AROUND.match(part):
                at = cell(*way.groups()[:2])
                shut = isles.walls if "walls" in way[4] else set()
                shut |= others[at] if "islands" in way[4] else set()
                assert not any(reaching(isles, at, end, left[at], shut) for end in ends), step.text
                assert any(reaching(isles, at, end, left[at], set()) for end in ends), step.text
                told["around"] += 1
                del left[at]
            else:
                found = {cell(r, c): (int(size), int(count)) for size, r, c, count in EVEN.findall(part)}
                assert found and "even" in part, part
                for at, (size, count) in found.items():
                    assert left[at] == size < count, step.text
                    needs = [distance(isles, at, end) for end in ends]
                    assert min(needs) <= count and count in needs, step.text
                told["even"] += 1
        lacks = [min((distance(isles, at, end) - left[at] for at in left), default=1) for end in ends]
        assert min(lacks) > 0, step.text
        assert "even" not in said[3] or min(lacks) == min(count - size for size, count in found.values()), step.text
    return told


@pytest.mark.parametrize("text", [SEVEN])
def test_each_number_that_comes_near_is_stopped_as_the_sentence_says(text):
    assert all(check(csp2sat.loads(text).board).values())


def distance(isles, start, end):
    """How many cells an island has that joins two areas by the shortest way, whatever is between."""
    own, goal = isles.area(start, isles.land), isles.area(end, isles.land | {end})
    apart = min(abs(r - s) + abs(c - d) for r, c in own for s, d in goal)
    return len(own) + len(goal) + apart - 1


def test_cells_with_different_reasons_are_different_steps():
    """A number that comes near is named with what stops it."""
    texts = [step.text for step in chain(SEVEN)]
    (text,) = [text for text in texts if text.startswith("Row 7, column 2 is wall")]
    way = "the 6 at row 3, column 3 could come only by way of row 6, column 2, which is beside the 3 at row 6, column 3"
    assert f"no number reaches it ({way}; of the others even the 3 at row 6, column 3 would need" in text
    assert not any("them (even" in text and "row 4, columns 6 and 7" in text for text in texts)


def test_a_vertex_that_joins_an_island_has_no_obstacles():
    line = Net.of(4, [(0, 1), (1, 2), (2, 3)], (), [(0, 2), (3, 1)])
    assert obstacles(line, {}, 1) == ((), (), ())
    assert obstacles(line, {1: False}, 2) == ((), (), ())
    long = Net.of(6, [(v, v + 1) for v in range(5)], (), [(0, 3), (5, 2)])
    assert obstacles(long, {1: False}, 2) == (((5, 4),), ((0, 7),), ())
