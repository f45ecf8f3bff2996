"""The costs that `decode` says: those of the values, whatever the literals of soft constraints are in a model."""

import json
from pathlib import Path

import pytest
from pysat.solvers import Minisat22
from support.run_command import run

import csp2sat
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses

TEXT = """(int x 0 3) (int y 0 3)
(<= x y)
(weighted 2 (= x 1))
(weighted 3 (> y 1))
(weighted 4 (> x 1))
"""
WCNF = "h 1 2 0\n2 -1 0\n3 -2 3 0\n4 -3 0\n"


def weighted(ints: dict[str, int], bools: dict[str, bool]) -> int:
    x, y = ints["x"], ints["y"]
    return 2 * (x != 1) + 3 * (y <= 1) + 4 * (x <= 1)


def most(ints: dict[str, int], bools: dict[str, bool]) -> int:
    return weighted(ints, bools) + (ints["x"] > ints["y"])


def of_clauses(ints: dict[str, int], bools: dict[str, bool]) -> int:
    return 2 * bools["1"] + 3 * (bools["2"] and not bools["3"]) + 4 * bools["3"]


SOURCES = {
    "weighted": ("w.csp", TEXT, ["--weighted"], weighted),
    "max": ("w.csp", TEXT, ["--max"], most),
    "wcnf": ("s.wcnf", WCNF, [], of_clauses),
}


def models(cnf: str) -> list[list[int]]:
    """Return some models of a CNF, whose variables are preferred to be true, so that the worst costs come first."""
    found, read = [], dimacs.read(Path(cnf).read_bytes(), cnf)
    with Minisat22(bootstrap_with=[list(each) for each in clauses(read.flat)]) as solver:
        solver.set_phases(range(1, read.num_vars + 1))
        while len(found) < 8 and solver.solve():
            found.append([v if v in {*solver.get_model()} else -v for v in range(1, read.num_vars + 1)])
            solver.add_clause([-lit for lit in found[-1]])
    return found


@pytest.mark.parametrize("source", SOURCES)
def test_the_cost_is_that_of_the_values(source, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    name, text, options, cost = SOURCES[source]
    Path(name).write_text(text)
    assert run("encode", name, *options, "-o", "f.cnf").code == 0
    high = False
    for literals in models("f.cnf"):
        Path("f.out").write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
        Path(name).write_text(text)
        found = csp2sat.decode("f.out", "f.map")
        assert found.values is not None
        assert (found.objective, found.at_most) == (cost(found.values.ints, found.values.bools), None)
        Path(name).write_text(text + "\n")
        alone = csp2sat.decode("f.out", "f.map")
        assert alone.objective is None and alone.at_most is not None and alone.at_most >= found.objective
        high |= alone.at_most > found.objective
    assert high
    assert f"c the cost is at most {alone.at_most}\n" in run("decode", "f.out").out
    assert json.loads(run("decode", "f.out", "--json").out)["at_most"] == alone.at_most
    Path("f.out").write_text(Path("f.out").read_text().replace("SATISFIABLE", "OPTIMUM FOUND"))
    assert csp2sat.decode("f.out", "f.map").objective == alone.at_most  # the solver vouches for it
    Path(name).write_text(text)
    if found.objective != alone.at_most:
        with pytest.raises(csp2sat.InputError, match=f"no optimum: the cost of the model is {alone.at_most}, and of"):
            csp2sat.decode("f.out", "f.map")


ANSWERS = {
    "the cost": (["--weighted"], '{"ints": {"x": 2, "y": 2}, "objective": 2}', "right\n"),
    "a wrong cost": (["--weighted"], '{"ints": {"x": 2, "y": 2}, "objective": 6}', "the objective is 2, not 6"),
    "what is hard": (["--weighted"], '{"ints": {"x": 2, "y": 1}}', "line 2, column 1: (le x y) is violated"),
    "nothing is hard": (["--max"], '{"ints": {"x": 2, "y": 1}, "objective": 6}', "right\n"),
    "nothing is hard, a wrong cost": (["--max"], '{"ints": {"x": 2, "y": 1}, "objective": 5}', "is 6, not 5"),
    "violated": (
        [],
        '{"ints": {"x": 2, "y": 2}, "violated": [{"constraint": "(eq x 1)", "weight": 2}]}',
        "right\n",
    ),
    "not violated": (
        [],
        '{"ints": {"x": 1, "y": 2}, "violated": [{"constraint": "(gt x 1)", "weight": 4}, {"constraint": "(eq x 1)", '
        '"weight": 2}]}',
        "(eq x 1) is in the list `violated`, and holds",
    ),
    "left out": ([], '{"ints": {"x": 2, "y": 2}, "violated": []}', "(eq x 1) is violated, and not in the list"),
    "both": (["--max", "--weighted"], "{}", "--max or --weighted, not both"),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_answers_with_violated_constraints_are_judged(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    options, answer, said = ANSWERS[name]
    Path("w.csp").write_text(TEXT)
    Path("a.json").write_text(answer)
    done = run("check", "w.csp", "a.json", *options)
    assert said in done.out + done.err and (done.out == "right\n") == (said == "right\n")


def test_wishes_of_a_model_in_python(tmp_path):
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x <= y)
    for constraint, weight in ((x == 1, 2), (y > 1, 3), (x > 1, 4)):
        m.soft(constraint, weight)
    cnf, map_, out = (tmp_path / f"m.{suffix}" for suffix in ("cnf", "map", "out"))
    out.write_text('{"ints": {"x": 2, "y": 2}, "objective": 6}')
    assert csp2sat.check(m, out) == ["the objective is 2, not 6"]
    with pytest.warns(csp2sat.InputWarning, match="the cost of violated constraints"):
        csp2sat.encode(m, cnf, map_)
    for literals in models(str(cnf)):
        out.write_text(f"s SATISFIABLE\nv {' '.join(map(str, literals))} 0\n")
        found = csp2sat.decode(out, map_, m)
        assert found.values is not None and found.objective == weighted(found.values.ints, {})
    for better in csp2sat.improvements(m, portfolio=False):
        assert better.objective == weighted({"x": better[x], "y": better[y]}, {})
