"""Steps of yajilin as a player sees them: what their words say is true of all ways, by brute force."""

from dataclasses import replace
from itertools import combinations, pairwise, product

import pytest
from support.chains import chain

import csp2sat
from csp2sat.api.reasoning.chains import merged
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.kit.variables import around
from csp2sat.puzzles.spec import Board
from csp2sat.reasoning.sentences import suppositions
from csp2sat.reasoning.step import CitedClue, RuleUse, Step, TrailPart, UsedRule
from csp2sat.reasoning.trail_blocks import blocks
from csp2sat.reasoning.wording.line_rules import TWO_LINES
from csp2sat.reasoning.wording.rooms.arrows import arrow_phrase, arrow_ways
from csp2sat.reasoning.wording.rooms.passed_cells import (
    IN_SHADED,
    NO_OTHER,
    ON_LINE,
    OR_LOOP,
    between_two,
    passed_phrase,
    without_gaps,
)

BOARD = Board("yajilin", 3, 3, {"cells": ["---"] * 3})
TOUCH = "no two shaded cells side by side"
RAY = tuple((r, 0) for r in range(1, 6))  # below an arrow


def shaded(cell, negative):
    return Fact("cell", (cell,), "#", negative)


def line(one, other, negative=True):
    return Fact("edge", (min(one, other), max(one, other)), "line", negative)


def rule(name, *cells):
    return UsedRule(name, cells, name, 1, (RuleUse(name, cells),))


def ways_at(cell):
    """Yield which cells beside a cell are shaded and which lines it has, in all ways that the rules allow there."""
    near = around(BOARD, cell)
    for own, *of in product((False, True), repeat=1 + 2 * len(near)):
        dark = dict(zip(near, of[: len(near)], strict=True))
        lines = dict(zip(near, of[len(near) :], strict=True))
        parted = not any((own or dark[each]) and lines[each] for each in near)
        if parted and sum(lines.values()) == 2 * (not own) and not (own and any(dark.values())):
            yield dark, lines


@pytest.mark.parametrize("cell", [(0, 0), (0, 1), (1, 1)])
def test_beside_a_cell_with_two_ways_nothing_is_shaded(cell):
    near, said = around(BOARD, cell), 0
    for size in range(len(near) + 1):
        for gaps in combinations(near, size):
            ways = [dark for dark, lines in ways_at(cell) if not any(lines[each] for each in gaps)]
            for goals in [(one,) for one in near] + [*combinations(near, 2)]:
                rules = [rule(OR_LOOP, cell), *(rule(OR_LOOP, goal) for goal in goals), rule(TOUCH, cell, *goals)]
                known = tuple(line(cell, gap) for gap in gaps)
                step = Step(1, tuple(shaded(goal, True) for goal in goals), (), tuple(rules), known, 0, "proved")
                words = passed_phrase(BOARD, step)
                is_so = not any(dark[goal] for dark in ways for goal in goals) and len(near) - size == 2
                assert bool(words) == (is_so and not {*goals} & {*gaps}) == (between_two(BOARD, step) == cell)
                assert not passed_phrase(BOARD, replace(step, clues=(CitedClue((2, 2), "number 1 with an arrow up"),)))
                said += bool(words)
    assert said


@pytest.mark.parametrize("number", [1, 2, 3])
def test_ways_to_place_shaded_cells_are_all_ways(number):
    """A number of five cells in a line, of which any are known: what holds in up to three ways has a sentence."""
    board = Board("yajilin", 6, 1, {"cells": ["-"] * 6})
    clue = CitedClue((0, 0), f"number {number} with an arrow down", cells=((0, 0), *RAY))
    facts = [shaded(cell, out) for cell in RAY for out in (False, True)]
    facts += [line(one, other) for one, other in pairwise(RAY)]
    some = combinations(RAY, number)
    places = [way for way in some if all(b[0] - a[0] > 1 for a, b in pairwise(way))]
    for values in product((None, False, True), repeat=len(RAY)):
        has = {cell: value for cell, value in zip(RAY, values, strict=True) if value is not None}
        if any(has.get(one) and has.get(other) for one, other in pairwise(RAY)):
            continue
        ways = [way for way in places if all((cell in way) == true for cell, true in has.items())]
        known = tuple(shaded(cell, not true) for cell, true in has.items())
        for fact in facts:
            if has.keys().isdisjoint(fact.places):
                step = Step(1, (fact,), (clue,), (rule(TOUCH, *RAY),), known, 0, "proved")
                one = [any(cell in way for cell in fact.places) for way in ways]
                holds = all(one) if fact.what == "edge" else all(has_it != fact.negative for has_it in one)
                assert bool(arrow_ways(board, step)) == (holds and 0 < len(ways) <= 3), (has, fact)


def test_the_ways_of_a_number_are_named():
    clue = CitedClue((0, 0), "number 2 with an arrow down", cells=((0, 0), *RAY))
    board, known = Board("yajilin", 6, 1, {"cells": ["-"] * 6}), (shaded(RAY[-1], True),)
    facts = tuple(line(*pair) for pair in (RAY[:2], RAY[2:4]))
    step = Step(1, facts, (clue,), (rule(TOUCH, *RAY[:2]), rule(OR_LOOP, RAY[0])), known, 0, "proved")
    assert arrow_phrase(board, step) == (
        "there is no line from row 2, column 1 to row 3 and from row 4, column 1 to row 5: as no two are side by side,"
        " the shaded cells that the number 2 with an arrow down at row 1, column 1 counts can only be column 1, rows 2"
        " and 4; rows 2 and 5; or rows 3 and 5, and the loop goes through no shaded cell, since row 6, column 1 is not"
        " shaded"
    )
    assert not arrow_phrase(board, replace(step, rules=(rule("one loop", *RAY),)))


def test_a_cell_that_is_shaded_in_all_ways_has_no_line():
    clue = CitedClue((0, 0), "number 3 with an arrow down", cells=((0, 0), *RAY))
    board, rules = Board("yajilin", 6, 2, {"cells": ["--"] * 6}), (rule(TOUCH, *RAY), rule(OR_LOOP, RAY[0]))
    for at, is_said in ((0, True), (1, False), (4, True)):
        step = Step(1, (line(RAY[at], (at + 1, 1)),), (clue,), rules, (), 0, "proved")
        assert bool(arrow_phrase(board, step)) == is_said


def test_a_supposition_says_what_a_shaded_cell_and_a_line_mean_once():
    """No line leads to a shaded cell, without a word; cells with no other way, and where their lines lead, are one."""
    by = {1: "row 3, column 3, beside it, is shaded", 2: IN_SHADED, 4: ON_LINE, 6: ON_LINE}
    dark, gap, up, left = shaded((2, 2), False), line((1, 2), (2, 2)), line((0, 2), (1, 2), False), line((2, 0), (2, 1))
    left = left._replace(negative=False)
    parts = [
        TrailPart(shaded((1, 2), True), by[1], ((1, 2),), rests=(dark,)),
        TrailPart(gap, by[2], ((2, 2),), rests=(dark,)),
        TrailPart(up, f"{NO_OTHER}row 2, column 3", ((1, 2),), rests=(gap, shaded((1, 2), True))),
        TrailPart(shaded((0, 2), True), by[4], ((0, 2),), rests=(up,)),
        TrailPart(left, f"{NO_OTHER}row 3, column 2", ((2, 1),), rests=(shaded((1, 2), True),)),
        TrailPart(shaded((2, 0), True), by[6], ((2, 0),), rests=(left,)),
        TrailPart(None, "", fails="no place is left", rests=(shaded((0, 2), True), shaded((2, 0), True))),
    ]
    step = Step(1, (shaded((2, 2), True),), (), (), (), 0, "found", tuple(parts), head="Head")
    assert [text.strip() for text in blocks(BOARD, step)][:3] == [
        "Suppose that row 3, column 3 is shaded.",
        "- row 2, column 3 is not shaded: row 3, column 3, beside it, is shaded",
        "- there is a line from row 1, column 3 to row 2 and from row 3, column 1 to column 2: the loop has no"
        " other way at row 2, column 3 and row 3, column 2; so row 1, column 3 and row 3, column 1 are not shaded",
    ]
    assert len(blocks(BOARD, step)) == 4


@pytest.mark.parametrize(
    ("lines", "negative", "words"),
    [
        (2, True, "row 2, column 2 has its two lines"),
        (1, False, "the loop goes on at row 2, column 2"),
        (0, True, "a line would end at row 2, column 2"),
        (1, True, "row 2, column 2 has no line or two lines"),
    ],
)
def test_a_conclusion_at_one_cell_says_how_many_lines_there_are(lines, negative, words):
    near = [line((1, 1), cell, at >= lines) for at, cell in enumerate([(0, 1), (1, 0)])]
    new, by = line((1, 1), (1, 2), negative), f"row 2, column 2 {TWO_LINES}"
    parts = [TrailPart(new, by, ((1, 1),), rests=(*near,)), TrailPart(None, "", fails="no place is left", rests=(new,))]
    step = Step(1, (shaded((2, 2), True),), (), (), (), 0, "found", tuple(parts), head="Head")
    assert blocks(BOARD, step)[1].endswith(f": {words}")


def test_a_shaded_neighbour_is_no_line():
    near = [shaded((0, 1), False), shaded((1, 0), False)]
    new, by = line((1, 1), (1, 2)), f"row 2, column 2 {TWO_LINES}"
    parts = [TrailPart(new, by, ((1, 1),), rests=(*near,)), TrailPart(None, "", fails="no place is left", rests=(new,))]
    step = Step(1, (shaded((2, 2), True),), (), (), (), 0, "found", tuple(parts), head="Head")
    assert blocks(BOARD, step)[1].endswith(": a line would end at row 2, column 2")


def test_a_conclusion_rests_on_the_shaded_cell_beside_which_there_is_no_line():
    dark, gap, own = shaded((2, 2), False), line((1, 2), (2, 2)), line((0, 2), (1, 2), False)
    (kept,) = without_gaps([TrailPart(gap, IN_SHADED, rests=(dark,)), TrailPart(own, NO_OTHER, rests=(gap,))])
    assert kept.fact == own and kept.rests == (dark,)


@pytest.fixture(scope="module")
def first_steps():
    """The first steps of a board, whose number says of two cells side by side no more than that one may be shaded."""
    board = Board("yajilin", 4, 5, [["1R", *"...."], *([*"....."] for _ in range(3))])
    return csp2sat.steps(board, limit=8)


def test_what_a_corner_says_of_two_cells_is_one_step(first_steps):
    board, steps = first_steps.board, [*first_steps]
    found = [step for step in merged(board, steps) if step.first]
    assert found and all(len(step.facts) == 2 and not step.head for step in found)
    words = (
        "either it is shaded, so its neighbours are not, or the loop passes through it and both these neighbours;"
        " either way these are not shaded."
    )
    assert all(words in step.text for step in found)
    assert [fact for step in merged(board, steps) for fact in step.facts] == [f for step in steps for f in step.facts]
    one, two = steps[found[0].first - 1 : found[0].number]
    needs = [one, replace(two, noted=one.facts)]
    assert [*merged(board, needs)] == needs


def test_that_a_given_cell_has_no_line_goes_without_saying(first_steps):
    gaps = {line((0, 0), near) for near in ((0, 1), (1, 0))}
    cites = [step for step in first_steps if step.known and gaps.issuperset(step.known)]
    assert cites and not any("since" in step.text for step in cites)


def test_a_shaded_neighbour_is_cited_not_a_number(first_steps):
    found = [step for step in first_steps if step.weight > 1]
    assert found and not any(step.clues for step in found)


def test_each_supposition_of_several_steps_as_one_has_its_own_lines(first_steps):
    board, steps = first_steps.board, [*first_steps]
    folds = {fold: lines for step in steps for fold, lines in suppositions(board, step)}
    found = [step for step in merged(board, steps) if step.first]
    assert found
    for step in found:
        own = suppositions(board, step)
        assert len(own) == len(step.facts) and all(folds[fold] == lines for fold, lines in own)


GAPS = (
    "; Yajilin Puzzle\nsize 6 6\n- - - - - -\n- - 0R 1L - -\n- 1D 0L 0U 0L -\n- - 0U - - -\n- 1R 0L - - -\n"
    "- - - - 0U 2U\n"
)


def test_two_ways_past_a_cell_with_a_given_are_seen_before_a_pattern():
    """The gap at a grey cell is no known fact to look for: the loop has no other way at row 5, column 1."""
    steps = list(chain(GAPS))
    first = "There is a line from row 5, column 1 up and down"
    (at,) = [i for i, step in enumerate(steps) if step.text.startswith(first)]
    assert not [step.text for step in steps[:at] if step.weight > 1]
