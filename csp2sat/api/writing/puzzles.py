"""Kinds of puzzles: names, rules, forms and a sample of each."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from ...base.source import Source
from ...errors import UsageError
from ...puzzles.formats.reading import read_board
from ...puzzles.formats.spec import FORMATS
from ...puzzles.names import known_puzzle, names_of
from ...puzzles.names import puzzle_named as puzzle_named
from ...puzzles.notation import paragraphs as paragraphs
from ...puzzles.spec import PUZZLES, AnyPuzzle, Board


def puzzle_called(name: str) -> AnyPuzzle:
    """Return the kind of puzzle with any of its names; raise UnknownPart for other names."""
    return PUZZLES[known_puzzle(name)]


def sample(puzzle: AnyPuzzle) -> Board:
    """Return the first sample board of a kind of puzzle."""
    return read_board(Source("sample", puzzle.samples[0][0]), puzzle.name)


def written(board: Board) -> dict[str, str]:
    """Return the text of a board in each format that can represent it, by the name of the format; compressed texts,
    which nobody reads, are left out.
    """
    formats = {}
    for each in (name for name in FORMATS if not FORMATS[name].packed):
        with suppress(UsageError):  # a format need not have all puzzles
            formats[each] = FORMATS[each].write(board)
    return formats


def gallery() -> str:
    """Return an HTML page with all kinds, their rules and samples."""
    from .gallery import page

    return page()


def facts() -> list[dict[str, Any]]:
    """Return the facts about each kind of puzzle that need no board, for JSON."""
    from ...generating.makers import MAKERS  # `help` asks for names alone

    return [
        {
            "name": name,
            "family": PUZZLES[name].family,
            "names": names_of(name),
            "rules": "\n".join(paragraphs(PUZZLES[name].rules)),
            "symbols": "\n".join(paragraphs(PUZZLES[name].symbols)),
            "generator": name in MAKERS,
        }
        for name in PUZZLES
    ]


def facts_of(name: str) -> dict[str, Any]:
    """Return the facts about one kind of puzzle, with a sample.  name: any of its names.  Raise UnknownPart for other
    names.
    """
    puzzle = puzzle_called(name)
    about = next(each for each in facts() if each["name"] == puzzle.name)
    board = sample(puzzle)
    return about | {"sample": board.neutral(), "formats": written(board), "solved": puzzle.samples[0][1]}
