"""Drawings of players on boards, in the files and links of editors: of puzz.link's player, and of Penpa+."""

from __future__ import annotations

from contextlib import suppress

from ...base.source import Source
from ...errors import UsageError
from ...puzzles.facts import Fact
from ...puzzles.formats import penpa, player, reading
from ...puzzles.spec import PUZZLES, Board
from ...reasoning.partial_boards import facts_of


def is_editors(source: Source) -> bool:
    """Whether a text is a file of the player or a link of Penpa+."""
    return player.FORMAT.fits(source.text) or penpa.FORMAT.fits(source.text)


def drawn_facts(source: Source, board: Board) -> list[Fact]:
    """Return the facts that are drawn on the board in a text of an editor; an InputWarning names what does not count.

    Raise InputError if the text cannot be read, UsageError for one of another board.
    """
    return (_of_player if player.FORMAT.fits(source.text) else _of_link)(source, board)


def _of_player(source: Source, board: Board) -> list[Fact]:
    """Return the facts that are drawn in a file of the player; dots and crosses count if its solution has them."""
    other, solution = player.answered(source, partly=True)
    if other != board:
        raise UsageError("this is a state of another board")
    tells_marks = player.tells_marks(board)
    if not tells_marks and player.has_marks(source, board):
        source.warn(f"a player's dots and crosses on a {board.puzzle} are not read as facts", 1, 1)
    return [fact for fact in facts_of(board, solution) if tells_marks or not fact.negative]


def _of_link(source: Source, board: Board) -> list[Fact]:
    """Return the black cells, or the numbers, that are drawn on a link as the answer; nothing else there counts."""
    if reading.read_board(source, board.puzzle) != board:
        raise UsageError("this is a link of another board")
    marks, others = penpa.answered(source)
    rows: list[object] = ["".join(marks.get((r, c), "?")[:1] for c in range(board.cols)) for r in range(board.rows)]
    if PUZZLES[board.puzzle].family == "numbers":
        numbers = {cell: int(sign) for cell, sign in marks.items() if sign.isdecimal()}
        rows = [[numbers.get((r, c)) for c in range(board.cols)] for r in range(board.rows)]
    facts = list[Fact]()
    with suppress(UsageError):
        facts = [fact for fact in facts_of(board, rows) if not fact.negative] if marks else []
    if others or not marks.keys() <= {cell for fact in facts for cell in fact.places}:
        source.warn("in the drawn answer only black cells of a shading, and numbers in cells, count", 1, 1)
    return facts
