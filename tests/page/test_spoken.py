"""What cells say to people who hear the page: each clue of each kind of puzzle is said, at its cell or next to it."""

import re

import pytest

from csp2sat.api.writing import puzzles
from csp2sat.page.editing import parts_of
from csp2sat.page.spoken import spoken_clues
from csp2sat.puzzles.spec import PUZZLES


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", list(PUZZLES))
def test_each_clue_is_said_once(kind):
    board = puzzles.sample(PUZZLES[kind])
    said = spoken_clues(board)
    assert [len(row) for row in said] == [board.cols] * board.rows
    words = " ".join(word for row in said for word in row)
    for part in (part for part in parts_of(board) if part.shape not in ("line", "labels", "points")):
        for clue in {word for row in part.words for word in row if word not in ("-", ".")}:
            given = sum(row.count(clue) for row in part.words)
            assert len(re.findall(rf"(?<!\S){re.escape(clue)}(?![^\s,])", words)) >= given, (part.name, clue)


@pytest.mark.parametrize(
    "kind, cell, words",
    [
        *(("sudoku", (0, 0), "clue 4"), ("heyawake", (0, 2), "room 2, clue 2 of the room")),
        *(("futoshiki", (0, 1), "v below"), ("gokigen", (0, 3), "clue 0 at the upper right corner")),
        *(("nonogram", (0, 0), "row clue 1, column clue 1"), ("easyasabc", (0, 3), "right clue A")),
        *(("galaxies", (0, 1), "point at the lower edge"), ("tatamibari", (1, 0), "clue -"), ("masyu", (0, 0), "")),
    ],
)
def test_where_it_is_said(kind, cell, words):
    assert spoken_clues(puzzles.sample(PUZZLES[kind]))[cell[0]][cell[1]] == words


def test_a_large_board_has_no_words(ask):
    assert "spoken" not in ask("moves", text="https://puzz.link/p?mashu/60/60/" + "0" * 1200)
