"""Booklets as files: from answers to boards of a booklet, and from these to the bytes of a file."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path, PurePath
from typing import Protocol

from ....base import files
from ....errors import FileError, UsageError
from ....puzzles.spec import Board, Solution
from ..converting import PrintStyle
from .sheets import Booklet, BookletBoard

SUFFIXES = {".html": "html", ".htm": "html", ".pdf": "pdf"}
FORMATS = tuple(dict.fromkeys(SUFFIXES.values()))
SEVERAL, OPEN = "not the only solution", "not solved"


class BoardAnswer(Protocol):
    """An answer to the question for a solution of a board, and perhaps whether it is the only one."""

    @property
    def status(self) -> str: ...
    @property
    def solution(self) -> Solution | None: ...
    @property
    def unique(self) -> bool | None: ...


def solved(board: Board, answer: BoardAnswer) -> BookletBoard | None:
    """Return a board with its solution for a booklet, and with the fault of the solution, if any; None for a board that
    has no solution.
    """
    if answer.status == "UNSATISFIABLE":
        return None
    fault = OPEN if answer.solution is None else SEVERAL if answer.unique is False else ""
    return BookletBoard(board, answer.solution, fault=fault)


def format_of(path: str) -> str:
    """Return the format of a booklet's file, by its suffix; raise UsageError for other suffixes."""
    found = SUFFIXES.get(PurePath(files.unpacked_name(path)).suffix.lower())
    if found is None:
        raise UsageError("expected a file F.html or F.pdf", "path", path)
    return found


def check(to: str, title: str) -> None:
    """Raise UsageError for a title that a booklet of the format `to` cannot have."""
    if to == "pdf":
        from . import paper

        paper.check(title)


def check_place(path: str) -> None:
    """Raise FileError for a file whose folder is missing, or that is a folder, before any work."""
    place = Path(path)
    if not place.parent.is_dir():
        raise FileError(f"{path}: cannot be written: there is no folder {place.parent}")
    if place.is_dir() or path.endswith("/"):
        raise FileError(f"{path}: cannot be written: Is a directory")


def bound(boards: Sequence[BookletBoard], title: str, per_page: int | None, to: str, style: PrintStyle) -> bytes:
    """Return the booklet of the boards as the bytes of a file in the format `to`, html or pdf.

    title: '' for the name of the kind of puzzle.  per_page: 1, 2 or 4; None: 2, or 1 if boards are large.  style: of
    the boards in print.  Raise UsageError for another `per_page`, for a booklet without boards, and for letters that a
    PDF cannot have.
    """
    booklet = Booklet(boards, title, per_page, style)
    booklet.check()
    if to == "pdf":
        from . import paper

        return paper.document(booklet)
    from . import web

    return web.page(booklet).encode()
