"""Lines, borders and bridges in words; several that lie together are named together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar

from ...puzzles.facts import Fact, uses_corners
from ...puzzles.kit.checks import place
from ...puzzles.spec import PUZZLES, Board, Cell
from .place_words import listed, numbers_text, places_text

EdgeEnds = tuple[Cell, ...]  # an edge by its two ends, in reading order
WAYS = {(-1, 0): "up", (0, 1): "right", (1, 0): "down", (0, -1): "left"}
SIDES = {(0, 0): "top", (0, 1): "right", (1, 0): "bottom"}  # the left is what is left
NONE: Mapping[Cell, int] = {}
CITED = ContextVar[Collection[Cell]]("CITED", default=())  # numbers that the sentence is about, whose sides come first
MOST_BRIDGES = 2
RUN = 3  # edges in a row or column that are named as one
LONG = 6  # lines that are named one by one where they are counted
MOST, LONG_TEXT = 12, 400  # edges that are named, and characters of their words; more edges are counted


def edges_text(board: Board, alike: Sequence[Fact], brief: bool = False) -> str:
    """Return in words what edges have.

    alike: facts of edges that differ in their places only.  brief: whether of many lines only the ends of the ways that
    they make are named, and very many edges are counted.
    """
    first, edges = alike[0], [fact.places for fact in alike]
    between = _borders(edges) if first.value == "border" else lines_at(board, edges, first.negative)
    has_ways = brief and first.value == "line" and not first.negative and len(edges) > RUN
    ways = listed([_way(board, way) for way in _ways(edges)], "; ") if has_ways else ""
    if ways and len(ways) < len(between) + len("there is a line "):
        return ways
    if brief and len(edges) > MOST and len(between) > LONG_TEXT:
        between = f"in {len(edges)} places"
    pair = PUZZLES[board.puzzle].facts.pair
    if first.value == "border" and first.negative and pair and not between.startswith("in "):
        are = f"are a {pair}" if len(edges) == 1 else f"are each a {pair}"
        return f"{listed([places_text(edge) for edge in edges], '; ', '; and ')} {are}"
    if first.value in ("line", "border"):
        return f"there is {'no' if first.negative else 'a'} {first.value} {between}"
    if first.negative and first.value == 0:
        return f"there is at least 1 bridge {between}"
    if first.negative and first.value == MOST_BRIDGES:
        return f"there is at most 1 bridge {between}"
    if first.value == 0:
        return f"there is no bridge {between}"
    count = f"{first.value} bridge{'' if first.value == 1 else 's'}"
    return f"there {'is' if first.value == 1 else 'are'}{' not' * first.negative} {count} {between}"


def lines_at(board: Board, edges: Sequence[EdgeEnds], negative: bool = False) -> str:
    """Return the places of lines in words, such as `from row 1, column 2 right and down`.

    edges: the ends of the lines.  negative: whether there are no such lines.
    """
    if uses_corners(board):
        return f"on {listed(list(_sides(board, edges, ' or ' if negative else ' and ')), '; ')}"
    without = _without_lines(board, edges) if negative else []
    left = [edge for edge in edges if not set(edge) & set(without)]
    places = [*([f"at {places_text(without)}"] if without else []), *_lines(left, negative)]
    return listed(places, "; ")


def _without_lines(board: Board, edges: Sequence[EdgeEnds]) -> list[Cell]:
    """Return the cells all of whose edges, to the cells beside them, are among some edges, sorted."""
    have, found = {frozenset(edge) for edge in edges}, list[Cell]()
    for cell in sorted({cell for edge in edges for cell in edge}):
        near = [(cell[0] + r, cell[1] + c) for r, c in WAYS]
        if all(frozenset((cell, (r, c))) in have for r, c in near if 0 <= r < board.rows and 0 <= c < board.cols):
            found.append(cell)
    return found


def line_text(board: Board, edge: EdgeEnds) -> str:
    """Return a line as a noun, as `the line on the top of row 1, column 2`."""
    return f"the line {lines_at(board, [edge])}"


def corner_text(board: Board, corner: Cell, near: Iterable[EdgeEnds] = ()) -> str:
    """Return a corner of cells in words, by the cell that names most of the sides `near`, else by the cell whose upper
    left corner it is, or by the last cell of the board's row or column.

    near: sides of cells in the same sentence, the most important one first.
    """
    name, cell = _named_corner(board, corner, near)
    return f"the {name} corner of {place(cell)}"


def _named_corner(board: Board, corner: Cell, near: Iterable[EdgeEnds] = ()) -> tuple[str, Cell]:
    """Return which corner of which cell a corner is, as `upper left`; near: as in `corner_text`."""
    r, c = corner
    around = [(r - up, c - left) for up in (0, 1) for left in (0, 1)]
    cells = [cell for cell in around if 0 <= cell[0] < board.rows and 0 <= cell[1] < board.cols]
    named = [cell for cell, _ in (side_cell(board, edge) for edge in near) if cell in cells]
    cell = max(named, key=named.count, default=cells[0])
    return f"{'upper' if cell[0] == r else 'lower'} {'left' if cell[1] == c else 'right'}", cell


def end_text(board: Board, end: Cell, near: Iterable[EdgeEnds] = ()) -> str:
    """Return an end of lines in words: a corner where lines join corners, else a cell; near: as in `corner_text`."""
    return corner_text(board, end, near) if uses_corners(board) else place(end)


def ends_text(board: Board, ends: Sequence[Cell]) -> str:
    """Return ends of lines in words; several corners of one cell are named by the cell, cells are named together."""
    if not uses_corners(board):
        return places_text(ends)
    if len(ends) > 1:
        r, c = max(0, max(r for r, _ in ends) - 1), max(0, max(c for _, c in ends) - 1)
        if all(end[0] - r in (0, 1) and end[1] - c in (0, 1) for end in ends):
            names = [f"{'lower' if row > r else 'upper'} {'right' if column > c else 'left'}" for row, column in ends]
            return f"the {listed(names)} corners of {place((r, c))}"
    alike = dict[str, list[Cell]]()
    for end in ends:
        name, cell = _named_corner(board, end)
        alike.setdefault(name, []).append(cell)
    return listed([f"the {name} corner{'s' * (len(of) > 1)} of {places_text(of)}" for name, of in alike.items()])


def common_end(edges: Iterable[Sequence[Cell]]) -> Cell | None:
    """Return the end that all of at least two edges share; None if there is none, or if there is only one edge."""
    each = [set(edge) for edge in edges]
    found = set.intersection(*each) if each else set()
    return found.pop() if len(found) == 1 else None


def _ways(edges: Sequence[EdgeEnds]) -> list[list[EdgeEnds]]:
    """Return the connected parts of edges, in reading order of their first edges; [] if an end has more than two."""
    at: dict[Cell, list[EdgeEnds]] = {}
    for edge in edges:
        for end in edge:
            at.setdefault(end, []).append(edge)
    if max(map(len, at.values())) > 2:
        return []
    found: list[list[EdgeEnds]] = []
    seen: set[EdgeEnds] = set()
    for edge in sorted(edges):
        if edge not in seen:
            way = [edge]
            seen.add(edge)
            for each in way:
                new = [other for end in each for other in at[end] if other not in seen]
                seen.update(new)
                way += new
            found.append(way)
    return found


def _way(board: Board, edges: Sequence[EdgeEnds]) -> str:
    """Return lines that are connected in words, by their ends."""
    if len(edges) == 1:
        between = next(_sides(board, edges, "")) if uses_corners(board) else next(_lines(edges, False))
        return f"there is a line {'on ' * uses_corners(board)}{between}"
    count = Counter(end for edge in edges for end in edge)
    ends = sorted(end for end, times in count.items() if times == 1)
    if not ends:
        return f"a loop goes through {end_text(board, min(count))}"
    return f"{ends_text(board, ends)} are the two ends of one line"


def _borders(pairs: Sequence[EdgeEnds]) -> str:
    """Return borders in words, as `right of row 1, column 2 and below row 3, columns 1 and 2`; pairs: the cells."""
    right = [one for one, other in pairs if one[0] == other[0]]
    below = [one for one, other in pairs if one[0] != other[0]]
    return listed([f"{word} {places_text(cells)}" for word, cells in (("right of", right), ("below", below)) if cells])


def _lines(pairs: Sequence[EdgeEnds], negative: bool) -> Iterator[str]:
    """Yield lines between two cells in words: several at one cell together, as `from row 1, column 2 right and down`,
    and, if there are none, those side by side, as `between rows 1 and 2 in columns 3 to 5`.

    pairs: the cells.  negative: whether there are no such lines.
    """
    left = list(pairs)
    while left:
        run = _run(left, negative)
        count = Counter(cell for pair in left for cell in pair)
        centre = max(sorted(count), key=count.__getitem__)
        own = [pair for pair in left if centre in pair] if count[centre] > 1 else left[:1]
        if len(run) > len(own) or len(run) >= RUN > len(own):
            left = [pair for pair in left if pair not in run]
            yield _run_text(run, negative)
            continue
        left = [pair for pair in left if pair not in own]
        steps = {(r - centre[0], c - centre[1]) for pair in own for r, c in pair} - {(0, 0)}
        if len(own) > 1 and steps <= WAYS.keys():
            ways = [WAYS[step] for step in WAYS if step in steps]
            yield f"from {place(centre)} {listed(ways, last=' or ' if negative else ' and ')}"
        else:
            yield from (f"from {_ends(each)}" for each in own)


def _run(pairs: Sequence[EdgeEnds], negative: bool) -> list[EdgeEnds]:
    """Return at least RUN lines between neighbours that are named as one, the first of the longest ones: for lines one
    after the other in a row or column, where there are none those side by side; [] if there are no such.
    """
    have, best = set(pairs), list[EdgeEnds]()
    for one, other in sorted(pairs):
        down, right = other[0] - one[0], other[1] - one[1]
        if (down, right) not in WAYS:
            continue
        step = (right, down) if negative else (down, right)
        run, at = [(one, other)], ((one[0] - step[0], one[1] - step[1]), (other[0] - step[0], other[1] - step[1]))
        if at in have:
            continue
        while (at := tuple((r + step[0], c + step[1]) for r, c in run[-1])) in have:  # type: ignore[assignment]
            run.append(at)
        if len(run) >= RUN and len(run) > len(best):
            best = [*run]
    return best


def _run_text(run: Sequence[EdgeEnds], negative: bool) -> str:
    """Return lines that `_run` has found in words."""
    (start, there), (_, end) = run[0], run[-1]
    if not negative:
        return f"from {_ends((start, end))}"
    one, other = ("row", "column") if start[1] == there[1] else ("column", "row")
    at, along = (0, 1) if one == "row" else (1, 0)
    between = f"{one}s {numbers_text([start[at], there[at]])}"
    return f"between {between} in {other}s {numbers_text([edge[0][along] for edge in run])}"


def _ends(places: EdgeEnds) -> str:
    """Return two cells in words, as `row 1, column 2 to column 4`."""
    (r, c), (there, other) = places
    end = f"column {other + 1}" if r == there else f"row {there + 1}" if c == other else place((there, other))
    return f"{place((r, c))} to {end}"


def side_cell(board: Board, corners: EdgeEnds, count: Mapping[Cell, int] = NONE) -> tuple[Cell, str]:
    """Return the cell that gives the side between two corners its name, and the name of the side: of the two cells the
    one with a number, else the one below or right of the side.

    count: the sides of cells in the same list, of which the cell with more sides is named if both have a number; but
    first comes the number that the sentence cites.
    """
    beside = list(_beside(board, corners))
    numbered = [each for each in beside if str(board.givens[each[0][0]][each[0][1]]).isdigit()]
    cited = CITED.get()
    return max(numbered or beside[:1], key=lambda each: (each[0] in cited, count.get(each[0], 0)))


def _sides(board: Board, edges: Sequence[EdgeEnds], last: str) -> Iterator[str]:
    """Yield sides of cells, as `the top and left of row 1, columns 2 and 3`; a side has the same name in each sentence,
    but for sides between two numbers.

    edges: pairs of corners.  last: ` and ` or ` or `.
    """
    of: dict[Cell, list[str]] = {}
    count = Counter(cell for edge in edges for cell, _ in _beside(board, edge))
    for edge in sorted(edges):
        cell, side = side_cell(board, edge, count)
        of.setdefault(cell, []).append(side)
    groups: dict[tuple[str, ...], list[Cell]] = {}
    for cell, found in of.items():
        groups.setdefault(tuple(side for side in ("top", "right", "bottom", "left") if side in found), []).append(cell)
    for sides, cells in groups.items():
        is_any = len(sides) == len(WAYS) and last == " or "
        yield f"{'any side' if is_any else f'the {listed(list(sides), last=last)}'} of {places_text(cells)}"


def _beside(board: Board, corners: EdgeEnds) -> Iterator[tuple[Cell, str]]:
    """Yield the cells beside the side between two corners, the one below or right of the side first, each with the name
    of the side.
    """
    (r, c), (there, _) = corners
    across = r == there
    if r < board.rows and c < board.cols:
        yield (r, c), "top" if across else "left"
    if (r if across else c) > 0:
        yield ((r - 1, c), "bottom") if across else ((r, c - 1), "right")
