"""Writing a CSP to F.wcnf or F.opb, and F.map: the clauses of the CNF, with the costs of its models.

The CSP is encoded once, into a CNF; a form says how clauses and costs are written.
"""

from __future__ import annotations

import hashlib
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import IO, BinaryIO, NamedTuple

from .. import decoder
from ..base import files as storage
from ..base.time_limit import check_time
from ..cnf.dimacs import Written
from ..cnf.dimacs_file import DimacsFile
from ..cnf.sink import Sink
from ..ints.order import constant
from ..model.model import Model
from . import files
from .costs import Costs, costs_of, soft_literals
from .encoder import encode
from .options import EncoderOptions

NOTHING = {"objective": "minimize", "values": [[0, 0]], **constant(Sink(), 0).record()}  # can cost anything
ClauseLines = Iterator[list[bytes]]


class WeightedForm(NamedTuple):
    """A file format for a formula whose models have costs: WCNF or OPB.

    text: a function from the lines of the CNF (in batches), the size of the CNF, and the costs of its models (None if
    no model costs anything) to the pieces of the file.  clauses: a function that returns the number of clauses that the
    format adds for these costs.
    """

    text: Callable[[ClauseLines, Written, Costs | None], Iterable[bytes]]
    clauses: Callable[[Costs], int]


@storage.all_or_nothing()
def write(
    model: Model, digest: str, path: str, map_: str, options: EncoderOptions, form: WeightedForm, weighed: bool
) -> Written:
    """Write a CSP in a weighted format to `path`, and its map, always as JSON, to `map_`, as `files.write` does; return
    size and digest.

    `digest` is the SHA-256 (hex) of the input; `weighed` says whether the formula gets costs, even if all are 0.  Raise
    ModelError if a soft constraint of the model is neither a Boolean variable nor the negation of a Boolean variable;
    other errors are those of `encode`, and of the form.
    """
    stamp = files.stamp_of(model, digest, options)
    with tempfile.TemporaryFile() as hard, files.new_file_or_stdout(map_) as map_file:
        sink = DimacsFile(hard, files.comments(stamp))
        records = encode(model, sink, replace(options, map_format="json"))
        size = sink.finish()
        soft = soft_literals(model, decoder.of_records(size.num_vars, records))
        records += [{"soft": literal, "weight": weight} for weight, literal in soft]
        if weighed and not model.soft and model.objective is None:
            records.append(NOTHING)
        costs = costs_of(decoder.of_records(size.num_vars, records)) if weighed else None
        text = form.text(_lines(hard), size, costs)
        with files.new_file_or_stdout(path) as file:
            digest, length = _write(file, path, text)
        clauses = size.num_clauses + (0 if costs is None else form.clauses(costs))
        written = Written(size.num_vars, clauses, length, digest)
        map_text = decoder.write(files.header(stamp, written, records, model), records)
        storage.write_compressed(map_file, map_, (map_text.encode(),))
    return written


def _lines(hard: IO[bytes]) -> ClauseLines:
    """Yield the lines of a CNF file from its start, in batches of about a mebibyte."""
    hard.seek(0)
    while lines := hard.readlines(1 << 20):
        check_time()
        yield lines


def _write(file: BinaryIO, path: str, pieces: Iterable[bytes]) -> tuple[str, int]:
    """Write the pieces, compressed as the suffix of `path` asks; return the SHA-256 (hex) and the number of the
    uncompressed bytes.
    """
    sha, length = hashlib.sha256(), 0
    packed = storage.compressed(file, path)
    for piece in pieces:
        sha.update(piece)
        length += packed.write(piece)
    if packed is not file:
        packed.close()
    return sha.hexdigest(), length
