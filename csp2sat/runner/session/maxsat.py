"""The MaxSAT solver that comes with the installation: `python -m csp2sat.runner.session.maxsat FILE.wcnf`.

The program runs python-sat's RC2, which raises the cost from below by unsatisfiable cores; its output is `o`, `s` and
`v` lines, its exit code 30, 20, or 1 with a message on stderr. RC2 runs in a process of its own for the reasons that
`pysat_solver` gives.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11(1), 2019.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from pysat.examples.rc2 import RC2, RC2Stratified
from pysat.formula import WCNF

from ..process import output

ORACLE = "glucose4"
FOUND, UNSATISFIABLE = 30, 20


def main(arguments: Sequence[str]) -> int:
    """Solve the WCNF file that the first argument names, print the answer, and return the exit code: 30 for an optimum,
    20 for an unsatisfiable formula.
    """
    formula = WCNF(arguments[0])
    kind = RC2Stratified if len(set(formula.wght)) > 1 else RC2
    with kind(formula, solver=ORACLE, adapt=True, exhaust=True, minz=True) as solver:
        model = solver.compute()
        if model is None:
            sys.stdout.write(output.show("unsat", []))
            return UNSATISFIABLE
        shown = output.show("sat", output.complete(model, formula.nv))
        sys.stdout.write(f"o {solver.cost}\n" + shown.replace("s SATISFIABLE", "s OPTIMUM FOUND", 1))
    return FOUND


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
