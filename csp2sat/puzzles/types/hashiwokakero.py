"""Hashiwokakero: bridges that connect all islands, with the number of bridges that end at an island."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from string import ascii_uppercase
from typing import NamedTuple

from ...graphs.graph import Graph
from ...graphs.plane import plane_graph
from ...model.expr import FALSE, Expr, node
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Line, Mark, centre, island, text
from ..fact_forms import Fact, FactForms
from ..kit.checks import groups, place
from ..kit.clues import CellClues, shown
from ..kit.pictures import given, picture_of
from ..notation import NUMBERS_OR_ANY, sample
from ..sites import Game, PlayerFile, UrlType, coded
from ..spec import Board, Cell, Puzzle, Stage, WrongForm

RULES = """\
Join the islands by bridges so that all islands are connected.
An island is a circle with a number, or an empty circle (`?`). All other cells are water.
A bridge goes straight, across or down, from an island to the next island in its row or column. Any cells between them
  are water.
Bridges do not cross each other.
At most two bridges join the same two islands.
A number is the number of bridges that end at its island. At an empty circle any number of bridges may end."""

MOST = 2


Span = tuple[Cell, Cell]  # two islands in the same row or column without another one between, in reading order


class Ways(NamedTuple):
    """All ways between islands; `across` and `down` map a water cell to the horizontal or vertical way that goes over
    the cell.
    """

    all: list[Span]
    across: dict[Cell, Span]
    down: dict[Cell, Span]

    def crossings(self) -> list[Cell]:
        """Return the water cells where a horizontal and a vertical way cross, in reading order."""
        return sorted(self.across.keys() & self.down.keys())


def ways(board: Board) -> Ways:
    """Return all ways of a board, each between two islands of a row or column without another island between them."""
    found = Ways([], {}, {})
    cells = board.filled()
    for one, two in pairwise(cells):
        if one[0] == two[0]:
            found.all.append((one, two))
            found.across.update({(one[0], c): (one, two) for c in range(one[1] + 1, two[1])})
    for one, two in pairwise(sorted(cells, key=lambda cell: cell[::-1])):
        if one[1] == two[1]:
            found.all.append((one, two))
            found.down.update({(r, one[1]): (one, two) for r in range(one[0] + 1, two[0])})
    return found


def drawn_ways(board: Board, found: Ways) -> tuple[Graph, list[Span]]:
    """Return the ways as a plane graph, and for each edge of the graph the way that the edge is a part of.

    The graph's vertices are the islands and the crossings; its candidates, which `joined` connects, are the islands.
    """
    on_way: dict[Span, list[Cell]] = {way: [] for way in found.all}
    for cell in found.crossings():
        on_way[found.across[cell]].append(cell)
        on_way[found.down[cell]].append(cell)
    points = sorted([*board.filled(), *found.crossings()])
    number = {point: v for v, point in enumerate(points)}
    edges, parts = [], []
    for (one, two), crossings in on_way.items():
        for u, v in pairwise([one, *crossings, two]):
            edges.append((number[u], number[v]))
            parts.append((one, two))
    return plane_graph(points, edges, [number[cell] for cell in board.filled()]), parts


def model(board: Board) -> Model:
    """Return the model of a board: an integer from 0 to 2 for each way between two islands, a sum for each number, a
    clause for each crossing, and the constraint `joined`, which connects all islands.
    """
    m = Model(about={"board": board.neutral()})
    found = ways(board)
    bridges = {way: m.int(name(way), 0, MOST) for way in found.all}
    at: dict[Cell, list[Expr]] = {cell: [] for cell in board.filled()}
    for way, x in bridges.items():
        for cell in way:
            at[cell].append(x)
    for cell, number in board.filled().items():
        if number > 0:
            count = node("eq", node("add", *at[cell]), number) if at[cell] else FALSE
            m.add(count, Origin("cell", *cell, f"number {number}"))
    for cell in found.crossings():
        one, two = bridges[found.across[cell]], bridges[found.down[cell]]
        m.add((one <= 0) | (two <= 0), Origin("cell", *cell, "bridges do not cross"))
    if board.filled():
        graph, parts = drawn_ways(board, found)
        used = (bridges[way] >= 1 for way in parts)
        m.add(node("joined", graph, *used), Origin("rule", rule="all islands connected"))
    return m


def name(way: Span) -> str:
    """Return the name of the variable for the number of bridges between two islands: `x_` and both cells."""
    (r, c), (i, j) = way
    return f"x_{r}_{c}_{i}_{j}"


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return the neutral solution of a model's answer: a list for each way with bridges (row and column of both
    islands, number of bridges), in order.
    """
    return [[*one, *two, n] for one, two in sorted(ways(board).all) if (n := answer.ints[name((one, two))])]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the answer of the model that a neutral solution stands for."""
    drawn = {((r, c), (i, j)): n for r, c, i, j, n in solution}
    return Answer({name(way): drawn.get(way, 0) for way in ways(board).all}, {})


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by walking over the bridges; [] if the solution
    is right.

    Raise WrongForm if the solution is not a list of bridges: row and column of a cell, row and column of a cell to the
    right of or below the first one, then 1 or 2.
    """
    if not isinstance(solution, list) or not all(map(_is_bridge, solution)):
        raise WrongForm(
            "the solution is no list of bridges [row, column, row, column, 1 or 2], each to the right or down"
        )
    number = board.filled()
    faults = _way_faults(number, solution)
    ends: dict[Cell, list[Cell]] = {cell: [] for cell in number}
    for r, c, i, j, n in solution:
        if (r, c) in ends and (i, j) in ends:
            ends[r, c] += [(i, j)] * n
            ends[i, j] += [(r, c)] * n
    for cell, wanted in number.items():
        if wanted not in (-1, len(ends[cell])):
            faults.append(f"number {wanted} at {place(cell)}: {len(ends[cell])} bridges end there")
    parts = groups(ends)
    if len(parts) > 1:
        faults.append(f"the islands fall into {len(parts)} parts, at {'; '.join(place(part[0]) for part in parts)}")
    return faults


def _is_bridge(bridge: object) -> bool:
    if not isinstance(bridge, list) or len(bridge) != 5 or not all(type(x) is int for x in bridge):
        return False
    r, c, i, j, n = bridge
    return n in (1, 2) and ((r == i and c < j) or (c == j and r < i))


def _way_faults(number: dict[Cell, int], bridges: list[list[int]]) -> list[str]:
    """Return one message for each bridge that does not end at islands, goes over an island, meets another bridge, or is
    listed twice.
    """
    faults = []
    seen: set[Cell | tuple[Cell, Cell]] = set()
    for r, c, i, j, _ in bridges:
        name = f"the bridge from {place((r, c))} to {place((i, j))}"
        if (r, c) not in number or (i, j) not in number:
            faults.append(f"{name} ends at no island")
            continue
        over = [(x, y) for x in range(r, i + 1) for y in range(c, j + 1)][1:-1]
        faults += [f"{name} goes over the island at {place(cell)}" for cell in over if cell in number]
        faults += [f"{name} crosses another bridge at {place(cell)}" for cell in over if cell in seen]
        faults += [f"{name} is listed twice"] if ((r, c), (i, j)) in seen else []
        seen.update(over, [((r, c), (i, j))])
    return faults


def bridge_lines(board: Board, solution: list[list[int]] | None) -> Iterator[Line]:
    """Yield the drawing of the bridges, a double line for two; nothing if there is no solution."""
    for r, c, i, j, n in solution or ():
        yield Line(centre((r, c)), centre((i, j)), "solved", "double" if n == MOST else "line")


def water(board: Board, solution: list[list[int]] | None) -> Iterator[Mark]:
    """Yield a sign for each water cell, so that the drawing has all cells; nothing beside the bridges of a solution."""
    if solution is None:
        yield from (text(cell, ".", "ground") for cell in board.cells() if cell not in board.filled())


SAMPLE = """\
; Hashiwokakero Puzzle  ::      2===3
size 6 5                ::          | 2
- - 2 - 3 -             ::          | H
- - - - - 2             ::    ?-----4-4
- - - - - -             ::          | |
- ? - - 4 4             ::          1 1
- - - - 1 1
"""

NUMBERS = "123456789" + ascii_uppercase


def bridges_fact(givens: object, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that two islands have `value` bridges; `at` has the two places; kind is not used."""
    return Fact("edge", ((at[0], at[1]), (at[2], at[3])), value)


PUZZLE = Puzzle(
    name="hashiwokakero",
    facts=FactForms(makers={"x": bridges_fact}),
    titles=("Hashiwokakero", "hashi", "hashikake", "bridges"),
    family="loops and lines",
    rules=RULES,
    symbols="`-` water, a number from `1` to `8` an island, `?` island whose number is not given",
    cells=NUMBERS_OR_ANY,
    stages=(Stage("exact", "exact", model),),
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(water, given(lambda cell, number: island(cell, shown(number))), bridge_lines),
    samples=(sample(SAMPLE), ("; Hashiwokakero Puzzle\nsize 3 1\n1 - 2\n", None)),
    clues=CellClues(-1, lambda board: range(1, 9)),
    player=PlayerFile(("nums", "bridges"), "bridges"),
    url=UrlType(("hashi", "hashikake", "bridges"), coded("number16", unknown=True)),
    sgt=Game(
        "bridges",
        coded("sgt_cells", meanings=NUMBERS, blank=0, expected="1 to 9, A-Z (10 and more) or water (a-z)"),
        harmless=r"(i\d+)?(e\d+)?(m2)?L?(d\d)?",
        written="m2",
        variants={r"m[013-9]|m\d\d": "m: not two bridges at most"},
        doubtful={"L": "`L` (no loops of bridges) is no rule of hashiwokakero: a solution may have loops"},
    ),
)
