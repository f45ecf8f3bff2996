"""Easy as ABC: each letter once in every row and column; a letter beside the board is the first one seen from there."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.expr import all_of, any_of, node
from ...model.model import Answer, Model, Origin
from ..givens import ExtraNumbers, SectionsForm
from ..kit import sides
from ..kit.checks import check_strings, given_faults
from ..kit.clues import SIGN_GRID, CellClues
from ..kit.pictures import border, cell_numbers, picture_of
from ..kit.random.latin_squares import numbers_in_lines, refuse_oblong
from ..kit.variables import exactly_one
from ..making import Making, cells_first
from ..notation import GivenParts, Notation, PlayerBlocks, number, sample, table
from ..sites import PlayerFile, PuzzlekitHeader, PuzzlekitText, UrlType, coded, player_count
from ..spec import Board, CellError, Puzzle, Stage

RULES = """\
Write letters into cells so that every row and every column has each of the first n letters once; other cells stay
empty. `letters 3` says that n is 3. A letter beside the board is the first one that is seen from there."""

EMPTY, ALPHABET = ".", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = {"-": (EMPTY, "not given"), **{letter: (letter, "") for letter in ALPHABET}}
CELLS = table(SIGNS, {}, also={".": "-", **{letter.lower(): letter for letter in ALPHABET}})

HOLES = 2  # empty cells in each line of a new board


def model(board: Board) -> Model:
    """An integer for each cell, 0 for an empty one.  Of each letter one place in each line; a letter that is seen is at
    one of the first places, and the cells before it are empty."""
    m = Model(about={"board": board.neutral()})
    x = {(r, c): m.int(f"x_{r}_{c}", 0, board.givens["letters"]) for r, c in board.cells()}
    for cell, letter in board.filled(EMPTY).items():
        m.add(node("eq", x[cell], 1 + ALPHABET.index(letter)), Origin("cell", *cell, f"letter {letter}"))
    for name, cells in board.lines():
        for value, letter in enumerate(letters(board), start=1):
            places = exactly_one([node("eq", x[cell], value) for cell in cells])
            m.add(places, Origin("rule", rule=f"one {letter} in {name}"))
    for side, at, letter in sides.beside(board):
        line = [x[cell] for cell in sides.from_side(board, side, at)]
        seen = []
        for steps in range(len(line) - len(letters(board)) + 1):
            first = node("eq", line[steps], 1 + ALPHABET.index(letter))
            seen.append(all_of((first, *(node("eq", before, 0) for before in line[:steps]))))
        m.add(any_of(seen), sides.side_origin(board, side, at, f"letter {letter}"))
    return m


def letters(board: Board) -> str:
    """The letters of the board."""
    return ALPHABET[: board.givens["letters"]]


def solution(board: Board, answer: Answer) -> list[str]:
    """Rows of letters."""
    signs = EMPTY + letters(board)
    return ["".join(signs[answer.ints[f"x_{r}_{c}"]] for c in range(board.cols)) for r in range(board.rows)]


def values(board: Board, solution: list[str]) -> Answer:
    """The values of the cells' variables."""
    signs = EMPTY + letters(board)
    return Answer({f"x_{r}_{c}": signs.index(solution[r][c]) for r, c in board.cells()}, {})


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """What is wrong with the letters, by sorting those of each line, and looking along it."""
    check_strings(solution, "the solution", board.rows, board.cols, EMPTY + letters(board))
    faults = given_faults(board, solution, EMPTY)
    for name, cells in board.lines():
        found = [solution[r][c] for r, c in cells]
        for letter in letters(board):
            if found.count(letter) != 1:
                faults.append(f"{letter} is {found.count(letter)} times in {name}; expected once")
    for side, at, letter in sides.beside(board):
        seen = _seen([solution[r][c] for r, c in sides.from_side(board, side, at)])
        if seen != letter:
            faults.append(f"letter {letter}, {sides.named(side, at)}: {seen} is seen")
    return faults


def _seen(line: list[str]) -> str:
    return next((letter for letter in line if letter != EMPTY), "no letter")


def check(board: Board) -> None:
    """Each line has a place for each letter, and there are only the first letters."""
    check_letters(board.rows, board.cols, (board.givens["letters"],))
    n, last = board.givens["letters"], letters(board)[-1]
    found: list[tuple[tuple[str | int, ...], str]] = [((side, at), letter) for side, at, letter in sides.beside(board)]
    found += [(("grid", *cell), letter) for cell, letter in board.filled(EMPTY).items()]
    for path, letter in found:
        if letter not in letters(board):
            raise CellError(path, f"{letter} is none of the {n} letters; expected A to {last}")


def check_letters(rows: int, cols: int, numbers: tuple[int, ...]) -> None:
    """Each line has a place for each letter."""
    most = min(rows, cols, len(ALPHABET))
    if not 1 <= numbers[0] <= most:
        raise ValueError(f"{numbers[0]} letters cannot stand here; expected 1 to {most}")


def no_letters(rows: int, cols: int) -> tuple[int, ...]:
    """How many letters there are has to be said."""
    raise ValueError("expected a line `letters N` after the size")


def player_givens(found: PlayerBlocks) -> GivenParts:
    """The givens of a file of puzz.link's player."""
    told = {side: "".join(line) for side, line in sides.player_sides(found, _letter).items()}
    counts = [[player_count(token[1:]) if token[:1] == "q" else None for token in row] for row in found["inside"]]
    rows = ["".join(map(_letter, row)) for row in counts]
    return {"letters": int(found["extra"]), **told, "grid": rows}


def player_solution(board: Board, found: PlayerBlocks) -> list[str]:
    """The letters, given and written."""
    return ["".join(_letter(number(token.lstrip("q"))) for token in row) for row in found["inside"]]


def _letter(count: int | None) -> str:
    """The letter of a number; what is not one, with notes or without, is empty."""
    return ALPHABET[count - 1] if count else EMPTY


def puzzlekit_letters(words: list[str], rows: int, cols: int) -> GivenParts:
    """puzzlekit says the last letter."""
    if len(words) != 1 or words[0].upper() not in [*ALPHABET]:
        raise ValueError("expected two numbers and the last letter on the first line")
    count = 1 + ALPHABET.index(words[0].upper())
    check_letters(rows, cols, (count,))
    return {"letters": count}


def random_letters(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return a random filled board with HOLES empty cells in each line."""
    signs = ALPHABET[: rows - HOLES].ljust(rows, EMPTY)
    return ["".join(signs[number - 1] for number in row) for row in numbers_in_lines(random, rows, cols)]


def no_clues(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board without clues."""
    letters = min(rows - HOLES, len(ALPHABET))
    return {"letters": letters, **dict.fromkeys(sides.SIDES, EMPTY * rows), "grid": [EMPTY * cols] * rows}


SAMPLE = """\
; Easy as ABC Puzzle  ::    +---------+
size 4 4              ::    | . B C A | A
letters 3             ::    | B C A . |
top                   ::  C | C A . B |
- - - -               ::    | A . B C | C
bottom                ::    +---------+
- A - -               ::        A
left
- - C -
right
A - - C
grid
- - - -
- C - -
C - - -
A - - -
"""

PUZZLE = Puzzle(
    name="easyasabc",
    titles=("Easy as ABC", "abc end view"),
    family="numbers",
    rules=RULES,
    cells=CELLS,
    symbols="`letters N`; top, bottom, left, right: A, B, C, ... beside the board, - for none; grid: - or a letter",
    stages=(Stage("exact", "exact", model),),
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(EMPTY), sides.beside_marks, border),
    samples=(
        sample(SAMPLE),
        (
            "; Easy as ABC Puzzle\nsize 2 2\nletters 2\ntop\nA A\nbottom\n- -\nleft\n- -\nright\n- -\ngrid\n- -\n- -\n",
            None,
        ),
    ),
    check=check,
    form=SectionsForm(
        (*sides.side_sections(strings=True), SIGN_GRID),
        extra=ExtraNumbers("letters", ("letters",), no_letters, check_letters),
        grid="grid",
    ),
    clues=sides.SideClues(sides.EACH, EMPTY, letters, CellClues(EMPTY, letters)),
    player=PlayerFile(("stars", "table 2"), player_solution, givens=player_givens),
    url=UrlType(
        ("easyasabc",),
        coded(
            "sections",
            parts=(
                ("count", {"key": "letters"}),
                ("outside", {"sides": sides.FOUR, "letters": ALPHABET}),
                ("coded", {"key": "grid", "values": ALPHABET, "least": 1, "omitted": True}),
            ),
        ),
        slashes=True,
    ),
    puzzlekit=PuzzlekitText(
        "abc_end_view",
        (*sides.EACH, "cells"),
        blank=EMPTY,
        unknown=EMPTY,
        header=PuzzlekitHeader(puzzlekit_letters, lambda board: [letters(board)[-1].lower()]),
        cells=Notation(CELLS.value, str.lower),
    ),
)
MAKING = Making(
    4, sides.all_clues(_seen), random_letters, empty=no_clues, rank=cells_first, usual=6, refuse=refuse_oblong
)
