#!/usr/bin/env python3
"""Compare the estimated with the real number of clauses of XCSP3 instances.

    python scripts/xcsp3_sizes.py FILE ... [--most CLAUSES] [--encoding NAME] [--kinds]

A line a file: estimate, clauses, their quotient, CPU seconds of the estimate and of the encoding; last how many of the
estimates are within a factor of 2, and the least and the greatest quotient.  A file with an estimate of more than
`--most` clauses is not encoded.  `--kinds` shows the clauses by operator, too.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from csp2sat.base.files import read_source
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import Encoder
from csp2sat.encoder.observe.observer import Scene, Watch
from csp2sat.encoder.options import EncoderOptions
from csp2sat.encoder.passes import Selected, normalized, prepared
from csp2sat.encoder.select.estimates import estimate
from csp2sat.errors import Csp2SatError
from csp2sat.languages.xcsp3 import read
from csp2sat.model.expr import Expr

SMALL = 500  # clauses; of fewer no factor counts


class Counting(Sink):
    """A sink that counts its clauses and keeps none of them."""

    def flush(self) -> None:
        self.num_clauses += self.out.count(0) + self.defs.count(0)
        self.out.clear()
        self.defs.clear()


class Kinds(Watch):
    """The clauses by the operator of the required formula that they were written for."""

    def __init__(self) -> None:
        self.clauses: Counter[str] = Counter()
        self._before = 0

    def begin(self, scene: Scene) -> None:
        self._sink = scene.sink

    def coded(self, x: int) -> None:
        self._add("codes")

    def required(self, formula: Expr, number: int) -> None:
        self._add(formula.op if formula.op != "not" else f"not {formula.args[0].op}")

    def _add(self, kind: str) -> None:
        self._sink.flush()
        self.clauses[kind] += self._sink.num_clauses - self._before
        self._before = self._sink.num_clauses


def sizes(found: Selected, options: EncoderOptions) -> int:
    """Return the number of clauses that are written."""
    sink = Counting()
    encoder = Encoder(found, sink, options)
    encoder.write(found.propagated.normal.norm.required, encoder.declare())
    sink.flush()
    return sink.num_clauses


def measured(path: Path, options: EncoderOptions, most: int) -> float | None:
    """Print the line of a file; return the quotient, None for few clauses or a file that is not encoded."""
    try:
        found = prepared(normalized(read(read_source(str(path))), options), options)
        began = time.process_time()
        about = estimate(found.propagated.normal.norm, found.aliases.free, found.encodings).total
        took = time.process_time() - began
        if about > most:
            print(f"{path.name}: about {about} clauses, {took:.2f} s; not encoded", flush=True)
            return None
        clauses = sizes(found, options)
    except Csp2SatError as error:
        print(f"{path.name}: {str(error)[:100]}", flush=True)
        return None
    quotient = about / max(1, clauses)
    seconds = time.process_time() - began - took
    print(f"{path.name}: about {about}, {clauses} clauses, {quotient:.2f}, {took:.2f} s, {seconds:.2f} s", flush=True)
    return quotient if clauses > SMALL else None


def main() -> None:
    """Print a line for each file, and a summary."""
    parser = argparse.ArgumentParser(description="Compare estimated with real numbers of clauses.")
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--most", type=int, default=5_000_000)
    parser.add_argument("--encoding", default="auto")
    parser.add_argument("--kinds", action="store_true")
    given = parser.parse_args()
    quotients = []
    for path in given.files:
        kinds = Kinds()
        options = EncoderOptions(given.encoding, watches=(kinds,) if given.kinds else ())
        quotient = measured(path, options, given.most)
        quotients += [] if quotient is None else [quotient]
        if given.kinds:
            print("   ", ", ".join(f"{kind} {number}" for kind, number in kinds.clauses.most_common(8)))
    near = sum(1 / 2 <= quotient <= 2 for quotient in quotients)
    ends = f", least {min(quotients):.2f}, greatest {max(quotients):.2f}" if quotients else ""
    print(f"{near} of {len(quotients)} within a factor of 2{ends}")


if __name__ == "__main__":
    main()
