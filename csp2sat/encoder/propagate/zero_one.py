"""The normal form with integers 0 and 1 for Booleans, so that bounds propagation covers all of it.

Every formula becomes clauses of linear atoms.  A part of a clause that is no atom gets its own variable, which is
equivalent to the part (Tseitin 1968).  Definitions and relations are left unchanged.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any

from ...base.time_limit import check_time
from ...model.constraint import CARDINALITY, CONSTRAINTS, RELATION, Bounds, GlobalConstraint
from ...model.domain import Domain
from ...model.expr import FALSE, TRUE, Expr, any_of, int_var, negation, node, postorder
from ...model.model import Model
from ..normalize.definitions import DEFINITIONS
from ..normalize.formulas import ATOMS, Linear, Norm, at_most_zero, conjuncts, equal_zero, linear
from ..normalize.normalize import Normalizer

CLAUSE, PART, NODE = 4, 4, 16  # units that a clause, a part of one, and a node of a formula are taken for
MOST = 200  # arguments of a global constraint whose formula is examined
KEPT = frozenset((*DEFINITIONS, RELATION))
BINARY = Domain([(0, 1)])


class NotLinear(Exception):
    """A constraint that cannot be written as clauses of linear atoms."""


class Contradiction(Exception):
    """A contradiction: some variable has no value left."""


class OutOfBudget(Exception):
    """The end of the budget, because propagation takes too long."""


class Budget:
    """A budget with `left` units to spend; a unit is one examined term of a sum, about half a microsecond."""

    def __init__(self, left: int):
        self.left = left

    def spend(self, units: int) -> None:
        """Subtract units from the budget; raise OutOfBudget if fewer are left."""
        self.left -= units
        if self.left < 0:
            raise OutOfBudget


class ZeroOne:
    """A normal form rewritten with 0-1 integers for Booleans.

    norm: the result, with the variables of the given normal form and additional ones.  bools: the variable of each
    Boolean by name.  Raises NotLinear, Contradiction, OutOfBudget, and LimitReached.
    """

    def __init__(self, norm: Norm, budget: Budget):
        self._budget = budget
        self.norm = Norm(list(norm.names), list(norm.domains), objective=norm.objective)
        self.bools: dict[str, int] = {}
        self._atoms: dict[Expr, Expr] = {TRUE: TRUE, FALSE: FALSE}
        self._add(norm)

    def _add(self, norm: Norm) -> None:
        """Add the requirements of a normal form to the result, with those of its conditional variables."""
        for x, (condition, if_true, if_false) in norm.conditional.items():
            atom = self._atom(condition)
            for unless, value in ((negation(atom), if_true), (atom, if_false)):
                self._say(unless, equal_zero(Linear(((1, x),), -value)))
        for formula, _ in norm.required:
            check_time()
            self._require(formula)

    def _say(self, *parts: Expr) -> None:
        """Add a clause of atoms to the result; raise Contradiction if the clause is false."""
        self._budget.spend(CLAUSE + PART * len(parts))
        clause = any_of(parts)
        if clause is FALSE:
            raise Contradiction
        if clause is not TRUE:
            self.norm.required.append((clause, 0))

    def _require(self, formula: Expr) -> None:
        """Add a required formula to the result: unchanged if its operator is in KEPT, else as clauses of atoms; a
        global constraint is expanded to its formula.

        Raise NotLinear if an operator cannot be written as atoms, and Contradiction if a clause is false.
        """
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
        """Add a global constraint by its formula; raise NotLinear if the constraint has none, or too many arguments."""
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
        """Return an argument as a term, or as a comparison, over integer variables named by their numbers."""
        if isinstance(arg, Expr):
            return node("le", 1, int_var(str(self._variable(self._atom(arg)))))
        parts = [node("mul", a, int_var(str(x))) if a != 1 else int_var(str(x)) for a, x in arg.terms]
        return node("add", *parts, arg.const) if len(parts) != 1 or arg.const else parts[0]

    def _count(self, limits: Bounds, *formulas: Expr) -> None:
        """Require that the number of true formulas lies within the limits (least, most)."""
        least, most = limits
        sums: dict[int, int] = {}
        for formula in formulas:
            x = self._variable(self._atom(formula))
            sums[x] = sums.get(x, 0) + 1
        total = linear(sums, 0)
        self._say(at_most_zero(total._replace(const=-most)))
        self._say(at_most_zero(total.times(-1)._replace(const=least)))

    def _variable(self, atom: Expr) -> int:
        """Return the number of an integer variable that is 1 if the atom is true, else 0.

        The variable is x if the atom is not (x <= 0) for a variable x with the values 0 and 1; else a new variable,
        with two clauses that make it equivalent to the atom.
        """
        if atom.op == "not" and (x := self._binary(atom.args[0])) is not None:
            return x
        x = self._new()
        one = _is_one(x)
        self._say(negation(one), atom)
        self._say(one, negation(atom))
        return x

    def _binary(self, atom: Expr) -> int | None:
        """Return the 0-1 variable x if the atom is x <= 0, else None."""
        if atom.op == "le0" and len(atom.args[0].terms) == 1 and not atom.args[0].const:
            x = atom.args[0].terms[0][1]
            return x if self.norm.domains[x] is BINARY else None
        return None

    def _new(self) -> int:
        self.norm.domains.append(BINARY)
        return len(self.norm.domains) - 1

    def _atom(self, formula: Expr) -> Expr:
        """Return an atom equivalent to the formula; raise NotLinear for an operator without such a form."""
        if formula not in self._atoms:
            for each in postorder(formula):
                if each not in self._atoms:
                    self._atoms[each] = self._atom_of(each, [self._atoms[arg] for arg in _inside(each)])
        return self._atoms[formula]

    def _atom_of(self, formula: Expr, args: Sequence[Expr]) -> Expr:
        """Return an atom equivalent to the formula, given equivalent atoms `args` for its arguments.

        A Boolean variable or a connective takes a new 0-1 variable, with the clauses of its definition.  Raise
        NotLinear for any operator that is not in EQUIVALENCES.
        """
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
    return inner.op in ATOMS


def _inside(formula: Expr) -> Sequence[Expr]:
    """Return the formulas that are arguments of a connective; () for an atom or a variable."""
    return formula.args if formula.op in EQUIVALENCES or formula.op == "not" else ()


def _is_one(x: int) -> Expr:
    """Return the atom that the 0-1 variable `x` is 1."""
    return negation(node("le0", Linear(((1, x),), 0)))
