"""The contract of the formats: a format says itself which puzzles it has, and whether it writes them."""

from __future__ import annotations

import pytest

from csp2sat.api.writing.puzzles import sample
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.spec import FORMATS
from csp2sat.puzzles.spec import PUZZLES

SQUARE = ("page", "line")  # formats whose boards have as many rows as columns, or one size


@pytest.mark.parametrize("form", list(FORMATS))
def test_a_board_is_written_if_and_only_if_the_format_has_its_puzzle(form):
    """The sample, written and read back; UsageError where the format has no such boards, or writes none."""
    found = FORMATS[form]
    for puzzle in PUZZLES:
        kind = PUZZLES[puzzle]
        board = sample(kind)
        try:
            text = found.write(board)
        except UsageError as error:
            refused = not found.takes(kind) or found.only_read
            assert refused or "cannot" in str(error) or form in SQUARE, puzzle
        else:
            assert found.takes(kind) and not found.only_read, puzzle
            assert read_board(Source("x", text), puzzle) == board


@pytest.mark.parametrize("form", list(FORMATS))
def test_a_text_of_a_puzzle_that_the_format_has_not_is_refused(form):
    """The text of a puzzle that the format has, read as one that it has not."""
    found = FORMATS[form]
    has = [name for name in PUZZLES if found.takes(PUZZLES[name])]
    if found.only_read or form in SQUARE:
        return
    text = found.write(sample(PUZZLES[has[0]]))
    for kind in (PUZZLES[name] for name in PUZZLES):
        if not found.takes(kind):
            with pytest.raises(InputError):
                found.read(Source("x", text), kind)
