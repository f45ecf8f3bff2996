"""Wrong white angles where four cells meet, against the angles that points around the vertex show."""

import re
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


def angles(signs, beside=""):
    """Return the white angles at the vertex that four cells share, in degrees; beside: a cell in words, beside whose
    triangle the angles are, '' for all angles.
    """
    at = dict(zip(CELLS, signs, strict=True))
    cells = [(int(-x > 0), int(y > 0)) for x, y in POINTS]
    points = [(y / 10 % 1, -x / 10 % 1) for x, y in POINTS]
    ring = "".join(".#"[is_black(at[cell], *point)] for cell, point in zip(cells, points, strict=True))
    start = max(ring.find("#"), 0)
    runs = re.finditer(r"\.+", ring[start:] + ring[:start])
    ends = {(45 * len(run[0]), cells[(start + end) % 8]) for run in runs for end in (run.start() - 1, run.end())}
    return {angle for angle, (r, c) in ends if beside in ("", f"row {r + 1}, column {c + 1}")}


def wrong_and_named(signs, said):
    """Return the wrong angles that words name, of those of the vertex."""
    beside = re.search(r"of neither 90 nor 180 degrees, beside the triangle of (row \d, column \d),", said)
    found = angles(signs, beside[1]) if beside else angles(signs) & angles_in(said)
    return found - {90, 180, 360}


def angles_in(said):
    """Return the wrong angles that words name, each a multiple of 45 degrees."""
    degrees = said.partition(" of ")[2].partition(" degrees")[0]
    more = re.search(r"more than (\d+)", degrees)
    exact = set(map(int, re.findall(r"\d+", degrees.replace(more[0] if more else "", ""))))
    return exact | ({*range(int(more[1]) + 45, 360, 45)} if more else set())


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
            assert not said or all(wrong_and_named((*signs, other), said) for other in ".abcd".replace(sign, "")), said
            assert wrong_angle(BOARD, RULE, known, [Fact("cell", (cell,), sign, True)]).startswith(
                "else a white angle of " * bool(ways[sign])
            )


def test_any_angles_that_may_be_wrong_have_words():
    """Whatever the cells before may be, the angles that are named are among those of each choice."""
    for signs in product((".", "a", "b", "c", "d", "?"), repeat=3):
        known = [fact for fact in facts((*signs, ".")) if fact.value != "?"][:-1]
        choices = [".abcd" if sign == "?" else sign for sign in signs]
        for sign in ".abcd":
            said = wrong_angle(BOARD, RULE, known, [Fact("cell", (CELLS[3],), sign, True)])
            wrong = [angles((*each, sign)) - {90, 180, 360} for each in product(*choices)]
            assert bool(said) == all(wrong), (signs, sign)
            assert not said or all(wrong_and_named((*each, sign), said) for each in product(*choices)), said


def test_other_rules_have_no_such_words():
    assert wrong_angle(BOARD, "number 2", facts("abcd"), []) == ""
