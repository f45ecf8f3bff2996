"""csp2sat-sugar against what Sugar does: the lines on stdout, files, errors."""

from __future__ import annotations

import bz2
import gzip
import lzma
import re
import subprocess
from itertools import chain, combinations
from pathlib import Path

import pytest
from pysat.solvers import Solver
from support.command_server import completed
from support.programs import needed

from csp2sat.cli.sugar.command import command
from csp2sat.cnf import dimacs
from csp2sat.runner.process import output

SAT = "(int x 3 5) (bool p) (int _h 0 1) (int y (4 8)) (bool q) (= x 5) (= _h 1) p (not q) (> y x)\n"
SAT_LINES = "s SATISFIABLE\na x\t5\na y\t8\na p\ttrue\na q\tfalse\na\n"
UNSAT = "(int x 0 3) (> x 5)\n"
LEAST = "(int x 0 9) (int y 0 9) (objective minimize x) (>= (+ x y) 12)\n"


# output

OUTPUTS = {
    "sat": (SAT, [], SAT_LINES),
    "unsat": (UNSAT, [], "s UNSATISFIABLE\n"),
    "nothing": ("; nothing\n", [], "s SATISFIABLE\na\n"),
    "competition": (SAT, ["-c"], "s SATISFIABLE\nv 5 8\n"),
    "unsat -c": (UNSAT, ["-c"], "s UNSATISFIABLE\n"),
    "prolog": ("[int,'X',[1,[3,5]]]. % a comment\n[ '>' ,'X', 4 ].", ["-prolog"], "s SATISFIABLE\na X\t5\na\n"),
    "objective, one value": (
        "(int x 4 4) (objective maximize x)",
        [],
        "s SATISFIABLE\no 4\na x\t4\na\ns OPTIMUM FOUND\n",
    ),
    "objective, unsat": ("(int x 0 3) (objective minimize x) (> (* 2 x) 7)", [], "s UNSATISFIABLE\n"),
    "max": (
        "(int x 0 5) (bool p) (= x 1) (= x 1) (= x 2) (> x 0) p (not p) (not p)",
        ["-max"],
        ["o 2\na x\t1\na p\tfalse\na\ns OPTIMUM FOUND\n"],
    ),
    "weighted": (
        "(int x 0 5) (> x 3) (weighted 5 (< x 2)) (weighted 1 (= x 4)) (weighted 2 (= x 5))",
        ["-weighted"],
        ["o 6\na x\t5\na\ns OPTIMUM FOUND\n"],
    ),
}


@pytest.mark.parametrize("text, options, expected", OUTPUTS.values(), ids=OUTPUTS.keys())
def test_output(text, options, expected, csp, capsys):
    assert command([*options, csp(text)]) == 0
    out, err = capsys.readouterr()
    assert err == ""
    if isinstance(expected, str):
        assert out == expected
    else:
        assert out.startswith("s SATISFIABLE\no ")
        assert out.endswith(expected[0])


XML = """\
<instance> <presentation type="{}" format="XCSP 2.1"/>
  <domains> <domain name="D">0..3</domain> </domains>
  <variables> <variable name="y" domain="D"/> <variable name="_x" domain="D"/> </variables>
  <predicates>
    <predicate name="LESS"> <parameters>int a int b int c</parameters>
      <expression> <functional>lt(add(a,c),b)</functional> </expression> </predicate>
  </predicates>
  <constraints>
    <constraint name="C1" scope="_x y" reference="LESS"> <parameters>_x y 2</parameters> </constraint>
    <constraint name="C2" scope="_x y" reference="LESS"> <parameters>y _x {}</parameters> </constraint>
  </constraints>
</instance>
"""
XMLS = {
    "sat": (("CSP", -9), [], "s SATISFIABLE\na y\t3\na\n"),
    "sat -c": (("CSP", -9), ["-c"], "s SATISFIABLE\nv 3 0\n"),
    "unsat": (("CSP", 0), [], "s UNSATISFIABLE\n"),
    "unsat, but with costs": (("MAX-CSP", 0), ["-c"], ""),
}


@pytest.mark.parametrize("filled, options, expected", XMLS.values(), ids=XMLS.keys())
def test_xcsp(filled, options, expected, csp, capsys):
    """By its suffix; a `v` line has all variables."""
    Path("x.xml").write_text(XML.format(*filled))
    assert command([*options, "-csp", "y.csp", "x.xml"]) == 0
    out = capsys.readouterr().out
    if filled[0] == "MAX-CSP":
        assert re.fullmatch(r"s SATISFIABLE\n(o \d\nv \d \d\n)+s OPTIMUM FOUND\n", out)
        assert re.search(r"^o 1$", out, re.MULTILINE)
    else:
        assert out == expected
        assert "(int y 0 3)" in Path("y.csp").read_text()


def improvements(out: str) -> list[int]:
    """The values of the `o` lines, of an output of the right shape for LEAST."""
    block = r"o (\d)\na x\t\1\na y\t\d\na\n"
    assert re.fullmatch(rf"s SATISFIABLE\n({block})+s OPTIMUM FOUND\n".replace(r"\1", r"\2"), out), out
    return [int(value) for value in re.findall(r"^o (\d)$", out, re.MULTILINE)]


@pytest.mark.parametrize("options", [[], ["-solver", "minisat"]], ids=["session", "runs"])
def test_objective(options, csp, capsys):
    if options:
        needed("minisat")
    assert command([*options, csp(LEAST)]) == 0
    found = improvements(capsys.readouterr().out)
    assert found[-1] == 3
    assert found == sorted(set(found), reverse=True)


TRACE = r"""c 0	csp2sat \S+ for Sugar v2-3-3 \+ the default solver
c 0	BEGIN \w+ \w+ +\d+ [\d:]+ \d+
c 0	ENCODING x.csp TO T.cnf
c 0	ENCODING CPU CPU_TIMES
c 0	SOLVING T.cnf WITH T.map
c 0	SAT SOLVING \S+
s SATISFIABLE
c 0	DECODING T.out WITH T.map
a x	5
a y	8
a p	true
a q	false
a
c 0	DECODING CPU CPU_TIMES
c 0	SOLVING CPU CPU_TIMES
c 0	CPU CPU_TIMES
c 0	END \w+ \w+ +\d+ [\d:]+ \d+
"""
TIMES = r"[\d.]+ \([\d.]+ [\d.]+ [\d.]+ [\d.]+\)"


def test_trace(csp, capsys):
    assert command(["-v", "-tmp", "T", csp(SAT)]) == 0
    shape = TRACE.replace("CPU_TIMES", TIMES).replace("c 0", r"c \d+")
    assert re.fullmatch(shape, capsys.readouterr().out)


def test_more_of_the_trace(csp, capsys):
    assert command(["-vv", csp(LEAST)]) == 0
    out = capsys.readouterr().out
    assert re.search(r"^c \d+\tCSP : 2 integers, 0 booleans, 1 clauses, largest domain size 10$", out, re.MULTILINE)
    assert re.search(r"^c \d+\tSAT : \d+ SAT variables, \d+ SAT clauses, \d+ bytes$", out, re.MULTILINE)
    assert re.search(r"^c \d+\tOBJECTIVE minimize x$", out, re.MULTILINE)
    assert re.search(r"^c \d+\tOBJECTIVE x 3\ns OPTIMUM FOUND$", out, re.MULTILINE)
    improvements("".join(line + "\n" for line in out.splitlines() if not line.startswith("c ")))


# files

MAP = """\
objective minimize x
int x 2 3..9
int y 8 3..9
"""


def test_files_without_solving(csp, capsys):
    assert command(["-n", "-sat", "f.cnf", "-map", "f.map", "-solver", "/nonexistent", csp(LEAST)]) == 0
    assert capsys.readouterr() == ("", "")
    assert Path("f.map").read_text() == MAP
    assert dimacs.read(Path("f.cnf").read_bytes(), "f.cnf").num_vars >= 13
    assert sorted(path.name for path in Path().iterdir()) == ["f.cnf", "f.map", "x.csp"]


def test_files_with_solving(csp, capsys):
    assert command(["-sat=f.cnf", "-map=f.map", "-out=f.out", csp(SAT)]) == 0
    assert capsys.readouterr().out == SAT_LINES
    assert Path("f.map").read_text() == "int x 1 5\nint _h 1 1\nint y 1 8\nbool p 2\nbool q 3\n"
    assert Path("f.out").read_text() == "s SATISFIABLE\nv 1 2 -3 0\n"
    assert dimacs.read(Path("f.cnf").read_bytes(), "f.cnf").num_vars == 3


def test_keep(csp, capsys):
    assert command(["-keep", "-tmp", "T", csp(LEAST)]) == 0
    assert sorted(path.name for path in Path().iterdir()) == ["T.cnf", "T.map", "T.out", "x.csp"]
    assert Path("T.map").read_text() == MAP
    answer = output.parse(Path("T.out").read_bytes())
    assert answer.status == "sat"
    assert dimacs.falsified(Path("T.cnf"), answer.literals) is None


def test_translate(csp, capsys):
    assert command(["-translate", "csp", "-output", "y.csp", csp(SAT)]) == 0
    assert capsys.readouterr() == ("", "")
    assert command(["y.csp"]) == 0
    assert capsys.readouterr().out == SAT_LINES


CLASH = "(int x 0 3) (int y 0 3) (< x y) (> (+ x y) 2) (> x y) (weighted 4 (= x 1)) (weighted -2 (= y 1))\n"


@pytest.mark.parametrize("kind", ["gcnf", "gwcnf"])
def test_group_cnf(csp, kind):
    """Every set of groups is satisfiable if and only if the constraints are."""
    assert command(["-n", "-o", kind, "-sat", "T.cnf", "-map", "T.map", csp(CLASH)]) == 0
    header, *lines = Path("T.cnf").read_text().splitlines()
    groups = [int(line.split()[0].strip("{}")) for line in lines]
    clauses = [list(map(int, line.split()[1 + (kind == "gwcnf") : -1])) for line in lines]
    variables, number = map(int, header.split()[2:4])
    assert header.split()[1:] == [kind, str(variables), str(len(lines)), "5"]
    assert set(groups) == set(range(6)) and number == len(lines)
    if kind == "gwcnf":
        weights = {int(line.split()[0].strip("{}")): int(line.split()[1]) for line in lines}
        assert weights == {0: 5, 1: 5, 2: 5, 3: 5, 4: 4, 5: -2}
    for wanted in chain.from_iterable(combinations(range(1, 6), size) for size in range(6)):
        with Solver(bootstrap_with=[c for c, g in zip(clauses, groups, strict=True) if g in (0, *wanted)]) as solver:
            assert solver.solve() == any(
                all(holds(x, y) for k, holds in enumerate(MEANINGS, start=1) if k in wanted)
                for x in range(4)
                for y in range(4)
            )


MEANINGS = [
    lambda x, y: x < y,
    lambda x, y: x + y > 2,
    lambda x, y: x > y,
    lambda x, y: x == 1,
    lambda x, y: y == 1,
]


@pytest.mark.needs("clasp")
@pytest.mark.parametrize("goal, least", [("minimize", 2), ("maximize", 13)])
def test_opb_and_its_objective(csp, goal, least):
    text = f"(int x (1 2 7)) (int y 0 6) (bool p) (or p (> y 0)) (objective {goal} (+ x y)) (!= (+ x y) 1)"
    assert command(["-pb", "-n", "-sat", "T.opb", "-map", "T.map", csp(text)]) == 0
    answer = subprocess.run(["clasp", "T.opb"], capture_output=True, text=True).stdout
    assert "s OPTIMUM FOUND" in answer
    true = {
        int(word[1:]) for line in answer.splitlines() if line[:2] == "v " for word in line.split() if word[0] == "x"
    }
    first = {
        line.split()[1]: (int(line.split()[2]), line.split()[3:])
        for line in Path("T.map").read_text().splitlines()
        if line[:4] == "int "
    }
    x = next((v for at, v in enumerate([1, 2]) if first["x"][0] + at in true), 7)
    y = next((v for v in range(6) if first["y"][0] + v in true), 6)
    assert x + y == least


def test_opb_of_what_has_no_solution(csp):
    assert command(["-hybrid", "-n", "-sat", "T.opb", csp(UNSAT)]) == 0
    assert "+0 x1 >= 1 ;\n" in Path("T.opb").read_text()


TRANSLATED = {
    "asp": 'int(x,0,3).\nint("Y",list(1,list(3,5))).\nbool(p).\nor(p,le(x,"Y")).\nalldifferent(x,"Y").\n',
    "smt": """(set-logic QF_NIA)
(declare-fun |x| () Int)
(assert (<= 0 |x| 3))
(declare-fun |Y| () Int)
(assert (or (<= 1 |Y| 1) (<= 3 |Y| 5)))
(declare-fun |p| () Bool)
(assert (or |p| (and (distinct |x| 0) (<= (div |Y| |x|) (- 2)))))
(check-sat)
(get-value (|x| |Y| |p|))
""",
}
MODEL = "(int x 0 3) (int Y (1 (3 5))) (bool p) (or p (<= {} Y)) {}"


def test_translate_to_asp(csp):
    text = MODEL.format("x", "(alldifferent x Y)")
    assert command(["-translate", "asp", "-output", "y", csp(text)]) == 0
    assert Path("y").read_text() == TRANSLATED["asp"]


def test_translate_to_prolog_and_back(csp, capsys):
    text = MODEL.format("(* x x)", "(< (+ x Y) 2)")
    assert command(["-translate", "prolog", "-output", "y", csp(text)]) == 0
    assert Path("y").read_text().startswith("[int,x,0,3].\n[int,'Y',[1,[3,5]]].\n[bool,p].\n[or,p,[le,[mul,x,x],'Y']].")
    assert command(["-prolog", "y"]) == 0
    assert re.fullmatch("s SATISFIABLE\na x\t0\na Y\t1\na p\t(true|false)\na\n", capsys.readouterr().out)


def test_translate_to_smt(csp):
    csp("(int x 0 3) (int Y (1 (3 5))) (bool p) (or p (<= (/ Y x) -2))")
    assert command(["-translate", "smt", "-output", "y", "x.csp"]) == 0
    assert Path("y").read_text() == TRANSLATED["smt"]


def test_very_verbose_shows_the_solvers_log(csp, capsys):
    needed("minisat")
    assert command(["-vv", "-solver", "minisat %s %o", csp(SAT)]) == 0
    assert re.search(r"^c 0\t\|  Number of variables:", capsys.readouterr().out, re.MULTILINE)


def test_unknown_global_of_xcsp(csp, capsys):
    csp("")
    text = '<domains nbDomains="1"><domain name="D" nbValues="2">0..1</domain></domains>'
    text += '<variables nbVariables="1"><variable name="x" domain="D"/></variables><constraints nbConstraints="1">'
    text += '<constraint name="c" arity="1" scope="x" reference="global:foo"/></constraints></instance>'
    Path("x.xml").write_text(f'<instance><presentation format="XCSP 2.1"/>{text}')
    assert command(["x.xml"]) == 1
    assert capsys.readouterr().out.startswith("s UNSUPPORTED\nc 0\tERROR Exception x.xml:1:")


def test_gzip(csp, capsys):
    Path("x.csp.gz").write_bytes(gzip.compress(SAT.encode()))
    assert command(["x.csp.gz"]) == 0
    assert capsys.readouterr().out == SAT_LINES


@pytest.mark.parametrize("name", ["/dev/stdin", "-"])
def test_stdin(name):
    done = completed([name], module="csp2sat.cli.sugar.command", stdin=SAT)
    assert (done.returncode, done.stdout.decode(), done.stderr) == (0, SAT_LINES, b"")


# errors

ERRORS = {
    "syntax": ("(int x 0 3)\n(= x y)", [], "x.csp:2:6: unknown integer variable 'y'"),
    "key": ("(bool b0)\n#b0 b1", [], "x.csp:2:5: 'b1' is no variable; expected names of variables after '#'"),
    "key in prolog": (
        "[bool,b0]\n#b0",
        ["-prolog"],
        "x.csp:2:1: character '#' can be no part of a symbol; comments begin with ';'",
    ),
    "prolog": ("[int,'a b',0,3].", ["-prolog"], "x.csp:1:6: expected a name without blanks, quoted by '...'"),
    "after quotes": (
        "[int,'x',0,3]. ['<=',y,2].",
        ["-prolog"],
        "x.csp:1:22: unknown integer variable 'y'",
    ),
    "parenthesis in prolog": ("[bool,b](or b)", ["-prolog"], "x.csp:1:9: '('; expected lists in brackets"),
    "objective twice": (
        LEAST,
        ["-max"],
        "an objective cannot be combined with constraints that have weights, or with --max",
    ),
    "weighted": (
        "(bool p) (weighted 1 p)",
        [],
        "the input has (weighted ..) constraints, which need the option -weighted",
    ),
}


@pytest.mark.parametrize("text, options, message", ERRORS.values(), ids=ERRORS.keys())
def test_errors(text, options, message, csp, capsys):
    assert command([*options, csp(text)]) == 1
    out, err = capsys.readouterr()
    assert re.fullmatch(rf"c \d+\tERROR Exception {re.escape(message)}\nc ERROR no SAT file \S+\.cnf\n", out)
    assert message in err


def test_no_input_file(csp, capsys):
    assert command(["nowhere.csp"]) == 2
    assert capsys.readouterr() == ("", "csp2sat-sugar: no input file nowhere.csp\n")


PACKED = {".bz2": bz2.compress, ".xz": lzma.compress, ".GZ": gzip.compress}


@pytest.mark.parametrize("suffix", PACKED)
def test_xcsp_is_read_packed(suffix, tmp_path, capsys):
    text = (
        '<instance><presentation format="XCSP 2.1"/>'
        '<domains nbDomains="1"><domain name="D" nbValues="1">7</domain></domains>'
        '<variables nbVariables="1"><variable name="x" domain="D"/></variables>'
        '<constraints nbConstraints="0"/></instance>'
    )
    instance = tmp_path / f"x.xml{suffix}"
    instance.write_bytes(PACKED[suffix](text.encode()))
    assert command(["-competition", str(instance)]) == 0
    assert "v 7\n" in capsys.readouterr().out
