"""Random models written in Python mean what Python's own operators say: all solutions, the best, soft constraints."""

from support.random_handles import wrong


def test_random_models_against_brute_force(seeds):
    for seed in seeds(range(30)):
        assert wrong(seed) == ""
