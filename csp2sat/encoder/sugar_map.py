"""Sugar's map file: `int NAME CODE DOMAIN`, `bool NAME CODE`, `objective GOAL NAME`, one in a line.

A variable with the values d0 < d1 < ... < dm has the SAT variables CODE, CODE + 1, ...: CODE + j is true if and only
if it is at most dj.  A variable with one value has none; its CODE says nothing.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from .. import decoder
from ..cnf.dimacs import DimacsFile, Written
from ..decoder import VariableMap
from ..ints.spec import Reader
from ..model.model import Model
from .encoder import EncoderOptions, encode

OBJECTIVE = "_OBJECTIVE"  # what a term that is no variable is called; hidden
USUAL = EncoderOptions(merge=False)


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
    values = " ".join(str(lo) if lo == hi else f"{lo}..{hi}" for lo, hi in record.values.ranges)
    return f"int {name} {next(iter(record.literals()), 1)} {values}"


class Spooled(NamedTuple):
    """A model's clauses in a file that vanishes, for forms other than DIMACS, and its map.

    cnf: a DIMACS file, at its start; written: its size; records: of the map; map: its text in Sugar's form.
    """

    cnf: IO[bytes]
    written: Written
    records: list[dict[str, Any]]
    map: bytes


@contextmanager
def spooled(model: Model, options: EncoderOptions = USUAL) -> Iterator[Spooled]:
    """Encode a model; integers must have order codes.  Errors are those of `encode`."""
    with tempfile.TemporaryFile() as cnf:
        sink = DimacsFile(cnf)
        records = encode(model, sink, options)
        written = sink.finish()
        cnf.seek(0)
        map_ = decoder.of_records(written.num_vars, records)
        yield Spooled(cnf, written, records, sugar_map(map_, model).encode())
