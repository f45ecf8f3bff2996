"""Steps that a person does at once are one step in text and on the page, and true as one."""

import re
from collections import Counter
from dataclasses import replace

import pytest
from support.chains import chain, generated
from support.named_places import cells_of

import csp2sat
from csp2sat.api.reasoning.chains import merged, routine_text
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES


def test_values_that_one_sum_takes_from_a_cell_are_one_step():
    steps = chain(generated("kakuro", 7, 7, 5))
    texts = [step.text for step in merged(steps.board, steps)]
    assert any(" is not " in text and ", " in text.split(" is not ")[1].split(", by ")[0] for text in texts)
    assert len(texts) < len(steps)


def test_a_step_that_needs_a_fact_of_a_run_is_none_of_the_run():
    steps = chain(generated("kakuro", 7, 7, 5))
    run = next(step for step in merged(steps.board, steps) if step.first)
    one, two = steps[run.first - 1 : run.first + 1]
    assert [step.numbers for step in merged(steps.board, [one, two])] == [f"{one.number}–{two.number}"]
    needs = [one, replace(two, noted=one.facts)]
    assert list(merged(steps.board, needs)) == needs


def test_a_value_that_is_left_alone_is_not_argued_twice():
    """Each number of a cell is argued for once: where a sum left one number, the step that says so is routine."""
    steps = chain(generated("kakuro", 7, 7, 5))
    alone = set[tuple[object, ...]]()
    for step in merged(steps.board, steps):
        (first, *others) = step.facts or (None,)
        assert step.folded or others or first is None or (first.places, first.value, first.negative) not in alone
        left = {} if step.folded else step.marks.after
        alone |= {
            (f.places, left[f.places][0], False) for f in step.facts if f.negative and len(left.get(f.places, ())) == 1
        }
    assert alone


def test_numbers_that_a_sentence_concludes_are_facts_of_its_step():
    """`..., so row 1, column 3 is 6`: a drawing left that cell open, and another step had to conclude it again."""
    steps = chain("; Fillomino Puzzle\nsize 5 5\n- 1 - - -\n- - 3 4 -\n2 - - 5 -\n- 4 - - -\n- - - - -\n")
    said, before = 0, set()
    for step in merged(steps.board, steps):
        for words in re.findall(r", so ((?:(?:row|column)s? [^:]*?) (?:is|are)) (\d+)[:.]", step.text):
            facts = {Fact("cell", (cell,), int(words[1])) for cell in cells_of(words[0])}
            assert facts <= {*step.facts}
            said += 1
        assert before.isdisjoint(step.facts)
        before |= {*step.facts}
    assert said and before == {fact for step in steps for fact in step.facts}


def test_many_numbers_that_are_out_are_told_in_one_line():
    """A player writes which numbers cells can be; a list for sixty cells helps nobody."""
    steps = csp2sat.steps(csp2sat.generate("sudoku", seed=5))
    run = [step for step in steps[:40] if step.folded]
    text = routine_text(steps.board, run)
    assert text.endswith(" has is out in its other cells") and len(text) < 200, text
    assert "out in its other cells" not in routine_text(steps.board, run[:1])


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_merged_steps_have_all_facts_and_rest_on_earlier_ones(kind):
    text = next(text for text, drawn in PUZZLES[kind].samples if drawn is not None)
    steps = chain(text)
    found = list(merged(steps.board, steps))
    assert Counter(fact for step in found for fact in step.facts) == Counter(f for step in steps for f in step.facts)
    earlier: dict[object, None] = {}
    for step in found:
        alone = steps[(step.first or step.number) - 1 : step.number]
        assert set(step.known) == {fact for each in alone for fact in each.known}.difference(step.facts)
        assert step.numbers.endswith(str(step.number))
        assert all(fact in earlier for fact in step.known if step.first)
        earlier |= dict.fromkeys(step.facts)
