"""The shapes of constraints that the CSP language alone writes: tables, automata, boxes, bins, and lists of values."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain
from typing import Any

from ...constraints.globals.diffn import Space
from ...graphs.automata import Automaton
from ...model.domain import Domain
from ...model.ops import FORMULA, TERM
from ..base.forms import FormItem, Pairs, PatternShape, chunks, integer, listed, tuples
from ..base.names import DATA
from ..base.sexpr import Item, shown
from ..base.wrong import Unknown, Wrong

STAR = "mul"  # how the reader gives `*`
END = 2  # the part of a task of `cumulative` that is missing
TableRows = tuple[tuple[int | None, ...], ...]


def domain_of_list(items: Iterable[Item]) -> Domain:
    """Return the domain that a list of values and ranges (LOW HIGH) states. Raises Wrong for any other item."""
    return Domain(_range(item) for item in items)


def _range(item: Item) -> tuple[int, int]:
    if not isinstance(item, list):
        return bounds(item, item)
    if len(item) != 2:
        raise Wrong(item, "expected a range (LOW HIGH)")
    return bounds(*item)


def bounds(first: Item, second: Item) -> tuple[int, int]:
    """Return two items, which must be integers, the second not below the first. Raises Wrong if they are not."""
    lo, hi = value(first), value(second)
    if lo > hi:
        raise Wrong(first, f"the range from {shown(first)} to {shown(second)} is empty")
    return lo, hi


def value(item: Item) -> int:
    """Return the item, which must be an integer. Raises Wrong if it is not."""
    if not isinstance(item, int):
        raise Wrong(item, f"expected an integer, found {shown(item)}")
    return int(item)


def _terms(items: Iterable[FormItem]) -> Pairs:
    return [(item, TERM) for item in items]


def _table(terms: Sequence[FormItem], rows: FormItem) -> Pairs:
    """Return the arguments of a table: rows of integers, with None for `*` (any value), and the terms. Raises Wrong if
    a row has another length than the terms.
    """
    rows = tuples(rows, len(terms), f"a row of {len(terms)} values")
    return [(tuple(tuple(map(_cell, row)) for row in rows), DATA), *_terms(terms)]


def _cell(item: FormItem) -> int | None:
    if item == STAR:
        return None
    if not isinstance(item, int):
        raise Wrong(item, "expected an integer, or * for any value")
    return int(item)


def _table_items(rows: TableRows, *terms: Any) -> list[FormItem]:
    return [list(terms), [["*" if cell is None else cell for cell in row] for row in rows]]


def _except(terms: Sequence[FormItem], values: FormItem) -> Pairs:
    return [(domain_of_list(listed(values, "values")), DATA), *_terms(terms)]


def _except_items(free: Domain, *terms: Any) -> list[FormItem]:
    return [list(terms), [lo if lo == hi else [lo, hi] for lo, hi in free.ranges]]


def _word(terms: Sequence[FormItem], steps: Sequence[FormItem], start: FormItem, final: FormItem) -> Pairs:
    """Return the arguments of `regular`: the automaton, whose states are numbered in their order unless all are
    integers, and the terms. Raises Wrong, also for a word that is no state of a step, if there are steps.
    """
    named = [(_state(q), integer(by, "the value of a step"), _state(r)) for q, by, r in steps]
    known = dict.fromkeys(state for q, _, r in named for state in (q, r))
    ends = [_state(start), *map(_state, listed(final, "states"))]
    for item, state in zip([start, *final], ends, strict=True):
        if known and isinstance(state, str) and state not in known:
            raise Unknown(item, f"no step leads from or to the state {shown(item)}", map(str, known))
    every = list(dict.fromkeys([*known, *ends]))
    are_words = any(isinstance(each, str) for each in every)
    number = {state: at if are_words else int(state) for at, state in enumerate(every)}
    edges = tuple((number[q], by, number[r]) for q, by, r in named)
    return [(Automaton(number[ends[0]], edges, frozenset(number[each] for each in ends[1:])), DATA), *_terms(terms)]


def _state(item: FormItem) -> int | str:
    if not isinstance(item, int | str):
        raise Wrong(item, "expected a state, an integer or a name")
    return item


def _word_items(automaton: Automaton, *terms: Any) -> list[FormItem]:
    return [list(terms), list(map(list, automaton.edges)), automaton.start, sorted(automaton.final)]


def _blocks(cells: Sequence[FormItem], lengths: Sequence[FormItem]) -> Pairs:
    return [
        (tuple(integer(each, "the length of a block", 1) for each in lengths), DATA),
        *((c, FORMULA) for c in cells),
    ]


def _blocks_items(lengths: Sequence[int], *cells: Any) -> list[FormItem]:
    return [list(cells), list(lengths)]


def _boxes(boxes: FormItem) -> Pairs:
    """Return the arguments of `diffn`: the space, and origin and size of each box in each dimension. Raises Wrong if
    the boxes have different numbers of dimensions, or none.
    """
    rows = [tuples(box, 2, "(ORIGIN SIZE)") for box in listed(boxes, "boxes ((ORIGIN SIZE) ...)")]
    for item, row in zip(boxes, rows, strict=True):
        if not row or len(row) != len(rows[0]):
            raise Wrong(item, f"expected a box of {len(rows[0]) or 'some'} dimensions ((ORIGIN SIZE) ...)")
    return [(Space(len(rows[0]) if rows else 1, False), DATA), *_terms(chain.from_iterable(chain.from_iterable(rows)))]


def _boxes_items(space: Space, *values: Any) -> list[FormItem]:
    if space.strict:
        raise ValueError("boxes of size 0 that may not lie inside others cannot be written")
    return [chunks(chunks(values, 2), space.dimensions)]


def _bins(rows: Sequence[FormItem], capacity: FormItem) -> Pairs:
    """Return the arguments of `cumulative`: tasks of duration 1, whose origins are bins and heights are weights.
    Raises Wrong for a list of capacities.
    """
    if isinstance(capacity, list):
        raise Wrong(capacity, "expected one capacity, a term, of every bin")
    parts = ((bin_, 1, weight) for bin_, weight in rows)
    return [((END,) * len(rows), DATA), (capacity, TERM), *_terms(chain.from_iterable(parts))]


TABLE = PatternShape(_table, _table_items)
EXCEPT = PatternShape(_except, _except_items)
WORD = PatternShape(_word, _word_items)
BLOCKS = PatternShape(_blocks, _blocks_items)
BOXES = PatternShape(_boxes, _boxes_items)
BINS = PatternShape(_bins, lambda *_: [])  # written as `cumulative`
