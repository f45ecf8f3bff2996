"""Sections of the manual: headings, and the texts below them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from .manual_entries import CODE, plain

WORD_OF_FORM = re.compile(r"(?<![\w-])[a-z][\w-]+(?![\w-])")


class Section(NamedTuple):
    """A heading of a chapter, and the text below it to the next heading of the same or a higher level.

    level: the number of `#`.  heading: as it is written, without `#`.  text: with the heading.  own: the text without
    the heading, and without the sections inside.
    """

    chapter: str
    level: int
    heading: str
    text: str
    own: str

    @property
    def spellings(self) -> list[str]:
        """The heading, and the pieces of code in it, with and without a module in front, all in small letters."""
        codes = CODE.findall(self.heading)
        return [name.lower() for name in (bare(self.heading), *codes, *(code.rpartition(".")[2] for code in codes))]

    @property
    def names(self) -> set[str]:
        """The names by which the section is found, in the spelling of `plain`."""
        return set(map(plain, self.spellings))

    @property
    def words(self) -> set[str]:
        """The words, in small letters, of forms such as `(relation NAME ARITY (supports ...))` in the first paragraph
        below the heading; words in capitals are left out.
        """
        forms = CODE.findall(self.text.partition("\n\n")[2].partition("\n\n")[0])
        return {plain(word) for form in forms if form[0] == "(" for word in WORD_OF_FORM.findall(form)}

    @property
    def place(self) -> str:
        """The chapter and heading of the section, for a list."""
        return f"`csp2sat help {self.chapter}`, {self.heading}"


def bare(heading: str) -> str:
    """Return a heading or a topic without backticks."""
    return heading.replace("`", "")


def sections(chapter: str, text: str) -> Iterator[Section]:
    """Yield the sections of a chapter in their order, one for each heading; text before the first heading is in none.

    chapter: its name.  text: its Markdown.  A section inside another one is also part of the other one's text.
    """
    headings = list(_headings(text))
    for at, (start, level, heading) in enumerate(headings):
        end = next((other for other, depth, _ in headings[at + 1 :] if depth <= level), len(text))
        own = next((other for other, *_ in headings[at + 1 :]), len(text))
        yield Section(chapter, level, heading, text[start:end], text[start:own].partition("\n")[2])


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the offset, the level and the words of each heading outside blocks of code."""
    fenced, start = False, 0
    for line in text.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if not fenced and (match := re.match(r"(#+) (.*)", line)):
            yield start, len(match[1]), match[2].strip()
        start += len(line)
