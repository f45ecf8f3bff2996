"""Straights, cells of a line with consecutive numbers in any order: what follows from them, in words."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, combinations

from ..fact_forms import Fact
from ..kit.checks import place, row_or_column
from ..notation import listed
from ..spec import Board, Cell
from .numbers_left import NEEDS, fits, numbers_left, numbers_out

MOST_WAYS = 3  # consecutive numbers of a straight, which are named
MOST_TEXTS = 2  # of what other cells would have to be
CellNumbers = dict[Cell, set[int]]
Excluded = Sequence[tuple[Cell, int]]


def straight_words(board: Board, cells: Sequence[Cell], known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why facts follow from a straight, or, without new facts, why it is not possible; '' where the
    known facts leave a cell no number, and where the straight is possible.

    cells: of the straight, side by side.  known, new: facts.
    """
    left = numbers_left(board, cells, known)
    ways = [numbers for numbers in _ways(board, cells) if fits(numbers, left)]
    name = f"the straight of {row_or_column(cells)}"
    if not new:
        no_way = not ways and all(left.values())
        return f"no {len(cells)} consecutive numbers are left for {row_or_column(cells)}" if no_way else ""
    taken = [(cell, number) for cell, own in left.items() if len(own) == 1 for number in own]
    out = [
        each for each in numbers_out(left, new) if all(each[1] != number or each[0] == cell for cell, number in taken)
    ]
    if not ways or not out:
        return ""
    return (
        _by_one_cell(board, left, out, name)
        or _by_ways(left, ways, out, new, name)
        or _by_missing(board, left, out, name)
        or f"else no consecutive numbers are left for {name}"
    )


def _ways(board: Board, cells: Sequence[Cell]) -> list[range]:
    """Return the consecutive numbers that a straight of some cells could have on an empty board."""
    return [range(least, least + len(cells)) for least in range(1, board.rows - len(cells) + 2)]


def _by_one_cell(board: Board, left: CellNumbers, out: Excluded, name: str) -> str:
    """Return in words how far a straight reaches from one cell, where that excludes all numbers of `out`; '' else.

    name: of the straight.
    """
    far = len(left) - 1
    for cell, own in sorted(left.items(), key=lambda each: len(each[1])):
        least, most = max(1, min(own) - far), min(board.rows, max(own) + far)
        if any(least <= number <= most for other, number in out if other != cell) or cell in dict(out):
            continue
        within = f"so the straight lies within {least} to {most}"
        if len(own) == 1:
            return f"{name} has the {max(own)} at {place(cell)}, {within}"
        if least > 1 and all(number < least for _, number in out):
            return f"{place(cell)} is at least {min(own)}, so {name} is at least {least}"
        if most < board.rows and all(number > most for _, number in out):
            return f"{place(cell)} is at most {max(own)}, so {name} is at most {most}"
    return ""


def _by_ways(left: CellNumbers, ways: Sequence[range], out: Excluded, new: Sequence[Fact], name: str) -> str:
    """Return in words which consecutive numbers a straight can be, or which cell alone can be a number that it has,
    where that excludes all numbers of `out`; '' else.

    ways: the consecutive numbers that are possible.  new: the facts that exclude the numbers.  name: of the straight.
    """
    have = {fact.places[0]: int(str(fact.value)) for fact in new if not fact.negative}
    alone = {cell for cell, value in have.items() if sum(value in own for own in left.values()) == 1}
    last = {cell: have[cell] for cell in alone if all(have[cell] in way for way in ways)}
    inside = [(cell, number) for cell, number in out if any(number in way for way in ways)]
    is_few, needed = len(ways) <= MOST_WAYS, sorted({last.get(cell, number) for cell, number in inside})
    if not {*needed} <= {*last.values()} or not (is_few or all(cell in last for cell, _ in out)):
        return ""
    can = (
        f"can only be {listed(f'{way[0]} to {way[-1]}' for way in ways)}" if is_few else f"always has {listed(needed)}"
    )
    return f"{name} {can}, and no other cell of it can be {listed(needed)}" if needed else f"{name} {can}"


def _by_missing(board: Board, left: CellNumbers, out: Excluded, name: str) -> str:
    """Return in words why each number of `out` is excluded from its cell: with the number there, another cell of the
    straight would have to have a number that the other cell cannot have; '' if not all are excluded so, or if the words
    would be many.

    name: of the straight.
    """
    needs = dict[str, set[int]]()
    for cell, number in out:
        needs.setdefault(_missing(board, left, cell, number, name), set()).add(number)
    if "" in needs or len(needs) > MOST_TEXTS:
        return ""
    where = "there" if len({cell for cell, _ in out}) == 1 else "in one of these cells"
    return " and ".join(f"with {listed(sorted(of))} {where} {need}" for need, of in needs.items())


def _missing(board: Board, left: CellNumbers, cell: Cell, number: int, name: str) -> str:
    """Return in words what another cell would have to be with a number in one cell; '' for no short words.

    name: of the straight.
    """
    others = {other: own for other, own in left.items() if other != cell}
    taken = set().union(*(own for own in others.values() if len(own) == 1))
    ways = [{*way} - {number} for way in _ways(board, [*left]) if number in way and taken < {*way} - {number}]
    for other, own in others.items():
        need = sorted(set().union(*ways) - (taken - own))
        if need and own.isdisjoint(need):
            is_far = own.isdisjoint(range(need[0], need[-1] + 1))  # also from the number itself, which parts the others
            be = f"from {need[0]} to {need[-1]}" if is_far and len(need) > MOST_WAYS else listed(need)
            return f"{place(other)} {NEEDS} {be}"
    gone = [way.difference(*others.values()) for way in ways]
    some = chain(*(combinations(sorted({*chain(*gone)}), count) for count in range(1, MOST_WAYS)))
    fewest = next((each for each in some if all(way & {*each} for way in gone)), ())
    return f"another cell of {name} {NEEDS} {listed(fewest)}" if fewest else ""
