"""Faults and reasons of MiniZinc models whose constraints share terms, in Python as on the command line."""

import pytest
from support.oracle import solutions

import csp2sat
from csp2sat.base.source import Source
from csp2sat.judging.contradicting import contradicting
from csp2sat.languages.sugar import read
from csp2sat.model.model import Answer, Origin

MODEL = """array[1..2] of var 1..5: x; var 1..9: y;
constraint forall(i in 1..2)(x[i] in {1, 3}) :: "odd";
constraint sum(x) + y >= 19 :: "much";
solve satisfy;
"""


def some_solution(model):
    """By brute force."""
    return next(iter(solutions(model)), None)


def flat(text, lines):
    """Return a model, each of its constraints with the line of a source that it comes from."""
    model = read(Source("flat.csp", text))
    pairs = zip(model.constraints, lines, strict=True)
    model.constraints[:] = [each._replace(origin=Origin("text", line, 1)) for each, line in pairs]
    return model


SHARED = "(int a 0 3) (int b 0 1) (bool _p) (bool _r) (iff _p (> a 1)) (or _p (= a 0)) _r (imp _r (or _p (= b 0)))"


@pytest.mark.parametrize(
    ("ints", "fault"),
    [
        ({"a": 0, "b": 1}, "line 2"),  # line 1 holds, and defines the term that line 2 has, too
        ({"a": 1, "b": 0}, "line 1"),
        ({"a": 0}, "no values of the other variables go with these"),
    ],
)
def test_the_violated_constraint_is_named(ints, fault):
    model = flat(SHARED + ("" if "b" in ints else " (= b 1)"), [1, 1, 2, 2] + ([] if "b" in ints else [3]))
    assert contradicting(model, Answer(ints, {}), some_solution, lambda each: f"line {each.origin.row}") == [fault]


@pytest.mark.needs("minizinc")
def test_a_dict_is_judged_as_the_text_of_a_file(tmp_path):
    (path := tmp_path / "m.mzn").write_text(MODEL.replace("19", "9"))
    assert csp2sat.check(path, {"x": [1, 3]}) == csp2sat.check(path, '{"x": [1, 3]}') == []
    (fault,) = csp2sat.check(path, {"x": [1, 2]})
    assert "2:12: i=2" in fault


@pytest.mark.needs("minizinc")
def test_reasons_and_corrections_have_places_and_lines(tmp_path):
    (path := tmp_path / "m.mzn").write_text(MODEL)
    found = csp2sat.explain(path, by="name")
    line = 'constraint sum(x) + y >= 19 :: "much";'
    assert "m.mzn:3:12: much\n  " + line in str(found)
    assert "INTRODUCED" not in str(found)
    places = [(each["line"], each.get("instance")) for each in found.reasons[0].parts]
    assert sorted(places, key=str) == [(2, "i=1"), (2, "i=2"), (3, None)]
    (left_out,) = csp2sat.corrections(path, blame="much").sets
    assert [each["text"] for each in left_out.parts] == [line]
    assert line in str(left_out)
