"""Constraints with weights: through every door the least weight, or a refusal; WCNF and OPB are read."""

import json
import random
import re
from itertools import product
from pathlib import Path

import pytest
from support.paths import CASES
from support.run_command import run
from support.schema_check import faults

import csp2sat
from csp2sat.base.source import Source
from csp2sat.cli.json_lines import schema
from csp2sat.errors import InputError, UsageError
from csp2sat.languages.spec import LANGUAGES

WEIGHTED = CASES / "weighted.csp"  # the least weight is 5


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


# --- weighted constraints in Sugar's language


def test_the_command_weighs_or_refuses(folder):
    assert run("solve", WEIGHTED, "--weighted").out.startswith("o 5\ns OPTIMUM FOUND\n")
    for command in (["solve"], ["encode"], ["solve", "--all"], ["solve", "--unique"]):
        done = run(command[0], WEIGHTED, *command[1:])
        assert done.code == 2 and "has (weighted ..) constraints; use --weighted or --max" in done.err
    assert not any(folder.iterdir())


def test_python_weighs_or_refuses(folder):
    best = csp2sat.solve(WEIGHTED)
    assert (best.status, best.objective) == ("OPTIMUM FOUND", 5)
    assert csp2sat.solve(csp2sat.load(WEIGHTED)).objective == 5
    assert csp2sat.solve(csp2sat.load(WEIGHTED).model).objective == 5
    assert len(list(csp2sat.solutions(WEIGHTED))) == csp2sat.count(WEIGHTED).number, "whatever is violated"
    with pytest.raises(UsageError, match="objective"):
        csp2sat.solve(WEIGHTED, unique=True)
    with pytest.warns(csp2sat.InputWarning, match="the cost of violated constraints"):
        csp2sat.encode(WEIGHTED, folder / "w.cnf")
    run("solve", "w.cnf", "-o", "w.out")
    assert csp2sat.decode("w.out", "w.map").at_most >= csp2sat.decode("w.out", "w.map", WEIGHTED).objective >= 5
    assert csp2sat.prove(WEIGHTED, folder / "p", solver="kissat").objective == 5
    assert csp2sat.verify(folder / "p.json") == "optimum"


def test_bench_refuses(folder):
    done = run("bench", WEIGHTED, "--solver", "kissat", "-o", "b", "--json")
    assert "(weighted ..) constraints" in done.out


def test_max_counts_weights_as_the_readme_says(folder):
    (folder / "x.csp").write_text("(int x 0 9)\n(> x 5)\n(weighted 3 (< x 3))\n(weighted 4 (< x 4))\n")
    assert run("solve", "x.csp", "--max").out.splitlines()[-4:-3] != []
    assert "s OPTIMUM FOUND" in run("solve", "x.csp", "--max").out
    assert [line for line in run("solve", "x.csp", "--max").out.splitlines() if line[0] == "o"][-1] == "o 1"
    assert [line for line in run("solve", "x.csp", "--weighted").out.splitlines() if line[0] == "o"][-1] == "o 7"


def test_violated_constraints_are_named_and_their_weights_are_the_cost(folder):
    (folder / "x.csp").write_text(
        "(int x 0 9)\n(> x 5)\n(weighted 3 (< x 3))\n(weighted 4 (< x 4))\n(weighted 2 (< x 9))\n"
    )
    out = run("solve", "x.csp", "--weighted").out
    named = re.findall(r"^c line (\d), column 1: .* is violated \(weight (\d)\)$", out, re.M)
    assert named == [("3", "3"), ("4", "4")] and out.startswith("o 7\n")
    fields = json.loads(run("solve", "x.csp", "--max", "--json").out)
    assert faults(fields, schema(), schema()) == [] and sum(each["weight"] for each in fields["violated"]) == 1
    assert fields["violated"] == [{"origin": "line 2, column 1", "constraint": "(gt x 5)", "weight": 1}]
    (folder / "y.csp").write_text("(int x 0 9)" + "(> x 9)" * 22)
    many = run("solve", "y.csp", "--max").out
    assert many.count(" is violated (weight 1)\n") == 20 and many.endswith("c and 2 more; --json names all\n")
    (folder / "z.csp").write_text("(int x 0 9) (> x 5)")
    assert "violated" not in run("solve", "z.csp", "--max").out + run("solve", "z.csp", "--max", "--json").out


# --- WCNF


def random_wcnf(rng):
    num_vars = rng.randint(1, 5)
    clauses = []
    for _ in range(rng.randint(0, 8)):
        size = rng.randint(0 if rng.random() < 0.05 else 1, 3)
        clause = [rng.choice((1, -1)) * rng.randint(1, num_vars) for _ in range(size)]
        clauses.append((rng.choice((None, 1, 2, 5)), clause))
    return num_vars, clauses


def least(num_vars, clauses):
    """By trying: the least cost, None if the hard clauses cannot be satisfied."""
    costs = []
    for values in product((False, True), repeat=num_vars):
        broken = [w for w, c in clauses if not any(values[abs(lit) - 1] == (lit > 0) for lit in c)]
        costs += [] if None in broken else [sum(broken)]
    return min(costs, default=None)


def written(num_vars, clauses, old):
    top = sum(w or 0 for w, _ in clauses) + 1
    hard = str(top) if old else "h"
    lines = [f"p wcnf {num_vars} {len(clauses)} {top}"] if old else ["c new", f"h {num_vars} -{num_vars} 0"]
    return (
        "\n".join([*lines, *(" ".join([hard if w is None else str(w), *map(str, c), "0"]) for w, c in clauses)]) + "\n"
    )


@pytest.mark.parametrize("old", [True, False])
def test_wcnf_by_trying(old, folder):
    rng = random.Random(f"wcnf {old}")
    for _ in range(4):
        num_vars, clauses = random_wcnf(rng)
        (folder / "x.wcnf").write_text(written(num_vars, clauses, old))
        wanted = least(num_vars, clauses)
        best = csp2sat.solve("x.wcnf")
        assert (best.status, best.objective) == (
            ("UNSATISFIABLE", None) if wanted is None else ("OPTIMUM FOUND", wanted)
        )


def test_wcnf_is_solved_as_it_was_written(folder):
    run("encode", CASES / "opt-max.csp", "--to", "wcnf", "-o", "o.wcnf")
    done = run("solve", "o.wcnf", "-o", "o.out")
    assert (done.code, done.out) == (0, "")
    best = run("solve", CASES / "opt-max.csp").out.splitlines()[-5:]
    assert run("decode", "o.out").out.splitlines()[-5:] == best
    assert run("check", "o.wcnf", "o.out").out == "right\n"


def test_wcnf_from_stdin_by_name_and_by_content(folder):
    for name in ("x.wcnf", "x", "x.txt"):
        (folder / name).write_text("p wcnf 2 2 9\n9 1 2 0\n3 -1 0\n")
        assert run("solve", name).out == "o 0\ns OPTIMUM FOUND\nv -1 2 0\n"
    (folder / "y").write_text("1 1 0\n2 -1 0\n")
    assert run("solve", "y", "--from", "wcnf").out.splitlines()[2:] == [
        "v -1 0",
        "c line 1, column 1: 1 is violated (weight 1)",
    ]


WRONG_WCNF = {
    "beyond": ("p wcnf 2 1 9\n9 1 3 0\n", "2:5: literal beyond the header's 2 variables"),
    "no weight": ("p wcnf 2 1 9\nx 1 0\n", "2:1: no weight; expected a number"),
    "h with a header": ("p wcnf 2 1 9\nh 1 0\n", "2:1: no weight; expected a number"),
    "no end": ("p wcnf 2 1 9\n9 1 2\n", "2:6: expected a 0 at the end of the clause"),
    "word": ("p wcnf 2 1 9\n9 1 z 0\n", "2:5: not a literal"),
    "zero inside": ("p wcnf 2 1 9\n9 1 0 2 0\n", "2:5: not a literal"),
    "count": ("p wcnf 2 2 9\n9 1 0\n", "1:1: the header says 2 clauses, there are 1"),
    "header": ("p wcnf 2\n", "1:1: expected one header"),
    "two headers": ("p wcnf 2 0 9\np wcnf 2 0 9\n", "2:1: expected one header"),
    "huge": ("p wcnf 99999999 0 9\n", "1:1: expected at most 10000000 variables"),
    "negative": ("p wcnf 2 1 9\n-3 1 0\n", "2:1: no weight"),
}


@pytest.mark.parametrize(("text", "message"), WRONG_WCNF.values(), ids=WRONG_WCNF)
def test_wrong_wcnf(text, message):
    with pytest.raises(InputError) as info:
        LANGUAGES["wcnf"].read(Source("x", text))
    assert str(info.value).startswith(f"x:{message}")


# --- OPB


def random_opb(rng):
    names = [f"x{k}" for k in range(1, rng.randint(2, 5))]

    def terms():
        return [
            (rng.choice((-3, -2, -1, 1, 2, 3)), rng.choice(("", "~")) + rng.choice(names))
            for _ in range(rng.randint(1, 4))
        ]

    constraints = [(terms(), rng.choice((">=", "=", "<=")), rng.randint(-4, 4)) for _ in range(rng.randint(1, 4))]
    goal = rng.choice((None, "min", "max"))
    return goal and (goal, terms()), constraints


def total(terms, true):
    return sum(c * ((name.lstrip("~") in true) != name.startswith("~")) for c, name in terms)


def best_of(goal, constraints):
    """By trying: the best value (True without a goal), None if there is no solution."""
    used = [name.lstrip("~") for terms in [*(c[0] for c in constraints), goal[1] if goal else []] for _, name in terms]
    names = sorted(set(used))
    found = []
    for values in product((False, True), repeat=len(names)):
        true = {name for name, value in zip(names, values, strict=True) if value}
        compare = {">=": lambda a, b: a >= b, "=": lambda a, b: a == b, "<=": lambda a, b: a <= b}
        if all(compare[relation](total(terms, true), bound) for terms, relation, bound in constraints):
            found.append(total(goal[1], true) if goal else True)
    if not found:
        return None
    return True if not goal else (min if goal[0] == "min" else max)(found)


def opb_text(goal, constraints):
    def sum_(terms):
        return " ".join(f"{c:+d} {name}" for c, name in terms)

    lines = [f"{goal[0]}: {sum_(goal[1])} ;"] if goal else []
    return "\n".join(
        ["* a comment", *lines, *(f"{sum_(t)} {relation} {bound} ;" for t, relation, bound in constraints)]
    )


def test_opb_by_trying(folder):
    rng = random.Random("opb")
    for _ in range(20):
        goal, constraints = random_opb(rng)
        (folder / "x.opb").write_text(opb_text(goal, constraints))
        wanted, found = best_of(goal, constraints), csp2sat.solve("x.opb")
        if wanted is None:
            assert found.status == "UNSATISFIABLE"
        elif goal:
            assert (found.status, found.objective) == ("OPTIMUM FOUND", wanted)
        else:
            assert found.status == "SATISFIABLE"


def test_opb_is_solved_as_it_was_written(folder):
    run_sugar = csp2sat_sugar("-pb", "-n", "-sat", "o.opb", str(CASES / "opt-max.csp"))
    assert run_sugar == 0 and (folder / "o.opb").exists()
    done = run("solve", "o.opb")
    assert "s OPTIMUM FOUND" in done.out and done.out.splitlines()[-1].startswith("v ")
    (folder / "a").write_text(done.out)
    assert run("check", "o.opb", "a").out == "right\n"


def csp2sat_sugar(*words):
    import subprocess
    import sys

    code = f"import sys; sys.argv[1:] = {list(words)!r}; from csp2sat.cli.sugar.command import main; main()"
    return subprocess.run([sys.executable, "-c", code], stdout=subprocess.DEVNULL, check=False).returncode


def test_opb_as_text(folder):
    (folder / "x.opb").write_text("* #variable= 2 #constraint= 1\n+1 x1 +1 ~x2 >= 2;\n")
    assert run("solve", "x.opb").out == "s SATISFIABLE\nv x1 -x2\n"
    assert run("count", "x.opb").out == "1\n"
    (folder / "x").write_text("min: +1 x1\n +2 x2 ;\n +1 x1 +1 x2 >= 1 ;")
    assert run("solve", "x").out.endswith("o 1\ns OPTIMUM FOUND\nv x1 -x2\n")


WRONG_OPB = {
    "product": (
        "+1 x1 x2 >= 1 ;",
        "1:7: expected a coefficient before x2, such as +1; products of variables are not supported",
    ),
    "no coefficient": ("x1 + x2 >= 1 ;", "1:1: expected a coefficient before x1, such as +1"),
    "no end": ("+1 x1 >= 1", "1:11: expected `;`"),
    "no relation": ("+1 x1 1 ;", "1:7: expected `COEFFICIENT VARIABLE ... >= NUMBER ;`"),
    "strict": ("+1 x1 > 1 ;", "1:7: expected `>=`, `=` or `<=`"),
    "different": ("+1 x1 +1 x2 != 1 ;", "1:13: expected `>=`, `=` or `<=`"),
    "equal twice": ("+1 x1 == 1 ;", "1:7: expected `>=`, `=` or `<=`"),
    "wbo": ("soft: 6 ;\n[2] +1 x1 >= 1 ;", "1:1: soft constraints of OPB (WBO) are not read"),
    "weighted": ("[2] +1 x1 >= 1 ;", "1:1: soft constraints of OPB (WBO) are not read"),
    "late goal": ("+1 x1 >= 1 ;\nmin: +1 x1 ;", "2:1: the goal comes first, and once"),
    "no variable": ("+1 +1 >= 1 ;", "1:4: expected a variable"),
    "empty": (";", "1:1: expected `COEFFICIENT"),
    "coefficient alone": ("+1 x1 +1 >= 1 ;", "1:7: expected a variable after the coefficient"),
}


def test_soft_constraints_of_opb_are_recognized() -> None:
    assert all(map(LANGUAGES["opb"].fits, ("soft: 6 ;\n[2] +1 x1 >= 1 ;", "[2] +1 x1 >= 1 ;")))


@pytest.mark.parametrize(("text", "message"), WRONG_OPB.values(), ids=WRONG_OPB)
def test_wrong_opb(text, message):
    with pytest.raises(InputError) as info:
        LANGUAGES["opb"].read(Source("x", text))
    assert str(info.value).startswith(f"x:{message}"), str(info.value)


@pytest.mark.parametrize("command", ["solve", "encode"])
def test_the_hard_clauses_of_a_wcnf_stay_hard(command: str, tmp_path: Path) -> None:
    (tmp_path / "f.wcnf").write_text("p wcnf 2 3 10\n10 1 0\n0 -1 0\n2 2 0\n")
    refused = run(command, tmp_path / "f.wcnf", "--max")
    assert refused.code == 2 and "--max: the input says which of its clauses are soft; use no --max\n" in refused.err
    (tmp_path / "f.cnf").write_text("p cnf 1 1\n1 0\n")
    assert "a WCNF has soft clauses" in run("solve", tmp_path / "f.cnf", "--max").err


def test_what_is_left_out_of_questions_about_all_solutions_is_said(tmp_path: Path) -> None:
    (tmp_path / "f.wcnf").write_text("p wcnf 2 3 10\n10 1 0\n0 -1 0\n2 2 0\n")
    for command, shown in (("count", "2\n"), ("backbone", "s SATISFIABLE\nv 1 0")):
        done = run(command, tmp_path / "f.wcnf")
        assert "soft constraints are left out" in done.err and done.out.startswith(shown)
    assert "weight 0" not in run("solve", tmp_path / "f.wcnf").out
