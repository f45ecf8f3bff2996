"""What a format of boards is: the contract of the files of this folder, and their registry."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from ...base.plugins import Parts
from ...base.source import Source
from ..spec import AnyPuzzle, Board


class Format(NamedTuple):
    """A way to write boards: one file under `puzzles/formats/`, as the constant FORMAT.

    start: how its texts begin.  confirms: whether a text with that start is of the format; None: every one is.
    takes: whether the boards of a puzzle can be read.  only_read: whether no board can be written.
    read: Source and Puzzle -> Board; InputError with the place of what is wrong.
    write: Board -> text; UsageError for a board that the format cannot say.
    type: the name of the puzzle that a text has at a fixed place; None for a text, or a format, without one.
    comments: the lines of a text in which a word may name the puzzle.  usual: the puzzle of a text that names none.
    split: a text -> a text for each of its boards.
    """

    name: str
    start: re.Pattern[str]
    read: Callable[[Source, AnyPuzzle], Board]
    write: Callable[[Board], str]
    comments: Callable[[str], list[str]] = lambda text: []
    type: Callable[[Source], str | None] = lambda source: None
    split: Callable[[Source], Iterable[Source]] = lambda source: [source]
    usual: str | None = None
    confirms: Callable[[str], bool] | None = None
    takes: Callable[[AnyPuzzle], bool] = lambda puzzle: True
    only_read: bool = False

    def fits(self, text: str) -> bool:
        """Return whether the text seems to be of this format."""
        return self.start.match(text) is not None and (self.confirms is None or self.confirms(text))


FORMATS: Parts[Format] = Parts("board format", "FORMAT", "csp2sat.puzzles.formats")


def written_formats() -> list[str]:
    """The names of the formats in which boards are written, too."""
    return [name for name in FORMATS if not FORMATS[name].only_read]
