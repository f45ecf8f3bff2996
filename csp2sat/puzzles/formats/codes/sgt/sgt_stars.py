"""Stars in cells and between them (galaxies): the middles of cells, sides and corners inside the board, in their order.

a-y    0 to 24 empty places, then a star (capitals: a black star, taken as white)
z      25 empty places

Behind the last star nothing is written.
"""

from __future__ import annotations

from ....spec import Board
from ..spec import LETTERS, Body, Code, Read, ValuePath, cannot

EMPTY = len(LETTERS) - 1


def read(body: Body, rows: int, cols: int) -> Read:
    """Read the body in this code, and return its `rows` x `cols` board; raise InputError at a wrong character, or at a
    place beyond the last place.

    The givens are `stars`, a list of the places [row, column] in half cells, from 1 on.
    """
    width, count = 2 * cols - 1, (2 * rows - 1) * (2 * cols - 1)
    stars: list[list[int]] = []
    places: dict[ValuePath, int] = {}
    at = 0
    while body.peek():
        steps = LETTERS.index(body.take(LETTERS + LETTERS.upper(), "a star (a-y, A-Y) or empty places (z)").lower())
        at += steps
        if at >= count + (steps == EMPTY):
            raise body.error(
                f"found {at + 1} places; expected {count}, with a star in the last one at most", body.at - 1
            )
        if steps < EMPTY:
            places["stars", len(stars)] = body.at - 1
            stars.append([1 + at // width, 1 + at % width])
            at += 1
    return Read(rows, cols, {"stars": stars}, places)


def write(board: Board) -> str:
    """Return the text of the stars, all of them white; raise UsageError if the board has holes."""
    if "#" in "".join(board.givens.get("holes", ())):
        raise cannot(board, "the board has holes")
    text, at = "", 0
    for y, x in board.givens["stars"]:
        place = (y - 1) * (2 * board.cols - 1) + x - 1
        text += LETTERS[-1] * ((place - at) // EMPTY) + LETTERS[(place - at) % EMPTY]
        at = place + 1
    return text


def code() -> Code:
    """Return the code of stars."""
    return Code(read, write)
