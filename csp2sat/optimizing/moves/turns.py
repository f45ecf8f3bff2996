"""The turns of searches for better answers of one problem, and the beginning of the search by moves among them."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence

from ...base.time_limit import until
from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from ...solving.trace import Trace
from ..linear.improver import LinearImprover
from ..objective_search import Improver, ObjectiveSearch
from .gains import Gains
from .improver import MovesImprover, moves_of

NAME = "moves"
SLICE = 0.1  # seconds, about, between two reports
BEFORE = 0.8  # seconds of search that a solver leaves time for before a search by moves begins
REST = 0.02  # seconds, at most, that a solver beside gets alone meanwhile, at a time
SHORT = 0.02  # seconds, at most, that a solver beside leaves at a time
LASTING = 8  # times as much vain work is worth its time while a solver works
FEWER = {"list schedules": 1, NAME: 2}  # the same for schedules, which a solver soon finds better ones of, and moves

Take = Callable[[str, Improver, Answer | None], None]


class Turns:
    """The turns of searches, whose answers `take` gets with the name of the search and the search.

    deadline: of the whole search, by time.monotonic(), None for no
    limit.
    """

    def __init__(self, trace: Trace, deadline: float | None, state: ObjectiveSearch, take: Take):
        self._trace, self._deadline, self._state, self._take = trace, deadline, state, take
        self._moves: MovesImprover | None = None
        self._problem: tuple[Norm, Model] | None = None  # for which a search by moves may begin
        self._gains, self._waited = Gains(), 0.0

    def allow_moves(self, norm: Norm, model: Model) -> None:
        """Allow a search by moves for answers of a model with this normal form."""
        self._problem = norm, model

    def searches(self) -> list[tuple[str, Improver]]:
        """Return the search by moves with its name, if there is one."""
        return [] if self._moves is None else [(NAME, self._moves)]

    def turn(self, improvers: Sequence[tuple[str, Improver]], seconds: float) -> str | None:
        """Let the search that gained most lately search for about `seconds` of CPU; return its name, None if all rest.

        improvers: the searches with their names.
        """
        working = {name: each for name, each in improvers if not each.rests(FEWER.get(name, LASTING))}
        if not working:
            return None
        name, before = self._gains.best([*working]), self._state.result.objective
        with until(self._deadline), self._trace.phase(name):
            self._take(name, working[name], working[name].improve(seconds))
        self._gains.note(name, seconds, before, self._state.result.objective)
        return name

    def begin_later(self, seconds: float) -> bool:
        """Begin a search by moves once a solver has taken some time without a proof: small problems are settled before.
        Return whether the search is still to begin.

        seconds: the time that the solver leaves now.
        """
        if self._problem is None:
            return False
        rest = min(seconds, REST) if seconds <= SHORT else 0.0
        self._waited += rest or seconds
        if self._waited < BEFORE:
            time.sleep(rest)
            return True
        if self._begins() and self._moves is not None:
            self._state.teach(self._moves)
        return False

    def begin(self) -> None:
        """Begin a search by moves if a solution is known and no such search began before."""
        if self._state.result.objective is not None and self._begins() and self._moves is not None:
            self._state.teach(self._moves)

    def _begins(self) -> bool:
        """Begin a search by moves unless that is not allowed or was done before; return whether it begins."""
        if self._problem is None:
            return False
        with until(self._deadline), self._trace.phase(NAME):
            self._moves = moves_of(*self._problem)
        self._problem = None
        return self._moves is not None

    def find(self) -> None:
        """Search shortly for a first solution by moves, if none is known."""
        if self._state.result.objective is None and self._begins() and self._moves is not None:
            with self._trace.phase(NAME):
                self._take(NAME, self._moves, self._moves.first(SLICE))

    def alternate(
        self,
        linear: LinearImprover,
        improvers: Callable[[], Sequence[tuple[str, Improver]]],
        most: float,
        longest: float,
        is_proved: Callable[[], bool],
    ) -> None:
        """Search for better solutions of a linear program and by moves in turn, then by moves alone as `improve` does.

        improvers: returns both searches.  most: seconds of CPU that all work of the linear search may be, or of moves
        instead.  longest: the seconds for moves, at most.  is_proved: whether no better solution exists.
        """
        self.begin()
        given, moves = 0.0, self._moves
        while not (linear.rests() or linear.has_worked(most - given) or is_proved()):
            if moves and (not given or self._gains.is_gaining(NAME)):
                self.turn([(NAME, moves)], part := min(SLICE, moves.worth))
                given += part
            else:
                self.turn([each for each in improvers() if each[1] is linear], SLICE)
        if not is_proved():
            self.improve(longest - given)

    def improve(self, most: float) -> None:
        """Search for better solutions by moves as long as they are found, for `most` seconds of CPU at most."""
        self.begin()
        while self._moves and self._gains.is_gaining(NAME) and most > 0 and self._state.goes_on:
            self.turn([(NAME, self._moves)], SLICE)
            most -= SLICE
