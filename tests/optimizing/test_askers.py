"""Two who ask for better solutions at once: against brute force, with solvers that fail, give up or are wrong."""

import os
import signal
import threading
import time
from contextlib import closing
from dataclasses import replace
from itertools import combinations, pairwise
from random import Random

import pytest
from support.pipelines import RULER, pipeline
from test_optimize import DIGEST, assert_best, model_of, random_model

from csp2sat.base import resources
from csp2sat.decoder import ObjectiveRecord
from csp2sat.errors import LimitReached, SolverError
from csp2sat.ints.log import LogReader
from csp2sat.ints.order import OrderReader
from csp2sat.model.domain import Domain
from csp2sat.optimizing import askers, effort_budget, optimize
from csp2sat.optimizing.askers import Asker, Several
from csp2sat.optimizing.bound_strategies import Descent, Geometric, StepInterval
from csp2sat.optimizing.rewriting import Rewriting
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.process.outcome import EFFORT_PER_SECOND, Outcome, RunOptions
from csp2sat.runner.session.session import SECOND, SolverSession
from csp2sat.solving import oracle
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun

LAST = 99
LONG = Outcome("unsat", effort=60 * EFFORT_PER_SECOND)


def cost():
    """Steps 0..LAST, of values 0..LAST; literal 10 + v is `at most v`."""
    return ObjectiveRecord("minimize", OrderReader(Domain.of(range(LAST + 1)), 10))


class World:
    """An oracle of a formula whose best step is `least` (beyond LAST: it has no model).  It answers after some
    milliseconds, unless it is told to stop; `instead`: what it does, or a function says, for the first questions; None:
    as ever."""

    def __init__(self, least, random, instead=()):
        self.least, self._random, self._instead = least, random, list(instead)
        self.asked, self.added, self.closed = [], [], False
        self._ended = threading.Event()

    def ask(self, clauses=(), options=None):
        step = clauses[0][0] - 10 if clauses else LAST
        self.asked.append(step)
        instead = self._instead.pop(0) if self._instead else None
        instead = instead() if callable(instead) else instead
        if isinstance(instead, BaseException):
            raise instead
        if instead is not None:
            return instead
        stopped = threading.Event()
        with options.stop.listening(stopped.set):
            if stopped.wait(self._random.random() / 200) or self._ended.is_set():
                return Outcome("unknown", reason="interrupted")
        if step < self.least:
            return Outcome("unsat")
        return Outcome("sat", [self._random.randint(self.least, step)])

    def add(self, *clauses):
        self.added += clauses

    def interrupt(self):
        self._ended.set()

    def close(self):
        self.closed = True


def search(first, second, after=0.0, said=None):
    """What is known in the end, as the search of `optimize` finds it out from the answers.  said: is told of losses."""
    said = [] if said is None else said
    known = [StepInterval(0, LAST, False)]

    def is_open(question):
        return known[0].low <= question.step and not (known[0].found and question.step >= known[0].high)

    one, other = (
        Asker(world, cost(), strategy(), RunOptions()) for world, strategy in ((first, Geometric), (second, Descent))
    )
    with closing(Several(one, lambda: other, time.monotonic() + after, is_open, said.append)) as crew:
        while not (known[0].found and known[0].low == known[0].high):
            asker, question, outcome = crew.answer(lambda asker: asker.question(known[0]))
            if outcome.status == "unknown":
                asker.give_up(question, outcome, can_seed=False)
            elif outcome.status == "unsat" and not question.bound:
                return None
            elif outcome.status == "unsat":
                known[0] = known[0]._replace(low=max(known[0].low, question.step + 1))
            elif not known[0].found or outcome.literals[0] < known[0].high:
                known[0] = StepInterval(known[0].low, outcome.literals[0], True)
    return known[0].high


@pytest.mark.parametrize("seed", range(25))
def test_two_find_the_best_step(seed):
    random = Random(seed)
    least = random.randint(0, LAST + 1)
    first, second = World(least, random), World(least, random)
    assert search(first, second, random.choice([0.0, 0.005])) == (least if least <= LAST else None)
    assert first.asked
    if least <= LAST:
        assert first.closed and (second.closed or not second.asked)


def test_what_one_finds_out_the_other_one_is_told():
    random = Random(1)
    first, second = World(50, random), World(50, random)
    assert search(first, second) == 50
    assert first.added and second.added
    for world in (first, second):
        assert all(lit >= 10 + 50 for (lit,) in world.added if lit > 0)  # the best one stays possible
        assert all(-lit < 10 + 50 for (lit,) in world.added if lit < 0)


def test_a_question_that_takes_little_leaves_the_caller_no_time_of_its_own(monkeypatch):
    monkeypatch.setattr(askers, "HEAD_START", 0.5)
    world = World(LAST, Random(3), [Outcome("unsat"), lambda: time.sleep(1) or Outcome("unsat")])
    one = Asker(world, cost(), Geometric(), RunOptions())
    with closing(Several(one, lambda: one, time.monotonic() + 60, lambda _: True, print)) as crew:
        answers = [crew.answer(lambda asker: asker.question(StepInterval(0, LAST, False)), waits=False) for _ in "ab"]
    assert answers[0] is not None and answers[1] is None


FAILURES = {
    "crashed": (SolverError("crashed"), SolverError),
    "memory": (Outcome("unknown", reason="memory"), LimitReached),
    "our fault": (RuntimeError("our fault"), RuntimeError),
}


def once_asked(other, failure):
    """Fail when the other one is at work."""

    def fail():
        while not other.asked:
            time.sleep(0.001)
        return failure

    return fail


def once_closed(other):
    """Answer when the other one has left: without the wait the answers may be complete before its failure is heard."""
    end = time.monotonic() + 10
    while not other.closed and time.monotonic() < end:
        time.sleep(0.001)


@pytest.mark.parametrize("why", FAILURES)
@pytest.mark.parametrize("fails", ["first", "second"])
def test_one_that_fails_leaves_the_other_one_alone(fails, why):
    random, said, (failure, _) = Random(2), [], FAILURES[why]
    second = World(30, random, [failure] if fails == "second" else [lambda: once_closed(first)])
    first = World(30, random, [once_asked(second, failure)] if fails == "first" else [])
    assert search(first, second, said=said) == 30
    assert said == [f"LEFT: {why}"]
    failed = first if fails == "first" else second
    assert len(failed.asked) == 1 and failed.closed


@pytest.mark.parametrize("failure, error", FAILURES.values(), ids=FAILURES.keys())
def test_a_failure_of_the_last_one_ends_the_search(failure, error):
    second = World(30, Random(3), [failure])
    first = World(30, Random(3), [once_asked(second, failure)])
    with pytest.raises(error):
        search(first, second)
    assert first.closed and second.closed
    with pytest.raises(error):  # nobody has joined it
        search(World(30, Random(3), [failure]), World(30, Random(3)), after=60)


def test_questions_that_drag_are_put_off_by_each_for_itself():
    drags = Outcome("unknown", reason="time")
    first, second = World(30, Random(4), [drags] * 3), World(30, Random(4), [None, drags])
    assert search(first, second) == 30


def test_a_pointless_question_is_stopped():
    class Slow(World):
        def ask(self, clauses=(), options=None):
            self._random = type("Always", (), {"random": lambda _: 2000.0, "randint": self._random.randint})()
            return super().ask(clauses, options)

    started = time.monotonic()
    assert search(World(30, Random(5)), Slow(30, Random(5))) == 30
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("error", [KeyboardInterrupt(), SystemExit(143)])
def test_an_interrupt_of_the_main_thread_ends_both(error):
    worlds, before = [], threading.active_count()  # other tests of this process may have sessions that are open

    def interrupted(asker):
        worlds.append(asker.oracle)
        if len(worlds) > 3:
            raise error
        return asker.question(StepInterval(0, LAST, False))

    makers = [Asker(World(30, Random(6)), cost(), Geometric(), RunOptions()) for _ in range(2)]
    with pytest.raises(type(error)), closing(Several(makers[0], lambda: makers[1], 0.0, lambda _: True, print)) as crew:
        while True:
            crew.answer(interrupted)
    assert all(world.closed for world in worlds)
    assert threading.active_count() <= before + 2


def test_an_interrupt_while_both_are_ended_waits_for_that():
    class Interrupted(World):
        def close(self):
            os.kill(os.getpid(), signal.SIGINT)
            super().close()

    first, second = Interrupted(30, Random(8)), World(30, Random(8))
    with pytest.raises(KeyboardInterrupt):
        search(first, second)
    assert second.asked and first.closed and second.closed


# real solvers


def both(problem, folder, monkeypatch, **more):
    """The best solution by two solvers at once, and the values on the way."""
    monkeypatch.setattr(optimize, "AFTER", 0.0)
    monkeypatch.setattr(resources, "cores", lambda: 2)
    engine = replace(pipeline(folder, "embedded", incremental=True), second_solver=Solvers.load().find(SECOND), **more)
    reported = []
    result = optimize.optimize(ProblemRun(problem, engine), "geometric", lambda value, _: reported.append(value))
    return result, reported


@pytest.mark.sample(2)
@pytest.mark.parametrize("seed", range(40))
def test_random_models(seed, tmp_path, monkeypatch):
    model = random_model(seed)
    assert_best(model, *both(CspProblem(model, DIGEST), tmp_path, monkeypatch))


def test_a_ruler_by_both(tmp_path, monkeypatch):
    found, reported = both(CspProblem(model_of(RULER), DIGEST), tmp_path, monkeypatch)
    assert (found.status, found.objective, reported[-1]) == ("OPTIMUM FOUND", 6, 6)


def ruler(marks, longest):
    """The model of the shortest Golomb ruler with so many marks."""
    names = [f"m{i}" for i in range(marks)]
    gaps = " ".join(f"(- {b} {a})" for a, b in combinations(names, 2))
    ints = " ".join(f"(int {name} 0 {longest})" for name in names)
    order = " ".join(f"(< {a} {b})" for a, b in pairwise(names))
    return model_of(f"{ints} {order} (= m0 0) (alldifferent {gaps}) (objective minimize {names[-1]})")


def asked_alone(model, folder, monkeypatch):
    """What one solver is asked and answers, in order: steps, statuses, effort, models."""
    asked = []

    def recorded(asker, question, ask=Asker.ask):
        outcome = ask(asker, question)
        asked.append((question.step, question.budget, outcome.status, outcome.effort, outcome.literals))
        return outcome

    folder.mkdir()
    with monkeypatch.context() as context:
        context.setattr(Asker, "ask", recorded)
        context.setattr(effort_budget, "FIRST", 3000)
        result = optimize.optimize(
            ProblemRun(CspProblem(model, DIGEST), pipeline(folder, "embedded", incremental=True)),
            "geometric",
            lambda *_: None,
        )
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 34)
    return asked


def test_one_solver_is_asked_the_same_each_time(tmp_path, monkeypatch):
    model = ruler(8, 50)
    once = asked_alone(model, tmp_path / "once", monkeypatch)
    assert {status for _, _, status, *_ in once} == {"sat", "unsat", "unknown"}
    assert asked_alone(model, tmp_path / "again", monkeypatch) == once


@pytest.mark.parametrize("seed, arguments", [(None, []), (5, ["--seed", "5"]), (1 << 99, ["--seed", str(1 << 99)])])
def test_a_seed_is_given_to_the_solver_that_is_kept(seed, arguments, tmp_path, monkeypatch):
    started = []

    class Recorded(SolverSession):
        def __init__(self, num_vars, memory, arguments, name):
            started.append(list(arguments))
            super().__init__(num_vars, memory, arguments, name)

    monkeypatch.setattr(oracle, "SolverSession", Recorded)
    engine = pipeline(tmp_path, "embedded", RunOptions(seed=seed), incremental=True)
    found = optimize.optimize(ProblemRun(CspProblem(model_of(RULER), DIGEST), engine), "geometric", lambda *_: None)
    assert (found.objective, started) == (6, [arguments])


def test_the_time_limit_is_kept_within_a_question(tmp_path):
    """By a solver whose questions end by effort."""
    start = time.monotonic()
    engine = pipeline(tmp_path, "embedded", RunOptions(deadline=start + 1.0), incremental=True)
    found = optimize.optimize(ProblemRun(CspProblem(ruler(13, 130), DIGEST), engine), "geometric", lambda *_: None)
    assert found.reason == "time" and 1.0 <= time.monotonic() - start < 2.0


@pytest.mark.parametrize("case", ["one core", "memory limit", "no free memory", "no second_solver"])
def test_where_there_is_one_solver_only(case, tmp_path, monkeypatch):
    engine = replace(pipeline(tmp_path, "embedded", incremental=True), second_solver=Solvers.load().find(SECOND))
    monkeypatch.setattr(resources, "cores", lambda: 1 if case == "one core" else 2)
    monkeypatch.setattr(resources, "free_memory", lambda: 1 << 20 if case == "no free memory" else None)
    if case == "memory limit":
        engine = replace(engine, run_options=RunOptions(memory=4000))
    if case == "no second_solver":
        engine = replace(engine, second_solver=None)
    problem = CspProblem(model_of(RULER), DIGEST)
    found = ProblemRun(problem, engine).encode(problem.attempts()[-1])
    assert not optimize.two_fit(engine, found)
    monkeypatch.undo()
    monkeypatch.setattr(resources, "cores", lambda: 2)
    assert optimize.two_fit(replace(engine, second_solver=Solvers.load().find(SECOND), run_options=RunOptions()), found)


# strategies, and when to write anew


@pytest.mark.parametrize("last", range(30))
def test_descent_ends(last):
    for least in range(last + 1):
        strategy, known, count = Descent(), StepInterval(0, last, False), 0
        while not (known.found and known.low == known.high):
            step, count = strategy(known), count + 1
            assert known.low <= step <= known.high - known.found
            known = known._replace(low=step + 1) if step < least else StepInterval(known.low, step, True)
        assert known.high == least and count <= last + 2


def test_a_descent_of_a_thousand_steps_takes_few_questions():
    strategy, known, count = Descent(), StepInterval(0, 1000, False), 0
    while not (known.found and known.high <= 500):
        known, count = StepInterval(0, strategy(known), True), count + 1
    assert count < 15


def test_a_cnf_is_written_anew_when_that_pays():
    rewriting = Rewriting()
    rewriting.written(10**7, StepInterval(0, 100, False), cost())
    assert not rewriting.pays(StepInterval(0, 49, True))  # the questions are quick
    rewriting.asked(LONG)
    assert not rewriting.pays(StepInterval(60, 100, False))  # nothing was found
    assert not rewriting.pays(StepInterval(60, 99, True))  # the good end
    assert rewriting.pays(StepInterval(0, 49, True))
    for size in (9 * 10**6, 1 << 27):
        rewriting.written(size, StepInterval(0, 49, True), cost())
        rewriting.asked(LONG)
        assert not rewriting.pays(StepInterval(0, 3, True))  # the last time it did not


def test_a_new_cnf_of_about_the_same_size_replaces_none():
    rewriting, half = Rewriting(), StepInterval(0, 49, True)
    rewriting.written(10**7, StepInterval(0, 100, False), cost())
    rewriting.asked(LONG)
    assert rewriting.pays(half) and not rewriting.is_large
    assert rewriting.saves(7 * 10**6, half) and not rewriting.saves(8 * 10**6, half)
    rewriting.asked(LONG)
    assert not rewriting.pays(StepInterval(0, 25, True)), "half of the other half is left"
    assert rewriting.pays(StepInterval(0, 24, True))


def test_what_a_solver_took_that_does_not_count_is_in_seconds():
    rewriting = Rewriting()
    rewriting.written(10**7, StepInterval(0, 100, False), cost())
    rewriting.asked(Outcome("unsat", seconds=60.0, effort=5))
    assert not rewriting.pays(StepInterval(0, 49, True))
    rewriting.asked(Outcome("unsat", seconds=60.0))
    assert rewriting.pays(StepInterval(0, 49, True))


def test_a_small_cnf_is_not_written_anew():
    rewriting = Rewriting()
    rewriting.written(10**6, StepInterval(0, LAST, False), cost())
    rewriting.asked(LONG)
    assert not rewriting.pays(StepInterval(0, 9, True))


def test_a_large_cnf_is_written_anew_at_once():
    """As soon as half of the interval is left, wherever that is; but not before there is a solution."""
    rewriting = Rewriting()
    rewriting.written(1 << 27, StepInterval(0, 100, False), cost())
    assert rewriting.is_large and not rewriting.pays(StepInterval(60, 100, False))
    assert rewriting.pays(StepInterval(60, 100, True)) and not rewriting.pays(StepInterval(40, 100, True))


def test_a_cnf_by_bits_is_not_written_anew():
    in_bits = ObjectiveRecord("minimize", LogReader(Domain.of(range(LAST + 1)), 10, 0))
    assert len(in_bits.as_good(40)) > 1
    rewriting = Rewriting()
    rewriting.written(10**7, StepInterval(0, LAST, False), in_bits)
    rewriting.asked(LONG)
    assert not rewriting.pays(StepInterval(0, 9, True))


@pytest.mark.parametrize("effort", [None, 1])
def test_only_refutations_of_a_solver_kept_warm_let_any_solution_wait(effort):
    """Another solver would begin anew after each question."""
    refuted, late = Outcome("unsat", effort=effort), Outcome("unknown", reason="time")
    asker = Asker(World(9, Random(1), [refuted, late]), cost(), Geometric(), RunOptions(deadline=time.monotonic() + 60))
    known = StepInterval(0, LAST, False)
    first = asker.question(known)
    assert asker.ask(first).status == "unsat"
    known = known._replace(low=first.step + 1)
    second = asker.question(known)
    asker.give_up(second, asker.ask(second), can_seed=False)
    third = asker.question(known)
    assert third.step == LAST and (third.budget is None) == (effort is None)
