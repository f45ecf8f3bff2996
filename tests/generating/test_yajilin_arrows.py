"""Arrows of new boards of yajilin."""

import pytest

import csp2sat
from csp2sat.puzzles.kit.arrows import FREE, LETTERS
from csp2sat.puzzles.kit.variables import ahead


@pytest.mark.parametrize("seed", [2, 4])
def test_an_arrow_points_at_a_free_cell_where_one_is_in_its_row_or_column(seed):
    """An arrow that points at other arrows only says nothing."""
    board = csp2sat.generate("yajilin", 7, seed=seed)
    for r, c in board.cells():
        given = board.givens[r][c]
        if given == FREE:
            continue
        sees = {
            letter: FREE in [board.givens[y][x] for y, x in ahead(board, (r, c), way)]
            for letter, way in LETTERS.items()
        }
        assert sees[given[-1]] or not any(sees.values())
