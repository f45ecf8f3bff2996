"""The MaxSAT solver that comes with the installation: `python -m csp2sat.runner.session.maxsat FILE.wcnf`.

The program runs python-sat's RC2, which raises the cost from below by unsatisfiable cores; its output is `o`, `s` and
`v` lines, its exit code 30, 20, or 1 with a message on stderr. RC2 runs in a process of its own for the reasons that
`pysat_solver` gives.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11(1), 2019.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from ..process import output

ORACLE = "glucose4"
ROUND = 2000  # conflicts, less than a fifth of a second
UNLIMITED = -1
FOUND, UNSATISFIABLE = 30, 20


def main(arguments: Sequence[str], between: Callable[[], None] | None = None) -> int:
    """Solve the WCNF file that the first argument names, print the answer, and return the exit code: 30 for an optimum,
    20 for an unsatisfiable formula.

    between: called some times a second; it may raise an error to end the search.
    """
    formula = WCNF(arguments[0])
    kind = RC2Stratified if len(set(formula.wght)) > 1 else RC2
    with kind(formula, solver=ORACLE, adapt=True, exhaust=True, minz=True) as solver:
        if between is not None:
            solver.oracle = _InRounds(solver.oracle, between)
        model = solver.compute()
        if model is None:
            sys.stdout.write(output.show("unsat", []))
            return UNSATISFIABLE
        shown = output.show("sat", output.complete(model, formula.nv))
        sys.stdout.write(f"o {solver.cost}\n" + shown.replace("s SATISFIABLE", "s OPTIMUM FOUND", 1))
    return FOUND


class _InRounds:
    """An oracle that solves in rounds, and calls `between` before each, where RC2 has set no budget of conflicts."""

    def __init__(self, oracle: Any, between: Callable[[], None]):
        self._oracle, self._between = oracle, between
        self._budget = UNLIMITED

    def __getattr__(self, name: str) -> Any:
        return getattr(self._oracle, name)

    def conf_budget(self, budget: int = UNLIMITED) -> None:
        """Set the most conflicts of each of the next questions."""
        self._budget = budget
        self._oracle.conf_budget(budget)

    def solve_limited(self, assumptions: Sequence[int] = (), expect_interrupt: bool = False) -> bool | None:
        """Return whether the assumptions can be satisfied, None if the budget does not suffice."""
        found: bool | None = None
        while found is None:
            self._between()
            if self._budget == UNLIMITED:
                self._oracle.conf_budget(ROUND)
            found = self._oracle.solve_limited(assumptions=assumptions)
            if self._budget != UNLIMITED:
                break
        return found

    solve = solve_limited


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
