"""Boards on the page: the fields of a board that is read, samples, new boards, drawings."""

from __future__ import annotations

import sys
from typing import Any

from .. import __version__
from ..api import functions
from ..api.generating import puzzle_to_make, random_seed, size_or_usual
from ..api.problems import checked_solution
from ..api.writing import puzzles as kinds
from ..errors import UsageError
from ..generating.givens import SYMMETRIES
from ..model.model import hidden
from ..puzzles.drawing import svg
from ..puzzles.drawing.picture import differing_cells
from ..puzzles.formats.spec import FORMATS
from ..puzzles.spec import PUZZLES, Board, Solution
from ..settings import Keywords
from ..solving.problem import Problem
from .requests import PageRequest, check_size

MOST_SECONDS = 600  # for a new board, if the request does not say


def hello(asked: PageRequest) -> dict[str, Any]:
    """Return the versions and the solver."""
    from ..runner.session.session import NAME

    return {"version": __version__, "python": sys.version.split()[0], "solver": NAME}


def gallery() -> list[dict[str, Any]]:
    """Return for each kind of puzzle its names, rules and a sample, for the page to show before the engine is there."""
    found = []
    for each in kinds.facts():
        puzzle = PUZZLES[each["name"]]
        board = kinds.sample(puzzle)
        entry = {key: each[key] for key in ("name", "family", "rules", "symbols", "generator")}
        found.append(entry | {"title": puzzle.titles[0], "text": _written(board, "text"), "svg": board.svg()})
    return found


def read(asked: PageRequest) -> dict[str, Any]:
    """Return what a text is, and all that the page shows of it at once."""
    problem = asked.problem()
    return described(problem) if problem.board is None else board_fields(problem.board)


def sampled(asked: PageRequest) -> dict[str, Any]:
    """Return the packaged sample of the kind `kind`, as `read` does."""
    return board_fields(kinds.sample(kinds.puzzle_called(asked.word("kind"))))


def described(problem: Problem) -> dict[str, Any]:
    """Return what a problem is: its kind, size and givens, or its numbers of variables and constraints."""
    if problem.board is not None:
        return _named(problem.board)
    model = problem.model
    names = [name for name in (*model.ints, *model.bools) if not hidden(name)]
    constraints = len(model.constraints) + len(model.soft)
    return {
        "what": "csp",
        "kind": None,
        "variables": len(names),
        "constraints": constraints,
        "objective": problem.objective is not None,
    }


def board_fields(board: Board) -> dict[str, Any]:
    """Return the fields of a board with its drawing, its text and its address."""
    return _named(board) | {
        "text": _written(board, "text"),
        "url": _written(board, "url"),
        "svg": board.svg(),
        "drawn": functions.draw(board),
    }


def _named(board: Board) -> dict[str, Any]:
    """Return the kind, the size and the givens of a board."""
    about = {"what": "board", "kind": board.puzzle, "title": board.title()}
    return about | {"rows": board.rows, "cols": board.cols, "givens": board.givens}


def _written(board: Board, form: str) -> str:
    """Return a board in a format; '' if the format cannot express the board."""
    try:
        return FORMATS[form].write(board)
    except UsageError:
        return ""


def generated(asked: PageRequest) -> dict[str, Any]:
    """Return a new board of the kind `kind`, as `read` does, with its seed."""
    kind = puzzle_to_make(asked.word("kind"))
    rows, cols = size_or_usual(kind, asked.number("rows", 1, 10_000), asked.number("cols", 1, 10_000))
    check_size(rows, cols)
    seed = asked.number("seed")
    seed = random_seed() if seed is None else seed
    asked.progress(f"making {kind}, {rows} x {cols}, seed {seed}")
    grade, wanted = asked.number("grade", 1, 10), asked.word("symmetry", "none")
    symmetry = next((each for each in SYMMETRIES if each == wanted), None)
    if symmetry is None:
        raise UsageError(f"symmetry: expected one of {', '.join(SYMMETRIES)}")
    keywords: Keywords = {"seed": seed, "timeout": float(asked.number("timeout", 1, 100_000) or MOST_SECONDS)}
    board = functions.generate(kind, rows, cols, grade=grade, symmetry=symmetry, **keywords)
    return board_fields(board) | {"seed": seed}


def drawn(asked: PageRequest) -> dict[str, Any]:
    """Return the drawings of a board with the solutions `solution` and `second`, if they are given."""
    board = asked.board()
    first, second = (checked_solution(board, asked.given.get(name), name) for name in ("solution", "second"))
    return drawings(board, first, second)


def drawings(board: Board, first: Solution | None, second: Solution | None) -> dict[str, Any]:
    """Return a board's drawings, one for each solution, with marks on the cells in which the two differ."""
    if first is None or second is None:
        if second is not None:
            raise UsageError("second: only beside a first solution")
        return {"svg": board.svg(first), "second_svg": None, "drawn": functions.draw(board, first)}
    pictures = [PUZZLES[board.puzzle].picture(board, each) for each in (first, second)]
    differing = differing_cells(*pictures)
    one, two = (
        svg.draw(
            picture, differing, board.title(), f"Solution {number} of two, which differ in {len(differing)} cells."
        )
        for number, picture in enumerate(pictures, start=1)
    )
    texts = functions.draw(board, first), functions.draw(board, second)
    return {
        "svg": one,
        "second_svg": two,
        "differing": sorted(differing),
        "drawn": f"{texts[0]}\nThe other solution:\n{texts[1]}",
    }
