"""The constraints that known values contradict only together with hidden variables, or with each other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import chain

from ..model.expr import Expr, bool_var, int_var, postorder
from ..model.model import Answer, Constraint, Model, Origin, hidden
from .computed_values import Completes, fixed_model

Violation = Callable[[Constraint], str]
"""Returns the message that a constraint is violated."""


def contradicting(model: Model, known: Answer, completes: Completes, names: Violation) -> list[str]:
    """Return the faults of known values that no values of the other variables complete: each constraint of the source
    that the known values cannot satisfy even alone, as `_sharing` returns, if hidden variables alone have no value; if
    there is no such constraint, a text that the known values together contradict the model.

    model: whose constraints with equal origins count as one constraint of the source.  known: the known values.
    """
    by_origin: dict[Origin, list[Constraint]] = {}
    for each in model.constraints:
        if each.origin is not None:
            by_origin.setdefault(each.origin, []).append(each)
    given = valued_of(known)
    open_ = [part for part in by_origin.values() if any(variables_of(c.formula) - given for c in part)]
    alone = [names(part[0]) for part in open_ if completes(_alone(model, part, known)) is None]
    if alone:
        return alone
    shared = _sharing(list(by_origin.values()), lambda some: completes(_alone(model, some, known)) is None)
    named = (c.formula for part in shared or by_origin.values() for c in part)
    used = {each.args[0] for formula in named for each in variables_of(formula)}
    is_open = not used.isdisjoint(_open(model, known))
    if shared and not is_open:
        return [", or ".join(names(part[0]) for part in shared)]
    together = "these values contradict the constraints together"
    return ["no values of the other variables go with these" if is_open else together]


def _sharing(
    parts: Sequence[list[Constraint]], contradict: Callable[[list[Constraint]], bool]
) -> list[list[Constraint]]:
    """Return the parts of a contradiction of which no part can be left out; the violated part alone, if that part
    contradicts the others' definitions of hidden variables; [] if all parts do not contradict each other.

    contradict: whether some constraints contradict the known values.
    """
    found, rest = list[list[Constraint]](), list(parts)
    if not contradict([*chain(*rest)]):
        return []
    while not contradict([*chain(*found)]):
        needed = bisect_left(range(len(rest)), True, key=lambda n: contradict([*chain(*found, *rest[: n + 1])]))
        found.append(rest[needed])
        del rest[needed:]
    stated = [[each for each in part if isinstance(each.formula, Expr) and each.formula.op != "bool"] for part in found]
    violated = []
    for at, part in enumerate(found):
        definitions = chain(*stated[:at], *stated[at + 1 :])
        if contradict([*part, *definitions]):
            violated.append(part)
    return violated if len(violated) == 1 else found


def _alone(model: Model, part: Sequence[Constraint], known: Answer) -> Model:
    """Return the model of the constraints in `part` and of the known values of their variables, without other
    variables.
    """
    used = set[Expr]().union(*(variables_of(each.formula) for each in part))
    ints, bools = (sorted(str(each.args[0]) for each in used if each.op == op) for op in ("int", "bool"))
    some = replace(model, ints={name: model.ints[name] for name in ints}, bools={n: model.bools[n] for n in bools})
    values = {n: known.ints[n] for n in ints if n in known.ints}, {n: known.bools[n] for n in bools if n in known.bools}
    return fixed_model(some, part, Answer(*values), None)


def _open(model: Model, known: Answer) -> list[str]:
    """Return the names of the variables, hidden ones and absent ones aside, that an assignment lacks."""
    return [name for name in missing_values(model, known) if known.bools.get(f"{name}.occurs") is not False]


def missing_values(model: Model, known: Answer) -> list[str]:
    """Return the names of the variables, hidden ones aside, that an assignment lacks."""
    missing = [name for name in model.ints if name not in known.ints and not hidden(name)]
    return missing + [name for name in model.bools if name not in known.bools and not hidden(name)]


def valued_of(known: Answer) -> set[Expr]:
    return {*map(int_var, known.ints), *map(bool_var, known.bools)}


def variables_of(formula: Expr) -> set[Expr]:
    return {each for each in postorder(formula) if each.op in ("int", "bool")}
