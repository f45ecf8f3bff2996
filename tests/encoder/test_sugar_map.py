"""Sugar's map files, decoded as Sugar decodes them; and Sugar's logs, decoded with ours."""

from __future__ import annotations

import random
import re
from pathlib import Path

import pytest
from pysat.solvers import Solver
from support import oracle, random_csp
from typer.testing import CliRunner

from csp2sat.cli.app import app_for
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.encoder.files import write
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError

MASYU = "; Masyu Puzzle\nsize 5 4\n- - - - -\n- - - 1 0\n- - - - -\n1 - - - -\n"


def csp2sat(*arguments):
    """Run a command; gives exit code, stdout and stderr."""
    words = [str(argument) for argument in arguments]
    result = CliRunner().invoke(app_for(words), words)
    return result.exit_code, result.stdout, result.stderr


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


# maps

MAPS = {
    "int": ("(int x 0 3)", "int x 2 0..3\n"),
    "holes": ("(int x (1 (3 5) 9))", "int x 2 1 3..5 9\n"),
    "negative": ("(int x -7 -3)", "int x 2 -7..-3\n"),
    "tightened": ("(int x 0 9) (> x 3) (< x 6)", "int x 2 4..5\n"),
    "one value": ("(int x 4) (int y 0 1)", "int x 1 4\nint y 2 0..1\n"),
    "bools last": ("(bool p) (int x 0 2)", "int x 2 0..2\nbool p 4\n"),
    "hidden": ("(int _x 0 1) (bool _p)", "int _x 2 0..1\nbool _p 3\n"),
    "objective": (
        "(int x 0 1) (int y 0 2) (objective maximize y)",
        "objective maximize y\nint x 2 0..1\nint y 3 0..2\n",
    ),
    "objective, a term": (
        "(int x 0 1) (objective minimize (- 3 x))",
        "objective minimize _OBJECTIVE\nint x 2 0..1\nint _OBJECTIVE 3 2..3\n",
    ),
    "a name that is taken": (
        "(int _OBJECTIVE 0 1) (objective minimize (- 3 _OBJECTIVE))",
        "objective minimize _OBJECTIVE_\nint _OBJECTIVE 2 0..1\nint _OBJECTIVE_ 3 2..3\n",
    ),
}


@pytest.mark.parametrize("text, expected", MAPS.values(), ids=MAPS.keys())
def test_map(text, expected):
    Path("x.csp").write_text(text)
    code, out, err = csp2sat("encode", "x.csp", "--map-format", "sugar")
    assert (code, out, "is not in the CNF" in err) == (0, "", "objective" in text)
    assert Path("x.map").read_text() == expected


def decoded(lines, model):
    """The values that a map in Sugar's form gives a model of the CNF, by Sugar's rule: the first domain value whose SAT
    variable is true, else the last one."""
    true = {lit for lit in model if lit > 0}
    ints, bools = [], []
    for kind, _, code, *ranges in (line.split() for line in lines):
        if kind == "bool":
            bools.append(int(code) in true)
        else:
            values = values_of(ranges)
            codes = enumerate(values[:-1], start=int(code))
            ints.append(next((value for variable, value in codes if variable in true), values[-1]))
    return tuple(ints), tuple(bools)


def values_of(ranges):
    """`1..3 7`, split at blanks, as a list of integers."""
    ends = [[int(end) for end in part.split("..")] for part in ranges]
    return [value for end in ends for value in range(end[0], end[-1] + 1)]


@pytest.mark.parametrize("seed", range(25))
def test_random_maps(seed):
    """All models of the CNF, decoded by Sugar's rule, are the solutions."""
    model = random_csp.RandomCsp(8000 + seed).model()
    write(model, "", "x.cnf", "x.map", EncoderOptions(map_format="sugar"))
    lines = Path("x.map").read_text().splitlines()
    cnf = dimacs.read(Path("x.cnf").read_bytes(), "x.cnf")
    found = set()
    with Solver("minisat22", bootstrap_with=clauses(cnf.flat)) as solver:
        solver.add_clause([cnf.num_vars, -cnf.num_vars])
        coded = coded_variables(lines)
        while solver.solve():
            true = solver.get_model()
            found.add(decoded(lines, true))
            solver.add_clause([-lit for lit in true if abs(lit) in coded] or [-1])
    assert found == oracle.solutions(model)


def coded_variables(lines):
    """The SAT variables in a map."""
    variables = set()
    for kind, _, code, *ranges in (line.split() for line in lines):
        count = 1 if kind == "bool" else len(values_of(ranges)) - 1
        variables |= set(range(int(code), int(code) + count))
    return variables


def test_only_for_cnfs():
    Path("x.csp").write_text("(int x 0 3) (objective minimize x)")
    expected = (2, "", "csp2sat: --map-format sugar: only for a CNF, and without --origins\n")
    assert csp2sat("encode", "x.csp", "--map-format", "sugar", "--to", "wcnf") == expected
    assert [path.name for path in Path().iterdir()] == ["x.csp"]


def test_only_the_order_encoding():
    with pytest.raises(UsageError, match="Sugar's map files know the order encoding only, not 'direct'"):
        EncoderOptions("direct", map_format="sugar")


# logs


def as_log(values: str) -> str:
    """`a` lines as another model of the puzzle prints them: integers that tell a direction, and further variables."""
    rng = random.Random(1)
    directed = re.sub(r"\ttrue", lambda _: rng.choice(("\t1", "\t-1")), values).replace("\tfalse", "\t0")
    return directed.replace("s SATISFIABLE\n", "c 0\tSOLVING\ns SATISFIABLE\na d_0_0\t2\n") + "c 1\tEND\n"


@pytest.fixture
def masyu():
    """The log and the drawing of a board; its map is m.map."""
    Path("m.txt").write_text(MASYU)
    assert csp2sat("encode", "m.txt", "-o", "m.cnf")[0] == 0
    drawing = csp2sat("solve", "m.txt")[1]
    values = csp2sat("solve", "m.txt", "--to", "values")[1]
    assert "\ttrue" in values
    return as_log(values), drawing


def test_a_log_of_another_model_is_drawn(masyu):
    log, drawing = masyu
    Path("m.log").write_text(log)
    assert csp2sat("decode", "m.log", "-m", "m.map") == (0, drawing, "")
    Path("m.log").write_text(log.replace("\t", " ").replace("\n", "\r\n"))
    assert csp2sat("decode", "m.log", "-m", "m.map") == (0, drawing, "")


def test_the_last_solution_counts_and_has_to_be_complete(masyu):
    log, drawing = masyu
    Path("m.log").write_text("s SATISFIABLE\no 3\na h_0_0\t7\na\n" + log)
    assert csp2sat("decode", "m.log", "-m", "m.map") == (0, drawing, "")
    Path("m.log").write_text(log + "o 1\na h_0_0\t9\n")
    code, out, err = csp2sat("decode", "m.log", "-m", "m.map")
    assert (code, out) == (1, "") and "the values are cut short: there is no line `a` after them" in err


LOGS = {  # what is done to the log of the board
    "cut short": (
        lambda log: log.replace("\na\n", "\n"),
        "m.log:3: the values are cut short: there is no line `a` after them",
    ),
    "a value is missing": (
        lambda log: re.sub("a v_2_3\t.*\n", "", log),
        "m.log: v_2_3 has no value",
    ),
    "no edge": (
        lambda log: re.sub("a v_2_3\t.*", "a v_2_3\t5", log),
        "m.log: v_2_3 has no value",
    ),
    "no loop": (
        lambda log: re.sub("a h_0_0\t.*", "a h_0_0\t0", log),
        "m.log: the values are no solution of the map's board: ",
    ),
    "garbage": (
        lambda log: log.replace("a d_0_0\t2", "a d_0_0"),
        "m.log:3:1: expected `a NAME VALUE`, the value an integer, true or false\n  a d_0_0\n  ^",
    ),
}

NOT_JUDGED = "csp2sat: not judged: that no solution exists; for a proof: csp2sat solve --proof FILE\n"


@pytest.mark.parametrize("change, message", LOGS.values(), ids=LOGS.keys())
def test_wrong_logs(change, message, masyu):
    Path("m.log").write_text(change(masyu[0]))
    code, out, err = csp2sat("decode", "m.log", "-m", "m.map")
    assert (code, out) == (1, "")
    assert err.startswith(message)


@pytest.mark.parametrize(
    "log, expected",
    [
        ("s SATISFIABLE\na x\t3\na p\ttrue\na\n", (0, "s SATISFIABLE\na x\t3\na p\ttrue\na\n", "")),
        ("s SATISFIABLE\na x\t4\na p\ttrue\na\n", (1, "", "x.log: x cannot be 4: not in its domain\n")),
        ("s SATISFIABLE\na x\ttrue\na p\ttrue\na\n", (1, "", "x.log: x cannot be true: expected an integer\n")),
        ("s UNSATISFIABLE\n", (0, "s UNSATISFIABLE\n", NOT_JUDGED)),
    ],
    ids=["right", "outside", "wrong sort", "unsat"],
)
def test_logs_of_a_csp(log, expected):
    Path("x.csp").write_text("(int x 0 3) (bool p) (int _hidden 0 5)")
    Path("x.log").write_text(log)
    assert csp2sat("encode", "x.csp")[0] == 0
    assert csp2sat("decode", "x.log", "-m", "x.map") == expected


def test_a_row_needs_the_hidden_variables():
    Path("x.csp").write_text("(int x 0 3) (int _hidden 0 5)")
    Path("x.log").write_text("s SATISFIABLE\na x\t3\na\n")
    assert csp2sat("encode", "x.csp")[0] == 0
    code, out, err = csp2sat("decode", "x.log", "-m", "x.map", "--to", "v")
    assert (code, out, err) == (2, "", "csp2sat: --to v: the log does not have the values of hidden variables\n")
