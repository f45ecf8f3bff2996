"""Masyu: one loop through all circles.

White circle: the line goes straight on, and turns in at least one of the next cells before and after.
Black circle: the line turns, and goes straight through the next cells before and after.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from ...model.expr import Expr, all_of, any_of
from ...model.model import Model, Origin
from ..fact_forms import Fact, FactForms
from ..givens import STRINGS
from ..kit.checks import Drawn, drawn_lines, goes_straight, loop_faults, place
from ..kit.clues import CellClues
from ..kit.kinds import begin_loop, loop_kind, one_loop
from ..kit.pictures import circle_mark, given, loop_lines, picture_of
from ..kit.variables import EAST, NORTH, SOUTH, WEST, EdgeRows, Edges, step
from ..notation import sample, table
from ..sites import Game, Page, PenpaDrawing, PlayerFile, UrlType, coded, player_signs
from ..spec import Board, Cell

RULES = """\
Draw one closed loop that goes straight through all white circles and turns in all black circles.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It need not visit every cell.
White circle (`0`): the loop goes straight through it. It turns in the cell before, in the cell after, or in both.
Black circle (`1`): the loop turns in it. It goes straight through the cell before and through the cell after."""

BLANK, WHITE, BLACK = ".", "w", "b"
CELLS = table(
    {"-": (BLANK, "blank"), "0": (WHITE, "white circle"), "1": (BLACK, "black circle")},
    {0: BLANK, 1: WHITE, 2: BLACK},
    also={".": "-", "w": "0", "W": "0", "o": "0", "O": "0", "b": "1", "B": "1", "*": "1", "○": "0", "●": "1"},
)
NAMES = {WHITE: "white circle", BLACK: "black circle"}
OPPOSITE = ((NORTH, SOUTH), (WEST, EAST))
WAYS = {NORTH: "up", EAST: "right", SOUTH: "down", WEST: "left"}
Edge = tuple[Cell, ...]
Steps = Mapping[Cell, list[bool | None]]  # by their way


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each edge between cells, the rule of each circle on the edges near the
    circle, and one loop through all circles.
    """
    m, line = begin_loop(board)
    for cell, circle in board.filled(BLANK).items():
        m.add(CLAUSES[circle](line, cell), Origin("cell", *cell, NAMES[circle]))
    one_loop(m, board, line, board.filled(BLANK))
    return m


def black(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the line turns at a black circle and goes straight through the next cells: one way of
    each two opposite ways is taken, and two steps of each way that is taken.

    Not both of two opposite ways are taken, since the loop takes only two ways at each cell.
    """
    clauses = []
    for one, other in OPPOSITE:
        clauses.append(line[cell, one] | line[cell, other])
        clauses += [~line[cell, way] | line[step(cell, way), way] for way in (one, other)]
    return all_of(clauses)


def white(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the line goes straight through a white circle, and turns in at least one of the next
    cells: each way is taken with its opposite, but not two steps in both directions.
    """
    clauses = [line[cell, NORTH] | line[cell, WEST]]
    for one, other in OPPOSITE:
        clauses += [~line[cell, one] | line[cell, other], line[cell, one] | ~line[cell, other]]
        clauses.append(any_of((~line[cell, one], *(~line[step(cell, way), way] for way in (one, other)))))
    return all_of(clauses)


CLAUSES = {WHITE: white, BLACK: black}


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts of lines contradict the rule of the circle at a cell, by the first fault; '' if they do not."""
    lines = {fact.places: not fact.negative for fact in facts}
    name, faults, shut = f"the {rule} at {place(cell)}", list[str](), 0
    for ways, words in zip(OPPOSITE, ("up or down", "left or right"), strict=True):
        ends = [(step(cell, way), step(step(cell, way), way)) for way in ways]
        near, far = zip(*(_two_steps(board, lines, cell, way) for way in ways), strict=True)
        shut += False in near
        if rule == NAMES[WHITE]:
            faults += [f"the line would not go straight through {name}"] * ({*near} == {True, False})
            faults += [f"the line would turn neither before nor after {name}"] * all(near + far)
            faults += [f"no way would lead straight through {name}"] * (shut == len(OPPOSITE))
        elif near == (False, False):
            faults.append(f"no line can lead {words} from {name}")
        else:
            turns = [one for (one, _), *two in zip(ends, near, far, strict=True) if two == [True, False]]
            faults += [f"the line would turn at {place(one)}, next to {name}" for one in turns]
    return next(iter(faults), "")


def _two_steps(board: Board, lines: Mapping[Edge, bool], cell: Cell, way: Cell) -> list[bool | None]:
    """Return whether each of two steps from a cell is a line; None if that is not known; lines: by their ends."""
    ends = [cell, step(cell, way), step(step(cell, way), way)]
    edges = [(min(pair), max(pair)) for pair in pairwise(ends)]
    return [lines.get(edge) if board.has(end) else False for edge, end in zip(edges, ends[1:], strict=True)]


def said(board: Board, clues: Sequence[tuple[str, Cell]], facts: Sequence[Fact], known: Sequence[Fact]) -> str:
    """Return how facts of lines follow from one circle, in words; '' for other reasons.

    clues: the words of each, and its place.  known: the known facts that the facts follow from, too.
    """
    if len(clues) > 1:
        return ""
    ((rule, cell),) = clues
    before, new = ({fact.places: not fact.negative for fact in some} for some in (known, facts))
    near = {way: _two_steps(board, before, cell, way) for way in WAYS}
    after = {way: _two_steps(board, before | new, cell, way) for way in WAYS}
    name = f"the {rule} at {place(cell)}"
    return (_white if rule == NAMES[WHITE] else _black)(name, cell, near, after)


def _white(name: str, cell: Cell, before: Steps, after: Steps) -> str:
    """Return how the loop goes straight through a white circle, and where it turns; before, after: two steps each way,
    as they are known without and with the new facts.
    """
    turns = [way for way in WAYS if before[way][1] is None and after[way][1] is False]
    straight = [way for way in WAYS if before[way][1]]
    through = f"the loop goes straight through {name}"
    if len(straight) > 1:
        return f"{through} and turns beside it, at {' or '.join(place(step(cell, way)) for way in straight)}"
    if not turns:
        return through
    here, there = (place(step(cell, way)) for way in (*straight, *turns))
    also = f"{through}, and turns" if any(before[way][0] is None for way in WAYS) else f"beside {name} the loop turns"
    return f"{also} at {there}, as it does not at {here}"


def _black(name: str, cell: Cell, before: Steps, after: Steps) -> str:
    """Return which ways the loop goes from a black circle, and why; name, before, after: as in `_white`."""
    taken, shut = list[str](), list[str]()
    if any(after[way][0] and after[back][0] for way, back in OPPOSITE):
        return ""  # a contradiction with other rules
    for ways in OPPOSITE:
        for way, back in (ways, ways[::-1]):
            if after[way][0] and (before[way] != after[way] or before[back] != after[back]):
                taken.append(WAYS[way])
                if before[way][0] is None or before[back] != after[back]:
                    shut.append(WAYS[back])
    cannot = f", as it cannot go two steps {' or '.join(shut)}" if shut else ""
    return f"from {name} the loop goes two steps {' and '.join(taken)}{cannot}" if taken else ""


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the line; [] if the solution is
    right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    faults = loop_faults(drawn)
    for cell, circle in board.filled(BLANK).items():
        faults += [f"{NAMES[circle]} at {place(cell)}: {fault}" for fault in _circle_faults(drawn, cell, circle)]
    return faults


def _circle_faults(drawn: Drawn, cell: Cell, circle: str) -> list[str]:
    """Return one message, without the circle's name, for each fault of the drawn lines at a white or black circle; []
    if the circle's rule holds.
    """
    if cell not in drawn:
        return ["no line goes through it"]
    if goes_straight(drawn, cell) != (circle == WHITE):
        return ["the line does not go straight on" if circle == WHITE else "the line does not turn"]
    straight = [near for near in sorted(drawn[cell]) if goes_straight(drawn, near)]
    if circle == WHITE:
        return ["the line turns neither before nor after the circle"] if len(straight) == 2 else []
    return [
        f"the line turns next to the circle, at {place(near)}" for near in sorted(drawn[cell]) if near not in straight
    ]


SAMPLE = """\
; Masyu Puzzle  ::  +   +   +   +   +   +
size 5 4        ::    +---+---+---+---+
- - - - -       ::  + | +   +   +   + | +
- - - 1 0       ::    +   +---+---1   0
- - - - -       ::  + | + | +   + | + | +
1 - - - -       ::    +   +---+   +   +
                ::  + | +   + | + | + | +
                ::    1---+---+   +---+
                ::  +   +   +   +   +   +
"""

TASK = coded("sgt_cells", meanings={"W": WHITE, "B": BLACK}, blank=BLANK, expected="W, B or blanks (a-z)")

PUZZLE = loop_kind(
    model,
    name="masyu",
    facts=FactForms(broken=broken, said=said),
    titles=("Masyu", "mashu"),
    rules=RULES,
    symbols="`-` blank, `0` white circle, `1` black circle",
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture_of(given(circle_mark, BLANK), loop_lines, ground="cells"),
    form=STRINGS,
    samples=(sample(SAMPLE), ("; Masyu Puzzle\nsize 3 1\n- 0 -\n", None)),
    clues=CellClues(BLANK, lambda board: (WHITE, BLACK)),
    penpa=PenpaDrawing(("symbol",), symbols={(1, "circle_L"): "0", (2, "circle_L"): "1"}),
    player=PlayerFile(("nums", "lines"), "edges", cells=player_signs({"1": WHITE, "2": BLACK})),
    url=UrlType(("mashu", "masyu"), coded("circles")),
    sgt=Game("pearl", TASK, harmless=r"(d\w)?n?"),
    page=Page(("loop-dot", "masyu"), {"dot-white": WHITE, "dot-black": BLACK}, BLANK, TASK),
)
