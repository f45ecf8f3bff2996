"""Random models written in Python mean what Python's own operators say: all solutions, the best, soft constraints."""

import pytest
from support.random_handles import wrong


@pytest.mark.sample(1)
@pytest.mark.parametrize("start", range(0, 30, 5))
def test_random_models_against_brute_force(start, seeds):
    for seed in seeds(range(start, start + 5)):
        assert wrong(seed) == ""
