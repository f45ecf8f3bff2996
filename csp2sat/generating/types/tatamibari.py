"""Tatamibari: random rectangles, each with one sign, which says their form.

Signs move within their rectangles, and rectangles are drawn anew, where solutions differ, until there is one solution.
The places of signs are assumptions of a question and stand in no clause, so a single solver answers for all boards of a
size.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from contextlib import closing
from functools import partial

from ...base.portable_random import RandomSource
from ...cnf.sink import Sink
from ...encoder.encoder import encode
from ...model.expr import Expr, all_of, any_of, node
from ...model.model import Model
from ...puzzles.deductions.areas.sign_rectangles import BLANK, HIGH, SQUARE, WIDE
from ...puzzles.kit.random.rooms import numbered
from ...puzzles.kit.variables import EAST, NORTH, SOUTH, WEST, Direction, Edges
from ...puzzles.spec import Board, Cell
from ...puzzles.types.tatamibari import PUZZLE, form_of, four_meet, one_sign, rectangles
from ...runner.session.session import TRUE, SolverSession
from ..from_models import PLAIN
from ..spec import Draft, Maker
from ..uniqueness import improved, near

SIDE, AREA = 5, 10  # of a rectangle, at most
DRAWS = 100  # of rectangles, until no four meet at a point
REDRAWN = 0.3  # chance that rectangles are drawn anew, not signs moved
RADIUS = 3  # of the first windows, in rows and columns around a cell
CHANGES = 20  # in a window, one after the other
SWEEPS = 6  # over all windows of a radius, until nothing is changed

Signs = dict[tuple[Cell, ...], Cell]  # the cells of each rectangle, and the cell with its sign


def attempt(random: RandomSource, rows: int, cols: int) -> Draft | None:
    """Return a board of rows x cols cells with one solution, None if the random draws lead to none.

    Signs and rectangles change until no other solution differs in a window alone, in larger and larger windows, the
    last of which is the board.
    """
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    start = filled(random, {}, rows, cols)
    if start is None:
        return None
    signs = start

    def change(signs: Signs, wrong: list[Cell]) -> Signs:
        around = near(random.pick(wrong), cells, random.below(2))
        touched = {mine: at for mine, at in signs.items() if not set(around).isdisjoint(mine)}
        if random.chance(REDRAWN):
            kept = {mine: at for mine, at in signs.items() if mine not in touched}
            return filled(random, kept, rows, cols) or signs
        return signs | {mine: random.pick(mine) for mine in touched}

    with closing(_OtherRectangles(rows, cols)) as others:
        several = True
        for radius in _radii(max(rows, cols)):
            centres = ((r, c) for r in range(0, rows, radius) for c in range(0, cols, radius))
            windows = [near(centre, cells, radius) for centre in centres]
            for _ in range(SWEEPS):
                before = signs
                for window in windows:
                    signs, wrong = improved(signs, partial(others.differing, window=window), change, CHANGES)
                if signs is before:
                    break
            several = bool(wrong)
    return None if several else drawn(signs, rows, cols)


def _radii(side: int) -> Iterator[int]:
    """Yield the growing radii of the windows on a board of this many rows or columns; the last window is the board."""
    radius = RADIUS
    while radius < side - 1:
        yield radius
        radius += radius // 2 + 1
    yield max(side - 1, 1)


def drawn(signs: Signs, rows: int, cols: int) -> Draft:
    """Return the board of rows x cols cells with these signs, and its rectangles."""
    sign = {at: form_of(list(mine)) for mine, at in signs.items()}
    grid = ["".join(sign.get((r, c), BLANK) for c in range(cols)) for r in range(rows)]
    first = {cell: mine for mine in signs for cell in mine}
    return Draft(Board(PUZZLE.name, rows, cols, grid), numbered(rows, cols, first.__getitem__))


def filled(random: RandomSource, kept: Signs, rows: int, cols: int) -> Signs | None:
    """Return the kept rectangles, further random rectangles in all other cells of a board of rows x cols cells, and
    their signs; None if DRAWS draws all have four rectangles that meet at a point.
    """
    for _ in range(DRAWS):
        owner = {cell: mine for mine in kept for cell in mine}
        new = list(_random_rectangles(random, owner, rows, cols))
        areas = numbered(rows, cols, owner.__getitem__)
        if not any(four_meet(areas, r, c) for r in range(rows - 1) for c in range(cols - 1)):
            return kept | {mine: random.pick(mine) for mine in new}
    return None


def _random_rectangles(
    random: RandomSource, owner: dict[Cell, tuple[Cell, ...]], rows: int, cols: int
) -> Iterator[tuple[Cell, ...]]:
    """Yield random rectangles in those of rows x cols cells that have no `owner` yet, and enter the rectangles there.

    The right side of a rectangle does not continue that of a rectangle above, so four seldom meet at a point.
    """
    for r in range(rows):
        for c in range(cols):
            if (r, c) not in owner:
                found = _free_sizes(owner, (r, c), rows, cols)
                sizes = [size for size in found if _no_cross(owner, (r, c + size[1]), cols)]
                broad = [size for size in sizes if min(size) > 1] or [size for size in sizes if size != (1, 1)]
                height, width = random.pick(broad or sizes or [(1, 1)])
                mine = tuple((r + i, c + j) for i in range(height) for j in range(width))
                owner |= dict.fromkeys(mine, mine)
                yield mine


def _no_cross(owner: dict[Cell, tuple[Cell, ...]], beside: Cell, cols: int) -> bool:
    """Whether the upper right corner of a rectangle, to the left of the cell `beside`, is a point at which no four
    rectangles will meet.

    owner: the rectangle of each cell that has one.  cols: of the board.
    """
    r, c = beside
    return c == cols or beside in owner or owner.get((r - 1, c - 1)) is owner.get((r - 1, c))


def _free_sizes(owner: dict[Cell, tuple[Cell, ...]], first: Cell, rows: int, cols: int) -> Iterator[tuple[int, int]]:
    """Yield the height and width of each rectangle of free cells with the upper left cell `first`, at most SIDE rows
    and columns and AREA cells.

    owner: the rectangle of each cell that is not free.  rows, cols: of the board.
    """
    (r, c), widest = first, min(SIDE, cols - first[1])
    for height in range(1, min(SIDE, rows - r) + 1):
        free = (c + width for width in range(widest) if (r + height - 1, c + width) in owner)
        widest = next(free, c + widest) - c
        yield from ((height, width) for width in range(1, widest + 1) if height * width <= AREA)


class _OtherRectangles:
    """The solutions of boards of one size other than a known one, in an incremental solver."""

    def __init__(self, rows: int, cols: int):
        model, sink = _model_of_signs(rows, cols), Sink()
        lits = {each["bool"]: each["lit"] for each in encode(model, sink, PLAIN) if "bool" in each}
        self._signs = {name: lit for name, lit in lits.items() if name.startswith("_sign")}
        self._edges = {_cells_of(name): lit for name, lit in lits.items() if name[0] in "hv"}
        self._session = SolverSession(sink.num_vars)
        self._session.shown = [range(lit, lit + 1) for lit in self._edges.values()]
        self._session.add(list(sink.flat()))

    def differing(self, signs: Signs, window: Collection[Cell]) -> list[Cell]:
        """Return the cells of the window in whose borders another solution of the board with these signs, which is
        equal to its rectangles outside of the window, differs from them, in reading order.
        """
        sign = {_name(form_of(list(mine)), at) for mine, at in signs.items()}
        assumed = [lit if name in sign else -lit for name, lit in self._signs.items()]
        owner, inside = {cell: mine for mine in signs for cell in mine}, set(window)
        left = {}
        for number, ((one, other), lit) in enumerate(self._edges.items()):
            joined = owner[one] is owner[other]
            if one in inside and other in inside:
                left[number] = (lit, joined, one)
            else:
                assumed.append(lit if joined else -lit)
        found: set[Cell] = set()
        while left:
            self._session.num_vars += 1
            differs = self._session.num_vars  # true: one of the borders that are left differs
            self._session.add([-differs, *(-lit if joined else lit for lit, joined, _ in left.values()), 0])
            outcome = self._session.solve([*assumed, differs]).known()
            self._session.add([-differs, 0])
            if outcome.status == "unsat":
                break
            is_true = [digit == TRUE for digit in self._session.digits]
            found |= {cell for number, (_, joined, cell) in left.items() if is_true[number] != joined}
            left = {number: each for number, each in left.items() if is_true[number] == each[1]}
        return sorted(found)

    def close(self) -> None:
        """End the solver."""
        self._session.close()


def _cells_of(edge: str) -> tuple[Cell, Cell]:
    """Return the two cells of an edge with this name (`h_3_4`, or `v_3_4`)."""
    r, c = map(int, edge.split("_")[1:])
    return (r, c), ((r, c + 1) if edge[0] == "h" else (r + 1, c))


def _name(form: str, cell: Cell) -> str:
    return f"_sign{form}_{cell[0]}_{cell[1]}"


def _model_of_signs(rows: int, cols: int) -> Model:
    """Return the model of all boards of rows x cols cells: the model of the puzzle, but with a Boolean for each sign in
    each cell in place of the signs.

    Each cell knows the form of its rectangle, as two Booleans, wide and high.  The diagonal from the upper left cell of
    a rectangle ends below the board of a wide one, beside that of a high one, and in a corner of a square.
    """
    m, board = Model(), Board(PUZZLE.name, rows, cols, [BLANK * cols] * rows)
    joined = rectangles(m, board)
    signs = {cell: {form: m.bool(_name(form, cell)) for form in (SQUARE, WIDE, HIGH)} for cell in board.cells()}
    one_sign(m, board, joined, lambda cell, beside: m.add(node("iff", any_of(signs[cell].values()), beside)))
    wide, high, diagonal = ({(r, c): m.bool(f"_{name}_{r}_{c}") for r, c in board.cells()} for name in "whd")
    for cell in board.cells():
        forms = {SQUARE: ~wide[cell] & ~high[cell], WIDE: wide[cell], HIGH: high[cell]}
        m.add(all_of(~sign | forms[form] for form, sign in signs[cell].items()))
        m.add(node("iff", diagonal[cell], _on_diagonal(joined, diagonal, cell)))
        below, right = joined[cell, SOUTH], joined[cell, EAST]
        ended = {SQUARE: ~below & ~right, WIDE: ~below & right, HIGH: below & ~right}
        m.add(all_of(~diagonal[cell] | ~ended[form] | forms[form] for form in forms))
        for kind in (wide, high):
            m.add(all_of(_equal(kind, joined, cell, way) for way in (SOUTH, EAST)))
    return m


def _on_diagonal(joined: Edges, diagonal: dict[Cell, Expr], cell: Cell) -> Expr:
    """Return the formula that a cell is the upper left one of its rectangle, or continues the diagonal from there."""
    r, c = cell
    first = ~joined[cell, NORTH] & ~joined[cell, WEST]
    before = diagonal.get((r - 1, c - 1))
    if before is None:
        return first
    return first | (before & joined[(r - 1, c - 1), EAST] & joined[(r - 1, c), SOUTH])


def _equal(kind: dict[Cell, Expr], joined: Edges, cell: Cell, way: Direction) -> Expr:
    """Return the formula that the next cell on a way has the same Boolean of `kind`, if both share a rectangle."""
    there = kind.get((cell[0] + way[0], cell[1] + way[1]))
    return all_of(()) if there is None else any_of((~joined[cell, way], node("iff", kind[cell], there)))


MAKER = Maker(attempt, least=2, minimal=False, usual=8)
