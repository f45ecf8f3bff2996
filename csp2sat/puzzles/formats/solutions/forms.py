"""The solutions that a grid may mean, in the neutral forms, from the texts in the cells and between them.

Each function yields all solutions that could be meant; the puzzle's rules decide between them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from ...drawing.canvas import EAST, NORTH, SOUTH, WEST
from ...spec import PUZZLES, Board, Cell
from .layouts import Layout

Tokens = dict[Cell, str]
# The characters of cells in the puzzles' solutions; the first one of each set is the one that is not drawn
ALPHABETS = (".#", ".*T", ".abcd", "01", ".wb", "/\\", ".ABCDEFGHIJKLMNOPQRSTUVWXYZ")
MOST_HIDDEN = 6  # edges that a drawing hides, of which each combination is tried


def strings(board: Board, tokens: Tokens, drawn: Callable[[str, Cell], str]) -> Iterator[list[str]]:
    """Yield solutions that are rows of characters, one for each alphabet of ALPHABETS; none for kinds with areas.

    `tokens` are the texts in the cells; `drawn` returns the text that a character of a solution has in a cell.
    """
    puzzle, given = PUZZLES[board.puzzle], given_in(board)
    for alphabet in () if puzzle.family == "divisions" else ALPHABETS:
        meant = {cell: [char for char in alphabet if drawn(char, cell) == token] for cell, token in tokens.items()}
        chars = {
            cell: given[cell] if given.get(cell, "") in found else (found or [alphabet[0]])[0]
            for cell, found in meant.items()
        }
        yield puzzle.rewritten(board, ["".join(chars[r, c] for c in range(board.cols)) for r in range(board.rows)])


def given_in(board: Board) -> Tokens:
    """Return the given values as the text form writes them, by their cells; {} if they are not values of cells."""
    token, rows = PUZZLES[board.puzzle].cells.token, board.values()
    if [len(row) for row in rows] != [board.cols] * board.rows:
        return {}  # of corners, or outside
    found = {(r, c): token(rows[r][c]) for r, c in board.cells()}
    return {cell: written for cell, written in found.items() if written not in ("-", ".")}


def numbers(board: Board, tokens: Tokens) -> Iterator[list[list[int]]]:
    """Yield the solution with a number for each cell, which may be dark (`#3`), 0 if its text is no number."""
    found = {cell: token.lstrip("#█") for cell, token in tokens.items()}
    yield _rows(board, {cell: int(token) if _is_number(token) else 0 for cell, token in found.items()})


def _is_number(token: str) -> bool:
    return token.isascii() and token.isdigit() and len(token) < 10


def labels(board: Board, tokens: Tokens) -> Iterator[list[list[int]]]:
    """Yield the solution with an area for each label, numbered from 0 in the order of their first cells."""
    names: dict[str, int] = {}
    found = _rows(board, {cell: names.setdefault(tokens[cell], len(names)) for cell in board.cells()})
    puzzle = PUZZLES[board.puzzle]
    yield puzzle.rewritten(board, found) if puzzle.family == "divisions" else found


def areas(board: Board, layout: Layout) -> Iterator[list[list[int]]]:
    """Yield the solution of the areas into which the borders of a drawing divide the board."""
    borders = layout.pen.pieces["border"][1:]

    def is_open(cell: Cell, there: Cell) -> bool:
        return layout.char(cell[0] + there[0] + 1, cell[1] + there[1] + 1) not in borders

    yield from divided(board, is_open)


def divided(board: Board, is_open: Callable[[Cell, Cell], bool]) -> Iterator[list[list[int]]]:
    """Yield the solution of the areas of cells between which ways are open.

    is_open: whether the way between two neighbours is, of which the first argument is in an area.
    """
    names: dict[Cell, int] = {}
    for count, cell in enumerate(board.cells()):
        if cell not in names:
            todo = [cell]
            names[cell] = count
            while todo:
                r, c = todo.pop()
                for near in ((r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)):
                    if board.has(near) and near not in names and is_open((r, c), near):
                        names[near] = count
                        todo.append(near)
    yield from labels(board, {cell: str(name) for cell, name in names.items()})


def bridges(board: Board, layout: Layout) -> Iterator[list[list[int]]]:
    """Yield the solution of the lines from each cell with a clue to the next, to the right or down, single or double
    (bridges).
    """
    islands, found = given_in(board), []
    for r, c in islands:
        for down, right in ((0, 1), (1, 0)):
            i, j = 2 * r + 1 + down, 2 * c + 1 + right
            i += down * (i not in layout.lattice.rows)
            straight = EAST | WEST if right else NORTH | SOUTH
            kinds = [layout.pen.pieces[kind][straight] for kind in ("line", "double")]
            if layout.char(i, j) in kinds and (end := _next(board, islands, (r, c), (down, right))):
                found.append([r, c, *end, kinds.index(layout.char(i, j)) + 1])
    yield sorted(found)


def _next(board: Board, islands: Tokens, cell: Cell, way: Cell) -> Cell | None:
    r, c = cell
    while board.has((r := r + way[0], c := c + way[1])):
        if (r, c) in islands:
            return r, c
    return None


def edges(board: Board, layout: Layout, ground: str) -> Iterator[dict[str, list[str]]]:
    """Yield solutions of lines between the centres of cells, or between dots if `ground` is `dots`: rows of `0` and `1`
    as `h` (to the right) and `v` (down).

    Each combination of lines is yielded alone, then with the dark cells of the drawing as `shaded` cells, then with
    those dark cells that have no given value.
    """
    more, odd = (1, 0) if ground == "dots" else (0, 1)
    rows, cols = board.rows + more, board.cols + more
    across = {
        (r, c): "01"[layout.has_line(2 * r + odd, 2 * c + odd + 1, EAST | WEST)]
        for r in range(rows)
        for c in range(cols - 1)
    }
    down = {(r, c): _down(layout, 2 * r + odd, 2 * c + odd) for r in range(rows - 1) for c in range(cols)}
    h = ["".join(across[r, c] for c in range(cols - 1)) for r in range(rows)]
    dark = {cell for cell in board.cells() if layout.token(*cell) in ("#", "█")}
    shadings = [_shading(board, each) for each in (dark, dark - set(given_in(board)))]
    for found in _completed(down, across):
        v = ["".join(found[r, c] for c in range(cols)) for r in range(rows - 1)]
        yield {"h": h, "v": v}
        yield from ({"h": h, "v": v, "shaded": shaded} for shaded in shadings)


def _shading(board: Board, dark: set[Cell]) -> list[str]:
    return ["".join(".#"[(r, c) in dark] for c in range(board.cols)) for r in range(board.rows)]


def _down(layout: Layout, i: int, j: int) -> str:
    """Return whether a line goes down from the lattice point (`i`, `j`): `1`, `0`, or `?` if two marks may hide it."""
    if i + 1 in layout.lattice.rows:
        return "01"[layout.has_line(i + 1, j, NORTH | SOUTH)]
    ways = layout.ways(i, j), layout.ways(i + 2, j)
    if ways[0] & SOUTH or ways[1] & NORTH:
        return "1"
    hidden = not any(ways) and " " not in (layout.char(i, j), layout.char(i + 2, j))
    return "?" if hidden else "0"


def _completed(down: dict[Cell, str], across: dict[Cell, str]) -> Iterator[dict[Cell, str]]:
    """Yield `down` with values for its hidden edges (`?`): each combination if they are at most MOST_HIDDEN, else two.

    In the first of the two, a hidden edge is used if exactly one other edge ends at its upper point (a line goes on),
    in the second one if none does (a line begins).  `across` has the edges sideways.
    """
    hidden = [edge for edge, on in down.items() if on == "?"]
    if len(hidden) <= MOST_HIDDEN:
        yield from ({**down, **dict(zip(hidden, bits, strict=True))} for bits in product("01", repeat=len(hidden)))
        return
    for wanted in (1, 0):
        found = dict(down)
        for r, c in hidden:
            beside = (across.get((r, c - 1)), across.get((r, c)), found.get((r - 1, c)))
            found[r, c] = "01"[beside.count("1") == wanted]
        yield found


def _rows(board: Board, values: dict[Cell, int]) -> list[list[int]]:
    return [[values[r, c] for c in range(board.cols)] for r in range(board.rows)]
