"""Stars in cells and between them (tentaisho in puzz.link): the middles of cells, sides and corners inside the board in
reading order, (2r - 1)(2c - 1) places of r x c cells.

    0-f    a star, and half of the number as many empty places behind it (an odd number: a black star, taken as white)
    g-z    1 to 20 empty places

puzz.link lets the number of the last star go beyond the board, but not letters for empty places.

Behind the places follow holes, if the board has any: a bit for each cell, five in a character, as in `rooms`.
"""

from __future__ import annotations

from ...spec import Board
from .rooms import packed, read_bits
from .spec import DIGITS, Body, Code, Read, Slots, ValuePath, blanks

STARS, EMPTY = DIGITS[:16], DIGITS[16:]


def read(body: Body, rows: int, cols: int) -> Read:
    """Read a body of stars, and of holes if holes follow the stars, and return its `rows` x `cols` board; raise
    InputError at a wrong character.

    The givens are `stars`, a list of the places [row, column] in half cells, from 1 on, and, if there are any, `holes`,
    a string for each row.
    """
    width, count = 2 * cols - 1, (2 * rows - 1) * (2 * cols - 1)
    slots = Slots(body, count, "places")
    while slots.left():
        at = body.at
        char = body.take(DIGITS, "a star (0-f) or empty places (g-z)")
        if char in STARS:
            slots.put(True, at)
            slots.put(False, at, min(STARS.index(char) // 2, slots.left()))
        else:
            slots.put(False, at, 1 + EMPTY.index(char))
    found = [place for place in range(count) if slots.values[place]]
    stars = [[1 + place // width, 1 + place % width] for place in found]
    places: dict[ValuePath, int] = {("stars", k): slots.places[place] for k, place in enumerate(found)}
    givens: dict[str, object] = {"stars": stars}
    bits = read_bits(body, rows * cols, "holes", "a hole") if body.peek() else []
    if any(on for on, _ in bits):
        chars = "".join(".#"[on] for on, _ in bits)
        givens["holes"] = [chars[r * cols : (r + 1) * cols] for r in range(rows)]
    body.check_end()
    return Read(rows, cols, givens, places)


def write(board: Board) -> str:
    """Return the text of the stars, all of them white, and of the holes; the stars are in reading order."""
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
    """Return the code of stars and holes."""
    return Code(read, write)
