"""The one way to stdout and stderr: what is written there is shown and never obeyed, whoever chose the names in it.

`sys.stdout` and `sys.stderr` are `Inert` as long as a command runs.  What draws on a terminal (rich, the line that
turns) takes the stream below, by `obeyed`, and makes the names that it shows safe itself.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import IO, Any

from ..escaping import for_screen

_coloured = False  # whether boards are drawn in colours


class Inert:
    """A stream of text with control characters written visibly, but for ends of lines and tabs."""

    def __init__(self, stream: IO[str]):
        self.obeyed = stream

    def write(self, text: str) -> int:
        """Write the text; the number of its characters."""
        self.obeyed.write(inert(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each line."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.obeyed, name)


def open_inert() -> None:
    """Put `Inert` before both streams, once."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not hasattr(stream, "obeyed"):
            setattr(sys, name, Inert(stream))


def obeyed(stream: IO[str]) -> IO[str]:
    """Return the stream that obeys: for programs that draw."""
    below: IO[str] = getattr(stream, "obeyed", stream)
    return below


def allow_colours() -> None:
    """Let the codes pass that drawings of boards are coloured with, and no others."""
    global _coloured
    _coloured = True


def inert(text: str) -> str:
    """Return the text with control characters written visibly."""
    if not _coloured or "\x1b" not in text:
        return for_screen(text)
    from ..puzzles.drawing.colours import COLOURS, RESET

    codes = "|".join(map(re.escape, (*COLOURS.values(), RESET)))
    pieces = re.split(rf"(\x1b\[(?:{codes})m)", text)
    return "".join(piece if at % 2 else for_screen(piece) for at, piece in enumerate(pieces))
