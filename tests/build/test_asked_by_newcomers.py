"""What users of CPMpy tried next: arguments as CSP text has them, names of other packages, what is printed."""

import copy
import pickle
from dataclasses import replace

import pytest

import csp2sat
from csp2sat import ModelError, build


def scene():
    m = csp2sat.Model()
    return m, m.int("x", 0, 9), m.int("y", 0, 9), m.bool("p")


def number(make):
    """Of the solutions in x, y and p."""
    m, x, y, p = scene()
    m.add(make(x, y, p))
    return csp2sat.count(m).number


SAME = {
    "weightedsum": [
        lambda x, y, p: build.weightedsum([(3, x), (5, y)], "=", 31),
        lambda x, y, p: build.weightedsum([(3, x), (5, y)], "eq", 31),
        lambda x, y, p: 3 * x + 5 * y == 31,
    ],
    "count": [
        lambda x, y, p: build.constraint("count", 3, [x, y], ">=", 1),
        lambda x, y, p: build.count(3, [x, y], ">=", 1),
        lambda x, y, p: (x == 3) | (y == 3),
    ],
    "element": [
        lambda x, y, p: build.element(x, [5, y], 4, "!="),
        lambda x, y, p: build.element(x, [5, y], 4, "ne"),
        lambda x, y, p: (x == 1) | ((x == 2) & (y != 4)),
    ],
    "a short table": [
        lambda x, y, p: build.extension_supports([x, y], [[1, "*"], [2, 3]]),
        lambda x, y, p: build.constraint("extension_supports", [x, y], [[1, "*"], [2, 3]]),
        lambda x, y, p: (x == 1) | ((x == 2) & (y == 3)),
    ],
    "by its name": [
        lambda x, y, p: build.constraint("lex_less", [x], [y]),
        lambda x, y, p: x < y,
    ],
    "cumulative": [
        lambda x, y, p: build.constraint("cumulative", [[x, 2, None, 1], [y, 1, None, 1]], 1),
        lambda x, y, p: build.constraint("cumulative", [[x, 2, "nil", 1], [y, 1, "nil", 1]], 1),
        lambda x, y, p: build.cumulative([(x, 2, None, 1), (y, 1, None, 1)], 1),
        lambda x, y, p: (x + 2 <= y) | (y + 1 <= x),
    ],
}


@pytest.mark.parametrize("case", SAME)
def test_the_same(case):
    numbers = [number(make) for make in SAME[case]]
    assert set(numbers) == {numbers[-1]} and 0 < numbers[-1] < 200


REFUSED = {
    "an operator": (lambda m, x, y: build.weightedsum([(3, x)], "=<", 31), "expected a comparison: ="),
    "an operator of count": (lambda m, x, y: build.count(3, [x], "=<", 1), r"'=<' is no comparison; .*eq.*<="),
    "two Nones": (lambda m, x, y: build.cumulative([(x, None, None, 1)], 1), "expected None for one of origin"),
    "a fraction": (
        lambda m, x, y: 1.5 * x,
        "1.5 is no term; expected an integer, a term or a constraint; terms are whole",
    ),
    "a number as a constraint": (lambda m, x, y: m.add(1), "expected a constraint, such as x >= 1$"),
    "a fraction as a weight": (lambda m, x, y: m.soft(x > 2, 0.5), "0.5 is no weight; expected an integer; terms are"),
    "None as a term": (lambda m, x, y: build.n_values(None, [x]), "None is no term; expected an integer, a term"),
    "a star as a term": (lambda m, x, y: build.count("*", [x], "=", 1), "'\\*' is no term"),
    "a name as a term": (lambda m, x, y: build.inverse(["y", x], [x, y]), "'y' is no term"),
    "a list as a term": (lambda m, x, y: build.n_values([x], [x]), "is no term; expected an integer"),
    "None as a limit": (lambda m, x, y: build.cumulative([(x, 1, None, 1)], None), "cumulative: None is no term"),
    "a star alone": (lambda m, x, y: build.extension_supports([x], [["?"]]), "expected an integer, or \\* for any"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case):
    m, x, y, _ = scene()
    make, message = REFUSED[case]
    with pytest.raises(ModelError, match=message):
        make(m, x, y)


SUGGESTED = {
    "build.AllDifferent": "did you mean build.all_different",
    "build.alldiferent": "did you mean build.all_different",
    "build.max": "did you mean build.maximum",
    "build.min": "did you mean build.minimum",
    "build.Cumulative": "did you mean build.cumulative",
    "build.NoOverlap": "did you mean build.no_overlap",
    "build.inverses": "did you mean build.inverse",
    "m.solve": "write csp2sat.solve(model)",
    "m.count": "write csp2sat.count(model)",
    "m.solveAll": "did you mean csp2sat.solutions(m)",
    "m.minimise": "did you mean m.minimize",
    "m.intArray": "did you mean m.int_array",
}


@pytest.mark.parametrize("text", SUGGESTED)
def test_suggested(text):
    m = csp2sat.Model()
    with pytest.raises(AttributeError) as raised:
        eval(text, {"build": build, "m": m})
    assert SUGGESTED[text] in str(raised.value)


def test_nothing_is_suggested_for_nonsense():
    with pytest.raises(AttributeError, match=r"has no attribute 'qqq'$"):
        build.qqq  # noqa: B018
    with pytest.raises(AttributeError, match=r"a Model has no qqq$"):
        csp2sat.Model().qqq  # noqa: B018
    assert not hasattr(build, "__wrapped__")


def test_functions_of_constraints_are_functions():
    assert (build.inverse.__name__, build.inverse is build.inverse) == ("inverse", True)
    assert "positions count from 0" in build.inverse.__doc__
    assert pickle.loads(pickle.dumps(build.inverse)) is build.inverse


SHOWN = {
    "(count 4 (x y) ge 2)": lambda x, y, p: build.count(4, [x, y], ">=", 2),
    "(global_cardinality (x y) ((1 2)))": lambda x, y, p: build.global_cardinality([x, y], [(1, 2)]),
    "(extension-supports (x y) ((0 1) (2 3)))": lambda x, y, p: build.table([x, y], [(2, 3), (0, 1)]),
    "(not (extension-supports (x) ((0))))": lambda x, y, p: build.table([x], [(0,)], supports=False),
    "(extension-supports (x y) ((1 *)))": lambda x, y, p: build.extension_supports([x, y], [(1, "*")]),
    "(cumulative ((x 2 nil 1)) 1)": lambda x, y, p: build.cumulative([(x, 2, None, 1)], 1),
    "(inverse (x y) (y x))": lambda x, y, p: build.inverse([x, y], [y, x]),
    "(weightedsum ((2 x) (3 y)) le 7)": lambda x, y, p: build.weightedsum([(2, x), (3, y)], "<=", 7),
    "(not (or p (alldifferent x y (add x 1))))": lambda x, y, p: ~(p | build.all_different(x, y, x + 1)),
}


@pytest.mark.parametrize("text", SHOWN)
def test_what_is_printed_is_csp_text(text):
    _, *xyp = scene()
    made = SHOWN[text](*xyp)
    assert repr(made) == text
    read = csp2sat.loads(f"(int x 0 9) (int y 0 9) (bool p) {text}")
    assert number(SHOWN[text]) == csp2sat.count(read).number


def test_a_long_one_is_cut():
    _, x, y, _ = scene()
    text = repr(build.table([x, y], [(a, b) for a in range(100) for b in range(100)]))
    assert len(text) < 2100 and text.endswith("...")


def test_a_variable_that_is_newer_than_the_solution():
    m, x, *_ = scene()
    r = csp2sat.solve(m)
    w = m.int("w", 0, 3)
    for of in (w, "w", w + x):
        with pytest.raises(ModelError, match="'w' has no value here: it was declared after"):
            r[of]


def test_reasons_have_a_name_for_each_constraint():
    m, x, y, _ = scene()
    m.add(x < y, name="the first")
    m.add(y < x)
    (reason,) = csp2sat.explain(m).reasons
    assert dict(zip(map(repr, reason.constraints), reason.names, strict=True)) == {
        "(lt x y)": "the first",
        "(lt y x)": "(lt y x)",
    }


def test_what_is_wrong_with_an_answer(tmp_path):
    m, x, y, _ = scene()
    m.add(x > y)
    m.add(build.count(3, [x, y], "=", 1), name="one")
    (tmp_path / "a").write_text("s SATISFIABLE\na x 1\na y 2\na p true\na\n")
    assert csp2sat.check(m, tmp_path / "a") == ["(gt x y) is violated", "one: (count 3 (x y) eq 1) is violated"]


ELSEWHERE = {
    "csp2sat.intvar(0, 9)": "m.int(name, least, most)",
    "csp2sat.solveAll(m)": "csp2sat.solutions(m)",
    "csp2sat.solution": "csp2sat.solutions",
    "csp2sat.AllDifferent": "build.all_different",
    "csp2sat.cpm_array": "csp2sat.array",
    "build.lex_greatereq": "build.lex_lesseq(second, first)",
    "m.intvar(0, 9)": "m.int(name, least, most)",
    "m.boolvar()": "m.bool(name)",
    "m.NewIntVar(0, 9, 'x')": "m.int(name, least, most)",
    "m.maximise(x)": "m.maximize",
    "m.copy()": "copy.copy(m)",
    "m.objective_value()": "csp2sat.solve(m).objective",
    "m.to_file('a')": "csp2sat.convert(m, 'sugar')",
    "m.variables": "list(m)",
    "x.value()": "a Term has no value; in a result r the value of x is r[x]",
    "(x > 1).value": "a Formula has no value; in a result r the value of x is r[x]",
    "csp2sat.solve(m).violations": "did you mean r.violated?",
    "csp2sat.solve(m).voilated": "did you mean r.violated? the value of a variable is",
    "csp2sat.solve(m).soltion": "did you mean r.solution?",
    "csp2sat.solve(m).x": "the value of a variable is r[x], or r['x']",
}


@pytest.mark.parametrize(("text", "said"), ELSEWHERE.items(), ids=ELSEWHERE)
def test_names_of_other_packages(text, said):
    m = csp2sat.Model()
    names = {"csp2sat": csp2sat, "build": build, "m": m, "x": m.int("x", 0, 3)}
    with pytest.raises(AttributeError) as raised:
        eval(text, names)
    assert said in str(raised.value)


def test_what_is_suggested_is_there():
    """Each suggestion can be written as it stands, with a name and bounds in their places."""
    from csp2sat.build.meant import MEANT

    m = csp2sat.Model()
    names = {"csp2sat": csp2sat, "build": build, "m": m, "copy": copy, "name": "new", "least": 0, "most": 3}
    names |= {"start": m.int("start", 0, 3), "size": 2, "model": m, "p": m.bool("p"), "x": m.int("x", 0, 3), "value": 1}
    names |= {"first": [m.int("f", 0, 3)], "second": [1], "rows": [[m.int("g", 0, 3)], [1]]}
    names |= {"ps": m.bool_array("ps", 2)}
    names |= {"times": [m.int("t", 0, 3)], "changes": [1]}
    for number, text in enumerate(sorted(set(MEANT.values()))):
        if text != "~":
            text = text.partition("(xs")[0].partition(", with ")[0]
            eval(text, names | {"name": f"new{number}"})


def test_an_arrow_of_other_packages():
    m = csp2sat.Model()
    with pytest.raises(csp2sat.ModelError, match=r"p.implies\(q\)"):
        m.bool("p") >> m.bool("q")  # type: ignore[operator]
    with pytest.raises(AttributeError, match=r"'csp2sat' has no attribute '_qqq'$"):
        csp2sat._qqq  # noqa: B018
    assert copy.deepcopy(m) is not m


DIVISIONS = {
    "(floordiv x y)": lambda x, y: x // y,
    "(floordiv 7 y)": lambda x, y: 7 // y,
    "(div x 3)": lambda x, y: x // 3,
    "(floormod x y)": lambda x, y: x % y,
    "(floormod (add x 1) y)": lambda x, y: (x + 1) % y,
    "(mul (floordiv (floordiv x y) y) y)": lambda x, y: x // y // y * y,
    "(truncdiv x y)": build.truncating_div,
    "(truncdiv x -3)": lambda x, y: build.truncating_div(x, -3),
    "(truncmod x y)": build.truncating_mod,
    "(div x y)": build.euclidean_div,
    "(if (lt x 0) (neg (floormod x y)) (floormod x y))": lambda x, y: build.if_(x < 0, -(x % y), x % y),
    "(if (iff (lt x 0) (lt y 0)) (floordiv x y) (neg (floordiv x y)))": lambda x, y: build.if_(
        (x < 0) == (y < 0), x // y, -(x // y)
    ),
    "(if (iff (le x 0) (lt y 0)) (div (abs x) 2) (neg (div (abs x) 2)))": lambda x, y: build.if_(
        (x <= 0) == (y < 0), abs(x) // 2, -(abs(x) // 2)
    ),
    "(div (if (gt y 0) x y) (abs y))": lambda x, y: build.euclidean_div(build.if_(y > 0, x, y), abs(y)),
}


@pytest.mark.parametrize("text", DIVISIONS)
def test_a_division_is_printed_as_it_was_written(text):
    m = csp2sat.Model()
    x, y = m.int("x", -5, 5), m.int("y", -3, 3)
    made = DIVISIONS[text](x, y)
    assert (repr(made), repr(made >= 2)) == (text, f"(ge {text} 2)")
    m.add(made >= 2)
    assert csp2sat.count(csp2sat.loads(csp2sat.convert(m, "sugar"))).number == csp2sat.count(m).number


def test_the_presence_of_a_task_is_not_its_end():
    m = csp2sat.Model()
    with pytest.raises(csp2sat.ModelError, match="p is a formula, no end; write presence="):
        build.interval(m.int("s", 0, 5), 3, m.bool("p"))


@pytest.mark.parametrize(
    "name, said",
    [
        ("all", "explain(model, limit=None)"),
        ("project", "count and solutions have project="),
        ("relative_gap_limit", "did you mean 'gap'"),
        ("diverse", "csp2sat help diverse solutions"),
    ],
)
def test_settings_that_others_have(name, said):
    with pytest.raises(TypeError) as raised:
        csp2sat.solve(csp2sat.Model(), **{name: True})
    assert said in str(raised.value)


def test_what_is_written_otherwise_here():
    m = csp2sat.Model()
    p = m.bool("p")
    for wrong, said in (
        (lambda: csp2sat.diverse(m, 5), "csp2sat help diverse solutions"),
        (lambda: m.remove("x"), "csp2sat help push and pop"),
        (lambda: m.soft(p, 2.0), "2.0 is no weight; expected an integer; int(2.0) is one"),
        (lambda: m.soft(p, 2.5), "2.5 is no weight; expected an integer; terms are whole numbers"),
        (lambda: csp2sat.solve(m, solver="gecode"), "minizinc --solver gecode"),
    ):
        with pytest.raises((AttributeError, csp2sat.Csp2SatError)) as raised:
            wrong()
        assert said in str(raised.value)


def soft_scene():
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.soft(x > 2, 4, name="big")
    m.soft(x < 1, name="small")
    return m, x


def test_violated_wishes_have_names_and_weights():
    m, _ = soft_scene()
    violated = csp2sat.solve(m).violated
    assert (violated.names, violated.weights) == (["small"], [1])
    assert not hasattr(violated[0], "name")


WRONG_FIRST = {
    "r.violated": (lambda m, x: csp2sat.solve(m).violated[0].name, "in r.violated.names"),
    "optimal": (lambda m, x: csp2sat.solve(m).optimal, "r.status == 'OPTIMUM FOUND'"),
    "cost": (lambda m, x: csp2sat.solve(m).cost, "r.objective"),
    "weight": (lambda m, x: m.add(x > 1, weight=3), "expected m.soft"),
    "wait": (lambda m, x: m.add(x > 1, wait=3), "no argument wait="),
    "element": (lambda m, x: build.element(1, 0, x), "expected build.element(index, terms), or build.element(terms, i"),
    "cumulative": (lambda m, x: build.cumulative([x, x], [1, 2]), "x is no (start, duration, end, demand); expected b"),
}


@pytest.mark.parametrize("case", WRONG_FIRST)
def test_what_is_wrong_at_first(case):
    wrong, said = WRONG_FIRST[case]
    m, x = soft_scene()
    with pytest.raises((ModelError, AttributeError)) as raised:
        wrong(m, x)
    assert said in str(raised.value)


def test_a_result_at_a_limit_prints_reason_and_bounds():
    result = csp2sat.solve(soft_scene()[0])
    early = replace(result, status="SATISFIABLE", reason="time", bound=(0, 1))
    assert str(early) == "SATISFIABLE (time), objective 1, the best is between 0 and 1: x = 3"


def test_a_reason_has_no_constraint_of_a_named_list_that_is_not_needed():
    m = csp2sat.Model()
    x = m.int_array("x", 4, 0, 9)
    m.add([each <= 3 for each in x], name="small")
    m.add(x[0] >= 5, name="big")
    (reason,) = csp2sat.explain(m).reasons
    assert (reason.smallest, reason.names, len(reason.constraints)) == (True, ["small", "big"], 2)
