"""Boards whose givens are sections: the code of each follows the one before.

rooms       the borders, as in `rooms`            numbers    the cells, as in `number16`
bits        five cells a character, # or .        circles    three cells a character, as in `circles`
signs       a character for each sign, and others for runs of blank cells
marks       a character for a mark and the blank cells behind it      count    a number, and a slash
coded       values of cells by their numbers in number16         fleet      the sizes of ships
outside     numbers beside the board, as in `number16`: of some sides, one after the other
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from ...notation import GivenParts, GivenValue
from ...spec import Board
from . import circles, fleets, number16, rooms
from .spec import DIGITS, Body, Code, Read, Slots, ValuePath, blanks, cannot, write_runs

Places = dict[ValuePath, int]


class Piece(NamedTuple):
    """The code of one section.

    read: body, rows, columns, whether the section is the last -> the values by their keys, and the index in the body of
        some of them.
    write: board -> text.
    """

    read: Callable[[Body, int, int, bool], tuple[GivenParts, Places]]
    write: Callable[[Board], str]


def code(parts: Sequence[tuple[str, Mapping[str, GivenValue]]]) -> Code:
    """Return the code of sections in their order, each a name of PIECES with its options."""
    pieces = [PIECES[name](**options) for name, options in parts]

    def read(body: Body, rows: int, cols: int) -> Read:
        givens: GivenParts = {}
        places: Places = {}
        for piece in pieces:
            values, more = piece.read(body, rows, cols, piece is pieces[-1])
            givens |= values
            places |= more
        body.check_end()
        return Read(rows, cols, givens, places)

    return Code(read, lambda board: "".join(piece.write(board) for piece in pieces))


def _rooms() -> Piece:
    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        return {"regions": rooms.read_regions(body, rows, cols)[0]}, {}

    return Piece(read, rooms.write_regions)


def _in_cells(key: str, slots: Slots, cols: int, strings: bool) -> tuple[GivenParts, Places]:
    """Return the values of the slots as rows of `cols` values under `key`, with their places; rows are strings if
    `strings`.
    """
    table = [slots.values[at : at + cols] for at in range(0, slots.count, cols)]
    places: Places = {(key, *divmod(k, cols)): place for k, place in enumerate(slots.places)}
    return {key: ["".join(row) for row in table] if strings else table}, places


def _in_number16(body: Body, count: int, last: bool, omitted: bool) -> Slots:
    """Return the numbers of `count` cells.

    All numbers are None if `omitted` (nothing is written for blank cells), the section is the `last`, and the body
    ends.
    """
    if not (omitted and last and not body.peek()):
        return number16.read(body, count, "cells", last)
    slots = Slots(body, count)
    slots.put(None, body.at, count)
    return slots


def _numbers(key: str, unknown: bool = False, omitted: bool = False) -> Piece:
    """Return the code of numbers from 1 on under `key`, with 0 for a blank cell.

    Numbers may be -1 if `unknown`; nothing is written if `omitted` and all cells are blank.  The reader raises
    InputError for other numbers, the writer UsageError for a number that is too big.
    """

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = _in_number16(body, rows * cols, last, omitted)
        for value, at in zip(slots.values, slots.places, strict=True):
            if value == 0 or (value == number16.UNKNOWN and not unknown):
                shown = "an unknown number" if value else "0"
                raise body.error(f"{shown} cannot stand here; expected numbers from 1 on", at)
        slots.values = [value or 0 for value in slots.values]
        return _in_cells(key, slots, cols, False)

    def write(board: Board) -> str:
        values = [value for row in board.givens[key] for value in row]
        if max(values) > number16.MOST:
            raise cannot(board, f"{max(values)} is too big; expected at most {number16.MOST}")
        return number16.write(value or None for value in values) if any(values) or not omitted else ""

    return Piece(read, write)


def _bits(key: str) -> Piece:
    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = Slots(body, rows * cols)
        for on, at in rooms.read_bits(body, rows * cols, "cells", "a cell"):
            slots.put("#" if on else ".", at)
        return _in_cells(key, slots, cols, True)

    return Piece(read, lambda board: rooms.packed([char == "#" for row in board.givens[key] for char in row]))


def _circles(key: str, values: str) -> Piece:
    """Return the code of cells under `key`, three a character; `values` has the characters of the digits 0, 1 and 2."""

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = Slots(body, rows * cols)
        while slots.left():
            circles.put_three(slots, body.at, values)
        return _in_cells(key, slots, cols, True)

    return Piece(read, lambda board: circles.packed((char for row in board.givens[key] for char in row), values))


def _signs(key: str, signs: str, blank: str = ".") -> Piece:
    """Return the code of cells with signs under `key`.

    The digits from 1 on stand for the characters of `signs`, and the characters behind these digits for runs of
    `blank`.
    """
    runs = DIGITS[len(signs) + 1 :]
    expected = f"a sign (1-{len(signs)}) or blanks ({runs[0]}-z)"

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = Slots(body, rows * cols)
        while slots.left():
            at = body.at
            char = body.take(DIGITS[1:], expected)
            if char in runs:
                slots.put(blank, at, runs.index(char) + 1)
            else:
                slots.put(signs[int(char) - 1], at)
        return _in_cells(key, slots, cols, True)

    def write(board: Board) -> str:
        values = (None if char == blank else char for row in board.givens[key] for char in row)
        return write_runs(values, lambda char: DIGITS[signs.index(char) + 1], runs)

    return Piece(read, write)


def _outside(sides: Sequence[tuple[str, str]], blank: object = None, letters: str = "") -> Piece:
    """Return the code of lists beside the board, as numbers with `blank` for no number.

    `sides` has for each list its key, and whether it has a value for each of the `rows` or `cols`.  If `letters` is not
    '', each list is a string of these characters (1 is the first), with `.` for none, and `blank` is not used.  The
    reader raises InputError at the code's sign for an unknown number, and at a number without a letter.
    """
    if letters:
        return _letters_outside(sides, letters)

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        counts = {"rows": rows, "cols": cols}
        slots = number16.read(body, sum(counts[each] for _, each in sides), "numbers beside the board", last)
        if number16.UNKNOWN in slots.values:
            raise body.error("an unknown number cannot stand here", slots.places[slots.values.index(number16.UNKNOWN)])
        found: GivenParts = {}
        places: Places = {}
        start = 0
        for key, each in sides:
            values = slots.values[start : start + counts[each]]
            found[key] = [blank if value is None else value for value in values]
            places |= {(key, k): slots.places[start + k] for k in range(counts[each])}
            start += counts[each]
        return found, places

    def write(board: Board) -> str:
        values = [value for key, _ in sides for value in board.givens[key]]
        return number16.write(None if value == blank else value for value in values)

    return Piece(read, write)


def _letters_outside(sides: Sequence[tuple[str, str]], letters: str) -> Piece:
    signs = "." + letters
    plain = _outside(sides, 0)

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        found, places = plain.read(body, rows, cols, last)
        for key, values in found.items():
            for at, value in enumerate(values):
                if value >= len(signs):
                    raise body.error(f"unknown letter; expected a number from 1 to {len(letters)}", places[key, at])
            found[key] = "".join(signs[value] for value in values)
        return found, places

    def write(board: Board) -> str:
        givens = {key: [signs.index(char) for char in board.givens[key]] for key, _ in sides}
        return plain.write(Board(board.puzzle, board.rows, board.cols, givens))

    return Piece(read, write)


def _marks(key: str, mark: str, blank: str = ".") -> Piece:
    """Return the code of cells under `key` with `mark` or `blank`.

    A character 0 to h is a mark and 0 to 17 blank cells behind it, i to z are 1 to 18 blank cells.
    """

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = Slots(body, rows * cols)
        while slots.left():
            at = body.at
            number = DIGITS.index(body.take(DIGITS, "a mark (0-h) or blanks (i-z)"))
            if number < 18:
                slots.put(mark, at)
            slots.put(blank, at, min(number, slots.left()) if number < 18 else number - 17)
        return _in_cells(key, slots, cols, True)

    def write(board: Board) -> str:
        head, *tails = "".join(board.givens[key]).split(mark)
        text = blanks(len(head), DIGITS[18:])
        for tail in tails:
            text += DIGITS[min(len(tail), 17)] + blanks(max(0, len(tail) - 17), DIGITS[18:])
        return text

    return Piece(read, write)


def _count(key: str) -> Piece:
    """Return the code of a number from 1 on under `key`, with a slash behind it."""

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        at, word = body.at, ""
        while body.peek() != "/":
            word += body.take("0123456789", "a number and a /")
        body.at += 1
        if not word or len(word) > 9 or int(word) < 1:
            raise body.error("expected a number from 1 on", at)
        return {key: int(word)}, {(key,): at}

    return Piece(read, lambda board: f"{board.givens[key]}/")


def _coded(key: str, values: str, least: int = 0, omitted: bool = False, blank: str = ".") -> Piece:
    """Return the code of cells under `key` by numbers: those from `least` on stand for the characters of `values`.

    Cells without a number are `blank`; nothing is written if `omitted` and there is no number other than 0.  The reader
    raises InputError for a number without a character.
    """

    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        slots = _in_number16(body, rows * cols, last, omitted)
        for value, at in zip(slots.values, slots.places, strict=True):
            if value is not None and not 0 <= value - least < len(values):
                most = least + len(values) - 1
                raise body.error(f"unknown cell; expected a number from {least} to {most}, or blanks", at)
        slots.values = [blank if value is None else values[value - least] for value in slots.values]
        return _in_cells(key, slots, cols, True)

    def write(board: Board) -> str:
        chars = [char for row in board.givens[key] for char in row]
        found = [None if char == blank else least + values.index(char) for char in chars]
        return "" if omitted and not any(found) else number16.write(found)

    return Piece(read, write)


def _fleet() -> Piece:
    def read(body: Body, rows: int, cols: int, last: bool) -> tuple[GivenParts, Places]:
        start = body.at
        return {"fleet": fleets.read(body)}, {("fleet",): start}

    return Piece(read, fleets.write)


PIECES: dict[str, Callable[..., Piece]] = {
    "rooms": _rooms,
    "numbers": _numbers,
    "bits": _bits,
    "circles": _circles,
    "signs": _signs,
    "outside": _outside,
    "marks": _marks,
    "count": _count,
    "coded": _coded,
    "fleet": _fleet,
}
