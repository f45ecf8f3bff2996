"""Sugar's map file, and the file formats besides CNF that it accompanies: OPB and group CNF.

The lines of a map are `int NAME CODE DOMAIN`, `bool NAME CODE`, `objective GOAL NAME`.

An integer with the values d0 < d1 < ... < dm has the SAT variables CODE, CODE + 1, ...: CODE + j is true if and only if
the integer is at most dj.  An integer with one value has no SAT variable, and its CODE is meaningless.
"""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from .. import decoder
from ..base import files
from ..base.numbers import decimal
from ..cnf.dimacs import Written
from ..cnf.dimacs_file import DimacsFile
from ..cnf.pb_sums import sum_of
from ..decoder import VariableMap
from ..ints.spec import Reader
from ..model.domain import Domain
from ..model.model import Model
from .encoder import encode
from .options import EncoderOptions

OBJECTIVE = "_OBJECTIVE"  # what a term that is no variable is called; hidden
ACTIVE = EncoderOptions(narrowing=False, share=False, activate=True)
FileText = Callable[[Iterable[bytes], Written, list[dict[str, Any]]], Iterator[bytes]]


def sugar_map(map_: VariableMap, model: Model) -> str:
    """Return the text of Sugar's map for a CSP whose integers have the order encoding, with hidden variables."""
    return "".join(line + "\n" for line in _lines(map_, model))


def _lines(map_: VariableMap, model: Model) -> Iterator[str]:
    name = _objective(model)
    if map_.objective:
        yield f"objective {map_.objective.goal} {name}"
    for each, record in map_.ints.items():
        yield _int(each, record)
    if map_.objective and name not in map_.ints:
        yield _int(name, map_.objective.code)
    for each, lit in map_.bools.items():
        yield f"bool {each} {lit}"


def _objective(model: Model) -> str:
    term = model.objective.term if model.objective else 0
    if not isinstance(term, int) and term.op == "int":
        return str(term.args[0])
    name = OBJECTIVE
    while name in model.ints:
        name += "_"
    return name


def _int(name: str, record: Reader) -> str:
    values = " ".join(decimal(lo) if lo == hi else f"{decimal(lo)}..{decimal(hi)}" for lo, hi in record.values.ranges)
    return f"int {name} {next(iter(record.literals()), 1)} {values}"


def write_opb(model: Model, path: str, map_: str) -> None:
    """Write a CSP to the pseudo-Boolean OPB file `path`, with a sum of at least 1 for each clause, and Sugar's map to
    `map_`.

        * #variable= 12 #constraint= 34
        min: -1 x3 -2 x4 ;
        +1 x1 -1 x2 >= 0 ;      x1 or not x2

    A negated literal counts as 1 - x, with the 1 moved to the right side. In the line `min:`, which is the objective
    but for a constant, the literal "at most this value" has as its coefficient the step to the next value of the
    domain: less than 0 for an objective to minimize, greater than 0 for one to maximize.  There is no line `min:` if
    the CSP has no objective.  Both files appear complete, or neither appears.  Errors are those of `encode`, and
    FileError.
    """
    _write(model, EncoderOptions(merge=False), (path, map_), _opb)


def write_groups(model: Model, path: str, map_: str, weighted: bool = False) -> None:
    """Write a CSP to the group CNF `path`, for programs that find small unsatisfiable sets of constraints, and Sugar's
    map to `map_`.

        p gcnf 12 34 5          variables, clauses, groups
        {0} 1 -2 0              a clause that always holds: the codes of the variables
        {3} -4 5 0              a clause of the third constraint

    The constraints are the groups 1, 2, ... in their order, then the soft constraints.  The header is `p gwcnf
    VARIABLES CLAUSES TOP` if `weighted` is set, and each group is followed by its weight: TOP for constraints that must
    hold.  Errors are those of `encode`.
    """
    whole = Model(model.ints, model.bools, [*model.constraints, *(soft.constraint for soft in model.soft)])
    weights = [soft.weight for soft in model.soft]
    top = sum(max(weight, 0) for weight in weights) + 1
    shown = [top] * (1 + len(model.constraints)) + weights if weighted else None
    _write(whole, ACTIVE, (path, map_), partial(_groups, shown))


@files.all_or_nothing()
def _write(model: Model, options: EncoderOptions, paths: tuple[str, str], text: FileText) -> None:
    """Write the text that the function `text` derives from the CNF of a CSP to the first of the two `paths`, and
    Sugar's map to the second.

    Integers must have the order encoding.  Both files appear, or neither appears; errors are those of `encode`.
    """
    path, map_ = map(Path, paths)
    with tempfile.TemporaryFile() as cnf, files.new_file(map_) as map_file:
        sink = DimacsFile(cnf)
        records = encode(model, sink, options)
        written = sink.finish()
        cnf.seek(0)
        with files.new_file(path) as target:
            target.writelines(text(cnf, written, records))
        map_file.write(sugar_map(decoder.of_records(written.num_vars, records), model).encode())


def _opb(cnf: Iterable[bytes], written: Written, records: Iterable[dict[str, Any]]) -> Iterator[bytes]:
    yield b"* #variable= %d #constraint= %d\n" % (written.num_vars, written.num_clauses)
    for record in records:
        if "objective" in record:
            yield _goal(record["objective"], Domain(record["values"]), record["first"])
    for line in cnf:
        if not line.startswith((b"c", b"p")):
            yield sum_of(line)


def _goal(goal: str, domain: Domain, first: int) -> bytes:
    """Return the goal line of an OPB file for an objective with `domain` in the order encoding, whose literals begin at
    `first`.

    Each literal stands for "at most this value", so a true literal saves the step to the next value; `goal` is
    "minimize" or "maximize".
    """
    sign = -1 if goal == "minimize" else 1
    steps = (b"%+d x%d" % (sign * (b - a), lit) for lit, (a, b) in enumerate(pairwise(domain.values()), first))
    return b"min: %s ;\n" % b" ".join(steps)


def _groups(
    weights: list[int] | None, cnf: Iterable[bytes], written: Written, records: Iterable[dict[str, Any]]
) -> Iterator[bytes]:
    """Yield the lines of a group CNF: each clause with the group of its activation literal, without that literal.

    `weights` are those of the groups from group 0 on; None for a file without weights.
    """
    active = [record["activation"] for record in records if "activation" in record]
    groups = {b"-%d" % lit: number for number, lit in enumerate(active, start=1)}
    kind, last = (b"gwcnf", weights[0]) if weights else (b"gcnf", len(active))
    yield b"p %s %d %d %d\n" % (kind, written.num_vars, written.num_clauses, last)
    for line in cnf:
        words = line.split()
        if words and words[0] not in (b"c", b"p"):
            group = next((groups[word] for word in words if word in groups), 0)
            weight = [b"%d" % weights[group]] if weights else []
            yield b" ".join([b"{%d}" % group, *weight, *(word for word in words if word not in groups)]) + b"\n"
