"""Definitions that an objective needs in one direction only.

To make `z = x + y` small it is enough to require `z >= x + y`, if no other constraint names z: in a solution, z may
then be lowered to the sum.  The same holds for x, if x is itself only defined, by another sum, a maximum or a choice.
The inequalities need half as many clauses as the equations and, more important, no value of z is too large to be
reached: a SAT solver that has guessed a value for z need not search for x and y with just that sum.  Equations remain
where many definitions end in a long sum that takes too many order literals: such a sum is added in bits or digits,
which known terms determine, but which inequalities leave open.  In a lot sizing of 17 orders, not even all decisions
together refuted a bound on the objective by propagation, so that no solution near the best one was found.

A model with inequalities for definitions has more solutions, the same best value, and each of its solutions is
`repaired` into a solution of the original model that is at least as good.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..base.time_limit import check_time
from ..encoder.select.patterns import WIDEST
from ..encoder.sums.digit_split import way_of
from ..ints.auto import HUGE
from ..model.domain import Domain
from ..model.expr import Expr, all_of, any_of, int_var, negation, node, postorder
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model
from ..model.ranges import range_of

OBJECTIVE = "_objective"  # the name of a variable for an objective that is a term
LONG = 6  # terms of a sum that is short, and definitions that are few
DirectedUse = tuple[Expr, bool]  # a variable, and whether it is to be small, not large


class OneSidedDefinition(NamedTuple):
    """A definition: the constraint with index `number` says that the variable is equal to the term.

    formula: the needed direction of the equation, and, unless `one_way`, that the term is within the variable's domain.
    one_way: whether the bounds of the term already show that the term is within the domain where needed.
    """

    variable: Expr
    term: Expr
    number: int
    formula: Expr
    one_way: bool


def one_sided(model: Model) -> tuple[Model, list[OneSidedDefinition]]:
    """Return the model with one-sided definitions, and the list of these definitions.

    A definition comes after all definitions whose terms have its variable.  An objective that is a term gets a variable
    of its own if bounds of the term are known and not too far apart.  The model stays as it is, without definitions,
    if many of them are of the terms of a sum in bits or digits.
    """
    named = _named(model)
    found = _Search(named).definitions()
    if len(found) > LONG and any(_is_in_bits(each, named.ints) for each in found):
        return model, []
    constraints = list(named.constraints)
    for each in found:
        constraints[each.number] = Constraint(each.formula, constraints[each.number].origin)
    return replace(named, constraints=constraints), found


def _named(model: Model) -> Model:
    """Return the model with a new variable for the objective if the objective is a term with known bounds that are not
    too far apart; otherwise the model unchanged.
    """
    assert model.objective is not None
    term = model.objective.term
    if not isinstance(term, Expr) or term.op == "int":
        return model
    found, name = range_of(term, model.ints), OBJECTIVE
    if found is None or (found[1] - found[0]).bit_length() > WIDEST:
        return model
    while name in model.ints or name in model.bools:
        name += "_"
    ints, constraints = {**model.ints, name: Domain([found])}, [*model.constraints]
    constraints.append(Constraint(node("eq", int_var(name), term)))
    return replace(model, ints=ints, constraints=constraints, objective=model.objective._replace(term=int_var(name)))


def _is_in_bits(definition: OneSidedDefinition, ints: Mapping[str, Domain]) -> bool:
    """Whether the term of a definition is a long sum that is added in bits or digits, not by order literals."""
    term, variable = definition.term, definition.variable
    if term.op != "add" or len(term.args) <= LONG:
        return False
    parts = [(a, range_of(part, ints)) for a, part in (*map(_factor, term.args), (-1, variable))]
    known = [(a, found) for a, found in parts if found is not None]
    if len(known) < len(parts):
        return False
    sizes = [(high - low + 1, high - low, abs(a)) for a, (low, high) in known]
    least = sum([min(a * low, a * high) for a, (low, high) in known])
    return sum([a * span for _, span, a in sizes[:-1]]) >= HUGE or way_of("le0", sizes, least, 0) != "partial"


def repaired(model: Model, answer: Answer, definitions: Sequence[OneSidedDefinition]) -> Answer:
    """Return the solution of the original model for a solution of the model with one-sided definitions: each defined
    variable gets the value of its term.
    """
    ints = dict(answer.ints)
    for each in reversed(definitions):
        value = evaluate(each.term, Answer(ints, answer.bools))
        assert value is not None
        ints[each.variable.args[0]] = int(value)
    return Answer({name: ints[name] for name in model.ints}, answer.bools)


class _Search:
    """A search for the constraints of a model, which has an objective, that may become one-sided definitions."""

    def __init__(self, model: Model):
        self._model = model
        self._naming: dict[Expr, list[int]] = {}
        for number, constraint in enumerate(model.constraints):
            check_time()
            for each in postorder(constraint.formula):
                if each.op == "int":
                    self._naming.setdefault(each, []).append(number)

    def definitions(self) -> list[OneSidedDefinition]:
        """Return the definitions that the objective needs in one direction only, each before the definitions of its
        term's variables.

        A variable is defined by the only constraint that names the variable beside its user (the objective or another
        definition).
        """
        assert self._model.objective is not None
        goal, term = self._model.objective
        found: list[OneSidedDefinition] = []
        if not isinstance(term, Expr):
            return found
        uses, taken = [(use, -1) for use in _uses(term, goal == "minimize")], set[int]()
        while uses:
            (variable, small), user = uses.pop()
            others = [number for number in self._naming.get(variable, []) if number != user]
            if len(others) == 1 and others[0] not in taken:
                definition = self._definition(variable, small, others[0])
                if definition is not None:
                    found.append(definition)
                    taken.add(others[0])
                    inside = _uses(definition.term, small) if definition.one_way else []
                    uses += [(use, others[0]) for use in inside]
        return found

    def _definition(self, variable: Expr, small: bool, number: int) -> OneSidedDefinition | None:
        """Return the one-sided definition of a variable by the constraint with index `number`.

        small: whether the variable should be small, not large.  The result is None if the constraint does not say that
        the variable is equal to a term without the variable, if no bounds of the term are known, or if the variable's
        domain has holes.
        """
        formula = self._model.constraints[number].formula
        term = _solved(formula, variable)
        if term is None or variable in set(postorder(term)):
            return None
        found, domain = range_of(term, self._model.ints), self._model.ints[variable.args[0]]
        if found is None or len(domain.ranges) != 1:
            return None
        one_way = found[0] >= domain.lo if small else found[1] <= domain.hi
        parts = [_needed(variable, term, small)]
        if not one_way:
            parts.append(node("ge", term, domain.lo) if small else node("le", term, domain.hi))
        return OneSidedDefinition(variable, term, number, all_of(parts), one_way)


def _uses(term: Expr, small: bool) -> list[DirectedUse]:
    """Return the variables in which the term is monotone, each with whether the variable should be small, not large.

    small: whether the term should be small, not large.  Variables that should be both are left out.
    """
    directions: dict[Expr, set[bool]] = {}
    stack: list[tuple[Expr | int, bool]] = [(term, small)]
    while stack:
        part, down = stack.pop()
        if isinstance(part, int):
            continue
        if part.op == "int":
            directions.setdefault(part, set()).add(down)
            continue
        grows, others = _arguments(part, down)
        stack += grows
        for each in postorder(*others):
            directions.setdefault(each, set()).update((True, False))
    return [(each, True in known) for each, known in directions.items() if each.op == "int" and len(known) == 1]


def _arguments(part: Expr, down: bool) -> tuple[list[tuple[Expr | int, bool]], list[Expr]]:
    """Return the arguments in which a term is monotone, each with whether it should be small; and the other arguments.

    down: whether the term should be small, not large.
    """
    if part.op in ("add", "max", "min"):
        return [(arg, down) for arg in part.args], []
    if part.op == "if":
        return [(arg, down) for arg in part.args[1:]], [part.args[0]]
    factor, *rest = part.args
    if part.op == "mul" and isinstance(factor, int) and len(rest) == 1:
        return [(rest[0], down == (factor >= 0))], []
    return [], [part]


def _solved(formula: Expr, variable: Expr) -> Expr | None:
    """Return the term that the formula says to be equal to the variable; None if the formula does not say so."""
    if formula.op == "and":
        return _solved_choice(formula, variable)
    if formula.op != "eq":
        return None
    other = _other_side(formula, variable)
    return other if isinstance(other, Expr) else _solved_sum(formula.args[0], formula.args[1], variable)


def _other_side(equation: Expr, variable: Expr) -> Expr | int | None:
    left, right = equation.args if equation.op == "eq" else (None, None)
    return right if left is variable else left if right is variable else None


def _solved_sum(total: Expr | int, const: Expr | int, variable: Expr) -> Expr | None:
    """Return the term equal to the variable v by an equation `v + s = const` or `-v + s = const`; None for another
    equation.

    total: the left side of the equation.  const: its right side.
    """
    if not (isinstance(total, Expr) and total.op == "add" and isinstance(const, int)):
        return None
    for at, arg in enumerate(total.args):
        factor, part = _factor(arg)
        if part is variable and abs(factor) == 1:
            rest = [_factor(other) for other in (*total.args[:at], *total.args[at + 1 :])]
            return node("add", *(_times(-factor * a, x) for a, x in rest), factor * const)
    return None


def _factor(arg: Expr | int) -> tuple[int, Expr | int]:
    if isinstance(arg, Expr) and arg.op == "mul" and len(arg.args) == 2 and isinstance(arg.args[0], int):
        return arg.args[0], arg.args[1]
    return 1, arg


def _times(factor: int, term: Expr | int) -> Expr | int:
    if isinstance(term, int):
        return factor * term
    return term if factor == 1 else node("mul", factor, term)


def _solved_choice(formula: Expr, variable: Expr) -> Expr | None:
    """Return the choice equal to the variable v by a formula `(not p or v = s) and (p or v = t)`; None for another
    formula.
    """
    if [(part.op, len(part.args)) for part in formula.args] != [("or", 2), ("or", 2)]:
        return None
    (p, first), (q, second) = (part.args for part in formula.args)
    values = _other_side(first, variable), _other_side(second, variable)
    return node("if", q, *values) if p is negation(q) and None not in values else None


def _needed(variable: Expr, term: Expr, small: bool) -> Expr:
    """Return the needed direction of `variable = term`: >= if the variable should be small, <= if the variable should
    be large.

    small: whether the variable should be small, not large.
    """
    op = "ge" if small else "le"
    if term.op != "if":
        return node(op, variable, term)
    condition, first, second = term.args
    parts = (negation(condition), node(op, variable, first)), (condition, node(op, variable, second))
    return all_of(map(any_of, parts))
