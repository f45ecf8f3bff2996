"""The time limit of a search for the best value: work of each kind ends at it, and improving a solution is quick."""

import random
import time

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.base.time_limit import until
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.normalize.formulas import Linear
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized, propagated, selected
from csp2sat.encoder.select.estimates import estimate
from csp2sat.errors import LimitReached
from csp2sat.model.domain import Domain
from csp2sat.model.expr import postorder
from csp2sat.model.meaning import changed_values, evaluate, inner_values
from csp2sat.model.model import Answer
from csp2sat.optimizing.linear.lagrangian import Prices
from csp2sat.optimizing.linear.program import LinearProgram
from csp2sat.optimizing.linear.rows import RowPropagation
from csp2sat.optimizing.local_improvement import LocalImprovement


def tour(size: int, by_place: bool = False) -> csp2sat.Model:
    """The shortest tour of random places, by what follows each, or by what is at each place of the tour."""
    rng, m = random.Random(size), csp2sat.Model()
    far = csp2sat.array([[rng.randrange(1, 100) for _ in range(size)] for _ in range(size)])
    at = m.int_array("at", size, 0, size - 1)
    m.add(build.all_different(at) if by_place else build.circuit(at))
    m.minimize(sum(far[at[i - 1], at[i]] if by_place else far[i, at[i]] for i in range(size)))
    return m


def test_each_step_of_encoding_ends_at_the_limit():
    options = EncoderOptions()
    model = problem_of(tour(6, True)).model
    form = normalized(model, options)
    steps = {
        "normalizing": lambda: normalized(model, options),
        "narrowing": lambda: propagated(normalized(model, options), options),
        "choosing": lambda: selected(propagated(form, options), options),
        "estimating": lambda: estimate(form.norm, lambda e: e, [None] * len(form.norm.domains)),
        "writing": lambda: Sink().flush(),
    }
    for step in steps.values():
        with until(time.monotonic() - 1), pytest.raises(LimitReached):
            step()


def test_each_step_before_a_linear_search_ends_at_the_limit():
    """Rows of a tour of 60 places took a second to be read where the computer was busy."""
    program = LinearProgram(1000)
    row = program.variable().plus(program.variable()).plus(Linear((), -1))
    program.equal_zero(row)
    steps = {
        "the goal": lambda: program.aim_at(row),
        "rows to propagate": lambda: RowPropagation([0, 0], [1, 1], [row]),
        "rows with prices": lambda: Prices(program),
    }
    for step in steps.values():
        step()
        with until(time.monotonic() - 1), pytest.raises(LimitReached):
            step()


@pytest.mark.parametrize("by_place", [False, True])
def test_a_limit_that_ends_the_encoding_is_the_reason(by_place):
    m = tour(12, by_place)
    (last,) = csp2sat.improvements(m, timeout=0)
    assert (last.status, last.reason, last.solution) == ("UNKNOWN", "time", None)
    result = csp2sat.solve(m, timeout=0)
    assert (result.status, result.reason) == ("UNKNOWN", "time")


@pytest.mark.parametrize("seed", range(8))
def test_values_after_a_change_are_those_of_the_whole(seed):
    rng, m = random.Random(seed), csp2sat.Model()
    x, p = m.int_array("x", 4, 0, 9), m.bool("p")
    term = sum(rng.randrange(-3, 4) * x[i] * x[i - 1] for i in range(4)) + abs(x[0] - x[3]) + build.if_(p, x[1], 5)
    m.minimize(term // rng.randrange(1, 4) + csp2sat.array([3, 1, 2, 0])[x[2]])
    model = problem_of(m).model
    root = model.objective.term
    answer = Answer({name: rng.randrange(10) for name in model.ints}, {"p": rng.random() < 0.5})
    other = Answer({**answer.ints, "x_2": rng.randrange(10)}, answer.bools)
    inner = [each for each in postorder(root) if each.op not in ("int", "bool")]
    new = changed_values(inner, inner_values(root, answer), other)
    assert new[root] == evaluate(root, other)
    assert {each: evaluate(each, other) for each in inner} == new


def test_an_improved_solution_is_better_and_close():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 9), m.int("y", 0, 9)
    m.add(x + y >= 4, x != y)
    m.minimize(3 * x + y)
    improve = LocalImprovement(problem_of(m).model)
    found = improve(Answer({"x": 9, "y": 8}, {}))
    assert found.ints == {"x": 0, "y": 4} and improve.value(found) == 4
    assert improve(found) is found


def test_the_union_of_domains_is_that_of_one_after_the_other():
    rng = random.Random(1)
    domains = [Domain((v, v + rng.randrange(4)) for v in rng.sample(range(90), 3)) for _ in range(9)]
    one = domains[0]
    for each in domains[1:]:
        one |= each
    assert Domain.union(domains) == one and not Domain.union([])
