"""The formulas of a normal form as nodes of a network: the node of a formula is 1 if the formula is true, else 0."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import itemgetter
from typing import Any

from ...encoder.normalize.arithmetic import FUNCTIONS
from ...encoder.normalize.formulas import Linear, Norm
from ...model.constraint import CONSTRAINTS, RELATION
from ...model.expr import Expr, unknown
from .network import Network, NodeTerm, OfSum

TABLE = 100_000  # entries of a list that says a function of a sum
MOST = 400_000  # terms of all sums
LARGEST = 1 << 48  # of all numbers
DEEP = 30  # definitions inside each other
BIT = (0, 1)


class NoMoves(Exception):
    """A problem that is no network, or too large a one."""


class NetworkForms:
    """The nodes for integers and formulas of a normal form.

    nodes: of integers by number.  definitions: for integers by number, and for Booleans, how to make the node that
    follows from others.  used: the formulas that define, each with the integer or Boolean that is defined.  refused:
    integers and Booleans that are free in spite of a definition, which needs itself.  free_ints, free_bools: the nodes
    that are free, by number or by name.  groups: nodes 0 or 1 of which exactly one is 1.  swaps: nodes that are all
    different.
    """

    def __init__(self, norm: Norm):
        self.norm, self.network = norm, Network()
        self.nodes = dict[int, int]()
        self.definitions = dict[int | Expr, Callable[[], int]]()
        self.used = dict[Expr, int | Expr]()
        self.refused = set[int | Expr]()
        self.free_ints, self.free_bools = dict[int, int](), dict[str, int]()
        self.groups, self.swaps = list[list[int]](), list[list[int]]()
        self._formulas = dict[Expr, int]()
        self._open = list[int | Expr]()  # what is being defined
        self._terms = 0

    def int_node(self, x: int) -> int:
        """Return the node of an integer, which is made if need be."""
        if x not in self.nodes:
            node = self._new_int(x)
            self.nodes.setdefault(x, node)
        return self.nodes[x]

    def _new_int(self, x: int) -> int:
        if x in self.norm.conditional:
            condition, if_true, if_false = self.norm.conditional[x]
            truth = self.formula(condition)
            if (if_true, if_false) == (1, 0):
                return truth
            return self.of_sum([(if_true - if_false, truth)], if_false)
        if (node := self._defined(x)) is not None:
            return node
        domain = self.norm.domains[x]
        if max(abs(domain.lo), abs(domain.hi)) > LARGEST:
            raise NoMoves
        self.free_ints[x] = self.network.free(domain.lo, domain.lo, domain.hi)
        return self.free_ints[x]

    def _defined(self, key: int | Expr) -> int | None:
        """Return the node that the definition of an integer or a Boolean makes; None if there is no definition, or it
        needs itself.
        """
        if key not in self.definitions:
            return None
        if key in self._open or len(self._open) == DEEP:
            self.refused.add(key)
            return None
        self._open.append(key)
        node = self.definitions[key]()
        self._open.pop()
        return node

    def of_sum(
        self, terms: Sequence[NodeTerm], const: int, function: OfSum | None = None, ends: tuple[int, int] | None = None
    ) -> int:
        """Return a new node for a function of a sum, as `Network.of_sum` does with these `terms`, `const` and `ends`.

        Raises NoMoves for too many terms, or numbers that are too large.
        """
        self._count(len(terms), self.network.ends_of(terms, const))
        return self.network.of_sum(terms, const, function, ends)

    def _count(self, terms: int, ends: tuple[int, int]) -> None:
        self._terms += 1 + terms
        if self._terms > MOST or max(map(abs, ends)) > LARGEST:
            raise NoMoves

    def weighted(self, total: Linear) -> list[NodeTerm]:
        """Return the nodes of a sum of integers with their factors."""
        return [(a, self.int_node(x)) for a, x in total.terms]

    def sum_node(self, total: Linear) -> int:
        """Return a node for a sum of integers."""
        if len(total.terms) == 1 and total.terms[0][0] == 1 and not total.const:
            return self.int_node(total.terms[0][1])
        return self.of_sum(self.weighted(total), total.const)

    def formula(self, formula: Expr) -> int:
        """Return the node of a formula, which is made if need be."""
        for part in unknown(formula, self._formulas):
            node = self._new(part)
            self._formulas.setdefault(part, node)
        return self._formulas[formula]

    def _new(self, formula: Expr) -> int:
        op, args = formula.op, formula.args
        if op in ("true", "false"):
            return self.of_sum((), int(op == "true"))
        if op == "bool":
            if (node := self._defined(formula)) is None:
                node = self.free_bools[args[0]] = self.network.free(0, 0, 1)
            return node
        if op == "not":
            return self.of_sum([(-1, self.formula(args[0]))], 1)
        if op in ("le0", "eq0"):
            (total,) = args
            test = (0).__ge__ if op == "le0" else (0).__eq__
            return self.of_sum(self.weighted(total), total.const, test, BIT)
        if op == RELATION:
            return self._relation(*args)
        if op not in ("and", "or", "iff", "ite"):
            raise NoMoves
        nodes = [self.formula(each) for each in args]
        if op == "ite":
            return self.of_sum(list(zip((4, 2, 1), nodes, strict=True)), 0, [0, 1, 0, 1, 0, 0, 1, 1].__getitem__, BIT)
        if op == "iff":
            return self.of_sum([(1, each) for each in nodes], 0, (1, 0, 1).__getitem__, BIT)
        return self.of_sum([(1, x) for x in nodes], 0, (0).__lt__ if op == "or" else (len(nodes)).__eq__, BIT)

    def _relation(self, relation: Any, *terms: Linear) -> int:
        """Return the node that says whether terms are a tuple of a relation, which is found by one number for all."""
        nodes, parts, factor, ways = [*map(self.sum_node, terms)], list[NodeTerm](), 1, list[tuple[int, int]]()
        for x in nodes:
            low, high = self.network.ends[x]
            parts.append((factor, x))
            ways.append((factor, high - low))
            factor *= high - low + 1
        base = sum([f * self.network.ends[x][0] for f, x in parts])
        ends = [self.network.ends[x] for x in nodes]
        able = [each for each in relation.tuples if all(a <= v <= b for v, (a, b) in zip(each, ends, strict=True))]
        codes = frozenset(sum([f * v for v, (f, _) in zip(each, parts, strict=True)]) - base for each in able)
        test = codes.__contains__ if relation.supports else lambda code: code not in codes
        return self.of_sum(parts, -base, test, BIT)

    def holds(self, formula: Expr) -> int:
        """Return the node of any constraint that is not one of numbers or truth values alone, by its meaning."""
        meaning = CONSTRAINTS[formula.op].holds
        getters = list[Callable[[], Any]]()
        nodes, values = list[int](), self.network.values
        for arg in formula.args:
            if isinstance(arg, (Linear, Expr)):
                x = self.sum_node(arg) if isinstance(arg, Linear) else self.formula(arg)
                nodes.append(x)
                getters.append(_getter(values, x, isinstance(arg, Expr)))
            else:
                getters.append(_constant(arg))
        return self.of_nodes(nodes, lambda: int(meaning(*[each() for each in getters])), BIT)

    def of_nodes(self, nodes: Sequence[int], function: Callable[[], int], ends: tuple[int, int]) -> int:
        """Return a new node for any function of nodes, whose values are between the `ends`.

        Raises NoMoves for too many terms, or numbers that are too large.
        """
        self._count(len(nodes), ends)
        return self.network.of_nodes(nodes, function, ends)

    def maximum(self, terms: Sequence[int], sign: int = 1) -> int:
        """Return the node of the greatest value of nodes, of the least one for the sign -1."""
        choice = max if sign > 0 else min
        ends = [self.network.ends[x] for x in terms]
        both = choice(low for low, _ in ends), choice(high for _, high in ends)
        values, get = self.network.values, itemgetter(*terms)
        if len(terms) == 1:
            return terms[0]
        return self.of_nodes(terms, lambda: choice(get(values)), both)

    def item(self, index: Linear, terms: Sequence[Linear]) -> int:
        """Return the node of the term at an index, counted from 1; outside, that of the nearest index."""
        last, values = len(terms) - 1, self.network.values
        if all(not each.terms for each in terms):
            total = index.plus(Linear((), -1))
            low, high = self.network.ends_of(parts := self.weighted(total), total.const)
            row = [each.const for each in terms]
            ends = min(row), max(row)
            if high - low < TABLE:
                table = [row[min(max(at, 0), last)] for at in range(low, high + 1)]
                return self.of_sum(parts, total.const - low, table.__getitem__, ends)
            return self.of_sum(parts, total.const, lambda at: row[min(max(at, 0), last)], ends)
        at, nodes = self.sum_node(index), [*map(self.sum_node, terms)]
        ends = min(self.network.ends[x][0] for x in nodes), max(self.network.ends[x][1] for x in nodes)
        return self.of_nodes([at, *nodes], lambda: values[nodes[min(max(values[at] - 1, 0), last)]], ends)

    def function(self, x: Linear, y: Linear, op: str, undefined: int) -> int:
        """Return the node of the arithmetic function named `op` of two terms `x` and `y`.

        undefined: the value where the function has none.
        """
        first, second, values, result = self.sum_node(x), self.sum_node(y), self.network.values, FUNCTIONS[op]
        (a, b), (c, d) = self.network.ends[first], self.network.ends[second]
        if op == "mul":
            corners = [a * c, a * d, b * c, b * d]
            return self.of_nodes([first, second], lambda: values[first] * values[second], (min(corners), max(corners)))
        most = max(abs(a), abs(b), abs(c), abs(d), 1)
        if op == "pow" and (most > 1000 or d > 8):
            raise NoMoves
        most = most ** max(d, 1) if op == "pow" else most

        def value() -> int:
            found = result(values[first], values[second])
            return undefined if found is None else found

        return self.of_nodes([first, second], value, (-most, most))


def _getter(values: Sequence[int], x: int, is_truth: bool) -> Callable[[], Any]:
    return (lambda: bool(values[x])) if is_truth else (lambda: values[x])


def _constant(value: object) -> Callable[[], Any]:
    return lambda: value
