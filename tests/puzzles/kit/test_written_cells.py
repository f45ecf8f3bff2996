"""How cells with signs, digits, walls or words are written and read."""

import pytest

from csp2sat.puzzles.kit.clues import digit_cells, sign_cells, walled_cells, words
from csp2sat.puzzles.kit.kinds import rewritten
from csp2sat.puzzles.spec import Board

SIGNS = sign_cells({"T": "tree"}, "empty")
WORDS = ("- (none) or a letter and a digit", "null (none) or a letter and a digit")


def test_signs():
    assert [SIGNS.value(token) for token in ("-", ".", "T")] == [".", ".", "T"]
    assert [SIGNS.token(value) for value in (".", "T")] == ["-", "T"]
    with pytest.raises(ValueError, match=r"expected - \(empty\) or T \(tree\)"):
        SIGNS.value("t")
    with pytest.raises(ValueError, match=r"expected '.' or 'T'"):
        SIGNS.token("-")


def test_digits():
    digits = digit_cells("01")
    assert digits.digits == {-1: ".", 0: "0", 1: "1"}
    assert digits.value("1") == digits.token("1") == "1"
    with pytest.raises(ValueError, match=r"expected - \(blank\), 0 or 1"):
        digits.value("2")


def test_walls():
    walls = walled_cells("0")
    assert walls.digits == {-2: ".", -1: "#", 0: "0"}
    assert [walls.value(token) for token in "-.#0"] == [".", ".", "#", "0"]
    assert [walls.token(value) for value in ".#0"] == ["-", "#", "0"]


@pytest.mark.parametrize("blank", [None, "."])
def test_words(blank):
    cells = words("[a-c][0-9]", WORDS, {"!": "1"}, blank)
    assert [cells.value(token) for token in ("-", ".", "a2", "b!")] == [blank, blank, "a2", "b1"]
    assert cells.token(blank) == "-" and cells.token("c3") == "c3"
    for token in ("", "a", "a2 ", "A2", "--"):
        with pytest.raises(ValueError, match="expected - "):
            cells.value(token)
    for value in ("." if blank is None else None, "", "-", 3, ["a2"], "b!"):
        with pytest.raises(ValueError, match="expected null"):
            cells.token(value)


def test_solutions_written_for_other_givens():
    board = Board("akari", 1, 4, ["1..#"])
    assert rewritten("*")(board, ["0.*#"]) == ["1.*#"]
