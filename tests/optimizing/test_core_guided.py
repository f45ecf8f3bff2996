"""The core-guided MaxSAT solver of soft constraints: its models and bounds before the end, and what a limit leaves."""

import time
from contextlib import nullcontext
from dataclasses import replace
from itertools import product
from random import Random

import pytest
from support.pipelines import pipeline

from csp2sat.api import door
from csp2sat.base.source import Source
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer
from csp2sat.optimizing import core_guided, optimize
from csp2sat.runner.inside import here
from csp2sat.runner.process import children
from csp2sat.runner.process.outcome import RunBounds
from csp2sat.runner.session import maxsat
from csp2sat.solving.maxcsp import MaxCspProblem
from csp2sat.solving.problem_run import ProblemRun

WISHES = """
(int a 0 9) (int b 0 9) (int c 0 9) (!= a b) (!= b c) (!= a c) (>= (+ a b c) 12)
(weighted 4 (= a 1)) (weighted 3 (< b 2)) (weighted 5 (= c 0)) (weighted 2 (= b 9)) (weighted 6 (> a 7))
(weighted 1 (= a b)) (weighted -2 (= c 3))
"""


def wishes():
    return MaxCspProblem(read(Source("wishes.csp", WISHES)), "weighted", "0" * 64)


def formula(path, seed):
    """Write a random WCNF to a file; return its variables, hard clauses and soft clauses."""
    rng, size = Random(seed), 9
    hard = [[v * rng.choice((1, -1)) for v in rng.sample(range(1, size + 1), 3)] for _ in range(12)]
    soft = [
        (rng.randint(1, 9), [v * rng.choice((1, -1)) for v in rng.sample(range(1, size + 1), 2)]) for _ in range(14)
    ]
    soft += [(rng.randint(1, 9), [v * rng.choice((1, -1))]) for v in range(1, size + 1)]
    lines = [f"{weight} {' '.join(map(str, clause))} 0\n" for weight, clause in [(999, c) for c in hard] + soft]
    path.write_text(f"p wcnf {size} {len(lines)} 999\n" + "".join(lines))
    return size, hard, soft


@pytest.mark.parametrize("seed", range(3))
def test_models_and_bounds_before_the_end(seed, tmp_path, capsys, monkeypatch):
    """Each model has the stated cost, which decreases to the least one; bounds grow, and none is above it."""
    size, hard, soft = formula(path := tmp_path / "f.wcnf", seed)
    monkeypatch.setattr(maxsat, "PAUSE", 0.0)
    monkeypatch.setattr(maxsat, "PART", 0.0)
    monkeypatch.setattr(maxsat, "LONGER", 0)

    def cost(true):
        return sum(weight for weight, clause in soft if true.isdisjoint(clause))

    models = [{v * s for v, s in enumerate(signs, 1)} for signs in product((1, -1), repeat=size)]
    least = min(cost(true) for true in models if not any(map(true.isdisjoint, hard)))
    assert maxsat.main([str(path)]) == maxsat.FOUND
    costs, bounds = [], []
    for line in capsys.readouterr().out.splitlines():
        if line[:2] == "o ":
            costs.append(int(line[2:]))
        elif line[:2] == "v ":
            true = set(map(int, line[2:].split()))
            assert not any(map(true.isdisjoint, hard))
            assert cost(true) == costs[-1]
        elif line.startswith(maxsat.BOUND):
            bounds.append(int(line.removeprefix(maxsat.BOUND)))
    assert costs[:-1] == sorted(set(costs[:-1]), reverse=True)
    assert costs[-1] == least <= costs[-2]
    assert len(costs) > 1
    assert bounds == sorted(set(bounds))
    assert bounds[-1] <= least


class Stopped:
    """A host whose MaxSAT solver is stopped after its first model and the bound 3, before it tells the optimum."""

    @staticmethod
    def run(command, folder, bounds):
        ended = children.run(command, folder, bounds._replace(on_output=None, deadline=None))
        first, _, _ = ended.stdout.partition(b" 0\n")
        text = first + b" 0\nc bound 3\no 2\nv 1"
        assert text.startswith(b"o ")
        bounds.on_output(text[:9])
        bounds.on_output(text[9:])
        return ended._replace(end="deadline", code=-15, stdout=text)


@pytest.fixture
def stopped(monkeypatch):
    monkeypatch.setattr(core_guided, "host", lambda: Stopped)


def test_a_limit_leaves_the_best_solution_and_a_bound(stopped, tmp_path):
    reported, problem = [], wishes()
    found = core_guided.least_cost(ProblemRun(problem, pipeline(tmp_path, "embedded")), lambda *b: reported.append(b))
    assert (found.status, found.reason) == ("SATISFIABLE", "time")
    assert reported == [(found.objective, found.solution)]
    assert problem.faults(found.solution) == []
    assert found.bound == (3 - 2, found.objective)  # a weight below 0 is a gain


def test_the_other_search_begins_with_both(stopped, tmp_path, monkeypatch):
    begun, reported, search_of = [], [], optimize.optimize

    def search(run, strategy, report, known):
        begun.append(known)
        return search_of(run, strategy, report, known)

    monkeypatch.setattr(optimize, "optimize", search)
    problem = wishes()
    run = ProblemRun(problem, pipeline(tmp_path, "embedded"))
    best = door.optimum(run, None, lambda value, _: reported.append(value))
    assert (best.status, best.objective) == ("OPTIMUM FOUND", min(costs(problem)))
    assert reported[0] == begun[0].objective
    assert reported == sorted(set(reported), reverse=True)


def costs(problem):
    for a, b, c in product(range(10), repeat=3):
        if len({a, b, c}) == 3 and a + b + c >= 12:
            yield sum(soft.weight for soft in problem.violated(Answer({"a": a, "b": b, "c": c}, {})))


def test_no_time_is_left_for_the_other_search(stopped, tmp_path, monkeypatch):
    monkeypatch.setattr(core_guided, "until", lambda end: nullcontext())
    engine = pipeline(tmp_path, "embedded")
    over = replace(engine, run_options=replace(engine.run_options, deadline=time.monotonic() - 1))
    found = door.optimum(ProblemRun(wishes(), over), None, lambda *_: None)
    assert (found.status, found.reason, found.bound) == ("SATISFIABLE", "time", (1, found.objective))


def test_what_a_program_prints_is_heard_while_it_runs(tmp_path, capsys):
    heard = []
    bounds = RunBounds(None, None, 1000, on_output=heard.append)
    children.run(["/bin/sh", "-c", "echo one; sleep 0.1; echo two"], tmp_path, bounds)
    assert heard[0] == b"one\n"

    def hear(text):
        heard.append(text)
        print("to the caller")

    formula(path := tmp_path / "f.wcnf", 1)
    ended = here.run([*core_guided.COMMAND, str(path)], tmp_path, bounds._replace(on_output=hear))
    assert heard[-1].startswith((b"o ", b"c bound "))
    assert capsys.readouterr().out == "to the caller\n" * (len(heard) - 1)
    assert b"caller" not in ended.stdout
