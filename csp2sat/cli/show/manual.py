"""The manual: chapters as Markdown files, found by their names and by the headings in them."""

from __future__ import annotations

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from difflib import get_close_matches
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ...api.writing.puzzles import puzzle_named
from ...errors import UsageError
from ..streams import obeyed
from .manual_entries import CODE, ManualEntry, as_text, entries, plain

FOLDER = Path(__file__).parents[2] / "manual"
INDEX = "index"
MOST_COLUMNS = 110  # longer lines are hard to read
THEME = "ansi_dark"  # blocks in the terminal's own colours
LINK = re.compile(r"\[([^\]]*)\]\(([-\w]+)\.md(?:#[^)]*)?\)")
MOST_SHOWN = 90  # characters of a line that is quoted
TOPIC = re.compile(r"\| `csp2sat help [^`]+` \|$")
OPTION_NAME = re.compile(r"--?[a-z]")
WORD_OF_FORM = re.compile(r"(?<![\w-])[a-z][\w-]+(?![\w-])")


class Section(NamedTuple):
    """A heading of a chapter, and the text below it to the next heading of the same or a higher level.

    heading: as it is written, without `#`.  text: with the heading.
    """

    chapter: str
    level: int
    heading: str
    text: str

    @property
    def spellings(self) -> list[str]:
        """The heading, and the pieces of code in it, with and without a module in front, in small letters."""
        codes = CODE.findall(self.heading)
        return [name.lower() for name in (_bare(self.heading), *codes, *(code.rpartition(".")[2] for code in codes))]

    @property
    def names(self) -> set[str]:
        """What it is found by, see `plain`."""
        return set(map(plain, self.spellings))

    @property
    def words(self) -> set[str]:
        """The words in small letters of the forms below the heading: `(relation NAME ARITY (supports ...))`."""
        forms = CODE.findall(self.text.partition("\n\n")[2].partition("\n\n")[0])
        return {plain(word) for form in forms if form[0] == "(" for word in WORD_OF_FORM.findall(form)}

    @property
    def place(self) -> str:
        """Where it is, for a list."""
        return f"`csp2sat help {self.chapter}`, {self.heading}"

    @property
    def own(self) -> str:
        """The text without the heading, and without the sections inside."""
        return re.split(r"^##+ ", self.text.partition("\n")[2], maxsplit=1, flags=re.M)[0]


def _bare(heading: str) -> str:
    return heading.replace("`", "")


@cache
def chapters() -> dict[str, str]:
    """The chapters by their names."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}


class ManualIndex(NamedTuple):
    """What there is in the manual.

    headed, worded: the sections by their names, and by the words of their forms.  meant: the topics of other words.
    """

    sections: list[Section]
    entries: list[ManualEntry]
    headed: dict[str, list[Section]]
    worded: dict[str, list[Section]]
    meant: dict[str, str]


@cache
def _index() -> ManualIndex:
    every = [section for chapter, text in chapters().items() for section in sections(chapter, text)]
    lines = [entry for section in every for entry in entries(section.chapter, section.place, section.own)]
    index = ManualIndex(every, lines, defaultdict(list), defaultdict(list), _other_words())
    for section in every:
        for table, names in ((index.headed, section.names), (index.worded, section.words)):
            for name in names:
                table[name].append(section)
    return index


def _other_words() -> dict[str, str]:
    """Words that are no names of anything here, each with the topic that it leads to: from the table of the index."""
    rows = (CODE.findall(line) for line in chapters()[INDEX].splitlines() if TOPIC.search(line) and line[0] == "|")
    return {plain(word): plain(topic.removeprefix("csp2sat help ")) for *words, topic in rows for word in words}


def sections(chapter: str, text: str) -> Iterator[Section]:
    """The sections of a chapter; those inside another one are also in its text."""
    headings = list(_headings(text))
    for at, (start, level, heading) in enumerate(headings):
        end = next((other for other, depth, _ in headings[at + 1 :] if depth <= level), len(text))
        yield Section(chapter, level, heading, text[start:end])


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    """Offset, level and words of each heading outside blocks of code."""
    fenced, start = False, 0
    for line in text.splitlines(keepends=True):
        fenced ^= line.startswith("```")
        if not fenced and (match := re.match(r"(#+) (.*)", line)):
            yield start, len(match[1]), match[2].strip()
        start += len(line)


def found(topic: str) -> str:
    """What the manual says of a topic, as Markdown; UsageError where it says nothing.

    A chapter of that name; else the sections of that heading, or those whose forms have it, and what else is about
    it (`entries`); else the sections whose heading has these words; else the puzzle that is called so; else a
    list of the sections in which they stand.
    """
    texts, index = chapters(), _index()
    wanted = re.sub(r"^\((?=.)", "", _bare(topic).strip().lower()).removesuffix(".md") or INDEX
    if (chapter := next((name for name in (wanted, f"{wanted}s") if name in texts), None)) is not None:
        return texts[chapter]
    found = (_defined(name, index) for name in (wanted, puzzle_named(wanted)) if name is not None)
    return next(filter(None, found), "") or _mentions(topic, index.sections) or _unknown(topic, index)


def _defined(wanted: str, index: ManualIndex) -> str:
    """The sections and entries of that name, as Markdown, or ''.  `--name` is an option, `name=` a setting."""
    name, is_option = plain(wanted.removeprefix("build.")).removesuffix("="), OPTION_NAME.match(wanted)
    entries = [entry for entry in index.entries if {wanted, f"-{wanted}"} & entry.names or name in entry.names]
    named = [] if is_option or wanted.endswith("=") else _named(wanted, name, index)
    if entries and not named:
        return _with_mentions(wanted, entries, index)
    shown = "\n".join(section.text for section in named or _headed(wanted, index.sections))
    return "\n".join(filter(None, (shown, as_text(entry for entry in entries if entry.text not in shown))))


def _named(wanted: str, name: str, index: ManualIndex) -> list[Section]:
    """The sections of that heading, in singular and plural; else those in whose forms it is a word, or that it
    means."""
    spellings = plain(wanted), name, name.removesuffix("s"), f"{name}s"
    found = (table.get(spelling, []) for table in (index.headed, index.worded) for spelling in spellings)
    return next(filter(None, found), []) or index.headed.get(index.meant.get(name, ""), [])


def _with_mentions(wanted: str, entries: list[ManualEntry], index: ManualIndex) -> str:
    """Entries, and where else the word stands, the help of commands aside."""
    places = {place for entry in entries for place in entry.places}
    others = [each for each in index.sections if each.chapter != "command-line" and each.place not in places]
    mentions = _mentions(wanted, others).partition("\n\n")[2]
    return as_text(entries) + (f"\nIt also stands in\n\n{mentions}" if mentions else "")


def _word(topic: str) -> re.Pattern[str]:
    """Finds the topic as words of their own, as an option too."""
    return re.compile(rf"(?<![-\w])(?:--)?{re.escape(topic)}(?![-\w])", re.I)


def _headed(topic: str, every: list[Section]) -> list[Section]:
    """The sections with the words in their headings, or as part of a name in them; those inside such a one left out."""
    return _with_heading(_word(topic), every) or _with_heading(re.compile(rf"\b{re.escape(topic)}\b", re.I), every)


def _with_heading(word: re.Pattern[str], every: list[Section]) -> list[Section]:
    found = list[Section]()
    for section in every:
        if word.search(section.heading) and not (found and section.text in found[-1].text):
            found.append(section)
    return found


def _mentions(topic: str, every: list[Section]) -> str:
    """A list of the innermost sections in which the words stand, each with the first such line, as Markdown, or ''."""
    word = _word(topic)
    lines = []
    for section in every:
        line = next((line for line in section.own.splitlines() if word.search(line)), None)
        if line is not None:
            text = " ".join(re.sub("[`|]", " ", line).split()).lstrip("* ")
            lines.append(f"* {section.place}: {text[:MOST_SHOWN]}\n")
    return f"There is no chapter or section `{topic}`. It stands in\n\n{''.join(lines)}" if lines else ""


def _unknown(topic: str, index: ManualIndex) -> str:
    headings = {name for section in index.sections for name in section.spellings}
    known = sorted(headings | {name for entry in index.entries for name in entry.names} | set(chapters()))
    near = get_close_matches(topic.lower(), known, 1)
    hint = f"did you mean {near[0]!r}?" if near else "`csp2sat help` lists the chapters"
    raise UsageError(f"the manual has nothing on {topic!r}; {hint}")


def show(text: str) -> None:
    """Print Markdown: formatted and through a pager on a terminal, else as it is."""
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
    """A link to a chapter as the command that shows it; the chapter's name alone where that is what is written."""
    text, chapter = link.groups()
    return f"`{chapter}`" if text.lower() == chapter else f"{text} (`csp2sat help {chapter}`)"
