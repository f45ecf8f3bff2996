"""csp2sat as a solver of CPMpy: `import csp2sat.cpmpy`, and `model.solve(solver="csp2sat")` is there.

`csp2sat:NAME` is it with a solver of `solvers.yaml`.  `CPM_csp2sat(model)` is CPMpy's interface of solvers, with what a
SAT solver has besides: assumptions and cores, proofs.  Needs CPMpy, the extra `csp2sat[cpmpy]`; csp2sat itself never
imports this package.
"""

from __future__ import annotations

from typing import Any

try:
    from cpmpy.solvers.utils import SolverLookup
except ModuleNotFoundError as missing:
    if missing.name != "cpmpy":
        raise
    raise ModuleNotFoundError("CPMpy is not installed; to install: pip install cpmpy", name=missing.name) from None

from .model_interface import NAME
from .solver import CPM_csp2sat

__all__ = ["CPM_csp2sat", "register"]


def register() -> None:
    """Add csp2sat to CPMpy's list of solvers, at its end; importing this package calls this function.

    CPMpy's list is fixed, so the method `SolverLookup.base_solvers` is replaced, once, by a method that adds csp2sat.
    """
    others = SolverLookup.base_solvers

    def base_solvers(cls: Any) -> list[tuple[str, Any]]:
        """Return CPMpy's own solvers, and csp2sat behind them, as pairs of a name and a class."""
        return [*others(), (NAME, CPM_csp2sat)]

    if NAME not in dict(others()):
        SolverLookup.base_solvers = classmethod(base_solvers)


register()
