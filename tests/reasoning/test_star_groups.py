"""Arguments that count stars of groups of touching cells: their facts hold, and their words are true on boards."""

import random
import re
from itertools import combinations

import pytest
from support.chains import chain

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.reasoning.search.touching import CellBits, StarNeed, arguments
from tests.reasoning.test_star_sentences import TWO_STARS, board_at, cells_of, together, touch

SIDE = 4
GROUPS = re.compile(r"(?:their|its|the other) free cells are (\d+) groups of cells that touch each other \(([^)]+)\)")
START = re.compile(
    r": (.+?) needs? (\d+) (?:more )?stars?(?:, at most (\d+) of them in (.+?))?, and (?:their|its|the other) "
)


def ways(counts):
    """All ways to place stars that do not touch, so many in each of some sets of cells."""
    cells = sorted(set().union(*(own for own, _ in counts)))
    most = sum(need for _, need in counts)
    for size in range(most + 1):
        for stars in combinations(cells, size):
            apart = not any(touch(*two) for two in combinations(stars, 2))
            if apart and all(len(own.intersection(stars)) == need for own, need in counts):
                yield set(stars)


def needs(draw):
    """Rows, columns and rooms of a small board, with numbers of stars that some way to place stars has."""
    stars = [cell for cell in ((r, c) for r in range(SIDE) for c in range(SIDE)) if draw.random() < 0.4]
    stars = [cell for at, cell in enumerate(stars) if not any(touch(cell, other) for other in stars[:at])]
    room = {(r, c): draw.randrange(3) for r in range(SIDE) for c in range(SIDE)}
    free = [cell for cell in room if cell in stars or draw.random() < 0.7]
    sets = [(0, {c for c in free if c[0] == at}) for at in range(SIDE)]
    sets += [(1, {c for c in free if c[1] == at}) for at in range(SIDE)]
    sets += [(2, {c for c in free if room[c] == at}) for at in range(3)]
    return [(family, cells, len(cells.intersection(stars))) for family, cells in sets if cells.intersection(stars)]


def test_facts_hold_in_all_ways():
    """Each fact of an argument holds wherever the stars of its lines and rooms are; groups are as they say."""
    bits, draw, exact, loose = CellBits(SIDE), random.Random(1), 0, 0
    for _ in range(60):
        sets = needs(draw)
        counts = [StarNeed(key, family, bits.mask(cells), need) for key, (family, cells, need) in enumerate(sets)]
        every = set().union(*(cells for _, cells, _ in sets)) if sets else set()
        for argument in arguments(counts, bits, most=4):
            some, others = ([sets[key][1:] for key in keys] for keys in (argument.some, argument.others))
            outside = set().union(*(c for c, _ in some)) - set().union(*(c for c, _ in others))
            assert all(touch(*two) for group in argument.groups for two in combinations(group, 2))
            assert argument.facts.keys() <= every
            for stars in all_ways([*some, *others], every):
                assert all((cell in stars) == has for cell, has in argument.facts.items()), argument
                assert not argument.exact or all(len(stars.intersection(group)) == 1 for group in argument.groups)
            if argument.exact:
                assert set().union(*argument.groups) == outside
            exact, loose = exact + argument.exact, loose + (not argument.exact)
    assert exact > 100 and loose > 100


def all_ways(counts, every):
    """The ways to place stars of some sets of cells, each with one star more in another cell, too."""
    for stars in ways(counts):
        yield stars
        inside = set().union(*(cells for cells, _ in counts))
        yield from ({*stars, cell} for cell in every - inside if not any(touch(cell, star) for star in stars))


def places(text):
    """The cells of `rows 1 and 2, columns 3 to 5` and the like, several with `and`."""
    found = set()
    run = r"\d+(?:(?: to | and |, )\d+)*"
    for one, first, other, second in re.findall(rf"(row|column)s? ({run}), (row|column)s? ({run})", text):
        numbers = [spread(first), spread(second)]
        rows, cols = numbers if one == "row" else numbers[::-1]
        assert one != other
        found |= {(r - 1, c - 1) for r in rows for c in cols}
    return found


def spread(text):
    """The numbers of `1, 3 and 5 to 7`."""
    found = []
    for low, high in re.findall(r"(\d+)(?: to (\d+))?", text):
        found += range(int(low), int(high or low) + 1)
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", range(len(TWO_STARS)))
def test_groups_of_a_board(number):
    """A sentence names all free cells of its lines and rooms, in as many groups of touching cells as stars are left."""
    board, known, count = board_at(number), {}, 0
    for step in chain(board):
        found, start = GROUPS.search(step.text), START.search(step.text)
        if found and start:
            groups = [places(text) for text in found[2].split("; ")]
            some, others = together(board, start[1]), together(board, start[4] or "")
            free = set().union(*some) - set().union(*others) - known.keys()
            stars = [cell for cell, has in known.items() if has]
            need = [sum(board.givens["stars"] - len(own.intersection(stars)) for own in of) for of in (some, others)]
            assert (len(groups), need[0], need[1]) == (int(found[1]), int(start[2]), int(start[3] or 0)), step.text
            assert need[0] - need[1] == len(groups), step.text
            assert set().union(*groups) == free, step.text
            assert all(touch(*two) for group in groups for two in combinations(group, 2)), step.text
            inside = set().union(*others) - set().union(*some)
            none = {fact.places[0] for fact in step.facts if fact.negative} - inside
            assert all(any(all(touch(cell, own) for own in group) for group in groups) for cell in none), step.text
            count += 1
        known |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert count > (5 if number == 0 else 0)


def test_no_half_proofs():
    """No sentence proves one of several facts as an example."""
    for number in range(len(TWO_STARS)):
        texts = [step.text for step in chain(board_at(number))]
        assert not any("for example" in text for text in texts)


def test_a_room_of_one_cell_is_told():
    """The folded line of routine steps says that a room has one cell, and so its star."""
    board = csp2sat.loads("; Star Battle Puzzle\nsize 4 4\nstars 1\n0 1 1 1\n2 2 2 1\n2 3 3 1\n3 3 3 3\n").board
    assert cells_of(board, "the room at row 1, column 1") == {(0, 0)}
    assert "row 1, column 1 is a room of its own, with 1 star;" in next(lines(chain(board), False))
