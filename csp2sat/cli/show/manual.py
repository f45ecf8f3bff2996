"""The manual: chapters as Markdown files, looked up by their names and by the headings in them."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from difflib import get_close_matches
from pathlib import Path
from typing import NamedTuple

from ...errors import UsageError

FOLDER = Path(__file__).parents[2] / "manual"
INDEX = "index"
MOST_COLUMNS = 110  # longer lines are hard to read
THEME = "ansi_dark"  # blocks in the terminal's own colours
LINK = re.compile(r"\[([^\]]*)\]\(([-\w]+)\.md(?:#[^)]*)?\)")
MOST_SAID = 90  # characters of a line that is quoted
CODE = re.compile(r"`([^`]+)`")


class Section(NamedTuple):
    """A heading of a chapter, and the text below it to the next heading of the same or a higher level.

    heading: as it is written, without `#`.  text: with the heading.
    """

    chapter: str
    level: int
    heading: str
    text: str

    @property
    def names(self) -> set[str]:
        """What it is found by, see `_plain`: the heading, and the pieces of code in it, with and without a module in
        front."""
        codes = [code.lower() for code in CODE.findall(self.heading)]
        names = (self.heading.replace("`", "").lower(), *codes, *(code.rpartition(".")[2] for code in codes))
        return set(map(_plain, names))


def _plain(name: str) -> str:
    """A name in small letters, and without `-` and `_`: how these are set differs between CSP text and Python."""
    return re.sub(r"(?<=\w)[-_](?=\w)", "", name.lower())


def chapters() -> dict[str, str]:
    """The chapters by their names."""
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(FOLDER.glob("*.md"))}


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

    A chapter of that name; else all sections of that heading; else those whose heading has these words; else a list of
    the sections in which they stand.
    """
    texts = chapters()
    wanted = topic.strip().lower().removesuffix(".md") or INDEX
    if (chapter := next((name for name in (wanted, f"{wanted}s") if name in texts), None)) is not None:
        return texts[chapter]
    every = [section for chapter, text in texts.items() for section in sections(chapter, text)]
    names = _plain(wanted), _plain(wanted.removeprefix("build."))
    named = next(filter(None, ([section for section in every if name in section.names] for name in names)), [])
    named = named or _headed(wanted, every)
    if named:
        return "\n".join(section.text for section in named)
    return _mentions(topic, every) or _unknown(topic, every)


def _word(topic: str) -> re.Pattern[str]:
    """Finds the topic as words of their own, as an option too."""
    return re.compile(rf"(?<![-\w])(?:--)?{re.escape(topic)}(?![-\w])", re.I)


def _headed(topic: str, every: list[Section]) -> list[Section]:
    """The sections with the words in their headings, those inside such a one left out."""
    word, found = _word(topic), list[Section]()
    for section in every:
        if word.search(section.heading) and not (found and section.text in found[-1].text):
            found.append(section)
    return found


def _mentions(topic: str, every: list[Section]) -> str:
    """A list of the innermost sections in which the words stand, each with the first such line, as Markdown, or ''."""
    word = _word(topic)
    lines = []
    for section in every:
        own = section.text.partition("\n")[2].partition("\n##")[0]
        line = next((line for line in own.splitlines() if word.search(line)), None)
        if line is not None:
            said = " ".join(re.sub("[`|]", " ", line).split()).lstrip("* ")
            lines.append(f"* `csp2sat help {section.chapter}`, {section.heading}: {said[:MOST_SAID]}\n")
    return f"There is no chapter or section `{topic}`. It stands in\n\n{''.join(lines)}" if lines else ""


def _unknown(topic: str, every: list[Section]) -> str:
    names = sorted({name for section in every for name in section.names} | set(chapters()))
    near = get_close_matches(topic.lower(), names, 1)
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
    console = Console()
    console.width = min(console.width, MOST_COLUMNS)
    with console.pager(styles=True):
        console.print(Markdown(LINK.sub(_command, text), code_theme=THEME))


def _command(link: re.Match[str]) -> str:
    """A link to a chapter as the command that shows it; the chapter's name alone where that is what is written."""
    text, chapter = link.groups()
    return f"`{chapter}`" if text.lower() == chapter else f"{text} (`csp2sat help {chapter}`)"
