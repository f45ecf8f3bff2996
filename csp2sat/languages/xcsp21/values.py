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
from ..base.wrong import Wrong
from .xml_elements import Element, XmlSpot

INTEGER = re.compile(rf"[-+]?[0-9]{{1,{numbers.MOST_DIGITS - 1}}}")
WORD = re.compile(r"\S+")
INFINITY = "infinity"
XcspCost = int | None  # None: infinity
Tuple = tuple[int, ...]


def integer(word: str) -> int | None:
    """The integer that a word is, or None."""
    return numbers.integer(word) if INTEGER.fullmatch(word) else None


class SoftRelation(NamedTuple):
    """What each tuple costs.  prices: relations, each with the cost of a tuple that is not in it; the sum counts."""

    name: str
    arity: int
    prices: list[tuple[XcspCost, Relation]]


def domain_of(element: Element) -> Domain:
    """The domain that an element's text lists.  Raises Wrong."""
    domain = Domain(_range(element, word) for word in WORD.finditer(element.text))
    if not domain:
        raise element.wrong("the domain is empty; expected values and ranges, such as 0..5 7")
    return domain


def _range(element: Element, word: re.Match[str]) -> tuple[int, int]:
    first, _, last = word[0].partition("..")
    lo, hi = integer(first), integer(last if ".." in word[0] else first)
    spot = XmlSpot(element, word.start(), word[0])
    if lo is None or hi is None:
        raise Wrong(spot, f"expected an integer or a range LOW..HIGH, found {shown(word[0])}")
    if lo > hi:
        raise Wrong(spot, f"the range {shown(word[0])} is empty")
    return lo, hi


def relation_of(element: Element) -> Relation | SoftRelation:
    """The relation that an element's attributes and tuples say.  Raises Wrong."""
    name, semantics = element.attribute("name"), element.attribute("semantics")
    if semantics == "soft":
        return _soft_relation(element, name)
    if semantics not in ("supports", "conflicts"):
        raise element.wrong(f"expected supports, conflicts or soft, found {shown(semantics)}", "semantics")
    rows = _rows(element) if element.text.strip() else frozenset()
    return Relation(_arity(element, rows), rows, semantics == "supports", name)


def _arity(element: Element, rows: frozenset[Tuple]) -> int:
    """As declared, or that of the tuples; all must have it."""
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
    """Words that are integers, each made once; ValueError for others."""

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
    """What is wrong with the first tuple that is wrong."""
    start = 0
    for row in element.text.split("|"):
        fault = _fault(element, row, start, arity)
        if fault:
            return fault
        start += len(row) + 1
    raise AssertionError("a tuple was wrong and is right")


def _fault(element: Element, row: str, start: int, arity: int | None) -> Wrong | None:
    """Something in a tuple, which begins at `start`, that is no integer; or that it has not as many as it should."""
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
            raise Wrong(spot, "this tuple has another cost before")
        costs.setdefault(cost, set()).add(row)
    prices = [(cost, Relation(arity, frozenset(rows), False, name)) for cost, rows in costs.items() if cost != 0]
    if default != 0:
        prices.append((default, Relation(arity, frozenset(known), True, name)))
    return SoftRelation(name, arity, prices)


def _priced(element: Element, arity: int) -> Iterator[tuple[Tuple, XcspCost, XmlSpot]]:
    """The tuples with their costs; one without a cost has that of the tuple before."""
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
    """A cost that an attribute says; None if there is none, or it is infinite.  Raises Wrong."""
    return _cost(element.attributes.get(name, INFINITY), XmlSpot(element, 0, "", name))


class CostConstraints:
    """Constraints that may be violated (MAX-CSP), relations and functions that say a cost (WCSP).

    Costs are not negative.  The sum of all, and of an initial cost, is to be as small as possible, and below the
    maximal cost.  As long as only relations say costs they are soft constraints of the model; with a function it has an
    objective.
    """

    def __init__(self, model: Model):
        self._model = model
        self._initial, self._maximal = 0, None
        self._origin: Origin | None = None
        self._soft: list[Soft] = []
        self._terms: list[Expr | int] = []

    _maximal: XcspCost

    def limit(self, initial: int, maximal: XcspCost, origin: Origin) -> None:
        """The sum begins with one cost and stays below another (None: infinity)."""
        self._initial, self._maximal, self._origin = initial, maximal, origin

    def charge(self, cost: XcspCost, formula: Expr, origin: Origin) -> None:
        """It costs that much to violate the formula; one that nobody can pay must hold."""
        if cost is None or (self._maximal is not None and self._initial + cost >= self._maximal):
            self._model.add(formula, origin)
        else:
            self._soft.append(Soft(cost, Constraint(formula, origin)))

    def charge_tuples(self, prices: Sequence[tuple[XcspCost, Relation]], terms: Sequence[Expr], origin: Origin) -> None:
        """As many costs, each for not being in its relation."""
        for cost, relation in prices:
            self.charge(cost, relation(*terms), origin)

    def add(self, term: Expr | int) -> None:
        """The value of a term is a cost."""
        self._terms.append(term)

    def finish(self) -> None:
        """Put the costs into the model."""
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
