"""A warning is at the line of the program that called csp2sat, however deep it was found."""

import warnings
from pathlib import Path

import pytest

import csp2sat
from csp2sat import build

M = csp2sat.Model()
X = M.int("x", 0, 3)


@pytest.mark.parametrize(
    "warns",
    [
        lambda: csp2sat.loads("(int x 0 3)\n;@rows\n(> x 2)"),
        lambda: csp2sat.explain(csp2sat.loads("(int x 0 3)(> x 3)"), by="name"),
        lambda: csp2sat.Model().add(True),
        lambda: csp2sat.Model().int_array("q", 1, 3, 3),
        lambda: build.table([X], []),
    ],
)
def test_the_place_is_the_line_of_the_caller(warns):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        warns()
    assert {(each.category, Path(each.filename).name) for each in caught} == {
        (csp2sat.InputWarning, Path(__file__).name)
    }
