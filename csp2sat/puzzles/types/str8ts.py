"""Str8ts: numbers in white cells, none twice in a line; the numbers of each run of white cells are consecutive."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial

from ...base.portable_random import RandomSource
from ...model.expr import Expr, all_of, any_of, node, term
from ...model.model import Answer, Model, Origin
from ..deductions.straights import straight_words
from ..drawing.picture import Mark, fill, number_mark
from ..fact_forms import Fact, FactForms
from ..givens import SectionsForm
from ..kit.checks import check_numbers, given_faults, place
from ..kit.clues import GRID, SIGN_GRID, CellClues, sign_cells, up_to_rows
from ..kit.kinds import number_kind
from ..kit.latin import check_square, differ
from ..kit.number_checks import no_number, twice_faults
from ..kit.pictures import border, picture_of
from ..kit.random.latin_squares import refuse_oblong
from ..making import Making
from ..notation import NUMBERS, CellValues, GivenParts, Notation, sample
from ..sites import PuzzlekitText
from ..spec import Board, Cell

RULES = """\
Write a number from 1 to n into every white cell so that no number is twice in a row or column.
The number of rows is n. Numbers in black cells count, too. A black cell without a number stays empty.
A run consists of white cells side by side, across or down, from one black cell (or the edge) to the next.
The numbers of a run are consecutive, in any order, such as 3, 5 and 4."""

SYMBOLS = """\
`grid`: `-` blank, a number
`black`: `-` white cell, `#` black cell"""

BLACK = "#"
RUN = "consecutive numbers"  # the rule of a run, before its direction and its first cell

SHARE = 0.25  # of the cells of a new board: black ones
NUMBERED = 0.4  # chance of a black cell of a new board to get a number


def with_least(m: Model, most: int, way: str, x: Mapping[Cell, Expr]) -> Expr:
    """Return the formula that the integers of a run are consecutive if they differ, with a hidden integer of the model
    `m`, the least of the numbers.

    most: the greatest number of the board.  way: `across` or `down`.  x: the integers by their cells.
    """
    (r, c), *_ = x
    least = m.int(f"_least_{way}_{r}_{c}", 1, most)
    within = [node("le", least, number) for number in x.values()]
    return all_of([*within, *(node("lt", number, term("add", least, len(x))) for number in x.values())])


def with_ways(most: int, x: Mapping[Cell, Expr]) -> Expr:
    """Return the formula that the integers of a run are consecutive numbers in any order, each once; TRUE for a run
    that fills its line, whose numbers differ already.

    most: the greatest number of the board.  x: the integers by their cells.
    """
    if len(x) == most:
        return all_of(())
    once = {number: any_of(node("eq", each, number) for each in x.values()) for number in range(1, most + 1)}
    return any_of(all_of(once[least + at] for at in range(len(x))) for least in range(1, most - len(x) + 2))


def model(board: Board, is_finer: bool = False) -> Model:
    """Return the model of a board: an integer for each white cell, different from the others in its lines and from the
    numbers of black cells there, and the formula of each run.

    is_finer: whether the model is for steps: one statement says of a run that its numbers are consecutive and differ,
    as a person knows.
    """
    m = Model(about={"board": board.neutral()})
    x = {(r, c): m.int(f"x_{r}_{c}", 1, board.rows) for r, c in white(board)}
    for cell, number in board.filled().items():
        if cell in x:
            m.add(node("eq", x[cell], number), Origin("cell", *cell, "given number"))
    for name, cells in board.lines():
        numbers = {cell: number for cell, number in board.filled().items() if cell in cells and cell not in x}
        differ(m, x, [cell for cell in cells if cell in x], Origin("rule", rule=name))
        for black, number in numbers.items():
            others = all_of(node("ne", x[cell], number) for cell in cells if cell in x)
            m.add(others, Origin("cell", *black, f"black {number}, in its {name.split()[0]}"))
            if number in (number for cell, number in numbers.items() if cell > black):
                m.add(~all_of(()), Origin("rule", rule=f"black {number} twice in {name}"))
    for way, cells in board.segments(x):
        numbers = {cell: x[cell] for cell in cells}
        run = with_ways(board.rows, numbers) if is_finer else with_least(m, board.rows, way, numbers)
        m.add(run, Origin("rule", rule=f"{RUN} {way} from {place(cells[0])}"))
    return m


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words why new facts follow from a run and known ones, or, without new facts, how the known ones
    contradict the run; '' for another rule.

    rule: its name.
    """
    runs = board.segments({*white(board)}) if rule.startswith(RUN) else ()
    cells = next((cells for way, cells in runs if rule == f"{RUN} {way} from {place(cells[0])}"), [])
    return straight_words(board, cells, known, new) if cells else ""


def white(board: Board) -> Iterator[Cell]:
    """Return the white cells in reading order."""
    return (cell for cell in board.cells() if board.givens["black"][cell[0]][cell[1]] != BLACK)


def solution(board: Board, answer: Answer) -> list[list[int]]:
    """Return the numbers of all cells in an answer; a black cell has its given number, or 0."""
    rows = enumerate(board.values())
    return [[answer.ints.get(f"x_{r}_{c}", given) for c, given in enumerate(row)] for r, row in rows]


def values(board: Board, solution: list[list[int]]) -> Answer:
    """Return the values that the variables of white cells have in a solution."""
    return Answer({f"x_{r}_{c}": solution[r][c] for r, c in white(board)}, {})


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by sorting the numbers of each run; [] if the
    solution is right.

    Raise WrongForm if the solution is not a list of rows of numbers from 0 on as large as the board.
    """
    check_numbers(solution, board.rows, board.cols, least=0)
    faults, cells = given_faults(board, solution), set(white(board))
    for r, c in board.cells():
        number = solution[r][c]
        if (r, c) in cells and not 1 <= number <= board.rows:
            faults.append(no_number(number, (r, c), board.rows))
        if (r, c) not in cells and number != board.givens["grid"][r][c]:
            faults.append(f"{number} at {place((r, c))}, a black cell with {board.givens['grid'][r][c] or 'no number'}")
    for name, line in board.lines():
        faults += twice_faults(solution, [(r, c) for r, c in line if solution[r][c]], f"a {name.split()[0]}")
    for way, run in board.segments(cells):
        numbers = sorted({solution[r][c] for r, c in run})
        if numbers and numbers[-1] - numbers[0] != len(run) - 1:
            listed = ", ".join(str(solution[r][c]) for r, c in run)
            faults.append(f"the numbers {way} from {place(run[0])} are not consecutive: {listed}")
    return faults


def marks(board: Board, solution: list[list[int]] | None) -> Iterator[Mark]:
    """Yield the marks of the black cells, and of the numbers that are given or solved."""
    given, cells = board.filled(), set(white(board))
    for cell in board.cells():
        yield from [] if cell in cells else [fill(cell)]
        if cell in cells or cell in given:
            number = number_mark(cell, given, solution)
            yield number if cell in cells else number._replace(text=BLACK + number.text)


def puzzlekit_cell(word: str) -> tuple[int, str]:
    """Return the number of a cell (0 for none) and its character under `black`, for a word of puzzlekit: `5x` is a
    black 5.

    Raise ValueError for another word.
    """
    found = re.fullmatch(r"(x?)([1-9][0-9]{0,8})?(x?)", word)
    if found is None or (found[1] and found[3]):
        raise ValueError("expected - (blank), a number, x (black) or both, such as 5x")
    return int(found[2] or 0), BLACK if found[1] or found[3] else "."


def puzzlekit_givens(cells: CellValues) -> GivenParts:
    """Return the neutral givens of the cells that `puzzlekit_cell` has read: numbers under `grid`, characters under
    `black`.
    """
    grid = [[number for number, _ in row] for row in cells]
    return {"grid": grid, "black": ["".join(sign for _, sign in row) for row in cells]}


def puzzlekit_cells(board: Board) -> CellValues:
    """Return for each cell of a board its number and its character under `black`, as `puzzlekit_cell` does."""
    rows = zip(board.givens["grid"], board.givens["black"], strict=True)
    return [list(zip(numbers, signs, strict=True)) for numbers, signs in rows]


def black_cells(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of rows x cols cells without numbers, a random SHARE of the cells being black."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    black = random.shuffled(cells)[: int(SHARE * len(cells))]
    signs = ["".join(BLACK if (r, c) in black else "." for c in range(cols)) for r in range(rows)]
    return {"grid": [[0] * cols for _ in range(rows)], "black": signs}


def with_all_numbers(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with the numbers of all white cells, and of some black cells: a random number that is in neither
    line of the cell, if any.
    """
    grid, black = [list(row) for row in solution], sorted({*board.cells()} - {*white(board)})
    for r, c in [cell for cell in black if random.chance(NUMBERED)]:
        there = {*grid[r], *(row[c] for row in grid)}
        free = [number for number in range(1, board.rows + 1) if number not in there]
        grid[r][c] = random.pick(free) if free else 0
    return Board(board.puzzle, board.rows, board.cols, {**board.givens, "grid": grid})


def rewritten(board: Board, solution: list[list[int]]) -> list[list[int]]:
    """Return the solution with the numbers that black cells have on this board."""
    numbers = {cell: solution[cell[0]][cell[1]] for cell in white(board)}
    return [[numbers.get((r, c), given) for c, given in enumerate(row)] for r, row in enumerate(board.values())]


SAMPLE = """\
; Str8ts Puzzle  ::  +----------------+
size 5 5         ::  |  5  1  2  3  4 |
grid             ::  |  4  2  3  1  5 |
- 1 - - 4        ::  |  1 #5  4  2  3 |
4 - - - -        ::  |  3 ##  5  4 ## |
- 5 - - -        ::  |  2 ##  1 ## ## |
3 - - - -        ::  +----------------+
- - 1 - -
black
- - - - -
- - - - -
- # - - -
- # - - #
- # - # #
"""

BLACKS = sign_cells({BLACK: "black"}, "white")
PUZZLE = number_kind(
    model,
    name="str8ts",
    titles=("Str8ts", "straights"),
    rules=RULES,
    cells=NUMBERS,
    symbols=SYMBOLS,
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(marks, border),
    samples=(sample(SAMPLE), ("; Str8ts Puzzle\nsize 2 2\ngrid\n1 1\n- -\nblack\n- -\n- -\n", None)),
    check=check_square,
    rewritten=rewritten,
    form=SectionsForm((GRID, SIGN_GRID._replace(key="black", word="black", cells=BLACKS)), grid="grid"),
    clues=CellClues(0, up_to_rows),
    facts=FactForms(finer=partial(model, is_finer=True), why=why),
    puzzlekit=PuzzlekitText(
        "str8t",
        ("cells",),
        blank=(0, "."),
        cells=Notation(puzzlekit_cell, lambda cell: f"{cell[0] or ''}{'x' if cell[1] == BLACK else ''}"),
        givens=puzzlekit_givens,
        values=puzzlekit_cells,
    ),
)
MAKING = Making(3, with_all_numbers, empty=black_cells, usual=9, refuse=refuse_oblong)
