"""First pass: Model -> Norm.  Comparisons become linear atoms; everything is a loop over nodes, children first."""

from __future__ import annotations

from typing import Any

from ..errors import ModelError
from ..model.constraint import CONSTRAINTS
from ..model.expr import FALSE, TRUE, Expr, all_of, any_of, negation, node, postorder
from ..model.model import Model
from ..model.ops import COMPARISONS, OPS, TERM
from .linear import at_most_zero, equal_zero
from .norm import Norm, conjuncts
from .terms import Terms


def normalize(model: Model, share: bool = True) -> Norm:
    """Normalise all constraints.  share=False: constraints do not share auxiliaries (reasons for UNSAT need that)."""
    norm = Norm(list(model.ints), list(model.ints.values()))
    numbers = {name: x for x, name in enumerate(model.ints)}
    pass_ = _Normalizer(Terms(norm, numbers))
    for number, constraint in enumerate(model.constraints):
        if not share:
            pass_ = _Normalizer(Terms(norm, numbers))
        where = f"{constraint.origin}: " if constraint.origin else ""
        pass_.terms.number, pass_.terms.where = number, where
        for formula in conjuncts(constraint.formula):
            norm.required.append((pass_.required(formula), number))
    return norm


class _Normalizer:
    """Keeps the normal form of each formula; the terms are `Terms`'."""

    def __init__(self, terms: Terms):
        self.terms = terms
        self._formulas: dict[Expr, Expr] = {}

    def required(self, formula: Expr) -> Expr:
        """The normal form of a formula that must hold; a global constraint is left as it is there."""
        if formula.op not in OPS and formula.op != "bool":
            self._normalize(*(a for a in formula.args if isinstance(a, Expr)))
            return node(formula.op, *map(self._argument, formula.args))
        self._normalize(formula)
        return self._formulas[formula]

    def _argument(self, arg: Any) -> Any:
        if isinstance(arg, Expr) and arg in self._formulas:
            return self._formulas[arg]
        return self.terms.sum_of(((1, arg),)) if isinstance(arg, (Expr, int)) else arg

    def _normalize(self, *roots: Expr) -> None:
        for each in postorder(*roots):
            if each not in self._formulas:
                self._visit(each)

    def _visit(self, expr: Expr) -> None:
        if expr.op == "bool":
            self._formulas[expr] = expr
        elif expr.op in OPS:
            if OPS[expr.op].result != TERM:
                self._formulas[expr] = self._formula(expr)
            elif expr not in self.terms:
                self.terms.visit(expr, self._formulas)
        elif expr.op != "int":
            self._formulas[expr] = self._decomposed(expr)

    def _decomposed(self, expr: Expr) -> Expr:
        """A global constraint where it is not simply required: its formula."""
        formula = CONSTRAINTS[expr.op].formula
        if formula is None:
            raise ModelError(f"{self.terms.where}{expr.op} can only be required, not stand inside another formula")
        meaning = formula(*expr.args)
        self._normalize(meaning)
        return self._formulas[meaning]

    def _formula(self, expr: Expr) -> Expr:
        if expr.op in COMPARISONS:
            return self._comparison(expr.op, *expr.args)
        args = [self._formulas[a] for a in expr.args]
        match expr.op:
            case "not":
                return negation(args[0])
            case "and":
                return all_of(args)
            case "or":
                return any_of(args)
            case "imp":
                return any_of((negation(args[0]), args[1]))
            case "iff":
                return _iff(args[0], args[1])
            case "xor":
                result = FALSE
                for arg in args:
                    result = negation(_iff(result, arg))
                return result
        return expr  # true, false

    def _comparison(self, op: str, left: Expr | int, right: Expr | int) -> Expr:
        difference = self.terms.sum_of(((1, left), (-1, right)))
        match op:
            case "eq":
                return equal_zero(difference)
            case "ne":
                return negation(equal_zero(difference))
            case "le":
                return at_most_zero(difference)
            case "gt":
                return negation(at_most_zero(difference))
        less = at_most_zero(difference._replace(const=difference.const + 1))
        return less if op == "lt" else negation(less)


def _iff(p: Expr, q: Expr) -> Expr:
    for one, other in ((p, q), (q, p)):
        if one is TRUE:
            return other
        if one is FALSE:
            return negation(other)
    if p.op == "not" and q.op == "not":
        p, q = p.args[0], q.args[0]
    if p is q:
        return TRUE
    return FALSE if p is negation(q) else node("iff", p, q)
