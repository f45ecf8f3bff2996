"""Cells of a route in words: all of them, in walking order."""

import random
import re
from itertools import pairwise

from support.chains import chain
from support.named_places import cells_of
from test_island_obstacles import SUPPOSED

from csp2sat.reasoning.wording.place_words import route_text

PLACE = r"row \d+, column \d+"
PARTS = re.compile(rf"the (chain|ring) ({PLACE}(?: . {PLACE})+) \([^)]*\) would part ({PLACE}) from ({PLACE})")


def touch(one, other):
    return max(abs(a - b) for a, b in zip(one, other, strict=True)) == 1


def test_routes_are_told_in_walking_order():
    """Random walks over sides and corners: each part begins or ends beside the part before it, and no cell is lost."""
    rng, count = random.Random(7), 0
    for _ in range(300):
        way = [(5, 5)]
        for _ in range(rng.randrange(1, 11)):
            r, c = way[-1]
            way += [(r + rng.randrange(-1, 2), c + rng.randrange(0, 2))]
        cells = [*dict.fromkeys(way)]
        if text := route_text(sorted(cells)):
            parts = [cells_of(part) for part in re.split("; and |; ", text)]
            assert set().union(*parts) == {*cells} and sum(map(len, parts)) == len(cells) > 3
            assert all(any(touch(a, b) for a in one for b in two) for one, two in pairwise(parts))
            count += 1
    assert count > 50
    assert route_text([(0, 0), (0, 1), (5, 5), (7, 7)]) == "", "no walk"
    assert route_text([(r, c) for r in range(3) for c in range(4)]) == "", "a block"
    corner = [(0, 3), (1, 4), (2, 5), (3, 5), (4, 6)]
    assert route_text(corner) == "row 1, column 4; row 2, column 5; column 6, rows 3 and 4; and row 5, column 7"


def test_a_chain_that_parts_two_cells_is_named_in_walking_order():
    """Each cell touches the next one, and no way leads from the one side to the other past the chain."""
    count = 0
    for step in chain(SUPPOSED):
        for kind, words, one, other in PARTS.findall(step.text):
            way = [cells_of(each).pop() for each in words.split(" \N{EN DASH} ")]
            assert all(touch(a, b) for a, b in pairwise(way)) and (kind == "chain" or touch(way[0], way[-1]))
            found, end = [cells_of(one).pop()], cells_of(other).pop()
            for r, c in found:
                near = {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)} - {*way, *found}
                found += sorted((i, j) for i, j in near if i in range(7) and j in range(7))
            assert end not in found and end not in way, step.text
            is_new = not {*way} <= {fact.places[0] for fact in step.known}
            assert not is_new or f"else the {kind} " in step.text, "a cell of it is not known"
            count += 1
    assert count > 1
