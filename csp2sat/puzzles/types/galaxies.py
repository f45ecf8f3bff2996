"""Spiral Galaxies: the board divided into areas, each point-symmetric about its only star.

A cell and the opposite cell at a star share one Boolean (both are in this star's galaxy). Therefore symmetry needs no
clauses, and the variables are halved; the model only has to require that each cell is in one galaxy and that the
galaxies are connected.
"""

from __future__ import annotations

from ...graphs.graph import Grid
from ...model.expr import FALSE, Expr, node
from ...model.model import Answer, Model, Origin
from ..constraints.labelled_regions import Labels
from ..drawing.picture import Mark, fill, text
from ..fact_forms import Fact, FactForms
from ..givens import GivenSection, SectionsForm
from ..kit.checks import areas, cells_by_value, check_numbers, place
from ..kit.clues import sign_cells
from ..kit.divisions import division_kind
from ..kit.pictures import area_borders, border, picture_of
from ..kit.variables import exactly_one
from ..notation import CellValues, GivenParts, Givens, PlayerBlocks, numbers, sample
from ..sites import Game, PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell, CellError, Clues

RULES = """\
Divide the board into galaxies, each symmetric about one star.
A galaxy is an area of cells that are connected through their sides. It contains exactly one star.
Symmetric means: turned around its star by 180 degrees, the galaxy covers the same cells.
A star is drawn as a circle: in the middle of a cell, between two cells, or at the corner of four cells.
A cell that is a hole (`#`) belongs to no galaxy."""

SYMBOLS = """\
`stars`: a line for each star, its row and its column in half cells: `1 1` middle of the first cell, `2 2` its lower
  right corner
`holes`, on some boards only: `-` no hole, `#` hole"""

MOST_REASONS = 20_000  # cells that may be of galaxies: of larger boards reasons are made by the exact model
HOLE = -1  # the label of a hole in solutions
Star = tuple[int, int]  # row and column in half cells


def stars(board: Board) -> list[Star]:
    """Return the stars of a board, each as row and column in half cells; a star's index is its number."""
    return [(y, x) for y, x in board.givens["stars"]]


def holes(board: Board) -> set[Cell]:
    """Return the cells that are in no galaxy; the empty set if the givens have no holes."""
    rows = board.givens.get("holes", ())
    return {(r, c) for r, row in enumerate(rows) for c, char in enumerate(row) if char == "#"}


def opposite(star: Star, cell: Cell) -> Cell:
    """Return the cell that is point-symmetric to this cell about a star, whether on the board or not."""
    return star[0] - 1 - cell[0], star[1] - 1 - cell[1]


def opposite_of(board: Board, cell: Cell, first: Cell) -> Cell:
    """Return the cell that is point-symmetric to this cell about the star whose first cell is given."""
    return opposite(next(star for star in stars(board) if cells_of(star)[0] == first), cell)


def cells_of(star: Star) -> list[Cell]:
    """Return the one, two or four cells that a star lies in, in reading order."""
    rows, cols = (range((at - 1) // 2, at // 2 + 1) for at in star)
    return [(r, c) for r in rows for c in cols]


def possible(board: Board) -> list[list[Cell]]:
    """Return for each star the cells that may be in its galaxy, in reading order: the cells connected with the star by
    cells that, like their opposite cells, are neither holes nor under another star.
    """
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


def unrestricted(board: Board) -> list[list[Cell]]:
    """Return for each star the cells that have an opposite cell, in reading order, whatever the other stars are."""
    allowed = set(board.cells()) - holes(board)
    return [sorted(each for each in allowed if opposite(star, each) in allowed) for star in stars(board)]


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean v_r_c_k for each star k and each pair of opposite cells that may be in its
    galaxy (both cells are), named after the pair's first cell (r, c).

    With n cells and at most s stars in reach of each there are ns/2 variables, and the clauses of `labelled-regions`.
    """
    return galaxies(board, possible(board))


def galaxies(board: Board, reach: list[list[Cell]], apart: bool = False) -> Model:
    """Return the model of a board in which the galaxy of each star takes its cells from the star's list in `reach`.

    Connectedness is one constraint on all galaxies if `apart` is False, and one constraint for each star if it is True.
    """
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
            m.add(exactly_one(list(of.values())), Origin("rule", rule=f"one star has the cell at {place(cell)}"))
    if not apart:
        m.add(connected(board, lits), Origin("rule", rule="galaxies are connected"))
    return m


def connected(board: Board, lits: dict[Cell, dict[int, Expr]]) -> Expr:
    """Return the formula that the cells of each galaxy are connected, in which `lits` maps each cell to the literals of
    the galaxies that the cell may be in, by the numbers of their stars.
    """
    labels: Labels = tuple(tuple(of) for of in lits.values())
    literals = (each for of in lits.values() for each in of.values())
    return node("labelled-regions", Grid(board.rows, board.cols), labels, *literals)


def name(cell: Cell, star: int) -> str:
    """Return the name of the variable of a cell and the star with this number: `v_ROW_COLUMN_STAR`."""
    return f"v_{cell[0]}_{cell[1]}_{star}"


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return the neutral solution of a model's answer: the number of each cell's galaxy, numbered in the order of first
    cells, and -1 for each hole.
    """
    found = [[HOLE] * board.cols for _ in range(board.rows)]
    for k, (star, cells) in enumerate(zip(stars(board), possible(board), strict=True)):
        for r, c in cells:
            if answer.bools[name(min((r, c), opposite(star, (r, c))), k)]:
                found[r][c] = k
    return rewritten(board, found)


def rewritten(board: Board, areas: list[list[int]]) -> list[list[int]]:
    """Return the areas renumbered in the order of their first cells, with -1 for each hole of the board, whatever
    number the hole had.
    """
    names: dict[int, int] = {}
    hidden = holes(board)
    return [
        [HOLE if (r, c) in hidden else names.setdefault(area, len(names)) for c, area in enumerate(row)]
        for r, row in enumerate(areas)
    ]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the answer of the model that a neutral solution stands for, however the solution numbers the galaxies."""
    return answer_of(board, possible(board), solution)


def step_values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the answer of the model for reasons that a neutral solution stands for, as `values` does of the model."""
    return answer_of(board, unrestricted(board), solution)


def answer_of(board: Board, reach: list[list[Cell]], solution: list[list[int]]) -> Answer:
    """Return the answer of `galaxies(board, reach)` that a neutral solution stands for."""
    bools = {}
    for k, (star, cells) in enumerate(zip(stars(board), reach, strict=True)):
        first = cells_of(star)[0]
        for r, c in cells:
            if (r, c) <= opposite(star, (r, c)):
                bools[name((r, c), k)] = solution[r][c] == solution[first[0]][first[1]]
    return Answer({}, bools)


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by turning each area about its star; [] if the
    solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers from -1 on as large as the board.
    """
    check_numbers(solution, board.rows, board.cols, least=HOLE)
    faults, found = [], cells_by_value(solution)
    hidden = set(found.pop(HOLE, ()))
    for cell in sorted(hidden ^ holes(board)):
        what, whose = ("cell", "no") if cell in hidden else ("hole", "a")
        faults.append(f"the {what} at {place(cell)} belongs to {whose} galaxy")
    for cells in found.values():
        faults += _area_faults(board, cells)
    for y, x in stars(board):
        around = {solution[r][c] for r in {(y - 1) // 2, y // 2} for c in {(x - 1) // 2, x // 2}}
        if len(around) > 1 or HOLE in around:
            where = "in a hole" if HOLE in around else "on a border"
            faults.append(f"the star at {place(cells_of((y, x))[0])} is {where}")
    return faults


def _area_faults(board: Board, cells: list[Cell]) -> list[str]:
    """Return one message for each fault of the area with these cells: not connected, not exactly one star inside, or
    not symmetric about the star.
    """
    first, inside = place(cells[0]), set(cells)
    faults = [f"the area at {first} is not connected"] if len(areas(cells)) > 1 else []
    mine = [star for star in stars(board) if inside.issuperset(cells_of(star))]
    if len(mine) != 1:
        return [*faults, f"the area at {first} contains {len(mine)} stars; expected one"]
    for r, c in cells:
        if (mine[0][0] - 1 - r, mine[0][1] - 1 - c) not in inside:
            return [*faults, f"the area at {first} is not symmetric: it has nothing opposite to {place((r, c))}"]
    return faults


def check(board: Board) -> None:
    """Raise CellError if a star is not on the board, or if the stars are not in reading order."""
    found = stars(board)
    for at, (y, x) in enumerate(found):
        if y >= 2 * board.rows or x >= 2 * board.cols:
            most = f"at most {2 * board.rows - 1} and {2 * board.cols - 1}"
            raise CellError(("stars", at), f"a star at {y} {x} is not on the board; expected {most}")
        if at and (y, x) <= (last := found[at - 1]):
            raise CellError(("stars", at), f"a star at {y} {x} behind {last[0]} {last[1]}; expected them in order")


class Stars(Clues):
    """Stars as clues, each placed at its first cell.

    No star can be removed from a board. A reason can leave out a star, whose galaxy then has to be symmetric only, and
    may be empty.
    """

    def given_cells(self, board: Board) -> set[Cell]:
        return {cells_of(star)[0] for star in stars(board)}

    def model(self, board: Board) -> Model | None:
        """Return an exact model for reasons, with a constraint `labelled-regions` for each star; None if the board is
        large.

        The cells of a galaxy are not restricted by the other stars, unlike those of the usual model. With n cells and s
        stars there are at most ns/2 variables.
        """
        reach = unrestricted(board)
        return None if sum(map(len, reach)) > MOST_REASONS else galaxies(board, reach, apart=True)


def marks(board: Board, solution: object) -> list[Mark]:
    """Return the drawing of the holes, a dot for each other cell, and the stars."""
    cells = [fill(cell) if cell in holes(board) else text(cell, ".", "ground") for cell in board.cells()]
    return cells + [Mark(star, "o", "○", "given", "point") for star in stars(board)]


def player_givens(found: PlayerBlocks) -> GivenParts:
    """Return the neutral givens of a file of puzz.link's player, in which 1 and 2 are stars and X is a hole; there is
    no entry for holes if the board has none.
    """
    places = found["places"]
    stars = [[y, x] for y, row in enumerate(places, start=1) for x, char in enumerate(row, start=1) if char in "12"]
    holes = ["".join(".#"[char == "X"] for char in row[::2]) for row in places[::2]]
    return {"stars": stars, **({"holes": holes} if "#" in "".join(holes) else {})}


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player: stars are 1, holes X."""
    places = [["."] * (2 * board.cols - 1) for _ in range(2 * board.rows - 1)]
    for y, x in board.givens["stars"]:
        places[y - 1][x - 1] = "1"
    for r, c in holes(board):
        places[2 * r][2 * c] = "X"
    return {"places": ["".join(row) for row in places]}


def player_solution(board: Board, found: PlayerBlocks) -> list[list[int]]:
    """Return the neutral solution of a file of puzz.link's player: the number of each cell's area, and -1 for a hole
    that is an area of one cell.
    """
    division = found["division"]
    alone = {cells[0] for cells in cells_by_value(division).values() if len(cells) == 1} & holes(board)
    return [[HOLE if (r, c) in alone else area for c, area in enumerate(row)] for r, row in enumerate(division)]


def puzzlekit_givens(cells: CellValues) -> GivenParts:
    """Return the stars, as neutral givens, of the cells of puzzlekit's board, where each cell has the position of its
    star in half cells from the cell's upper left corner, or (0, 0) for no star.

    Raise CellError if a star lies on the edge of the board.
    """
    found = [(r, c, y, x) for r, row in enumerate(cells) for c, (y, x) in enumerate(row) if y]
    for r, c, y, x in found:
        if 2 * r + y == 2 * len(cells) or 2 * c + x == 2 * len(cells[0]):
            raise CellError((r, c), "a star on the edge of the board; expected it inside")
    return {"stars": sorted([2 * r + y, 2 * c + x] for r, c, y, x in found)}


def puzzlekit_cells(board: Board) -> CellValues:
    """Return the cells of puzzlekit's board: the position of each cell's star in half cells, relative to the cell's
    upper left corner, or (0, 0) for no star.

    Raise ValueError if the board has holes, or a cell has two stars.
    """
    if holes(board):
        raise ValueError("the board has holes")
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


def galaxy_fact(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that a cell and the first cell of a star are one region.

    givens: of the board.  at: the cell, and the number of the star.  kind, value: not used.
    """
    y, x = givens["stars"][at[2]]
    return Fact("region", ((at[0], at[1]), ((y - 1) // 2, (x - 1) // 2)), None)


PUZZLE = division_kind(
    model,
    name="galaxies",
    facts=FactForms(makers={"v": galaxy_fact}, values=step_values, opposite=opposite_of),
    titles=("Galaxies", "spiral galaxies", "tentai show"),
    rules=RULES,
    cells=PLACE,
    symbols=SYMBOLS,
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
    player=PlayerFile(("places", "division"), player_solution, givens=player_givens, written=player_written),
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
