"""Judging an answer from anywhere against its input: what is wrong with it, in words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from ..base.numbers import decimal
from ..cnf import dimacs
from ..cnf.sink import clauses
from ..languages.base.value_lines import Printed
from ..model.expr import Expr, bool_var, int_var, negation, node, postorder
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model, hidden
from ..solving.inputs import CnfInput
from ..solving.problem import violated

Completes = Callable[[Model], bool]


def faults_of_model(problem: CnfInput, literals: list[int]) -> list[str]:
    """What is wrong with the model of a CNF: literals that cannot be, false clauses."""
    found = dimacs.read(problem.data, problem.path)
    true = set(literals)
    beyond = [f"{a}: the formula has only {found.num_vars} variables" for a in literals if abs(a) > found.num_vars]
    both = [f"{a} and {-a} are both true" for a in sorted(true) if a > 0 and -a in true]
    if beyond or both:
        return beyond + both
    wrong = ((number, c) for number, c in enumerate(clauses(found.flat), start=1) if true.isdisjoint(c))
    return [f"clause {number} is false: {' '.join(map(str, [*c, 0]))}" for number, c in wrong]


def faults_of_values(model: Model, printed: Printed, completes: Completes) -> list[str]:
    """What is wrong with values of the variables that are not hidden, and of hidden ones as far as they are known.

    completes: has a model a solution?  Asked only where hidden variables have no values.
    """
    known = Answer(printed.ints, printed.bools)
    faults = [*printed.faults, *_names(model, known, printed.is_partial)]
    if faults:
        return faults
    given = set(map(int_var, known.ints)) | set(map(bool_var, known.bools))
    judged = [c for c in model.constraints if _variables(c.formula) <= given]
    faults = [violated(c) for c in judged if not evaluate(c.formula, known)]
    faults += _objective(model, printed.objective, known, given)
    if not faults and not _is_complete(model, known) and not completes(_fixed(model, known, printed.objective)):
        faults = ["no values of the hidden variables go with these"]
    return faults


def _objective(model: Model, said: int | None, known: Answer, given: set[Expr]) -> list[str]:
    """A value of the objective that is not its value."""
    if said is None or model.objective is None:
        return []
    term = model.objective.term
    if isinstance(term, Expr) and not _variables(term) <= given:
        return []
    value = evaluate(term, known)
    return [] if value == said else [f"the objective is {decimal(value)}, not {decimal(said)}"]


def _names(model: Model, known: Answer, is_partial: bool) -> list[str]:
    """Variables without a value (unless there may be), values without a variable, values outside of the domain."""
    unknown = [name for name in known.ints if name not in model.ints]
    unknown += [name for name in known.bools if name not in model.bools]
    missing = [name for name in model.ints if name not in known.ints and not hidden(name)]
    missing += [name for name in model.bools if name not in known.bools and not hidden(name)]
    missing = [] if is_partial else missing
    outside = [(name, value) for name, value in known.ints.items() if value not in model.ints.get(name, [value])]
    return [
        *(f"{name} is no variable of the input" for name in unknown),
        *(f"{name} has no value" for name in missing),
        *(f"{name} cannot be {decimal(value)}: not in its domain" for name, value in outside),
    ]


def _variables(formula: Expr) -> set[Expr]:
    return {each for each in postorder(formula) if each.op in ("int", "bool")}


def _is_complete(model: Model, known: Answer) -> bool:
    return known.ints.keys() == model.ints.keys() and known.bools.keys() == model.bools.keys()


def _fixed(model: Model, known: Answer, objective: int | None) -> Model:
    """The model in which the variables have these values, and the objective has one if it is said."""
    fixed = [node("eq", int_var(name), value) for name, value in known.ints.items()]
    fixed += [bool_var(name) if value else negation(bool_var(name)) for name, value in known.bools.items()]
    if objective is not None and model.objective is not None and isinstance(model.objective.term, Expr):
        fixed.append(node("eq", model.objective.term, objective))
    constraints = [*model.constraints, *map(Constraint, fixed)]
    return replace(model, constraints=constraints, objective=None)
