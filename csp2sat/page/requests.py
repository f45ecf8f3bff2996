"""Requests of the page: their arguments, checked, and the limits of what a page takes on."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..errors import InputError, Place, UsageError
from ..puzzles.spec import Board
from ..settings import Keywords
from ..solving.problem import Problem
from .pasted import read_pasted

MOST_CELLS, MOST_CHARACTERS, MOST_CLAUSES, DEEPEST = 10_000, 1_000_000, 5_000_000, 1_000
PATH = re.compile(r" (to|in|from) /\S*")
Tell = Callable[[str], None]


@dataclass(frozen=True)
class PageRequest:
    """A request: its operation, its arguments, and a function that takes texts while the answer is searched for."""

    op: str
    given: dict[str, Any]
    tell: Tell

    @classmethod
    def of(cls, given: Any, tell: Tell) -> PageRequest:
        """Return the request that a JSON object means; raise UsageError for another form."""
        if not isinstance(given, dict) or not isinstance(given.get("op"), str):
            raise UsageError("expected an object with the key op")
        return cls(given["op"], given, tell)

    def progress(self, words: str) -> None:
        """Tell the page what csp2sat does now, in words; without paths, which nobody sees there."""
        self.tell(json.dumps({"progress": PATH.sub("", words)}))

    def word(self, name: str, default: str = "") -> str:
        """Return the argument with this name, a text; raise UsageError for another type, and for too long a text."""
        found = self.given.get(name)
        if found is None:
            return default
        if not isinstance(found, str):
            raise UsageError(f"{name}: expected a text")
        if len(found) > MOST_CHARACTERS:
            raise UsageError(f"{name}: {len(found)} characters; a page takes at most {MOST_CHARACTERS:,}")
        return found

    def number(self, name: str, least: int = 0, most: int = 1_000_000_000) -> int | None:
        """Return the argument with this name, an integer from `least` to `most`, or None if it is not given; raise
        UsageError for others.
        """
        found = self.given.get(name)
        if found is None or found == "":
            return None
        if type(found) is not int or not least <= found <= most:
            raise UsageError(f"{name}: expected an integer from {least} to {most}")
        return found

    def problem(self) -> Problem:
        """Return the problem of the argument `text`; `from` may name its kind.

        Raise InputError for a text that cannot be read, and UsageError for a text or a board that is too large.
        """
        text = self.word("text")
        _check_depth(text)
        found = read_pasted(text, self.word("from") or None)
        if found.board is not None:
            check_size(found.board.rows, found.board.cols)
        return found

    def board(self) -> Board:
        """Return the board of the argument `text`; raise UsageError for a CSP, and errors as `problem` does."""
        found = self.problem().board
        if found is None:
            raise UsageError("this is a CSP; expected a board")
        return found

    def keywords(self) -> Keywords:
        """Return the settings of the request, as keywords: its encoding, its seconds and its limits."""
        timeout, seed = self.number("timeout", 1, 100_000), self.number("seed")
        found: Keywords = {"encoding": self.word("encoding", "auto"), "max_clauses": MOST_CLAUSES}
        if timeout is not None:
            found["timeout"] = float(timeout)
        if seed is not None:
            found["seed"] = seed
        return found


def check_size(rows: int, cols: int) -> None:
    """Raise UsageError for a board that has too many cells for a page."""
    if rows * cols > MOST_CELLS:
        raise UsageError(f"the board has {rows} x {cols} cells; a page takes at most {MOST_CELLS:,}")


def _check_depth(text: str) -> None:
    """Raise InputError for parentheses that are nested too deeply: a browser's stack is short."""
    depth = 0
    for at, sign in enumerate(text):
        if sign in "([{":
            depth += 1
            if depth > DEEPEST:
                line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
                message = f"more than {DEEPEST:,} parentheses around this place; expected less nesting"
                raise InputError(message, Place("<text>", line, column))
        elif sign in ")]}":
            depth = max(depth - 1, 0)
