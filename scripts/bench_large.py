"""Encoding a large CSP in several checkouts of this repository, in turn: CPU seconds, and the ratio to the first one.

    python scripts/bench_large.py CHECKOUT ... [--runs 3] [--size 4000000] [--seed 1] [--input FILE]

The CSP text mixes what real files do: sums, relations, alldifferent, logic and element, around a solution that was
drawn first, so that propagation decides little; --input measures another file.  `differs` marks another formula than
the first checkout's.
"""

from __future__ import annotations

import hashlib
import os
import random
import statistics
import tempfile
from pathlib import Path

import measured
from bench_frame import arguments, positive

RELATIONS = 40
MOST = 20  # largest value


class Mixed:
    """A random CSP around a drawn solution."""

    def __init__(self, size: int, seed: int) -> None:
        self.random = random.Random(seed)
        self.ints = [self.random.randint(2, MOST - 2) for _ in range(size // 100)]
        self.bools = [self.random.random() < 0.5 for _ in range(size // 100)]
        draw = self.random.randint
        self.rows = [{(draw(0, MOST), draw(0, MOST)) for _ in range(200)} for _ in range(RELATIONS)]

    def text(self, size: int) -> str:
        """Declarations, and constraints until the text has `size` characters."""
        lines = [f"(int x{i} 0 {MOST})" for i in range(len(self.ints))]
        lines += [f"(bool b{i})" for i in range(len(self.bools))]
        for i, rows in enumerate(self.rows):
            lines.append(f"(relation r{i} 2 (supports {' '.join(f'({a} {b})' for a, b in sorted(rows))}))")
        length = sum(len(line) + 1 for line in lines)
        kinds = {self.sum: 30, self.relation: 10, self.different: 5, self.clause: 30, self.iff: 15, self.element: 10}
        while length < size:
            (kind,) = self.random.choices([*kinds], [*kinds.values()])
            if line := kind():
                lines.append(line)
                length += len(line) + 1
        return "\n".join(lines) + "\n"

    def some(self, count: int) -> list[int]:
        """Numbers of different variables."""
        return self.random.sample(range(len(self.ints)), count)

    def literal(self, true: bool) -> str:
        """A literal that the solution makes true or false."""
        i = self.random.randrange(len(self.bools))
        return f"b{i}" if self.bools[i] == true else f"(not b{i})"

    def sum(self) -> str:
        if self.random.random() < 0.5:
            i, j = self.some(2)
            least = self.ints[j] - self.ints[i]
            return f"(<= (+ x{i} {self.random.randint(-3, least)}) x{j})" if least >= -3 else ""
        terms = [(self.random.randint(1, 3), i) for i in self.some(self.random.randint(2, 4))]
        value = sum(factor * self.ints[i] for factor, i in terms)
        words = " ".join(f"(* {factor} x{i})" for factor, i in terms)
        sign, bound = self.random.choice([("<=", value + 10), (">=", value - 10), ("=", value), ("!=", value + 1)])
        return f"({sign} (+ {words}) {bound})"

    def relation(self) -> str:
        i, j = self.some(2)
        fits = [r for r, rows in enumerate(self.rows) if (self.ints[i], self.ints[j]) in rows]
        return f"(r{self.random.choice(fits)} x{i} x{j})" if fits else ""

    def different(self) -> str:
        chosen = {self.ints[i]: i for i in self.some(6)}.values()
        return f"(alldifferent {' '.join(f'x{i}' for i in chosen)})"

    def clause(self) -> str:
        (i,) = self.some(1)
        rest = self.literal(self.random.random() < 0.5)
        return f"(or {self.literal(True)} (and {rest} {self.literal(False)}) (<= x{i} {self.random.randint(2, 18)}))"

    def iff(self) -> str:
        i, j, k = self.some(3)
        bound = self.random.randint(2, 18)
        true = self.ints[i] >= bound and self.ints[j] != self.ints[k]
        return f"(iff {self.literal(true)} (and (>= x{i} {bound}) (!= x{j} x{k})))"

    def element(self) -> str:
        inside = self.some(MOST + 1)[: self.random.randint(3, 6)]
        index = next((i for i in self.some(50) if self.ints[i] <= len(inside)), None)
        if index is None:
            return ""
        return f"(element x{index} ({' '.join(f'x{i}' for i in inside)}) x{inside[self.ints[index] - 1]})"


def formula_of(cnf: Path) -> str:
    """Return a digest of the clauses, without the comments, which name the version."""
    with cnf.open("rb") as lines:
        return hashlib.sha256(b"".join(line for line in lines if not line.startswith(b"c"))).hexdigest()


def main() -> None:
    parser = arguments(__doc__, runs=3)
    parser.add_argument("checkouts", nargs="+", type=lambda path: Path(path).resolve(), metavar="CHECKOUT")
    parser.add_argument("--size", type=positive, default=4_000_000, help="characters")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--input", type=lambda path: Path(path).resolve())
    options = parser.parse_args()
    used: dict[Path, list[measured.Used]] = {}
    formulas: dict[Path, str] = {}
    with tempfile.TemporaryDirectory() as name:
        source, cnf = options.input or Path(name, "large.csp"), Path(name, "out.cnf")
        if not options.input:
            source.write_text(Mixed(options.size, options.seed).text(options.size))
        print(f"{source.name}: {source.stat().st_size:,} bytes")
        for _ in range(options.runs):
            for checkout in options.checkouts:
                os.chdir(checkout)  # where `python -m` looks first
                run = measured.succeed([*measured.CSP2SAT, "encode", str(source), "-o", str(cnf)])
                used.setdefault(checkout, []).append(run)
                formulas[checkout] = formula_of(cnf)
    cpu = {checkout: statistics.median(run.cpu for run in runs) for checkout, runs in used.items()}
    first = options.checkouts[0]
    for checkout, runs in used.items():
        memory = max(run.memory for run in runs)
        note = "" if formulas[checkout] == formulas[first] else "  differs"
        print(f"{checkout}: {cpu[checkout]:.2f} s, {cpu[checkout] / cpu[first]:.2f}, {memory:.0f} MiB{note}")


if __name__ == "__main__":
    main()
