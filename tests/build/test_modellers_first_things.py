"""What a modeller tries first: names of wishes, cores, explanations and counts as text, axes, values of an answer."""

from __future__ import annotations

import copy
import pickle
import re
from pathlib import Path

import pytest

import csp2sat
from csp2sat import build
from csp2sat.build.arrays import Array
from csp2sat.build.folding import dimensions


@pytest.fixture
def model() -> csp2sat.Model:
    m = csp2sat.Model()
    x = m.int_array("x", 3, 0, 3)
    m.add(x[0] == 0)
    m.add(x[0] == 3, name="first is 3")
    return m


def test_an_explanation_is_text(model: csp2sat.Model) -> None:
    found = csp2sat.explain(model)
    assert str(found).splitlines() == [
        "2 constraints cannot be satisfied together; without any one of them the others can:",
        "  x_0 == 0",
        "  first is 3: x_0 == 3",
        "there may be other reasons",
    ]
    assert found.reasons[0].names == ["(eq x_0 0)", "first is 3"] and found.limit == ""
    assert str(csp2sat.explain(model, limit=None)).endswith("x_0 == 3")
    assert str(csp2sat.explain(csp2sat.Model())) == "there is a solution: nothing to explain"


def test_a_formula_is_found_in_a_reason(model: csp2sat.Model) -> None:
    found = csp2sat.explain(model).reasons[0].constraints
    x = model["x_0"]
    assert (x == 3) in found and (x == 1) not in found and found.index(x == 3) == 1 and found.count(x == 3) == 1
    assert "x" not in found and isinstance(found, list)
    with pytest.raises(ValueError, match=re.escape("(eq x_0 1) is not in the list")):
        found.index(x == 1)


def test_a_formula_is_found_in_a_core() -> None:
    m = csp2sat.Model()
    a, b, c = m.bool("a"), m.bool("b"), m.bool("c")
    m.add(~a, name="no a")
    with csp2sat.session(m) as session:
        assert not session.solve(assumptions=[c, a, b])
        core = session.core(minimal=True)
        assert [each in core for each in (a, b, c)] == [True, False, False] and core.names == ["a"]
        assert session.constraint_core().names == ["no a"] and a in session.assumption_core()
        assert [p for p in (a, b, c) if p in core] == core


def test_names_of_violated_wishes() -> None:
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.soft(x == 0, 2, name="low")
    m.soft(x >= 2, name="high")
    m.soft(x == 3)
    found = csp2sat.solve(m)
    assert found.violated.names == ["high", "(eq x 3)"] and (x == 3) in found.violated and found["x"] == 0
    assert m.soft_constraints == (x == 0, x >= 2, x == 3) or len(m.soft_constraints) == 3
    with pytest.raises(csp2sat.ModelError, match="name"):
        m.soft(x == 1, 1, "third")  # type: ignore[call-arg]


def test_names_of_wishes_under_an_objective_and_improvements() -> None:
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.soft(x >= 2, name="high")
    m.minimize(2 * x)
    assert csp2sat.solve(m).violated.names == ["high"]
    assert list(csp2sat.improvements(m))[-1].violated.names == ["high"]


def test_a_result_prints_arrays() -> None:
    m = csp2sat.Model()
    m.int_array("g", (2, 2), 0, 0)
    m.int("y", 5, 5)
    m.bool_array("b", 2)
    m.int_array("_h", 2, 0, 0)
    m.add(m["b_0"], ~m["b_1"])
    found = csp2sat.solve(m)
    assert str(found) == "SATISFIABLE: g = [[0, 0], [0, 0]], y = 5, b = [True, False]"
    assert str(found.solution) == "g = [[0, 0], [0, 0]], y = 5, b = [True, False]"
    assert repr(found.solution).startswith("g_0_0 = 0, g_0_1 = 0, ")
    for again in (copy.copy(m), copy.deepcopy(m), pickle.loads(pickle.dumps(m))):
        assert str(csp2sat.solve(again)) == str(found)
    assert str(csp2sat.solve(csp2sat.Model())) == "SATISFIABLE: "


def test_arrays_of_huge_numbers_and_of_none_are_printed() -> None:
    m = csp2sat.Model()
    huge = 10**5000
    m.int_array("x", 1, huge, huge)
    m.int_array("none", 0, 0, 1)
    assert str(csp2sat.solve(m)) == f"SATISFIABLE: x = [1{'0' * 5000}]"


def test_sums_along_several_dimensions() -> None:
    numbers = Array(list(range(24)), (2, 3, 4))
    value = csp2sat.solve(csp2sat.Model()).value
    assert value(numbers.sum(axis=(1, 2))) == [66, 210]
    assert value(numbers.sum(axis=(0, -1))) == [60, 92, 124]
    assert value(numbers.sum(axis=(2, 0))) == value(numbers.sum(axis=(0, 2)))
    assert value(numbers.sum(axis=(0, 1, 2))) == 276 == value(numbers.sum())
    assert value(numbers.max(axis=(0, 2))) == [15, 19, 23] and value(numbers.sum(axis=1)) == value(
        numbers.sum(axis=(1,))
    )
    assert value(numbers.min(axis=1)) == [[0, 1, 2, 3], [12, 13, 14, 15]]
    assert dimensions((0, -1), 3) == [0, 2]


@pytest.mark.parametrize(
    ("axis", "message"),
    [
        ((1, 1), "axis=(1, 1) has a dimension twice"),
        ((0, -3), "axis=(0, -3) has a dimension twice"),
        ((0, 3), "axis=3 is no dimension of an array of 3 dimensions; they count from 0"),
        ("x", "axis='x' is no dimension of an array of 3 dimensions; they count from 0"),
    ],
)
def test_wrong_axes(axis: object, message: str) -> None:
    with pytest.raises(csp2sat.ModelError, match=re.escape(message)):
        Array(list(range(24)), (2, 3, 4)).sum(axis=axis)  # type: ignore[call-overload]


def test_rows_are_not_broadcast() -> None:
    m = csp2sat.Model()
    w, row = m.bool_array("w", (2, 3)), [1, 2, 3]
    advice = "expected the same shape; arrays are not broadcast: write csp2sat.array([row + other for row in a])"
    for wrong in (lambda: w + row, lambda: csp2sat.array(row) * w):
        with pytest.raises(csp2sat.ModelError, match=re.escape(advice)):
            wrong()
    with pytest.raises(csp2sat.ModelError, match=r"expected the same shape$"):
        _ = w * [1, 2]
    assert csp2sat.array([each * row for each in w]).shape == (2, 3)


def test_a_limited_count_says_what_ended_it() -> None:
    m = csp2sat.Model()
    x = m.int_array("x", 6, 0, 5)
    m.add(build.all_different(x))
    assert str(csp2sat.count(m, limit=5)) == "Count(number=5, complete=False, limit='number')"
    assert csp2sat.count(m, limit=1000).limit == "" and csp2sat.count(m).number == 720


@pytest.fixture
def answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[csp2sat.Model, Array]:
    """A model with its CNF and map, and an answer to it, in the current folder."""
    monkeypatch.chdir(tmp_path)
    m = csp2sat.Model()
    x = m.int_array("x", 2, 1, 3)
    m.add(x[0] < x[1], name="less")
    csp2sat.encode(m, "m.cnf", "m.map")
    Path("m.out").write_text("s SATISFIABLE\nv 1 2 -3 0\n")
    return m, x


def test_values_of_a_decoded_answer(answer: tuple[csp2sat.Model, Array]) -> None:
    m, x = answer
    found = csp2sat.decode("m.out", source=m)
    assert found.unjudged == ()
    assert (found[x], found["x_1"], found[x.sum()], found[x[0] > 1]) == ([1, 3], 3, 4, False)
    assert found[{"a": x[1], "b": [x[0]]}] == {"a": 3, "b": [1]}
    for wrong, message in (("y", "'y' is no variable"), (3, "3 is no variable"), (x[x[1]], "undefined")):
        with pytest.raises(csp2sat.ModelError, match=message):
            _ = found[wrong]
    other = csp2sat.Model().int("q", 0, 1)
    with pytest.raises(csp2sat.ModelError, match="the map has no variable 'q'"):
        _ = found[other]


def test_a_changed_model_judges_by_what_it_says_now(answer: tuple[csp2sat.Model, Array]) -> None:
    m, x = answer
    m.add(x[0] == 1)
    assert csp2sat.decode("m.out", "m.map", source=m).unjudged == ()
    m.add(x[1] == 2, name="two")
    with pytest.raises(csp2sat.InputError, match=re.escape("m.out: the values are no solution of the model: ")):
        csp2sat.decode("m.out", "m.map", source=m)


def test_a_loaded_model_is_a_source(answer: tuple[csp2sat.Model, Array]) -> None:
    Path("m.csp").write_text("(int x_0 1 3) (int x_1 1 3) (< x_0 x_1)")
    assert csp2sat.decode("m.out", source=csp2sat.load_model("m.csp")).unjudged == ()
    other = csp2sat.Model()
    other.int("y", 0, 1)
    with pytest.raises(csp2sat.InputError, match="y"):
        csp2sat.decode("m.out", source=other)


def test_without_a_map_or_values(answer: tuple[csp2sat.Model, Array]) -> None:
    Path("no.out").write_text("s UNSATISFIABLE\n")
    with pytest.raises(csp2sat.UsageError, match=re.escape("no map was found: there is no no.map")):
        csp2sat.decode("no.out")
    with pytest.raises(csp2sat.ModelError, match="there are no values; the status is UNSATISFIABLE"):
        _ = csp2sat.decode("no.out", "m.map")["x_0"]


def test_names_are_comments_of_csp_text() -> None:
    m = csp2sat.Model()
    x = m.int("x", 0, 3)
    m.add(x > 0, x < 3, name="inside\u202e")
    m.add(x != 1)
    m.soft(x == 2, 2, name="two")
    text = csp2sat.convert(m, "sugar")
    assert ";@name inside\\u202e\n(> x 0)\n(< x 3)\n;@name\n(!= x 1)\n;@name two\n(weighted 2 (= x 2))\n" in text
