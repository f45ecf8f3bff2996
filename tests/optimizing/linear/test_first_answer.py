"""First solutions by jumps: they are solutions, large rosters have one without clauses, and nothing else changes."""

from dataclasses import replace
from itertools import pairwise, product
from pathlib import Path
from random import Random

import pytest
from support.random_csp import RandomCsp
from support.run_command import run

import csp2sat
from csp2sat import build
from csp2sat.api.pipelines import asked
from csp2sat.api.problems import problem_of
from csp2sat.api.settings import Settings
from csp2sat.base.source import Source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder import passes
from csp2sat.encoder.encoder import encode, encode_normalized
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.encoder.options import USUAL
from csp2sat.errors import ModelError
from csp2sat.languages.sugar import read
from csp2sat.model.meaning import broken_constraints
from csp2sat.model.model import Answer
from csp2sat.optimizing.without_objective.first_answer import first_answer
from csp2sat.optimizing.without_objective.jumped import jumped
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.symmetry import broken

OPS = ("eq", "le", "lt", "ge", "gt")


def roster(people, counted):
    """A roster of 28 days with `counted(terms, value)` for the number of terms with a value: 0 off, 1, 2, or 3 nights.

    Who works in the evening does not work in the morning after.
    """
    m = csp2sat.Model()
    x = m.int_array("x", (people, 28), 0, 3)
    for day in range(28):
        column = [x[n, day] for n in range(people)]
        m.add(counted(column, v) == people // (6 if v == 3 else 4) for v in (1, 2, 3))
    for n in range(people):
        row = [x[n, day] for day in range(28)]
        m.add(~((a == 2) & (b == 1)) for a, b in pairwise(row))
        m.add(counted(row[day : day + 6], 0) >= 1 for day in range(23))
        m.add(counted(row, 3) >= 4, counted(row, 3) <= 6, counted(row, 0) >= 8, counted(row, 0) <= 12)
    return m


def sum_of(terms, value):
    return sum(term == value for term in terms)


@pytest.mark.parametrize("counted", [sum_of, lambda terms, value: build.count(terms, value)])
def test_a_large_roster_has_a_first_solution_without_clauses(counted):
    m = roster(36, counted)
    found = csp2sat.solve(m, timeout=60)
    assert found.status == "SATISFIABLE" and found.statistics.clauses is None
    assert found.statistics.solver.endswith("(linear search)")


@pytest.mark.parametrize("how", [{"seed": 3}, {"solver": "embedded"}, {"unique": True}])
def test_a_named_solver_a_seed_and_a_second_solution_need_the_clauses(how):
    assert csp2sat.solve(roster(36, sum_of), timeout=60, **how).statistics.clauses


def test_a_large_model_that_jumps_do_not_solve_has_the_same_formula_as_before():
    """The clauses are made of the normal form that the search has used."""
    m = csp2sat.Model()
    xs = m.int_array("x", 1200, 0, 2)
    m.add(a + b <= 3 for a, b in pairwise(xs))
    m.add(sum(xs[:40]) == 3, sum(xs[20:60]) == 50, sum(xs[40:60]) <= 30)
    written = []
    for is_searched in (False, True):
        with asked(problem_of(m), Settings()) as pipeline:
            run = ProblemRun(problem_of(m), pipeline)
            if is_searched:
                assert first_answer(run) is None
            written.append(run.encode(run.problem.exact_attempt()).cnf.read_bytes())
    assert written[0] == written[1]


def test_clauses_and_pairs_are_left_to_the_solver():
    m = csp2sat.Model()
    xs = m.int_array("x", 1200, 0, 3)
    m.add(a != b for a, b in pairwise(xs))
    assert csp2sat.solve(m, timeout=60).statistics.clauses


def random_counts(seed):
    """A model of counts of values, compared with numbers or integers, and a clause."""
    random = Random(seed)
    names = [f"x{i}" for i in range(4)]
    text = "".join(f"(int {name} {(low := random.randint(-1, 1))} {low + random.randint(0, 2)})" for name in names)
    for _ in range(random.randint(1, 3)):
        terms = " ".join(random.choice((name, f"(+ {name} 1)")) for name in random.sample(names, 3))
        number = random.choice((str(random.randint(0, 3)), names[0]))
        text += f"(count {random.randint(-1, 2)} ({terms}) {random.choice(OPS)} {number})"
    return read(Source("counts.csp", text + f"(or (= x1 0) (= x2 {random.randint(0, 1)}))"))


@pytest.mark.parametrize("first", range(0, 300, 50))
def test_rows_of_counts_mean_what_counts_mean(first):
    """The program has a solution with given values of all variables if and only if no constraint is broken."""
    for seed in range(first, first + 50):
        model = random_counts(seed)
        right = wrong = 0
        for values in product(*(list(domain) for domain in model.ints.values())):
            answer = Answer(dict(zip(model.ints, values, strict=True)), {})
            known = dict(model.ints)
            for name, value in zip(known, values, strict=True):
                known[name] = known[name].clipped(value, value)
            fixed = replace(model, ints=known)
            fits = jumped(normalize(fixed).norm, fixed) is not None
            assert fits == (not broken_constraints(model, answer)), (seed, values)
            right, wrong = right + fits, wrong + (not fits)
        assert right + wrong


@pytest.mark.parametrize(("maker", "most_wrong"), [(random_counts, 0), (lambda seed: RandomCsp(seed).model(), 5)])
def test_answers_by_jumps_break_no_constraint(maker, most_wrong):
    """A maximum need not be one of its terms in a program, so that answers are judged."""
    found = wrong = 0
    for seed in range(150):
        model = replace(maker(seed), objective=None)
        try:
            answer = jumped(normalize(model).norm, model, seed)
        except ModelError:
            continue
        if answer is not None:
            found += 1
            wrong += bool(broken_constraints(model, answer))
    assert found > 15 and wrong <= most_wrong


@pytest.mark.parametrize(
    "text", ["(int x 0 3) (int y 0 9) (= (* x y) 6)", "(int x 0 3) (int y 0 3) (count y (x y) eq 1)"]
)
def test_a_constraint_that_is_not_linear_ends_the_search(text):
    model = read(Source("product.csp", text))
    assert jumped(normalize(model).norm, model) is None


def test_a_kept_folder_has_the_formula_also_where_no_solver_is_needed(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [f"x{n}" for n in range(1200)]
    lines = [f"(int {name} 0 1)" for name in names]
    lines += [f"(= (+ {' '.join(names[at : at + 10])}) 3)" for at in range(0, 1200, 10)]
    Path("m.csp").write_text("\n".join(lines))
    assert "LINEAR SEARCH" in run("solve", "m.csp", "-v").err
    assert run("solve", "m.csp", "--keep", "kept").code == 0
    assert Path("kept", "m.cnf").exists() and Path("kept", "m.map").exists()


def test_a_large_model_is_normalized_once(monkeypatch):
    """The normal form in which counts were looked for is that of the first attempt, too, which adds constraints."""
    made, m = [], csp2sat.Model()
    x = m.int_array("x", 1_000, 1, 3)
    m.add(a != b for a, b in pairwise(x))
    monkeypatch.setattr(passes, "normalize", lambda *args: made.append(args) or normalize(*args))
    assert csp2sat.solve(m).status == "SATISFIABLE"
    assert len(made) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_normal_form_that_is_extended_gives_the_same_formula(seed):
    """The CNF of a model with symmetries broken is the same, made from the exact model's normal form or anew."""
    random, m = Random(seed), csp2sat.Model()
    x = m.int_array("x", 8, 1, 4)
    m.add(a != b for a, b in product(x[:4], x[4:]) if random.random() < 0.7)
    m.add(build.alldifferent(x[:3]))
    model = problem_of(m).model
    smaller = broken(model)
    first, second = Sink(), Sink()
    encode(smaller, first)
    encode_normalized(passes.extended(passes.normalized(model, USUAL), smaller), second, USUAL)
    assert passes.extended(passes.normalized(smaller, USUAL), model) is None, "it has fewer constraints"
    assert len(smaller.constraints) > len(model.constraints) and first.flat() == second.flat()
