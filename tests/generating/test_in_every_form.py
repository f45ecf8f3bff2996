"""Twenty new boards of each kind: one solution by another solver and encoding, drawn, read back from every form."""

import pytest
from support.pipelines import pipeline

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.generating.boards import confirm, generate
from csp2sat.generating.makers import MAKERS
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS

OTHER = EncoderOptions(encoding="log", amo="pairwise", card="sequential", narrowing=False)
SIZES = {"dominosa": (5, 6), "killer": (6, 6), "binairo": (6, 6), "sudoku": (6, 6)}  # else 6 x 6
SEEDS = range(11, 31)


def written(board):
    """The texts of the board by the names of the formats that can write it."""
    found = {}
    for name in FORMATS:
        try:
            found[name] = FORMATS[name].write(board)
        except UsageError:
            continue
    return found


@pytest.mark.long
@pytest.mark.parametrize("puzzle", list(MAKERS))
def test_new_boards_in_every_form(puzzle, tmp_path):
    rows, cols = SIZES.get(puzzle, (6, 6))
    for seed in SEEDS:
        draft = generate(puzzle, rows, cols, seed)
        confirm(draft, pipeline(tmp_path, "embedded:minisat", options=OTHER))
        texts = written(draft.board)
        assert {"text", "json"} <= texts.keys()
        assert [name for name, text in texts.items() if read_board(Source("x", text), puzzle) != draft.board] == []
        assert draft.board.svg().startswith("<svg") and draft.board.svg(draft.solution) != draft.board.svg()
