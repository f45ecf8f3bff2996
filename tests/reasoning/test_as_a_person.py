"""The order in which a person goes: patterns of clues first, near contradictions, what an area's border says.

The boards were solved by hand; each test names the thought that the hand had before the search.
"""

import re
from itertools import product

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.api.reasoning.chains import blocks, merged, routine_text
from csp2sat.reasoning.grades import effort
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements

CORNERS = "; Slitherlink\nsize 6 6\n2 - 1 - - 2\n2 - - 0 - 2\n- - - - - -\n- 2 0 - 2 -\n- - 0 1 0 2\n2 2 - - - -\n"
ROAD = (
    "; Country Road\nsize 7 7\nregions\n0 0 0 0 0 0 1\n2 3 3 3 4 5 1\n6 6 3 3 4 5 5\n7 6 6 4 4 5 8\n7 4 4 4 4 8 8\n"
    "9 4 9 9 4 10 10\n9 9 9 11 4 4 10\nclues\n- - - - - - 4\n- - - 3 -\n"
)
PAIRS = (
    "; Slitherlink\nsize 7 7\n3 1 1 - 1 - -\n- - - 0 1 - 1\n- 3 - - 3 1 -\n2 1 - - - 2 -\n- - - 1 2 - 1\n- - 1 - - - -"
    "\n2 2 - - 3 - 3\n"
)
EVEN = "; Slitherlink\nsize 6 6\n- - - - 1 -\n- - - - - 1\n- - 3 0 0 -\n3 - 2 - - -\n- - - - 0 1\n3 - - - - -\n"
LOANS = "; Nurikabe\nsize 6 6\n" + "- - - - - -\n" * 2 + "- - - - - 3\n- - 5 - - -\n- 1 - - 1 -\n- - 1 - - -\n"
LIGHTS = "; Akari\nsize 6 6\n- - 1 1 - -\n# - - - - 0\n- - - - - -\n- - 1 - 1 -\n- - - - - -\n1 - - 2 - -\n"


COUNTED = (
    "; Slitherlink\nsize 8 8\n- 1 - - - 3 - 3\n- 0 0 0 1 1 - -\n1 - - - - - - -\n- 2 - 2 3 2 2 -\n2 - - 2 - 1 2 2\n"
    "- 1 2 3 - - 2 -\n- 1 - 2 - - - -\n- 2 - - - 1 - -\n"
)


def some(text: str, limit: int | None = None) -> list[csp2sat.Step]:
    return chain(text)[:limit]


def test_clues_in_corners_come_before_what_needs_several_facts():
    """The zeros, and then the three corners with a 2, two lines each in one step of one clue."""
    found = some(CORNERS, 7)
    assert all((step.weight, step.known, step.smallest) == (1, (), "proved") for step in found)
    corners = [step for step in found if re.search("the number 2 at row .* corner, so", step.text)]
    assert [(len(step.facts), step.routine) for step in corners] == [(2, False)] * 3


def test_what_one_fact_gives_comes_before_a_pattern():
    """A cell that only one light can light, although the 1 and the 2 at the edge have a pattern."""
    found = some(LIGHTS, 6)
    assert [effort(step) for step in found[:4]] == [1, 1.25, 1.25, 1.25]
    assert [(step.weight, len(step.known)) for step in found[4:]] == [(3, 0)] * 2


def test_a_pattern_says_what_follows_from_the_opposite():
    step = some(LIGHTS, 5)[-1]
    assert step.kind == "rules" and [part.fact is None for part in step.trail] == [False, False, True]
    why = "a light diagonal to the number 2 at row 6, column 4 would leave that number only 1 place"
    assert step.text == f"Row 5, column 5 has no light: {why}."


def test_an_area_is_left_as_often_as_it_is_entered():
    """A loop crosses the border of the upper left twice: one rule, where ten cuts of `one loop` were cited before."""
    found = some(EVEN)
    evenly = [step for step in found if ": an even number of lines leads out of " in step.text]
    assert evenly and all(step.weight == 1 for step in evenly)
    for step in evenly:
        lines = re.search(
            r"; so far (no|one|two|three|four|\d+) lines?\b.*, and no other way out is left(, since)?", step.text
        )
        assert lines and (lines[1] in ("one", "three")) == (not step.facts[0].negative), step.text
        gaps = [fact for fact in step.cited if fact.negative]
        assert (lines[2] is not None) == (0 < len(gaps) <= 6), f"the closed ways have no names: {step.text}"
    assert max(step.weight for step in found) <= 8


def test_suppositions_that_fail_by_the_same_lines_are_one_block_and_routine_facts_keep_their_order():
    """The steps that `merged` joins have equal lines, and no step of the chain is lost."""
    board = csp2sat.loads(COUNTED).board
    steps = list(chain(board))
    found = list(merged(board, steps))
    joined = [step for step in found if step.first and step.trail]
    assert [(step.first, step.number) for step in joined] == [(20, 21), (41, 42)]
    assert joined[1].head.startswith("There is no line on the bottom or left of row 5, column 6: the opposites lead to")
    for each in joined:
        for step in steps[each.first - 1 : each.number]:
            assert blocks(board, step)[1:] == blocks(board, each)[1:]
    assert [fact for step in found for fact in step.facts] == [fact for step in steps for fact in step.facts]
    left = "there is a line on the left of row 3, column 1"
    top = "there is a line on the top of row 1, columns 3 and 4; then there is no line on the top of row 2, column 1"
    assert routine_text(board, steps[13:17]) == f"4 routine steps: {top}; then {left}"


def test_a_supposition_names_the_lines_around_an_area():
    """Their number is odd for a contradiction and before a line, and even before a gap."""
    board = csp2sat.loads(COUNTED).board
    lines = [line for step in chain(board) for line in blocks(board, step)]
    so_far = [
        re.search(r"there is (a|no) line .*: an even number of lines .*; so far (\w+) line", line) for line in lines
    ]
    broken = [re.search(r": an odd number of lines would leave .*: (\w+) line", line) for line in lines]
    odd = ("one", "three", "5")
    assert any(so_far) and any(broken)
    assert all((said[1] == "a") == (said[2] in odd) for said in so_far if said)
    assert all(said[1] in odd for said in broken if said)
    assert not any("even number of lines leaves" in line and "; so far" not in line for line in lines)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("text", "suppositions", "largest"), [(ROAD, 0, 3), (PAIRS, 1, 5)])
def test_the_reason_of_a_loop_that_is_near_is_found(text, suppositions, largest):
    """Where the cuts that the whole board led to made suppositions of 4 and of 10 clues and rules."""
    found = some(text)
    assert sum(step.kind == "suppose" for step in found) <= suppositions
    assert max(step.weight for step in found) <= largest


def test_that_the_loop_has_a_line_is_no_reason_where_a_clue_says_more():
    assert not any("the loop has a line" in rule.text for text in (EVEN, PAIRS) for s in some(text) for rule in s.rules)


@pytest.mark.parametrize("row", ["3 3 3", "1 3 1", "2 3 3", "0 0 0"])
def test_loops_that_cannot_be_end_in_a_contradiction(row):
    steps = chain("; Slitherlink\nsize 3 3\n" + f"{row}\n" * 3)
    assert steps.status == "CONTRADICTION" and list(steps)[-1].contradiction


def test_a_closed_loop_leaves_no_other_line_in_one_step():
    last = some(
        "; Masyu Puzzle\nsize 6 6\n- - 1 - - 1\n- - - - - -\n- - 0 - 0 -\n1 - - - - -\n- - - - 0 -\n- - - 1 - -\n"
    )[-1]
    assert last.text.endswith(
        ": the loop is closed, and there is no other line, since a loop goes through row 1, column 3."
    )
    assert len(last.facts) == 7


def test_the_contradiction_next_to_a_cell_is_the_reason():
    """Four cells would be wall: not what the whole board's walls say."""
    step = next(step for step in some(LOANS) if ((2, 1),) in [fact.places for fact in step.facts])
    assert step.weight == 1 and len(step.known) == 3 and "no 2 x 2 cells of wall" in step.text


@pytest.mark.parametrize("text", [LOANS, LIGHTS])
def test_a_trail_of_few_rules_is_no_supposition(text):
    for step in some(text, 20):
        assert (step.kind == "suppose") == (step.weight > 3 and len(step.trail) > 0)
        assert bool(step.trail) <= (step.weight > 1)


def test_an_island_is_full_with_a_cell_that_no_other_can_have():
    """The 7 reaches the lower left on seven cells: all cells that are on no such way are wall, in two steps."""
    rows = "- - - - - - -", "- - - - - - -", "- 3 - - 3 - 1", "- - - 1 - - -", "- - - - - 7 -", *["- - - - - - -"] * 2
    found = some("; Nurikabe\nsize 7 7\n" + "\n".join(rows) + "\n")
    step = next(step for step in found if len(step.facts) > 5 and step.weight == 1 and step.known)
    assert {fact.places[0] for fact in step.facts} == {(4, 6), (5, 6), (6, 1), (6, 2), (6, 4), (6, 5)}
    reach = "the island of the 7 at row 5, column 6 has to reach row 5, column 2, and would have at least 8 cells"
    assert f"{reach} with one of them, too" in step.text
    assert not any(step.kind == "suppose" for step in found)


def test_a_clue_near_which_much_is_known_is_used_alone():
    """Two numbers together come first only where nothing near them is known yet."""
    found = [step for step in chain(generated("kurodoko", 6, 6, 1)) if not step.routine]
    several = [at for at, step in enumerate(found) if step.weight > 1]
    assert len(several) == 2 and several == sorted(several)


def test_a_number_of_bridges_comes_before_bounds():
    """Where a clue alone gives how many bridges there are, none is told that there are at least or at most so many."""
    bounds = [sum(" at least " in step.text or " at most " in step.text for step in bridges(seed)) for seed in (1, 2)]
    assert bounds == [0, 5]


def bridges(seed: int) -> csp2sat.Steps:
    return chain(generated("hashiwokakero", 6, 6, seed))


def test_a_number_that_a_box_has_is_no_part_of_a_reason():
    """The 3 of the first box is in row 1; its 9 is placed, and what cells that are not 3 lack besides says nothing."""
    grid = [[0] * 9 for _ in range(9)]
    grid[0][5:7], grid[1][0], grid[1][2], grid[2][1:3] = [9, 6], 7, 6, [9, 4]
    board = csp2sat.Board("sudoku", 9, 9, {"box_rows": 3, "box_cols": 3, "grid": grid})
    finder = Finder(question(statements(board)))
    var = {(tuple(atom["place"]), atom["value"]): var for var, atom in finder.atoms.items()}
    for lit in finder.stated:
        finder.learn(lit, -1)
    for cell in ((1, 1), (2, 0)):
        finder.learn(-var[cell, 3], 1)
        finder.learn(-var[cell, 9], 2)
    reason = finder.reduced(-var[(0, 8), 3])
    assert {finder.atoms[-lit]["value"] for lit in reason.known if lit < 0} == {3}
    assert var[(0, 5), 9] not in reason.known and var[(2, 1), 9] in reason.known


@pytest.mark.parametrize("seed", [15, 1])
def test_corners_of_walls_come_before_ways_that_have_to_be_followed(seed):
    """Where three cells of a square are wall, the fourth is an island sooner than the ways of numbers are followed."""
    board = generated("nurikabe", 7, 7, seed)
    walls, land, followed = set(), set(board.filled()), 0
    for step in chain(board):
        if not step.trail and re.search(r"only by way of|each way to|has to reach", step.text):
            followed += 1
            for r, c in product(range(board.rows - 1), range(board.cols - 1)):
                four = {(r, c), (r + 1, c), (r, c + 1), (r + 1, c + 1)}
                own = {at for fact in step.facts for at in fact.places}
                assert len(four & walls) < 3 or four & (land | own), step.text
        for fact in step.facts:
            (land if fact.negative else walls).update(fact.places)
    assert followed or seed == 15  # there cheaper steps now lead to the solution


def joined_to(lines, edge):
    """The lines that join the first end of an edge to others, and whether they join it to its other end."""
    reached, used = [edge[0]], set()
    for at in reached:
        new = {line for line in lines if at in line} - used
        used |= new
        reached += [end for line in new for end in line if end not in reached]
    return used, edge[1] in reached


def test_a_line_that_would_close_comes_before_reasons_of_several_known_lines():
    """However long the line is, a person sees both of its ends."""
    board = generated("slitherlink", 7, 7, 1)
    known, closed = {True: set(), False: set()}, 0
    every = [((r, c), (r + k, c + 1 - k)) for r in range(8) for c in range(8) for k in (0, 1) if r + k < 8 > c + 1 - k]
    for step in chain(board):
        ends = {edge: joined_to(known[True], edge) for edge in every if edge not in known[True] | known[False]}
        closing = {edge for edge, (used, is_joined) in ends.items() if is_joined and used < known[True]}
        own = {fact.places for fact in step.facts} & closing
        closed += bool(own)
        assert own or not closing or (len(step.known) <= 2 and not step.trail), step.text
        for fact in step.facts:
            known[not fact.negative].add(fact.places)
    assert closed
