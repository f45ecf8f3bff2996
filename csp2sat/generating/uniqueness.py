"""The question of a generator: is there a solution besides the known one?

An incremental solver answers the question for all the givens that are tried.  A generator uses only these answers "yes"
and "no", never the solutions that the solver finds or the givens that a refutation needed, so every solver and every
version of a solver makes the same board.

Boards that have several solutions are changed in cells in which the solutions differ, until there is one
(`made_unique`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import cached_property
from itertools import chain
from typing import TypeVar

from ..cnf.sink import Sink
from ..decoder import of_records
from ..encoder.encoder import encode
from ..encoder.options import EncoderOptions
from ..model.expr import any_of, bool_var, int_var, node, term
from ..model.model import Answer, Model
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from ..runner.process.outcome import Outcome
from ..runner.session.session import SolverSession
from ..solving.loop_encodings import broken_cuts, loops_of, with_degrees
from .spec import Draft

T = TypeVar("T")

RADII = 7, 11, 18  # in cells
ACTIVE = EncoderOptions(narrowing=False, share=False, activate=True)


class OtherSolutions:
    """The solutions of a model other than a known one, in an incremental solver.

    model: gets further constraints.  known: the values of the variables in which another solution differs.  given: for
    each given cell the numbers of its constraints in the model, which hold only in questions with that cell; all other
    constraints always hold.  session: a solver that forgets its clauses and is used instead of a new one; its owner
    closes it.
    """

    def __init__(
        self,
        model: Model,
        known: Answer,
        given: Mapping[Cell, Collection[int]] = {},
        session: SolverSession | None = None,
    ):
        known = _as_bools(model, known)
        exclude(model, known)
        self._loops = loops_of(model)
        sink = Sink()
        records = encode(with_degrees(model), sink, ACTIVE)
        active = [record["activation"] for record in records if "activation" in record]
        self._lits: dict[str, int] = {each["bool"]: each["lit"] for each in records if "bool" in each}
        self._known = {
            name: self._lits[name] if on else -self._lits[name]
            for name, on in known.bools.items()
            if name in self._lits
        }
        self._given = dict(zip(given, sink.new(len(given)), strict=True))
        self._num_vars, self._records = sink.num_vars, records
        self._session = session or SolverSession()
        self._session.restart()
        self._session.num_vars = sink.num_vars
        self._session.add([*sink.flat(), *self._activated(active, given)])

    def _activated(self, active: list[int], given: Mapping[Cell, Collection[int]]) -> Iterator[int]:
        """Yield clauses, as literals with 0 at the end of each: a given activates all its constraints, and constraints
        of no given are always active.

        active: the activation literal of each constraint.  given: for each cell the numbers of its constraints.
        """
        for cell, numbers in given.items():
            for number in numbers:
                yield from (-self._given[cell], active[number], 0)
        optional = {number for numbers in given.values() for number in numbers}
        for number, lit in enumerate(active):
            if number not in optional:
                yield from (lit, 0)

    def refuted_by(self, cells: Collection[Cell], near: Collection[Cell] = ()) -> set[Cell] | None:
        """Return some of the given cells that no other solution satisfies together; None if another solution satisfies
        all.  near: as in `_core`.
        """
        return self._core({self._given[cell]: cell for cell in cells}, near)

    def refuted_by_values(self, names: Collection[str], near: Collection[Cell] = ()) -> set[str] | None:
        """Return some of the named Booleans whose known values no other solution has together; None if another solution
        has the known values of all.  near: as in `_core`.
        """
        return self._core({self._known[name]: name for name in names}, near)

    def _core(self, held: dict[int, T], near: Collection[Cell]) -> set[T] | None:
        """Return the meanings of some literals that no other solution satisfies together; None if another solution
        satisfies all.

        held: literals and their meanings.  near: cells around which another solution is likely to differ, () for
        none: solutions that differ within the distances RADII alone are searched first.
        """
        for far in self._beyond(near) if near else ():
            if self._ask([*held, *far]).status != "unsat":
                return None
        outcome = self._ask(list(held))
        return {held[lit] for lit in outcome.core} if outcome.status == "unsat" else None

    def _beyond(self, near: Collection[Cell]) -> Iterator[list[int]]:
        """Yield the known values of the variables beyond each of the distances RADII, if there are any."""
        places = [(min([max(abs(r - i), abs(c - j)) for i, j in near]), lits) for (r, c), lits in self._places.items()]
        for radius in RADII:
            far = [lits for distance, lits in places if distance > radius]
            if not far:
                return
            yield list(chain.from_iterable(far))

    @cached_property
    def _places(self) -> dict[Cell, list[int]]:
        """The known values, as literals, by the first cell in the name of their variables, if there is a cell."""
        found: dict[Cell, list[int]] = {}
        for name, lit in self._known.items():
            for cell in cells_of({name}):
                found.setdefault(cell, []).append(lit)
        return found

    def _ask(self, assumptions: Sequence[int] = ()) -> Outcome:
        """Return the solver's answer; lines that must be one loop are that by cuts, which hold for all questions."""
        while True:
            outcome = self._session.solve(assumptions).known()
            cuts = self._cuts(set(outcome.literals)) if self._loops and outcome.status == "sat" else ()
            if not cuts:
                return outcome
            self._session.add([literal for cut in cuts for literal in (*cut, 0)])

    def _cuts(self, true: set[int]) -> list[list[int]]:
        """Return clauses against an answer in which lines are several loops; true: the answer's literals."""
        lits = self._lits
        answer = Answer({}, {name: lit in true for name, lit in lits.items()})
        return [
            [lits[name] if wanted else -lits[name] for name, wanted in clause]
            for clause in broken_cuts(self._loops, answer)
        ]

    def any(self) -> Answer | None:
        """Return the values of all variables in another solution, whichever the solver finds; None if there is none."""
        outcome = self._ask()
        if outcome.status == "unsat":
            return None
        found = of_records(self._num_vars, self._records).decode(outcome.literals)
        return Answer(found.ints, {name: on for name, on in found.bools.items() if not name.startswith("=")})

    def varying(self) -> set[str]:
        """Return the variables (integers with `=` before the name) that have another value in at least one other
        solution.

        The result does not depend on which other solutions the solver finds.  Afterwards the session is of no further
        use.
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
    """Return the known answer with a Boolean `=x` in place of each integer x, and define that Boolean in the model as
    true iff x has its known value.
    """
    bools = dict(known.bools)
    for name, value in known.ints.items():
        model.add(node("iff", model.bool(f"={name}"), term("eq", int_var(name), value)))
        bools[f"={name}"] = True
    return Answer({}, bools)


def exclude(model: Model, known: Answer) -> None:
    """Require in the model that one of the Booleans in the known answer has another value."""
    model.add(any_of(~bool_var(name) if value else bool_var(name) for name, value in known.bools.items()))


def exact(board: Board) -> Model:
    """Return the exact constraint model of a board, whose answers are the solutions of the board."""
    return PUZZLES[board.puzzle].stages[-1].model(board)


def known(board: Board, solution: Solution) -> Answer:
    """Return the values that the visible variables of the board's exact model have in a solution."""
    return PUZZLES[board.puzzle].values(board, solution)


def is_unique(board: Board, solution: Solution) -> bool:
    """Whether the board has no other solution than the given one."""
    with closing(OtherSolutions(exact(board), known(board, solution))) as other_solutions:
        return other_solutions.refuted_by(()) is not None


def varying(board: Board, solution: Solution, session: SolverSession | None = None) -> set[str]:
    """Return the variables that have other values in other solutions, as `OtherSolutions.varying`; an empty set if
    there is no other solution.

    session: a solver to use again, which stays open; None for a new one.
    """
    if session is not None:
        return OtherSolutions(exact(board), known(board, solution), session=session).varying()
    with closing(OtherSolutions(exact(board), known(board, solution))) as other_solutions:
        return other_solutions.varying()


Fault = TypeVar("Fault")


def improved(
    start: T, faults: Callable[[T], list[Fault]], change: Callable[[T, list[Fault]], T], tries: int
) -> tuple[T, list[Fault]]:
    """Return `start` after at most `tries` changes, and its faults, of which it has no more than before.

    faults: state -> its faults.  change: a state and its faults -> another state.  A change that leads to more faults
    is taken back.
    """
    here, wrong = start, faults(start)
    for _ in range(tries):
        if not wrong:
            break
        there = change(here, wrong)
        still = faults(there)
        if len(still) <= len(wrong):
            here, wrong = there, still
    return here, wrong


def repaired(
    start: T, faults: Callable[[T], list[Fault]], change: Callable[[T, list[Fault]], T], tries: int
) -> T | None:
    """Return `start` after changes that leave it without faults; None if it still has faults after `tries` changes.

    faults, change: as in `improved`.
    """
    here, wrong = improved(start, faults, change, tries)
    return None if wrong else here


def made_unique(
    start: T, drawn: Callable[[T], Draft], change: Callable[[T, list[Cell]], T], tries: int
) -> Draft | None:
    """Return the board with one solution that comes from `start` by changes in cells in which solutions differ; None if
    `tries` changes are not enough.

    drawn: a state -> its board and solution.  change: a state and the cells in which solutions differ -> another state;
    a change after which there are more such cells is taken back.
    """
    with closing(SolverSession()) as session:
        found = repaired(start, lambda state: cells_of(varying(*drawn(state), session)), change, tries)
    return None if found is None else drawn(found)


def near(cell: Cell, cells: Iterable[Cell], most: int) -> list[Cell]:
    """Return those of the cells that are at most `most` rows and at most `most` columns away from the cell, in their
    order.
    """
    return [each for each in cells if max(abs(each[0] - cell[0]), abs(each[1] - cell[1])) <= most]


def cells_of(names: set[str]) -> list[Cell]:
    """Return the cells in the names of variables, such as (3, 4) for `s_3_4` and `v_3_4_2`, in reading order; names
    that begin with `_` are skipped.
    """
    found = (re.findall(r"[0-9]+", name) for name in names if not name.startswith("_"))
    return sorted({(int(r), int(c)) for r, c, *_ in found})
