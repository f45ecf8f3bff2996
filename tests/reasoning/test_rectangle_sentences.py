"""Steps about rectangles of numbers: what a sentence lists is computed anew from the facts that it stands on."""

import json
import re
from itertools import product
from pathlib import Path

import pytest
from support.chains import chain, generated
from support.named_places import cells_of as named

from csp2sat.puzzles.deductions.areas.rectangles import owners
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import Board
from csp2sat.reasoning.drawing.outlines import border
from csp2sat.reasoning.drawing.sheets import FactSheet, own_facts
from csp2sat.reasoning.merging.merged_steps import merged
from csp2sat.reasoning.step import TrailPart
from csp2sat.reasoning.wording.numbers.rectangle_words import with_it
from csp2sat.reasoning.wording.outline_words import opposite

DATA = Path(__file__).parents[1] / "data/boards"
SAMPLE = "; Shikaku Puzzle\nsize 5 4\n- 5 - - -\n- ? - 4 -\n- - 3 - -\n- - - 2 -\n"
NUMBER = r"the (?:\d+|\?) at row (\d+), column (\d+)"
CAN = re.compile(rf"{NUMBER} (?:is|can only be) (.*?)(?=, since|: |\. So|; and only|\.$)")
ONLY = re.compile(rf"only {NUMBER} can have (.*?)(?=: |; (?:and )?only|\.$)")
NOT = re.compile(rf"{NUMBER} is not (.*?): (.*?)\. So ")
COULD = re.compile(rf"{NUMBER} (?:could only|would) be (.*?), and ")
NOBODY = re.compile(r"no number could have (row \d+, column \d+)")
NONE_LEFT = re.compile(rf"no rectangle would be left for {NUMBER}")
EACH = re.compile(rf"each rectangle of {NUMBER} (with|without) (?:that cell|\w+ of these cells) (.*?)(?=\. So|; |\.$)")
BREAKS = re.compile(r"(has|lacks) (?:one of )?(?:the number's cells? )?(.*?)(?=, which|, or (?:has|lacks)|$)")
STEPS = re.compile(r"\(steps? (.*?)\)")


def board_of(name):
    found = json.loads((DATA / f"{name}.json").read_text())
    return Board("shikaku", found["rows"], found["cols"], found["givens"])


def all_rectangles(board):
    """The cells of each rectangle of each number."""
    given = board.filled()
    found = {number: [] for number in given}
    sides = [range(board.rows), range(board.cols)] * 2
    for top, left, bottom, right in product(*sides):
        cells = {*product(range(top, bottom + 1), range(left, right + 1))}
        inside = cells & given.keys()
        if len(inside) == 1 and given[next(iter(inside))] in (-1, len(cells)):
            found[inside.pop()].append(frozenset(cells))
    return found


def agree(fact: Fact, number, cells) -> bool:
    """Whether a fact allows that the rectangle of a number has some cells."""
    there, of = fact.places
    return (there in cells) == (not fact.negative) if of == number else fact.negative or there not in cells


def possible(board, facts):
    """The rectangles of each number that facts allow, where a cell has one of the numbers that can have the cell."""
    found = all_rectangles(board)
    facts = list(facts)
    for cell in {fact.places[0] for fact in facts}:
        left = {number for number, every in found.items() if any(cell in each for each in every)}
        left -= {fact.places[1] for fact in facts if fact.negative and fact.places[0] == cell}
        facts += [Fact("region", (cell, *left), None)] * (len(left) == 1)
    return {of: {each for each in every if all(agree(f, of, each) for f in facts)} for of, every in found.items()}


def is_closed(known, number, cells) -> bool:
    """Whether facts say that a number has some cells."""
    return all(Fact("region", (cell, number), None) in known for cell in cells - {number})


@pytest.mark.parametrize("name", ["shikaku-8x8-7adcd477", "shikaku-10x10-f65a347b"])
def test_sentences_list_the_rectangles_that_all_earlier_steps_leave(name):
    board, before, listed, only = board_of(name), {}, 0, 0
    for step in chain(board):
        text, now = step.text[0].lower() + step.text[1:], possible(board, before)
        given = (of for of, size in board.filled().items() if size > 0)
        sure = {of for of in given if len(now[of]) == 1 and not is_closed(before, of, *now[of])}
        own = {fact.places[1] for fact in step.facts if not fact.negative}
        assert not sure or own & sure or not step.clues, text  # a rectangle that is fixed is said at once
        for r, c, words in CAN.findall(text) if step.weight == 1 else ():
            number, texts = (int(r) - 1, int(c) - 1), re.split("; or |; | or ", words)
            own = [fact for fact in step.facts if fact.places[1] == number]
            assert {frozenset(named(each)) for each in texts} == now[number], text
            assert now[number] == possible(board, step.cited)[number] or not own, text
            assert all((fact.places[0] in each) != fact.negative for fact in own for each in now[number]), text
            listed += 1
        for r, c, sign, words in EACH.findall(text):
            number = int(r) - 1, int(c) - 1
            goals = {fact.places[0] for fact in step.facts if fact.negative or fact.places[1] != number}
            for way in all_rectangles(board)[number]:
                if sign == "with" and goals & way:
                    breaks = [(verb == "has", {*named(cells)}) for verb, cells in BREAKS.findall(words)]
                    assert any(cells & way if has else cells - way for has, cells in breaks), (text, way)
        for r, c, words in ONLY.findall(text):
            number, then = (int(r) - 1, int(c) - 1), possible(board, [*before, *step.cited])
            cells = named(words)
            assert {Fact("region", (cell, number), None) for cell in cells} <= {*step.facts}, text
            of_step = {clue.place for clue in step.clues}
            others = {of for of in then if of != number and any(cells & each for each in then[of])}
            assert not others or others <= of_step, text
            only += 1
        for words in STEPS.findall(text):
            numbers = {int(each) for each in re.findall(r"\d+", words)}
            assert numbers <= {found for fact, found in before.items() if fact in step.cited}, text
        before |= dict.fromkeys(step.facts, step.number)
    assert listed > 9 and only > 3


def owned(number, cells):
    return [Fact("region", (cell, number), None) for cell in cells - {number}]


@pytest.mark.parametrize("seed", [4, 11, 116, 122])
def test_rectangles_that_leave_none_to_others_are_excluded(seed):
    """A step by several numbers names all rectangles that it excludes, and what each of them leaves no choice."""
    board, before, seen = generated("shikaku", 9, 9, seed), [], 0
    for step in chain(board):
        text, now = step.text[0].lower() + step.text[1:], list(before)
        for r, c, words, end in NOT.findall(text) if step.weight > 1 else ():
            number, texts = (int(r) - 1, int(c) - 1), re.split("; or |; | or ", words)
            own = [fact for fact in step.facts if fact.places[1] == number]
            out = {frozenset(named(each)) for each in texts}
            for way in possible(board, now)[number]:
                assert way in out or all(agree(fact, number, way) for fact in own), text
            for way in out:
                facts = [*now, *owned(number, way)]
                for i, j, could in COULD.findall(end):
                    of, ways = (int(i) - 1, int(j) - 1), re.split("; or |; | or ", could)
                    assert {frozenset(named(each)) for each in ways} >= possible(board, facts)[of], text
                    facts += owned(of, frozenset.intersection(*(frozenset(named(each)) for each in ways)))
                left = possible(board, facts)
                if lone := NOBODY.search(end):
                    (cell,) = named(lone[1])
                    assert not any(cell in each for ways in left.values() for each in ways), text
                else:
                    i, j = NONE_LEFT.search(end).groups()
                    assert not left[int(i) - 1, int(j) - 1], text
            now += own
            seen += 1
        before += step.facts
    assert seen


def test_steps_of_a_small_board():
    texts = [step.text for step in merged(chain(SAMPLE).board, chain(SAMPLE))]
    assert texts[0].startswith(
        "Only the 5 at row 1, column 2 can have row 1, column 1; only the ? at row 2, column 2 can "
    )
    assert texts[0].endswith("; and only the 2 at row 4, column 4 can have row 4, column 5.")
    assert texts[1] == "The 5 at row 1, column 2 is row 1, columns 1 to 5."
    assert texts[-1] == (
        "The 3 at row 3, column 3 is column 3, rows 2 to 4, since row 4, column 3 belongs to it. "
        "So only the ? at row 2, column 2 can have row 3, columns 1 and 2."
    )


def test_a_number_is_it_only_where_its_whole_name_stands():
    """Not `it2` for a number in column 12 behind one in column 1."""
    words = "A belongs to the 2 at row 1, column 12 and B belongs to the 2 at row 1, column 1"
    assert with_it(words, "the 2 at row 1, column 1") == words  # another number is named before
    words = "B belongs to the 2 at row 1, column 1 and A belongs to the 2 at row 1, column 12"
    assert with_it(words, "the 2 at row 1, column 1") == words.replace("the 2 at row 1, column 1 ", "it ")


CONTRADICTIONS = {
    "- 2 -\n- - 4\n": "no number can have row 2, column 1",
    "7 - -\n- - 2\n": "no number can have row 1, column 2",
}


@pytest.mark.parametrize("rows", CONTRADICTIONS)
def test_a_contradiction_says_what_is_impossible(rows):
    last = [*chain(f"; Shikaku Puzzle\nsize 3 2\n{rows}")][-1]
    assert last.contradiction and CONTRADICTIONS[rows] in last.text


def test_borders_close_as_cells_get_known():
    """Between known cells of two numbers, and around a number that has all of its cells."""
    board = Board("shikaku", 2, 3, [[2, 0, 0], [0, 4, 0]])
    sheet, owners = FactSheet(board), {}
    assert sheet.borders(owners, own_facts(board)) == ""
    facts = [Fact("region", (cell, number), None) for cell, number in [((0, 1), (1, 1)), ((1, 0), (0, 0))]]
    assert sheet.borders(owners, facts[:1]) == sheet._plan.path([border((0, 0), (0, 1))])
    closed = sheet.borders(owners, facts[1:])
    for pair in (((0, 0), (0, 1)), ((1, 0), (1, 1))):
        assert sheet._plan.path([border(*pair)]).split('d="')[1].split('"')[0] in closed
    assert FactSheet(Board("fillomino", 1, 1, [[1]])).borders({}, facts) == ""


def test_a_supposition_says_who_else_has_a_cell():
    """That a cell does not belong to one of two numbers gives it to the other one, which has a line of its own."""
    rows = """
        - 4 - - - - - -
        - - - - - 6 4 -
        - - 10 - - - 6 -
        6 - - - - 6 - -
        - - - - - - - -
        - - - - - - 6 -
        - 4 - 4 4 - - -
        - 4 - - - - - -
    """
    steps = chain(f"; Shikaku Puzzle\nsize 8 8\n{rows}")
    trails = [[TrailPart(opposite(step.facts[0]), ""), *step.trail] for step in steps if step.trail]
    assert trails
    for trail in trails:
        facts = [part.fact for part in trail if part.fact]
        lacks = {fact.places for fact in facts if fact.negative}
        for cell, number in lacks:
            (other,) = [of for of in owners(steps.board)[cell] if of != number]
            assert Fact("region", (cell, other), None) in facts
