"""Steps about rectangles of numbers: which number's rectangle a cell is in, and the rectangles that facts leave to a
number.  A sign stands for a number on boards with signs, whose `of` is `sign_numbers`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence

from ....model.constraint import cardinality
from ....model.expr import FALSE, TRUE, Expr, all_of, any_of, node
from ....model.model import Answer, Model, Origin
from ...fact_forms import Fact
from ...kit.checks import place
from ...notation import Givens
from ...spec import Board, Cell
from .number_rectangles import ANY, Number, numbers

IN_ONE = "in one rectangle"
MEET = "rectangles meet at the corner of "  # the beginning of a rule
NumbersOf = Callable[[Board], Mapping[Cell, Number]]


def owners(board: Board, of: NumbersOf = numbers) -> dict[Cell, list[Cell]]:
    """Return for each cell without a number the cells of the numbers that can have it, in reading order."""
    given = of(board)
    able: dict[Cell, list[Cell]] = {cell: [] for cell in board.cells() if cell not in given}
    for number, own in given.items():
        for each in own.cells - {number}:
            able[each].append(number)
    return able


def finer(board: Board, of: NumbersOf = numbers, are_parted: bool = False) -> Model:
    """Return the model of a board for steps: an integer owner_r_c for each cell that several numbers can have, and a
    Boolean only_r_c_i for a cell that one number alone can have.

    The integer, and i, are the place of the number's cell among all cells in reading order, from 0.

    are_parted: whether the corners of four rectangles must not meet.
    """
    m, has, given = Model(about={"board": board.neutral()}), dict[tuple[Cell, Cell], Expr](), of(board)
    at = {(r, c): r * board.cols + c for r, c in given}
    for cell, able in owners(board, of).items():
        if len(able) > 1:
            owner = m.int(_owner(cell), [at[number] for number in able])
            has |= {(cell, number): node("eq", owner, at[number]) for number in able}
        else:
            has |= {(cell, number): m.bool(_only(cell, at[number])) for number in able}
            m.add(any_of(has[cell, number] for number in able), Origin("cell", *cell, IN_ONE))
    for cell, own in given.items():
        inside = {each: has[each, cell] for each in own.cells - {cell}}
        possible = _listed(m, cell, own.every, inside) if own.boxes or own.size != ANY else _any_size(cell, inside)
        m.add(possible, Origin("cell", *cell, own.clue))
    for corner in board.cells() if are_parted else ():
        if board.has((corner[0] + 1, corner[1] + 1)):
            m.add(_fewer_than_four(corner, given, has), Origin("rule", rule=MEET + place(corner)))
    return m


def _fewer_than_four(corner: Cell, given: Collection[Cell], has: Mapping[tuple[Cell, Cell], Expr]) -> Expr:
    """Return the formula that two cells side by side at the lower right corner of a cell are in one rectangle.

    given: the cells of the numbers.  has: for each other cell, and a number that can have it, that the number has it.
    """
    r, c = corner
    pairs = [(corner, (r, c + 1)), (corner, (r + 1, c)), ((r + 1, c), (r + 1, c + 1)), ((r, c + 1), (r + 1, c + 1))]
    own = {**has, **{(cell, cell): TRUE for cell in given}}
    return any_of(
        own.get((one, number), FALSE) & own.get((two, number), FALSE) for one, two in pairs for number in given
    )


def no_four(board: Board, rule: str, known: Sequence[Fact], new: Sequence[Fact]) -> str:
    """Return in words that corners of four rectangles would meet, or, without new facts, meet; '' for another rule.

    rule: its name.  board and known are not used.
    """
    where = f"the lower right corner of {rule.removeprefix(MEET)}"
    words = f"{'else ' * bool(new)}the corners of four rectangles {'would ' * bool(new)}meet at {where}"
    return words * rule.startswith(MEET)


def _listed(m: Model, cell: Cell, every: Sequence[frozenset[Cell]], inside: dict[Cell, Expr]) -> Expr:
    """Return the formula that the cells of a number are those of one of its rectangles, each of which has a hidden
    Boolean in m.

    every: the cells of each rectangle.  inside: for each other cell that the number can have, that it has the cell.
    """
    chosen = [m.bool(f"_rectangle_{cell[0]}_{cell[1]}_{at}") for at in range(len(every))]
    parts = [cardinality(1, 1, chosen)]
    for each, is_in in inside.items():
        with_it = [lit for lit, cells in zip(chosen, every, strict=True) if each in cells]
        parts += [~lit | is_in for lit in with_it] + [~is_in | any_of(with_it)]
    return all_of(parts)


def _any_size(cell: Cell, inside: dict[Cell, Expr]) -> Expr:
    """Return the formula that the cells of a number that is not given are a rectangle: a cell is in it if and only if
    the cells in the number's row and column beside it are.

    inside: as in `_listed`.
    """
    r, c = cell
    at = {**inside, cell: TRUE}
    parts = list[Expr]()
    rows, columns = ({each[axis] for each in at} for axis in (0, 1))
    for i in sorted(rows):
        for j in sorted(columns):
            both = at.get((i, c), FALSE) & at.get((r, j), FALSE)
            parts.append(node("iff", at.get((i, j), FALSE), both) if i != r and j != c else TRUE)
            nearer = (i + (i < r) - (i > r), j + (j < c) - (j > c))
            parts.append(~at.get((i, j), FALSE) | at.get(nearer, FALSE) if i == r or j == c else TRUE)
    return all_of(parts)


def _owner(cell: Cell) -> str:
    return f"owner_{cell[0]}_{cell[1]}"


def _only(cell: Cell, at: int) -> str:
    return f"only_{cell[0]}_{cell[1]}_{at}"


def owner_values(board: Board, solution: list[list[int]], of: NumbersOf = numbers) -> Answer:
    """Return the values of the variables of `finer` in a solution, however its regions are numbered."""
    at = {(r, c): r * board.cols + c for r, c in of(board)}
    number_of = {solution[r][c]: (r, c) for r, c in at}
    answer = Answer({}, {})
    for (r, c), able in owners(board, of).items():
        own = number_of[solution[r][c]]
        if len(able) > 1:
            answer.ints[_owner((r, c))] = at[own]
        else:
            answer.bools.update((_only((r, c), at[number]), own == number) for number in able)
    return answer


def owned_cells(board: Board, answer: Answer) -> dict[Cell, Cell]:
    """Return for each cell without a number the cell of its number in an answer of `finer`."""
    found = dict[Cell, Cell]()
    for name in (*(name for name, so in answer.bools.items() if so), *(f"{n}_{at}" for n, at in answer.ints.items())):
        kind, *words = name.split("_")
        if kind in ("only", "owner"):
            r, c, number = map(int, words)
            found[r, c] = divmod(number, board.cols)
    return found


def owner_fact(givens: Givens, kind: str, at: tuple[int, ...], value: int | None) -> Fact:
    """Return the fact that a cell is in the rectangle of a number; that of an integer without a value has the cell
    alone.

    givens: of the board.  kind: not used.  at: the cell, and for a Boolean the number as in `finer`, as `value` is.
    """
    r, c, *numbers = (*at, *([] if value is None else [value]))
    return Fact("region", ((r, c), *(divmod(number, len(givens[0])) for number in numbers)), None)


def placements(
    board: Board, cell: Cell, facts: Sequence[Fact], of: NumbersOf = numbers
) -> list[frozenset[Cell]] | None:
    """Return the cells of each rectangle that facts leave to the number in a cell; None for a number that is not given.

    facts: of cells in rectangles of this or of other numbers.
    """
    own = of(board)[cell]
    if not own.boxes and own.size == ANY:
        return None
    left = dict[Cell, set[Cell]]()  # the numbers that cells of facts may belong to
    able = owners(board, of) if facts else {}
    for fact in facts:
        there, number = fact.places
        those = left.setdefault(there, set(able[there]))
        those.difference_update({number} if fact.negative else those - {number})
    wanted = {there for there, those in left.items() if those == {cell}}
    shut = {there for there, those in left.items() if cell not in those}
    return [each for each in own.every if each >= wanted and each.isdisjoint(shut)]


def broken(board: Board, rule: str, cell: Cell, facts: Sequence[Fact], of: NumbersOf = numbers) -> str:
    """Return in words that facts leave no rectangle to a number; '' for another rule, and if a rectangle is left.

    rule, cell: the clue, and its place.  of: the numbers of a board.
    """
    own = of(board).get(cell)
    if own is None or rule != own.clue or placements(board, cell, facts, of) != []:
        return ""
    return f"no rectangle would be left for the {rule.split()[-1]} at {place(cell)}"
