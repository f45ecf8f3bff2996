"""Terms as linear expressions; what is not linear becomes an auxiliary variable with a definition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from math import prod

from ..errors import ModelError
from ..model.domain import Domain
from ..model.expr import FALSE, TRUE, Expr, any_of, negation
from .linear import Linear, at_most_zero, bounds, equal_zero, linear
from .norm import Norm

SPARSE = 128  # a derived domain of at most so many values keeps its holes
MOST_ROWS = 100_000  # of the table of a product


class Terms:
    """The terms of a model as Linear, each distinct one once.

    number, where: of the constraint that is being normalised, for its definitions and its errors.
    """

    def __init__(self, norm: Norm, numbers: dict[str, int]):
        self._norm, self._numbers = norm, numbers
        self._terms: dict[Expr, Linear] = {}
        self.number, self.where = 0, ""

    def __contains__(self, term: Expr) -> bool:
        return term in self._terms

    def sum_of(self, weighted: Sequence[tuple[int, Expr | int]]) -> Linear:
        """The sum of weight * term as a Linear; nested sums are flattened without building the inner ones.

        Weights are passed down from parents to children, each node once, so shared subterms cost nothing extra.
        """
        weight: dict[Expr, int] = {}
        sums: dict[int, int] = {}
        const = 0
        for factor, term in weighted:
            if isinstance(term, int):
                const += factor * term
            else:
                weight[term] = weight.get(term, 0) + factor
        for term in reversed([*self._nodes(list(weight))]):
            factor = weight[term]
            if term.op == "int":
                x = self._number_of(term)
                sums[x] = sums.get(x, 0) + factor
            elif term in self._terms:
                const += factor * self._terms[term].const
                for a, x in self._terms[term].terms:
                    sums[x] = sums.get(x, 0) + factor * a
            else:
                const += _pass_down(term, factor, weight)
        return linear(sums, const)

    def _nodes(self, roots: list[Expr]) -> Iterator[Expr]:
        """The nodes of nested sums, children first; variables and terms that are known are leaves."""
        seen: set[Expr] = set()
        stack = [(root, False) for root in roots]
        while stack:
            term, expanded = stack.pop()
            if expanded:
                yield term
            elif term not in seen:
                seen.add(term)
                stack.append((term, True))
                if term.op != "int" and term not in self._terms:
                    stack.extend((a, False) for a in term.args if isinstance(a, Expr))

    def _number_of(self, var: Expr) -> int:
        try:
            return self._numbers[var.args[0]]
        except KeyError:
            raise ModelError(f"{self.where}integer variable {var.args[0]} is not declared") from None

    def visit(self, term: Expr, formulas: dict[Expr, Expr]) -> None:
        """Prepare a term whose subterms are prepared; formulas: normal forms of the conditions in it."""
        match term.op:
            case "abs":
                self._terms[term] = self._absolute(self._sum(term.args[0]))
            case "if":
                condition = formulas[term.args[0]]
                self._terms[term] = self._choice(condition, self._sum(term.args[1]), self._sum(term.args[2]))
            case "mul":
                result = Linear((), 1)
                for factor in map(self._sum, term.args):
                    result = self._product(result, factor)
                self._terms[term] = result

    def _sum(self, term: Expr | int) -> Linear:
        return self.sum_of(((1, term),))

    def _new(self, domain: Domain) -> Linear:
        self._norm.names.append("")
        self._norm.domains.append(domain)
        return Linear(((1, len(self._norm.domains) - 1),), 0)

    def _define(self, *formulas: Expr) -> None:
        self._norm.required.extend((formula, self.number) for formula in formulas)

    def _absolute(self, e: Linear) -> Linear:
        least, most = bounds(e, self._norm.domains)
        if least >= 0:
            return e
        if most <= 0:
            return e.times(-1)
        values = self._values(e)
        v = self._new(Domain([(0, max(-least, most))]) if values is None else Domain.of(map(abs, values)))
        minus, plus = v.plus(e.times(-1)), v.plus(e)
        at_least = (at_most_zero(minus.times(-1)), at_most_zero(plus.times(-1)))
        self._define(*at_least, any_of((at_most_zero(minus), at_most_zero(plus))))
        return v

    def _choice(self, condition: Expr, s: Linear, t: Linear) -> Linear:
        if condition in (TRUE, FALSE) or s == t:
            return t if condition is FALSE else s
        if not s.terms and not t.terms:
            v = self._new(Domain.of((s.const, t.const)))
            self._norm.chosen[v.terms[0][1]] = (condition, s.const, t.const)
            return v
        v = self._new(self._domain(s) | self._domain(t))
        is_s, is_t = equal_zero(s.plus(v.times(-1))), equal_zero(t.plus(v.times(-1)))
        self._define(any_of((negation(condition), is_s)), any_of((condition, is_t)))
        return v

    def _product(self, s: Linear, t: Linear) -> Linear:
        """Of two sums; if both vary, a table over the values of the one with fewer."""
        if not s.terms:
            return t.times(s.const)
        if not t.terms:
            return s.times(t.const)
        s_domain, t_domain = self._domain(s), self._domain(t)
        if t_domain.size() < s_domain.size():
            s, t, s_domain, t_domain = t, s, t_domain, s_domain
        if s_domain.size() > MOST_ROWS:
            raise ModelError(f"{self.where}a product of two terms, each with more than {MOST_ROWS} values")
        v = self._new(_products(s_domain, t_domain))
        for value in s_domain:
            is_value = equal_zero(s._replace(const=s.const - value))
            self._define(any_of((negation(is_value), equal_zero(v.plus(t.times(-value))))))
        return v

    def _domain(self, e: Linear) -> Domain:
        values = self._values(e)
        return Domain([bounds(e, self._norm.domains)]) if values is None else Domain.of(values)

    def _values(self, e: Linear) -> set[int] | None:
        """The values of a sum if they are few, else None."""
        domains = [self._norm.domains[x] for _, x in e.terms]
        if prod(d.size() for d in domains) > SPARSE:
            return None
        return {e.const + sum(a * v for (a, _), v in zip(e.terms, vs, strict=True)) for vs in product(*domains)}


def _products(s: Domain, t: Domain) -> Domain:
    if s.size() * t.size() <= SPARSE:
        return Domain.of(a * b for a in s for b in t)
    ends = [a * b for a in (s.lo, s.hi) for b in (t.lo, t.hi)]
    return Domain([(min(ends), max(ends))])


def _pass_down(term: Expr, factor: int, weight: dict[Expr, int]) -> int:
    """Add a sum's weight to its arguments'; returns the part of its constants."""
    const = 0
    for at, arg in enumerate(term.args):
        sign = -1 if term.op == "neg" or (term.op == "sub" and at) else 1
        if isinstance(arg, int):
            const += sign * factor * arg
        else:
            weight[arg] = weight.get(arg, 0) + sign * factor
    return const
