"""Lists of numbers below headings as people write them: `rows: 3, 1 1`, `[3], [1, 1]`, `3/1,1`, or `1,1` on a line.

Lists that stand together on a line are parted by brackets, else by semicolons, else by slashes.  Commas part lists on
the only line of a section, unless the board's size says that the line is one list; on each of several lines they stand
between the numbers of a list.  The other signs between numbers are blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...givens import GivenSection
from .text_lines import TextLine, is_cell

SIGNS = r",;/|\[\]()"
NUMBERS = re.compile(rf"[-?.\d\s{SIGNS}]*[{SIGNS}][-?.\d\s{SIGNS}]*")
APART = re.compile(r"(?=.*(?<!\S)[0-](?!\S))\s*(?:\d+|-)(?:\s+(?:\d+|-))+\s*")  # 0 or - is a list, so each word is one
BETWEEN = re.compile(f"[{SIGNS}]")
MISSING = re.compile(r"^\s*[,;/|]|[,;/|]\s*[,;/|]")  # a value or list
JOINED = re.compile(r"(?=.*\d,\d).*\d\s+\d")  # commas without blanks, which join numbers, beside blanks that part lists
WITHIN = re.compile(r"\d(?:\s+|\s*,\s*)\d")  # a list with a sign that does not part lists
PAIRS = re.compile(r"(?:\s*\d+,\d+){2,}\s*")  # pairs of numbers, which blanks part
BRACKETS = re.compile(r"[\[(][^\[\]()]*[\])]")
FIRM = ";", "/", "|"
SEPARATORS = *FIRM, ","
SIGNS_AT_END = ",;/|"
SIZE_LINE = re.compile(r"\s*size\s+(\d{1,9})\s+(\d{1,9})\s*", re.ASCII)


def lists_apart(lines: Iterable[TextLine], sections: dict[str, GivenSection]) -> Iterator[TextLine]:
    """Yield the lines with blanks in place of signs between numbers, and each list of a section as a line; numbers keep
    their places.  Sections with rows of cells stay, and so do lines whose commas may part lists or numbers.

    sections: by their words, which are the headings, each with the notation of its values.
    """
    size, section, head, body = None, None, 0, list[TextLine]()
    for line in lines:
        if (word := line.text.strip()) in sections:
            yield from _section_lines(section, head, body, size)
            section, head, body = sections[word], line.number, []
        elif section is not None:
            body.append(line)
            continue
        size = size or SIZE_LINE.fullmatch(line.text)
        yield line
    yield from _section_lines(section, head, body, size)


def _section_lines(
    section: GivenSection | None, head: int, lines: list[TextLine], size: re.Match[str] | None
) -> Iterator[TextLine]:
    """Yield the lines of a section as `lists_apart` does.

    head: the number of the line with the heading.  size: the match of the board's line with the size, None if there is
    no such line.
    """
    if section is None or (section.lists, section.values) == ("rows", "cols"):
        yield from lines
        return
    count = section.number_of_lists(int(size[2]), int(size[1])) if size else None
    firm = any(_has_firm_sign(line.text) for line in lines)
    pair = section.values == "two" and len(BETWEEN.sub(" ", lines[0].text).split()) == 2 if lines else False
    several = section.lists != "one" and len(lines) == 1 and count != 1 and not pair
    parts_numbers = count == len(lines) > 1  # a list on each line, so that each sign is between numbers
    is_open = count is None and len(lines) > 1 and firm and not any(WITHIN.search(line.text) for line in lines)
    for line in lines:
        if _parts_at_blanks(section, line.text, several):
            words = re.finditer(r"\S+", line.text)
            yield from (line._replace(text=" " * each.start() + each[0].replace(",", " ")) for each in words)
        elif not NUMBERS.fullmatch(line.text) or (section.cells is not None and is_cell("2/", section.cells)):
            yield line
        elif section.lists == "one":
            yield from _with_numbers(_plain(line))
        elif _has_firm_sign(line.text.rstrip().rstrip(SIGNS_AT_END)) and (parts_numbers or is_open):
            yield from _with_numbers(_plain(line) if parts_numbers else line)
        elif _has_firm_sign(line.text.rstrip().rstrip(SIGNS_AT_END)) or (several and not JOINED.search(line.text)):
            yield from _with_numbers(*_parted(line))
        elif several or (len(lines) > 1 and not firm and _is_either(line, line.number == head)):
            yield line
        else:
            yield from _with_numbers(_plain(line))


def _parts_at_blanks(section: GivenSection, text: str, several: bool) -> bool:
    """Whether blanks part the lists of a line with the `text`: words that are lists of one number each, where `several`
    lists are on the line, or pairs that commas join, as lists of the section are.
    """
    apart = {"any": APART if several else None, "two": PAIRS}.get(section.values)
    return apart is not None and apart.fullmatch(text) is not None


def _with_numbers(*lines: TextLine) -> Iterator[TextLine]:
    """Yield the lines that are not blank."""
    return (line for line in lines if line.text.strip())


def _has_firm_sign(text: str) -> bool:
    """Whether a line has a sign that only stands between lists, or several lists in brackets."""
    return any(sign in text for sign in FIRM) or len(BRACKETS.findall(text)) > 1


def _is_either(line: TextLine, beside: bool) -> bool:
    """Whether the commas in one of several lines may part lists or numbers: those on the line of the heading, and those
    of a line that has blanks between numbers as well.

    beside: whether the heading is on the line.
    """
    text = re.sub(r"\s*,\s*", ",", line.text.strip().rstrip(SIGNS_AT_END))
    return "," in text and not BRACKETS.search(text) and (beside or " " in text)


def _plain(line: TextLine) -> TextLine:
    return line if MISSING.search(line.text) else line._replace(text=BETWEEN.sub(" ", line.text))


def _beside(text: str) -> bool:
    """Whether there are numbers beside brackets."""
    return bool(BETWEEN.sub("", BRACKETS.sub("", text)).strip())


def _parted(line: TextLine) -> Iterator[TextLine]:
    """Yield each list of a line as a line of its own: `[1,2], [], [3]` becomes three lines with `1 2`, `-` and `3`.
    Blanks before them keep their columns, so that messages have the right place.

    Yield the line unchanged, for the reader to refuse, if it has two separators with nothing between them, or numbers
    beside the brackets of lists, as in `1 [2], [3]`.
    """
    text = line.text
    spans = [found.span() for found in BRACKETS.finditer(text)]
    if len(spans) < 2 and not re.match(r"\s*[\[(]\s*[\[(]", text):
        sign = next((sign for sign in SEPARATORS if sign in text.rstrip().rstrip(SIGNS_AT_END)), "\n")
        spans = [found.span() for found in re.finditer(f"[^{sign}]*[^{sign}\\s{SIGNS}][^{sign}]*", text)]
    outside = " ".join(text[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), 0)]))
    mixed = any(BRACKETS.search(text[slice(*span)]) and _beside(text[slice(*span)]) for span in spans)
    if mixed or MISSING.search(text) or _beside(outside):
        yield line
        return
    for start, end in spans:
        inside = BETWEEN.sub(" ", text[start:end])
        yield line._replace(text=" " * start + (inside if inside.strip() else "-"))
