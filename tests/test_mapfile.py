"""The map: round trip, damage, and models that do not belong."""

import pytest

from csp2sat import mapfile
from csp2sat.errors import InputError, SolverError
from csp2sat.model.model import Answer
from csp2sat.text import Source

HEADER = {"variables": 20, "cnf": "sha256:00", "records": 5, "about": {"language": "sugar"}}
RECORDS = [
    {"int": "x", "values": [[0, 2], [7, 7]], "code": "order", "first": 5},
    {"int": "x 'ü'", "values": [[3, 3]], "code": "order", "first": 0},
    {"int": "_h", "values": [[0, 1]], "code": "order", "first": 9},
    {"bool": "x", "lit": 11},
    {"bool": "q", "lit": -12},
    {"activation": 13, "origin": ["text", 1, 2, ""]},
]
TEXT = mapfile.write(HEADER, RECORDS)


def read(text=TEXT):
    return mapfile.read(Source("m.map", text))


@pytest.mark.parametrize("true, x", [([5, 6, 7], 0), ([6, 7], 1), ([7], 2), ([], 7)])
def test_decode(true, x):
    assert read().decode([*true, 9, 12]) == Answer({"x": x, "x 'ü'": 3, "_h": 0}, {"x": False, "q": False})


def test_each_line_is_json_of_its_own():
    assert len(TEXT.splitlines()) == 1 + len(RECORDS)


@pytest.mark.parametrize("x, lits", [(0, [-5]), (1, [5, -6]), (2, [6, -7]), (7, [7])])
def test_blocking_clause(x, lits):
    answer = Answer({"x": x, "x 'ü'": 3, "_h": 0}, {"x": True, "q": False})
    assert sorted(read().blocking_clause(answer)) == sorted([-11, -12, *lits])


def test_a_model_that_is_not_monotone_is_refused():
    with pytest.raises(SolverError, match="gives x no value"):
        read().decode([5, 7])


def test_a_model_with_other_variables_is_refused():
    with pytest.raises(SolverError, match="variable 21, the map only 20"):
        read().decode([21])


FIRST = TEXT.splitlines()[0]
WRONG = {
    "empty": ("", "m.map:1:1: not JSON; each line of a map is an object"),
    "another file": ("p cnf 1 1\n", "m.map:1:1: not JSON; each line of a map is an object"),
    "other JSON": ("{}\n", 'm.map:1:1: not a map file: its first line should begin with {"format": "csp2sat map"'),
    "list": ("[]\n", "m.map:1:1: each line of a map is a JSON object"),
    "version": (
        FIRST.replace('"version": 1', '"version": 2'),
        "m.map:1:1: map version 2; this program reads version 1",
    ),
    "no digest": (FIRST.replace("sha256:", ""), "m.map:1:1: the map's first line lacks `variables` or `cnf`"),
    "cut short": ("\n".join(TEXT.splitlines()[:3]), "m.map:3:66: the map is cut short: it lacks variables"),
    "cut in a line": (TEXT[: len(FIRST) + 30], "m.map:2:30: not JSON; each line of a map is an object"),
    "beyond": (TEXT.replace('"first": 9', '"first": 21'), "m.map:4:1: the record of _h does not fit the map's number"),
    "unknown code": (TEXT.replace("order", "log"), "m.map:2:1: a record that this program cannot decode"),
    "deep": ("[" * 100_000, "m.map:1:1: not JSON; each line of a map is an object"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_damage_is_located(text, message):
    with pytest.raises(InputError) as info:
        read(text)
    assert str(info.value).splitlines()[0].startswith(message)


def test_unknown_records_and_keys_are_ignored():
    assert read(TEXT + '{"comment": 1}\n').ints.keys() == {"x", "x 'ü'", "_h"}
