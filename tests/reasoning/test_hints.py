"""Hints: a next step that is new and right, and the first mistake."""

from __future__ import annotations

import random
import time
from dataclasses import replace

import pytest
from support.fact_meanings import says
from support.step_judge import Judge

import csp2sat
from csp2sat.api import problems
from csp2sat.api.reasoning.chains import Mistake, Step, Steps
from csp2sat.api.reasoning.partial import hint
from csp2sat.errors import LimitReached
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.drawing import frames
from csp2sat.reasoning.hints import where_text
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.step import CitedClue, UsedRule
from csp2sat.reasoning.wording.line_rules import lines_text
from csp2sat.reasoning.wording.numbers.left_numbers import NumbersLeft

KINDS = (
    "akari",
    "binairo",
    "dominosa",
    "hashiwokakero",
    "hitori",
    "kurodoko",
    "masyu",
    "slitherlink",
    "sudoku",
    "tents",
)


class Scene:
    """A sample, its solution, and the facts that are true on it."""

    def __init__(self, kind: str):
        self.board = problems.loads(PUZZLES[kind].samples[0][0], kind).board
        self.judge = Judge(self.board)
        self.solution = csp2sat.solve(self.board).solution
        self.true = [fact for fact in self.judge.number_of if says(fact.neutral(), self.solution)]
        self.wrong = [fact for fact in self.judge.number_of if not says(fact.neutral(), self.solution)]

    def hint(self, facts: list[Fact]):
        return hint(self.board, {"facts": [fact.neutral() for fact in facts]}, None)


def refutes(judge: Judge, step: Step, fact: Fact) -> bool:
    """Whether the reason of a step is a contradiction together with a fact."""
    return judge.possible(judge.cited(step, True), [*step.known, fact]) is False


@pytest.mark.sample(1, each=r"\w+")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_the_next_step_is_new_and_right(kind, seed):
    scene, rng = Scene(kind), random.Random(seed)
    facts = rng.sample(scene.true, rng.randint(0, len(scene.true) // 3))
    step = scene.hint(facts)
    if step is None:
        assert list(scene.judge._end_faults(facts)) == []
        return
    assert isinstance(step, Step) and step.facts
    assert all(says(fact.neutral(), scene.solution) for fact in step.known)
    for fact in step.facts:
        assert fact not in facts and says(fact.neutral(), scene.solution)
        assert refutes(scene.judge, step, fact._replace(negative=not fact.negative))


@pytest.mark.sample(1, each=r"\w+")
@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("kind", KINDS)
def test_the_wrong_fact_is_named(kind, seed):
    """Among right ones, wherever it stands; the reason cites right facts alone."""
    scene, rng = Scene(kind), random.Random(seed)
    facts = rng.sample(scene.true, rng.randint(0, len(scene.true) // 3))
    wrong = rng.choice(scene.wrong)
    facts = [fact for fact in facts if fact != wrong._replace(negative=not wrong.negative)]
    facts.insert(rng.randint(0, len(facts)), wrong)
    found = scene.hint(facts)
    assert isinstance(found, Mistake) and found.fact == wrong
    assert set(found.step.known) <= set(facts) - {wrong}
    assert refutes(scene.judge, found.step, wrong)
    assert not refutes(scene.judge, found.step, wrong._replace(negative=not wrong.negative))
    assert list(found.neutral()) == ["schema", "mistake", "reason", "text"]
    assert found.neutral()["mistake"] == wrong.neutral()


@pytest.mark.sample(2)
@pytest.mark.parametrize("kind", KINDS)
def test_a_partly_filled_solution(kind):
    """In the neutral form, some cells of it unknown: the hint follows from the others; the whole is complete."""
    scene = Scene(kind)
    assert hint(scene.board, scene.solution, None) is None
    for seed in range(2):
        step = hint(scene.board, hidden(scene.solution, random.Random(seed)), None)
        assert step is None or isinstance(step, Step)
        assert step is None or all(says(fact.neutral(), scene.solution) for fact in (*step.facts, *step.known))


@pytest.mark.parametrize("kind", ["galaxies", "shikaku"])  # whose steps are about other variables than the model
def test_a_right_board_has_no_mistake(kind):
    board = csp2sat.generate(kind, 5, 5, seed=2)
    assert csp2sat.hint(board, csp2sat.solve(board).solution) is None


def hidden(form, rng: random.Random):
    """A solution in which about half of the cells and edges are unknown; bridges are left out as pairs of islands."""
    if isinstance(form, dict):
        return {key: hidden(rows, rng) for key, rows in form.items()}
    if isinstance(form[0], str):
        return ["".join(char if rng.random() < 0.5 else "?" for char in row) for row in form]
    if len(form[0]) == 5 and all(each[4] in (1, 2) for each in form):
        return [each for each in form if rng.random() < 0.5]
    return [[value if rng.random() < 0.5 else None for value in row] for row in form]


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", KINDS)
def test_several_solutions(kind):
    """The chain ends where both are possible; a fact is no mistake if some solution has it."""
    sample = Scene(kind).board
    clues = PUZZLES[kind].clues
    board = clues.without(sample, clues.optional(sample))
    if csp2sat.count(board, limit=2).number < 2:
        return
    steps, judge = Steps(board, time.monotonic() + 20), Judge(board)
    everything = range(len(judge.origins))
    assert (steps.status, steps.solution) == ("STUCK", None) and steps.end.open
    for fact in steps.end.open:
        assert judge.possible(everything, [fact]) and judge.possible(everything, [fact._replace(negative=True)])
    assert not isinstance(hint(board, {"facts": [steps.end.open[-1].neutral()]}, None), Mistake)
    for step in steps:
        assert all(refutes(judge, step, fact._replace(negative=not fact.negative)) for fact in step.facts)


@pytest.mark.sample(4)
@pytest.mark.parametrize("kind", KINDS)
def test_two_facts_that_contradict_each_other_where_each_may_be(kind):
    """Of a board with several solutions: one of both is named, and the reason may cite the other."""
    sample = Scene(kind).board
    clues = PUZZLES[kind].clues
    board = clues.without(sample, clues.optional(sample))
    steps, judge = Steps(board, time.monotonic() + 20), Judge(board)
    if steps.status != "STUCK":
        return
    everything = range(len(judge.origins))
    one = steps.end.open[0]
    other = next((f for f in steps.end.open[1:] if not judge.possible(everything, [one, f])), None)
    other = other or one._replace(negative=True)
    found = hint(board, {"facts": [one.neutral(), other.neutral()]}, None)
    assert isinstance(found, Mistake) and found.fact in (one, other)
    assert refutes(judge, found.step, found.fact)


def test_time_is_over():
    scene = Scene("sudoku")
    with pytest.raises(LimitReached):
        hint(scene.board, None, time.monotonic())


def test_places_of_a_loop_between_corners_are_cells():
    """Where lines join corners, a hint has the cells around the corners, none beyond the board."""
    board = csp2sat.loads("; Slitherlink\nsize 2 2\n3 3\n. .\n").board
    edge = Fact("edge", ((2, 1), (2, 2)), "line")
    rule = UsedRule("one loop", ((2, 1), (2, 0), (2, 2), (1, 1)), "one loop: each corner has no line or two lines")
    step = Step(1, (edge,), (), (rule,), (), 0, "proved")
    assert where_text(board, step) == "Places: row 2, columns 1 and 2."
    assert where_text(board, replace(step, rules=(), clues=(), known=())) == "Places: the whole board."
    assert where_text(board, Mistake(board, edge, step)) == (
        "A mistake: row 2, column 2. Places of the reason: row 2, column 1."
    )
    assert where_text(board, replace(step, rules=(), clues=(CitedClue((0, 1), "number 3"),))) == (
        "Places: row 1, column 2."
    )


def test_numbers_that_are_left_are_without_pencil_marks():
    """What a partly filled board says that a cell is not is no number that the cell may have."""
    board = csp2sat.loads(PUZZLES["kakuro"].samples[0][0]).board
    found = statements(board)
    name = next(atom.name for atom in found.atoms.values() if atom.value is not None)
    lit_of = {atom.value: lit for lit, atom in found.atoms.items() if atom.name == name}
    values = sorted(lit_of)
    lits = [-lit_of[value] for value in values]
    numbers = NumbersLeft(found)
    assert numbers.without(lits[:1]) == {}
    assert list(numbers.without(lits[3:]).values()) == [(tuple(values[1:3]), tuple(values[:1]))]
    assert numbers.without(lits[1:2]) == {}  # one number is said not to be there


def test_where_names_rows_columns_and_boxes_each_together():
    """`row 1, column 1` would be a cell."""
    names = ["row 1", "column 1", "column 3", "row 5", "the box at row 1, column 1", "the cage at row 2, column 2"]
    words = "rows 1 and 5; columns 1 and 3; the box at row 1, column 1; the cage at row 2, column 2"
    assert lines_text(names) == words
    assert lines_text(["row 4", "row 1", "row 2", "row 3"]) == "rows 1 to 4"
    two = [f"the box at row {row}, column 1" for row in (1, 4)]
    assert lines_text(two) == "the boxes at row 1, column 1; and row 4, column 1"


def test_the_drawing_of_a_hint_says_what_its_colours_are():
    board = csp2sat.loads("; Sudoku\nsize 4 4\n1 2 - -\n3 4 1 2\n2 1 4 3\n- - - -\n").board
    right, wrong = hint(board, None, time.monotonic() + 20), hint(board, [[1, 2, 4, None]] + [[None] * 4] * 3, None)
    assert "dotted, on yellow: cells of the rule" in frames._legend(right, False)
    assert "red: the mistake" in frames._legend(wrong.step, True) and "orange: new" not in frames._legend(
        wrong.step, True
    )
    assert right._repr_svg_().count("<path") > frames.frame(board, [], replace(right, drawing=None)).count("<path")
