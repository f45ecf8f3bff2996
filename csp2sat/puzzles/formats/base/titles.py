"""The names of puzzles in comments and headings, as people write them."""

from __future__ import annotations

import re
from functools import cache
from pathlib import PurePath
from typing import TYPE_CHECKING

from ....base.files import unpacked_name
from ....base.numbers import shortened
from ....base.source import Source
from ..._index import TITLES, URLS
from ...names import puzzle_named

if TYPE_CHECKING:
    from ..spec import Format


def no_name(comments: list[str]) -> str:
    """Return the words of a message about a comment that seems to be the misspelt name of a puzzle, or the name of an
    unknown one; '' if no comment does.
    """
    from difflib import get_close_matches

    known = [" ".join(_plain(title).split()) for titles in _titles().values() for title in titles]
    for comment in comments:
        words = re.sub(r"\s+puzzle$", "", comment.strip(), flags=re.IGNORECASE)
        if words and (near := get_close_matches(words.lower(), known, 1, 0.75)):
            return f"{shortened(repr(words))} is no puzzle; did you mean {near[0]!r}? "
        if re.fullmatch(r"[^\W\d_]+", words):
            return f"{shortened(repr(words))} is no puzzle that is known here. "
    return ""


@cache
def _titles() -> dict[str, list[str]]:
    """Return the names of the puzzles in comments, in the form of `_plain`, without names of programs, which are too
    common as words.
    """
    found = {name: [_plain(title) for title in (name, *titles)] for name, titles in TITLES.items()}
    for title, name in URLS.items():
        found[name].append(_plain(title))
    return found


def _plain(words: str) -> str:
    """Return the words in lower case, with one blank between them (for anything that is no letter or digit) and at both
    ends.
    """
    return " ".join(["", *re.findall(r"[^\W_]+", words.lower()), ""])


def named_in(words: str) -> str | None:
    """Return the puzzle that the words name, the first one if there are several; None if there is none."""
    line = _plain(words)
    found = [(line.find(title), name) for name, titles in _titles().items() for title in titles if title in line]
    return min(found)[1] if found else None


def named_by_file(name: str) -> str | None:
    """Return the puzzle whose name is the longest beginning of a file's name, as in `str8ts.txt`, `star battle 3.txt`,
    `masyu-10.txt`, else the first puzzle that the name contains, as in `my-masyu-10.txt`; None if it has none.
    """
    words = list(re.finditer(r"[^\W\d_]+|\d+|[\W_]", name))
    begun = (puzzle_named(name[: word.end()]) for word in reversed(words))
    return next(filter(None, begun), None) or named_in(re.sub(r"\d+", " ", name))


def named_by(source: Source, form: Format) -> str | None:
    """Return the name of the puzzle in the first comment that names one, else by the file's name; None if there is
    none.
    """
    names = filter(None, map(named_in, form.comments(source.text)))
    return next(names, None) or named_by_file(PurePath(unpacked_name(source.path)).name)


def has_name(each: Source, form: Format) -> bool:
    """Whether the text of a board names its puzzle: where the format has a place for the name, or in a comment."""
    return form.type(each) is not None or any(map(named_in, form.comments(each.text)))


def up_to(source: Source, each: Source) -> Source:
    """Return the text up to the end of `each` board, which has its place in the whole."""
    return Source(source.path, "\n".join(source.lines()[: len(each.lines())]))
