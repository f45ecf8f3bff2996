"""The quick way past typer: a command line that is right becomes a call of its command.

Each command declares its options and arguments (`parameters.py`), and Python's getopt reads the words.  A line that
getopt does not take is for typer (`app.py`), which shows help, completes, and prints the fault of a wrong line.
Measured: the command `help` takes 129 ms of CPU this way and 187 ms by typer, which has to be imported and to build the
command (medians of 7 runs in turn, two shared cores, Python 3.11, typer 0.27).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module

from .commands import BELOW, COMMANDS
from .parameters import option_values
from .reporting import warn
from .words import given

OF_MINIZINC = re.compile(r"(?i:\.[md]zn)\Z|\A(?:-D|--data\b|--cmdline-data\b|-d\Z)")  # of a model, or of data


def call_of(words: Sequence[str]) -> Callable[[], int | None]:
    """Return the call that a command line means (the words after `csp2sat`), which returns the exit code or ends with
    SystemExit.
    """
    given.set(tuple(words))
    arguments = [_no_option(word) for word in words]
    if words[:1] != ["help"] and [word for word in words if OF_MINIZINC.search(word)]:
        from .minizinc_data import with_data

        arguments = with_data(arguments)
    if arguments and arguments[0] in COMMANDS:
        below = BELOW.get(tuple(arguments[:2]))
        command = getattr(import_module(f"{__package__}.commands.{arguments[0]}"), below or arguments[0])
        values = option_values(command, arguments[2 if below else 1 :], warn)
        if values is not None:
            return partial(command, **values)
    from .app import run

    return partial(run, arguments)


def _no_option(word: str) -> str:
    """Return a word of the command line, changed so that a board is not read as an option.

    A board that begins with `-`, which stands for a blank cell, gets `.` for this first character; such a board is a
    word of at least 16 characters that consists of digits and the signs for blank cells.  Any other word is returned as
    it is.
    """
    return f".{word[1:]}" if len(word) >= 16 and word[0] == "-" and not word.strip("-._*0123456789") else word
