"""Words of why numbers are out in a straight, read by a reader who tries all orders of consecutive numbers."""

import random
import re
from itertools import permutations

import csp2sat
from csp2sat.puzzles.deductions.straights import straight_words
from csp2sat.puzzles.fact_forms import Fact
from csp2sat.reasoning.statements import statements

SIZE = 5
WHERE = r"row 1, column (\d)"
NAME = r"the straight of row 1, columns \d (?:and|to) \d"
HAS = re.compile(rf"{NAME} has the (\d) at {WHERE}, so the straight lies within (\d) to (\d)")
BOUND = re.compile(rf"{WHERE} is at (least|most) (\d), so {NAME} is at (?:least|most) (\d)")
CAN = re.compile(
    rf"{NAME} (?:can only be ((?:\d to \d(?:, (?=\d)| or )?)+)|always has [\d, or]+?)"
    r"(?:, and no other cell of it can be ([\d, or]+))?"
)
NEED = re.compile(
    rf"with ([\d, or]+) (?:there|in one of these cells) (?:{WHERE}|another cell of {NAME}) would have to be (.+)"
)
PLAIN = re.compile(rf"else no consecutive numbers are left for {NAME}")
ROWS = {side: "- " * side + "\n" for side in (5, 7)}
EMPTY, WIDE = (
    csp2sat.loads(f"; Str8ts Puzzle\nsize {side} {side}\ngrid\n{row * side}black\n{row * side}").board
    for side, row in ROWS.items()
)


def numbers(text):
    """The numbers of a list in words, or of `from 2 to 5`."""
    found = [int(each) for each in re.findall(r"\d", text)]
    return {*range(found[0], found[-1] + 1)} if text.startswith("from") else {*found}


class Reader:
    """A reader of words about a straight, who knows what each cell can be and tries all orders."""

    def __init__(self, left):
        self.left, self.cells = left, range(len(left))
        starts = range(1, SIZE - len(left) + 2)
        self.orders = [way for start in starts for way in permutations(range(start, start + len(left)))]
        known = {at: value for at, own in enumerate(left) if len(own) == 1 for value in own}
        self.agreeing = [way for way in self.orders if all(way[at] == value for at, value in known.items())]
        self.taken = {(at, value) for at in self.cells for other, value in known.items() if other != at}
        self.right = [way for way in self.orders if all(value in own for value, own in zip(way, left, strict=True))]

    def out(self, words, new):
        """The numbers with their cells that the words, if true, exclude; new: those which they are about."""
        if found := HAS.fullmatch(words):
            value, column, low, high = map(int, found.groups())
            ways = [way for way in self.orders if way[column - 1] == value]
            assert self.left[column - 1] == {value} and {low, high} == {min(map(min, ways)), max(map(max, ways))}
            return self._outside(ways)
        if found := BOUND.fullmatch(words):
            own, bound = self.left[int(found[1]) - 1], int(found[3])
            assert bound == {"least": min, "most": max}[found[2]](own)
            ways = [way for way in self.orders if way[int(found[1]) - 1] >= bound] if found[2] == "least" else []
            ways = ways or [way for way in self.orders if way[int(found[1]) - 1] <= bound]
            assert int(found[4]) == (min(map(min, ways)) if found[2] == "least" else max(map(max, ways)))
            return self._outside(ways)
        if found := CAN.fullmatch(words):
            pairs = {(min(way), max(way)) for way in self.right}
            assert not found[1] or {tuple(map(int, pair)) for pair in re.findall(r"(\d) to (\d)", found[1])} == pairs
            gone = self._outside(self.right) if found[1] else set()
            for value in numbers(found[2] or ""):
                (cell,) = (at for at in self.cells if value in self.left[at])
                assert all(value in way for way in self.right)
                gone |= {(cell, each) for each in self.left[cell] - {value}}
            return gone
        if PLAIN.fullmatch(words):
            return {(at, value) for at, value in new if all(way[at] != value for way in self.right)}
        gone = set()
        for part in re.split(" and (?=with )", words):
            tried, column, need = NEED.fullmatch(part).groups()
            gone |= {(at, v) for at, v in new if v in numbers(tried) and self._fails(at, v, column, numbers(need))}
        return gone

    def _outside(self, ways):
        inside = {value for way in ways for value in way}
        return {(at, value) for at in self.cells for value in range(1, SIZE + 1) if value not in inside}

    def _fails(self, at, value, column, need):
        """Whether with a number at one cell another one would have to be what it cannot be."""
        ways = [way for way in self.agreeing if way[at] == value]
        if column:
            other = int(column) - 1
            return {way[other] for way in ways} <= need and self.left[other].isdisjoint(need)
        others = set().union(*(self.left[other] for other in self.cells if other != at))
        return others.isdisjoint(need) and all(need & {*way} - {value} for way in ways)


def test_a_reader_of_the_words_excludes_the_numbers():
    rng, forms = random.Random(7), set()
    for _ in range(150):
        length = rng.randint(2, 4)
        cells = [(0, column) for column in range(length)]
        left = [{v for v in range(1, SIZE + 1) if rng.random() < 0.65} or {rng.randint(1, SIZE)} for _ in cells]
        known = [Fact("cell", (c,), v, True) for c, own in zip(cells, left, strict=True) for v in {1, 2, 3, 4, 5} - own]
        reader = Reader(left)
        fault = straight_words(EMPTY, cells, known, [])
        assert bool(fault) == (not reader.right)
        if fault:
            continue
        out = [(at, v) for at in reader.cells for v in left[at] if all(way[at] != v for way in reader.right)]
        of_one = [each for each in out if out and each[0] == out[0][0]]
        for new in (out, of_one):
            facts = [Fact("cell", (cells[at],), value, True) for at, value in new]
            if new and len(last := left[new[0][0]] - {value for _, value in of_one}) == 1:
                own = Fact("cell", (cells[new[0][0]],), *last)
                facts = [own, *(fact for fact in facts if fact.places != own.places)]
            words = straight_words(EMPTY, cells, known, facts)
            if not words:
                assert {*new} <= reader.taken, "only what another cell has needs no words"
                continue
            assert {*new} <= reader.out(words, new) | reader.taken, (left, new, words)
            forms |= {form for form in (HAS, BOUND, CAN, NEED, PLAIN) if form.match(words)}
    assert len(forms) == 5, "all kinds of words"


def test_a_straight_without_numbers():
    cells = [(0, 0), (0, 1)]
    known = [*(Fact("cell", ((0, 1),), value, True) for value in (1, 3, 4)), Fact("cell", ((0, 0),), 3)]
    words = straight_words(EMPTY, cells, [*known, Fact("cell", ((0, 1),), 2, True)], [])
    assert words == "no 2 consecutive numbers are left for row 1, columns 1 and 2"
    assert straight_words(EMPTY, cells, known, []) == ""


def test_a_straight_is_one_statement_with_words_of_its_own():
    text = "; Str8ts Puzzle\nsize 3 3\ngrid\n- - -\n3 - -\n- - -\nblack\n- - #\n- - -\n# - -\n"
    board = csp2sat.loads(text).board
    runs = [part for part in statements(board).parts if part.origin.rule.startswith("consecutive")]
    assert len(runs) == len({part.origin.rule for part in runs}) == 4, "of those that are no whole lines"
    steps = list(csp2sat.steps(board))
    assert not any(step.trail or 'rule "consecutive' in step.text for step in steps)
    assert "the straight of" in " ".join(step.text for step in steps)


def test_numbers_that_a_cell_would_need_are_no_range_that_has_one_of_its_own():
    """By hand, of three cells on a board of 7: with 5 in the first, the last is one of 3, 4, 6 and 7; but 5 is its."""
    cells = [(0, 0), (0, 1), (0, 2)]
    excluded = [(cells[1], 7), *((cells[2], number) for number in (3, 4, 6, 7))]
    known = [Fact("cell", (cell,), number, True) for cell, number in excluded]
    words = straight_words(WIDE, cells, known, [Fact("cell", ((0, 0),), 5, True)])
    assert words == "with 5 there row 1, column 3 would have to be 3, 4, 6 or 7"
