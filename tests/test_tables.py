"""Small cases that are one test: all of them run, and a failure names those that have failed."""

from types import SimpleNamespace

import pytest
from support import together
from support.samples import USUAL
from support.together import TABLE


class Item:
    """A test of pytest with the mark together and five cases, some of which fail."""

    _fixtureinfo = SimpleNamespace(argnames=["number", "text"])
    funcargs = {"number": 0, "text": "a fixture"}  # noqa: RUF012

    def __init__(self, cases):
        self.cases, self.ran = cases, []

    def get_closest_marker(self, name):
        return SimpleNamespace(args=[list(self.cases.items())])

    def obj(self, number, text):
        self.ran.append((number, text))
        if number == 4:
            pytest.skip("never")
        with pytest.raises(ZeroDivisionError):
            1 // (number - 2)
        assert number != 3, "is three"


def test_all_cases_run_and_those_that_fail_are_named():
    item = Item({"two": {"number": 2}, "one": {"number": 1}, "three": {"number": 3}, "four": {"number": 4}})
    with pytest.raises(pytest.fail.Exception, match="DID NOT RAISE") as failed:
        together.pytest_pyfunc_call(item)
    assert item.ran == [(number, "a fixture") for number in (2, 1, 3, 4)]
    assert failed.value.__notes__ == ["cases that failed, the first of them above: [one], [three], [four]"]
    assert together.pytest_pyfunc_call(Item({"two": {"number": 2}})) is True


def test_a_case_that_is_skipped_does_not_skip_the_others():
    with pytest.raises(AssertionError, match="a case of many is skipped: never"):
        together.pytest_pyfunc_call(Item({"four": {"number": 4}}))


def case(number, seed, tmp_path=None):
    """A test with two parameters."""


def table(cases=6, marks=(), fixtures=(), function=case):
    """What pytest knows of a test while its cases are made: how many, its marks, its fixtures beside two parameters."""

    def get_direct_param_fixture_func():
        """Stand for pytest's function of that name."""

    direct = [SimpleNamespace(func=get_direct_param_fixture_func)]
    made = {"number": direct, "seed": direct, "signals_as_before": [SimpleNamespace(func=case)]}
    made |= {name: [SimpleNamespace(func=case)] for name in fixtures if name != "request"}
    return SimpleNamespace(
        definition=SimpleNamespace(get_closest_marker=lambda name: name in marks),
        function=function,
        fixturenames=["signals_as_before", *fixtures, "number", "seed"],
        _arg2fixturedefs=made,
        _calls=[None] * cases,
    )


def test_tables_without_fixtures_are_run_together():
    assert together._is_table(table())
    assert not together._is_table(table(cases=5)) and together._is_table(table(cases=5, marks=["together"]))
    assert not any(together._is_table(table(marks=[mark])) for mark in ("apart", "long", "needs", "xfail"))
    assert not any(together._is_table(table(fixtures=[name])) for name in ("tmp_path", "request"))
    assert not together._is_table(table(function=SimpleNamespace(hypothesis=1)))


@pytest.mark.together
@pytest.mark.parametrize("number", [1, 2, pytest.param(3, marks=pytest.mark.filterwarnings("error"))])
def test_cases_without_marks_are_one(number, request):
    assert request.node.name.endswith("[3]" if number == 3 else "[2 cases]" if is_usual(request.config) else "]")


def is_usual(config):
    return (
        config.option.markexpr == USUAL
        and not config.option.keyword
        and "[" not in "".join(TABLE.sub("", word) for word in config.args)
    )
