"""Entries of the manual, a line or two on a name: options in the help of commands, rows of tables, items of lists."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"(?:\w+\.)*([A-Za-z]\w[\w-]*)")  # at the beginning of a piece of code, without what it belongs to
KEYWORD = re.compile(r"(\w+)=(?!=)")
CELL = re.compile(r"(?<!\\)\|")
TABLE = re.compile(r"^(\|.*\n\|[-:| ]+\n)((?:\|.*\n)+)", re.M)
ITEM = re.compile(r"^\* (`[^`]+`).*\n(?:  .*\n)*", re.M)
OPTION = re.compile(r"^  ((?:(-\w), )?(--[a-z][\w-]*)(?: \S+)*?)(?: *\n {6}| {2,}) *((?:.*\n)(?: {6,}.*\n)*)", re.M)
NO_ENTRIES = ("changes", "index", "topics", "references")  # what has changed, where things are, who wrote of it


def plain(name: str) -> str:
    """Return a name in small letters without `-`, `_` and blanks, in which CSP text, Python and people differ."""
    return re.sub(r"(?<=\w)[-_ ](?=\w)", "", name.lower())


class ManualEntry(NamedTuple):
    """A few lines of the manual on one subject.

    names: the names by which the entry is found, in the spelling of `plain`.  places: the chapters and headings that
    have the entry.  text: Markdown.  head: the head of its table, '' if it is in none.
    """

    names: frozenset[str]
    places: tuple[str, ...]
    text: str
    head: str = ""


def entries(chapter: str, place: str, text: str) -> Iterator[ManualEntry]:
    """Yield the entries of a section: rows of tables, items of lists, and in the chapter on commands their options;
    none for the chapters NO_ENTRIES.

    place: the chapter and heading, for lists.  text: of the section, without the sections inside.
    """
    places = (place,)
    if chapter in NO_ENTRIES:
        return
    if chapter == "command-line":
        for match in OPTION.finditer(text):
            written, short, name, rest = match.groups()
            names = frozenset({name, short or name, plain(name[2:])})
            yield ManualEntry(names, places, f"* `{written}`: {' '.join(rest.split())}\n")
    for head, rows in TABLE.findall(text):
        for row in rows.splitlines(keepends=True):
            yield ManualEntry(_names(CELL.split(row)[1]), places, row, head)
    for match in ITEM.finditer(text):
        yield ManualEntry(_names(match[1]), places, match[0])


def _names(text: str) -> frozenset[str]:
    """Return the names in a text's pieces of code, in the spelling of `plain`: the first name of each piece, without a
    module in front, and its keywords (`NAME=`).
    """
    pieces = CODE.findall(text)
    first = [match[1] for match in map(NAME.match, pieces) if match]
    return frozenset(plain(name) for name in [*first, *(name for piece in pieces for name in KEYWORD.findall(piece))])


def as_text(found: Iterable[ManualEntry]) -> str:
    """Return entries as Markdown, each below the places that have it; a text that several places have stands once."""
    places: dict[str, tuple[str, ...]] = {}
    heads: dict[str, str] = {}
    for entry in found:
        places[entry.text] = (*places.get(entry.text, ()), *entry.places)
        heads[entry.text] = entry.head
    blocks: dict[tuple[tuple[str, ...], str], str] = {}
    for text, where in places.items():
        key = tuple(dict.fromkeys(where)), heads[text]
        blocks[key] = blocks.get(key, "") + text
    return "\n".join(f"{_together(where)}:\n\n{head}{text}" for (where, head), text in blocks.items())


def _together(places: tuple[str, ...]) -> str:
    """Return places in one line, each chapter once with all its headings."""
    chapters: dict[str, list[str]] = {}
    for place in places:
        chapter, _, heading = place.partition(", ")
        chapters.setdefault(chapter, []).append(heading)
    return "; ".join(f"{chapter}, {', '.join(headings)}" for chapter, headings in chapters.items())
