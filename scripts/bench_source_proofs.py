"""Sizes and times of proofs from the source: of boards of each kind that can be stated, of files, of job shops.

    python scripts/bench_source_proofs.py [FILE|SHOP ...]

SHOP: a job shop of tests/data/job_shops.json, such as ft06; ft06/3 has its first three jobs and tasks of each.

For each input: clauses of the CNF, bytes of the CNF, bytes of the statement and of the proof before the solver's first
lemma as multiples of that; CPU seconds for encoding to the bytes of the CNF, for the statement, for writing the proof
(which encodes once more, with notes), and for checking both: the least of three times where they are below a second.
At the end the medians, and the worst.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator
from itertools import combinations, pairwise
from pathlib import Path
from statistics import median
from typing import NamedTuple

import csp2sat
from csp2sat.api.inputs import read_input
from csp2sat.api.problems import problem_of
from csp2sat.base.interpreter import CollectorOff
from csp2sat.cnf import dimacs
from csp2sat.cnf.sink import Sink
from csp2sat.deriving.derivation import SourceDerivation
from csp2sat.deriving.recording import options_of, recorded
from csp2sat.encoder.encoder import encode
from csp2sat.errors import Csp2SatError, LimitReached
from csp2sat.model.expr import Expr, node
from csp2sat.model.model import Model
from csp2sat.proofs.pb_checker.checker import check
from csp2sat.proofs.pb_checker.reading import CheckedText
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement

LONGEST = 60  # seconds of a check
SHOPS = Path(__file__).parent.parent / "tests" / "data" / "job_shops.json"


class Sizes(NamedTuple):
    """The figures of one input."""

    name: str
    clauses: int
    cnf: int
    statement: float
    proof: float
    encode: float
    state: float
    write: float
    check: float
    lines: float


def measured(name: str, model: Model) -> Sizes:
    """The figures of a model.  Raises NotStated, and NotAccepted for a derivation that fails."""
    with CollectorOff():
        found = [_measured(name, model)]
        while sum(found[0][5:9]) < 1 and len(found) < 3:
            found.append(_measured(name, model))
    return found[0]._replace(
        **{each: min(getattr(s, each) for s in found) for each in ("encode", "state", "write", "check")}
    )


def _measured(name: str, model: Model) -> Sizes:
    times = [time.process_time()]
    sink = Sink()
    encode(model, sink, options_of("order"))
    size = len(dimacs.lines_of(sink.flat()))
    times.append(time.process_time())
    statement = SourceStatement(model)
    times.append(time.process_time())
    found = recorded(model, options_of("order"))
    derivation = SourceDerivation(statement, found, care=0)
    derivation.clauses(found.flat)
    proof = derivation.unfinished()
    times.append(time.process_time())
    try:
        check(CheckedText("opb", statement.text), CheckedText("pbp", proof), time.monotonic() + LONGEST)
    except LimitReached:
        print(f"{name}: the check was ended after {LONGEST} s")
    times.append(time.process_time())
    number = found.flat.count(0)
    sizes = (number, size, len(statement.text) / size, len(proof) / size)
    return Sizes(name, *sizes, *(after - before for before, after in pairwise(times)), proof.count("\n") / number)


def inputs() -> Iterator[tuple[str, Model]]:
    """Yield the files that were named, or the boards of all kinds."""
    shops = json.loads(SHOPS.read_text())
    for path in sys.argv[1:]:
        name, _, size = path.partition("/")
        if name in shops:
            yield path, job_shop([job[: int(size or 99)] for job in shops[name]["jobs"][: int(size or 99)]])
        else:
            yield Path(path).name, read_input(path, None, None).as_problem().exact_attempt().model()
    if sys.argv[1:]:
        return
    for kind in PUZZLES:
        text = next(text for text, drawing in PUZZLES[kind].samples if drawing)
        yield kind, problem_of(csp2sat.loads(text)).exact_attempt().model()


def job_shop(jobs: list[list[list[int]]]) -> Model:
    """The least end of all tasks.  jobs: for each job its tasks in order, (machine, duration)."""
    model, on = Model(), dict[int, list[tuple[Expr, int]]]()
    most = sum(duration for job in jobs for _, duration in job)
    end = model.int("end", 0, most)
    for number, job in enumerate(jobs):
        before: Expr | int = 0
        for at, (machine, duration) in enumerate(job):
            begin = model.int(f"s{number}_{at}", 0, most - duration)
            model.add(node("le", before, begin))
            before = node("add", begin, duration)
            on.setdefault(machine, []).append((begin, duration))
        model.add(node("le", before, end))
    for (s, d), (t, e) in (pair for tasks in on.values() for pair in combinations(tasks, 2)):
        model.add(node("or", node("le", node("add", s, d), t), node("le", node("add", t, e), s)))
    model.minimize(end)
    return model


def main() -> None:
    found: list[Sizes] = []
    measured("ft06", job_shop([[[0, 1], [1, 1]]] * 2))  # so that imports are not counted
    sys.stdout.reconfigure(line_buffering=True)
    print("| input | clauses | kB | statement | proof | encode, s | state, s | write, s | check, s | lines a clause |")
    print("|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
    for name, model in inputs():
        try:
            found.append(measured(name, model))
        except NotStated:
            continue
        except Csp2SatError as error:
            print(f"| {name} | {str(error).splitlines()[:2]} |")
            continue
        s = found[-1]
        print(
            f"| {s.name} | {s.clauses:,} | {s.cnf / 1000:,.0f} | {s.statement:.1f} | {s.proof:.1f} | {s.encode:.3f} | "
            f"{s.state:.3f} | {s.write:.3f} | {s.check:.2f} | {s.lines:.1f} |"
        )
    if found:
        print(
            f"median: proof {median(s.proof for s in found):.1f} times the CNF, worst {max(s.proof for s in found):.1f}"
        )
        for words, factors in (
            ("writing the proof", [s.write / s.encode for s in found]),
            ("statement and proof", [(s.state + s.write) / s.encode for s in found]),
        ):
            print(f"median: {words} {median(factors):.1f} times as long as encoding, worst {max(factors):.1f}")


if __name__ == "__main__":
    main()
