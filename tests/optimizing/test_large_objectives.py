"""Objectives with more values than could have a literal each: every way to ask for the best one."""

import json
from itertools import product

import pytest
from pysat.solvers import Solver
from support.run_command import run

import csp2sat
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.decoder import of_records
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.ints.ranges import Ranges, Scaled, Steps, count, rank
from csp2sat.model.domain import Domain
from csp2sat.model.expr import any_of, node
from csp2sat.model.model import Model, Objective
from csp2sat.optimizing.bound_strategies import STRATEGIES

HUGE = 10**18
MODELS = {  # text, the best value
    "425985 values": ("(int x 0 425984)(int y 0 9)(>= (+ x y) 4711)(objective minimize x)", 4702),
    "the greatest of them": ("(int x 0 425984)(int y 0 9)(<= (+ x y) 424711)(objective maximize x)", 424711),
    "10^9": ("(int x 0 1000000000)(int y 0 1000000000)(= (+ x (* 3 y)) 999999937)(objective maximize y)", 333333312),
    "10^18": (f"(int x 0 {HUGE})(int y 0 9)(>= (+ x y) 123456789012345678)(objective minimize x)", 123456789012345669),
    "negative": (f"(int x -{HUGE} 0)(<= (* 7 x) -{HUGE - 1})(objective maximize x)", -142857142857142857),
    "10^25": (f"(int x 0 2{HUGE}0000000)(>= x {HUGE}1234567)(objective minimize x)", int(f"{HUGE}1234567")),
    "a sum of large coefficients": (
        "(int x 0 100)(int y 0 100)(int z 0 100)(>= (+ x y z) 150)(<= (+ x y) 120)"
        "(objective minimize (+ (* 12345 x) (* 54321 y) (* 99991 z)))",
        12345 * 100 + 54321 * 20 + 99991 * 30,
    ),
    "a product": ("(int x 1 100000)(int y 1 100000)(= (+ x y) 777)(objective maximize (* x y))", 388 * 389),
    "a square": ("(int x -999 1000)(!= x 0)(objective minimize (* x x))", 1),
    "holes": ("(int x (1 5 1000000 1000005 900000000))(objective minimize (- 900000005 x))", 5),
    "holes between ranges": (
        "(domain d ((1 1000000) (5000000 9000000)))(int x d)(<= x 4999999)(objective maximize x)",
        10**6,
    ),
    "the only one": ("(int x 0 1000000000)(= x 77)(objective maximize x)", 77),
    "a maximum": ("(int x 0 999999)(int y 0 999999)(>= (+ x y) 1000001)(objective minimize (max x y))", 500001),
    "a distance": (
        "(int x 0 999999)(int y 0 999999)(>= x (* 3 y))(>= y 70000)(objective minimize (abs (- x y)))",
        140000,
    ),
    "none": ("(int x 0 1000000000)(int y 0 1000000000)(> x y)(> y x)(objective maximize x)", None),
}


ONE_BY_ONE = ("up", "down")  # strategies that try one value after the other


def lines(text):
    return text.replace(")(", ")\n(") + "\n"


@pytest.mark.sample(2)
@pytest.mark.parametrize("name, encoding", list(product(MODELS, ["auto", "log", "compact-order"])))
def test_the_best_value(name, encoding):
    text, best = MODELS[name]
    result = csp2sat.solve(csp2sat.loads(lines(text)), encoding=encoding)
    assert result.objective == best
    assert result.status == ("UNSATISFIABLE" if best is None else "OPTIMUM FOUND")


@pytest.mark.parametrize("strategy", [name for name in STRATEGIES if name not in ONE_BY_ONE])
def test_every_search(strategy, tmp_path):
    (tmp_path / "x.csp").write_text(
        "(int x 0 900000)\n(int y 0 900000)\n(<= (+ x (* 2 y)) 900001)\n(>= (- x y) -5)\n(objective maximize y)\n"
    )
    done = run("solve", tmp_path / "x.csp", "--search", strategy, "--json")
    assert json.loads(done.out)["objective"] == 300002


@pytest.mark.parametrize("goal", ["minimize", "maximize"])
def test_in_a_session(goal):
    m = csp2sat.Model()
    x, y = m.int("x", 0, 10**12), m.int("y", 0, 10**6)
    m.add(x + y >= 10**11, x - y <= 9 * 10**11)
    with csp2sat.session(m) as s:
        ask = s.minimize if goal == "minimize" else s.maximize
        assert ask(x).objective == (10**11 - 10**6 if goal == "minimize" else 9 * 10**11 + 10**6)
        assert ask(x * 3 - y, [y == 5]).objective == (3 * (10**11 - 5) - 5 if goal == "minimize" else 27 * 10**11 + 10)
        assert s.minimize(y, [x == 10**11 - 77]).objective == 77


def test_proved_and_verified(tmp_path):
    source = tmp_path / "x.csp"
    source.write_text(lines("(int x 0 999999)(int y 0 999999)(>= (+ x y) 1000001)(objective minimize (max x y))"))
    result = csp2sat.prove(source, tmp_path / "x.drat")
    assert (result.status, result.objective) == ("OPTIMUM FOUND", 500001)
    added = int((tmp_path / "x.drat.cnf").read_text().split("p cnf ")[1].split()[1])
    assert csp2sat.verify(tmp_path / "x.drat.json", source) == "optimum"
    known = json.loads((tmp_path / "x.drat.map").read_text().splitlines()[0])["clauses"]
    assert added > known + 1  # a bound on bits is several clauses


def test_proved_impossible_and_already_best(tmp_path):
    for name, text in (
        ("best", "(int x 3 500000003)(int y 0 9)(>= (+ x y) 3)(objective minimize x)"),
        ("none", "(int x 0 500000000)(int y 0 500000000)(> x y)(> y x)(objective minimize x)"),
    ):
        source = tmp_path / f"{name}.csp"
        source.write_text(lines(text))
        result = csp2sat.prove(source, tmp_path / f"{name}.drat", encoding="log")
        assert result.status == ("OPTIMUM FOUND" if name == "best" else "UNSATISFIABLE")
        csp2sat.verify(tmp_path / f"{name}.drat.json", source)


def test_a_bound_of_a_wcnf_is_its_bits(tmp_path):
    source = tmp_path / "x.csp"
    source.write_text(lines("(int x 0 1000000)(int y 0 3)(>= (+ x y) 500)(objective minimize x)"))
    assert run("encode", source, "--to", "wcnf", "-o", tmp_path / "x.wcnf").code == 0
    soft = [line.split() for line in (tmp_path / "x.wcnf").read_text().splitlines() if line[0].isdigit()]
    top = max(int(words[0]) for words in soft)
    assert sorted(int(words[0]) for words in soft if int(words[0]) < top) == [1 << at for at in range(20)]
    assert int(soft[0][0]) == top == (1 << 20)


def test_sugars_map_takes_none_of_them(tmp_path):
    (tmp_path / "x.csp").write_text("(int x 0 9000000)\n(objective minimize x)\n")
    done = run("encode", tmp_path / "x.csp", "--map-format", "sugar")
    assert done.code == 1
    assert done.err.count("\n") == 1
    assert "the order encoding takes at most" in done.err


@pytest.mark.parametrize("encoding", ["log", "compact-order"])
@pytest.mark.parametrize("goal", ["minimize", "maximize"])
def test_bounds_of_a_large_code(goal, encoding):
    """Each of the solutions is on the right side of each bound next to it."""
    model, picked = Model(), [-70, -69, 0, 15, 16, 255, 256, 4095, 4096, 999_999, 10**6]
    x = model.int("x", Domain([(-70, 10**6)]))
    model.add(any_of(node("eq", x, value) for value in picked))
    model.objective = Objective(goal, x)
    sink = Sink()
    records = encode(model, sink, EncoderOptions(encoding, narrowing=False))
    cost = of_records(sink.num_vars, records).objective
    cnf = clauses(sink.flat())
    for value, bound in product(picked, picked):
        step, here = cost.steps.of(bound), cost.steps.of(value)
        fixed = [*cost.as_good(here), *(cost.worse(here - 1) if here else [])]
        for extra, wanted in (
            (cost.as_good(step), here <= step),
            (cost.worse(step) if step < cost.steps.last else [[]], here > step),
        ):
            with Solver("minisat22", bootstrap_with=[*cnf, *fixed, *extra]) as solver:
                assert solver.solve() == wanted, (value, bound)


def test_ranks_and_steps():
    holes = Domain([(0, 4), (10, 12), (99, 99)])
    for values in (
        [0, 1, 5],
        range(3, 30, 4),
        Ranges(holes),
        Scaled(Ranges(holes), 3, 1),
        Scaled(Ranges(holes), -2, 5),
    ):
        listed = list(values)
        for value in range(min(listed) - 3, max(listed) + 4):
            assert rank(values, value) == sum(each < value for each in listed)
        for minimize in (True, False):
            steps = Steps(values, minimize)
            assert [steps.value(step) for step in range(steps.last + 1)] == (listed if minimize else listed[::-1])
    wide = Ranges(Domain([(0, 10**30), (10**31, 10**32)]))
    assert count(wide) == 10**30 + 1 + 9 * 10**31 + 1
    assert wide[rank(wide, 10**31 + 5)] == 10**31 + 5
