"""Rules in the words of their kind: colours of circles, and the block of cells in which a snake would touch itself."""

import re
from itertools import product

from support.chains import chain

from csp2sat.puzzles.spec import PUZZLES

YINYANG = """\
; Yin-Yang Puzzle
size 6 6
- - - - - -
- - - w - -
- w - - w -
- - w - w -
- w - - w -
b - w - - w
"""
SNAKE = """\
; Snake Puzzle
size 6 6
rows
6 - 2 - - -
columns
4 - 2 4 3 5
grid
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
- - - - - -
"""


def test_circles_are_white_or_black_and_what_follows_from_the_rules_is_explained():
    steps = chain(YINYANG)
    texts = [step.text for step in steps]
    assert not any("shaded" in text for text in texts) and any("block of white cells" in text for text in texts)
    assert any("black cells are connected" in text for text in texts)
    assert "no 2 x 2 block is chequered" in steps.to("html")
    assert PUZZLES["yinyang"].facts.shaded == "black"


def test_the_block_in_which_a_snake_would_touch_itself_is_named():
    """Each such block has at most one cell that no reader knows, unless all ways but one touch."""
    steps, found = chain(SNAKE), 0
    for step in steps:
        for way in step.own_ways:
            holds = {fact.places[0]: not fact.negative for fact in step.cited}
            before = [each.fact for each in step.own_ways[: step.own_ways.index(way)]]
            holds |= {fact.places[0]: not fact.negative for fact in before}
            holds |= {way.fact.places[0]: way.fact.negative}
            for part in way.trail:
                block = re.search(r"touch itself in the block at rows (\d) and (\d), columns (\d) and (\d)", part.by)
                assert block or "touch itself" not in part.by
                if block:
                    a, b, c, d = (int(each) - 1 for each in block.groups())
                    cells = [(a, c), (a, d), (b, c), (b, d)]
                    ways = [bits for bits in product((False, True), repeat=4) if fits(bits, cells, holds)]
                    at = part.fact.places[0] if part.fact else None
                    assert {bits[cells.index(at)] for bits in ways} == {not part.fact.negative} if at else not ways
                    found += 1
                if part.fact:
                    holds[part.fact.places[0]] = not part.fact.negative
    assert found > 5


def fits(bits, cells, holds):
    """Whether the shaded cells of a block do not touch, and are as the known ones."""
    touch = sum(bits) == 4 or (sum(bits) == 2 and bits[0] == bits[3])
    return not touch and all(holds.get(cell, bit) == bit for cell, bit in zip(cells, bits, strict=True))
