"""Tents: a tent beside every tree, and numbers of tents in rows and columns."""

from __future__ import annotations

from typing import Any

from ...model.expr import Expr, all_of, any_of
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Mark, Picture, Role, centre, frame, outside
from ..kit.checks import check_strings, groups, neighbours, place
from ..kit.kinds import shading_kind
from ..kit.rooms import NUMBERS_OR_NONE
from ..kit.sides import SideClues, beside, from_side, side_origin
from ..kit.variables import WAYS, Shading, exactly_one, step
from ..notation import Game, GivenSection, SectionsForm, UrlType, coded, sample, table
from ..player import Blocks, PlayerFile, PuzzlekitText, player_count
from ..spec import Board, Cell

RULES = """\
Put tents into empty cells. Every tree has a tent of its own above, below, left or right of it; there are no other
tents. Tents do not touch, not even at a corner.
A number beside the board says how many tents its row or column has."""

FREE, TREE, TENT = ".", "T", "*"
CELLS = table({"-": (FREE, "empty"), "T": (TREE, "tree")}, {}, also={".": "-"})
LOOKS: dict[str, tuple[str, Role]] = {TREE: ("♣", "given"), TENT: ("△", "solved"), FREE: (".", "ground")}
NEAR = ((0, 1), (1, -1), (1, 0), (1, 1))
SIDES = {"left": "rows", "top": "cols"}  # where the numbers of these lists stand


def model(board: Board) -> Model:
    """A Boolean for each empty cell, sums, and for each tree hidden ones for the way to its tent.

    The pairs are no part of the solution: if a tent could be that of either of two trees, that is one solution.
    """
    m = Model(about={"board": board.neutral()})
    tent = Shading(m, board, [cell for cell in board.cells() if cell not in trees(board)])
    for side, at, number in beside(board, SIDES):
        tent.count(from_side(board, side, at), number, side_origin(board, side, at, f"number {number}"))
    of: dict[Cell, list[Expr]] = {cell: [] for cell in tent.cells()}
    for r, c in trees(board):
        near = [there for way in WAYS if (there := step((r, c), way)) in of]
        links = [m.bool(f"_tent{at}_{r}_{c}") for at in range(len(near))]
        for link, there in zip(links, near, strict=True):
            of[there].append(link)
        m.add(exactly_one(links), Origin("cell", r, c, "a tent of its own"))
    for cell, links in of.items():
        at_most_one = (~one | ~other for at, one in enumerate(links) for other in links[:at])
        used = all_of((*(~link | tent[cell] for link in links), any_of((~tent[cell], *links)), *at_most_one))
        m.add(used, Origin("rule", rule=f"a tent at {place(cell)} is that of one tree"))
        touching = [(cell[0] + i, cell[1] + j) for i, j in NEAR if (cell[0] + i, cell[1] + j) in of]
        apart = all_of(~tent[cell] | ~tent[other] for other in touching)
        m.add(apart, Origin("rule", rule=f"tents do not touch, at {place(cell)}"))
    return m


def trees(board: Board) -> dict[Cell, str]:
    """The cells with trees."""
    return board.filled(FREE)


def solution(board: Board, answer: Answer) -> list[str]:
    """The trees, and the tents."""
    marks = {(r, c): TENT if answer.bools.get(f"s_{r}_{c}") else board.givens["grid"][r][c] for r, c in board.cells()}
    return ["".join(marks[r, c] for c in range(board.cols)) for r in range(board.rows)]


def values(board: Board, solution: list[str]) -> Answer:
    """The values of the visible variables."""
    free = (cell for cell in board.cells() if cell not in trees(board))
    return Answer({}, {f"s_{r}_{c}": solution[r][c] == TENT for r, c in free})


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """What is wrong with the tents: as they do not touch, a tree is beside two of them at most, so they can be paired
    just if each group of trees and tents side by side has as many of both."""
    check_strings(solution, "the solution", board.rows, board.cols, FREE + TREE + TENT)
    faults = []
    for r, c in board.cells():
        given, found = board.givens["grid"][r][c], solution[r][c]
        if found != given and (given, found) != (FREE, TENT):
            faults.append(f"{found} at {place((r, c))}, where {given} is given")
    tents = {(r, c) for r, c in board.cells() if solution[r][c] == TENT}
    numbers = board.givens["rows"] + board.givens["cols"]
    for (name, cells), number in zip(board.lines(), numbers, strict=True):
        if number is not None and len(tents.intersection(cells)) != number:
            faults.append(f"{name} has {len(tents.intersection(cells))} tents; expected {number}")
    for r, c in sorted(tents):
        touching = [(r + i, c + j) for i, j in NEAR if (r + i, c + j) in tents]
        faults += [f"tents touch, at {place((r, c))} and at {place(other)}" for other in touching]
    return faults + _pairing_faults(set(trees(board)), tents)


def _pairing_faults(trees: set[Cell], tents: set[Cell]) -> list[str]:
    def others(cell: Cell) -> list[Cell]:
        return [there for there in neighbours(cell) if there in (tents if cell in trees else trees)]

    near, faults = {cell: others(cell) for cell in trees | tents}, []
    for group in groups(near):
        count = len(tents.intersection(group))
        if 2 * count != len(group):
            said = f"{len(group) - count} trees and {count} tents"
            faults.append(f"{said} side by side, at {place(group[0])}; expected as many of both")
    return faults


def picture(board: Board, solution: list[str] | None = None) -> Picture:
    """The trees, the numbers, and the tents."""
    marks = []
    for cell in board.cells():
        char = (solution or board.givens["grid"])[cell[0]][cell[1]]
        marks.append(Mark(centre(cell), char, *LOOKS[char]))
    marks += [outside(board, *each) for each in beside(board, SIDES)]
    return Picture(board.rows, board.cols, "plain", marks, frame(board.rows, board.cols))


def player_givens(found: Blocks) -> dict[str, Any]:
    """The givens of a file of puzz.link's player."""
    grid = ["".join(TREE if token == "1" else FREE for token in row) for row in found["drawn"]]
    rows, cols = ([player_count(line[0]) for line in found[side]] for side in ("left", "top"))
    return {"grid": grid, "rows": rows, "cols": cols}


SAMPLE = """\
; Tents Puzzle  ::            1
size 4 4        ::    +---------+
rows            ::  1 | . * . . |
1 - - 1         ::    | . T T * |
columns         ::    | . . . . |
- - - 1         ::  1 | T * . . |
grid            ::    +---------+
- - - -
- T T -
- - - -
T - - -
"""

LISTS = (("cols", "cols"), ("rows", "rows"))
PUZZLE = shading_kind(
    model,
    name="tents",
    titles=("Tents", "tents and trees"),
    family="objects",
    rules=RULES,
    symbols="rows, columns: a number for each, - for none; grid: - empty, T tree",
    cells=CELLS,
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture,
    samples=(sample(SAMPLE), ("; Tents Puzzle\nsize 1 1\nrows\n-\ncolumns\n-\ngrid\nT\n", None)),
    form=SectionsForm(
        (
            GivenSection("rows", "rows", "one", "rows", cells=NUMBERS_OR_NONE),
            GivenSection("cols", "columns", "one", "cols", cells=NUMBERS_OR_NONE),
            GivenSection("grid", "grid", "rows", "cols", strings=True),
        ),
        grid="grid",
    ),
    clues=SideClues(SIDES, None, lambda board: range(1 + max(board.rows, board.cols) // 2)),
    player=PlayerFile(("table 1",), "signs", signs={"A": TENT}, givens=player_givens),
    url=UrlType(
        ("tents",), coded("sections", parts=(("outside", {"sides": LISTS}), ("marks", {"key": "grid", "mark": TREE})))
    ),
    sgt=Game("tents", coded("sgt_sides", kind="tents"), harmless=r"(d\w)?"),
    puzzlekit=PuzzlekitText("tent", ("cols", "rows", "cells"), {"x": TREE}, FREE),
)
