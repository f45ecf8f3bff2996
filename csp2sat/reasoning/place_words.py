"""Cells, lines, borders and regions in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from ..puzzles.facts import Fact, uses_corners
from ..puzzles.kit.checks import place
from ..puzzles.spec import PUZZLES, Board, Cell

WAYS = {(-1, 0): "up", (0, 1): "right", (1, 0): "down", (0, -1): "left"}
MOST_BRIDGES = 2


def listed(texts: Sequence[str], between: str = ", ", last: str = " and ") -> str:
    """Return texts as a list in words: `a, b and c`, with `between` for the commas and `last` before the last text."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{between.join(texts[:-1])}{last}{texts[-1]}"


def places_text(cells: Sequence[Cell]) -> str:
    """Return cells in words: those of a row together, or those of a column if that is shorter."""
    by_row: dict[int, list[int]] = {}
    by_column: dict[int, list[int]] = {}
    for r, c in sorted(cells):
        by_row.setdefault(r, []).append(c)
        by_column.setdefault(c, []).append(r)
    if len(by_row) <= len(by_column):
        texts = [_line("row", r, "column", columns) for r, columns in by_row.items()]
    else:
        texts = [
            _line("column", c, "row", rows) if len(rows) > 1 else place((rows[0], c)) for c, rows in by_column.items()
        ]
    return listed(texts) if len(texts) < 3 and len(texts) == len(cells) else listed(texts, "; ", "; and ")


def _line(word: str, at: int, other: str, ascending: Sequence[int]) -> str:
    """Return some cells of a line in words, as `row 1, columns 2 and 3` for the cells 1 and 2 of row 0.

    word: `row` or `column`.  at: the number of the line, from 0.  other: `column` or `row`.  ascending: the numbers of
    the cells in the line, from 0, at least one.
    """
    return f"{word} {at + 1}, {other}{'s' if len(ascending) > 1 else ''} {numbers_text(ascending)}"


def numbers_text(ascending: Sequence[int]) -> str:
    """Return rows or columns, counted from 1, as a list in words; three or more without a gap are `1 to 3`."""
    runs: list[list[int]] = []
    for number in ascending:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    texts = [
        text
        for run in runs
        for text in ([f"{run[0] + 1} to {run[-1] + 1}"] if len(run) > 2 else [str(each + 1) for each in run])
    ]
    return listed(texts)


def edges_text(board: Board, alike: Sequence[Fact], counted: bool = False) -> str:
    """Return in words what edges have.

    alike: facts of edges that differ in their places only.  counted: whether these places are not named.
    """
    first = alike[0]
    if counted:
        between = f"in {len(alike)} places"
    elif uses_corners(board):
        between = f"on {listed([_side(board, fact.places) for fact in alike], '; ')}"
    elif first.value == "border":
        between = _borders([fact.places for fact in alike])
    else:
        between = listed([f"from {each}" for each in _lines([fact.places for fact in alike], first.negative)], "; ")
    if first.value in ("line", "border"):
        return f"there is {'no' if first.negative else 'a'} {first.value} {between}"
    if first.negative and first.value == 0:
        return f"there is at least 1 bridge {between}"
    if first.negative and first.value == MOST_BRIDGES:
        return f"there is at most 1 bridge {between}"
    if first.value == 0:
        return f"there is no bridge {between}"
    count = f"{first.value} bridge{'' if first.value == 1 else 's'}"
    return f"there {'are not' if first.negative else 'are' if first.value != 1 else 'is'} {count} {between}"


def _borders(pairs: Sequence[Sequence[Cell]]) -> str:
    """Return borders in words, as `right of row 1, column 2 and below row 3, columns 1 and 2`; pairs: the cells."""
    right = [one for one, other in pairs if one[0] == other[0]]
    below = [one for one, other in pairs if one[0] != other[0]]
    return listed([f"{word} {places_text(cells)}" for word, cells in (("right of", right), ("below", below)) if cells])


def _lines(pairs: Sequence[Sequence[Cell]], negative: bool) -> Iterator[str]:
    """Yield lines between two cells in words: several at one cell together, as `row 1, column 2 right and down`.

    pairs: the cells.  negative: whether there are no such lines.
    """
    left = list(pairs)
    while left:
        count = Counter(cell for pair in left for cell in pair)
        centre = max(sorted(count), key=count.__getitem__)
        own = [pair for pair in left if centre in pair] if count[centre] > 1 else left[:1]
        left = [pair for pair in left if pair not in own]
        steps = {(r - centre[0], c - centre[1]) for pair in own for r, c in pair} - {(0, 0)}
        if len(own) > 1 and steps <= WAYS.keys():
            ways = [WAYS[step] for step in WAYS if step in steps]
            yield f"{place(centre)} {listed(ways, last=' or ' if negative else ' and ')}"
        else:
            yield from map(_ends, own)


def _ends(places: Sequence[Cell]) -> str:
    """Return two cells in words, as `row 1, column 2 to column 4`."""
    (r, c), (there, other) = places
    end = f"column {other + 1}" if r == there else f"row {there + 1}" if c == other else place((there, other))
    return f"{place((r, c))} to {end}"


def _side(board: Board, corners: Sequence[Cell]) -> str:
    """Return the side of a cell between two corners in words, as `the top of row 1, column 2`."""
    (r, c), (there, _) = corners
    if r == there:
        return f"the top of {place((r, c))}" if r < board.rows else f"the bottom of {place((r - 1, c))}"
    return f"the left of {place((r, c))}" if c < board.cols else f"the right of {place((r, c - 1))}"


def regions_text(board: Board, alike: Sequence[Fact]) -> str:
    """Return in words of which stars cells are: a cell and its opposite together, and all cells of one star.

    alike: facts of regions, all negative or none.
    """
    cells: dict[str, set[Cell]] = {}
    opposite = PUZZLES[board.puzzle].facts.opposite
    for fact in alike:
        cell, star = fact.places
        other = cell if opposite is None else opposite(board, cell, star)
        middle = ", ".join(
            f"{word}{'s' * ((one + two) % 2)} {numbers_text(sorted({(one + two) // 2, (one + two + 1) // 2}))}"
            for word, one, two in zip(("row", "column"), cell, other, strict=True)
        )
        cells.setdefault(middle, set()).update((cell, other))
    word = " not" if alike[0].negative else ""
    return listed(
        [
            f"{places_text(sorted(some))} {'are' if len(some) > 1 else 'is'}{word} in the galaxy of the star at {star}"
            for star, some in cells.items()
        ],
        "; ",
    )
