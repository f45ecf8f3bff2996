"""Arguments that count stars of groups of touching cells: their facts hold, and their words are true on boards."""

import random
import re
from itertools import combinations, islice

import pytest
from support.chains import chain

import csp2sat
from csp2sat.cli.step_printing import lines
from csp2sat.reasoning.search.arguments.group_arguments import argument_of, arguments
from csp2sat.reasoning.search.arguments.touching import CellBits, StarNeed, StarNumber, star_number
from tests.reasoning.test_star_sentences import TWO_STARS, board_at, cells_of, together, touch

SIDE = 4
GROUPS = re.compile(
    r"(?:their|its|the other) free cells are (\d+) groups of cells that touch each other, each with room for one"
    r" \(([^)]+)\)"
)
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
    after = 0
    for _ in range(60):
        sets = needs(draw)
        counts = [StarNeed(key, family, bits.mask(cells), need) for key, (family, cells, need) in enumerate(sets)]
        every = set().union(*(cells for _, cells, _ in sets)) if sets else set()
        for argument in islice(arguments(counts, bits), 200):
            some, others, way = (
                [sets[key][1:] for key in keys] for keys in (argument.some, argument.others, argument.way)
            )
            after += bool(way)
            outside = set().union(*(c for c, _ in some)) - set().union(*(c for c, _ in others))
            assert all(touch(*two) for group in argument.groups for two in combinations(group, 2))
            assert argument.facts.keys() <= every
            for stars in all_ways([*some, *others, *way], every):
                assert all((cell in stars) == has for cell, has in argument.facts.items()), argument
                assert not argument.exact or all(len(stars.intersection(group)) == 1 for group in argument.groups)
            if argument.exact:
                in_groups = set().union(*argument.groups)
                assert in_groups == outside or (in_groups < outside and {*map(len, argument.groups)} == {1})
            exact, loose = exact + argument.exact, loose + (not argument.exact)
            assert argument.exact or argument_of([counts[key] for key in keys_of(argument)], bits, argument.facts)
    assert exact > 100 and loose > 100 and after > 10


def keys_of(argument):
    """The keys of all lines and rooms of an argument."""
    return {*argument.some, *argument.others, *argument.way}


def all_ways(counts, every):
    """The ways to place stars of some sets of cells, each with one star more in another cell, too."""
    for stars in ways(counts):
        yield stars
        inside = set().union(*(cells for cells, _ in counts))
        yield from ({*stars, cell} for cell in every - inside if not any(touch(cell, star) for star in stars))


ROOMS = (
    "0111223333\n0001422233\n0111444233\n0551114433\n5555444433\n"
    "5554464777\n5554464778\n5666468888\n9666666668\n9999999888"
)


def wanted(names, none=(), stars=()):
    """The bits of ROOMS with two stars in each line and room, and what the lines and rooms of names need."""
    rooms, bits = ROOMS.split("\n"), CellBits(10)
    cells = [(r, c) for r in range(10) for c in range(10)]
    known = dict.fromkeys(stars, True) | dict.fromkeys(none, False)
    found = []
    for key, name in enumerate(names.split()):
        kind, number = name[0], int(name[1:])
        family = "rcR".index(kind)
        own = [(r, c) for r, c in cells if number == (r + 1, c + 1, int(rooms[r][c]))[family]]
        found.append(StarNeed.of(key, StarNumber(2, family, name), own, known, bits))
    return bits, found


def test_whole_rooms_in_four_lines():
    """The stars of four rooms that are in four rows are all that these rows need: other rooms have none there."""
    bits, counts = wanted("r1 r2 r3 r4 r5 R0 R1 R2 R3", none=[(4, 8), (4, 9)])
    found = next(argument for argument in arguments(counts, bits) if argument.exact and argument.size == 8)
    assert found.facts == dict.fromkeys([(1, 4), (2, 4), (2, 5), (2, 6), (3, 1), (3, 2), (3, 6), (3, 7)], False)


def test_what_a_star_leaves_after_its_row_is_full():
    """A star in row 6 beside a known one fills the row, and then four rooms have too few places for their stars."""
    none = [(1, 4), (2, 6), *((r, c) for r in (4, 6) for c in (8, 9)), (5, 8), (5, 6), (6, 6), (2, 1), (8, 8), (0, 1)]
    bits, counts = wanted("r6 R0 R7 R8 R9 r10 c1", none=none, stars=[(5, 9)])
    found = argument_of(counts, bits, {(5, 0): False})
    assert found is not None and [*found.way] == [0] and not found.exact
    assert argument_of(counts[1:], bits, {(5, 0): False}) is None


@pytest.mark.parametrize(
    ("words", "number", "family"),
    [
        ("2 stars in row 3", 2, 0),
        ("number 3 at the top of column 4", 3, 1),
        ("1 star in the room at row 1, column 2", 1, 2),
    ],
)
def test_numbers_of_stars(words, number, family):
    """The number of stars of a line or room is read in one place; other clues have none."""
    assert star_number(words)[:2] == (number, family)
    assert star_number(f"not {words}") is None


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


@pytest.mark.parametrize("number", [0, *(pytest.param(at, marks=pytest.mark.long) for at in range(1, len(TWO_STARS)))])
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
        assert "for example" not in step.text, "a proof of one of several facts"
    assert count > (5 if number == 0 else 0)


def test_a_room_of_one_cell_is_told():
    """The folded line of routine steps says that a room has one cell, and so its star."""
    board = csp2sat.loads("; Star Battle Puzzle\nsize 4 4\nstars 1\n0 1 1 1\n2 2 2 1\n2 3 3 1\n3 3 3 3\n").board
    assert cells_of(board, "the room at row 1, column 1") == {(0, 0)}
    assert "row 1, column 1 is a room of its own, with 1 star;" in next(lines(chain(board), False))


def test_three_cells_in_a_line_with_two_stars():
    """Two stars in three cells of a line are at both ends, which a person sees before the cells fall into groups."""
    bits = CellBits(SIDE)
    for cells in ([(0, 2), (1, 2), (2, 2)], [(3, 0), (3, 1), (3, 2)]):
        found = next(arguments([StarNeed(0, 2, bits.mask(cells), 2)], bits))
        assert [cell for cell, star in found.facts.items() if star] == [cells[0], cells[2]]
        assert found.groups == ((cells[0],), (cells[2],))
    square = bits.mask([(0, 0), (0, 1), (2, 0), (2, 1)])
    assert not bits.only(square, 2) and not bits.only(bits.mask([(0, 0)]), 1)


def test_cells_that_are_crossed_out_are_in_no_group():
    """A sentence about what a star would leave names free cells alone."""
    known, judged = set(), 0
    for step in chain(board_at(0)):
        for words in re.findall(r" there would leave only (.+?) for the", step.text):
            cells = {cell for text in re.findall(r"[^();]+", words) for cell in places(text)}
            assert cells and not cells & known, step.text
            judged += 1
        known |= {fact.places[0] for fact in step.facts if fact.negative}
    assert judged
