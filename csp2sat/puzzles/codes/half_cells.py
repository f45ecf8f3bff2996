"""Stars in cells and between them (tentaisho in puzz.link): the middles of cells, sides and corners inside the board in
reading order, (2r - 1)(2c - 1) places of r x c cells.

0-f    a star, and half of the number as many empty places behind it (an odd number is a black star, which is ignored)
g-z    1 to 20 empty places

puzz.link lets the number of the last star go beyond the board, empty places not.

Behind them holes, if there are any: a bit for each cell, five in a character, as in `rooms`.
"""

from __future__ import annotations

from ..spec import Board
from .rooms import packed, read_bits
from .spec import DIGITS, Body, Code, Read, ValuePath, blanks

STARS, EMPTY = DIGITS[:16], DIGITS[16:]


def read(body: Body, rows: int, cols: int) -> Read:
    """The board."""
    width, count = 2 * cols - 1, (2 * rows - 1) * (2 * cols - 1)
    stars: list[list[int]] = []
    places: dict[ValuePath, int] = {}
    at = 0
    while at < count and body.peek():
        char = body.take(DIGITS, "a star (0-f) or empty places (g-z)")
        if char in STARS:
            places["stars", len(stars)] = body.at - 1
            stars.append([1 + at // width, 1 + at % width])
        elif 1 + EMPTY.index(char) > count - at:
            more = f"{1 + EMPTY.index(char)} more places, but only {count - at} of {count} are left"
            raise body.error(more, body.at - 1)
        at += 1 + STARS.index(char) // 2 if char in STARS else 1 + EMPTY.index(char)
    if at < count:
        raise body.error(f"the board ends after {at} of {count} places", len(body.text))
    givens: dict[str, object] = {"stars": stars}
    bits = read_bits(body, rows * cols, "holes", "a hole") if body.peek() else []
    if any(on for on, _ in bits):
        chars = "".join(".#"[on] for on, _ in bits)
        givens["holes"] = [chars[r * cols : (r + 1) * cols] for r in range(rows)]
    body.check_end()
    return Read(rows, cols, givens, places)


def write(board: Board) -> str:
    """The code of the stars, all of them white, and of the holes."""
    width = 2 * board.cols - 1
    places = [(y - 1) * width + x - 1 for y, x in board.givens["stars"]]
    ends = [*places[1:], (2 * board.rows - 1) * width]
    text = blanks(places[0] if places else ends[0], EMPTY)
    for at, end in zip(places, ends, strict=False):
        gap = min(7, end - at - 1)
        text += STARS[2 * gap] + blanks(end - at - 1 - gap, EMPTY)
    holes = "".join(board.givens.get("holes", ()))
    return text + (packed([char == "#" for char in holes]) if "#" in holes else "")


def code() -> Code:
    """Stars and holes."""
    return Code(read, write)
