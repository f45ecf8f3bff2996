"""Easy as ABC: each letter once in every row and column; a letter beside the board is the first one of its line."""

from __future__ import annotations

from ...base.portable_random import RandomSource
from ...model.expr import all_of, any_of, node
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Note
from ..fact_forms import Fact, FactForms
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
Write letters into cells so that every row and every column has each letter exactly once.
The letters are the first ones of the alphabet, such as A, B and C. All other cells stay empty.
A letter beside the board is the first letter of its row or column, seen from its side. Empty cells do not count."""

SYMBOLS = f"""\
`letters 3`: the number of letters
{sides.SIDE_SYMBOLS}
`grid`: `-` blank, or a letter: `A`, `B`, `C`, ..."""

EMPTY, ALPHABET = ".", "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
SIGNS = {"-": (EMPTY, "not given"), **{letter: (letter, "") for letter in ALPHABET}}
CELLS = table(SIGNS, {}, also={".": "-", **{letter.lower(): letter for letter in ALPHABET}})

HOLES = 2  # empty cells in each line of a new board


def model(board: Board) -> Model:
    """Return the model of a board: an integer x_r_c for each cell (0 if empty, else the letter's position in the
    alphabet), exactly one place for each letter in each line, and a disjunction for each letter beside the board: the
    letter is at one of the first places of its line, and the cells before it are empty.
    """
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
    """Return the letters to be written into the board, the first ones of the alphabet, as one string."""
    return ALPHABET[: board.givens["letters"]]


def solution(board: Board, answer: Answer) -> list[str]:
    """Return the neutral solution of a model's answer: rows of letters, with a dot for an empty cell."""
    signs = EMPTY + letters(board)
    return ["".join(signs[answer.ints[f"x_{r}_{c}"]] for c in range(board.cols)) for r in range(board.rows)]


def values(board: Board, solution: list[str]) -> Answer:
    """Return the answer of the model that a neutral solution stands for: the values of the variables of all cells."""
    signs = EMPTY + letters(board)
    return Answer({f"x_{r}_{c}": signs.index(solution[r][c]) for r, c in board.cells()}, {})


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by counting the letters of each line and reading
    the line up to its first letter; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of dots and the board's letters as large as the board.
    """
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
            faults.append(f"letter {letter} at the {sides.named(side, at)}: {seen} is seen")
    return faults


def _seen(line: list[str]) -> str:
    return next((letter for letter in line if letter != EMPTY), "no letter")


def check(board: Board) -> None:
    """Raise CellError if a given letter is not one of the board's letters, and ValueError if a line has no room for all
    letters.
    """
    check_letters(board.rows, board.cols, (board.givens["letters"],))
    n, last = board.givens["letters"], letters(board)[-1]
    found: list[tuple[tuple[str | int, ...], str]] = [((side, at), letter) for side, at, letter in sides.beside(board)]
    found += [(("grid", *cell), letter) for cell, letter in board.filled(EMPTY).items()]
    for path, letter in found:
        if letter not in letters(board):
            raise CellError(path, f"{letter} is none of the {n} letters; expected A to {last}")


def check_letters(rows: int, cols: int, numbers: tuple[int, ...]) -> None:
    """Raise ValueError if the number of letters, the only element of `numbers`, is less than 1, or greater than 26 or
    than the length of a line of a board of rows x cols cells.
    """
    most = min(rows, cols, len(ALPHABET))
    if not 1 <= numbers[0] <= most:
        raise ValueError(f"{numbers[0]} letters cannot stand here; expected 1 to {most}")


def no_letters(rows: int, cols: int) -> tuple[int, ...]:
    """Raise ValueError always, because the text of a board has to state the number of letters."""
    raise ValueError("expected a line `letters N` after the size")


def player_givens(found: PlayerBlocks) -> GivenParts:
    """Return the neutral givens (number of letters, letters beside the board and in cells) of a file of puzz.link's
    player.
    """
    beside = {side: "".join(line) for side, line in sides.player_sides(found, _letter).items()}
    counts = [[player_count(token[1:]) if token[:1] == "q" else None for token in row] for row in found["inside"]]
    rows = ["".join(map(_letter, row)) for row in counts]
    return {"letters": int(found["extra"]), **beside, "grid": rows}


def player_solution(board: Board, found: PlayerBlocks) -> list[str]:
    """Return the neutral solution of a file of puzz.link's player: rows of letters, both given and written ones."""
    return ["".join(_letter(number(token.lstrip("q"))) for token in row) for row in found["inside"]]


def _letter(count: int | None) -> str:
    """Return the letter of a number counted from 1; the sign of an empty cell if the number is None or 0."""
    return ALPHABET[count - 1] if count else EMPTY


def player_written(board: Board) -> PlayerBlocks:
    """Return the blocks of a board for a file of puzz.link's player: A is 1."""
    return {"extra": str(board.givens["letters"]), **sides.player_table(_count)(board)}


def _count(letter: str) -> int:
    """Return the number of a letter, counted from 1; 0 for an empty cell."""
    return 0 if letter == EMPTY else 1 + ALPHABET.index(letter)


def puzzlekit_letters(words: list[str], rows: int, cols: int) -> GivenParts:
    """Return the number of letters, as neutral givens, of puzzlekit's only word, the last letter, for a board of rows x
    cols cells.

    Raise ValueError if the words are anything else than one letter, or if a line has no room for all letters.
    """
    if len(words) != 1 or words[0].upper() not in [*ALPHABET]:
        raise ValueError("expected two numbers and the last letter on the first line")
    count = 1 + ALPHABET.index(words[0].upper())
    check_letters(rows, cols, (count,))
    return {"letters": count}


def random_letters(random: RandomSource, rows: int, cols: int) -> list[str]:
    """Return the rows of a random solution of rows x rows cells: HOLES letters fewer than rows, but at most 26, each
    once in every row and column, and dots in the other cells.

    `cols` is not used, because the board is square.
    """
    signs = ALPHABET[: rows - HOLES].ljust(rows, EMPTY)
    return ["".join(signs[number - 1] for number in row) for row in numbers_in_lines(random, rows, cols)]


def no_clues(random: RandomSource, rows: int, cols: int) -> GivenParts:
    """Return the givens of a board of rows x cols cells without clues, with HOLES letters fewer than rows, but at most
    26.
    """
    letters = min(rows - HOLES, len(ALPHABET))
    return {"letters": letters, **dict.fromkeys(sides.SIDES, EMPTY * rows), "grid": [EMPTY * cols] * rows}


def letters_note(board: Board, solution: object) -> list[Note]:
    """Return the note with the letters of every row and column."""
    return [Note(f"Letters: {' '.join(letters(board))}")]


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


def letter_fact(givens: object, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that the cell `at` has the letter of the number `value`, or is empty for 0; kind is not used."""
    return Fact("cell", ((at[0], at[1]),), chr(ord("A") + value - 1) if value else ".")


PUZZLE = Puzzle(
    name="easyasabc",
    facts=FactForms(makers={"x": letter_fact}),
    titles=("Easy as ABC", "abc end view"),
    family="numbers",
    rules=RULES,
    cells=CELLS,
    symbols=SYMBOLS,
    stages=(Stage("exact", "exact", model),),
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(EMPTY), sides.beside_marks, border, letters_note),
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
    player=PlayerFile(("stars", "table 2"), player_solution, givens=player_givens, written=player_written),
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
