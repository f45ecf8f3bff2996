"""The variables that a count of a CNF is about if csp2sat wrote the CNF: those of the map beside it, not the auxiliary
ones.
"""

from __future__ import annotations

import warnings
from contextlib import suppress
from pathlib import PurePath

from .. import decoder
from ..base import files
from ..errors import Csp2SatError, InputWarning
from ..model.model import hidden
from ..solving.cnf_problem import CnfProblem
from ..solving.problem import Problem

AUXILIARY = (
    "{}: csp2sat wrote this CNF, and its auxiliary variables are counted, too, as its map is not beside it; "
    "count the input itself, or write the CNF by csp2sat encode --show '*'"
)


def variables_of_map(problem: Problem) -> list[str] | None:
    """Return the numbers, as names, of the variables that encode the variables of the input; None for all variables.

    The map has the name of the CNF with the suffix `.map`, and names the CNF by its digest.  Warn (InputWarning) of a
    CNF of csp2sat without such a map and without lines `c p show`.
    """
    if not isinstance(problem, CnfProblem) or not problem.has_auxiliary:
        return None
    with suppress(Csp2SatError):  # a map that is missing or damaged
        path = str(PurePath(files.unpacked_name(problem.path)).with_suffix(".map"))
        found = decoder.read(files.as_source(path, files.read_bytes(path)))
        if found.digest == problem.digest:
            names = {name for name in (*found.ints, *found.bools) if not hidden(name)}
            return [str(number) for number in decoder.shown(found, names)]
    warnings.warn(AUXILIARY.format(problem.path), InputWarning, stacklevel=3)
    return None
