"""The judging of values that a language computes from those of variables: such a value is right if the variables that
the answer leaves open have values with which the language computes it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

from ..base.numbers import counted
from ..errors import InputError, LimitReached
from ..languages.base.value_lines import Printed, shown
from ..languages.spec import answers_of
from ..model.expr import Expr, bool_var, int_var, negation, node
from ..model.model import Answer, Constraint, Model

Completes = Callable[[Model], Answer | None]
"""Returns a solution of a model, None if the model has none."""
Stating = Callable[[Answer, Mapping[str, Any]], Model]
"""Returns the model with statements of known values of its variables and of values that the language computes; raises
InputError if the language refuses such a statement.
"""
NONE = "no values of the other variables give"
OPEN = "not judged without the values of the other variables"


def certain_faults(model: Model, printed: Printed, known: Answer) -> list[str]:
    """Return the faults of computed values that the known values alone decide.

    known: the values of variables that the text has.
    """
    wrong, found = _differing(model, printed, known)
    return [_is_other(name, stated, found[name]) for name, stated in wrong.items() if name in found]


def faults_of_computed(
    model: Model, printed: Printed, whole: Answer, completes: Completes, stating: Stating | None
) -> list[str]:
    """Return the faults of computed values of an answer whose values of variables are right; [] if values of the
    variables that the answer leaves open give all computed values.

    whole: a solution with the values of the answer.  completes: finds other solutions.  stating: returns the model with
    these values as constraints; None for no such search.
    """
    wrong, found = _differing(model, printed, whole)
    if not wrong:
        return []
    sizes = {name: (len(_flat(stated)), len(_flat(found[name]))) for name, stated in wrong.items() if name in found}
    if other := {name: size for name, size in sizes.items() if size[0] != size[1]}:
        return [f"{name} has {counted(has, 'value')}; expected {wanted}" for name, (has, wanted) in other.items()]
    known, language = Answer(printed.ints, printed.bools), answers_of(model.about)
    implied = _implied(model, known, whole, completes) if language.shared else known
    certain = language.shared(model, implied, whole)[1].get("values", {}) if language.shared else {}
    if faults := [_is_other(name, stated, certain[name]) for name, stated in wrong.items() if name in certain]:
        return faults
    return [] if _has_computed(model, printed, completes) else _impossible(model, printed, completes, stating)


def _has_computed(model: Model, printed: Printed, completes: Completes) -> bool:
    """Whether a solution has all computed values, searched by the values of hidden variables: `_NAME` for the value
    NAME.
    """
    if (known := with_computed(model, printed)) == Answer(printed.ints, printed.bools):
        return False
    whole = completes(fixed_model(model, model.constraints, known, printed.objective))
    return whole is not None and not _differing(model, printed, whole)[0]


def with_computed(model: Model, printed: Printed) -> Answer:
    """Return the values of an answer, with those computed ones of which the model has a hidden variable."""
    named = {f"_{name}": value for name, value in printed.computed.items()}
    ints = {name: value for name, value in named.items() if name in model.ints and type(value) is int}
    bools = {name: value for name, value in named.items() if name in model.bools and type(value) is bool}
    return Answer({**ints, **printed.ints}, {**bools, **printed.bools})


def check_computed(model: Model, printed: Printed, whole: Answer | None) -> None:
    """Raise LimitReached, as the answer stays undecided, if the solution found for the open variables of an answer
    gives other values to what MiniZinc computes than the answer states.

    printed: the answer.  whole: the solution, None if none was found.
    """
    if printed.computed and (whole is None or _differing(model, printed, whole)[0]):
        raise LimitReached(f"{', '.join(printed.computed)}: {OPEN}")


def _impossible(model: Model, printed: Printed, completes: Completes, stating: Stating | None) -> list[str]:
    """Return the faults of computed values that no solution has, by searches for solutions that have the values; [] if
    a solution has all of them.  Raise LimitReached if the searches cannot decide.
    """
    computed = printed.computed
    if stating is None:
        raise LimitReached(f"{', '.join(computed)}: {OPEN}")
    if _is_possible(model, computed, printed, completes, stating):
        return []
    with suppress(LimitReached):  # that no solution has all of them is known
        for name, value in computed.items():
            if len(computed) == 1 or not _is_possible(model, {name: value}, printed, completes, stating):
                return [f"{name} cannot be {_in_text(value)}: {NONE} it"]
    return [f"{', '.join(computed)} cannot be {', '.join(map(_in_text, computed.values()))}: {NONE} all of them"]


def _is_possible(
    model: Model, computed: Mapping[str, Any], printed: Printed, completes: Completes, stating: Stating
) -> bool:
    """Whether a solution has the values of an answer and those of `computed`.  Raise LimitReached if the language
    refuses the values, or if the solution that was found by them has other ones.
    """
    known, language = Answer(printed.ints, printed.bools), answers_of(model.about)
    try:
        stated = stating(known, computed)
    except InputError as error:
        raise LimitReached(f"{', '.join(computed)}: {OPEN}: {error.message}") from None
    if (found := completes(fixed_model(stated, stated.constraints, Answer({}, {}), printed.objective))) is None:
        return False
    own = language.stated(language.fields(stated, found).get("values", {}), None, model)
    values = Answer({**own.ints, **known.ints}, {**own.bools, **known.bools})
    whole = completes(fixed_model(model, model.constraints, values, printed.objective))
    if whole is None or computed.keys() & _differing(model, printed, whole)[0].keys():
        raise LimitReached(f"{', '.join(computed)}: {OPEN}")
    return True


def _differing(model: Model, printed: Printed, values: Answer) -> tuple[dict[str, Any], dict[str, Any]]:
    """Return the computed values of a text that differ from those of an assignment, or that the assignment lacks, and
    the values of the assignment, each by its name.
    """
    if not printed.computed:
        return {}, {}
    found = answers_of(model.about).fields(model, values).get("values", {})
    stated = printed.computed.items()
    return {name: each for name, each in stated if name not in found or not _agrees(found[name], each)}, found


def _is_other(name: str, stated: Any, value: Any) -> str:
    return f"{name} cannot be {_in_text(stated)}: it is {_in_text(value)}"


def _implied(model: Model, known: Answer, whole: Answer, completes: Completes) -> Answer:
    """Return the values that all solutions with known values share.

    whole: a solution with the known values.
    """
    fixed = fixed_model(model, model.constraints, known, None)
    ints = {name: value for name, value in whole.ints.items() if name not in known.ints}
    bools = {name: value for name, value in whole.bools.items() if name not in known.bools}
    while ints or bools:
        others = [node("ne", int_var(name), value) for name, value in ints.items()]
        others += [negation(bool_var(name)) if value else bool_var(name) for name, value in bools.items()]
        differs = Constraint(node("or", *others))
        if (other := completes(replace(fixed, constraints=[*fixed.constraints, differs]))) is None:
            break
        ints = {name: value for name, value in ints.items() if other.ints[name] == value}
        bools = {name: value for name, value in bools.items() if other.bools[name] == value}
    return Answer({**known.ints, **ints}, {**known.bools, **bools})


def _in_text(value: Any) -> str:
    """Return a value as text: of a set, which is a tuple, the elements in braces."""
    if isinstance(value, list):
        return f"[{', '.join(map(_in_text, value))}]"
    if isinstance(value, tuple):
        return f"{{{', '.join(map(_in_text, value))}}}"
    return "<>" if value is None else value if isinstance(value, str) else shown(value)


def _agrees(known: Any, stated: Any) -> bool:
    """Whether a stated value is a known one, in which a set is a tuple; a stated set may be a list, and a stated array
    may lack the lists within it.
    """
    if isinstance(known, tuple):
        return isinstance(stated, tuple | list) and {*map(repr, known)} == {*map(repr, stated)}
    if isinstance(known, list) and isinstance(stated, list) and len(known) == len(stated):
        return all(map(_agrees, known, stated)) or _flat(known) == _flat(stated)
    if isinstance(known, list):
        return _flat(known) == _flat(stated)
    return bool(known == stated) and (isinstance(known, bool) or not isinstance(stated, bool))


def _flat(value: Any) -> list[Any]:
    """Return the elements of nested lists, in order; of a set, which is a tuple, without order."""
    if isinstance(value, list):
        return [element for each in value for element in _flat(each)]
    return [frozenset(value) if isinstance(value, tuple) else value]


def fixed_model(model: Model, constraints: Iterable[Constraint], known: Answer, objective: int | None) -> Model:
    """Return the model with other constraints, and further ones for known values of variables and for the value
    `objective` of its objective, unless that is None.

    known: the values.  The result has no objective.
    """
    fixed = [node("eq", int_var(name), value) for name, value in known.ints.items()]
    fixed += [bool_var(name) if value else negation(bool_var(name)) for name, value in known.bools.items()]
    if objective is not None and model.objective is not None and isinstance(model.objective.term, Expr):
        fixed.append(node("eq", model.objective.term, objective))
    every = [*constraints, *map(Constraint, fixed)]
    return replace(model, constraints=every, objective=None)
