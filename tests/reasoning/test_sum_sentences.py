"""Sentences about a sum name the ways to make the sum and what cells can still be, and leave none out."""

import re
from itertools import combinations, permutations, product
from random import Random

import pytest
from support.chains import chain, generated

import csp2sat
from csp2sat.api.reasoning.chains import merged
from csp2sat.puzzles.facts import Fact
from csp2sat.puzzles.spec import PUZZLES
from csp2sat.reasoning.wording.sum_faults import sum_fault, why_not
from csp2sat.reasoning.wording.sum_words import bound_words, sum_of

WAY = re.compile(r"\d(?:\+\d)+")
WITH = re.compile(r" with (\d) there the other \d cells would need ")


class Pencil:
    """What each cell of a board can be, as a person crosses out numbers."""

    def __init__(self, most):
        self.most, self.marks = most, {}

    def of(self, cell):
        return self.marks.setdefault(cell, set(range(1, self.most + 1)))

    def note(self, facts):
        for fact in facts:
            marks = self.of(fact.places[0])
            marks &= {value for value in marks if (value == fact.value) != fact.negative}


def ways(clue, pencil):
    cells = [cell for cell in clue.cells if cell != clue.place or pencil.most < 9]
    total = int(clue.text.split()[1])
    found = (digits for digits in permutations(range(1, pencil.most + 1), len(cells)) if sum(digits) == total)
    return cells, [d for d in found if all(v in pencil.of(cell) for cell, v in zip(cells, d, strict=True))]


def check(board, steps, most):
    """Check the sentences of steps, and count those that name ways."""
    pencil, named = Pencil(most), 0
    for step in steps:
        clue = sum_of(step)
        if clue is not None:
            cells, all_ways = ways(clue, pencil)
            tried = WITH.search(step.text)
            extra = (int(tried[1]),) if tried else ()
            said = {(*map(int, way.split("+")), *extra) for way in WAY.findall(step.text)}
            named += bool(said)
            assert all(sum(way) == int(clue.text.split()[1]) for way in said)
            assert tried or not said or {tuple(sorted(way)) for way in all_ways} <= said, step.text
            every = {tuple(sorted(way)) for way in ways(clue, Pencil(most))[1]}
            assert said != every or not re.search("the sum .* can only be .*, since", step.text), step.text
            for fact in step.facts:
                at = cells.index(fact.places[0])
                assert all((way[at] == fact.value) != fact.negative for way in all_ways), step.text
        pencil.note(step.facts)
        for places, numbers in step.marks.after.items():
            assert {*numbers} == pencil.of(places[0])
        if found := re.fullmatch(r"Row (\d+), column (\d+) can only be ([\d, or]+): .*", step.text):
            at = int(found[1]) - 1, int(found[2]) - 1
            assert {*map(int, re.findall(r"\d", found[3]))} == pencil.of(at), step.text
    return named


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("together", [False, True])
def test_sums_are_told_as_their_ways(seed, together):
    board = generated("kakuro", 6, 6, seed)
    steps = chain(board)
    assert check(board, merged(board, steps) if together else steps, 9) > 5
    assert steps.status == "SOLVED"


def test_cages_are_told_as_their_ways():
    board = csp2sat.loads(PUZZLES["killer"].samples[0][0]).board
    assert check(board, chain(board), board.rows) > 3


def test_what_is_wrong_is_no_mark_of_a_sentence():
    board = csp2sat.loads(PUZZLES["kakuro"].samples[0][0]).board
    wrong = [{"what": "cell", "places": [{"row": 2, "column": 1}], "value": 2, "negative": True}]
    right = [{"what": "cell", "places": [{"row": 2, "column": 1}], "value": 9, "negative": True}]
    found = csp2sat.hint(board, {"facts": right + wrong})
    assert isinstance(found, csp2sat.Mistake) and 2 in found.step.marks.before[(2, 1),]
    assert 9 not in found.step.marks.before[(2, 1),]


AT_BOUND = re.compile(
    r"(?:with ([\d, or]+) there )?the other (?:\d+ )?cells? (?:of .*?)?(?:have|has|is) at (most|least) (\d+)"
)
NEEDS = re.compile(r"with ([\d, or]+) there the other (?:\d+ )?cells? would (?:need|have to make) ([\d+, or]+?), which")
TRIED = re.compile(r"with ([\d, or]+) there the other cell would have to be ([\d, or]+), but")


def rests(clue, pencil, cell, value):
    """The sets of numbers of the other cells of a sum, different from each other and from the value of one cell."""
    cells = [each for each in clue.cells if each != cell and (each != clue.place or pencil.most < 9)]
    options = [sorted(pencil.of(each) - {value}) for each in cells]
    return {tuple(sorted(way)) for way in product(*options) if len({*way}) == len(way)}


def check_bounds(clue, pencil, cell, values, words, told):
    """Check what some words say of the other cells of a sum, and that they say so for each value."""
    total, left = int(clue.text.split()[1]), set(values)
    for of, side, bound in AT_BOUND.findall(words):
        is_off = {v for v in values if (v + int(bound) < total if side == "most" else v + int(bound) > total)}
        for value in map(int, re.findall(r"\d", of)) if of else is_off:
            sums = {sum(way) for way in rests(clue, pencil, cell, value)}
            assert value in is_off and all((s <= int(bound)) if side == "most" else (s >= int(bound)) for s in sums), (
                words
            )
            left -= {value}
    for of, needs in NEEDS.findall(words):
        for value in map(int, re.findall(r"\d", of)):
            assert all(sum(way) + value != total for way in rests(clue, pencil, cell, value)), words
            ways = [[*map(int, way.split("+"))] for way in re.findall(r"[\d+]+", needs)]
            assert all(sum(way) + value == total and value not in way[1:] for way in ways), words
            left -= {value}
    for of, needs in TRIED.findall(words):
        tried, needed = (list(map(int, re.findall(r"\d", text))) for text in (of, needs))
        assert [total - value for value in tried] == needed, words
        assert not any(rests(clue, pencil, cell, value) & {(total - value,)} for value in tried), words
        left -= {*tried}
    assert not left, (words, left)
    told.append(words)


@pytest.mark.parametrize(
    ("size", "seed"),
    [
        (7, 3),
        *[pytest.param(9, seed, marks=pytest.mark.long) for seed in (1, 2, 3)],
        pytest.param(7, 14, marks=pytest.mark.long),
    ],
)
def test_why_a_number_does_not_fit_into_a_sum(size, seed):
    """The other cells have at most, or at least, so much, or would need what they cannot have, for each number."""
    board = generated("kakuro", size, size, seed)
    pencil, told = Pencil(9), []
    for step in merged(board, chain(board)):
        clue = sum_of(step)
        crossed = {}
        for fact in step.facts if all(fact.negative for fact in step.facts) else ():
            crossed.setdefault(fact.places[0], []).append(fact.value)
        if clue is not None and " there " in step.text and len(crossed) == 1:
            ((cell, values),) = crossed.items()
            check_bounds(clue, pencil, cell, values, step.text, told)
        pencil.note(step.facts)
    assert told


def test_each_bound_of_the_other_cells_has_its_numbers():
    others = {(0, 1): [1, 4, 5], (0, 2): [1, 4, 5]}
    domains = {(0, 0): range(1, 10), **others}
    four, six = ("with 4 there the other 2 cells have at least 6", "with 6 there the other 2 cells have at least 5")
    assert why_not([4, 6], (0, 0), domains, 9, domains) == f"{four}, and {six}"
    assert why_not([6, 7], (0, 0), domains, 9, domains) == "the other 2 cells have at least 5"


def test_the_other_cell_of_a_sum_is_at_least_so_much():
    nine = Fact("cell", ((0, 0),), 9, True)
    words = bound_words([nine], {(0, 0): range(1, 10), (0, 1): range(1, 10)}, 9, "the sum 9")
    assert words == "the other cell of the sum 9 is at least 1"


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(40))
def test_a_sum_that_fails_says_how(seed):
    """The words are those of all choices of different numbers, one of each cell; none for a sum that is possible."""
    dice, name = Random(seed), "the sum"
    domains = {(0, c): sorted(dice.sample(range(1, 10), dice.choice([1, 1, 2, 3]))) for c in range(dice.randint(2, 4))}
    chosen = [way for way in product(*domains.values()) if len({*way}) == len(way)]
    sums = {sum(way) for way in chosen}
    for total in range(3, 36):
        words = sum_fault(f"sum {total} across", name, domains)
        assert not (words and total in sums)
        if total in sums or not sums:
            continue
        rest = total - sum(own[0] for own in domains.values() if len(own) == 1)
        if found := re.search(r"no (more|less) than (\d+)", words):
            bound = int(found[2])
            assert bound == (max(sums) if found[1] == "more" else min(sums)) and (total > bound) == (found[1] == "more")
        elif found := re.search(r"column (\d+) would have to be (\d)", words):
            assert int(found[2]) == rest and all(
                len(own) == 1 or at[1] == int(found[1]) - 1 for at, own in domains.items()
            )
        elif found := re.search(r"can(?: be neither|not be) (.*) for", words):
            ways = {tuple(map(int, way.split("+"))) for way in found[1].split(" nor ")}
            have = {own[0] for own in domains.values() if len(own) == 1}
            free = {value for own in domains.values() if len(own) > 1 for value in own} - have
            assert ways == {way for way in combinations(sorted(free), len(next(iter(ways)))) if sum(way) == rest}
        elif found := re.search(r"make (\d+), not", words):
            assert all(len(own) == 1 for own in domains.values()) and {int(found[1])} == sums
        else:
            assert "cannot make" in words


@pytest.mark.sample(1)
@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.long), 2, pytest.param(3, marks=pytest.mark.long)])
def test_what_one_sum_gives_is_told_at_once(seed):
    """No later step of a sum rests on facts that were known, about cells that were looked at, at an earlier one."""
    board = generated("kakuro", 8, 8, seed)
    before, told = set(), []
    for step in merged(board, chain(board)):
        clue, crossed = sum_of(step), {fact.places for fact in step.known if fact.negative}
        if clue is not None:
            again = [
                other for other, at, known in told if other == clue and crossed <= at and known.issuperset(step.known)
            ]
            assert not again, step.text
            told.append((clue, crossed, set(before)))
        before |= {*step.facts}


@pytest.mark.parametrize("seed", [pytest.param(1, marks=pytest.mark.long), 2, pytest.param(3, marks=pytest.mark.long)])
def test_a_number_is_told_as_soon_as_it_is_the_last_one(seed):
    """Between the step that leaves a cell one number and the step that says so are only steps of the same kinds."""
    board = generated("kakuro", 8, 8, seed)
    pencil, stated, waited = Pencil(9), set(), 0
    waiting, last = set(), None
    for step in chain(board):
        is_number = step.facts[0] in {fact for fact in step.facts if not fact.negative} and not step.clues
        assert not waiting or is_number or sum_of(step) == last, step.text
        waited += bool(waiting)
        last = sum_of(step) or last
        pencil.note(step.facts)
        stated |= {fact.places[0] for fact in step.facts if not fact.negative}
        waiting = {cell for cell, own in pencil.marks.items() if len(own) == 1} - stated
    assert waited


@pytest.mark.parametrize(
    "text",
    [
        "Column 5, rows 3 to 5 can only be 7, 8 or 9: the sum 24 down at row 2, column 5 can only be 7+8+9.",
        "Row 2, column 3 is not 4: for the sum 12 across at row 2, column 2 with 4 there the other cell would have to "
        "be 8, but row 2, column 4 is not 8.",
        "Row 3, column 2 can only be 1, 2 or 3: the sum 10 down at row 2, column 2 can only be 1+9, 2+8 or 3+7, since "
        "row 4, column 2 can only be 7, 8 or 9.",
        "Column 4, rows 2 and 5 can only be 3 or 4; row 3, column 4 is 1 and row 4, column 4 is 5: the sum 13 down at "
        "row 1, column 4 can only be 1+3+4+5, since column 4, rows 2 and 5 are not 1 or 2; row 4, column 4 could so "
        "far only be 5 or 7.",
        "Row 3, column 3 is 4: the sum 28 down at row 1, column 3 can only be 4+7+8+9, since row 2, column 3 can only "
        "be 8 or 9 and column 3, rows 4 and 5 can only be 7, 8 or 9.",
        "Row 4, column 2 is 8, the rest of the sum 10 down at row 2, column 2, since row 3, column 2 is 2.",
    ],
)
def test_words_of_sums(text):
    steps = chain(PUZZLES["kakuro"].samples[0][0])
    assert text in [step.text for step in merged(steps.board, steps)]


def test_a_sum_has_no_number_for_a_cell_that_another_of_its_cells_has():
    """A list that a sentence leaves to a cell has none of the numbers that were in the cells of its sum before."""
    board = generated("kakuro", 8, 8, 2)
    placed, lists = dict[tuple[int, int], int](), 0
    for step in merged(board, chain(board)):
        others = {(clue, cell) for clue in step.clues for cell in clue.cells if sum_of(step) == clue and cell in placed}
        for places, values in step.marks.after.items() if "can only be" in step.text.partition(": ")[0] else ():
            if len(values) > 1 and places in {fact.places for fact in step.facts}:
                lists += 1
                assert not {placed[cell] for _, cell in others} & {*values}, step.text
        placed |= {fact.places[0]: fact.value for fact in step.facts if not fact.negative}
    assert lists > 3
