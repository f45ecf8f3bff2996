"""Where one encoding overtakes another: at-most-one, counters, long sums; sizes and kissat's times.

    python scripts/crossover.py [amo] [card] [sum] [--runs 3] [--limit 20]

Sizes are exact: of one constraint by itself.  Times are CPU seconds of kissat, medians over seeds, `-` at the limit, on
small families: quasigroups, queens, sudokus and random graphs for at-most-one; covers of random graphs, just possible
and just not, for counters; random equations and magic squares for sums.  The least of a row is marked; the defaults
(`product`, `merging`, `auto`) are read from such tables.
"""

from __future__ import annotations

import argparse
import statistics
import tempfile
from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from random import Random

import instances
from measured import program, run

from csp2sat.base.source import Source
from csp2sat.cnf import counters, gates
from csp2sat.cnf.dimacs_file import new_dimacs
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.clauses.integers import SUMS
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages import sugar

AMO, CARD = tuple(gates.ENCODINGS), counters.WAYS
Row = tuple[str, list[str]]


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("what", nargs="*", choices=["amo", "card", "sum", []], default=[], help="[all]")
    parser.add_argument("--runs", type=int, default=3)
    parser.add_argument("--limit", type=float, default=20.0)
    options = parser.parse_args()
    for name, (ways, sizes, families) in TABLES.items():
        if options.what and name not in options.what:
            continue
        table(f"{name}: variables + clauses", ways, ((title, sizes(title, ways)) for title in SIZES[name]))
        table(f"{name}: kissat's CPU seconds", ways, times(name, ways, families, options))


def table(title: str, ways: tuple[str, ...], rows: Iterator[Row]) -> None:
    print(f"\n{title:28}" + "".join(f"{way:>16}" for way in ways))
    for name, cells in rows:
        print(f"{name:28}" + "".join(f"{cell:>16}" for cell in cells), flush=True)


def marked(numbers: list[float], shown: list[str]) -> list[str]:
    """The least one with a star."""
    least = min(numbers)
    return [f"{text}{'*' if number == least else ' '}" for number, text in zip(numbers, shown, strict=True)]


def sizes_of_amo(title: str, ways: tuple[str, ...]) -> list[str]:
    n = int(title.removeprefix("n = "))

    def make(sink: Sink, way: str) -> None:
        gates.ENCODINGS[way](sink, sink.new(n))

    return _sizes(ways, n, make, "amo")


def sizes_of_card(title: str, ways: tuple[str, ...]) -> list[str]:
    n, k = (int(word) for word in title.removeprefix("at most ").split(" of ")[::-1])

    def make(sink: Sink, _: str) -> None:
        counters.at_most(sink, counters.ones(sink.new(n)), k)

    return _sizes(ways, n, make, "card")


def _sizes(ways: tuple[str, ...], own: int, make: Callable[[Sink, str], None], which: str) -> list[str]:
    found = []
    for way in ways:
        sink = Sink()
        setattr(sink, which, way)
        make(sink, way)
        found.append((sink.num_vars - own - 1, sink.flat().count(0) - 1))
    return marked([clauses for _, clauses in found], [f"{v} + {c}" for v, c in found])


def sizes_of_sum(title: str, ways: tuple[str, ...]) -> list[str]:
    """Random coefficients up to 9, values from 0 on."""
    terms, values = (int(word) for word in title.split()[::3])
    random = Random(terms)
    names = [f"x{i}" for i in range(terms)]
    weights = [random.randint(1, 9) for _ in names]
    sum_ = " ".join(f"(* {weight} {name})" for weight, name in zip(weights, names, strict=True))
    total = sum(weights) * (values - 1) // 2
    text = "".join(f"(int {name} 0 {values - 1})" for name in names) + f"(= (+ {sum_}) {total})"
    model = sugar.read(Source("sum", text))
    found = []
    for way in ways:
        sink = Sink()
        encode(model, sink, EncoderOptions(sums=way))
        found.append((sink.num_vars - 1 - terms * (values - 1), sink.flat().count(0) - 1 - terms * (values - 2)))
    return marked([clauses for _, clauses in found], [f"{v} + {c}" for v, c in found])


def times(name: str, ways: tuple[str, ...], families: dict[str, str], options: argparse.Namespace) -> Iterator[Row]:
    sums = [0.0] * len(ways)
    key = "sums" if name == "sum" else name
    for title, text in families.items():
        model = sugar.read(Source(title, text))
        found = [solve(model, EncoderOptions(**{key: way}), options) for way in ways]
        sums = [
            total + (seconds if seconds < options.limit else options.limit)
            for total, seconds in zip(sums, found, strict=True)
        ]
        yield title, marked(found, [f"{s:.2f}" if s < options.limit else "-" for s in found])
    yield "together", marked(sums, [f"{s:.2f}" for s in sums])


def solve(model: object, how: EncoderOptions, options: argparse.Namespace) -> float:
    """The median over seeds; the limit if one run reaches it."""
    with tempfile.TemporaryDirectory() as folder:
        cnf = Path(folder, "x.cnf")
        with new_dimacs(cnf) as sink:
            encode(model, sink, how)  # type: ignore[arg-type]
            sink.finish()
        found = []
        for seed in range(options.runs):
            used = run([program("kissat"), "-q", f"--seed={seed}", str(cnf)], options.limit)
            if used.late:
                return float(options.limit)
            found.append(used.cpu)
    return statistics.median(found)


def cover(vertices: int, edges: int, most: int, seed: int) -> str:
    """Vertices of a random graph that cover all its edges."""
    pairs = Random(seed).sample(list(combinations(range(vertices), 2)), edges)
    names = [f"x{v}" for v in range(vertices)]
    lines = [f"(int {name} 0 1)" for name in names] + [f"(>= (+ x{u} x{v}) 1)" for u, v in pairs]
    return "\n".join([*lines, f"(<= (+ {' '.join(names)}) {most})"])


SIZES = {
    "amo": [f"n = {n}" for n in (4, 5, 6, 7, 8, 10, 15, 25, 50, 100, 200)],
    "card": [
        f"at most {k} of {n}" for n, k in ((8, 2), (8, 4), (20, 2), (20, 10), (50, 5), (50, 25), (200, 10), (200, 100))
    ],
    "sum": [f"{n} terms of {d} values" for n in (4, 6, 10) for d in (4, 10, 30, 100)],
}
FAMILIES_OF_AMO = {
    "quasigroup 30, 58 % given": instances.quasigroup(30, 0.58),
    "quasigroup 35, 58 % given": instances.quasigroup(35, 0.58, 1),
    "queens 40": instances.nqueens(40),
    "queens 70": instances.nqueens(70),
    "sudoku 16x16, 30 % given": instances.sudoku(instances.sudoku_grid(4, 0.3)),
    "sudoku 25x25, 45 % given": instances.sudoku(instances.sudoku_grid(5, 0.45)),
    "golomb ruler 7 of 24": instances.golomb(7, 24),
    "golomb ruler 8 of 34": instances.golomb(8, 34),
}
FAMILIES_OF_CARD = {
    "cover 70, 350: at most 48": cover(70, 350, 48, 6),
    "cover 70, 350: at most 47": cover(70, 350, 47, 6),
    "cover 80, 240: at most 47": cover(80, 240, 47, 4),
    "cover 80, 240: at most 46": cover(80, 240, 46, 4),
    "cover 100, 250: at most 58": cover(100, 250, 58, 5),
    "cover 100, 250: at most 54": cover(100, 250, 54, 5),
}
FAMILIES_OF_SUM = {
    "2 equations of 6, 0..10": instances.knapsack(6, 10),
    "2 equations of 8, 0..10": instances.knapsack(8, 10, 1),
    "2 equations of 6, 0..40": instances.knapsack(6, 40, 2),
    "2 equations of 8, 0..40": instances.knapsack(8, 40, 3),
    "2 equations of 8, 0..100": instances.knapsack(8, 100, 4),
    "2 equations of 10, 0..100": instances.knapsack(10, 100, 5),
    "2 equations of 6, 0..500": instances.knapsack(6, 500, 6),
    "magic square 4": instances.magic_square(4),
    "magic square 5": instances.magic_square(5),
    "magic square 6": instances.magic_square(6),
    "magic square 7": instances.magic_square(7),
}
TABLES: dict[str, tuple[tuple[str, ...], Callable[[str, tuple[str, ...]], list[str]], dict[str, str]]] = {
    "amo": (AMO, sizes_of_amo, FAMILIES_OF_AMO),
    "card": (CARD, sizes_of_card, FAMILIES_OF_CARD),
    "sum": (SUMS, sizes_of_sum, FAMILIES_OF_SUM),
}

if __name__ == "__main__":
    main()
