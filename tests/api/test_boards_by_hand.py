"""Boards made by hand in Python: right ones are solved, wrong ones refused, by every function that takes a board."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import csp2sat
from csp2sat import Board
from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.spec import PUZZLES

WRONG: dict[str, tuple[str, Any, Any, Any]] = {
    "no such puzzle": ("nosuch", 4, 4, []),
    "a number for a list": ("masyu", 3, 4, 5),
    "rows that are a text": ("masyu", "3", 4, ["....", "....", "...."]),
    "rows that are a fraction": ("masyu", 3.0, 4, ["....", "....", "...."]),
    "a size of 0": ("masyu", 0, 4, []),
    "fewer rows": ("masyu", 3, 4, ["....", "...."]),
    "a longer row": ("masyu", 2, 4, ["....", "....."]),
    "another symbol": ("masyu", 2, 4, ["....", "..x."]),
    "an object that JSON does not have": ("masyu", 2, 4, [object(), object()]),
    "a list in itself": ("masyu", 2, 4, (circle := [], circle.append(circle))[0]),
    "a number that no cell has": ("sudoku", 4, 4, {"grid": [[77, 0, 0, 0]] + [[0] * 4] * 3, "box_height": 2}),
    "a key too few": ("sudoku", 4, 4, {"grid": [[0] * 4] * 4}),
    "no givens": ("sudoku", 4, 4, None),
    "an area that is cut": ("heyawake", 1, 3, {"rooms": [[0, 1, 0]], "numbers": [[None, None]]}),
}


def _asked(board: Board) -> list[Callable[[], object]]:
    return [
        lambda: csp2sat.solve(board),
        lambda: csp2sat.count(board),
        lambda: list(csp2sat.solutions(board)),
        lambda: csp2sat.explain(board),
        lambda: csp2sat.convert(board, "text"),
        lambda: csp2sat.draw(board),
        lambda: csp2sat.check(board, ["...."]),
    ]


@pytest.mark.parametrize("given", WRONG.values(), ids=list(WRONG))
def test_a_wrong_board_is_refused(given: tuple[str, Any, Any, Any]) -> None:
    for call in _asked(Board(*given)):
        with pytest.raises(csp2sat.Csp2SatError):
            call()


@pytest.mark.parametrize("given", [csp2sat.Model(), csp2sat.ModelResult("UNKNOWN"), None, "sudoku", []])
def test_what_is_no_board_is_not_drawn(given: Any) -> None:
    with pytest.raises(csp2sat.UsageError, match=r"this is no board: .*; expected a Board"):
        csp2sat.draw(given)


@pytest.mark.parametrize("name", list(PUZZLES))
def test_the_boards_of_samples_are_taken(name: str) -> None:
    for text, _ in PUZZLES[name].samples:
        board = read_board(Source("sample", text), name)
        made = Board(board.puzzle, board.rows, board.cols, board.givens)
        assert csp2sat.draw(made) == csp2sat.draw(board)
        assert csp2sat.convert(made, "json") == csp2sat.convert(board, "json")


def test_tuples_for_lists() -> None:
    board = Board("masyu", 2, 2, ("w.", ".w"))
    assert csp2sat.solve(board).solution == csp2sat.solve(Board("masyu", 2, 2, ["w.", ".w"])).solution
