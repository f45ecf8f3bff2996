"""Sums that telescope along tours, against brute force: the bound of a duration is that of the costs of its arcs."""

from itertools import permutations
from random import Random

import pytest
from test_tours import distances, explored, length, tours

import csp2sat
from csp2sat import build
from csp2sat.api.problems import problem_of
from csp2sat.encoder.normalize.normalize import normalize
from csp2sat.optimizing.telescoping import telescoped

LATEST = 9000  # of times, too many values for a constraint `element` of items


def duration(far, m, way, latest):
    """The duration of a tour from place 0 to a copy of it, the last place, by successors."""
    size = len(far)
    after = [m.int(f"after_{v}", 0, size) for v in range(size)] + [0]
    at = [m.int(f"at_{v}", 0, latest) for v in range(size + 1)]
    m.add(build.circuit(after))
    for v, row in enumerate(far):
        costs = [*row, row[0]]
        if way == "element":
            m.add(csp2sat.array(at)[after[v]] == at[v] + csp2sat.array(costs)[after[v]])
        else:
            m.add((after[v] == w).implies(at[w] >= at[v] + costs[w]) for w in range(size + 1) if w != v)
    return at[size] - at[0]


@pytest.mark.parametrize("latest", [200, LATEST, 300_000])
@pytest.mark.parametrize("way", ["element", "clauses"])
def test_the_bound_of_a_duration_is_that_of_its_arcs(way, latest):
    far = distances(Random(latest), 5)
    best = min(length(far, tour) for tour in tours(len(far)))
    m = csp2sat.Model()
    m.minimize(duration(far, m, way, latest))
    bound, _, _ = explored(m)
    assert 0.8 * best <= bound <= best


@pytest.mark.parametrize("seed", range(8))
def test_rows_hold_for_all_permutations(seed):
    """Items that different indices choose; some indices are fixed, some have few values."""
    random = Random(seed)
    size, shift = 3, random.randint(0, 2)
    m = csp2sat.Model()
    at = [m.int(f"i{v}", shift, shift + size - 1) for v in range(size)]
    items = [m.int(f"x{v}", 0, 2) for v in range(size)]
    extra = [[random.choice((0, 0, 1)) for _ in range(size)] for _ in range(size)]
    m.add(build.all_different(at))
    values = [m.int(f"y{v}", -3, 600) for v in range(size)]
    is_equal = random.random() < 0.5
    for v, value in enumerate(values):
        rules = [(at[v] == w + shift, items[w], value + extra[v][w]) for w in range(size)]
        m.add(case.implies(item == total if is_equal else item >= total) for case, item, total in rules)
    m.minimize(sum(values[1:], values[0]))
    model = problem_of(m).model
    norm = normalize(model).norm
    (found,) = telescoped(norm, [formula for formula, _ in norm.required])
    assert found.is_equation == is_equal
    numbers = {name: x for x, name in enumerate(model.ints)}

    def value(chosen):
        values = {numbers[name]: chosen[name] for name in numbers}
        cases = sum(a * (values[x] == v) for a, x, v in found.chosen)
        return found.total.const + sum(a * values[x] for a, x in found.total.terms) + cases

    for order in permutations(range(size)):
        chosen = {f"x{v}": random.randint(0, 2) for v in range(size)}
        for v, w in enumerate(order):
            chosen |= {f"i{v}": w + shift, f"y{v}": chosen[f"x{w}"] - extra[v][w]}
        assert value(chosen) == 0
        chosen["y0"] -= 1
        assert value(chosen) == -1
