"""Advice in comments of the CSP language, which Sugar skips:

;@encoding log x_* y      the encoding of integer variables of these names; later lines and options override it
"""

from __future__ import annotations

import re

from ..text import Source

ADVICE = re.compile(r"^[ \t]*;@encoding\b(.*)$", re.M)
WORD = re.compile(r"\S+")


def encodings(source: Source) -> list[tuple[str, str]]:
    """Patterns of names, each with the name of an encoding.  Raises InputError for advice without a pattern."""
    found: list[tuple[str, str]] = []
    for line in ADVICE.finditer(source.text) if ";@" in source.text else ():
        words = WORD.findall(line[1])
        if len(words) < 2:
            raise source.error("expected the name of an encoding and patterns of names after ;@encoding", line.end())
        found += [(pattern, words[0]) for pattern in words[1:]]
    return found
