"""How long does it take to write a model in Python?  Against CPMpy in the same process, the two in turn.

    python scripts/bench_building.py [--constraints 100000] [--runs 5]        (needs cpmpy)

Building only: nothing is encoded or solved.  Printed are medians of wall seconds, and the ratio for each kind of model.
"""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from bench_frame import Table, arguments, medians, positive

import csp2sat
from csp2sat import build

VARIABLES = 1000


def cases(cp: Any) -> dict[str, tuple[Callable[[int], Any], Callable[[int], Any]]]:
    """For each kind of constraint how it is written here and there; each takes the number of constraints."""

    def ours(constraint: Callable[[Any, Any, int], Any]) -> Callable[[int], Any]:
        def made(number: int) -> Any:
            m = csp2sat.Model()
            xs, ps = list(m.int_array("x", VARIABLES, 0, 9)), list(m.bool_array("p", VARIABLES))
            for i in range(number):
                m.add(constraint(xs, ps, i))
            return m

        return made

    def theirs(constraint: Callable[[Any, Any, int], Any]) -> Callable[[int], Any]:
        def made(number: int) -> Any:
            m = cp.Model()
            xs, ps = list(cp.intvar(0, 9, VARIABLES, name="x")), list(cp.boolvar(VARIABLES, name="p"))
            for i in range(number):
                m.add(constraint(xs, ps, i))
            return m

        return made

    def both(constraint: Callable[[Any, Any, int], Any]) -> tuple[Callable[[int], Any], Callable[[int], Any]]:
        return ours(constraint), theirs(constraint)

    n = VARIABLES
    return {
        "x + y <= c": both(lambda xs, ps, i: xs[i % n] + xs[(i * 7 + 1) % n] <= i % 19),
        "x != y": both(lambda xs, ps, i: xs[i % n] != xs[(i * 7 + 1) % n]),
        "p | ~q | (x > c)": both(lambda xs, ps, i: ps[i % n] | ~ps[(i * 7 + 1) % n] | (xs[i % n] > i % 9)),
        "p.implies(x == c)": both(lambda xs, ps, i: ps[i % n].implies(xs[(i * 3) % n] == i % 10)),
        "sum of 10": both(lambda xs, ps, i: sum(xs[(i + j * 13) % n] for j in range(10)) <= i % 90),
        "2x + 3y - z == c": both(lambda xs, ps, i: 2 * xs[i % n] + 3 * xs[(i + 1) % n] - xs[(i * 7) % n] == i % 30),
        "all different of 5": (
            ours(lambda xs, ps, i: build.all_different([xs[(i + j * 17) % n] for j in range(5)])),
            theirs(lambda xs, ps, i: cp.AllDifferent([xs[(i + j * 17) % n] for j in range(5)])),
        ),
    }


def seconds(make: Callable[[int], Any], number: int) -> float:
    """Wall seconds of building such a model."""
    gc.collect()
    start = time.perf_counter()
    made = make(number)
    taken = time.perf_counter() - start
    del made
    return taken


def main() -> None:
    parser = arguments(__doc__, runs=5)
    parser.add_argument("--constraints", type=positive, default=100_000)
    options = parser.parse_args()
    import cpmpy

    columns = {"csp2sat, s": "20.3f", "CPMpy, s": "12.3f", "ratio": "8.2f"}
    table = Table(f"{options.constraints} constraints", 20, columns)
    for name, makers in cases(cpmpy).items():
        ours, theirs = medians([partial(seconds, make, options.constraints) for make in makers], options.runs)
        table.line(name, (ours, theirs, ours / theirs))


if __name__ == "__main__":
    main()
