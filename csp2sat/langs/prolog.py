"""CSP text in Prolog's style: `[int,x,0,3]. ['<=',x,2].` is `(int x 0 3) (<= x 2)`."""

from __future__ import annotations

import re

from ..text import Source

TOKEN = re.compile(r"%[^\r\n]*|'([^'\r\n]*)'?|[][,.()]")
PARENTHESES = {"[": "(", "]": ")"}
NAME = re.compile(r"[^\s()]+")


def as_csp(source: Source) -> Source:
    """The same statements with parentheses; everything stays at its place.

    `%` begins a comment, `'...'` quotes a name, `,` and `.` are blanks.  Raises InputError for a quoted name that no
    CSP text can hold.
    """

    def converted(token: re.Match[str]) -> str:
        text = token[0]
        if text.startswith("'"):
            if not text.endswith("'") or not NAME.fullmatch(token[1]):
                raise source.error("expected a name without blanks, quoted by '...'", token.start())
            return f" {token[1]} "
        if text in "()":
            raise source.error(f"{text!r}; expected lists in brackets", token.start())
        return PARENTHESES.get(text, " " * len(text))

    return Source(source.path, TOKEN.sub(converted, source.text))
