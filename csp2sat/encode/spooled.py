"""A model's clauses in a file that vanishes, for forms other than DIMACS, and the map in Sugar's form."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, NamedTuple

from .. import mapfile
from ..cnf.dimacs import DimacsFile, Written
from ..model.model import Model
from ..text import Source
from .encoder import Options, encode
from .sugar_map import sugar_map

USUAL = Options(merge=False)


class Spooled(NamedTuple):
    """cnf: a DIMACS file, at its start; written: its size; records: of the map; map: its text in Sugar's form."""

    cnf: IO[bytes]
    written: Written
    records: list[dict[str, Any]]
    map: bytes


@contextmanager
def spooled(model: Model, options: Options = USUAL) -> Iterator[Spooled]:
    """Encode a model; integers must have order codes.  Errors are those of `encode`."""
    with tempfile.TemporaryFile() as cnf:
        sink = DimacsFile(cnf)
        records = encode(model, sink, options)
        written = sink.finish()
        cnf.seek(0)
        size = len(model.ints) + len(model.bools)
        header = {"variables": written.num_vars, "records": size, "cnf": f"sha256:{written.digest}"}
        map_ = mapfile.read(Source("map", mapfile.write(header, records)))
        yield Spooled(cnf, written, records, sugar_map(map_, model).encode())
