"""A single HTML page with a sample of every kind of puzzle, by families: self-contained, no network, no scripts."""

from __future__ import annotations

from collections.abc import Iterator

from ...base.source import Source
from ...escaping import for_html
from ...puzzles.formats.reading import read_board
from ...puzzles.formats.solutions.reading import read
from ...puzzles.spec import FAMILIES, PUZZLES
from .html import HEAD, TAIL, rules


def page() -> str:
    """Return the page, UTF-8 HTML: for each kind its name, its rules, its first sample, and the sample's solution."""
    parts = [HEAD.format(title="Puzzles"), *_contents()]
    for family in FAMILIES:
        parts.append(f'<h2 id="{_anchor(family)}">{for_html(family.capitalize())}</h2>\n')
        parts += [_entry(name) for name in _names(family)]
    return "".join([*parts, TAIL])


def _names(family: str) -> list[str]:
    return [name for name in PUZZLES if PUZZLES[name].family == family]


def _anchor(words: str) -> str:
    return words.replace(" ", "-")


def _contents() -> Iterator[str]:
    """Yield HTML paragraphs of the families with links to their kinds."""
    for family in FAMILIES:
        links = ", ".join(f'<a href="#{name}">{name}</a>' for name in _names(family))
        yield f'<p><a href="#{_anchor(family)}">{for_html(family.capitalize())}</a>: {links}</p>\n'


def _entry(name: str) -> str:
    puzzle = PUZZLES[name]
    text, solved = puzzle.samples[0]
    board = read_board(Source("sample", text), name)
    answer = read(solved, board) if solved else None
    solutions = [None] + ([answer.solution] if answer else [])
    figures = "".join(f"<figure>\n{board.svg(solution)}</figure>\n" for solution in solutions)
    heading = f'<h3 id="{name}">{for_html(puzzle.titles[0])}</h3>\n{rules(puzzle)}'
    return f'<section>\n{heading}<div class="boards">\n{figures}</div>\n</section>\n'
