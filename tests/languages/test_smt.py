"""SMT-LIB texts, evaluated for all assignments: the solutions are those of the model, with undefined terms, too."""

from __future__ import annotations

import operator
import re
from functools import reduce
from itertools import pairwise
from math import prod
from typing import Any

import pytest
from support.oracle import assignments, solutions
from support.random_constraints import RandomArguments
from support.random_csp import RandomCsp

from csp2sat.errors import ModelError
from csp2sat.languages.csp.dialects import to_smt
from csp2sat.model.expr import negation, node
from csp2sat.model.model import Model

CHAINS = {"<=": operator.le, "<": operator.lt, ">=": operator.ge, ">": operator.gt, "=": operator.eq}
HEADS = {
    "+": lambda *args: sum(args),
    "*": lambda *args: prod(args),
    "-": lambda first, *args: first - sum(args) if args else -first,
    "abs": abs,
    "div": lambda a, b: (a - a % abs(b)) // b if b else 77,  # a function on all numbers, of any value for 0
    "mod": lambda a, b: a % abs(b) if b else 77,
    "distinct": lambda *args: len({*args}) == len(args),
    "not": lambda arg: not arg,
    "and": lambda *args: all(args),
    "or": lambda *args: any(args),
    "=>": lambda *args: args[-1] or not all(args[:-1]),
    "xor": lambda *args: reduce(operator.ne, args),
    "ite": lambda test, yes, no: yes if test else no,
}


def lists_of(text: str) -> list[Any]:
    """The commands of a text, as nested lists of words."""
    stack: list[list[Any]] = [[]]
    for word in re.findall(r"\|[^|]*\||[()]|[^\s()]+", text):
        if word == "(":
            stack.append([])
        elif word == ")":
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    return stack[0]


def value_of(item: Any, values: dict[str, Any]) -> Any:
    if isinstance(item, str):
        return values[item] if item[0] == "|" else item == "true" if item in ("true", "false") else int(item)
    head, *args = item[0], *(value_of(each, values) for each in item[1:])
    return all(CHAINS[head](a, b) for a, b in pairwise(args)) if head in CHAINS else HEADS[head](*args)


def smt_solutions(model: Model) -> set[Any]:
    asserted = [command[1] for command in lists_of(to_smt(model)) if command[0] == "assert"]
    found = set()
    for assignment, answer in assignments(model):
        values = {f"|{name}|": value for name, value in (*answer.ints.items(), *answer.bools.items())}
        if all(value_of(each, values) for each in asserted):
            found.add(assignment)
    return found


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", ["count", "disjunctive", "diffn", "lex_less", "element", "alldifferent_except"])
def test_constraints_on_undefined_terms(name: str) -> None:
    """An undefined argument makes a constraint false, and its negation true, also where its formula says otherwise."""
    for seed in range(30):
        made = RandomArguments(seed)
        constraint = node(name, *made.of(name))
        formulas = [constraint, negation(constraint), node("iff", made.bools[0], constraint)]
        made.model.add(formulas[seed % 3])
        assert smt_solutions(made.model) == solutions(made.model), seed


@pytest.mark.sample(2)
@pytest.mark.parametrize("start", range(0, 120, 20))
def test_random_models(start: int) -> None:
    for seed in range(start, start + 20):
        model = RandomCsp(seed).model()
        try:
            found = smt_solutions(model)
        except ModelError:
            continue  # a power
        assert found == solutions(model), seed


def test_the_branch_that_is_not_taken_may_be_undefined() -> None:
    model = Model()
    x, y = model.int("x", 0, 2), model.int("y", 0, 2)
    model.add(node("le", node("if", node("eq", x, 0), y, node("div", 2, x)), 1))
    assert smt_solutions(model) == solutions(model) == {((0, 0), ()), ((0, 1), ()), *(((2, at), ()) for at in range(3))}
    model.add(node("eq", node("item-at", node("sub", x, 1), y, 2), 2))
    assert smt_solutions(model) == solutions(model) == {((2, at), ()) for at in range(3)}
