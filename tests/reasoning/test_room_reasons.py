"""Reasons about the shaded cells of rooms: the ways to place them, and lines that need one each, by brute force."""

import random
import re
from itertools import combinations, product

import pytest
from support.chains import chain, generated
from support.step_judge import Judge

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.rooms import rooms
from csp2sat.puzzles.spec import Board
from csp2sat.reasoning.search.arguments.room_arguments import CellNeed, beside, line_arguments, placements, spare
from csp2sat.reasoning.step import RuleUse, Step, UsedRule
from csp2sat.reasoning.wording.place_words import legend
from csp2sat.reasoning.wording.rooms import ways

# each line through three rooms needs a shaded cell, and two rooms of one shaded cell each cross five lines
TWO_TRACKS = "https://puzz.link/p?heyawake/10/10/a0k1u3s7ofgv1q3k60007v000f000ftg003v1g21g11222h12"
TOO_MANY = "; Heyawake Puzzle\nsize 4 3\nregions\n0 0 1 1\n0 0 1 1\n0 1 1 1\nclues\n- 5\n"

FIT = re.compile(
    r"the (?:missing )?(?:(\d+) )?shaded cells? of the room of row (\d+), column (\d+).*? fits? in only (\d) ways?"
)
# where an earlier step has shaded a cell of a room of which three ways were left
GONE = (
    "; Heyawake Puzzle\nsize 8 8\nregions\n0 0 1 1 1 2 3 4\n5 5 1 1 1 2 3 6\n5 5 1 1 1 2 3 6\n7 7 7 8 8 8 8 9\n"
    "7 7 7 8 8 8 8 9\n10 10 10 11 11 12 12 13\n10 10 10 11 11 12 12 13\n14 14 15 11 11 16 16 13\n"
    "clues\n- 3 - - - - - 2\n- 1 2 - 1 1 1 1\n-\n"
)


def separate(cells):
    return not any(beside(cell) & {*cells} for cell in cells)


def test_placements_are_all_ways():
    """Of random cells, as many as they are; none if there are too many."""
    rng = random.Random(4)
    for _ in range(60):
        cells = [cell for cell in product(range(3), range(4)) if rng.random() < 0.7]
        for number in range(1, 5):
            ways = {frozenset(some) for some in combinations(cells, number) if separate(some)}
            assert {*placements(cells, number, 100)} == ways
            assert len(placements(cells, number, 2)) == (len(ways) if len(ways) <= 2 else 0)
            track = [cell for cell in cells if cell[0] == 1]
            most = max(size for size in range(5) if any(map(separate, combinations(track, size))))
            assert spare(track) == len(track) - most


def shadings(cells):
    """All sets of separate cells."""
    return [some for size in range(len(cells) + 1) for some in combinations(cells, size) if separate(some)]


def test_lines_leave_the_rooms_no_cell_elsewhere():
    """In each shading with a cell in each line and the numbers of the rooms, all cells of the rooms are in the lines,
    and cells outside of the rooms are as many as fit.
    """
    rng, cells, count = random.Random(1), [*product(range(3), range(4))], 0
    all_ = shadings(cells)
    for _ in range(300):
        of = {cell: rng.randrange(3) for cell in cells}
        found = [CellNeed(n, frozenset(c for c in cells if of[c] == n), rng.randrange(1, 3)) for n in (0, 1)]
        across = [[(r, c) for c in range(at, at + 3)] for r in range(3) for at in (0, 1)]
        windows = [CellNeed(9 + n, frozenset(line)) for n, line in enumerate(across)]
        for each in line_arguments(windows, [room for room in found if room.cells]):
            inside = frozenset().union(*(line.cells for line in each.lines))
            for some in all_:
                if any(line.cells.isdisjoint(some) for line in each.lines):
                    continue
                if all(len(room.cells.intersection(some)) == room.need for room in each.rooms):
                    assert all(room.cells.intersection(some) <= inside for room in each.rooms)
                    assert len(each.outside.intersection(some)) == len(each.outside) - spare(each.outside)
                    count += 1
    assert count > 20


def test_lines_are_counted_before_any_supposition():
    """Where five lines cross two rooms of one shaded cell each, the rows of three of them are sure at once."""
    steps = chain(csp2sat.loads(TWO_TRACKS).board)
    assert {fact.places[0] for fact in steps[0].facts if not fact.negative} == {(2, 6), (4, 6), (6, 6)}
    assert "each row of rows 3 to 7, columns 5 to 7 needs a shaded cell there" in steps[0].text
    assert "At most 3 of column 7, rows 3 to 7 are shaded" in steps[0].text
    assert [*Judge(steps.board).faults(steps, steps.solution)] == []
    assert not any(step.kind == "suppose" for step in steps)
    assert max(len([*filter(None, line.split())]) for line in lines(steps, False)) < 130


@pytest.mark.parametrize("board", [1, 2, GONE])
def test_ways_are_as_many_as_a_sentence_says(board):
    """By the facts that a step cites, and by all facts before it; the sentence says how many cells are missing."""
    steps = chain(generated("heyawake", 7, 7, board) if isinstance(board, int) else board)
    count, before = 0, {}
    for step in steps:
        cited = {fact.places[0]: not fact.negative for fact in step.cited}
        if found := FIT.search(step.text):
            first = int(found[2]) - 1, int(found[3]) - 1
            room = next(cells for cells in rooms(steps.board) if cells[0] == first)
            number = next(int(re.search(r"\d+", clue.text)[0]) for clue in step.clues if clue.place == first)
            for known in (cited, before):
                shaded = {cell for cell, has in known.items() if has}
                ways = [
                    {*some}
                    for some in combinations(room, number)
                    if separate({*some} | shaded) and all(known.get(cell, True) for cell in some)
                    if shaded.intersection(room) <= {*some}
                ]
                assert len(ways) == int(found[4]), step.text
                assert number - len(shaded.intersection(room)) == int(found[1] or 1), step.text
                assert step.text.count("If they ") <= len(ways)
            if len(ways) == 1:  # all of the room follows
                assert {*room} <= {*before, *(fact.places[0] for fact in step.facts)}, step.text
            count += 1
        before |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert count


def test_a_contradiction_says_how_many_fit():
    """Into the blocks of a room whose number is too large."""
    (step,) = csp2sat.steps(csp2sat.loads(TOO_MANY))
    assert "only 4 of the 5 shaded cells of the room of row 1, column 3 would fit" in step.text
    assert step.text.endswith(": at most 3 in rows 1 to 3, columns 3 and 4, and 1 in row 3, column 2.")


def test_names_of_rooms_are_told_before_the_step():
    """A line of a supposition may name the room; three rooms at some row name none."""
    assert legend(["room with 1 shaded cell at row 3, column 6"])
    assert not legend(["no unshaded line through three rooms at row 3, columns 5 to 7"])
    told = [*lines(chain(generated("heyawake", 7, 7, 1)), False)]
    at = next(at for at, line in enumerate(told) if legend([line.split(":")[0]]) or line.startswith("A room"))
    assert not told[at].startswith(" ") and not told[at + 1].startswith("     ")


def test_a_fact_that_two_cuts_force_is_told_by_one():
    board = Board("heyawake", 6, 6, {"regions": [[0, 0, 1, 1, 1, 1]] * 2 + [[2] * 6] * 4, "clues": [1, None, None]})
    cuts = [RuleUse(f"unshaded cells joined: {k}", (), "unshaded cells joined", border=((0, 3), (1, 1))) for k in "xy"]
    rule = UsedRule("unshaded cells joined", (), "unshaded cells joined", 1, tuple(cuts))
    step = Step(1, (Fact("cell", ((0, 3),), "#", True),), (), (rule,), (), 0, "proved")
    words = ways._ways(board, step, ways.RoomLeft((0, 0), frozenset({(1, 1)}), 1, False), {(0, 0): False})
    assert "row 1, column 4 is shaded, too, " in words
