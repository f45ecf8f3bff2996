"""Joint statements: what a person sees at once of several small ones, as patterns of heyawake and slitherlink."""

import re
from dataclasses import replace

import pytest
from support.chains import chain
from support.reason_judge import ReasonJudge, lines_of
from support.sentence_places import missing
from support.step_judge import Judge

import csp2sat
from csp2sat.model.expr import all_of, any_of
from csp2sat.model.model import Model, Origin
from csp2sat.puzzles.kit.variables import exactly_one
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.stating.formulas import conjuncts
from csp2sat.reasoning.trail_blocks import blocks, suppositions

HEYAWAKE, SLITHERLINK = "; Heyawake Puzzle\nsize ", "; Slitherlink\nsize "
ROOM_OF_NINE = HEYAWAKE + "4 3\nregions\n0 0 0 1\n0 0 0 1\n0 0 0 1\nclues\n5 -\n"
CORNER_ROOM = HEYAWAKE + "4 4\nregions\n0 0 1 1\n0 0 1 1\n2 2 2 2\n2 2 2 2\nclues\n2 - -\n"
EDGE_ROOM = HEYAWAKE + "5 4\nregions\n0 1 1 1 2\n0 1 1 1 2\n3 3 3 3 3\n3 3 3 3 3\nclues\n- 3 - -\n"
CORNER_ONE = SLITHERLINK + "4 4\n1 - - -\n" + "- - - -\n" * 3
DIAGONAL = SLITHERLINK + "4 4\n- - - -\n- 3 - -\n- - 3 -\n- - - -\n"
BESIDE = SLITHERLINK + "4 4\n- - - -\n- 3 3 -\n- - - -\n- - - -\n"
# where a hand that knows the patterns was stuck, and the search had ten suppositions of up to 14 rules
STUCK = (
    HEYAWAKE + "6 6\nregions\n0 1 2 2 2 3\n0 4 5 5 5 6\n7 7 5 5 5 8\n7 7 9 9 10 11\n7 7 9 9 10 12\n13 13 9 9 10 12\n"
    "clues\n- 0 - 0 - 2\n0 2 - - - -\n- -\n"
)


def first(text: str) -> csp2sat.Step:
    return next(iter(csp2sat.steps(csp2sat.loads(text).board, limit=1)))


@pytest.mark.parametrize(
    ("text", "weight", "places"),
    [
        (ROOM_OF_NINE, 1, {(0, 0), (0, 2), (1, 1), (2, 0), (2, 2)}),
        (CORNER_ROOM, 2, {(0, 0), (1, 1)}),
        (EDGE_ROOM, 2, {(0, 2), (1, 1), (1, 3)}),
    ],
)
def test_patterns_of_rooms_are_one_step(text, weight, places):
    """The number of a room, that its shaded cells are separate, and at most that they shut nothing in."""
    step = first(text)
    assert (step.weight, step.known) == (weight, ())
    assert {fact.places[0] for fact in step.facts if not fact.negative} == places
    ways = "1 way, as a checkerboard" if weight == 1 else "2 ways"
    assert re.search(f"the room of row 1, column ., no two side by side, fit in only {ways}", step.text)


@pytest.mark.parametrize(
    ("text", "weight", "drawn", "crossed"), [(CORNER_ONE, 1, 0, 2), (DIAGONAL, 2, 4, 2), (BESIDE, 2, 2, 2)]
)
def test_patterns_of_numbers_are_one_step(text, weight, drawn, crossed):
    """A 1 in the corner; two 3 that touch; two 3 side by side: the numbers with their corners, and no loop."""
    step = first(text)
    assert (step.weight, step.known, step.rules) == (weight, (), ())
    assert [sum(not f.negative for f in step.facts), sum(f.negative for f in step.facts)] == [drawn, crossed]
    assert not step.routine and re.search(
        "corner, so|where the numbers touch, the loop uses|, side by side: a 3 without the outer side would ", step.text
    )


def test_a_smaller_statement_is_cited_where_it_suffices():
    """A zero without its corners, a line that ends at a corner, a shaded cell's neighbour."""
    texts = [step.text for step in chain(SLITHERLINK + "2 2\n0 -\n- 3\n")]
    assert texts[0].endswith("by the number 0 at row 1, column 1.")
    assert not any("number 0 and its corners" in text for text in texts)
    texts = [step.text for step in csp2sat.steps(csp2sat.loads(STUCK).board, limit=6)]
    assert texts[3].endswith('"no unshaded line through three rooms", since column 6, rows 1 and 2 are not shaded.')
    assert texts[4].endswith("is not shaded: row 3, column 6, beside it, is shaded.")


def test_joint_statements_have_the_clauses_of_what_they_join():
    for text in (STUCK, DIAGONAL):
        parts = statements(csp2sat.loads(text).board).parts
        joint = [part for part in parts if part.joins]
        assert joint
        for part in joint:
            clauses = [clause for at in part.joins for clause in parts[at].clauses]
            assert sorted(set(map(tuple, clauses))) == sorted(set(map(tuple, part.clauses)))
            assert set(part.named) <= set(part.variables) and part.clue == (part.origin.kind == "cell")
    origin = Origin("cell", 1, 1, "number 3 and its corners")
    assert [len(part.joins) for part in joint if part.origin == origin] == [5]


def test_a_clue_that_others_state_in_parts_joins_none_of_them():
    """The cell in the corner has no line, which its neighbours say of their own lines, and more."""
    board = csp2sat.loads("size 4 4\n- - - -\n- - - -\n- - - #\n- - # #\n", "yajilin").board
    texts = [step.text for step in csp2sat.steps(board, limit=3)]
    assert texts[1].startswith("There is no line from row 4, column 3 to column 4, by the clue at row 4, column 4")
    assert not any(part.joins for part in statements(board).parts)


def test_a_board_where_the_hand_was_stuck_has_fewer_and_smaller_suppositions():
    board = csp2sat.loads(STUCK).board
    steps = chain(board)
    found = list(steps)
    assert max(step.weight for step in found) <= 8
    assert sum(step.kind == "suppose" for step in found) <= 6
    assert list(Judge(board).faults(found, steps.solution)) == []
    statement_lines = lines_of(board)
    assert list(ReasonJudge(statement_lines[0]).faults(statement_lines[1])) == []
    assert [words for step in found for words in missing(board, step)] == []


def test_conclusions_with_one_reason_are_one_line_of_the_text():
    """All neighbours of a shaded cell are in one line; the contradiction stays a line of its own."""
    board = csp2sat.loads(STUCK).board
    step = next(step for step in chain(board) if len(step.trail) > 8)
    ((supposed, each),) = suppositions(board, step)
    first, *few = blocks(board, step)
    assert (supposed, first) == ("Suppose that row 2, column 4 is shaded", f"     {supposed}.")
    neighbours = "column 4, rows 1 and 3, and row 2, columns 3 and 5 are not shaded"
    assert few[0] == f"     - {neighbours}: {step.trail[0].by}"
    assert (len(each), len(few), f"     - {each[-1].so}{each[-1].why}") == (len(step.trail), len(each) - 4, few[-1])
    two = replace(step, trail=(step.trail[0], step.trail[-1]._replace(by=step.trail[0].by)))
    assert [line.split(":")[0] for line in blocks(board, two)[1:]] == [
        "     - row 2, column 3 is not shaded",
        "     - a contradiction",
    ]


def test_a_supposition_tells_the_line_or_cell_of_each_rule():
    """Each conclusion has the smaller rule, and the line through rooms that it is about."""
    step = next(step for step in chain(STUCK) if step.kind == "suppose")
    words = [part.by for part in step.trail]
    assert words[0].endswith(", beside it, is shaded")
    assert "no unshaded line through three rooms at row 5, columns 4 to 6" in words
    assert not any("separate" in each for each in words)


def test_only_exactly_one_is_a_conjunction_that_stays_whole():
    """Two clauses of a pair each look like it: neither says that one of their Booleans holds."""
    m = Model()
    a, b, c = map(m.bool, "abc")
    one = exactly_one([a, b, c])
    assert list(conjuncts(one)) == [one]
    others = [
        [~a | ~b, ~a | ~c],
        [any_of((a, b, c)), ~a | ~b, ~a | ~c, ~b | c],
        [any_of((a, b, c)), ~a | ~b, ~a | ~c],
        [any_of((a, b, c)), ~a | ~b, ~a | ~c, ~b],
    ]
    for clauses in others:
        assert list(conjuncts(all_of(clauses))) == clauses


@pytest.mark.parametrize(
    "rows", ["- - -\n- - 0D\n- 0R 0R\n", "- - -\n0D - 0D\n- 0R 0R\n", "0R - 0U\n- - 0R\n0U 0U 0R\n"]
)
def test_clues_that_share_constraints_by_chance_are_no_joint_statement(rows):
    """The lines at a cell with an arrow are those at two others, of which each has one more line."""
    board = csp2sat.loads(f"; Yajilin Puzzle\nsize 3 3\n{rows}").board
    assert not any(part.joins for part in statements(board).parts)
    assert chain(board).status in ("SOLVED", "STUCK", "CONTRADICTION")
