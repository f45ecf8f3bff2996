"""What follows about the used bins, wherever items are packed into bins."""

from itertools import product
from random import Random

import pytest

import csp2sat
from csp2sat import build
from csp2sat.languages.flatzinc.predicates import packing_globals
from csp2sat.languages.flatzinc.predicates.packing_globals import bin_packing_capa, bins_needed, used_bins
from csp2sat.model.expr import int_var
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer


def least_bins(capacity, weights):
    """The least number of bins, by trying all partitions; inf if an item is too heavy."""
    if any(weight > capacity for weight in weights):
        return float("inf")
    loads = {()}
    for weight in weights:
        loads = {
            tuple(sorted((*kept[:at], kept[at] + weight, *kept[at + 1 :])))
            for each in loads
            for kept in [(*each, 0)]
            for at in range(len(kept))
            if kept[at] + weight <= capacity
        }
        loads = {tuple(filter(None, each)) for each in loads}
    return min(map(len, loads))


def test_no_packing_has_fewer_bins():
    rnd, exact, above_sums = Random(1), 0, 0
    for _ in range(400):
        capacity, weights = rnd.randrange(1, 25), list[int]()
        weights += [rnd.randrange(capacity + 1) for _ in range(rnd.randrange(7))]
        bound, best = bins_needed(capacity, weights), least_bins(capacity, weights)
        assert bound <= best, (capacity, weights)
        exact += bound == best
        above_sums += bound > -(-sum(weights) // capacity)
    assert exact > 200 and above_sums > 20


def test_the_bound_is_that_of_martello_and_toth():
    assert [bins_needed(10, each) for each in ([], [5, 5], [6, 6, 4, 4], [6, 6, 5], [7, 7, 7, 4, 4])] == [0, 1, 2, 3, 4]
    assert [bins_needed(0, [0]), bins_needed(0, [1, 1]), bins_needed(10, [8, 3, 3, 3, 3])] == [0, 2, 3]


def test_what_is_said_of_used_bins_follows():
    rnd, said = Random(2), 0
    for _ in range(40):
        first, limits = rnd.randrange(-1, 3), [rnd.randrange(-1 if rnd.random() < 0.1 else 0, 7) for _ in range(3)]
        weights = [rnd.randrange(6) for _ in range(rnd.randrange(1, 4))]
        names = [f"b{at}" for at in range(len(weights))]
        bins = list(map(int_var, names))
        whole, implied = bin_packing_capa(limits, bins, weights, first), used_bins(limits, bins, weights, first)
        said += len(implied)
        for values in product(range(first - 1, first + 4), repeat=len(names)):
            loads = [sum(w for w, v in zip(weights, values, strict=True) if v == first + at) for at in range(3)]
            fits = all(map(int.__le__, loads, limits)) and all(first <= v < first + 3 for v in values)
            answer = Answer(dict(zip(names, values, strict=True)), {})
            assert evaluate(whole, answer) == fits
            assert not fits or all(evaluate(each, answer) for each in implied), (first, limits, weights, values)
    assert said > 20


def test_bins_of_one_capacity_are_judged_once(monkeypatch):
    asked = list[int]()
    monkeypatch.setattr(packing_globals, "bins_needed", lambda capacity, _: asked.append(capacity) or 9)
    used_bins([60] * 30, list(map(int_var, map(str, range(20)))), [9] * 20, 1)
    assert asked == [60]


@pytest.mark.parametrize("capacity", [7, [7] * 12])
def test_too_few_bins_need_no_search(capacity):
    m = csp2sat.Model()
    bins = [m.int(f"b{at}", 0, 11) for at in range(13)]
    m.add(build.bin_packing(capacity, bins, [4] * 13))
    assert csp2sat.solve(m, timeout=2).status == "UNSATISFIABLE"


def test_xcsp3_says_so_too(tmp_path):
    (tmp_path / "b.xml").write_text(
        '<instance format="XCSP3" type="CSP"><variables><array id="b" size="[13]"> 2..13 </array></variables>'
        f"<constraints><binPacking><list> b[] </list><sizes> {'4 ' * 13}</sizes><condition> (le,7) </condition>"
        "</binPacking></constraints></instance>"
    )
    assert csp2sat.solve(tmp_path / "b.xml", timeout=2).status == "UNSATISFIABLE"
