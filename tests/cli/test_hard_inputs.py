"""Short texts that ask for more than a machine has: refused at once, or ended by the limits of time and memory."""

from __future__ import annotations

import subprocess
import sys
import time
from itertools import combinations

import pytest

import csp2sat
from csp2sat.build import acyclic, single_loop
from csp2sat.graphs.graph import Graph
from csp2sat.runner.process.usage import peak_now

ALL = 1_000_000_000


def variables(count, kind="bool", values=""):
    return "".join(f"({kind} v{at}{values})" for at in range(count))


TRIANGLE = variables(3) + f"({{}} {ALL} (0 999 v0) (999 100000000 v1) (100000000 0 v2))"
QUICK = {  # answered or refused in less than a second: text, and what is said
    "a loop": ("x.csp", f"(int x 0 3)(single-loop {ALL} (0 1 (> x 1)))", "s UNSATISFIABLE"),
    "a loop that is there": ("x.csp", TRIANGLE.format("single-loop"), "s SATISFIABLE\na v0\ttrue\na v1\ttrue"),
    "joined": ("x.csp", f"(int x 0 3)(joined {ALL} (0 1 (> x 1)))", "s UNSATISFIABLE"),
    "joined at two": ("x.csp", f"(int x 0 3)(joined {ALL} (at 7 {ALL - 1}) (7 {ALL - 1} (> x 1)))", "s SATISFIABLE"),
    "no cycle": ("x.csp", TRIANGLE.format("acyclic"), "s SATISFIABLE"),
    "not a loop": ("x.csp", f"(int x 0 3)(not (single-loop {ALL} (0 1 (> x 1))))", "s SATISFIABLE"),
    "lists that lack": ("x.csp", f"(graph-active-vertices-connected {ALL} 0)", "expected"),
    "a size": ("x.csp", "(islands (true true) ((0 1000000000000)) (0 1))", "s UNSATISFIABLE"),
    "a domain": ("x.csp", "(int x 0 1000000000000000000)(> x 5)", "s SATISFIABLE"),
    "different": ("x.csp", variables(9, "int", " 0 1000000000000") + "(alldifferent v0 v1 v2 v3 v4)", "s SATISFIABLE"),
    "a horizon": (
        "x.csp",
        f"(int x 0 {ALL})(int y 0 {ALL})(cumulative ((x 1000000 nil 3) (y 30 nil 3)) 4)",
        "s SATISFIABLE",
    ),
    "a schedule": ("x.csp", f"(int x 0 {ALL})(int y 0 {ALL})(disjunctive ((x 1000000) (y 30)))", "s SATISFIABLE"),
    "an index": ("x.csp", f"(int i 1 {ALL})(int v 0 9)(element i (1 2 3) v)", "s SATISFIABLE"),
    "a circuit": ("x.csp", variables(3, "int", f" 0 {ALL}") + "(circuit (v0 v1 v2))", "s SATISFIABLE"),
    "variables": ("x.cnf", "p cnf 2000000000 1\n1 0\n", "expected at most 10000000 variables"),
    "variables of a WCNF": ("x.wcnf", "p wcnf 2000000000 1 10\n1 1 0\n", "expected at most 10000000 variables"),
    "elements": ("x.fzn", f"array [1..{ALL}] of var int: a;\nsolve satisfy;\n", "expected"),
    "a set": ("x.fzn", f"var 1..5: x;\nconstraint set_in(x, 1..{ALL}0000);\nsolve satisfy;\n", "----------"),
    "a board": ("x.txt", "; Masyu\nsize 100000 100000\n- - -\n", "x.txt:2:6"),
    "a board as JSON": ("x.json", '{"puzzle":"masyu","rows":100000,"cols":100000,"cells":[]}', "x.json:1:1"),
}


def measured(folder, *words):
    """Exit code, what is said, wall seconds, and the peak of memory in MB of a command in a process of its own."""
    start, peak = time.monotonic(), 0
    with (folder / "said").open("w+b") as said:
        command = ["/bin/sh", "-c", 'ulimit -v 8000000; exec "$@"', "sh", sys.executable, "-m", "csp2sat", *words]
        process = subprocess.Popen(command, cwd=folder, stdout=said, stderr=subprocess.STDOUT)
        while process.poll() is None:
            peak = max(peak, peak_now(process.pid) or 0)
            time.sleep(0.02)
        said.seek(0)
        return process.returncode, said.read().decode(), time.monotonic() - start, peak / (1 << 20)


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", QUICK)
def test_answered_or_refused_at_once(case, tmp_path):
    name, text, expected = QUICK[case]
    (tmp_path / name).write_text(text)
    code, said, seconds, megabytes = measured(tmp_path, "solve", name, "-q")
    assert expected in said
    assert "Traceback" not in said
    assert code in (0, 1)
    assert seconds < 10  # a busy machine; alone less than one
    assert megabytes < 100


BOMB = "(predicate (p0 a) (and a a))" + "".join(
    f"(predicate (p{at} a) (and (p{at - 1} a) (p{at - 1} (not a))))" for at in range(1, 61)
)
EDGES = " ".join(f"({u} {v} v{at})" for at, (u, v) in enumerate(combinations(range(150), 2)))
HARD = {
    "nested predicates": BOMB + "(bool b)(p60 b)",
    "all edges": variables(150 * 149 // 2) + f"(single-loop 150 {EDGES})",
    "a star": variables(3000) + f"(single-loop 3001 {' '.join(f'(0 {at + 1} v{at})' for at in range(3000))})",
    "no cycle is not": variables(150 * 149 // 2) + f"(not (acyclic 150 {EDGES}))",
    "a long sum": variables(400, "int", " 0 1000")
    + f"(= (+ {' '.join(f'(* {7 * at + 13} v{at})' for at in range(400))}) 9999991)",
}
COMMANDS = ("solve", "count", "explain", "encode -o -", "backbone", "solve --unique --json")


@pytest.mark.sample(2)
@pytest.mark.parametrize(("case", "command"), [(case, command) for case in HARD for command in COMMANDS])
def test_the_time_limit_holds(case, command, tmp_path):
    (tmp_path / "x.csp").write_text(HARD[case])
    word, *more = command.split()
    code, said, seconds, _ = measured(tmp_path, word, "x.csp", *more, "--timeout", "1")
    assert code in (0, 3)
    assert "Traceback" not in said
    assert seconds < 11  # a busy machine; alone less than two


@pytest.mark.sample(1)
@pytest.mark.parametrize(("case", "most"), [("a star", 150), ("nested predicates", 120)])
def test_the_memory_limit_holds(case, most, tmp_path):
    (tmp_path / "x.csp").write_text(HARD[case])
    code, said, _, megabytes = measured(tmp_path, "solve", "x.csp", "--memory", str(most), "--timeout", "60")
    assert code == 3
    assert "the memory limit was reached\n" in said  # by csp2sat itself, or by its solver, whose answer is UNKNOWN
    assert megabytes < most + 200  # memory is watched ten times a second, less often on a busy machine


def test_a_small_problem_needs_little(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 0 3)(> x 1)")
    assert measured(tmp_path, "solve", "x.csp", "--memory", "100")[0] == 0


def test_graphs_in_python():
    m = csp2sat.Model()
    p = m.bool_array("p", 3)
    huge = Graph(ALL, [(0, 999), (999, 100_000_000), (100_000_000, 0)])
    m.add(single_loop(huge, p))
    assert csp2sat.solve(m)[p[0]]
    m.add(acyclic(huge, p))
    assert csp2sat.solve(m).status == "UNSATISFIABLE"


LONG_WORDS = {
    "x.fzn": (
        "var 0..{}: x;\nsolve satisfy;\n",
        "x.fzn:1:8: an integer of 5000000 digits; expected at most 100000 digits",
    ),
    "x.wcnf": ("h 1 0\n{} -1 0\n", "x.wcnf:2:1: an integer of 5000000 digits; expected at most 100000 digits"),
    "x.csp": ("(int x 0 {})", "x.csp:1:10: an integer of 5000000 digits; expected at most 100000 digits"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", LONG_WORDS)
def test_a_word_of_megabytes_is_refused_soon(name, tmp_path):
    text, message = LONG_WORDS[name]
    (tmp_path / name).write_text(text.format("9" * 5_000_000))
    code, said, _, _ = measured(tmp_path, "solve", name, "--timeout", "20")
    assert (code, said.splitlines()[0]) == (1, message)
