"""Yajilin: one loop through all cells but shaded ones; a number with an arrow counts the shaded cells that way."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ...model.expr import Expr, all_of, any_of
from ...model.model import Answer, Model, Origin
from ..drawing.picture import Mark, fill
from ..fact_forms import Fact, FactForms
from ..kit.arrows import (
    BEYOND,
    BLOCK,
    DIRECTIONS,
    FREE,
    PLAYER_ARROWS,
    Arrow,
    ArrowClues,
    arrow_cells,
    arrow_mark,
    arrows,
)
from ..kit.checks import drawn_lines, loop_faults, place, shaded_cells, touching_faults
from ..kit.kinds import begin_loop, loop_kind, loop_through
from ..kit.pictures import key, loop_lines, picture_of
from ..kit.variables import (
    EAST,
    SOUTH,
    WAYS,
    EdgeRows,
    Edges,
    Shading,
    ahead,
    edges_of,
    exactly,
    shading_of,
    step,
    values_of,
)
from ..notation import sample
from ..sites import PlayerFile, UrlType, coded
from ..spec import Board, Cell

RULES = """\
Shade free cells, perhaps none, and draw one closed loop through all other free cells.
The loop goes from cell to neighbouring cell: up, down, left or right. It does not cross itself and does not branch.
No two shaded cells are side by side. They may touch at a corner.
Grey cells, those with an arrow and blocks (`#`), are neither shaded nor on the loop.
A number with an arrow counts the shaded cells in the direction of the arrow, up to the edge. Arrows and blocks do not
  block the view.
An arrow with `?` allows any number of shaded cells."""

SYMBOLS = """\
`-` free cell, `#` block; `2R` number 2 with an arrow: `U` up, `D` down, `L` left, `R` right; `?` number not given"""

PASSED = "shaded, or on the loop"
ARROWS = arrow_cells(block=True)


def model(board: Board) -> Model:
    """Return the model of a board: one loop, which passes each free cell that is not shaded, no two shaded neighbours,
    and sums at the arrows.
    """
    m, line = begin_loop(board)
    free = free_cells(board)
    shaded = Shading(m, board, free)
    for cell in board.cells():
        rule = shaded_or_passed(line, cell, shaded[cell]) if cell in free else no_line(line, cell)
        m.add(rule, Origin("cell", *cell, PASSED if cell in free else "no line in a given cell"))
    given = arrows(board)
    for cell, arrow in given.items():
        if arrow.number is not None:
            cells, after = between(board, given, cell)
            beyond = 0 if after is None else given[after].number or 0
            # a reason has to name both numbers
            way = DIRECTIONS[arrow.way]
            more = (
                ""
                if after is None or not arrow.number
                else f" ({beyond} shaded {BEYOND[way]} {place(after)}, by the number there)"
            )
            origin = Origin("cell", *cell, f"number {arrow.number} with an arrow {way}{more}")
            m.add(exactly(arrow.number - beyond, [shaded[each] for each in cells]), origin)
    shaded.no_two_touch()
    loop_through(m, (board.rows, board.cols), line, on_loop(board))
    return m


def free_cells(board: Board) -> dict[Cell, None]:
    """Return the free cells as keys, in reading order: cells without an arrow or block, each shaded or on the loop."""
    return dict.fromkeys((r, c) for r, c in board.cells() if board.givens[r][c] == FREE)


def no_line(line: Edges, cell: Cell) -> Expr:
    """Return the formula that the line does not pass the cell."""
    return all_of(~line[cell, way] for way in WAYS)


def shaded_or_passed(line: Edges, cell: Cell, shaded: Expr) -> Expr:
    """Return the formula that the line takes no way from the cell if the cell is shaded, and otherwise at least one of
    any three ways.

    Since the loop takes no or two ways at each cell, it takes two ways at a cell that is not shaded.
    """
    ways = [line[cell, way] for way in WAYS]
    clauses = [~shaded | ~way for way in ways]
    clauses += [any_of((shaded, *ways[:at], *ways[at + 1 :])) for at in range(4)]
    return all_of(clauses)


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact]) -> str:
    """Return how facts at a cell contradict that the cell is shaded or on the loop; '' for another rule."""
    if rule != PASSED:
        return ""
    is_shaded = any(fact.what == "cell" and not fact.negative for fact in facts)
    return f"the loop {'would' if is_shaded else 'cannot'} go through {place(cell)}{', which is shaded' * is_shaded}"


def between(board: Board, given: dict[Cell, Arrow], cell: Cell) -> tuple[list[Cell], Cell | None]:
    """Return the cells without a clue that the arrow at `cell` sees before the next arrow with a number that points the
    same way, and the cell of that arrow; all that the arrow sees, and None, if there is no such arrow.

    given: all arrows of the board, by cell.
    """
    cells: list[Cell] = []
    for here in ahead(board, cell, given[cell].way):
        other = given.get(here)
        if other is not None and other.way == given[cell].way and other.number is not None:
            return cells, here
        if board.givens[here[0]][here[1]] == FREE:
            cells.append(here)
    return cells, None


def on_loop(board: Board) -> list[tuple[int, ...]]:
    """Return pairs of cells, as numbers of points in the grid, such that the loop passes at least one cell of each
    pair; pairs near to the middle come first.

    The pairs are neighbouring free cells, which are not both shaded.
    """
    free = free_cells(board)
    pairs = [(cell, near) for cell in free for near in (step(cell, EAST), step(cell, SOUTH)) if near in free]
    pairs.sort(key=lambda pair: sum(map(board.from_middle, pair)))
    return [tuple(r * board.cols + c for r, c in pair) for pair in pairs]


def solution(board: Board, answer: Answer) -> EdgeRows:
    """Return the neutral solution in an answer: the edges of the loop, and the shaded cells."""
    return {**edges_of(board, answer), "shaded": shading_of(board, answer)}


def values(board: Board, solution: EdgeRows) -> Answer:
    """Return the values that the variables of the model have in a solution."""
    shading = {f"s_{r}_{c}": solution["shaded"][r][c] == "#" for r, c in free_cells(board)}
    return Answer({}, values_of(board, solution).bools | shading)


def rule_faults(board: Board, solution: EdgeRows) -> list[str]:
    """Return one message for each place where a rule is broken, found by following the line and counting shaded cells;
    [] if the solution is right.

    Raise WrongForm if the solution is not the rows of edges `h` (across) and `v` (down), strings of 0 and 1, and the
    rows `shaded`, strings of `#` and `.`, for the size of the board.
    """
    drawn = drawn_lines(solution, board.rows, board.cols, "shaded")
    shaded = shaded_cells(solution.get("shaded"), board.rows, board.cols, '"shaded"')
    faults = loop_faults(drawn) + touching_faults(shaded, "shaded cells")
    for r, c in board.cells():
        given, uses = board.givens[r][c], ((r, c) in drawn) + ((r, c) in shaded)
        if given != FREE and uses:
            faults.append(f"{given} at {place((r, c))}: the cell is {'shaded' if (r, c) in shaded else 'on the loop'}")
        if given == FREE and uses != 1:
            what = "both shaded and on the loop" if uses else "neither shaded nor on the loop"
            faults.append(f"the cell at {place((r, c))} is {what}")
        if given[:-1].isdigit():
            faults += _count_faults((r, c), given, shaded)
    return faults


def _count_faults(cell: Cell, given: str, shaded: set[Cell]) -> list[str]:
    (r, c), there = cell, given[-1]
    ahead = {"U": (0, r, c, c + 1), "D": (r + 1, 10**9, c, c + 1), "L": (r, r + 1, 0, c), "R": (r, r + 1, c + 1, 10**9)}
    top, bottom, left, right = ahead[there]
    found = sum(top <= i < bottom and left <= j < right for i, j in shaded)
    return [] if found == int(given[:-1]) else [f"{given} at {place(cell)}: {found} cells are shaded that way"]


def block_mark(cell: Cell, sign: str = BLOCK) -> Mark:
    """Return the mark of a block: a grey cell."""
    return fill(cell)._replace(text="X", shape="grey fill")


def marks(board: Board, solution: EdgeRows | None) -> Iterator[Mark]:
    """Yield the marks of arrows and blocks, and of the shaded cells if a solution is given."""
    for (r, c), given in board.filled(None).items():
        if given == BLOCK:
            yield block_mark((r, c))
        elif given != FREE:
            yield from (block_mark((r, c))._replace(text=""), arrow_mark((r, c), given))
        elif solution and solution["shaded"][r][c] == "#":
            yield fill((r, c), "solved")


SAMPLE = """\
; Yajilin Puzzle   ::  +    +    +    +    +    +    +
size 6 5           ::     +----+----+----+   XX   ##
 -  -  -  -  #  -  ::  +  | +    +    +  | +    +    +
 -  -  -  -  -  -  ::     +----+----+    +    +----+
 - 1L  -  -  -  -  ::  +    +    +  | +  | +  | +  | +
1D  -  - 1R  -  -  ::    ##   1<    +    +----+    +
 -  -  -  -  -  -  ::  +    +    +  | +    +    +  | +
                   ::    1v    +----+   1>   ##    +
                   ::  +    +  | +    +    +    +  | +
                   ::    ##    +----+----+----+----+
                   ::  +    +    +    +    +    +    +
"""

PUZZLE = loop_kind(
    model,
    name="yajilin",
    facts=FactForms(counts=True, broken=broken),
    titles=("Yajilin", "yajirin", "arrow ring"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=ARROWS,
    solution=solution,
    values=values,
    rule_faults=rule_faults,
    picture=picture_of(marks, loop_lines, key({BLOCK: "neither shaded nor on the loop"}, block_mark), ground="cells"),
    clues=ArrowClues(block=True),
    directions="LRUD",
    samples=(sample(SAMPLE), ("; Yajilin Puzzle\nsize 3 2\n2R - -\n-  - -\n", None)),
    player=PlayerFile(("nums", "drawn", "lines"), "edges", cells=PLAYER_ARROWS),
    url=UrlType(("yajilin", "yajirin"), coded("arrow_numbers"), cosmetic="b"),
)
