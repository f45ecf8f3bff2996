"""A warning about boards with another size than their titles say."""

from __future__ import annotations

import re

from ....base.numbers import counted
from ....base.source import Source
from ...spec import PUZZLES, Board
from .titles import named_in

ABOVE = re.compile(r"(?:[ \t]*(?:[;#][^\r\n]*)?(?:\r\n?|\n))*")  # blank lines and comments
SIZE_IN_TITLE = re.compile(r"(?<![\w.])(\d{1,3})\s*[xX×]\s*(\d{1,3})(?!\w)")


def warn_of_size(source: Source, board: Board) -> None:
    """Warn if the title of a board's text has another size than the board."""
    if (titled := _other_size(source.text, board)) is not None:
        size = f"{counted(board.rows, 'row')} and {counted(board.cols, 'column')}"
        place = source.place(titled.start(1))
        message = f"{titled[0]} in the title, but the board has {size}; is it a typing error?"
        source.warn_at(message, place)


def _other_size(text: str, board: Board) -> re.Match[str] | None:
    """Return the size in the title of a board's text, such as `7x7` in `; Nurikabe 7x7`, with the two numbers as
    groups; None if there is no such size, or if the size may be that of the board.

    The title is a comment above the board that names its puzzle.  Either number may be the width; a board of boxes may
    have the size of a box, and a board with clues in its first row and column the size of the rest.
    """
    above = ABOVE.match(text)
    sizes = list(SIZE_IN_TITLE.finditer(text, 0, above.end())) if above else []
    if len(sizes) != 1:
        return None
    numbers = sorted((int(sizes[0][1]), int(sizes[0][2])))
    boxed = numbers[0] * numbers[1] == board.rows and PUZZLES[board.puzzle].form.extra is not None
    url = PUZZLES[board.puzzle].url
    fitting = [sorted((board.rows - less, board.cols - less)) for less in (0, url.margin if url else 0)]
    if boxed or numbers in fitting:
        return None
    start = text.rfind("\n", 0, sizes[0].start()) + 1
    named = named_in(re.split(r"[\r\n]", text[start:], maxsplit=1)[0])
    return sizes[0] if named == board.puzzle else None
