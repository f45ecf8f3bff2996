"""Better and better solutions in Python, one by one, by the search of `solve`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Unpack

from ...base.file_guard import each_within, guarded
from ...base.turns import each_reported
from ...build.model import Model
from ...errors import UsageError
from ...runner.session.session import NAME
from ...settings import QuestionKeywords
from ...solving.problem import Problem
from ...solving.problem_run import ProblemRun
from ..answers import result_of
from ..door import AnswerEvent, AnswerReport, BetterSolution, CloserBound, Question, answer
from ..growing.found_results import best_kept, unless_stopped
from ..growing.session import ALONE, takes_phases
from ..pipelines import BESIDE_KEPT, asked, warn_of_unused
from ..problems import model_of, problem_of
from ..results import ModelResult
from ..settings import Settings


@guarded
def improvements(what: Model | Problem | str | Path, **settings: Unpack[QuestionKeywords]) -> Iterator[ModelResult]:
    """Yield better and better solutions of a model with an objective or soft constraints, each as a result with its
    objective and the known bound.

    A result comes with each better solution, and with the same solution whenever the bound alone is better; so a loop
    that is left at a small `gap` ends where that is proved.  The search goes on when the next result is asked for.  The
    status is SATISFIABLE, and of the last result the status in which the search ended: OPTIMUM FOUND; UNSATISFIABLE if
    there is no solution; SATISFIABLE or UNKNOWN if a limit ended the search; the last one is the only result, UNKNOWN
    with the objective None, if the limit comes before a solution.  The last result usually has the solution of the
    result before it, as only its status and bound are new.  The search is that of `solve` with `portfolio=False`: no
    second solver joins.
    Raise UsageError for a model without an objective or soft constraints, and for settings that name another solver
    than the embedded one, or that use `race`, `cubes` or `cross_check`.
    """
    how, problem = Settings.of({**settings}), problem_of(what)
    model = model_of(what, problem)
    if model is None or problem.objective is None:
        raise UsageError("improvements: expected a model with an objective, or with soft constraints")
    if not takes_phases(how):
        raise UsageError(f"only the solver {NAME}, alone, gives better solutions one by one; {ALONE}")
    warn_of_unused(how, BESIDE_KEPT, "improvements")
    return each_within(_improvements(problem, model, how))


def _improvements(problem: Problem, model: Model, how: Settings) -> Generator[ModelResult, None, None]:
    usual = Settings()
    alone = replace(how, **{name: getattr(usual, name) for name in BESIDE_KEPT} | {"portfolio": False})

    def search(report: Callable[[ModelResult], None]) -> ModelResult:
        with asked(problem, alone, one=True) as pipeline:
            run, last = ProblemRun(problem, pipeline), list[BetterSolution]()

            def listen(event: AnswerEvent) -> None:
                if isinstance(event, BetterSolution):
                    last[:] = [event]
                if isinstance(event, BetterSolution | CloserBound) and last:
                    value, solution, _ = last[0]
                    better = AnswerReport("SATISFIABLE", solution, objective=value, bound=event.bound, asked=run.report)
                    report(result_of(better, problem, model, pipeline))

            found = answer(run, Question("best"), listen)
            return unless_stopped(found, result_of(found, problem, model, pipeline))

    best: ModelResult | None = None
    with closing(each_reported(search)) as improved:
        while True:
            with best_kept(best):
                found = next(improved, None)
            if found is None:
                return
            best = found
            yield found
