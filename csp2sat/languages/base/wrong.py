"""The errors for a faulty item of a text, raised without a place: the reader of the text knows the item's place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from types import MappingProxyType
from typing import Any

LONGEST = 80  # characters of a name that others are compared with
OTHER_COMMENTS = ("//", "/*", "%", "--")
STATEMENTS = ("int", "bool", "domain", "relation", "predicate", "objective")  # words that begin one
NOTHING: Mapping[str, str] = MappingProxyType({})
CANDIDATES = 20_000  # names that are compared; each costs about 10 microseconds


class Wrong(Exception):
    """The error for an item of a statement that must not stand there; the message states the fault and the expected
    form.

    item: the faulty item, or None if no single item is faulty. calls: the predicates whose bodies contain the item, the
    innermost first, as nested pairs (name, (name, ... None)), or None.
    """

    def __init__(self, item: object, message: str, calls: tuple[str, Any] | None = None):
        super().__init__(message)
        self.item, self.message, self.calls = item, message, calls

    def hint(self) -> str:
        """Return a guess at the user's intention, as the end of the message, or ''."""
        return ""


class NotHere(Wrong):
    """The error for a feature of the language that csp2sat does not support."""


class Unknown(Wrong):
    """The error for an unknown name. known: the known names of the same kind; other: for names that have a meaning
    elsewhere, the word to suggest; advice: the hint for a name that resembles none.
    """

    def __init__(
        self, item: object, message: str, known: Iterable[str], other: Mapping[str, str] = NOTHING, advice: str = ""
    ):
        super().__init__(item, message)
        self.name, self.known, self.other = str(getattr(item, "text", item)), known, other
        self.advice = advice

    def hint(self) -> str:
        if "\uff08" in self.name or "\uff09" in self.name:
            return "; full-width parentheses are letters here"
        if self.name.startswith(OTHER_COMMENTS):
            return "; comments begin with ';'"
        if self.name in STATEMENTS:
            return f"; a statement stands in parentheses: ({self.name} ...)"
        if self.name in self.other:
            return f"; did you mean {self.other[self.name]!r}?"
        if len(self.name) > LONGEST:
            return ""
        alike = (name for name in self.known if abs(len(name) - len(self.name)) <= len(self.name) // 2)
        names = {name.lower(): name for name in islice(alike, CANDIDATES)}
        from difflib import get_close_matches

        close = get_close_matches(self.name.lower(), names, 1)
        return f"; did you mean {names[close[0]]!r}?" if close else self.advice
