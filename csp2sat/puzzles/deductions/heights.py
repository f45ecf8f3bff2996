"""Heights of buildings in a line, and how many are seen: what follows from the number of them, in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from ..fact_forms import Deduced, Fact
from ..kit.sides import from_side, named
from ..spec import Board, Cell
from .numbers_left import numbers_left, numbers_out

CLUE = re.compile(r"number (\d+) at the (\w+) of \w+ (\d+)")


def deduction(board: Board, step: Deduced) -> str:
    """Return in words how many buildings would be seen, at most or at least, if the facts of a step did not hold; ''
    where nothing says so, as the heights would not even differ.
    """
    if len(step.clues) > 1 or (found := _number(board, step.clues[0][0])) is None:
        return ""
    wanted, line, _ = found
    left = numbers_left(board, line, step.known)
    out = numbers_out(left, step.facts)
    seen = [_seen_counts([{height} if each == cell else left[each] for each in line]) for cell, height in out]
    words = _not_wanted(set().union(*seen), wanted)
    return words and f"else {words} would be seen from the {step.clues[0][0]}"


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return in words how many buildings would be seen, at most or at least, if that contradicts the number; '' for
    another rule, and if the number is still possible.

    rule: its name.  facts: of the cells of the line.  cell is not used.
    """
    found = _number(board, rule)
    if found is None:
        return ""
    wanted, line, where = found
    left = numbers_left(board, line, facts)
    words = _not_wanted(_seen_counts([left[each] for each in line]), wanted)
    return words and f"{words} would be seen from the {where}, not {wanted}"


def _not_wanted(seen: Collection[int], wanted: int) -> str:
    """Return some numbers of buildings as bounds in words; '' for none, and if the wanted number is one of them."""
    less, more = ([each for each in seen if (each < wanted) == is_less] for is_less in (True, False))
    ends = [*([f"at most {max(less)}"] if less else []), *([f"at least {min(more)}"] if more else [])]
    words = f"{' or '.join(ends)} building{'s' * (ends != ['at most 1'])}" if ends else ""
    return "" if wanted in seen else words


def _number(board: Board, rule: str) -> tuple[int, list[Cell], str] | None:
    """Return the number of a clue, its cells, the nearest one first, and its place in words; None for another rule."""
    if (found := CLUE.fullmatch(rule)) is None:
        return None
    side, at = found[2], int(found[3]) - 1
    return int(found[1]), from_side(board, side, at), named(side, at)


def _seen_counts(left: Sequence[Collection[int]]) -> set[int]:
    """Return the numbers of buildings that can be seen in a line of different heights.

    left: the heights that each building can have, the nearest building first.
    """
    counts = {0: 1}  # by the heights that are used, as bits: the numbers of buildings that can be seen so far, as bits
    for heights in left:
        more = dict[int, int]()
        for used, seen in counts.items():
            for height in heights:
                if not used >> height & 1:
                    now = used | 1 << height
                    more[now] = more.get(now, 0) | seen << (now >> height == 1)
        counts = more
    return {count for seen in counts.values() for count in range(len(left) + 1) if seen >> count & 1}
