"""Steps about tetrominoes in rooms, read by a person who knows the board and what the lines say, and nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations

import pytest
from support.chains import chain
from support.named_places import cells_of

import csp2sat
from csp2sat.puzzles.fact_forms import Fitting
from csp2sat.puzzles.kit.rooms import rooms
from csp2sat.reasoning.search.derivations import Derived, ended
from csp2sat.reasoning.trail_blocks import blocks
from csp2sat.reasoning.wording.rooms.fitting_ways import fitting_there, fitting_words

SAYS = re.compile(r"((?:(?:row|column)s? [\d, and;to]+|[,;] |and )+) (?:is|are) (not )?shaded")
SHAPE = re.compile(r"the room at row (\d+), column (\d+) has (?:an?|(no)) (\w)")
FITS = re.compile(r"only (.*) (?:would fit|fits?) (?:into the room at row (\d+), column (\d+)|there)")
WAY = re.compile(r"the (\w) ((?:row|column)[^;]*?)(?=; |$)")
NAMED = re.compile(r"the \w ((?:row|column)[^;]*?)(?=; | (?:would )?fits?\b)")
EQUAL = re.compile(r"two equal shapes \((\w)\) would be side by side, at (.*) and (row .*)")
IN_ROOM = re.compile(r"(?:four shaded cells in|no shape fits into) the room at row (\d+), column (\d+)")
PLACE = r"row \d+, column \d+"
PAST = (
    re.compile(
        rf"(?:no way is left|the only way left) between (?P<one>{PLACE}) and (?P<other>{PLACE}) past (?P<wall>.*)"
    ),
    re.compile(rf"the (?:chain|ring) (?P<wall>.*?) \(.*?(?:would part|parts) (?P<one>{PLACE}) from (?P<other>{PLACE})"),
)
BOARDS = (
    "; LITS Puzzle\nsize 6 6\n0 0 0 0 0 0\n1 2 2 0 3 3\n1 1 2 0 0 3\n1 2 2 0 3 3\n4 4 2 2 2 3\n4 4 4 3 3 3\n",
    "; LITS Puzzle\nsize 6 6\n0 0 0 0 0 0\n0 1 1 0 2 0\n0 1 0 0 2 0\n1 1 0 0 2 2\n1 3 3 3 2 2\n1 1 1 3 3 3\n",
    "; LITS Puzzle\nsize 7 7\n0 0 0 0 0 1 1\n2 2 2 2 0 3 1\n2 4 4 4 4 3 1\n2 2 2 4 4 3 3\n2 5 5 5 3 3 6\n"
    "5 5 5 3 3 3 6\n5 5 5 6 6 6 6\n",
)
SHAPES = (
    "; LITS Puzzle\nsize 9 9\n0 0 1 1 1 1 2 2 2\n0 0 1 1 3 2 2 2 4\n0 5 5 1 3 3 6 4 4\n7 7 5 5 5 3 6 4 4\n"
    "7 7 3 3 3 3 6 6 6\n8 7 9 9 3 10 11 11 6\n8 8 9 9 9 10 10 11 6\n8 12 12 9 9 10 10 11 6\n8 8 12 12 12 11 11 11 6\n"
)
PASSED = (
    "; LITS Puzzle\nsize 7 6\n"
    + "0 0 0 0 0 1 1\n0 2 2 2 0 0 1\n3 3 2 2 2 4 1\n5 3 3 6 4 4 1\n5 3 5 6 6 4 1\n5 5 5 6 6 4 1\n"
)
LEFT = re.compile(r"way left to place .* the room at row (\d+), column (\d+), .* \((the .*)\), since (.*)\.")
AROUND = ((0, 1), (1, 0), (0, -1), (-1, 0))


def near(cell, cells):
    return [(cell[0] + i, cell[1] + j) for i, j in AROUND if (cell[0] + i, cell[1] + j) in cells]


def letter(cells):
    """The letter of four cells: by the neighbours of each, and whether three are in a row; '' for cells apart."""
    degrees = sorted(len(near(cell, cells)) for cell in cells)
    longest = max(sum(cell[axis] == at[axis] for cell in cells) for axis in (0, 1) for at in cells)
    if degrees == [1, 1, 1, 3]:
        return "T"
    if degrees == [1, 1, 2, 2]:
        return {4: "I", 3: "L", 2: "S"}[longest]
    return ""  # the square, too, which is no tetromino here


def said_of(text):
    """Which cells a text says are shaded, and which are not."""
    return {cell: not no for some, no in SAYS.findall(text) for cell in cells_of(some)}


class Reader:
    """What a person knows who reads a step: which cells are shaded, and the shapes that rooms have or have not."""

    def __init__(self, board):
        self.rooms = {cells[0]: cells for cells in rooms(board)}
        self.shaded, self.has, self.lacks = {}, {}, set()

    def room_of(self, cell):
        return next(first for first, cells in self.rooms.items() if cell in cells)

    def learn(self, text):
        """Note what a text says; return its cells, and its shapes."""
        cells = said_of(text)
        shapes = [((int(row) - 1, int(column) - 1), not no, which) for row, column, no, which in SHAPE.findall(text)]
        self.shaded |= cells
        self.has |= {first: which for first, has, which in shapes if has}
        self.lacks |= {(first, which) for first, has, which in shapes if not has}
        return cells, shapes

    def area(self, start, shut):
        """The cells to which ways lead from a cell, past others."""
        every, found = {cell for cells in self.rooms.values() for cell in cells} - shut, [start]
        for at in found:
            found += [each for each in near(at, every) if each not in found]
        return found

    def ways(self, first, barred):
        """The tetrominoes that fit into a room by its cells; barred: even of shapes that the room lacks."""
        for some in map(frozenset, combinations(self.rooms[first], 4)):
            fits = all(self.shaded.get(cell, cell in some) == (cell in some) for cell in self.rooms[first])
            if fits and (which := letter(some)) and (barred or (first, which) not in self.lacks):
                yield which, some

    def is_wrong(self, line):
        """Whether a line does not follow from what is known; what it says is known then."""
        so = line.partition(": ")[0]
        before, shapes = dict(self.shaded), dict(self.has)
        if past := PAST[0].search(line) or PAST[1].search(line):
            new = self.learn(so)[0]
            wall, ends = cells_of(past["wall"]) - new.keys(), [cells_of(past[end]).pop() for end in ("one", "other")]
            shut = wall.union(cell for cell, shaded in new.items() if shaded)
            return any(before.get(cell, True) for cell in wall) or ends[1] in self.area(ends[0], shut)
        if equal := EQUAL.search(line):
            cells, said = self.learn(so)
            before |= {cell: not has for cell, has in cells.items()}  # if these were otherwise
            shapes |= {first: which for first, has, which in said if not has}
            ends = [cells_of(each).pop() for each in equal.groups()[1:]]
            return not all(before.get(end) and shapes.get(self.room_of(end)) == equal[1] for end in ends)
        fits, room = FITS.search(line), IN_ROOM.search(line)
        if not fits and not room:
            cells, _ = self.learn(so)
            return "no 2 x 2 block" in line and not all(is_beside_three(cell, before) for cell in cells)
        row, column = room.groups() if room else fits.groups()[1:] if fits[2] else SHAPE.search(so).groups()[:2]
        first = int(row) - 1, int(column) - 1
        every, left = {*self.ways(first, True)}, {*self.ways(first, False)}
        cells, said = self.learn(so)
        named = {(which, frozenset(cells_of(some))) for which, some in WAY.findall(fits[1] if fits else "")}
        return (
            (so == "a contradiction" and bool(left))
            or ("no shape" in line and bool(every))
            or bool(named and named != (left or every))
            or any((cell in some) != has for _, some in left for cell, has in cells.items())
            or any((which == shape) != has for which, _ in left for _, has, shape in said)
        )


def is_beside_three(cell, shaded):
    """Whether a cell is the last one of a block of 2 x 2 cells of which three are shaded."""
    r, c = cell
    squares = ([(r + i, c + j), (r, c + j), (r + i, c)] for i in (-1, 1) for j in (-1, 1))
    return any(all(shaded.get(each) for each in square) for square in squares)


def wrong_lines(board, step, known) -> Iterator[str]:
    """The lines of a step that do not follow from what it says above, or that name a shape which does not fit by what
    is known before the step.
    """
    for words in blocks(board, step):
        for some in NAMED.findall(words.replace("; and the", "; the")):
            cells = cells_of(some)
            if len(cells) == 4 and not all(known.get(cell, True) for cell in cells):
                yield words
    reader, refuted = Reader(board), dict[tuple[int, int], bool]()
    for line in blocks(board, step):
        words = line.strip().removesuffix(".").removeprefix("- ")
        if "uppose that " in words:
            now, _, supposed = words.partition("uppose that ")
            reader = Reader(board)
            reader.learn(step.head.partition("Known before: ")[2])
            if not said_of(now).items() <= refuted.items():
                yield line
            reader.learn(now.replace("Now that ", ""))
            reader.learn(supposed)
            refuted |= {cell: not shaded for cell, shaded in said_of(supposed).items()}
        elif not words.startswith("Then ") and reader.is_wrong(words):
            yield line


@pytest.mark.parametrize("text", BOARDS, ids=["few rooms", "large rooms", "a room around a corner"])
def test_lines_say_which_shapes_fit_and_what_bars_them(text):
    """A reader who tries all tetrominoes finds those that a line names, and for each other one the line that bars its
    shape; a second supposition says which fact of the first one it uses.
    """
    board = csp2sat.loads(text).board
    steps = [step for step in chain(board) if step.head]
    known, wrong = dict[tuple[int, int], bool](), dict[int, list[str]]()
    for step in chain(board):
        if lines := [*wrong_lines(board, step, known)]:
            wrong[step.number] = lines
        known |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert wrong == {}
    said = "\n".join(line for step in steps for line in blocks(board, step))
    assert "two equal shapes (" in said and "Now that " in said
    assert text != BOARDS[2] or " the chain row " in said
    assert "other shapes" not in said


ONLY = re.compile(
    r"(every|no|the only) way (left )?to place the four shaded cells in the room at row \d+, column \d+, "
    r"connected and not a 2 x 2 block, has ([^(]*?)(?: \((.*?)\))?(?:, since .*)?\.$"
)


def test_a_room_says_with_a_2_x_2_block_left_out_which_cells_its_tetrominoes_have():
    """A reader tries all four cells of the room by the facts in the sentence, and finds the ways in brackets."""
    told = set().union(*(_told(text) for text in (*BOARDS, SHAPES)))
    assert told == {"every", "no", "the only", "mixed"}


def _told(text):
    """Check the sentences of a board about all tetrominoes of a room; return which kinds of sentences there are."""
    board, told = csp2sat.loads(text).board, set[str]()
    for step in chain(board):
        if (said := ONLY.search(step.text)) is None or step.trail:
            continue
        reader, (row, column) = Reader(board), IN_ROOM.search(step.text).groups()
        reader.learn(step.text.partition(", since ")[2])
        assert bool(reader.shaded) == bool(said[2]), step.text
        ways = [some for _, some in reader.ways((int(row) - 1, int(column) - 1), True)]
        new = said_of(step.text[:1].lower() + step.text[1:].partition(": ")[0])
        assert ways and new and all((cell in some) == has for some in ways for cell, has in new.items()), step.text
        if is_mixed := len({*new.values()}) > 1:
            former, latter = ("all", "none") if next(iter(new.values())) else ("none", "all")
            assert said[3] == f"{former} of the former and {latter} of the latter", step.text
        named = [{*cells_of(each)} for each in re.split("; ", said[4] or "")]
        assert len(ways) > 3 if named == [set()] else sorted(map(sorted, named)) == sorted(map(sorted, ways)), step.text
        assert (said[1] == "the only") == (len(ways) == 1 and True in new.values()), step.text
        told.add("mixed" if is_mixed else said[1])
    return told


def test_no_shape_is_named_that_a_known_fact_excludes():
    """In the room at row 6, column 3 three shapes fit by the cells that the reason needs, one by all that is known."""
    (step,) = [step for step in chain(SHAPES) if step.text.startswith("Row 8, column 7 is shaded")]
    line = next(line for line in blocks(chain(SHAPES).board, step) if "the room at row 6, column 3 has" in line)
    assert line.endswith("a T: only the T row 6, column 4, and row 7, columns 3 to 5 fits there")
    assert "row 7, column 3 is shaded (step 30); " in step.head


def test_the_ways_to_shade_cells_of_a_room_in_words():
    one, other = (
        Fitting("I", ((0, 0), (0, 1), (0, 2), (0, 3)), False),
        Fitting("L", ((0, 0), (0, 1), (0, 2), (1, 2)), True),
    )
    first, row = "the I row 1, columns 1 to 4", "the L row 1, columns 1 to 3, and row 2, column 3"
    room = "into the room at row 1, column 1"
    assert fitting_words((0, 0), []) == f"no shape fits {room}"
    assert fitting_words((0, 0), [one, other]) == f"only {first} fits {room}"
    assert fitting_words((0, 0), [other]) == f"only {row} would fit {room}"
    assert fitting_words((0, 0), [one] * 4) == ""
    assert fitting_words((0, 0), [other] * 4) == f"only L would fit {room}"
    by = fitting_words((0, 0), [one])
    assert fitting_there("the room at row 1, column 1 has an I", by) == f"only {first} fits there"
    assert fitting_there("row 1, column 1 is shaded", by) == by


def test_a_way_ends_with_the_first_opposite_of_a_conclusion():
    """And has no conclusion that this does not need."""
    way = [Derived(2, 0, [1]), Derived(3, 1, [1]), Derived(4, 2, [2]), Derived(-2, 3, [4]), Derived(0, 4, [-2, 3])]
    assert ended(way) == [way[0], way[2], Derived(0, 3, [4, 2])]
    assert ended(way[:3]) == way[:3]


def test_ways_that_a_step_names_are_those_that_all_known_facts_leave():
    """No known fact excludes one of them, and the facts of the sentence exclude all others."""
    board = csp2sat.loads(PASSED).board
    reader, count = Reader(board), 0
    for step in chain(PASSED):
        if found := LEFT.search(step.text):
            cited, first = Reader(board), (int(found[1]) - 1, int(found[2]) - 1)
            cited.learn(found[4])
            named = {frozenset(cells_of(way)) for _, way in WAY.findall(found[3])}
            assert named == {cells for _, cells in reader.ways(first, True)} == {c for _, c in cited.ways(first, True)}
            count += 1
        reader.shaded |= {fact.places[0]: not fact.negative for fact in step.facts}
    assert count > 1


def test_what_a_room_needs_comes_before_what_that_is_against():
    """No room lacks a shape that alone fits there: it has the shape, and two equal shapes would be side by side."""
    rows = "001222 001222 011332 043333 044443 000333".replace("", " ").replace("   ", "\n").strip()
    steps = [*chain(f"; LITS Puzzle\nsize 6 6\n{rows}\n")]
    trails = [step.trail for step in steps if step.trail and any(part.words for part in step.trail)]
    ends = [trail[-1].fails for trail in trails]
    assert sum(end.startswith("two equal shapes") for end in ends) >= 4
    assert not any("would fit" in end for end in ends)
    for trail in trails:
        if trail[-1].fails.startswith("two equal shapes"):
            assert trail[-2].words in trail[-1].rests and trail[-2].words not in trail[-2].rests
