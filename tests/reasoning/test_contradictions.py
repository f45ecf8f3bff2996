"""Contradictions in words: what would be so, rather than the rule."""

import pytest

import csp2sat
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.wording.failures import touch_fault


def test_a_contradiction_says_what_would_be_so():
    lights = [Fact("cell", ((0, c),), "*") for c in (4, 1)] + [Fact("cell", ((0, 2),), "*", True)]
    akari = PUZZLES["akari"].facts.broken
    words = "the lights at row 1, column 2 and row 1, column 5 would shine on each other"
    assert akari(None, "at most one light in row 1, columns 1 to 6", (0, 0), lights) == words
    assert not akari(None, "at most one light in row 1, columns 1 to 6", (0, 0), lights[1:])
    rooms = Board("heyawake", 1, 4, {"regions": [[0, 1, 1, 2]], "clues": [None] * 3})
    clear = [Fact("cell", ((0, c),), "#", True) for c in range(4)]
    heyawake, rule = PUZZLES["heyawake"].facts.broken, "no unshaded line through three rooms"
    words = "an unshaded line would lead through three rooms at row 1, columns 1 to 4"
    assert heyawake(rooms, rule, (0, 0), clear) == words
    assert not heyawake(rooms, rule, (0, 0), clear[1:])
    pair = [Fact("cell", (at,), "#") for at in ((1, 1), (0, 0), (1, 2))]
    assert (
        touch_fault(rooms, "no two shaded cells side by side", pair)
        == "row 2, columns 2 and 3 would be shaded side by side"
    )
    assert not touch_fault(rooms, "no two shaded cells side by side", pair[:2])


@pytest.mark.parametrize(
    ("rows", "said"),
    [
        ("7 - -\n- 7 -\n- - -\n", "number 7 once"),
        ("7 - -\n- 12 -\n- - -\n", "the given number at row 2, column 2"),
        ("7 - -\n- - -\n- - 8\n", "next number beside row 1, column 1"),
    ],
)
def test_givens_of_a_hidoku_that_contradict_one_another(rows, said):
    board = csp2sat.loads(f"; Hidoku Puzzle\nsize 3 3\n{rows}").board
    assert csp2sat.solve(board).status == "UNSATISFIABLE"
    assert said in csp2sat.hint(board).text
    assert [each.text for each in csp2sat.steps(board)][-1:] and csp2sat.explain(board).reasons
