"""Random boards of kinds, and everything that might be a solution of a small board: the checker chooses from it."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations, permutations, product
from math import prod
from typing import Any

from csp2sat.puzzles.spec import PUZZLES, Board

from .boards import loops, random_rooms, shadings

Maker = Callable[[random.Random, int, int], Any]


SHARES = (0.1, 0.25, 0.4)


def _cells(rng: random.Random, rows: int, cols: int, blank: Any, values: list[Any], shares: Any = SHARES) -> Any:
    share = rng.choice(shares)
    return [[rng.choice(values) if rng.random() < share else blank for _ in range(cols)] for _ in range(rows)]


def strings(blank: str, values: str) -> Maker:
    return lambda rng, rows, cols: ["".join(row) for row in _cells(rng, rows, cols, blank, list(values))]


def ints(values: list[Any], blank: Any = 0, shares: tuple[float, ...] = SHARES) -> Maker:
    return lambda rng, rows, cols: _cells(rng, rows, cols, blank, values, shares)


def rooms(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    found = [random_rooms(rows, cols, rng) for _ in range(rng.randint(1, 4))]
    return {"regions": min(found, key=lambda regions: max(map(max, regions)))}


JIGSAWS = {
    2: [[[0, 0], [1, 1]], [[0, 1], [0, 1]]],
    3: [[[0, 0, 0], [1, 1, 2], [1, 2, 2]], [[0, 1, 1], [0, 0, 1], [2, 2, 2]], [[0, 0, 1], [0, 2, 1], [2, 2, 1]]],
}


def numbered_rooms(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """Rooms that have at most 20 000 fillings."""
    while True:
        regions = random_rooms(rows, cols, rng)
        cells = [room for row in regions for room in row]
        if prod(cells.count(room) for room in cells) <= 20_000:
            return {"regions": regions, "grid": ints([1, 2, 3], 0, (0.1, 0.2))(rng, rows, cols)}


def killer(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """On 4 x 4, with most numbers given."""
    shift = rng.randrange(4)
    rows_ = [[1, 2, 3, 4], [3, 4, 1, 2], [2, 1, 4, 3], [4, 3, 2, 1]]
    grid = [[(n + shift) % 4 + 1 if rng.random() < 0.5 else 0 for n in row] for row in rows_]
    cages = small_rooms(rng, rows, cols)
    cells = [cage for row in cages for cage in row]
    sums = [rng.choice((None, None, None, rng.randint(1, 3) * cells.count(cage) + 1)) for cage in range(1 + max(cells))]
    return {"box_rows": 2, "box_cols": 2, "grid": grid, "cages": cages, "sums": sums}


def kenken(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    regions = random_rooms(rows, cols, rng)
    signs, cages = ["", *"+-*/"], range(1 + max(map(max, regions)))
    clues = [rng.choice((None, f"{rng.randint(1, 7)}{rng.choice(signs)}")) for _ in cages]
    return {"regions": regions, "clues": clues}


def futoshiki(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    grid, h = ints([1, 2, 3], 0, (0.1,))(rng, rows, cols), strings(".", "<>")(rng, rows, cols - 1)
    return {"grid": grid, "h": h, "v": strings(".", "^v")(rng, rows - 1, cols)}


def skyscrapers(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    sides = {side: ints([1, 2, 3], 0, (0.1, 0.3))(rng, 1, cols)[0] for side in ("top", "bottom", "left", "right")}
    return {**sides, "grid": ints([1, 2, 3], 0, (0.1,))(rng, rows, cols)}


def small_regions(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    found = [random_rooms(rows, cols, rng) for _ in range(5)]
    return {"regions": min(found, key=lambda regions: abs(rows - 1 - max(map(max, regions))))}


def dominoes(rng: random.Random, rows: int, cols: int) -> list[list[int]]:
    return [[rng.randint(0, 1 if rows * cols > 2 else 0) for _ in range(cols)] for _ in range(rows)]


def tents(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    numbers = [[rng.choice((None, None, 0, 1)) for _ in range(size)] for size in (rows, cols)]
    grid = strings(".", "T")(rng, rows, cols)
    return {"rows": numbers[0], "cols": numbers[1], "grid": grid}


def corners(rng: random.Random, rows: int, cols: int) -> list[str]:
    return strings(".", "01122234")(rng, rows + 1, cols + 1)


def few_rooms(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """One room or two, parted by a line that goes through some columns, or by one across."""
    cut = [rng.randint(1, cols - 1) for _ in range(rows)] if rng.random() < 0.7 else [cols] * rows
    regions = [[int(c >= cut[r]) for c in range(cols)] for r in range(rows)]
    return {"regions": regions}


def room_clues(least: int, most: int) -> Maker:
    def make(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
        regions = random_rooms(rows, cols, rng)
        count = 1 + max(map(max, regions))
        clues = [rng.choice((None, rng.randint(least, most))) for _ in range(count)]
        return {"regions": regions, "clues": clues}

    return make


def small_rooms(rng: random.Random, rows: int, cols: int) -> list[list[int]]:
    """Single cells, of which a few are joined to the next one."""
    regions = [[r * cols + c for c in range(cols)] for r in range(rows)]
    for _ in range(rng.randint(0, rows) if cols > 1 else 0):
        r, c = rng.randrange(rows), rng.randrange(cols - 1)
        joined = {regions[r][c], regions[r][c + 1]}
        regions = [[min(joined) if room in joined else room for room in row] for row in regions]
    names: dict[int, int] = {}
    return [[names.setdefault(room, len(names)) for room in row] for row in regions]


def maze(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """Small tiles, one S, one G, and a few other signs."""
    signs = ["S", "G", *rng.choices("ot..", k=2), *"." * (rows * cols - 4)]
    rng.shuffle(signs)
    grid = ["".join(signs[r * cols : (r + 1) * cols]) for r in range(rows)]
    return {"regions": small_rooms(rng, rows, cols), "grid": grid}


def line_counts(signs: str, most: int, more: Maker = lambda rng, rows, cols: {}) -> Maker:
    """Numbers of a few rows and columns, and signs in a few cells.  more: what is given besides."""

    def make(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
        numbers = [[rng.choice((None, None, None, rng.randint(0, most))) for _ in range(size)] for size in (rows, cols)]
        grid = ["".join(row) for row in _cells(rng, rows, cols, ".", list(signs), (0, 0.1))]
        return {"rows": numbers[0], "cols": numbers[1], "grid": grid, **more(rng, rows, cols)}

    return make


def fleet(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    return {"fleet": sorted(rng.choices((1, 1, 2, 2, 3), k=rng.randint(1, 3)), reverse=True)}


def galaxies(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """The middles of a division into dominoes and single cells, and some other places; sometimes a hole."""
    regions = small_rooms(rng, rows, cols)
    cells: dict[int, list[tuple[int, int]]] = {}
    for r, row in enumerate(regions):
        for c, room in enumerate(row):
            cells.setdefault(room, []).append((r, c))
    stars = {(each[0][0] + each[-1][0] + 1, each[0][1] + each[-1][1] + 1) for each in cells.values() if len(each) < 3}
    stars = {star for star in stars if rng.random() < 0.6}
    stars |= {(rng.randint(1, 2 * rows - 1), rng.randint(1, 2 * cols - 1)) for _ in range(rng.randint(0, 2))}
    givens: dict[str, Any] = {"stars": sorted(map(list, stars))}
    if rng.random() < 0.2:
        hole = rng.randrange(rows), rng.randrange(cols)
        givens["holes"] = ["".join(".#"[(r, c) == hole] for c in range(cols)) for r in range(rows)]
    return givens


def signed_rooms(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """Rooms and signs that some loop has passed, in part."""
    cut = rng.randint(1, cols - 1)
    regions = rng.choice(([[int(c >= cut) for c in range(cols)] for _ in range(rows)], random_rooms(rows, cols, rng)))
    return {"regions": regions, "grid": strings(".", "ms")(rng, rows, cols)}


def castle(rng: random.Random, rows: int, cols: int) -> Any:
    told = [f"{colour}{each}" for colour in "wbg" for each in ("", "?U", "0R", "1L", "1D", "2U", "2R")]
    return ints(told, ".", (0.1, 0.2))(rng, rows, cols)


def abc(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    n = rng.randint(1, 2)
    signs = "AB"[:n]
    sides = {
        side: "".join(_cells(rng, 1, size, ".", list(signs), (0.1, 0.3))[0])
        for side, size in (("top", cols), ("bottom", cols), ("left", rows), ("right", rows))
    }
    return {
        "letters": n,
        **sides,
        "grid": ["".join(row) for row in _cells(rng, rows, cols, ".", list(signs), (0, 0.1))],
    }


def str8ts(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    black = [rng.choice((".", ".", "#")) for _ in range(rows * cols)]
    grid = _cells(rng, rows, cols, 0, [1, 2, 3], (0.1, 0.2))
    return {"grid": grid, "black": ["".join(black[r * cols : (r + 1) * cols]) for r in range(rows)]}


def chocolate(rng: random.Random, rows: int, cols: int) -> dict[str, Any]:
    """As many grey cells as white ones, if there can be; a few small sizes."""
    grey = [char for char in "#." for _ in range((rows * cols + 1) // 2)][: rows * cols]
    rng.shuffle(grey)
    colors = ["".join(grey[r * cols : (r + 1) * cols]) for r in range(rows)]
    return {"colors": colors, "numbers": ints([1, 1, 2, 2, 3, 4], 0, (0, 0, 0.1))(rng, rows, cols)}


def hidoku(rng: random.Random, rows: int, cols: int) -> list[list[int]]:
    return ints(list(range(1, rows * cols + 1)), 0, (0.1, 0.3))(rng, rows, cols)


GIVENS: dict[str, Maker] = {
    "kurodoko": ints([-1, 2, 3, 4]),
    "nurimisaki": ints([-1, -1, 2, 3]),
    "lits": few_rooms,
    "tapa": ints([[0], [1], [2], [3], [-1], [1, 1], [1, -1], [4], [2, 2], [1, 1, -1]], None),
    "shakashaka": strings(".", "##0123"),
    "aqre": room_clues(0, 3),
    "chocona": room_clues(0, 5),
    "cave": ints([-1, 2, 3, 4, 5], 0, (0.1, 0.2)),
    "yinyang": strings(".", "wb"),
    "mosaic": strings(".", "012345"),
    "creek": corners,
    "gokigen": corners,
    "binairo": lambda rng, rows, cols: {"distinct": rng.random() < 0.5, "grid": strings(".", "01")(rng, rows, cols)},
    "suguru": numbered_rooms,
    "ripple": numbered_rooms,
    "jigsaw": lambda rng, rows, cols: {"regions": rng.choice(JIGSAWS[rows]), "grid": ints([1, 2, 3])(rng, rows, cols)},
    "killer": killer,
    "kenken": kenken,
    "futoshiki": futoshiki,
    "skyscrapers": skyscrapers,
    "starbattle": lambda rng, rows, cols: {"stars": 1, **small_regions(rng, rows, cols)},
    "tents": tents,
    "dominosa": dominoes,
    "country": room_clues(1, 4),
    "firefly": ints([f"{n}{way}" for n in "?012" for way in "UDLR"], ".", (0.3, 0.5)),
    "nurimaze": maze,
    "sashigane": ints(["U", "D", "L", "R", "o", "3", "4"], ".", (0.1, 0.2)),
    "battleship": line_counts("~onswem", 2, fleet),
    "snake": line_counts("wb", 3),
    "galaxies": galaxies,
    "castle": castle,
    "geradeweg": ints([-1, -1, 1, 1, 2, 3], 0, (0.1, 0.2)),
    "balance": ints(["w", "b", "w2", "w4", "b3", "b4"], ".", (0.1, 0.2)),
    "moonsun": signed_rooms,
    "tatamibari": strings(".", "+-|?"),
    "dbchoco": chocolate,
    "easyasabc": abc,
    "str8ts": str8ts,
    "hidoku": hidoku,
}
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


def random_board(kind: str, rows: int, cols: int, rng: random.Random) -> Board:
    """Any board of the kind, with or without solutions."""
    return Board(kind, rows, cols, GIVENS[kind](rng, rows, cols))


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
