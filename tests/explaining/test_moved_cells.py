"""Boards of rooms alone: a mend moves a cell to a room beside it."""

from __future__ import annotations

from itertools import pairwise, permutations, product

import pytest
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.puzzles.formats.reading import read_board
from csp2sat.puzzles.kit.checks import areas, neighbours
from csp2sat.puzzles.spec import PUZZLES, Board

WRONG = """\
; Star Battle
size 5 5
stars 1
0 0 0 0 0
0 0 0 0 0
1 1 2 2 2
1 1 3 3 4
1 1 3 3 4
"""
SEVERAL = "; Star Battle\nsize 4 4\nstars 1\n0 0 0 0\n1 1 1 1\n2 2 2 2\n3 3 3 3\n"
NAMED = "the room at row {}, column 1"
NORINORI = "; Norinori\nsize 3 3\n0 0 0\n0 1 0\n0 0 0\n"


def read(text: str) -> Board:
    return read_board(Source("b.txt", text))


def moves(regions: list[list[int]]):
    """Each cell with the room beside it to which it can be moved, and the rooms after that, if all are connected."""
    cells = {(r, c): room for r, row in enumerate(regions) for c, room in enumerate(row)}
    for cell, room in cells.items():
        for other in {cells[near] for near in neighbours(cell) if near in cells} - {room}:
            moved = cells | {cell: other}
            if all(len(areas([each for each in cells if moved[each] == name])) == 1 for name in {*moved.values()}):
                yield cell, other, moved


def stars(rooms: dict[tuple[int, int], int]) -> int:
    """The number of ways to put one star into each row, column and room."""
    size = max(rooms)[0] + 1
    ways = [way for way in permutations(range(size)) if all(abs(a - b) > 1 for a, b in pairwise(way))]
    return sum({rooms[cell] for cell in enumerate(way)} == {*rooms.values()} for way in ways)


def has_solution(board: Board) -> bool:
    """Whether the rules, which know no encoding, accept a shading of the board."""
    shadings = ([*map("".join, zip(*[iter(cells)] * 3, strict=True))] for cells in product(".#", repeat=9))
    return any(not PUZZLES[board.puzzle].broken_rules(board, shading) for shading in shadings)


def test_a_cell_in_another_room_mends_a_star_battle():
    board = read(WRONG)
    assert stars({cell: board.givens["regions"][cell[0]][cell[1]] for cell in board.cells()}) == 0
    mends = csp2sat.explain(board).mends
    found = {(each.cells[0], each.clues[0][1], each.unique) for each in mends.found}
    ways = {(cell, room): stars(moved) for cell, room, moved in moves(board.givens["regions"])}
    expected = {(*change, number == 1) for change, number in ways.items() if number}
    assert mends.complete and found == expected and expected


def test_a_cell_in_another_room_leaves_one_solution(here):
    board = read(SEVERAL)
    (here / "s.txt").write_text(SEVERAL)
    lines = run("explain", "s.txt").out.splitlines()
    at = lines.index("with 1 cell in another room there is exactly one solution:")
    unique = [change for change in moves(board.givens["regions"]) if stars(change[2]) == 1]
    assert [*lines[at + 1 : -1]] == [
        f"  row {r + 1}, column {c + 1}: {NAMED.format(room + 1)} instead of {NAMED.format(r + 1)}"
        for (r, c), room, _ in sorted(unique, key=lambda each: each[:2])
    ]
    assert unique and lines[-1] == "there are no others: all 12 changes of 1 cell were tried (another room for a cell)"


def test_what_is_said(here):
    (here / "w.txt").write_text(WRONG)
    assert run("explain", "w.txt").out.splitlines()[-2:] == [
        "with 1 cell in another room there is a solution:",
        "  row 2, column 4: the room at row 3, column 3 instead of the room at row 1, column 1 (several solutions)",
    ]


def test_a_room_of_norinori_gets_a_cell():
    board = read(NORINORI)
    rooms = board.givens["regions"]
    assert not has_solution(board)
    found = {(each.cells[0], each.clues[0][1]) for each in csp2sat.explain(board).mends.found}
    expected = set()
    for cell, room, moved in moves(rooms):
        labels = list(dict.fromkeys(moved[each] for each in product(range(3), range(3))))
        grid = [[labels.index(moved[r, c]) for c in range(3)] for r in range(3)]
        if has_solution(Board("norinori", 3, 3, {"regions": grid})):
            expected.add((cell, room))
    assert found == expected and expected


@pytest.mark.parametrize(
    "text", ["; numberlink\nsize 3 3\n1 - 2\n- - -\n2 - 1\n", "; galaxies\nsize 2 2\nstars\n1 1\n1 3\n"]
)
def test_kinds_without_mends_say_so(text, here):
    (here / "a.txt").write_text(text)
    last = run("explain", "a.txt").out.splitlines()[-1]
    assert last == "no mend was tried, for no clue of this board can be changed or taken away here"
