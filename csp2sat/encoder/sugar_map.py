"""Sugar's map file, and the files that it belongs to besides CNFs: OPB, group CNF.

Its lines are `int NAME CODE DOMAIN`, `bool NAME CODE`, `objective GOAL NAME`.

A variable with the values d0 < d1 < ... < dm has the SAT variables CODE, CODE + 1, ...: CODE + j is true if and only
if it is at most dj.  A variable with one value has none; its CODE says nothing.
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
ACTIVE = EncoderOptions(propagate=False, share=False, activate=True)
FileText = Callable[[Iterable[bytes], Written, list[dict[str, Any]]], Iterator[bytes]]


def sugar_map(map_: VariableMap, model: Model) -> str:
    """The text of the map of a model whose integers have order codes, hidden variables too."""
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
    """Model -> pseudo-Boolean OPB file, for PB solvers: a clause is a sum of literals, at least 1.

        * #variable= 12 #constraint= 34
        min: -1 x3 -2 x4 ;
        +1 x1 -1 x2 >= 0 ;      x1 or not x2

    The objective is the sum of the steps from one value of its domain to the next, but for a constant.
    """
    _write(model, EncoderOptions(merge=False), (path, map_), _opb)


def write_groups(model: Model, path: str, map_: str, weighted: bool = False) -> None:
    """Model -> group CNF, for programs that search for small unsatisfiable sets of constraints.

        p gcnf 12 34 5          variables, clauses, groups
        {0} 1 -2 0              a clause that always holds: the codes of the variables
        {3} -4 5 0              a clause of the third constraint

    The constraints are the groups 1, 2, ... in their order, then the soft ones.  A weighted one is `p gwcnf VARIABLES
    CLAUSES TOP`, and behind the group stands its weight: TOP for what must hold.
    """
    whole = Model(model.ints, model.bools, [*model.constraints, *(soft.constraint for soft in model.soft)])
    weights = [soft.weight for soft in model.soft]
    top = sum(max(weight, 0) for weight in weights) + 1
    shown = [top] * (1 + len(model.constraints)) + weights if weighted else None
    _write(whole, ACTIVE, (path, map_), partial(_groups, shown))


@files.all_or_nothing()
def _write(model: Model, options: EncoderOptions, paths: tuple[str, str], text: FileText) -> None:
    """A file that `text` makes of a CNF (DIMACS, at its start), and Sugar's map.  Both files appear, or neither.

    Integers must have order codes.  Errors are those of `encode`.
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
    """A literal says that the value is at most one of the domain: then the step to the next one is not made."""
    sign = -1 if goal == "minimize" else 1
    steps = (b"%+d x%d" % (sign * (b - a), lit) for lit, (a, b) in enumerate(pairwise(domain.values()), first))
    return b"min: %s ;\n" % b" ".join(steps)


def _groups(
    weights: list[int] | None, cnf: Iterable[bytes], written: Written, records: Iterable[dict[str, Any]]
) -> Iterator[bytes]:
    """The clauses without their activation literals.  weights: of the groups from 0 on, if they are shown."""
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
