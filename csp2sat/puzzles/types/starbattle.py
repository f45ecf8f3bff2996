"""Star Battle: n stars in every row, column and room, none beside another."""

from __future__ import annotations

from itertools import combinations, repeat

from ...base.numbers import counted
from ...model.expr import Expr, all_of
from ...model.model import Model, Origin
from ..drawing.picture import Mark, Note, centre, symbol_note, text
from ..fact_forms import FactForms
from ..givens import CellForm, ExtraNumbers
from ..kit.checks import check_strings, count_faults, named_rooms, place, touching_faults
from ..kit.kinds import begin, shading_kind
from ..kit.pictures import border, each_cell, picture_of, room_borders
from ..kit.rooms import CELL_ROOM_SYMBOLS, ROOM, RoomStarts, check_regions, rooms
from ..kit.variables import Shading, touched_later
from ..notation import sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded, number_header
from ..spec import Board, Cell

RULES = """\
Put stars into cells so that every row, every column and every room has n stars.
Thick lines divide the board into rooms.
Stars do not touch each other, not even at a corner.
The number n is the same for all of them, and usually 1 or 2."""

SYMBOLS = f"""\
`stars 2`: a line before the rows, which may be missing for 1 star on less than 8 rows
{CELL_ROOM_SYMBOLS}"""

STAR = "*"
APART, AROUND = "stars do not touch", "no star touches the star"
IN_BLOCK = "at most one star in a block of 2 x 2 cells"


def model(board: Board) -> Model:
    """Return the model of a board: a sum for each row, column and room, and a clause for each two cells that touch."""
    m, star = _counted(board)
    m.add(all_of(_apart(board, star).values()), Origin("rule", rule=APART))
    return m


def finer(board: Board) -> Model:
    """Return the model of a board for steps, with the Booleans of `model`: what a person sees at once of stars that do
    not touch are constraints, too: no cell around a star has one, and a block of 2 x 2 cells has at most one.
    """
    m, star = _counted(board)
    apart = _apart(board, star)
    m.add(all_of(apart.values()), Origin("rule", rule=APART))
    for cell in board.cells():
        m.add(all_of(apart[pair] for pair in apart if cell in pair), Origin("rule", rule=AROUND))
    for r, c in board.cells():
        block = [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        if board.has(block[-1]):
            m.add(all_of(apart[pair] for pair in combinations(block, 2)), Origin("rule", rule=IN_BLOCK))
    return m


def _counted(board: Board) -> tuple[Model, Shading]:
    """Return a model with the sums of rows, columns and rooms, and the Booleans of the cells."""
    m, star = begin(board)
    number = board.givens["stars"]
    stars = f"{number} star{'s'[: number != 1]}"
    for name, cells in board.lines():
        star.count(cells, number, Origin("rule", rule=f"{stars} in {name}"))
    for cells in rooms(board):
        star.count(cells, number, Origin("cell", *cells[0], f"{stars} in the room"))
    return m, star


def _apart(board: Board, star: Shading) -> dict[tuple[Cell, Cell], Expr]:
    """Return for each two cells that touch, in reading order, that not both have a star."""
    pairs = ((cell, near) for cell in board.cells() for near in sorted(touched_later(board, cell)))
    return {(one, other): ~star[one] | ~star[other] for one, other in pairs}


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting stars and searching for stars that
    touch; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `.` and `*` as large as the board.
    """
    check_strings(solution, "the solution", board.rows, board.cols, "." + STAR)
    stars = [(r, c) for r, c in board.cells() if solution[r][c] == STAR]
    faults = count_faults([*board.lines(), *named_rooms(board)], repeat(board.givens["stars"]), stars, "stars")
    return faults + touching_faults(stars, "stars", corners=True)


def _check_stars(rows: int, cols: int, numbers: tuple[int, ...]) -> None:
    if numbers[0] < 1:
        raise ValueError(f"{numbers[0]} cannot stand here; expected a number of stars from 1 on")


def doubt(board: Board) -> str:
    """Return the fault of the number of rooms, in words; '' if each row and each room can have as many stars."""
    found = rooms(board)
    least, sizes = min(found, key=len), ((len(found), "room"), (board.rows, "row"), (board.cols, "column"))
    smallest = f"the smallest one, with {counted(len(least), 'cell')}, is at {place(least[0])}"
    counts = f"{', '.join(counted(*each) for each in sizes)}: {smallest}"
    return "" if len(found) == board.rows == board.cols else counts


def star_mark(cell: Cell, sign: str) -> Mark:
    """Return the mark of a star, or of a dot for another sign."""
    return Mark(centre(cell), STAR, "★", "solved", "star") if sign == STAR else text(cell, ".", "ground")


def stars_note(board: Board, solution: object) -> list[Note]:
    """Return the note with the number of stars."""
    count = board.givens["stars"]
    words = f"{count} star{'s' * (count != 1)} in every row, column and room"
    return [symbol_note(words, star_mark((0, 0), STAR)._replace(role="given"))]


SAMPLE = """\
; Star Battle Puzzle  ::  +---+---------------+-----------+
size 8 8              ::  | . | .   .   .   * | .   *   . |
stars 2               ::  |   +---+           |           |
0 1 1 1 1 2 2 2       ::  | *   . | *   .   . | .   .   . |
0 0 1 1 1 2 2 2       ::  |       |   +-------+           |
0 0 1 3 3 2 2 2       ::  | .   . | . | .   * | .   *   . |
0 0 3 3 3 4 2 5       ::  |       +---+       +---+   +---+
0 6 3 7 4 4 5 5       ::  | *   . | *   .   . | . | . | . |
6 6 6 7 4 5 5 5       ::  |   +---+   +---+---+   +---+   |
6 6 6 7 4 4 5 5       ::  | . | . | . | . | .   * | .   * |
6 6 7 7 4 4 4 5       ::  +---+   +---+   |   +---+       |
                      ::  | .   *   . | * | . | .   .   . |
                      ::  |           |   |   +---+       |
                      ::  | .   .   . | . | .   * | .   * |
                      ::  |       +---+   |       +---+   |
                      ::  | .   * | .   * | .   .   . | . |
                      ::  +-------+-------+-----------+---+
"""

SIGNS = "*", "★", "not touch"
LEAST = 4  # rows for each star: two rows of blocks of 2 x 2 cells, each with one star at most
STARS = ExtraNumbers("stars", ("stars",), lambda rows, cols: (1,), _check_stars, False, SIGNS, LEAST, ("queens",))
PUZZLE = shading_kind(
    model,
    signs="." + STAR,
    name="starbattle",
    facts=FactForms("*", "a star", finer=finer, counts=True),
    titles=("Star Battle", "Two Not Touch", "queens"),
    family="objects",
    rules=RULES,
    symbols=SYMBOLS,
    cells=ROOM,
    rule_faults=rule_faults,
    picture=picture_of(each_cell(star_mark, "."), border, room_borders, stars_note),
    samples=(sample(SAMPLE), ("; Star Battle Puzzle\nsize 2 2\nstars 1\n0 0\n1 1\n", None)),
    check=check_regions,
    doubt=doubt,
    form=CellForm(strings=False, under="regions", extra=STARS),
    clues=RoomStarts(),
    player=PlayerFile(("stars", "rooms 9", "drawn"), "signs", signs={"#": STAR}),
    url=UrlType(("starbattle",), coded("sections", parts=(("count", {"key": "stars"}), ("rooms", {}))), slashes=True),
    puzzlekit=PuzzlekitText("starbattle", ("empty", "rooms"), header=number_header("stars")),
)
