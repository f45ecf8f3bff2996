"""Random sequences of adding and asking, in every encoding, against brute force."""

from collections import Counter

from support.random_sequences import Sequence, in_process


def test_random_sequences(seeds):
    seen = Counter()
    with in_process():
        for seed in seeds(range(300)):
            seen += Sequence(seed).run()
    assert seeds.only is not None or {"SATISFIABLE", "UNSATISFIABLE", "best OPTIMUM FOUND", "refused"} <= seen.keys()


def test_with_the_child_process(seeds):
    for seed in seeds(range(1000, 1004)):
        Sequence(seed, 20).run()
