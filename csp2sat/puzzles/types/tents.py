"""Tents: a tent beside every tree, and numbers of tents in rows and columns."""

from __future__ import annotations

from functools import partial

from ...model.expr import Expr, all_of, any_of
from ...model.model import Model, Origin
from ..deductions.trees_and_tents import (
    FREE,
    ONE_TENT,
    TENT_OF_TREE,
    TREE_OF_TENT,
    broken,
    cells_beside,
    deduction,
    tent_of_tree,
    trees,
    why,
)
from ..drawing.picture import Mark, MarkShape, Role, centre
from ..fact_forms import FactForms
from ..givens import SectionsForm
from ..kit.checks import check_strings, given_faults, groups, neighbours, place, touching_faults
from ..kit.clues import sign_cells
from ..kit.kinds import placing_kind
from ..kit.line_counts import (
    CODE,
    LINE_SYMBOLS,
    SECTIONS,
    count_lines,
    line_clues,
    line_count_faults,
    line_numbers,
    player_file,
)
from ..kit.pictures import border, each_cell, key, picture_of
from ..kit.variables import Shading, exactly_one, touched_later
from ..notation import sample
from ..sites import Game, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Put tents into empty cells so that every tree has its own tent beside it.
A tent is above, below, left or right of its tree. Every tent belongs to exactly one tree, and every tree has exactly
  one tent.
Other trees may be beside the tent, too.
Tents do not touch each other, not even at a corner.
A number beside the board is the number of tents in its row or column."""

SYMBOLS = f"""\
{LINE_SYMBOLS}
`grid`: `-` empty cell, `T` tree"""

TREE, TENT = "T", "*"
CELLS = sign_cells({"T": "tree"}, "empty")
STYLES: dict[str, tuple[str, Role, MarkShape]] = {
    TREE: ("♣", "given", "tree"),
    TENT: ("△", "solved", "tent"),
    FREE: (".", "ground", "text"),
}


def model(board: Board, is_finer: bool = False) -> Model:
    """Return the model of a board: a Boolean for each empty cell, sums for rows and columns, and for each tree hidden
    Booleans for the way to its tent.

    The pairs of trees and tents are no part of the solution: the same tents, paired in another way, are one solution.

    is_finer: for steps: whether what a tree and those cells say together that have no other tree beside them is a
    constraint, too.
    """
    m = Model(about={"board": board.neutral()})
    tent = Shading(m, board, [cell for cell in board.cells() if cell not in trees(board)])
    count_lines(board, tent)
    of: dict[Cell, list[Expr]] = {cell: [] for cell in tent.cells()}
    alone, own = dict[Cell, Expr](), dict[Cell, list[Expr]]()  # of trees, and what cells say with one tree beside them
    for r, c in trees(board):
        near = cells_beside(board, (r, c))
        links = [m.bool(f"_tent{at}_{r}_{c}") for at in range(len(near))]
        for link, there in zip(links, near, strict=True):
            of[there].append(link)
        beside = all_of(~link | tent[there] for link, there in zip(links, near, strict=True))
        alone[r, c] = exactly_one(links) & beside
        m.add(alone[r, c], Origin("cell", r, c, TENT_OF_TREE))
    for cell, links in of.items():
        at_most_one = (~one | ~other for at, one in enumerate(links) for other in links[:at])
        used = all_of((any_of((~tent[cell], *links)), *at_most_one))
        m.add(used, Origin("rule", rule=f"{TREE_OF_TENT}, at {place(cell)}"))
        apart = all_of(~tent[cell] | ~tent[other] for other in touched_later(board, cell) if other in of)
        m.add(apart, Origin("rule", rule=f"no tent touches the tent, at {place(cell)}"))
        if len(near := [tree for tree in neighbours(cell) if tree in alone]) == 1:
            own.setdefault(near[0], []).append(used)
    for tree, uses in own.items() if is_finer else ():
        if len(uses) > 1:
            m.add(all_of((alone[tree], *uses)), Origin("rule", rule=f"{ONE_TENT} at {place(tree)}"))
    return m


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the trees and the tents of each group
    side by side; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `.`, `T` and `*` as large as the board. Tents do not
    touch, so a tree is beside at most two tents. So trees and tents can be paired just if each group of trees and tents
    side by side has equally many of both.
    """
    check_strings(solution, "the solution", board.rows, board.cols, FREE + TREE + TENT)
    faults = given_faults(board, solution, FREE, TENT)
    tents = {(r, c) for r, c in board.cells() if solution[r][c] == TENT}
    faults += line_count_faults(board, tents, "tents") + touching_faults(tents, "tents", corners=True)
    return faults + _pairing_faults(set(trees(board)), tents)


def _pairing_faults(trees: set[Cell], tents: set[Cell]) -> list[str]:
    """Return one message for each connected group of trees and tents, joined at sides of a tree and a tent, that has
    not equally many of both.
    """

    def others(cell: Cell) -> list[Cell]:
        return [there for there in neighbours(cell) if there in (tents if cell in trees else trees)]

    near, faults = {cell: others(cell) for cell in trees | tents}, []
    for group in groups(near):
        count = len(tents.intersection(group))
        if 2 * count != len(group):
            counts = f"{len(group) - count} trees and {count} tents"
            faults.append(f"{counts} side by side, at {place(group[0])}; expected a tent for each tree")
    return faults


def tent_mark(cell: Cell, sign: str) -> Mark:
    """Return the mark of a tree, a tent, or an empty cell."""
    return Mark(centre(cell), sign, *STYLES[sign])


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

PUZZLE = placing_kind(
    model,
    signs=FREE + TENT,
    name="tents",
    facts=FactForms(
        "*",
        "a tent",
        counts=True,
        broken=broken,
        deduction=deduction,
        why=why,
        finer=partial(model, is_finer=True),
        hidden=tent_of_tree,
    ),
    titles=("Tents", "tents and trees"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture_of(each_cell(tent_mark), line_numbers, border, key({TREE: "tree"}, tent_mark)),
    samples=(sample(SAMPLE), ("; Tents Puzzle\nsize 1 1\nrows\n-\ncolumns\n-\ngrid\nT\n", None)),
    form=SectionsForm(SECTIONS, grid="grid"),
    clues=line_clues(lambda board: range(1 + max(board.rows, board.cols) // 2)),
    player=player_file(lambda token: TREE if token == "1" else FREE, {FREE: ".", TREE: "1"}, "signs", {"A": TENT}),
    url=UrlType(("tents",), coded("sections", parts=(CODE, ("marks", {"key": "grid", "mark": TREE})))),
    sgt=Game("tents", coded("sgt_sides", kind="tents"), harmless=r"(d\w)?"),
    puzzlekit=PuzzlekitText("tent", ("cols", "rows", "cells"), {"x": TREE}, FREE),
)
