"""Model -> F.cnf and F.map: two files that belong together."""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Container, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .. import __version__, decoder
from ..base import files
from ..cnf.dimacs import DimacsFile, Written, new_dimacs
from ..model.model import Model
from .encoder import EncoderOptions, describe, encode

TOOL = f"csp2sat {__version__}"
STDOUT = "-"


def write(
    model: Model, source: str, cnf: str, map_: str, options: EncoderOptions, show: Container[str] | None = None
) -> Written:
    """Encode a model to a CNF (a path, or `-` for stdout) and its map; a suffix says how to compress either.

    source: SHA-256 (hex) of the input, for the stamps.  show: names of variables; the CNF gets a comment that names
    their literals for programs that count (`c p show 2 3 0`).  Both files appear complete, or neither does; equal input
    gives equal bytes.
    """
    stamp = {"tool": TOOL, "source": f"sha256:{source}", "encoding": describe(options)}
    if model.about.get("assume"):
        stamp["assume"] = model.about["assume"]
    with files.new_file(Path(map_)) as map_file:
        with _cnf(cnf, [stamp["tool"], *(f"{k} {v}" for k, v in stamp.items() if k != "tool")]) as sink:
            records = encode(model, sink, options)
            if show is not None:
                sink.comment(_show(records, sink.num_vars, show))
            written = sink.finish()
        if options.map_format == "sugar":
            from .sugar_map import sugar_map

            text = sugar_map(decoder.of_records(written.num_vars, records), model)
        else:
            text = decoder.write(_header(stamp, written, records, model), records)
        files.write_compressed(map_file, map_, (text.encode(),))
    return written


def _header(stamp: dict[str, str], written: Written, records: list[dict[str, Any]], model: Model) -> dict[str, Any]:
    return {
        **stamp,
        "variables": written.num_vars,
        "clauses": written.num_clauses,
        "records": decoder.number_of_variables(records),
        "cnf": f"sha256:{written.digest}",
        "about": model.about,
    }


def _show(records: list[dict[str, Any]], num_vars: int, names: Container[str]) -> str:
    shown = decoder.shown(decoder.of_records(num_vars, records), names)
    return " ".join(("p show", *map(str, shown), "0"))


@contextmanager
def _cnf(path: str, stamp: list[str]) -> Iterator[DimacsFile]:
    if path != STDOUT:
        with new_dimacs(Path(path), stamp) as sink:
            yield sink
        return
    with tempfile.TemporaryFile() as body:
        yield DimacsFile(body, stamp)
        body.seek(0)
        files.copy(body, sys.stdout.buffer)
        sys.stdout.buffer.flush()
