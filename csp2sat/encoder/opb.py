"""Model -> pseudo-Boolean OPB file, for PB solvers, with Sugar's map: a clause is a sum of literals, at least 1.

    * #variable= 12 #constraint= 34
    min: -1 x3 -2 x4 ;
    +1 x1 -1 x2 >= 0 ;      x1 or not x2

The objective is the sum of the steps from one value of its domain to the next, but for a constant.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from ..base import files as storage
from ..model.domain import Domain
from ..model.model import Model
from .sugar_map import spooled


def write(model: Model, path: str, map_: str) -> None:
    """Both files appear, or neither.  Errors are those of `encode`."""
    with spooled(model) as found, storage.new_file(Path(map_)) as map_file:
        with storage.new_file(Path(path)) as target:
            target.write(b"* #variable= %d #constraint= %d\n" % (found.written.num_vars, found.written.num_clauses))
            for record in found.records:
                if "objective" in record:
                    target.write(_goal(record["objective"], Domain(record["values"]), record["first"]))
            target.writelines(_sums(found.cnf))
        map_file.write(found.map)


def _goal(goal: str, domain: Domain, first: int) -> bytes:
    """A literal says that the value is at most one of the domain: then the step to the next one is not made."""
    values = domain.values()
    sign = -1 if goal == "minimize" else 1
    steps = (b"%+d x%d" % (sign * (values[i + 1] - values[i]), first + i) for i in range(len(values) - 1))
    return b"min: %s ;\n" % b" ".join(steps)


def _sums(cnf: Iterable[bytes]) -> Iterator[bytes]:
    for line in cnf:
        if not line.startswith((b"c", b"p")):
            literals = [int(word) for word in line.split()[:-1]]
            terms = b"".join(b"%+d x%d " % (1 if lit > 0 else -1, abs(lit)) for lit in literals)
            yield b"%s>= %d ;\n" % (terms or b"+0 x1 ", 1 - sum(lit < 0 for lit in literals))
