"""Questions about small ranges of the best values of an objective, before the CNF for all of its values is written.

A ruler of 5 marks whose length may be 500, or a schedule with a horizon that is much too late, has a CNF of millions of
clauses; with a tenth of the length propagation leaves a few thousand.  So a small range of the best values is asked
about first, then ranges of twice the width, as long as their CNFs are much smaller than that of all values.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing, suppress
from dataclasses import replace

from ..base.numbers import decimal
from ..base.time_limit import check_time, until
from ..encoder.clause_limit import about
from ..encoder.options import EncoderOptions
from ..encoder.passes import Normalized, propagated, selected
from ..errors import LimitReached
from ..model.domain import Domain
from ..model.expr import Expr
from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from ..solving.oracle import oracle_of
from ..solving.pipeline import EncodedCnf
from ..solving.problem_run import ProblemRun
from .objective_search import ObjectiveSearch, wrong

LARGE = 200_000  # clauses, as estimated, of a CNF that takes longer than some questions
SMALLER = 4  # times as few clauses has a CNF that is worth its questions
COARSE = 4  # times as many clauses of the order encoding are as good as those of digits or bits, which propagate less
PARTS = 32  # the first range is this part of all values
WIDE = 2 * PARTS  # values of an objective that has ranges, and of some other integer, whose values a range excludes
EFFORT = 4 * EFFORT_PER_SECOND  # for one question


class BestRanges:
    """The ranges of the best values of an objective, in a normal form that has one.

    sign: 1 for an objective to minimize, -1 for one to maximize.  known: the value of the best solution so far, None
    if there is none.  end: the time limit of estimates on the monotonic clock, or None; LimitReached is raised at it.
    open: the values that the best solution may have, none if all are refuted.  counted: the clauses for values of the
    objective, estimated earlier, to which new estimates are added.
    """

    def __init__(
        self,
        normal: Normalized,
        options: EncoderOptions,
        sign: int,
        known: int | None,
        end: float | None,
        counted: dict[Domain, int] | None = None,
    ):
        assert normal.norm.objective is not None
        self._counted = {} if counted is None else counted
        self._normal, self._options, self._sign, self._objective = normal, options, sign, normal.norm.objective
        self._end, self.open, self.known = end, normal.norm.domains[self._objective], known
        if known is not None:
            self.solved(known)
        self._width = (self.open.hi - self.open.lo) // PARTS if self.open else 0
        widest = max((domain.size() for x, domain in enumerate(normal.norm.domains) if x != self._objective), default=0)
        self._whole = self._clauses(self.open) if min(self._width * PARTS, widest) >= WIDE else 0

    def next(self) -> Domain | None:
        """Return the next range of objective values to ask about: values that are open, all better than that of the
        best solution so far.

        Return None if no such value is left, if the CNF for all values has at most LARGE clauses, or if the CNF for the
        range is not SMALLER times as small.
        """
        part = self._best()
        self._width *= 2
        fits = self._whole > LARGE and part and SMALLER * self._clauses(part) < self._whole
        return part if fits else None

    def refuted(self, part: Domain) -> None:
        """Note that no solution has an objective in this range, which `next` returned."""
        low, high = (part.hi + 1, self.open.hi) if self._sign > 0 else (self.open.lo, part.lo - 1)
        self.open = self.open.clipped(low, high)

    def solved(self, value: int) -> None:
        """Note that a solution has this objective."""
        low, high = (self.open.lo, value) if self._sign > 0 else (value, self.open.hi)
        self.open, self.known = self.open.clipped(low, high), value

    def narrow(self) -> None:
        """Narrow the objective in the normal form to the values that are open, if there are any."""
        if self.open:
            self._normal.norm.domains[self._objective] = self.open

    def _best(self) -> Domain:
        """Return the best open values, without the known one, in a range of the width that is next."""
        if not self.open:
            return self.open
        low, high = self.open.lo, self.open.hi
        low, high = (low, low + self._width) if self._sign > 0 else (high - self._width, high)
        found = self.open.clipped(low, high)
        return found if self.known is None else found.without(self.known)

    def _clauses(self, part: Domain) -> int:
        """Return the estimate of `_estimated`, which takes as long as a third of the encoding and is made once."""
        if part not in self._counted:
            self._counted[part] = self._estimated(part)
        return self._counted[part]

    def _estimated(self, part: Domain) -> int:
        """Estimate the clauses of the normal form with this domain of the objective, COARSE times as many if integers
        are in digits or bits; the form is left as it is.
        """
        norm = self._normal.norm
        domains, required = [*norm.domains], [*norm.required]
        norm.domains[self._objective] = part
        try:
            with until(self._end):
                check_time()
                found = selected(propagated(self._normal, self._options), self._options, is_limited=False)
            clauses = about(norm, found.aliases.free, found.encodings)
            return COARSE * clauses if any(code.any_size for code in found.encodings) else clauses
        finally:
            norm.domains[:], norm.required[:] = domains, required


def narrowed(normal: Normalized, ends: tuple[int, int] | None) -> bool:
    """Narrow the objective in a normal form to values between these ends; return whether that was done, which needs
    ends, and a value between them.
    """
    x, domains = normal.norm.objective, normal.norm.domains
    if ends is None or x is None or not (kept := domains[x].clipped(*ends)):
        return False
    domains[x] = kept
    return True


class NearBest:
    """A search for a solution in the ranges of the best values, whose results go to `state`.

    encoded: writes the CNF whose objective is within two bounds.  solved: returns the objective and the solution that
    the answer for such a CNF means.
    """

    def __init__(
        self,
        run: ProblemRun,
        state: ObjectiveSearch,
        encoded: Callable[[int, int], EncodedCnf],
        solved: Callable[[EncodedCnf, Outcome], tuple[int, Answer]],
    ):
        self._run, self._state, self._encoded, self._solved = run, state, encoded, solved
        self._counted: dict[Domain, int] = {}

    def ranges(self, normal: Normalized) -> BestRanges | None:
        """Return the ranges of a normal form; None if the objective is a constant, or a second solver has to confirm
        refutations.
        """
        objective, pipeline = self._run.problem.model.objective, self._run.pipeline
        assert objective is not None
        if not pipeline.keeps or not isinstance(objective.term, Expr):
            return None
        sign, known = 1 if objective.goal == "minimize" else -1, self._state.result.objective
        return BestRanges(normal, pipeline.options, sign, known, pipeline.run_options.deadline, self._counted)

    def promises(self, normal: Normalized) -> bool:
        """Whether there is a first range that has a much smaller CNF than all values; a limit that is reached meanwhile
        is left to what comes next, which may have a solution by then.
        """
        with suppress(LimitReached):
            ranges = self.ranges(normal)
            return ranges is not None and ranges.next() is not None
        return False

    def search(self, normal: Normalized) -> bool:
        """Ask about one range after the other until a solution is found; narrow the objective in the normal form, which
        has promising ranges, by the answers, and return whether there were any.
        """
        ranges = self.ranges(normal)
        assert ranges is not None
        options, has_learned, is_solved = self._run.pipeline.run_options, False, False
        while self._state.goes_on and not is_solved and (part := ranges.next()):
            self._run.pipeline.trace.say(f"SEARCHING AN OBJECTIVE FROM {decimal(part.lo)} TO {decimal(part.hi)}")
            found = self._encoded(part.lo, part.hi)
            with closing(oracle_of(self._run, found)) as oracle:
                outcome = oracle.ask((), replace(options, budget=EFFORT, check=False))
            self._learn(ranges, part, found, outcome)
            is_solved = outcome.status == "sat"
            has_learned = has_learned or outcome.status != "unknown"
        ranges.narrow()
        return has_learned

    def _learn(self, ranges: BestRanges, part: Domain, found: EncodedCnf, outcome: Outcome) -> None:
        """Note the outcome of the question about a range, which was asked of the CNF `found`.  Raises LimitReached if
        the outcome ends the whole search, and SolverError if its objective was refuted before.
        """
        if outcome.status == "sat":
            value, solution = self._solved(found, outcome)
            if value not in ranges.open:
                raise wrong(value, value)
            ranges.solved(value)
            self._state.better(value, solution, outcome.solver)
        elif outcome.status == "unsat":
            ranges.refuted(part)
        elif outcome.reason != "time":
            raise LimitReached(outcome.reason)
        if ranges.known is None and not ranges.open:
            self._state.impossible()
        elif ranges.known is not None:
            self._state.bounded(ranges.open.lo, ranges.open.hi)
            if ranges.open.size() == 1:
                self._state.proved()
