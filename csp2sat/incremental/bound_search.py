"""The best value of a term, by questions under bounds that are assumed, so that none of them stays."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ..base.numbers import decimal
from ..cnf.sink import Lit
from ..errors import LimitReached
from ..ints.ranges import Steps
from ..model.expr import Expr, node
from ..model.model import Answer, Constraint, Objective
from ..optimizing.bound_strategies import Interval, Strategy
from ..optimizing.effort_budget import EffortBudget
from ..optimizing.local_improvement import LocalImprovement
from ..optimizing.optimize import Optimum, ReportBetter
from ..solving.pipeline import WrongAnswer
from ..solving.problem import CspProblem
from .growing_model import GrowingModel


class BoundSearch:
    """For the best value of an objective where formulas are assumed.

    deadline: in time.monotonic().  report: gets the value and the answer, each better than the last one.
    core: of the formulas, those that a refuted question named.  always: what is assumed besides them.
    """

    def __init__(self, model: GrowingModel, objective: Objective, assumed: Sequence[Expr], deadline: float | None):
        goal, term = objective
        self._model = model
        self._code = model.code(term)
        self._steps = Steps(self._code.values, goal == "minimize")
        self.always = defined(term)
        self._assumed = [*assumed, *self.always]
        constraints = [*model.model.constraints, *map(Constraint, self._assumed)]
        self._whole = replace(model.model, constraints=constraints, objective=objective)
        self._improve = LocalImprovement(self._whole)
        self._known = Interval(0, self._steps.last, False)
        self._deadline, self._budget = deadline, EffortBudget(deadline)
        self._named: set[Expr] = set()
        self.result = Optimum("UNKNOWN")

    @property
    def core(self) -> list[Expr]:
        return [formula for formula in self._assumed if formula in self._named]

    def run(self, strategy: Strategy, report: ReportBetter) -> Optimum:
        """Until the best value is known.  A limit or an interrupt leaves the best one so far."""
        result = self.result
        try:
            while result.status == "UNKNOWN":
                self._ask(strategy(self._budget.promising(self._known)), report)
        except LimitReached as limit:
            result.reason = limit.reason
        except (KeyboardInterrupt, SystemExit) as stop:
            result.reason, result.stopped = "interrupted", stop
        if result.status == "UNKNOWN":
            result.status = "SATISFIABLE" if self._known.found else "UNKNOWN"
            result.bound = self._steps.ends(self._known.low, self._known.high)
        return result

    def _ask(self, step: int, report: ReportBetter) -> None:
        """Ask for a step at least as good as this one, and learn from the answer."""
        literal, low = self._as_good(step), self._known.low
        refuted = [-self._as_good(low - 1)] if low else []
        budget = self._budget.effort(step, self._known)
        outcome = self._model.ask(self._assumed, [literal, *refuted], self._deadline, budget)
        if outcome.status == "unknown":
            if outcome.reason != "time" or self._budget.is_over():
                raise LimitReached(outcome.reason)
            self._budget.give_up(step)
            return
        if outcome.status == "sat":
            self._better(step, report)
        else:
            self._named.update(self._model.core(outcome, self._assumed))
            self._known = self._known._replace(low=step + 1)
            if not self._known.found and (literal not in outcome.core or step == self._known.high):
                self.result.status = "UNSATISFIABLE"
        if self._known.found and self._known.low == self._known.high:
            self.result.status = "OPTIMUM FOUND"

    def _as_good(self, step: int) -> Lit:
        value = self._steps.value(step)
        return self._code.le(value) if self._steps.minimize else -self._code.le(value - 1)

    def _better(self, step: int, report: ReportBetter) -> None:
        found = self._model.answer(self._assumed)
        solution = self._improved(found)
        value = self._improve.value(solution)
        better = self._steps.of(value)
        if not self._known.low <= better <= step:
            raise WrongAnswer(
                f"the objective is {decimal(value)}, against what the solver said: a defect, please report it"
            )
        self._known = Interval(self._known.low, better, True)
        self.result.solution, self.result.objective = solution, value
        report(value, solution)

    def _improved(self, found: Answer) -> Answer:
        solution = self._improve(found)
        if solution is not found and self._model.check and CspProblem(self._whole, "").faults(solution):
            raise WrongAnswer("a solution was made wrong: a defect of csp2sat, please report it")
        return solution


def defined(term: Expr | int) -> list[Expr]:
    """What holds where the term is defined: nothing that says more than that."""
    return [node("le", term, term)] if isinstance(term, Expr) and term.op != "int" else []
