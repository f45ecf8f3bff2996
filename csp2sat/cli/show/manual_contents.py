"""Contents in place of long passages of the manual: each section with the first sentence below its heading."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from .manual_entries import CODE
from .manual_sections import Section, bare, sections

MOST_LINES = 400  # of a passage that is shown whole
LEAST_SECTIONS = 5  # for contents
SENTENCE = re.compile(r"(?:[^.`]|`[^`]*`|\.(?=\S|\s[a-z]))+")
FENCE = re.compile(r"^(`{3,}).*\n((?:.*\n)*?)\1\n", re.M)
TELLING = re.compile(r"\$ csp2sat (?:puzzles \S+|.* --help)\n")  # a command whose output says what it is about
NO_PROSE = re.compile(r"[|$!]|\* |Usage:|Size:|Made by|\w*$")  # at the beginning of a paragraph
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def shortened(text: str, topic: str) -> str:
    """Return a passage of the manual as it is, or if it is long and has sections, its beginning and its contents.

    topic: what the passage was asked for by.
    """
    every = list(sections("", text))
    top = min((section.level for section in every), default=0)
    if text.count("\n") <= MOST_LINES or sum(section.level > top for section in every) < LEAST_SECTIONS:
        return text
    lines = f"{text.count(chr(10)):,} lines"
    note = (
        f"This has {lines}: `csp2sat help --all {topic}` prints them, `csp2sat help NAME` one of the sections below.\n"
    )
    return text[: text.index(every[0].text)] + "\n".join(_contents(every, top, note))


def _contents(every: list[Section], top: int, note: str) -> Iterator[str]:
    """Yield the text of each section of level `top`, then `note`, then what is inside it: items, below headings of a
    level of which most have sections themselves.
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
