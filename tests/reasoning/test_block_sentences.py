"""What sentences say of blocks with a number is true by what they cite and the givens: a fill of its own counts."""

import re
from types import SimpleNamespace

import pytest
from support.chains import chain
from support.named_places import cells_of
from support.sentence_scenes import load_text
from test_alike_steps import BLOCKS
from test_sentences import FILLOMINO

import csp2sat
from csp2sat.api.reasoning.chains import merged
from csp2sat.puzzles.types.fillomino import greatest
from csp2sat.reasoning.search.joined_cuts import JoinedCuts
from csp2sat.reasoning.trail_blocks import blocks

TWOS = """\
; Fillomino Puzzle
size 10 10
6 - 5 - 4 - 3 - 2 -
5 - 4 - 3 - 2 - 1 -
- - - - - - - - - -
- - - - - - - 1 - -
- - - - 2 1 - - - -
- - - - 1 5 - - - -
- - 1 - - - - - - -
- - - - - - - - - -
- 2 - 2 - 2 - 6 - 3
- 6 - 8 - 8 - 7 - 9
"""
TOUCHED = """\
; Fillomino Puzzle
size 6 6
- - - - - -
- 4 2 - - 1
3 - - - - 4
6 - - 4 6 6
1 - 4 - 2 -
- - - - - -
"""
JOINED = """\
; Fillomino Puzzle
size 6 6
6 3 - 1 - 4
- - - - - 3
- 6 5 5 4 -
- - - - - -
1 - - 3 5 4
- - - - - -
"""
NAMED = r"the (?:block of )?(?P<number>(?:more than )?\d+) at row (?P<row>\d+), column (?P<column>\d+)"
BLOCK = rf"(?:{NAMED}|the block\b|a block of (?P<of>[^(]+?) there\b)"
LEFT = re.compile(
    r"(?P<how>only|at most) (?P<count>\d+) cells?(?: \((?P<cells>[^)]+)\))? (?:would be|are|is) left for "
    rf"{BLOCK}(?P<others>, without )?"
)
HAVE = re.compile(rf"the block of {NAMED} (?:has|would have at least) (?P<count>\d+) cells")
ONE = re.compile(r"else (?P<blocks>the \d+ at .*) would be in one block, of at least (?P<count>\d+) cells")
COMPLETE = re.compile(r"the block of (?P<number>(?:more than )?\d+) is complete")
TOUCHING = re.compile(r", without (.*?), which touch(?:es)? (.*?) and would make a block of at least (\d+) cells")
LONG = pytest.mark.long


def least(value):
    """How many cells a block of a number has, at least."""
    return value if isinstance(value, int) else int(value.split()[-1]) + 1


def negated(fact):
    return fact._replace(negative=not fact.negative)


class Blocks:
    """A board with facts, and what a block on it can be; no code of the package counts."""

    def __init__(self, givens, facts):
        self.rows, self.cols = len(givens), len(givens[0])
        self.has = {(r, c): n for r, row in enumerate(givens) for c, n in enumerate(row) if n}
        self.has |= {fact.places[0]: fact.value for fact in facts if not fact.negative}
        self.out = {(fact.places[0], fact.value) for fact in facts if fact.negative}

    def beside(self, r, c):
        near = ((r - 1, c), (r + 1, c), (r, c - 1), (r, c + 1))
        return {(y, x) for y, x in near if 0 <= y < self.rows and 0 <= x < self.cols}

    def fill(self, start, fits):
        found, todo = {*start}, [*start]
        for at in todo:
            new = {near for near in self.beside(*at) if near not in found and fits(near)}
            found |= new
            todo += sorted(new)
        return found

    def block(self, at, number):
        """The cells that are known to be in the block of a cell."""
        return self.fill({at}, lambda near: self.has.get(near) == number)

    def room(self, at, number, others):
        """The cells that are left for the block of a cell; others: whether cells are left out that would join it with
        other blocks of the number to a block that is too large.
        """
        own = self.block(at, number)

        def fits(cell):
            if self.has.get(cell, number) != number or (cell, number) in self.out:
                return False
            if not others or not isinstance(number, int):
                return True
            near = [self.block(each, number) for each in self.beside(*cell) if self.has.get(each) == number]
            return len(own.union({cell}, *near)) <= number

        assert len(own) <= least(number) or not isinstance(number, int), "the block is too large already"
        return self.fill(own, fits)


def supposed(fact, numbers):
    """The opposites of a fact: that a cell has the number that it should not have, or another one of `numbers`."""
    if fact.negative:
        return [negated(fact)]
    return [fact._replace(value=number) for number in numbers if number != fact.value]


def judge(words, givens, holds, facts, numbers):
    """Judge what words say of a block; return how many claims they make.

    holds: the facts that a reader has.  facts: that follow, none for a contradiction.  numbers: a cell -> which numbers
    are left for it.
    """
    if said := LEFT.search(words):
        rooms = []
        cell = said["row"] and (int(said["row"]) - 1, int(said["column"]) - 1)
        for fact in facts or [None]:
            for opposite in [None] if fact is None else [negated(fact)] if cell else supposed(fact, numbers(fact)):
                blocks = Blocks(givens, [*holds, *([opposite] if opposite else [])])
                at = cell or opposite.places[0]
                number = blocks.has[at]
                assert not cell or said["number"] == str(number), words
                room = blocks.room(at, number, bool(said["others"]))
                rooms.append(len(room))
                assert not said["cells"] or {*cells_of(said["cells"])} == room, (words, room)
                of = said["of"] or ""
                assert not of or of.endswith((" number", " numbers")) or "or more" in of or str(number) in of, (
                    words,
                    number,
                )
                assert rooms[-1] < least(number), (words, opposite, rooms)
                judge_touching(words, blocks, at, number)
        assert rooms and max(rooms) <= int(said["count"]), (words, rooms)
        assert said["how"] == "at most" or {*rooms} == {int(said["count"])}, (words, rooms)
    elif said := HAVE.search(words):
        at = (int(said["row"]) - 1, int(said["column"]) - 1)
        for opposite in [negated(fact) for fact in facts] or [None]:
            blocks = Blocks(givens, [*holds, *([opposite] if opposite else [])])
            size = len(blocks.block(at, blocks.has[at]))
            assert size >= int(said["count"]) > blocks.has[at] and said["number"] == str(blocks.has[at]), words
    elif said := ONE.search(words):
        assert facts, words
        for opposite in map(negated, facts):
            before, blocks = Blocks(givens, holds), Blocks(givens, [*holds, opposite])
            named, at = cells_of(said["blocks"]), opposite.places[0]
            assert len({frozenset(before.block(each, blocks.has[at])) for each in named}) == len(named) > 1, words
            assert len(one := blocks.block(at, blocks.has[at])) >= int(said["count"]) > blocks.has[at], words
            assert one.issuperset(named) and f"the {blocks.has[at]} at " in said["blocks"], words
    elif said := COMPLETE.search(words):
        blocks, number = Blocks(givens, holds), int(said["number"])
        for opposite in (each for fact in facts for each in supposed(fact, [number])):
            near = (each for each in blocks.beside(*opposite.places[0]) if blocks.has.get(each) == number)
            assert opposite.value == number and any(len(blocks.block(each, number)) >= number for each in near), words
    return said is not None


def judge_touching(words, blocks, at, number):
    """Judge which cells are said to touch other blocks of a number, so that the block of a cell would be too large."""
    if (said := TOUCHING.search(words)) or "would make a block" in words:
        assert said, words
        own, size = blocks.block(at, number), int(said[3])
        named, touched = {*cells_of(said[2])}, set()
        assert size > number and all(blocks.has.get(each) == number for each in named), words
        for cell in cells_of(said[1]):
            near = [blocks.block(each, number) for each in blocks.beside(*cell) if blocks.has.get(each) == number]
            assert len(own.union({cell}, *near)) >= size, (words, cell)
            assert all(block & named & blocks.beside(*cell) for block in near if block != own), (words, cell)
            touched |= blocks.beside(*cell)
        assert named <= touched, words


def judge_trail(trail, givens, holds, numbers):
    """Judge the lines of a supposition."""
    count, holds = 0, list(holds)
    for part in trail:
        if part.way:
            count += judge_trail(part.way, givens, [*holds, negated(part.fact)], numbers)
        else:
            count += judge(part.fails or part.by, givens, holds, [part.fact] if part.fact else [], numbers)
        holds += [part.fact] if part.fact else []
    return count


def judge_chain(steps):
    """Judge all sentences of a chain, each step alone and steps as one; return how many claims these make."""
    givens, count, top = steps.board.givens, 0, greatest(steps.board.givens)
    domain = [*range(1, top + 1), f"more than {top}"]
    for each in ([*steps], [*merged(steps.board, steps)]):
        for step in each:
            known = {(fact.places[0], fact.value) for fact in step.cited if fact.negative}

            def numbers(fact, known=known):
                return [number for number in domain if (fact.places[0], number) not in known]

            if step.trail:
                holds, ways = list(step.cited), [(step.facts[:1], step.trail), *(([f], t) for f, t in step.ways)]
                for facts, trail in ways:
                    count += judge_trail(trail, givens, [*holds, *map(negated, facts)], numbers)
                    holds += facts
            else:
                count += judge(step.text, givens, step.cited, step.facts, numbers)
    return count


@pytest.mark.parametrize(
    "text", [BLOCKS, TOUCHED, JOINED, pytest.param(FILLOMINO, marks=LONG), pytest.param(TWOS, marks=LONG)]
)
def test_what_sentences_say_of_blocks_is_counted_from_what_they_cite(text):
    assert judge_chain(chain(text)) > 10


def test_a_step_says_that_a_block_is_complete_rather_than_that_cells_are_left_for_it():
    """The search knows that row 8, column 3 cannot be 2 before the block beside it is complete."""
    steps = csp2sat.steps(load_text("fillomino", TWOS), limit=18)
    assert judge_chain(steps) > 10
    texts = [step.text for step in steps]
    assert "Row 7, column 4, and row 8, columns 3 and 5 are not 2: the block of 2 is complete, since" in texts[17]
    touch = (
        "which touches the 2 at row 9, column 4 and the 2 at row 9, column 6 and would make a block of at least 4 cells"
    )
    assert f"else only 1 cell would be left for a block of 2 there, without row 9, column 5, {touch}, since" in texts[9]


def test_at_most_is_said_only_if_the_numbers_of_cells_differ():
    """What all known numbers leave is said, with these numbers, if it is the same for all that follows."""
    steps, known = chain(BLOCKS), []
    for step in steps:
        if (said := LEFT.search(step.text)) and said["how"] == "at most" and not step.trail:
            cell, rooms = said["row"] and (int(said["row"]) - 1, int(said["column"]) - 1), set()
            for fact in step.facts:
                blocks = Blocks(steps.board.givens, [*known, negated(fact)])
                at = cell or fact.places[0]
                rooms.add(len(blocks.room(at, blocks.has[at], others=True)) if fact.negative or cell else -len(rooms))
            assert len(rooms) > 1, step.text
        known += step.facts


def test_cells_of_one_case_of_a_supposition_are_counted_by_all_that_is_known():
    """Such as row 5, column 2, which no reason needs but which is one cell less."""
    texts = [line for step in chain(BLOCKS) for line in blocks(chain(BLOCKS).board, step)]
    assert any("else only" in text for text in texts) and not any("else at most" in text for text in texts)


def test_the_facts_that_a_step_leaves_for_the_next_one_are_those_of_whole_cells():
    """A step gives at most 12: five of one cell, and five of another one."""
    cells = [0] * 5 + [1] * 5 + [2] * 5 + [3]
    search = SimpleNamespace(atoms={at: {"place": [0, cell]} for at, cell in enumerate(cells, start=1)})
    facts = [-at for at in search.atoms]
    assert JoinedCuts.few(search, facts, 7) == [*facts[:10], -16]
    assert JoinedCuts.few(search, facts[:12], 7) == facts[:12]
    assert JoinedCuts.few(search, facts, 0) == facts


def test_a_step_excludes_all_numbers_that_a_count_of_cells_excludes():
    """Row 2, column 5 lacks 5 and more by one count, which leaves 3; and no step says that again."""
    steps = chain(TOUCHED)
    texts = {step.numbers: step.text for step in merged(steps.board, steps)}
    (number,) = (number for number, text in texts.items() if "are not 5 or more: else only 4 cells" in text)
    assert "\N{EN DASH}" in number and texts[number].startswith("Row 2, column 5, which is not 1, 2 or 4, is 3 and")
    assert "would be left for a block of 5 or more there" in texts[number]
    assert not any(text.startswith("Row 6, column 1 is 4") for text in texts.values())
    assert sum("Row 6, column 1, which is not 1, 5 or more than 6, is 4:" in text for text in texts.values()) == 1


def test_the_numbers_that_leave_too_few_cells_are_named():
    steps, count = chain(TOUCHED), 0
    for step in steps:
        known = {fact.value for fact in step.cited if fact.negative}
        if said := re.search(r"the only number left there: .* are out, and with (.*?) only", step.text):
            (own,) = {fact.value for fact in step.facts}
            others = {str(number) for number in range(1, 7) if number not in known and number != own}
            assert {*said[1].split(" or ")} == others, step.text
            count += 1
    assert count


def test_a_contradiction_says_that_no_number_is_left_for_a_cell():
    steps = csp2sat.steps(load_text("fillomino", "; Fillomino Puzzle\nsize 3 3\n- 1 -\n1 - 2\n- 2 1\n"))
    assert steps.status == "CONTRADICTION"
    assert [*steps][-1].text.endswith(", since no number is left for row 1, column 1.")


def test_a_cell_that_would_join_a_block_beside_known_cells_is_beside_a_complete_block():
    """The search excludes row 5, column 2 from the block of 2 by its cells before the last one of these is known."""
    (text,) = [step.text for step in chain(JOINED) if step.text.startswith("Row 5, column 2 is 3")]
    assert text.endswith("the block of 2 is complete, since row 6, columns 1 and 2 are 2.")


def test_a_last_number_is_told_with_those_that_were_left():
    """Before each step the cell has just the numbers that `could so far only be` names."""
    steps = chain(JOINED)
    top, count = greatest(steps.board.givens), 0
    out = dict[tuple, set]()
    for step in steps:
        if found := re.search(r"so it is (\d+), as it could so far only be (.*?)(?=[:.])", step.text):
            left = {number for number in range(1, top + 1) if number not in out[step.facts[0].places]}
            assert {*map(int, re.findall(r"\d+", found[2]))} == left > {int(found[1])}, step.text
            count += 1
        for fact in step.facts:
            out.setdefault(fact.places, set()).update([fact.value] * fact.negative)
    assert count > 1


def test_the_reason_of_what_is_excluded_stands_right_behind_it():
    """The last number that is left is said behind the reason, not between a number that is out and its `else`."""
    rows = "--3-6- 4-5--1 51---- --1--- ---4-- 1---1-".replace("", " ").replace("   ", "\n").strip()
    heads = [step.head for step in chain(f"; Fillomino Puzzle\nsize 6 6\n{rows}\n") if "so it is" in step.head]
    assert heads and all(re.search(r" is not \d: else a contradiction follows; so it is \d", each) for each in heads)
