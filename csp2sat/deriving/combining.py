"""Sums of constraints that are derived already, with the words of the rule `pol` that derives each sum."""

from __future__ import annotations

from collections.abc import Sequence
from math import lcm
from typing import NamedTuple

from ..statement.definitions import PbLine, line, negation


class Combined(NamedTuple):
    """A sum of constraints, and the words of the rule `pol` that derives it."""

    line: PbLine
    words: str


def added(first: Combined, others: Sequence[Combined]) -> Combined:
    """Return the sum of constraints, each multiplied so that a variable of the sum so far cancels."""
    total, rest = first, list(others)
    progress = True
    while rest and progress:
        progress = False
        for each in list(rest):
            shared = next((a for a in each.line.terms if negation(a) in total.line.terms), None)
            if shared is None:
                continue
            here, there = total.line.terms[negation(shared)], each.line.terms[shared]
            common = lcm(here, there)
            total = sum_of([times(total, common // here), times(each, common // there)])
            rest.remove(each)
            progress = True
    return total


def times(found: Combined, factor: int) -> Combined:
    """Return a constraint multiplied by a positive number."""
    if factor == 1:
        return found
    terms = {a: c * factor for a, c in found.line.terms.items()}
    return Combined(PbLine(terms, found.line.degree * factor), f"{found.words} {factor} *")


def sum_of(parts: Sequence[Combined]) -> Combined:
    """Return the sum of at least one constraint."""
    pairs = [(c, a) for each in parts for a, c in each.line.terms.items()]
    return Combined(line(pairs, sum(each.line.degree for each in parts)), plus([each.words for each in parts]))


def plus(words: Sequence[str]) -> str:
    """Return the words that add up constraints, each given by its words."""
    first, *others = words
    return first + "".join([f" {each} +" for each in others])


def is_violated(found: PbLine, false: set[str]) -> bool:
    """Whether an inequality is false if some literals are."""
    return sum(c for a, c in found.terms.items() if a not in false) < found.degree


def is_clause(found: PbLine, literals: Sequence[str]) -> bool:
    """Whether an inequality is, saturated, the clause of the literals."""
    return found.terms.keys() == set(literals) and min(found.terms.values(), default=0) >= found.degree > 0
