"""`--seed`: another seed begins elsewhere, also where a formula is easy, and in the search for all solutions."""

from itertools import islice

import pytest
from support.programs import needed_solver
from support.run_command import run

import csp2sat


@pytest.fixture
def model():
    m = csp2sat.Model()
    x = m.int_array("x", 3, 0, 9)
    m.add(sum(x) < 14, x[0] != x[1])
    return m


def first(m, seed, **settings):
    return csp2sat.solve(m, solver="embedded", seed=seed, **settings).solution.ints


def test_the_first_solution_depends_on_the_seed_alone(model):
    assert len({tuple(first(model, seed).values()) for seed in range(8)}) > 1
    assert first(model, 3) == first(model, 3)


def test_the_order_of_all_solutions_depends_on_the_seed(model):
    def some(seed, number):
        found = islice(csp2sat.solutions(model, solver="embedded", seed=seed), number)
        return [tuple(each[f"x_{at}"] for at in range(3)) for each in found]

    assert len({tuple(some(seed, 3)) for seed in range(5)}) > 1 and some(4, 3) == some(4, 3)
    assert len({*some(1, None)}) == len(some(2, None)) == csp2sat.count(model).number


def test_a_proof_with_a_seed_is_valid(tmp_path):
    (tmp_path / "a.csp").write_text("(int x 0 5)(int y 0 5)(int z 0 5)(< x y)(< y z)(< z x)(> (* x y) 7)\n")
    done = run("solve", tmp_path / "a.csp", "--proof", tmp_path / "p", "--solver", "embedded", "--seed", 7)
    assert done.code == 0 and done.out == "s UNSATISFIABLE\n", done.err


@pytest.mark.parametrize("options", [[], ["--all"]])
def test_a_preset_without_a_seed_says_so(options, tmp_path):
    needed_solver("embedded")
    (tmp_path / "a.csp").write_text("(int x 0 2)\n")
    done = run("solve", tmp_path / "a.csp", "--solver", "embedded:minisat", "--seed", 3, *options)
    assert done.code == 0 and "warning: embedded:minisat has no option for --seed, which is ignored" in done.err
