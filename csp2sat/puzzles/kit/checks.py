"""Parts for checkers of solutions: reading the neutral forms, drawn lines, shaded cells, connected areas, and faults in
words.

The checkers share no code with the models.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Mapping, Sequence
from itertools import product
from typing import TypeVar

from ...base.json_source import unknown_key
from ...base.numbers import cut
from ..notation import GivenValue
from ..spec import Board, Cell, WrongForm

LARGEST = 10**18  # of the numbers in cells: what is beyond is not worth a message of its own
Drawn = dict[Cell, set[Cell]]  # for each point on a line the points to which lines go from it
V = TypeVar("V", int, Cell, tuple[int, int, int])


def check_numbers(solution: object, rows: int, cols: int, least: int | None = None) -> None:
    """Raise WrongForm if the solution is no list of `rows` lists of `cols` integers, or if an integer is below `least`
    (None: no bound) or beyond 10^18.
    """
    more = "" if least is None else f" from {least} on"
    wrong = WrongForm(f"the solution is no list of {rows} lists of {cols} numbers{more}")
    if not isinstance(solution, list) or len(solution) != rows:
        raise wrong
    for row in solution:
        if not isinstance(row, list) or len(row) != cols:
            raise wrong
        if not all(type(x) is int and (least is None or x >= least) for x in row):
            raise wrong
        if (high := max(map(abs, row), default=0)) > LARGEST:
            raise WrongForm(f"{cut(high)} is in no cell of any board")


def check_strings(value: object, name: str, height: int, width: int, characters: str) -> list[str]:
    """Return the value if it is a list of `height` strings, each of `width` of the given characters.

    Raises WrongForm otherwise; the message calls the value `name`.
    """
    if not isinstance(value, list) or len(value) != height:
        raise WrongForm(f"{name} is no list of {height} strings")
    for r, row in enumerate(value):
        if not isinstance(row, str) or len(row) != width or not set(row) <= set(characters):
            raise WrongForm(f"{name}, row {r + 1}, is no string of {width} characters {' or '.join(characters)}")
    return value


def place(point: Cell, name: str = "") -> str:
    """Return a point's place for people, such as `row 1, column 2` (counted from 1), with `name` before it."""
    return f"{name and name + ' '}row {point[0] + 1}, column {point[1] + 1}"


def row_or_column(cells: Sequence[Cell]) -> str:
    """Return for people the place of neighbouring cells in one row or column, such as `row 1, columns 2 to 4`."""
    (r, c), (last, other) = cells[0], cells[-1]
    if len(cells) == 1:
        return place((r, c))
    between = "and" if len(cells) == 2 else "to"
    if r == last:
        return f"row {r + 1}, columns {c + 1} {between} {other + 1}"
    return f"column {c + 1}, rows {r + 1} {between} {last + 1}"


def drawn_lines(solution: object, rows: int, cols: int, *more: str) -> Drawn:
    """Return the lines that a solution draws among `rows` x `cols` points: for each point on a line its neighbours on
    lines.

    solution: an object with the keys "h" (lines to the right: `rows` strings of `cols` - 1 characters) and "v" (lines
    downwards: `rows` - 1 strings of `cols` characters), `1` for a line, `0` for none. more: its further
    keys. Raises WrongForm for anything else.
    """
    if not isinstance(solution, dict):
        raise WrongForm('the solution is no object with the keys "h" and "v"')
    if unknown := unknown_key(solution, ("h", "v", *more)):
        raise WrongForm(unknown[1])
    drawn: Drawn = {}
    for key, height, width, (down, right) in (("h", rows, cols - 1, (0, 1)), ("v", rows - 1, cols, (1, 0))):
        for r, row in enumerate(check_strings(solution.get(key), f'"{key}"', height, width, "01")):
            for c, on in enumerate(row):
                if on == "1":
                    join(drawn, (r, c), (r + down, c + right))
    return drawn


def join(drawn: Drawn, one: Cell, two: Cell) -> None:
    """Add a line between two points to `drawn`."""
    drawn.setdefault(one, set()).add(two)
    drawn.setdefault(two, set()).add(one)


def goes_straight(drawn: Drawn, cell: Cell) -> bool:
    """Whether the drawn lines enter and leave the cell straight: two lines, on opposite sides."""
    if len(drawn.get(cell, ())) != 2:
        return False
    (a, b), (c, d) = drawn[cell]
    return a == c or b == d


def loop_faults(drawn: Drawn, name: str = "") -> list[str]:
    """Return, in words, why the drawn lines are not a single loop; [] if they are.

    The words put `name` before the place of each point.
    """
    faults = []
    for point, ways in sorted(drawn.items()):
        if len(ways) != 2:
            faults.append(f"the line {'ends' if len(ways) == 1 else 'branches'} at {place(point, name)}")
    if not drawn:
        return ["there is no loop"]
    if not faults and len(loops := groups(drawn)) > 1:
        places = "; ".join(place(loop[0], name) for loop in loops)
        faults.append(f"there are {len(loops)} loops, through {places}")
    return faults


def visit_faults(regions: Sequence[Sequence[int]], drawn: Drawn) -> list[str]:
    """Return, in words, which rooms the drawn loop does not enter and leave exactly once.

    `regions` has the number of each cell's room.
    """
    faults = []
    for cells in cells_by_value(regions).values():
        out = sum(near not in cells for cell in cells for near in drawn.get(cell, ()))
        if out != 2:
            fault = "does not visit" if not out else f"crosses the border {out} times, not twice, of"
            faults.append(f"the loop {fault} the room at {place(cells[0])}")
    return faults


def shaded_cells(shading: object, rows: int, cols: int, name: str = "the solution") -> set[Cell]:
    """Return the cells that are `#` in a list of `rows` strings of `cols` characters `#` and `.`.

    Raises WrongForm if `shading` is no such list; the message calls the list `name`.
    """
    strings = check_strings(shading, name, rows, cols, "#.")
    return {(r, c) for r, row in enumerate(strings) for c, what in enumerate(row) if what == "#"}


def neighbours(cell: Cell) -> list[Cell]:
    """Return the four cells beside a cell, whether they are on the board or not."""
    r, c = cell
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


def beside(cell: Cell, cells: Container[Cell]) -> int:
    """Return how many of the cells share a side with `cell`."""
    return sum(near in cells for near in neighbours(cell))


def touching(cells: Collection[Cell], corners: bool = False) -> list[tuple[Cell, Cell]]:
    """Return the pairs of `cells` that are side by side, or also the pairs that touch at a corner if `corners`, in
    reading order.
    """
    members, ways = set(cells), ((0, 1), (1, -1), (1, 0), (1, 1)) if corners else ((0, 1), (1, 0))
    pairs = (((r, c), (r + down, c + right)) for r, c in sorted(members) for down, right in ways)
    return [pair for pair in pairs if pair[1] in members]


def areas(cells: Collection[Cell]) -> list[list[Cell]]:
    """Return the connected groups of the cells, each in reading order, the groups in the order of their first cells."""
    members = set(cells)
    return groups({cell: [near for near in neighbours(cell) if near in members] for cell in members})


def groups(near: Mapping[V, Collection[V]]) -> list[list[V]]:
    """Return the connected components of a graph, each sorted, the components in the order of their first vertices.

    `near` has for each vertex its neighbours; all of them are keys, too.
    """
    found, left = [], set(near)
    for start in sorted(near):
        if start in left:
            left.discard(start)
            group = [start]
            for v in group:
                new = left.intersection(near[v])
                left -= new
                group += new
            found.append(sorted(group))
    return found


def parted_areas(rows: int, cols: int, parted: Callable[[Cell, Cell], bool]) -> list[list[int]]:
    """Return the number of the area that each cell of a `rows` x `cols` board lies in, from 0 in the order of first
    cells.

    `parted` gets a cell and the cell to its right or below, and returns whether a border is between them.
    """
    near: Drawn = {(r, c): set() for r in range(rows) for c in range(cols)}
    for r, c in near:
        for other in ((r, c + 1), (r + 1, c)):
            if other in near and not parted((r, c), other):
                join(near, (r, c), other)
    area = {cell: at for at, cells in enumerate(groups(near)) for cell in cells}
    return [[area[r, c] for c in range(cols)] for r in range(rows)]


def touching_faults(cells: Collection[Cell], name: str, corners: bool = False) -> list[str]:
    """Return, in words, which of the cells touch: at a side, or also at a corner if `corners`.

    The words call the cells `name`.
    """
    return [f"{name} touch, at {place(a)} and at {place(b)}" for a, b in touching(cells, corners)]


def diagonal_faults(cells: Collection[Cell], name: str, turning: bool = False) -> list[str]:
    """Return, in words, which of the cells touch at a corner; a pair with another of the cells beside both is allowed
    if `turning`.

    The words call the cells `name`.
    """
    faults = []
    for r, c in sorted(cells):
        for side in (-1, 1):
            joined = {(r + 1, c), (r, c + side)}.intersection(cells)
            if (r + 1, c + side) in cells and not (turning and joined):
                faults.append(f"{name} touch at a corner, at {place((r, c))} and at {place((r + 1, c + side))}")
    return faults


def number_faults(
    numbers: Mapping[Cell, GivenValue], count: Callable[[Cell], int], phrase: str, named: Callable[[Cell], str] = place
) -> list[str]:
    """Return a fault, in words, for each cell whose number in `numbers` differs from the result of `count` for the
    cell.

    `phrase` is a text about the counted number with `{}` in its place, such as `{} cells are shaded`; `named` writes
    the place of a cell.
    """
    faults = []
    for cell, number in numbers.items():
        found = count(cell)
        if found != int(number):
            faults.append(f"number {number} at {named(cell)}: {phrase.format(found)}")
    return faults


def cells_by_value(grid: Sequence[Sequence[V]]) -> dict[V, list[Cell]]:
    """Return the cells of each value in a grid, in reading order; the values come in the order of their first cells."""
    found: dict[V, list[Cell]] = {}
    for r, row in enumerate(grid):
        for c, value in enumerate(row):
            found.setdefault(value, []).append((r, c))
    return found


def parting_faults(cells: Collection[Cell], name: str) -> list[str]:
    """Return, in words, that the cells, which are called `name`, are not connected; [] if they are, or if no cell is
    given.
    """
    parts = areas(cells)
    places = "; ".join(place(part[0]) for part in parts)
    return [f"{name} fall into {len(parts)} parts, at {places}"] if len(parts) > 1 else []


def rest_faults(board: Board, shaded: Container[Cell]) -> list[str]:
    """Return, in words, that the cells of the board outside `shaded` are not connected; [] if they are."""
    return parting_faults([cell for cell in board.cells() if cell not in shaded], "the cells that are not shaded")


def block_faults(cells: Container[Cell], board: Board, name: str) -> list[str]:
    """Return, in words, which 2 x 2 blocks of the board consist of the cells only, which are called `name`."""
    corners = product(range(board.rows - 1), range(board.cols - 1))
    return [
        f"the 2 x 2 block at {place((r, c))} has {name} only"
        for r, c in corners
        if all(cell in cells for cell in ((r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)))
    ]


def seen_from(cell: Cell, cells: Container[Cell]) -> int:
    """Return how many of the cells one sees from `cell`: itself, and in each of the four directions the cells up to the
    first that is not one of `cells`.
    """
    seen = 1
    for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0)):
        r, c = cell[0] + down, cell[1] + right
        while (r, c) in cells:
            seen, r, c = seen + 1, r + down, c + right
    return seen


def view_faults(board: Board, shaded: Container[Cell]) -> list[str]:
    """Return, in words, which cells with a number are shaded, or see a different number of unshaded cells (-1 allows
    any).
    """
    faults, free = [], {cell for cell in board.cells() if cell not in shaded}
    for cell, number in board.filled().items():
        if cell in shaded:
            faults.append(f"the cell with a number at {place(cell)} is shaded")
        elif number not in (-1, seen := seen_from(cell, free)):
            faults.append(f"number {number} at {place(cell)}: {seen} cells are seen")
    return faults


def given_faults(
    board: Board, solution: Sequence[Sequence[object]], blank: object = 0, signs: Container[object] | None = None
) -> list[str]:
    """Return a fault, in words, for each cell where the solution differs from the value that the board gives.

    A cell with the given value `blank` may have any value in the solution, or any of `signs` if these are not None.
    """
    faults = []
    for (r, c), given in board.filled(None).items():
        found = solution[r][c]
        if found != given and (given != blank or (signs is not None and found not in signs)):
            faults.append(f"{found} at {place((r, c))}, where {given} is given")
    return faults


def count_faults(
    parts: Iterable[tuple[str, Collection[Cell]]], numbers: Iterable[int | None], cells: Collection[Cell], name: str
) -> list[str]:
    """Return a fault, in words, for each part in which the number of `cells` is not its expected number.

    `parts` are pairs of a part's name and all its cells; `numbers` are their expected numbers in the same order, None
    (or nothing at the end) for parts without one.  The words call the counted cells `name`.
    """
    faults, chosen = [], set(cells)
    for (part, members), number in zip(parts, numbers, strict=False):
        count = len(chosen.intersection(members))
        if number not in (None, count):
            faults.append(f"{part} has {count} {name}; expected {number}")
    return faults


def named_rooms(board: Board) -> list[tuple[str, list[Cell]]]:
    """Return the rooms of the board, each as its name for people and its cells."""
    rooms = cells_by_value(board.givens["regions"]).values()
    return [(f"the room at {place(cells[0])}", cells) for cells in rooms]


def room_count_faults(board: Board, cells: Collection[Cell], name: str) -> list[str]:
    """Return a fault, in words, for each room with a clue in which the number of `cells`, which are called `name`,
    differs from the clue.
    """
    return count_faults(named_rooms(board), board.givens["clues"], cells, name)


def shape_of(cells: Collection[Cell]) -> frozenset[Cell]:
    """Return the shape of the cells, equal for congruent areas: the least of their eight turned and mirrored copies,
    moved to the upper left corner.
    """
    found = []
    for turn in range(8):
        moved = [(c, r) if turn & 4 else (r, c) for r, c in cells]
        moved = [(-r if turn & 1 else r, -c if turn & 2 else c) for r, c in moved]
        top, left = min(r for r, _ in moved), min(c for _, c in moved)
        found.append(sorted((r - top, c - left) for r, c in moved))
    return frozenset(min(found))
