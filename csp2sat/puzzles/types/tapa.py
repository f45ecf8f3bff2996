"""Tapa: shade connected cells; numbers are the lengths of the runs of shaded cells around their cell."""

from __future__ import annotations

import re
from itertools import groupby, product

from ...base.portable_random import RandomSource
from ...model.expr import Expr
from ...model.model import Model, Origin
from ..drawing.picture import Mark, text
from ..kit.checks import block_faults, parting_faults, place, shaded_cells
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import picture_of, shading
from ..kit.truth import allowed
from ..kit.variables import Shading
from ..making import Making
from ..notation import Notation, sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that the runs of shaded cells around each clue are as long as its numbers.
All shaded cells are connected through their sides.
No block of 2 x 2 cells is all shaded. A cell with a clue is unshaded.
Go once around the cell of a clue, through the up to eight cells that touch it. Shaded cells that follow each other
  are a run.
The edge of the board ends a run.
The numbers of the clue are the lengths of all runs around its cell, in any order.
The clue `0` has no shaded cell around it.
In a clue, `?` is a run of any length. The clue `?` alone also allows no shaded cell around it."""

RING = ((-1, -1), (-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1))


def model(board: Board) -> Model:
    """Return the model of a board: for each clue the prime clauses over the cells around it, no 2 x 2 block of shaded
    cells, and connected shaded cells.

    Unit propagation on the trees of connected cells does not see at once that a shaded cell without shaded neighbours
    is the only one, so this is required besides.
    """
    m, shaded = begin(board)
    for cell, clue in board.filled(None).items():
        m.add(~shaded[cell], Origin("cell", *cell, "not shaded"))
        m.add(around(board, shaded, cell, clue), Origin("cell", *cell, f"clue {spoken(clue)}"))
    shaded.no_block()
    shaded.is_connected()
    shaded.alone_is_single()
    return m


def around(board: Board, shaded: Shading, cell: Cell, clue: list[int]) -> Expr:
    """Return the formula that the runs of shaded cells around a cell are the runs of its clue, ignoring other clues."""
    ring = [(cell[0] + down, cell[1] + right) for down, right in RING]

    def fits(bits: tuple[bool, ...]) -> bool:
        left = iter(bits)
        return matches(runs("".join(".#"[board.has(near) and next(left)] for near in ring)), clue)

    return allowed([shaded[near] for near in ring if board.has(near)], fits)


def runs(ring: str) -> list[int]:
    """Return the lengths of the runs of `#` in a ring, which is given as a string of `#` and `.` from any cell on."""
    if "." not in ring:
        return [len(ring)]
    start = ring.index(".")
    return [len(run) for run in (ring[start:] + ring[:start]).split(".") if run]


def matches(lengths: list[int], clue: list[int]) -> bool:
    """Whether runs of these lengths fit a clue, in which -1 is any length: [0] for no run, [-1] for at most one run."""
    if clue in ([0], [-1]):
        return not lengths or (clue == [-1] and len(lengths) == 1)
    known = [number for number in clue if number > 0]
    return len(lengths) == len(clue) and all(lengths.count(number) >= known.count(number) for number in known)


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by walking around each clue; [] if the solution
    is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = []
    for cell, clue in board.filled(None).items():
        if cell in shaded:
            faults.append(f"the cell with numbers at {place(cell)} is shaded")
        elif not _is_met(clue, _met(cell, shaded)):
            met = ", ".join(map(str, _met(cell, shaded))) or "none"
            faults.append(f"clue {spoken(clue)} at {place(cell)}: the runs around it are {met}")
    return faults + block_faults(shaded, board, "shaded cells") + parting_faults(shaded, "the shaded cells")


def _met(cell: Cell, shaded: set[Cell]) -> list[int]:
    """Return the lengths of the runs of shaded cells on a walk around the cell, which starts at a cell that is not
    shaded.
    """
    way = [(cell[0] + down, cell[1] + right) in shaded for down, right in RING] * 2
    if all(way):
        return [8]
    start = way.index(False)
    return [len(list(run)) for dark, run in groupby(way[start : start + 8]) if dark]


def _is_met(clue: list[int], met: list[int]) -> bool:
    """Whether runs of the lengths `met` fit a clue, in which -1 is any length; checked apart from `matches`, which the
    model uses.

    The clue 0 fits no run at all, and the clue -1 fits one run or none.
    """
    if clue == [0] or (clue == [-1] and not met):
        return not met
    open_ = clue.count(-1)
    for number in clue:
        if number > 0 and number in met:
            met = met[: met.index(number)] + met[met.index(number) + 1 :]
        elif number > 0:
            return False
    return len(met) == open_


def spoken(clue: list[int]) -> str:
    """Return the clue in a sentence: its numbers with a blank between two, with ? for -1."""
    return " ".join(shown(clue))


def shown(clue: list[int]) -> str:
    """Return the clue as people write it: its numbers without spaces, with ? for -1."""
    return "".join("?" if number == -1 else str(number) for number in clue)


def clue_mark(cell: Cell, clue: list[int]) -> Mark:
    """Return the drawing of a clue in a cell."""
    return text(cell, shown(clue))._replace(shape="apart")


def value(token: str) -> list[int] | None:
    """Return the neutral value of a token: None for `-` and `.`, otherwise the numbers between commas, with -1 for ?.

    Raise ValueError if the token is neither of these.
    """
    if token in ("-", "."):
        return None
    if re.fullmatch("[1-8?]{2,4}", token):
        raise ValueError(f"expected commas between the numbers of a clue: {','.join(token)}")
    found = [{"?": -1}.get(word, int(word) if word in tuple("012345678") else 9) for word in token.split(",")]
    return _checked(found, "expected - (blank), or 1 to 4 numbers from 1 to 8 or ?, such as 3,1,?; or 0")


def _checked(clue: object, expected: str) -> list[int]:
    if not (isinstance(clue, list) and 1 <= len(clue) <= 4 and all(type(number) is int for number in clue)):
        raise ValueError(expected)
    if not (clue == [0] or all(number == -1 or 1 <= number <= 8 for number in clue)):
        raise ValueError(expected)
    return list(clue)


def player_value(token: str) -> list[int] | None:
    """Return the neutral value of a token in a file of puzz.link's player, in which `-` stands for ?: None for `+`, `#`
    and `.`; raise ValueError if the token is no clue.
    """
    return None if token in ("+", "#", ".") else value(token.replace("-", "?"))


def player_token(clue: list[int] | None) -> str:
    """Return the token of a neutral value in a file of puzz.link's player."""
    return "." if clue is None else token(clue).replace("?", "-")


def token(value: object) -> str:
    """Return the token of a neutral value, such as `3,1,?`, or `-` for None; raise ValueError if it is no clue."""
    if value is None:
        return "-"
    clue = _checked(value, "expected null (blank), or a list of 1 to 4 numbers from 1 to 8 or -1 (?); or [0]")
    return ",".join("?" if number == -1 else str(number) for number in clue)


CLUES = sorted({tuple(sorted(runs("".join(ring)), reverse=True)) or (0,) for ring in product(".#", repeat=8)})


def with_all_clues(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with a clue in each cell that is not shaded: the sorted lengths of the runs around the cell, [0]
    if there are none.
    """
    shaded = {(r, c) for r, c in board.cells() if solution[r][c] == "#"}
    return board.with_values({cell: sorted(_met(cell, shaded)) or [0] for cell in board.cells() if cell not in shaded})


SAMPLE = """\
; Tapa Puzzle                  ::  ###  22 ### ### ###
size 5 5                       ::  ###   . ###   . ###
    -   2,2     -     -     -  ::  ### ### 111 113 ###
    -     -     -     -     -  ::  ###   . ###   . ###
    -     - 1,1,1 1,1,3     -  ::  ### ### ### ### ###
    -     -     -     -     -
    -     -     -     -     -
"""

PUZZLE = shading_kind(
    model,
    name="tapa",
    titles=("Tapa",),
    rules=RULES,
    symbols="`-` blank; numbers of a clue with commas between them: `3,1`; `?` number not given",
    cells=Notation(value, token),
    rule_faults=rule_faults,
    picture=picture_of(shading(clue_mark, None)),
    samples=(sample(SAMPLE), ("; Tapa Puzzle\nsize 3 1\n- 2 -\n", None)),
    clues=CellClues(None, lambda board: list(map(list, CLUES)), exclusive=False),
    player=PlayerFile(("nums",), "shading", cells=Notation(player_value, player_token)),
    url=UrlType(("tapa",), coded("tapa_clues")),
)
MAKING = Making(least=3, givens_of=with_all_clues, blank=None, share=0.8)
