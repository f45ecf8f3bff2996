"""What sentences say of numbers that cannot reach a cell is true: a search of its own finds no way as they say."""

import re
from itertools import pairwise

import pytest
from support.chains import chain
from support.named_places import cells_of
from test_island_sentences import BOARD, CORNER, FULL, PLACE, RIM, Isles, beside, cell

import csp2sat
from csp2sat.reasoning.step import FactWay

SEVEN = """\
; Nurikabe Puzzle
size 7 7
- - - - - 3 -
- - - - - - -
- - 6 - - - -
- - - 1 - - -
- - - - - - -
- - 3 - - 2 -
- - - - - - -
"""
LONG = """\
; Nurikabe Puzzle
size 7 7
1 - - - - - -
- - - - - - -
- - 1 - 1 - 7
- - - - - - -
3 - 1 - 1 - -
- - - - - - 2
- 1 - - 2 - -
"""
INLET = "; Nurikabe Puzzle\nsize 10 10\n" + (
    "1 - - - - - 4 - - -\n- - - - - - - - - -\n- - 1 - - - - 7 - -\n- 3 - - - - - - - -\n- - - - 6 - - - - -\n"
    "- - - - - - - - - -\n- - - - 1 - - - - -\n- - - - - - - - - -\n- - 17 - - - - - - -\n3 - - - - - - - - 2\n"
)
SUPPOSED = """\
; Nurikabe Puzzle
size 7 7
1 - - - - - -
- - - - - - -
5 - - - - - -
- - - - - - -
- - - - - - -
- - - - - - -
? - - - 3 - 2
"""
REACH = "; Nurikabe Puzzle\nsize 7 7\n" + (
    "- 1 - - 2 - -\n- - 1 - - - -\n- - - - - - 1\n- 2 - - 4 - -\n- - - - - 2 -\n- - - - - - -\n- - - 4 - - 1\n"
)
ANY = 999  # the size of an island with a question mark
NUMBER = rf"the (?P<size>\d+|\?) at {PLACE}"
LOST = re.compile(
    r"no (?:number|island) (?:(?:reaches|can hold) (?:it|them)|"
    rf"(?:would reach|reaches|can hold|could hold) {PLACE})(?: (past the walls)|(?: \((.*?)\))?(?=,|$|\.))"
)
SHUT = re.compile(rf"{NUMBER} is shut off (?P<fence>by .*)")
BY = re.compile(
    rf"by (?:a wall at|walls at|the island of the (?:\d+|\?) at {PLACE} with|the (?:\d+|\?) at) (.*?)"
    r"(?=,(?: and)? by |$)"
)
AROUND = re.compile(rf"{NUMBER} would need at least (?P<need>\d+) cells around (?P<round>.*)")
ONLY = re.compile(rf"{NUMBER} could come(?: with at most (?P<most>\d+) cells)? only by way of (?P<cells>.*)")
EACH = re.compile(
    rf"each way to {NUMBER}(?: (?:with|that has) at most (?P<most>\d+) cells)?"
    r"(?P<and>(?: that| and) touches no other island)?"
    r"(?: leads through (?P<it>it|these cells)| would(?P<does>.*))"
)
ONE = r"the (?:\d+|\?) at row \d+, column \d+"
SEVERAL = re.compile(rf"each way to ({ONE}(?:(?:, | or ){ONE})+)(.*)")
PART = re.compile(rf"part (?:walls|{PLACE} from {PLACE})")
EDGE = re.compile(rf"corners, from {PLACE} to {PLACE} at the edge")
CHAIN = re.compile(r"corners, from edge to edge: (.*?)(?:;|$)")
EVEN = re.compile(rf"the (\d+) at {PLACE} would need at least (\d+) cells")
CROWD = re.compile(rf"the island of the (\d+) at {PLACE} has to reach {PLACE}, and would have at least (\d+) cells")
ALONE = re.compile(r"too(?:, .*? among them)?, and no other island can hold (?:it|them)(?: \((.*?)\))?(?=,|$|\.)")
LARGE = re.compile(rf"the island of the (\d+) at {PLACE} (?:would have|has) (more than )?(\d+) cells$")
CELLS = re.compile(r"row (\d+), columns? (\d+)(?: (?:and|or) (\d+))?|column (\d+), rows? (\d+) (?:and|or) (\d+)")


def named(text):
    """The cells of a short list in words."""
    found = set()
    for row, column, other, down, one, two in CELLS.findall(text):
        pairs = [(row, column), (row, other)] if row else [(one, down), (two, down)]
        found |= {cell(*pair) for pair in pairs if pair[1]}
    return found


def steps_from(isles, start, shut):
    """How far the cells are from an area, by ways outside of some cells."""
    found = dict.fromkeys(start, 0)
    for at in (todo := list(found)):
        for near in (beside(*at) & isles.cells) - shut - found.keys():
            found[near] = found[at] + 1
            todo.append(near)
    return found


def shortest(isles, at, end, shut):
    """How many cells the island of a number has that reaches a cell, at least; 999 if no way is outside of `shut`."""
    own, goal = isles.area(at, isles.land), isles.area(end, isles.land)
    far = steps_from(isles, own, shut - goal)
    return len(own) + len(goal) + min((far[each] for each in goal if each in far), default=999) - 1


def others(isles, at):
    """The cells of the islands of other numbers."""
    return set().union(*(isles.area(other, isles.land) for other in isles.numbers if other != at))


def rim(isles):
    """The cells at the edge of the board, in the order of a walk around it."""
    rows, cols = (max(each) for each in zip(*isles.cells, strict=True))
    top, right = [(0, c) for c in range(cols)], [(r, cols) for r in range(rows)]
    return [*top, *right, *((rows, c) for c in range(cols, 0, -1)), *((r, 0) for r in range(rows, 0, -1))]


def chained(isles, cells):
    """The cells at the edge that islands join to some cells, by sides and corners."""
    found = list(cells)
    for r, c in found:
        near = {(r + k, c + m) for k in (-1, 0, 1) for m in (-1, 0, 1)} & isles.land
        found += sorted(near.difference(found))
    return {*found} & {*rim(isles)}


def parting(isles, end, walls):
    """The cells from which a way to a cell of an island parts two walls, or any two if none are told."""
    own, around = chained(isles, isles.area(end, isles.land)), rim(isles)
    place = {at: number for number, at in enumerate(around)}
    known = [place[at] for at in walls or isles.walls if at in place]
    found = set()
    for at in isles.cells - isles.walls:
        for one in own:
            for two in chained(isles, [at]) - {one} if own else ():
                low, high = sorted((place[one], place[two]))
                if len({low < wall < high for wall in known if wall not in (low, high)}) == 2:
                    found.add(at)
    return found


def apart(part):
    """What is said of several numbers at once, said of each."""
    if found := SEVERAL.match(part):
        return [f"each way to {number}{found[2]}" for number in re.findall(ONE, found[1])]
    return [part]


class Reader:
    """A reader of one sentence, who knows the numbers of the board and what the sentence cites."""

    def __init__(self, text, facts, board, states, known=False, exact=True):
        """text: the sentence.  facts: what follows, none for a contradiction.  states: the walls and islands before.
        known: whether these are all known ones, not those that the sentence cites.  exact: whether a number of cells
        that is far away is the exact one.
        """
        self.text, self.known, self.exact = text, known, exact and not known
        self.numbers = {at: size if size > 0 else ANY for at, size in board.filled().items()}
        self.said = LOST.search(text)
        self.crowd, self.large = None if known else CROWD.search(text), known and LARGE.search(text)
        self.ways = []
        for fact in facts or [None]:
            isles = Isles(board.filled(), board)
            isles.walls, isles.land = isles.walls | states[0], isles.land | states[1]
            new = fact.places[0] if fact else None
            end = cell(*self.said.groups()[:2]) if self.said and self.said[1] else new
            is_wall = bool(self.said and self.said[1] and fact and fact.negative)
            (isles.walls if is_wall else isles.land).update({new} - {None})
            self.ways.append((isles, end, new))

    def near(self, part, told):
        """Check what stops a number; return its cell, None if the words are about others."""
        for form in (SHUT, AROUND, ONLY, EACH):
            if found := form.match(part):
                at = cell(*found.groups()[1:3])
                assert self.numbers[at] == (ANY if found["size"] == "?" else int(found["size"])), self.text
                told[form.pattern[:9]] = told.get(form.pattern[:9], 0) + 1
                for way in self.ways:
                    self.stopped(found, at, *way, told)
                return at
        return None

    def stopped(self, found, at, isles, end, new, told):
        said, island, most = found.groupdict(), others(isles, at), self.numbers[at]
        shut = isles.walls | island
        is_joined = at in isles.area(end, isles.land)
        if said.get("fence"):
            self.fence(said["fence"], at, isles, end, new)
            return
        limit = int(said["most"]) if said.get("most") else 998
        assert limit in (most, 998), self.text
        if said.get("round"):
            shut = isles.walls if "walls" in said["round"] else set()
            shut = shut | (island if "islands" in said["round"] else set())
            need = shortest(isles, at, end, shut)
            assert int(said["need"]) <= shortest(isles, at, end, isles.walls | island) and need > most, self.text
            return
        does, touch = said.get("does") or "", {u for each in island for u in beside(*each)} - isles.land
        if said.get("and") or "touch another island" in does:
            shut = shut | touch
        words = said.get("cells") or does
        if self.known and is_joined:  # by a way that the words are about
            assert PART.search(words), self.text
            return
        assert not self.known or not words or shortest(isles, at, end, isles.walls | island) <= limit, self.text
        if part := PART.search(words):
            pair = {cell(*part.groups()[:2]), cell(*part.groups()[2:])} if part[1] else set()
            assert not pair or pair <= isles.walls, self.text
            parts = parting(isles, end, pair)
            if edge := EDGE.search(words):
                one, two = cell(*edge.groups()[:2]), cell(*edge.groups()[2:])
                around = rim(isles)
                low, high = sorted((around.index(one), around.index(two)))
                assert len({low < around.index(wall) < high for wall in pair}) == 2 and not pair & {one, two}, self.text
                assert one in chained(isles, isles.area(end, isles.land)), self.text
                parts = {at for at in parts if two in chained(isles, [at])}
                told["edge"] = told.get("edge", 0) + 1
            if way := CHAIN.search(words):
                cells = [cell(*place) for place in re.findall(PLACE, way[1])]
                around, new = rim(isles), {*cells} - isles.land
                assert all(max(abs(a - c), abs(b - d)) == 1 for (a, b), (c, d) in pairwise(cells)), self.text
                low, high = sorted(map(around.index, (cells[0], cells[-1])))
                assert len({low < around.index(wall) < high for wall in pair}) == 2 and not pair & {*cells}, self.text
                assert new and new <= parts, self.text
                told["chain"] = told.get("chain", 0) + 1
            shut = shut | parts
        if said.get("cells"):
            cells = named(said["cells"].partition(", which would")[0] if part else self.blocks(said["cells"]))
            assert cells and cells <= (parts if part else touch), self.text
            assert not self.known or cells.isdisjoint(isles.walls | isles.land), self.text
            shut = isles.walls | island | cells
        if said.get("it"):
            assert not part and new in isles.walls, self.text
            assert shortest(isles, at, end, shut - {new}) <= limit, self.text  # there is a way through it
        assert shortest(isles, at, end, shut) > limit, self.text

    def fence(self, words, at, isles, end, new):
        """The named walls, and the named cells of other islands, are these, and are all in the way; one wall of several
        is the one that is supposed.
        """
        several = "by one of these cells" in words
        assert several <= (len(self.ways) > 1 and new in isles.walls), self.text
        cells = {new} if several else set()
        for found in BY.finditer(words):
            some = cells_of(found[3])
            own = isles.area(cell(*found.groups()[:2]), isles.land) if found[1] else some & isles.numbers.keys()
            assert some and some <= (isles.walls if "wall" in found[0] else own), self.text
            cells |= some
        assert shortest(isles, at, end, cells) >= 999, self.text
        assert several or all(shortest(isles, at, end, cells - {each}) < 999 for each in cells), self.text

    def blocks(self, text):
        return " ".join(each.split(", which ")[0] for each in re.split(r", or (?=row|column)", text))

    def check(self, told):
        if self.said and self.said[3]:
            told["shut"] = told.get("shut", 0) + 1
            for isles, end, _ in self.ways:
                assert self.numbers.keys().isdisjoint(steps_from(isles, [end], isles.walls)), self.text
        elif self.said and self.said[4] is not None:
            self.in_brackets(self.said[4], self.ways, self.numbers.keys(), told)
        elif self.said:
            assert all(self.direct(isles, end, at) == 999 for isles, end, _ in self.ways for at in self.numbers)
        if self.large:
            size, r, c, more, count = self.large.groups()
            areas = [isles.area(cell(r, c), isles.land) for isles, _, _ in self.ways]
            assert all(len(area) > int(size) and (more or len(area) == int(count)) for area in areas), self.text
            told["large"] = told.get("large", 0) + 1
        if self.crowd:
            told["crowd"] = told.get("crowd", 0) + 1
            size, r, c, s, d, count = map(int, self.crowd.groups())
            needs = [self.joined(isles, (r - 1, c - 1), (s - 1, d - 1), new) for isles, _, new in self.ways]
            assert min(needs) == count > size, self.text
            others = self.numbers.keys() - {(r - 1, c - 1)}
            apart_from = [way for way in self.ways if (r - 1, c - 1) not in way[0].area(way[2], way[0].land)]
            alone = ALONE.search(self.text)
            assert bool(alone) == bool(apart_from), self.text
            if alone and alone[1]:
                told["alone"] = told.get("alone", 0) + 1
                self.in_brackets(alone[1], apart_from, others, told)
            for isles, _, new in self.ways:
                isles.land.discard(new)  # the island has to reach that cell without what is supposed
                assert all(self.within(isles, at, (s - 1, d - 1)) > self.numbers[at] for at in others), self.text

    def in_brackets(self, words, ways, numbers, told):
        """Check why the islands of some numbers cannot have the cells of some ways."""
        all_ways, self.ways = self.ways, ways
        parts = [each for part in words.split("; ") for each in apart(part)]
        near = {part: self.near(part, told) for part in parts}
        far = {cell(r, c): int(n) for part, at in near.items() if not at for _, r, c, n in EVEN.findall(part)}
        for at, count in far.items():
            direct = min(self.direct(*way[:2], at) for way in ways)
            assert self.numbers[at] < count <= direct and (not self.exact or count == direct), self.text
        for at in numbers - far.keys() - {*near.values()}:
            is_far = "too far" in words and all(self.direct(*way[:2], at) > self.numbers[at] for way in ways)
            shut = "shut off by walls or islands" in words
            told["shut off"] = told.get("shut off", 0) + shut
            fences = [shortest(isles, at, end, isles.walls | others(isles, at)) for isles, end, _ in ways if shut]
            assert is_far or (shut and min(fences) >= 999), self.text
        self.ways = all_ways

    def direct(self, isles, end, at):
        """How many cells the island of a number has that joins two areas by the shortest way, whatever is between."""
        return shortest(isles, at, end, set())

    def within(self, isles, at, end):
        island = others(isles, at)
        return shortest(isles, at, end, isles.walls | island | ({u for e in island for u in beside(*e)} - isles.land))

    def joined(self, isles, at, *ends):
        """How many cells an island has that joins the areas of a number and of two cells, at least."""
        shut = isles.walls | (island := others(isles, at)) | ({u for e in island for u in beside(*e)} - isles.land)
        areas = [isles.area(each, isles.land) for each in (at, *ends)]
        own = set().union(*areas)
        ways = [self.added(isles, each, own, shut) for each in areas]
        return len(own) + min(sum(w.get(u, 999) for w in ways) + (u not in own) for u in isles.cells - shut)

    def added(self, isles, start, free, shut):
        """How many cells that are not free are between an area and each cell, at least."""
        found = dict.fromkeys(start, 0)
        again = True
        while again:
            again = False
            for at in list(found):
                for near in (beside(*at) & isles.cells) - shut:
                    count = found[at] + (at not in free)
                    if count < found.get(near, 999):
                        found[near], again = count, True
        return found


def added(states, facts):
    """The walls and islands with those of some facts."""
    walls, land = ({fact.places[0] for fact in facts if fact.negative is kind} for kind in (False, True))
    return states[0] | walls, states[1] | land


def check_trail(board, trail, states, told, known=True):
    """Check the lines of a supposition, on the board with the supposed fact and what the lines above concluded.

    states, known: all that is known, or else what the step names.
    """
    for part in trail:
        facts = [part.fact] if part.fact else []
        if part.way:
            opposite = part.fact._replace(negative=not part.fact.negative)
            check_trail(board, part.way, added(states, [opposite]), told, known)
        else:
            Reader(part.by, facts, board, states, known, exact=False).check(told)
        states = added(states, facts)


def check(board):
    """Check the sentences of a board; return how many said what."""
    told, known = dict[str, int](), (set(), set())
    for step in chain(board):
        named = added((set(), set()), step.read.cited)
        if step.facts and not step.trail:
            text = step.text.partition(", since ")[0]
            Reader(step.text, step.facts, board, named).check(told)
            Reader(text, step.facts, board, known, known=True).check(told)
        for way in (FactWay(step.facts[0], step.trail), *step.ways) if step.trail else ():
            opposite = way.fact._replace(negative=not way.fact.negative)
            check_trail(board, way.trail, added(known, [opposite]), told)
            check_trail(board, way.trail, added(named, [opposite]), told, known=False)
            known, named = added(known, [way.fact]), added(named, [way.fact])
        known = added(known, step.facts)
    return told


@pytest.mark.parametrize(
    "text",
    [
        SEVEN,
        LONG,
        SUPPOSED,
        INLET,
        REACH,
        *(pytest.param(each, marks=pytest.mark.long) for each in (BOARD, CORNER, RIM, FULL, INLET)),
    ],
)
def test_each_number_that_comes_near_is_stopped_as_the_sentence_says(text):
    told = check(csp2sat.loads(text).board)
    assert sum(told.values()) > 2 and (text != SUPPOSED or (told["edge"] and told["shut off"]))
    assert text != INLET or told["chain"]
    assert text != REACH or told["alone"]


def test_cells_with_different_reasons_are_different_steps():
    """A number that comes near is named with what stops it."""
    texts = [step.text for step in chain(SEVEN)]
    (text,) = [text for text in texts if text.startswith("Row 7, column 2 is wall")]
    only = "the 6 at row 3, column 3 could come only by way of row 6, column 2"
    way = f"{only}, which is beside the 3 at row 6, column 3"
    assert f"no island can hold it ({way}; the others are too far, as even the 3 at row 6, column 3 would need" in text
    assert not any("them (all numbers" in text and "row 4, columns 6 and 7" in text for text in texts)


def test_all_cells_on_the_ways_of_a_number_are_one_step():
    """A person sees once that a way leads through all of them."""
    (step,) = [step for step in chain(LONG) if "no number would reach row 1, column 3" in step.text]
    assert step.text.startswith("Row 1, columns 4 to 6, and row 2, column 7 are island: else no number")
    assert [rule.times for rule in step.rules] == [1]
