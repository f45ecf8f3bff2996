"""Random sequences of adding and asking, in every encoding, against brute force."""

from collections import Counter
from contextlib import contextmanager

import pytest
from support.random_sequences import Sequence, in_process

from csp2sat.encoder.clauses.formulas import BOTH, Formulas
from csp2sat.encoder.normalize.normalize import Normalizer
from csp2sat.solving.pipeline import WrongAnswer


@pytest.mark.parametrize("count", [20, pytest.param(400, marks=pytest.mark.long)])
def test_random_sequences(count, seeds):
    seen = Counter()
    with in_process():
        for seed in seeds(range(count)):
            seen += Sequence(seed).run()
    assert seeds.only is not None or {"SATISFIABLE", "UNSATISFIABLE", "best OPTIMUM FOUND", "fail"} <= seen.keys()


def test_with_the_child_process(seeds):
    for seed in seeds(range(1000, 1004)):
        Sequence(seed, 20).run()


class Once(dict):
    """Of a literal that was defined in one direction, it says that it was in both."""

    def get(self, key, default=None):
        return BOTH if key in self else default


def test_a_definition_in_one_direction_that_is_used_in_the_other_is_seen(monkeypatch):
    forget = Formulas.forget

    def forgetful(self):
        forget(self)
        self._written = Once()

    monkeypatch.setattr(Formulas, "forget", forgetful)
    with in_process(), pytest.raises((WrongAnswer, AssertionError)):
        for seed in range(100, 200):  # 101 is the first that sees it
            Sequence(seed).run()


def test_an_assumption_that_narrows_domains_is_seen(monkeypatch):
    @contextmanager
    def apart(self):
        yield self._stated

    monkeypatch.setattr(Normalizer, "apart", apart)
    with in_process(), pytest.raises((WrongAnswer, AssertionError)):
        for seed in range(20):
            Sequence(seed).run()
