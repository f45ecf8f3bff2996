"""Random boards of kinds, with or without solutions."""

from __future__ import annotations

import random
from collections.abc import Callable
from math import prod
from typing import Any

from csp2sat.puzzles.spec import Board

from .boards import random_rooms

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


def random_board(kind: str, rows: int, cols: int, rng: random.Random) -> Board:
    """Any board of the kind, with or without solutions."""
    return Board(kind, rows, cols, GIVENS[kind](rng, rows, cols))
