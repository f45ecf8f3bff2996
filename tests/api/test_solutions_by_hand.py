"""Solutions made by hand in Python: each form that is not the puzzle's is refused, by every function that draws it."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

import pytest
from support.booklet_scenes import pair

import csp2sat
from csp2sat import UsageError
from csp2sat.puzzles.spec import PUZZLES

CIRCLE: list[Any] = []
CIRCLE.append(CIRCLE)
NO_SOLUTIONS = ["abc", "", 0, 1.5, True, [], {}, [[]], [""], ["abc"], [None], {"h": None}, object(), b"x", CIRCLE]


@pytest.mark.parametrize("kind", list(PUZZLES))
@pytest.mark.parametrize("wrong", NO_SOLUTIONS, ids=lambda value: type(value).__name__)
@pytest.mark.sample(20)
def test_what_is_no_solution_is_refused(kind: str, wrong: Any) -> None:
    board, right = pair(kind)
    with pytest.raises(UsageError, match=r"^solution: "):
        csp2sat.draw(board, wrong)
    with pytest.raises(UsageError, match=r"^second: "):
        csp2sat.draw(board, right, second=wrong, to="svg")


def changed(value: Any, random: Random) -> Any:
    """The value with one of its parts changed, left out or replaced."""
    if isinstance(value, list | dict) and value and random.random() < 0.8:
        key = random.choice(list(value) if isinstance(value, dict) else range(len(value)))
        value[key] = changed(value[key], random)
        return value
    if isinstance(value, str) and value and random.random() < 0.8:
        at = random.randrange(len(value))
        return value[:at] + random.choice(["", "#", ".", "1", "0", "x"]) + value[at + 1 :]
    return random.choice([*NO_SOLUTIONS, 10**30, 10**5000, -1, 2])


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_any_change_is_drawn_or_refused(kind: str) -> None:
    random, refused = Random(kind), 0
    board, solution = pair(kind)
    for _ in range(60):
        try:
            assert "<svg" in csp2sat.draw(board, changed(deepcopy(solution), random), to="svg")
        except UsageError as error:
            refused += str(error).startswith("solution: ")
    assert refused


def test_a_wrong_solution_of_the_right_form_is_drawn() -> None:
    board, solution = pair("masyu")
    empty: Any = {key: ["0" * len(row) for row in rows] for key, rows in solution.items()}  # type: ignore[union-attr]
    assert csp2sat.draw(board, empty) not in (csp2sat.draw(board, solution), "")


def test_tuples_for_lists() -> None:
    board, solution = pair("hitori")
    assert csp2sat.draw(board, tuple(solution)) == csp2sat.draw(board, solution)  # type: ignore[arg-type]
