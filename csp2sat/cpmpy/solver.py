"""The class that CPMpy calls: a model that grows, questions about it, and the values that the answers give."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

from cpmpy.exceptions import NotSupportedError
from cpmpy.solvers.solver_interface import ExitStatus, SolverStatus
from cpmpy.tools.explain.utils import make_assump_model

from .. import __version__
from ..api import answers, functions
from ..api import solvers as probe
from ..api.certifying import ProofTarget
from ..api.growing.session import Session
from ..api.results import ModelResult, ModelSolution
from ..api.settings import NAMES, Settings, known_settings, seconds, whole
from ..base.time_limit import end_after, until
from ..build.handles import Formula
from ..build.model import Model
from ..certifying.certificate import CertificateError
from ..errors import Csp2SatError, LimitReached, ModelError, SolverError, UsageError
from ..proofs.drat import ProofError
from ..runner.config import config
from .model_interface import ModelInterface, visible

Assumed = Iterable[Any] | None

STATUS = {
    "SATISFIABLE": ExitStatus.FEASIBLE,
    "OPTIMUM FOUND": ExitStatus.OPTIMAL,
    "UNSATISFIABLE": ExitStatus.UNSATISFIABLE,
    "UNKNOWN": ExitStatus.UNKNOWN,
}
"""The outcome of a question in CPMpy's terms."""

HERE = ["time_limit", "display", *(name for name in NAMES if name not in ("timeout", "gap"))]
"""The settings of a question; `proofs` and the like need `cubes`, as in csp2sat itself."""
MEANT = {
    "callback": "display= is called with each better solution",
    "on_better": "display= is called with each better solution",
    "proof": "proof= goes to CPM_csp2sat(model, proof=FILE)",
    "num_workers": "did you mean 'threads'?",
    **dict.fromkeys(("log_search_progress", "on_progress", "verbose"), "solve has on_progress=print"),
    **dict.fromkeys(("gap", "relative_gap_limit", "mip_gap"), "solve has gap=0.02"),
    "num_search_workers": "did you mean 'threads'?",
    "timeout": "did you mean 'time_limit'?",
}
"""Settings of csp2sat's own functions, and what is to be written here."""


@contextmanager
def question(solver: Any) -> Iterator[SolverStatus]:
    """Yield the status of a new question to a CPMpy solver, which is UNKNOWN until the block of the `with` sets another
    status.

    The time is recorded when the block ends, by an exception, too; CPMpy 1.0 reads `runtime` alone.
    """
    solver.cpm_status = status = SolverStatus(solver.name)
    status.exitstatus, start = ExitStatus.UNKNOWN, time.perf_counter()
    try:
        yield status
    finally:
        status.solve_time = status.runtime = time.perf_counter() - start


class CPM_csp2sat(ModelInterface):  # noqa: N801  CPMpy's way to name its solvers
    """CPMpy's interface to csp2sat.

    `native_model` is the `csp2sat.Model`; `solver_var` gives its variables.  DirectConstraint calls a function of
    `csp2sat.build`, and adds the constraint that the function returns.  A solver is a name of `solvers.yaml`
    (`csp2sat:NAME` for CPMpy); other settings of csp2sat (`encoding`, `seed`, ...) are keywords of `solve` and
    `solveAll`.

    The first `solve` runs the solver on a file.  From the second `solve` on, if no solver and no settings were given,
    and for assumptions, one solver is kept: only new constraints are encoded, and learned clauses stay.
    """

    @staticmethod
    def supported() -> bool:
        """Whether a SAT solver is installed."""
        return _has_solver()

    @classmethod
    def version(cls) -> str:
        """Return the version of csp2sat."""
        return __version__

    @staticmethod
    def solvernames(installed: bool = True) -> list[str]:
        """Return the names of the solvers in `solvers.yaml`; only of solvers on this machine if `installed` is true."""
        entries = config.Solvers.load().entries
        return [name for name, entry in entries.items() if not installed or entry.locate() is not None]

    @classmethod
    def solverversion(cls, subsolver: str) -> str | None:
        """Return the version that a solver of `solvers.yaml` prints; None if the solver is not installed or prints
        none.
        """
        try:
            return probe.version(config.Solvers.load().find(subsolver)) or None
        except SolverError:
            return None

    def __init__(self, cpm_model: Any = None, subsolver: str | None = None, proof: str | None = None):
        """Begin with a CPMpy model, or with nothing if `cpm_model` is None.

        subsolver: a name of `solvers.yaml`; None for the first solver that is installed.  proof: the file for a proof
        that no solution, or no better one, exists; `solve` writes the proof, with the CNF, the map and a certificate
        beside it.  Raises ModuleNotFoundError if no SAT solver is installed.
        """
        if not self.supported():
            raise ModuleNotFoundError("CPM_csp2sat: there is no SAT solver; `csp2sat solvers` says how to get one")
        self._solver, self._proof = subsolver, None if proof is None else str(ProofTarget(Path(proof), "").path)
        if subsolver is not None:
            config.Solvers.load().find(subsolver)
        self._session: Session | None = None
        self._kept: dict[str, Any] = {}
        self._asked = self._proved = False
        self._assumed: dict[Formula, Any] | None = None
        self.verify_status: dict[str, Any] = {}
        self.native_result: ModelResult | None = None  # of the last `solve`, with the bound, gap and reason
        super().__init__(cpm_model)

    # questions

    def solve(
        self,
        time_limit: float | None = None,
        assumptions: Iterable[Any] | None = None,
        display: Any = None,
        **settings: Any,
    ) -> bool:
        """Find a solution, the best one if the model has an objective, and return whether a solution was found.

        time_limit: wall seconds.  assumptions: literals, or other constraints, that hold in this call alone; `get_core`
        returns some of them that contradict the model.  display: an expression, a list or a function, shown or called
        with each solution that is better than all earlier ones.  settings: keywords of `csp2sat.solve`, such as `gap`.
        Raises ValueError if `time_limit` is not above 0, UsageError if `time_limit` is no number, TypeError for an
        unknown setting, and NotSupportedError for assumptions together with `proof` or `on_progress`, and for a
        `solution_callback`.
        """
        _check_limit(time_limit)
        _refuse_callback(settings)
        known_settings(settings, [*HERE, "assumptions", "search", "gap", "on_progress"], MEANT)
        self.native_result = None
        self._show_user_vars()
        with question(self) as status:
            result = self._result(time_limit, assumptions, display, settings)
            status.exitstatus = STATUS[result.status]
        self.native_result, self.objective_value_ = result, result.objective
        self._fill(result.solution)
        if display is not None and result.solution is not None and not self.has_objective():
            self.print_display(display)
        return bool(self._solve_return(self.cpm_status))

    def _result(self, limit: float | None, assumptions: Assumed, display: Any, settings: Any) -> ModelResult:
        """Return the result of a question, found in one of three ways, the first that applies.

        A proof file asks for a proof; assumptions, or, if no solver was chosen, a second question without settings, are
        put to the session that is kept; any other question runs a new solver.  limit: wall seconds, None for no limit.
        display, settings: as for `solve`.
        """
        if "on_progress" in settings and (self._proof is not None or assumptions is not None):
            raise NotSupportedError("on_progress: not with assumptions or a proof; expected a plain solve()")
        again, self._asked, self._assumed = self._asked, True, None
        how = {"solver": self._solver, **settings}
        if self._proof is not None:
            return self._prove(limit, assumptions, how)
        report = None if display is None else lambda value, solution: self._report(display, solution)
        if assumptions is not None or (again and not settings and self._solver is None):
            return self._ask_session(limit, assumptions, report, how)
        return answers.solve(self._native, timeout=limit, on_better=report, **how)

    def _ask_session(self, limit: float | None, assumptions: Assumed, report: Any, how: Any) -> ModelResult:
        """Return the result of a question to the session that is kept, or to a new one if there is none with these
        settings.

        limit: wall seconds, None for no limit.  assumptions: CPMpy's literals or constraints, None without any.
        report: a function called with the value and the solution when a better one is found, or None.  how: the
        settings and the solver.
        """
        end = None if limit is None else end_after(limit)
        if self._session is None or how != self._kept:
            if self._session is not None:
                self._session.close()
            self._session, self._kept = _session(self._native, Settings.of(how), end), how
        limit = None if end is None else max(0.0, end - time.monotonic())
        literals = [] if assumptions is None else list(assumptions)
        assumed = [self._formula(each) for each in literals]
        if assumptions is not None:
            self._assumed = dict(zip(assumed, literals, strict=True))
        aim = self._native.objective
        if aim is None:
            return self._session.solve(assumed, limit)
        search = self._session.minimize if aim.goal == "minimize" else self._session.maximize
        return search(aim.term, assumed, timeout=limit, on_better=report)

    def _report(self, display: Any, solution: ModelSolution) -> None:
        self._fill(solution)
        self.print_display(display)

    def _fill(self, solution: ModelSolution | None) -> None:
        """Set the user's variables to their values in a solution; to None if there is no solution."""
        if solution is None:
            for cpm_var in self.user_vars:
                cpm_var._value = None
            return
        values = {**solution.ints, **solution.bools}
        for cpm_var in self.user_vars:
            cpm_var._value = values[visible(cpm_var.name)]

    def solveAll(  # noqa: N802  CPMpy's name
        self,
        display: Any = None,
        time_limit: float | None = None,
        solution_limit: int | None = None,
        call_from_model: bool = False,
        **settings: Any,
    ) -> int:
        """Find all solutions, or the first `solution_limit`, and return their number; if the model has an objective,
        only the best solutions count.

        Two solutions differ in at least one of the user's variables.  These get their values in the last solution, or
        None if there is none.  The status is OPTIMAL if all solutions were found, FEASIBLE if there may be others,
        UNKNOWN if the time ended before the first, UNSATISFIABLE if there is none.

        time_limit: wall seconds; solutions found until then are counted.  solution_limit: at least 1; None for all
        solutions. display: an expression, a list or a function, shown or called after each solution.  call_from_model:
        ignored, since the model stays as it is.  settings: keywords of `csp2sat.solutions`.  Raises ValueError if
        `time_limit` is not above 0, UsageError if `time_limit` is no number, or for a wrong `solution_limit`, and
        TypeError for an unknown setting.
        """
        _check_limit(time_limit)
        whole("solution_limit", solution_limit, 1)
        _refuse_callback(settings)
        known_settings(settings, [*HERE, "solution_limit"], MEANT)
        self._show_user_vars()
        count, last, is_all = 0, None, False
        with question(self) as status:
            with suppress(LimitReached):
                for last in self._solutions(time_limit, solution_limit, settings):
                    count += 1
                    if display is not None:
                        self._report(display, last)
                is_all = count != solution_limit
            if count:
                status.exitstatus = ExitStatus.OPTIMAL if is_all else ExitStatus.FEASIBLE
            elif is_all:
                status.exitstatus = ExitStatus.UNSATISFIABLE
        self._fill(last)
        return count

    def _solutions(self, limit: float | None, number: int | None, settings: Any) -> Iterator[ModelSolution]:
        """Yield the solutions; only the best ones if the model has an objective.

        limit: wall seconds; number: the greatest number of solutions; None for no limit.  Raises LimitReached if the
        time ends first.
        """
        how, model = {"solver": self._solver, **settings}, self._native
        aim, self.objective_value_ = model.objective, None
        if aim is not None:
            end = end_after(limit or 0)
            best = answers.solve(model, timeout=limit, **how)
            if best.status == "UNSATISFIABLE":
                return
            if best.status != "OPTIMUM FOUND":
                raise LimitReached(best.reason)
            self.objective_value_ = best.objective
            model = _with_value(model, best.objective)
            limit = None if limit is None else max(0.0, end - time.monotonic())
        yield from answers.solutions(model, number, timeout=limit, **how)

    # unsatisfiable cores and proofs

    def get_core(self, minimal: bool = False) -> list[Any]:
        """Return some of the assumptions of the last `solve`, which found no solution, that contradict the model
        together; [] if the model alone has no solution.

        minimal: without any one of the returned assumptions a solution exists.  Raises ModelError if the last `solve`
        had no assumptions, and UsageError if this `solve` had another outcome than no solution.
        """
        if self._assumed is None or self._session is None:
            raise ModelError("there is no core; expected a solve(assumptions=[...]) before that had no solution")
        return [self._assumed[each] for each in self._session.assumption_core(minimal)]

    @classmethod
    def mus_native(cls, soft: Any, hard: Any = ()) -> list[Any]:
        """Return soft constraints that are a minimal unsatisfiable set together with the hard constraints.

        Raises AssertionError if all constraints together are satisfiable.
        """
        model, constraints, assumptions = make_assump_model(soft, list(hard))
        solver = cls(model)
        if solver.solve(assumptions=assumptions):
            raise AssertionError("MUS: model must be UNSAT")  # as CPMpy's own tools, whose callers know it
        core = {literal.name for literal in solver.get_core(minimal=True)}
        return [each for each, literal in zip(constraints, assumptions, strict=True) if literal.name in core]

    def _prove(self, limit: float | None, assumptions: Iterable[Any] | None, how: Any) -> ModelResult:
        """Return the result of a question with a proof in the file of the constructor.

        limit: wall seconds, None for no limit.  how: the settings and the solver.  Raises NotSupportedError if there
        are assumptions.
        """
        if assumptions is not None:
            raise NotSupportedError("a proof cannot depend on assumptions; expected no assumptions, or no proof=...")
        self._proved = False
        result: Any = answers.prove(self._native, str(self._proof), timeout=limit, **how)
        self._proved = result.status in ("UNSATISFIABLE", "OPTIMUM FOUND")
        return result

    def get_proof_files(self) -> tuple[str, str]:
        """Return the paths of the CNF and of its proof in DRAT; the map and the certificate are beside the proof
        (`.map`, `.json`).

        Raises ModelError if no proof was made.
        """
        if not self._proved:
            raise ModelError("there is no proof; expected proof=... in the constructor, and a solve() without solution")
        return f"{self._proof}.cnf", str(self._proof)

    def verify(self, time_limit: float | None = None) -> bool:
        """Check the certificate of the last proof again, and that the certificate is about the model as it is now;
        return whether both are right.

        `verify_status` gets the result, with the claim that was proved or the error.  time_limit: wall seconds, None
        for no limit.  Raises ModelError if no proof was made.
        """
        _, proof = self.get_proof_files()
        try:
            claim = functions.verify(f"{proof}.json", self._native, timeout=time_limit)
        except (CertificateError, ProofError) as error:
            self.verify_status = {"result": False, "error": str(error)}
        else:
            self.verify_status = {"result": True, "claim": claim}
        return bool(self.verify_status["result"])


@cache
def _has_solver() -> bool:
    try:
        config.Solvers.load().default()
    except Csp2SatError:
        return False
    return True


def _refuse_callback(settings: dict[str, Any]) -> None:
    """Raise NotSupportedError for a `solution_callback`, an object of OR-Tools."""
    if "solution_callback" in settings:
        why = "is called with each (better) solution, after the variables have got their values"
        raise NotSupportedError(f"solution_callback is for OR-Tools; expected display=, a function that {why}")


def _check_limit(time_limit: float | None) -> None:
    if isinstance(time_limit, int | float) and time_limit <= 0:
        raise ValueError(f"time_limit={time_limit}: expected a number greater than 0")
    seconds("time_limit", time_limit)


def _session(model: Model, settings: Settings, end: float | None) -> Session:
    """Return a new session with a model, made before the time `end` in time.monotonic(), None for no limit.

    Raises NotSupportedError if the settings do not fit a session.
    """
    try:
        with until(end):
            return Session(model, settings)
    except UsageError as error:
        message = f"csp2sat takes assumptions with the solver that is kept: use solver='csp2sat'; {error}"
        raise NotSupportedError(message) from None


def _with_value(model: Model, value: int | None) -> Model:
    """Return a copy of a model without an objective, in which the former objective is required to have a value."""
    made = Model.of(model.snapshot())
    aim = made.objective
    made.satisfy()
    if aim is not None:
        made.add(aim.term == value)
    return made
