"""Numbers of more digits than Python converts, and weights of more bits than solvers hold, through every door."""

from __future__ import annotations

import json
import random

import pytest
from support.command_server import completed

import csp2sat
from csp2sat.base import numbers

B = "1" + "0" * 3000
BIG = "1" + "0" * 6000
FREE = 15_000
TEXTS = {
    "one.csp": f"(int x 1 1)(objective maximize (* (* x {B}) {B}))\n",
    "two.csp": f"(int x 0 3)(int z 0 7)(!= x z)(objective maximize (+ (* {B} {B} x) (* {B} 17 z)))\n",
    "sums.csp": f"(int x 0 3)(> x {BIG})(> (* x {B} {B}) 7)\n",
    "wide.csp": f"(int x 0 300)(int y {BIG} {BIG})(> (* x y) (* x x))\n",
    "two.opb": f"max: +{BIG}0 x1 +7 x2 ;\n+1 x1 +1 x2 <= 1 ;\n",
    "free.csp": "".join(f"(bool b{at})" for at in range(FREE)),
    "free.cnf": f"p cnf {FREE} 0\n",
}
BEST = {"one.csp": BIG, "two.csp": "3" + "0" * 2997 + "119" + "0" * 3000}


def run(folder, *words, codes=(0,)):
    """What a command says, which ends with one of the codes."""
    done = completed(words, cwd=folder)
    said = done.stdout.decode() + done.stderr.decode()
    assert done.returncode in codes, said
    assert "Traceback" not in said
    return said


@pytest.fixture
def folder(tmp_path):
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


COMMANDS = [
    "solve two.csp --json",
    "solve one.csp",
    "solve two.csp --search bisect -v",
    "solve one.csp --to json",
    "solve two.csp --encoding log",
    "solve two.csp --search down -v --json",
]


@pytest.mark.sample(2)
@pytest.mark.parametrize("command", COMMANDS)
def test_the_best_value_is_printed(command, folder):
    assert BEST[command.split()[1]] in run(folder, *command.split())


def test_the_ways_of_an_answer(folder):
    assert "the proof is in" in run(folder, "solve", "two.csp", "--proof", "p", "-o", "answer")
    assert run(folder, "verify", "p.json", "two.csp").startswith("verified: optimum\n")
    assert run(folder, "check", "two.csp", "answer").startswith("right\n")
    wrong = (folder / "answer").read_text().replace("a z\t7", "a z\t6")
    (folder / "answer").write_text(wrong)
    assert "the objective is 30000" in run(folder, "check", "two.csp", "answer", codes=(1,))
    run(folder, "encode", "two.csp", "-o", "f.cnf")
    (folder / "result").write_text(run(folder, "solve", "f.cnf"))
    assert BIG in run(folder, "encode", "one.csp", "-o", "-", "--json", codes=(0, 2)) + (folder / "f.map").read_text()
    assert run(folder, "decode", "result", "-m", "f.map").startswith("o ")
    run(folder, "convert", "sums.csp", "-o", "again.csp", "--to", "sugar")
    assert BIG in (folder / "again.csp").read_text()
    assert run(folder, "solve", "again.csp").startswith("s UNSATISFIABLE")
    assert BIG in run(folder, "explain", "sums.csp") + run(folder, "explain", "sums.csp", "--json")


@pytest.mark.parametrize("name", ["free.csp", "free.cnf"])
def test_counts(name, folder):
    expected = numbers.decimal(1 << FREE)
    assert run(folder, "count", name) == expected + "\n"
    assert f'"count": {expected},' in run(folder, "count", name, "--json")


@pytest.mark.parametrize(
    ("command", "said"),
    [
        ("solve wide.csp", "s SATISFIABLE"),
        ("solve two.opb", "o " + BIG),
        ("solve far.csp", "integer variable x has about 10^6000 values; the log encoding takes at most about 10^308"),
        ("encode far.csp -o -", "integer variable x has about 10^6000 values"),
    ],
)
def test_wide_integers(command, said, folder):
    (folder / "far.csp").write_text(f"(int x 0 {BIG})")
    assert said in run(folder, *command.split(), codes=(0, 1))


HUGE_PRODUCTS = {
    "power": "(int x 0 1)(= (pow 10 1000000000) x)",
    "power of a variable": "(int x 0 1)(> (pow (+ 10 x) 100000000) x)",
    "doubling": "(int x 1 1)(predicate (p0 a) (* a a))"
    + "".join(f"(predicate (p{at} a) (* (p{at - 1} a) (p{at - 1} a)))" for at in range(1, 61))
    + f"(> (p60 (* {B} x)) x)",
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("case", HUGE_PRODUCTS)
@pytest.mark.parametrize("command", ["solve", "count", "explain"])
def test_numbers_that_no_memory_holds_are_refused(case, command, tmp_path):
    (tmp_path / "x.csp").write_text(HUGE_PRODUCTS[case])
    assert "is too large" in run(tmp_path, command, "x.csp", codes=(1,))


def test_in_python():
    m = csp2sat.Model()
    x, big = m.int("x", 0, 3), 10**6000
    m.maximize(x * big)
    result = csp2sat.solve(m)
    assert (result.objective, result[x], result[x * big]) == (3 * big, 3, 3 * big)
    assert "3" + "0" * 6000 in repr(result) + result._repr_html_()
    free = csp2sat.Model()
    for at in range(FREE):
        free.bool(f"b{at}")
    assert csp2sat.count(free).number == 1 << FREE
    assert repr(csp2sat.count(free)).startswith("Count(number=2")
    with pytest.raises(csp2sat.ModelError, match=r"^10\^5000 is no value of x"):
        m.prefer(x, 10**5000)


# weights


def weighted(*weights):
    """Of `x = 0`, `x = 1`, ..., of which one holds at most."""
    softs = "".join(f"(weighted {weight} (= x {at}))" for at, weight in enumerate(weights))
    return f"(int x 0 {len(weights)})\n{softs}\n"


LIMIT = (1 << 63) - 1
WEIGHTS = {
    "one of 64 bits": (1 << 63, 3),
    "at the limit": (LIMIT - 5, 4),
    "beyond it": (LIMIT - 5, 5),
    "five of 61 bits": tuple((1 << 61) + at for at in range(5)),
    "of 70 bits, one a gain": (1 << 70, -(1 << 69), (1 << 70) - 1),
    "of 100 digits": (10**99, 10**99 + 1, 3),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", WEIGHTS)
def test_the_least_cost(case, tmp_path):
    weights = WEIGHTS[case]
    (tmp_path / "x.csp").write_text(weighted(*weights))
    least = min(sum(weights) - kept for kept in (*weights, 0))
    found = json.loads(run(tmp_path, "solve", "x.csp", "--weighted", "--json"))
    assert (found["status"], found["objective"]) == ("OPTIMUM FOUND", least)
    assert run(tmp_path, "solve", "x.csp", "--max").count("OPTIMUM FOUND") == 1
    fits = sum(map(abs, weights)) < LIMIT
    said = run(tmp_path, "encode", "x.csp", "--weighted", "--to", "wcnf", codes=(0, 1))
    assert ("expected less than 2^63 - 1" in said) is not fits
    assert (tmp_path / "x.wcnf").exists() is fits


@pytest.mark.parametrize("name", ["x.wcnf", "x.opb"])
def test_other_languages(name, tmp_path):
    a, b = (1 << 63) + 1, 10**30
    texts = {"x.wcnf": f"h 1 2 0\n{a} -1 0\n{b} -2 0\n", "x.opb": f"min: +{a} x1 +{b} x2 ;\n+1 x1 +1 x2 >= 1 ;\n"}
    (tmp_path / name).write_text(texts[name])
    assert run(tmp_path, "solve", name).startswith(f"o {a}\ns OPTIMUM FOUND\nv ")


def test_weights_in_python():
    chosen = random.Random(3)
    m = csp2sat.Model()
    p = [m.bool(f"p{at}") for at in range(6)]
    weights = [chosen.randrange(1 << 62, 1 << 65) for _ in p]
    m.add(sum(p) == 2)
    for each, weight in zip(p, weights, strict=True):
        m.soft(each, weight)
    assert csp2sat.solve(m).objective == sum(sorted(weights)[:4])


REFUSED = {
    "a relation": (
        "(int x 0 1)(relation r {} (supports (1 2)))(r x x)",
        "the relation has arity 10^6000; this tuple has 2",
    ),
    "a vertex": ("(joined 2 (0 {} true))", "expected a vertex, from 0 to 1"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_messages_about_long_numbers_are_short_and_have_a_place(case, tmp_path):
    text, message = REFUSED[case]
    (tmp_path / "x.csp").write_text(text.format(BIG))
    first, *context = run(tmp_path, "solve", "x.csp", codes=(1,)).splitlines()
    column, said = first.removeprefix("x.csp:1:").split(": ", 1)
    assert said == message and text.format(BIG)[int(column) - 1 :].startswith(("(1 2)", BIG))
    assert len(context) == 2 and context[1].endswith("^") and max(map(len, context)) <= 120
