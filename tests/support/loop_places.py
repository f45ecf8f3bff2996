"""Edges and areas of loops that the sentence of a step names, read from its words alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import pairwise

from csp2sat.puzzles.facts import uses_corners
from csp2sat.puzzles.spec import Board, Cell
from support.named_places import BESIDE, FROM, LINE, WAYS, cells_of, corners_of, numbers

Edge = tuple[Cell, Cell]
CORNERS = {"upper left": (0, 0), "upper right": (0, 1), "lower left": (1, 0), "lower right": (1, 1)}
ONE = "(?:upper|lower) (?:left|right)"
SOME = re.compile(rf"the ((?:{ONE}(?:, {ONE})*(?: and {ONE})? )?)corners? of (.*?)(?=,? (?:and )?the |$)")
BLOCK = re.compile(rf"the corners from the ({ONE}) corner of (.*?) to the ({ONE}) corner of (.*?)$")
LEAD = r" (?:on the|(?<!corners )from) "
AREA = re.compile(
    r"leads out of (?P<even>[^:]*?); so far|this edge is the only way left out of (?P<once>.*?), and the loop"
    rf"|(?:lines lead|line leads) out of (?P<lead>.*?){LEAD}|leave and enter (?P<twice>.*?), with the line"
    r"|(?:odd|even) number of lines (?:would leave|leaves) (?P<odd>.*?)(?:\)|\.|; the loop)"
    rf"|only ways? left out of (?P<ways>.*?) (?:is|are){LEAD}|no way out of (?P<no>.*?) is left"
    r"|(?:is|would be) left out of (?P<few>.*?)(?:\.|, since|, with the line)"
    r"|no way back from (?P<from>.*?)(?:\)|\.|, since|; )"
)


def areas_of(board: Board, text: str) -> Iterator[tuple[str, set[Cell]]]:
    """Yield the areas of a sentence: how it speaks of them, and their cells or corners."""
    for found in AREA.finditer(text):
        (how, words) = next((how, words) for how, words in found.groupdict().items() if words)
        if "this area" not in words:
            yield how, area_of(board, words)


def area_of(board: Board, words: str) -> set[Cell]:
    """The cells, or the corners of cells, of an area in words."""
    if not uses_corners(board):
        return cells_of(words)
    if block := BLOCK.match(words):
        (one,), (other,) = (corners(block[at], block[at + 1]) for at in (1, 3))
        return {(r, c) for r in range(one[0], other[0] + 1) for c in range(one[1], other[1] + 1)}
    return {corner for found in SOME.finditer(words) for corner in corners(found[1], found[2])}


def corners(names: str, cells: str) -> set[Cell]:
    """The corners of some cells with these names, all for none."""
    which = re.findall(ONE, names) or CORNERS
    return {(r + CORNERS[name][0], c + CORNERS[name][1]) for name in which for r, c in cells_of(cells)}


def edges_of(board: Board, words: str) -> set[Edge]:
    """The edges that a list of lines in words names."""
    if uses_corners(board):
        return corners_of(words)
    found = set[Edge]()
    for line in LINE.finditer(words):
        r, c, end = int(line[1]) - 1, int(line[2]) - 1, int(line[4]) - 1
        way = [(r, at) for at in range(c, end + 1)] if line[3] == "column" else [(at, c) for at in range(r, end + 1)]
        found |= set(pairwise(way))
    for one in FROM.finditer(words):
        r, c = int(one[1]) - 1, int(one[2]) - 1
        ends = [(r + WAYS[way][0], c + WAYS[way][1]) for way in re.split(r", | and | or ", one[3])]
        found |= {(min(end, (r, c)), max(end, (r, c))) for end in ends}
    for one in BESIDE.finditer(words):
        two = [int(one[2]) - 1, int(one[3]) - 1]
        pairs = [[(a, b) if one[1] == "row" else (b, a) for a in two] for b in numbers(one[4])]
        found |= {(pair[0], pair[1]) for pair in pairs}
    for at in re.findall(r"\bat ((?:rows?|columns?) .*?)(?=; from| and from|$)", words):
        found |= {edge for edge in all_edges(board) if set(edge) & cells_of(at)}
    return found


def all_edges(board: Board) -> set[Edge]:
    """All edges between neighbours: cells, or corners of cells."""
    more = 1 if uses_corners(board) else 0
    rows, cols = board.rows + more, board.cols + more
    across = {((r, c), (r, c + 1)) for r in range(rows) for c in range(cols - 1)}
    return across | {((r, c), (r + 1, c)) for r in range(rows - 1) for c in range(cols)}


def around(board: Board, area: Iterable[Cell]) -> set[Edge]:
    """The edges with one end in an area."""
    inside = set(area)
    return {edge for edge in all_edges(board) if len(inside.intersection(edge)) == 1}
