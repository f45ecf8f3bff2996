"""Steps of shakashaka: triangles, not their sides, in words, and the places of the rule of white angles."""

import re
from itertools import product

import pytest

import csp2sat
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import Board
from csp2sat.puzzles.types import shakashaka
from csp2sat.reasoning.statements import statements

BLACK = {"a": ("top", "left"), "b": ("top", "right"), "c": ("bottom", "left"), "d": ("bottom", "right"), ".": ()}


@pytest.mark.parametrize("givens", [["..", ".."], ["..1", ".#."], ["1.", ".."], ["0..", "..#"], ["."], ["2.", ".#"]])
def test_the_model_for_steps_has_the_solutions_of_the_rules(givens: list[str]) -> None:
    board = Board("shakashaka", len(givens), len(givens[0]), givens)
    m, free = shakashaka.finer(board), shakashaka.white_cells(board)
    for letters in product(BLACK, repeat=len(free)):
        filled = [list(row) for row in givens]
        ints, bools = dict[str, int](), dict[str, bool]()
        for (r, c), letter in zip(free, letters, strict=True):
            filled[r][c] = letter
            ints[f"x_{r}_{c}"] = ".abcd".index(letter)
            bools |= {f"_{side}_{r}_{c}": side in BLACK[letter] for side in ("top", "right", "bottom", "left")}
        answer, rows = Answer(ints, bools), ["".join(row) for row in filled]
        is_right = shakashaka.rule_faults(board, rows) == []
        assert all(evaluate(each.formula, answer) for each in m.constraints) == is_right, rows
        assert shakashaka.solution(board, answer) == rows


def test_steps_are_about_triangles_and_white_angles() -> None:
    steps = list(csp2sat.steps(Board("shakashaka", 2, 3, ["0..", "..#"])))
    assert steps[0].text == "Row 1, column 2 and row 2, column 1 are empty, by the number 0 at row 1, column 1."
    corner = "the top right corner of row 1, column 3"
    assert steps[1].text == f"Row 1, column 3 is not ◤ or ◢: else a white angle of 45 degrees would be at {corner}."
    assert [fact.value for fact in steps[1].facts] == ["a", "d"]
    assert ", which is not ◤ or ◢, is empty: else a white angle " in steps[2].text
    assert steps[4].contradiction and steps[4].rules[0].places == ((0, 2), (1, 1), (0, 1))


def test_a_corner_is_one_thought() -> None:
    """All clauses of a vertex are one statement, since a person does not see the sides of cells, which are hidden."""
    found = statements(Board("shakashaka", 3, 3, ["...", ".1.", "..."]))
    assert [part.clue for part in found.parts] == [*[False] * 16, True]
    assert len({part.origin for part in found.parts}) == 17


@pytest.mark.parametrize("seed", [3, 4])
def test_what_a_step_cites_is_known_before(seed: int) -> None:
    """A conclusion of a supposition is no known fact."""
    known = set[Fact]()
    for step in csp2sat.steps(csp2sat.generate("shakashaka", 6, seed=seed)):
        assert known.issuperset(step.read.cited), step.text
        known |= {*step.facts}


def test_a_corner_is_named_by_a_white_cell_that_has_it() -> None:
    board = Board("shakashaka", 3, 3, ["..#", ".##", "#.."])
    for part in statements(board).parts:
        corner = re.fullmatch(
            r"white angles .* (top|bottom) (left|right) corner of row (\d), column (\d)", part.origin.rule
        )
        assert corner is not None
        r, c = int(corner[3]) - 1, int(corner[4]) - 1
        vertex = r + (corner[1] == "bottom"), c + (corner[2] == "right")
        near = {(vertex[0] - i, vertex[1] - j) for i in (0, 1) for j in (0, 1)}
        assert (r, c) in near and (
            (r, c) in shakashaka.white_cells(board) or not near & {*shakashaka.white_cells(board)}
        )
