"""Drawings in walls whose blank cells have no sign, or whose cells have the letters of their areas."""

from random import Random

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import InputError
from csp2sat.puzzles.drawing import ascii, boxes
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.givens import in_order
from csp2sat.puzzles.spec import PUZZLES, Board

pytestmark = pytest.mark.filterwarnings("ignore::csp2sat.InputWarning")  # of boards at random

ROOMS = ("lits", "norinori", "starbattle")
WALLED = (*ROOMS, "heyawake")


def some_board(kind, seed):
    rng = Random(seed)
    rows = rng.randint(2, 6)
    cols = rows if kind == "starbattle" else rng.choice((rows, rng.randint(2, 6)))
    labels = [[r * cols + c for c in range(cols)] for r in range(rows)]
    for r, c in ((r, c) for r in range(rows) for c in range(cols)):
        beside = [labels[i][j] for i, j in ((r - 1, c), (r, c - 1)) if min(i, j) >= 0]
        labels[r][c] = rng.choice([*beside, *beside, labels[r][c]])
    labels, _ = in_order(labels)
    more = {"stars": 1} if kind == "starbattle" else {}
    clues = {"clues": [rng.choice((None, 2)) for _ in range(1 + max(map(max, labels)))]} if kind == "heyawake" else {}
    return Board(kind, rows, cols, {**more, "regions": labels, **clues})


def drawn(text, kind):
    return read_board(Source("b.txt", text), kind)


def evenly(board, word):
    """A drawing whose cells are equally wide; word: the text of a cell."""
    labels = board.givens["regions"]
    lines = []
    for r in range(2 * board.rows + 1):
        line = ""
        for c in range(2 * board.cols + 1):
            near = {
                labels[i // 2][j // 2] if 0 < i < 2 * board.rows and 0 < j < 2 * board.cols else None
                for i in ({r} if r % 2 else {r - 1, r + 1})
                for j in ({c} if c % 2 else {c - 1, c + 1})
            }
            wall = len(near) > 1
            if r % 2 and c % 2:
                line += f" {word(r // 2, c // 2)} "
            else:
                line += ("---" if c % 2 else "|" if r % 2 else "+") if wall else "   " if c % 2 else " "
        lines.append(line)
    head = [f"stars {board.givens['stars']}"] if board.puzzle == "starbattle" else []
    return "\n".join([*head, *lines]) + "\n"


@pytest.mark.parametrize("kind", WALLED)
def test_a_square_board_without_signs_is_read_and_any_other_is_refused(kind):
    for seed in range(40):
        board = some_board(kind, seed)
        clues, seen = board.givens.get("clues"), set()

        def word(r, c, board=board, clues=clues, seen=seen):
            label = board.givens["regions"][r][c]
            new = label not in seen and not seen.add(label)
            return " " if clues is None or clues[label] is None or not new else str(clues[label])

        text = evenly(board, word)
        inside = any("-" in line for line in text.splitlines()[2:-1])
        if board.rows == board.cols and inside:
            assert drawn(text, kind) == board, text
        else:
            with pytest.raises(InputError, match=r"b\.txt:"):
                drawn(text, kind)


@pytest.mark.parametrize("kind", WALLED)
def test_an_own_drawing_without_its_signs_is_no_other_board(kind):
    read = 0
    for seed in range(40):
        board = some_board(kind, seed)
        for pen in ascii, boxes:
            text = pen.draw(PUZZLES[kind].picture(board, None)).replace(".", " ")
            try:
                found = drawn(text, kind)
                assert found.givens["regions"] == board.givens["regions"], text
                read += 1
            except InputError as error:
                assert str(error).startswith("b.txt:")
    assert read >= 30


@pytest.mark.parametrize("kind", ROOMS)
def test_letters_in_walls(kind):
    for seed in range(40):
        board = some_board(kind, seed)
        labels = board.givens["regions"]
        assert drawn(evenly(board, lambda r, c, labels=labels: chr(65 + labels[r][c])), kind) == board


AREAS = "+---+---+\n| A | B |\n|   |   |\n| A   B |\n+---+---+\n"
FOUR = "+---+---+\n| {} | {} |\n|   +---+\n| {} | {} |\n+---+---+\n"
NO_CELLS = "1:1: found no row with cells"
WRONG = {
    "a wall that ends": (AREAS, "2:3: the wall beside or below this cell ends inside an area"),
    "two letters": (FOUR.format(*"CDAB"), "4:3: A in the area of C; is a wall missing?"),
    "a letter of two areas": (FOUR.format(*"CDCD"), "4:7: D in two areas, or a wall between cells of one area?"),
    "letters of some areas": (FOUR.format(*"C   "), "2:3: 'C' cannot stand here; expected . (blank)"),
    "numbers of some cells": (FOUR.format(*"12 3"), "2:3: '1' cannot stand here"),
    "cells of any width": ("+---------+\n|         |\n+---------+\n", NO_CELLS),
    "no wall inside": (f"+-------+\n{3 * '|       |{}'}+-------+\n".replace("{}", "\n"), NO_CELLS),
    "a board that is not square": ("+---+---+\n|   |   |\n+---+---+\n", NO_CELLS),
    "rows of any height": (f"+---+---+\n{5 * '|   |   |{}'}+---+---+\n".replace("{}", "\n"), NO_CELLS),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG)
def test_places(text, message):
    with pytest.raises(InputError) as info:
        drawn(text, "lits")
    assert str(info.value).startswith(f"b.txt:{message}")


def test_letters_of_all_areas_and_numbers_of_all_cells():
    for cells in ("A", " ", "A", "B"), ("A", "A", " ", "B"), ("1", "1", "1", "2"):
        text = "+---+---+\n| {} | {} |\n|   +---+\n| {} | {} |\n+---+---+\n".format(cells[0], cells[3], cells[1], "{}")
        assert drawn(text.replace("{}", "C" if cells[0] != "1" else "3"), "lits").givens == {
            "regions": [[0, 1], [0, 2]],
        }  # fmt: skip


def test_a_square_board_with_large_areas():
    rule, row = "+-------+-------+\n", "|       |       |\n"
    board = drawn(f"stars 1\n{rule}{3 * row}{rule}{3 * row}{rule}", "starbattle")
    assert board.givens["regions"] == [[0, 0, 1, 1], [0, 0, 1, 1], [2, 2, 3, 3], [2, 2, 3, 3]]
