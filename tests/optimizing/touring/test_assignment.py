"""The bound of tours by an assignment of heads to tails, against brute force."""

from itertools import permutations
from random import Random

from test_tour_search import RandomTour, searched

from csp2sat.optimizing.touring.assignment import least_assignment


def test_least_assignments_against_brute_force():
    for seed in range(120):
        random = Random(seed)
        size = random.randint(1, 5)
        places = range(size)
        heads = [[w for w in places if random.random() < 0.75] for _ in places]
        costs = [[random.randint(-9, 20) for _ in places] for _ in places]
        able = (each for each in permutations(places) if all(w in heads[v] for v, w in enumerate(each)))
        best = min((sum(costs[v][w] for v, w in enumerate(each)) for each in able), default=None)
        assert least_assignment(heads, costs) == best, seed
        early = least_assignment(heads, costs, random.randint(0, 12))
        assert best is None or early <= best, seed


def test_no_tour_is_better_than_the_bound():
    """The bound says something of most tours whose length is to be small."""
    tight = count = 0
    for seed in range(40):
        tour = RandomTour(seed)
        best, (improver, _) = tour.best(), searched(tour.model(), 0)
        if best is None or improver is None:
            continue
        bound = improver.bound()
        assert bound is not None
        assert bound >= best if tour.goal in ("prizes", "longest") else bound <= best, seed
        count += tour.goal == "length"
        tight += tour.goal == "length" and 2 * bound > best
    assert tight > count / 2 > 0
