"""First pass: Model -> Norm.  Comparisons become linear atoms; everything is a loop over nodes, children first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...base.time_limit import check_time
from ...errors import ModelError
from ...model.constraint import CARDINALITY, CONSTRAINTS, RELATION, Relation, by_formula
from ...model.domain import Domain
from ...model.expr import Expr, all_of, children, is_term, negation, node
from ...model.model import Model
from ...model.ops import COMPARISONS, OPS
from .auxiliaries import Auxiliaries
from .booleans import Clauses, cardinality, counted
from .connectives import CONNECTIVES
from .formulas import ALWAYS, ASSUMED, Linear, Norm, conjuncts, equal_zero
from .normal_forms import NormalForms
from .rewriting import are_defined, simpler
from .terms import Terms

KEPT = 1 << 17  # formulas whose normal forms are kept at least


def normalize(model: Model, share: bool = True, wide: int | None = None) -> Normalizer:
    """Normalise all constraints and the objective; the result is the `norm` of what comes out.

    share=False: constraints do not share auxiliaries (reasons for UNSAT need that).  wide: global constraints about
    terms that may have more values become their formulas.  Raises ModelError.
    """
    norm = Norm(list(model.ints), list(model.ints.values()))
    pass_ = Normalizer(model, norm, wide)
    try:
        for number, constraint in enumerate(model.constraints):
            check_time()
            pass_ = pass_ if share else Normalizer(model, norm, wide)
            pass_.auxiliaries.number = number
            pass_.require(constraint.formula)
        if model.objective:
            pass_ = pass_ if share else Normalizer(model, norm, wide)
            pass_.auxiliaries.number = ALWAYS
            norm.objective = pass_.variable(model.objective.term)
    except ModelError as error:
        raise placed(model, pass_.auxiliaries.number, error) from None
    return pass_


def placed(model: Model, number: int, error: object) -> ModelError:
    """The error with the place of the constraint of that number before it, or `the objective`."""
    place = {ALWAYS: "the objective", ASSUMED: ""}.get(number) if number < 0 else model.constraints[number].origin
    return ModelError(f"{place}: {error}" if place else str(error))


class Normalizer:
    """Keeps the normal form of each formula; the terms are `Terms`'.  It may be given more when the model has grown."""

    def __init__(self, model: Model, norm: Norm, wide: int | None):
        self._wide, self.norm = wide, norm
        self._stated = norm.required
        self.auxiliaries = Auxiliaries(norm)
        self._clauses = Clauses(model.bools)
        self._terms = Terms(self.auxiliaries, {name: x for x, name in enumerate(model.ints)})
        self._formulas = NormalForms(model.bools, self._terms)
        self._before, self._largest = 0, KEPT // 4

    def require(self, formula: Expr) -> None:
        """The formula of a constraint holds.

        Normal forms are forgotten before if they are many, and much more than any constraint has, so that what is
        forgotten and needed again is little.  Auxiliaries are never forgotten.
        """
        size = len(self._formulas)
        if size - self._before > self._largest:
            self._largest = size - self._before
        if size > 4 * self._largest:
            self._formulas.clear()
            self._terms.forget()
        self._before = len(self._formulas)
        self._require(formula)

    def declare(self, name: str, domain: Domain) -> int:
        """A new integer variable of the model; its number."""
        x = self.auxiliaries.new(domain).terms[0][1]
        del self.norm.terms[x]
        self.norm.names[x] = name
        self._terms.declare(name, x)
        return x

    @contextmanager
    def apart(self) -> Iterator[list[tuple[Expr, int]]]:
        """What is stated inside the block is not required, but goes to the list; only the definitions of auxiliaries
        are required."""
        outer, self._stated = self._stated, []
        try:
            yield self._stated
        finally:
            self._stated = outer

    def _say(self, *formulas: Expr) -> None:
        """What a constraint says, no definition."""
        self._stated += self.auxiliaries.parts(*formulas)

    def _say_of_truth(self, formula: Expr) -> None:
        self.norm.boolean.add(formula)
        self._stated.append((formula, self.auxiliaries.number))

    def _require(self, formula: Expr) -> None:
        for part in conjuncts(formula):
            if (normal := self._clauses.normal(part)) is not None:
                self._say_of_truth(normal)
            elif (count := self._count(part)) is not None:
                self._say_of_truth(count)
            elif part.op in OPS or part.op in ("bool", RELATION):
                self._say(self._normal(part))
            else:
                self._require_constraint(part)

    def _count(self, formula: Expr) -> Expr | None:
        """The formula as a cardinality constraint, if it is one and not better a sum."""
        conditions = counted(formula)
        if not conditions:
            return None
        if formula.op != CARDINALITY and self._clauses.literals(conditions):
            return cardinality(formula, conditions)
        self._normalize(*conditions)
        return cardinality(formula, [self._formulas[each] for each in conditions])

    def variable(self, term: Expr | int) -> int:
        """A variable that is equal to the term, which must be defined."""
        if isinstance(term, Expr):
            self._normalize(term)
            self.auxiliaries.term = term
        e = self._terms.value(term)
        self._say(self._terms.defined(term))
        if len(e.terms) != 1 or e.terms[0][0] != 1 or e.const or self.auxiliaries.is_conditional(e):
            v = self.auxiliaries.new(self.auxiliaries.domain(e))
            self.auxiliaries.define(equal_zero(e.plus(v.times(-1))))
            e = v
        return e.terms[0][1]

    def _require_constraint(self, expr: Expr) -> None:
        """A global constraint is left as it is where it is required, unless its formula is all that there is."""
        constraint = CONSTRAINTS[expr.op]
        if constraint.encode is by_formula:
            self._require(self._instead(expr))
            return
        self._normalize(*children(expr))
        if self._wide and constraint.formula and any(map(self._is_wide, expr.args)):
            self._require(self._instead(expr))
            return
        self._say(self._terms.defined(*expr.args))
        if constraint.also:
            self._say(self._normal(constraint.also(*expr.args)))
        self._say(node(expr.op, *map(self._argument, expr.args)))

    def _is_wide(self, arg: Any) -> bool:
        """Is it a term with many values, as far as its bounds tell?"""
        if not isinstance(arg, Expr) or not is_term(arg):
            return False
        least, most = self.auxiliaries.bounds(self._terms.value(arg))
        return most - least >= (self._wide or 0)

    def _argument(self, arg: Any) -> Any:
        if isinstance(arg, Expr) and arg in self._formulas:
            return self._formulas[arg]
        return self._terms.value(arg) if isinstance(arg, (Expr, int)) else arg

    def _normal(self, formula: Expr) -> Expr:
        self._normalize(formula)
        return self._formulas[formula]

    def _normalize(self, *roots: Expr) -> None:
        """Every formula below the roots gets its normal form, every term its value."""
        stack: list[tuple[Expr, Expr | None]] = [(root, None) for root in reversed(roots)]
        formulas = self._formulas
        known = formulas.__getitem__
        while stack:
            expr, instead = stack.pop()
            if instead is not None:
                self._visit(expr, instead)
            elif expr.op == "bool":
                formulas.declared(expr)
            elif expr in formulas:
                pass
            elif expr.op in CONNECTIVES and None not in (args := [*map(known, expr.args)]):
                formulas[expr] = CONNECTIVES[expr.op](args)
            elif expr.op != "int" and expr not in self._terms and known(expr) is None:
                instead = expr if expr.op in CONNECTIVES else self._instead(expr)
                stack.append((expr, instead))
                stack += [(each, None) for each in reversed(self._missing(expr, instead))]

    def _missing(self, expr: Expr, instead: Expr) -> list[Expr]:
        """What has to be visited before."""
        formulas, terms = self._formulas, self._terms
        inside = children(expr) if instead is expr else [instead]
        return [each for each in inside if each.op != "int" and each not in formulas and each not in terms]

    def _instead(self, expr: Expr) -> Expr:
        """Another formula with the same meaning, if that is easier to encode."""
        if expr.op in COMPARISONS:
            better = simpler(expr.op, *expr.args)
            return expr if better is None else better
        if expr.op in OPS or expr.op in ("int", "bool", RELATION):
            return expr
        formula = CONSTRAINTS[expr.op].formula
        if formula is None:
            raise ModelError(f"{expr.op} can only be required, not stand inside another formula")
        return node("and", formula(*expr.args), *are_defined(expr.args))

    def _visit(self, expr: Expr, instead: Expr) -> None:
        if instead is not expr:
            self._formulas[expr] = self._formulas[instead]
        elif is_term(expr):
            self._terms.visit(expr, self._formulas)
        else:
            self._formulas[expr] = self._formula(expr)

    def _formula(self, expr: Expr) -> Expr:
        if expr.op == RELATION:
            return self._relation(*expr.args)
        if expr.op in COMPARISONS:
            return self._formulas.comparison(expr.op, *expr.args)
        args = [self._formulas[a] for a in expr.args]
        return CONNECTIVES[expr.op](args) if expr.op in CONNECTIVES else expr  # true, false

    def _relation(self, relation: Relation, *terms: Expr | int) -> Expr:
        args = list(map(self._single, terms))
        if relation.supports:
            listed = node(RELATION, relation, *args)
        else:
            listed = negation(node(RELATION, Relation(relation.arity, relation.tuples, True, relation.name), *args))
        return all_of((self._terms.defined(*terms), listed))

    def _single(self, term: Expr | int) -> Linear:
        """The term, as one of at most one variable."""
        if isinstance(term, Expr):
            self.auxiliaries.term = term
        return self.auxiliaries.single(self._terms.value(term))
