"""Wrong white angles where four cells meet, against the angles that points around the vertex show."""

from itertools import product

from csp2sat.puzzles.constraints.white_angles import wrong_angle
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import Board

BOARD = Board("shakashaka", 2, 2, ["..", ".."])
CELLS = ((0, 1), (1, 1), (1, 0), (0, 0))  # clockwise
RULE = "white angles are right or straight at the top left corner of row 2, column 2"
POINTS = ((1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2))  # to the right and down, clockwise


def is_black(sign, x, y):
    """Whether a point of a cell, 0 to 1 to the right and down, is in the triangle with its right angle in a corner."""
    return {"a": x + y < 1, "b": y < x, "c": x < y, "d": x + y > 1, ".": False}[sign]


def angles(signs):
    """Return the white angles at the vertex that four cells share, in degrees."""
    at = dict(zip(CELLS, signs, strict=True))
    ring = ""
    for x, y in ((y / 10, -x / 10) for x, y in POINTS):
        cell = int(y > 0), int(x > 0)
        ring += ".#"[is_black(at[cell], x % 1, y % 1)]
    start = max(ring.find("#"), 0)
    return {45 * len(run) for run in (ring[start:] + ring[:start]).split("#")} - {0}


def facts(signs):
    return [Fact("cell", (cell,), sign) for cell, sign in zip(CELLS, signs, strict=True)]


def test_the_angle_of_known_cells_is_the_measured_one():
    for signs in product(".abcd", repeat=4):
        wrong, said = angles(signs) - {90, 180, 360}, wrong_angle(BOARD, RULE, facts(signs), [])
        assert bool(said) == bool(wrong), signs
        assert not said or any(said.startswith(f"a white angle of {each} degrees is at the top left") for each in wrong)


def test_without_a_fact_each_choice_has_one_of_the_angles_that_are_named():
    for signs in product(".abcd", repeat=3):
        known, cell = facts((*signs, "."))[:3], CELLS[3]
        ways = {sign: angles((*signs, sign)) - {90, 180, 360} for sign in ".abcd"}
        for sign in ".abcd":
            said = wrong_angle(BOARD, RULE, known, [Fact("cell", (cell,), sign)])
            others = [wrong for other, wrong in ways.items() if other != sign]
            assert bool(said) == all(others), (signs, sign)
            named = {int(word) for word in said.split() if word.isdigit()} - {2}
            assert not named or all(wrong & named for wrong in others)
            assert wrong_angle(BOARD, RULE, known, [Fact("cell", (cell,), sign, True)]).startswith(
                "else a white angle of " * bool(ways[sign])
            )


def test_other_rules_have_no_such_words():
    assert wrong_angle(BOARD, "number 2", facts("abcd"), []) == ""
