"""Words of how many buildings would be seen, against all orders of the heights."""

import random
import re
from itertools import permutations

import csp2sat
from csp2sat.puzzles.deductions.heights import broken, deduction
from csp2sat.puzzles.fact_forms import Deduced, Fact
from csp2sat.puzzles.kit.sides import SIDES

SIZE, LINE = 5, 2
BOUND = re.compile(r"at (most|least) (\d)")


def board_with(side, number):
    sides = "".join(f"{each}\n" + ("- - " + str(number) if each == side else "- - -") + " - -\n" for each in SIDES)
    return csp2sat.loads(f"; Skyscrapers Puzzle\nsize 5 5\n{sides}grid\n" + "- - - - -\n" * SIZE).board


def seen(heights):
    return sum(all(lower < height for lower in heights[:at]) for at, height in enumerate(heights))


def cells_from(side):
    cells = [(at, LINE) if side in ("top", "bottom") else (LINE, at) for at in range(SIZE)]
    return cells if side in ("top", "left") else cells[::-1]


def says(words, counts):
    """Whether bounds in words are those of some numbers around another one, and name a building as one."""
    ends = {end: int(count) for end, count in BOUND.findall(words)}
    assert ends and ("1 buildings" not in words) and ("building would" not in words or ends == {"most": 1})
    most, least = ends.get("most", -1), ends.get("least", SIZE + 1)
    return {*ends.values()} <= counts and all(count <= most or count >= least for count in counts)


def test_a_reader_who_counts_finds_the_bounds():
    rng = random.Random(5)
    for _ in range(20):
        side, number = rng.choice(SIDES), rng.randint(1, SIZE)
        board, cells = board_with(side, number), cells_from(side)
        left = [{height for height in range(1, SIZE + 1) if rng.random() < 0.8} for _ in cells]
        ways = [
            way for way in permutations(range(1, SIZE + 1)) if all(h in own for h, own in zip(way, left, strict=True))
        ]
        known = [Fact("cell", (c,), h, True) for c, own in zip(cells, left, strict=True) for h in {1, 2, 3, 4, 5} - own]
        rule = f"number {number} at the {side} of {'column' if side in ('top', 'bottom') else 'row'} {LINE + 1}"
        fault = broken(board, rule, (0, 0), known)
        counts = {seen(way) for way in ways}
        assert bool(fault) == (bool(ways) and number not in counts)
        assert not fault or (
            says(fault, counts) and fault.endswith(f" would be seen from the {rule.split(' at the ')[1]}, not {number}")
        )
        if fault or not ways:
            continue
        right = [way for way in ways if seen(way) == number]
        gone = [(at, h) for at, own in enumerate(left) for h in sorted(own) if all(way[at] != h for way in right)]
        new = [Fact("cell", (cells[at],), h, True) for at, h in gone]
        words = deduction(board, Deduced([(rule, (-1, LINE))], new, known))
        counts = {seen(way) for way in ways for at, h in gone if way[at] == h}
        assert bool(words) == bool(counts) and (not words or says(words, counts)), (left, number)
        possible = [Fact("cell", (cells[at],), h, True) for at, h in enumerate(right[0])]
        assert deduction(board, Deduced([(rule, (-1, LINE))], possible, known)) == "", "of heights that are possible"


def test_a_height_that_is_known_now_excludes_the_others():
    new = [Fact("cell", ((0, LINE),), 5), Fact("cell", ((1, LINE),), 5, True)]
    rule = ("number 1 at the top of column 3", (-1, LINE))
    words = "else at least 2 buildings would be seen from the number 1 at the top of column 3"
    assert deduction(board_with("top", 1), Deduced([rule], new, [])) == words
    assert deduction(board_with("top", 1), Deduced([rule, rule], new, [])) == ""
    assert broken(board_with("top", 1), "row 1", (0, 0), []) == ""
