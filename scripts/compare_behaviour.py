"""Do two checkouts behave alike?  A few hundred commands, byte by byte.

    python scripts/compare_behaviour.py OLD NEW [--only TEXT] [--jobs 2] [--stamps]

OLD, NEW: checkouts, or a folder that `--record FOLDER` has written for one of them.  Every command runs in a folder of
its own; compared are stdout, stderr, exit codes and all files that it wrote, with seconds, times and temporary paths
taken out.  --stamps: take out the tool's version too, and the digests that follow from it.  Exit code 1 if anything
differs.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(HERE))

from csp2sat.ints.spec import ENCODINGS  # noqa: E402  this checkout's; OLD and NEW are only run

INTEGERS = ("sendmore", "alldiff-reified", "lin-parity-unsat", "opt-max", "mul-vars", "cumul-mixed", "rel-ternary",
            "div-by-one", "lex-symbols", "abs-ne", "nvalue", "bug-big-constant", "dom-sparse-neg", "min-if-2.3.3")  # fmt: skip
SMALL = (
    "akari-7x7-ffbcf06c", "fillomino-5x5-0a1371d4", "hashiwokakero-6x6-2c6143fa", "heyawake-6x6-1eeb8361",
    "hitori-4x4-92c9650e", "kakuro-6x6-96896f16", "masyu-6x6-48448349", "nonogram-5x5-33348f96",
    "nurikabe-6x6-2c763109", "shikaku-8x8-7adcd477", "slitherlink-5x5-0505b3ed", "sudoku-4x4-3c5d0f53",
    "yajilin-5x5-c95a59e6", "sudoku-0", "masyu-0", "numberlink-0", "masyu-01",
)  # fmt: skip
LARGE = ("masyu-20x36-3272889c", "slitherlink-20x36-4f2eaf56", "heyawake-15x19-2e96127f", "nurikabe-12x19-85f3c83b",
         "fillomino-13x17-f7d0b2df", "hashiwokakero-20x36-8733cc7f", "kakuro-16x16-67e6b740", "akari-18x18-f3ff0e45",
         "hitori-12x12-22c65128", "sudoku-25x25-5cde2ed5", "shikaku-14x24-dfef0b2b", "yajilin-16x16-4673acd8")  # fmt: skip
COMMANDS = ("solve", "encode", "decode", "count", "backbone", "explain", "generate", "convert", "check", "verify",
            "bench", "puzzles", "solvers")  # fmt: skip
MADE = ("akari", "fillomino", "hashiwokakero", "heyawake", "hitori", "masyu", "nonogram", "numberlink", "nurikabe",
        "shikaku", "slitherlink", "sudoku")  # fmt: skip


def cases() -> Iterator[str]:
    """Shell lines; `csp2sat` and `csp2sat-sugar` are the checkout's."""
    yield from _boards()
    yield from _csps()
    yield from _questions()
    yield from _proofs()
    yield from _others()
    yield from _sugar()
    yield from _faults()


def _board(name: str) -> str:
    return next(
        f"boards/{name}{suffix}" for suffix in (".json", ".txt") if (DATA / f"data/boards/{name}{suffix}").exists()
    )


def _boards() -> Iterator[str]:
    for name in SMALL:
        path = _board(name)
        yield f"csp2sat encode {path} -o b.cnf && csp2sat solve b.cnf --solver minisat > b.out; csp2sat decode b.out -m b.map"
        yield f"csp2sat solve {path} --solver kissat --unique --json"
        yield f"csp2sat solve {path} --solver minisat --unique -v --keep kept"
        yield f"csp2sat solve {path} --limit 3"
        yield f"csp2sat backbone {path}; csp2sat backbone {path} --json"
        yield f"csp2sat count {path} --limit 20 --json"
        yield f"csp2sat explain {path} --json"
        for form in ("text", "array", "json", "url", "sgt", "svg", "html"):
            yield f"csp2sat convert {path} --to {form}"
        yield f"csp2sat solve {path} --solver kissat --to svg; csp2sat solve {path} --solver kissat --color always"
        yield f"csp2sat solve {path} --solver kissat --to html -o out.html --unique"
        yield f"csp2sat encode {path} --stats -o s.cnf --loop elim --map-origins --show '*'"
        yield f"csp2sat solve {path} --solver kissat > drawn; csp2sat check {path} drawn; head -c -3 drawn | csp2sat check {path} -"
    for name in LARGE:
        yield f"csp2sat solve {_board(name)} --solver kissat --unique; csp2sat encode {_board(name)} -o b.cnf"
    for encoding in ENCODINGS:
        for name in (
            "kakuro-6x6-96896f16",
            "sudoku-4x4-3c5d0f53",
            "hashiwokakero-6x6-2c6143fa",
            "shikaku-8x8-7adcd477",
        ):
            yield f"csp2sat encode {_board(name)} --encoding {encoding} -o b.cnf; csp2sat solve {_board(name)} --encoding {encoding} --solver kissat"


def _csps() -> Iterator[str]:
    for path in sorted((DATA / "cases").glob("*.csp")):
        name = f"cases/{path.name}"
        yield f"csp2sat encode {name} -o c.cnf && csp2sat solve c.cnf --solver minisat > c.out; csp2sat decode c.out -m c.map --json"
        yield f"csp2sat solve {name} --solver kissat -v"
        yield f"csp2sat solve {name} --all --json; csp2sat count {name}"
        yield f"csp2sat explain {name}; csp2sat backbone {name}"
        yield f"csp2sat convert {name} --to sugar"
        yield f"csp2sat-sugar -vv -solver minisat {name}"
    for name in INTEGERS:
        for encoding in ENCODINGS:
            path = f"cases/{name}.csp"
            yield f"csp2sat encode {path} --encoding {encoding} --stats --map-origins -o c.cnf; csp2sat solve {path} --encoding {encoding} --json"
        for extra in ("--amo pairwise", "--amo ladder", "--amo commander", "--amo bimander", "--card totalizer",
                      "--card network", "--card sequential", "--sum partial", "--sum digits", "--sum adder",
                      "--polarity both", "--encode 'x*=log' --encode '[a-m]*=direct'", "--show '*'"):  # fmt: skip
            yield f"csp2sat encode cases/{name}.csp {extra} -o c.cnf"
        yield f"csp2sat encode cases/{name}.csp --encoding order --map-format sugar -o c.cnf"


def _questions() -> Iterator[str]:
    for search in ("bisect", "down", "up", "geometric"):
        for solver in ("kissat", "embedded", "minisat"):
            yield f"csp2sat solve cases/opt-max.csp --search {search} --solver {solver} -v"
    for name in ("opt-max", "opt-unsat"):
        yield f"csp2sat solve cases/{name}.csp; csp2sat solve cases/{name}.csp --json; csp2sat encode cases/{name}.csp --to wcnf -o c.wcnf"
    for flag in ("--max", "--weighted"):
        for name in ("maxcsp", "weighted"):
            yield f"csp2sat solve cases/{name}.csp {flag}; csp2sat encode cases/{name}.csp {flag} --to wcnf -o c.wcnf"
            yield f"csp2sat solve cases/{name}.csp {flag} --solver kissat --search down --json"
            yield f"csp2sat encode cases/{name}.csp {flag} -o c.cnf"
    yield "csp2sat solve cases/weighted.csp"
    for race in ("kissat,minisat", "minisat,cadical"):
        yield f"csp2sat solve cases/sendmore.csp --race {race}; csp2sat solve boards/masyu-0.txt --race {race} --unique"
    yield "csp2sat solve cases/lin-parity-unsat.csp --cubes 4 --solver minisat"
    yield "csp2sat solve boards/masyu-0.txt --cubes 4 --solver minisat --unique"
    yield "csp2sat solve cases/lin-parity-unsat.csp --cross-check minisat; csp2sat solve cases/opt-max.csp --cross-check minisat"
    for loop in ("tree", "elim", "cuts"):
        yield f"csp2sat solve boards/masyu-0.txt --loop {loop} --unique --solver minisat; csp2sat solve {_board('slitherlink-5x5-0505b3ed')} --loop {loop} --limit 4"
    yield "csp2sat explain unsat.csp; csp2sat explain unsat.csp --all-reasons --json"
    yield "csp2sat explain ambiguous.txt; csp2sat explain ambiguous.txt --json"
    yield "csp2sat explain wrong.txt; csp2sat explain wrong.txt --all-reasons --json; csp2sat solve wrong.txt"
    yield "csp2sat count pigeons.csp --project x_1,x_2; csp2sat count pigeons.csp --limit 2"
    yield "csp2sat solve pigeons.csp --encoding log --all --limit 5 --to v"
    yield "csp2sat solve instance.xml; csp2sat convert instance.xml --to sugar; csp2sat encode instance.xml -o i.cnf"


def _proofs() -> Iterator[str]:
    yield "csp2sat solve cases/alldiff-pigeon-unsat.csp --proof p.drat; csp2sat verify p.drat.json; csp2sat verify p.drat.json cases/alldiff-pigeon-unsat.csp -v"
    yield "csp2sat solve cases/alldiff-pigeon-unsat.csp --proof p.drat --solver cadical; csp2sat verify p.drat.json cases/alldiff-pigeon-unsat.csp"
    yield f"csp2sat solve {_board('masyu-10x10-42c56c56')} --unique --proof p.drat; csp2sat verify p.drat.json {_board('masyu-10x10-42c56c56')}"
    yield "csp2sat solve cases/opt-max.csp --proof p.drat; csp2sat verify p.drat.json cases/opt-max.csp"
    yield "csp2sat solve cases/maxcsp.csp --max --proof p.drat; csp2sat verify p.drat.json cases/maxcsp.csp --max"
    yield "csp2sat solve cases/lin-parity-unsat.csp --cubes 4 --solver cadical --proof parts; csp2sat verify parts/*.json"
    yield "csp2sat encode cases/alldiff-pigeon-unsat.csp -o c.cnf; csp2sat solve c.cnf --proof p.drat --solver kissat; csp2sat verify p.drat.json"
    yield "csp2sat solve cases/alldiff-pigeon-unsat.csp --proof p --solver minisat; csp2sat solve cases/sendmore.csp --proof p"
    for name in ("sudoku-4x4-3c5d0f53", "hitori-4x4-92c9650e", "nurikabe-6x6-2c763109", "kakuro-6x6-96896f16"):
        yield f"csp2sat solve {_board(name)} --unique --proof p.drat -q; csp2sat verify p.drat.json"


def _others() -> Iterator[str]:
    for puzzle in MADE:
        for size, seed in (("5x5", 1), ("6x6", 7), ("8x8", 3)):
            size = {"5x5": "4x4", "6x6": "9x9", "8x8": "9x9"}[size] if puzzle == "sudoku" else size
            yield f"csp2sat generate {puzzle} --size {size} --seed {seed} --to json"
        yield f"csp2sat generate {puzzle} --size {'4x4' if puzzle == 'sudoku' else '5x5'} --seed 2 --count 2 -o made"
        yield f"csp2sat puzzles {puzzle}"
    yield "csp2sat puzzles; csp2sat puzzles kakuro; csp2sat puzzles yajilin"
    yield "csp2sat solvers; csp2sat solvers --json"
    yield "csp2sat --version; csp2sat"
    for command in COMMANDS:
        yield f"csp2sat {command} --help"
    yield "csp2sat bench cases/sendmore.csp boards/sudoku-0.txt --solver kissat --solver minisat --encoding order --encoding log --emit-make"
    yield "csp2sat bench cases/sendmore.csp cases/lin-parity-unsat.csp --solver minisat --out d > t; csp2sat bench cases/sendmore.csp cases/lin-parity-unsat.csp --solver minisat --out d | wc -l"
    yield "csp2sat-sugar -h; csp2sat-sugar -V; csp2sat-sugar"
    for url in ("https://puzz.link/p?mashu/5/4/000900900", "https://puzz.link/p?slither/4/4/dgdh2c7b", "puzz.link/p?sudoku/4/4/1i2g3",
                "9x9:a", "https://puzz.link/p?foo/3/3/a", "https://puzz.link/p?nurikabe/5/5/m1r2l"):  # fmt: skip
        yield f"csp2sat solve '{url}' --solver kissat; csp2sat encode '{url}' -o u.cnf; csp2sat convert '{url}' --to text"
    yield "csp2sat solve - < cases/sendmore.csp; csp2sat encode - < cases/sendmore.csp; csp2sat encode - -o - < cases/sendmore.csp"
    yield "gzip -c cases/sendmore.csp > s.csp.gz; csp2sat solve s.csp.gz; xz -c boards/masyu-0.txt > b.txt.xz; csp2sat solve b.txt.xz"
    yield "csp2sat solve cases/sendmore.csp --exit-code sat; csp2sat solve cases/lin-parity-unsat.csp --exit-code sat; csp2sat solve cases/opt-max.csp --exit-code sat"
    yield "csp2sat solve cases/sendmore.csp --to v; csp2sat solve cases/sendmore.csp --to values -o f; csp2sat solve cases/sendmore.csp --to board"
    yield "csp2sat encode cases/sendmore.csp -o c.cnf --json; csp2sat encode cases/sendmore.csp -o c.cnf.gz -v; csp2sat encode cases/sendmore.csp -m x.map"


def _sugar() -> Iterator[str]:
    for name in (
        "sendmore",
        "opt-max",
        "maxcsp",
        "weighted",
        "cspuz-key",
        "cspuz-key-unsat",
        "lin-parity-unsat",
        "rel-ternary",
    ):
        path = f"cases/{name}.csp"
        for flags in ("", "-v", "-max -v", "-competition", "-n -sat f.cnf -map f.map", "-pb -n -sat f.opb",
                      "-hybrid -n -sat f.opb", "-o gcnf -n -sat f.gcnf", "-o gwcnf -n -sat f.gcnf -max",
                      "-translate prolog", "-translate smt", "-translate asp", "-solver minisat"):  # fmt: skip
            yield f"csp2sat-sugar {flags} {path}"


def _faults() -> Iterator[str]:
    texts = {
        "empty": "", "word": "hello\n", "open": "(int x 0 3", "operator": "(int x 0 3)\n(foo x)", "twice": "(int x 0 3)\n(int x 0 4)",
        "arity": "(int x 0 3)\n(nvalue x)", "domain": "(int x 3 1)\n(> x 1)", "float": "(int x 0 3)\n(> x 1.5)", "unknown": "(> y 1)",
        "element": "(int x 0 3)\n(element x (1 2) 3 4)", "cumulative": "(int x 0 3)\n(cumulative ((x 1)) 3)", "lex": "(lex_less (1) 2)",
        "count": "(int x 0 3)\n(count 1 (x) foo 3)", "gcc": "(int x 0 3)\n(global_cardinality (x) ((1 x) 3))",
        "relation": "(relation r 2 (supports (1 2) (3)))\n(int x 0 3)\n(r x x)", "predicate": "(predicate (p x) (> x y))",
        "graph": "(bool p)\n(graph-active-vertices-connected 2 1 p p 0 5)", "tab": "(int\tx 0 3)\n (> x\t\ty)",
    }  # fmt: skip
    for name, text in texts.items():
        yield f"printf %s {shlex.quote(text)} > {name}.csp; csp2sat solve {name}.csp; csp2sat encode {name}.csp; csp2sat-sugar {name}.csp; ls *.cnf"
    boards = {
        "cell": "; Masyu Puzzle\nsize 3 2\n- 0 -\n- x -\n", "short": "; Masyu Puzzle\nsize 3 2\n- 0 -\n- 1\n", "size": "size 3\n- 0 -\n",
        "none": "size 3 1\n- 0 -\n", "type": "; Mashyu Puzzle\nsize 3 1\n- 0 -\n", "json": '{"type": "masyu", "rows": 2}', "array": "[[1,2],[3]]",
        "sudoku": "; Sudoku\nsize 4 4\n1 2 3 9\n- - - -\n- - - -\n- - - -\n", "shikaku": "; Shikaku\nsize 2 2\n1 - \n- -\n",
        "heyawake": "; Heyawake\nsize 2 2\n1 1\n1 2\n", "jsonbad": '{"type": "kakuro", "rows": 2, "cols": 2, "givens": 3}',
        "yajilin": "; Yajilin\nsize 2 2\n- q1\n- -\n", "nonogram": "; Nonogram\nsize 2 2\nrows\n3\n1\ncolumns\n1\n1\n",
    }  # fmt: skip
    for name, text in boards.items():
        for suffix in ("txt", "json"):
            yield f"printf %s {shlex.quote(text)} > {name}.{suffix}; csp2sat solve {name}.{suffix}; csp2sat convert {name}.{suffix} --to url"
    for line in (
        "solve missing.csp", "solve .", "solve cases/sendmore.csp --solver nope", "solve cases/sendmore.csp --encoding ordr",
        "solve cases/sendmore.csp --encode x=ordr", "solve cases/sendmore.csp --encode x", "solve cases/sendmore.csp --unique --limit 2",
        "solve cases/opt-max.csp --unique", "solve cases/sendmore.csp --search up", "solve cases/sendmore.csp --to svg", "solve cases/sendmore.csp --max --weighted",
        "solve boards/masyu-0.txt --max", "solve boards/masyu-0.txt --to text", "solve boards/masyu-0.txt --from sudoku", "solve boards/masyu-0.txt --from sudko",
        "solve cases/sendmore.csp --race kissat --solver minisat", "solve cases/sendmore.csp --race a,b", "solve cases/sendmore.csp --cubes 1",
        "solve cases/sendmore.csp --race kissat,minisat --cubes 3", "solve cases/sendmore.csp --executor threads", "solve cases/sendmore.csp --json --to v",
        "solve cases/sendmore.csp --nonsense", "solve", "solve --timeout -1 x", "decode x.out", "decode missing -m missing", "encode cases/sendmore.csp --to wcnf",
        "encode cases/sendmore.csp --assume unique", "encode boards/sudoku-0.txt --assume unique -o a.cnf", "encode cases/sendmore.csp --encoding log --map-format sugar",
        "convert cases/sendmore.csp --to url", "convert boards/masyu-0.txt --to sugar", "convert boards/masyu-0.txt --to foo", "generate kakuro", "generate masyu --size 2x2", "generate masyu --size 5 --seed 1",
        "generate sudoku --size 5x5", "generate foo", "puzzles foo", "count boards/masyu-0.txt --project x", "check cases/sendmore.csp missing", "verify missing",
        "explain cases/sendmore.csp --solver kissat", "bench cases/sendmore.csp --encoding foo", "bench missing.csp --solver minisat", "solve cases/sendmore.csp --proof nodir/p",
        "solve cases/sendmore.csp -o nodir/x", "encode cases/sendmore.csp -o nodir/x.cnf", "backbone cases/sendmore.csp --to svg", "count cases/opt-max.csp", "backbone cases/opt-max.csp",
        "explain cases/opt-unsat.csp", "solve cases/sendmore.csp --solvers missing.yaml", "solve cases/lin-parity-unsat.csp --cross-check nope", "foo", "slove x",
        "solve broken.cnf", "solve good.cnf", "count good.cnf", "explain good.cnf", "convert good.cnf --to text", "encode good.cnf", "solve good.cnf --unique", "solve good.cnf --json",
    ):  # fmt: skip
        yield f"csp2sat {line}"
    yield "csp2sat encode cases/sendmore.csp -o a.cnf; csp2sat encode cases/lin-parity-unsat.csp -o b.cnf; csp2sat solve a.cnf > a.out; csp2sat decode a.out -m b.map; head -c 300 a.map > c.map; csp2sat decode a.out -m c.map"
    yield "csp2sat encode cases/sendmore.csp -o a.cnf; echo 's SATISFIABLE\nv 1 2 0' > a.out; csp2sat decode a.out -m a.map; echo 's UNSATISFIABLE' | csp2sat decode - -m a.map --json"
    yield "csp2sat check cases/sendmore.csp wrong.txt; csp2sat solve cases/sendmore.csp > a; csp2sat check cases/sendmore.csp a; sed 's/\\t[0-9]/\\t1/' a | csp2sat check cases/sendmore.csp -"


DATA = HERE / "tests"
FILES = {
    "unsat.csp": "(int x 0 3)\n(int y 0 3)\n(< x y)\n(< y x)\n(> x 2)\n(< x 1)\n(bool p)\n(or p (= x 1))\n",
    "pigeons.csp": "(int x_1 1 4)\n(int x_2 1 4)\n(int x_3 1 4)\n(alldifferent x_1 x_2 x_3)\n(int _h 0 9)\n(= _h (+ x_1 x_2))\n",
    "ambiguous.txt": "; Slitherlink Puzzle\nsize 4 4\n. 2 . .\n. . 3 .\n. . . .\n. 1 . .\n",
    "wrong.txt": "; Slitherlink Puzzle\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n",
    "broken.cnf": "p cnf 2 2\n1 2 0\n1 3 0\n",
    "good.cnf": "c hello\np cnf 3 3\n1 2 0\n-1 -2 0\n3 -1 0\n",
    "instance.xml": """<instance><presentation name="t" format="XCSP 2.1"/>
<domains nbDomains="1"><domain name="D0" nbValues="4">0..3</domain></domains>
<variables nbVariables="3"><variable name="V0" domain="D0"/><variable name="V1" domain="D0"/><variable name="V2" domain="D0"/></variables>
<predicates nbPredicates="1"><predicate name="P0"><parameters>int X int Y</parameters><expression><functional>lt(add(X,1),Y)</functional></expression></predicate></predicates>
<constraints nbConstraints="2"><constraint name="C0" arity="2" scope="V0 V1" reference="P0"><parameters>V0 V1</parameters></constraint>
<constraint name="C1" arity="3" scope="V0 V1 V2" reference="global:allDifferent"><parameters>[V0 V1 V2]</parameters></constraint></constraints></instance>
""",
}
SECONDS = re.compile(r"\b\d+\.\d+(e-\d+)?( ?m?s\b| seconds?| MiB)?")
CLOCK = re.compile(r"(BEGIN|END) [A-Z][a-z]{2} .*|PID \d+|CPU [\d.]+ \([\d. ]+\)|(?m:^c \d+(?=\t))")
PLACES = re.compile(r"/tmp/[\w./-]+|csp2sat-[\w]+")
DIGEST = re.compile(r"\b[0-9a-f]{64}\b")
VERSION = re.compile(r"csp2sat \d+\.\d+\.\d+")


def normal(text: str, stamps: bool) -> str:
    """The text without what may differ from run to run."""
    text = PLACES.sub("PLACE", SECONDS.sub("SECONDS", CLOCK.sub("CLOCK", text)))
    text = re.sub(r"\b(\d+) (ms|seconds?|s|MB|KB|MiB|kB)\b", r"N \2", text)
    return VERSION.sub("csp2sat VERSION", DIGEST.sub("DIGEST", text)) if stamps else text


class Checkout:
    """The commands of one checkout, run by this Python."""

    def __init__(self, root: Path, bin_: Path):
        self.bin = bin_
        bin_.mkdir(parents=True)
        scripts = tomllib.loads((root / "pyproject.toml").read_text())["project"]["scripts"]
        for name, target in scripts.items():
            module, function = target.split(":")
            body = f"import sys; sys.path.insert(0, {str(root)!r}); sys.argv[0] = {name!r}; from {module} import {function} as f; f()"
            (bin_ / name).write_text(f'#!/bin/sh\nexec {sys.executable} -P -c {shlex.quote(body)} "$@"\n')
            (bin_ / name).chmod(0o755)

    def run(self, line: str) -> dict[str, object]:
        """What comes out of a shell line."""
        with tempfile.TemporaryDirectory(prefix="case") as name:
            folder = Path(name)
            for data in ("cases", "boards"):
                (folder / data).symlink_to(DATA / (data if data == "cases" else "data/boards"))
            for file, text in FILES.items():
                (folder / file).write_text(text)
            environment = {k: v for k, v in os.environ.items() if not k.startswith(("CSP2SAT", "PYTHON"))}
            environment |= {"PATH": f"{self.bin}:{Path(sys.executable).parent}:{os.environ['PATH']}", "COLUMNS": "100"}
            try:
                done = subprocess.run(["sh", "-c", line], cwd=folder, env=environment, capture_output=True, timeout=300)
                found = {"exit": done.returncode, "stdout": done.stdout.decode(errors="replace"), "stderr": done.stderr.decode(errors="replace")}  # fmt: skip
            except subprocess.TimeoutExpired:
                found = {"exit": "timeout"}
            for path in sorted(folder.rglob("*")):
                inner = str(path.relative_to(folder))
                if path.is_file() and not inner.startswith(("cases", "boards")) and inner not in FILES:
                    found[inner] = _content(path)
            return {
                key: value.replace(name, "FOLDER") if isinstance(value, str) else value for key, value in found.items()
            }


def _content(path: Path) -> str:
    """Text as it is, unless it is long or binary."""
    data = path.read_bytes()
    if len(data) < 20_000:
        try:
            return data.decode()
        except UnicodeDecodeError:
            pass
    return f"{len(data)} bytes, {hashlib.sha256(data).hexdigest()}"


def recorded(source: Path, lines: list[str], jobs: int, keep: Path | None) -> dict[str, dict[str, object]]:
    """Outcomes by line: from the file that was recorded, else of a checkout."""
    if (source / "recorded.json").is_file():
        return json.loads((source / "recorded.json").read_text())
    with tempfile.TemporaryDirectory(prefix="bins") as name:
        checkout = Checkout(source.resolve(), Path(name) / "bin")
        with ThreadPoolExecutor(jobs) as pool:
            outcomes = dict(zip(lines, pool.map(checkout.run, lines), strict=True))
    if keep is not None:
        keep.mkdir(parents=True, exist_ok=True)
        (keep / "recorded.json").write_text(json.dumps(outcomes, indent=1))
    return outcomes


def differences(line: str, old: dict[str, object], new: dict[str, object], stamps: bool) -> str:
    """What differs, as text; '' if nothing does."""
    parts = []
    for key in sorted({*old, *new}):
        before, after = (normal(str(each.get(key, "(none)")), stamps) for each in (old, new))
        if before != after:
            parts += [
                f"  {key}:",
                *list(difflib.unified_diff(before.splitlines(), after.splitlines(), lineterm="", n=0))[2:30],
            ]
    return "\n".join([f"$ {line}", *parts]) if parts else ""


def main() -> int:
    """Compare, and say how much was compared."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path, nargs="?")
    parser.add_argument("--record", type=Path, metavar="FOLDER", help="keep what OLD does there")
    parser.add_argument("--only", default="", metavar="TEXT", help="lines that contain this")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--stamps", action="store_true")
    options = parser.parse_args()
    if shutil.which("minisat") is None:
        print("minisat is needed", file=sys.stderr)
        return 2
    lines = [line for line in dict.fromkeys(cases()) if options.only in line]
    old = recorded(options.old, lines, options.jobs, options.record)
    if options.new is None:
        return 0
    lines = [line for line in lines if line in old]
    new = recorded(options.new, lines, options.jobs, None)
    found = [text for line in lines if (text := differences(line, old[line], new[line], options.stamps))]
    print("\n".join(found))
    print(f"{len(lines)} lines, {sum(line.count('csp2sat') for line in lines)} commands: {len(found)} differ")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
