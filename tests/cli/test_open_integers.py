"""Integers without bounds: no command says that there is no (other, better) solution, for a range was assumed."""

import json

import pytest
from support.run_command import run

import csp2sat

NONE = "var int: x :: output_var;\nvar int: y;\nconstraint int_lt(x,y);\nconstraint int_lt(y,x);\nsolve satisfy;\n"
ONE = "var int: x :: output_var;\nconstraint int_ne_reif(x,3,false);\nsolve satisfy;\n"
BEST = "var int: x :: output_var;\nsolve maximize x;\n"
BOUNDED = "var int: x :: output_var;\nconstraint int_le(x,3);\nconstraint int_le(3,x);\nsolve satisfy;\n"
pytestmark = pytest.mark.filterwarnings("ignore")


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "open.fzn"
        path.write_text(text)
        return path

    return write


QUESTIONS = {
    "none": (NONE, ("solve",), "=====UNKNOWN=====\n"),
    "none, log": (NONE, ("solve", "--encoding", "log"), "=====UNKNOWN=====\n"),
    "none, all": (NONE, ("solve", "--all"), "=====UNKNOWN=====\n"),
    "none, proof": (NONE, ("solve", "--proof", "p"), "=====UNKNOWN=====\n"),
    "none, count": (NONE, ("count",), "s UNKNOWN\n"),
    "none, backbone": (NONE, ("backbone",), "=====UNKNOWN=====\n"),
    "none, explain": (NONE, ("explain",), "s UNKNOWN\n"),
    "one": (ONE, ("solve", "--unique"), "x = 3;\n----------\nnot decided whether the solution is unique\n"),
    "one, all": (ONE, ("solve", "--all"), "x = 3;\n----------\n% at least 1 solution\n"),
    "one, proof": (
        ONE,
        ("solve", "--unique", "--proof", "p"),
        "x = 3;\n----------\nnot decided whether the solution is unique\n",
    ),
    "one, count": (ONE, ("count",), "at least 1\n"),
    "one, backbone": (ONE, ("backbone",), "=====UNKNOWN=====\n"),
    "best": (BEST, ("solve",), "% objective 1000000\nx = 1000000;\n----------\n"),
    "best, proof": (BEST, ("solve", "--proof", "p"), "% objective 1000000\nx = 1000000;\n----------\n"),
}


@pytest.mark.sample(5)
@pytest.mark.parametrize("text, command, expected", QUESTIONS.values(), ids=QUESTIONS)
def test_what_is_not_claimed(file, text, command, expected, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    question, *options = command
    ended = run(question, file(text), *options)
    assert ended.out.endswith(expected)
    assert "==========" not in ended.out and "UNSATISFIABLE" not in ended.out
    assert ended.code == 3 and "x has no bounds; -1000000..1000000 is assumed" in ended.err
    assert not (tmp_path / "p").exists()


def test_bounds_that_are_found_leave_no_doubt(file):
    assert run("solve", file(BOUNDED), "--unique").out == "x = 3;\n----------\nunique\n"
    assert run("count", file(BOUNDED)).out == "1\n"


@pytest.mark.parametrize("text, answer, status", [(NONE, "s UNSATISFIABLE\n", "UNKNOWN"), (BEST, None, "SATISFIABLE")])
def test_decode_does_not_claim_it(file, text, answer, status, tmp_path):
    path = file(text)
    assert run("encode", path, "-o", tmp_path / "o.cnf", "-m", tmp_path / "o.map").code == 0
    if answer is None:
        from pysat.formula import CNF
        from pysat.solvers import Solver

        with Solver(bootstrap_with=CNF(str(tmp_path / "o.cnf"))) as solver:
            assert solver.solve()
            answer = "s OPTIMUM FOUND\nv " + " ".join(map(str, [*solver.get_model(), 0])) + "\n"
    (tmp_path / "answer").write_text(answer)
    ended = run("decode", tmp_path / "answer", "-m", tmp_path / "o.map", "--json")
    assert json.loads(ended.out)["status"] == status and "x has no bounds" in ended.err


def test_nor_does_python(file):
    none, best = csp2sat.load_model(file(NONE)), csp2sat.load_model(file(BEST))
    assert csp2sat.solve(none).status == "UNKNOWN" and "no bounds" in csp2sat.solve(none).reason
    found = csp2sat.solve(best)
    assert (found.status, found.objective, found.bound) == ("SATISFIABLE", 1000000, None)
    assert not csp2sat.count(none).complete
    with pytest.raises(csp2sat.LimitReached):
        csp2sat.backbone(none)
    with pytest.raises(csp2sat.LimitReached):
        list(csp2sat.solutions(none))
    with csp2sat.session(none) as kept:
        assert kept.solve().status == "UNKNOWN"
