"""Random FlatZinc models: csp2sat against brute force, and against `fzn-gecode` where that is installed.

    python scripts/fuzz_flatzinc.py [COUNT] [--seed SEED] [--only NAME] [--door N] [--gecode N] [--uses]
    python scripts/fuzz_flatzinc.py [COUNT] --minizinc [--seed SEED] [--only NAME] [--gecode N] [--uses]

Compared are, for each model, all solutions (of the outputs) and the best value of the objective: from the CNF under a
random encoding; every N-th time by `csp2sat-fzn` itself; and every N-th time by fzn-gecode, of models whose
constraints it has.  With --minizinc the models are written in MiniZinc, with arrays that begin anywhere and arguments
that may be undefined; `minizinc` compiles them with the library of csp2sat, and every N-th time with its own library
for fzn-gecode.  A disagreement prints the seed and the model, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.minizinc_forms import MiniZincMaker, as_minizinc
from support.oracle import best_by_cnf, enumerate_answers
from support.random_flatzinc import MEANINGS, Maker, RandomFlatZinc

from csp2sat.base.source import Source
from csp2sat.cli.fzn.install import install
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import ModelError
from csp2sat.languages.flatzinc import read
from csp2sat.languages.flatzinc.answers import show_output

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")
COMPARISONS = "eq|ne|le|lt|ge|gt"
GECODE = re.compile(  # the constraints that fzn-gecode has
    rf"int_(?:lin_)?(?:{COMPARISONS})(?:_reif)?|int_(?:plus|times|div|mod|abs|max|min)|set_in(?:_reif)?"
    r"|bool_(?:eq|le|lt|clause)(?:_reif)?|bool_(?:not|and|or|xor|lin_eq|lin_le)|bool2int|array_\w+(?<!_reif)(?<!_imp)"
)


def problems(made: RandomFlatZinc, seed: int) -> list[str]:
    """The disagreements of the CNF, in words."""
    model = read(Source("model", made.text()))
    options = EncoderOptions(Random(seed).choice(ENCODINGS), polarity=Random(seed).choice(("used", "both")))
    if made.objective is not None:
        best, expected = best_by_cnf(model, options), made.best()
        return [] if best == expected else [f"{options.encoding}: the best is {best}, right is {expected}"]
    found = [_values(show_output(model, answer), made.outputs) for answer in enumerate_answers(model, options)]
    if len(found) != len(set(found)):
        return [f"{options.encoding}: a solution came twice"]
    return _compared(options.encoding, set(found), made.solutions())


def _compared(who: str, found: set[Any], expected: set[Any]) -> list[str]:
    if found == expected:
        return []
    few, many = sorted(expected - found)[:3], sorted(found - expected)[:3]
    return [f"{who}: {len(found)} solutions, right are {len(expected)}; missing {few}, wrong {many}"]


def _values(text: str, names: list[str]) -> tuple[int, ...]:
    """The values in the lines of a solution, of these names."""
    words = dict(line.rstrip(";").split(" = ") for line in text.splitlines() if " = " in line)
    return tuple(int({"true": "1", "false": "0"}.get(words[name], words[name])) for name in names)


def asked(made: RandomFlatZinc, command: list[str]) -> list[str]:
    """The disagreements of a program that takes FlatZinc."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "model.fzn"
        path.write_text(made.text())
        done = subprocess.run([*command, "-a", str(path)], capture_output=True, text=True, timeout=60)
    if done.returncode:
        return [f"{command[0]}: exit code {done.returncode}: {done.stderr[:300]}"]
    *texts, end = done.stdout.split("----------\n")
    found = [_values(text, made.outputs) for text in texts]
    complete = end.startswith("==========") or (not found and "=====UNSATISFIABLE=====" in end)
    who = Path(command[-1]).name
    if not complete:
        return [f"{who}: no end of the solutions: {end[:100]}"]
    if made.objective is None:
        return _compared(who, set(found), made.solutions())
    return _best(who, made, found)


def _best(who: str, made: RandomFlatZinc, found: list[tuple[int, ...]]) -> list[str]:
    expected, word = made.best(), made.objective[1]
    if (expected is None) != (not found):
        return [f"{who}: {len(found)} solutions, the best is {expected}"]
    if not found or word not in made.outputs:
        return []
    best = found[-1][made.outputs.index(word)]
    return [] if best == expected else [f"{who}: the best is {best}, right is {expected}"]


# of these MiniZinc's own library has reified forms that are wrong: helpers that stay free, a parenthesis
WRONG_IN_STD = re.compile("(?:fzn_mdd_nondet|csp2sat_sliding_sum)_(?:reif|imp)")


class Refused(Exception):
    """MiniZinc, or a solver, does not take the model."""


class MiniZinc:
    """Models through `minizinc`, by csp2sat and by fzn-gecode; both configurations are in the folder."""

    def __init__(self, folder: Path):
        self._model = folder / "model.mzn"
        self._solvers = {"csp2sat": install(folder), "gecode": folder / "std-gecode.msc"}
        about = {"id": "org.gecode.std", "name": "std-gecode", "version": "1", "stdFlags": ["-a"], "mznlib": "-Gstd"}
        self._solvers["gecode"].write_text(json.dumps({**about, "executable": shutil.which("fzn-gecode")}))

    def problems(self, made: RandomFlatZinc, who: str) -> list[str]:
        """The disagreements.  Raises Refused."""
        if who == "gecode" and any(WRONG_IN_STD.fullmatch(call.name) for call in made.calls):
            raise Refused("a reified constraint that is wrong in its library")
        self._model.write_text(as_minizinc(made))
        command = ["minizinc", "--solver", str(self._solvers[who]), "-a", str(self._model)]
        done = subprocess.run(command, capture_output=True, text=True, timeout=120)
        if done.returncode or "=====ERROR=====" in done.stdout:
            raise Refused("; ".join(line for line in done.stderr.splitlines() if "rror" in line)[:120])
        *texts, end = done.stdout.split("----------\n")
        found = [tuple(int({"true": "1", "false": "0"}.get(w, w)) for w in text.split()) for text in texts]
        if "==========" not in end and (found or "=====UNSATISFIABLE=====" not in end):
            return [f"no end of the solutions: {end[:100]}"]
        if made.objective is None:
            return _compared("minizinc", set(found), made.solutions())
        best, expected = found[-1][-1] if found else None, made.best()
        return [] if best == expected else [f"the best is {best}, right is {expected}"]


class Fuzzed:
    """What came out of random MiniZinc models."""

    def __init__(self, minizinc: MiniZinc, every: int):
        self._minizinc, self._every = minizinc, every
        self.counts: Counter[str] = Counter()
        self.refused: dict[str, list[int]] = {}

    def ask(self, made: RandomFlatZinc, seed: int) -> list[str]:
        """The disagreements of csp2sat.  Where Gecode says the same, it is what the compiler made of the model."""
        self.counts["models"] += 1
        found = self._answer(made, "csp2sat", seed)
        if found or (self._every and seed % self._every == 0):
            other = self._answer(made, "gecode", seed)
            self.counts["gecode another answer"] += other not in (None, found)
            if found and found == other:
                self.counts["compiled to something else"] += 1
                return []
        return found or []

    def _answer(self, made: RandomFlatZinc, who: str, seed: int) -> list[str] | None:
        try:
            found = self._minizinc.problems(made, who)
        except Refused as why:
            self.refused.setdefault(f"{who}: {why}", []).append(seed)
            return None
        self.counts[who] += 1
        return found


def fuzz_minizinc(options: argparse.Namespace) -> int:
    """The exit code."""
    names, wrong, uses = [name for name in MEANINGS if options.only in name], 0, Counter[str]()
    with tempfile.TemporaryDirectory() as folder:
        fuzzed = Fuzzed(MiniZinc(Path(folder)), options.gecode)
        for seed in range(options.seed, options.seed + options.count):
            made = MiniZincMaker(seed, names).model()
            uses.update(call.name for call in made.calls)
            if found := fuzzed.ask(made, seed):
                wrong += 1
                print(f"--seed {seed}", *found, as_minizinc(made), sep="\n", flush=True)
    for why, seeds in sorted(fuzzed.refused.items()):
        print(f"{len(seeds)} times refused, as for --seed {seeds[0]}, by {why}")
    print(*(table(uses, names) if options.uses else ()), sep="\n")
    print(", ".join(f"{name} {number}" for name, number in fuzzed.counts.items()) + f", wrong {wrong}")
    return 1 if wrong else 0


def for_gecode(made: RandomFlatZinc) -> bool:
    """Does fzn-gecode have all constraints of the model?  Its objective has to be a variable, and it takes no maximum
    of nothing."""
    constant = made.objective is not None and made.objective[1] not in made.domains
    nothing = any("imum" in call.name and [] in call.args for call in made.calls)
    return not constant and not nothing and all(GECODE.fullmatch(call.name) for call in made.calls)


def table(uses: Counter[str], names: list[str]) -> list[str]:
    """How often each constraint was used: as it is, and under `_reif` and `_imp`."""
    counts = {name: [uses[name + suffix] for suffix in ("", "_reif", "_imp")] for name in names}
    return [f"{name:42} {'   '.join(f'{number:5}' for number in found)}" for name, found in sorted(counts.items())]


def main() -> int:
    options = _options()
    if options.minizinc:
        return fuzz_minizinc(options)
    names = [name for name in MEANINGS if options.only in name]
    counts = dict.fromkeys(("models", "door", "gecode", "refused"), 0)
    wrong, uses = 0, Counter[str]()
    for seed in range(options.seed, options.seed + options.count):
        made = Maker(seed, names).model()
        counts["models"] += 1
        uses.update(call.name for call in made.calls)
        try:
            found = problems(made, seed)
            if options.door and seed % options.door == 0:
                counts["door"] += 1
                found += asked(made, [sys.executable, "-P", "-m", "csp2sat.cli.fzn"])
        except ModelError as error:
            counts["refused"] += 1
            found = [] if "large" in str(error) or "values" in str(error) else [f"refused: {error}"]
        if options.gecode and seed % options.gecode == 0 and shutil.which("fzn-gecode") and for_gecode(made):
            counts["gecode"] += 1
            found += asked(made, ["fzn-gecode"])
        if found:
            wrong += 1
            print(f"--seed {seed}", *found, made.text(), sep="\n", flush=True)
    if options.uses:
        print(*table(uses, names), sep="\n")
    print(", ".join(f"{name} {number}" for name, number in counts.items()) + f", wrong {wrong}")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first model")
    parser.add_argument("--only", default="", help="constraints whose names have this in them")
    parser.add_argument("--door", type=int, default=20, metavar="N", help="every N-th by csp2sat-fzn (0: none)")
    parser.add_argument("--gecode", type=int, default=10, metavar="N", help="every N-th by fzn-gecode (0: none)")
    parser.add_argument("--minizinc", action="store_true", help="models in MiniZinc")
    parser.add_argument("--uses", action="store_true", help="print how often each constraint was used")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
