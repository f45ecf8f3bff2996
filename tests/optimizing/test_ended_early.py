"""The search for the best solution is ended by a limit, an interrupt or a solver that fails, or puts a question off."""

import time

import pytest
from support.pipelines import EXTERNAL, RULER, Scripted
from test_optimize import DIGEST, model_of

import csp2sat
from csp2sat.errors import SolverError
from csp2sat.model.model import Answer
from csp2sat.optimizing import core_guided, greedy
from csp2sat.optimizing.bound_strategies import STRATEGIES, StepInterval
from csp2sat.optimizing.effort_budget import EffortBudget
from csp2sat.optimizing.objective_search import Optimum, StepChoice
from csp2sat.optimizing.optimize import optimize
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process.outcome import EFFORT_PER_SECOND, Outcome, RunOptions
from csp2sat.solving.oracle import takes_seed
from csp2sat.solving.pipeline import Pipeline, WrongAnswer
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun


def scripted(folder, *script):
    """A pipeline whose solver's first runs are as in the script."""
    return Pipeline(Scripted(Solvers.load().find(EXTERNAL), script), RunOptions(), folder, incremental=False)


def stopped(folder, instead):
    problem = CspProblem(model_of(RULER), DIGEST)
    return optimize(ProblemRun(problem, scripted(folder, None, instead)), "down", lambda value, solution: None)


def test_a_limit_leaves_the_best(tmp_path):
    result = stopped(tmp_path, Outcome("unknown", reason="memory"))
    assert (result.status, result.reason, result.stopped) == ("SATISFIABLE", "memory", None)
    low, high = result.bound
    assert low <= 6 <= result.objective == high
    assert CspProblem(model_of(RULER), DIGEST).faults(result.solution) == []


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(143)])
def test_an_interrupt_leaves_the_best(error, tmp_path):
    result = stopped(tmp_path, error)
    assert (result.status, result.reason, result.stopped) == ("SATISFIABLE", "interrupted", error)
    assert result.objective == result.bound[1]


def test_a_solver_that_fails_leaves_the_best(tmp_path, monkeypatch):
    error = SolverError("it crashed")
    monkeypatch.setattr(greedy, "effort", lambda model: 1000)
    result = stopped(tmp_path, error)
    assert (result.status, result.reason, result.stopped, result.bound) == ("SATISFIABLE", "failed", error, None)
    assert CspProblem(model_of(RULER), DIGEST).faults(result.solution) == []


class Forbidding(CspProblem):
    """A problem whose rules forbid the best value, which its model allows, as if the encoder lacked a clause."""

    def faults(self, solution):
        return super().faults(solution) or ["too short"] * (solution.ints["length"] == 6)


def test_a_wrong_answer_leaves_the_best(tmp_path):
    problem = Forbidding(model_of(RULER), DIGEST)
    found = optimize(ProblemRun(problem, scripted(tmp_path, None)), "down", lambda value, solution: None)
    assert (found.status, found.reason, found.bound) == ("SATISFIABLE", "wrong answer", None)
    assert found.objective > 6 and problem.faults(found.solution) == []
    assert isinstance(found.stopped, WrongAnswer) and "too short" in str(found.stopped)


def test_a_wrong_answer_of_the_maxsat_solver_leaves_the_best(monkeypatch):
    def found(self):
        self.result = Optimum("SATISFIABLE", Answer({"x": 1}, {}), objective=2, bound=(1, 2))
        raise WrongAnswer("made up")

    monkeypatch.setattr(core_guided._CoreGuidedSearch, "run", found)
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.soft(x > 1, 2)
    with pytest.raises(WrongAnswer, match="made up") as raised:
        csp2sat.solve(m)
    best = raised.value.best
    assert (best.status, best.objective, best.bound, best[x]) == ("SATISFIABLE", 2, None, 1)


def test_a_violation_is_short_and_has_the_values():
    m = model_of("(int x 0 9) (int y 0 9) (bool p) (and (<= x 9) (or p (= (+ x y) 3)) (< y 2))")
    faults = CspProblem(m, DIGEST).faults(Answer({"x": 1, "y": 1}, {"p": False}))
    assert faults == ["line 1, column 34: (or p (eq (add x y) 3)) is violated by p = false, x = 1, y = 1"]
    names = [f"x{i}" for i in range(200)]
    m = model_of(" ".join(f"(int {name} 0 9)" for name in names) + f"(> (+ {' '.join(names)}) 300)")
    (fault,) = CspProblem(m, DIGEST).faults(Answer(dict.fromkeys(names, 1), {}))
    assert len(fault) < 800 and fault.endswith("x28 = 1, x29 = 1, ...")


def test_a_solver_that_fails_at_once_is_an_error(tmp_path):
    with pytest.raises(SolverError, match="it crashed"):
        optimize(
            ProblemRun(CspProblem(model_of(RULER), DIGEST), scripted(tmp_path, SolverError("it crashed"))),
            "down",
            print,
        )


def test_a_solver_that_refutes_too_much_is_found_out(tmp_path):
    engine = scripted(tmp_path, Outcome("unsat"))
    model = model_of("(int x 0 9) (int y 0 9) (objective minimize (max x y)) (>= x 1)")
    with pytest.raises(SolverError, match=r"UNSAT for 5 was wrong: [1-5] is possible"):
        found = optimize(ProblemRun(CspProblem(model, DIGEST), engine), "bisect", lambda value, solution: None)
        pytest.fail(f"{found}")


def test_a_question_that_takes_long_is_put_off(tmp_path):
    engine = scripted(tmp_path, Outcome("unknown", reason="time"))
    reported = []
    result = optimize(
        ProblemRun(CspProblem(model_of(RULER), DIGEST), engine), "up", lambda value, _: reported.append(value)
    )
    assert (result.status, result.objective, engine.run_options.deadline) == ("OPTIMUM FOUND", 6, None)


@pytest.mark.parametrize("name, takes", [("embedded", True), ("embedded:kissat", False), ("kissat:sat", True)])
def test_presets_of_embedded_get_no_other_seed(name, takes):
    solver = Solver(Solvers.load().entries[name.partition(":")[0]], ("a program",), name.partition(":")[2])
    assert takes_seed(solver) == takes


def test_the_budget():
    budget, all_ = EffortBudget(None), StepInterval(0, 9, True)
    assert budget.promising(all_) == all_
    budget.give_up(3)
    assert budget.promising(all_) == StepInterval(4, 9, True)
    budget.give_up(8)
    before = budget.effort(5, all_)
    assert budget.effort(8, all_) == 2 * before == 2 * budget.effort(4, all_)  # a refusal of 8 would be the end
    assert budget.promising(all_) == all_
    assert budget.effort(5, all_) == budget.effort(8, all_) == 2 * before  # and for longer
    assert not budget.is_over()


def test_a_bound_that_was_easy_to_prove_is_asked_about_before_a_hard_question_is_asked_again():
    """A plan of the fewest steps takes less time than the way down to it."""
    choice = StepChoice(STRATEGIES["geometric"](), time.monotonic() + 100)
    choice.refuted(1)
    choice.give_up(10, "time")  # any solution, which is hard to find
    choice.next(StepInterval(5, 10, False))
    known = StepInterval(5, 10, True)
    _, first = choice.next(known)
    choice.refuted(first)
    choice.give_up(9, "time")
    for doubled in range(1, 4):
        assert choice.next(known) == (5, first << doubled)
        choice.give_up(5, "time")
        assert choice.next(known) == (9, first << doubled)
        choice.give_up(9, "time")
    choice.refuted(first << 4)
    assert choice.next(known) == (9, first << 4), "the refutation took as much"


def test_a_solution_that_was_easy_to_find_has_no_turns_with_the_best_step():
    """In triangular-n10 of the MiniZinc Challenge 2022 each turn was lost time: 60 seconds instead of 45."""
    choice, known = StepChoice(STRATEGIES["geometric"](), time.monotonic() + 100), StepInterval(5, 10, True)
    _, first = choice.next(known)
    choice.refuted(1)
    for doubled in range(1, 4):
        choice.give_up(9, "time")
        assert choice.next(known) == (9, first << doubled)


@pytest.mark.parametrize("seconds, part", [(500, 1), (80.5, 1), (79.9, 2), (79.1, 2), (30, 4), (1, 128)])
def test_with_little_time_questions_are_shorter(seconds, part):
    """By halves: the milliseconds that have gone before the first question change nothing."""
    known = StepInterval(0, 9, True)
    budget = EffortBudget(time.monotonic() + seconds).effort(5, known)
    assert budget == EffortBudget(None).effort(5, known) // part
    assert EffortBudget(time.monotonic() - 1).effort(5, known) == 1


@pytest.mark.parametrize("strategy", STRATEGIES)
def test_without_a_solution_any_is_asked_for_and_has_all_the_time(strategy):
    end = time.monotonic() + 100
    budget, nothing, choose = EffortBudget(end), StepInterval(0, 99, False), STRATEGIES[strategy]()
    first = choose(budget.promising(nothing))
    assert (budget.effort(first, nothing) is None) == (first == 99)
    budget.give_up(first)
    assert choose(budget.promising(nothing)) == 99
    assert budget.effort(99, nothing) is None
    found = StepInterval(0, 60, True)
    assert choose(budget.promising(found)) < 60 and budget.effort(59, found) < 100 * EFFORT_PER_SECOND


def test_when_the_best_steps_were_refuted_they_and_any_solution_are_asked_about_in_turn():
    """As for the least steps of a plan: that there is no shorter one may take less than to find a long one."""
    choice, known = StepChoice(STRATEGIES["geometric"](), time.monotonic() + 100), StepInterval(0, 64, False)
    assert choice.next(known)[0] == 4
    choice.refuted(1)
    known = known._replace(low=5)
    step, first = choice.next(known)
    put_off = [step]
    choice.give_up(step, "time")
    for doubled in range(1, 5):
        assert choice.next(known) == (64, first << doubled - 1)  # not all the time that is left
        choice.give_up(64, "time")
        assert choice.next(known) == (known.low, first << doubled)
        choice.refuted(1)
        known = known._replace(low=known.low + 1)
        step, _ = choice.next(known)
        assert known.low <= step <= min(hard for hard in put_off if hard >= known.low)
        put_off.append(step)
        choice.give_up(step, "time")


def test_refutations_take_no_more_effort_than_the_search_for_any_solution():
    budget, known = EffortBudget(time.monotonic() + 100), StepInterval(0, 99, False)
    for _ in range(9):  # nothing was put off yet
        budget.refuted(EFFORT_PER_SECOND)
        assert budget.promising(known) == known
    budget.give_up(99)
    assert budget.promising(known) == known  # now there are turns
    effort = budget.effort(0, known)
    budget.refuted(effort - 1)
    assert budget.promising(known) == known
    budget.refuted(1)
    assert budget.promising(known).low == 99 and budget.effort(99, known) == effort
    budget.give_up(99)
    assert budget.promising(known) == known and budget.effort(0, known) == budget.effort(99, known) == 2 * effort


def test_without_a_limit_any_solution_is_asked_for_longer_and_longer():
    budget, nothing = EffortBudget(None), StepInterval(0, 9, False)
    budget.give_up(9)
    before = budget.effort(9, nothing)
    assert budget.promising(nothing).low == 9
    assert budget.effort(9, nothing) == 2 * before


def test_a_question_that_took_too_long_is_asked_with_another_seed(tmp_path):
    slow = Outcome("unknown", reason="time")
    engine = scripted(tmp_path, slow, slow)
    problem = CspProblem(model_of("(int x 0 3) (objective minimize x) (> x 1)"), DIGEST)
    result = optimize(ProblemRun(problem, engine), "up", lambda *_: None)
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 2)
    assert [options.seed for options in engine.strategy.asked[:3]] == [None, 1, 2]
