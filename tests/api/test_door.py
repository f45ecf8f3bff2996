"""The one door: a problem and a question go in, events and a report come out; nothing has to be prepared before."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.programs import needed

import csp2sat
from csp2sat.api.door import AnswerEvent, BetterSolution, Ended, FoundSolution, Question, answer
from csp2sat.api.pipelines import pipeline_of
from csp2sat.api.settings import Settings
from csp2sat.solving.problem import Problem
from csp2sat.solving.problem_run import ProblemRun

CSP = "(int x 0 9)\n(int y 0 9)\n(objective maximize x)\n(= (+ x y) 12)\n"


def asked(text: str, question: Question, folder: Path, **settings: str) -> tuple[list[AnswerEvent], ProblemRun]:
    """Return the events of a question about a CSP in Sugar's language, and its run."""
    source = folder / "a.csp"
    source.write_text(text)
    problem = csp2sat.load(source)
    assert isinstance(problem, Problem)
    run = ProblemRun(problem, pipeline_of(Settings.of({**settings}), folder))
    events: list[AnswerEvent] = []
    report = answer(run, question, events.append)
    assert events[-1] == Ended(report)
    return events, run


def test_the_best_solution_needs_nothing_but_the_question(tmp_path: Path) -> None:
    events, run = asked(CSP, Question("best"), tmp_path)
    assert isinstance(events[-2], BetterSolution) and events[-2].objective == 9
    assert isinstance(events[-1], Ended) and events[-1].report.objective == 9
    assert run.report.answered.startswith("embedded")


@pytest.mark.parametrize("wanted", ["one", "unique", "all"])
def test_a_question_without_an_objective_leaves_the_solver_as_it_is(wanted: str, tmp_path: Path) -> None:
    question = Question(wanted, limit=2 if wanted == "all" else None)  # type: ignore[arg-type]
    events, run = asked(CSP.replace("(objective maximize x)\n", ""), question, tmp_path, solver="embedded:minisat")
    assert isinstance(events[0], FoundSolution)
    assert run.report.answered == "embedded:minisat"


def test_a_solver_that_is_named_answers_the_objective(tmp_path: Path) -> None:
    needed("minisat")
    _, run = asked(CSP, Question("best"), tmp_path, solver="minisat")
    assert run.report.answered == "minisat"


def test_the_report_names_the_solver_of_the_objective_before_its_first_answer(tmp_path: Path) -> None:
    text = "(int x 0 9)\n(objective maximize x)\n(> x 10)\n"  # a contradiction: no solver is needed
    _, run = asked(text, Question("best"), tmp_path)
    assert run.report.answered.startswith("embedded")
