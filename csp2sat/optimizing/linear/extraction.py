"""The linear program of a CSP in normal form.

An integer that an equation defines is replaced by its sum.  A maximum is only required to be at least each of its
terms, and a constraint that is not linear is left out, so that each solution of the CSP is one of the program, but not
the other way round.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ...base.time_limit import check_time
from ...encoder.normalize.formulas import ATOMS, Linear, Norm, conjuncts
from ...model.expr import Expr, bool_var, negation
from ...model.model import Answer, Model
from ..telescoping import telescoped
from .constraints import GLOBALS
from .forms import VALUES, LinearForms, NoLinearForm
from .program import WIDEST, LinearRow, value_of, weighted
from .stars import with_stars

REQUIRED = frozenset(("bool", "true", "false", "not", "or", "iff", "ite", *ATOMS, *GLOBALS))  # what may have rows


class Extraction(LinearForms):
    """The program of a normal form, and the way back from its solutions to those of the model.

    program: the program.  sign: 1 for an objective to minimize, -1 for one to maximize; the program's goal is the
    objective times the sign, and 0 without an objective.  is_relaxation: whether constraints were left out, so that the
    program is good for bounds alone.  needs_all: whether a constraint that is not linear raises NoLinearForm, too.
    Raises Infeasible, TooLarge, and NoLinearForm if the objective or a variable is not linear.
    """

    def __init__(self, norm: Norm, model: Model, sign: int, needs_all: bool = False):
        super().__init__(norm)
        self._model, self._objective = model, norm.objective
        self._goal_row = _goal_row_of(norm, sign)
        self._implied: dict[tuple[int, int], dict[int, int]] = {}
        parts = norm.parts()
        self.is_relaxation = False
        for part in sorted(parts, key=_comes_late):
            check_time()
            try:
                self._require(part)
            except NoLinearForm:
                if needs_all:
                    raise
                self.is_relaxation = True
        for total, chosen, is_equation in telescoped(norm, parts):
            try:
                cases = [(a, self.has_value(x, v)) for a, x, v in chosen]
                row = LinearRow(weighted([(1, self.sum_of(total)), *cases]), is_equation)
            except NoLinearForm:
                continue
            self.program.telescoped.append(row)
            (self.program.equal_zero if is_equation else self.program.at_most_zero)(row.sum)
        self.is_relaxation |= any(each.hi - each.lo > WIDEST for each in self.program.domains)
        if self._objective is not None:
            self.program.aim_at(self.int_form(self._objective).times(sign))
        if not self.program.cuts:  # of tours, whose relaxation has to be solved anew after each round
            with_stars(self.program)
        self._declared = {name: self.int_form(x) for x, name in enumerate(model.ints)}
        self._bools = {name: self.literal(bool_var(name)) for name in model.bools}

    def answer(self, values: Sequence[int]) -> Answer:
        """Return the answer of the model for values of the program's variables."""
        ints = {name: value_of(form, values) for name, form in self._declared.items()}
        x = self._objective
        if self._goal_row is not None and x is not None and x < len(self._model.ints):
            name, domain = self.norm.names[x], self.norm.domains[x]
            ints[name] = min(max(ints[name], domain.lo), domain.hi)
        return Answer(ints, {name: value_of(form, values) == 1 for name, form in self._bools.items()})

    def known(self, named: Mapping[str, int]) -> dict[int, int]:
        """Return the values of the program's variables that values of variables of the model, by name, say at once."""
        found: dict[int, int] = {}
        for x, name in enumerate(self._model.ints):
            if name not in named:
                continue
            if x in self.values:
                found.update({each.terms[0][1]: int(v == named[name]) for v, each in self.values[x].items()})
            elif len(form := self._declared[name].terms) == 1:
                ((a, y),) = form
                found[y] = (named[name] - self._declared[name].const) // a
        for name, literal in self._bools.items():
            if name in named and literal.terms:
                ((a, x),) = literal.terms
                found[x] = (int(named[name]) - literal.const) // a
        return found

    def _require(self, formula: Expr) -> None:
        """Add rows for a required formula.  Raises NoLinearForm if there are none."""
        if formula is self._goal_row:
            self._aim(formula.args[0] if formula.op == "le0" else _opposite(formula.args[0].args[0]))
        elif formula.op == "eq0":
            self._equation(formula.args[0])
        elif formula.op == "le0":
            self.program.at_most_zero(self.sum_of(formula.args[0]))
        elif formula.op == "not" and formula.args[0].op == "le0":
            self.program.at_most_zero(weighted([(-1, self.sum_of(formula.args[0].args[0]))], 1))
        elif formula.op == "not" and formula.args[0].op == "eq0":
            self._different(formula.args[0].args[0])
        elif formula.op == "or":
            self._clause(formula.args)
        elif formula.op == "ite":
            self._clause((negation(formula.args[0]), formula.args[1]))
            self._clause((formula.args[0], formula.args[2]))
        elif formula.op not in REQUIRED:
            raise NoLinearForm
        elif formula.op in GLOBALS:
            GLOBALS[formula.op](self, *formula.args)
        else:
            self.program.equal_zero(weighted([(1, self.literal(formula))], -1))

    def _clause(self, parts: Sequence[Expr]) -> None:
        """Require one of the parts of a clause.  A conjunction, or a comparison of a sum, is only required if the other
        parts are false, which takes fewer and tighter rows than a literal for it, unless there are several of them.
        """
        compound = [part for part in parts if len([*conjuncts(part)]) > 1 or self._sums(part)]
        if len(compound) != 1:
            self._imply([self.literal(part) for part in parts])
            return
        others = [self.literal(part) for part in parts if part is not compound[0]]
        for part in conjuncts(compound[0]):
            for total in (sums := self._sums(part)):
                most = self._most_if(others[0], total) if len(others) == 1 else max(self.program.ends(total)[1], 0)
                self.program.at_most_zero(weighted([(1, total), *((-most, each) for each in others)]))
            if not sums:
                self._imply([*others, self.literal(part)])

    def _imply(self, literals: Sequence[Linear]) -> None:
        """Require one of the literals, and remember which values a clause of two, neither of them constant, implies."""
        self._at_least_one(literals)
        if len(literals) == 2 and all(len(each.terms) == 1 and self.program.ends(each) == (0, 1) for each in literals):
            for one, other in (literals, literals[::-1]):
                x, y = one.terms[0][1], other.terms[0][1]
                self._implied.setdefault((x, _value_at(one, 0)), {})[y] = _value_at(other, 1)

    def _most_if(self, literal: Linear, total: Linear) -> int:
        """Return the greatest value of a sum if a literal is true, as far as domains and clauses of two literals show;
        the sum may be required to be at most this value times the literal if it is at most 0 without the literal.
        """
        if len(literal.terms) != 1:
            return max(self.program.ends(total)[1], 0)
        x, value = literal.terms[0][1], _value_at(literal, 1)
        known = {**self._implied.get((x, value), {}), x: value}
        ends = [(a, self.program.domains[y].hi if a > 0 else self.program.domains[y].lo, y) for a, y in total.terms]
        return total.const + sum([a * known.get(y, end) for a, end, y in ends])

    def _sums(self, atom: Expr) -> list[Linear]:
        """Return the sums that are at most 0 if and only if a comparison of a sum of several integers with 0 holds; []
        for any other formula.

        Raises NoLinearForm if one of the integers has more than two values.
        """
        inner = atom.args[0] if atom.op == "not" else atom
        if inner.op not in ATOMS or len(inner.args[0].terms) < 2 or (inner.op == "eq0" and inner is not atom):
            return []
        total = self.two_valued(inner.args[0])
        if inner.op == "eq0":
            return [total, weighted([(-1, total)])]
        return [total if inner is atom else _opposite(total)]

    def _equation(self, total: Linear) -> None:
        """Require `total = 0`: an integer that has no other meaning yet is replaced by the rest of the sum."""
        defined = self._defined(total)
        if defined is None:
            self.program.equal_zero(self.sum_of(total))
            return
        a, x = defined
        rest = Linear(tuple((b, y) for b, y in total.terms if y != x), total.const)
        self.define(x, self.sum_of(rest).times(-a))

    def _aim(self, total: Linear) -> None:
        """Replace the objective by the rest of a sum that is at most 0, the only constraint that names the objective:
        the rest is no worse, and within the domain of the objective on the side of bad values.
        """
        x = self._objective
        assert x is not None
        domain = self.norm.domains[x]
        ((a, _),) = [term for term in total.terms if term[1] == x]
        rest = self.sum_of(Linear(tuple(term for term in total.terms if term[1] != x), total.const))
        self._ints[x] = rest.times(-a)
        self.program.at_most_zero(weighted([(1, rest)], domain.hi * a if a < 0 else domain.lo * a))

    def _defined(self, total: Linear) -> tuple[int, int] | None:
        """Return the coefficient and the variable that an equation `total = 0` defines: the auxiliary one, or one with
        a domain as wide as that of all others; None if there is none.
        """
        spans = {x: abs(a) * (self.norm.domains[x].hi - self.norm.domains[x].lo) for a, x in total.terms}
        whole, declared = sum(spans.values()), len(self._model.ints)
        able = [
            (spans[x], a, x)
            for a, x in total.terms
            if abs(a) == 1 and self.is_new(x) and spans[x] > 1 and (x >= declared or 2 * spans[x] >= whole)
        ]
        return max(able)[1:] if able else None

    def _different(self, total: Linear) -> None:
        """Require `total != 0` for a sum of one or two integers that are sums of their values."""
        if len(total.terms) == 1:
            self._at_least_one([weighted([(-1, self.equal(total))], 1)])
            return
        if len(total.terms) != 2:
            raise NoLinearForm
        (a, x), (b, y) = total.terms
        for v in self.norm.domains[x] if self.norm.domains[x].size() <= VALUES else ():
            w, rest = divmod(-total.const - a * v, b)
            if not rest and w in self.norm.domains[y]:
                both = (1, self.has_value(x, v)), (1, self.has_value(y, w))
                self.program.at_most_zero(weighted(both, -1))


def _comes_late(formula: Expr) -> bool:
    """Whether a formula should be required after the others, because its rows become tighter by what clauses of two
    literals imply: a clause with a comparison of a sum of several terms, or a circuit.
    """
    inner = [part.args[0] if part.op == "not" else part for part in formula.args] if formula.op == "or" else []
    return formula.op == "circuit" or any(part.op in ATOMS and len(part.args[0].terms) > 1 for part in inner)


def _value_at(literal: Linear, truth: int) -> int:
    """Return the value of the variable of a literal of one variable, if the literal is 1 or 0, as `truth` says."""
    ((a, _),) = literal.terms
    return (truth - literal.const) // a


def _opposite(total: Linear) -> Linear:
    """Return the sum that is at most 0 if and only if `total` is above 0."""
    return weighted([(-1, total)], 1)


def _goal_row_of(norm: Norm, sign: int) -> Expr | None:
    """Return the only requirement that names the objective if it is an inequality that an equation may replace; None
    without an objective.
    """
    if norm.objective is None:
        return None
    naming = []
    for formula, _ in norm.required:
        inner = formula.args[0] if formula.op == "not" else formula
        factors = [a for a, x in inner.args[0].terms if x == norm.objective] if inner.op in ATOMS else []
        if factors:
            naming.append((formula, factors[0] * (1 if inner is formula else -1), inner.op))
    if len(naming) != 1 or naming[0][1:] != (-sign, "le0"):
        return None
    others = [formula for formula, _ in norm.required if formula is not naming[0][0]]
    others += [condition for condition, _, _ in norm.conditional.values()]
    return None if norm.objective in _variables(others) else naming[0][0]


def _variables(formulas: list[Expr]) -> set[int]:
    """Return the integers that formulas name."""
    stack: list[Any] = formulas
    seen, found = set(formulas), set[int]()
    while stack:
        for arg in stack.pop().args:
            if isinstance(arg, Linear):
                found.update(x for _, x in arg.terms)
            elif isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return found
