"""Model -> group CNF, for programs that look for small unsatisfiable sets of constraints; with Sugar's map.

    p gcnf 12 34 5          variables, clauses, groups
    {0} 1 -2 0              a clause that always holds: the codes of the variables
    {3} -4 5 0              a clause of the third constraint

A weighted one is `p gwcnf VARIABLES CLAUSES TOP`, and behind the group stands its weight: TOP for what must hold.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import IO

from ..base import files as storage
from ..model.model import Model
from .encoder import EncoderOptions
from .sugar_map import spooled

ACTIVE = EncoderOptions(propagate=False, share=False, activate=True)


def write(model: Model, path: str, map_: str, weighted: bool = False) -> None:
    """The constraints are the groups 1, 2, ... in their order, then the soft ones.  Both files appear, or neither.

    weighted: with weights.  Errors are those of `encode`.
    """
    whole = Model(model.ints, model.bools, [*model.constraints, *(soft.constraint for soft in model.soft)])
    weights = [soft.weight for soft in model.soft]
    top = sum(max(weight, 0) for weight in weights) + 1
    shown = [top] * (1 + len(model.constraints)) + weights if weighted else None
    with spooled(whole, ACTIVE) as found, storage.new_file(Path(map_)) as map_file:
        active = [record["activation"] for record in found.records if "activation" in record]
        form = b"p gwcnf %d %d %d\n" if weighted else b"p gcnf %d %d %d\n"
        with storage.new_file(Path(path)) as target:
            target.write(form % (found.written.num_vars, found.written.num_clauses, top if weighted else len(active)))
            target.writelines(_lines(found.cnf, active, shown))
        map_file.write(found.map)


def _lines(cnf: IO[bytes], active: Sequence[int], weights: list[int] | None) -> Iterator[bytes]:
    """The clauses without their activation literals."""
    groups = {b"-%d" % lit: number for number, lit in enumerate(active, start=1)}
    for line in cnf:
        words = line.split()
        if words and words[0] not in (b"c", b"p"):
            group = next((groups[word] for word in words if word in groups), 0)
            weight = [b"%d" % weights[group]] if weights else []
            yield b" ".join([b"{%d}" % group, *weight, *(word for word in words if word not in groups)]) + b"\n"
