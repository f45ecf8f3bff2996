"""Sets of constraints that contradict each other, found in a CNF of its own in which each constraint can be switched
off.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass, replace

from ..base.folders import work_folder
from ..encoder.options import EncoderOptions
from ..errors import SolverError
from ..explaining.csp_conflicts import check_needed
from ..explaining.mus import Shrinking
from ..explaining.selectors import Groups
from ..model.expr import Expr
from ..model.model import Constraint, Model
from ..runner.config.config import Solvers
from ..runner.process.outcome import RunOptions
from ..runner.session.session import NAME
from ..solving.pipeline import Pipeline, SingleSolver


@dataclass(frozen=True)
class ConstraintCores:
    """A search for sets of constraints that contradict each other.

    options: the settings of the encoder.  limits: the limits of the solver.
    """

    options: EncoderOptions
    limits: RunOptions

    def of(self, model: Model, always: Sequence[Expr], minimal: bool) -> list[Constraint]:
        """Return constraints of the model that are impossible together with the formulas `always`; all constraints are
        known to be.

        minimal: whether to shrink the result until no constraint can be left out.  Raises LimitReached,
        SolverError if a solution of all constraints is found, and WrongAnswer if the check of a minimal result fails.
        """
        numbers = range(len(model.constraints))
        whole = replace(model, constraints=[*model.constraints, *map(Constraint, always)])
        with work_folder() as folder:
            solver = Solvers.load().find(NAME)
            pipeline = Pipeline(SingleSolver(solver), self.limits, folder, options=self.options)
            with closing(Groups(whole, [[number] for number in numbers], pipeline)) as groups:
                verdict = groups.ask(numbers)
                if verdict.witness is not None:
                    raise SolverError("the solver's UNSAT was wrong: there is an answer")
                found = Shrinking(groups, verdict.core)
                if minimal:
                    found.run()
                    check_needed(groups, found, pipeline, "a constraint of the core is not necessary")
        return [model.constraints[number] for number in sorted(found.best)]
