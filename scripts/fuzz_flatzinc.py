"""Random FlatZinc models: csp2sat against brute force, and against `fzn-gecode` where that is installed.

    python scripts/fuzz_flatzinc.py [COUNT] [--seed SEED] [--only NAME] [--door N] [--gecode N]

Compared are, for each model, all solutions (of the outputs) and the best value of the objective: from the CNF under a
random encoding; every N-th time by `csp2sat-fzn` itself; and every N-th time by fzn-gecode, of models whose
constraints it has.  A disagreement prints the seed and the model, and the exit code is 1.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.oracle import best_by_cnf, enumerate_answers
from support.random_flatzinc import MEANINGS, Maker, RandomFlatZinc

from csp2sat.base.source import Source
from csp2sat.encoder.encoder import EncoderOptions
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


def for_gecode(made: RandomFlatZinc) -> bool:
    """Does fzn-gecode have all constraints of the model?  Its objective has to be a variable."""
    names = [call.name for call in made.calls]
    constant = made.objective is not None and made.objective[1] not in made.domains
    return not constant and all(map(GECODE.fullmatch, names))


def main() -> int:
    options = _options()
    names = [name for name in MEANINGS if options.only in name]
    counts = dict.fromkeys(("models", "door", "gecode", "refused"), 0)
    wrong = 0
    for seed in range(options.seed, options.seed + options.count):
        made = Maker(seed, names).model()
        counts["models"] += 1
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
    print(", ".join(f"{name} {number}" for name, number in counts.items()) + f", wrong {wrong}")
    return 1 if wrong else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=200)
    parser.add_argument("--seed", type=int, default=1, help="of the first model")
    parser.add_argument("--only", default="", help="constraints whose names have this in them")
    parser.add_argument("--door", type=int, default=20, metavar="N", help="every N-th by csp2sat-fzn (0: none)")
    parser.add_argument("--gecode", type=int, default=10, metavar="N", help="every N-th by fzn-gecode (0: none)")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
