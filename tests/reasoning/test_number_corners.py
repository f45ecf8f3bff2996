"""Numbers of a slitherlink with their corners: what steps say of them is true of all ways that are possible there."""

import re
from itertools import pairwise, product

import pytest
from support.chains import chain

import csp2sat
from csp2sat.puzzles.deductions.number_corners import CORNERS, SOME, USED, deduction
from csp2sat.puzzles.fact_forms import Deduced, Fact
from csp2sat.reasoning.trail_blocks import blocks

BOARDS = [
    "; Slitherlink\nsize 5 5\n3 - - 1 2\n- - - - 1\n2 1 - - -\n- 3 - 0 -\n- 2 2 1 -\n",
    "; Slitherlink\nsize 5 5\n2 - 1 2 -\n1 - - - 2\n2 3 - - 1\n- - - 3 -\n- 2 - - 3\n",
    "; Slitherlink\nsize 7 7\n3 - - 2 - 1 -\n- - - - - 1 1\n1 1 2 1 - - -\n- 2 3 - 0 - 3\n1 2 - - - 1 -\n"
    "- - - 0 - - -\n- 1 1 2 - - 3\n",
    "; Slitherlink\nsize 8 8\n- 1 - - - 3 - 3\n- 0 0 0 1 1 - -\n1 - - - - - - -\n- 2 - 2 3 2 2 -\n2 - - 2 - 1 2 2\n"
    "- 1 2 3 - - 2 -\n- 1 - 2 - - - -\n- 2 - - - 1 - -\n",
]
SUPPOSED = [
    "; Slitherlink\nsize 6 6\n- - 3 - - 3\n2 - - - 2 2\n1 - 1 - - 2\n- 2 2 1 3 2\n- - - - - 1\n- - - 1 - -\n",
    BOARDS[1],
]
AREA = re.compile("an even number of lines leaves|way would be left out of|has to leave and enter")
PLACE = r"row (\d+), column (\d+)"
LONGEST = {name: "|".join(sorted(table.values(), key=len)[::-1]) for name, table in (("some", SOME), ("used", USED))}
HERE = rf"(?:its|the) (\w+ \w+) corner(?: of the \d at {PLACE})?"
SAYS = re.compile(
    rf"(no other line can come to|a line comes to|two other lines meet at) {HERE}, so ({LONGEST['some']})"
)
REST = re.compile(r"exactly one side there and (no other side|both other sides)")
COUNTED = rf"the (\d)(?:, with ([^,]*),)?(?: at {PLACE})? has ({LONGEST['used']}) there"
HAS = re.compile(rf"{HERE}, so (?:(?:{LONGEST['some']}), and )?{COUNTED}(.*)")
GOES_ON = re.compile(rf"the \d(?: at {PLACE})? has ({LONGEST['used']}) at its (\w+ \w+) corner(.*?)(?:;|, since|\.)")
SIDES = ["top", "right", "bottom", "left"]
TOUCH = re.compile(rf"({LONGEST['used']}) of the \d at {PLACE}")
EACH = re.compile(rf"({LONGEST['used']}) of each, so ({LONGEST['used']}) of each")
COMING = {"no other line can come to": 0, "a line comes to": 1, "two other lines meet at": 2}
OF = {words: used for table in (SOME, USED) for used, words in table.items()}


def sides(cell):
    r, c = cell
    return [((r, c), (r, c + 1)), ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1)), ((r, c), (r + 1, c))]


class Near:
    """The edges near the numbers of a step, in all ways that these, their corners and the known facts allow."""

    def __init__(self, board, step):
        self.board, self.known = board, {fact.places: not fact.negative for fact in step.known}
        self.cells = [clue.place for clue in step.clues]
        self.edges = sorted({edge for cell in self.cells for edge in sides(cell)})
        joint = [clue.place for clue in step.clues if clue.text.endswith("corners")]
        self.corners = {end for cell in joint for edge in sides(cell) for end in edge}

    def others(self, corner):
        """The edges at a corner that are no sides of the numbers' cells."""
        ends = [(corner[0] + r, corner[1] + c) for r, c in ((0, 1), (0, -1), (1, 0), (-1, 0))]
        rows, cols = self.board.rows, self.board.cols
        edges = [(min(corner, end), max(corner, end)) for end in ends if 0 <= end[0] <= rows and 0 <= end[1] <= cols]
        return [edge for edge in edges if edge not in self.edges]

    def can_be(self, lines):
        for corner in self.corners:
            others = [self.known.get(edge) for edge in self.others(corner)]
            sure = sum(true for edge, true in lines.items() if corner in edge) + others.count(True)
            if not {0, 2} & set(range(sure, sure + others.count(None) + 1)):
                return False
        numbers = {cell: int(self.board.givens[cell[0]][cell[1]]) for cell in self.cells}
        return all(sum(lines[edge] for edge in sides(cell)) == count for cell, count in numbers.items())

    def ways(self):
        for values in product((False, True), repeat=len(self.edges)):
            lines = dict(zip(self.edges, values, strict=True))
            if all(self.known.get(edge, true) == true for edge, true in lines.items()) and self.can_be(lines):
                yield lines

    def used(self, cell, corner):
        return {sum(way[edge] for edge in sides(cell) if corner in edge) for way in self.ways()}


@pytest.mark.sample(2)
@pytest.mark.parametrize("text", BOARDS)
def test_what_numbers_and_their_corners_say_is_true(text):
    board, said = csp2sat.loads(text).board, 0
    for step in chain(board):
        near = Near(board, step)
        for coming, name, row, column, words in SAYS.findall(step.text):
            cell = (int(row) - 1, int(column) - 1) if row else near.cells[0]
            one, other = (set(sides(cell)[at]) for at in CORNERS[name])
            (corner,) = one & other
            assert sum(near.known.get(edge, False) for edge in near.others(corner)) == COMING[coming]
            assert near.used(cell, corner) <= set(OF[words]), step.text
            opened = sum(edge not in near.known for edge in near.others(corner))
            by_corner = {
                used for used in (0, 1, 2) for more in range(opened + 1) if used + COMING[coming] + more in (0, 2)
            }
            assert by_corner == set(OF[words]), f"the corner alone does not say so: {step.text}"
            said += 1
        for row, column, words, name, on in GOES_ON.findall(step.text):
            cell = (int(row) - 1, int(column) - 1) if row else near.cells[0]
            (corner,) = set.intersection(*(set(sides(cell)[at]) for at in CORNERS[name]))
            assert near.used(cell, corner) <= set(OF[words]), step.text
            comes = [near.known.get(edge, False) for edge in near.others(corner)]
            assert (", to which a line comes" in on) <= (sum(comes) == 1), step.text
            said += 1
        for name, *_, known, _, _, words, _ in HAS.findall(step.text) if len(near.cells) == 1 else ():
            one, other = (set(sides(near.cells[0])[at]) for at in CORNERS[name])
            assert near.used(near.cells[0], *(one & other)) == set(OF[words]), step.text
            own = [side for side, edge in zip(SIDES, sides(near.cells[0]), strict=True) if edge in near.known]
            assert {side for side in SIDES if side in known} == set(own), step.text
        for words, row, column in TOUCH.findall(step.text):
            cell = int(row) - 1, int(column) - 1
            (corner,) = set.intersection(*({end for edge in sides(each) for end in edge} for each in near.cells))
            assert near.used(cell, corner) <= set(OF[words]), step.text
            said += 1
        for words in EACH.findall(step.text):
            (corner,) = set.intersection(*({end for edge in sides(each) for end in edge} for each in near.cells))
            assert all(near.used(cell, corner) <= set(OF[some]) for cell in near.cells for some in words), step.text
            said += 1
        if "both outer sides of each are lines" in step.text:
            (corner,) = set.intersection(*({end for edge in sides(each) for end in edge} for each in near.cells))
            outer = {edge for cell in near.cells for edge in sides(cell) if corner not in edge}
            assert len(outer) == 4 and all(way[edge] for way in near.ways() for edge in outer), step.text
        for words in REST.findall(step.text):
            (cell,), count = near.cells, 1 + 2 * (words == "both other sides")
            assert int(board.givens[cell[0]][cell[1]]) == count, step.text
        if "in a corner of the board, no other line" in step.text:
            (r, c), rows, cols = near.cells[0], board.rows - 1, board.cols - 1
            assert r in (0, rows) and c in (0, cols), step.text
    assert said > 2


def test_a_number_and_its_corners_need_no_supposition():
    """Each step of one number with its corners says what lines at these corners allow."""
    for text in BOARDS:
        for step in chain(text):
            joint = [clue for clue in step.clues if clue.text.endswith("its corners")]
            if joint and step.weight == 1:
                assert " corner" in step.text and ": if " not in step.text and "else" not in step.text, step.text


def test_two_threes_that_touch_and_a_two_in_a_corner():
    texts = [step.text for text in BOARDS for step in chain(text)]
    assert any("exactly one side of each, and both outer sides of each are lines." in text for text in texts)
    two = "upper left corner, so both or neither of the cell's sides there are lines; the 2 has exactly one side at "
    assert any(two in text and text.endswith("and the loop goes on there.") for text in texts)


def test_a_clue_that_leads_to_what_is_known_is_not_cited():
    """The sides of a 0 are known: a 2 that touches the 0 at a corner cites these sides, not the 0."""
    steps = list(chain(BOARDS[0]))
    assert not any((3, 3) in [clue.place for clue in step.clues] for step in steps[1:])
    assert any((4, 2) in [clue.place for clue in step.clues] and len(step.known) > 1 for step in steps)


@pytest.mark.parametrize("rows", ["- 3 3 -\n- - - -", "- 3 - -\n- 3 - -"])
def test_two_threes_side_by_side(rows):
    """A 3 without the outer side has the side between, and two lines at the corners there, so the other lacks two."""
    board = csp2sat.loads(f"; Slitherlink\nsize 4 4\n- - - -\n{rows}\n- - - -\n").board
    step = next(iter(csp2sat.steps(board)))
    where = "side by side" if rows[4] == "3" else "one above the other"
    assert re.search(
        rf"by the number 3 .*, {where}: a 3 without the outer side would leave the other 3 only", step.text
    )
    near = Near(board, step)
    one, other = near.cells
    outer, between = set(sides(one)) - set(sides(other)), set(sides(one)) & set(sides(other))
    outer = {edge for edge in outer if not {end for side in between for end in side} & set(edge)}
    numbers, near.cells = near.cells, [one]  # so that the other number may have any lines
    ways = [way for way in near.ways() if not any(way[edge] for edge in outer)]
    assert ways and max(sum(way[edge] for edge in sides(other)) for way in ways) == 2
    near.cells = numbers
    for fact in step.facts:
        if fact.negative:
            near.known[fact.places] = True
            assert not list(near.ways()), "three lines would meet"
            del near.known[fact.places]
    assert {fact.negative for fact in step.facts} == {False, True}


@pytest.mark.parametrize("column, way", [(1, 1), (3, -1)])
def test_two_threes_on_a_diagonal_with_a_two_between(column, way):
    """Lines that leave out an outer side of a 3 leave the other 3 two sides: all lines around the cells are tried."""
    cells = [(n + 1, column + n * way) for n in range(3)]
    rows = [["-"] * 6 for _ in range(6)]
    for (r, c), sign in zip(cells, "323", strict=True):
        rows[r][c] = sign
    board = csp2sat.loads("; Slitherlink\nsize 6 6\n" + "".join(f"{' '.join(row)}\n" for row in rows)).board
    step = next(step for step in chain(board) if "a 3 without an outer side would have both sides at" in step.text)
    edges = [side for cell in cells for side in sides(cell)]
    corners = [
        {end for side in sides(a) for end in side} & {e for side in sides(b) for e in side} for a, b in pairwise(cells)
    ]
    outer = {fact.places for fact in step.facts if not fact.negative}
    assert len(outer) == 4 and all(edge in sides(cells[0]) + sides(cells[2]) for edge in outer)
    for true in product((False, True), repeat=12):
        lines = {edge for edge, is_line in zip(edges, true, strict=True) if is_line}
        counts = [len(lines & {*sides(cell)}) for cell in cells]
        if counts[:2] == [3, 2] and all(sum(at in edge for edge in lines) in (0, 2) for (at,) in corners):
            assert counts[2] < 3 or outer <= lines


def test_the_count_of_a_number_is_named_where_its_corner_alone_does_not_say_enough():
    """A line that comes to a corner may turn away: one side there is a line since the number needs it."""
    texts = [step.text for text in BOARDS for step in chain(text)]
    assert any(
        re.search(r"a line comes to its .*, so the 3 has exactly one side there and both other", t) for t in texts
    )


@pytest.mark.parametrize("row", ["- 1 3 -", "- 3 1 -", "3 - - -"])
def test_a_one_beside_a_three_at_the_edge(row):
    """Two lines meet where both touch the edge of the board, and the 1 can have only one of them."""
    board = csp2sat.loads(f"; Slitherlink\nsize 4 4\n{row}\n- - - -\n- - - -\n- - - -\n").board
    found = [step for step in csp2sat.steps(board, limit=3) if "the 1 has only one side" in step.text]
    assert len(found) == ("1" in row)
    for step in found:
        near = Near(board, step)
        assert len(step.text.split()) < 90 and not step.known
        for fact in step.facts:
            near.known = {fact.places: fact.negative}
            assert not list(near.ways())


def test_corners_that_contradict_each_other_say_nothing():
    """A 1 to which lines come at opposite corners: whatever follows is no word about its sides (KeyError)."""
    board = csp2sat.loads("; Slitherlink\nsize 5 5\n- - - - -\n- - - - -\n- - 1 - -\n- - - - -\n- - - - -\n").board
    ends = {((1, 2), (2, 2)): True, ((2, 1), (2, 2)): False, ((3, 3), (4, 3)): True, ((3, 3), (3, 4)): False}
    known = [Fact("edge", edge, "line", not is_line) for edge, is_line in ends.items()]
    new = [Fact("edge", ((2, 2), (2, 3)), "line")]
    assert deduction(board, Deduced([("number 1 and its corners", (2, 2))], new, known)) == ""


def test_lines_that_contradict_the_corners_of_a_number_have_no_words():
    """A supposition may draw a line to one corner of a 1, and gaps around the next, which asks for two sides of it."""
    board = csp2sat.loads("; Slitherlink\nsize 4 5\n- - - -\n- - - -\n- 1 - -\n- - - -\n- - - -\n").board
    lines = {((3, 2), (4, 2)): False}
    gaps = dict.fromkeys((((3, 1), (3, 2)), ((3, 2), (3, 3)), ((2, 2), (2, 3)), ((1, 2), (2, 2))), True)
    known = [Fact("edge", ends, "line", negative) for ends, negative in (lines | gaps).items()]
    new = [Fact("edge", ((2, 1), (2, 2)), "line", False)]
    assert deduction(board, Deduced([("number 1 and its corners", (2, 1))], new, known)) == ""


def test_lines_of_suppositions_name_the_place_of_a_number():
    """Two numbers of one supposition may be alike; what a line says of corners is about the number that it names."""
    named, plain = re.compile(rf"the \d at {PLACE}"), re.compile(r"the \d\b")
    lines = [line for text in SUPPOSED for step in chain(text) for line in blocks(csp2sat.loads(text).board, step)]
    said = [line.partition(": ")[2] for line in lines if re.search(r"the \d[ ,].* corner|corner.* the \d\b", line)]
    assert said and all(named.search(words) for words in said)
    assert all(plain.search(words).start() == named.search(words).start() for words in said), said


def test_a_corner_with_two_lines_needs_no_area():
    """A line is excluded at a corner that has its two lines, even where a cut of the loop excludes it, too."""
    for text in SUPPOSED:
        for step in chain(text):
            known = {fact.places for fact in step.cited if not fact.negative}
            for fact, trail in ((way.fact, way.trail) for way in step.own_ways):
                lines = known | ({fact.places} if fact.negative else set())
                for part in (part for part in trail if part.fact and not part.way):
                    full = [sum(end in line for line in lines) == 2 for end in part.fact.places]
                    assert not (part.fact.negative and any(full)) or not AREA.search(part.by), part
                    lines |= set() if part.fact.negative else {part.fact.places}
