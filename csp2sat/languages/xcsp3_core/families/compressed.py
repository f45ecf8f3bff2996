"""Compressed tuples: a set or an interval in the place of a value, as in (0,1..3,*)({0,3},1,2).

A table of them becomes a diagram, whose edges list the values of each set; tuples are never multiplied out. Sets of
very many values become inequalities instead.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from ....graphs.automata import Automaton
from ....graphs.diagrams import layered, spelled
from ....model.domain import Domain
from ....model.expr import Expr, all_of, any_of
from ...base.sexpr import shown
from ...base.wrong import NotHere, Wrong
from ...flatzinc.arguments import compare
from ...flatzinc.builtins.integer_builtins import within
from ...xcsp21.values import integer
from ...xcsp21.xml_elements import Element, XmlSpot
from ..operators import outside

ROW = re.compile(r"\s*\(([^()]*)\)")
COMMA = re.compile(r",(?![^{}]*\})")  # not between braces
INTERVAL = re.compile(r"([+-]?\d+)\.\.([+-]?\d+)")
ANY_VALUE = "*"
MANY_VALUES = 200_000  # in all sets of a table: of more no diagram is made
SetCell = int | Domain | None  # None: any value
SetRow = tuple[SetCell, ...]


def rows_of(table: Element, arity: int) -> list[SetRow]:
    """Return the tuples of a table. Raises Wrong at the first wrong one.

    arity: the length of each tuple.
    """
    rows: list[SetRow] = []
    at = 0
    while match := ROW.match(table.text, at):
        row = tuple(_cells(table, match.start(1), match[1]))
        if len(row) != arity:
            message = f"extension: tuple of wrong length: expected {arity} values, found {len(row)}"
            raise Wrong(XmlSpot(table, match.start(1) - 1), message)
        rows.append(row)
        at = match.end()
    if rest := table.text[at:].lstrip():
        place = XmlSpot(table, len(table.text) - len(rest))
        raise Wrong(place, "extension: expected tuples, such as (1,2)(3,*)")
    return [*dict.fromkeys(rows)]


def _cells(table: Element, offset: int, text: str) -> Iterator[SetCell]:
    """Yield the values of a tuple, the `text` between its parentheses at an offset in the table."""
    for word in COMMA.split(text):
        yield _cell(XmlSpot(table, offset, word), word.strip())
        offset += len(word) + 1


def _cell(spot: XmlSpot, word: str) -> SetCell:
    if word == ANY_VALUE:
        return None
    value = integer(word)
    if value is not None:
        return value
    is_set = word.startswith("{") and word.endswith("}")
    ranges = [*map(_range, word[1:-1].split(",") if is_set else (word,))]
    if None not in ranges:
        return Domain(each for each in ranges if each)
    kind = NotHere if re.search(r"[≤≥<>≠+]|![=]", word) else Wrong
    raise kind(spot, f"extension: expected an integer, a set or *, found {shown(word)}")


def _range(word: str) -> tuple[int, int] | None:
    """Return the ends of an interval or a single integer; None for another word."""
    word = word.strip()
    value, match = integer(word), INTERVAL.fullmatch(word)
    if value is not None:
        return value, value
    return (int(match[1]), int(match[2])) if match and int(match[1]) <= int(match[2]) else None


@lru_cache(16)
def shared_diagram(rows: tuple[SetRow, ...], values: Domain) -> Automaton | None:
    """Return the diagram of a table; None for sets of very many values, or for no rows.

    values: those of all terms, which a `*` stands for.
    """
    if not rows:
        return None
    sets = [values if cell is None else cell for row in rows for cell in row if not isinstance(cell, int)]
    if sum(each.size() for each in sets) > MANY_VALUES:
        return None
    beyond = 1 + max((cell for row in rows for cell in row if isinstance(cell, int)), default=0)
    labels = {each: number for number, each in enumerate(dict.fromkeys(sets), beyond)}

    def label(cell: SetCell) -> int:
        return cell if isinstance(cell, int) else labels[cell or values]

    diagram = layered(sorted({tuple(map(label, row)) for row in rows}))
    return diagram and spelled(diagram, {number: each for each, number in labels.items()})


def one_of(rows: Iterable[SetRow], terms: Sequence[Expr | int]) -> Expr:
    """Return the formula that the terms are one of the tuples."""
    return any_of(
        all_of(within(x, _domain(cell)) for cell, x in zip(row, terms, strict=True) if cell is not None) for row in rows
    )


def excluded(row: SetRow, terms: Sequence[Expr | int]) -> Expr:
    """Return the formula that the terms are not the tuple."""
    return any_of(
        compare("ne", x, cell) if isinstance(cell, int) else outside(x, cell)
        for cell, x in zip(row, terms, strict=True)
        if cell is not None
    )


def _domain(cell: int | Domain) -> Domain:
    return Domain.of((cell,)) if isinstance(cell, int) else cell
