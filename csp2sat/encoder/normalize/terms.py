"""Terms as linear sums; a non-linear term becomes an auxiliary variable with a definition."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce

from ...base.numbers import product
from ...errors import ModelError
from ...model.expr import FALSE, TRUE, Expr, all_of, any_of, children, negation
from ...model.ops import PARTIAL
from . import arithmetic
from .auxiliaries import Auxiliaries
from .formulas import ATOMS, Linear, WeightedVariable, at_most_zero, equal_zero

WeightedTerms = Sequence[tuple[int, Expr | int]]
SUMS = ("add", "sub", "neg")
LINEAR = (*SUMS, "mul")
MANY = 1024  # parts of a sum that is flattened part by part; of more, parts that it shares are visited once


class Terms:
    """The terms of a CSP as Linear, each distinct term once.

    The Linear of an undefined term has an arbitrary value; `defined` returns the normal formula that states that terms
    are defined.
    """

    def __init__(self, auxiliaries: Auxiliaries, numbers: dict[str, int]):
        self.auxiliaries, self._numbers = auxiliaries, numbers
        self._terms: dict[Expr, Linear] = {}
        self._variables: dict[Expr, Linear] = {}
        self._defined: dict[Expr, Expr] = {}  # where it is not TRUE
        self._sums: set[Expr] = set()  # that were visited
        self._parts: dict[WeightedVariable, WeightedVariable] = {}

    def __contains__(self, term: Expr) -> bool:
        return term in self._sums or term in self._terms

    def declare(self, name: str, x: int) -> None:
        """Register the number `x` of another integer variable by its name."""
        self._numbers[name] = x

    def forget(self) -> None:
        """Forget which sums were visited, since these are quickly recomputed."""
        self._sums.clear()

    def sum_of(self, weighted: WeightedTerms) -> Linear:
        """Return the sum of weight * term as a Linear; nested sums are flattened without building the inner ones.
        Raise ModelError for an undeclared variable.

        Weights are passed down from parents to children, each node once, so shared subterms cost nothing extra.
        """
        weight: dict[Expr, int] = {}
        sums: dict[int, int] = {}
        const = self._spread(weighted, weight, sums)
        for term in reversed([*self._nodes(weight)]) if weight else ():
            factor = weight[term]
            if term in self._terms:
                const += factor * self._terms[term].const
                for a, x in self._terms[term].terms:
                    sums[x] = sums.get(x, 0) + factor * a
            else:
                const += self._spread(_parts(factor, term), weight, sums)
        return self._linear(sums, const)

    def plain(self, left: Expr | int, right: Expr | int) -> Linear | None:
        """Return left - right as a Linear if both terms, which need not be prepared, are made of variables and numbers
        by sums and constant factors; None for others, and for sums of very many parts.

        Raise ModelError for an undeclared variable, or if a product of numbers is too large.
        """
        sums: dict[int, int] = {}
        const, number_of = 0, self._numbers.get
        weighted = [(1, left), (-1, right)]
        for factor, term in weighted:  # grows on the way: the parts of each sum are put behind it
            if isinstance(term, int):
                const += factor * term
            elif term.op == "int":
                if (x := number_of(term.args[0])) is None:
                    x = self._number_of(term)
                sums[x] = sums.get(x, 0) + factor
            elif term.op in LINEAR and len(weighted) < MANY and (parts := _parts(factor, term)):
                weighted += parts
            else:
                return None
        return self._linear(sums, const)

    def _linear(self, sums: dict[int, int], const: int) -> Linear:
        """Return the sum of a map from variables to coefficients and a constant, with parts that many sums share."""
        one = self._parts.setdefault  # for `1 x` is a part of many sums
        if len(sums) == 1:
            ((x, a),) = sums.items()
            return Linear((one((a, x), (a, x)),), const) if a else Linear((), const)
        parts = [(a, x) for x, a in sorted(sums.items()) if a]
        return Linear(tuple(map(one, parts, parts)), const)

    def _spread(self, weighted: Iterable[tuple[int, Expr | int]], weight: dict[Expr, int], sums: dict[int, int]) -> int:
        """Add weights to the map `sums` (for variables, by number) and the map `weight` (for other terms); return the
        weighted sum of the numbers.
        """
        const = 0
        for factor, term in weighted:
            if isinstance(term, int):
                const += factor * term
            elif term.op == "int":
                x = self._number_of(term)
                sums[x] = sums.get(x, 0) + factor
            else:
                weight[term] = weight.get(term, 0) + factor
        return const

    def _nodes(self, roots: Iterable[Expr]) -> Iterator[Expr]:
        """Yield the distinct terms of nested sums, children first, without variables; terms with a known Linear count
        as leaves.
        """
        seen: set[Expr] = set()
        stack = [(root, False) for root in roots]
        while stack:
            term, expanded = stack.pop()
            if expanded:
                yield term
            elif term not in seen:
                seen.add(term)
                inner = [] if term in self._terms else [a for a in term.args if isinstance(a, Expr) and a.op != "int"]
                if inner:
                    stack.append((term, True))
                    stack.extend((a, False) for a in inner)
                else:
                    yield term

    def _number_of(self, var: Expr) -> int:
        try:
            return self._numbers[var.args[0]]
        except KeyError:
            raise ModelError(f"integer variable {var.args[0]} is not declared") from None

    def value(self, term: Expr | int) -> Linear:
        """Return a prepared term as a Linear; raise ModelError for an undeclared variable."""
        if not isinstance(term, Expr) or term.op != "int":
            return self.sum_of(((1, term),))
        if term not in self._variables:
            self._variables[term] = self.sum_of(((1, term),))
        return self._variables[term]

    def visit(self, term: Expr, formulas: dict[Expr, Expr]) -> None:
        """Prepare a term whose subterms are prepared: store its Linear and the formula that it is defined.

        `formulas` has the normal forms of the conditions in the term.
        """
        if term.op in SUMS:
            self._sums.add(term)
        else:
            self.auxiliaries.term = term
            self._terms[term] = self._nonlinear(term, formulas)
        if self._defined or term.op in PARTIAL:
            self._define(term, formulas)

    def _nonlinear(self, term: Expr, formulas: dict[Expr, Expr]) -> Linear:
        """Return the value of a term that is no sum, as a Linear; its arguments must have values, and an `if` its
        condition a normal form in `formulas`.
        """
        if term.op == "if":
            return _choice(self.auxiliaries, formulas[term.args[0]], *map(self.value, term.args[1:]))
        args = [self.value(arg) for arg in term.args]
        match term.op:
            case "min":
                return arithmetic.minimum(self.auxiliaries, args)
            case "max":
                return arithmetic.maximum(self.auxiliaries, args)
            case "abs":
                return arithmetic.absolute(self.auxiliaries, args[0])
            case "item-at":
                return arithmetic.item(self.auxiliaries, args[0], args[1:])
        return reduce(lambda s, t: arithmetic.value(self.auxiliaries, term.op, s, t), args)

    def defined(self, *terms: Expr | int) -> Expr:
        """Return the normal formula that states that all of the prepared terms are defined."""
        if not self._defined:
            return TRUE
        return all_of(dict.fromkeys(self._defined[t] for t in terms if isinstance(t, Expr) and t in self._defined))

    def _define(self, term: Expr, formulas: dict[Expr, Expr]) -> None:
        """Store in `_defined` the formula which states that a term is defined, unless the formula is TRUE.

        An `if` is defined if its chosen branch is.  formulas: the normal formula of each condition.
        """
        if term.op == "if":
            condition = formulas[term.args[0]]
            s, t = map(self.defined, term.args[1:])
            formula = all_of((any_of((negation(condition), s)), any_of((condition, t))))
        else:
            formula = all_of((self.defined(*children(term)), self._inside(term)))
        if formula is not TRUE:
            self._defined[term] = formula

    def _inside(self, term: Expr) -> Expr:
        """Return the normal formula that states that the operator of a term is defined for its arguments; TRUE for a
        total operator.
        """
        if term.op in ("div", "mod"):
            return negation(equal_zero(self.value(term.args[1])))
        if term.op == "item-at":
            index, last = self.value(term.args[0]), len(term.args) - 2
            return all_of((at_most_zero(index.times(-1)), at_most_zero(index.plus(Linear((), -last)))))
        return at_most_zero(self.value(term.args[1]).times(-1)) if term.op == "pow" else TRUE


def _parts(factor: int, term: Expr) -> Sequence[tuple[int, Expr | int]]:
    """Return the parts of `factor` * `term`, each with its factor; () for a product of several expressions.

    The term is a sum, or a product.  Raise ModelError if the product of its numbers is too large.
    """
    args = term.args
    if term.op == "mul":
        numbers = [arg for arg in args if isinstance(arg, int)]
        expressions = [arg for arg in args if isinstance(arg, Expr)]
        return [(product(factor, *numbers), each) for each in expressions] if len(expressions) == 1 else ()
    first, others = -factor if term.op == "neg" else factor, factor if term.op == "add" else -factor
    return [(first, args[0]), *[(others, arg) for arg in args[1:]]] if args else ()


def _choice(auxiliaries: Auxiliaries, condition: Expr, s: Linear, t: Linear) -> Linear:
    """Return, as a Linear, `s` if the normal formula `condition` holds, else `t`.

    Terms that differ by a constant take one variable of two values whose literal is the condition, or no new variable
    if the condition compares a variable that has only two values.
    """
    if condition in (TRUE, FALSE) or s == t:
        return t if condition is FALSE else s
    if s.terms == t.terms:
        difference = _two_values(auxiliaries, condition, s.const - t.const)
        return t.plus(difference or auxiliaries.conditional(condition, s.const - t.const, 0))
    v = auxiliaries.new(auxiliaries.domain(s) | auxiliaries.domain(t))
    is_s, is_t = equal_zero(s.plus(v.times(-1))), equal_zero(t.plus(v.times(-1)))
    auxiliaries.define(any_of((negation(condition), is_s)), any_of((condition, is_t)))
    return v


def _two_values(auxiliaries: Auxiliaries, condition: Expr, if_true: int) -> Linear | None:
    """Return a Linear that is `if_true` if the condition holds and 0 otherwise: a multiple of the two-valued variable
    in the condition, plus a constant; a constant alone if both values give the condition the same truth value.

    Return None if the condition is no comparison of a single variable with two values, or if the difference of these
    values does not divide `if_true`.
    """
    inner = condition.args[0] if condition.op == "not" else condition
    if inner.op not in ATOMS or len(inner.args[0].terms) != 1:
        return None
    atom: Linear = inner.args[0]
    var = Linear(((1, atom.terms[0][1]),), 0)
    domain = auxiliaries.domain(var)
    if domain.size() != 2 or if_true % (domain.hi - domain.lo):
        return None
    at_low, at_high = (_holds(inner.op, atom, v) == (inner is condition) for v in (domain.lo, domain.hi))
    if at_low == at_high:
        return Linear((), if_true if at_low else 0)
    slope = if_true // (domain.hi - domain.lo) * (1 if at_high else -1)
    start = if_true if at_low else 0
    return var.times(slope)._replace(const=start - slope * domain.lo)


def _holds(op: str, atom: Linear, v: int) -> bool:
    total = atom.terms[0][0] * v + atom.const
    return total <= 0 if op == "le0" else total == 0
