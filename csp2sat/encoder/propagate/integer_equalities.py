"""Variables that must be equal, integers up to sign and a constant, Booleans up to sign, and therefore share literals.

Sharing carries a consequence of one requirement into others, as narrowing domains does, and comes after narrowing: a
variable takes another one's literals only if their domains correspond.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from functools import cached_property
from itertools import chain, compress, count, pairwise
from typing import TypeVar

from ...cnf.sink import TRUE, Lit, Sink
from ...model.domain import Domain
from ...model.expr import Expr
from ..normalize.arithmetic import ARITHMETIC
from ..normalize.domains import image
from ..normalize.formulas import ATOMS, Linear, Norm, bounds, linear

V = TypeVar("V", bound=Hashable)  # a variable


def _root(same: dict[V, tuple[V, int, int]], x: V) -> tuple[V, int, int]:
    """Return (y, factor, offset) such that x is factor * y + offset and y is no alias; shorten the paths in `same` on
    the way.
    """
    factor, offset = 1, 0
    while x in same:
        y, inner, constant = same[x]
        if y in same:
            y, more, further = same[y]
            inner, constant = inner * more, constant + inner * further
            same[x] = y, inner, constant
        x, factor, offset = y, factor * inner, offset + factor * constant
    return x, factor, offset


class Aliases:
    """Integer variables that are aliases of other variables because of required equations.

    same: alias -> (x, factor, offset) for an alias that is `factor * x + offset`, with factor 1 or -1 and a variable x
    with a smaller number that is no alias itself.  equations: the requirements that sharing makes true.

    declared: the number of declared variables; search=False: there are no aliases.  Declared variables and the
    objective keep consecutive literals in ascending order, as the map requires.
    """

    def __init__(self, norm: Norm, declared: int, search: bool = True):
        self._norm, self._declared = norm, declared
        self.same: dict[int, tuple[int, int, int]] = {}
        self.equations: set[Expr] = set()
        self._fixed = {x: domain.lo for x, domain in enumerate(norm.domains) if domain.lo == domain.hi}
        for formula, _ in norm.required if search else ():
            if formula.op in ("eq0", ARITHMETIC):
                equation = _equation(formula, norm.domains)
                if equation and self._joins(equation):
                    self.equations.add(formula)
        for x in sorted(self.same):
            self.same[x] = _root(self.same, x)
        self._special = {*self.same, *self._fixed}

    def extend(self, first: int) -> None:
        """Register the variables from the number `first` on, none of them as an alias, and note which have one
        value.
        """
        domains = self._norm.domains
        fixed = {x: domains[x].lo for x in range(first, len(domains)) if domains[x].lo == domains[x].hi}
        self._fixed.update(fixed)
        self._special.update(fixed)

    def fix(self, x: int, value: int) -> None:
        """Register that a variable, which is no alias, has a single value."""
        self._fixed[x] = value
        self._special.add(x)

    def free(self, e: Linear) -> Linear:
        """Return an equal sum without aliases and without variables that have a single value."""
        special, terms = self._special, e.terms
        if not special:
            return e
        if len(terms) == 1:
            ((a, x),) = terms
            if x not in special:
                return e
            if x in self._fixed:
                return Linear((), e.const + a * self._fixed[x])
        elif special.isdisjoint([x for _, x in terms]):
            return e
        return self._unfixed(self._substituted(e))

    def _unfixed(self, e: Linear) -> Linear:
        """Return an equal sum in which each variable with a single value is replaced by the value."""
        const = e.const + sum(a * self._fixed[x] for a, x in e.terms if x in self._fixed)
        return Linear(tuple((a, x) for a, x in e.terms if x not in self._fixed), const)

    def _substituted(self, e: Linear) -> Linear:
        """Return an equal sum in which each alias is replaced by a multiple of its root plus a constant."""
        sums: dict[int, int] = {}
        const = e.const
        for a, x in e.terms:
            root, factor, offset = _root(self.same, x)
            sums[root] = sums.get(root, 0) + a * factor
            const += a * offset
        return linear(sums, const)

    def _joins(self, e: Linear) -> bool:
        """Make one variable of e = 0 an alias of the other and return True if there are two with coefficients 1 or -1,
        and their domains correspond; else return False.
        """
        e = self._unfixed(e)
        if len(e.terms) != 2:
            return False
        domains, e = self._norm.domains, self._substituted(e)
        if len(e.terms) != 2 or any(abs(a) != 1 for a, _ in e.terms):
            return False
        (b, y), (a, x) = e.terms
        factor, offset = -a * b, -a * e.const  # x = factor * y + offset
        if not self._may_join(x, factor) or domains[x] != image(domains[y], factor, offset):
            return False
        self.same[x] = y, factor, offset
        return True

    def _may_join(self, x: int, factor: int) -> bool:
        if x in self._norm.conditional:
            return False
        return factor == 1 if x < self._declared else x != self._norm.objective


def _equation(formula: Expr, domains: Sequence[Domain]) -> Linear | None:
    """Return the sum that a formula requires to be 0: of an equation, or of an absolute value of a term whose sign the
    domains show; None for any other formula.
    """
    if formula.op == "eq0":
        found: Linear = formula.args[0]
        return found
    if formula.op != ARITHMETIC or formula.args[-1] != "abs":
        return None
    size, term = formula.args[:2]
    least, most = bounds(term, domains)
    return size.plus(term.times(-1 if least >= 0 else 1)) if least >= 0 or most <= 0 else None


CONSTANT = None  # the root of variables that have a value
BoolName = str | None


class Facts:
    """Boolean variables whose value, or equality with a variable or an atom, is required; they share literals.

        p      (not p)      (iff p q)      (not (iff p q))      (iff p a), where a compares a variable with a number

    formulas: the requirements that sharing makes true.

    names: of the Boolean variables; the first of several equal variables provides the literal.  ints: the number of
    declared integers; only comparisons of these have their literals early enough.  search=False: no literals are
    shared.
    """

    def __init__(self, norm: Norm, names: Collection[str], ints: int, search: bool = True):
        self.formulas: set[Expr] = set()
        self._names = names
        self._same: dict[BoolName, tuple[BoolName, int, int]] = {}
        for formula, _ in norm.required if search else ():
            if formula.op in ("bool", "iff") or (formula.op == "not" and formula.args[0].op in ("bool", "iff")):
                self._see(formula)
        self.__dict__.pop("_order", None)  # much memory
        self._compared: dict[BoolName, tuple[Expr, int]] = {}
        for formula, _ in norm.required if search else ():
            if formula.op == "iff" or (formula.op == "not" and formula.args[0].op == "iff"):
                self._compare(formula, ints)

    def literals(self, sink: Sink, comparison: Callable[[Expr], Lit | None]) -> dict[str, Lit]:
        """Return a literal for each Boolean variable: a new one, one of another variable or of a comparison, or a
        constant.

        comparison: returns the literal of a comparison.
        """
        if not self._same and not self._compared:
            return dict(zip(self._names, sink.new(len(self._names)), strict=True))
        names, shared = self._names, self._same.keys() | self._compared.keys()
        holes = [*compress(count(), map(shared.__contains__, names))]
        own = sink.new(len(names) - len(holes))
        # slices of the new variables between the shared names, since a step for each name takes seconds
        ends = [0, *(hole - at for at, hole in enumerate(holes)), len(own)]
        parts = (chain(own[start:end], (TRUE,)) for start, end in pairwise(ends))
        literals = dict(zip(names, chain.from_iterable(parts), strict=False))
        for name, (compared, sign) in self._compared.items():
            lit = comparison(compared)
            assert lit is not None
            literals[str(name)] = sign * lit
        for name in filter(self._same.__contains__, self._names):  # as another one, or one with a value
            root, sign, _ = _root(self._same, name)
            literals[name] = sign * (TRUE if root is CONSTANT else literals[str(root)])
        return literals

    @cached_property
    def _order(self) -> dict[BoolName, int]:
        """The place of each name, and of CONSTANT before them."""
        return {CONSTANT: -1} | {name: at for at, name in enumerate(self._names)}

    def _see(self, formula: Expr) -> None:
        """Make a Boolean variable of the formula an alias of the other, or of the constant, with a sign: for the
        formulas p and (iff p q), and their negations, with variables p and q or their negations.  Do nothing for other
        formulas.
        """
        inner, wanted = (formula.args[0], -1) if formula.op == "not" else (formula, 1)
        if inner.op == "bool" and inner.args[0] not in self._same:
            self._same[inner.args[0]] = CONSTANT, wanted, 0
            self.formulas.add(formula)
            return
        first, second = map(_variable, inner.args) if inner.op == "iff" else (_variable(inner), (CONSTANT, 1))
        if first is None or second is None:
            return
        (one, sign, _), (other, opposite, _) = _root(self._same, first[0]), _root(self._same, second[0])
        if one == other:
            return  # true, or a contradiction, which the encoder writes
        if self._order[one] < self._order[other]:
            one, other = other, one
        self._same[one] = other, wanted * first[1] * sign * second[1] * opposite, 0
        self.formulas.add(formula)

    def _compare(self, formula: Expr, ints: int) -> None:
        """Note the comparison whose literal a Boolean variable shares, if the formula is `(iff p a)` or its negation,
        with p a variable without a value or literal so far, and a comparison `a` of one of the first `ints` integers
        with a number.
        """
        inner, wanted = (formula.args[0], -1) if formula.op == "not" else (formula, 1)
        one, other = inner.args
        variable, compared = (_variable(one), other) if _variable(one) else (_variable(other), one)
        if compared.op == "not":
            compared, wanted = compared.args[0], -wanted
        if variable is None or compared.op not in ATOMS or formula in self.formulas:
            return
        terms = compared.args[0].terms
        name, sign, _ = _root(self._same, variable[0])
        if len(terms) == 1 and terms[0][1] < ints and name is not CONSTANT and name not in self._compared:
            self._compared[name] = compared, wanted * variable[1] * sign
            self.formulas.add(formula)


def _variable(formula: Expr) -> tuple[str, int] | None:
    """Return the Boolean variable of a literal and its sign (1 or -1), or None if the formula is no literal."""
    inner, sign = (formula.args[0], -1) if formula.op == "not" else (formula, 1)
    return (inner.args[0], sign) if inner.op == "bool" else None
