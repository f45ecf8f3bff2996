"""Whether a text has what only the drawing of a solution has: words that are no cells, or lines inside a board."""

from __future__ import annotations

import re
from functools import cache

from ....base.source import Source
from ....errors import InputError
from ...drawing.ascii import draw
from ...spec import PUZZLES, AnyPuzzle
from ..base.text_lines import is_cell, is_shaded_row

WORD = re.compile(r"[^\s|:+=-]+")
BETWEEN = re.compile(r"[^\s+|=-][-=]{2,}|[-=]{2,}[^\s+|=-]")  # a line from a number or sign
CORNER = re.compile(r"[ ]*[+|].*(?:-[+]|[+]-).*[+|]")  # inside a line


def or_solved(source: Source, puzzle: AnyPuzzle, error: InputError) -> InputError:
    """Return the error of a text that is no board, with the question whether the text is the drawing of a solution if
    it has words that only such a drawing has, or lines inside.
    """
    if re.search(r"(?m)^[ \t]*size[ \t]", source.text) or not has_solution(source, puzzle):
        return error
    return InputError(f"{error.message}; is this the drawing of a solution? expected the board alone", error.place)


def has_solution(source: Source, puzzle: AnyPuzzle) -> bool:
    """Whether a text that is no board of the puzzle seems to be the drawing of a solution."""
    rows = [line for line in source.lines() if line.strip() and _is_no_comment(line, puzzle)]
    text, alone = "\n".join(rows), _alone(puzzle.name)
    if len(rows) < 2:
        return False
    if puzzle.family == "loops and lines" and BETWEEN.search(text):
        return True
    if not _has_corner(alone.splitlines()) and _has_corner(rows):
        return True
    return not solved_words(puzzle.name).isdisjoint(WORD.findall(text))


def _is_no_comment(line: str, puzzle: AnyPuzzle) -> bool:
    sign = line.lstrip()[0]
    return sign != ";" and (sign != "#" or is_shaded_row(line.split(), puzzle.cells))


def _has_corner(rows: list[str]) -> bool:
    """Whether walls meet inside the first and last line of a drawing."""
    return any(CORNER.fullmatch(row) for row in rows[1:-1])


@cache
def _alone(name: str) -> str:
    """Return the drawing of a puzzle's first sample without its solution."""
    from ..text import read

    puzzle = PUZZLES[name]
    return draw(puzzle.picture(read(Source("sample", puzzle.samples[0][0]), puzzle), None))


@cache
def solved_words(name: str) -> set[str]:
    """Return the words of a puzzle's drawings with a solution that are no cells of a board, nor words of drawings
    without one.
    """
    puzzle = PUZZLES[name]
    found = set(WORD.findall(puzzle.samples[0][1] or "")).difference(WORD.findall(_alone(name)))
    return {word for word in found if not (word.isdecimal() or is_cell(word, puzzle.cells))}
