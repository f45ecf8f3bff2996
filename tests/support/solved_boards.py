"""Boards of all kinds with a solution, which are solved by no solver that is tried: made from their solutions."""

from __future__ import annotations

import random
from collections.abc import Iterator

from csp2sat.base.portable_random import RandomSource
from csp2sat.generating.from_models import random_solution
from csp2sat.generating.makers import MAKERS
from csp2sat.puzzles.spec import PUZZLES, Board, Solution

from .kinds import GIVENS, random_board

SIZES = ((1, 1), (1, 2), (2, 1), (1, 5), (5, 1), (2, 2), (3, 3), (3, 4), (4, 3), (2, 5), (6, 6), (1, 12), (12, 2))
SHARES = (0.2, 0.5, 0.8, 1)


def solved_boards(kind: str, seed: int) -> Iterator[tuple[Board, Solution]]:
    """Without end: new boards, the same with fewer clues, and random ones of all sizes that have a solution."""
    rng, source = random.Random(seed), RandomSource(seed)
    while True:
        if kind in MAKERS:
            yield from _made(kind, rng, source)
        if kind in GIVENS:
            yield from _random(kind, rng, source)


def _made(kind: str, rng: random.Random, source: RandomSource) -> Iterator[tuple[Board, Solution]]:
    maker, puzzle = MAKERS[kind], PUZZLES[kind]
    rows, cols = (rng.randint(maker.least, max(7, maker.least)) for _ in range(2))
    try:
        maker.refuse(rows, cols)
    except ValueError:
        return
    draft = maker.attempt(source, rows, cols)
    if draft is None:
        return
    yield draft.board, draft.solution
    optional = puzzle.clues.optional(draft.board)
    for share in SHARES if optional else ():
        board = puzzle.clues.without(draft.board, [cell for cell in optional if rng.random() < share])
        solution = puzzle.rewritten(board, draft.solution)
        if not puzzle.broken_rules(board, solution):
            yield board, solution


def _random(kind: str, rng: random.Random, source: RandomSource) -> Iterator[tuple[Board, Solution]]:
    rows, cols = rng.choice(SIZES)
    try:
        board = random_board(kind, rows, cols, rng)
        PUZZLES[kind].check(board)
    except (IndexError, KeyError, ValueError):
        return  # no board of this kind has that size
    solution = random_solution(source, board)
    if solution is not None:
        yield board, solution
