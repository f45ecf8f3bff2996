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
    raise ModuleNotFoundError("csp2sat.cpmpy needs CPMpy; pip install 'csp2sat[cpmpy]'", name=missing.name) from None

from .model_interface import NAME
from .solver import CPM_csp2sat

__all__ = ["CPM_csp2sat", "register"]


def register() -> None:
    """Make CPMpy know csp2sat by its name, behind its own solvers.  Importing this package does it.

    CPMpy's list of solvers is fixed: the method that gives it is replaced by one that adds this one, once.
    """
    others = SolverLookup.base_solvers

    def base_solvers(cls: Any) -> list[tuple[str, Any]]:
        """CPMpy's own solvers, and csp2sat."""
        return [*others(), (NAME, CPM_csp2sat)]

    if NAME not in dict(others()):
        SolverLookup.base_solvers = classmethod(base_solvers)


register()
