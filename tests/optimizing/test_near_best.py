"""Questions about the best values alone, which come before the CNF for all values."""

import random
import time

import pytest
from optimizing.test_greedy import best, by_brute_force, model_of

from csp2sat.base import time_limit
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import normalized, propagated
from csp2sat.errors import SolverError
from csp2sat.model.domain import Domain
from csp2sat.optimizing import greedy, near_best, optimize
from csp2sat.optimizing.touring import problem_size
from csp2sat.runner.process.outcome import RunOptions

RULER = "".join(f"(int x{i} 0 500)" for i in range(4)) + "(= x0 0) (< x0 x1) (< x1 x2) (< x2 x3)"
RULER += "(alldifferent (- x1 x0) (- x2 x0) (- x3 x0) (- x2 x1) (- x3 x1) (- x3 x2)) "


@pytest.fixture
def alone(monkeypatch):
    """There is no other exploration, and ranges are few and asked about in the smallest problems, too."""
    monkeypatch.setattr(greedy, "effort", lambda model: 0)
    monkeypatch.setattr(problem_size, "FEW", 1_000_000)
    monkeypatch.setattr(near_best, "LARGE", 0)
    monkeypatch.setattr(near_best, "SMALLER", 0)
    monkeypatch.setattr(near_best, "PARTS", 16)
    monkeypatch.setattr(near_best, "WIDE", 0)


def test_the_trace_names_the_objective_and_says_no_line_again(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(optimize, "HUGE", 0)
    monkeypatch.setattr(near_best, "WIDE", 1000)
    model = model_of(RULER.replace("500", "50") + "(bool p) (objective minimize (+ x3 x2 (* 0 (if p 1 0))))")
    said = [line for line in best(model, tmp_path, strategy="bisect")[2] if "SEARCHING: " in line or "BOUND: " in line]
    assert said and all("objective" in line and "(" not in line for line in said)
    assert not any(line in said[max(0, at - 2) : at] for at, line in enumerate(said))


def test_a_ruler_with_a_long_range_is_asked_about_near_its_bound(tmp_path):
    result, reported, said, run = best(model_of(RULER + "(objective minimize x3)"), tmp_path)
    assert (result.status, result.objective, result.bound) == ("OPTIMUM FOUND", 6, None)
    assert reported == sorted(reported, reverse=True)
    assert any("SEARCHING AN OBJECTIVE FROM" in line for line in said)
    assert run.report.written.num_clauses < 20_000


def test_a_ruler_that_is_maximized_is_asked_about_near_its_bound(tmp_path, alone):
    result, *_ = best(model_of(RULER + "(objective maximize (- 900 (+ x3 x2)))"), tmp_path)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 890)


def test_whoever_names_a_strategy_gets_its_questions_alone(tmp_path, alone):
    text = RULER.replace("500", "50") + "(objective minimize x3)"
    result, _, said, _ = best(model_of(text), tmp_path, strategy="bisect")
    assert result.objective == 6 and not any("SEARCHING AN OBJECTIVE" in line for line in said)


def test_a_solution_in_a_refuted_range_is_an_error_of_the_solver(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(near_best.BestRanges, "refuted", lambda self, part: setattr(self, "open", Domain([(40, 50)])))
    text = "(int x 0 50) (int y 0 50) (!= x y) (>= (* x y) 20) (objective minimize (+ x y))"
    monkeypatch.setattr(near_best.BestRanges, "_best", lambda self: Domain([(0, 3 if self.open.lo < 40 else 30)]))
    with pytest.raises(SolverError, match="was wrong"):
        best(model_of(text), tmp_path)


def test_small_ranges_are_not_asked_about(tmp_path):
    text = RULER.replace("500", "50") + "(objective minimize x3)"
    assert not any("SEARCHING AN OBJECTIVE" in line for line in best(model_of(text), tmp_path)[2])


def test_problems_of_small_integers_are_not_estimated(tmp_path, monkeypatch):
    monkeypatch.setattr(near_best.BestRanges, "_clauses", None)
    text = (
        "".join(f"(int x{at} 0 1)" for at in range(30)) + f"(<= (+ {_sum(7)}) 200) (objective maximize (+ {_sum(5)}))"
    )
    assert best(model_of(text), tmp_path)[0].status == "OPTIMUM FOUND"


def test_the_time_limit_holds_in_each_estimate(tmp_path, alone, monkeypatch):
    ends, deadline = [], time.monotonic() + 600

    def noted(*args):
        ends.append(time_limit._end.get())
        return propagated(*args)

    monkeypatch.setattr(near_best, "propagated", noted)
    best(
        model_of(RULER.replace("500", "50") + "(objective minimize x3)"), tmp_path, limits=RunOptions(deadline=deadline)
    )
    assert len(ends) > 1 and set(ends) == {deadline}  # each range is estimated once


def test_a_huge_formula_is_asked_for_any_solution_first(tmp_path, alone, monkeypatch):
    monkeypatch.setattr(optimize, "HUGE", 0)
    monkeypatch.setattr(near_best, "WIDE", 1000)
    model = model_of(RULER.replace("500", "50") + "(objective minimize x3)")
    assert [_first_question(model, tmp_path, each) for each in ("geometric", "bisect")] == ["x3 <= 50", "x3 <= 28"]


def _first_question(model, folder, strategy):
    result, _, said, _ = best(model, folder, strategy=strategy)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 6)
    return next(line for line in said if "SEARCHING: " in line).partition("SEARCHING: ")[2]


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
def test_what_has_no_solution_is_refuted_range_by_range(goal, tmp_path, alone):
    text = f"(int x 0 200) (int y 0 200) (= (* 2 x) (+ (* 2 y) 1)) (objective {goal} (+ x y))"
    result, reported, *_ = best(model_of(text), tmp_path)
    assert (result.status, reported) == ("UNSATISFIABLE", [])


@pytest.mark.parametrize("sign", [1, -1])
def test_refuted_ranges_follow_each_other_from_the_best_value_on(sign, alone):
    model = model_of("(int x 0 200) (int y 0 200) (< x y) (objective minimize (+ x y))")
    ranges = near_best.BestRanges(normalized(model, EncoderOptions()), EncoderOptions(), sign, None, None)
    ends, seen = ranges.open, []
    while part := ranges.next():
        ranges.refuted(part)
        seen += list(part)[::sign]
    assert seen == list(ends)[::sign] and not ranges.open


@pytest.mark.parametrize("effort", [0, 1 << 20])
@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(60))
def test_random_models(seed, effort, tmp_path, alone, monkeypatch):
    monkeypatch.setattr(near_best, "EFFORT", effort)
    rng = random.Random(seed)
    parts = [f"(int {name} {(low := rng.randint(-9, 9))} {low + rng.randint(1, 5)})" for name in "xyz"]
    for _ in range(rng.randint(1, 3)):
        a, b, c, d = (rng.randint(-3, 3) for _ in range(4))
        parts.append(f"({rng.choice(('<=', '>=', '!=', '='))} (+ (* {a} x) (* {b} y) (* {c} z)) {d})")
    factors = [rng.choice((-3, -1, 2, 5)) for _ in "xyz"]
    parts.append(f"(objective {rng.choice(('minimize', 'maximize'))} (+ {' '.join(map(_times, factors, 'xyz'))}))")
    model = model_of(" ".join(parts))
    result, *_ = best(model, tmp_path)
    expected = by_brute_force(model)
    assert result.objective == expected, parts
    assert result.status == ("UNSATISFIABLE" if expected is None else "OPTIMUM FOUND")


def _sum(step):
    return " ".join(_times(at * step % 19 + 1, f"x{at}") for at in range(30))


def _times(factor, name):
    return f"(* {factor} {name})"
