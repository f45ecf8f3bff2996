"""Boards that differ from a board with the same solution in one or two clues or in the rooms of cells."""

from __future__ import annotations

from collections.abc import Iterator

from ..base.portable_random import RandomSource
from ..puzzles.kit.checks import cells_by_value
from ..puzzles.kit.clues import is_allowed
from ..puzzles.kit.random.rooms import moved
from ..puzzles.spec import PUZZLES, Board, Cell
from .spec import Draft

PAIRS = 100  # boards with two differences that are tried
CELLS = 3  # in other rooms, at most


def is_solution(board: Board, draft: Draft) -> bool:
    """Whether a board is one of its puzzle type, and the solution of a draft breaks none of its rules."""
    puzzle = PUZZLES[board.puzzle]
    return is_allowed(board) and not puzzle.broken_rules(board, puzzle.rewritten(board, draft.solution))


def variations(random: RandomSource, draft: Draft) -> Iterator[Draft]:
    """Yield in random order the boards with the solution of a draft and one difference: a clue at another place or with
    another value, or, if clues are rooms, a cell in another room; then up to PAIRS boards with two differences. A board
    may have other solutions as well.
    """
    near = []
    for each in _with_one(random, draft):
        near.append(each)
        yield each
    seen = [draft.board, *(each.board for each in near)]
    for _ in range(PAIRS if near else 0):
        other = next(_with_one(random, random.pick(near)), draft)
        if other.board not in seen:
            seen.append(other.board)
            yield other


def _with_one(random: RandomSource, draft: Draft) -> Iterator[Draft]:
    """Yield in random order each board with the solution of a draft and one difference."""
    puzzle = PUZZLES[draft.board.puzzle]
    rooms = puzzle.clues.are_rooms
    for board in _rooms(random, draft.board) if rooms else _moves(random, draft.board):
        if board != draft.board and is_solution(board, draft):
            yield Draft(board, puzzle.rewritten(board, draft.solution))


def with_other_rooms(random: RandomSource, draft: Draft) -> Draft:
    """Return a draft in which up to CELLS random cells are in other rooms, and the clues of these rooms are left out,
    so that the solution stays; the draft itself if the random draws lead to none.
    """
    found = draft
    for cell in random.shuffled(draft.board.cells())[: random.below(CELLS + 1)]:
        board = _moved(random, found.board, cell)
        if is_solution(board, draft):
            found = Draft(board, PUZZLES[board.puzzle].rewritten(board, draft.solution))
    return found


def _rooms(random: RandomSource, board: Board) -> Iterator[Board]:
    """Yield the board with each cell in turn in a room beside its own; the same board if there is no such room."""
    for cell in random.shuffled(board.cells()):
        yield _moved(random, board, cell)


def _moved(random: RandomSource, board: Board, cell: Cell) -> Board:
    """Return a board with a cell in a room beside its own, or the same board if there is none; these two rooms lose
    their clues, if rooms have clues.
    """
    before = board.givens["regions"]
    regions = moved(random, before, cell, lambda cells: True)
    givens = {**board.givens, "regions": regions}
    if "clues" in givens:
        rooms = cells_by_value(before).items()
        kept = {tuple(cells): givens["clues"][room] for room, cells in rooms}
        givens["clues"] = [kept.get(tuple(cells)) for cells in cells_by_value(regions).values()]
    return Board(board.puzzle, board.rows, board.cols, givens)


def _moves(random: RandomSource, board: Board) -> Iterator[Board]:
    """Yield in random order the board with a clue exchanged with a free cell, for each clue and cell, and with another
    value of a clue, for each clue and value.
    """
    clues = PUZZLES[board.puzzle].clues
    in_cells = len(board.values()) == board.rows
    given = [cell for cell in clues.optional(board) if board.has(cell)] if in_cells else []
    free = sorted(set(board.cells()) - clues.given_cells(board))
    values = {cell: clues.value(board, cell) for cell in board.cells()} if given else {}
    moves = [{old: values[new], new: values[old]} for old in given for new in free]
    moves += [{cell: value} for cell in clues.changeable(board) for value in clues.possible(board, cell)]
    for each in random.shuffled(moves):
        yield board.with_values(each) if len(each) > 1 else clues.added(board, list(each.items()))
