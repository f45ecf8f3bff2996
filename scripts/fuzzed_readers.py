"""The readers that are fuzzed, each with good texts to begin with."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import sys
import tempfile
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from support.saved_games import saved_game  # noqa: E402

import csp2sat  # noqa: E402
from csp2sat.base import files  # noqa: E402
from csp2sat.base.source import Source  # noqa: E402
from csp2sat.certifying import certificate  # noqa: E402
from csp2sat.cnf import dimacs  # noqa: E402
from csp2sat.ints.spec import ENCODINGS  # noqa: E402
from csp2sat.judging import answers  # noqa: E402
from csp2sat.languages import flatzinc, opb, sugar, wcnf, xcsp, xcsp3  # noqa: E402
from csp2sat.languages.base import value_lines  # noqa: E402
from csp2sat.languages.csp import cspuz_keys, dialects  # noqa: E402
from csp2sat.proofs import formats  # noqa: E402
from csp2sat.puzzles.formats.reading import read_board  # noqa: E402
from csp2sat.puzzles.formats.spec import FORMATS, written_formats  # noqa: E402
from csp2sat.puzzles.spec import PUZZLES  # noqa: E402
from csp2sat.runner.config import config  # noqa: E402
from csp2sat.runner.process import output  # noqa: E402
from csp2sat.solving.problem import BoardProblem  # noqa: E402

DATA = ROOT / "tests" / "data" / "boards"
FLAT = [1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0]
DRAT = [b"2 0\n0\n", b"1 0\nd 1 2 0\n-2 0\n0\n", b"a\x04\x00a\x00", b"a\x02\x00d\x02\x04\x00a\x00"]
LRAT = [b"5 2 0 1 2 0\n6 0 5 3 4 0\n", b"5 2 0 1 2 0\n5 d 1 2 0\n6 0 5 3 4 0\n"]
CSP = """(domain D (0 2 (4 7))) (int x 0 3) ; a comment
(int y D) (bool p) (relation R 2 (supports (0 1) (1 2))) (predicate (P a b) (< (+ a 1) b))
(or (<= (+ x (* 2 y)) 5) (not p)) (alldifferent x y) (R x y) (P x y) (weighted 3 (= x 1))
(count 1 (x y) eq 1) (cumulative ((x 1 2 1) (nil 2 y 1)) 2) (element x (1 2 3) y) (= (mod y 3) (div x 2) (abs (neg x)))
(objective minimize (max x y))
"""
KEYS = "(int x 0 3)\n(bool p)\n(or p (!= x 2))\n#x p\n"
PROLOG = "[int,x,0,3]. [int,'y',0,3]. ['<=',[+,x,y],2]. % a comment\n"
WCNF = [b"c x\np wcnf 3 3 9\n9 1 -2 0\n3 2 3 0\n1 -3 0\n", b"h 1 -2 0\n3 2 3 0\n0 0\n"]
OPB = b"* #variable= 3 #constraint= 2\nmin: +2 x1 -3 x2 ;\n+1 x1 +1 ~x2 >= 1 ;\n+3 x1 -2 x2 +2 x3 = 3 ;\n"
XCSP = """<?xml version="1.0" encoding="UTF-8"?>
<instance><presentation name="?" format="XCSP 2.1" type="WCSP"/>
<domains nbDomains="1"><domain name="D" nbValues="5">-1..2 4</domain></domains>
<variables nbVariables="2"><variable name="x" domain="D"/><variable name="y" domain="D"/></variables>
<relations nbRelations="1"><relation name="R" arity="2" nbTuples="2" semantics="soft"
 defaultCost="1">2: 0 1|1 2</relation></relations>
<predicates nbPredicates="1"><predicate name="P"><parameters>int X int Y</parameters>
<expression><functional>or(lt(X,Y),eq(add(X,1),abs(Y)))</functional></expression></predicate></predicates>
<constraints nbConstraints="3" maximalCost="9"><constraint name="A" arity="2" scope="x y" reference="R"/>
<constraint name="B" arity="2" scope="x y" reference="P"><parameters>x y</parameters></constraint>
<constraint name="C" arity="2" scope="x y" reference="global:allDifferent"><parameters>[x y]</parameters></constraint>
</constraints></instance>
"""
FLATZINC = """% a comment ; here
predicate p(array [int,int] of int: t, var bool: b);
array [1..2] of int: c = [1,-1]; set of int: s = {1,3}; int: k = 3; bool: t = true;
var 1..5: x :: output_var; var {1,3,7}: y :: output_var = x; var bool: b; var 0..1: i; var int: u :: is_defined_var;
array [1..4] of var int: xs :: output_array([0..1,1..2]) = [x,y,3,u];
constraint int_lin_le(c,[x,u],-2) :: domain :: mzn_path("a;b");
constraint bool2int(b,i); constraint int_eq_reif(x,0x2,b):: defines_var(b); constraint set_in(x,s);
constraint fzn_all_different_int([x,2,xs[4]]); constraint csp2sat_regular([x],2,5,[1,2,0,0,0,2,1,0,0,0],1,{2});
solve :: int_search(xs,first_fail,indomain_min,complete) minimize u;
"""
FLATZINC_JSON = """{"variables": {"x": {"type": "int", "domain": [[0, 3], [5, 5]]}, "u": {"type": "int"},
"k": {"type": "bool", "rhs": true, "ann": ["a"]}}, "arrays": {"w": {"a": [1, 2]}, "xs": {"a": ["x", 3]},
"s": {"a": [{"set": [[1, 2], [4, 4]]}]}}, "constraints": [{"id": "int_lin_le", "args": ["w", ["x", "u"], 4],
"ann": ["ctx_pos", {"id": "priority", "args": [2]}], "defines": "u"}, {"id": "int_le_reif", "args": [1, "x", "k"]}],
"output": ["x", "xs"], "solve": {"method": "maximize", "objective": "u"}, "version": "1.0"}
"""
YAML = """version: 1
default: [one, two]
solvers:
  one:
    command: [./one, [python, -m, "{pkg:x}"]]
    needs: [x]
    args: ["{cnf}", [-t, "{time}"], "--seed={seed}", "{extra}", "{proof}"]
    exit: {0: unknown, 33: memory}
    seeds: [0, 9]
    threads: 4
    proof: drat
    presets: &p {sat: [--sat]}
  two: {command: two, output: plain, presets: *p, unknown: [a, b], install: text}
"""
ANSWERS = [
    b"c hello\ns SATISFIABLE\nv -1 2 3\nv 4 0\n",
    b"s UNSATISFIABLE\n",
    b"SAT\n1 -2 3 0\n",
    b"o 3\ns OPTIMUM FOUND\nv 0110\n",
    b"s UNKNOWN\r\n",
    b"v 1 -2 0\ns SATISFIABLE\n",
]


class Reader(NamedTuple):
    """good: texts that it reads.  read: raises Csp2SatError, and nothing else."""

    name: str
    good: Callable[[], list[bytes]]
    read: Callable[[bytes], object]


def _source(data: bytes, name: str = "f") -> Source:
    return files.as_source(name, data)


def _boards(form: str) -> list[bytes]:
    """Small boards of all puzzles, in this format."""
    found = []
    sources = [files.read_source(str(path)) for path in sorted(DATA.glob("*.json"))]
    sources += [Source(puzzle.name, puzzle.samples[0][0]) for puzzle in map(PUZZLES.__getitem__, PUZZLES)]
    for board in map(read_board, sources):
        if board.rows * board.cols <= 110:
            try:
                found.append(FORMATS[form].write(board).encode())
            except Exception:
                continue  # has no such form
    return found


def _saved_games() -> list[bytes]:
    return [saved_game(game_id.decode()).encode() for game_id in _boards("sgt")]


def _sudokus() -> list[bytes]:
    """A sudoku in the forms that are only read."""
    text = "12..|..12|.1.2|..3.".replace("|", "\n")
    rows = text.split("\n")
    frame = "".join(f"│ {row[0]} {row[1]} │ {row[2]} {row[3]} │\n" for row in rows)
    table = "".join(f"|{'|'.join(row.replace('.', ' '))}|\n" for row in rows)
    game = f'<opensudoku><game data="{"1.......2" * 9}"/><game data="version: 1\n{"1|-|0|" * 81}"/></opensudoku>'
    commas = "; Sudoku\n" + "\n".join(",".join(row.replace(".", "_")) for row in rows)
    every = (frame, f"┌──┬──┐\n{frame}└──┴──┘\n", table, game, commas, f"[Puzzle]\n{text}\n[State]\n{text}\n")
    return [each.encode() for each in every]


def _read_sudoku(data: bytes) -> None:
    for form in ("grid", "line", "opensudoku"):
        _read_board(form, data)


def _read_board(form: str, data: bytes) -> None:
    source = _source(data, "f.txt")
    if FORMATS[form].fits(source.text):
        problem = BoardProblem(read_board(source), "")
        if problem.board.rows * problem.board.cols <= 400:
            problem.puzzle.picture(problem.board, None)


def _maps() -> list[bytes]:
    """The map of a CSP with every code, and those of boards."""
    csp = "(int x 0 3) (int y 0 40) (int z 0 9) (bool p) (or p (< x y)) (objective minimize z)"
    with tempfile.TemporaryDirectory() as name:
        cnf, map_, text = Path(name, "f.cnf"), Path(name, "f.map"), Path(name, "f.csp")
        text.write_text(csp)
        found = []
        for encoding in ENCODINGS:
            csp2sat.write_cnf(csp2sat.load(text), cnf, map_, encoding)
            found.append(map_.read_bytes())
        for path in sorted(DATA.glob("*-[5-7]x[5-7]-*.json")):
            csp2sat.write_cnf(csp2sat.load(path), cnf, map_)
            found.append(map_.read_bytes())
    return found


FOLDER = Path(tempfile.gettempdir())


def _decode(data: bytes) -> None:
    """Decode answers with a map that nobody has made, as the command does."""
    from csp2sat.cli.commands.decode import decode

    map_, answer = FOLDER / "fuzzed.map", FOLDER / "fuzzed.answer"
    map_.write_bytes(data)
    for literals in ("0", "1 -2 3 4 5 6 0"):
        answer.write_text(f"s SATISFIABLE\nv {literals}\n")
        for to in (None, "json"):
            decode.__wrapped__(str(answer), map_=str(map_), output="/dev/null", to=to)


def _parse(data: bytes) -> None:
    for dialect in ("auto", "competition", "plain", "result-file"):
        found = output.parse(data, 6, dialect)
        output.complete(found.literals, 6)


def _check(data: bytes) -> None:
    """A solution from anywhere, of every kind of board."""
    for problem in _problems():
        for said in answers.solutions_in(_source(data), problem.board):
            problem.faults(said.solution)


def _problems() -> list[BoardProblem]:
    if not PROBLEMS:
        PROBLEMS.extend(
            BoardProblem(read_board(files.read_source(str(p))), "") for p in sorted(DATA.glob("*-[4-7]x[4-7]-*.json"))
        )
    return PROBLEMS


PROBLEMS: list[BoardProblem] = []


def _solutions() -> list[bytes]:
    found = [b'{"status": "SATISFIABLE", "solution": [[1, 2], [2, 1]]}']
    for path in sorted(DATA.glob("*-[4-7]x[4-7]-*.json")):
        known = json.loads(path.read_text()).get("solution")
        found += [json.dumps({"solution": known}).encode()] if known else []
    return found


def _certificates() -> list[bytes]:
    made = certificate.Certificate(
        "csp2sat 0.4.0", "unsatisfiable", {"name": "f", "sha256": "0" * 64, "from": None, "goal": None}, "order",
        {"name": "x"}, "drat", None, {"cnf": "0" * 64, "proof": "0" * 64},
    )  # fmt: skip
    return [certificate.show(made).encode()]


def _solvers(data: bytes) -> None:
    path = FOLDER / "fuzzed.yaml"
    path.write_bytes(data)
    found = config.Solvers.load(str(path))
    for name in found.names():
        str(found.entries[name.partition(":")[0]].can())


def _unpack(data: bytes) -> None:
    path = FOLDER / "fuzzed.packed"
    path.write_bytes(data)
    files.read_bytes(str(path))


def _values(data: bytes) -> None:
    source = _source(data)
    value_lines.read_values(source) if value_lines.has_value_lines(data) else None


def _keys(data: bytes) -> None:
    source, keys = cspuz_keys.split(_source(data))
    model = sugar.read(source)
    if keys is not None:
        keys.check(model, source)


def _proof(kind: str, data: bytes) -> None:
    formats.check(kind, FLAT, data, "p", time.monotonic() + 4)


def _all() -> list[Reader]:
    texts = [CSP.encode(), *((path.read_bytes()) for path in sorted((ROOT / "tests" / "cases").glob("*.csp")))]
    return [
        Reader("sugar", lambda: texts, lambda data: sugar.read(_source(data))),
        Reader("keys", lambda: [KEYS.encode()], _keys),
        Reader("prolog", lambda: [PROLOG.encode()], lambda data: sugar.read(dialects.as_csp(_source(data)))),
        Reader("xcsp", lambda: [XCSP.encode()], lambda data: xcsp.read(_source(data))),
        Reader(
            "xcsp3",
            lambda: [path.read_bytes() for path in sorted((ROOT / "tests" / "data" / "xcsp3").glob("*.xml"))],
            lambda data: xcsp3.read(_source(data)),
        ),
        Reader("wcnf", lambda: WCNF, lambda data: wcnf.read(_source(data))),
        Reader("opb", lambda: [OPB], lambda data: opb.read(_source(data))),
        Reader(
            "flatzinc",
            lambda: [FLATZINC.encode(), FLATZINC_JSON.encode()],
            lambda data: flatzinc.read(_source(data)),
        ),
        Reader(
            "cnf",
            lambda: [b"c x\np cnf 3 2\n1 -2 0\n3\n2 0\n", b"p cnf 0 0\n"],
            lambda data: dimacs.read(data, "f.cnf"),
        ),
        *(Reader(form, partial(_boards, form), partial(_read_board, form)) for form in written_formats()),
        Reader("saved", _saved_games, partial(_read_board, "sgt")),
        Reader("sudokus", _sudokus, _read_sudoku),
        Reader("map", _maps, _decode),
        Reader("answer", lambda: ANSWERS, _parse),
        Reader("values", lambda: [b"s SATISFIABLE\na x\t3\na p\ttrue\na\n"], _values),
        Reader("solution", _solutions, _check),
        Reader("yaml", lambda: [YAML.encode(), (ROOT / "solvers.yaml").read_bytes()], _solvers),
        Reader("certificate", _certificates, lambda data: certificate.read(_source(data))),
        Reader("drat", lambda: DRAT, partial(_proof, "drat")),
        Reader("lrat", lambda: LRAT, partial(_proof, "lrat")),
        Reader(
            "packed",
            lambda: [
                gzip.compress(b"a" * 1000),
                lzma.compress(b"a" * 1000),
                bz2.compress(b"a" * 1000),
            ],
            _unpack,
        ),
    ]


READERS = {reader.name: reader for reader in _all()}
