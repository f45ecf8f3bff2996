"""What is wrong with an item of a text; its reader knows where that is."""

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
    """An item of a statement that cannot stand there: what is wrong, what was expected.

    calls: the predicates in whose bodies it stands, the innermost first: (name, (name, ... None)) or None.
    """

    def __init__(self, item: object, message: str, calls: tuple[str, Any] | None = None):
        super().__init__(message)
        self.item, self.message, self.calls = item, message, calls

    def hint(self) -> str:
        """What the user probably meant, as the end of the message, or ''."""
        return ""


class NotHere(Wrong):
    """Something of the language that csp2sat does not have."""


class Unknown(Wrong):
    """A name that is not known; `known` are those of its kind that are.

    other: what names mean that are known elsewhere.
    """

    def __init__(self, item: object, message: str, known: Iterable[str], other: Mapping[str, str] = NOTHING):
        super().__init__(item, message)
        self.name, self.known, self.other = str(getattr(item, "text", item)), known, other

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
        return f"; did you mean {names[close[0]]!r}?" if close else ""
