"""The first pass, from Model to Norm: comparisons become linear atoms, by loops over nodes, children first."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...base.time_limit import check_time
from ...errors import ModelError
from ...model.constraint import CARDINALITY, CONSTRAINTS, RELATION, GlobalConstraint, Relation, by_formula
from ...model.domain import Domain
from ...model.expr import Expr, all_of, children, is_term, negation, node
from ...model.model import Model
from ...model.ops import COMPARISONS, OPS
from .auxiliaries import Auxiliaries
from .bands import banded
from .booleans import Clauses, cardinality, counted
from .formulas import ALWAYS, ASSUMED, Linear, Norm, conjuncts, equal_zero
from .literal_runs import LITERALS, numbered
from .normal_forms import CONNECTIVES, NormalForms
from .rewriting import are_defined, simpler
from .terms import Terms

LITERAL = frozenset(("bool", "not"))  # operators of Boolean literals
KEPT = 1 << 17  # formulas whose normal forms are kept at least


def normalize(
    model: Model, share: bool = True, wide: int | None = None, by: frozenset[str] = frozenset(), whole: bool = True
) -> Normalizer:
    """Normalise all constraints and the objective of a CSP; return the normalizer, whose attribute `norm` is the
    result.

    share=False: constraints share no auxiliary variables, as is required for reasons of unsatisfiability; the
    normalizer returned is the last of several, which have `norm` in common.  wide: a global constraint becomes its
    formula if the bounds of a term differ by at least that number; None for no limit.  by: names of
    constraints that become their formulas.  whole=False: clauses and counts that the model keeps as numbers may stay
    so, in formulas LITERALS of many (see `literal_runs`).  Raise ModelError with its place for a constraint without a
    normal form, and LimitReached if the time limit has passed.
    """
    norm = Norm(list(model.ints), list(model.ints.values()))
    numbers = {name: x for x, name in enumerate(model.ints)}
    pass_ = Normalizer(model, norm, wide, by, numbers)
    try:
        for number, constraint in enumerate(model.constraints) if whole else numbered(model):
            check_time()
            pass_ = pass_ if share else Normalizer(model, norm, wide, by, numbers)
            pass_.auxiliaries.number = number
            pass_.require(constraint.formula)
        if model.objective:
            pass_ = pass_ if share else Normalizer(model, norm, wide, by, numbers)
            pass_.auxiliaries.number = ALWAYS
            norm.objective = pass_.variable(model.objective.term)
    except ModelError as error:
        raise placed(model, pass_.auxiliaries.number, error) from None
    return pass_


def placed(model: Model, number: int, error: object) -> ModelError:
    """Return a ModelError with the text of `error`, after the place of the constraint with that number, or "the
    objective", if known.
    """
    place = {ALWAYS: "the objective", ASSUMED: ""}.get(number) if number < 0 else model.constraints[number].origin
    return ModelError(f"{place}: {error}" if place else str(error))


class Normalizer:
    """A converter of constraints to normal form, which remembers the normal form of each formula; a CSP may grow
    meanwhile.

    numbers: of the integers of the CSP, by their names, which converters of the same CSP share; None to make these.
    """

    def __init__(
        self,
        model: Model,
        norm: Norm,
        wide: int | None,
        by: frozenset[str] = frozenset(),
        numbers: dict[str, int] | None = None,
    ):
        self._wide, self.norm, self._by_formula = wide, norm, by
        self._stated = norm.required
        self.auxiliaries = Auxiliaries(norm)
        self._clauses = Clauses(model.bools)
        numbers = {name: x for x, name in enumerate(model.ints)} if numbers is None else numbers
        self._terms = Terms(self.auxiliaries, numbers)
        self._formulas = NormalForms(model.bools, self._terms, norm)
        self._before, self._largest = 0, KEPT // 4

    def require(self, formula: Expr) -> None:
        """Normalise and require the formula of a constraint; raise ModelError if the formula has no normal form.

        Forget all remembered normal forms before, if they are many compared with the largest constraint, so that little
        is computed again; auxiliary variables are never forgotten.
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
        """Add a new integer variable of the CSP; return its number."""
        x = self.auxiliaries.new(domain).terms[0][1]
        del self.norm.terms[x]
        self.norm.names[x] = name
        self._terms.declare(name, x)
        return x

    @contextmanager
    def apart(self) -> Iterator[list[tuple[Expr, int]]]:
        """Collect the formulas stated inside the block, each with the number of its constraint, in the yielded list
        instead of requiring them.

        The definitions of auxiliary variables are still required.
        """
        outer, self._stated = self._stated, []
        try:
            yield self._stated
        finally:
            self._stated = outer

    def _say(self, *formulas: Expr) -> None:
        """Require (or collect, inside `apart`) the conjuncts of normal formulas that a constraint states."""
        self._stated += self.auxiliaries.parts(*formulas)

    def _say_of_truth(self, formula: Expr) -> None:
        self.norm.boolean.add(formula)
        self._stated.append((formula, self.auxiliaries.number))

    def _require(self, formula: Expr) -> None:
        """Normalise and require each part of a conjunction: as a clause, a cardinality constraint, a formula, or a
        global constraint.
        """
        for part in conjuncts(formula):
            if part.op == LITERALS:
                self._say_of_truth(part)
            elif part.op in LITERAL and self._clauses.literals((part,)):
                self._stated.append((part, self.auxiliaries.number))
            elif (normal := self._clauses.normal(part)) is not None:
                self._say_of_truth(normal)
            elif (count := self._count(part)) is not None:
                self._say_of_truth(count)
            elif part.op in OPS or part.op in ("bool", RELATION):
                self._say(self._normal(part))
            else:
                self._require_constraint(part)

    def _count(self, formula: Expr) -> Expr | None:
        """Return the formula as a cardinality constraint; None if it does not count formulas, or is better encoded as a
        sum.
        """
        conditions = counted(formula)
        if not conditions:
            return None
        if formula.op != CARDINALITY and self._clauses.literals(conditions):
            return cardinality(formula, conditions)
        self._normalize(*conditions)
        return cardinality(formula, [self._formulas[each] for each in conditions])

    def variable(self, term: Expr | int) -> int:
        """Return the number of a variable that equals the term, and require that the term is defined.

        The variable is new unless the value of the term is already a variable, other than a conditional one.  Raise
        ModelError for a term without a normal form.
        """
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
        """Require a global constraint with normalised arguments, that the arguments are defined, and the further
        formula that the constraint has (`also`), if any.

        Require the formula of the constraint instead if it has no encoding of its own, if a term has too many values,
        or if the constraint asks for the formula given the bounds of its arguments (`as_formula`).
        """
        constraint = CONSTRAINTS[expr.op]
        if constraint.encode is by_formula or expr.op in self._by_formula:
            self._require(self._instead(expr))
            return
        if self._is_of_literals(expr, constraint):
            self._say(expr)  # is its own normal form
            return
        self._normalize(*children(expr))
        args = [*map(self._argument, expr.args)]
        is_wide = self._wide and constraint.formula and any(map(self._is_wide, args))
        if is_wide or (constraint.as_formula and constraint.as_formula([*map(self.auxiliaries.bounds, args)])):
            self._require(self._instead(expr))
            return
        self._say(self._terms.defined(*expr.args))
        if constraint.also:
            self._say(self._normal(constraint.also(*expr.args)))
        self._say(node(expr.op, *args))

    def _is_of_literals(self, expr: Expr, constraint: GlobalConstraint) -> bool:
        """Whether a global constraint, which asks for no further formula, is about Boolean literals alone."""
        if constraint.also or constraint.as_formula or int in map(type, expr.args):
            return False
        return self._clauses.literals(children(expr))

    def _is_wide(self, arg: Any) -> bool:
        """Whether a normalised argument is a sum whose bounds are far apart, by at least the limit `wide` of the
        normalizer.
        """
        if not isinstance(arg, Linear):
            return False
        least, most = self.auxiliaries.bounds(arg)
        return most - least >= (self._wide or 0)

    def _argument(self, arg: Any) -> Any:
        if isinstance(arg, Expr) and arg in self._formulas:
            return self._formulas[arg]
        return self._terms.value(arg) if isinstance(arg, (Expr, int)) else arg

    def _normal(self, formula: Expr) -> Expr:
        known: Expr | None = self._formulas[formula]
        if known is None:
            self._normalize(formula)
            known = self._formulas[formula]
        return known

    def _normalize(self, *roots: Expr) -> None:
        """Compute the normal form of each formula and the value of each term below the roots, children first."""
        stack: list[tuple[Expr, Expr | None]] = [(root, None) for root in reversed(roots)]
        formulas = self._formulas
        known = formulas.__getitem__
        while stack:
            expr, instead = stack.pop()
            if instead is not None:
                check_time()
                self._visit(expr, instead)
            elif expr.op == "bool":
                formulas.declared(expr)
            elif expr in formulas:
                pass
            elif expr.op in CONNECTIVES:
                args = [*map(known, expr.args)]
                if None in args:
                    left = [each for each, found in zip(expr.args, args, strict=True) if found is None]
                    stack += [(expr, expr), *[(each, None) for each in reversed(left)]]
                else:
                    formulas[expr] = formulas.joined(expr.op, args)
            elif expr.op != "int" and expr not in self._terms and known(expr) is None:
                instead = self._instead(expr)
                stack.append((expr, instead))
                stack += [(each, None) for each in reversed(self._missing(expr, instead))]

    def _missing(self, expr: Expr, instead: Expr) -> list[Expr]:
        """Return the nodes to visit before `expr`: its children, or the formula `instead` that replaces it, if not
        visited yet.
        """
        formulas, terms = self._formulas, self._terms
        inside = children(expr) if instead is expr else [instead]
        return [each for each in inside if each.op != "int" and each not in formulas and each not in terms]

    def _instead(self, expr: Expr) -> Expr:
        """Return an equivalent formula that is easier to encode, or the formula itself if there is none.

        Raise ModelError for a global constraint that has no formula, because such a constraint can only be required.
        """
        if expr.op in COMPARISONS or expr.op == RELATION:
            better = banded(*expr.args) if expr.op == RELATION else simpler(expr.op, *expr.args)
            return expr if better is None else better
        if expr.op in OPS or expr.op in ("int", "bool"):
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
        return self._formulas.joined(expr.op, args) if expr.op in CONNECTIVES else expr  # true, false

    def _relation(self, relation: Relation, *terms: Expr | int) -> Expr:
        args = list(map(self._single, terms))
        if relation.supports:
            listed = node(RELATION, relation, *args)
        else:
            listed = negation(node(RELATION, Relation(relation.arity, relation.tuples, True, relation.name), *args))
        return all_of((self._terms.defined(*terms), listed))

    def _single(self, term: Expr | int) -> Linear:
        """Return the term as a sum of at most one variable, by an auxiliary variable if necessary."""
        if isinstance(term, Expr):
            self.auxiliaries.term = term
        return self.auxiliaries.single(self._terms.value(term))
