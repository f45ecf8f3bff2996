"""The replacement of Booleans that are defined by one constraint: their definitions are put in their place, and the
constraint `p <-> formula` vanishes.

The compiler names every subformula, with `defines_var(p)` at the constraint that defines the name p. With the
definition in the place of p the encoder sees whether p is used positively or negatively, and writes the clauses of that
direction only.
"""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping
from dataclasses import replace
from itertools import islice

from ....model.expr import Expr, node, postorder, unknown
from ....model.model import Constraint, Model

LARGEST = 64  # nodes of a definition: each place where it stands is evaluated on its own


def inlined(model: Model, names: Container[str]) -> Model:
    """Return the model with definitions in the place of the Booleans that they define; the solutions, restricted to the
    other variables, stay the same. names: the names of the Booleans that may vanish; a Boolean stays if its definition
    has more than LARGEST nodes, and one Boolean stays in each circle of definitions.
    """
    given = _definitions(model, names)
    if not given:
        return model
    done: dict[Expr, Expr] = {}
    gone: set[Expr] = set()
    for variable in _in_order(given):
        found = replaced(done, given[variable])
        if len([*islice(postorder(found), LARGEST + 1)]) <= LARGEST:
            done[variable] = found
            gone.add(variable)
    kept = [
        Constraint(replaced(done, c.formula), c.origin)
        for c in model.constraints
        if not (_defined(c.formula, names) in gone and given[c.formula.args[0]] is c.formula.args[1])
    ]
    bools = {name: variable for name, variable in model.bools.items() if variable not in gone}
    goal = model.objective and model.objective._replace(term=_term(done, model.objective.term))
    return replace(model, bools=bools, constraints=kept, objective=goal)


def _defined(formula: Expr, names: Container[str]) -> Expr | None:
    """Return the variable, one of `names`, that the formula `p <-> formula` defines, or None if the formula is no
    definition.
    """
    if formula.op != "iff" or formula.args[0].op != "bool":
        return None
    variable: Expr = formula.args[0]
    return variable if variable.args[0] in names else None


def _definitions(model: Model, names: Container[str]) -> dict[Expr, Expr]:
    """Return the first definition of each variable of `names` that has one."""
    found: dict[Expr, Expr] = {}
    for constraint in model.constraints:
        variable = _defined(constraint.formula, names)
        if variable is not None:
            found.setdefault(variable, constraint.formula.args[1])
    return found


def _in_order(given: Mapping[Expr, Expr]) -> Iterator[Expr]:
    """Yield the variables, each after the variables in its definition; one variable of each circle of definitions is
    left out, which breaks the circle.
    """
    state: dict[Expr, int] = {}  # 1: begun, 2: given, 3: left out
    for root in given:
        stack = [root]
        while stack:
            top = stack[-1]
            if state.get(top) is None:
                state[top] = 1
                below = [each for each in postorder(given[top]) if each in given]
                if any(state.get(each) == 1 for each in below):
                    state[top] = 3
                stack += [each for each in below if each not in state and state[top] == 1]
                continue
            stack.pop()
            if state[top] == 1:
                state[top] = 2
                yield top


def replaced(done: dict[Expr, Expr], root: Expr) -> Expr:
    """Return the formula `root` with definitions in the place of variables; `done` holds the definitions, and gets the
    result for each part of the formula, so that no part is visited again in another formula.
    """
    for each in unknown(root, done):
        new = [done[arg] if isinstance(arg, Expr) else arg for arg in each.args]
        is_same = all(old is arg for old, arg in zip(each.args, new, strict=True))
        done[each] = each if is_same else node(each.op, *new)
    return done[root]


def _term(done: dict[Expr, Expr], term: Expr | int) -> Expr | int:
    return replaced(done, term) if isinstance(term, Expr) else term
