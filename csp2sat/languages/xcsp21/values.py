"""Domains and tuples of XCSP: `0..5 7 10`, `0 1|2 3`, and with costs `5: 0 1|2 3|1: 4 4`; and the costs of a model."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ...base import numbers
from ...model.constraint import Relation
from ...model.domain import Domain
from ...model.expr import FALSE, Expr, node
from ...model.model import Constraint, Model, Objective, Origin, Soft
from ..base.sexpr import shown
from ..base.wrong import NotHere, Wrong
from .xml_elements import Element, XmlSpot

INTEGER = re.compile(rf"[-+]?[0-9]{{1,{numbers.MOST_DIGITS - 1}}}")
WORD = re.compile(r"\S+")
NO_INTEGER = re.compile(r"[-+]?infinity|[-+]?\d+/\d+|[-+]?\d+\.\d+", re.ASCII)
INFINITY = "infinity"
XcspCost = int | None  # None: infinity
Tuple = tuple[int, ...]


def integer(word: str) -> int | None:
    """Return the integer that a word writes, or None if it is no integer."""
    return numbers.integer(word) if INTEGER.fullmatch(word) else None


class SoftRelation(NamedTuple):
    """A relation with a cost for each tuple. prices: pairs of a cost and a relation; the cost of a tuple is the sum of
    the costs of the relations that do not hold.
    """

    name: str
    arity: int
    prices: list[tuple[XcspCost, Relation]]


def domain_of(element: Element) -> Domain:
    """Return the domain that an element's text lists. Raises Wrong."""
    domain = Domain(_range(element, word) for word in WORD.finditer(element.text))
    if not domain:
        raise element.wrong("the domain is empty; expected values and ranges, such as 0..5 7")
    return domain


def _range(element: Element, word: re.Match[str]) -> tuple[int, int]:
    first, _, last = word[0].partition("..")
    lo, hi = integer(first), integer(last if ".." in word[0] else first)
    spot = XmlSpot(element, word.start(), word[0])
    if lo is None or hi is None:
        if NO_INTEGER.fullmatch(first) or NO_INTEGER.fullmatch(last):
            raise NotHere(spot, f"{shown(word[0])} is not supported; expected integers")
        raise Wrong(spot, f"expected an integer or a range LOW..HIGH, found {shown(word[0])}")
    if lo > hi:
        raise Wrong(spot, f"the range {shown(word[0])} is empty")
    return lo, hi


def relation_of(element: Element) -> Relation | SoftRelation:
    """Return the relation that an element's attributes and tuples declare. Raises Wrong."""
    name, semantics = element.attribute("name"), element.attribute("semantics")
    if semantics == "soft":
        return _soft_relation(element, name)
    if semantics not in ("supports", "conflicts"):
        raise element.wrong(f"expected supports, conflicts or soft, found {shown(semantics)}", "semantics")
    rows = _rows(element) if element.text.strip() else frozenset()
    return Relation(_arity(element, rows), rows, semantics == "supports", name)


def _arity(element: Element, rows: frozenset[Tuple]) -> int:
    """Return the arity that the element declares, or else the length of its first tuple. Raises Wrong if one of the
    tuples has another length, if the declared arity is no integer from 1 on, or if there is neither an arity nor a
    tuple.
    """
    found = set(map(len, rows))
    if "arity" in element.attributes or not rows:
        arity = integer(element.attribute("arity")) or 0
        if arity < 1:
            found_word = shown(element.attributes["arity"])
            raise element.wrong(f"expected the number of values of a tuple, found {found_word}", "arity")
    else:
        arity = len(element.text.partition("|")[0].split())
    if found - {arity}:
        raise _wrong_row(element, arity)
    return arity


class _Integers(dict[str, int]):
    """A cache from words to integers, in which each integer is made once; access by another word raises ValueError."""

    def __missing__(self, word: str) -> int:
        value = integer(word)
        if value is None:
            raise ValueError(word)
        self[word] = value
        return value


def _rows(element: Element) -> frozenset[Tuple]:
    integers = _Integers()
    try:
        return frozenset(tuple(map(integers.__getitem__, row.split())) for row in element.text.split("|"))
    except ValueError:
        raise _wrong_row(element, None) from None


def _wrong_row(element: Element, arity: int | None) -> Wrong:
    """Return the error of the first wrong tuple of an element, which must have one.

    arity: the number of values that each tuple must have, or None for any number.
    """
    start = 0
    for row in element.text.split("|"):
        fault = _fault(element, row, start, arity)
        if fault:
            return fault
        start += len(row) + 1
    raise AssertionError("a tuple was wrong and is right")


def _fault(element: Element, row: str, start: int, arity: int | None) -> Wrong | None:
    """Return the error of a tuple with the text `row`, which begins at `start`: a word that is no integer, or a number
    of values other than `arity` (None: any number); return None if the tuple is right.
    """
    words = list(WORD.finditer(row))
    for word in words:
        if integer(word[0]) is None:
            spot = XmlSpot(element, start + word.start(), word[0])
            return Wrong(spot, f"expected an integer, found {shown(word[0])}")
    if arity is None or len(words) == arity:
        return None
    spot = XmlSpot(element, start + (words[0].start() if words else 0))
    return Wrong(spot, f"the relation has arity {numbers.cut(arity)}; this tuple has {len(words)}")


def _soft_relation(element: Element, name: str) -> SoftRelation:
    default = _cost(element.attributes.get("defaultCost", "0"), XmlSpot(element, 0, "", "defaultCost"))
    arity = _arity(element, frozenset())
    costs: dict[XcspCost, set[Tuple]] = {}
    known: dict[Tuple, XcspCost] = {}
    for row, cost, spot in _priced(element, arity):
        if known.setdefault(row, cost) != cost:
            raise Wrong(spot, "this tuple has another cost earlier")
        costs.setdefault(cost, set()).add(row)
    prices = [(cost, Relation(arity, frozenset(rows), False, name)) for cost, rows in costs.items() if cost != 0]
    if default != 0:
        prices.append((default, Relation(arity, frozenset(known), True, name)))
    return SoftRelation(name, arity, prices)


def _priced(element: Element, arity: int) -> Iterator[tuple[Tuple, XcspCost, XmlSpot]]:
    """Yield the tuples with their costs and places; a tuple without a cost has the cost of the tuple before. Raises
    Wrong.
    """
    start = 0
    cost: XcspCost = -1  # there is none yet
    for text in element.text.split("|") if element.text.strip() else ():
        before, colon, row = text.rpartition(":")
        spot = XmlSpot(element, start + len(text) - len(text.lstrip()))
        cost = _cost(before.strip(), spot) if colon else cost
        if cost == -1:
            raise Wrong(spot, "expected COST: before the first tuple")
        fault = _fault(element, row, start + len(before + colon), arity)
        if fault:
            raise fault
        yield tuple(map(numbers.integer, row.split())), cost, spot
        start += len(text) + 1


def _cost(word: str, spot: XmlSpot) -> XcspCost:
    if word == INFINITY:
        return None
    cost = integer(word)
    if cost is None or cost < 0:
        raise Wrong(spot, f"expected a cost: an integer that is not negative, or {INFINITY}; found {shown(word)}")
    return cost


def cost_attribute(element: Element, name: str) -> XcspCost:
    """Return the cost that an attribute states, or None if the attribute is missing or infinite. Raises Wrong."""
    return _cost(element.attributes.get(name, INFINITY), XmlSpot(element, 0, "", name))


class CostConstraints:
    """The costs of a model: constraints that may be violated (MAX-CSP), and relations and functions with a cost (WCSP).

    Costs are not negative. The sum of all costs and the initial cost is to be minimized, and must be below the maximal
    cost. The costs become soft constraints of the model if only relations and constraints have costs; a function among
    them makes an objective of the sum.
    """

    def __init__(self, model: Model):
        self._model = model
        self._initial, self._maximal = 0, None
        self._origin: Origin | None = None
        self._soft: list[Soft] = []
        self._terms: list[Expr | int] = []

    _maximal: XcspCost

    def limit(self, initial: int, maximal: XcspCost, origin: Origin) -> None:
        """Set the cost `initial`, with which the sum begins, and the cost below which it must stay (None: infinity)."""
        self._initial, self._maximal, self._origin = initial, maximal, origin

    def charge(self, cost: XcspCost, formula: Expr, origin: Origin) -> None:
        """Add a cost for violating the formula; the formula must hold if the cost is infinite (None), or reaches the
        maximal cost with the initial one.
        """
        if cost is None or (self._maximal is not None and self._initial + cost >= self._maximal):
            self._model.add(formula, origin)
        else:
            self._soft.append(Soft(cost, Constraint(formula, origin)))

    def charge_tuples(self, prices: Sequence[tuple[XcspCost, Relation]], terms: Sequence[Expr], origin: Origin) -> None:
        """Add the costs of a soft relation on `terms`: each cost in `prices` is due if its relation does not hold."""
        for cost, relation in prices:
            self.charge(cost, relation(*terms), origin)

    def add(self, term: Expr | int) -> None:
        """Add the value of a term as a cost."""
        self._terms.append(term)

    def finish(self) -> None:
        """Put the costs into the model: the bound of the sum, unless no sum can reach it, and the objective if there
        are functions, else the soft constraints.
        """
        total = [self._initial, *self._terms, *(node("if", c.formula, 0, weight) for weight, c in self._soft)]
        most = self._initial + sum(weight for weight, _ in self._soft)
        if self._maximal is not None and (self._terms or most >= self._maximal):
            self._model.add(node("lt", node("add", *total), self._maximal), self._origin)
        if self._terms:
            self._model.objective = Objective("minimize", node("add", *total))
            return
        if self._initial:
            self._model.soft.append(Soft(self._initial, Constraint(FALSE, self._origin)))
        self._model.soft += self._soft
