"""Pipelines for tests: by a named solver, or by one whose first answers are scripted; a problem for them."""

from dataclasses import field

from csp2sat.frozen import dataclass
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.process.outcome import Outcome, RunOptions
from csp2sat.solving.pipeline import Pipeline, SingleSolver

EXTERNAL = "kissat"  # a solver that is started for each question; it comes with `pip install`

# A Golomb ruler with four marks: the best length is 6
RULER = """(int m1 0 12) (int m2 0 12) (int m3 0 12) (int length 0 40) (objective minimize length)
(< 0 m1) (< m1 m2) (< m2 m3) (<= m3 length) (alldifferent m1 m2 m3 (- m2 m1) (- m3 m1) (- m3 m2))"""


def pipeline(folder, solver=None, limits=None, **others):
    """A pipeline in a folder; solver: its name, None: the default one.  limits: run options; others: its fields."""
    solvers = Solvers.load()
    found = solvers.find(solver) if solver else solvers.default()
    return Pipeline(SingleSolver(found), limits or RunOptions(), folder, **others)


@dataclass(frozen=True)
class Scripted(SingleSolver):
    """A solver of which some runs are replaced.

    script: for each run an Outcome, an exception to be raised, or None: the solver answers, as after the script's end.
    asked: the options of each run so far.
    """

    script: tuple = ()
    asked: list = field(default_factory=list)

    def run(self, question, folder, options, trace):
        self.asked.append(options)
        said = self.script[len(self.asked) - 1] if len(self.asked) <= len(self.script) else None
        if isinstance(said, BaseException):
            raise said
        return (self.solver, said) if isinstance(said, Outcome) else super().run(question, folder, options, trace)
