"""The MaxSAT solver that comes with the installation: `python -m csp2sat.runner.session.maxsat FILE.wcnf`.

The program runs python-sat's RC2, which raises the cost from below by unsatisfiable cores; its output is `o`, `s` and
`v` lines, its exit code 30, 20, or 1 with a message on stderr. Before the end, `o` and `v` lines are a model that is
better than all before, and `c bound N` says that each model costs at least N: both at most once in PAUSE seconds, in
PART of the time so far, and in a time LONGER than what the last ones took. RC2 runs in a process of its own for the
reasons that `pysat_solver` gives.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11(1), 2019.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from typing import Any

from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from ..process import output

ORACLE = "glucose4"
ROUND = 2000  # conflicts, less than a fifth of a second
UNLIMITED = -1
FOUND, UNSATISFIABLE = 30, 20
BOUND = "c bound "
PAUSE = 0.1  # seconds
PART = 1 / 20  # of the time so far
LONGER = 20  # times as long as what is printed took


def main(arguments: Sequence[str], between: Callable[[], None] | None = None) -> int:
    """Solve the WCNF file that the first argument names, print the answer, and return the exit code: 30 for an optimum,
    20 for an unsatisfiable formula.

    between: called some times a second; it may raise an error to end the search.
    """
    formula = WCNF(arguments[0])
    soft = [(weight, tuple(clause)) for weight, clause in zip(formula.wght, formula.soft, strict=True)]
    kind = RC2Stratified if len(set(formula.wght)) > 1 else RC2
    with kind(formula, solver=ORACLE, adapt=True, exhaust=True, minz=True) as solver:
        solver.oracle = oracle = _ReportingOracle(solver, formula.nv, soft, between)
        oracle.set_phases(list(solver.owgt))
        model = solver.compute() if oracle.solve() else None
        if model is None:
            sys.stdout.write(output.show("unsat", []))
            return UNSATISFIABLE
        shown = output.show("sat", output.complete(model, formula.nv))
        sys.stdout.write(f"o {solver.cost}\n" + shown.replace("s SATISFIABLE", "s OPTIMUM FOUND", 1))
    return FOUND


class _ReportingOracle:
    """The SAT solver that an RC2 solver asks, with its answers printed as far as the cost is concerned: the first model
    and each later one that costs less, restricted to the formula's variables, and the lower bound of the cost.

    soft: the weights and literals of the soft clauses.  between: called again and again during a call of `solve` for
    which RC2 has set no limit of conflicts: the call is divided into parts with limits of their own; None to solve
    without a break.
    """

    def __init__(
        self,
        solver: Any,
        num_vars: int,
        soft: Sequence[tuple[int, tuple[int, ...]]],
        between: Callable[[], None] | None,
    ):
        self._solver, self._num_vars, self._soft, self._between = solver, num_vars, soft, between
        self._oracle, self._budget = solver.oracle, UNLIMITED
        self._best, self._bound = sum([weight for weight, _ in soft]) + 1, 0
        self._start = self._next = time.monotonic()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._oracle, name)

    def conf_budget(self, budget: int = UNLIMITED) -> None:
        """Set the most conflicts of each of the next questions."""
        self._budget = budget
        self._oracle.conf_budget(budget)

    def solve_limited(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
        """Return whether the assumptions can be satisfied, None if the budget does not suffice."""
        found = self._in_rounds(assumptions)
        if time.monotonic() >= self._next:
            self._report(found is True)
        return found

    solve = solve_limited

    def _in_rounds(self, assumptions: Sequence[int]) -> bool | None:
        if self._between is None:
            return self._oracle.solve_limited(assumptions=assumptions)  # type: ignore[no-any-return]
        found: bool | None = None
        while found is None:
            self._between()
            if self._budget == UNLIMITED:
                self._oracle.conf_budget(ROUND)
            found = self._oracle.solve_limited(assumptions=assumptions)
            if self._budget != UNLIMITED:
                break
        return found

    def _report(self, has_model: bool) -> None:
        """Print the lower bound and the oracle's model, if they are better than the printed ones."""
        began = time.monotonic()
        if self._solver.cost > self._bound:
            self._bound = self._solver.cost
            sys.stdout.write(f"{BOUND}{self._bound}\n")
        if has_model:
            model = output.complete((self._oracle.get_model() or [])[: self._num_vars], self._num_vars)
            true = set(model)
            cost = sum([weight for weight, clause in self._soft if true.isdisjoint(clause)])
            if cost < self._best:
                self._best = cost
                sys.stdout.write(f"o {cost}\n{output.show_model(model)}")
        sys.stdout.flush()
        now = time.monotonic()
        self._next = now + max(PAUSE, PART * (now - self._start), LONGER * (now - began))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
