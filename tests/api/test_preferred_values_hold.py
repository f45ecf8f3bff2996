"""Preferred values for all variables that are a solution are the first solution: every encoding, at every door.

The models are random; the preferred solution is one of those that brute force finds.
"""

from __future__ import annotations

import random
from itertools import product
from pathlib import Path
from typing import Any, NamedTuple

import pytest

import csp2sat
from csp2sat.api.door import Question, answer
from csp2sat.api.pipelines import pipeline_of
from csp2sat.api.settings import Settings
from csp2sat.model.model import Answer
from csp2sat.solving.problem import Problem
from csp2sat.solving.problem_run import ProblemRun

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")
MOST = 4
RUNS = 25  # for each door and encoding, in `make long`


class Case(NamedTuple):
    """Constraints sum(a * x) <= b over variables from 0 to MOST, of which some are `!=`, and one of the solutions."""

    number: int
    sums: list[tuple[list[int], str, int]]
    solution: list[int]
    weights: list[int]


def case_of(source: random.Random) -> Case:
    """Return a random case that has a solution."""
    while True:
        number = source.randint(2, 5)
        sums = [
            (source.choices(range(-3, 4), k=number), source.choice(["<=", "!="]), source.randint(-3, 12))
            for _ in range(source.randint(1, 5))
        ]
        found = [values for values in product(range(MOST + 1), repeat=number) if all(_holds(s, values) for s in sums)]
        if found:
            return Case(number, sums, list(source.choice(found)), source.choices(range(-3, 4), k=number))


def _holds(one: tuple[list[int], str, int], values: tuple[int, ...]) -> bool:
    total = sum(a * v for a, v in zip(one[0], values, strict=True))
    return total <= one[2] if one[1] == "<=" else total != one[2]


def model_of(case: Case) -> tuple[csp2sat.Model, Any]:
    m = csp2sat.Model()
    xs = m.int_array("x", case.number, 0, MOST)
    for factors, op, bound in case.sums:
        total = csp2sat.array(factors) @ xs
        m.add(total <= bound if op == "<=" else total != bound)
    return m, xs


def preferring(case: Case) -> tuple[csp2sat.Model, Any]:
    m, xs = model_of(case)
    m.prefer(xs, case.solution)
    return m, xs


def by_solve(case: Case, encoding: str, folder: Path) -> list[int]:
    m, xs = preferring(case)
    return csp2sat.solve(m, encoding=encoding)[xs]


def by_a_named_solver(case: Case, encoding: str, folder: Path) -> list[int]:
    m, xs = preferring(case)
    return csp2sat.solve(m, encoding=encoding, solver="kissat")[xs]


def by_a_session(case: Case, encoding: str, folder: Path) -> list[int]:
    m, xs = preferring(case)
    with csp2sat.session(m, encoding=encoding) as session:
        return session.solve()[xs]


def by_enumeration(case: Case, encoding: str, folder: Path) -> list[int]:
    m, xs = preferring(case)
    return next(csp2sat.solutions(m, encoding=encoding)).value(xs)


def by_an_objective(case: Case, encoding: str, folder: Path) -> list[int]:
    """The first solution of an optimization may be better than the preferred one, not worse."""
    m, xs = preferring(case)
    m.minimize(csp2sat.array(case.weights) @ xs)
    found: list[int] = []
    csp2sat.solve(m, encoding=encoding, on_better=lambda value, _: found.append(value))
    wanted = sum(a * v for a, v in zip(case.weights, case.solution, strict=True))
    return case.solution if found[0] <= wanted else [*found, wanted]


def by_flatzinc(case: Case, encoding: str, folder: Path) -> list[int]:
    """Another variable that is not preferred, and half of the constraints' values, follow by unit propagation."""
    names = [f"x{at}" for at in range(case.number)]
    lines = [f"var 0..{MOST}: {name} :: output_var;" for name in names]
    lines += [f"var {min(0, *case.weights) * 20}..{max(0, *case.weights) * 20}: total :: output_var;"]
    for factors, op, bound in case.sums:
        word = "int_lin_le" if op == "<=" else "int_lin_ne"
        lines.append(f"constraint {word}({factors}, [{', '.join(names)}], {bound});")
    lines.append(f"constraint int_lin_eq({[*case.weights, -1]}, [{', '.join(names)}, total], 0);")
    lines.append(f"solve :: seq_search([warm_start([{', '.join(names)}], {case.solution})]) satisfy;")
    source = folder / "a.fzn"
    source.write_text("\n".join(lines) + "\n")
    problem = csp2sat.load(source)
    assert isinstance(problem, Problem)
    run = ProblemRun(problem, pipeline_of(Settings(encoding=encoding, portfolio=False), folder))
    solution = answer(run, Question("one")).solution
    assert isinstance(solution, Answer)
    return [solution.ints[name] for name in names]


def by_cpmpy(case: Case, encoding: str, folder: Path) -> list[int]:
    cpmpy = pytest.importorskip("cpmpy")

    from csp2sat.cpmpy import CPM_csp2sat

    xs = [cpmpy.intvar(0, MOST, name=f"x{at}") for at in range(case.number)]
    model = cpmpy.Model()
    for factors, op, bound in case.sums:
        total = cpmpy.sum([a * x for a, x in zip(factors, xs, strict=True)])
        model += total <= bound if op == "<=" else total != bound
    solver = CPM_csp2sat(model)
    for x in xs:  # a variable that no constraint has is unknown to the solver
        solver += x >= 0
    solver.solution_hint(xs, case.solution)
    assert solver.solve(encoding=encoding)
    return [int(x.value()) for x in xs]


DOORS = [
    by_solve,
    by_a_named_solver,
    by_a_session,
    by_enumeration,
    by_an_objective,
    by_flatzinc,
    by_cpmpy,
]


@pytest.mark.sample(11)
@pytest.mark.parametrize("seed", range(RUNS))
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("door", DOORS, ids=lambda door: door.__name__)
def test_a_complete_preferred_solution_comes_first(door: Any, encoding: str, seed: int, tmp_path: Path) -> None:
    case = case_of(random.Random(f"{door.__name__} {encoding} {seed}"))
    assert door(case, encoding, tmp_path) == case.solution, case
