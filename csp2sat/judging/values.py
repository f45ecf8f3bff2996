"""The judging of the values of a CSP's variables against its model: the faults of the values, in words."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import replace

from ..base.numbers import counted, decimal
from ..languages.base.value_lines import Printed, shown
from ..model.expr import Expr, node
from ..model.meaning import evaluate, not_in_domain
from ..model.model import Answer, Constraint, Model, Soft
from ..solving.maxcsp import violated_fields
from ..solving.problem import violated
from .computed_values import Completes, Stating, certain_faults, faults_of_computed, fixed_model
from .contradicting import Violation, contradicting, missing_values, valued_of, variables_of

MOST = 5  # missing values that are named


def faults_of_solutions(
    model: Model,
    solutions: Iterable[Printed],
    completes: Completes,
    names: Violation = violated,
    stating: Stating | None = None,
) -> list[str]:
    """Return the faults of solutions of a model, each with the number of its solution if there are several; a repeated
    solution is a fault, too.

    completes: asked only if hidden variables have no values.  names: for the messages.  stating: as in
    `faults_of_values`.
    """
    judged = [(each, faults_of_values(model, each, completes, names, stating)) for each in map(typed(model), solutions)]
    return numbered(
        [
            (None if each.is_partial and not each.is_whole else (each.ints, each.bools), faults)
            for each, faults in judged
        ]
    )


def numbered(judged: Sequence[tuple[object, list[str]]]) -> list[str]:
    """Return the faults of several solutions, each with the number of its solution; a solution equal to an earlier one
    is a fault, too.

    judged: for each solution, its values (None if more values are not known), and its faults.
    """
    if len(judged) == 1:
        return judged[0][1]
    found, known = [], dict[str, int]()
    for number, (solution, faults) in enumerate(judged, start=1):
        first = number if solution is None else known.setdefault(repr(solution), number)
        again = [] if first == number else [f"the same as solution {first}"]
        found += [f"solution {number}: {fault}" for fault in (*faults, *again)]
    return found


def typed(model: Model) -> Callable[[Printed], Printed]:
    """Return a function that gives values their types: a Boolean written as 0 or 1 becomes True or False; other wrong
    types are noted as faults.
    """

    def with_types(printed: Printed) -> Printed:
        found = replace(
            printed, ints={}, bools=dict(printed.bools), faults=list(printed.faults), refused={*printed.refused}
        )
        for name, value in printed.ints.items():
            if name in model.bools and name not in model.ints:
                found.add_bool(name, value)
            else:
                found.ints[name] = value
        for name in [name for name in printed.bools if name in model.ints and name not in model.bools]:
            found.refuse_value(name, shown(found.bools.pop(name)), "an integer")
        return found

    return with_types


def faults_of_values(
    model: Model,
    printed: Printed,
    completes: Completes,
    names: Violation = violated,
    stating: Stating | None = None,
) -> list[str]:
    """Return the faults of the values of visible variables, and of hidden variables as far as their values are known.

    Faults of the text, unknown names, missing values and values outside of domains come alone: without them the
    constraints and the objective are judged.  completes: asked only if there is no fault, but some variables have no
    values.  names: for the messages.  stating: for values that the language computes; None if it computes none.
    """
    known = Answer(printed.ints, printed.bools)
    faults = [*printed.faults, *_names(model, known, None if printed.is_partial else printed.refused)]
    if faults:
        return faults + certain_faults(model, printed, known)
    given = valued_of(known)
    judged = [c for c in model.constraints if variables_of(c.formula) <= given]
    faults = list(dict.fromkeys(names(c) for c in judged if not evaluate(c.formula, known)))
    faults += [*_objective(model, printed, known, given), *_violated(model, printed, known, given)]
    whole: Answer | None = known
    if not faults and not _is_complete(model, known):
        whole = completes(fixed_model(model, model.constraints, known, printed.objective))
        faults = [] if whole else _not_completed(model, printed, known, completes, names)
    if faults or whole is None or not printed.computed:
        return faults + certain_faults(model, printed, known)
    return faults_of_computed(model, printed, whole, completes, stating)


def completion(model: Model, printed: Printed, completes: Completes, names: Violation) -> str:
    """Return in words the values that make an incomplete solution right if they are added, or, if there are none, a
    fault of the solution.  Return the further constraints that are violated for a solution that may lack values, and ''
    for one that has all values, or has names that the model does not know.

    completes: returns a solution of a model, or None if there is none.  names: returns a violated constraint in words.
    """
    if printed.is_partial:
        return _also_violated(model, printed, completes, names)
    found, whole = replace(typed(model)(printed), is_partial=True), list[Answer | None]()
    known = Answer(found.ints, found.bools)
    missing = missing_values(model, known)
    if not missing or found.faults or _names(model, known, None):
        return ""

    def kept(fixed: Model) -> Answer | None:
        whole.append(completes(fixed))
        return whole[-1]

    if faults := faults_of_values(model, found, kept, names):
        return f"also wrong: {faults[0]}"
    values = {**whole[-1].ints, **whole[-1].bools} if whole and whole[-1] else {}
    named = ", ".join(f"{name} = {shown(values[name])}" for name in missing[:MOST] if name in values)
    more = f" and values of {counted(len(missing) - MOST, 'further variable')}" if len(missing) > MOST else ""
    return f"add {named}{more}, and the answer is right" if named else ""


def _not_completed(model: Model, printed: Printed, known: Answer, completes: Completes, names: Violation) -> list[str]:
    """Return the faults of values that no values of hidden variables complete: that of the objective if the values
    alone can be completed, otherwise the faults that `_contradicting` returns.
    """
    written, fixed = printed.objective, fixed_model(model, model.constraints, known, None)
    whole = completes(fixed) if written is not None and model.objective is not None else None
    if written is None or whole is None or model.objective is None:
        return contradicting(model, known, completes, names)
    value = evaluate(model.objective.term, whole)
    other = Constraint(node("ne", model.objective.term, value))
    is_only = completes(replace(fixed, constraints=[*fixed.constraints, other])) is None
    possible = f"is {decimal(value)}, not" if is_only else f"can be {decimal(value)}, but not"
    return [f"the objective {possible} {decimal(written)}"]


def _also_violated(model: Model, printed: Printed, completes: Completes, names: Violation) -> str:
    """Return in words the further constraints that the values of a text contradict, besides the violated ones; '' for
    none, or if the text has other faults.
    """
    found = typed(model)(printed)
    known = Answer(found.ints, found.bools)
    if found.faults or _names(model, known, None):
        return ""
    given = valued_of(known)
    judged = [c for c in model.constraints if variables_of(c.formula) <= given]
    broken = {c.origin for c in judged if not evaluate(c.formula, known)}
    rest = replace(model, constraints=[c for c in model.constraints if c.origin not in broken])
    if not broken or completes(fixed_model(rest, rest.constraints, known, None)):
        return ""
    return f"also wrong: {'; '.join(contradicting(rest, known, completes, names)[:MOST])}"


def _objective(model: Model, printed: Printed, known: Answer, given: set[Expr]) -> list[str]:
    """Return the faults of the printed value of the objective, or of the cost of soft constraints; [] if there are
    none.

    A value is wrong if the assignment `known` does not have it, or if a value printed earlier is better.  given: the
    variables that `known` assigns; an objective with other variables is not judged.
    """
    written = printed.objective
    if written is None or (model.objective is None and not model.soft):
        return []
    stated = [*model.constraints, *(each.constraint for each in model.soft)]  # `_costs` weighs all of them
    formulas = [each.formula for each in stated] if model.objective is None else [model.objective.term]
    if any(isinstance(each, Expr) and not variables_of(each) <= given for each in formulas):
        return []
    sign = -1 if model.objective is not None and model.objective.goal == "maximize" else 1
    values = _costs(model, known) if model.objective is None else [evaluate(model.objective.term, known)]
    better = [each for each in printed.bounds if sign * each < sign * written]
    wrong = [] if written in values else [f"the objective is {decimal(values[0])}, not {decimal(written)}"]
    return wrong + (
        [f"the objective is {decimal(written)}, and was {decimal(better[0])} before, which is better"] if better else []
    )


def _violated(model: Model, printed: Printed, known: Answer, given: set[Expr]) -> list[str]:
    """Return the faults of the list of violated soft constraints that a text in JSON has.

    known: the assignment.  given: its variables; constraints with other variables are not judged.  A list that counts
    all constraints as soft ones is right, too.
    """
    if printed.violated is None or not model.soft:
        return []
    softs = [*model.soft, *(Soft(1, each) for each in model.constraints)]
    judged = [each for each in softs if variables_of(each.constraint.formula) <= given]
    listed = [(each.get("constraint"), each.get("weight")) for each in printed.violated if isinstance(each, dict)]
    faults = []
    for each in judged:
        text, is_broken = violated_fields(each)["constraint"], not evaluate(each.constraint.formula, known)
        if (text, each.weight) in listed and not is_broken:
            faults.append(f"{text} is in the list `violated`, and holds")
        elif (text, each.weight) not in listed and is_broken and each in model.soft:
            faults.append(f"{text} is violated, and not in the list `violated`")
    return faults


def _costs(model: Model, known: Answer) -> list[int]:
    """Return the two costs of an assignment: the weights of violated soft constraints (`--weighted`), and these weights
    plus one for each violated hard constraint (`--max`).
    """

    def cost(softs: Iterable[Soft]) -> int:
        return sum(each.weight for each in softs if not evaluate(each.constraint.formula, known))

    return [cost(model.soft), cost([*model.soft, *(Soft(1, each) for each in model.constraints)])]


def _names(model: Model, known: Answer, refused: Collection[str] | None) -> list[str]:
    """Return the faults of an assignment by names: missing values, unknown variables, values outside of the domain.

    known: the assignment.  refused: the variables whose values are other faults; None: values may be missing.
    """
    unknown = [name for name in known.ints if name not in model.ints]
    unknown += [name for name in known.bools if name not in model.bools]
    missing = [] if refused is None else [name for name in missing_values(model, known) if name not in refused]
    outside = [(name, value) for name, value in known.ints.items() if value not in model.ints.get(name, [value])]
    return [
        *(f"{name} is no variable of the input" for name in unknown),
        *(f"{name} has no value" for name in missing),
        *(not_in_domain(name, value) for name, value in outside),
    ]


def _is_complete(model: Model, known: Answer) -> bool:
    return known.ints.keys() == model.ints.keys() and known.bools.keys() == model.bools.keys()
