"""`--no-symmetry`: the formula of `encode` is solved, where else one with fewer solutions is."""

import json

from support.run_command import run

import csp2sat

PIGEONS = "".join(f"(int x{at} 1 4)\n" for at in range(5)) + "(alldifferent x0 x1 x2 x3 x4)\n"
ROOM = PIGEONS.replace("1 4", "1 5")


def sizes(path, *options):
    return json.loads(run("solve", path, "--json", "--solver", "embedded", *options).out)


def test_the_formula_is_that_of_encode(tmp_path):
    (tmp_path / "a.csp").write_text(ROOM)
    encoded = json.loads(run("encode", tmp_path / "a.csp", "--json").out)
    broken, whole = sizes(tmp_path / "a.csp"), sizes(tmp_path / "a.csp", "--no-symmetry")
    assert broken["status"] == whole["status"] == "SATISFIABLE"
    assert broken["size"] != whole["size"] == encoded["size"]


def test_the_answer_is_the_same(tmp_path):
    (tmp_path / "a.csp").write_text(PIGEONS)
    assert run("solve", tmp_path / "a.csp", "--no-symmetry").out == "s UNSATISFIABLE\n"
    m = csp2sat.loads(ROOM + "(objective minimize x4)")
    assert csp2sat.solve(m, break_symmetry=False).objective == csp2sat.solve(m).objective == 1
