"""What may still be chosen, and what is forced, under assumptions with names: questions of a configurator."""

from __future__ import annotations

import itertools
import random

import pytest

import csp2sat
from csp2sat.errors import LimitReached, ModelError, UsageError


@pytest.fixture
def m() -> csp2sat.Model:
    """A car: a big motor needs a big battery, and no roof window; 2 to 7 seats."""
    m = csp2sat.Model()
    motor, battery, roof, seats = (
        m.int("motor", [1, 2, 4]),
        m.int("battery", 1, 3),
        m.bool("roof"),
        m.int("seats", 2, 7),
    )
    m.add((motor == 4).implies(battery == 3), name="power")
    m.add((motor == 4).implies(~roof), name="weight")
    m.add(seats <= 2 + battery, name="room")
    m.int("_hidden", 0, 9)
    return m


def test_values_that_may_still_be_chosen(m):
    motor, roof = m["motor"], m["roof"]
    with csp2sat.session(m) as s:
        assert s.possible() == {
            "motor": [1, 2, 4],
            "battery": [1, 2, 3],
            "seats": [2, 3, 4, 5],
            "roof": [False, True],
        }
        assert s.possible([motor, "s*"], [roof, m["battery"] == 1]) == {"motor": [1, 2], "seats": [2, 3]}
        assert s.possible(["roof"], motor == 4) == {"roof": [False]}
        assert type(s.possible([roof])["roof"][0]) is bool
        s.add(motor != 1)
        assert s.possible([motor]) == {"motor": [2, 4]}, "the session grows"
        m.minimize(motor)
        assert s.possible([motor]) == {"motor": [2, 4]}, "the objective does not count"
        assert s.solve()[motor] == 2


def test_what_is_forced(m):
    with csp2sat.session(m) as s:
        assert s.backbone() == {"motor": None, "battery": None, "seats": None, "roof": None} == csp2sat.backbone(m)
        assert s.backbone(assumptions=[m["motor"] == 4]) == {"motor": 4, "battery": 3, "seats": None, "roof": False}
        assert s.backbone(["battery"], [m["seats"] == 5]) == {"battery": 3}


def test_a_choice_is_the_name_of_a_variable_and_its_value(m):
    with csp2sat.session(m) as s:
        assert s.possible(["motor"], {"battery": 1}) == s.possible(["motor"], m["battery"] == 1) == {"motor": [1, 2]}
        assert s.possible(["motor"], {"roof": True}) == s.possible(["motor"], {"roof": 1}) == {"motor": [1, 2]}
        assert s.backbone(["motor"], {"roof": False, "seats": 5}) == {"motor": None}
        assert not s.solve({"motor": 4, "roof": True}) and s.core(minimal=True).names == ["motor", "roof"]
        assert s.solve({"a rule": True, "motor": 4})["motor"] == 4, "no variable: a constant as a constraint"
        for name, value, fault in (("moto", 1, "did you mean 'motor'"), ("motor", "big", "no value of motor")):
            with pytest.raises(ModelError, match=fault):
                s.possible(assumptions={name: value})


def test_why_a_value_is_excluded(m):
    chosen = {"the big motor": m["motor"] == 4, "five seats": m["seats"] == 5, "a window": m["roof"]}
    with csp2sat.session(m) as s:
        for ask in (s.solve, s.possible, s.backbone):
            assert not ask(assumptions=chosen)
            assert sorted(s.core(minimal=True).names) == ["a window", "the big motor"]
            assert sorted(s.assumption_core().names) == ["a window", "the big motor"]
            assert s.constraint_core(minimal=True).names == ["weight"]
        assert not s.minimize(m["seats"], {"both": [m["roof"], m["motor"] == 4]})
        with pytest.raises(ModelError):
            s.solve({"again": m["roof"], "of elsewhere": csp2sat.Model().bool("roof")})
        assert s.core().names == ["both", "both"], "a question that is refused is none"
        assert not s.solve([m["motor"] == 4, m["roof"]])
        assert sorted(s.core().names) == ["(eq motor 4)", "roof"], "names are for one question"
        assert s.possible(["seats"], {}) == {"seats": [2, 3, 4, 5]}


@pytest.mark.parametrize("seed", range(4))
def test_possible_values_are_those_of_all_solutions(seed):
    rng = random.Random(seed)
    domains, (a, b) = [sorted(rng.sample(range(-3, 6), 4)) for _ in range(3)], (rng.randint(1, 2), rng.randint(-4, 2))
    m = csp2sat.Model()
    x, y, z = (m.int(name, domain) for name, domain in zip("xyz", domains, strict=True))
    m.add(x + a * y <= z + b)
    rows = [row for row in itertools.product(*domains) if row[0] + a * row[1] <= row[2] + b]
    tests = {x >= 1: lambda x, y, z: x >= 1, y != z: lambda x, y, z: y != z, x > z: lambda x, y, z: x > z}
    with csp2sat.session(m) as s:
        for size in range(4):
            for assumed in itertools.combinations(tests, size):
                left = [row for row in rows if all(tests[each](*row) for each in assumed)]
                values = {
                    name: sorted(set(column)) for name, column in zip("xyz", zip(*left, strict=True), strict=bool(left))
                } or None
                assert s.possible(assumptions=assumed) == values
                one = values and {name: each[0] if len(each) == 1 else None for name, each in values.items()}
                assert s.backbone(assumptions=assumed) == one


def test_questions_that_cannot_be(m):
    with csp2sat.session(m) as s:
        with pytest.raises(UsageError, match="variables='motor': expected a list"):
            s.possible("motor")
        with pytest.raises(UsageError, match="variables: no variable has the name motr"):
            s.backbone(["motr"])
        with pytest.raises(ModelError, match="another model"):
            s.possible([csp2sat.Model().int("motor", 0, 9)])
        with pytest.raises(LimitReached):
            s.possible(timeout=0)
        assert s.possible(["roof"]) == {"roof": [False, True]}


@pytest.mark.parametrize(
    ("name", "hint"),
    {
        "count": "csp2sat help solutions under assumptions",
        "explain": "s.core(minimal=True)",
        "improvements": "write csp2sat.improvements(model)",
        "domain": "s.possible([x], assumptions)",
        "retract": "is assumed: s.solve(assumptions=[p])",
        "push": "is assumed",
        "get_core": "did you mean s.core()?",
        "bakbone": "did you mean s.backbone?",
        "xyzzy": "there are: add, assumption_core, backbone, ",
    }.items(),
)
def test_names_of_elsewhere(m, name, hint):
    with csp2sat.session(m) as s, pytest.raises(AttributeError) as error:
        getattr(s, name)
    assert hint in str(error.value)


@pytest.mark.parametrize(
    "ask",
    [
        lambda m: csp2sat.backbone(m, assumptions=[m["roof"]]),
        lambda m: csp2sat.possible(m),
        lambda m: m.possible(),
        lambda m: csp2sat.domains,
    ],
)
def test_functions_lead_to_the_session(m, ask):
    with pytest.raises((TypeError, AttributeError), match=r"csp2sat\.session\(m"):
        ask(m)


def test_a_session_of_a_file_or_a_board(tmp_path):
    (tmp_path / "sum.csp").write_text("(int x 0 9)\n(int y 0 9)\n(< (+ x 7) y)\n")
    with csp2sat.session(tmp_path / "sum.csp") as s:
        assert s.possible() == {"x": [0, 1], "y": [8, 9]}
        assert s.possible(["y"], s.model["x"] == 1) == {"y": [9]}
    with csp2sat.session(csp2sat.load(tmp_path / "sum.csp")) as s:
        assert s.solve()
    with pytest.raises(TypeError, match=r"expected a csp2sat\.Model"):
        csp2sat.session(3)  # type: ignore[arg-type]


def test_a_value_that_a_variable_cannot_have_is_refused():
    m = csp2sat.Model()
    motor, roof = m.int("motor", [1, 2, 4]), m.bool("roof")
    with csp2sat.session(m) as s:
        for wrong in (3, 9, -1, "big", None, 2.0, 10**400):
            with pytest.raises(csp2sat.ModelError, match=r" is no value of motor; its values are \{1\.\.2, 4\}$"):
                s.solve({"motor": wrong})
            with pytest.raises(csp2sat.ModelError, match="is no value of motor"):
                s.possible(assumptions={motor: wrong})
        with pytest.raises(csp2sat.ModelError, match="'yes' is no value of roof"):
            s.solve({"roof": "yes"})
        with pytest.raises(csp2sat.ModelError, match="there is no variable of that name; did you mean 'motor'"):
            s.solve({"moter": 1})
        with pytest.raises(csp2sat.ModelError, match="motor is a term, no constraint"):
            s.solve({"motor": motor})
        assert s.solve({motor: 4, roof: True})["motor"] == 4
        assert not s.solve({motor: 4, "no": motor < 4}) and s.core().names == ["motor", "no"]
        assert not s.solve({"motor": motor == 9})
