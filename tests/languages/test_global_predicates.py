"""The predicates of csp2sat's MiniZinc library against their meaning, over all assignments of small instances."""

from itertools import product
from random import Random
from typing import Any

import pytest
from support.constraint_cases import DOMAINS, NEGATIVE, SUM, P, Q, R, S, W, X, Y, Z, model_of
from support.minizinc_cases import CASES
from support.minizinc_graphs import GRAPH_MEANINGS
from support.minizinc_meanings import MEANINGS
from support.oracle import assignments, encoded_solutions

from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.ints.spec import ENCODINGS
from csp2sat.languages.base.wrong import Wrong
from csp2sat.languages.flatzinc.arguments import unknown
from csp2sat.languages.flatzinc.constraints import formula_of
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


def least(term: int | Expr) -> float:
    """What the value of a term is never below, by the domains of the variables; nothing is known of other terms."""
    return DOMAINS[term.args[0]].lo if isinstance(term, Expr) and term.op == "int" else unknown(term)


def judge(name: str, args: tuple[Any, ...], place: str, encoding: str = "order") -> set[int]:
    """Compare; returns which truth values the predicate has."""
    formula = formula_of(name, args, least)
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
    assert encoded_solutions(model, EncoderOptions(encoding)) == expected, f"{name}{args} in {encoding}"
    return found


@pytest.mark.sample(23)
@pytest.mark.parametrize("name, place", list(product(CASES, PLACES)))
def test_means_what_minizinc_says(name, place):
    found = set().union(*(judge(name, args, place) for args in CASES[name]))
    assert found == {True, False}


INTEGERS = [X, Y, Z, W, X, Y, Z, SUM, NEGATIVE, -1, 0, 1, 2, 3]
BOOLEANS = [P, Q, R, S, P, Q, True, False, node("lt", X, Y)]


def mixed(letter: str, arg: Any, rng: Random) -> Any:
    """The argument with other variables and constants, if it may have variables."""
    pool = {"i": INTEGERS, "b": BOOLEANS}.get(letter.lower())
    if pool is None:
        return arg
    return [rng.choice(pool) for _ in arg] if letter.isupper() else rng.choice(pool)


@pytest.mark.long
@pytest.mark.parametrize("name", CASES)
def test_means_it_of_random_arguments(name, seeds):
    for seed in seeds(range(20)):
        rng = Random(seed)
        args = rng.choice(CASES[name])
        args = tuple(mixed(letter, arg, rng) for letter, arg in zip(PREDICATES[name].signature, args, strict=True))
        judge(name, args, rng.choice(list(PLACES)), rng.choice(list(ENCODINGS)))


def test_every_predicate_has_a_meaning_and_cases():
    assert PREDICATES.keys() == ALL.keys() == CASES.keys()


WRONG = {
    "too few": ("fzn_nvalue", (1,), "fzn_nvalue takes 2 arguments; there are 1"),
    "a number for an array": ("fzn_nvalue", (1, 2), "argument 2 of fzn_nvalue: expected an array of integers"),
    "Booleans for integers": ("fzn_nvalue", (1, [P]), "argument 2 of fzn_nvalue: expected an array of integers"),
    "a variable": (
        "csp2sat_circuit",
        ([1], X),
        "argument 2 of csp2sat_circuit: expected a constant integer",
    ),
    "no set": ("fzn_among", (1, [1], 1), "argument 3 of fzn_among: expected a constant set of integers"),
    "no condition": ("fzn_if_then_else_int", ([3], [3], 1), "expected an array of Booleans"),
    "a table of variables": ("csp2sat_table_bool", ([P], [P], 1), "expected an array of constant Booleans"),
    "lengths": ("fzn_cumulative", ([1, 2], [1], [1], 1), "expected arrays of the same length, found 2 and 1 and 1"),
    "sizes without starts": ("csp2sat_diffn_k", ([], [1], 2), "expected arrays of the same length, found 0 and 1"),
    "a short table": ("csp2sat_table_int", ([1, 2], [1, 2, 3], 2), "expected 2 rows of 2 values; there are 3 values"),
    "a short matrix": ("csp2sat_lex2", ([1, 2, 3], 2), "expected rows of 2 elements; there are 3"),
    "a diagram": (
        "fzn_mdd",
        ([1], 1, [1], 2, [1], [(1,)], [0]),
        "expected 1 levels, one per node; 2 tails, labels and heads of edges",
    ),
    "an automaton": ("csp2sat_regular", ([1], 2, 1, [1], 1, (1,)), "expected arrays of the same length, found 2 and 1"),
    "a window": ("csp2sat_sliding_sum", (0, 1, 0, [1]), "expected a window of at least 1 element, found 0"),
}


@pytest.mark.parametrize("name, args, message", WRONG.values(), ids=WRONG)
def test_wrong_arguments_are_refused(name, args, message):
    with pytest.raises((Wrong, ModelError)) as error:
        formula_of(name, args)
    assert message in str(error.value)
