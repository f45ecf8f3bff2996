"""Lines about fireflies: what a line does at the next cell is why it has some number of turns left, or has not."""

import re

import pytest
from support.chains import chain
from support.named_places import cells_of

import csp2sat
from csp2sat.puzzles.deductions.lines.fireflies import TURNS, why
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.arrows import arrows
from csp2sat.puzzles.kit.checks import place
from csp2sat.reasoning.trail_blocks import blocks

FIREFLIES = (
    "; Hotaru Beam Puzzle\nsize 6 6\n- - ?D - - -\n- - - - - ?U\n- ?L - 2U - ?D\n- ?L ?U ?L ?L ?D\n?R - ?U - 2D -\n"
    "- ?L ?U - - -\n"
)
TURN = re.compile(
    r"- after (.*) the line (?:does not have|has) \d+ turns? left: the line (ends|turns|goes straight on) at (.*)"
)


def test_a_number_of_turns_follows_from_what_the_line_does_at_the_next_cell():
    chained = chain(FIREFLIES)
    said = {"ends": 0, "turns": 0, "goes straight on": 0}
    for line in (line for step in chained if step.head for line in blocks(chained.board, step)):
        assert f": {TURNS}" not in line
        if found := TURN.match(line.strip()):
            ((r, c),), ((row, column),) = cells_of(found[1]), cells_of(found[3])
            assert abs(r - row) + abs(c - column) == 1, line
            assert (found[2] == "ends") == ((row, column) in arrows(chained.board)), line
            said[found[2]] += 1
    assert all(said.values()), said


def test_a_cell_that_has_its_two_lines_is_said_before_lines_between_fireflies():
    """Two lines at a cell without a firefly leave no third one; the sentence names both."""
    chained, lines, said = chain(FIREFLIES), set[Fact](), 0
    for step in chained:
        full = [at for fact in step.facts for at in fact.places if at not in arrows(chained.board) and fact.negative]
        own = {at: [fact for fact in lines if at in fact.places] for at in full}
        at = next((at for at in full if len(own[at]) == 2), None)
        if "at no dot" in step.text and not step.trail:
            assert at is None, step.text
        if at is not None and step.noted and not step.trail:
            assert {*own[at]} <= {*step.cited} and f"{place(at)} has its two lines, since " in step.text, step.text
            said += 1
        lines |= {fact for fact in step.facts if not fact.negative and fact.value == "line"}
    assert said == 2


@pytest.mark.parametrize(
    "beyond, words",
    [
        (("_goR_0_1", False), "goes straight on at row 1, column 2"),
        (("_goR_0_1", True), "turns at row 1, column 2"),
        (("_goD_0_1", False), "turns at row 1, column 2"),
        (("_goD_0_1", True), ""),
    ],
)
def test_a_line_goes_straight_on_or_turns(beyond, words):
    board = csp2sat.loads("; Hotaru Beam Puzzle\nsize 3 2\n- - ?L\n- - ?L\n").board
    known = [Fact("hidden", (), "_goR_0_0"), Fact("hidden", (), *beyond)]
    new = [Fact("hidden", (), "_left_0_0 1", True)]
    assert why(board, f"{TURNS} row 1, column 1", known, new) == (words and f"the line {words}")
    fails = why(board, f"{TURNS} row 1, column 1", known, ())
    assert fails.startswith(f"the line {words}, and the turns left") if words else not fails
