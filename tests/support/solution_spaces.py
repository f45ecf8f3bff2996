"""Everything that might be a solution of a small board, from which the checker chooses the solutions."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

from csp2sat.puzzles.spec import PUZZLES, Board

from .boards import loops, shadings

LATIN = {"jigsaw", "killer", "kenken", "futoshiki", "skyscrapers"}
LOOPS = {"country", "castle", "geradeweg", "balance", "moonsun"}
DIVIDED = {"dbchoco", "sashigane", "dominosa", "galaxies", "tatamibari"}
SHADED = {
    "kurodoko",
    "nurimisaki",
    "lits",
    "tapa",
    "nurimaze",
    "aqre",
    "chocona",
    "cave",
    "mosaic",
    "creek",
    "battleship",
    "snake",
}


def all_rows(alphabets: list[list[str]]) -> Iterator[list[str]]:
    """All rows of characters, each cell one of its own."""
    width = len(alphabets[0])
    for values in product(*(cell for row in alphabets for cell in row)):
        yield ["".join(values[k : k + width]) for k in range(0, len(values), width)]


def stars(board: Board) -> Iterator[list[str]]:
    """As many stars as all rows have, anywhere."""
    for places in combinations(board.cells(), board.rows * board.givens["stars"]):
        yield ["".join(".*"[(r, c) in places] for c in range(board.cols)) for r in range(board.rows)]


def in_rooms(board: Board) -> Iterator[list[list[int]]]:
    """All numbers from 1 to the size of each cell's room."""
    regions = board.givens["regions"]
    sizes = [sum(row.count(room) for row in regions) for line in regions for room in line]
    for values in product(*(range(1, size + 1) for size in sizes)):
        yield [list(values[k : k + board.cols]) for k in range(0, len(values), board.cols)]


@cache
def latin_squares(size: int) -> list[list[list[int]]]:
    """All squares whose rows have all numbers, each once; with 4 rows, columns too."""
    rows, found = list(permutations(range(1, size + 1))), []
    for square in product(rows, repeat=size):
        if size < 4 or all(len(set(column)) == size for column in zip(*square, strict=True)):
            found.append(list(map(list, square)))
    return found


def edge_sets(rows: int, cols: int) -> Iterator[dict[str, list[str]]]:
    """All sets of edges between the cells of a small board."""
    across, down = rows * (cols - 1), (rows - 1) * cols
    for bits in product("01", repeat=across + down):
        h, v = "".join(bits[:across]), "".join(bits[across:])
        yield {
            "h": [h[r * (cols - 1) : (r + 1) * (cols - 1)] for r in range(rows)],
            "v": [v[r * cols : (r + 1) * cols] for r in range(rows - 1)],
        }


@cache
def divisions(rows: int, cols: int) -> list[list[list[int]]]:
    """All divisions of a small board into connected areas, which are counted from 0 in the order of their cells."""
    edges = [((r, c), (r, c + 1)) for r in range(rows) for c in range(cols - 1)]
    edges += [((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(cols)]
    found = set()
    for joined in product((False, True), repeat=len(edges)):
        area = {(r, c): r * cols + c for r in range(rows) for c in range(cols)}
        for (u, v), on in zip(edges, joined, strict=True):
            if on and area[u] != area[v]:
                area = {cell: area[u] if name == area[v] else name for cell, name in area.items()}
        names: dict[int, int] = {}
        found.add(tuple(tuple(names.setdefault(area[r, c], len(names)) for c in range(cols)) for r in range(rows)))
    return [list(map(list, division)) for division in sorted(found)]


def with_holes(board: Board) -> Iterator[list[list[int]]]:
    """All divisions, and each with -1 in one of the cells that is alone, and in the holes."""
    holes = {(r, c) for r, row in enumerate(board.givens.get("holes", ())) for c, char in enumerate(row) if char == "#"}
    for division in divisions(board.rows, board.cols):
        yield division
        hidden = [[-1 if (r, c) in holes else label for c, label in enumerate(row)] for r, row in enumerate(division)]
        left = sorted({label for row in hidden for label in row} - {-1})
        if holes and all(sum(row.count(division[r][c]) for row in division) == 1 for r, c in holes):
            yield [[label if label < 0 else left.index(label) for label in row] for row in hidden]


def in_white(board: Board) -> Iterator[list[list[int]]]:
    """All numbers from 1 to n in white cells; black ones as they are."""
    n, givens = board.rows, board.givens
    ranges = [range(1, n + 1) if givens["black"][r][c] == "." else [givens["grid"][r][c]] for r, c in board.cells()]
    for values in product(*ranges):
        yield [list(values[k : k + board.cols]) for k in range(0, len(values), board.cols)]


def fillings(board: Board) -> Iterator[list[list[int]]]:
    """All numbers in any order."""
    for values in permutations(range(1, board.rows * board.cols + 1)):
        yield [list(values[k : k + board.cols]) for k in range(0, len(values), board.cols)]


def _triangles(board: Board) -> Iterator[list[str]]:
    return all_rows([[".abcd" if char == "." else char for char in row] for row in board.givens])


SPACES: dict[str, Callable[[Board], Iterator[Any]]] = {
    **{kind: lambda board: shadings(board.rows, board.cols) for kind in SHADED},
    "shakashaka": _triangles,
    **{kind: lambda board: loops(board.rows, board.cols) for kind in LOOPS},
    "yinyang": lambda board: all_rows([["wb"] * board.cols] * board.rows),
    "gokigen": lambda board: all_rows([["/\\"] * board.cols] * board.rows),
    "binairo": lambda board: all_rows([["01"] * board.cols] * board.rows),
    "suguru": lambda board: in_rooms(board),
    "ripple": lambda board: in_rooms(board),
    **{kind: lambda board: iter(latin_squares(board.rows)) for kind in LATIN},
    "starbattle": lambda board: stars(board),
    "tents": lambda board: all_rows([[".*" if char == "." else char for char in row] for row in board.givens["grid"]]),
    "firefly": lambda board: edge_sets(board.rows, board.cols),
    **{kind: lambda board: iter(divisions(board.rows, board.cols)) for kind in DIVIDED},
    "galaxies": lambda board: with_holes(board),
    "easyasabc": lambda board: all_rows([[".AB"[: 1 + board.givens["letters"]]] * board.cols] * board.rows),
    "str8ts": lambda board: in_white(board),
    "hidoku": lambda board: fillings(board),
}
# Sizes of boards of which everything is tried: (rows, columns)
SIZES: dict[str, tuple[tuple[int, int], ...]] = {
    "shakashaka": ((2, 2), (1, 5), (3, 2)),
    "lits": ((2, 4), (2, 5), (3, 4)),
    "binairo": ((2, 2), (2, 4), (4, 2)),
    **dict.fromkeys(("suguru", "ripple"), ((2, 3), (1, 6), (3, 2))),
    "starbattle": ((3, 3), (4, 4), (2, 2)),
    "tents": ((2, 3), (3, 3), (2, 4)),
    **dict.fromkeys(LATIN, ((2, 2), (3, 3), (3, 3))),
    "killer": ((4, 4),),
    "nurimaze": ((3, 3), (2, 4), (2, 3)),
    "firefly": ((2, 3), (2, 4)),
    **dict.fromkeys(LOOPS, ((3, 3), (3, 4), (2, 4), (4, 4))),
    **dict.fromkeys(DIVIDED, ((3, 3), (2, 4), (2, 2))),
    "dominosa": ((2, 3), (1, 2), (3, 2), (2, 3)),
    "easyasabc": ((2, 2), (2, 3), (3, 3), (3, 2), (2, 2)),
    "str8ts": ((3, 3), (2, 2)),
    "hidoku": ((2, 3), (1, 4), (3, 2), (2, 2)),
}
USUAL_SIZES = ((3, 3), (2, 4), (4, 2), (1, 5), (3, 4))


def by_the_checker(board: Board) -> list[Any]:
    """All solutions of a small board, by its checker alone."""
    return [each for each in SPACES[board.puzzle](board) if not PUZZLES[board.puzzle].broken_rules(board, each)]


def plain(solution: Any) -> str:
    """A solution so that equal ones have equal texts."""
    return str(sorted(solution.items()) if isinstance(solution, dict) else solution)
