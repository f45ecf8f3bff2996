"""Random XCSP3 instances in every form of the format: csp2sat, ACE and cosoco against brute force.

    python scripts/fuzz_xcsp3.py [--count 40] [--least 10] [--only FORM ...] [--jar ACE.jar] [--cosoco PROGRAM]
        [--jobs 2] [--keep FOLDER] [--seed 0]

--count: instances of each form; every second one keeps to what the peers read best.  There are up to three times as
many until each peer has answered --least of them.  Compared are the sets of all solutions, and best values where there
is an objective; csp2sat's come from the CNF in an encoding that changes with the instance.  Where a peer differs from
brute force, an assignment that the two judge differently is given to the competition's SolutionChecker.  A line for
each form: how many of its instances each solver answers as brute force does, refuses, or answers otherwise, and whom
SolutionChecker confirms.  --keep: a folder for the instances with a difference.  Exit code 1 if csp2sat differs from
brute force.
"""

from __future__ import annotations

import argparse
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

import bench_frame
from xcsp3_checker import CHECKER, packaged_jar

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.oracle import best_by_cnf, encoded_solutions
from support.random_xcsp3 import RandomFile, Undefined, Written
from support.random_xcsp3_constraints import CONSTRAINTS
from support.random_xcsp3_forms import FORMS
from support.random_xcsp3_structure import STRUCTURE, objective

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.xcsp3 import read

ENCODINGS = ("auto", "order", "direct", "log", "compact-order")
COSOCO = ("-colors=0", "-model=2", "-nbsols=0")
SECONDS = 20  # for each run of a peer
UNKNOWN = ("refused", "no answer")
JAVA = ("java", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1")
Row = tuple[int, ...]


class Best(NamedTuple):
    """The best value of an objective, and an assignment that has this value, if there is a solution."""

    value: int | None
    row: Row = ()


class Instance(NamedTuple):
    """A random instance: its form, its text, the domains by name, and all solutions or the best one by brute force."""

    form: str
    text: str
    domains: dict[str, list[int]]
    expected: set[Row] | Best


def constrained(form: Callable[[RandomFile], Written], seed: int) -> Instance:
    """Return an instance with one constraint of a form."""
    file = RandomFile(Random(f"{form.__name__} {seed}"), plain=seed % 2 == 1)
    written = form(file)
    text = _instance("CSP", file, f"<constraints> {written.text} </constraints>")
    expected = {tuple(values.values()) for values in file.assignments() if written.value(values)}
    return Instance(form.__name__, text, file.domains, expected)


def optimized(seed: int) -> Instance:
    """Return an instance with a comparison and an objective; where the objective is undefined is no solution."""
    rng = Random(f"objective {seed}")
    file = RandomFile(rng, plain=seed % 2 == 1)
    written, best = objective(file), rng.choice((min, max))
    goal = f"<{written.text}/minimize>".replace("minimize", f"{best.__name__}imize")
    less = "<constraints> <intension> le(x[0],x[1]) </intension> </constraints>"
    text = _instance("COP", file, f"{less} <objectives> {goal} </objectives>")
    solutions = (each for each in file.assignments() if each["x[0]"] <= each["x[1]"])
    values = [Best(value, tuple(each.values())) for each in solutions if (value := _value(written, each)) is not None]
    return Instance("objective", text, file.domains, best(values, default=Best(None)))


def _value(written: Written, values: dict[str, int]) -> int | None:
    try:
        return written.value(values)
    except Undefined:
        return None


def _instance(kind: str, file: RandomFile, rest: str) -> str:
    return f'<instance format="XCSP3" type="{kind}"> {file.variables()} {rest} </instance>'


def ours(instance: Instance, encoding: str) -> set[Row] | Best:
    """Return what csp2sat finds."""
    model, options = read(Source("f.xml", instance.text)), EncoderOptions(encoding)
    if model.objective:
        return Best(best_by_cnf(model, options))
    return {ints for ints, _ in encoded_solutions(model, options)}


def theirs(command: list[str], instance: Instance, path: Path) -> set[Row] | Best | str:
    """Return what a peer finds in the file at `path`, or `refused`, or `no answer` after a while."""
    is_optimum = "<objectives>" in instance.text
    words = [str(path) if word == "FILE" else word for word in command if not (is_optimum and "sols=" in word)]
    try:
        done = subprocess.run(words, capture_output=True, text=True, timeout=SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return "no answer"
    said = re.sub(r"\x1b\[[0-9;]*m", "", done.stdout)
    status = re.findall(r"^s +(\w[\w ]*\w)", said, re.M)[-1:]
    if status not in (["SATISFIABLE"], ["OPTIMUM FOUND"], ["UNSATISFIABLE"]):
        return "refused"
    sizes = dict(re.findall(r'id="(\w+)" size="\[(\d+)\]"', instance.text))
    for name, size in sizes.items():
        said = said.replace(f" {name}[] ", f" {' '.join(f'{name}[{at}]' for at in range(int(size)))} ")
    rows = list(listed(said, instance.domains))
    if not is_optimum:
        return set(rows)
    values = re.findall(r"^o +(-?\d+)", said, re.M)
    return Best(int(values[-1]), rows[-1]) if values and rows else Best(None)


def same(found: set[Row] | Best, expected: set[Row] | Best) -> bool:
    """Whether two results have equal solutions, or equal best values."""
    return (
        found.value == expected.value if isinstance(found, Best) and isinstance(expected, Best) else found == expected
    )


def listed(said: str, domains: dict[str, list[int]]) -> Iterator[Row]:
    """Yield the solutions that a text lists; a `*`, and a variable that is not there, for every value."""
    said = re.sub(r"^v ", "", said, flags=re.M)
    for names, values in re.findall(r"<list>([^<]*)</list>\s*<values>([^<]*)</values>", said):
        found = dict(zip(names.split(), values.split(), strict=True))
        cells = {name: found.get(name, "*") for name in domains}
        yield from product(*(domains[name] if cell == "*" else [int(cell)] for name, cell in cells.items()))


def judged(instance: Instance, found: set[Row] | Best, path: Path, jar: Path) -> str:
    """Return whom SolutionChecker confirms if a peer finds something else than brute force."""
    expected = instance.expected
    if isinstance(expected, set):
        row = min((found if isinstance(found, set) else set()) ^ expected)
        said = checked(instance, row, path, jar)
        confirmed = (re.search(r"^OK\b", said, re.M) is not None) == (row in expected)
    else:  # a value counts if the checker gives it to the assignment that comes with it
        said = checked(instance, expected.row, path, jar)
        claim = found if isinstance(found, Best) and found.row else Best(None)
        theirs = claim.row and checked(instance, claim.row, path, jar)
        best = max if "<maximize" in instance.text else min
        is_right = bool(theirs) and _costs(theirs, claim.value)
        is_worse = not is_right or (expected.value is not None and best(expected, claim) == expected)
        confirmed = _costs(said, expected.value) and is_worse
    if "Exception" in said:
        return "SolutionChecker does not read it"
    return "brute force" if confirmed else "the peer"


def _costs(said: str, value: int | None) -> bool:
    return re.search(rf"^OK\s+{value}\b", said, re.M) is not None


def checked(instance: Instance, row: Row, path: Path, jar: Path) -> str:
    """Return what SolutionChecker says of an assignment of the instance in the file at `path`."""
    answer = path.with_suffix(".txt")
    names, values = " ".join(instance.domains), " ".join(map(str, row))
    answer.write_text(
        f"s SATISFIABLE\nv <instantiation> <list> {names} </list> <values> {values} </values> </instantiation>\n"
    )
    command = [*JAVA, "-cp", str(jar), CHECKER, str(path), str(answer), "-cm"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


def tried(
    instance: Instance, seed: int, peers: dict[str, list[str]], jar: Path | None, folder: Path, keep: Path | None
) -> dict[str, str]:
    """Return for each solver `equal`, `refused`, `no answer`, or `differs` with the one whom SolutionChecker confirms.

    folder: for the files; keep: for the instances with a difference.
    """
    encoding = ENCODINGS[seed // 2 % len(ENCODINGS)]
    found = {"csp2sat": "equal" if same(ours(instance, encoding), instance.expected) else f"differs: {encoding}"}
    path = folder / f"{instance.form}-{seed}.xml"
    path.write_text(instance.text)
    for name, command in peers.items():
        said = theirs(command, instance, path)
        if isinstance(said, str):
            found[name] = said
        else:
            wrong = not same(said, instance.expected)
            found[name] = f"differs: {judged(instance, said, path, jar) if jar else '?'}" if wrong else "equal"
    if keep and any(each.startswith("differs") for each in found.values()):
        keep.mkdir(exist_ok=True)
        shutil.copy(path, keep)
    return found


def enough(results: list[dict[str, str]], count: int, least: int) -> bool:
    """Whether a form has been tried as often as it is asked; three times as many are always enough."""
    compared = [sum(result[name] not in UNKNOWN for result in results) for name in results[0]] if results else [0]
    return len(results) >= count and (min(compared) >= least or len(results) >= 3 * count)


def report(form: str, results: list[dict[str, str]]) -> None:
    """Print the line of a form."""
    counts = {name: Counter(result[name] for result in results) for name in results[0]}
    shown = [f"{name} {', '.join(f'{n} {what}' for what, n in sorted(each.items()))}" for name, each in counts.items()]
    print(f"{form}: {'; '.join(shown)}", flush=True)


def main() -> int:
    """Print a line for each form, and the sum; return 1 if csp2sat is wrong."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=bench_frame.positive, default=40)
    parser.add_argument("--least", type=int, default=10)
    parser.add_argument("--only", nargs="*", default=[])
    parser.add_argument("--jar", type=Path, default=packaged_jar())
    parser.add_argument("--cosoco", default=shutil.which("cosoco"))
    parser.add_argument("--jobs", type=bench_frame.positive, default=2)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--seed", type=int, default=0, help="of the first instance of each form")
    given = parser.parse_args()
    peers = {"ACE": [*JAVA, "-jar", str(given.jar), "FILE", "-s=all", "-xe", "-xc=false", "-npc=true"]}
    peers = (peers if given.jar else {}) | ({"cosoco": [given.cosoco, "FILE", *COSOCO]} if given.cosoco else {})
    makers = {form.__name__: partial(constrained, form) for form in (*CONSTRAINTS, *FORMS, *STRUCTURE)}
    makers["objective"] = optimized
    everything: list[dict[str, str]] = []
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(given.jobs) as pool:
        for form in given.only or makers:
            results: list[dict[str, str]] = []
            while not enough(results, given.count, given.least):
                first = given.seed + len(results)
                seeds = range(first, first + given.count)
                work = partial(tried, peers=peers, jar=given.jar, folder=Path(folder), keep=given.keep)
                results += pool.map(work, map(makers[form], seeds), seeds)
            report(form, results)
            everything += results
    report(f"all {len(everything)}", everything)
    return int(any(result["csp2sat"] != "equal" for result in everything))


if __name__ == "__main__":
    sys.exit(main())
