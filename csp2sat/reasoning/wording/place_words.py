"""Cells and regions in words."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence, Set

from ...model.model import Origin
from ...puzzles.facts import Fact
from ...puzzles.kit.checks import place
from ...puzzles.kit.clues import shown
from ...puzzles.spec import PUZZLES, Board, Cell

ROOM = re.compile(r"room with (.*)")  # the clue of a room, whose place is a cell of the room
IS_ARROW = re.compile("[↑↓←→]")
NAMED_BY_CELL = re.compile(r"\b(?<!three )(room|box)(?:es|s)?(?: with [\w, ]+?)? (?:of|at) (?:row|column) \d")

SHORT, LONG = 3, 12  # cells of a route that are listed in walking order: more than, and at most
TURN = 4  # cells that touch one of a route, at most
FEW = 3  # stars that are named, if their own cells are in their galaxies

AT_CORNER = re.compile(r"\bat the corners? at (row|column)")


# Rules that follow from those of a kind, and why.
FOLLOWS = re.compile(r"no chequered block|at most two changes of colour along")
WHY_FOLLOWS = (
    "Since the circles of each colour are connected, no 2 x 2 block is chequered, with either colour at two opposite "
    "corners, and along the edge of the board the colour changes at most twice."
)


def legend(texts: Iterable[str]) -> str:
    """Return a sentence that says by which cell texts name rooms, boxes or corners of cells, or what a cell is that
    they call an arrow, or why rules hold that follow from those of the kind; '' if they do none of these.
    """
    texts = list(texts)
    if any(map(FOLLOWS.search, texts)):
        return WHY_FOLLOWS
    if any(map(IS_ARROW.search, texts)):
        return "A cell that is ↑, ↓, ← or → is in an arm, and the corner of its L lies that way."
    if any(AT_CORNER.search(text) for text in texts):
        return (
            "The corner at a row and column is the upper left corner of the cell there; after the last row or column, "
            "which has no such cell, it is on the edge of the board."
        )
    word = next((found[1] for text in texts if (found := NAMED_BY_CELL.search(text))), None)
    return f"A {word} is named by its first cell, that is the leftmost cell of its uppermost row." if word else ""


def listed(texts: Sequence[str], between: str = ", ", last: str = " and ") -> str:
    """Return texts as a list in words: `a, b and c`, with `between` for the commas and `last` before the last text."""
    if len(texts) < 2:
        return "".join(texts)
    return f"{between.join(texts[:-1])}{last}{texts[-1]}"


def places_text(cells: Sequence[Cell]) -> str:
    """Return cells in words: those of a row together, or those of a column if that is shorter; rows with the same
    columns together, or columns with the same rows.
    """
    texts = place_texts(cells)
    if len(texts) < 3:
        return listed(texts, last=" and " if len(texts) == len(cells) else ", and ")
    return listed_apart(texts)


def listed_apart(texts: Sequence[str]) -> str:
    """Return three or more texts as a list in words, with semicolons between them if one of them has a comma."""
    between = ";" if any("," in text for text in texts) else ","
    return listed(texts, f"{between} ", f"{between} and ")


def route(cells: Sequence[Cell]) -> list[Cell]:
    """Return cells in walking order, each of which touches the next one at a side or corner; [] if they are no such
    route, few cells, or very many.
    """
    near = {(r, c): sum(max(abs(i - r), abs(j - c)) == 1 for i, j in cells) for r, c in sorted(cells)}
    is_route = SHORT < len(cells) <= LONG and max(near.values()) <= TURN  # else a block, with very many walks
    starts = [cell for cell, count in near.items() if count == min(near.values())] if is_route else []
    return next(filter(None, (_walked([cell], {*cells} - {cell}) for cell in starts)), [])


def route_text(cells: Sequence[Cell]) -> str:
    """Return the cells of a route in words, in walking order, straight parts together; '' for other cells, and for
    few parts.
    """
    way = route(cells)
    parts = [way[:1]]
    for cell in way[1:]:
        line = [*parts[-1], cell]
        straight = any(len({each[at] for each in line}) == 1 for at in (0, 1))
        parts[-1:] = [line] if straight else [parts[-1], [cell]]
    return listed_apart([place_texts(part)[0] for part in parts]) if len(parts) > 2 else ""


def _walked(way: list[Cell], rest: Set[Cell]) -> list[Cell]:
    """Return a walk that begins with some cells and goes through all of the rest, over sides first; [] for none."""
    (r, c), far = way[-1], {cell: abs(cell[0] - way[-1][0]) + abs(cell[1] - way[-1][1]) for cell in rest}
    near = sorted((far[i, j], (i, j)) for i, j in rest if max(abs(i - r), abs(j - c)) == 1)
    ways = (_walked([*way, cell], rest - {cell}) for _, cell in near)
    return next(filter(None, ways), []) if rest else way


def place_texts(cells: Sequence[Cell]) -> list[str]:
    """Return the parts of the words of cells, each of them cells in rows and columns."""
    rows = _blocks(cells)
    columns = _blocks([(c, r) for r, c in cells])
    if len(rows) <= len(columns):
        return [_block(lines, at) for at, lines in rows.items()]
    return [_block(at, lines) for at, lines in columns.items()]


def _block(rows: Sequence[int], columns: Sequence[int]) -> str:
    """Return all cells of these rows and columns in words, as `rows 1 and 2, columns 3 to 5`, but `column 3, rows 1 and
    2` for several rows of one column.
    """
    if len(columns) == 1 < len(rows):
        return f"{numbered('column', columns)}, {numbered('row', rows)}"
    return f"{numbered('row', rows)}, {numbered('column', columns)}"


def _blocks(cells: Sequence[Cell]) -> dict[tuple[int, ...], list[int]]:
    """Return the rows of cells by the columns that the cells have in these rows, all ascending."""
    by_row: dict[int, list[int]] = {}
    for r, c in sorted(set(cells)):
        by_row.setdefault(r, []).append(c)
    found: dict[tuple[int, ...], list[int]] = {}
    for r, columns in by_row.items():
        found.setdefault(tuple(columns), []).append(r)
    return found


def numbered(word: str, ascending: Sequence[int]) -> str:
    """Return rows or columns in words, as `columns 2 and 3`; word: `row` or `column`.  ascending: their numbers."""
    return f"{word}{'s' * (len(ascending) > 1)} {numbers_text(ascending)}"


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


def letter(at: int) -> str:
    """Return the name of a region: A to Z, then AA, AB, and so on; at: its number, from 0."""
    return (letter(at // 26 - 1) if at > 25 else "") + chr(ord("A") + at % 26)


def star_letters(board: Board) -> dict[Cell, str]:
    """Return the letters of the stars of a board, which its drawings have, too, by the first cells of the stars; {} for
    a kind without regions around stars.
    """
    if PUZZLES[board.puzzle].facts.opposite is None:
        return {}
    return {cell: letter(at) for at, cell in enumerate(sorted(PUZZLES[board.puzzle].clues.given_cells(board)))}


def regions_of(board: Board, facts: Sequence[Fact]) -> dict[str, set[Cell]]:
    """Return the cells that facts of regions are about, a cell and its opposite together, by their stars in words, such
    as `C at row 2, column 3`.
    """
    cells: dict[str, set[Cell]] = {}
    names = star_letters(board)
    opposite = PUZZLES[board.puzzle].facts.opposite
    for fact in facts:
        cell, star = fact.places
        other = cell if opposite is None else opposite(board, cell, star)
        middle = ", ".join(
            f"{word}{'s' * ((one + two) % 2)} {numbers_text(sorted({(one + two) // 2, (one + two + 1) // 2}))}"
            for word, one, two in zip(("row", "column"), cell, other, strict=True)
        )
        cells.setdefault(f"{names[star]} at {middle}", set()).update((cell, other))
    return cells


def regions_text(board: Board, alike: Sequence[Fact]) -> str:
    """Return in words of which stars cells are: a cell and its opposite together, and all cells of one star; of many
    stars that are all those of the board, the cells in which they lie without their names.

    alike: facts of regions, all negative or none.
    """
    if PUZZLES[board.puzzle].facts.placements:
        return _numbers_regions(board, alike)
    word, texts = " not" if alike[0].negative else "", list[str]()
    own = [] if alike[0].negative else [fact for fact in alike if _is_own(board, fact)]
    whole = [cells for cells in regions_of(board, own).values() if _is_block(cells)]
    if FEW < len(whole) == len(PUZZLES[board.puzzle].clues.given_cells(board)):
        texts = ["the cells in which each star lies are in its galaxy"]
        alike = [fact for fact in alike if fact not in own]
    texts += [
        f"{places_text(sorted(some))} {'are' if len(some) > 1 else 'is'}{word} in the galaxy of star {star}"
        for star, some in regions_of(board, alike).items()
    ]
    return listed(texts, "; ")


def _numbers_regions(board: Board, alike: Sequence[Fact]) -> str:
    """Return in words to which numbers cells belong, or do not belong; alike: as in `regions_text`."""
    cells = dict[Cell, list[Cell]]()
    for fact in alike:
        cells.setdefault(fact.places[1], []).append(fact.places[0])
    texts = []
    for number, some in cells.items():
        several = len(some) > 1
        verb = f"do{'es' * (not several)} not belong" if alike[0].negative else f"belong{'s' * (not several)}"
        texts.append(f"{places_text(some)} {verb} to {number_name(board, number)}")
    return listed(texts, "; ")


def number_name(board: Board, cell: Cell) -> str:
    """Return the number in a cell, to which a region belongs, in words, as `the 6 at row 1, column 3`."""
    return f"the {shown(board.values()[cell[0]][cell[1]])} at {place(cell)}"


def _is_own(board: Board, fact: Fact) -> bool:
    """Whether a star lies in the cell, or at the edge of the cell, that a fact of a region is about."""
    opposite = PUZZLES[board.puzzle].facts.opposite
    cell, star = fact.places
    other = cell if opposite is None else opposite(board, cell, star)
    return max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) <= 1


def _is_block(cells: Collection[Cell]) -> bool:
    """Whether cells are all of a rectangle."""
    rows, columns = (set(at) for at in zip(*cells, strict=True))
    return len(cells) == len(rows) * len(columns)


def statement_text(origin: Origin) -> str:
    """Return a clue or rule with its place in words, a room's clue as a sentence: `the room of row 1, column 2 has 3
    shaded cells`.
    """
    room = ROOM.fullmatch(origin.rule) if origin.kind == "cell" else None
    return f"the room of {place((origin.row, origin.column))} has {room[1]}" if room else str(origin)
