"""Spiral Galaxies: the board in areas, each point-symmetric about its one star.

A cell and the one opposite to it at a star share a Boolean, that both are of this star's galaxy.  So symmetry costs
nothing, and halves the variables; what is left to say is that each cell is of one galaxy, and that these are connected.
"""

from __future__ import annotations

from ...graphs.graph import Grid
from ...model.expr import FALSE, Expr, node
from ...model.model import Answer, Model, Origin
from ..constraints.labelled_regions import Labels
from ..drawing.picture import Mark, fill, text
from ..givens import GivenSection, SectionsForm
from ..kit.checks import areas, cells_by_value, check_numbers, place
from ..kit.clues import sign_cells
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, picture_of
from ..kit.variables import exactly_one
from ..notation import CellValues, GivenParts, PlayerBlocks, numbers, sample
from ..sites import Game, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell, CellError, Clues

RULES = """\
Divide the board into galaxies: connected areas, each with one star in it, about which it is point-symmetric.
A star is said by its row and column in half cells: the middle of the first cell is 1 1, its lower right corner 2 2.
Cells that are `#` under `holes`, if that is there, are of no galaxy."""

MOST_REASONS = 20_000  # cells that may be of galaxies: of larger boards reasons are made by the exact model
HOLE = -1  # the label of a hole in solutions
Star = tuple[int, int]  # row and column in half cells


def stars(board: Board) -> list[Star]:
    """The stars, as they are numbered."""
    return [(y, x) for y, x in board.givens["stars"]]


def holes(board: Board) -> set[Cell]:
    """The cells that are of no galaxy."""
    rows = board.givens.get("holes", ())
    return {(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"}


def opposite(star: Star, cell: Cell) -> Cell:
    """The cell at the same distance on the other side of a star."""
    return star[0] - 1 - cell[0], star[1] - 1 - cell[1]


def cells_of(star: Star) -> list[Cell]:
    """The one, two or four cells in which a star lies, in reading order."""
    rows, cols = (range((at - 1) // 2, at // 2 + 1) for at in star)
    return [(r, c) for r in rows for c in cols]


def possible(board: Board) -> list[list[Cell]]:
    """For each star the cells that may be of its galaxy: those that are reached from it with their opposite ones."""
    taken = {cell: star for star in stars(board) for cell in cells_of(star)}
    allowed, found = set(board.cells()) - holes(board), []
    for star in stars(board):
        free = {cell for cell in allowed if taken.get(cell, star) == star}
        free = {cell for cell in free if opposite(star, cell) in free}
        queue = [cell for cell in cells_of(star) if cell in free]
        for r, c in queue:
            free.discard((r, c))
            queue += (near := free.intersection(((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c))))
            free -= near
        found.append(sorted(set(queue)))
    return found


def model(board: Board) -> Model:
    """v_r_c_k: the cell (r, c), and the opposite one, which is behind it, are of the galaxy of star k.

    On n cells with at most s stars in reach: ns/2 variables, and the clauses of `labelled-regions`.
    """
    return galaxies(board, possible(board))


def galaxies(board: Board, reach: list[list[Cell]], apart: bool = False) -> Model:
    """That model.  reach: for each star the cells that may be of its galaxy.  apart: is each star's galaxy connected by
    a constraint of its own?"""
    m = Model(about={"board": board.neutral()})
    lits: dict[Cell, dict[int, Expr]] = {cell: {} for cell in board.cells()}
    for k, (star, cells) in enumerate(zip(stars(board), reach, strict=True)):
        for cell in cells:
            there = opposite(star, cell)
            lits[cell][k] = lits[there][k] if there < cell else m.bool(name(cell, k))
        origin = Origin("cell", *cells_of(star)[0], "star")
        for cell in cells_of(star):
            m.add(lits[cell].get(k, FALSE), origin)
        if apart:
            m.add(connected(board, {cell: {k: of[k]} if k in of else {} for cell, of in lits.items()}), origin)
    for cell, of in lits.items():
        if cell not in holes(board):
            m.add(exactly_one(list(of.values())), Origin("rule", rule=f"{place(cell)} is of one galaxy"))
    if not apart:
        m.add(connected(board, lits), Origin("rule", rule="galaxies are connected"))
    return m


def connected(board: Board, lits: dict[Cell, dict[int, Expr]]) -> Expr:
    """The cells of each galaxy are connected.  lits: for each cell the galaxies that it may be of."""
    labels: Labels = tuple(tuple(of) for of in lits.values())
    return node(
        "labelled-regions", Grid(board.rows, board.cols), labels, *(e for of in lits.values() for e in of.values())
    )


def name(cell: Cell, star: int) -> str:
    """The variable of a cell and a star."""
    return f"v_{cell[0]}_{cell[1]}_{star}"


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """The number of each cell's galaxy, in the order of their first cells; -1 for holes."""
    found = [[HOLE] * board.cols for _ in range(board.rows)]
    for k, (star, cells) in enumerate(zip(stars(board), possible(board), strict=True)):
        for r, c in cells:
            if answer.bools[name(min((r, c), opposite(star, (r, c))), k)]:
                found[r][c] = k
    return rewritten(board, found)


def rewritten(board: Board, areas: list[list[int]]) -> list[list[int]]:
    """The areas numbered in the order of their first cells; -1 in holes, whatever is there."""
    names: dict[int, int] = {}
    hidden = holes(board)
    return [
        [HOLE if (r, c) in hidden else names.setdefault(area, len(names)) for c, area in enumerate(row)]
        for r, row in enumerate(areas)
    ]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """The values of the variables, whatever the names of the galaxies."""
    bools = {}
    for k, (star, cells) in enumerate(zip(stars(board), possible(board), strict=True)):
        first = cells_of(star)[0]
        for r, c in cells:
            if (r, c) <= opposite(star, (r, c)):
                bools[name((r, c), k)] = solution[r][c] == solution[first[0]][first[1]]
    return Answer({}, bools)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """What is wrong with the areas, by turning each of them round its star."""
    check_numbers(solution, board.rows, board.cols, least=HOLE)
    faults, found = [], cells_by_value(solution)
    hidden = set(found.pop(HOLE, ()))
    for cell in sorted(hidden ^ holes(board)):
        faults.append(f"{place(cell)} is {'of no galaxy' if cell in hidden else 'a hole, and of a galaxy'}")
    for cells in found.values():
        faults += _area_faults(board, cells)
    for y, x in stars(board):
        around = {solution[r][c] for r in {(y - 1) // 2, y // 2} for c in {(x - 1) // 2, x // 2}}
        if len(around) > 1 or HOLE in around:
            where = "in a hole" if HOLE in around else "on a border"
            faults.append(f"the star at {place(cells_of((y, x))[0])} is {where}")
    return faults


def _area_faults(board: Board, cells: list[Cell]) -> list[str]:
    first, inside = place(cells[0]), set(cells)
    faults = [f"the area of {first} is not connected"] if len(areas(cells)) > 1 else []
    mine = [star for star in stars(board) if inside.issuperset(cells_of(star))]
    if len(mine) != 1:
        return [*faults, f"the area of {first} contains {len(mine)} stars; expected one"]
    for r, c in cells:
        if (mine[0][0] - 1 - r, mine[0][1] - 1 - c) not in inside:
            return [*faults, f"the area of {first} is not symmetric: it has nothing opposite to {place((r, c))}"]
    return faults


def check(board: Board) -> None:
    """The stars are on the board, and in reading order."""
    found = stars(board)
    for at, (y, x) in enumerate(found):
        if y >= 2 * board.rows or x >= 2 * board.cols:
            most = f"at most {2 * board.rows - 1} and {2 * board.cols - 1}"
            raise CellError(("stars", at), f"a star at {y} {x} is not on the board; expected {most}")
        if at and (y, x) <= found[at - 1]:
            raise CellError(
                ("stars", at), f"a star at {y} {x} behind {found[at - 1][0]} {found[at - 1][1]}; expected them in order"
            )


class Stars(Clues):
    """Stars, each at its first cell.  A board cannot be without one; a reason can: then its galaxy, if there is one, is
    only symmetric."""

    def given_cells(self, board: Board) -> set[Cell]:
        return {cells_of(star)[0] for star in stars(board)}

    def model(self, board: Board) -> Model | None:
        """On n cells with s stars: ns/2 variables at most, and `labelled-regions` for each star; None on large boards.

        Here the other stars say nothing about a star's cells, as they do in the exact model.
        """
        allowed = set(board.cells()) - holes(board)
        possible = [sorted(each for each in allowed if opposite(star, each) in allowed) for star in stars(board)]
        return None if sum(map(len, possible)) > MOST_REASONS else galaxies(board, possible, apart=True)


def marks(board: Board, solution: object) -> list[Mark]:
    """The stars and holes."""
    cells = [fill(cell) if cell in holes(board) else text(cell, ".", "ground") for cell in board.cells()]
    return cells + [Mark(star, "o", "○", "given", "ring") for star in stars(board)]


def player_givens(found: PlayerBlocks) -> GivenParts:
    """The givens of a file of puzz.link's player: 1 and 2 are stars, X is a hole."""
    places = found["places"]
    stars = [[y, x] for y, row in enumerate(places, start=1) for x, char in enumerate(row, start=1) if char in "12"]
    holes = ["".join(".#"[char == "X"] for char in row[::2]) for row in places[::2]]
    return {"stars": stars, **({"holes": holes} if "#" in "".join(holes) else {})}


def player_solution(board: Board, found: PlayerBlocks) -> list[list[int]]:
    """The division; -1 in a hole that is an area itself."""
    division = found["division"]
    alone = {cells[0] for cells in cells_by_value(division).values() if len(cells) == 1} & holes(board)
    return [[HOLE if (r, c) in alone else area for c, area in enumerate(row)] for r, row in enumerate(division)]


def puzzlekit_givens(cells: CellValues) -> GivenParts:
    """The stars of cells with their places in half cells."""
    found = [(r, c, y, x) for r, row in enumerate(cells) for c, (y, x) in enumerate(row) if y]
    for r, c, y, x in found:
        if 2 * r + y == 2 * len(cells) or 2 * c + x == 2 * len(cells[0]):
            raise CellError((r, c), "a star on the edge of the board; expected it inside")
    return {"stars": sorted([2 * r + y, 2 * c + x] for r, c, y, x in found)}


def puzzlekit_cells(board: Board) -> CellValues:
    """The cells of a board; ValueError if they cannot say it."""
    if holes(board):
        raise ValueError("it has holes")
    cells: CellValues = [[(0, 0)] * board.cols for _ in range(board.rows)]
    for y, x in stars(board):
        r, c = (y - 1) // 2, (x - 1) // 2
        if cells[r][c] != (0, 0):
            raise ValueError(f"{place((r, c))} has two stars")
        cells[r][c] = y - 2 * r, x - 2 * c
    return cells


SAMPLE = """\
; Galaxies Puzzle  ::  +---+---+---+
size 3 4           ::  | o | . | o |
stars              ::  +---+ o +---+
1 1                ::  | . | . | . |
1 5                ::  |   +---+   |
2 3                ::  | .   o   . |
5 3                ::  |   +---+   |
7 3                ::  | . | o | . |
                   ::  +---+---+---+
"""

PLACE = numbers({}, ("a row or column in half cells, from 1 on", "a number from 1 on"), least=1, digits={})
HOLES = sign_cells({"#": "hole"}, "cell")
PUZZLE = division_kind(
    model,
    name="galaxies",
    titles=("Galaxies", "spiral galaxies", "tentai show"),
    rules=RULES,
    cells=PLACE,
    symbols="stars: row and column of each in half cells (1 1 is the middle of the first cell); holes: - cell, # hole",
    solution=solution,
    values=values,
    rewritten=rewritten,
    rule_faults=rule_faults,
    picture=picture_of(marks, border, area_borders),
    samples=(sample(SAMPLE), ("; Galaxies Puzzle\nsize 2 2\nstars\n1 1\n", None)),
    check=check,
    form=SectionsForm(
        (
            GivenSection("stars", "stars", "any", "two"),
            GivenSection("holes", "holes", "rows", "cols", strings=True, cells=HOLES, optional=True),
        )
    ),
    clues=Stars(),
    player=PlayerFile(("places", "division"), player_solution, givens=player_givens),
    url=UrlType(("tentaisho",), coded("half_cells")),
    puzzlekit=PuzzlekitText(
        "",
        ("cells",),
        {"0": (1, 1), "1": (1, 2), "2": (2, 1), "3": (2, 2)},
        (0, 0),
        numbers=False,
        givens=puzzlekit_givens,
        values=puzzlekit_cells,
    ),
    sgt=Game("galaxies", coded("sgt_stars"), harmless=r"(d\w)?"),
)
