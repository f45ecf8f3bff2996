"""Symmetric values, as the colours of a graph: the members of a clique get fixed values.

Variables that occur only in disequalities with each other, in alldifferent, and below common bounds (`x <= most`), all
with one domain, stay a solution when values up to the bounds are permuted.  Members of a clique have different values
in every solution, so some permutation gives them the smallest values in order.  So for each solution one is left with
the same value of the objective; others are lost, so the method serves only questions for any solution, or for the best
one.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Any

from ..encoder.normalize.formulas import conjuncts
from ..model.expr import Expr, node, postorder
from ..model.model import Constraint, Model

STARTS = 50  # vertices of most neighbours, from each of which a clique is searched for
LARGEST = 300  # variables of an alldifferent of which each pair is compared


def broken(model: Model) -> Model | None:
    """Return a model with fixed values for cliques of exchangeable variables, two that differ if there is no larger
    clique; None if no variables are exchangeable.

    The model loses solutions, but keeps at least one for each value that the objective has in a solution.
    """
    values = {name: value for clique in _cliques(model) for name, value in _values(model, clique)}
    if not values:
        return None
    fixed = [Constraint(node("eq", node("int", name), value)) for name, value in values.items()]
    return replace(model, constraints=[*model.constraints, *fixed])


def fixed_values(model: Model, smaller: Model) -> dict[str, int]:
    """Return the values by variable that `broken` has fixed, given the model and what `broken` has returned for it."""
    formulas = (constraint.formula for constraint in smaller.constraints[len(model.constraints) :])
    return {variable.args[0]: value for variable, value in (formula.args for formula in formulas)}


def obstacle(model: Model) -> str:
    """Return in words what keeps the values of a model's variables from being exchanged; '' if nothing does."""
    if model.soft:
        return "there are soft constraints"
    return _Uses(model, _parts(model)).obstacle()


def _parts(model: Model) -> list[Expr]:
    """Return the formulas that all have to hold in a model, without conjunctions."""
    return [part for constraint in model.constraints for part in conjuncts(constraint.formula)]


def _values(model: Model, clique: Sequence[str]) -> Iterable[tuple[str, int]]:
    """Return each member of a clique with its fixed value, the least values in order."""
    return zip(clique, model.ints[clique[0]], strict=False)


def _cliques(model: Model) -> Iterable[Sequence[str]]:
    """Yield a large clique of each set of variables whose values may be exchanged; nothing if the model has soft
    constraints.
    """
    formulas = _parts(model)
    if model.soft or not any(map(_differing, formulas)):
        return
    uses = _Uses(model, formulas)
    for members in uses.interchangeable():
        yield _clique(uses.neighbours, members)


class _Uses:
    """The uses of a model's integer variables.

    neighbours: for each variable, the variables that must differ from it.  bounds: for each variable, the variables
    that it is at most.  elsewhere: the variables that occur in other constraints.
    """

    def __init__(self, model: Model, formulas: Sequence[Expr]):
        self._domains = model.ints
        self.neighbours: dict[str, set[str]] = defaultdict(set)
        self.bounds: dict[str, set[str]] = defaultdict(set)
        self.elsewhere: set[str] = set()
        others = [formula for formula in formulas if not self._see(formula)]
        others += [model.objective.term] if model.objective and isinstance(model.objective.term, Expr) else []
        self.elsewhere.update(each.args[0] for each in postorder(*others) if each.op == "int")

    def _see(self, formula: Expr) -> bool:
        """Enter the variables of a formula into neighbours or bounds; return whether the formula is about either."""
        differing, bound = _differing(formula), _bound(formula)
        for x, y in combinations(differing, 2):
            self.neighbours[x].add(y)
            self.neighbours[y].add(x)
        if bound:
            x, most = bound
            self.bounds[x].add(most)
            self.elsewhere.add(most)
        return bool(differing or bound)

    def interchangeable(self) -> Iterable[Collection[str]]:
        """Yield the sets of variables, each connected by disequalities, whose values may be exchanged."""
        return (members for members in self._connected() if not self._difference(members))

    def obstacle(self) -> str:
        """Return in words why no set of variables may exchange values; '' if one may."""
        found = [self._difference(members) for members in self._connected()]
        none = f"there is no `!=` of two variables and no alldifferent of at most {LARGEST} variables"
        return "" if "" in found else next(iter(found), none)

    def _connected(self) -> Iterable[set[str]]:
        """Yield the sets of variables that disequalities connect."""
        seen: set[str] = set()
        for start in self.neighbours:
            if start in seen:
                continue
            members, stack = {start}, [start]
            while stack:
                new = self.neighbours[stack.pop()] - members
                members |= new
                stack.extend(new)
            seen |= members
            yield members

    def _difference(self, members: set[str]) -> str:
        """Return in words why the members may not exchange values: one occurs elsewhere, or they have not all the same
        domain and the same bounds; '' if they may.
        """
        if others := sorted(self.elsewhere & members):
            return f"{others[0]} is also in a constraint other than `!=` and alldifferent"
        first = min(members)
        for x in sorted(members):
            if self._domains[x] != self._domains[first]:
                return f"{first} and {x} have different domains"
            if self.bounds.get(x, set()) != self.bounds.get(first, set()):
                return f"{first} and {x} have different bounds (as `x <= bound`)"
        return ""


def _differing(formula: Expr) -> Sequence[str]:
    """Return the variables that a formula requires to be different; an empty sequence if the formula is not just such a
    requirement, names a variable twice, or has more than LARGEST variables.
    """
    if formula.op == "not" and formula.args[0].op == "eq":
        formula = formula.args[0]
    elif formula.op not in ("ne", "alldifferent"):
        return ()
    names = _variables(formula.args)
    return names if len(names) <= LARGEST and len(set(names)) == len(names) else ()


def _bound(formula: Expr) -> tuple[str, str] | None:
    """Return (x, y) for a formula `x <= y` or `y >= x` on two variables; None for any other formula."""
    names = _variables(formula.args) if formula.op in ("le", "ge") else []
    if len(set(names)) != 2:
        return None
    return (names[0], names[1]) if formula.op == "le" else (names[1], names[0])


def _variables(args: Iterable[Any]) -> list[str]:
    """Return the names of the arguments if all of them are integer variables; otherwise []."""
    listed = list(args)
    if all(isinstance(arg, Expr) and arg.op == "int" for arg in listed):
        return [arg.args[0] for arg in listed]
    return []


def _clique(neighbours: dict[str, set[str]], members: Collection[str]) -> list[str]:
    """Return a large clique among the members: the largest of several, each grown greedily from a vertex with many
    neighbours.
    """
    by_degree = sorted(members, key=lambda x: (-len(neighbours[x]), x))
    best: list[str] = []
    for start in by_degree[:STARTS]:
        clique, able = [start], neighbours[start]
        while able:
            clique.append(min(able, key=lambda x: (-len(neighbours[x]), x)))
            able = able & neighbours[clique[-1]]
        best = max(best, clique, key=len)
    return best
