"""The normal form with integers 0 and 1 for Booleans, so that bounds propagation sees all of it.

Every formula becomes clauses of linear atoms.  A part of a clause that is no atom gets a variable of its own, which is
equivalent to it (Tseitin 1968).  Definitions and relations are left as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ...model.constraint import CARDINALITY, CONSTRAINTS, RELATION, Bounds, GlobalConstraint
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, any_of, int_var, negation, node, postorder
from ...model.model import Model
from ..normalize.definitions import DEFINITIONS
from ..normalize.formulas import Linear, Norm, at_most_zero, conjuncts, equal_zero, linear
from ..normalize.normalize import Normalizer

CLAUSE, PART, NODE = 4, 4, 16  # units that a clause, a part of one, and a node of a formula are taken for
MOST = 200  # arguments of a global constraint whose formula is examined
KEPT = frozenset((*DEFINITIONS, RELATION))
BINARY = Domain([(0, 1)])


class NotLinear(Exception):
    """There is a constraint that has no such form."""


class Contradiction(Exception):
    """No values are left."""


class OutOfBudget(Exception):
    """It takes too long."""


class Budget:
    """left: units that may be spent; one is a term of a sum that is examined, about half a microsecond."""

    def __init__(self, left: int):
        self.left = left

    def spend(self, units: int) -> None:
        """Raises OutOfBudget."""
        self.left -= units
        if self.left < 0:
            raise OutOfBudget


class ZeroOne:
    """norm: the result; its variables are those of the normal form, and more.  bools: the variable of a Boolean.

    Raises NotLinear, Contradiction, OutOfBudget.
    """

    def __init__(self, norm: Norm, budget: Budget):
        self._budget = budget
        self.norm = Norm(list(norm.names), list(norm.domains), objective=norm.objective)
        self.bools: dict[str, int] = {}
        self._atoms: dict[Expr, Expr] = {TRUE: TRUE, FALSE: FALSE}
        self._add(norm)

    def _add(self, norm: Norm) -> None:
        """What a normal form requires."""
        for x, (condition, if_true, if_false) in norm.conditional.items():
            atom = self._atom(condition)
            for unless, value in ((negation(atom), if_true), (atom, if_false)):
                self._say(unless, equal_zero(Linear(((1, x),), -value)))
        for formula, _ in norm.required:
            self._require(formula)

    def _say(self, *parts: Expr) -> None:
        """A clause of atoms."""
        self._budget.spend(CLAUSE + PART * len(parts))
        clause = any_of(parts)
        if clause is FALSE:
            raise Contradiction
        if clause is not TRUE:
            self.norm.required.append((clause, 0))

    def _require(self, formula: Expr) -> None:
        if formula.op in KEPT or _is_atom(formula):
            self.norm.required.append((formula, 0))
        elif formula.op == CARDINALITY:
            self._count(*formula.args)
        elif formula.op == "alldifferent":
            for s, t in combinations(formula.args, 2):
                self._say(negation(equal_zero(s.plus(t.times(-1)))))
        elif formula.op == "or":
            self._say(*map(self._atom, formula.args))
        elif formula.op in CONSTRAINTS:
            self._expand(CONSTRAINTS[formula.op], *formula.args)
        else:
            for each in conjuncts(formula):
                self._say(self._atom(each))

    def _expand(self, constraint: GlobalConstraint, *args: Any) -> None:
        """A global constraint by its formula."""
        if constraint.formula is None or len(args) > MOST:
            raise NotLinear(constraint.name)
        self._budget.spend(len(args) ** 2)
        terms = [self._term(arg) if isinstance(arg, (Linear, Expr)) else arg for arg in args]
        wanted = constraint.formula(*terms)
        self._budget.spend(NODE * sum(1 for _ in postorder(wanted)))
        names = [str(x) for x in range(len(self.norm.domains))]
        inner = Norm(self.norm.names, self.norm.domains)
        Normalizer(Model(dict(zip(names, self.norm.domains, strict=True))), inner, 1).require(wanted)
        self._add(inner)

    def _term(self, arg: Linear | Expr) -> Expr | int:
        """The argument as a term of variables that are named by their numbers."""
        if isinstance(arg, Expr):
            return node("le", 1, int_var(str(self._variable(self._atom(arg)))))
        parts = [node("mul", a, int_var(str(x))) if a != 1 else int_var(str(x)) for a, x in arg.terms]
        return node("add", *parts, arg.const) if len(parts) != 1 or arg.const else parts[0]

    def _count(self, limits: Bounds, *formulas: Expr) -> None:
        """So many of the formulas are true."""
        least, most = limits
        sums: dict[int, int] = {}
        for formula in formulas:
            x = self._variable(self._atom(formula))
            sums[x] = sums.get(x, 0) + 1
        total = linear(sums, 0)
        self._say(at_most_zero(total._replace(const=-most)))
        self._say(at_most_zero(total.times(-1)._replace(const=least)))

    def _variable(self, atom: Expr) -> int:
        """A variable that is 1 if the atom is true, else 0."""
        if atom.op == "not" and (x := self._binary(atom.args[0])) is not None:
            return x
        x = self._new()
        one = _is_one(x)
        self._say(negation(one), atom)
        self._say(one, negation(atom))
        return x

    def _binary(self, atom: Expr) -> int | None:
        """The variable of 0 and 1 that the atom says to be 0, if it is one."""
        if atom.op == "le0" and len(atom.args[0].terms) == 1 and not atom.args[0].const:
            x = atom.args[0].terms[0][1]
            return x if self.norm.domains[x] is BINARY else None
        return None

    def _new(self) -> int:
        self.norm.domains.append(BINARY)
        return len(self.norm.domains) - 1

    def _atom(self, formula: Expr) -> Expr:
        """An atom that is equivalent to the formula."""
        if formula not in self._atoms:
            for each in postorder(formula):
                if each not in self._atoms:
                    self._atoms[each] = self._atom_of(each, [self._atoms[arg] for arg in _inside(each)])
        return self._atoms[formula]

    def _atom_of(self, formula: Expr, args: Sequence[Expr]) -> Expr:
        """The same; args: atoms for its arguments."""
        if _is_atom(formula):
            return formula
        if formula.op == "not":
            return negation(args[0])
        if formula.op == "bool":
            self.bools[formula.args[0]] = x = self._new()
            return _is_one(x)
        if formula.op not in EQUIVALENCES:
            raise NotLinear(formula.op)
        atom = _is_one(self._new())
        for truth, parts in EQUIVALENCES[formula.op](args):
            self._say(negation(atom) if truth else atom, *parts)
        return atom


ZeroOneClause = tuple[bool, list[Expr]]  # what holds where a formula is true, or where it is not


def _or(args: Sequence[Expr]) -> list[ZeroOneClause]:
    return [(True, [*args]), *((False, [negation(arg)]) for arg in args)]


def _and(args: Sequence[Expr]) -> list[ZeroOneClause]:
    return [(not truth, parts) for truth, parts in _or([negation(arg) for arg in args])]


def _ite(args: Sequence[Expr]) -> list[ZeroOneClause]:
    p, q, r = args
    both = [(negation(p), q), (p, r)]
    return [(True, [test, then]) for test, then in both] + [(False, [test, negation(then)]) for test, then in both]


EQUIVALENCES: dict[str, Callable[[Sequence[Expr]], list[ZeroOneClause]]] = {
    "or": _or,
    "and": _and,
    "ite": _ite,
    "iff": lambda args: _ite((*args, negation(args[1]))),
}


def _is_atom(formula: Expr) -> bool:
    inner = formula.args[0] if formula.op == "not" else formula
    return inner.op in ("le0", "eq0")


def _inside(formula: Expr) -> Sequence[Expr]:
    """The formulas that a formula is made of."""
    return formula.args if formula.op in EQUIVALENCES or formula.op == "not" else ()


def _is_one(x: int) -> Expr:
    """The atom that a variable of 0 and 1 is 1."""
    return negation(node("le0", Linear(((1, x),), 0)))
