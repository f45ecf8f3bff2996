"""The numbers that an XCSP 2.1 instance states of its parts: a wrong one is a warning, with its place."""

from __future__ import annotations

import warnings

import pytest

import csp2sat

RIGHT = """<instance>
<domains nbDomains="1"><domain name="D" nbValues="4">0..2 7</domain></domains>
<variables nbVariables="2"><variable name="x" domain="D"/><variable name="y" domain="D"/></variables>
<relations nbRelations="2">
<relation name="R" arity="2" nbTuples="2" semantics="supports">0 1|1 2</relation>
<relation name="E" arity="2" nbTuples="0" semantics="conflicts"></relation>
</relations>
<constraints nbConstraints="2"><constraint name="C" arity="2" scope="x y" reference="R"/>
<constraint name="N" arity="2" scope="x y" reference="E"/></constraints>
</instance>
"""
STATED = {  # each number, the line of its place, and the number of parts
    'nbDomains="1"': (2, 1),
    'nbValues="4"': (2, 4),
    'nbVariables="2"': (3, 2),
    'nbRelations="2"': (4, 2),
    'nbTuples="2"': (5, 2),
    'nbTuples="0"': (6, 0),
    'nbConstraints="2"': (8, 2),
}


def warned(text: str) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        assert csp2sat.solve(csp2sat.loads(text)).status == "SATISFIABLE"
    return [str(each.message) for each in caught]


def test_right_numbers_are_silent() -> None:
    assert warned(RIGHT) == []
    plain = RIGHT
    for each in STATED:
        plain = plain.replace(f" {each}", "")
    assert "nb" not in plain and warned(plain) == []


@pytest.mark.parametrize("stated", STATED)
@pytest.mark.parametrize("number", ["9", "many"])
def test_a_wrong_number_is_a_warning(stated: str, number: str) -> None:
    line, found = STATED[stated]
    wrong = f'{stated.partition("=")[0]}="{number}"'
    (message,) = warned(RIGHT.replace(stated, wrong))
    assert f":{line}:" in message and message.endswith(f"warning: {wrong}, but there are {found}; the file may be cut")


def test_one_warning_for_many_relations() -> None:
    (message,) = warned(RIGHT.replace('nbTuples="2"', 'nbTuples="5"').replace('nbTuples="0"', 'nbTuples="6"'))
    assert 'nbTuples="5", but there are 2' in message


def test_a_domain_of_thousands_of_digits_and_a_long_number_are_cut() -> None:
    huge = RIGHT.replace('nbValues="4">0..2 7', f'nbValues="{7 * "x"}{"y" * 99}">0..{"9" * 5000}')
    with pytest.warns(UserWarning) as caught:
        csp2sat.loads(huge)
    (message,) = [str(each.message) for each in caught]
    assert 'nbValues="xxxxxxx' in message and "but there are 10^5000; the file" in message and len(message) < 200
