"""The predicates of csp2sat's MiniZinc library against their meaning, over all assignments of small instances."""

from typing import Any

import pytest
from support.constraint_cases import model_of
from support.minizinc_cases import CASES
from support.minizinc_graphs import GRAPH_MEANINGS
from support.minizinc_meanings import MEANINGS
from support.oracle import assignments, encoded_solutions

from csp2sat.encoder.encoder import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.languages.flatzinc.global_predicates import PREDICATES
from csp2sat.model.expr import Expr, bool_var, is_term, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer

ALL = {**MEANINGS, **GRAPH_MEANINGS}
PLACES = {
    "required": lambda formula: formula,
    "negated": lambda formula: node("not", formula),
    "reified": lambda formula: node("iff", bool_var("t"), formula),
}


def value(arg: Any, answer: Answer) -> Any:
    """An argument with the values of the variables in it."""
    if isinstance(arg, list):
        return [value(item, answer) for item in arg]
    return evaluate(arg, answer) if isinstance(arg, Expr) else arg


def judge(name: str, args: tuple[Any, ...], place: str) -> set[int]:
    """Compare; returns which truth values the predicate has."""
    formula = PREDICATES[name](args)
    said = PLACES[place](formula)
    used = [item for arg in args for item in (arg if isinstance(arg, list) else [arg]) if isinstance(item, Expr)]
    model = model_of(node("and", said, *(node("le" if is_term(e) else "imp", e, e) for e in used)))
    expected, found = set(), set()
    for assignment, answer in assignments(model):
        means = ALL[name](*(value(arg, answer) for arg in args))
        found.add(means)
        assert evaluate(formula, answer) == means, f"the formula of {name}{args} at {answer}"
        if evaluate(said, answer):
            expected.add(assignment)
    assert encoded_solutions(model, EncoderOptions()) == expected, f"{name}{args}"
    return found


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("name", CASES)
def test_means_what_minizinc_says(name, place):
    found = set().union(*(judge(name, args, place) for args in CASES[name]))
    assert found == {True, False}


def test_every_predicate_has_a_meaning_and_cases():
    assert PREDICATES.keys() == ALL.keys() == CASES.keys()


WRONG = {
    "too few": ("fzn_nvalue", (1,), "expected 2 arguments; there are 1"),
    "a number for an array": ("fzn_nvalue", (1, 2), "argument 2: expected an array, each item of it an integer"),
    "a variable for a number": (
        "csp2sat_circuit",
        ([bool_var("p")], bool_var("p")),
        "argument 2: expected a constant integer",
    ),
    "a number for a set": ("fzn_among", (1, [1], 1), "argument 3: expected a constant set of integers"),
    "an integer for a Boolean": (
        "fzn_if_then_else_int",
        ([3], [3], 1),
        "argument 1: expected an array, each item of it a Boolean",
    ),
    "lengths": ("fzn_cumulative", ([1, 2], [1], [1], 1), "arrays have different lengths"),
    "a diagram": ("fzn_mdd", ([1], 1, [1], 2, [1], [(1,)], [0]), "a diagram of 1 nodes and 2 edges; expected as many"),
}


@pytest.mark.parametrize("name, args, message", WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_refused(name, args, message):
    with pytest.raises(ModelError) as error:
        PREDICATES[name](args)
    assert message in str(error.value)
