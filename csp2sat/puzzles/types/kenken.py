"""KenKen: 1 to n in every row and column, and cages whose numbers give a result."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import cache
from itertools import accumulate, combinations_with_replacement, islice, product, repeat, takewhile
from math import prod
from operator import mul

from ...base.portable_random import RandomSource
from ...model.constraint import Relation
from ...model.expr import FALSE, Expr, all_of, any_of, node, term
from ...model.model import Model, Origin
from ..drawing.picture import Mark, corner
from ..given_parts import ManyClues, PartClues, listed_values, named
from ..kit.checks import cells_by_value, place
from ..kit.clues import words
from ..kit.kinds import number_kind
from ..kit.latin import begin_latin, check_square
from ..kit.number_checks import latin_faults
from ..kit.pictures import border, cell_numbers, picture_of, room_borders, room_clues
from ..kit.random.changes import single_cells
from ..kit.random.latin_squares import numbers_in_lines, refuse_oblong
from ..kit.random.rooms import in_random_rooms, one_room
from ..kit.rooms import FORM, RoomClues, rooms
from ..kit.rooms import check as check_rooms
from ..making import Making, none_dropped
from ..notation import sample
from ..sites import Game, PuzzlekitText, coded
from ..spec import Board, Cell, Clues

RULES = """\
Write a number into every empty cell so that the numbers of every cage give its result.
The number of rows is n. Every row and every column has each of the numbers 1 to n exactly once.
Thick lines divide the board into cages.
The numbers of each cage give the result in its corner. A number may be in a cage several times.
The result 11+ is the sum of all numbers in the cage, and 6× (`6*`) is their product.
The result 3- is the largest number minus all others. The result 2÷ (`2/`) is the largest number divided by all others.
A result without a sign is one of these four. A cage without a result may have any numbers."""

SYMBOLS = """\
`regions`: a line for each row; the cells of a cage have the same number or letters
`clues`: a result for each cage, in the order of their first cells: `11+` sum, `6*` product, `3-` difference, `2/`
  quotient, `5` any of these, `-` no result"""

CELLS = words(
    r"[1-9]\d{0,8}[-+*/]?",
    (
        "- (no clue), or a number from 1 on with +, -, *, / or nothing behind it, such as 6*",
        'null (no clue), or a text such as "6*", "3-", "2/", "11+" or "4"',
    ),
    dict(zip("xX×·÷:−–", "****//--", strict=True)),
    blank=None,
)


MOST_FILLINGS = 5000  # a cage with more of them is stated by arithmetic


def model(board: Board) -> Model:
    """Return the model of a board: an integer for each cell, different numbers in each row and column, and a table for
    each cage with a clue, which lists the fillings that give the result without a number twice in a line.

    A cage with more than MOST_FILLINGS partial fillings has the arithmetic of its sign instead.
    """
    m, x = begin_latin(board)
    for cells, clue in zip(rooms(board), board.givens["clues"], strict=True):
        if clue is not None:
            m.add(cage([x[cell] for cell in cells], cells, board.rows, clue), _origin(cells[0], clue))
    return m


def _origin(cell: Cell, clue: str) -> Origin:
    return Origin("cell", *cell, f"cage {clue}")


def cage(numbers: Sequence[Expr], cells: Sequence[Cell], most: int, clue: str) -> Expr:
    """Return the formula that the integers `numbers` of the cells of a cage, each from 1 to `most`, give the result of
    the clue; false if no filling does.
    """
    rows = fillings(cells, most, clue)
    if rows is None:
        target, sign = result_of(clue)
        return any_of(_gives(numbers, most, target, each) for each in sign or "+*-/")
    return Relation(len(cells), frozenset(rows), name="cage")(*numbers) if rows else FALSE


def result_of(clue: str) -> tuple[int, str]:
    """Return the number and the sign of a clue; the sign is '' if the clue has none."""
    return int(clue.rstrip("+-*/")), clue.lstrip("0123456789")


def fillings(cells: Sequence[Cell], most: int, clue: str) -> list[tuple[int, ...]] | None:
    """Return all fillings of a cage with numbers from 1 to `most` that give the result of the clue, in the order of
    `cells`, with no number twice in a row or column.

    Return None if the search, cell by cell, reaches more than MOST_FILLINGS partial fillings; a partial filling whose
    sum or product exceeds the result of a clue with + or * is dropped.
    """
    target, sign = result_of(clue)
    limits: dict[str, Callable[[Iterable[int]], int]] = {"+": sum, "*": prod}
    limit = limits.get(sign)
    partial: list[tuple[int, ...]] = [()]
    for at, (r, c) in enumerate(cells):
        blocked = [k for k, (i, j) in enumerate(cells[:at]) if i == r or j == c]
        more = ((*row, n) for row, n in product(partial, range(1, most + 1)) if all(row[k] != n for k in blocked))
        partial = list(islice((row for row in more if limit is None or limit(row) <= target), MOST_FILLINGS + 1))
        if len(partial) > MOST_FILLINGS:
            return None
    return [row for row in partial if gives(row, target, sign)]


def _gives(numbers: Sequence[Expr], most: int, target: int, sign: str) -> Expr:
    """Return the formula, in arithmetic, that the integers `numbers`, each from 1 to `most`, give the result `target`
    with this sign (+, -, * or /).

    Any of the integers may be the one from which the others are subtracted, or which is divided by the others.
    """
    if sign == "+":
        return term("eq", term("add", *numbers), target)
    if sign == "*":
        return _is_product(numbers, [], most, target)
    others = [[*numbers[:at], *numbers[at + 1 :]] for at in range(len(numbers))]
    pairs = zip(numbers, others, strict=True)
    if sign == "-":
        return any_of(term("eq", one, term("add", target, *rest)) for one, rest in pairs)
    return any_of(_is_product([one], rest, most, target) for one, rest in pairs)


def _is_product(numbers: Sequence[Expr], divisors: Sequence[Expr], most: int, target: int) -> Expr:
    """Return the formula that the product of the integers `numbers` is `target` times the product of `divisors`, with
    all integers from 1 to `most`.

    Both sides contain each prime up to `most` equally often. The formula is false if `target` has a greater prime
    factor.
    """
    equal = []
    for prime in (p for p in range(2, most + 1) if all(p % q for q in range(2, p))):
        times = 0
        while target % prime == 0:
            target, times = target // prime, times + 1
        many, few = (_times(each, prime, most) for each in (numbers, divisors))
        equal.append(term("eq", term("add", 0, *many), term("add", times, *few)))
    return all_of(equal) if target == 1 else FALSE


def _times(numbers: Sequence[Expr], prime: int, most: int) -> list[Expr]:
    """Return formulas of which exactly k are true if the prime occurs k times in the product of `numbers`, integers
    from 1 to `most`: one formula for each integer and each power of the prime up to `most` (the power divides the
    integer).
    """
    powers = takewhile(lambda power: power <= most, accumulate(repeat(prime), mul))
    multiples = [range(power, most + 1, power) for power in powers]
    return [any_of(node("eq", x, n) for n in each) for x in numbers for each in multiples]


def gives(row: Sequence[int], target: int, sign: str) -> bool:
    """Whether the numbers of a filled cage, `row`, give the result `target` with this sign, or with any of + - * / if
    the sign is ''.
    """
    most, total, product_ = max(row), sum(row), prod(row)
    right = {"+": total == target, "*": product_ == target, "-": 2 * most - total == target}
    right["/"] = most * most == target * product_
    return right[sign] if sign else any(right.values())


def rule_faults(board: Board, solution: list[list[int]]) -> list[str]:
    """Return one message for each place where a rule is broken, found by working out each cage; [] if the solution is
    right.

    Raise WrongForm if the solution is not a list of rows of numbers as large as the board.
    """
    faults = latin_faults(board, solution)
    for cage, cells in cells_by_value(board.givens["regions"]).items():
        clue = board.givens["clues"][cage]
        found = sorted(solution[r][c] for r, c in cells)
        if clue is not None and not _has_result(found, clue):
            faults.append(f"cage {clue} at {place(cells[0])}: this is not the result of {', '.join(map(str, found))}")
    return faults


def _has_result(found: list[int], clue: str) -> bool:
    """Whether the numbers in `found`, which are in increasing order, give the result of the clue, with any of the four
    signs if the clue has none.
    """
    *others, most = found
    results: dict[str, float] = {"+": most, "*": most, "-": most, "/": most}
    for number in others:
        results["+"] += number
        results["*"] *= number
        results["-"] -= number
        results["/"] = results["/"] / number if number else 0
    signs = clue[-1] if clue[-1] in results else "+*-/"
    target = int(clue.rstrip("+-*/"))
    return any(abs(results[sign] - target) < 1e-9 for sign in signs)


def check(board: Board) -> None:
    """Raise ValueError if the board is not square, and CellError if the cages are not connected and numbered in the
    order of their first cells, with one clue or None for each.
    """
    check_square(board)
    check_rooms(board)


def with_results(random: RandomSource, board: Board, solution: list[list[int]]) -> Board:
    """Return the board with a result for each cage, with a random sign out of the possible ones."""
    cages = cells_by_value(board.givens["regions"])
    numbers = (sorted(solution[r][c] for r, c in cages[cage]) for cage in range(len(cages)))
    clues = [a_result(each, random.shuffled("+-*/")) for each in numbers]
    return replace(board, givens={**board.givens, "clues": clues})


def a_result(found: list[int], signs: Sequence[str]) -> str:
    """Return the clue of a cage with these numbers, which are in increasing order, with the first of the signs that
    fits: + and * always, - for two numbers, / for two numbers of which one divides the other.

    The clue has no sign if there is only one number.
    """
    if len(found) == 1:
        return str(found[0])
    fits = {"+": f"{sum(found)}+", "*": f"{prod(found)}*"}
    if len(found) == 2:
        less, more = found
        fits |= {"-": f"{more - less}-"} | ({} if more % less else {"/": f"{more // less}/"})
    return next(fits[sign] for sign in signs if sign in fits)


class CageClues(RoomClues):
    """Results of cages as clues, none of which counts as the clue of a cell: steps call them cages."""

    def given_cells(self, board: Board) -> set[Cell]:
        return set()


def other_results(board: Board, cell: Cell) -> Iterable[str]:
    """Return the results that a cage, named by its first cell, may have, with a sign and then without."""
    size = next(len(cells) for cells in rooms(board) if cells[0] == cell)
    if size == 1:
        return map(str, range(1, board.rows + 1))
    signed = possible_results(size, board.rows)
    return [*signed, *dict.fromkeys(result[:-1] for result in signed)]


@cache
def possible_results(size: int, most: int) -> tuple[str, ...]:
    """Return the results with a sign that several numbers from 1 to `most` may have; none for too many fillings."""
    fillings = list(islice(combinations_with_replacement(range(1, most + 1), size), MOST_FILLINGS + 1))
    if len(fillings) > MOST_FILLINGS:
        return ()
    found = {(result, sign) for row in fillings for sign in "+-*/" for result in _results(row, sign) if result > 0}
    return tuple(f"{result}{sign}" for result, sign in sorted(found, key=lambda each: ("+-*/".index(each[1]), each)))


def _results(row: Sequence[int], sign: str) -> list[int]:
    """Return a list of the one result of numbers with a sign; [] if the sign is / and the quotient is no integer.

    row: the numbers, in increasing order.  sign: + or *; or - or /, which take the others from the greatest number, or
    divide the greatest number by the product of the others.  A difference may be 0 or less.
    """
    *others, most = row
    if sign == "/":
        return [] if most % prod(others) else [most // prod(others)]
    return [{"+": sum(row), "*": prod(row), "-": most - sum(others)}[sign]]


RESULTS = PartClues(
    "cage",
    *listed_values("clues", rooms),
    other_results,
    _origin,
    *named("cage"),
    exclusive=False,
    has_all=lambda board, cell: bool(other_results(board, cell)),
)


def result_mark(cell: Cell, result: object) -> Mark:
    """Return the mark of the result of a cage, with the usual signs; in ASCII a blank parts a difference, and a result
    without a sign, from the wall behind them.
    """
    mark = corner(cell, result)
    blank = "" if mark.text[-1] in "+*/" else " "
    return mark._replace(text=mark.text + blank, symbol=mark.symbol.replace("*", "×").replace("/", "÷"))


SAMPLE = """\
; KenKen Puzzle  ::  +--2/-+-1- -------+--6+-+
size 4 4         ::  |   1 |   3     4 |   2 |
regions          ::  |     +--4*-------+     |
0 1 1 2          ::  |   2 |   4     1 |   3 |
0 3 3 2          ::  +-10 -+-----------+     |
4 4 4 2          ::  |   4     2     3 |   1 |
5 4 6 6          ::  +-----+     +--6+-+-----+
clues            ::  |   3 |   1 |   2     4 |
2/ 1- 6+ 4*      ::  +-----+-----+-----------+
10  - 6+
"""

PUZZLE = number_kind(
    model,
    name="kenken",
    titles=("KenKen", "calcudoku"),
    rules=RULES,
    symbols=SYMBOLS,
    cells=CELLS,
    rule_faults=rule_faults,
    picture=picture_of(cell_numbers(), room_clues(result_mark), border, room_borders),
    samples=(sample(SAMPLE), ("; KenKen Puzzle\nsize 2 2\nregions\n0 0\n1 1\nclues\n4+ -\n", None)),
    check=check,
    form=FORM,
    clues=CageClues(least=1, most=lambda size: 0),
    explained=ManyClues(Clues(), RESULTS),
    sgt=Game(
        "keen",
        coded("sgt_blocks", kind="clues"),
        harmless=r"(d\w)?m?",
        more=(0, 0),
    ),
    puzzlekit=PuzzlekitText("ken_ken", ("clues", "rooms"), clue=CELLS.value),
)
MAKING = Making(
    3,
    in_random_rooms(with_results, 4),
    numbers_in_lines,
    empty=one_room,
    change=single_cells(with_results),
    changes=60,
    dropped=none_dropped,
    usual=6,
    refuse=refuse_oblong,
)
