"""The givens that a board needs for a single solution.

Givens that are not needed are dropped, one after the other in a given order (`without_spare_givens`).  The result
follows from the order alone: a given stays iff there is a second solution without it that satisfies all earlier givens
that stayed, and all later ones.  A question is skipped if its answer follows from earlier ones: if a refutation did not
use the given, or if a second solution that is known already satisfies the other givens.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Sequence
from contextlib import closing
from typing import NamedTuple, TypeVar

from ..model.model import Model
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from ..runner.session.session import SolverSession
from .spec import Draft, SpareGivens
from .uniqueness import OtherSolutions, exact, is_unique, known

Orbit = tuple[Cell, ...]

H = TypeVar("H", bound=Hashable)


def minimal(
    order: Sequence[H],
    refuted_by: Callable[[Collection[H], H | None], Collection[H] | None],
    least: int = 0,
    size: Callable[[H], int] = lambda given: 1,
) -> list[H] | None:
    """Return the givens of `order` that are left if each in turn is dropped unless a second solution appears without
    it; None if there is a second solution even with all givens.

    refuted_by: givens, and the given that was dropped last (None for none) -> some of the givens that allow no second
    solution, None if all together allow one.  least: a given
    stays, too, if fewer than `least` would be left, counted by `size` of each.
    """
    used = refuted_by(order, None)
    if used is None:
        return None
    kept = dict.fromkeys(order)
    left = sum(map(size, order))
    for given in order:
        if left - size(given) < least:
            continue
        if given in used:
            found = refuted_by([each for each in kept if each != given], given)
            if found is None:
                continue
            used = found
        del kept[given]
        left -= size(given)
    return list(kept)


def minimal_by_steps(
    order: Sequence[H],
    enough: Callable[[Collection[H]], bool],
    least: int = 0,
    size: Callable[[H], int] = lambda given: 1,
) -> list[H] | None:
    """Return what `minimal` returns for the same order, least and size, by fewer questions if refutations do not tell
    which givens they used.

    Several givens are dropped at once: twice as many after each success, half as many after each failure.

    enough: whether these givens allow no second solution.
    """
    if not enough(order):
        return None
    kept, left, step = list[H](), list(order), 1
    while left:
        some, rest = left[:step], left[step:]
        if sum(map(size, [*kept, *rest])) >= least and enough([*kept, *rest]):
            left, step = rest, 2 * step
        elif len(some) > 1:
            step = len(some) // 2
        else:
            kept, left = kept + some, rest
    return kept


class Thinned(NamedTuple):
    """A board with one solution, and the way to it from a board with more givens.

    draft: the board and its solution.  full: the same with all givens of the way.  dropped: the givens that were
    dropped, those of an orbit together, in the order in which they were.  blanked: as in SpareGivens, never None.
    """

    draft: Draft
    full: Draft
    dropped: Sequence[Orbit]
    blanked: Callable[[Board, Sequence[Cell]], Board]

    def with_more(self, orbits: int) -> Draft:
        """Return the board on the way that has the givens of this many orbits, those dropped last, more than the
        board.
        """
        gone = [cell for each in self.dropped[: len(self.dropped) - orbits] for cell in each]
        return _redrawn(self.blanked(self.full.board, gone), self.full)


def without_spare_givens(
    full: Draft, spare: SpareGivens, orbit: Callable[[Cell], tuple[Cell, ...]] = lambda cell: (cell,), least: int = 0
) -> Thinned | None:
    """Return the board without the givens that it does not need for a single solution; None if it has several solutions
    even with all givens of complete orbits.

    spare: the givens that may be dropped; the orbit of its anchor is tried last. orbit: a cell -> all cells that have a
    given if this cell has one; an orbit with a cell that has no spare given is incomplete, and its spare givens are
    dropped first. least: the number of spare givens that stay at least.
    """
    puzzle = PUZZLES[full.board.puzzle]
    blanked = spare.blanked or puzzle.clues.without
    cells = set(spare.order)
    orbits = dict.fromkeys(orbit(cell) for cell in spare.order)
    whole = [each for each in orbits if cells.issuperset(each)]
    incomplete = cells.difference(*whole)
    full = _redrawn(blanked(full.board, sorted(incomplete)), full) if incomplete else full
    anchored = next((each for each in whole if spare.anchor in each), ())
    dropped = [each for each in whole if each != anchored]
    bare = blanked(full.board, [cell for each in dropped for cell in each])
    if spare.value is None and puzzle.clues.in_rules:
        kept = _needed_in_rules(full, dropped, blanked, least - len(anchored))
    else:
        kept = _needed_orbits(full, bare, dropped, spare.value, least - len(anchored))
    if kept is None:
        return None
    gone = [each for each in dropped if each not in set(kept)]
    board = blanked(full.board, [cell for each in gone for cell in each])
    if anchored and sum(map(len, kept)) >= least and is_unique(less := blanked(board, anchored), full.solution):
        board, gone = less, [*gone, anchored]
    return Thinned(_redrawn(board, full), full, gone, blanked)


def _redrawn(board: Board, full: Draft) -> Draft:
    return Draft(board, PUZZLES[board.puzzle].rewritten(board, full.solution))


def _needed_orbits(
    full: Draft, bare: Board, orbits: Sequence[Orbit], value: Callable[[Cell], str] | None, least: int
) -> list[Orbit] | None:
    """Return the orbits whose givens stay if orbits are dropped as by `minimal`; None if the board has several
    solutions.

    bare: the board without the givens of all orbits.  value: as in SpareGivens.  least: the number of cells that stay
    at least.
    """
    owner = {cell: orbit for orbit in orbits for cell in orbit}
    model, given = (exact(bare), {}) if value else _switchable(full.board, bare)
    constraints = {} if value else {cell: given.get(cell, []) for cell in owner}
    cell_of = {value(cell): cell for cell in owner} if value else {}
    with closing(OtherSolutions(model, known(*full), constraints)) as other_solutions:

        def refuted_by(held: Collection[Orbit], dropped: Orbit | None) -> set[Orbit] | None:
            cells = [cell for orbit in held for cell in orbit]
            if value is None:
                found = other_solutions.refuted_by(cells, dropped or ())
            else:
                names = other_solutions.refuted_by_values([value(cell) for cell in cells], dropped or ())
                found = None if names is None else {cell_of[name] for name in names}
            return None if found is None else {owner[cell] for cell in found}

        return minimal(orbits, refuted_by, least, len)


def _needed_in_rules(
    full: Draft, orbits: Sequence[Orbit], blanked: Callable[[Board, Sequence[Cell]], Board], least: int
) -> list[Orbit] | None:
    """Return what `_needed_orbits` returns for the same orbits and least, if the rules of the puzzle use the clues:
    each question has its own model.

    blanked: as in SpareGivens.
    """
    with closing(ChangingRules(full.solution)) as boards:

        def enough(held: Collection[Orbit]) -> bool:
            dropped = set(orbits).difference(held)
            return boards.is_unique(blanked(full.board, [cell for each in orbits if each in dropped for cell in each]))

        return minimal_by_steps(orbits, enough, least, len)


class ChangingRules:
    """The question whether boards with one solution in common have another one; the other solutions of earlier boards
    are tried first.
    """

    def __init__(self, solution: Solution):
        self._solution, self._others = solution, list[Solution]()
        self._session = SolverSession()

    def is_unique(self, board: Board) -> bool:
        """Whether the board has this solution, which another rule may refuse without a clue, and no other one."""
        puzzle = PUZZLES[board.puzzle]
        if puzzle.broken_rules(board, puzzle.rewritten(board, self._solution)):
            return False
        if any(not puzzle.broken_rules(board, other) for other in self._others):
            return False
        answer = OtherSolutions(exact(board), known(board, self._solution), session=self._session).any()
        if answer is not None:
            self._others.append(puzzle.solution(board, answer))
        return answer is None

    def close(self) -> None:
        """End the solver."""
        self._session.close()


def needed_values(draft: Draft, order: Sequence[str]) -> list[str] | None:
    """Return Booleans (`=x` for the integer x) whose values in the solution allow no other solution, none of which can
    be dropped; None if there is another solution even with all values.

    order: the names, in the order in which they are tried to be dropped.
    """
    with closing(OtherSolutions(exact(draft.board), known(*draft))) as other_solutions:
        return minimal(order, lambda held, _: other_solutions.refuted_by_values(held))


def _switchable(full: Board, base: Board) -> tuple[Model, dict[Cell, list[int]]]:
    """Return the model of the board `base` with the constraints of further givens of the board `full`, and for each
    cell with such givens the numbers of its constraints.
    """
    model, more = exact(base), exact(full)
    model.ints, model.bools = more.ints | model.ints, more.bools | model.bools  # hidden ones may belong to givens
    there = {constraint.origin for constraint in model.constraints}
    given: dict[Cell, list[int]] = {}
    for constraint in more.constraints:
        if constraint.origin is not None and constraint.origin not in there:
            given.setdefault((constraint.origin.row, constraint.origin.column), []).append(len(model.constraints))
            model.constraints.append(constraint)
    return model, given
