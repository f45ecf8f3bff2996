"""A copy of a board with another clue, given as its partly filled board: one sentence for all kinds."""

import warnings

import pytest

import csp2sat
from csp2sat.api.reasoning.partial import partial_of
from csp2sat.api.writing.drawing import as_text
from csp2sat.base.source import Source
from csp2sat.errors import InputError, UsageError
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.formats.solutions.forms import given_in
from csp2sat.puzzles.spec import PUZZLES, clues_of

NOT_SAID = {  # kinds, with the form of the copy, whose answer names the cell or the expected form in other words
    *{("dbchoco", "text"), ("dbchoco", "drawing")},
    *{(kind, form) for kind in ("ripple", "skyscrapers", "suguru") for form in ("text", "drawing")},
}


def _copies(kind):
    """The board of a sample, a cell whose number is one more or less in both copies, and the copies by their form."""
    board = read_board(Source("s", PUZZLES[kind].samples[0][0]), kind)
    numbers = {cell: token for cell, token in given_in(board).items() if token.isdecimal()}
    for cell in (cell for cell in clues_of(board).optional(board) if cell in numbers):
        value = board.filled()[cell]
        others = sorted({board.filled()[each] for each in numbers} - {value})
        more = [type(value)(int(value) + by) for by in (1, -1)] if str(value).isdecimal() else others
        for changed in more:
            try:
                other = board.with_values({**board.filled(), cell: changed})
                return board, cell, {"text": csp2sat.convert(other, "text"), "drawing": as_text(other, None)}
            except (csp2sat.Csp2SatError, KeyError):
                continue
    return None


def _answer(text, board, cell):
    """What the copy is taken for: a changed clue, a fact about its cell, or something else."""
    try:
        facts = partial_of(Source("p", text), board).facts
    except (InputError, UsageError) as error:
        return "clue" if str(error.args[0]).startswith("the clue at ") or "the clue at " in str(error) else str(error)
    return "fact" if any(cell in fact.places for fact in facts) else "nothing"


@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_a_changed_clue_is_named(kind):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if (found := _copies(kind)) is None:
            return
        board, cell, copies = found
        answers = {form: _answer(text, board, cell) for form, text in copies.items()}
    wrong = {
        form: said for form, said in answers.items() if said not in ("clue", "fact") and (kind, form) not in NOT_SAID
    }
    assert not wrong
