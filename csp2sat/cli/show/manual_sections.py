"""Parts of the manual: sections; entries, a line or two on a name (options in the help of commands, rows of
tables, items of lists); and contents in place of long passages.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import NamedTuple

CODE = re.compile(r"`([^`]+)`")
NAME = re.compile(r"(?:\w+\.)*([A-Za-z]\w[\w-]*)")  # at the beginning of a piece of code, without what it belongs to
KEYWORD = re.compile(r"(\w+)=(?!=)")
CELL = re.compile(r"(?<!\\)\|")
TABLE = re.compile(r"^(\|.*\n\|[-:| ]+\n)((?:\|.*\n)+)", re.M)
ITEM = re.compile(r"^\* (`[^`]+`).*\n(?:  .*\n)*", re.M)
OPTION = re.compile(r"^  ((?:(-\w), )?(--[a-z][\w-]*)(?: \S+)*?)(?: *\n {6}| {2,}) *((?:.*\n)(?: {6,}.*\n)*)", re.M)
WORD_OF_FORM = re.compile(r"(?<![\w-])[a-z][\w-]+(?![\w-])")
CHANGES = "Changes"  # the title of the chapter with a section for each version, the newest first
MOST_LINES = 400  # of a passage that is shown whole
LEAST_SECTIONS = 5  # for contents
SENTENCE = re.compile(r"(?:[^.`]|`[^`]*`|\.(?=\S|\s[a-z]))+")
FENCE = re.compile(r"^(`{3,}).*\n((?:.*\n)*?)\1\n", re.M)
TELLING = re.compile(r"\$ csp2sat (?:puzzles \S+|.* --help)\n")  # a command whose output says what it is about
NO_PROSE = re.compile(r"[|$!]|\* |Usage:|Size:|Made by|\w*$")  # at the beginning of a paragraph
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
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


def shortened(text: str, topic: str) -> str:
    """Return a passage of the manual as it is, or if it is long and has sections, its beginning and its contents; of
    the chapter on changes the newest version.

    topic: what the passage was asked for by.
    """
    every = list(sections("", text))
    if every and every[0].heading == CHANGES:
        newest, *earlier = [section for section in every if section.level == 2]
        names = ", ".join(section.heading for section in earlier)
        return f"# {CHANGES}\n\nEarlier versions ({names}): `csp2sat help --all changes`\n\n{newest.text.rstrip()}\n"
    top = min((section.level for section in every), default=0)
    if text.count("\n") <= MOST_LINES or sum(section.level > top for section in every) < LEAST_SECTIONS:
        return text
    lines = f"{text.count(chr(10)):,} lines"
    note = (
        f"This has {lines}: `csp2sat help --all {topic}` prints them, `csp2sat help NAME` one of the sections below.\n"
    )
    return text[: text.index(every[0].text)] + "\n".join(_contents(every, top, note))


def _contents(every: list[Section], top: int, note: str) -> Iterator[str]:
    """Yield the text of each section of level `top`, then `note`, then a line on each section inside. A section inside
    is a heading if most sections of its level have sections themselves.
    """
    levels = [section.level for section in every]
    parents = [level for level, after in pairwise(levels) if after > level]
    groups = {level for level in parents if 2 * parents.count(level) > levels.count(level)}
    for section in every:
        if section.level == top:
            yield f"{'#' * top} {section.heading}\n{section.own.rstrip()}\n\n{note}"
        elif section.level in groups:
            yield f"\n{'#' * section.level} {section.heading}\n"
        else:
            yield f"* {_name(section)}{summary(section)}"
    yield ""


def _name(section: Section) -> str:
    """Return the heading of a section as code, by which `csp2sat help` finds the section."""
    return section.heading if "`" in section.heading else f"`{bare(section.heading)}`"


def summary(section: Section) -> str:
    """Return `: ` and the first sentence of prose below the heading of a section, or failing that, of prose in its
    blocks of code; '' if there is none.
    """
    text, blocks = FENCE.sub("", section.own), [block for _, block in FENCE.findall(section.own)]
    texts = [text, *blocks]
    if blocks and TELLING.match(blocks[0]):
        texts.reverse()
    for paragraph in "\n\n".join(texts).split("\n\n"):
        words = LINK.sub(r"\1", " ".join(paragraph.split()))
        if (
            re.search("[a-z]{3}", CODE.sub("", words))
            and not NO_PROSE.match(words)
            and (found := SENTENCE.match(words))
        ):
            return f": {found[0].rstrip(':')}"
    return ""
