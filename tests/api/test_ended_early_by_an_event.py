"""Questions that an event ends, and what an interrupt has as its best result."""

import threading
from random import Random

import pytest

import csp2sat
from csp2sat import InputWarning, LimitReached, UsageError, build
from csp2sat.base.time_limit import also_cancelled, cancelled_by, check_time, is_cancelled


class After:
    """An event that is set once it has been asked so many times."""

    def __init__(self, times):
        self.left = times

    def is_set(self):
        self.left -= 1
        return self.left < 0


def random_clauses(count):
    """A model of clauses with three random literals each, neither easy nor plainly contradictory."""
    random, m = Random(7), csp2sat.Model()
    p = m.bool_array("p", count)
    for _ in range(int(4.2 * count)):
        m.add(build.any_([p[i] if random.random() < 0.5 else ~p[i] for i in random.sample(range(count), 3)]))
    return m


def ruler():
    """A Golomb ruler, whose best length takes a while to find."""
    m = csp2sat.Model()
    x = m.int_array("x", 7, 0, 40)
    m.add(x[0] == 0, build.all_different([x[i] - x[j] for i in range(7) for j in range(i)]))
    m.add(*(x[i] < x[i + 1] for i in range(6)))
    m.maximize(40 - x[6])
    return m


def test_an_event_that_is_set_ends_each_question():
    done, m = After(0), random_clauses(20)
    found = csp2sat.solve(m, cancel=done)
    assert (found.status, found.reason) == ("UNKNOWN", "interrupted")
    assert csp2sat.count(m, cancel=done).limit == "interrupted"
    with pytest.raises(LimitReached, match="interrupted"):
        list(csp2sat.solutions(m, cancel=done))
    with pytest.raises(LimitReached, match="interrupted"):
        csp2sat.encode(m, cancel=done)
    best = csp2sat.solve(ruler(), cancel=done)
    assert (best.status, best.reason, best.objective) == ("UNKNOWN", "interrupted", None)
    (last,) = csp2sat.improvements(ruler(), cancel=done)
    assert (last.status, last.reason, last.objective) == ("UNKNOWN", "interrupted", None)
    assert csp2sat.solve(m, cancel=threading.Event())


def test_an_event_within_another_takes_nothing_from_it():
    for inner in (None, lambda: False):
        with cancelled_by(lambda: True), cancelled_by(inner):
            assert is_cancelled()
    with cancelled_by(lambda: False), cancelled_by(lambda: True):
        assert is_cancelled()
    with pytest.raises(LimitReached, match="interrupted"), cancelled_by(lambda: True):
        csp2sat.solutions(random_clauses(20)).__next__()


@pytest.mark.parametrize("how", [{}, {"seed": 3}, {"cubes": 2}])
def test_a_solver_at_work_is_stopped(how):
    event = threading.Event()
    threading.Timer(0.2, event.set).start()
    found = csp2sat.solve(random_clauses(338), cancel=event, timeout=30, **how)
    assert (found.status, found.reason) == ("UNKNOWN", "interrupted")


def test_a_better_solution_may_be_enough():
    event, values = threading.Event(), []

    def better(value, solution):
        values.append(value)
        event.set()

    found = csp2sat.solve(ruler(), cancel=event, on_better=better, search="down", timeout=60)
    assert (found.status, found.reason) == ("SATISFIABLE", "interrupted")
    assert found.objective == values[-1] and found.bound[0] == values[-1] < found.bound[1]


def test_what_is_no_event_and_what_takes_none():
    with pytest.raises(UsageError, match=r"cancel=3: expected a threading\.Event"):
        csp2sat.solve(csp2sat.Model(), cancel=3)
    with pytest.raises(TypeError, match="a session has interrupt"):
        csp2sat.session(csp2sat.Model(), cancel=threading.Event())
    with pytest.raises(TypeError):
        csp2sat.convert(csp2sat.Model(), "sugar", cancel=threading.Event())


def test_the_event_of_a_block_is_seen_in_threads_of_it_alone():
    seen = []
    with cancelled_by(After(0).is_set):
        work = also_cancelled(lambda: seen.append(is_cancelled()))
        with pytest.raises(LimitReached):
            check_time()
    for target in (work, lambda: seen.append(is_cancelled())):
        thread = threading.Thread(target=target)
        thread.start()
        thread.join()
    assert seen == [True, False]


def interrupt(*_):
    raise KeyboardInterrupt


def best_of(question):
    with pytest.raises(KeyboardInterrupt) as raised:
        question()
    return raised.value.best


def test_an_interrupt_always_has_a_best(monkeypatch):
    m = csp2sat.Model()
    x = m.int("x", 0, 9)
    assert best_of(lambda: csp2sat.solve(m, on_progress=interrupt)) is None
    with csp2sat.session(m) as s:
        monkeypatch.setattr(s._engine, "solve", interrupt)
        assert best_of(lambda: s.solve([x > 3])) is None
    m.maximize(x)
    assert best_of(lambda: csp2sat.solve(m, on_progress=interrupt)).status == "UNKNOWN"
    assert best_of(lambda: csp2sat.solve(ruler(), on_better=interrupt)).status == "SATISFIABLE"
    monkeypatch.setattr(csp2sat.api.questions.improving, "answer", interrupt)
    assert best_of(lambda: next(csp2sat.improvements(m))) is None


def test_a_table_without_rows_is_warned_about():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    with pytest.warns(InputWarning, match="a table without rows is False") as warned:
        m.add(build.table([x], []))
    assert warned[0].filename == __file__
    m.add(build.negative_table([x], []))
