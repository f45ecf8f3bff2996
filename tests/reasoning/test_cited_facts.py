"""What a step cites: no more than its reason has, the facts that are nearest, and what a person crosses out at once."""

from __future__ import annotations

import json

import pytest
from support.chains import chain, generated
from support.sentence_scenes import load_text

from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.kit.views import sees_wrongly
from csp2sat.puzzles.spec import PUZZLES, Board
from csp2sat.reasoning.search.finder import Finder
from csp2sat.reasoning.search.graph_cuts.least_cuts import Suspects
from csp2sat.reasoning.search.trails import Derivation
from csp2sat.reasoning.search_question import question
from csp2sat.reasoning.statements import statements
from csp2sat.reasoning.wording.fact_words import shown
from csp2sat.reasoning.wording.line_rules import EACH_ONCE

VIEW = "; Kurodoko Puzzle\nsize 4 6\n- - - -\n- - - -\n- - - -\n3 - - -\n- - - -\n- - - -\n"


@pytest.mark.sample(6)
@pytest.mark.parametrize("kind", sorted(PUZZLES))
def test_numbers_that_can_be_are_those_that_earlier_steps_leave(kind):
    """A sentence that says what a cell can be has the list that its reader has pencilled in, and no longer one."""
    out = set()
    for step in chain(next(text for text, drawn in PUZZLES[kind].samples if drawn is not None)):
        out |= {(fact.places, fact.value) for fact in step.cited if fact.negative}  # of clues, too
        for at, left in shown(step).items():
            every = step.marks.every.get(at) or range(1, max(left.numbers) + 1)
            assert {value for value in every if (at, value) not in out} == {*left.numbers}, step.text
        out |= {(fact.places, fact.value) for fact in step.facts if fact.negative}


@pytest.mark.parametrize("kind", ["skyscrapers"])
def test_a_new_number_is_crossed_out_in_its_lines_before_a_person_thinks_on(kind):
    board = generated(kind, 5, 5, 3)
    steps = list(chain(board))
    rules = [rule for step in steps for rule in step.rules if EACH_ONCE.fullmatch(rule.name)]
    lines = [{(cell,) for cell in rule.places} for rule in rules]
    known = {fact for step in steps for clue, fact in step.given if fact}
    thoughts = 0
    for step in steps:
        has = {fact.places: fact.value for fact in known if not fact.negative}
        out = {(fact.places, fact.value) for fact in known if fact.negative}
        for line in lines if not step.routine else ():
            for at in line & has.keys():
                late = [o for o in line - has.keys() if (o, has[at]) not in out and o in step.marks.before]
                assert not [o for o in late if has[at] in step.marks.before[o]], (step.text, at)
        thoughts += not step.routine
        known |= {*step.facts}
    assert thoughts


def test_the_number_of_a_cell_says_that_another_cell_of_the_line_does_not_have_it():
    """The heights of a line are different for a person who counts them, so a clue needs no fact that says it again."""
    for step in chain(generated("skyscrapers", 5, 5, 2)):
        has = {(fact.places, fact.value) for fact in step.cited if not fact.negative}
        has |= {((clue.place,), int(clue.text.split()[1])) for clue, _ in step.given}
        for clue in step.clues if len(step.clues) - step.stated == 1 and not step.rules else ():
            line = {(cell,) for cell in clue.cells} if clue.beside else set()
            twice = {fact.value for fact in step.cited if fact.negative and fact.places in line}
            assert not twice.intersection(value for at, value in has if at in line), step.text


def test_a_reason_has_the_fewest_facts_and_of_equally_many_the_nearest():
    """The shaded cell beside the number is cited, not the cells behind it from which it followed."""
    found = statements(load_text("kurodoko", VIEW))
    finder = Finder(json.loads(json.dumps(question(found))))
    lit = {tuple(atom["place"]): var for var, atom in finder.atoms.items()}
    for step, known in enumerate((-lit[3, 0], -lit[0, 0], -lit[3, 2], -lit[3, 3], lit[3, 1])):
        finder.learn(known, step)
    number = next(n for n, part in enumerate(found.parts) if part.origin.rule == "number 3")
    old = Derivation([number], [-lit[0, 0], -lit[3, 2], -lit[3, 3]], -lit[4, 0], 6)
    new = finder.nearest(old)
    assert {*new.known} == {-lit[0, 0], lit[3, 1]} and new.weight == 4
    assert finder.nearest(new) == new


def test_a_block_stops_at_the_nearest_cells_rather_than_at_those_behind():
    def is_broken(values):
        return {2, 4, 5} <= {*values} or {1, 2, 5} <= {*values}

    order = [1, 2, 6, 3, 0, 4, 5]
    suspects = Suspects(dict.fromkeys(order, False), order, {9: True}, is_broken)
    assert {at for at, _ in suspects.cut("a note", nearest=True).clause} == {1, 2, 5, 9}
    assert {at for at, _ in suspects.cut("a note").clause} == {2, 4, 5, 9}


def test_a_view_says_how_many_cells_would_be_seen():
    board = load_text("kurodoko", VIEW)

    def cell(row, column, negative):
        return Fact("cell", ((row, column),), "#", negative)

    at, free = (3, 0), [cell(2, 0, True), cell(4, 0, True), cell(3, 1, True)]
    assert sees_wrongly(board, "number 3", at, free) == "at least 4 cells would be seen from row 4, column 1, not 3"
    few = [cell(2, 0, False), cell(3, 1, False), cell(5, 0, False)]
    assert sees_wrongly(board, "number 3", at, few) == "at most 2 cells would be seen from row 4, column 1, not 3"
    assert sees_wrongly(board, "number 3", at, free[:2]) == sees_wrongly(board, "not shaded", at, free) == ""


def test_a_view_counts_given_cells_that_are_seen_too():
    """The model of the 3 looks three cells far alone; a reader sees the 9 behind these."""
    board = Board("kurodoko", 5, 1, [[9], [0], [0], [0], [3]])
    free = [Fact("cell", ((r, 0),), "#", True) for r in (1, 2, 3)]
    assert sees_wrongly(board, "number 3", (4, 0), free) == "at least 5 cells would be seen from row 5, column 1, not 3"
    assert sees_wrongly(board, "number 3", (4, 0), free[1:]) == ""
