"""Grades as options and keywords write them."""

from __future__ import annotations

import re

from ...errors import UsageError
from ...reasoning import grades

POSSIBLE = range(1, 11)


def in_words(wanted: range) -> str:
    """Return a range of grades as the option writes it, such as `3..5`."""
    return str(wanted.start) if len(wanted) == 1 else f"{wanted.start}..{wanted.stop - 1}"


def grades_of(wanted: object) -> range:
    """Return the grades that an int, a range, or a text such as `4`, `3..5`, `3-5` or `easy` means; raise UsageError
    for others.
    """
    if isinstance(wanted, str) and wanted.lower() in grades.IN_WORDS:
        return grades.IN_WORDS[wanted.lower()]
    found = range(wanted, wanted + 1) if type(wanted) is int else wanted
    if isinstance(wanted, str):
        ends = re.fullmatch(r"([0-9]{1,2})(?:(?:\.\.|-)([0-9]{1,2}))?", wanted)
        found = range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else wanted
    if isinstance(found, range) and found.step == 1 and len(found) and set(found) <= set(POSSIBLE):
        return found
    words = ", ".join(f"{word} ({in_words(values)})" for word, values in grades.IN_WORDS.items())
    expected = f"expected a grade from {POSSIBLE[0]} to {POSSIBLE[-1]}, several such as 3..5, or one of {words}"
    raise UsageError(expected, "grade", wanted)
