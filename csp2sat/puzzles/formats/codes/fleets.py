"""Fleets of straight ships (battleship in puzz.link), behind a slash.

`/c`, `/d` and `/e` are usual fleets; any other one is the number of ships, and each of them behind a slash: its width
and height in base 36, and bits of its cells, all of them 1.
"""

from __future__ import annotations

from ...spec import Board
from .rooms import packed
from .spec import DIGITS, Body, cannot

USUAL = {
    "c": [3, 2, 2, 1, 1, 1],
    "d": [4, 3, 3, 2, 2, 2, 1, 1, 1, 1],
    "e": [5, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1, 1, 1],
}


def read(body: Body) -> list[int]:
    """Return the sizes of the ships, which are the rest of the body, the largest first; raise InputError for any other
    rest.
    """
    start = body.at
    body.take("/", "/ and the fleet")
    words = body.text[body.at :].split("/")
    body.at = len(body.text)
    sizes = sizes_of(words)
    if words[0].isdigit() and len(words[0]) < 9 and len(words) - 1 != int(words[0]):
        raise body.error(f"found {len(words) - 1} ships; expected {words[0]}", start)
    if not sizes:
        raise body.error("expected the fleet: //c, //d, //e, or a number of ships and each of them", start)
    return sizes


def sizes_of(words: list[str]) -> list[int] | None:
    """Return the sizes of the ships; None if these are not the words of straight ships: '' and a letter, or a number
    and the ships.
    """
    if words[0] == "" and len(words) == 2:
        return USUAL.get(words[1], [])[:] or None
    sizes = []
    for word in words[1:]:
        size = max((DIGITS.find(char) for char in word[:2]), default=0)
        if size < 1 or sorted(word[:2]) != sorted(_ship(size)[:2]) or word[2:] != _ship(size)[2:]:
            return None
        sizes.append(size)
    return sorted(sizes, reverse=True) if words[0] == str(len(sizes)) else None


def _ship(size: int) -> str:
    return f"{DIGITS[size]}1{packed([True] * size)}"


def write(board: Board) -> str:
    """Return the text of the fleet; raise UsageError if a ship is too long."""
    sizes = board.givens["fleet"]
    letter = next((letter for letter, usual in USUAL.items() if usual == sizes), None)
    if letter is None and sizes[0] >= len(DIGITS):
        raise cannot(board, f"a ship of size {sizes[0]} is too long; expected at most {len(DIGITS) - 1}")
    return f"//{letter}" if letter else "/" + "/".join([str(len(sizes)), *map(_ship, sizes)])
