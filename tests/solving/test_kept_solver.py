"""The solver that is kept from question to question is the one that was named, or one run follows the other."""

import pytest

import csp2sat
from csp2sat.runner.session import embedded
from csp2sat.runner.session.session import SolverSession
from csp2sat.solving import oracle

MODEL = "(int a 0 3) (int b 0 3) (int c 0 3) (alldifferent a b c) (> (+ a b c) 4)"
RISING = "(int a 0 5) (int b 0 5) (int c 0 5) (int d 0 5) (< a b) (< b c) (< c d)"  # too many assignments to try each
CORE = "(int a 0 3) (int b 0 3) (> a b) (> b a)"
KEPT = {None: [], "embedded": [], "embedded:glucose": ["glucose42"], "embedded:minisat": ["minisat22"]}
STARTED = ["embedded:lingeling", "embedded:kissat"]
QUESTIONS = {
    "objective": lambda **how: csp2sat.solve(csp2sat.loads(f"{MODEL} (objective minimize (+ a b))"), **how).objective,
    "all": lambda **how: len([*csp2sat.solutions(csp2sat.loads(MODEL), **how)]),
    "count": lambda **how: csp2sat.count(csp2sat.loads(RISING), **how).number,
}
ANSWERS = {"objective": 2, "all": 12, "count": 15}


@pytest.fixture
def sessions(monkeypatch):
    """The `--solver` of each session that is opened."""
    opened = []

    class Recorded(SolverSession):
        def __init__(self, num_vars, memory, arguments, name):
            options = embedded._parser().parse_args([*arguments, "--session"])
            opened.append([] if options.solver == embedded.BEST else [options.solver])
            super().__init__(num_vars, memory, arguments, name)

    monkeypatch.setattr(oracle, "SolverSession", Recorded)
    return opened


@pytest.mark.sample(2)
@pytest.mark.parametrize("question", QUESTIONS)
@pytest.mark.parametrize("name", [*KEPT, *STARTED])
def test_who_answers(name, question, sessions):
    assert QUESTIONS[question](solver=name) == ANSWERS[question]
    assert sessions == ([KEPT[name]] if name in KEPT else [])


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", [*KEPT, *STARTED])
def test_a_reason_is_by_one_that_can_be_kept(name, sessions):
    assert len(csp2sat.explain(csp2sat.loads(CORE), solver=name).reasons) == 1
    assert sessions == [KEPT.get(name, [])]
