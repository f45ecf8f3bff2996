"""Each function of `build`, called wrongly in many ways, is a plain error of the package, which says what is wrong."""

from __future__ import annotations

import warnings
from enum import Enum
from typing import Any

import pytest

import csp2sat
from csp2sat import build


class Thing:
    """Something that no function expects."""


def wrong_things() -> list[Any]:
    """Return arguments of which hardly any function takes one, two, three or four."""
    m = csp2sat.Model()
    x, p = m.int("x", 0, 3), m.bool("p")
    return [None, 1.5, "abc", b"a", Thing(), {1: 2}, float("nan"), [], [x], [[x]], x, p, 10**5000, lambda: 1, [1, 2]]


def calls() -> list[tuple[tuple[Any, ...], dict[str, Any]]]:
    """Return arguments by position and by keyword."""
    several = [((thing,) * number, {}) for thing in wrong_things() for number in range(1, 6)]
    uneven = [(([1, 2], [1], *more), {}) for more in ((), ([3],), ([3], 2), (2,))]
    return [((), {}), ((1,) * 9, {}), ((), {"nosuch": 1}), *several, *uneven]


@pytest.mark.parametrize("name", build.__all__)
def test_a_wrong_call_is_an_error_of_the_package(name: str) -> None:
    for given, named in calls():
        try:
            getattr(build, name)(*given, **named)
        except csp2sat.Csp2SatError as error:
            assert str(error) and "\n" not in str(error) and len(str(error)) < 1000, (given, named, str(error))


@pytest.mark.parametrize("name", sorted(set(build.__all__) - {"constraint"}))
def test_an_unknown_keyword_shows_the_call(name: str) -> None:
    with pytest.raises(csp2sat.ModelError, match=r"build\.\w+"):
        getattr(build, name)(nosuch=1)


METHODS = ["int", "bool", "int_array", "bool_array", "soft", "minimize", "maximize", "then_minimize", "prefer"]


@pytest.mark.parametrize("name", METHODS)
def test_methods_of_a_model(name: str) -> None:
    for given, named in calls():
        model = csp2sat.Model()
        try:
            getattr(model, name)(*given, **named)
        except csp2sat.Csp2SatError as error:
            assert str(error) and "\n" not in str(error), (given, named, str(error))


def test_an_argument_that_is_given_twice_is_named() -> None:
    with pytest.raises(csp2sat.ModelError) as error:
        build.interval(0, 9, size=3)  # type: ignore[misc]
    said = str(error.value)
    assert said.startswith("build.interval: argument 2 is size, and size= is given, too; expected build.interval(start")
    with pytest.raises(csp2sat.ModelError, match=r"m.bool: argument 1 is name, and name= is given, too"):
        csp2sat.Model().bool("p", name="q")  # type: ignore[misc]


def test_each_form_of_a_call_is_told_once() -> None:
    with pytest.raises(csp2sat.ModelError) as error:
        csp2sat.Model().bool_array("g", 2, 3)  # type: ignore[call-overload]
    assert str(error.value).endswith("; expected m.bool_array(name, shape), or m.bool_array(shape)")
    with pytest.raises(csp2sat.ModelError, match=r"^5: there is no variable of that name$"):
        csp2sat.Model()[5]  # type: ignore[index]


class Colour(Enum):
    """Names whose values are no integers."""

    RED = "r"
    BLUE = "b"


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ((["red", "blue"],), "with WORDS = ['red', 'blue'] write int('x', 0, 1), and WORDS[r[x]] is the word"),
        (("red", "blue"), "with WORDS = ['red', 'blue'] write int('x', 0, 1)"),
        ((Colour,), "expected `class Colour(IntEnum)`; then int('x', list(Colour)) takes it, and Colour(r[x])"),
        (([Colour.RED],), "expected `class Colour(IntEnum)`"),
    ],
)
def test_words_as_values(given: tuple[Any, ...], expected: str) -> None:
    m = csp2sat.Model()
    with pytest.raises(csp2sat.ModelError) as error:
        m.int("colour", *given)
    assert "is no value of colour, as values are integers" in str(error.value) and expected in str(error.value)
    words = ["red", "blue"]
    x = m.int("x", 0, 1)
    m.add(x == words.index("blue"))
    assert words[csp2sat.solve(m)[x]] == "blue", "what the message says works"


def test_an_array_in_the_order_of_others_is_warned_of_if_it_has_no_variables():
    m = csp2sat.Model()
    with pytest.warns(csp2sat.InputWarning, match=r"no variables; int_array takes the shape first: .*'q', 10, 0, 9\)"):
        m.int_array("after", 0, 9, 10)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert m.int_array("none", 0, 0, 9).shape == m.int_array("empty", shape=0, lb=1, ub=2).shape == (0,)


def test_connectives_of_others_are_named():
    p = csp2sat.Model().bool("p")
    for name, meant in (("iff", "p == q"), ("and_", "p & q"), ("or_", r"p \| q"), ("xor", r"p \^ q")):
        with pytest.raises(AttributeError, match=f"a Formula has no {name}; write {meant}"):
            getattr(p, name)
