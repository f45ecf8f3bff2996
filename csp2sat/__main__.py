"""The program `python -m csp2sat`, which is the command `csp2sat`."""

from __future__ import annotations

import os
import signal
import sys
from functools import partial
from types import FrameType

from .base.gc_pause import collect_seldom
from .base.time_limit import command_begins


def main() -> None:
    """Run the command `csp2sat` with the arguments of the process, and end the process with its exit code."""
    command_begins()
    collect_seldom()
    if signal.getsignal(signal.SIGINT) is not signal.SIG_IGN:
        signal.signal(signal.SIGINT, _leave)  # until a command runs, which has something to tidy up
    from .cli.reporting import conclude

    if sys.argv[1:] == ["--version"]:  # without the time that the command line takes to start
        from . import __version__

        conclude(partial(print, f"csp2sat {__version__}"), alone=True)
    from .cli.command_line import run

    conclude(partial(run, [_no_option(word) for word in sys.argv[1:]]), alone=True)


def _no_option(word: str) -> str:
    """Return a word of the command line, changed so that a board is not read as an option.

    A board that begins with `-`, which stands for a blank cell, gets `.` for this first character; such a board is a
    word of at least 16 characters that consists of digits and the signs for blank cells.  Any other word is returned as
    it is.
    """
    return f".{word[1:]}" if len(word) >= 16 and word[0] == "-" and not word.strip("-._*0123456789") else word


def _leave(number: int, frame: FrameType | None) -> None:
    os.write(2, b"csp2sat: interrupted\n")
    os._exit(128 + number)


if __name__ == "__main__":
    main()
