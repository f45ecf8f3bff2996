"""`csp2sat count` against brute force."""

from __future__ import annotations

import pytest
from support import oracle, random_csp
from support.pipelines import pipeline
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.counting.components import components
from csp2sat.counting.counting import Count, count
from csp2sat.counting.model_partition import PartitionedModels
from csp2sat.errors import UsageError
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.model import Model
from csp2sat.runner.config.config import Solvers
from csp2sat.solving import enumeration
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun

CHAIN = "".join(f"(int x{k} 0 9)" for k in range(4)) + "(< x0 x1) (< x1 x2) (< x2 x3)"  # 210


@pytest.fixture
def engine(tmp_path):
    return pipeline(tmp_path)


def csp(text: str) -> CspProblem:
    return CspProblem(LANGUAGES["sugar"].read(Source("x.csp", text)), "")


def projected(model: Model, names: set[str]) -> int:
    declared = [*model.ints, *model.bools]
    solutions = ((*ints, *bools) for ints, bools in oracle.solutions(model))
    return len({tuple(v for name, v in zip(declared, s, strict=True) if name in names) for s in solutions})


CASES = {
    "empty": ("", None, 1),
    "unconstrained": ("(int x 0 99) (bool p) (int y (1 5 9))", None, 600),
    "more than can be enumerated": ("(int x 0 999999999) (int y 0 999999999) (int z 0 3) (> z 1)", None, 2 * 10**18),
    "hidden": ("(int x 0 3) (int _h 0 3) (bool _p) (<= x _h)", None, 4),
    "auxiliaries": ("(int x 0 5) (int y 0 5) (= (mod (* x y) 4) 1)", None, 5),
    "impossible": ("(int x 0 3) (int y 0 999999) (> x 3)", None, 0),
    "false": ("(int x 0 3) false", None, 0),
    "two parts": (CHAIN + "(int y 0 4) (int z 0 4) (!= y z)", None, 210 * 20),
    "projected": (CHAIN, ["x0"], 7),
    "pattern": (CHAIN, ["x[12]"], 28),
    "a part that is not projected": ("(int x 0 3) (int y 0 4) (int z 0 4) (!= y z)", ["x"], 4),
    "a part that is not projected, impossible": ("(int x 0 3) (int y 0 4) (> y 4)", ["x"], 0),
    "hidden, but wanted": ("(int x 0 3) (int _h 0 3) (<= x _h)", ["_h"], 4),
    "objective": ("(int x 0 3) (int y 0 3) (objective minimize x) (< x y)", None, 6),
    "two name spaces": ("(int x 0 3) (bool x) (> x 1)", None, 4),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("tries", [True, False])
@pytest.mark.parametrize("text, names, expected", CASES.values(), ids=CASES.keys())
def test_numbers(text, names, expected, tries, engine):
    assert count(csp(text), engine, names, tries=tries) == Count(expected, True)


@pytest.mark.sample(9)
@pytest.mark.parametrize("seed", range(300))
def test_random_without_a_solver(seed, engine):
    model = random_csp.RandomCsp(seed).model()
    assert count(CspProblem(model, ""), engine, ["x*", "p0"]) == Count(projected(model, {*model.ints, "p0"}), True)


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(15))
def test_random_with_a_solver(seed, engine):
    model = random_csp.RandomCsp(900 + seed).model()
    assert count(CspProblem(model, ""), engine, tries=False) == Count(len(oracle.solutions(model)), True)


@pytest.mark.parametrize("second", [None, "embedded:minisat"])
def test_bounded_memory(second, tmp_path, monkeypatch):
    """Clauses are dropped again and again, and the number is right; a second solver confirms each part of the space."""
    confirming = {"cross_check": Solvers.load().find(second), "incremental": False} if second else {}
    engine = pipeline(tmp_path, "embedded", **confirming)
    opened = []
    original = PartitionedModels._open
    monkeypatch.setattr(PartitionedModels, "_open", lambda self, cube: opened.append(cube) or original(self, cube))
    monkeypatch.setattr(PartitionedModels.__init__, "__defaults__", (300,))
    assert count(csp(CHAIN), engine, tries=False) == Count(210, True)
    assert len(opened) > 3 and max(map(len, opened)) > 1


def test_parts_share_nothing():
    model = csp("(int a 0 3) (int b 0 3) (int c 0 3) (bool p) (< a b) (or p (> b 1)) (> c 1)").model
    parts = [({*part.ints, *part.bools}, len(part.constraints)) for part in components(model)]
    assert parts == [({"a", "b", "p"}, 2), ({"c"}, 1)]


def test_unknown_name(engine):
    with pytest.raises(
        UsageError, match=r"^project: no variable has the name z or fits it as a pattern; '\*' fits all$"
    ):
        count(csp("(int x 0 3)"), engine, ["x", "z"])


@pytest.fixture
def chain(tmp_path):
    (tmp_path / "chain.csp").write_text(CHAIN)
    return tmp_path / "chain.csp"


COMMANDS = {
    "all": ([], 0, "210\n", ""),
    "projected": (["--project", "x0, x3"], 0, "28\n", ""),
    "limit": (["--limit", 20], 3, "at least 20\n", ""),
    "limit beyond": (["--limit", 211], 0, "210\n", ""),
    "no time": (["--timeout", 0], 3, "s UNKNOWN\n", "csp2sat: warning: the time limit was reached\n"),
    "quiet": (["--timeout", 0, "-q"], 3, "s UNKNOWN\n", ""),
    "another encoding": (["--encoding", "log", "--project", "x0"], 0, "7\n", ""),
    "json": (["--json"], 0, '{"schema": 1, "status": "SATISFIABLE", "count": 210, "complete": true}\n', ""),
    "json, limit": (
        ["--json", "--limit", 3],
        3,
        '{"schema": 1, "status": "SATISFIABLE", "count": 3, "complete": false, "reason": "number"}\n',
        "",
    ),
    "json, no time": (
        ["--json", "--timeout", 0, "-q"],
        3,
        '{"schema": 1, "status": "UNKNOWN", "count": 0, "complete": false, "reason": "time"}\n',
        "",
    ),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("args, code, out, err", COMMANDS.values(), ids=COMMANDS.keys())
def test_command(args, code, out, err, chain):
    assert run("count", chain, *args) == (code, out, err)


@pytest.mark.children
def test_another_solver_counts(chain):
    assert run("count", chain, "--solver", "kissat", "--project", "x0") == (0, "7\n", "")


def test_a_cnf(tmp_path):
    (tmp_path / "f.cnf").write_text("p cnf 2 1\n1 0\n")
    assert run("count", tmp_path / "f.cnf") == (0, "2\n", "")


def test_a_cnf_of_csp2sat_is_counted_by_its_map(tmp_path):
    text = "(int x 0 5) (int _y 0 5) (bool p) (or (and (< x 2) (> _y 3)) (and (> x 3) (< _y 2) p))"
    (tmp_path / "x.csp").write_text(text)
    cnf, map_ = tmp_path / "x.cnf", tmp_path / "x.map"
    expected = run("count", tmp_path / "x.csp")
    assert run("encode", tmp_path / "x.csp", "-o", cnf) == (0, "", "")
    assert run("count", cnf) == expected == (0, "6\n", "")
    changed = map_.read_text().replace('"cnf": "sha256:', '"cnf": "sha256:0')
    for spoil in (lambda: map_.write_text(changed), lambda: map_.write_text("?"), map_.unlink):
        spoil()
        code, out, err = run("count", cnf)
        assert code == 0 and int(out) > 6
        assert "x.cnf: auxiliary variables are counted, too, as csp2sat wrote this formula" in err
        assert "--show '*'" in err
        assert run("count", cnf, "-q") == (code, out, err)  # without the line it is another number
        assert run("count", cnf, "--project", "1")[2] == ""
    assert run("encode", tmp_path / "x.csp", "-o", cnf, "--show", "*") == (0, "", "")
    map_.unlink()
    assert run("count", cnf) == expected


@pytest.mark.parametrize("suffix", ["opb", "wcnf"])
def test_other_formulas_of_csp2sat_are_counted_by_their_maps(suffix, tmp_path):
    text = "(int x 0 5) (int _y 0 5) (bool p) (or (and (< x 2) (> _y 3)) (and (> x 3) (< _y 2) p))"
    (tmp_path / "x.csp").write_text(text + "(weighted 2 (> x 1))" * (suffix == "wcnf"))
    formula, options = tmp_path / f"x.{suffix}", ("--weighted",) * (suffix == "wcnf")
    assert run("encode", tmp_path / "x.csp", "-o", formula, *options) == (0, "", "")
    assert not [line for line in formula.read_text().splitlines() if line.strip() in ("c", "*")]
    assert run("count", formula, "-q") == (0, "6\n", "")
    (tmp_path / "x.map").unlink()
    code, out, err = run("count", formula)
    assert code == 0 and int(out) > 6
    assert f"x.{suffix}: auxiliary variables are counted, too, as csp2sat wrote this formula" in err


def test_a_range_of_variables_of_a_cnf(tmp_path):
    (tmp_path / "f.cnf").write_text("p cnf 4 1\n1 2 0\n")
    for numbers in ("2-4", "2..4"):
        assert run("count", tmp_path / "f.cnf", "--project", numbers) == (0, "8\n", "")
    assert (
        "no variables 2..9: the CNF has the variables 1 to 4"
        in run("count", tmp_path / "f.cnf", "--project", "2..9").err
    )


def test_a_board(tmp_path, engine):
    (tmp_path / "masyu.txt").write_text("; Masyu Puzzle\nsize 4 4\n- - - -\n- 0 - -\n- - - -\n- - - -\n")
    from csp2sat.solving.inputs import read

    solutions = list(enumeration.solutions(ProblemRun(read(str(tmp_path / "masyu.txt"), None), engine), None))
    assert run("count", tmp_path / "masyu.txt") == (0, f"{len(solutions)}\n", "")


@pytest.mark.parametrize("encoding", ["order", "log", "direct", "compact-order"])
def test_show(encoding, tmp_path):
    """The models of the CNF, counted on the literals that it shows, are the solutions."""
    from pysat.solvers import Solver

    from csp2sat.cnf import dimacs
    from csp2sat.cnf.flat_clauses import clauses

    (tmp_path / "x.csp").write_text("(int x 0 9) (int y 0 40) (bool p) (int _h 0 3) (= y (* x 3)) (or p (< x 4))")
    path = tmp_path / "x.cnf"
    assert run("encode", tmp_path / "x.csp", "-o", path, "--show", "*", "--encoding", encoding) == (0, "", "")
    (line,) = [line for line in path.read_text().splitlines() if line.startswith("c p show ")]
    shown = list(map(int, line.split()[3:-1]))
    found = set()
    with Solver("minisat22", bootstrap_with=clauses(dimacs.read(path.read_bytes(), "x").flat)) as solver:
        solver.add_clause([max(shown), -max(shown)])
        while solver.solve():
            model = solver.get_model()
            values = tuple(v if v in model else -v for v in shown)
            assert values not in found
            found.add(values)
            solver.add_clause([-v for v in values])
    assert len(found) == 14


def test_show_is_asked_for(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 0 9) (> x 3)")
    run("encode", tmp_path / "x.csp", "-o", tmp_path / "x.cnf")
    assert "c p show" not in (tmp_path / "x.cnf").read_text()
    ended = run("encode", tmp_path / "x.csp", "-o", tmp_path / "y.cnf", "--show", "y")
    assert ended == (2, "", "csp2sat: --show: no variable has the name y or fits it as a pattern; '*' fits all\n")
    assert not (tmp_path / "y.cnf").exists()


def test_a_variable_that_the_lines_of_a_cnf_do_not_show(tmp_path):
    path = tmp_path / "a.cnf"
    path.write_text("c p show 1 2 0\np cnf 4 2\n1 2 0\n3 -4 0\n")
    with pytest.raises(UsageError, match=r"^project: no line `c p show` names the variable 3$"):
        csp2sat.count(path, project=["1", "3"])
    assert csp2sat.count(path, project=["1"]).number == 2
    with pytest.raises(UsageError, match=r"^project: no variables 5: the CNF has the variables 1 to 4$"):
        csp2sat.count(path, project=["5"])


def test_a_range_of_numbers_names_variables_of_a_cnf(engine):
    problem = csp2sat.loads("p cnf 12 2\n1 2 0\n-3 12 0\n")
    for range_, names in (("1-3", "123"), ("3-3", "3")):
        assert csp2sat.count(problem, project=[range_]).number == csp2sat.count(problem, project=[*names]).number
    for wrong in ("1-13", "0-2", "3-1", "1-"):
        with pytest.raises(UsageError, match=r"the CNF has the variables 1 to 12$|no variable has the name 1- "):
            csp2sat.count(problem, project=[wrong])
    model = Model()
    model.bool("1-3")
    model.bool("3")
    assert count(CspProblem(model, ""), engine, ["1-3"]).number == 2
