"""`csp2sat check --optimum` and `csp2sat.check(..., optimum=True)`: whether a right answer is a best one."""

import json
import random
from itertools import product

import pytest
from support import real_commands

import csp2sat
from csp2sat import build
from csp2sat.optimizing import core_guided
from csp2sat.optimizing.core_guided import least_cost

LEAST = "(int x 0 5)(int y 0 5)(>= (+ x y) 4)(objective minimize (+ x y))"
MOST = "(int x 0 5)(int y 0 5)(<= (+ x y) 4)(objective maximize (- (* 2 x) y))"
HIDDEN = "(int x 0 5)(int _y 0 9)(> _y x)(objective minimize (- _y x))"
WEIGHTED = "(int x 0 9)(int y 0 9)(weighted 3 (< x y))(weighted 2 (> x y))"
XCSP3 = (
    '<instance format="XCSP3" type="COP"><variables><var id="x"> 0..5 </var></variables><constraints><intension>'
    "ge(x,1) </intension></constraints><objectives><minimize> x </minimize></objectives></instance>\n"
)
FLATZINC = "var 0..5: x :: output_var;\nconstraint int_le(1, x);\nsolve minimize x;\n"
CASES = [  # file, text, options, answer, what is better than which value
    ("a.csp", LEAST, "", "a x\t2\na y\t2\na\n", None),
    ("a.csp", LEAST, "", "o 4\ns OPTIMUM FOUND\na x\t4\na y\t0\na\n", None),
    ("a.csp", LEAST, "", "a x\t5\na y\t0\na\n", (5, 4)),
    ("a.csp", MOST, "", '{"x": 4, "y": 0}', None),
    ("a.csp", MOST, "", '{"x": 3, "y": 0}', (6, 8)),
    ("a.csp", HIDDEN, "", '{"x": 3}', None),  # the best value that the hidden variable can give it
    ("a.csp", HIDDEN, "", '{"x": 3, "_y": 5}', (2, 1)),
    ("a.csp", WEIGHTED, "--weighted", '{"x": 3, "y": 4}', None),
    ("a.csp", WEIGHTED, "--weighted", '{"x": 4, "y": 3}', (3, 2)),
    ("a.csp", WEIGHTED, "--max", '{"x": 4, "y": 4}', (5, 2)),
    ("a.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n", "", "v x1 -x2\n", None),
    ("a.opb", "min: +1 x1 +2 x2 ;\n+1 x1 +1 x2 >= 1 ;\n", "", "v -x1 x2\n", (2, 1)),
    ("a.wcnf", "h 1 2 0\n1 -1 0\n2 -2 0\n", "", "o 1\nv 10\n", None),
    ("a.wcnf", "h 1 2 0\n1 -1 0\n2 -2 0\n", "", "o 2\nv 01\n", (2, 1)),
    ("a.xml", XCSP3, "", "v <instantiation> <list> x </list> <values> 1 </values> </instantiation>\n", None),
    ("a.xml", XCSP3, "", "v <instantiation> <list> x </list> <values> 5 </values> </instantiation>\n", (5, None)),
    ("a.fzn", FLATZINC, "", "x = 3;\n----------\nx = 1;\n----------\n==========\n", None),  # the last one counts
    ("a.fzn", FLATZINC, "", "x = 3;\n----------\n==========\n", (3, None)),
]


def check(folder, file, text, answer, options=""):
    (folder / file).write_text(text)
    (folder / "answer").write_text(answer)
    return real_commands.csp2sat("check", file, "answer", "--optimum", *options.split(), cwd=folder)


@pytest.mark.parametrize("file, text, options, answer, better", CASES)
def test_a_right_answer_is_optimal_or_not(file, text, options, answer, better, tmp_path):
    done = check(tmp_path, file, text, answer, options)
    if better is None:
        assert (done.returncode, done.stdout, done.stderr) == (0, "right, and optimal\n", "")
        return
    value, other = better
    said = f"right, but not optimal: the objective is {value}, and "
    assert done.returncode == 1 and done.stdout.startswith(said) and done.stdout.endswith(" is possible\n"), done
    if other is not None:
        least = int(done.stdout.split()[-5])
        assert least == other or min(value, other) <= least < max(value, other)
    found = json.loads(check(tmp_path, file, text, answer, f"{options} --json").stdout)
    assert (found["right"], found["optimal"], found["objective"]) == (True, False, value)


def test_a_wrong_answer_is_wrong_and_nothing_more(tmp_path):
    done = check(tmp_path, "a.csp", LEAST, '{"x": 1, "y": 0}')
    assert done.returncode == 1 and done.stdout.startswith("wrong: ") and "optimal" not in done.stdout
    found = json.loads(check(tmp_path, "a.csp", LEAST, '{"x": 1, "y": 0}', "--json").stdout)
    assert (found["right"], found["optimal"], found["objective"], found["better"]) == (False, None, None, None)


@pytest.mark.parametrize(
    "file, text, answer",
    [
        ("a.csp", "(int x 0 5)", '{"x": 1}'),
        ("a.cnf", "p cnf 1 1\n1 0\n", "v 1 0\n"),
        ("a.txt", "puzzle sudoku\nsize 4 4\nbox 2 2\n1 2 3 4\n3 4 1 2\n2 1 4 3\n4 3 2 1\n", "x"),
    ],
)
def test_an_input_without_an_objective_has_no_optimum(file, text, answer, tmp_path):
    done = check(tmp_path, file, text, answer)
    assert done.returncode == 2 and done.stdout == ""
    said = "csp2sat: --optimum (optimum=True): only for an input with an objective, or with soft constraints"
    assert done.stderr.startswith(said)


def jobs(number):
    """Jobs on three machines, whose best end is hard to prove, the longest jobs first on idle machines, and one after
    the other.
    """
    random.seed(7)
    m = csp2sat.Model()
    length = [random.randint(3, 9) for _ in range(number)]
    start = m.int_array("s", number, 0, 9 * number)
    machine = m.int_array("k", number, 0, 2)
    end = m.int("end", 0, 9 * number + 9)
    for i, j in product(range(number), repeat=2):
        m.add(end >= start[i] + length[i])
        if j < i:
            apart = [start[i] + length[i] <= start[j], start[j] + length[j] <= start[i], machine[i] != machine[j]]
            m.add(build.any_of(apart))
    m.minimize(end)
    good, free = {"s": [0] * number, "k": [0] * number}, [0, 0, 0]
    for job in sorted(range(number), key=length.__getitem__, reverse=True):
        good["k"][job] = k = free.index(min(free))
        good["s"][job] = free[k]
        free[k] += length[job]
    return m, good | {"end": max(free)}, {"s": [9 * i for i in range(number)], "k": [0] * number, "end": 9 * number}


def test_a_limit_leaves_it_open():
    m, good, bad = jobs(18)
    with pytest.raises(csp2sat.LimitReached):
        csp2sat.check(m, good, optimum=True, timeout=1)
    (fault,) = csp2sat.check(m, bad, optimum=True)
    assert fault.startswith("the objective is 162, and ")


def test_a_limit_is_said_by_the_command(tmp_path):
    holes = "".join(f"(int p{i} 1 11)" for i in range(12))
    apart = "".join(f"(or (!= p{i} p{j}) late)" for i in range(12) for j in range(i))  # late: a pigeon shares its hole
    text = f"{holes}(bool late)(int end 0 1)(iff late (= end 1)){apart}(objective minimize end)"
    answer = "".join(f"a p{i}\t1\n" for i in range(12)) + "a late\ttrue\na end\t1\na\n"
    done = check(tmp_path, "a.csp", text, answer, "--timeout 2 --solver embedded:minisat")
    assert (done.returncode, done.stdout) == (3, "right\n"), done
    assert "not decided whether the answer is optimal: the time limit was reached" in done.stderr


def test_python_takes_what_check_takes():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 5), m.int("y", 0, 5)
    m.add(x + y >= 4)
    m.minimize(2 * x + y)
    best = min(2 * a + b for a, b in product(range(6), repeat=2) if a + b >= 4)
    result = csp2sat.solve(m)
    for answer in (result, result.solution, {x: 0, y: 4}, "a x\t0\na y\t4\na\n"):
        assert csp2sat.check(m, answer, optimum=True) == []
    (fault,) = csp2sat.check(m, {x: 4, y: 0}, optimum=True)
    assert fault.startswith("the objective is 8, and ") and best <= int(fault.split()[-5]) < 8
    assert csp2sat.check(m, {x: 4, y: 0}) == []
    m.satisfy()
    with pytest.raises(csp2sat.UsageError, match="only for an input with an objective"):
        csp2sat.check(m, {x: 4, y: 0}, optimum=True)


def test_soft_constraints_beside_an_objective():
    m = csp2sat.Model()
    x = m.int("x", 0, 5)
    m.minimize(x)
    m.soft(x >= 3, 2)
    costs = {a: a + 2 * (a < 3) for a in range(6)}
    for a, cost in costs.items():
        faults = csp2sat.check(m, {x: a}, optimum=True)
        assert (faults == []) == (cost == min(costs.values())), (a, faults)


def test_a_better_value_is_searched_as_solve_does(monkeypatch):
    """Soft constraints were forgotten, so that cores did not guide the search: it took 20 times what solving took."""
    m, asked = csp2sat.Model(), []
    m.soft(m.int("x", 0, 3) > 2, 4)
    monkeypatch.setattr(core_guided, "least_cost", lambda run, *rest: asked.append(run) or least_cost(run, *rest))
    assert csp2sat.check(m, {"x": 3}, optimum=True) == [] and len(asked) == 1
    (fault,) = csp2sat.check(m, {"x": 1}, optimum=True)
    assert fault == "the objective is 4, and 0 or less is possible"
