"""Kakuro: digits that add up to the sum given before each line, all different within a line."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations

from ...errors import UsageError
from ...model.expr import Expr, node, term
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Mark, clue, fill, number_mark
from ..given_parts import ManyClues, PartClues
from ..kit.checks import place
from ..kit.kinds import number_kind
from ..kit.number_checks import no_number
from ..kit.pictures import picture_of
from ..notation import Notation, PlayerBlocks, sample
from ..sites import PlayerFile, UrlType, coded, player_count
from ..slashed_sums import SPELLINGS
from ..spec import Board, Cell, Clues, WrongForm

RULES = """\
Write a digit from 1 to 9 into every white cell so that every line has its sum.
A line consists of white cells side by side, across or down, from one black cell (or the edge) to the next.
The digits of a line are all different.
A number in a black cell is the sum of a line that begins beside this cell.
The number above the diagonal is for the line to the right, the number below the diagonal for the line beneath.
A line without a number may have any sum."""

SYMBOLS = r"""
`-` white cell, `#` black cell without numbers; `12\7` black cell with the sum 12 of the line beneath and 7 of the
  line to the right; `12\` and `\7` have one sum only"""

STEPS = {"across": (0, 1), "down": (1, 0)}
TOTAL = "sums across"
BLACK = {"across": None, "down": None}
DIGITS = range(1, 10)


def model(board: Board) -> Model:
    """Return the model of a board: an integer x_r_c from 1 to 9 for each white cell, `alldifferent` on each line of
    white cells, and `value-sets` (the sum) on each line that has a sum.

    The formula that all sums across and all sums down are equal is added if every line has a sum.
    """
    m = Model(about={"board": board.neutral()})
    digits = {cell: m.int(_name(cell), 1, 9) for cell in board.cells() if is_white(board, cell)}
    lines = {}
    for way, line in board.segments(digits):
        lines[way, line[0]] = there = [digits[cell] for cell in line]
        m.add(node("alldifferent", *there), Origin("cell", *line[0], f"different digits {way}"))
    given = sums(board)
    for (way, (r, c)), total in given.items():
        i, j = STEPS[way]
        m.add(has_sum(lines.get((way, (r, c)), []), total), _origin(way, (r - i, c - j), total))
    if given.keys() == lines.keys():
        _add_totals(m, given)
    return m


def _origin(way: str, cell: Cell, total: int) -> Origin:
    return Origin("cell", *cell, f"sum {total} {way}")


def _name(cell: Cell) -> str:
    return f"x_{cell[0]}_{cell[1]}"


def is_white(board: Board, cell: Cell) -> bool:
    """Whether the cell is on the board and white."""
    return board.has(cell) and board.givens[cell[0]][cell[1]] is None


def sums(board: Board) -> dict[tuple[str, Cell], int]:
    """Return a map from each line with a sum (`across` or `down`, and first cell) to the sum; the first cell is not
    white if there is no line beside the sum.
    """
    return {
        (way, (r + i, c + j)): black[way]
        for way, (i, j) in STEPS.items()
        for r, c in board.cells()
        if (black := board.givens[r][c]) is not None and black[way] is not None
    }


def has_sum(digits: Sequence[Expr], total: int) -> Expr:
    """Return the formula that the digits are exactly one of the sets of different digits with this sum, from which
    solvers deduce more than from an equation.
    """
    return node("value-sets", digit_sets(len(digits), total), *digits)


@cache
def digit_sets(count: int, total: int) -> tuple[frozenset[int], ...]:
    """Return the sets of `count` different digits from 1 to 9 whose sum is `total`."""
    return tuple(frozenset(digits) for digits in combinations(DIGITS, count) if sum(digits) == total)


def _add_totals(m: Model, given: dict[tuple[str, Cell], int]) -> None:
    """Add to model m the formula that the given sums across and the given sums down have the same total, which both are
    the sum of all digits if every line has a sum.

    The formula is implied, but solvers would take long to find that one sum is wrong.
    """
    across, down = (sum(total for (each, _), total in given.items() if each == way) for way in STEPS)
    m.add(term("eq", across, down), Origin("rule", rule=f"{TOTAL} ({across}) equal to sums down ({down})"))


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return the neutral solution of a model's answer: rows of digits, with 0 in each black cell."""
    cells = [[(r, c) for c in range(board.cols)] for r in range(board.rows)]
    return [[answer.ints[_name(cell)] if is_white(board, cell) else 0 for cell in row] for row in cells]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the answer of the model that a neutral solution stands for."""
    return Answer({_name((r, c)): solution[r][c] for r, c in board.cells() if is_white(board, (r, c))}, {})


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by going along every line from the black cell or
    border before it; [] if the solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = _wrong_form(board, solution)
    for way in STEPS:
        for before, line in _lines(board, way):
            faults += _line_faults(board, way, before, [(cell, solution[cell[0]][cell[1]]) for cell in line])
    return faults


def _wrong_form(board: Board, solution: object) -> list[str]:
    """Return one message for each white cell without a digit from 1 to 9 and each black cell without 0.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    if not isinstance(solution, list) or len(solution) != board.rows:
        raise WrongForm(f"the solution is no list of {board.rows} lists")
    for r, row in enumerate(solution):
        if not isinstance(row, list) or len(row) != board.cols or {type(x) for x in row} != {int}:
            raise WrongForm(f"row {r + 1} of the solution is no list of {board.cols} numbers")
    faults = []
    for r, c in board.cells():
        if is_white(board, (r, c)) and solution[r][c] not in DIGITS:
            faults.append(no_number(solution[r][c], (r, c), 9))
        elif not is_white(board, (r, c)) and solution[r][c]:
            faults.append(f"{solution[r][c]} at {place((r, c))}; expected 0 in a black cell")
    return faults


def _lines(board: Board, way: str) -> Iterator[tuple[Cell, list[Cell]]]:
    """Yield each black cell and each place just outside the border, with the white cells that follow in direction
    `way`, which may be none.
    """
    i, j = STEPS[way]
    outside = [(r, -1) for r in range(board.rows)] if j else [(-1, c) for c in range(board.cols)]
    for before in [*outside, *board.cells()]:
        if not is_white(board, before):
            line = [(before[0] + i, before[1] + j)]
            while is_white(board, line[-1]):
                line.append((line[-1][0] + i, line[-1][1] + j))
            yield before, line[:-1]


def _line_faults(board: Board, way: str, before: Cell, digits: list[tuple[Cell, int]]) -> list[str]:
    """Return one message for each digit twice in a line, and one for a wrong sum; 0 is no digit, and a line with 0 has
    no wrong sum.

    way: `across` or `down`. before: the cell or place with the sum. digits: the cells of the line and their digits.
    """
    faults = []
    seen: dict[int, Cell] = {}
    for cell, digit in (each for each in digits if each[1]):
        first = seen.setdefault(digit, cell)
        if first != cell:
            faults.append(f"{digit} twice in a line, at {place(first)} and at {place(cell)}")
    total = board.givens[before[0]][before[1]][way] if board.has(before) else None
    found = sum(digit for _, digit in digits)
    if total not in (None, found) and all(digit for _, digit in digits):
        faults.append(f"sum {total} {way} at {place(before)}: the digits add up to {found}")
    return faults


def marks(board: Board, solution: list[list[int]] | None) -> Iterator[Mark]:
    """Yield the drawing of each cell: a black cell with its sums, or a white cell with the digit of the solution."""
    for cell in board.cells():
        given = board.givens[cell[0]][cell[1]]
        if given is None:
            yield number_mark(cell, {}, solution)
        else:
            yield fill(cell) if given == BLACK else clue(cell, given["down"] or "", given["across"] or "")


def mirrored(board: Board) -> list[list[dict[str, int | None] | None]]:
    """Return the givens with left and right exchanged, where each sum across moves to the other end of its line.

    A first column of black cells, which has the sums of lines that begin at the left edge, stays the first one. Raise
    UsageError if a line with a sum ends at the right edge of a board without such a column.
    """
    edge = not any(is_white(board, (r, 0)) for r in range(board.rows))

    def behind(r: int, c: int) -> int:
        """Return the column of the black cell behind the white cells that follow column c."""
        c += 1
        while is_white(board, (r, c)):
            c += 1
        return c % board.cols if edge else c

    found = [[None if cell is None else {**cell, "across": None} for cell in row] for row in board.givens]
    for (way, (r, c)), total in sums(board).items():
        if way == "across":
            end = behind(r, c - 1)
            if end == board.cols:
                raise UsageError(f"this kakuro cannot be mirrored: no black cell is behind the line at {place((r, c))}")
            found[r][end] = {**(found[r][end] or BLACK), "across": total}
    return [row[:edge] + row[edge:][::-1] for row in found]


def sum_clues(way: str) -> PartClues:
    """Return the sums of the lines in one direction as clues, each at the black cell before its line."""
    i, j = STEPS[way]

    def given(board: Board) -> dict[Cell, int | None]:
        return {cell: board.givens[cell[0]][cell[1]][way] for cell in board.cells() if not is_white(board, cell)}

    def written(board: Board, values: Mapping[Cell, int | None]) -> Board:
        return board.with_values({(r, c): {**board.givens[r][c], way: total} for (r, c), total in values.items()})

    def possible(board: Board, cell: Cell) -> range:
        line = [(cell[0] + i, cell[1] + j)]
        while is_white(board, line[-1]):
            line.append((line[-1][0] + i, line[-1][1] + j))
        count = len(line) - 1
        return range(sum(DIGITS[:count]), sum(DIGITS[-count:]) + 1) if 0 < count <= len(DIGITS) else range(0)

    return PartClues(
        way,
        given,
        written,
        possible,
        origin=lambda cell, total: _origin(way, cell, total),
        place=lambda cell: place(cell, f"the sum {way} at"),
        titled=lambda cell, total: place(cell, f"sum {total} {way} at"),
    )


def value(token: str) -> dict[str, int | None] | None:
    r"""Return the neutral value of a token: None for a white cell (`-` or `.`), else a dict of the sums across and down
    (None if absent) for a black cell.

    A black cell is `#`, or sums with the one down first, such as `16\9`, `16\` and `\9`, or with the first letters of
    their directions, such as `16d9a`, `16d`, `9a` and `9r`; it may be `X`, and `-` stands for no sum, as in `16\-`.
    Raise ValueError for any other token, such as a number that does not say its direction.
    """
    if token in ("-", "."):
        return None
    if letters := re.fullmatch(r"(?=.)(?:(\d{1,9})d)?(?:(\d{1,9})[ar])?", token, re.ASCII | re.IGNORECASE):
        token = f"{letters[1] or ''}\\{letters[2] or ''}"
    if bare := re.fullmatch(r"(\d{1,9})(?:/(\d{1,9}))?", token, re.ASCII):
        one, two = bare[1], bare[2] or ""
        raise ValueError(rf"expected - (white), {one}\{two} (sum {one} down) or {two}\{one} (sum {one} across)")
    token = "\\" if token in ("#", "X", "x") else re.sub(r"^-(?=\\\d)|(?<=\d\\)-$", "", token)
    sums = re.fullmatch(r"(\d{0,9})\\(\d{0,9})", token, re.ASCII)
    if sums is None or any(sum and not int(sum) for sum in sums.groups()):
        raise ValueError(r"expected - (white), # (black), or sums from 1 on, DOWN\ACROSS, DOWN\ or \ACROSS")
    down, across = (int(sum) if sum else None for sum in sums.groups())
    return {"across": across, "down": down}


def doubt(board: Board) -> str:
    """Return in words the first sum that different digits in the cells of its line cannot make; '' if there is none."""
    white = {cell for cell in board.cells() if is_white(board, cell)}
    lines = {(way, line[0]): len(line) for way, line in board.segments(white)}
    for (way, (r, c)), total in sums(board).items():
        size, (i, j) = lines.get((way, (r, c)), 0), STEPS[way]
        if not digit_sets(size, total):
            where = f"{place((r - i, c - j))}: the sum {total} {way}"
            return f"{where} has a line of {size} cell{'s'[: size != 1]}"
    return ""


def symbol(value: object) -> str:
    r"""Return the token of a neutral value: `-`, `#`, or sums such as `16\9`.

    Raise ValueError if the value has another form.
    """
    if value is None:
        return "-"
    if not isinstance(value, dict) or value.keys() != BLACK.keys() or not all(map(_is_sum, value.values())):
        raise ValueError('expected null (white) or {"across": SUM, "down": SUM}, sums from 1 on or null')
    return "#" if value == BLACK else f"{value['down'] or ''}\\{value['across'] or ''}"


def _is_sum(value: object) -> bool:
    return value is None or (type(value) is int and value > 0)


def player_givens(found: PlayerBlocks) -> list[list[dict[str, int | None] | None]]:
    """Return the givens of a file of puzz.link's player, in which `.` is a white cell and `ACROSS,DOWN` a black one;
    the sums outside the player's board become a first row and column of black cells.
    """

    def cell(token: str) -> dict[str, int | None] | None:
        across, _, down = token.partition(",")
        sums = {"across": player_count(across) or None, "down": player_count(down) or None}
        return None if token == "." else sums

    above = [cell(f",{column[0]}") for column in found["top"]]
    rows = zip(found["left"], found["drawn"], strict=True)
    return [[cell(","), *above], *([cell(f"{before[0]},"), *map(cell, row)] for before, row in rows)]


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player, in which the first row and column are outside."""
    tokens = [
        ["." if cell is None else f"{cell['across'] or 0},{cell['down'] or 0}" for cell in row] for row in board.givens
    ]
    above, *below = tokens
    return {
        "top": [[token.partition(",")[2]] for token in above[1:]],
        "left": [[row[0].partition(",")[0]] for row in below],
        "inside": [row[1:] for row in below],
    }


SAMPLE = r"""
; Kakuro Puzzle                ::  ##### ##### 28\   13\   #####
size 5 5                       ::  ##### 10\12   8     4   24\
    #     #   28\   13\     #  ::    \14   2     4     1     7
    # 10\12     -     -   24\  ::    \29   8     7     5     9
  \14     -     -     -     -  ::  #####   \20   9     3     8
  \29     -     -     -     -
    #   \20     -     -     -
"""

PUZZLE = number_kind(
    model,
    name="kakuro",
    titles=("Kakuro", "cross sums"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=Notation(value, symbol),
    values=values,
    rule_faults=rule_faults,
    solution=solution,
    picture=picture_of(marks),
    doubt=doubt,
    spellings=SPELLINGS,
    mirrored=mirrored,
    samples=(sample(SAMPLE), ("; Kakuro Puzzle\nsize 3 2\n# 3\\ 4\\\n\\8 - -\n", None)),
    explained=ManyClues(Clues(), *map(sum_clues, STEPS), total=TOTAL),
    player=PlayerFile(("table 1", "answers"), "inner numbers", givens=player_givens, written=player_written),
    url=UrlType(("kakuro",), coded("clue_pairs"), margin=1),
)
