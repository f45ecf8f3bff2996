"""Writing a CSP to two files that belong together, a CNF and its map, with stamps that name their source."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Container, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO, Literal

from .. import __version__, decoder
from ..base import files
from ..cnf.dimacs import Written
from ..cnf.dimacs_file import DimacsFile, new_dimacs
from ..model.model import Model
from .clause_limit import FormulaTooLarge
from .encoder import encode_normalized
from .options import EncoderOptions
from .passes import Normalized, normalized

TOOL = f"csp2sat {__version__}"
STDOUT = "-"
WcnfForm = Literal["p", "h"]  # the hard clauses: with the weight of the header, or with the letter


@files.all_or_nothing()
def write(
    model: Model,
    digest: str,
    cnf: str,
    map_: str,
    options: EncoderOptions,
    show: Container[str] | None = None,
    normal: Normalized | None = None,
) -> Written:
    """Encode a CSP and write the CNF to the path `cnf` and its map to the path `map_`; return size and digest of the
    CNF.

    A path `-` means stdout; a suffix such as `.gz` compresses the file.  `digest` is the SHA-256 (hex) of the input,
    for the stamps.  `show` has names of variables whose literals the CNF lists in a comment for model counters (`c p
    show 2 3 0`); there is no such comment if `show` is None.  `normal` is the normal form of the CSP, perhaps with
    narrower domains; the normal form is computed if `normal` is None.  If the clauses do not fit, and the encodings
    were chosen by use, the CSP is written anew, with long sums in bits or, normalized anew, in an encoding for any
    size, as the stamps say: the bytes are those of these options.  Both files appear complete, or neither appears;
    equal input and enough memory give equal bytes.  Errors are those of `encode`, and FileError.
    """
    stamp = stamp_of(model, digest, options)
    try:
        with _cnf(cnf, comments(stamp)) as sink, new_file_or_stdout(map_) as map_file:
            found = normal or normalized(model, options, whole=False)
            records = encode_normalized(found, sink, options, not options.watches)
            if show is not None:
                shown = decoder.shown(decoder.of_records(sink.num_vars, records), show)
                sink.comment(" ".join(("p show", *map(str, shown), "0")))
            written = sink.finish()
            if options.map_format == "sugar":
                from .sugar_map import sugar_map

                text = iter((sugar_map(decoder.of_records(written.num_vars, records), model),))
            else:
                text = decoder.pieces(header(stamp, written, records, model), records)
            files.write_compressed(map_file, map_, map(str.encode, text))
    except FormulaTooLarge as refused:
        if not refused.instead:
            raise
        return write(model, digest, cnf, map_, replace(options, **refused.instead), show, normal)
    return written._replace(encoding=options.described())


def stamp_of(model: Model, digest: str, options: EncoderOptions) -> dict[str, str]:
    """Return the stamp of a CNF and its map: tool, source (`digest`, the SHA-256 of the input in hex), encoding,
    assumptions.
    """
    stamp = {"tool": TOOL, "source": f"sha256:{digest}", "encoding": options.described()}
    return stamp | ({"assume": model.about["assume"]} if model.about.get("assume") else {})


def comments(stamp: dict[str, str]) -> list[str]:
    """Return the comment lines of a CNF, without `c `, for the entries of a stamp."""
    return [value if key == "tool" else f"{key} {value}" for key, value in stamp.items()]


def header(stamp: dict[str, str], written: Written, records: Sequence[dict[str, Any]], model: Model) -> dict[str, Any]:
    """Return the header of a map: the entries of `stamp`, the size and digest of the written CNF, and facts about the
    CSP.  records: those of the map, whose variables are counted.
    """
    sizes = {"variables": written.num_vars, "clauses": written.num_clauses}
    cnf = {"records": decoder.number_of_variables(records), "cnf": f"sha256:{written.digest}"}
    return {**stamp, **sizes, **cnf, "about": model.about}


@contextmanager
def on_stdout() -> Iterator[BinaryIO]:
    """Yield a temporary file whose content is copied to stdout if the block ends without an exception."""
    with tempfile.TemporaryFile() as body:
        yield body
        body.seek(0)
        files.copy(body, sys.stdout.buffer)
        sys.stdout.buffer.flush()


@contextmanager
def new_file_or_stdout(path: str) -> Iterator[BinaryIO]:
    """Yield a file for `path` that appears only if the block ends without an exception; the path `-` means stdout."""
    with on_stdout() if path == STDOUT else files.new_file(Path(path)) as file:
        yield file


@contextmanager
def _cnf(path: str, stamp: list[str]) -> Iterator[DimacsFile]:
    if path != STDOUT:
        with new_dimacs(Path(path), stamp) as sink:
            yield sink
    else:
        with on_stdout() as body:
            yield DimacsFile(body, stamp)
