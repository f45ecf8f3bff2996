"""Model -> F.wcnf and F.map, for MaxSAT solvers.

The classic format, which nearly all of them read (the one since 2022, with `h` for hard clauses, fewer)::

    p wcnf 12 34 6          variables, clauses, and the weight of a hard clause: more than all soft ones together
    6 1 -2 0                hard
    2 -12 0                 soft: violating it costs 2

An objective becomes one soft clause for each step between two values, so the cost is the distance from the best value
of the domain; soft constraints that are literals become soft unit clauses, and the cost is theirs.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Iterator
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import IO, Any

from .. import decoder
from ..base import files as storage
from ..base.folders import work_folder
from ..cnf.dimacs import Written
from ..cnf.sink import Sink
from ..decoder import ObjectiveRecord, VariableMap
from ..errors import ModelError
from ..ints.order import constant
from ..model.expr import Expr
from ..model.model import Model
from . import files
from .encoder import EncoderOptions

Clause = tuple[int, int]  # weight, literal
NOTHING = {"objective": "minimize", "values": [[0, 0]], **constant(Sink(), 0).record()}  # can cost anything


def write(model: Model, source: str, wcnf: str, map_: str, options: EncoderOptions) -> Written:
    """As `files.write`, with the objective or the soft constraints, which must be Boolean variables or negations of
    such, in the formula."""
    with work_folder() as folder:
        cnf, hard_map = Path(folder, "hard.cnf"), Path(folder, "hard.map")
        written = files.write(model, source, str(cnf), str(hard_map), replace(options, map_format="json"))
        text = storage.read_source(str(hard_map))
        variables = decoder.read(text)
        wishes = soft_literals(model, variables)
        soft = list(_steps(variables.objective)) if variables.objective else list(_clauses(wishes))
        path = Path(folder, "soft.wcnf") if wcnf == files.STDOUT else Path(wcnf)
        with storage.new_file(Path(map_)) as map_file:
            written = _write(path, cnf, written, soft)
            records = [{"soft": literal, "weight": weight} for weight, literal in wishes]
            lines = _renewed(text.lines(), written, records or ([] if variables.objective else [NOTHING]))
            storage.write_compressed(map_file, map_, (lines.encode(),))
        if wcnf == files.STDOUT:
            with path.open("rb") as file:
                storage.copy(file, sys.stdout.buffer)
            sys.stdout.buffer.flush()
    return written


def soft_literals(model: Model, variables: VariableMap) -> list[Clause]:
    """The weights of the soft constraints of a model, which may be negative, and their literals."""
    return [(soft.weight, _literal(soft.constraint.formula, variables)) for soft in model.soft]


def _literal(formula: Expr, variables: VariableMap) -> int:
    sign, inner = (-1, formula.args[0]) if formula.op == "not" else (1, formula)
    if inner.op != "bool":
        raise ModelError("a soft constraint that is no literal cannot be written as a soft clause")
    return sign * variables.bools[inner.args[0]]


def _clauses(wishes: list[Clause]) -> Iterator[Clause]:
    """A negative weight is a gain for violating: a cost for not doing so."""
    for weight, literal in wishes:
        if weight:
            yield abs(weight), literal if weight > 0 else -literal


def _steps(objective: ObjectiveRecord) -> Iterator[Clause]:
    """Each step away from the best value costs the difference of the two values."""
    sign = 1 if objective.goal == "minimize" else -1
    for (low, high), literal in zip(pairwise(objective.code.values.values()), objective.code.literals(), strict=True):
        yield high - low, sign * literal


def _write(path: Path, cnf: Path, written: Written, soft: list[Clause]) -> Written:
    """The hard clauses of a CNF and the soft ones, as a WCNF."""
    top = sum(weight for weight, _ in soft) + 1
    sha, size = hashlib.sha256(), 0
    with storage.new_file(path) as file, cnf.open("rb") as hard:
        packed = storage.compressed(file, str(path))
        for piece in _pieces(hard, written, soft, top):
            sha.update(piece)
            size += len(piece)
            packed.write(piece)
        if packed is not file:
            packed.close()
    return Written(written.num_vars, written.num_clauses + len(soft), size, sha.hexdigest())


def _pieces(hard: IO[bytes], written: Written, soft: list[Clause], top: int) -> Iterator[bytes]:
    start = b"%d " % top
    header = b"p wcnf %d %d %d\n" % (written.num_vars, written.num_clauses + len(soft), top)
    while lines := hard.readlines(1 << 20):
        yield b"".join(_line(line, start, header) for line in lines)
    yield b"".join(b"%d %d 0\n" % clause for clause in soft)


def _line(line: bytes, start: bytes, header: bytes) -> bytes:
    if line[:1] == b"p":
        return header
    return line if line[:1] == b"c" else start + line


def _renewed(lines: list[str], written: Written, records: list[dict[str, Any]]) -> str:
    """The map of the WCNF: its own size and digest, and what says the cost."""
    header = json.loads(lines[0]) | {"clauses": written.num_clauses, "cnf": f"sha256:{written.digest}"}
    encode = json.JSONEncoder(ensure_ascii=False).encode
    return "\n".join([encode(header), *(line for line in lines[1:] if line), *map(encode, records)]) + "\n"
