"""Suppositions of Nuri-Maze speak of the way from S to G, which its model keeps as hidden Booleans."""

from support.chains import chain

from csp2sat.reasoning.search.derivations import ALONE, ClauseIndex
from csp2sat.reasoning.wording.outline_words import opposite

MAZE = (
    "; Nuri-Maze\nsize 6 6\nregions\n0 0 1 2 2 3\n0 4 1 5 2 2\n6 4 1 7 8 9\n6 4 1 10 11 9\n6 12 13 14 11 15\n"
    "16 12 12 17 11 11\ngrid\n" + "- - - - - -\n" * 2 + "- - - t - -\n- - - - - -\no - - S - -\n- - G - - -\n"
)


def test_each_line_about_the_way_is_told():
    """From the circle and from S the way would come to G twice, if it did not begin with the cell."""
    steps = chain(MAZE)
    step = next(step for step in steps if step.head)
    trail = [(part.words, part.by) for part in step.trail]
    assert ("row 6, column 1 is off the way", "a way through row 6, column 1 is unshaded and goes on") in trail
    assert ("row 6, column 4 is on the way", "the way begins at row 5, column 4") in trail
    assert trail[-1][1] == "the way ends at row 6, column 3"
    told = {part.fact or part.words for part in step.trail} | {*step.cited, opposite(step.facts[0])}
    assert all(rest in told for part in step.trail for rest in part.rests)


def test_unshaded_cells_in_a_ring():
    """Their rule names a loop, not the edges of the model's graph."""
    texts = [step.text for step in chain(MAZE)]
    assert any(text.startswith("Row 3, column 5 is shaded: else the loop through row 1, column ") for text in texts)


def test_clauses_of_one_literal_are_known():
    """A triangle is off the way: propagation of a supposition considers that, and no step lacks a trail."""
    index = ClauseIndex({5, 7})
    index.add(0, [[5]])
    index.add(1, [[-5, -6, 7]])
    index.add(2, [[-7]])
    way = index.derive([ALONE, 6], [1], {0, 1, 2})
    assert [(each.literal, each.part) for each in way] == [(5, 0), (-7, 2), (0, 1)]
    assert [(each.literal, each.part) for each in index.shortest([ALONE, 6], [1], {0, 1, 2}, 9)] in (
        [(5, 0), (-7, 2), (0, 1)],
        [(-7, 2), (5, 0), (0, 1)],
    )
    assert index.derive([ALONE, 6], [1], {1, 2}) == [] == index.derive([6], [1], {0, 1, 2})
