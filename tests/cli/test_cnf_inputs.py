"""CNFs as inputs: their models against all that there are by trying, in JSON and as text."""

from itertools import product

import pytest
from support.json_answers import CNFS, answer
from support.run_command import run


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in CNFS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "two.csp").write_text("(int x 0 1)\n(bool p)\n(or p (= x 1))\n")
    return tmp_path


def models(num_vars, clauses, shown=None):
    """By trying: the models, projected."""
    shown = shown or range(1, num_vars + 1)
    found = set()
    for values in product((False, True), repeat=num_vars):
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses):
            found.add(tuple(v if values[v - 1] else -v for v in shown))
    return found


FORMULAS = {
    "plain": (3, [[1, 2], [-1, -2], [3, -1]], None),
    "projected": (4, [[1, 2], [-1, -2], [3, -1], [4, 3]], [2, 3]),
    "no clauses": (3, [], None),
    "unused": (5, [[2]], None),
    "unsatisfiable": (2, [[1], [-1]], None),
    "empty clause": (2, [[1], []], None),
    "tautology": (2, [[1, -1], [2, 2]], None),
    "one": (3, [[1], [-2], [3]], None),
    "parity": (4, [[1, 2], [-1, -2], [3, 4], [-3, -4]], None),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize(("num_vars", "clauses", "shown"), FORMULAS.values(), ids=FORMULAS)
def test_models_of_a_cnf(num_vars, clauses, shown, folder):
    lines = [f"c p show {' '.join(map(str, shown))} 0"] if shown else []
    lines += [f"p cnf {num_vars} {len(clauses)}", *(" ".join(map(str, [*each, 0])) for each in clauses)]
    (folder / "x.cnf").write_text("\n".join(lines) + "\n")
    wanted = models(num_vars, clauses, shown)
    assert answer("count x.cnf")["count"] == len(wanted)
    found = [tuple(each["model"]) for each in answer("solve x.cnf --all")["solutions"]]
    assert len(found) == len(set(found)) and set(found) == wanted
    shared = answer("backbone x.cnf")
    if wanted:
        assert set(shared["model"]) == set.intersection(*map(set, wanted))
        assert sorted(shared["open"] + list(map(abs, shared["model"]))) == sorted(map(abs, next(iter(wanted))))
    else:
        assert shared["status"] == "UNSATISFIABLE"


def test_models_as_text():
    done = run("solve", "one.cnf", "--all")
    assert done.out == "s SATISFIABLE\nv 1 -2 0\n1 solution\n"
    assert run("backbone", "one.cnf").out == "s SATISFIABLE\nv 1 -2 0\n"
    assert run("count", "shown.cnf").out == "2\n"
    assert run("count", "shown.cnf", "--project", "1").out == "2\n"
    assert run("count", "good.cnf", "--solver", "kissat").out == "3\n"


def test_what_cannot_be_asked_of_a_cnf():
    for words in (["solve", "good.cnf", "--to", "values"], ["solve", "good.cnf", "--all", "--to", "board"]):
        done = run(*words)
        assert done.code == 2 and "expected one of v, json" in done.err
    assert "expected one of v, json" in run("backbone", "good.cnf", "--to", "board").err
    assert run("solve", "good.cnf", "--unique", "--proof", "p").code == 2
    assert run("count", "broken.cnf").err.startswith("broken.cnf:3:3: literal beyond")


def test_a_byte_order_mark_is_no_part_of_a_cnf(folder):
    for number, text in enumerate(("p cnf 2 1\n1 2 0\n", "c p show 1 0\np cnf 2 1\n1 2 0\n")):
        for name in ("x.cnf", "x"):
            (folder / name).write_text(f"\ufeff{text}")
            assert run("count", name).out == f"{3 - number}\n"
    assert run("solve", "x.cnf").code == 0


def test_more_variables_than_a_cnf_may_have(folder):
    (folder / "x.cnf").write_text("p cnf 99999999999 1\n1 0\n")
    assert run("solve", "x.cnf").err.startswith("x.cnf:1:7: expected at most 10000000 variables\n")


def test_numbers_beyond_the_variables(folder):
    (folder / "x.cnf").write_text("p cnf 14 1\n1 2 0\n")
    for numbers in ("10-20", "15", "0-3"):
        done = run("count", "x.cnf", "--project", numbers)
        assert done.code == 2 and done.err.endswith(": the CNF has the variables 1 to 14\n"), done.err


def test_wrong_show_lines(folder):
    (folder / "x.cnf").write_text("p cnf 2 1\nc p show 1 5 0\n1 2 0\n")
    assert run("count", "x.cnf").err.startswith("x.cnf:2:12: variable 5 is beyond the header's 2")
    (folder / "x.cnf").write_text("p cnf 2 1\nc p show 0\n1 2 0\n")
    assert run("count", "x.cnf").out == "1\n"


def test_what_encode_shows_is_what_count_counts():
    run("encode", "two.csp", "-o", "t.cnf", "--show", "*")
    assert run("count", "t.cnf").out == run("count", "two.csp").out == "3\n"
