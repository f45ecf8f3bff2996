"""The streams for stdout and stderr, which show control characters in texts and names and never let a terminal obey
them.

`sys.stdout` and `sys.stderr` are `Inert` as long as a command runs.  Code that draws on a terminal (rich, the line that
turns) takes the stream below, by `obeyed`, and itself makes the names safe that it shows.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable
from typing import IO, Any

from ..escaping import for_screen

_coloured = False  # whether boards are drawn in colours


class Inert:
    """A stream of text that writes control characters visibly, except ends of lines and tabs."""

    def __init__(self, stream: IO[str]):
        self.obeyed = stream

    def write(self, text: str) -> int:
        """Write a text made safe, and return the number of characters of the original."""
        self.obeyed.write(inert(text))
        return len(text)

    def writelines(self, lines: Iterable[str]) -> None:
        """Write each of the texts."""
        for line in lines:
            self.write(line)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.obeyed, name)


def open_inert() -> None:
    """Replace stdout and stderr by `Inert` streams, unless they are already."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if not hasattr(stream, "obeyed"):
            setattr(sys, name, Inert(stream))


def obeyed(stream: IO[str]) -> IO[str]:
    """Return the stream below an `Inert` stream, which a terminal obeys, for programs that draw; any other stream
    unchanged.
    """
    below: IO[str] = getattr(stream, "obeyed", stream)
    return below


def allow_colours() -> None:
    """Let the codes for the colours of drawn boards pass from now on, and no other codes."""
    global _coloured
    _coloured = True


def inert(text: str) -> str:
    """Return a text with control characters written visibly, except codes for colours if these are allowed."""
    if not _coloured or "\x1b" not in text:
        return for_screen(text)
    from ..puzzles.drawing.canvas import COLOURS, RESET

    codes = "|".join(map(re.escape, (*COLOURS.values(), RESET)))
    pieces = re.split(rf"(\x1b\[(?:{codes})m)", text)
    return "".join(piece if at % 2 else for_screen(piece) for at, piece in enumerate(pieces))
