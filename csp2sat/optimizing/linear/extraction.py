"""The linear program of a CSP in normal form.

A Boolean is a variable 0 or 1.  An integer of whose values some constraint speaks is the sum of value * [it has that
value], any other one is a variable itself.  An integer that an equation defines is replaced by its sum.  That a
maximum is one of its terms is left out, so that each solution of the CSP is one of the program, but not the other way
round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from ...base.time_limit import check_time
from ...encoder.normalize.arithmetic import MAXIMUM
from ...encoder.normalize.formulas import Linear, Norm, conjuncts
from ...model.constraint import CARDINALITY, RELATION
from ...model.expr import FALSE, TRUE, Expr, bool_var
from ...model.model import Answer, Model
from .program import ONE, ZERO, LinearProgram, value_of, weighted

MOST = 200_000  # terms of a program
VALUES = 500  # of an integer that is the sum of its values
ATOMS = frozenset(("le0", "eq0"))


class NoLinearForm(Exception):
    """A constraint that is not linear."""


class Extraction:
    """The program of a normal form, and the way back from its solutions to those of the model.

    program: the program.  sign: 1 for an objective to minimize, -1 for one to maximize; the program's goal is the
    objective times the sign.  Raises Infeasible, TooLarge, and NoLinearForm.
    """

    def __init__(self, norm: Norm, model: Model, sign: int):
        assert norm.objective is not None
        self._norm, self._model, self._objective = norm, model, norm.objective
        self.program = LinearProgram(MOST)
        self._ints: dict[int, Linear] = {}
        self._values: dict[int, dict[int, Linear]] = {}
        self._literals: dict[Expr, Linear] = {TRUE: ONE, FALSE: ZERO}
        self._by_value = set(_by_value(norm))
        self._goal_row = _goal_row(norm, sign)
        for formula, _ in norm.required:
            check_time()
            for part in conjuncts(formula):
                self._require(part)
        self.program.aim_at(self._int(self._objective).times(sign))
        self._declared = {name: self._int(x) for x, name in enumerate(model.ints)}
        self._bools = {name: self._literal(bool_var(name)) for name in model.bools}

    def answer(self, values: Sequence[int]) -> Answer:
        """Return the answer of the model for values of the program's variables."""
        ints = {name: value_of(form, values) for name, form in self._declared.items()}
        if self._goal_row is not None and (x := self._objective) < len(self._model.ints):
            name, domain = self._norm.names[x], self._norm.domains[x]
            ints[name] = min(max(ints[name], domain.lo), domain.hi)
        return Answer(ints, {name: value_of(form, values) == 1 for name, form in self._bools.items()})

    def known(self, answer: Answer) -> dict[int, int]:
        """Return the values of the program's variables that an answer of the model says at once."""
        found: dict[int, int] = {}
        for x, name in enumerate(self._model.ints):
            if name not in answer.ints:
                continue
            if x in self._values:
                found.update({each.terms[0][1]: int(v == answer.ints[name]) for v, each in self._values[x].items()})
            elif len(form := self._declared[name].terms) == 1:
                ((a, y),) = form
                found[y] = (answer.ints[name] - self._declared[name].const) // a
        for name, literal in self._bools.items():
            found[literal.terms[0][1]] = int(answer.bools[name])
        return found

    def _require(self, formula: Expr) -> None:
        """Add rows for a required formula.  Raises NoLinearForm if there are none."""
        if formula is self._goal_row:
            self._aim(formula.args[0] if formula.op == "le0" else _opposite(formula.args[0].args[0]))
        elif formula.op == "eq0":
            self._equation(formula.args[0])
        elif formula.op == "le0":
            self.program.at_most_zero(self._sum(formula.args[0]))
        elif formula.op == "not" and formula.args[0].op == "le0":
            self.program.at_most_zero(weighted([(-1, self._sum(formula.args[0].args[0]))], 1))
        elif formula.op == "not" and formula.args[0].op == "eq0":
            self._different(formula.args[0].args[0])
        elif formula.op == "or":
            self._at_least_one([self._literal(part) for part in formula.args])
        elif formula.op in GLOBALS:
            GLOBALS[formula.op](self, *formula.args)
        else:
            self.program.equal_zero(weighted([(1, self._literal(formula))], -1))

    # integers

    def _sum(self, total: Linear) -> Linear:
        """Return a sum of integers as a sum of the program's variables."""
        return weighted([(a, self._int(x)) for a, x in total.terms], total.const)

    def _int(self, x: int) -> Linear:
        """Return an integer of the normal form as a sum of the program's variables."""
        if x not in self._ints:
            self._ints[x] = self._new_int(x)
        return self._ints[x]

    def _new_int(self, x: int) -> Linear:
        domain = self._norm.domains[x]
        if x in self._norm.conditional:
            condition, if_true, if_false = self._norm.conditional[x]
            return weighted([(if_true - if_false, self._literal(condition))], if_false)
        if (len(domain.ranges) > 1 or (x in self._by_value and domain.size() > 2)) and domain.size() <= VALUES:
            literals = {v: self.program.variable() for v in domain}
            self._values[x] = literals
            self.program.equal_zero(weighted([(1, each) for each in literals.values()], -1))
            return weighted(list(literals.items()))
        return self.program.variable(domain.lo, domain.hi)

    def _equation(self, total: Linear) -> None:
        """Require `total = 0`: an integer that has no other meaning yet is replaced by the rest of the sum."""
        defined = self._defined(total)
        if defined is None:
            self.program.equal_zero(self._sum(total))
            return
        a, x = defined
        rest = Linear(tuple((b, y) for b, y in total.terms if y != x), total.const)
        self._define(x, self._sum(rest).times(-a))

    def _aim(self, total: Linear) -> None:
        """Replace the objective by the rest of a sum that is at most 0, the only constraint that names the objective:
        the rest is no worse, and within the domain of the objective on the side of bad values.
        """
        x, domain = self._objective, self._norm.domains[self._objective]
        ((a, _),) = [term for term in total.terms if term[1] == x]
        rest = self._sum(Linear(tuple(term for term in total.terms if term[1] != x), total.const))
        self._ints[x] = rest.times(-a)
        self.program.at_most_zero(weighted([(1, rest)], domain.hi * a if a < 0 else domain.lo * a))

    def _define(self, x: int, total: Linear) -> None:
        """Replace an integer by a sum, which is kept within the integer's domain."""
        self._ints[x], domain = total, self._norm.domains[x]
        self.program.at_most_zero(weighted([(1, total)], -domain.hi))
        self.program.at_most_zero(weighted([(-1, total)], domain.lo))

    def _is_new(self, x: int) -> bool:
        """Whether an integer has no form yet, and may be replaced by a sum."""
        return x not in self._ints and x not in self._by_value and x not in self._norm.conditional

    def _defined(self, total: Linear) -> tuple[int, int] | None:
        """Return the coefficient and the variable that an equation `total = 0` defines: the auxiliary one, or one with
        a domain as wide as that of all others; None if there is none.
        """
        spans = {x: abs(a) * (self._norm.domains[x].hi - self._norm.domains[x].lo) for a, x in total.terms}
        whole, declared = sum(spans.values()), len(self._model.ints)
        able = [
            (spans[x], a, x)
            for a, x in total.terms
            if abs(a) == 1 and self._is_new(x) and spans[x] > 1 and (x >= declared or 2 * spans[x] >= whole)
        ]
        return max(able)[1:] if able else None

    def _different(self, total: Linear) -> None:
        """Require `total != 0` for a sum of one or two integers that are sums of their values."""
        if len(total.terms) == 1:
            self._at_least_one([weighted([(-1, self._equal(total))], 1)])
            return
        if len(total.terms) != 2:
            raise NoLinearForm
        (a, x), (b, y) = total.terms
        for v in self._norm.domains[x] if self._norm.domains[x].size() <= VALUES else ():
            w, rest = divmod(-total.const - a * v, b)
            if not rest and w in self._norm.domains[y]:
                both = (1, self._has_value(x, v)), (1, self._has_value(y, w))
                self.program.at_most_zero(weighted(both, -1))

    def _has_value(self, x: int, v: int) -> Linear:
        """Return the literal that an integer has a value.  Raises NoLinearForm if the integer is no sum of values."""
        total = self._int(x)
        if x in self._values:
            return self._values[x].get(v, ZERO)
        least, most = self.program.ends(total)
        if not least <= v <= most:
            return ZERO
        if most - least > 1:
            raise NoLinearForm
        return weighted([(1, total)], -least) if v > least else weighted([(-1, total)], least + 1)

    # formulas

    def _literal(self, formula: Expr) -> Linear:
        """Return a sum that is 1 if the formula is true, else 0."""
        if formula not in self._literals:
            self._literals[formula] = self._new_literal(formula)
        return self._literals[formula]

    def _new_literal(self, formula: Expr) -> Linear:
        if formula.op == "not":
            return weighted([(-1, self._literal(formula.args[0]))], 1)
        if formula.op == "bool":
            return self.program.variable()
        if formula.op in ATOMS:
            return self._atom(formula)
        if formula.op in ("or", "and"):
            return self._connective([self._literal(arg) for arg in formula.args], formula.op == "or")
        raise NoLinearForm

    def _atom(self, atom: Expr) -> Linear:
        """Return a literal for a comparison of a sum with 0."""
        (total,) = atom.args
        if len(total.terms) == 1:
            return self._equal(total) if atom.op == "eq0" else self._small(total)
        if atom.op == "eq0":
            raise NoLinearForm
        inner = self._sum(total)
        if any(self.program.domains[x].size() > 2 for _, x in inner.terms):
            raise NoLinearForm
        literal = self.program.variable()
        least, most = self.program.ends(inner)
        self.program.at_most_zero(weighted([(1, inner), (max(most, 0), literal)], -max(most, 0)))
        self.program.at_most_zero(weighted([(-1, inner), (min(least, 1) - 1, literal)], 1))
        return literal

    def _equal(self, total: Linear) -> Linear:
        """Return the literal that a sum of one integer is 0."""
        ((a, x),) = total.terms
        return ZERO if total.const % a else self._has_value(x, -total.const // a)

    def _small(self, total: Linear) -> Linear:
        """Return the literal that a sum of one integer is at most 0."""
        ((a, x),) = total.terms
        inner = self._int(x)
        if x in self._values:
            return weighted([(1, each) for v, each in self._values[x].items() if a * v + total.const <= 0])
        limited = weighted([(a, inner)], total.const)
        least, most = self.program.ends(limited)
        if least > 0 or most <= 0:
            return ONE if most <= 0 else ZERO
        if len(inner.terms) == 1 and abs(a * inner.terms[0][0]) == most - least:
            return weighted([(-1, self._has_upper(limited))], 1)
        literal = self.program.variable()
        self.program.at_most_zero(weighted([(1, limited), (most, literal)], -most))
        self.program.at_most_zero(weighted([(-1, limited), (least - 1, literal)], 1))
        return literal

    def _has_upper(self, limited: Linear) -> Linear:
        """Return the literal that a sum of one variable, 0 or 1, has the greater of its two values."""
        ((a, x),) = limited.terms
        low = self.program.domains[x].lo
        return Linear(((1, x),), -low) if a > 0 else Linear(((-1, x),), low + 1)

    def _connective(self, parts: Sequence[Linear], is_or: bool) -> Linear:
        """Return a literal for the disjunction, or the conjunction, of literals."""
        literal = self.program.variable()
        sign, const = (1, 0) if is_or else (-1, 1)
        flipped = [weighted([(sign, part)], const) for part in parts]
        whole = weighted([(sign, literal)], const)
        for part in flipped:
            self.program.at_most_zero(weighted([(1, part), (-1, whole)]))
        self.program.at_most_zero(weighted([(1, whole), *((-1, part) for part in flipped)]))
        return literal

    def _at_least_one(self, literals: Sequence[Linear]) -> None:
        self.program.at_most_zero(weighted([(-1, each) for each in literals], 1))

    # global constraints

    def _cardinality(self, limits: tuple[int, int], *formulas: Expr) -> None:
        parts = [(1, self._literal(formula)) for formula in formulas]
        least, most = limits
        if least == most:
            self.program.equal_zero(weighted(parts, -most))
            return
        self.program.at_most_zero(weighted(parts, -most))
        self.program.at_most_zero(weighted([(-1, part) for _, part in parts], least))

    def _alldifferent(self, *terms: Linear) -> None:
        """Allow each value once; exactly once if there are as many values as terms."""
        users: dict[int, list[Linear]] = {}
        for term in terms:
            for value, literal in self._cases(term).items():
                users.setdefault(value, []).append(literal)
        for literals in users.values():
            row = weighted([(1, each) for each in literals], -1)
            if len(users) == len(terms):
                self.program.equal_zero(row)
            else:
                self.program.at_most_zero(row)

    def _cases(self, term: Linear) -> dict[int, Linear]:
        """Return the literals of the values of a sum of at most one integer."""
        if not term.terms:
            return {term.const: ONE}
        if len(term.terms) > 1:
            raise NoLinearForm
        ((a, x),) = term.terms
        domain = self._norm.domains[x]
        if domain.size() > VALUES:
            raise NoLinearForm
        return {a * v + term.const: self._has_value(x, v) for v in domain}

    def _element(self, op: str, index: Linear, value: Linear, *terms: Linear) -> None:
        """Compare the term at an index, counted from 1, with a value."""
        if op not in SIGNS:
            raise NoLinearForm
        chosen = {at: literal for at, literal in self._cases(index).items() if 1 <= at <= len(terms)}
        self.program.equal_zero(weighted([(1, each) for each in chosen.values()], -1))
        if op == "eq" and all(not term.terms for term in terms):
            total = weighted([(terms[at - 1].const, literal) for at, literal in chosen.items()])
            if len(value.terms) == 1 and value.terms[0][0] == 1 and self._is_new(value.terms[0][1]):
                self._define(value.terms[0][1], weighted([(1, total)], -value.const))
            else:
                self.program.equal_zero(weighted([(1, total), (-1, self._sum(value))]))
            return
        for at, literal in chosen.items():
            for sign in SIGNS[op]:
                self._if(literal, weighted([(sign, self._sum(terms[at - 1])), (-sign, self._sum(value))]))

    def _if(self, literal: Linear, total: Linear) -> None:
        """Require `total <= 0` if a literal is true."""
        _, most = self.program.ends(total)
        self.program.at_most_zero(weighted([(1, total), (max(most, 0), literal)], -max(most, 0)))

    def _relation(self, relation: Any, *terms: Linear) -> None:
        """Choose one of the tuples, which says the values of all terms."""
        if not relation.supports:
            raise NoLinearForm
        cases = [self._cases(term) for term in terms]
        able = [each for each in sorted(relation.tuples) if all(v in case for v, case in zip(each, cases, strict=True))]
        chosen = [self.program.variable() for _ in able]
        self.program.equal_zero(weighted([(1, each) for each in chosen], -1))
        for at, case in enumerate(cases):
            for v, literal in case.items():
                those = [(1, each) for each, values in zip(chosen, able, strict=True) if values[at] == v]
                self.program.equal_zero(weighted([*those, (-1, literal)]))

    def _maximum(self, value: Linear, *terms: Linear) -> None:
        """Require that a value is at least each term.  That one term is the value is left out."""
        for term in terms:
            self.program.at_most_zero(weighted([(1, self._sum(term)), (-1, self._sum(value))]))


SIGNS = {"eq": (1, -1), "le": (1,), "ge": (-1,)}
GLOBALS: dict[str, Callable[..., None]] = {
    CARDINALITY: Extraction._cardinality,
    RELATION: Extraction._relation,
    MAXIMUM: Extraction._maximum,
    "alldifferent": Extraction._alldifferent,
    "element": Extraction._element,
}


def _opposite(total: Linear) -> Linear:
    """Return the sum that is at most 0 if and only if `total` is above 0."""
    return weighted([(-1, total)], 1)


def _by_value(norm: Norm) -> Iterator[int]:
    """Yield the integers of whose values a constraint speaks."""
    stack: list[Any] = [condition for condition, _, _ in norm.conditional.values()]
    for formula, _ in norm.required:
        for part in conjuncts(formula):
            if part.op not in ATOMS and (part.op != "not" or part.args[0].op == "eq0"):
                stack.append(part)
    seen = set(stack)
    while stack:
        formula = stack.pop()
        if formula.op in ATOMS:
            (total,) = formula.args
            yield from [x for _, x in total.terms] if formula.op == "eq0" and len(total.terms) < 3 else ()
        elif formula.op in ("alldifferent", RELATION):
            yield from [x for term in formula.args if isinstance(term, Linear) for _, x in term.terms]
        elif formula.op == "element":
            yield from [x for _, x in formula.args[1].terms]
        else:
            inner = [arg for arg in formula.args if isinstance(arg, Expr) and arg not in seen]
            seen.update(inner)
            stack += inner


def _goal_row(norm: Norm, sign: int) -> Expr | None:
    """Return the only requirement that names the objective if it is an inequality that an equation may replace."""
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
