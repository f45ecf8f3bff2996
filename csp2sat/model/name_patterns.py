"""Patterns of names of variables, as the options take them: a name, `x_*`, an array or a part of one.

An array's name stands for all its elements, whichever way its language names them, `q[0]` or `q_0`; so do `q[]` and
`q[*]`, while `q[0]` and `q[1..3]` stand for some of them, and `q[0]` of a matrix for a row.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from fnmatch import fnmatchcase
from functools import lru_cache

# texts that are compiled when first used, for most commands import this file and have no patterns
OUTSIDE = r",(?![^\[{]*[\]}])"  # a comma that is not within brackets
PART = r"\[(?P<index>[^\[\]]*)\]|(?P<all>\*+)|(?P<one>\?)|(?P<rest>.)"
RANGE = r"(-?[0-9]+)\.\.(-?[0-9]+)"
ELEMENT = r"(?:\[[^\]]*\]|_[0-9]+|\{[^}]*\})*"  # behind the name of an array; of a set in braces


def split_patterns(text: str) -> list[str]:
    """Return the patterns in a text, between commas that are not within brackets."""
    return [pattern.strip() for pattern in re.split(OUTSIDE, text)]


def fitting(pattern: str, names: Collection[str]) -> list[str]:
    """Return the names that a pattern stands for: the name itself, else the elements of an array, else all that fit the
    pattern as one of file names, but for a pattern with a range of indices, such as `q[0..3]`, which file names have
    not.
    """
    if pattern in names:
        return [pattern]
    elements = [name for name in names if _fits(pattern, name)]
    if elements or re.search(rf"\[{RANGE}\]", pattern):
        return elements
    return [name for name in names if fnmatchcase(name, pattern)]


def _fits(pattern: str, name: str) -> bool:
    """Whether a name is one of the elements that a pattern stands for."""
    regex, ranges = _regex(pattern)
    found = regex.fullmatch(name)
    if found is None:
        return False
    indices = [next(filter(None, pair), "") for pair in zip(found.groups()[::2], found.groups()[1::2], strict=True)]
    return all(re.fullmatch(r"-?[0-9]+", i) and lo <= int(i) <= hi for i, (lo, hi) in zip(indices, ranges, strict=True))


@lru_cache(maxsize=64)
def _regex(pattern: str) -> tuple[re.Pattern[str], list[tuple[int, int]]]:
    """Return a regular expression for a pattern, with two groups for each range of indices, `[i]` and `_i`; and the
    ranges.
    """
    parts, ranges = [], list[tuple[int, int]]()
    for part in re.finditer(PART, pattern, re.DOTALL):
        index = part["index"]
        if index is None:
            parts.append(".*" if part["all"] else "." if part["one"] else re.escape(part["rest"]))
        elif ends := re.fullmatch(RANGE, index):
            ranges.append((int(ends[1]), int(ends[2])))
            parts.append(r"(?:\[(-?[0-9]+)\]|_([0-9]+))")
        else:
            inner = ",".join("[^],]*" if word == "*" else re.escape(word) for word in index.split(","))
            inner, plain = ("[^]]*", "[0-9]+") if index in ("", "*") else (inner, re.escape(index).replace(",", "_"))
            parts.append(rf"(?:\[{inner}\]|_{plain})")
    return re.compile("".join(parts) + ELEMENT, re.DOTALL), ranges
