"""Why different numbers cannot make a sum, in words: what the last cell would have to be, bounds, and failing ways."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import combinations

from ...puzzles.deductions.numbers_left import NEEDS, fits
from ...puzzles.kit.checks import place
from ...puzzles.spec import Cell
from .place_words import listed

SUM = re.compile(r"sum (\d+)\b")
MOST_WAYS = 4  # to make the rest of a sum, which are named
Domains = Mapping[Cell, Collection[int]]


def sums(domains: Domains) -> list[int]:
    """Return the sums that different numbers in cells can have, ascending; domains: what each cell can be."""
    values = sorted({value for own in domains.values() for value in own})
    return sorted({sum(way) for way in combinations(values, len(domains)) if fits(way, domains)})


def ways_of(domains: Domains, total: int, without: Collection[int] = ()) -> list[tuple[int, ...]]:
    """Return the sets of different numbers, as many as there are cells, that have a sum, each ascending.

    domains: what each cell can be; a set has only numbers that some cell can be.  total: the sum.  without: numbers of
    no set.
    """
    values = sorted({value for own in domains.values() for value in own}.difference(without))
    return [way for way in combinations(values, len(domains)) if sum(way) == total]


def ways_text(ways: Collection[tuple[int, ...]], last: str) -> str:
    """Return ways to make a sum in words, such as `1+4 or 2+3`."""
    return listed(["+".join(map(str, way)) for way in ways], last=last)


def sum_fault(text: str, name: str, domains: Domains) -> str:
    """Return in words why the cells of a sum cannot have it; '' for a clue that is no sum, and if they can.

    text: of the clue.  name: the clue for a sentence.  domains: what each cell can be.
    """
    found = SUM.match(text)
    if found is None or not domains or not all(domains.values()):
        return ""
    total, possible = int(found[1]), sums(domains)
    have = {cell: next(iter(own)) for cell, own in domains.items() if len(own) == 1}
    others = {cell: own for cell, own in domains.items() if cell not in have}
    rest = total - sum(have.values())
    if total in possible:
        return ""
    if not others:
        return f"{'+'.join(map(str, have.values()))} make {total - rest}, not {name}" if possible else ""
    if len(others) == 1 and 0 < rest < 10:
        return f"{place(next(iter(others)))} {NEEDS} {rest} for {name}"
    if possible and possible[-1] < total:
        return f"no more than {possible[-1]} is possible for {name}"
    if possible and possible[0] > total:
        return f"no less than {possible[0]} is possible for {name}"
    ways = ways_of(others, rest, have.values())
    count = f"the {'other ' * bool(have)}{len(others)} cells"
    if 0 < len(ways) <= MOST_WAYS:
        return f"{count} can{' be neither' if len(ways) > 1 else 'not be'} {ways_text(ways, ' nor ')} for {name}"
    return f"{count} cannot make the rest, {rest}, of {name}" if have else f"{count} cannot make {name}"


def why_not(values: Collection[int], cell: Cell, domains: Domains, total: int, every: Domains) -> str:
    """Return in words why one cell of a line with a given sum has none of some numbers: the least and the greatest sum
    of the other cells, and the sets of numbers that the other cells would have to contain; '' if the cell can have one
    of the numbers.

    values: the numbers.  cell: the one cell.  domains: what each cell of the line can be.  total: the sum of the line.
    every: what each cell of the line can be on the board as it was given, the number alone where it is known.
    """
    others = {each: own for each, own in domains.items() if each != cell}
    count = f"the other {len(others)} cells" if len(others) > 1 else "the other cell"
    have, always = "have" if len(others) > 1 else "has", sums(others)
    texts, of_all = dict[str, list[int]](), list[int]()  # what excludes numbers; those that any others of cells exclude
    for value in sorted(values) if always else ():
        possible = sums({each: set(own) - {value} for each, own in others.items()})
        rest, free = total - value, {each: own for each, own in every.items() if each != cell}
        ways = [way for way in ways_of(free, rest, [value]) if fits(way, free)]
        if rest in possible:
            return ""
        if rest < always[0] or rest > always[-1]:
            bound = f"least {always[0]}" if rest < always[0] else f"most {always[-1]}"
            texts.setdefault(f"there {count} {have} at {bound}", []).append(value)
            of_all.append(value)
        elif possible and not possible[0] < rest < possible[-1]:
            bound = f"least {possible[0]}" if rest < possible[0] else f"most {possible[-1]}"
            texts.setdefault(f"there {count} {have} at {bound}", []).append(value)
        else:
            need = f"need {ways_text(ways, ' or ')}" if 0 < len(ways) <= MOST_WAYS else f"have to make {rest}"
            texts.setdefault(f"there {count} would {need}, which is not possible", []).append(value)
    if len(texts) == 1 and len(of_all) == len(values):
        return next(iter(texts)).removeprefix("there ")
    return ", and ".join(f"with {listed(list(map(str, of)), last=' or ')} {text}" for text, of in texts.items())
