"""Castle Wall: a loop with white cells inside and black cells outside, and numbers of the loop's edges along arrows."""

from __future__ import annotations

import re

from ...base.portable_random import RandomSource
from ...model.expr import FALSE, Expr, node
from ...model.model import Model, Origin
from ..deductions.hidden_values import side_of_loop
from ..deductions.lines.loop_sides import RULE, why
from ..drawing.picture import Mark, MarkShape, centre
from ..fact_forms import FactForms
from ..kit.arrows import DIRECTIONS, LETTERS, PLAYER_WAYS, SIGNS, SPELLED, arrow, player_way
from ..kit.checks import Drawn, drawn_lines, loop_faults, place
from ..kit.clues import CellClues, words
from ..kit.kinds import begin_loop, loop_kind, on_loop, one_loop
from ..kit.pictures import given, key, loop_lines, picture_of
from ..kit.random.loops import random_loop
from ..kit.variables import EAST, SOUTH, EdgeRows, Edges, ahead, exactly
from ..making import Making
from ..notation import Notation, sample
from ..sites import PlayerFile, PuzzlekitText, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Draw one closed loop around the white clues and not around the black clues.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
  It visits only cells without a clue, and need not visit all of them.
A white clue (`w`) is inside the loop, a black clue (`b`) is outside. A grey clue (`g`) may be inside or outside.
A clue with a number and an arrow counts steps of the loop. A step leads from a cell to the next one.
Follow the arrow from the clue along its row or column to the edge. The number counts the loop's steps along this
  line.
An arrow without a number (`?`) allows any number of steps."""

SYMBOLS = """\
`-` blank, `w` white clue, `b` black clue, `g` grey clue; `w2R` has the number 2 and an arrow: `U` up, `D` down, `L`
  left, `R` right; `?` number not given"""

BLANK, WHITE, BLACK, GREY = ".", "w", "b", "g"
PLAYER_COLOURS = GREY + WHITE + BLACK  # by their numbers in files of puzz.link's player
STYLES: dict[str, tuple[str, MarkShape]] = {
    WHITE: ("○", "white cell"),
    BLACK: ("●", "black cell"),
    GREY: ("◍", "grey cell"),
}
SIDES = {WHITE: "inside", BLACK: "outside"}
MEANINGS = {**SIDES, GREY: "inside or outside"}

GREYS = 0.3  # chance of a clue of a new board to be grey


def model(board: Board) -> Model:
    """Return the model of a board: one loop over the edges between cells, and a hidden Boolean for each square between
    four cells (the square is inside the loop), so that an edge is on the loop just if the squares on its two sides
    differ.

    Each clue's cell is off the loop, on the side of its colour unless the colour is grey, and its number, if any,
    counts the loop's edges along its arrow.
    """
    m, line = begin_loop(board)
    squares = {(r, c): m.bool(f"_in_{r}_{c}") for r in range(board.rows - 1) for c in range(board.cols - 1)}
    for r, c in board.cells():
        for way, beyond in ((EAST, (r - 1, c)), (SOUTH, (r, c - 1))):
            sides = squares.get(beyond, FALSE), squares.get((r, c), FALSE)
            if board.has((r + way[0], c + way[1])):
                m.add(node("iff", line[(r, c), way], node("xor", *sides)), Origin("rule", rule=RULE))
    for (r, c), clue in board.filled(BLANK).items():
        pointing = arrow(clue[1:])
        counts = f" with the number {clue[1:-1]} and an arrow {DIRECTIONS[pointing.way]}" if pointing else ""
        origin = Origin("cell", r, c, f"{STYLES[clue[0]][1]}{counts}")
        m.add(~on_loop(line, (r, c)), origin)
        inside = squares.get((min(r, board.rows - 2), min(c, board.cols - 2)), FALSE)
        if clue[0] in SIDES:
            m.add(inside if clue[0] == WHITE else ~inside, origin)
        if pointing and pointing.number is not None:
            m.add(exactly(pointing.number, _edges(board, line, (r, c), pointing.way)), origin)
    one_loop(m, board, line)
    return m


def _edges(board: Board, line: Edges, cell: Cell, way: tuple[int, int]) -> list[Expr]:
    """Return the edges on the line from a cell to the border in direction `way`, except the first edge, which begins at
    the cell itself and is surely unused.
    """
    return [line[each, way] for each in ahead(board, cell, way)[:-1]]


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by walking from each clue along its arrow and
    counting the edges of the loop; [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, for the
    size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols)
    faults = loop_faults(drawn)
    for (r, c), clue in board.filled(BLANK).items():
        subject = f"clue {clue} at {place((r, c))}"
        if (r, c) in drawn:
            faults.append(f"{subject}: the loop goes through its cell")
        side = SIDES[WHITE if _is_inside(drawn, (r, c)) else BLACK]
        if clue[0] in SIDES and SIDES[clue[0]] != side:
            faults.append(f"{subject}: its cell is {side} the loop")
        pointing = arrow(clue[1:])
        count = _steps(board, drawn, (r, c), pointing.way) if pointing else 0
        if pointing and pointing.number not in (None, count):
            faults.append(f"{subject}: {count} of the loop's steps lie in the arrow's direction")
    return faults


def _is_inside(drawn: Drawn, cell: Cell) -> bool:
    """Whether a cell off the loop lies inside the loop, which is so if the vertical edges that the loop has between the
    cell's row and the next row, to the left of the cell, are odd in number.
    """
    r, c = cell
    return sum((r + 1, j) in drawn.get((r, j), ()) for j in range(c)) % 2 == 1


def _steps(board: Board, drawn: Drawn, cell: Cell, way: tuple[int, int]) -> int:
    """Return the number of the loop's edges that lie on the line from a cell to the border in direction `way`."""
    (r, c), count = cell, 0
    while board.has((r, c)):
        there = (r + way[0], c + way[1])
        count += there in drawn.get((r, c), ())
        r, c = there
    return count


def player_value(token: str) -> str:
    """Return the neutral value (colour, then number and arrow, such as `w2R`) of a token `DIRECTION,NUMBER,COLOUR` in a
    file of puzz.link's player.

    DIRECTION 1 to 4 is up, down, left and right, 0 none; NUMBER `-` is not given; COLOUR 0 to 2 is grey, white and
    black. Raise ValueError if there is a number without a direction.
    """
    if token in (".", "0,-1,0"):
        return BLANK
    way, count, colour = token.split(",")
    if way == "0" and count.isdigit():
        raise ValueError(f"number {count} has no arrow")
    pointing = "" if way == "0" else f"{'?' if count == '-' else int(count)}{PLAYER_WAYS[way]}"
    return PLAYER_COLOURS[int(colour) % 4] + pointing


def player_token(clue: str) -> str:
    """Return the token of a neutral value in a file of puzz.link's player."""
    return "." if clue == BLANK else f"{player_way(clue[1:]) if clue[1:] else '0,-'},{PLAYER_COLOURS.index(clue[0])}"


PUZZLEKIT_WAYS, PUZZLEKIT_COLOURS = dict(zip("nsew", "UDRL", strict=True)), {"": GREY, "x": BLACK, "o": WHITE}


def puzzlekit_value(word: str) -> str:
    """Return the neutral value of a puzzlekit word (number, direction n s e w, then x for black, o for white or nothing
    for grey): `2ex` becomes b2R.

    Raise ValueError if the word has another form.
    """
    found = re.fullmatch(r"(?:([0-9]{1,9})([nsew]))?([xo]?)", word)
    if found is None:
        raise ValueError("expected - (blank), x or o, or a number, n, s, e or w, and perhaps x or o, such as 2ex")
    return PUZZLEKIT_COLOURS[found[3]] + (f"{int(found[1])}{PUZZLEKIT_WAYS[found[2]]}" if found[1] else "")


def puzzlekit_word(clue: str) -> str:
    """Return the puzzlekit word of a neutral value: b2R becomes `2ex`.

    Raise ValueError if the value has an arrow without a number, or is grey without an arrow.
    """
    colour = next(sign for sign, meaning in PUZZLEKIT_COLOURS.items() if meaning == clue[0])
    if "?" in clue or clue == GREY:
        raise ValueError(f"{clue} has no place in it")
    return clue[1:-1] + next((sign for sign, way in PUZZLEKIT_WAYS.items() if way == clue[-1]), "") + colour


def possible_clues(board: Board) -> list[str]:
    """Return the clues that may be written into a blank cell: each colour, without an arrow, or with each of the four
    arrows and each number less than the longer side of the board.
    """
    arrows = [f"{count}{way}" for count in range(max(board.rows, board.cols)) for way in LETTERS]
    return [f"{colour}{each}" for each in ("", *arrows) for colour in STYLES]


def clue_mark(cell: Cell, clue: str) -> Mark:
    """Return the drawing of a clue: a cell in its colour, with its number and arrow if there are these."""
    symbol, shape = STYLES[clue[0]]
    counted = clue[1:-1] + SIGNS[clue[-1]][1] if clue[1:] else ""
    return Mark(centre(cell), clue, symbol + counted, "given", shape)


def with_all_clues(random: RandomSource, board: Board, solution: EdgeRows) -> Board:
    """Return the board with a clue in every cell off the loop, each with an arrow in a random direction and the right
    number; a clue is grey with the probability GREYS, else white or black.
    """
    drawn, clues = drawn_lines(solution, board.rows, board.cols), dict[Cell, str]()
    for cell in (cell for cell in board.cells() if cell not in drawn):
        colour = GREY if random.chance(GREYS) else WHITE if _is_inside(drawn, cell) else BLACK
        letter, way = random.pick([(letter, way) for letter, way in LETTERS.items() if ahead(board, cell, way)])
        clues[cell] = f"{colour}{_steps(board, drawn, cell, way)}{letter}"
    return board.with_values(clues)


SAMPLE = """\
; Castle Wall Puzzle  ::  +     +     +     +     +     +
size 5 5              ::      +-----+-----+-----+-----+
  -   -   -   -   -   ::  +   | +     +     +     +   | +
  - w0U g1R   -   -   ::      +   w0U   g1R     +-----+
  - w1R   -   -   -   ::  +   | +     +     +   | +     +
  - g1R g0D   -   -   ::      +   w1R     +     +-----+
  -   -   -   - b2U   ::  +   | +     +     +     +   | +
                      ::      +   g1R   g0D     +-----+
                      ::  +   | +     +     +   | +     +
                      ::      +-----+-----+-----+   b2U
                      ::  +     +     +     +     +     +
"""

CELLS = words(
    r"[wbg]((\?|0|[1-9]\d{0,8})[UDLR])?",
    (
        "- (blank), or w, b or g, perhaps with a number or ? and U, D, L or R, such as w2R",
        "'.' (blank), or 'w', 'b' or 'g', perhaps with a number or ? and U, D, L or R",
    ),
    SPELLED,
)
PUZZLE = loop_kind(
    model,
    name="castle",
    facts=FactForms(hidden=side_of_loop, why=why),
    titles=("Castle Wall",),
    rules=RULES,
    cells=CELLS,
    symbols=SYMBOLS,
    rule_faults=rule_faults,
    picture=picture_of(given(clue_mark, BLANK), loop_lines, key(MEANINGS, clue_mark), ground="cells"),
    directions="LRUD",
    samples=(sample(SAMPLE), ("; Castle Wall Puzzle\nsize 2 2\nw -\n- -\n", None)),
    clues=CellClues(BLANK, possible_clues, exclusive=False),
    player=PlayerFile(("nums", "lines"), "edges", cells=Notation(player_value, player_token)),
    url=UrlType(("castle",), coded("arrow_numbers", colours="gwb")),
    puzzlekit=PuzzlekitText("castle_wall", ("cells",), blank=BLANK, cells=Notation(puzzlekit_value, puzzlekit_word)),
)
MAKING = Making(least=4, givens_of=with_all_clues, solution=random_loop)
