"""Boards turned and mirrored.

Each turn is made of two steps: the mirror, which exchanges left and right, and the transposition, which exchanges rows
and columns. A puzzle declares the signs that name a direction (`Puzzle.directions`), and how its givens are mirrored
if clues stand beside the cells that they count (`Puzzle.mirrored`); all else follows from the form of its givens.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from ..errors import UsageError
from .givens import LABELS, CellForm, GivenSection, in_order
from .notation import Givens, GivenValue
from .spec import PUZZLES, Board

DEGREES = (0, 90, 180, 270)
MIRRORED = (("left", "right"),)  # keys of parts of the givens that the mirror exchanges
TRANSPOSED = (
    ("rows", "cols"),
    ("top", "left"),
    ("bottom", "right"),
    ("h", "v"),
    ("box_rows", "box_cols"),
    ("across", "down"),
)
PartMoved = Callable[[GivenSection, GivenValue], GivenValue]  # a part of the givens and its value -> the new value


def turned(board: Board, degrees: int = 0, mirror: bool = False) -> Board:
    """Return the board turned clockwise by `degrees`, one of DEGREES, and then mirrored if `mirror`.

    Raise UsageError, with the reason, for another number of degrees, and for a board that is no board of its puzzle
    when turned.
    """
    if degrees not in DEGREES:
        raise UsageError(f"expected one of {', '.join(map(str, DEGREES))}", "degrees", degrees)
    found = board
    for step in (transposed, mirrored) * (degrees // 90) + (mirrored,) * mirror:
        found = step(found)
    found = Board(found.puzzle, found.rows, found.cols, _with_labels_in_order(found.givens))
    try:
        PUZZLES[board.puzzle].check(found)
    except ValueError as error:
        raise UsageError(f"this {board.puzzle} cannot be turned: {error}") from None
    return found


def mirrored(board: Board) -> Board:
    """Return the board with left and right exchanged; labels of rooms are not numbered in order again."""
    puzzle, width = PUZZLES[board.puzzle], 2 * board.cols
    own = puzzle.mirrored
    if own is not None:
        return Board(board.puzzle, board.rows, board.cols, own(board))

    def part(section: GivenSection, value: GivenValue) -> GivenValue:
        if section.values == "two":
            return sorted([y, width - x] for y, x in value)
        if section.lists == "rows":
            return [each[::-1] for each in value]
        return value[::-1] if "cols" in (section.lists, section.values) else value

    pair = puzzle.directions[:2]
    givens = _moved(board, part, MIRRORED, str.maketrans(pair, pair[::-1]))
    return Board(board.puzzle, board.rows, board.cols, givens)


def transposed(board: Board) -> Board:
    """Return the board with rows and columns exchanged; labels of rooms are not numbered in order again."""
    directions = PUZZLES[board.puzzle].directions

    def part(section: GivenSection, value: GivenValue) -> GivenValue:
        if section.values == "two":
            return sorted([x, y] for y, x in value)
        if section.lists != "rows" or section.values != "cols":
            return value
        columns = range(board.cols + section.more[1])
        return [section.joined([each[at] for each in value]) for at in columns]

    signs = str.maketrans(directions, directions[2:] + directions[:2])
    return Board(board.puzzle, board.cols, board.rows, _moved(board, part, TRANSPOSED, signs))


def _moved(board: Board, part: PartMoved, pairs: Iterable[tuple[str, str]], signs: Mapping[int, int]) -> Givens:
    """Return the givens of a board with each part moved by `part`, the keys of `pairs` exchanged, and the characters of
    `signs` replaced.
    """
    form, names = PUZZLES[board.puzzle].form, dict([*pairs, *((right, left) for left, right in pairs)])
    if isinstance(form, CellForm):
        sections = [GivenSection(form.under, "", "rows", "cols", (form.corners,) * 2, form.strings)]
    else:
        sections = list(form.sections)
    known = {section.key: section for section in sections}
    whole = board.givens if isinstance(board.givens, dict) else {"": board.givens}
    moved = {
        names.get(key, key): _renamed(part(known[key], value), names, signs) if key in known else value
        for key, value in whole.items()
    }
    return moved if isinstance(board.givens, dict) else moved[""]


def _renamed(value: GivenValue, names: Mapping[str, str], signs: Mapping[int, int]) -> GivenValue:
    """Return the value with each character of `signs` in its texts, and each key of `names`, replaced."""
    if isinstance(value, str):
        return value.translate(signs)
    if isinstance(value, list):
        return [_renamed(each, names, signs) for each in value]
    return {names[key]: each for key, each in value.items()} if isinstance(value, dict) else value


def _with_labels_in_order(givens: Givens) -> Givens:
    """Return the givens with their rooms or cages numbered in the order of first cells, and the values of these in this
    order.
    """
    found = givens
    for key, values in LABELS.items():
        if isinstance(givens, dict) and key in givens:
            labels, old = in_order(givens[key])
            found = {**found, key: labels}
            if values in givens:
                found[values] = [givens[values][label] for label in old]
    return found
