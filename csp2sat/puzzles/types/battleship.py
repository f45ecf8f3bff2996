"""Battleship: a fleet of straight ships that do not touch, and the number of ship cells in rows and columns."""

from __future__ import annotations

from collections import Counter

from ...base.portable_random import RandomSource
from ...model.expr import FALSE, Expr, all_of, any_of, negation
from ...model.model import Model, Origin
from ..drawing.picture import Mark, Note, centre, shaded_marks
from ..formats.codes.fleets import sizes_of
from ..formats.codes.fleets import write as written_fleet
from ..givens import GivenSection, SectionsForm
from ..kit.checks import areas, diagonal_faults, place, shaded_cells
from ..kit.clues import CellClues, sign_cells
from ..kit.kinds import begin, shading_kind
from ..kit.line_counts import (
    CODE,
    LINE_SYMBOLS,
    SECTIONS,
    count_lines,
    line_clues,
    line_count_faults,
    line_numbers,
    no_line_counts,
    player_lines,
    player_table,
    with_line_counts,
)
from ..kit.pictures import border, key, picture_of
from ..kit.variables import EAST, NORTH, SOUTH, WAYS, WEST, Direction, Shading, exactly, step
from ..making import Making, cells_first
from ..notation import GivenParts, PlayerBlocks, number, numbers, sample
from ..sites import PlayerFile, PuzzlekitHeader, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell, CellError

RULES = """\
Shade cells so that the shaded cells are the ships of the fleet.
A ship is one cell, or a straight line of cells across or down.
The fleet shows how many cells each ship has.
Ships do not touch each other, not even at a corner.
A number beside the board is the number of shaded cells in its row or column.
A cell with water (`~`) is unshaded. A circle (`o`) is a ship of one cell.
A half circle is an end of a longer ship: the ship goes on at the straight side.
A square (`m`) is a cell between the ends of a ship."""

SYMBOLS = f"""\
`fleet`: how many cells each ship has, the largest ship first: `3 1 1` is one ship of three cells and two of one
{LINE_SYMBOLS}
`grid`: `-` nothing given, `~` water, `o` ship of one cell, `n` upper end, `s` lower end, `w` left end, `e` right
  end, `m` between ends; drawings with characters have an arrowhead at an end"""

BLANK, WATER, ONE, INNER = ".", "~", "o", "m"
ENDS: dict[str, Direction] = {"n": NORTH, "s": SOUTH, "w": WEST, "e": EAST}  # where no cell of the ship follows
NAMES = {WATER: "water", ONE: "a ship of one cell", "n": "upper end", "s": "lower end", "w": "left end"}
NAMES |= {"e": "right end", INNER: "inner part"}
PARTS = "~nswemo"  # by their numbers in puzz.link
STYLES = {WATER: "~~", ONE: "o○", "n": "^∧", "s": "v∨", "w": "<<", "e": ">>", INNER: "m■"}
CELLS = sign_cells(NAMES, "not given")

SHARE = 0.28  # of the cells that the ships of a new board may take: the usual fleet of twenty on 10 x 10


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is part of a ship), the given parts, the fleet,
    and the numbers of rows and columns.

    Ships are straight because no two cells touch at a corner. The fleet has a formula for each place of a ship of each
    size (the ship's cells, and no cell before and behind them), and the number of true ones is the number of ships of
    this size. On r x c cells with k sizes there are about 2krc formulas.
    """
    m, ship = begin(board)
    for (r, c), sign in board.filled(BLANK).items():
        m.add(_is_part(ship, (r, c), sign), Origin("cell", r, c, NAMES[sign]))
    corners = ((cell, (cell[0] + 1, cell[1] + side)) for cell in board.cells() for side in (-1, 1))
    apart = all_of(~ship[one] | ~ship[other] for one, other in corners if board.has(other))
    m.add(apart, Origin("rule", rule="ships are straight and do not touch"))
    add_fleet(m, board, ship)
    count_lines(board, ship)
    return m


def add_fleet(m: Model, board: Board, ship: Shading) -> None:
    """Add to model m the constraints that the fleet has exactly the listed number of ships of each size, and no longer
    ship.

    The caller requires that ships are straight and do not touch. The model becomes unsatisfiable if the largest ship is
    longer than the board's longer side.
    """
    fleet, longest = board.givens["fleet"], max(board.rows, board.cols)
    if fleet[0] > longest:
        m.add(FALSE, Origin("rule", rule=f"a ship of size {fleet[0]} on a board of at most {longest} cells in line"))
        return
    for size in range(1, fleet[0] + 1):
        count = fleet.count(size)
        m.add(exactly(count, _places(board, ship, size)), Origin("rule", rule=f"{count} ships of size {size}"))
    for way in (EAST, SOUTH):
        longer = all_of(negation(_line(ship, cell, way, fleet[0] + 1)) for cell in board.cells())
        m.add(longer, Origin("rule", rule=f"no ship is longer than {fleet[0]}"))


def _is_part(ship: Shading, cell: Cell, sign: str) -> Expr:
    """Return the formula that a cell is the given part: `sign` is water, a whole ship of one cell, an end with its side
    (n, s, w, e), or an inner part.
    """
    if sign == WATER:
        return ~ship[cell]
    near = {way: ship.at(step(cell, way)) for way in WAYS}
    if sign == INNER:
        return all_of((ship[cell], any_of((near[NORTH] & near[SOUTH], near[WEST] & near[EAST]))))
    if sign == ONE:
        return all_of((ship[cell], *(negation(each) for each in near.values())))
    down, right = ENDS[sign]
    return all_of((ship[cell], negation(near[down, right]), near[-down, -right]))


def _line(ship: Shading, cell: Cell, way: Direction, size: int) -> Expr:
    """Return the formula that `size` consecutive cells, from this cell on, are part of ships; false if one of the cells
    is not on the board.
    """
    return all_of(ship.at((cell[0] + k * way[0], cell[1] + k * way[1])) for k in range(size))


def _places(board: Board, ship: Shading, size: int) -> list[Expr]:
    """Return one formula for each place of a ship with `size` cells: all its cells are part of ships, and the cells
    before and behind it are not; for `size` 1, none of the four cells beside it is.
    """
    found = []
    for r, c in board.cells():
        for way in (EAST, SOUTH) if size > 1 else (EAST,):
            last = (r + (size - 1) * way[0], c + (size - 1) * way[1])
            ends = [ship.at((r - way[0], c - way[1])), ship.at(step(last, way))]
            ends += [ship.at((r - 1, c)), ship.at((r + 1, c))] if size == 1 else []
            if board.has(last):
                found.append(all_of((_line(ship, (r, c), way, size), *map(negation, ends))))
    return found


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by measuring each connected area of shaded cells
    and comparing the sizes with the fleet; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = [*line_count_faults(board, shaded, "cells of ships"), *diagonal_faults(shaded, "ships")]
    found = areas(shaded)
    for ship in found:
        if len({r for r, _ in ship}) > 1 and len({c for _, c in ship}) > 1:
            faults.append(f"the ship at {place(ship[0])} is not straight")
    of_size, wanted = Counter(map(len, found)), Counter(board.givens["fleet"])
    for size in sorted(of_size | wanted):
        if of_size[size] != wanted[size]:
            first = next((f", the first one at {place(ship[0])}" for ship in found if len(ship) == size), "")
            faults.append(f"{of_size[size]} ships of size {size}{first}; expected {wanted[size]}")
    for cell, sign in board.filled(BLANK).items():
        drawn = _sign_of(next((ship for ship in found if cell in ship), []), cell)
        if drawn != sign:
            faults.append(f"{NAMES[drawn]} at {place(cell)}, where {NAMES[sign]} is given")
    return faults


def _sign_of(ship: list[Cell], cell: Cell) -> str:
    """Return the sign of a cell in a ship, given by the ship's cells in reading order: an end (n, s, w, e), an inner
    part, or a ship of one cell; water if the ship has no cells.
    """
    if len(ship) < 2:
        return ONE if ship else WATER
    upright = ship[0][1] == ship[-1][1]
    return {ship[0]: "n" if upright else "w", ship[-1]: "s" if upright else "e"}.get(cell, INNER)


def check(board: Board) -> None:
    """Raise CellError if the fleet is empty, or if a ship stands behind a smaller one."""
    fleet = board.givens["fleet"]
    for at, size in enumerate(fleet):
        if at and size > fleet[at - 1]:
            raise CellError(("fleet", at), f"{size} behind a smaller ship; expected the largest ones first")
    if not fleet:
        raise CellError(("fleet",), "there is no ship; expected the sizes of the ships")


def part_mark(cell: Cell, sign: str) -> Mark:
    """Return the drawing of a given part in a cell."""
    return Mark(centre(cell), STYLES[sign][0], STYLES[sign][1], "given", "text" if sign == WATER else "ship part")


def ships(board: Board, solution: list[str] | None) -> list[Mark]:
    """Return the drawing of the given parts, and of the ships of the solution."""
    parts = {cell: part_mark(cell, sign) for cell, sign in board.filled(BLANK).items()}
    marks = shaded_marks(board.cells(), solution, parts)
    return [mark._replace(shape="ship") if mark.shape == "fill" else mark for mark in marks]


def fleet_notes(board: Board, solution: object) -> list[Note]:
    """Return the drawing of the fleet, each ship in a row."""
    ships = ([Mark(centre((0, c)), "#", "█", "given", "ship") for c in range(size)] for size in board.givens["fleet"])
    return [Note("Fleet:"), *(Note(marks=tuple(ship), cells=len(ship)) for ship in ships)]


def player_givens(found: PlayerBlocks) -> GivenParts:
    """Return the neutral givens (grid, fleet, and the numbers of rows and columns) of a file of puzz.link's player.

    Raise ValueError if the fleet does not consist of straight ships.
    """
    fleet = sizes_of(found["fleet"])
    if fleet is None:
        raise ValueError("the fleet is not one of straight ships")
    lines = player_lines(lambda token: PARTS[int(token)] if token.isdigit() else BLANK)(found)
    return {"grid": lines["grid"], "fleet": fleet, **lines}


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player."""
    tokens = {BLANK: ".", **{part: str(number) for number, part in enumerate(PARTS)}}
    return {"fleet": written_fleet(board).strip("/").split("/"), **player_table(tokens)(board)}


def player_solution(board: Board, found: PlayerBlocks) -> list[str]:
    """Return the neutral solution of a file of puzz.link's player: a cell is shaded if the drawing shades the cell, or
    if a part of a ship is given in the cell.
    """
    given = board.givens["grid"]
    rows = enumerate(found["drawn"])
    return [
        "".join(".#"[token == "#" or given[r][c] not in BLANK + WATER] for c, token in enumerate(row))
        for r, row in rows
    ]


def puzzlekit_fleet(words: list[str], rows: int, cols: int) -> GivenParts:
    """Return the fleet, as neutral givens, of puzzlekit's words: the numbers of ships of size 1, 2 and so on.

    Raise ValueError if a word is no number, or if the ships are none or more than the rows x cols cells of the board.
    """
    counts = [number(word) for word in words]
    if None in counts or not 0 < sum(count or 0 for count in counts) <= rows * cols:
        raise ValueError("expected two numbers, then how many ships there are of size 1, 2 and so on")
    return {"fleet": [size for size in range(len(counts), 0, -1) for _ in range(counts[size - 1] or 0)]}


def puzzlekit_counts(board: Board) -> list[str]:
    """Return puzzlekit's words for the fleet of a board: the numbers of ships of size 1, 2 and so on up to the largest.

    Raise ValueError if the largest ship, or the number of ships, is greater than the number of cells.
    """
    fleet = board.givens["fleet"]
    if fleet[0] > board.rows * board.cols:
        raise ValueError(f"a ship of {fleet[0]} cells is longer than the board")
    if len(fleet) > board.rows * board.cols:
        raise ValueError(f"{len(fleet)} ships are more than the board has cells")
    return [str(fleet.count(size)) for size in range(1, fleet[0] + 1)]


def usual_fleet(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of `rows` x `cols` cells: the usual fleet, and neither numbers nor signs.

    The fleet has one ship of the largest size, two ships of the next smaller one, and so on. The largest size is the
    greatest for which the fleet takes at most SHARE of the cells and the ship fits into the longest line. random: not
    used; makers of givens are called with it.
    """
    largest, longest = 1, max(rows, cols)
    while sum(k * (largest + 2 - k) for k in range(1, largest + 2)) <= SHARE * rows * cols and largest < longest:
        largest += 1
    fleet = [size for size in range(largest, 0, -1) for _ in range(largest + 1 - size)]
    return {"fleet": fleet, **no_line_counts(random, rows, cols)}


def with_all_clues(random: RandomSource, board: Board, solution: list[str]) -> Board:
    """Return the board with the numbers of all rows and columns, and with the sign of every cell in the solution as
    given.
    """
    ship = {cell: ship for ship in areas(shaded_cells(solution, board.rows, board.cols)) for cell in ship}
    signs = {cell: _sign_of(ship.get(cell, []), cell) for cell in board.cells()}
    return with_line_counts(board, solution).with_values(signs)


SAMPLE = """\
; Battleship Puzzle  ::       1     1
size 4 4             ::    +-------------+
fleet                ::    |  . #< ## ## |
3 1 1                ::    |  ~  .  ~  . |
rows                 ::    | ##  .  .  . |
- - - 1              ::  1 |  .  .  . #o |
columns              ::    +-------------+
1 - 1 -
grid
- w - -
~ - ~ -
- - - -
- - - o
"""

SIZE = numbers({}, ("the size of a ship, a number from 1 on",) * 2, least=1)
PUZZLE = shading_kind(
    model,
    name="battleship",
    titles=("Battleship", "battleships", "bimaru"),
    family="objects",
    rules=RULES,
    cells=CELLS,
    symbols=SYMBOLS,
    rule_faults=rule_faults,
    picture=picture_of(ships, line_numbers, border, fleet_notes, key({WATER: "water"}, part_mark)),
    directions="wens",
    samples=(sample(SAMPLE), ("; Battleship Puzzle\nsize 2 1\nfleet\n1 1\nrows\n-\ncolumns\n- -\ngrid\n- -\n", None)),
    check=check,
    form=SectionsForm((GivenSection("fleet", "fleet", "one", cells=SIZE), *SECTIONS), grid="grid"),
    clues=line_clues(lambda board: range(1 + max(board.rows, board.cols)), CellClues(BLANK, lambda board: NAMES)),
    player=PlayerFile(("fleet", "table 1", "drawn"), player_solution, givens=player_givens, written=player_written),
    url=UrlType(
        ("battleship",),
        coded("sections", parts=(CODE, ("coded", {"key": "grid", "values": PARTS}), ("fleet", {}))),
        slashes=True,
    ),
    puzzlekit=PuzzlekitText(
        "battleship",
        ("cols", "rows", "cells"),
        {"x": WATER, **{sign: sign for sign in PARTS[1:]}},
        BLANK,
        header=PuzzlekitHeader(puzzlekit_fleet, puzzlekit_counts),
    ),
)
MAKING = Making(least=3, givens_of=with_all_clues, empty=usual_fleet, rank=cells_first)
