"""Steps with the same argument in their sentences are one step for people, with the facts and the reasons of all."""

import re
from dataclasses import replace

import pytest
from support.chains import chain, generated
from support.named_places import cells_of

import csp2sat
from csp2sat.api.reasoning.chains import merged
from csp2sat.cli.step_printing import lines
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.checks import place
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.merging.alike_steps import of_same_lines, of_same_words
from csp2sat.reasoning.sentences import capital, sentence
from csp2sat.reasoning.step import CitedClue, FactWay, RuleUse, Step, TrailPart, UsedRule
from csp2sat.reasoning.trail_blocks import blocks
from csp2sat.reasoning.wording.fact_words import facts_text, since, values_text

FIREFLY = """\
; Hotaru Beam Puzzle
size 6 6
 -  -  -  - 2L  -
 - 0R  -  - 1R  -
?D  -  - 1D  - 0L
 -  -  -  -  -  -
 -  - ?D  -  -  -
 - 0U ?L 1R  -  -
"""
BLOCKS = """\
; Fillomino Puzzle
size 5 5
- - 5 - -
3 1 3 - -
- - 1 - -
4 - - - 5
- - 1 - 2
"""
TENTS = """\
; Tents Puzzle
size 8 8
rows
- - - - - - - -
columns
- 0 - 3 - 3 1 -
grid
- - - - - - - -
- T - T - - T -
- - - - T T - -
- - T - - - T -
- T - - - T - -
- - - - - - T -
- T - - T - - -
- - - - - - T -
"""
CLUES = tuple(CitedClue((0, c), f"number {c}", ((0, c),)) for c in range(4))
NO_ROOM = ": else only {} cells would be left for the block"


def said(board, number, cell, value, words, known, negative=True):
    """Return a step whose sentence has the fact of a cell, words, and known facts."""
    rule = UsedRule("size", ((0, 0),), "size", 1, (RuleUse("size", (cell,)),))
    step = Step(number, (Fact("cell", (cell,), value, negative),), (), (rule,), known, 0, "found")
    text = f"{capital(facts_text(board, step.facts))}{words}{since(board, step, words)}."
    return Step(number, step.facts, (), (rule,), known, 0, "found", text=text)


@pytest.fixture(scope="module")
def board():
    return csp2sat.loads("; Fillomino Puzzle\nsize 3 3\n3 - -\n- - -\n- - 3\n").board


def not_(cell, value):
    return Fact("cell", (cell,), value, True)


def test_a_cell_without_room_for_several_blocks_is_one_step(board):
    """One argument for each number tires the reader: the numbers are listed, and the cells left are the most of all."""
    steps = [said(board, n, (1, 1), v, NO_ROOM.format(c), (not_((1, 0), v),)) for n, v, c in ((7, 4, 2), (8, 6, 3))]
    both = of_same_words(board, *steps)
    why = ": else at most 3 cells would be left for a block of 4 or 6 there, since row 2, column 1 is not 4 or 6."
    assert both.text == f"Row 2, column 2 is not 4 or 6{why}"
    assert both.numbers == "7–8" and both.facts == (not_((1, 1), 4), not_((1, 1), 6))
    third = said(board, 9, (1, 1), 5, NO_ROOM.format(3), (not_((1, 0), 5),))
    assert "Row 2, column 2 is not 4, 5 or 6: else at most 3 cells" in of_same_words(board, both, third).text
    same = of_same_words(board, steps[0], said(board, 8, (1, 1), 5, NO_ROOM.format(2), (not_((1, 0), 5),)))
    assert ": else only 2 cells would be left for a block of 4 or 5 there, " in same.text


def test_cells_without_room_for_one_number_are_one_step(board):
    """If many known facts are needed, a reader would not know which of them are about which cell."""
    one, two = (said(board, n, (n, n), 4, NO_ROOM.format(2), (not_((n, 0), 4),)) for n in (1, 2))
    assert of_same_words(board, one, two).text.startswith("Row 2, column 2 and row 3, column 3 are not 4: else only 2")
    assert of_same_words(board, one, said(board, 2, (2, 2), 5, NO_ROOM.format(2), (not_((2, 0), 5),))) is None
    many = tuple(not_((n, 4), 4) for n in range(9))
    assert of_same_words(board, one, said(board, 2, (2, 2), 4, NO_ROOM.format(2), many)) is None


def test_cells_that_one_block_needs_are_one_step(board):
    """The cells left are at most as many as the largest number of the steps says, once all known facts count."""
    words = ": else only {} cells would be left for the 5 at row 1, column 2"
    one = said(board, 3, (0, 1), 5, words.format(4), (not_((1, 1), 5),), negative=False)
    two = said(board, 4, (0, 2), 5, words.format(3), (not_((2, 2), 5),), negative=False)
    both = of_same_words(board, one, two)
    assert both.text.startswith("Row 1, columns 2 and 3 are 5: else at most 4 cells would be left for the 5 at row 1,")
    assert both.text.endswith(", since row 2, column 2 and row 3, column 3 are not 5.")
    same = said(board, 4, (0, 2), 5, words.format(4), one.known, negative=False)
    assert ": else only 4 cells would be left" in of_same_words(board, one, same).text


def test_suppositions_that_differ_in_a_number_alone_are_one_step(board):
    """The lines are those of the first number; a number of a row or column is none of them."""
    steps = []
    for number, value in ((11, 2), (12, 3), (13, 5)):
        by = f"a block of {value} needs room for its number at row 2, column {3 if value == 5 else 2}"
        trail = (TrailPart(Fact("cell", ((2, 2),), value), by), TrailPart(None, "row 2 has a 9"))
        step = replace(said(board, number, (1, 1), value, ": else no", (not_((0, value % 3), 7),)), trail=trail)
        steps.append(replace(step, head="Row 2, column 2 is not 2: else a contradiction follows.", clues=CLUES))
    both = of_same_lines(board, *steps[:2])
    assert both.head.startswith("Row 2, column 2 is not 2 or 3: the opposites lead to contradictions. Known before: ")
    assert both.head.endswith("row 1, columns 1 and 3 are not 7.") and both.numbers == "11–12"
    assert blocks(board, both)[:2] == [
        "     Suppose that row 2, column 2 is 2 (3: likewise, in place of 2).",
        "     - row 3, column 3 is 2: a block of 2 needs room for its number at row 2, column 2",
    ]
    assert both.text.endswith("The lines for 3 are those for 2, with that number in place of 2.")
    assert of_same_lines(board, both, steps[2]) is None, "another place"
    elsewhere = replace(steps[1], facts=(not_((1, 0), 3),))
    assert of_same_lines(board, steps[0], elsewhere) is None


def test_steps_of_other_arguments_stay_apart(board):
    """A step that rests on the other's fact, or is about another cell by a rule alone, is a step of its own."""
    way = ', by the rule "blocks have their size"'
    one = said(board, 1, (1, 1), 4, way, (not_((1, 0), 4),))
    assert of_same_words(board, one, said(board, 2, (2, 2), 4, way, (not_((2, 1), 4),))) is None
    assert of_same_words(board, one, said(board, 2, (1, 1), 6, ", by the rule at hand", (not_((1, 0), 6),))) is None
    needs = said(board, 2, (1, 2), 4, way, (*one.known, *one.facts))
    assert of_same_words(board, one, needs) is None


def test_merged_steps_of_a_board_rest_on_all_that_their_parts_need():
    steps = chain(BLOCKS)
    runs = [step for step in merged(steps.board, steps) if step.first and "left for a block of" in step.text]
    assert runs
    for run in runs:
        parts = [step for step in steps if run.first <= step.number <= run.number]
        argued = [part for part in parts if not part.routine]
        assert set(run.facts) == {fact for part in parts for fact in part.facts}
        assert set(run.cited) >= {fact for part in argued for fact in part.cited}, run.text
        assert set(run.rules) >= {rule for part in argued for rule in part.rules}


def test_stars_that_one_count_excludes_are_one_step(board):
    """`A star there` stands for each of the cells, and for all of them in one step."""
    ways = ": row 3 needs 1 more star; a star there would touch both"
    one, two = (said(board, n, (1, n), "*", ways, (Fact("cell", ((2, 0),), "*", True),)) for n in (1, 2))
    both = of_same_words(board, one, two)
    there = "a star at one of row 2, columns 2 and 3 would touch both, since row 3, column 1 has no mark."
    assert both.text == f"Row 2, columns 2 and 3 have no mark: row 3 needs 1 more star; {there}"
    three = said(board, 3, (1, 0), "*", ways, one.known)
    assert "at one of row 2, columns 1 to 3 would" in of_same_words(board, both, three).text


@pytest.mark.parametrize(
    "values, words",
    [
        ((3, 5, 6, "more than 6"), "3, 5 or more"),
        ((4, "more than 4"), "4 or more"),
        ((4, 6, "more than 7"), "4, 6 or more than 7"),
        ((1, 2), "1 or 2"),
        ((), ""),
    ],
)
def test_all_numbers_from_one_on_are_named_by_the_first(values, words):
    assert values_text(values, " or ") == words


def test_tents_of_one_column_are_one_step_even_if_one_alone_needs_less():
    """A cell without a tent between two others splits a group, so that both have a tent."""
    steps = chain(TENTS)
    texts = [step.text for step in steps if " groups of cells" in step.text]
    assert any(re.match(r"Column 4, rows 1 and 7 have a tent: column 4 needs 3 tents, ", text) for text in texts), texts


def test_a_tree_has_one_place_left_for_its_tent():
    steps = chain(TENTS)
    found = [step for step in steps if not step.trail and [clue.text for clue in step.clues] == ["a tent for the tree"]]
    assert found
    for step in found:
        words = f": no other place is left for a tent for the tree at {place(step.clues[0].place)}"
        assert step.text.startswith(f"{capital(facts_text(steps.board, step.facts))}{words}")


def test_a_rule_with_several_cuts_is_named_once():
    name = "unshaded cells are connected"
    cuts = [RuleUse(f"{name}: {cut}", ((n, n),), name, sides=("a", "b")) for n, cut in enumerate(("one", "two"))]
    rules = (UsedRule(name, ((0, 0),), name, 2, tuple(cuts)), UsedRule("another", ((0, 0),), "another"))
    step = Step(1, (Fact("cell", ((0, 1),), "#", True),), (), rules, (), 0, "found")
    text = sentence(csp2sat.loads(PUZZLES["hitori"].samples[0][0]).board, step)
    assert text.endswith(f'by the rule "{name}" (one; two) and the rule "another" at row 1, column 1.')


def test_numbers_of_one_cell_are_supposed_together(board):
    lines = TrailPart(None, "it does not fit")
    by_two = Fact("cell", ((2, 2),), 1), "the row"
    facts = tuple(not_((1, 1), value) for value in (1, 3, 4))
    trail = (TrailPart(*by_two), lines)
    step = replace(said(board, 1, (1, 1), 1, ": else no", ()), facts=facts, head="x", trail=trail)
    step = replace(step, ways=tuple(FactWay(fact, trail) for fact in facts[1:]))
    assert blocks(board, step)[0] == "     Suppose that row 2, column 2 is 1, 3 or 4."


@pytest.mark.parametrize(
    "text, words",
    [
        ("; Slitherlink\nsize 5 5\n" + "- - - - -\n- 0 - - -\n- - - - -\n- - - 0 -\n3 - - - -\n", "number 0"),
        (FIREFLY, "by the dots"),
    ],
)
def test_clues_that_say_the_same_without_known_facts_are_one_step(text, words):
    """One sentence names the places of both, and each gives the facts beside its own place."""
    steps = list(chain(text))
    board = csp2sat.loads(text).board
    run = next(step for step in merged(board, steps) if words in step.text)
    alike = [step for step in steps if words.removesuffix("s") in step.text and not step.cited]
    parts = [step for step in alike if run.first <= step.number <= run.number]
    places = {cell for step in parts for cell in [clue.place for clue in step.clues]}
    places |= {rule.places[0] for step in parts for rule in step.rules}
    assert len(parts) > 1 and set(run.facts) == {fact for step in parts for fact in step.facts}
    assert cells_of(run.text.partition(", by ")[2].rstrip(".")) == places


def test_cells_without_a_tree_beside_them_are_one_line_of_a_page():
    """The list has one line for all cells that one rule excludes alone; a text counts each of the steps."""
    steps = chain(generated("tents", 7, 7, 1))
    html = steps.to("html")
    assert html.count("no tree is beside") == 1 and "no tree is beside any of them" in html
    single = sum("no tree is beside it" in step.text for step in steps)
    assert single > 2 and re.search(rf"\({single} routine steps: ", "\n".join(lines(steps, False)))
