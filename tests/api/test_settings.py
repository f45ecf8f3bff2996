"""Settings and arguments that cannot be: refused at the call, with the words of Python, and none silently ignored."""

import pytest

import csp2sat
from csp2sat import ModelError, UsageError, build

REFUSED = {
    "a text as a list of names": ("count", {"project": "ab"}, "project='ab': expected a list of names"),
    "a pattern as a list of names": ("count", {"project": "a*"}, r"project='a\*': expected a list"),
    "a number as names": ("count", {"project": 3}, "project=3: expected a list"),
    "a name that is none": ("count", {"project": ["q_0"]}, "project: no variable has the name q_0"),
    "no solutions": ("count", {"limit": 0}, "limit=0: expected an integer, at least 1"),
    "half a solution": ("count", {"limit": 1.5}, "limit=1.5: expected an integer, at least 1"),
    "one and a half": ("solutions", {"limit": 1.5}, "limit=1.5: expected an integer, at least 0"),
    "no reasons": ("explain", {"limit": 0}, "limit=0: expected an integer, at least 1"),
    "a seed that is none": ("solve", {"seed": 1.5}, "seed=1.5: expected an integer, at least 0"),
    "a text as memory": ("solve", {"memory": "2G"}, "memory='2G': expected an integer, at least 1"),
    "a time that is none": ("solve", {"timeout": float("nan")}, "timeout=nan: expected a number, at least 0"),
    "a text as a time": ("solve", {"timeout": "5"}, "timeout='5': expected a number, at least 0"),
    "no as a text": ("solve", {"check": "no"}, "check='no': expected True or False"),
    "a solver's number": ("solve", {"solver": 3}, "solver=3: expected a string"),
    "numbers as arguments": ("solve", {"solver_args": [3]}, r"solver_args=\[3\]: expected a sequence of strings"),
    "proofs of no parts": ("solve", {"proofs": "x"}, "proofs='x': only with cubes=N"),
    "an executor of no parts": ("solve", {"executor": "threads:2"}, "executor='threads:2': only with cubes=N"),
    "a race of a solver": ("solve", {"race": ["kissat"], "solver": "kissat"}, "race: these are the solvers"),
    "a race of cubes": ("solve", {"race": ["kissat"], "cubes": 2}, "race: not with cubes"),
    "a search that is none": ("solve", {"search": "dwon"}, "search='dwon': expected one of bisect, down, up, geom"),
    "a search for nothing": ("solve", {"search": "down"}, "search='down': only with an objective"),
    "an encoding of no name": ("solve", {"encode": ["zz=order"]}, "encode='zz=order': no integer variable fits"),
    "an encoding that is none": ("solve", {"encode": ["a=oder"]}, "encode='a=oder': .*did you mean 'order'"),
    "the solver itself": (
        "solve",
        {"solver": "kissat", "cross_check": "kissat"},
        "cross_check='kissat': this is the solver itself",
    ),
    "a format that is none": ("convert", {"to": "pdf"}, "to='pdf': a CSP can only be converted"),
}


@pytest.fixture
def m():
    m = csp2sat.Model()
    ab, a, b = m.int("ab", 0, 9), m.int("a", 0, 1), m.int("b", 0, 2)
    m.add(ab >= a + b)
    return m


@pytest.mark.parametrize("case", REFUSED)
def test_refused(m, case):
    question, how, message = REFUSED[case]
    with pytest.raises(UsageError, match=f"^{message}"):
        getattr(csp2sat, question)(m, **how)


def test_no_folder_for_a_proof(m, tmp_path):
    with pytest.raises(UsageError, match=r"^proof='.*no/p': expected a file in an existing folder"):
        csp2sat.prove(m, tmp_path / "no" / "p")


def test_a_session_has_a_time_limit_that_is_one(m):
    with csp2sat.session(m) as s, pytest.raises(UsageError, match="timeout=-1: expected a number"):
        s.solve(timeout=-1)


def test_names_and_variables_to_count_on(m):
    a = m["a"]
    assert csp2sat.count(m, project=["ab"]).number == 10
    assert csp2sat.count(m, project=[m["ab"]]).number == 10
    assert csp2sat.count(m, project=a).number == 2
    assert csp2sat.count(m, project=["a*"]).number == 10 + 9
    assert csp2sat.count(m, project=csp2sat.array([a, m["b"]])).number == 6
    assert csp2sat.count(m, project=[[a], "b"]).number == 6
    with pytest.raises(ModelError, match="another model"):
        csp2sat.count(m, project=[csp2sat.Model().int("a", 0, 1)])
    with pytest.raises(ModelError, match="no variable"):
        csp2sat.count(m, project=[a + 1])


def test_a_name_is_no_pattern_where_it_is_one():
    m = csp2sat.Model()
    m.int("x[0]", 0, 2), m.int("x0", 0, 4), m.int("x*", 0, 1)
    assert csp2sat.count(m, project=["x[0]"]).number == 3
    assert csp2sat.count(m, project=["x*"]).number == 2
    assert csp2sat.count(m, project=["x?"]).number == 10


UNKNOWN = {
    "time_limit": "unknown setting 'time_limit'; did you mean 'timeout'",
    "timelimit": "did you mean 'timeout'",
    "sed": "did you mean 'seed'",
    "proof": r"csp2sat.prove\(model, FILE\)",
    "solution_limit": r"csp2sat.solutions\(model, limit=N\)",
    "display": "on_better=",
    "assumptions": r"has solve, backbone and possible with assumptions=\[p\], and core\(\) then",
    "zzz": "there are: solver, ",
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_unknown_settings_of_other_packages(m, name):
    with pytest.raises(TypeError, match=UNKNOWN[name]):
        csp2sat.solve(m, **{name: 3})


@pytest.mark.parametrize("how", [{"limit": 1}, {"seed": 3}, {"timeout": 5.5}, {"check": False}, {"encode": ("a=log",)}])
def test_taken(m, how):
    question = csp2sat.count if "limit" in how else csp2sat.solve
    assert question(m, **how)


OF_ALL = {
    "count": csp2sat.count,
    "backbone": csp2sat.backbone,
    "solutions": csp2sat.solutions,
    "unique=True": lambda m: csp2sat.solve(m, unique=True),
}


@pytest.mark.parametrize("question", OF_ALL)
def test_all_solutions_of_an_objective(m, question):
    m.minimize(m["a"] + m["b"])
    with pytest.raises(UsageError, match=f"^{question}: not with an objective; .*require a value.*TERM == VALUE"):
        OF_ALL[question](m)


def test_all_solutions_whatever_is_violated(m):
    before = csp2sat.count(m).number
    m.soft(m["a"] == 1)
    assert len(list(csp2sat.solutions(m))) == csp2sat.count(m).number == before
    assert csp2sat.backbone(m) == {"ab": None, "a": None, "b": None}
    with pytest.raises(UsageError, match=r"^unique=True: not with an objective"):
        csp2sat.solve(m, unique=True)


def test_the_advice_works(m):
    term = m["ab"] - m["a"]
    m.maximize(term)
    best = csp2sat.solve(m).objective
    m.satisfy()
    m.add(term == best)
    assert {(s["ab"], s["a"]) for s in csp2sat.solutions(m)} == {(9, 0)} and csp2sat.count(m).number == 3


def test_a_proof_that_the_best_is_the_only_one(m, tmp_path):
    m.minimize(m["a"])
    with pytest.raises(UsageError, match="unique=True: not with an objective"):
        csp2sat.prove(m, tmp_path / "p", unique=True)


ONE_NUMBER = {
    "int": lambda m: m.int("x", 9),
    "int, the most alone": lambda m: m.int("x", most=9),
    "array": lambda m: m.int_array("x", 9, 5),
    "CPMpy's order": lambda m: m.int_array("x", 1, 9),
}


@pytest.mark.parametrize("case", ONE_NUMBER)
def test_one_number_is_no_domain(case):
    m = csp2sat.Model()
    with pytest.raises(ModelError, match=r"x has .*expected the least and the greatest one, .*0, 9\), or a list, .*\["):
        ONE_NUMBER[case](m)
    assert not list(m)
    m.int("v", [9])
    assert csp2sat.solve(m)["v"] == 9


def test_the_best_of_a_table_is_searched_as_is_said(m):
    m.maximize(m["ab"] - m["b"])
    for search in ("bisect", "down", "up", "geometric"):
        assert csp2sat.solve(m, search=search).objective == 9
    m.add(build.all_different(m["a"], m["b"]))
    assert csp2sat.solve(m, search="up").objective == 9
