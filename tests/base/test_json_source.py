"""Places of the faults of JSON texts."""

import json

import pytest

from csp2sat.base.json_source import json_in, unknown_key
from csp2sat.base.numbers import MOST_DIGITS
from csp2sat.base.source import Source
from csp2sat.errors import InputError


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ('{"a": 1,\n"b":}', "2:5", "this is no JSON: expected value"),
        ("[1, 2,]", "1:7", "this is no JSON: "),
        ('{"a": [1, {"b": 1,\n "c": "b:", "b": 2}], "b": 3, "b": 4}', "2:13", "'b' is twice in one object"),
        ('{"x": {"b": 1}, "b": 3, "\\u0062": 4}', "1:25", "'b' is twice in one object"),
        ('{"NaN": "NaN",\n "a": NaN}', "2:7", "NaN is no number in JSON"),
        ('["-Infinity", -Infinity]', "1:15", "-Infinity is no number in JSON"),
        (f'["{"1" * (MOST_DIGITS + 1)}",\n {"1" * (MOST_DIGITS + 1)}]', "2:2", "an integer of 100001 digits"),
        ("[" * 100_000, "1:1", "this is nested too deeply"),
    ],
)
def test_each_fault_has_its_place(text, place, message):
    with pytest.raises(InputError) as info:
        json_in(Source("f.json", text))
    found = info.value.place
    assert f"{found.line}:{found.column}" == place
    assert info.value.message.startswith(message)


def test_what_is_right_is_read_as_by_python():
    text = '{"a": [1, -2.5e3, null, true, "\\u00e4"], "b": {"a": 123456789012345678901234567890}}'
    assert json_in(Source("f.json", text)) == json.loads(text)


def test_an_unknown_key_is_named_with_the_nearest_or_all_known_ones():
    assert unknown_key({"rows": 1}, ("rows", "cols")) is None
    assert unknown_key({"rows": 1, "col": 2}, ("rows", "cols")) == (
        "col",
        'no key "col" is known here; did you mean "cols"?',
    )
    assert unknown_key({"x": 1}, ("rows", "cols")) == ("x", 'no key "x" is known here; expected "rows", "cols"')
    assert unknown_key({"x": 1}, ("rows", "cols"), only_near=True) is None
