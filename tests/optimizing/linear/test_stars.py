"""Sums that one variable switches off, and clauses of two in their place: the same solutions, and a better bound."""

from itertools import product
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.encoder.normalize.formulas import Linear
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.model.domain import Domain
from csp2sat.optimizing.linear.extraction import Extraction
from csp2sat.optimizing.linear.improver import improver_of
from csp2sat.optimizing.linear.program import LinearProgram, value_of
from csp2sat.optimizing.linear.stars import star_of, with_stars

BITS = [Domain([(0, 1)])] * 4
STARS = {  # a sum that is at most 0; its clauses, and whether they say all of it
    "open or closed": (((1, 0), (1, 1), (1, 2), (-3, 3)), 0, 3, True),
    "a capacity": (((2, 0), (3, 1), (4, 2), (-5, 3)), 0, 3, False),
    "all or none": (((-1, 0), (-1, 1), (-1, 2), (3, 3)), 0, 3, True),
    "some of them": (((1, 0), (4, 1), (4, 2), (-8, 3)), -1, 2, False),
    "at most one": (((1, 0), (1, 1), (1, 2), (1, 3)), -1, None, False),
    "at least one": (((-1, 0), (-1, 1), (-1, 2), (-1, 3)), 1, None, False),
    "nothing switched off": (((1, 0), (1, 1), (1, 2), (1, 3)), -3, None, False),
}


@pytest.mark.parametrize("terms, const, number, says_all", STARS.values(), ids=STARS)
def test_what_a_variable_switches_off(terms, const, number, says_all):
    total = Linear(terms, const)
    star = star_of(total, BITS)
    assert (None if star is None else len(star.clauses)) == number
    if star is not None:
        assert star.says_all == says_all
        for values in product(range(2), repeat=4):
            clauses = all(value_of(each, values) <= 0 for each in star.clauses)
            holds = value_of(total, values) <= 0
            assert clauses or not holds
            assert holds or not (says_all and clauses)


def test_random_programs_keep_their_solutions():
    random, changed = Random(1), 0
    for _ in range(300):
        program = LinearProgram(most=100)
        for _ in range(5):
            program.variable(low := random.randint(-1, 1), low + random.choice([1, 1, 1, 2]))
        for _ in range(2):
            terms = tuple((random.choice([-6, -3, -1, 1, 2, 5]), x) for x in sorted(random.sample(range(5), 4)))
            least, most = program.ends(Linear(terms, 0))
            program.at_most_zero(Linear(terms, -random.randint(least, most)))
        every = [*product(*(range(each.lo, each.hi + 1) for each in program.domains))]
        before = [values for values in every if all(value_of(row.sum, values) <= 0 for row in program.rows)]
        rows = [*program.rows]
        with_stars(program)
        changed += rows != program.rows
        assert [values for values in every if all(value_of(row.sum, values) <= 0 for row in program.rows)] == before
        assert program.terms == 5 + sum(len(row.sum.terms) for row in program.rows)
    assert changed > 20


def facilities(is_strong):
    """A model of facilities and customers, of whom each is served by one that is open."""
    random, m = Random(2), csp2sat.Model()
    opened = m.bool_array("opened", 10)
    served = [m.bool_array(f"served_{c}", 10) for c in range(30)]
    m.add(build.sum(row) == 1 for row in served)
    for f in range(10):
        if is_strong:
            m.add(row[f].implies(opened[f]) for row in served)
        else:
            m.add(build.sum(row[f] for row in served) <= 30 * opened[f])
    fixed = build.sum(random.randint(50, 200) * each for each in opened)
    m.minimize(fixed + build.sum(random.randint(1, 100) * each for row in served for each in row))
    return problem_of(m).model


def test_the_bound_of_facilities_is_that_of_the_strong_form():
    bounds = list[int]()
    for is_strong in (False, True):
        model = facilities(is_strong)
        linear = improver_of(normalize(model).norm, model)
        assert linear is not None
        linear.improve_bound(3.0)
        bounds.append(linear.bound())
    assert bounds[0] == bounds[1]


@pytest.mark.parametrize("has_tour", [False, True])
def test_rows_of_a_tour_get_no_clauses(has_tour):
    m = csp2sat.Model()
    after, opened, served = m.int_array("after", 5, 0, 4), m.bool("opened"), m.bool_array("served", 7)
    m.add(build.circuit(after) if has_tour else build.alldifferent(after))
    m.add(build.sum(served) <= 7 * opened)
    m.minimize(5 * opened + build.sum(served) + build.sum(after[:2]))
    model = problem_of(m).model
    rows = Extraction(normalize(model).norm, model, 1).program.rows
    assert any(len(row.sum.terms) == 8 for row in rows) == has_tour
