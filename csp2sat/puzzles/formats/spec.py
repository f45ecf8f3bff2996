"""The contract of a format of boards, which the files of this folder fulfil, and the registry of formats."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NoReturn

from ...base.plugins import Parts
from ...base.source import Source
from ...errors import InputError, UsageError
from ...tuples import NamedTuple
from ..spec import AnyPuzzle, Board


def refuse(board: Board) -> NoReturn:
    """Raise UsageError for any board: the `write` of a format in which boards are only read."""
    raise UsageError("boards in this format are only read; take text or json")


class Format(NamedTuple):
    """A way to write boards: one file under `puzzles/formats/`, as the constant FORMAT.

    start: a regular expression for the beginning of its texts.
    read: Source and Puzzle -> Board; InputError with the wrong place.
    write: Board -> text; UsageError for a board that the format cannot express.  `refuse` if no board can be written.
    comments: the lines of a text in which a word may name the puzzle.
    type: the name of the puzzle that a text has at a fixed place; None for a text, or a format, without one.
    split: a text -> a text for each of its boards.
    usual: the puzzle of a text that names none; None if there is no such puzzle.
    is_guess: a text that names no puzzle, and its board as one of the `usual` puzzle -> whether another puzzle may be
    meant.
    confirms: whether a text with this start has the format; None: every one has.
    takes: whether the boards of a puzzle can be read.
    packed: whether a text is compressed, so that its letters depend on the library that does this.
    """

    name: str
    start: re.Pattern[str]
    read: Callable[[Source, AnyPuzzle], Board]
    write: Callable[[Board], str] = refuse
    comments: Callable[[str], list[str]] = lambda text: []
    type: Callable[[Source], str | None] = lambda source: None
    split: Callable[[Source], Iterable[Source]] = lambda source: [source]
    usual: str | None = None
    is_guess: Callable[[Source, Board], bool] = lambda source, board: False
    confirms: Callable[[str], bool] | None = None
    takes: Callable[[AnyPuzzle], bool] = lambda puzzle: True
    packed: bool = False

    def fits(self, text: str) -> bool:
        """Whether the text seems to have this format."""
        return self.start.match(text) is not None and (self.confirms is None or self.confirms(text))

    def tried(self, source: Source, puzzle: AnyPuzzle) -> Board | None:
        """Return the board of the text; None if it is no board of the puzzle in this format."""
        try:
            return self.read(source, puzzle)
        except InputError:
            return None

    @property
    def only_read(self) -> bool:
        """Whether no board can be written."""
        return self.write is refuse


FORMATS: Parts[Format] = Parts("board format", "FORMAT", "csp2sat.puzzles.formats")


def written_formats() -> list[str]:
    """Return the names of the formats in which boards can be written."""
    return [name for name in FORMATS if not FORMATS[name].only_read]
