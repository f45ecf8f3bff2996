"""Numbers of a slitherlink together with their cells' corners, as a player speaks of them: `a line comes
to its upper left corner, so at most one of the cell's sides there is a line`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import product

from ...tuples import NamedTuple
from ..fact_forms import Deduced
from ..kit.checks import place
from ..spec import Board, Cell
from .threes import NUMBER, LineEnds, sides_of, threes_text

SideWays = Sequence[tuple[bool, ...]]  # each says of the top, right, bottom and left side whether it is a line
CORNERS = {"upper left": (0, 3), "upper right": (0, 1), "lower right": (2, 1), "lower left": (2, 3)}  # two sides each
SOME = {
    (0,): "neither of the cell's sides there is a line",
    (1,): "exactly one of the cell's sides there is a line",
    (2,): "both of the cell's sides there are lines",
    (0, 1): "at most one of the cell's sides there is a line",
    (1, 2): "at least one of the cell's sides there is a line",
    (0, 2): "both or neither of the cell's sides there are lines",
}
USED = {
    (0,): "no side",
    (1,): "exactly one side",
    (2,): "both sides",
    (0, 1): "at most one side",
    (1, 2): "at least one side",
    (0, 2): "both sides or neither side",
}
COMING = ("no other line can come to", "a line comes to", "two other lines meet at")
MOST = 3  # sides of a number
OWN, TWO = "its ", (0, 2)  # lines at a corner
OWN_CORNER = re.compile(r"\bits (\w+ \w+) corner")
REST = {0: ", and neither of the others is", 2: ", and so are both others"}  # of a number's sides
REST_HAS = {0: " and no other side", 2: " and both other sides"}
SIDES = "top", "right", "bottom", "left"  # in the order of a way
ANY_COUNT = range(3)  # of a corner's two sides


class NumberCorner(NamedTuple):
    """A corner of a number's cell.

    name: in words.  at: its place.  sides: its two sides, as places in a way.  lines: how many other lines come there.
    opened: the other edges of the board there of which nothing is known.
    """

    name: str
    at: Cell
    sides: tuple[int, int]
    lines: int
    opened: tuple[LineEnds, ...]

    def used(self, way: Sequence[bool]) -> int:
        """Return how many of the two sides are lines."""
        return sum(way[side] for side in self.sides)

    def allows(self, used: int) -> bool:
        """Whether no line or two lines are possible here if `used` sides are lines."""
        return any(used + self.lines + more in TWO for more in range(len(self.opened) + 1))

    def forces(self, used: int, true: bool) -> bool:
        """Whether an opened edge has to be a line, or no line, if `used` sides are lines."""
        return not any(used + self.lines + (not true) + more in TWO for more in range(len(self.opened)))

    def left(self) -> tuple[int, ...]:
        """Return how many of the two sides can be lines by the corner alone."""
        return tuple(used for used in ANY_COUNT if self.allows(used))

    def words(self, number: CornerNumber, board: Board, on: str = "") -> str:
        """Return the lines that come to the corner, and how many sides these and the number allow, in words.

        number: whose corner it is.  on: how the loop goes on there, in words; '' if that is no part of the step.
        """
        ways = number.ways
        allowed = {used for used in map(self.used, ways) if self.allows(used)}
        (most, *fewer) = {sum(way) - self.used(way) for way in ways if self.used(way) in allowed} or {1}
        is_rest = allowed == {1} and not fewer
        in_corner = self.lines == 0 and self.at[0] in (0, board.rows) and self.at[1] in (0, board.cols)
        where = "in a corner of the board, " if in_corner else ""
        so, alone = tuple(sorted(allowed)), self.left()
        text, more = f"{where}{COMING[self.lines]} {self.name}, so ", f", and {on}" * bool(on)
        if len(allowed) == 0 or (so == alone and self.lines != 1):
            return text + SOME[alone] + REST.get(most, "") * is_rest + more
        text += f"{SOME[alone]}, and " * (self.lines != 1)  # else a reader sees that they are not both lines
        has = f"{number.short}{number.sides_text()} has {USED[so]} there"
        return f"{text}{has}{REST_HAS.get(most, '') * is_rest}{more}"

    def going_on(self, new: Mapping[LineEnds, bool], number: CornerNumber, ways: SideWays) -> str:
        """Return in words how the loop goes on at the corner by new facts; '' if these are not about the corner, and if
        the corner does not force them.

        number: whose corner it is.  ways: the possible ones for the sides of the number.
        """
        found = [true for edge, true in new.items() if edge in self.opened and edge not in number.sides]
        if not found or not all(self.forces(each, found[0]) for each in self.reached(ways)):
            return ""
        return "the loop goes on there" if any(found) else "no other line comes there"

    def reached(self, ways: SideWays) -> tuple[int, ...]:
        """Return how many of the two sides are lines in some ways, of which the corner does not forbid all."""
        return tuple(sorted({each for each in map(self.used, ways) if self.allows(each)}))


class CornerNumber(NamedTuple):
    """A number: its name in words, the sides of its cell, the ways that it allows, and the corners that are cited.

    short: the name where no other number is meant.  known: the known sides of its cell; True for a line.
    """

    name: str
    sides: tuple[LineEnds, ...]
    ways: SideWays
    corners: tuple[NumberCorner, ...]
    short: str
    known: Mapping[str, bool]

    def sides_text(self) -> str:
        """Return the known sides in words, between commas; '' if there are none."""
        gaps, lines = ([side for side, true in self.known.items() if true == kind] for kind in (False, True))
        texts = [f"no line on the {' or '.join(gaps)}"] if gaps else []
        texts += [f"a line on the {' and '.join(lines)}"] if lines else []
        return f", with {' and '.join(texts)}," if texts else ""

    def by_several(self, corners: Sequence[NumberCorner], ways: SideWays) -> str:
        """Return in words how many sides the number has at some of its corners by all of these together; '' if each
        corner alone says so, too.

        ways: the possible ones for the sides.
        """
        texts = list[str]()
        for corner in corners:
            where = corner.name.removeprefix(OWN).removeprefix("the ").split(" corner")[0]
            if {*corner.reached(ways)} != {*corner.reached(self.ways)}:
                texts.append(f"{USED[corner.reached(ways)]} at its {where} corner")
        return f"so {self.short} has {' and '.join(texts)}" if texts else ""

    def possible(self, corners: Sequence[NumberCorner]) -> SideWays:
        """Return the ways that some of its corners allow."""
        own = [corner for corner in corners if corner in self.corners]
        return [way for way in self.ways if all(corner.allows(corner.used(way)) for corner in own)]

    def gives(self, edge: LineEnds, true: bool, ways: SideWays) -> bool:
        """Whether an edge is a line in all of some ways, or none in all of them; true: which of both."""
        if edge in self.sides:
            return all(way[self.sides.index(edge)] == true for way in ways)
        found = next((corner for corner in self.corners if edge in corner.opened), None)
        used = {found.used(way) for way in ways} if found else set()
        return found is not None and all(found.forces(each, true) for each in used if found.allows(each))


def deduction(board: Board, step: Deduced) -> str:
    """Return how facts of lines follow from a number, or from two that touch at a corner, and the corners of a number's
    cell, in words; '' for other reasons.

    step: what follows, and from what; with further corners in `passed`, the words are ''.
    """
    clues, facts, known, passed, *_ = step
    joint = [NUMBER.fullmatch(text) for text, _ in clues]
    if passed or None in joint or not any(found and found[2] for found in joint):
        return ""
    if not known and (words := threes_text(clues, facts)):
        return words
    if len(clues) > 2:
        return ""
    lines, new = ({fact.places: not fact.negative for fact in some} for some in (known, facts))
    if words := _one_beside_three(board, clues, new, lines):
        return words
    numbers = [_number(board, text, cell, lines, len(clues) == 1) for text, cell in clues]
    needed = [corner for number in numbers for corner in number.corners]
    for corner in list(needed):
        fewer = [each for each in needed if each is not corner]
        if _follow(new, numbers, fewer):
            needed = fewer
    if not _follow(new, numbers, needed):
        return ""
    ways, together = _ways(numbers, needed)
    if not all(each.reached(left) for number, left in zip(numbers, ways, strict=True) for each in number.corners):
        return ""  # known lines that a supposition leads to contradict a corner
    continued, of_corners = list[NumberCorner](), list[str]()
    for number, left in zip(numbers, ways, strict=True):
        for corner in (each for each in number.corners if each in needed):
            on = corner.going_on(new, number, left)
            is_same = {*corner.reached(left)} == {*corner.reached(number.ways)}
            continued += [corner] if on and is_same else []
            of_corners.append(corner.words(number, board, on * is_same))
        named = [corner for corner in number.corners if corner in needed]
        if len(named) > 1:
            of_corners.append(number.by_several([each for each in named if not each.going_on(new, number, left)], left))
    going_on = (
        words
        for number, left in zip(numbers, ways, strict=True)
        for words in _going_on(new, number, left, needed, continued)
    )
    words = "; ".join(filter(None, (*of_corners, together, *going_on)))
    return _with_place(words, numbers[0]) if step.listed and len(numbers) == 1 else words


def _with_place(words: str, number: CornerNumber) -> str:
    """Return words about a number and its corners with the place of the number where they first speak of it."""
    if own := OWN_CORNER.search(words.partition(number.short)[0]):
        return f"{words[: own.start()]}the {own[1]} corner of {number.name}{words[own.end() :]}"
    return words.replace(number.short, number.name, 1)


def _one_beside_three(
    board: Board, clues: Sequence[tuple[str, Cell]], new: Mapping[LineEnds, bool], known: Mapping[LineEnds, bool]
) -> str:
    """Return in words that the only side of a 1 is at a corner that it shares with a 3 beside it, since no other line
    comes there; '' for other numbers, and if a new fact or a known one is about something else.

    clues: the words of each, and its place.  new, known: edges, with whether they are lines.
    """
    cells = {NUMBER.findall(text)[0][0]: cell for text, cell in clues}
    if {*cells} != {"1", "3"} or len(clues) > len(cells):
        return ""
    one, three = (sides_of(cells[count]) for count in ("1", "3"))
    for name, sides in CORNERS.items():
        (at,) = {*three[sides[0]]} & {*three[sides[1]]}
        own = [three[side] for side in sides if three[side] not in one]
        beyond = [edge for edge in _edges_at(board, at) if edge not in (*one, *three)]
        if len(own) != 1 or known != dict.fromkeys(beyond, False):
            continue
        if new.items() <= {own[0]: True, **{side: False for side in one if at not in side}}.items():
            side = SIDES[three.index(own[0])]
            return (
                f"the 3 has at least one side at its {name} corner, so two lines meet there; the 1 has only one"
                f" side, which is one of them, and the other is the {side} of the 3"
            )
    return ""


def _number(board: Board, text: str, cell: Cell, lines: Mapping[LineEnds, bool], alone: bool) -> CornerNumber:
    """Return a number of the board.

    text: of its clue.  lines: of known edges whether they are lines.  alone: whether `its` stands for the name.
    """
    (count, joint), ends = NUMBER.findall(text)[0], sides_of(cell)
    ways = [way for way in product((False, True), repeat=4) if sum(way) == int(count)]
    known = [way for way in ways if all(lines.get(side, true) == true for side, true in zip(ends, way, strict=True))]
    name, corners = f"the {count} at {place(cell)}", list[NumberCorner]()
    for where, (one, other) in CORNERS.items() if joint else ():
        (at,) = {*ends[one]} & {*ends[other]}
        words = f"{OWN}{where} corner" if alone else f"the {where} corner of {name}"
        others = [edge for edge in _edges_at(board, at) if edge not in ends]
        opened = tuple(edge for edge in others if edge not in lines)
        corners.append(NumberCorner(words, at, (one, other), sum(lines.get(edge, False) for edge in others), opened))
    sides = {word: lines[side] for word, side in zip(SIDES, ends, strict=True) if side in lines}
    return CornerNumber(name, ends, known, tuple(corners), f"the {count}" if alone else name, sides)


def _edges_at(board: Board, at: Cell) -> list[LineEnds]:
    """Return the edges of the board at a corner."""
    r, c = at
    ends = [(row, c) for row in (r - 1, r + 1) if 0 <= row <= board.rows]
    ends += [(r, column) for column in (c - 1, c + 1) if 0 <= column <= board.cols]
    return [(min(end, at), max(end, at)) for end in ends]


def _follow(new: Mapping[LineEnds, bool], numbers: Sequence[CornerNumber], corners: Sequence[NumberCorner]) -> bool:
    """Whether all new facts follow from the numbers and some of their corners, which do not contradict each other."""
    ways, _ = _ways(numbers, corners)
    return all(ways) and all(
        any(number.gives(edge, true, left) for number, left in zip(numbers, ways, strict=True))
        for edge, true in new.items()
    )


def _ways(numbers: Sequence[CornerNumber], corners: Sequence[NumberCorner]) -> tuple[list[SideWays], str]:
    """Return the possible ways of each number, and in words what two numbers say where they touch; '' if nothing."""
    ways = [number.possible(corners) for number in numbers]
    ends = [{end for side in number.sides for end in side} for number in numbers]
    shared = set.intersection(*ends)
    if len(numbers) != 2 or len(shared) != 1:
        return ways, ""
    (at,) = shared
    sides = [[i for i, side in enumerate(number.sides) if at in side] for number in numbers]
    counts = [{sum(way[i] for i in own) for way in some} for own, some in zip(sides, ways, strict=True)]
    left = [{a for a in counts[i] if any(a + b in TWO for b in counts[1 - i])} for i in (0, 1)]
    ways = [
        [way for way in some if sum(way[i] for i in own) in may]
        for own, some, may in zip(sides, ways, left, strict=True)
    ]
    before, after = ([USED.get(tuple(sorted(each)), "") for each in some] for some in (counts, left))
    names = [number.name for number in numbers]
    if before == after:
        return ways, ""
    i = 1 if after[1] == before[1] else 0
    if before[0] == before[1] and after[0] == after[1]:
        words = f"{before[0]} of each, so {after[0]} of each"
        if after[0] == USED[(1,)] and all(sum(way) == MOST for some in ways for way in some):
            words += ", and both outer sides of each are lines"
    elif after[i] == before[i]:
        words = f"{before[i]} of {names[i]}, so {after[1 - i]} of {names[1 - i]}"
    else:
        words = f"{before[0]} of {names[0]} and {before[1]} of {names[1]}, so {after[0]} of "
        words += "each" if after[0] == after[1] else f"the first and {after[1]} of the other"
    return ways, f"where the numbers touch, the loop uses {words}"


def _going_on(
    new: Mapping[LineEnds, bool],
    number: CornerNumber,
    ways: SideWays,
    named: Sequence[NumberCorner],
    continued: Sequence[NumberCorner],
) -> Iterator[str]:
    """Yield in words how the loop goes on at the corners of new facts.

    ways: the possible ones.  named: the corners of which the sentence says how many lines come there.  continued: the
    corners of which the sentence says already how the loop goes on there.
    """
    alike = dict[tuple[str, str], list[str]]()
    for corner in (each for each in number.corners if each not in continued):
        if on := corner.going_on(new, number, ways):
            coming = ", to which a line comes" if corner.lines == 1 and corner not in named else ""
            has = f"{number.short} has {USED[corner.reached(ways)]}"
            alike.setdefault((has, f"{coming}, and {on}"), []).append(corner.name.removesuffix(f" of {number.name}"))
    for (has, so), names in alike.items():
        link, own = (" or ", "its") if has.endswith(USED[(0,)]) else (" and ", "each of its")
        corners = link.join(name.removeprefix(OWN).removeprefix("the ").removesuffix(" corner") for name in names)
        many = len(names) > 1
        yield f"{has} at {own if many else 'its'} {corners} corner{'s' * (many and own != 'its')}{so}"
