"""Independent parts of a model: variables that no constraint connects, even through others."""

from __future__ import annotations

from ..model.expr import Expr, postorder
from ..model.model import Model


def components(model: Model) -> list[Model]:
    """Return models without common variables that together are equivalent to the model.

    Variables that constraints or the objective connect are in one model; a variable of no constraint, unless the
    objective names it, is a model of its own; all constraints without variables are one model.  The objective goes to
    the model with its variables.  The models of connected variables come first, in order of their first variables; the
    models of single variables without constraints come last.
    """
    root: dict[Expr, Expr] = {}
    named = [_named(constraint.formula) for constraint in model.constraints]
    term = model.objective.term if model.objective else 0
    goal = _named(term) if isinstance(term, Expr) else []
    for variables in (*named, goal):
        for variable in variables:
            root.setdefault(variable, variable)
            _join(root, variables[0], variable)
    return _split(model, root, named, goal)


def _named(formula: Expr) -> list[Expr]:
    return [each for each in postorder(formula) if each.op in ("int", "bool")]


def _join(root: dict[Expr, Expr], one: Expr, other: Expr) -> None:
    """Unite the parts of two variables in the union-find structure `root`."""
    root[_root(root, other)] = _root(root, one)


def _root(root: dict[Expr, Expr], variable: Expr) -> Expr:
    """Return the representative of a variable's part in the union-find structure `root`, and shorten the way there."""
    while root[variable] is not variable:
        root[variable] = variable = root[root[variable]]
    return variable


def _split(model: Model, root: dict[Expr, Expr], named: list[list[Expr]], goal: list[Expr]) -> list[Model]:
    """Return the models of `components`.

    model: the model to split.  root: the links of a union-find structure over the variables that constraints or the
    objective name.  named: the variables of each constraint.  goal: the variables of the objective.
    """
    found: dict[object, Model] = {}

    def part(variable: Expr | None) -> Model:
        key = None if variable is None else _root(root, variable)
        return found.setdefault(key, Model(encodings=model.encodings))

    alone = []
    nodes = {(each.op, each.args[0]): each for each in root}
    for sort, names in (("int", model.ints), ("bool", model.bools)):
        for name in names:
            variable = nodes.get((sort, name))
            if variable is None:
                alone.append(_single(model, sort, name))
            elif sort == "int":
                part(variable).ints[name] = model.ints[name]
            else:
                part(variable).bools[name] = model.bools[name]
    for constraint, variables in zip(model.constraints, named, strict=True):
        part(variables[0] if variables else None).constraints.append(constraint)
    if model.objective is not None:
        part(goal[0] if goal else None).objective = model.objective
    return [*found.values(), *alone]


def _single(model: Model, sort: str, name: str) -> Model:
    return Model({name: model.ints[name]}) if sort == "int" else Model(bools={name: model.bools[name]})


def is_free(model: Model) -> bool:
    """Whether every assignment is a solution of the model, as the model has neither constraints nor an objective."""
    return not model.constraints and model.objective is None
