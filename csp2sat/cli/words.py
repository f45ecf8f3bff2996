"""The words of the command line that this process answers, for the objects that `--json` prints."""

from __future__ import annotations

from contextvars import ContextVar

graded_kinds: ContextVar[list[str]] = ContextVar("graded_kinds")
"""The kinds of the boards that were graded for an input of a batch."""
given: ContextVar[tuple[str, ...]] = ContextVar("the words after `csp2sat`", default=())


def words_given() -> list[str]:
    """Return the words of the command line after `csp2sat`; [] in a program that called the command."""
    return list(given.get())
