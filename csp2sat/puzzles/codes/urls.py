"""What puzzle URLs call the puzzles, and how they write their boards."""

from __future__ import annotations

from typing import NamedTuple

from . import arrow_numbers, base36, circles, four_cell, kakuro_url, nonogram_url, number16, rooms, sudoku_url
from .spec import Code


class UrlType(NamedTuple):
    """A puzzle in URLs.

    names: in URLs; the first one is written.  margin: rows, and columns, that the size in the URL leaves out.
    cosmetic: flags that do not change the rules.
    """

    code: Code
    names: tuple[str, ...]
    margin: int = 0
    cosmetic: str = ""


URLS = {
    "sudoku": UrlType(sudoku_url.CODE, ("sudoku",)),
    "kakuro": UrlType(kakuro_url.CODE, ("kakuro",), margin=1),
    "akari": UrlType(four_cell.code(unknown="#", most=4), ("lightup", "akari", "bijutsukan")),
    "shikaku": UrlType(number16.numbers(unknown=True), ("shikaku",)),
    "nonogram": UrlType(nonogram_url.CODE, ("nonogram",)),
    "numberlink": UrlType(number16.numbers(), ("numlin", "numberlink")),
    "slitherlink": UrlType(four_cell.code(unknown="", most=3), ("slither", "slitherlink")),
    "masyu": UrlType(circles.CODE, ("mashu", "masyu")),
    "yajilin": UrlType(arrow_numbers.CODE, ("yajilin", "yajirin"), cosmetic="b"),
    "hitori": UrlType(base36.CODE, ("hitori",)),
    "hashiwokakero": UrlType(number16.numbers(unknown=True), ("hashi", "hashikake", "bridges")),
    "nurikabe": UrlType(number16.numbers(unknown=True), ("nurikabe",)),
    "fillomino": UrlType(number16.numbers(), ("fillomino",)),
    "heyawake": UrlType(rooms.CODE, ("heyawake",)),
}
PUZZLE_OF = {name: puzzle for puzzle, kind in URLS.items() for name in kind.names}
