"""All solutions in a text: the output of `solve` with `--unique`, `--all` or `--limit` has several drawings.

Between two drawings there is a verdict in words, or an empty line.  The second one behind `not unique` has a mark,
one of MARKS, before the symbol of each cell in which it differs from the first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import groupby, product, takewhile

from ...drawing.canvas import EAST, WEST
from ...drawing.picture import MARKS
from ...spec import PUZZLES, Board
from .layouts import Layout, layouts
from .reading import COLOURS, ReadSolution, best, read

VERDICT = re.compile(r"unique|not unique|not decided whether .* is unique|(?:at least )?\d+ solutions?")
TITLE = re.compile(r"|.*[^\W\d_]{3}.*")  # with a word of at least three letters, or empty
MOST_TITLES = 6
MOST_HIDDEN = 6  # marks of which it is tried whether a line runs below them


def read_all(text: str, board: Board) -> list[ReadSolution]:
    """Return the solutions of a board that a text draws; [] if a drawing cannot be read, or if verdicts part more than
    two drawings.

    Lines of words above the drawings, such as a title, are left out if the text has fewer faults without them.
    """
    lines = [line.rstrip() for line in COLOURS.sub("", text).splitlines()]
    found = [drawn for above in range(_titles(lines, board) + 1) if (drawn := _drawn(lines[above:], board))]
    return min(found, key=lambda each: (sum(len(solution.faults) for solution in each), len(each)), default=[])


def without_titles(text: str, board: Board) -> str:
    """Return the text without the lines of words, such as a title, above its drawing."""
    lines = text.splitlines(keepends=True)
    return "".join(lines[_titles([line.rstrip() for line in lines], board) :])


def _titles(lines: list[str], board: Board) -> int:
    """Return the number of lines of words at the start of a text."""
    return sum(1 for _ in takewhile(lambda line: _is_title(line, board), lines[:MOST_TITLES]))


def _is_title(line: str, board: Board) -> bool:
    """Whether a line above a drawing is no part of it: the name of the puzzle, words that are no row, or nothing."""
    is_row = len(line.strip("| ")) == board.cols and " " not in line.strip("| ")
    return bool(TITLE.fullmatch(line)) and (not is_row or line.casefold() == board.puzzle)


def _drawn(lines: list[str], board: Board) -> list[ReadSolution]:
    """Return the solutions that lines draw, as `read_all` does for a text."""
    parts = [list(part) for is_verdict, part in groupby(lines, lambda line: bool(VERDICT.fullmatch(line.strip())))]
    drawings = [part for part in parts if not VERDICT.fullmatch(part[0].strip()) and any(part)]
    if len(drawings) == 1:
        whole = read("\n".join(drawings[0]), board)
        return [whole] if whole else _complete(read("\n".join(part), board) for part in _paragraphs(drawings[0]))
    if len(drawings) == 2:
        return _complete((read("\n".join(drawings[0]), board), _second(drawings[1], board)))
    return []


def _paragraphs(lines: list[str]) -> list[list[str]]:
    """Return the runs of lines that are not empty; empty lines separate the runs."""
    return [list(part) for empty, part in groupby(lines, lambda line: not line) if not empty]


def _complete(found: Iterable[ReadSolution | None]) -> list[ReadSolution]:
    """Return all solutions; [] if one of them is None, for a drawing that could not be read."""
    every = list(found)
    there = [each for each in every if each is not None]
    return there if len(there) == len(every) else []


def _second(lines: list[str], board: Board) -> ReadSolution | None:
    """Return the solution that a drawing shows; None if the drawing cannot be read.

    A mark may stand before the symbol of each cell in which this second solution differs from the first.
    """
    texts = (text for placed in (lines, _without_margin(lines)) if placed for text in _unmarked(placed, board))
    found = (solution for text in dict.fromkeys(texts) if (solution := read(text, board)))
    return best(board, found)


def _without_margin(lines: list[str]) -> list[str]:
    """Return the lines without their first column; [] if this column has anything but blanks and MARKS."""
    return [line[1:] for line in lines] if all(line[:1] in ("", " ", *MARKS) for line in lines) else []


def _unmarked(lines: list[str], board: Board) -> Iterator[str]:
    """Yield the texts that a drawing may have had before some of its cells were marked: first the lines as
    they are.

    For each layout that fits the lines, the mark before each cell is then replaced by a character that it may hide, a
    blank or a piece of a line: in all combinations, or, for more than MOST_HIDDEN marks, by the likeliest characters
    alone.
    """
    yield "\n".join(lines)
    picture = PUZZLES[board.puzzle].picture(board, None)
    for layout in layouts(lines, picture):
        chars = [list(line) for line in lines]
        hidden = []
        for r, c in board.cells():
            line, at = layout.lattice.rows[2 * r + 1], layout.lattice.cols[2 * c + 1] - layout.lattice.width
            if 0 <= at < len(chars[line]) and chars[line][at] in MARKS:
                hidden.append((line, at, _below(layout, lines[line], at)))
        ways = (
            product(*(below for *_, below in hidden)) if len(hidden) <= MOST_HIDDEN else ([b[0] for *_, b in hidden],)
        )
        for below in ways:
            for (line, at, _), char in zip(hidden, below, strict=True):
                chars[line][at] = char
            yield "\n".join(map("".join, chars))


def _below(layout: Layout, line: str, at: int) -> str:
    """Return the characters that a mark may hide, the likeliest first: a blank, or the line that goes on from a side.

    `at` is the index of the mark in the line.
    """
    left, right = line[at - 1 : at] if at else "", line[at + 1 : at + 2]
    kinds = [layout.pen.pieces[kind] for kind in ("line", "double")]
    likely = [pieces[EAST | WEST] for pieces in kinds if _goes(pieces, EAST, left) or _goes(pieces, WEST, right)]
    blank = "" if likely or {left, right} & {"", " "} else " "
    return "".join(dict.fromkeys((*blank, *likely, " ", *(kinds[0][EAST | WEST] if blank else ""))))


def _goes(pieces: str, way: int, char: str) -> bool:
    """Whether the character `char` is a line that goes in the direction `way`, by the `pieces` of its kind.

    The character `+` is never such a line, since it may be the ground.
    """
    return char not in ("", "+") and any(piece == char for ways, piece in enumerate(pieces) if ways & way)
