"""Hotaru Beam: lines from the dot of each firefly to a firefly, all of them connected."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import takewhile

from ...base.numbers import counted
from ...graphs.graph import Graph, Grid
from ...model.expr import FALSE, Expr, all_of, any_of, negation, node, term
from ...model.model import Model, Origin
from ..deductions.hidden_values import course_of_line
from ..deductions.lines.fireflies import DIRECTION, DOT, GOES_ON, TURNS, deduction, why
from ..drawing.picture import Mark
from ..fact_forms import FactForms
from ..kit.arrows import FREE, LETTERS, PLAYER_ARROWS, Arrow, ArrowClues, arrow_cells, arrow_mark, arrows
from ..kit.checks import Drawn, drawn_lines, groups, place
from ..kit.kinds import begin_loop, loop_kind
from ..kit.pictures import given, loop_lines, picture_of
from ..kit.truth import TruthRow, allowed
from ..kit.variables import WAYS, Direction, EdgeRows, Edges, ahead, back, step
from ..notation import sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Draw lines from cell to neighbouring cell so that they connect all fireflies.
A firefly is a circle with a number, or an empty one (`?`), and with a dot at one of its four sides.
One line starts at the dot of each firefly. There are no other lines.
Every line ends at a firefly, which may be its own, but not at a dot.
Lines do not cross or branch. They meet in fireflies only.
All lines and fireflies are connected with each other.
A number counts the turns of the line from the firefly's dot to the line's end. An empty circle (`?`) allows any
  number."""

SYMBOLS = """\
`-` blank; `2R` firefly with the number 2 and its dot at the right side; `U` up, `D` down, `L` left, `R` right; `?`
  number not given; with characters, the dot is drawn as an arrow"""


class Beams:
    """Variables of the lines: `go[cell, way]` is a hidden Boolean (a line leaves the cell that way, and so has a
    direction).

    most: the greatest given number of turns. flies: the number and dot of each firefly, by cell. left: for each cell
    without a firefly a hidden integer, the number of turns that the line has still to make behind the cell; most + 1
    stands for any number.
    """

    def __init__(self, m: Model, board: Board, line: Edges):
        self.board, self.line, self.flies = board, line, arrows(board)
        self.most = max((each.number or 0 for each in self.flies.values()), default=0)
        self.go: dict[tuple[Cell, Direction], Expr] = {}
        self.left: dict[Cell, Expr] = {}
        for r, c in board.cells():
            for letter, way in LETTERS.items():
                if board.has(step((r, c), way)):
                    self.go[(r, c), way] = m.bool(f"_go{letter}_{r}_{c}")
            if (r, c) not in self.flies:
                self.left[r, c] = m.int(f"_left_{r}_{c}", 0, self.most + 1)

    def out(self, cell: Cell, way: Direction) -> Expr:
        """Return the literal that a line leaves the cell in the given direction; false if the direction leads off the
        board.
        """
        return self.go.get((cell, way), FALSE)

    def into(self, cell: Cell, way: Direction) -> Expr:
        """Return the literal that a line enters the cell by a step in the given direction; false if the step comes from
        off the board.
        """
        return self.go.get((step(cell, back(way)), way), FALSE)

    def one_way(self) -> Iterator[Expr]:
        """Yield formulas that each edge in use is gone along in exactly one direction, and each unused edge in none."""
        for (cell, way), out in self.go.items():
            other = self.go[step(cell, way), back(way)]
            if way > back(way):
                yield node("iff", self.line[cell, way], out | other)
                yield ~out | ~other

    def at_free(self, cell: Cell) -> Iterator[Expr]:
        """Yield formulas that at most one line enters a cell without a firefly, that at most one leaves it, and that
        one leaves it just if one enters it; the cell's countdown is 0 if no line enters it.
        """
        ins, outs = [self.into(cell, way) for way in WAYS], [self.out(cell, way) for way in WAYS]
        yield node("iff", any_of(ins), any_of(outs))
        for lits in (ins, outs):
            yield from (~one | ~other for at, one in enumerate(lits) for other in lits[:at])
        yield any_of(ins) | node("eq", self.left[cell], 0)

    def turns(self, cell: Cell, way: Direction) -> Iterator[Expr]:
        """Yield formulas of the countdown for the step from a cell in the given direction, which hold at once if no
        line takes the step.

        The next cell has the same countdown if the line goes straight on there, one less if the line turns; the
        countdown of any number of turns stays as it is. The countdown before a step to a firefly is 0, or stands for
        any number. A step from a firefly without a known number has no formula.
        """
        there, fly = step(cell, way), self.flies.get(cell)
        before: Expr | int | None = self.left[cell] if fly is None else fly.number
        if before is None:
            return
        gone = negation(self.out(cell, way))
        free = self.most + 1
        if there in self.flies:
            yield gone | node("eq", before, 0) | node("eq", before, free)
            return
        after, straight = self.left[there], self.out(there, way)
        yield any_of((gone, negation(straight), node("eq", after, before)))
        turned = all_of((node("lt", before, free), node("eq", term("add", after, 1), before)))
        yield any_of((gone, straight, turned, all_of((node("eq", before, free), node("eq", after, free)))))

    def straight(self, cell: Cell, fly: Arrow) -> Iterator[Expr]:
        """Yield the edges on the way from a firefly's dot straight on to the next firefly; false if there is none."""
        way = [cell, *takewhile(lambda there: there not in self.flies, ahead(self.board, cell, fly.way))]
        yield from (self.line[each, fly.way] for each in way)

    def at_fly(self, cell: Cell, fly: Arrow) -> Iterator[Expr]:
        """Yield formulas that a line leaves the firefly in the direction of its dot only, and that no line enters the
        firefly through the dot.
        """
        for way in WAYS:
            yield self.out(cell, way) if way == fly.way else negation(self.out(cell, way))
        yield negation(self.into(cell, back(fly.way)))


def model(board: Board, is_finer: bool = False) -> Model:
    """Return the model of a board: a Boolean for each edge between cells, a direction for each line, a countdown of
    turns along it, and the constraint `connected` on all used cells and edges, which are the vertices of a plane graph.

    is_finer: whether the model has what follows and a player sees at once: that the dot of each firefly has a line,
    which goes straight on to the next firefly if its number is 0, that each other cell has no line or two lines, and,
    by the constraint `beams`, that each line has a dot at one end, and each dot one line.
    """
    m, line = begin_loop(board)
    beams = Beams(m, board, line)
    m.add(all_of(beams.one_way()), Origin("rule", rule=DIRECTION))
    for cell in board.cells():
        if cell in beams.flies:
            dot = [line[cell, beams.flies[cell].way]] if is_finer else []
            m.add(all_of([*dot, *beams.at_fly(cell, beams.flies[cell])]), Origin("cell", *cell, DOT))
        else:
            m.add(all_of(beams.at_free(cell)), Origin("rule", rule=f"{GOES_ON} {place(cell)}"))
            if is_finer:
                lines = [line[cell, way] for way in WAYS if board.has(step(cell, way))]
                m.add(allowed(lines, _goes_on), Origin("rule", *cell, "each cell has no line or two lines"))
    for cell, way in beams.go:
        fly = beams.flies.get(cell)
        if fly and fly.way != way:
            continue  # no line leaves the firefly there
        if fly is None:
            m.add(all_of(beams.turns(cell, way)), Origin("rule", rule=f"{TURNS} {place(cell)}"))
        elif fly.number is not None:
            straight = beams.straight(cell, fly) if is_finer and fly.number == 0 else ()
            m.add(all_of([*beams.turns(cell, way), *straight]), Origin("cell", *cell, counted(fly.number, "turn")))
    used = [any_of(line[cell, way] for way in WAYS) for cell in board.cells()]
    m.add(node("connected", subdivided(board), *used, *line.all), Origin("rule", rule="all lines are connected"))
    if is_finer:
        number = {cell: at for at, cell in enumerate(board.cells())}
        dots = tuple((number[cell], number.get(step(cell, fly.way), -1)) for cell, fly in beams.flies.items())
        origin = Origin("rule", rule="each line leads from a dot to a firefly")
        m.add(node("beams", Grid(board.rows, board.cols), dots, *line.all), origin)
    if not beams.flies:
        m.add(FALSE, Origin("rule", rule="there is a line"))
    return m


def _goes_on(bits: TruthRow) -> bool:
    """Whether no line or two lines are at a cell without a firefly; bits: for each edge there whether it is a line."""
    return sum(bits) in (0, 2)


def subdivided(board: Board) -> Graph:
    """Return the plane graph of the board's cells and edges: the grid of cells, with an additional vertex in the middle
    of each edge.
    """
    grid = Grid(board.rows, board.cols)
    size = grid.size
    edges = [(end, size + at) for at, edge in enumerate(grid.edges) for end in edge]
    faces = [beside for beside in grid.faces or () for _ in range(2)]
    return Graph(size + len(grid.edges), edges, faces)


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the line from each firefly; [] if
    the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn, flies = drawn_lines(solution, board.rows, board.cols), arrows(board)
    if not drawn:
        return ["there is no line"]
    faults = []
    for cell, ways in sorted(drawn.items()):
        if cell not in flies and len(ways) != 2:
            faults.append(f"a line {'ends' if len(ways) == 1 else 'branches'} at {place(cell)}")
    for cell in flies:
        if step(cell, flies[cell].way) not in drawn.get(cell, ()):
            faults.append(f"no line starts at the dot of the firefly at {place(cell)}")
    if not faults:
        faults += [fault for cell in flies for fault in _beam_faults(drawn, flies, cell)]
    parts = groups({cell: drawn.get(cell, set()) for cell in {*drawn, *flies}})
    faults += [f"a line without a firefly, at {place(part[0])}" for part in parts if flies.keys().isdisjoint(part)]
    if len(parts) > 1:
        faults.append(
            f"lines and fireflies fall into {len(parts)} parts, at {'; '.join(place(part[0]) for part in parts)}"
        )
    return faults


def _beam_faults(drawn: Drawn, flies: dict[Cell, Arrow], start: Cell) -> list[str]:
    """Return one message for each fault of a line that leaves the firefly in cell `start`: dots at both ends, at no
    end, or a wrong number of turns; `flies` has the number and dot of each firefly.
    """
    faults = []
    for first in sorted(drawn[start]):
        cell, there, turns = start, first, 0
        while there not in flies:
            (on,) = drawn[there] - {cell}
            turns += on[0] + cell[0] != 2 * there[0] or on[1] + cell[1] != 2 * there[1]
            cell, there = there, on
        at_dot, ends_at_dot = (_at_dot(flies, *each) for each in ((start, first), (there, cell)))
        if at_dot and ends_at_dot:
            faults.append(f"the line from the dot at {place(start)} ends at the dot at {place(there)}")
        if not at_dot and not ends_at_dot and (start, first) < (there, cell):
            faults.append(f"the line between {place(start)} and {place(there)} starts at no dot")
        if at_dot and flies[start].number not in (None, turns):
            faults.append(f"number {flies[start].number} at {place(start)}: the line turns {turns} times")
    return faults


def _at_dot(flies: dict[Cell, Arrow], cell: Cell, near: Cell) -> bool:
    return step(cell, flies[cell].way) == near


def fly_mark(cell: Cell, given: str) -> Mark:
    """Return the drawing of a firefly in a cell: its number in a ring, and an arrow to the side of its dot."""
    return arrow_mark(cell, given)._replace(shape="dotted ring")


SAMPLE = """\
; Hotaru Beam Puzzle  ::  +    +    +    +
size 3 3              ::     +---1<    +
 - 1L  -              ::  +  | +  | +    +
1R  -  -              ::    1>----+    +
 -  -  -              ::  +    +    +    +
                      ::     +    +    +
                      ::  +    +    +    +
"""

PUZZLE = loop_kind(
    model,
    name="firefly",
    facts=FactForms(
        finer=partial(model, is_finer=True), loop="the line", deduction=deduction, why=why, hidden=course_of_line
    ),
    titles=("Hotaru Beam", "fireflies"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=arrow_cells(block=False),
    rule_faults=rule_faults,
    picture=picture_of(given(fly_mark, FREE), loop_lines, ground="cells"),
    directions="LRUD",
    samples=(sample(SAMPLE), ("; Hotaru Beam Puzzle\nsize 2 1\n?R ?L\n", None)),
    clues=ArrowClues(),
    player=PlayerFile(("nums", "lines"), "edges", cells=PLAYER_ARROWS),
    url=UrlType(("firefly",), coded("arrow_numbers", block=False)),
)
