"""Lists of numbers below headings as people write them: `rows: 3, 1 1`, `[3], [1, 1]`, `3/1,1`, or `1,1` on a line.

Lists that stand together on the line of their heading are parted by brackets, else by semicolons, else by slashes, else
by commas; the other signs between numbers are blanks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from ...givens import GivenSection
from .text_lines import TextLine

SIGNS = r",;/|\[\]()"
NUMBERS = re.compile(rf"[-?.\d\s{SIGNS}]*[{SIGNS}][-?.\d\s{SIGNS}]*")
BETWEEN = re.compile(f"[{SIGNS}]")
MISSING = re.compile(r"^\s*[,;/|]|[,;/|]\s*[,;/|]")  # a value or list
BRACKETS = re.compile(r"[\[(][^\[\]()]*[\])]")
SEPARATORS = ";", "/", "|", ","


def lists_apart(lines: Iterable[TextLine], sections: dict[str, GivenSection]) -> Iterator[TextLine]:
    """Yield the lines with blanks in place of signs between numbers, and each list that stands on the line of its
    heading as a line; numbers keep their places.  Sections with rows of cells stay.

    sections: by their words, which are the headings.
    """
    section, head = None, 0
    for line in lines:
        word = line.text.strip()
        if word in sections:
            section, head = sections[word], line.number
            yield line
        elif section is None or (section.lists, section.values) == ("rows", "cols") or not NUMBERS.fullmatch(line.text):
            yield line
        elif section.lists == "one" or line.number != head:
            yield _plain(line)
        else:
            yield from _parted(line)


def _plain(line: TextLine) -> TextLine:
    return line if MISSING.search(line.text) else line._replace(text=BETWEEN.sub(" ", line.text))


def _beside(text: str) -> bool:
    """Whether there are numbers beside brackets."""
    return bool(BETWEEN.sub("", BRACKETS.sub("", text)).strip())


def _parted(line: TextLine) -> Iterator[TextLine]:
    """Yield each list of a line as a line, with blanks before it, and `-` for brackets around nothing; yield a line
    that seems to lack a list, or has numbers beside brackets around lists, as it is.
    """
    text = line.text
    spans = [found.span() for found in BRACKETS.finditer(text)]
    if len(spans) < 2 and not re.match(r"\s*[\[(]\s*[\[(]", text):
        sign = next((sign for sign in SEPARATORS if sign in text.rstrip().rstrip(",;/|")), "\n")
        spans = [found.span() for found in re.finditer(f"[^{sign}]*[^{sign}\\s{SIGNS}][^{sign}]*", text)]
    outside = " ".join(text[end:start] for (_, end), (start, _) in pairwise([(0, 0), *spans, (len(text), 0)]))
    mixed = any(BRACKETS.search(text[slice(*span)]) and _beside(text[slice(*span)]) for span in spans)
    if mixed or MISSING.search(text) or _beside(outside):
        yield line
        return
    for start, end in spans:
        inside = BETWEEN.sub(" ", text[start:end])
        yield line._replace(text=" " * start + (inside if inside.strip() else "-"))
