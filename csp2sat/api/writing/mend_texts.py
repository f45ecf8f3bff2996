"""Mends of a board in words and as fields: which clues, changed or taken away, leave a board that has a solution."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

from ...base.numbers import counted
from ...explaining.clue_changes import ClueChanges
from ...explaining.mends import Mend, Mends
from ...puzzles.spec import Board, Cell, Clue, clues_of
from .reason_texts import clue_value, place_fields

MOST_MENDS = 20  # that are listed
BALANCED = ", or of 2 that leave the totals of rows and of columns equal,"


def mends_text(board: Board, mends: Mends, longer: str = "", corrected: str = "") -> str:
    """Return the mends as text: the totals that are not equal, the clues that are in every reason, how many clues are
    too few, then at most MOST_MENDS mends, each on a line, and a line if time ended the search; '' if none were found
    and none can be.

    longer: how to have more changes tried.  corrected: what finds the clues that must go if no mend was found.
    """
    every = "; ".join(_old(board, cell) for cell in mends.in_every or ())
    totals = (total.replace(" equal to ", " and ") for total in mends.totals)
    lines = [f"the totals of all clues must be equal, but differ: {total}\n" for total in totals]
    lines += [f"in every reason: {every}\n"] if every else []
    lines += _fewer(board, mends, corrected)
    if mends.found:
        how = "in another room" if clues_of(board).are_rooms else "changed or taken away"
        how = "changed, moved or taken away" if any(mend.is_move for mend in mends.found) else how
        lines.append(f"with {counted(len(mends.found[0].cells), _unit(board))} {how} there is a solution:\n")
    elif mends.complete and not clues_of(board).changeable(board):
        lines.append("no mend was tried, for no clue of this board can be changed or taken away here\n")
    alike = [[*group] for _, group in groupby(mends.found, _kind)]
    lines += [f"  {_mend(board, group)}\n" for group in alike[:MOST_MENDS]]
    if left := sum(map(len, alike[MOST_MENDS:])):
        lines.append(f"  and {left} more\n")
    if mends.found and not mends.complete:
        lines.append("there may be others: not all changes were tried\n")
    if mends.out_of_time:
        lines.append(f"{_late(mends, 'the search for clues in every reason and for changes of clues ended')}{longer}\n")
    return "".join(lines)


def _fewer(board: Board, mends: Mends, corrected: str) -> list[str]:
    """Return a line on the number of clues that are too few to mend a board; [] if none is known, or if fewer mend the
    board, since the cells of these clues become free.

    corrected: as of `mends_text`.
    """
    most, changed = mends.excluded, len(mends.found[0].cells) if mends.found else 0
    if not most or 0 < changed <= most:
        return []
    if most == 1 and changed:
        return ["no change of one clue is enough\n"]
    many = {1: "one clue", 2: "one or two clues"}.get(most, f"up to {most} clues")
    is_all = {*clues_of(board).optional(board)} >= {*clues_of(board).changeable(board)}
    if not is_all or ClueChanges(board).may_free:  # another change of as few clues may be enough
        return [f"with {many} left out there is still no solution\n"]
    least = "" if changed else f": at least {most + 1} clues must go{corrected}"
    return [f"no change of {many} is enough{least}\n"]


def unique_text(board: Board, changes: Mends, longer: str = "") -> str:
    """Return the changes of one clue, or of one cell's room, that leave a board a single solution as text, each on a
    line; else a line that none does, as far as changes were tried, and which were tried; '' if none can be tried.

    longer: how to have more changes tried.
    """
    lines = [f"  {_mend(board, [replace(each, unique=None)])}\n" for each in changes.found]
    if changes.tried is None:
        return ""
    clues, unit = clues_of(board), _unit(board)
    given, is_added = clues.changeable(board), next(clues.fresh(board), None) is not None
    other = "another room for a cell" if clues.are_rooms else "another value for a clue"
    is_emptied = any(next(ClueChanges(board).emptied(cell), None) for cell in given)
    kinds = [other] * bool(given) + ["a clue in a cell beside its own"] * ClueChanges(board).may_move(given)
    kinds += ["a new clue in a free cell"] * is_added + ["a clue taken away with its cell"] * is_emptied
    tried = f"all {changes.tried}" if changes.complete else f"{changes.tried} of {changes.possible}"
    asked = f"1 {unit}{BALANCED if changes.pairs else ''}"
    tried = (
        _late(changes, f"{tried} changes of {asked} were tried ({_or(kinds)})") + longer * changes.out_of_time + "\n"
    )
    if not lines:
        return f"no change of {asked} was found that leaves one solution: {tried}"
    ways = {
        "moved": any(each.is_move for each in changes.found),
        "added": any(each.cells[0] not in given for each in changes.found),
        "taken away": not all(each.clues for each in changes.found),
    }
    how = "in another room" if clues.are_rooms else _or(["changed", *(way for way, is_one in ways.items() if is_one)])
    unit = counted(len(changes.found[0].cells), unit)
    others = "there are no others" if changes.complete else "there may be others"
    return "".join([f"with {unit} {how} there is exactly one solution:\n", *lines, f"{others}: {tried}"])


def _late(mends: Mends, what: str) -> str:
    """Return the words `what`, with the time of the search if its end came before the last change was tried."""
    time = f"{mends.seconds:g} seconds of a search without a time limit" if mends.seconds else "time"
    return f"{what} in the {time}" if mends.out_of_time else what


def mends_fields(mends: Mends) -> dict[str, Any]:
    """Return the mends as fields; rows and columns count from 0.  The cells in every reason are left out if they are
    not known.
    """
    listed = [
        {"cells": [place_fields(cell) for cell in mend.cells], "clues": clues_fields(mend.clues)}
        | {"unique": mend.unique}
        | ({"with_cell": True} if mend.with_cell else {})
        for mend in mends.found
    ]
    every: dict[str, Any] = (
        {} if mends.in_every is None else {"in_every_reason": [place_fields(cell) for cell in mends.in_every]}
    )
    every |= {"mends_excluded": mends.excluded} if mends.excluded else {}
    tried = {} if mends.tried is None else {"mends_tried": mends.tried, "mends_possible": mends.possible}
    every |= {"broken_totals": mends.totals} if mends.totals else {}
    return every | {"mends": listed, "mends_complete": mends.complete} | tried


def _unit(board: Board) -> str:
    """Return the word for what a mend changes, the room of a cell or else a clue."""
    return "cell" if clues_of(board).are_rooms else "clue"


def _kind(mend: Mend) -> object:
    """Return a key that is equal for the mends of one line: other values of one clue, all with several solutions."""
    alike = len(mend.cells) == len(mend.clues) == 1 and mend.unique is False and not mend.is_move
    return mend.cells if alike else id(mend)


def _mend(board: Board, alike: Sequence[Mend]) -> str:
    """Return mends that are alike in words, such as `row 3, column 8: 6 instead of 4 (unique)`, or `row 1, column 1: 2,
    3 or 5 instead of 1 (several solutions each)`.
    """
    mend, parts, given = alike[0], [], clues_of(board).changeable(board)
    if mend.is_move:
        to = clues_of(board).place(board, mend.clues[0][0])
        parts = [f"{clues_of(board).place(board, mend.cells[0])}: {given_value(board, mend.cells[0])} moved to {to}"]
        return parts[0] + _uniqueness(mend, len(alike))
    for cell in mend.cells:
        at, new = clues_of(board).place(board, cell), [t for each in alike if (t := _new(board, each).get(cell))]
        how = f"instead of {given_value(board, cell)}" if cell in given else "added"
        gone = f"{given_value(board, cell)} taken away{' with its cell' if mend.with_cell else ''}"
        parts.append(f"{at}: {_or(new)} {how}" if new else f"{at}: {gone}")
    return "; ".join(parts) + _uniqueness(mend, len(alike))


def _uniqueness(mend: Mend, alike: int) -> str:
    return {True: " (unique)", False: f" (several solutions{' each' * (alike > 1)})", None: ""}[mend.unique]


def _new(board: Board, mend: Mend) -> dict[Cell, str]:
    """Return the new values of a mend by their cells, as people write them."""
    clues = clues_of(board)
    more = clues.added(clues.without(board, mend.cells), mend.clues)
    return {clue[0]: clues.words(board, clue[1]) or clue_value(more, clue) for clue in mend.clues}


def _or(texts: Sequence[str]) -> str:
    """Return texts as a choice, such as `2, 3 or 5`."""
    return " or ".join(filter(None, (", ".join(texts[:-1]), texts[-1])))


def _old(board: Board, cell: Cell) -> str:
    return clues_of(board).titled(board, cell, given_value(board, cell))


def given_value(board: Board, cell: Cell) -> str:
    """Return the value of the clue in a cell as people write it; `the clue` if the clue is no value that can be added
    to the board without it.
    """
    clues = clues_of(board)
    value = clues.value(board, cell)
    return "the clue" if value is None else clues.words(board, value) or clue_value(board, (cell, value))


def clues_fields(clues: Sequence[Clue]) -> list[dict[str, Any]]:
    """Return clues as fields, each with its row and column, from 0, and its value."""
    return [{**place_fields(cell), "value": value} for cell, value in clues]
