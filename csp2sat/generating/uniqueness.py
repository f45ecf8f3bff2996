"""The question of a generator: is there a solution besides the known one?

One incremental solver answers it for all the givens that are tried.  What becomes of a board follows from its answers
"yes" and "no" alone, never from the solutions that it finds or from which givens it needed, so that every solver and
every version of it makes the same board.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import TypeVar

from ..cnf.sink import Sink
from ..encoder.encoder import EncoderOptions, encode
from ..errors import LimitReached
from ..model.expr import any_of, bool_var, int_var, node, term
from ..model.model import Answer, Model
from ..puzzles.spec import PUZZLES, Board, Cell, Solution
from ..runner.process.outcome import Outcome
from ..runner.session.session import Session

T = TypeVar("T")

ACTIVE = EncoderOptions(propagate=False, share=False, activate=True)


class Rivals:
    """The solutions of a model but for a known one, in an incremental solver.

    model: changed.  given: for each given cell the numbers of its constraints, which hold only where it is asked; all
    others always hold.
    """

    def __init__(self, model: Model, known: Answer, given: Mapping[Cell, Collection[int]] = {}):
        known = _as_bools(model, known)
        model.add(any_of(~bool_var(name) if value else bool_var(name) for name, value in known.bools.items()))
        sink = Sink()
        records = encode(model, sink, ACTIVE)
        active = [record["activation"] for record in records if "activation" in record]
        self._known: dict[str, int] = {
            record["bool"]: record["lit"] if known.bools[record["bool"]] else -record["lit"]
            for record in records
            if record.get("bool") in known.bools
        }
        self._given = dict(zip(given, sink.new(len(given)), strict=True))
        self._session = Session(sink.num_vars)
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
        """Some of these givens that allow no rival; None: there is a rival with all of them."""
        return self._core({self._given[cell]: cell for cell in cells})

    def refuted_by_values(self, names: Collection[str]) -> set[str] | None:
        """Some of these Booleans that, with their known values, allow no rival; None: there is a rival with all."""
        return self._core({self._known[name]: name for name in names})

    def _core(self, held: dict[int, T]) -> set[T] | None:
        outcome = self._ask(list(held))
        return {held[lit] for lit in outcome.core} if outcome.status == "unsat" else None

    def _ask(self, assumptions: Sequence[int] = ()) -> Outcome:
        outcome = self._session.solve(assumptions)
        if outcome.status == "unknown":
            raise LimitReached(outcome.reason)
        return outcome

    def varying(self) -> set[str]:
        """The variables (integers with a `=` before the name) that have another value in some rival: the same whatever
        rivals the solver finds."""
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

    def __enter__(self) -> Rivals:
        return self

    def __exit__(self, *_: object) -> None:
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
    with Rivals(exact(board), known(board, solution)) as rivals:
        return rivals.refuted_by(()) is not None


def varying(board: Board, solution: Solution) -> set[str]:
    """The variables that other solutions change, as `Rivals.varying`; none if there are no others."""
    with Rivals(exact(board), known(board, solution)) as rivals:
        return rivals.varying()
