"""All best solutions, and their number: `solve --all --best`, `count --best`, `best=True` in Python."""

import json
from itertools import product

import pytest
from support.run_command import run

import csp2sat

RULER = "(int x 0 3) (int y 0 3)\n(>= (+ x y) 3)\n(objective minimize (+ x y))\n"
WEIGHTED = "(int x 0 3) (int y 0 3)\n(<= x y)\n(weighted 2 (= x 1))\n(weighted 3 (> y 1))\n(weighted 4 (> x 1))\n"
XCSP3 = """<instance format="XCSP3" type="COP"><variables><var id="x"> 0..3 </var><var id="y"> 0..3 </var></variables>
<constraints><intension> ge(add(x,y),3) </intension></constraints>
<objectives><minimize type="sum"> <list> x y </list> </minimize></objectives></instance>"""
FLAT = """var 0..3: x :: output_var; var 0..3: y :: output_var; var 0..6: z;
constraint int_plus(x, y, z); constraint int_le(3, z); solve minimize z;"""
NEAR = [(x, 3 - x) for x in range(4)]  # the best for ruler and its translations
INPUTS = {
    "sugar": ("r.csp", RULER, [], 3, NEAR),
    "flatzinc": ("r.fzn", FLAT, [], 3, NEAR),
    "xcsp3": ("r.xml", XCSP3, [], 3, NEAR),
    "weighted": ("w.csp", WEIGHTED, ["--weighted"], 2, [(2, 2), (2, 3), (3, 3)]),
    "max": ("w.csp", WEIGHTED, ["--max"], 2, [(2, 2), (2, 3), (3, 3)]),
    "none": ("n.csp", "(int x 0 3) (int y 0 3) (> x 3) (objective minimize (+ x y))", [], None, []),
    "a number": ("c.csp", "(int x 0 1) (int y 0 1) (> x 0) (objective minimize 7)", [], 7, [(1, 0), (1, 1)]),
    "maximize": ("m.csp", "(int x 0 3) (int y 0 3) (objective maximize (abs (- x y)))", [], 3, [(0, 3), (3, 0)]),
}


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", INPUTS)
def test_all_best_solutions_of_an_input(name, here):
    file, text, options, value, best = INPUTS[name]
    (here / file).write_text(text)
    found = json.loads(run("solve", file, *options, "--all", "--best", "--json").out)
    assert sorted((each["ints"]["x"], each["ints"]["y"]) for each in found["solutions"]) == best
    assert (found.get("objective"), found["complete"]) == (value, True)
    assert found["status"] == ("OPTIMUM FOUND" if best else "UNSATISFIABLE")
    if best and options != ["--max"]:
        (here / "a.json").write_text(json.dumps(found))
        assert run("check", file, "a.json", *options).out == "right\n"
    assert run("count", file, *options, "--best").out == f"{len(best)}\n"
    if not options:
        assert csp2sat.count(file, best=True).number == len(list(csp2sat.solutions(file, best=True))) == len(best)


def test_text_has_the_value_once_and_options_go_together(here):
    (here / "r.csp").write_text(RULER)
    printed = run("solve", "r.csp", "--all", "--best").out
    assert printed.startswith("o 3\ns SATISFIABLE\na x\t") and printed.count("o 3\n") == 1
    assert printed.endswith("4 solutions\n") and printed.count("\na\n") == 4
    (here / "r.out").write_text(printed)
    assert run("check", "r.csp", "r.out").out == "right\n"
    assert run("solve", "r.csp", "--limit", "2", "--best").out.endswith("at least 2 solutions\n")
    assert run("solve", "r.csp", "--all", "--best", "--project", "x", "--search", "down").out.endswith("4 solutions\n")


REFUSED = {
    ("solve", "r.csp", "--best"): "--best: only with --all or --limit",
    ("solve", "p.csp", "--all", "--best"): "--best: only for an input with an objective, or with soft constraints",
    ("count", "p.csp", "--best"): "--best: only for an input with an objective",
    ("count", "w.csp", "--best"): "use --weighted or --max",
    ("solve", "r.csp", "--all"): "--all: not with an objective; --best (best=True) takes the best solutions",
    ("count", "r.csp"): "count: not with an objective; --best (best=True) takes the best solutions",
}


@pytest.mark.parametrize("words", REFUSED, ids=" ".join)
def test_what_is_refused(words, here):
    for name, text in {"r": RULER, "p": "(int x 0 3)", "w": WEIGHTED}.items():
        (here / f"{name}.csp").write_text(text)
    done = run(*words)
    assert done.code == 2 and REFUSED[words] in done.err


def test_a_model_in_python():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 5), m.int("y", 0, 5)
    m.add(x + y >= 4)
    with pytest.raises(csp2sat.UsageError, match="only with an objective"):
        csp2sat.solutions(m, best=True)
    m.minimize(abs(x - y))
    found = [(each[x], each[y]) for each in csp2sat.solutions(m, best=True)]
    assert sorted(found) == [(i, i) for i in range(2, 6)] and csp2sat.count(m, best=True).number == 4
    assert len(list(csp2sat.solutions(m, 3, best=True))) == 3
    m.then_maximize(x % 3)
    assert sorted((each[x], each[y]) for each in csp2sat.solutions(m, best=True)) == [(2, 2), (5, 5)]
    assert csp2sat.count(m, best=True).number == 2
    m.add(x + y > 99)
    assert list(csp2sat.solutions(m, best=True)) == [] and csp2sat.count(m, best=True).complete


def test_wishes_of_a_model_in_python():
    m = csp2sat.Model()
    x, y = m.int("x", 0, 3), m.int("y", 0, 3)
    m.add(x <= y)
    wishes = [(x == 1, 2), (y > 1, 3), (x + y == 2, 1), (x > 1, 2)]
    for wish, weight in wishes:
        m.soft(wish, weight)

    def cost(a: int, b: int) -> int:
        return 2 * (a != 1) + 3 * (b <= 1) + (a + b != 2) + 2 * (a <= 1)

    pairs = [each for each in product(range(4), repeat=2) if each[0] <= each[1]]
    best = sorted(each for each in pairs if cost(*each) == min(cost(*one) for one in pairs))
    assert sorted((each[x], each[y]) for each in csp2sat.solutions(m, best=True)) == best
    assert csp2sat.count(m, best=True).number == len(best) > 1
    assert csp2sat.count(m).number == len(pairs)


@pytest.mark.needs("minizinc")
def test_a_cost_that_is_declared_with_a_value(here):
    text = "var 1..3: x; var 1..3: y; var 0..9: cost = x + y; constraint x != y; solve minimize cost;"
    (here / "m.mzn").write_text(text + 'output ["\\(x) \\(y)"];')
    assert run("solve", "m.mzn", "--all", "--best").out.splitlines()[::2] == [
        "% objective 3",
        "----------",
        "----------",
        "% 2 solutions",
    ]
