"""The headings of a board's text as people write them: `Rows:`, `cols: 1 2`, `size = 4 3`, `stars: 2`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ....base.source import Source
from ...givens import LABELS, CellForm, SectionsForm
from ...spec import AnyPuzzle
from .text_lines import TextLine, lines_of

HEADING = re.compile(r"\s*(?:([^\W\d_]+)(?:\s+clues?)?\s*[:=]|\[([^\W\d_]+)\])\s*")
BARE = re.compile(r"\s*([^\W\d_]{3,})()(?:\s+clues?)?(?=\s*$|\s+[-\d\[(])\s*")  # without a colon
LABEL = re.compile(r"\s*([^\W\d_]+)[ \t]*#?(\d{1,3})[ \t]*[:=|.)-]+(?!\d)[ \t]*")  # `R1:`, `Column 2:`
BAR = re.compile(r"\s*[|│┃]\s*$")  # between clues and cells that are not there
OTHER_WORDS = {
    **dict.fromkeys(("row", "across"), "rows"),
    **dict.fromkeys(("col", "cols", "column", "down"), "columns"),
    **dict.fromkeys(("room", "rooms", "region", "areas"), "regions"),
    **dict.fromkeys(("clue", "hints"), "clues"),
    **dict.fromkeys(("board", "cells", "puzzle"), "grid"),
    **dict.fromkeys(("cage",), "cages"),
    **dict.fromkeys(("sum",), "sums"),
    **dict.fromkeys(("star",), "stars"),
}


def with_plain_headings(form: CellForm | SectionsForm, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines with headings that end with a colon or `=` in the words of the text form, whatever their case;
    values behind them keep their places.  Lines with another word stay.
    """
    return [part for line in lines for part in _plain(form, line, HEADING.match(line.text))]


def with_lists(puzzle: AnyPuzzle, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of a board's text with plain headings, also of other words without a colon, and each list of a
    section as a line.
    """
    form = puzzle.form
    if not isinstance(form, SectionsForm):
        return with_plain_headings(form, lines)
    from .listed_values import lists_apart

    lines = _below_headings(form, [line._replace(text=BAR.sub("", line.text)) for line in lines])
    bare = BARE if all(section.key not in LABELS for section in form.sections) else HEADING  # letters may be words
    found = (part for line in lines for part in _plain(form, line, HEADING.match(line.text) or bare.match(line.text)))
    sections = (section._replace(cells=section.cells or puzzle.cells) for section in form.sections)
    return list(lists_apart(found, {section.word: section for section in sections}))


def _below_headings(form: SectionsForm, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines with the headings `rows` and `columns` in place of labels that number the lists of both, as in
    `R1: 1 1` and `C1: 2`; lines without labels, or with other numbers than 1, 2, ... in order, stay.
    """
    words = {str(each.lists): each.word for each in form.sections if each.lists in ("rows", "cols")}
    ways = {"r": "rows", "c": "cols", "rows": "rows", "columns": "cols"}
    found: dict[str, list[TextLine]] = {}
    for line in lines[lines[0].text.split()[0] == "size" :] if lines else ():
        label = LABEL.match(line.text)
        name = label[1].lower() if label else ""
        way = ways.get(OTHER_WORDS.get(name, name), "")
        if label is None or way not in words or int(label[2]) != len(found.setdefault(way, [])) + 1:
            return lines
        values = re.sub(r"[,;]", " ", line.text[label.end() :])
        found[way].append(line._replace(text=" " * label.end() + (values if values.strip() else "-")))
    if len(found) < len(words):
        return lines
    headed = [each for way, body in found.items() for each in (body[0]._replace(text=words[way]), *body)]
    return [*lines[: len(lines) - sum(map(len, found.values()))], *headed]


def _plain(form: CellForm | SectionsForm, line: TextLine, found: re.Match[str] | None) -> Iterator[TextLine]:
    """Yield the heading of a line, if `found` is the match of one, and the values behind it; else the line."""
    sections = {section.word for section in form.sections} if isinstance(form, SectionsForm) else set[str]()
    ahead = {"size", form.extra.word if form.extra else "size"}
    word = (found[1] or found[2]).lower() if found else ""
    word = word if word in sections | ahead else OTHER_WORDS.get(word, word)
    cells = {"grid", "rows", form.under} if isinstance(form, CellForm) else set[str]()  # which need no heading
    if found is None or word not in sections | ahead | cells:
        yield line
    elif word in ahead:
        yield line._replace(text=f"{word} ".ljust(found.end()) + line.text[found.end() :])
    else:
        if word in sections:
            yield line._replace(text=word)
        if line.text[found.end() :]:
            yield line._replace(text=" " * found.end() + line.text[found.end() :])


def lines_of_board(source: Source, puzzle: AnyPuzzle) -> list[TextLine]:
    """Return the lines of a board's text that are neither blank nor comments, with plain headings and lists."""
    return with_lists(puzzle, lines_of(source))


def has_heading(text: str, puzzle: AnyPuzzle) -> bool:
    """Whether a line of a text is the heading of a part of the puzzle's boards."""
    words = {section.word for section in puzzle.form.sections} if isinstance(puzzle.form, SectionsForm) else set()
    return any(line.text.strip() in words for line in lines_of_board(Source("", text), puzzle))


def in_order(form: SectionsForm, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines with their sections, each below its heading, in the order of the form; lines without a heading
    above, and sections that are there twice, stay where they are.
    """
    words = [section.word for section in form.sections]
    found: dict[str, list[TextLine]] = {}
    for line in lines:
        if (word := line.text.split()[0]) in found or not (found or word in words):
            return lines
        found.setdefault(word if word in words else [*found][-1], []).append(line)
    return [line for word in words for line in found.get(word, ())]
