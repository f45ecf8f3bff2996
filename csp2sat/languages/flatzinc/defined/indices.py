"""The replacement of the integers that FlatZinc defines as places in a flattened matrix: a table of rows, columns and
numbers in the place of `k = 7 * i + j - 7` and `numbers[k] = v`.

The compiler writes `matrix[i, j] = v` so, with `defines_var(k)` at the equation.  With the values of i and j that k
excludes, propagation through the equation loses what the numbers exclude: that v <= 5 and i = 2 leave few values of j.
In the table each row, column and number that is left has a row of its own.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import prod
from typing import NamedTuple

from ....model.constraint import Relation
from ....model.domain import Domain
from ....model.expr import Expr, postorder
from ....model.model import Constraint, Model
from .sizes import factors

MOST = 4_000  # rows of a table, at most
TOTAL = 200_000  # rows of all tables


class _Element(NamedTuple):
    """A constraint that a constant of `items`, counted from 1, equals a variable or number.

    formula: the constraint.  item: the term for the constant.
    """

    formula: Expr
    item: Expr
    items: tuple[int, ...]
    value: Expr | int


class _MatrixPlace(NamedTuple):
    """An index variable that equals the sum of factors times other variables, and `const`, as the equation says."""

    index_variable: Expr
    equation: Expr
    factors: tuple[int, ...]
    variables: tuple[Expr, ...]
    const: int


def without_indices(model: Model, names: Container[str]) -> Model:
    """Return the model with tables in the place of the integers that are places in matrices of constants, if these
    integers have no other use, and the tables have at most MOST rows each, and TOTAL in all.

    The solutions, restricted to the other variables, stay the same.  names: the names of the integers that may vanish.
    """
    elements = _elements(model, names)
    places = _places(model, elements) if elements else []
    uses = _uses(model, places, elements) if places else {}
    goal = model.objective and model.objective.term
    tables, put, gone = _Tables(model.ints), dict[Expr, Expr | None](), set[str]()
    for place in places:
        around = _around(place, elements[place.index_variable])
        is_alone = goal not in around and all(uses[each] <= around for each in around)
        if is_alone and tables.fits(place):
            put |= dict.fromkeys((each.formula for each in elements[place.index_variable]), None)
            put[place.equation] = tables.table(place, elements[place.index_variable])
            gone.add(place.index_variable.args[0])
    if not gone:
        return model
    formulas = [(put.get(each.formula, each.formula), each.origin) for each in model.constraints]
    return replace(
        model,
        ints={name: domain for name, domain in model.ints.items() if name not in gone},
        constraints=[Constraint(formula, origin) for formula, origin in formulas if formula is not None],
        preferred={name: value for name, value in model.preferred.items() if name not in gone},
    )


class _Tables:
    """The tables of places; ints: the domains of variables."""

    def __init__(self, ints: Mapping[str, Domain]):
        self._ints, self._left = ints, TOTAL
        self._known: dict[tuple[object, ...], Relation] = {}

    def fits(self, place: _MatrixPlace) -> bool:
        """Whether a table for the place has few rows, which are counted from then on."""
        rows = prod(self._domain(x).size() for x in place.variables)
        if rows > min(MOST, self._left):
            return False
        self._left -= rows
        return True

    def table(self, place: _MatrixPlace, elements: Sequence[_Element]) -> Expr:
        """Return the formula that the variables of a place have values for which all its elements hold."""
        domains = tuple(map(self._domain, place.variables))
        numbers = tuple(each.value if isinstance(each.value, int) else None for each in elements)
        wanted = tuple(each.items for each in elements), numbers
        key = place.factors, place.const, domains, self._domain(place.index_variable), wanted
        if key not in self._known:
            self._known[key] = self._relation(place, domains, *wanted)
        shown = [each.value for each in elements if isinstance(each.value, Expr)]
        return self._known[key](*place.variables, *shown)

    def _relation(
        self,
        place: _MatrixPlace,
        domains: Sequence[Domain],
        items: Sequence[tuple[int, ...]],
        numbers: Sequence[int | None],
    ) -> Relation:
        """Return the relation of the values of a place's variables, which have these domains, and of the constants of
        those `items` at the place that equal a variable.

        numbers: for each array of `items` the number that the constant is to equal, None for a variable.
        """
        inside, least = self._domain(place.index_variable), min(map(len, items))
        rows = set[tuple[int, ...]]()
        for row in product(*(domain.values() for domain in domains)):
            at = place.const + sum(a * v for a, v in zip(place.factors, row, strict=True))
            if at in inside and 1 <= at <= least:
                found = [each[at - 1] for each in items]
                if all(number in (None, each) for each, number in zip(found, numbers, strict=True)):
                    shown = (each for each, number in zip(found, numbers, strict=True) if number is None)
                    rows.add((*row, *shown))
        return Relation(len(domains) + numbers.count(None), frozenset(rows))

    def _domain(self, x: Expr) -> Domain:
        return self._ints[x.args[0]]


def _elements(model: Model, names: Container[str]) -> dict[Expr, list[_Element]]:
    """Return the elements that the model requires by their index, a variable of `names`."""
    found = defaultdict[Expr, list[_Element]](list)
    for constraint in model.constraints:
        formula = constraint.formula
        if formula.op != "eq" or not isinstance(item := formula.args[0], Expr) or item.op != "item-at":
            continue
        (at, *items), value = item.args, formula.args[1]
        is_simple = isinstance(value, int) or value.op == "int"
        if not is_simple or at.op != "sub" or at.args[1] != 1 or not all(isinstance(each, int) for each in items):
            continue
        if (index := at.args[0]).op == "int" and index.args[0] in names:
            found[index].append(_Element(formula, item, tuple(items), value))
    return found


def _places(model: Model, elements: Mapping[Expr, list[_Element]]) -> list[_MatrixPlace]:
    """Return the first equation with two or three other variables of each index that has such an equation."""
    found: dict[Expr, _MatrixPlace] = {}
    for constraint in model.constraints:
        formula = constraint.formula
        if formula.op != "eq" or not isinstance(formula.args[0], Expr) or formula.args[0].op != "add":
            continue
        place = _place(model, formula, elements)
        if place is not None:
            found.setdefault(place.index_variable, place)
    return [*found.values()]


def _place(model: Model, equation: Expr, indices: Container[Expr]) -> _MatrixPlace | None:
    """Return the place that an equation of a sum states, of the index with the most values; None if there is none."""
    total, args = equation.args[1], equation.args[0].args
    if not isinstance(total, int) or not 3 <= len(args) <= 4 or not all(isinstance(arg, Expr) for arg in args):
        return None
    terms = {x: a for a, x in map(factors, args)}
    able = [x for x, a in terms.items() if abs(a) == 1 and x in indices]
    if len(terms) < len(args) or any(x.op != "int" for x in terms) or not able:
        return None
    index = max(able, key=lambda x: model.ints[x.args[0]].size())
    sign = terms.pop(index)
    return _MatrixPlace(index, equation, tuple(-sign * a for a in terms.values()), tuple(terms), sign * total)


def _around(place: _MatrixPlace, elements: Sequence[_Element]) -> set[Expr]:
    """Return all parts of a place's equation, and of the elements with its index, in which the index is."""
    parts = {place.index_variable, place.equation, place.equation.args[0]}
    parts |= {each for each in place.equation.args[0].args if factors(each)[1] is place.index_variable}
    for each in elements:
        parts |= {each.formula, each.item, each.item.args[0]}
    return parts


def _uses(
    model: Model, places: Iterable[_MatrixPlace], elements: Mapping[Expr, list[_Element]]
) -> Mapping[Expr, set[Expr]]:
    """Return the nodes of the model in which each part around a place stands; elements: by the index of the place."""
    watched = {part for place in places for part in _around(place, elements[place.index_variable])}
    roots = [each.formula for each in model.constraints]
    if model.objective and isinstance(model.objective.term, Expr):
        roots.append(model.objective.term)
    found = defaultdict[Expr, set[Expr]](set)
    for each in postorder(*roots):
        for arg in watched.intersection(arg for arg in each.args if isinstance(arg, Expr)):
            found[arg].add(each)
    return found
