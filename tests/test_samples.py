"""Which cases of a test with many are run by `make test`, and when the suite costs more than it may."""

from types import SimpleNamespace

import pytest
from support.samples import kept, pytest_collection_modifyitems, share
from support.suite_cost import Cost, worse

NAMES = [f"test[{word} {number}]" for word in ("sum", "count", "table") for number in range(9)]


def sample(*words, **options):
    return kept(NAMES, getattr(pytest.mark.sample(*words, **options), "mark"))  # noqa: B009


def test_a_sample_has_so_many_cases_always_the_same_ones():
    assert len(sample(4)) == 4 and sample(4) == sample(4) < sample(5) < set(NAMES)
    assert sample(99) == set(NAMES)


def test_so_many_of_each_that_are_alike():
    words = [name.partition(" ")[0] for name in sample(2, each=r"\w+")]
    assert sorted(words) == sorted(["test[sum", "test[count", "test[table"] * 2)
    assert {name[-2] for name in sample(1, each=r"\w+ (\d)")} == set("012345678")
    assert len(sample(1, each="no name begins so")) == 1


class Case:
    """A test of pytest with the mark sample(4)."""

    path, parent, originalname = "", "", "test"

    def __init__(self, name):
        self.name, self.nodeid, self.is_long = name, f"tests/test_a.py::{name}", False

    def get_closest_marker(self, name):
        return getattr(pytest.mark.sample(4), "mark") if name == "sample" else None  # noqa: B009

    def add_marker(self, mark):
        self.is_long = mark == pytest.mark.long


def test_shares_have_all_tests_once():
    """Samples are drawn before shares: no share of the long tests has a case of the daily sample."""
    found = []
    for at in (1, 2, 3):
        items = list(map(Case, NAMES))
        pytest_collection_modifyitems(SimpleNamespace(option=SimpleNamespace(markexpr="long", share=(at, 3))), items)
        found += items
        assert items
    assert sorted(each.name for each in found) == sorted(NAMES)
    assert {each.name for each in found if not each.is_long} == sample(4)


@pytest.mark.parametrize("words", ["0/3", "4/3", "1", "one/3"])
def test_a_share_is_one_of_so_many(words):
    with pytest.raises(ValueError):
        share(words)
    assert share("3/3") == (3, 3)


def test_a_suite_that_costs_more_is_refused():
    cost = Cost()
    cost.add({"seconds": {"tests/test_a.py": 1.5}, "tests": 5, "started": 2})
    cost.add({"seconds": {"tests/test_a.py": 0.5}, "tests": 1, "started": 0})
    assert cost.seconds == {"tests/test_a.py": 2} and cost.figures() == {"tests": 6, "processes that they start": 2}
    assert worse(cost.figures(), {"tests": 6, "processes that they start": 3}) == []
    (line,) = worse(cost.figures(), {"tests": 5, "processes that they start": 2})
    assert line.startswith("tests: 6, more than the 5 that .github/suite.json allows; ")
    assert len(worse(cost.figures(), {})) == 2
