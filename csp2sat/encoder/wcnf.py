"""Model -> F.wcnf and F.map, for MaxSAT solvers.

The classic format, which nearly all of them read (the one since 2022, with `h` for hard clauses, fewer)::

    p wcnf 12 34 6          variables, clauses, and the weight of a hard clause: more than all soft ones together
    6 1 -2 0                hard
    2 -12 0                 soft: violating it costs 2

An objective becomes a soft clause for each step between two values, or for each of its bits, so the cost is, but for a
constant, its value; soft constraints that are literals become soft unit clauses, and the cost is theirs.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import IO, Any, BinaryIO

from .. import decoder
from ..base import files as storage
from ..base.numbers import cut
from ..cnf.dimacs import DimacsFile, Written
from ..cnf.sink import Sink
from ..decoder import ObjectiveRecord, VariableMap
from ..errors import ModelError
from ..ints.order import constant
from ..model.expr import Expr
from ..model.model import Model
from . import files
from .encoder import EncoderOptions, encode

SoftClause = tuple[int, int]  # weight, literal
MOST_WEIGHT = (1 << 63) - 1  # of a hard clause: solvers hold weights in a machine integer
NOTHING = {"objective": "minimize", "values": [[0, 0]], **constant(Sink(), 0).record()}  # can cost anything


def write(model: Model, source: str, wcnf: str, map_: str, options: EncoderOptions) -> Written:
    """As `files.write`, with the objective or the soft constraints, which must be Boolean variables or negations of
    such, in the formula."""
    stamp = files.stamp_of(model, source, options)
    with tempfile.TemporaryFile() as hard, storage.new_file(Path(map_)) as map_file:
        sink = DimacsFile(hard, files.comments(stamp))
        records = encode(model, sink, replace(options, map_format="json"))
        size = sink.finish()
        variables = decoder.of_records(size.num_vars, records)
        wishes = soft_literals(model, variables)
        soft = list(_steps(variables.objective)) if variables.objective else list(_clauses(wishes))
        check_weights(weight for weight, _ in soft)
        with files.on_stdout() if wcnf == files.STDOUT else storage.new_file(Path(wcnf)) as file:
            written = _write(file, wcnf, hard, size, soft)
        costs: list[dict[str, Any]] = [{"soft": literal, "weight": weight} for weight, literal in wishes]
        records += costs or ([] if variables.objective else [NOTHING])
        text = decoder.write(files.header(stamp, written, records, model), records)
        storage.write_compressed(map_file, map_, (text.encode(),))
    return written


def check_weights(weights: Iterable[int]) -> None:
    """Raise ModelError for weights that add up to more than solvers hold."""
    total = sum(map(abs, weights))
    if total >= MOST_WEIGHT:
        said = f"weights, or steps of the objective, that add up to {cut(total)}"
        raise ModelError(f"{said}; a WCNF has room for less than 2^63 - 1")


def cost(variables: VariableMap, literals: Iterable[int]) -> int:
    """Return the weight of the soft clauses that a model violates.

    variables: the map of the WCNF.  literals: the true ones.
    """
    true = set(literals)
    records = [(weight, literal) for literal, weight in variables.soft]
    soft = _steps(variables.objective) if variables.objective else _clauses(records)
    return sum(weight for weight, literal in soft if literal not in true)


def soft_literals(model: Model, variables: VariableMap) -> list[SoftClause]:
    """The weights of the soft constraints of a model, which may be negative, and their literals."""
    return [(soft.weight, _literal(soft.constraint.formula, variables)) for soft in model.soft]


def _literal(formula: Expr, variables: VariableMap) -> int:
    sign, inner = (-1, formula.args[0]) if formula.op == "not" else (1, formula)
    if inner.op != "bool":
        raise ModelError("a soft constraint that is no literal cannot be written as a soft clause")
    return sign * variables.bools[inner.args[0]]


def _clauses(wishes: list[SoftClause]) -> Iterator[SoftClause]:
    """A negative weight is a gain for violating: a cost for not doing so."""
    for weight, literal in wishes:
        if weight:
            yield abs(weight), literal if weight > 0 else -literal


def _steps(objective: ObjectiveRecord) -> Iterator[SoftClause]:
    """What makes it larger, or smaller, than it could be costs its weight."""
    sign = -1 if objective.goal == "minimize" else 1
    for weight, literal in objective.code.steps():
        yield weight, sign * literal


def _write(file: BinaryIO, path: str, hard: IO[bytes], size: Written, soft: list[SoftClause]) -> Written:
    """The hard clauses of a CNF of that size and the soft ones, as a WCNF, compressed as its path says."""
    sha, length = hashlib.sha256(), 0
    packed = storage.compressed(file, path)
    for piece in _pieces(hard, size, soft):
        sha.update(piece)
        length += packed.write(piece)
    if packed is not file:
        packed.close()
    return Written(size.num_vars, size.num_clauses + len(soft), length, sha.hexdigest())


def _pieces(hard: IO[bytes], size: Written, soft: list[SoftClause]) -> Iterator[bytes]:
    top = sum(weight for weight, _ in soft) + 1
    start, header = b"%d " % top, b"p wcnf %d %d %d\n" % (size.num_vars, size.num_clauses + len(soft), top)
    hard.seek(0)
    while lines := hard.readlines(1 << 20):
        yield b"".join([line if line[:1] == b"c" else header if line[:1] == b"p" else start + line for line in lines])
    yield b"".join([b"%d %d 0\n" % clause for clause in soft])
