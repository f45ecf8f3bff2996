"""Boards without a size in one text, each a block of rows: blank lines, or the names of puzzles, part them."""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterator

from ....base.source import COMMENT, Source
from ....errors import AnswerWarning, InputError, InputWarning
from ...spec import Board
from .placing import first
from .text_lines import UNPARTED, as_comment, is_name, lines_of
from .titles import named_in

FEWEST_ROWS = 2  # of a block without a name: blank lines may part single rows
ReadBlock = Callable[[Source, str | None], Board]


def block_boards(source: Source, puzzle: str | None, read: ReadBlock) -> list[tuple[Source, Board]]:
    """Return the blocks of a text, each with its board; [] if the text has one board.

    puzzle: the name of the puzzle of all blocks; None if names stand above blocks.  read: the function that returns the
    board of a block, given the name as `puzzle` is.  Blocks are boards if each block has two rows or a name, and can be
    read alone; blocks of which only the first one has a name are none if together they are as high as wide, and none of
    them is: blank lines part the boxes of a sudoku, too.  Blocks without names of their own cause a warning.
    """
    texts, named = blocks_of(source)
    if not named and any(len(lines_of(text)) < FEWEST_ROWS for text in texts):
        return []
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", InputWarning)
        try:
            boards = [read(text, puzzle) for text in texts]
        except InputError:
            return []
    width = {each.cols for each in boards}
    if not named and width == {sum(each.rows for each in boards)} and all(each.rows != each.cols for each in boards):
        return []
    for each in found:
        warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    if not named:
        words = f"read as {len(boards)} boards, which blank lines part; for one board leave the blank lines out"
        source.warn_at(words, texts[1].place(first(texts[1].text)), AnswerWarning)
    return list(zip(texts, boards, strict=True))


def blocks_of(source: Source) -> tuple[list[Source], bool]:
    """Return the text of each block, at its place, with the comments and names above its rows, and as its first line
    the name above an earlier block if no other name stands above it; and whether each block has a name of its own.
    The result is ([], True) for fewer than two blocks.
    """
    lines = source.lines()
    begins = [] if re.search(UNPARTED, source.text) else list(_begins(lines))
    if len(begins) < 2:
        return [], True
    found, above, named = list[Source](), "", True
    for begin, end in zip([0, *begins[1:]], [*begins[1:], len(lines)], strict=True):
        text = "\n" * begin + "\n".join(map(as_comment, lines[begin:end]))
        name = _name(source.changed(text))
        named, above = named and name is not None, name or above
        found.append(source.changed(text if name or not above else f"{COMMENT}{above}{text}"))
    return found, named


def _begins(lines: list[str]) -> Iterator[int]:
    """Yield the number, from 0, of the first line of each block: of its rows, or of the comments and names above."""
    begin: int | None = None
    in_rows, parted = False, True
    for number, line in enumerate(lines):
        if not line.strip():
            parted = True
            continue
        heading = line.lstrip()[0] == ";" or is_name(line) or (line.lstrip()[0] == "#" and bool(named_in(line)))
        if in_rows and (parted or (heading and bool(named_in(line)))):
            begin, in_rows = None, False
        begin = number if begin is None else begin
        if not heading and not in_rows:
            in_rows = True
            yield begin
        parted = False


def _name(text: Source) -> str | None:
    """Return the name of the puzzle in the headings of a block; None if there is none."""
    headings = (line for line in text.lines() if line.lstrip()[:1] in (";", "#"))
    return next(filter(None, map(named_in, headings)), None)
