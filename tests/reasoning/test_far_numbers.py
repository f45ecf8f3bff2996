"""Numbers on a line, and what keeps their islands from a vertex there: distance, walls, or other islands."""

from csp2sat.reasoning.search.graph_cuts.island_obstacles import Lost, obstacles
from csp2sat.reasoning.search.graph_cuts.island_ways import Land
from csp2sat.reasoning.search.graph_cuts.nets import Net


def test_a_vertex_that_joins_an_island_has_no_obstacles():
    line = Net.of(4, [(0, 1), (1, 2), (2, 3)], (), [(0, 2), (3, 1)])

    def around(net, known, v):
        found = obstacles([Lost.of(Land(net, known), v)])
        return found.far, [(each.anchor, each.limits, each.need) for each in found.stops]

    assert around(line, {}, 1) == around(line, {1: False}, 2) == ((), [])
    long = Net.of(6, [(v, v + 1) for v in range(5)], (), [(0, 3), (5, 2)])
    assert around(long, {1: False}, 2) == (((5, 4),), [(0, (), 7)])


def test_a_number_that_is_shut_off_is_not_called_too_far():
    """Its distance is no reason where the walls of the reason alone bar all of its ways."""
    line = Net.of(7, [(v, v + 1) for v in range(6)], (), [(0, 2), (6, 1)])
    lost = [Lost.of(Land(line, {5: False}), 3)]
    found = obstacles(lost, lost)
    assert (found.far, found.others, found.shut) == (((0, 4),), 0, (6,))
    apart = [Lost.of(Land(line, {}), 3)]
    both = obstacles(apart, apart)
    assert (both.far, both.others, both.shut) == (((0, 4),), 1, ())
    assert obstacles(apart, apart, but=0).far == ((6, 4),)
