"""The parts of a board that may be left out: its cells and the lists of clues beside it, which are blank then, words
above rows of letters, above cells and above values by name, and the size of a board with rows of letters.

A blank value is the value that `-` stands for, which is 0, `.` or None; a section whose values have no such sign cannot
be left out.
"""

from __future__ import annotations

import re
from collections import Counter

from ...givens import LABELS, GivenSection, SectionsForm
from ...notation import GivenParts, GivenValue
from ...spec import AnyPuzzle
from .text_lines import TextLine

NAMED = r"([^\W\d_]+)\s*[=:]?\s*(\d[^\s,;]*)[,;]?"  # a value by the name of its room or cage


def blank(puzzle: AnyPuzzle, section: GivenSection, size: tuple[int, int]) -> GivenValue:
    """Return the section with blank values only, for a board of `size` (rows and columns); None if it cannot be left
    out.

    Only the cells and sections of one list (the clues beside the board) can be left out, if the size fixes the number
    of values and one of the values is blank.
    """
    form, count = puzzle.form, section.number_of_values(*size)
    grid = form.grid if isinstance(form, SectionsForm) else ""
    if count is None or (section.key != grid and section.lists != "one"):
        return None
    try:
        row = section.joined([(section.cells or puzzle.cells).value("-")] * count)
    except ValueError:
        return None  # no value is blank
    rows = [row if section.strings else list(row) for _ in range(size[0])]
    return row if section.lists == "one" else rows


def completed(puzzle: AnyPuzzle, form: SectionsForm, size: tuple[int, int], givens: GivenParts) -> GivenParts:
    """Return the givens with blank sections in place of the sections that are left out, unless all are left out.

    `size` is the rows and columns of the board; sections that cannot be blank stay left out.
    """
    found = {key: givens[key] for key in form.extra.keys if key in givens} if form.extra else {}
    there = any(section.key in givens for section in form.sections)
    for section in form.sections:
        if section.key in givens:
            found[section.key] = givens[section.key]
        elif there and not section.optional and (part := blank(puzzle, section, size)) is not None:
            found[section.key] = part
    return found


def with_words(form: SectionsForm, rows: int, lines: list[TextLine]) -> list[TextLine]:
    """Return the lines of all sections with the headings that are missing: the heading of values above values by name
    (`a=5, b: 9`, `a5`), the headings of labels and of cells above rows of letters and other rows.

    rows: how many rows the board has.  A block of that many rows of letters without a heading, which says the rooms or
    cages, moves to where the form has their section; no other line moves.
    """
    words = [section.word for section in form.sections]
    labels, values = _label_words(form)
    if values:
        lines = [_named(line, words) for line in lines]
        named = next((at for at, line in enumerate(lines) if re.match(NAMED, line.text.strip())), None)
        if named is not None and not any(line.text.split()[0] == values for line in lines):
            lines.insert(named, lines[named]._replace(text=values))
    heads = [head if (head := line.text.split()[0]) in words else "" for line in lines]
    if not labels or labels in heads:
        return lines
    starts = [at for at in range(len(lines)) if not any(heads[at : at + rows]) and _all_letters(lines[at : at + rows])]
    if not starts or starts[0] + rows > len(lines):
        return lines
    found: dict[str, list[TextLine]] = {}
    word = form.grid
    for at, line in enumerate(lines):
        word = heads[at] or word
        found.setdefault(labels if starts[0] <= at < starts[0] + rows else word, []).append(line)
    if not found.keys() <= {*words}:  # lines before the first section of a board that has no cells with values
        return lines
    ordered = [(each, found[each]) for each in words if each in found]
    return [line for each, block in ordered for line in _headed(each, block)]


def _label_words(form: SectionsForm) -> tuple[str, str]:
    """Return the words of the sections with the labels of rooms or cages, and with their values; '' for none."""
    words = {section.key: section.word for section in form.sections}
    key = next((key for key in LABELS if key in words), "")
    return words.get(key, ""), words.get(LABELS.get(key, ""), "")


def _named(line: TextLine, words: list[str]) -> TextLine:
    """Return a line with values by name in the form NAME=VALUE; any other line, and one that begins with one of
    `words`, stays.
    """
    if line.text.split()[0] in words or re.sub(NAMED, "", line.text).strip():
        return line
    return line._replace(text=re.sub(NAMED, lambda each: f"{each[1]}={each[2]}".ljust(len(each[0])), line.text))


def without_head(line: TextLine, heads: set[str]) -> list[TextLine]:
    """Return the line; if it is the heading of a section (one of `heads`) with values behind it, return the heading and
    the values as two lines, which keep their line number and columns for errors.
    """
    head, *values = line.text.split(maxsplit=1)
    if head not in heads or not values:
        return [line]
    end = line.text.index(head) + len(head)
    return [line._replace(text=line.text[:end]), line._replace(text=" " * end + line.text[end:])]


def size_of_sections(form: SectionsForm, lines: list[TextLine]) -> tuple[int, int] | None:
    """Return the width and height of a board by the lines of its sections, else by its first rows of letters; None if
    neither tells both.
    """
    words = {section.word: section for section in form.sections}
    found: dict[str, int] = {}
    counts, section = Counter[str](), None
    for part in (part for line in lines for part in without_head(line, {*words})):
        row = part.text.split()
        if row[0] in words:
            section = words[row[0]]
        elif section is not None and section.lists == "one" and section.values in ("rows", "cols"):
            counts[section.word] += len(row)
            found[section.values] = counts[section.word] - section.more[1]
        elif section is not None and section.lists in ("rows", "cols"):
            counts[section.word] += 1
            found[section.lists] = counts[section.word] - section.more[0]
            if section.values in ("rows", "cols"):
                found[section.values] = (len(row) if len(row) > 1 else len(row[0])) - section.more[1]
    return (found["cols"], found["rows"]) if len(found) == 2 else _size_of_letters(form, lines)


def _size_of_letters(form: SectionsForm, lines: list[TextLine]) -> tuple[int, int] | None:
    """Return the width and height of the first rows of letters, which are equally long and have no gap between them;
    None if there are none, or they have their word above, or the board has no rooms or cages.
    """
    words = {section.word for section in form.sections}
    labels, _ = _label_words(form)
    block: list[TextLine] = []
    for line in lines if labels and not any(line.text.split()[0] == labels for line in lines) else ():
        if (
            line.text.strip() not in words
            and _all_letters([line])
            and (not block or line.number == block[-1].number + 1)
        ):
            block.append(line)
        elif block:
            break
    rows = [line.text.split() for line in block]
    widths = {len(row) if len(row) > 1 else len(row[0]) for row in rows}
    return (widths.pop(), len(rows)) if len(widths) == 1 and len(rows) > 1 else None


def _headed(word: str, block: list[TextLine]) -> list[TextLine]:
    """Return the lines of a section, the first of which has the word of the section."""
    return block if block[0].text.split()[0] == word else [block[0]._replace(text=word), *block]


def _all_letters(lines: list[TextLine]) -> bool:
    return all("".join(line.text.split()).isalpha() for line in lines)
