"""Model -> group CNF, for programs that look for small unsatisfiable sets of constraints; with Sugar's map.

    p gcnf 12 34 5          variables, clauses, groups
    {0} 1 -2 0              a clause that always holds: the codes of the variables
    {3} -4 5 0              a clause of the third constraint

A weighted one is `p gwcnf VARIABLES CLAUSES TOP`, and behind the group stands its weight: TOP for what must hold.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from .. import files as storage
from ..cnf.dimacs import DimacsFile
from ..model.model import Model
from .encoder import Options, encode
from .sugar_map import map_of_records

ACTIVE = Options(propagate=False, share=False, activate=True)


def write(model: Model, path: str, map_: str, weighted: bool = False) -> None:
    """The constraints are the groups 1, 2, ... in their order, then the soft ones.  Both files appear, or neither.

    weighted: with weights.  Errors are those of `encode`.
    """
    whole = Model(model.ints, model.bools, [*model.constraints, *(soft.constraint for soft in model.soft)])
    weights = [soft.weight for soft in model.soft]
    top = sum(max(weight, 0) for weight in weights) + 1
    shown = [top] * (1 + len(model.constraints)) + weights if weighted else None
    with tempfile.TemporaryFile() as cnf, storage.new_file(Path(map_)) as map_file:
        sink = DimacsFile(cnf)
        records = encode(whole, sink, ACTIVE)
        written = sink.finish()
        active = [record["activation"] for record in records if "activation" in record]
        last = b"gwcnf %d %d %d" if weighted else b"gcnf %d %d %d"
        header = last % (written.num_vars, written.num_clauses, top if weighted else len(active))
        cnf.seek(0)
        with storage.new_file(Path(path)) as target:
            target.write(b"p " + header + b"\n")
            target.writelines(_lines(cnf, active, shown))
        map_file.write(map_of_records(records, written.num_vars, model).encode())


def _lines(cnf: IO[bytes], active: Sequence[int], weights: list[int] | None) -> Iterator[bytes]:
    """The clauses without their activation literals."""
    groups = {b"-%d" % lit: number for number, lit in enumerate(active, start=1)}
    for line in cnf:
        words = line.split()
        if words and words[0] not in (b"c", b"p"):
            group = next((groups[word] for word in words if word in groups), 0)
            weight = [b"%d" % weights[group]] if weights else []
            yield b" ".join([b"{%d}" % group, *weight, *(word for word in words if word not in groups)]) + b"\n"
