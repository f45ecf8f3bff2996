"""The map: round trip, damage, and models that do not belong."""

import pytest

from csp2sat import decoder
from csp2sat.base.source import Source
from csp2sat.errors import InputError, SolverError
from csp2sat.model.model import Answer

HEADER = {"variables": 20, "cnf": "sha256:00", "records": 5, "about": {"language": "sugar"}}
RECORDS = [
    {"int": "x", "values": [[0, 2], [7, 7]], "code": "order", "first": 5},
    {"int": "x 'ü'", "values": [[3, 3]], "code": "order", "first": 0},
    {"int": "_h", "values": [[0, 1]], "code": "order", "first": 9},
    {"bool": "x", "lit": 11},
    {"bool": "q", "lit": -12},
    {"activation": 13, "origin": ["text", 1, 2, ""]},
]
TEXT = decoder.write(HEADER, RECORDS)


def read(text=TEXT):
    return decoder.read(Source("m.map", text))


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
    with pytest.raises(SolverError, match="gives 'x' no value"):
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
    "no digest": (FIRST.replace("sha256:", ""), "m.map:1:1: the map's first line needs `variables` (an integer) and"),
    "cut short": ("\n".join(TEXT.splitlines()[:3]), "m.map:3:66: the map is cut short: it lacks variables"),
    "cut after a line": ("".join(TEXT.splitlines(True)[:3]), "m.map:3:66: the map is cut short: it lacks variables"),
    "cut in a line": (TEXT[: len(FIRST) + 30], "m.map:2:30: not JSON; each line of a map is an object"),
    "beyond": (TEXT.replace('"first": 9', '"first": 21'), "m.map:4:1: the record of _h does not fit the map's number"),
    "unknown code": (TEXT.replace("order", "unary"), "m.map:2:1: the encoding 'unary' is unknown; "),
    "true is no weight": (
        TEXT.replace('"activation": 13', '"soft": 13, "weight": true'),
        "m.map:7:1: a record that this program cannot decode",
    ),
    "false is no weight": (
        TEXT.replace('"activation": 13', '"soft": 13, "weight": false'),
        "m.map:7:1: a record that this program cannot decode",
    ),
    "true is no literal": (
        TEXT.replace('"activation": 13', '"activation": true'),
        "m.map:7:1: a record that this program cannot decode",
    ),
    "deep": ("[" * 100_000, "m.map:1:1: not JSON; each line of a map is an object"),
}


@pytest.mark.parametrize("text, message", WRONG.values(), ids=WRONG.keys())
def test_damage_is_located(text, message):
    with pytest.raises(InputError) as info:
        read(text)
    assert str(info.value).splitlines()[0].startswith(message)


CODES = {  # the record, what each set of true literals means, and the clause of another value
    "direct": ({"values": [[1, 3], [9, 9]], "code": "direct", "first": 4}, {(4,): 1, (6,): 3, (7,): 9}, {3: [-6]}),
    "log": ({"values": [[5, 7], [9, 10]], "code": "log", "first": 4}, {(): 5, (4,): 6, (4, 6): 10}, {10: [-4, 5, -6]}),
    "compact-order": (
        {"values": [[-10, 29]], "code": "compact-order", "base": 16, "first": 2},
        {(*range(2, 17), 17, 18): -10, (17, 18): 5, (*range(4, 17), 18): 8, (*range(9, 17),): 29},
        {8: [3, -4, 17, -18]},
    ),
}
IMPOSSIBLE = {
    "direct": [([], "gives 'x' 0 values"), ([4, 5], "gives 'x' 2 values")],
    "log": [([4, 5], "gives 'x' the value 8, outside its domain"), ([5, 6], "gives 'x' the value 11")],
    "compact-order": [([17], "gives 'x' no value"), ([], "gives 'x' the value 37, outside")],
}


def of_code(name):
    header = {"variables": 18, "cnf": "sha256:00", "records": 1}
    return read(decoder.write(header, [{"int": "x", **CODES[name][0]}]))


@pytest.mark.parametrize("name", CODES)
def test_other_codes(name):
    _, meaning, excluded = CODES[name]
    for true, value in meaning.items():
        assert of_code(name).decode(true).ints == {"x": value}
    for value, clause in excluded.items():
        assert of_code(name).blocking_clause(Answer({"x": value}, {})) == clause


@pytest.mark.parametrize("name", CODES)
def test_impossible_codes_are_refused(name):
    for true, message in IMPOSSIBLE[name]:
        with pytest.raises(SolverError, match=message):
            of_code(name).decode(true)


@pytest.mark.parametrize("change", [{"first": 17}, {"first": 0}, {"first": None}, {"base": 1}], ids=str)
@pytest.mark.parametrize("name", CODES)
def test_records_of_other_codes_must_fit(name, change):
    if "base" in change and name != "compact-order":
        return
    text = decoder.write({**HEADER, "variables": 18, "records": 1}, [{"int": "x", **CODES[name][0], **change}])
    with pytest.raises(InputError, match="the record of x does not fit the map's number of variables"):
        read(text)


def test_unknown_records_and_keys_are_ignored():
    assert read(TEXT + '{"comment": 1}\n').ints.keys() == {"x", "x 'ü'", "_h"}


HOSTILE = {
    "huge order": (
        '{"int": "x", "values": [[0, 2000000000]], "code": "order", "first": 1}',
        "the record of x does not fit",
    ),
    "huge direct": (
        '{"int": "x", "values": [[0, 2000000000]], "code": "direct", "first": 1}',
        "the record of x does not",
    ),
    "huge base": (
        '{"int": "x", "values": [[0, 2000000000]], "code": "compact-order", "base": 1999999999, "first": 1}',
        "the record of x does not fit",
    ),
    "a line end": (
        '{"int": "x\\\\na y\\\\t1", "values": [[0, 0]], "code": "order", "first": 0}',
        "a name with the control",
    ),
    "a long number": ('{"bool": "p", "lit": ' + "1" * 100_001 + "}", "not JSON; each line of a map is an object"),
}


@pytest.mark.parametrize("record, message", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_records(record, message):
    header = '{"format": "csp2sat map", "version": 1, "variables": 2147483646, "records": 1, "cnf": "sha256:0"}'
    with pytest.raises(InputError, match=f"^m:2:.*{message}"):
        decoder.read(Source("m", f"{header}\n{record}\n".replace("\\\\", "\\")))


def test_about_is_an_object():
    header = '{"format": "csp2sat map", "version": 1, "variables": 0, "records": 0, "cnf": "sha256:0", "about": []}\n'
    with pytest.raises(InputError, match="an `about` that is no object"):
        decoder.read(Source("m", header))
