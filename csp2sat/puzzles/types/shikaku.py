"""Shikaku: the board in rectangles, each with one number, which says how big it is."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import NamedTuple

from ...model.constraint import Relation, cardinality
from ...model.expr import TRUE, Expr, all_of, any_of, int_var, term
from ...model.model import Answer, Model, Origin
from ..deductions.areas import rectangles
from ..deductions.areas.number_rectangles import ANY, Box, Number, beyond, box_around, numbers
from ..fact_forms import FactForms
from ..kit.checks import cells_by_value, check_numbers, place
from ..kit.clues import CellClues, possible_sizes, shown
from ..kit.divisions import division_kind, in_order_of_givens
from ..kit.random.clues_in_areas import clues_in_areas
from ..kit.random.rectangles import rectangular_areas
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import Game, PenpaDrawing, PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Divide the board into rectangles, each with one number and with as many cells.
Every rectangle has exactly one number. The number says how many cells the rectangle has.
A `?` counts as a number, but its rectangle may have any size."""


FEW = 12  # rectangles of a number; of more, solvers learn more from integers: half as many conflicts on large boards


class Region(NamedTuple):
    """Formulas for the rectangle of a number: `possible`, that the rectangle is a possible one, and for each cell but
    the number's own that the rectangle contains the cell.
    """

    possible: Expr
    contains: dict[Cell, Expr]


def model(board: Board) -> Model:
    """Return the model of a board, in which each number has either a Boolean box_r_c_top_left_bottom_right for each
    possible rectangle or four integers top_r_c, left_r_c, bottom_r_c, right_r_c.

    Booleans are for numbers with a size and at most FEW possible rectangles. The integers of a number with a size are
    those of a rectangle of a list; the list for a ? would be very long, so its rectangle is only kept from other
    numbers.
    """
    m = Model(about={"board": board.neutral()})
    given = board.filled()
    _add_total(m, board, given.values())
    around: dict[Cell, list[Expr]] = {cell: [] for cell in board.cells() if cell not in given}
    for number in numbers(board).values():
        region = _listed(m, number) if _is_listed(number) else _bounded(m, number)
        m.add(region.possible, Origin("cell", *number.cell, f"number {shown(number.size)}"))
        for cell, contained in region.contains.items():
            around[cell].append(contained)
    for cell, inside in around.items():
        m.add(cardinality(1, 1, inside), Origin("cell", *cell, "in one rectangle"))
    return m


def _is_listed(number: Number) -> bool:
    """Whether the model has a Boolean for each possible rectangle of a number."""
    return 0 < len(number.boxes) <= FEW


def _listed(m: Model, number: Number) -> Region:
    """Declare in m a Boolean for each possible rectangle of a number, and return the formulas of its region: exactly
    one of the Booleans is true.
    """
    chosen = [m.bool(_box_name(number.cell, box)) for box in number.boxes]
    containing: dict[Cell, list[Expr]] = {}
    for box, is_chosen in zip(number.boxes, chosen, strict=True):
        for cell in box.cells():
            containing.setdefault(cell, []).append(is_chosen)
    containing.pop(number.cell, None)
    return Region(cardinality(1, 1, chosen), {cell: any_of(each) for cell, each in containing.items()})


def _bounded(m: Model, number: Number) -> Region:
    """Declare in m four integers for the sides of a number's rectangle, and return the formulas of its region.

    The sides are those of a possible rectangle; the rectangle of a ? contains none of the cells that shut it in.
    """
    cell, reached = number.cell, number.reached
    sides = _sides(m, cell, most := box_around(reached))
    covers = _covers(cell, sides, most)
    if number.size == ANY:
        possible = all_of(~covers(each) for each in beyond(cell, reached))
    else:
        possible = Relation(4, frozenset(number.boxes), name="rectangles")(*sides)
    return Region(possible, {each: covers(each) for each in reached if each != cell})


def _covers(cell: Cell, sides: Sequence[Expr], most: Box) -> Callable[[Cell], Expr]:
    """Return a function from a cell of `most` to the formula that the rectangle of the number at `cell` contains it.

    sides: the integers top, left, bottom and right.  Each formula compares only the sides beyond which the cell could
    lie.
    """
    top, left, bottom, right = sides
    rows = _between(top, bottom, cell[0], range(most.top, most.bottom + 1))
    columns = _between(left, right, cell[1], range(most.left, most.right + 1))
    return lambda there: rows[there[0]] & columns[there[1]]


def _between(low: Expr, high: Expr, known: int, numbers: range) -> dict[int, Expr]:
    """Return for each of `numbers` the formula that the number is between the integers `low` and `high`.

    known: a number that is surely between them, so that one comparison is enough for each other number.
    """
    return {n: TRUE if n == known else low <= n if n < known else high >= n for n in numbers}


class Sizes(CellClues):
    """Clues with numbers.  In their model a number without its size may have any rectangle with no other number."""

    def model(self, board: Board) -> Model:
        m, given = Model(about={"board": board.neutral()}), board.filled()
        around: dict[Cell, list[Expr]] = {cell: [] for cell in board.cells() if cell not in given}
        unknown = numbers(board.with_values(dict.fromkeys(given, ANY)))
        for cell, number in numbers(board).items():
            region = _bounded(m, unknown[cell])
            m.add(region.possible, Origin("rule", rule="one number in each rectangle"))
            if number.size != ANY:
                listed = Relation(4, frozenset(number.boxes), name="rectangles")
                m.add(listed(*map(int_var, _names(cell))), Origin("cell", *cell, f"number {number.size}"))
            for each, contained in region.contains.items():
                around[each].append(contained)
        for cell, inside in around.items():
            m.add(cardinality(1, 1, inside), Origin("cell", *cell, "in one rectangle"))
        return m


def _add_total(m: Model, board: Board, sizes: Collection[int]) -> None:
    """Require in m that the numbers of the board add up to its cells, with at least 1 for each ? among the sizes.

    This follows from the rest, but solvers cannot count well, and would take long to find that a number is wrong.
    """
    least, cells = sum(1 if size == ANY else size for size in sizes), board.rows * board.cols
    relation, text = ("le", "at most") if ANY in sizes else ("eq", "equal to")
    m.add(term(relation, least, cells), Origin("rule", rule=f"sum of the numbers ({least}) {text} the cells ({cells})"))


def _names(cell: Cell) -> list[str]:
    return [f"{side}_{cell[0]}_{cell[1]}" for side in Box._fields]


def _box_name(cell: Cell, box: Box) -> str:
    return "_".join(map(str, ("box", *cell, *box)))


def _sides(m: Model, cell: Cell, most: Box) -> list[Expr]:
    """Declare in m the four integers top, left, bottom and right of the rectangle of the number at `cell`, which lies
    inside `most`, and return them.
    """
    (r, c), (top, left, bottom, right) = cell, most
    ranges = ((top, r), (left, c), (r, bottom), (c, right))
    return [m.int(name, low, high) for name, (low, high) in zip(_names(cell), ranges, strict=True)]


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return for each cell the number of its rectangle, counted from 0 in reading order of the givens.

    answer: of any of the models, that for steps, too.
    """
    listed, cells = dict[Cell, Box](), {cell: [cell] for cell in board.filled()}
    chosen = [name for name, is_true in answer.bools.items() if is_true]
    for kind, *words in (name.split("_") for name in (*chosen, *(f"{name}_{at}" for name, at in answer.ints.items()))):
        if kind == "box":
            r, c, *sides = map(int, words)
            listed[r, c] = Box(*sides)
        elif kind in ("only", "owner"):
            r, c, number = map(int, words)
            cells[divmod(number, board.cols)].append((r, c))
    regions = [[0] * board.cols for _ in range(board.rows)]
    for region, cell in enumerate(cells):
        if _names(cell)[0] in answer.ints:
            listed[cell] = Box(*map(answer.ints.__getitem__, _names(cell)))
        for r, c in (listed.get(cell) or box_around(cells[cell])).cells():
            regions[r][c] = region
    return regions


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values that the variables of the model have in a solution, however its regions are numbered."""
    found = cells_by_value(solution)
    answer = Answer({}, {})
    for number in numbers(board).values():
        r, c = number.cell
        box = box_around(found[solution[r][c]])
        if _is_listed(number):
            answer.bools.update((_box_name((r, c), each), each == box) for each in number.boxes)
        else:
            answer.ints.update(zip(_names((r, c)), box, strict=True))
    return answer


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by examining the cells of each region; [] if the
    solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    check_numbers(solution, board.rows, board.cols)
    return [fault for cells in cells_by_value(solution).values() for fault in _region_faults(board, cells)]


def _region_faults(board: Board, cells: list[Cell]) -> list[str]:
    """Return one message, which names the first cell, for the first rule that a region breaks; [] if the region is
    right.
    """
    first = place(cells[0])
    rows, columns = ({cell[axis] for cell in cells} for axis in (0, 1))
    if len(cells) != (max(rows) - min(rows) + 1) * (max(columns) - min(columns) + 1):
        return [f"the area at {first} is no rectangle"]
    inside = [(r, c) for r, c in cells if board.givens[r][c]]
    if len(inside) != 1:
        return [f"the rectangle at {first} contains {len(inside)} numbers; expected one"]
    size = board.givens[inside[0][0]][inside[0][1]]
    if size not in (ANY, len(cells)):
        return [f"the rectangle at {first} has {len(cells)} cells; expected {size}"]
    return []


def border_is_sure(board: Board, solution: list[list[int]], beside: Sequence[Cell], varying: Collection[Cell]) -> bool:
    """Whether all solutions have the border between the cells `beside`: the number of at least one of their rectangles
    is not in `varying`, the cells whose variables differ in some solution.
    """
    cells = list(board.filled())
    return any(cells[solution[r][c]] not in varying for r, c in beside)


SAMPLE = """\
; Shikaku Puzzle  ::  +---------------+
size 5 4          ::  | . 5   .   . . |
- 5 - - -         ::  +-----+---+-----+
- ? - 4 -         ::  | . ? | . | 4 . |
- - 3 - -         ::  | . . | 3 | . . |
- - - 2 -         ::  |     |   +-----+
                  ::  | . . | . | 2 . |
                  ::  +-----+---+-----+
"""


PUZZLE = division_kind(
    model,
    name="shikaku",
    facts=FactForms(
        makers=dict.fromkeys(("only", "owner"), rectangles.owner_fact),
        values=rectangles.owner_values,
        finer=rectangles.finer,
        broken=rectangles.broken,
        placements=rectangles.placements,
    ),
    titles=("Shikaku", "shikaku ni kire"),
    rules=RULES,
    symbols="`-` blank, a number, `?` number not given",
    cells=NUMBERS_OR_ANY,
    solution=solution,
    rewritten=in_order_of_givens,
    values=values,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Shikaku Puzzle\nsize 3 2\n- 2 -\n- - 4\n", None)),
    clues=Sizes(ANY, possible_sizes),
    penpa=PenpaDrawing(("number",)),
    player=PlayerFile(("nums", "division"), "division"),
    url=UrlType(("shikaku",), coded("number16", unknown=True)),
    sgt=Game("rect", coded("sgt_numbers"), harmless=r"(e[\d.]+)?a?"),
    border_is_sure=border_is_sure,
)
MAKING = clues_in_areas(len, rectangular_areas(side=5, area=10), least=2, blank=0, changes=300)
