"""Boards that differ from a board with the same solution in one clue or in the room of one cell."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.portable_random import RandomSource
from ..puzzles.kit.clues import is_allowed
from ..puzzles.kit.random.rooms import moved
from ..puzzles.spec import PUZZLES, Board
from .spec import Draft


def is_solution(board: Board, draft: Draft) -> bool:
    """Whether a board is one of its puzzle type, and the solution of a draft breaks none of its rules."""
    puzzle = PUZZLES[board.puzzle]
    return is_allowed(board) and not puzzle.broken_rules(board, puzzle.rewritten(board, draft.solution))


def variations(random: RandomSource, draft: Draft) -> Iterator[Draft]:
    """Yield in random order each board with one clue of a draft moved to another place, or changed in its place, or
    with one cell in another room if clues are rooms, that keeps the solution; whether it has others is not asked.
    """
    puzzle = PUZZLES[draft.board.puzzle]
    rooms = puzzle.clues.are_rooms
    for board in _rooms(random, draft.board) if rooms else _moves(random, draft.board):
        if board != draft.board and is_solution(board, draft):
            yield Draft(board, puzzle.rewritten(board, draft.solution))


def _rooms(random: RandomSource, board: Board) -> Iterator[Board]:
    """Yield the board with each cell in turn in another room, or the same board where there is none."""
    for cell in random.shuffled(board.cells()):
        regions = moved(random, board.givens["regions"], cell, lambda cells: True)
        yield Board(board.puzzle, board.rows, board.cols, {**board.givens, "regions": regions})


def _moves(random: RandomSource, board: Board) -> Iterator[Board]:
    """Yield the board with each clue in turn exchanged with each free cell, and with each other value in its place."""
    clues = PUZZLES[board.puzzle].clues
    in_cells = len(board.values()) == board.rows
    given = [cell for cell in clues.optional(board) if board.has(cell)] if in_cells else []
    free = sorted(set(board.cells()) - clues.given_cells(board))
    values = {cell: clues.value(board, cell) for cell in board.cells()} if given else {}
    moves = [{old: values[new], new: values[old]} for old in given for new in free]
    moves += [{cell: value} for cell in clues.changeable(board) for value in clues.possible(board, cell)]
    for each in random.shuffled(moves):
        yield board.with_values(each) if len(each) > 1 else clues.added(board, list(each.items()))
