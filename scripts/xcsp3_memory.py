#!/usr/bin/env python3
"""Show what memory the encoding of XCSP3 instances takes, and what of it is kept.

    python scripts/xcsp3_memory.py FILE ... [--most MB]

A line a file: megabytes of the CNF; of the process, beyond those of an empty one, when the model is read, when all
clauses are written, and at most; integers of the largest block of clauses before it was handed on; the quotient of the
peak and what is kept.  A quotient of more than 2.5 on a peak of more than `--most` is marked with `!`, and the exit
code is 1.  Each file has a process of its own.
"""

from __future__ import annotations

import argparse
import resource
import sys
import tempfile
from multiprocessing import get_context
from pathlib import Path
from typing import NamedTuple

from csp2sat.base.files import read_source
from csp2sat.cnf.dimacs_file import DimacsFile
from csp2sat.encoder.files import write
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import Csp2SatError
from csp2sat.languages.xcsp3 import read

QUOTIENT = 2.5
MB = 1 << 20


class Used(NamedTuple):
    """What the encoding of an instance took: megabytes, and integers of the largest block of clauses."""

    cnf: float
    read: float
    kept: float
    peak: float
    block: int


class Blocks:
    """The largest block of clauses that any file was handed."""

    def __init__(self) -> None:
        self.largest = 0
        before = DimacsFile.flush

        def flush(sink: DimacsFile) -> None:
            self.largest = max(self.largest, len(sink.out) + len(sink.defs))
            before(sink)

        DimacsFile.flush = flush  # type: ignore[assignment, method-assign]


def resident() -> float:
    """Return the megabytes that this process has now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / MB


def measured(path: str) -> Used | str:
    """Encode an instance; return what that took, or why it is refused."""
    blocks, empty = Blocks(), resident()
    try:
        with tempfile.TemporaryDirectory() as folder:
            model = read(read_source(path))
            after_reading = resident()
            found = write(model, "0" * 64, f"{folder}/a.cnf", f"{folder}/a.map", EncoderOptions("auto"))
            kept, peak = resident(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    except Csp2SatError as error:
        return str(error)[:100]
    return Used(found.size / MB, after_reading - empty, kept - empty, peak - empty, blocks.largest)


def main() -> int:
    """Print a line for each file; return 1 if a large one is marked, else 0."""
    parser = argparse.ArgumentParser(description="Show what memory the encoding of XCSP3 instances takes.")
    parser.add_argument("files", nargs="+")
    parser.add_argument("--most", type=float, default=100, help="megabytes that a peak may have with any quotient")
    given, marked = parser.parse_args(), 0
    for path in given.files:
        with get_context("spawn").Pool(1) as pool:
            used = pool.apply(measured, (path,))
        if isinstance(used, str):
            print(f"{Path(path).name}: {used}", flush=True)
            continue
        quotient = used.peak / max(used.kept, 1)
        is_marked = used.peak > given.most and quotient > QUOTIENT
        marked += is_marked
        parts = f"CNF {used.cnf:.1f}, read {used.read:.0f}, kept {used.kept:.0f}, peak {used.peak:.0f} MB"
        print(f"{Path(path).name}: {parts}, block {used.block}, {quotient:.2f}{' !' * is_marked}", flush=True)
    return int(marked > 0)


if __name__ == "__main__":
    sys.exit(main())
