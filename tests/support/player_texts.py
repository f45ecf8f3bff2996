"""Boards and solutions as files of puzz.link's player (pzprv3), written from its description alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import Any

from csp2sat.puzzles.spec import Board


def lines_of(rows: Iterable[Iterable[object]]) -> list[str]:
    return ["".join(f"{token} " for token in row) for row in rows]


def edges(board: Board, solution: Any) -> list[str]:
    return lines_of(solution["h"]) + lines_of(solution["v"])


def borders(board: Board, solution: list[list[int]]) -> list[str]:
    right = [[int(a != b) for a, b in pairwise(row)] for row in solution]
    below = [[int(a != b) for a, b in zip(*two, strict=True)] for two in pairwise(solution)]
    return lines_of(right) + lines_of(below)


def table(board: Board, inside: list[list[object]]) -> list[str]:
    """Columns above, rows to the left; some of them are ticked off."""
    top = ["." if n is None else str(n) for n in board.givens["cols"]]
    left = ["." if n is None else f"c{n}" for n in board.givens["rows"]]
    return lines_of([[".", *top], *([number, *row] for number, row in zip(left, inside, strict=True))])


def battleship(board: Board, solution: Any) -> list[str]:
    g, bits = board.givens, {1: "g", 2: "o", 3: "s", 4: "u", 5: "v"}
    fleet = [str(len(g["fleet"])), *(f"{n}1{bits[n]}" for n in g["fleet"])]
    inside = [["." if char == "." else "~nswemo".index(char) for char in row] for row in g["grid"]]
    given = [[char not in ".~" for char in row] for row in g["grid"]]
    rows = enumerate(solution)
    drawn = [["#" if on == "#" and not given[r][c] else "+" for c, on in enumerate(row)] for r, row in rows]
    return [*fleet, *table(board, inside), *lines_of(drawn), "0 0 0 "]


def snake(board: Board, solution: Any) -> list[str]:
    pairs = (zip(*rows, strict=True) for rows in zip(board.givens["grid"], solution, strict=True))
    return table(board, [[".wb".index(sign) + 4 * (on == "#") for sign, on in row] for row in pairs])


def galaxies(board: Board, solution: Any) -> list[str]:
    stars = {(y, x): "12"[(x + y) % 2] for y, x in board.givens["stars"]}
    stars |= {
        (2 * r + 1, 2 * c + 1): "X"
        for r, row in enumerate(board.givens.get("holes", ()))
        for c, char in enumerate(row)
        if char == "#"
    }
    places = (range(1, 2 * size) for size in (board.rows, board.cols))
    ys, xs = places
    return ["".join(stars.get((y, x), ".") for x in xs) for y in ys] + borders(board, solution)


def rooms(board: Board) -> list[str]:
    regions = board.givens["regions"]
    return [str(1 + max(map(max, regions))), *lines_of(regions)]


def moonsun(board: Board, solution: Any) -> list[str]:
    marks = lines_of([".sm".index(char) or "." for char in row] for row in board.givens["grid"])
    return rooms(board) + marks + edges(board, solution)


def castle(board: Board, solution: Any) -> list[str]:
    def token(clue: str) -> str:
        if clue == ".":
            return "."
        told = f"{'UDLR'.index(clue[-1]) + 1},{clue[1:-1].replace('?', '-')}" if clue[1:] else "0,-"
        return f"{told},{'gwb'.index(clue[0])}"

    return lines_of([map(token, row) for row in board.givens]) + edges(board, solution)


def balance(board: Board, solution: Any) -> list[str]:
    def token(circle: str) -> str:
        return "." if circle == "." else f"{'wb'.index(circle[0])},{circle[1:] or -2}"

    return lines_of([map(token, row) for row in board.givens]) + edges(board, solution)


def geradeweg(board: Board, solution: Any) -> list[str]:
    return lines_of([{0: ".", -1: "-"}.get(n, n) for n in row] for row in board.givens) + edges(board, solution)


def tatamibari(board: Board, solution: Any) -> list[str]:
    signs = {"|": "a", "-": "b", "+": "c", "?": "-", ".": "."}
    return lines_of([signs[sign] for sign in row] for row in board.givens) + borders(board, solution)


def dbchoco(board: Board, solution: Any) -> list[str]:
    pairs = (zip(*rows, strict=True) for rows in zip(board.givens["colors"], board.givens["numbers"], strict=True))
    return lines_of([[("-" * (on == "#") + (str(n) if n else "")) or "." for on, n in row] for row in pairs]) + borders(
        board, solution
    )


def easyasabc(board: Board, solution: Any) -> list[str]:
    g = board.givens

    def number(char: str) -> str:
        return "." if char == "." else str(1 + "ABCDEFGH".index(char))

    def cell(r: int, c: int) -> str:
        return number(solution[r][c]) if g["grid"][r][c] == "." else f"q{number(g['grid'][r][c])}"

    inside = [[cell(r, c) for c in range(board.cols)] for r in range(board.rows)]
    rows = [[number(g["left"][r]), *row, number(g["right"][r])] for r, row in enumerate(inside)]
    return [
        str(g["letters"]),
        *lines_of([[".", *map(number, g["top"]), "."], *rows, [".", *map(number, g["bottom"]), "."]]),
    ]


WRITERS: dict[str, Callable[[Board, Any], list[str]]] = {
    "battleship": battleship,
    "snake": snake,
    "galaxies": galaxies,
    "moonsun": moonsun,
    "castle": castle,
    "balance": balance,
    "geradeweg": geradeweg,
    "tatamibari": tatamibari,
    "dbchoco": dbchoco,
    "easyasabc": easyasabc,
}
NAMES = {"galaxies": "tentaisho"}


def player_text(board: Board, solution: Any) -> str:
    """The file."""
    name = NAMES.get(board.puzzle, board.puzzle)
    return "/".join(["pzprv3", name, str(board.rows), str(board.cols), *WRITERS[board.puzzle](board, solution), ""])
