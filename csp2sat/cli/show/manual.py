"""The manual: chapters as Markdown files, found by their names and by the headings in them."""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from functools import cache, partial
from pathlib import Path
from typing import NamedTuple

from ...api.writing.puzzles import puzzle_named
from ...errors import UsageError
from ..streams import obeyed
from .manual_phrases import topics_in, words_of
from .manual_sections import CODE, ManualEntry, Section, as_text, bare, entries, plain, sections

FOLDER = Path(__file__).parents[2] / "manual"
INDEX = "index"
OTHER_WORDS = "topics"  # the chapter with other words for topics
MOST_COLUMNS = 110  # longer lines are hard to read
THEME = "ansi_dark"  # blocks in the terminal's own colours
PICTURE = re.compile(r"^!\[([^\]]*)\]\(pictures/([\w-]+\.\w+)\)$", re.M)
LINK = re.compile(r"\[([^\]]*)\]\(([-\w]+)\.md(?:#[^)]*)?\)")
REFERENCE = ("changes", "command-line", "json", "python-reference")  # chapters, the last in lists
MOST_SECTIONS = 8  # that have all words of a topic
MOST_SHOWN = 90  # characters of a line that is quoted
TOPIC = re.compile(r"\| `csp2sat help [^`]+` \|$")
OPTION_NAME = re.compile(r"--?[a-z]")


@cache
def chapters() -> dict[str, str]:
    """Return the texts of all chapters by their names, with words in place of pictures."""
    paths = sorted(FOLDER.glob("*.md"))
    return {each.stem: PICTURE.sub(r"*(Picture on the site: \1.)*", each.read_text(encoding="utf-8")) for each in paths}


class ManualIndex(NamedTuple):
    """An index of the manual.

    sections, entries: all of them.  headed, worded: the sections by their names, and by the words of their forms.
    meant: topics of the manual, by other words for them.  phrases: these other words as they are written.
    """

    sections: list[Section]
    entries: list[ManualEntry]
    headed: dict[str, list[Section]]
    worded: dict[str, list[Section]]
    meant: dict[str, str]
    phrases: list[str]


@cache
def _index() -> ManualIndex:
    """Return the index of all chapters, which is made once."""
    every = [section for chapter, text in chapters().items() for section in sections(chapter, text)]
    lines = [entry for section in every for entry in entries(section.chapter, section.place, section.own)]
    index = ManualIndex(every, lines, defaultdict(list), defaultdict(list), *_other_words())
    for section in every:
        for table, names in ((index.headed, section.names), (index.worded, section.words)):
            for name in names:
                table[name].append(section)
    return index


def _other_words() -> tuple[dict[str, str], list[str]]:
    """Return the table of the chapter OTHER_WORDS as a dict, which has the topic to which each word leads, and the
    words as they are written.
    """
    rows = (
        CODE.findall(line) for line in chapters()[OTHER_WORDS].splitlines() if TOPIC.search(line) and line[0] == "|"
    )
    pairs = [(word, plain(topic.removeprefix("csp2sat help "))) for *words, topic in rows for word in words]
    return {plain(word): topic for word, topic in pairs}, [word for word, _ in pairs]


def found(topic: str) -> str:
    """Return the passages of the manual on a topic, as Markdown; for '' the chapter INDEX.

    The passages are the chapter of this name or its plural; else the sections with this heading, or with forms that
    have the topic as a word, and the other entries about the topic; else the sections with these words in the heading;
    else those of the puzzle with this name; else those of a topic in the words of a sentence, which may be inflected or
    misspelt; else a list of the sections in which the words stand.  Below the last two stands a list of the sections
    that have all words in a paragraph, in any order and inflected.  Raises UsageError if the manual has none of these.
    """
    index, wanted = _index(), re.sub(r"^\((?=.)", "", bare(topic).strip().lower()).removesuffix(".md") or INDEX
    others = partial(_near, topic, index), partial(_mentions, topic, index.sections)
    ways = others[::-1] if "_" in topic else others  # a name of code is where it stands
    found = _shown(wanted, index)
    if not found:
        found = next(filter(None, (way() for way in ways)), "")
        found = "\n".join(filter(None, (found, _with_words(topic, index, found))))
    if not found:
        raise UsageError(f"the manual has nothing on {topic!r}; `csp2sat help` lists the chapters")
    return found


def _shown(wanted: str, index: ManualIndex) -> str:
    """Return the chapter called `wanted`, or the sections and entries with this name; '' if there are none."""
    texts = chapters()
    if (chapter := next((name for name in (wanted, f"{wanted}s") if name in texts), None)) is not None:
        return texts[chapter]
    found = (_defined(name, index) for name in (wanted, puzzle_named(wanted)) if name is not None)
    return next(filter(None, found), "")


def _defined(wanted: str, index: ManualIndex) -> str:
    """Return the sections and entries called `wanted`, as Markdown; '' if there are none.

    `--name` is an option, `name=` a setting, for which entries alone are searched.
    """
    name, is_option = plain(wanted.removeprefix("build.")).removesuffix("="), OPTION_NAME.match(wanted)
    spellings = {wanted, f"-{wanted}", name}
    entries = [entry for entry in index.entries if not spellings.isdisjoint(entry.names)]
    named = [] if is_option or wanted.endswith("=") else _named(wanted, name, index)
    if not named and not entries:
        meant = next(filter(None, map(index.meant.get, (name.removesuffix("s"), f"{name}s"))), "")
        named = index.headed.get(meant, [])
    if entries and not named:
        return _with_mentions(wanted, entries, index)
    shown = "\n".join(section.text for section in named or _headed(wanted, index.sections))
    return "\n".join(filter(None, (shown, as_text(entry for entry in entries if entry.text not in shown))))


def _named(wanted: str, name: str, index: ManualIndex) -> list[Section]:
    """Return the sections to which the table of OTHER_WORDS leads from `name`, then those with the heading `wanted` or
    `name`, in singular or plural, or, if there are none, those whose forms have this word.
    """
    spellings = plain(wanted), name, name.removesuffix("s"), f"{name}s"
    found = (table.get(spelling, []) for table in (index.headed, index.worded) for spelling in spellings)
    return [*index.headed.get(index.meant.get(name, ""), []), *next(filter(None, found), [])]


def _with_mentions(wanted: str, entries: list[ManualEntry], index: ManualIndex) -> str:
    """Return entries as Markdown, and the other sections in which the word `wanted` stands, without the help of
    commands.
    """
    places = {place for entry in entries for place in entry.places}
    others = [each for each in index.sections if each.chapter != "command-line" and each.place not in places]
    mentions = _mentions(wanted, others).partition("\n\n")[2]
    return as_text(entries) + (f"\nOther sections that mention it:\n\n{mentions}" if mentions else "")


def _word(topic: str) -> re.Pattern[str]:
    """Return a pattern that finds a topic, in small letters or capitals, as words of their own (not as a part of a word
    with hyphens), also with `--` in front.
    """
    return re.compile(rf"(?<![-\w])(?:--)?{re.escape(topic)}(?![-\w])", re.I)


def _headed(topic: str, every: list[Section]) -> list[Section]:
    """Return the sections with the topic as words, or failing these as part of a word, in their headings.

    A section inside one of these sections is left out.
    """
    return _with_heading(_word(topic), every) or _with_heading(re.compile(rf"\b{re.escape(topic)}\b", re.I), every)


def _with_heading(word: re.Pattern[str], every: list[Section]) -> list[Section]:
    """Return the sections in whose headings a pattern is found, without sections inside the one before."""
    found = list[Section]()
    for section in every:
        if word.search(section.heading) and not (found and section.text in found[-1].text):
            found.append(section)
    return found


def _mentions(topic: str, every: list[Section]) -> str:
    """Return a list, as Markdown below a line that says so, of the innermost sections in which a topic stands, each
    with the first line that has the topic.

    Returns '' if there are none.
    """
    word = _word(topic)
    lines = []
    for section in sorted(every, key=lambda each: each.chapter in REFERENCE):
        if topic.lower() not in section.text.lower():
            continue  # the pattern is slow
        line = next((line for line in section.own.splitlines() if word.search(line)), None)
        if line is not None:
            text = " ".join(re.sub("[`|]", " ", line).split()).lstrip("* ")
            lines.append(f"* {section.place}: {text[:MOST_SHOWN]}\n")
    return f"No chapter or section is called `{topic}`. Sections that mention it:\n\n{''.join(lines)}" if lines else ""


def _near(topic: str, index: ManualIndex) -> str:
    """Return what the manual has on the topics that a sentence or a misspelt word may mean; '' if there are none.

    For one topic these are its passages, below a line that names the topic; for several a list of them.  Sections that
    have all words come first if no topic is a section and each one lacks some of the words.
    """
    names = {name for section in index.sections if section.chapter != "changes" for name in section.spellings}
    entries = {name for entry in index.entries for name in entry.names}
    near = topics_in(topic, sorted({*index.phrases, *names, *entries, *chapters()}, key=len))
    shown: dict[str, tuple[str, str]] = {}  # by the first line, since words may lead to the same passages
    for each in near:
        if text := _shown(each, index):
            shown.setdefault(_title(text), (each, text))
    head, lacks = f"No chapter or section is called `{topic}`.", words_of(topic).difference(*map(words_of, near))
    is_named = any(text.startswith("#") for _, text in shown.values())  # no section but entries, such as of a method
    first = _with_words(topic, index, "") if lacks and not is_named else ""
    if len(shown) == 1 and not first:
        ((name, text),) = shown.values()
        return f"{head} This is on `{name}`:\n\n{text}"
    lines = [f"* `csp2sat help {name}`: {title}\n" for title, (name, _) in shown.items()]
    first = first and f"{first}\n"
    return f"{head} {first}Topics in these words:\n\n{''.join(lines)}" if lines else ""


def _with_words(topic: str, index: ManualIndex, shown: str) -> str:
    """Return a list, below a line that says so, of sections whose heading and a paragraph have all words of a topic of
    several words, those with most of them in the heading first, chapters of REFERENCE last; '' if there are
    none.

    shown: passages whose sections are left out.
    """
    asked = words_of(topic)
    if len(asked) < 2:
        return ""
    found = list[tuple[int, bool, str]]()
    for section in index.sections:
        heading, own = section.heading, section.own
        is_new = (
            section.chapter not in ("changes", INDEX, OTHER_WORDS) and own not in shown and section.place not in shown
        )
        is_new = is_new and all(word in f"{heading}\n{own}".lower() for word in asked)  # the words of all are slow
        if is_new and any(asked <= words_of(f"{heading} {text}") for text in own.split("\n\n")):
            found.append((-len(asked & words_of(heading)), section.chapter in REFERENCE, section.place))
    lines = "".join(f"* {place}\n" for *_, place in sorted(found, key=lambda each: each[:2])[:MOST_SECTIONS])
    return lines and f"Sections with all of these words:\n\n{lines}"


def _title(text: str) -> str:
    """Return the first line of passages in words."""
    line = " ".join(re.sub("[`|]", " ", text.partition("\n")[0]).split())
    return line.lstrip("# ").removeprefix("csp2sat help ").rstrip(":")[:MOST_SHOWN]


def show(text: str) -> None:
    """Print Markdown, on a terminal formatted and through a pager, else as it is."""
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.console import Console
    from rich.markdown import Markdown

    os.environ.setdefault("LESS", "-FRX")
    console = Console(file=obeyed(sys.stdout))
    console.width = min(console.width, MOST_COLUMNS)
    with console.pager(styles=True):
        console.print(Markdown(LINK.sub(_command, text), code_theme=THEME))


def _command(link: re.Match[str]) -> str:
    """Return a link to a chapter as its text and the command that shows the chapter; the name alone if this is the
    text.
    """
    text, chapter = link.groups()
    return f"`{chapter}`" if text.lower() == chapter else f"{text} (`csp2sat help {chapter}`)"
