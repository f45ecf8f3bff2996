"""Booklets in Python: boards, with solutions that are given or found, in one file to print."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Literal, Unpack

from ...base import file_guard, files
from ...base.file_guard import guarded
from ...errors import UsageError, warn
from ...puzzles.spec import Board, Solution
from ...settings import Keywords, QuestionKeywords
from ..answers import solve
from ..problems import checked, checked_solution
from ..reasoning.hinted import graded
from ..results import BoardResult
from ..settings import Settings
from ..writing.booklets import binding
from ..writing.booklets.sheets import Booklet, BookletBoard, PerPage
from ..writing.converting import PrintStyle

SolvedBoard = Board | BoardResult | tuple[Board, Solution | None] | tuple[Board, Solution | None, str]
"""A board of a booklet: its solution is searched for, or known; with words for its caption."""


@guarded
def booklet(
    boards: Iterable[SolvedBoard],
    path: str | Path,
    *,
    title: str = "",
    per_page: PerPage | None = None,
    hints: bool | Literal["below"] = False,
    by_grade: bool = False,
    black: bool = False,
    grades: bool = True,
    rules: bool = True,
    paper: str = "",
    **settings: Unpack[QuestionKeywords],
) -> None:
    """Write boards for printing to an HTML or PDF file, with their solutions on the last pages.

    boards: each one a Board, which is solved with `settings`; a result of `solve`; a pair `(board, solution)`, in which
    None stands for no solution; or `(board, solution, words)` with words for the caption, such as a difficulty.  path:
    of the file; its suffix, .html or .pdf, is the format.  title: '' for the name of the kind of puzzle.  per_page: the
    greatest number of boards on a page, 1, 2 or 4; None: 2, or 1 if a board has more than 20 rows or columns.  hints:
    True to print the grade of each board in its caption, and a hard step, with the facts it needs that are not printed,
    on a page behind the boards; `"below"` to print, below the board, what `csp2sat hint` says first; a board for which
    no step is found in 60 seconds of CPU time, or whose kind of puzzle has no steps, gets neither. by_grade: whether
    the boards of each kind, or all boards if no rules stand above the kinds, stand in the order of their grades, which
    captions then show. black: whether solutions are
    drawn in black and grey instead of blue. grades: False leaves the grades out of captions. rules: False leaves out
    the rules above the boards. paper: the size of the pages, `a4`, `a5` or `letter`, each also as `a4-landscape`; ''
    for A4 pages whose contents fit on Letter, too.

    A board without a solution is left out, with an InputWarning that has the number of the board; for a board with
    several solutions the booklet says so.  Raise UsageError for a booklet without boards, for other suffixes, for a
    solution that is not in the neutral form of its puzzle, and for a title or a board with letters that a PDF cannot
    have.
    """
    name = files.path_of("path", path)
    to = binding.format_of(name)
    file_guard.names("path", name)
    Settings.of({**settings})
    if hints not in (False, True, "below"):
        raise UsageError("expected True, False or 'below'", "hints", hints)
    style = PrintStyle(black, grades, rules, paper, hints == "below")
    Booklet((), title, per_page, style).check_layout()
    binding.check(to, title)
    binding.check_place(name)
    found = [_entry(number, each, settings) for number, each in enumerate(_listed(boards), start=1)]
    entries = graded([each for each in found if each is not None], hints, by_grade, grades, rules)
    data = binding.bound(entries, title, per_page, to, style)
    with files.new_file(Path(name)) as file:
        files.write_compressed(file, name, [data])


def _listed(boards: Iterable[SolvedBoard]) -> list[SolvedBoard]:
    """Return the boards as a list; raise UsageError for one board alone, and for any other value that is no list."""
    if isinstance(boards, Board | BoardResult | str) or not isinstance(boards, Iterable):
        raise UsageError("expected a list of boards", "boards", boards)
    return list(boards)


def _entry(number: int, item: SolvedBoard, settings: Keywords) -> BookletBoard | None:
    """Return the entry of a board in the booklet; None, with a warning that has its number, for a board without a
    solution.
    """
    if isinstance(item, tuple):
        if not 2 <= len(item) <= 3 or not isinstance(item[0], Board) or not all(isinstance(w, str) for w in item[2:]):
            raise UsageError("expected (board, solution) or (board, solution, words)", "boards", item)
        board = checked(item[0])
        return BookletBoard(board, checked_solution(board, item[1], f"board {number}"), *item[2:])
    answer = solve(item, unique=True, **settings) if isinstance(item, Board) else item
    if not isinstance(answer, BoardResult):
        raise UsageError("expected boards, results for boards, or pairs of board and solution", "boards", item)
    entry = binding.solved(answer.given(), answer)
    if entry is None:
        warn(f"board {number} has no solution: it is left out")
    return entry
