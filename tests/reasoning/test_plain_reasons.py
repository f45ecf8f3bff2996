"""Lines of suppositions with clues beside the board: a line by what a person sees at once names no clue."""

from __future__ import annotations

import re

from support.chains import chain

from csp2sat.reasoning.wording.numbers.few_numbers import NUMBER_LEFT

SKYSCRAPERS = """\
; Skyscrapers Puzzle
size 5 5
top
- 4 - 2 -
bottom
2 - - 2 -
left
- 2 - - -
right
- - - 2 1
grid
- - - - -
- - - - -
- - - - -
- - - - -
- - - - -
"""
LINE = "no value twice in row "


def test_lines_of_suppositions_name_no_clue_where_numbers_of_the_cell_or_line_suffice():
    """From the numbers before the step, and from what is supposed and concluded, each such line is computed anew."""
    can = {((r, c),): {1, 2, 3, 4, 5} for r in range(5) for c in range(5)}
    seen = set[str]()
    for step in chain(SKYSCRAPERS):
        before = [fact for other in step.own_ways for fact in [other.fact]]
        for at, way in enumerate(step.own_ways):
            facts = [*step.cited, *before[:at], way.fact._replace(negative=not way.fact.negative)]
            for part in way.trail:
                fact = part.fact
                if fact and part.by == NUMBER_LEFT:
                    r, c = fact.places[0]
                    out = {each.value for each in facts if each.places == fact.places and each.negative}
                    lines = [each for each in facts if not each.negative and each.places != fact.places]
                    out |= {each.value for each in lines if each.places[0][0] == r or each.places[0][1] == c}
                    assert can[fact.places] - out == {fact.value}
                    seen.add(part.by)
                elif fact and fact.negative and part.by == f"{LINE}{fact.places[0][0] + 1}":
                    row = [each for each in facts if each.places[0][0] == fact.places[0][0]]
                    assert any(each.value == fact.value and not each.negative for each in row)
                    seen.add(LINE)
                facts += [fact] if fact else []
        for fact in step.facts:
            can[fact.places] = can[fact.places] - {fact.value} if fact.negative else {fact.value}
    assert seen == {NUMBER_LEFT, LINE}
    text = "\n".join(str(step) for step in chain(SKYSCRAPERS))
    assert "else at least 2 buildings would be seen from the number 1 at the right of row 5\n     -" not in text


def test_steps_behind_numbers_that_a_cell_may_have_are_all_of_them_or_none():
    can = {((r, c),): {1, 2, 3, 4, 5} for r in range(5) for c in range(5)}
    found = 0
    for step in chain(SKYSCRAPERS):
        for row, col, numbers, steps in re.findall(
            r"ow (\d), column (\d) can only be ([\d ,or]+)((?: \(steps? [\d, and]+\))?)(?=[;.])",
            (step.head or step.text).partition("Known before")[2],
        ):
            at, left = ((int(row) - 1, int(col) - 1),), {int(each) for each in re.findall(r"\d", numbers)}
            assert can[at] == left
            named = {fact.value for fact in step.cited if fact.places == at and fact in step.marks.found_in}
            assert not steps or named >= {1, 2, 3, 4, 5} - left
            found += 1
        for fact in step.facts:
            can[fact.places] = can[fact.places] - {fact.value} if fact.negative else {fact.value}
    assert found
