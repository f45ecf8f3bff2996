"""A correction of a board is judged by the board without these clues, a reason by the board with no others."""

from itertools import combinations

import pytest

import csp2sat
from csp2sat.puzzles.spec import PUZZLES, Board, clues_of

SAMPLES = [(kind, text) for kind in sorted(PUZZLES) for text, drawn in PUZZLES[kind].samples if drawn is None]
SHIKAKU = ["3 2\n1 - -\n- - 6", "3 2\n- 6 -\n- 1 -", "3 3\n- 2 -\n- - 5\n1 - -", "4 2\n2 - - 4\n- 4 - -"]
BOARDS = [text for _, text in SAMPLES] + [f"; Shikaku\nsize {rows}\n" for rows in SHIKAKU]


def is_solvable(board: Board) -> bool:
    return csp2sat.solve(board).status == "SATISFIABLE"


@pytest.mark.sample(8)
@pytest.mark.parametrize("text", BOARDS)
def test_corrections_are_enough_and_smallest(text):
    board = csp2sat.loads(text).board
    clues = clues_of(board)
    found = csp2sat.corrections(board, limit=1)
    if not found.sets:
        assert not is_solvable(clues.without(board, clues.optional(board)))
        return
    cells = list(found.sets[0].clues)
    assert is_solvable(clues.without(board, cells))
    assert not any(is_solvable(clues.without(board, left)) for left in combinations(cells, len(cells) - 1) if left)


@pytest.mark.sample(4)
@pytest.mark.parametrize("text", BOARDS)
def test_the_clues_of_a_reason_are_enough(text):
    board = csp2sat.loads(text).board
    clues = clues_of(board)
    reason = csp2sat.explain(board).reasons[0]
    assert not is_solvable(clues.without(board, [each for each in clues.optional(board) if each not in reason.clues]))
