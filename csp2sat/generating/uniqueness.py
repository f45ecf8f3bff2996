"""The question of a generator: is there a solution besides the known one?

One incremental solver answers it for all the givens that are tried.  What becomes of a board follows from its answers
"yes" and "no" alone, never from the solutions that it finds or from which givens it needed, so that every solver and
every version of it makes the same board.

Boards that have several solutions are changed where these differ, until there is one (`made_unique`).

Givens that are not needed are dropped, one after the other in a given order (`without_spare_givens`).  The result
follows from the order alone: a given stays iff there is a second solution without it, those before it that stayed, and
those after it.  That a refutation did not use a given only saves the question.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from typing import TypeVar

from ..cnf.sink import Sink
from ..encoder.encoder import encode
from ..encoder.options import EncoderOptions
from ..model.expr import any_of, bool_var, int_var, node, term
from ..model.model import Answer, Model
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from ..runner.process.outcome import Outcome
from ..runner.session.session import SolverSession
from .spec import Draft

T = TypeVar("T")

ACTIVE = EncoderOptions(propagate=False, share=False, activate=True)


class OtherSolutions:
    """The solutions of a model but for a known one, in an incremental solver.

    model: changed.  given: for each given cell the numbers of its constraints, which hold only where it is asked; all
    others always hold.  session: one that is to forget what it knows and be used; it is closed by whoever gave it.
    """

    def __init__(
        self,
        model: Model,
        known: Answer,
        given: Mapping[Cell, Collection[int]] = {},
        session: SolverSession | None = None,
    ):
        known = _as_bools(model, known)
        model.add(any_of(~bool_var(name) if value else bool_var(name) for name, value in known.bools.items()))
        sink = Sink()
        records = encode(model, sink, ACTIVE)
        active = [record["activation"] for record in records if "activation" in record]
        lits: dict[str, int] = {each["bool"]: each["lit"] for each in records if each.get("bool") in known.bools}
        self._known = {name: lit if known.bools[name] else -lit for name, lit in lits.items()}
        self._given = dict(zip(given, sink.new(len(given)), strict=True))
        self._session = session or SolverSession()
        self._session.restart()
        self._session.num_vars = sink.num_vars
        self._session.add([*sink.flat(), *self._activated(active, given)])

    def _activated(self, active: list[int], given: Mapping[Cell, Collection[int]]) -> Iterator[int]:
        """Clauses: a given has all its constraints, and the constraints of no given hold."""
        for cell, numbers in given.items():
            for number in numbers:
                yield from (-self._given[cell], active[number], 0)
        optional = {number for numbers in given.values() for number in numbers}
        for number, lit in enumerate(active):
            if number not in optional:
                yield from (lit, 0)

    def refuted_by(self, cells: Collection[Cell]) -> set[Cell] | None:
        """Return givens, of these, that no other solution satisfies; None if another solution satisfies them all."""
        return self._core({self._given[cell]: cell for cell in cells})

    def refuted_by_values(self, names: Collection[str]) -> set[str] | None:
        """Return Booleans, of these, whose known values no other solution has; None if another solution has them."""
        return self._core({self._known[name]: name for name in names})

    def _core(self, held: dict[int, T]) -> set[T] | None:
        outcome = self._ask(list(held))
        return {held[lit] for lit in outcome.core} if outcome.status == "unsat" else None

    def _ask(self, assumptions: Sequence[int] = ()) -> Outcome:
        return self._session.solve(assumptions).known()

    def varying(self) -> set[str]:
        """Return the variables (integers with a `=` before the name) that have another value in some other solution.

        The result does not depend on which other solutions the solver finds.
        """
        left = self._known
        found: set[str] = set()
        while left:
            self._session.add([*(-lit for lit in left.values()), 0])
            outcome = self._ask()
            if outcome.status == "unsat":
                break
            false = {-lit for lit in outcome.literals}
            new = {name for name, lit in left.items() if lit in false}
            found |= new
            left = {name: lit for name, lit in left.items() if name not in new}
        return found

    def close(self) -> None:
        """End the solver."""
        self._session.close()


def _as_bools(model: Model, known: Answer) -> Answer:
    """With a Boolean in the place of each integer x: `=x`, it has its known value."""
    bools = dict(known.bools)
    for name, value in known.ints.items():
        model.add(node("iff", model.bool(f"={name}"), term("eq", int_var(name), value)))
        bools[f"={name}"] = True
    return Answer({}, bools)


def exact(board: Board) -> Model:
    """The model whose answers are the board's solutions."""
    return PUZZLES[board.puzzle].stages[-1].model(board)


def known(board: Board, solution: Solution) -> Answer:
    """The values of its visible variables."""
    return PUZZLES[board.puzzle].values(board, solution)


def is_unique(board: Board, solution: Solution) -> bool:
    """Is the solution the only one?"""
    with closing(OtherSolutions(exact(board), known(board, solution))) as other_solutions:
        return other_solutions.refuted_by(()) is not None


def varying(board: Board, solution: Solution, session: SolverSession | None = None) -> set[str]:
    """The variables that other solutions change, as `OtherSolutions.varying`; none if there are no others.

    session: as of `OtherSolutions`.
    """
    if session is not None:
        return OtherSolutions(exact(board), known(board, solution), session=session).varying()
    with closing(OtherSolutions(exact(board), known(board, solution))) as other_solutions:
        return other_solutions.varying()


Fault = TypeVar("Fault")


def repaired(
    start: T, faults: Callable[[T], list[Fault]], change: Callable[[T, list[Fault]], T], tries: int
) -> T | None:
    """Something without faults; None if it has not come to that after so many tries.

    faults: where something is wrong.  change: it, and its faults -> it with some change there.
    A change that makes more faults is taken back.
    """
    here, wrong = start, faults(start)
    for _ in range(tries):
        if not wrong:
            return here
        there = change(here, wrong)
        still = faults(there)
        if len(still) <= len(wrong):
            here, wrong = there, still
    return None if wrong else here


def made_unique(
    start: T, drawn: Callable[[T], Draft], change: Callable[[T, list[Cell]], T], tries: int
) -> Draft | None:
    """The board of something that is changed in cells in which solutions differ, until there is one solution.

    drawn: it as a board with its solution.  change, tries: as in `repaired`, with these cells as the faults.
    """
    with closing(SolverSession()) as session:
        found = repaired(start, lambda state: cells_of(varying(*drawn(state), session)), change, tries)
    return None if found is None else drawn(found)


def near(cell: Cell, cells: Iterable[Cell], most: int) -> list[Cell]:
    """Those of the cells that are at most so many rows and columns away from the cell."""
    return [each for each in cells if max(abs(each[0] - cell[0]), abs(each[1] - cell[1])) <= most]


def cells_of(names: set[str]) -> list[Cell]:
    """The cells in the names of variables, such as `s_3_4`, or `v_3_4_2` (a cell has several); in reading order."""
    found = (re.findall(r"[0-9]+", name) for name in names if not name.startswith("_"))
    return sorted({(int(r), int(c)) for r, c, *_ in found})


H = TypeVar("H", bound=Hashable)


def minimal(order: Sequence[H], refuted_by: Callable[[Collection[H]], Collection[H] | None]) -> list[H] | None:
    """The givens of which none can be dropped; None: there is a second solution even with all.

    refuted_by: some of these givens that allow no second solution, or None.
    """
    used = refuted_by(order)
    if used is None:
        return None
    kept = dict.fromkeys(order)
    for given in order:
        if given in used:
            found = refuted_by([each for each in kept if each != given])
            if found is None:
                continue
            used = found
        del kept[given]
    return list(kept)


def without_spare_givens(
    full: Draft,
    order: Sequence[Cell],
    anchor: Cell | None = None,
    blanked: Callable[[Board, Sequence[Cell]], Board] | None = None,
) -> Draft | None:
    """The board with as few givens as possible; None: the full one has more than one solution.

    order: cells with givens, those that are to be dropped first in front.
    anchor: a given that is tried last, and holds until then: loops are found sooner where a point of them is known.
    blanked: the board without the givens of some cells; else what the puzzle's `Clues.without` leaves.
    """
    puzzle = PUZZLES[full.board.puzzle]
    blanked = blanked or puzzle.clues.without
    others = [cell for cell in order if cell != anchor]
    model, given = _switchable(full.board, blanked(full.board, others))
    with closing(
        OtherSolutions(model, known(*full), {cell: given.get(cell, []) for cell in others})
    ) as other_solutions:
        kept = minimal(others, other_solutions.refuted_by)
    if kept is None:
        return None
    board = blanked(full.board, [cell for cell in others if cell not in set(kept)])
    if anchor is not None and is_unique(blanked(board, [anchor]), full.solution):
        board = blanked(board, [anchor])
    return Draft(board, puzzle.rewritten(board, full.solution))


def needed_values(draft: Draft, order: Sequence[str]) -> list[str] | None:
    """The Booleans (`=x`: the integer x) whose values in the solution leave no other one, and of which none can be
    dropped; None: there is another solution even with all.  order: those that are to be dropped first in front."""
    with closing(OtherSolutions(exact(draft.board), known(*draft))) as other_solutions:
        return minimal(order, other_solutions.refuted_by_values)


def _switchable(full: Board, base: Board) -> tuple[Model, dict[Cell, list[int]]]:
    """The model of the base, with the other givens of the full board, and their constraints' numbers by cells."""
    model, more = exact(base), exact(full)
    model.ints, model.bools = more.ints | model.ints, more.bools | model.bools  # hidden ones may belong to givens
    there = {constraint.origin for constraint in model.constraints}
    given: dict[Cell, list[int]] = {}
    for constraint in more.constraints:
        if constraint.origin is not None and constraint.origin not in there:
            given.setdefault((constraint.origin.row, constraint.origin.column), []).append(len(model.constraints))
            model.constraints.append(constraint)
    return model, given
