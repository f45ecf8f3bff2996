"""Hitori: shaded cells, no two side by side, so that no number is unshaded twice in a row or column."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from string import ascii_letters

from ...model.expr import all_of
from ...model.model import Model, Origin
from ..fact_forms import Fact, FactForms
from ..kit.checks import place, rest_faults, shaded_cells, touching_faults
from ..kit.clues import CellClues
from ..kit.kinds import begin, shading_kind
from ..notation import NUMBERS, sample
from ..sites import Game, PenpaDrawing, PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade cells so that no number is twice among the unshaded cells of a row or column.
No two shaded cells are side by side. They may touch at a corner.
All unshaded cells are connected through their sides.
A cell without a number may be shaded or unshaded."""
TWICE = "no number twice in "  # a row or column


def model(board: Board) -> Model:
    """Return the model of a board: a Boolean for each cell (the cell is shaded), a clause for any two equal numbers in
    a row or column (one of them is shaded), no two shaded neighbours, and the constraint `connected` on the unshaded
    cells.
    """
    m, shaded = begin(board)
    number = board.filled()
    for name, cells in board.lines():
        pairs = combinations(filter(number.__contains__, cells), 2)
        twice = (shaded[a] | shaded[b] for a, b in pairs if number[a] == number[b])
        m.add(all_of(twice), Origin("rule", rule=TWICE + name))
    shaded.no_two_touch()
    shaded.rest_is_connected()
    return m


def words(board: Board, rule: str, cells: Sequence[Cell]) -> str:
    """Return what a rule says of some cells, with the number that these have in common."""
    numbers = {board.givens[r][c] for r, c in cells}
    return rule.replace("no number", f"no unshaded {numbers.pop()}") if len(numbers) == 1 else rule


def why(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words which numbers of a row or column are unshaded, so that new facts follow, or, without new facts,
    which two equal numbers would be; '' for another rule and for other facts.

    rule: its name.  known: facts that hold.
    """
    if not rule.startswith(TWICE):
        return ""
    line = next(cells for name, cells in board.lines() if rule == TWICE + name)
    number, name = board.filled(), rule.removeprefix(TWICE)
    unshaded = sorted({fact.places[0] for fact in known if fact.negative}.intersection(line, number))
    if not new:
        pairs = ((a, b) for a, b in combinations(unshaded, 2) if number[a] == number[b])
        return next((f"the {number[a]}s at {place(a)} and {place(b)} would both be unshaded" for a, b in pairs), "")
    at = {number[cell]: place(cell) for cell in reversed(unshaded)}
    shaded = dict.fromkeys(number.get(fact.places[0]) for fact in new if not fact.negative and fact.places[0] in line)
    if any(fact.negative for fact in new) or not at.keys() >= shaded.keys():
        return ""
    return " and ".join(f"{name} has an unshaded {value} at {at[value]}" for value in shaded)


def rule_faults(board: Board, solution: list[str]) -> list[str]:
    """Return one message for each place where a rule is broken, found by searching the lines of each unshaded number
    for an equal one; [] if the solution is right.

    Raise WrongForm if the solution is not a list of strings of `#` and `.` as large as the board.
    """
    shaded = shaded_cells(solution, board.rows, board.cols)
    faults = []
    left = [cell for cell in board.cells() if cell not in shaded]
    seen: dict[tuple[str, int, int], Cell] = {}
    for r, c in left:
        value = board.givens[r][c]
        for line in (("row", r, value), ("column", c, value)) if value else ():
            first = seen.setdefault(line, (r, c))
            if first != (r, c):
                faults.append(f"{value} twice in a {line[0]}, at {place(first)} and at {place((r, c))}")
    return faults + touching_faults(shaded, "shaded cells") + rest_faults(board, shaded)


SAMPLE = """\
; Hitori Puzzle  ::   3 #4  2  4 #4
size 5 5         ::   2  .  5 #1  1
3 4 2 4 4        ::   5 #3  1  .  .
2 - 5 1 1        ::  #3  2  .  1  5
5 3 1 - -        ::   1  3 #2  2 #3
3 2 - 1 5
1 3 2 2 3
"""

PUZZLE = shading_kind(
    model,
    name="hitori",
    facts=FactForms(words=words, why=why),
    titles=("Hitori",),
    rules=RULES,
    symbols="`-` cell without a number, or a number",
    cells=NUMBERS,
    rule_faults=rule_faults,
    samples=(sample(SAMPLE), ("; Hitori Puzzle\nsize 2 2\n1 1\n1 1\n", None)),
    clues=CellClues(0, lambda board: range(1, 1 + max(board.rows, board.cols)), in_rules=True, exclusive=False),
    penpa=PenpaDrawing(("number",)),
    player=PlayerFile(("nums", "drawn"), "shading"),
    url=UrlType(("hitori",), coded("base36")),
    sgt=Game(
        "singles",
        coded(
            "sgt_cells",
            meanings="123456789" + ascii_letters,
            blank=0,
            expected="1 to 9, a-z (10 to 35) or A-Z (36 to 61)",
            runs=False,
        ),
        harmless=r"(d\w)?",
    ),
)
