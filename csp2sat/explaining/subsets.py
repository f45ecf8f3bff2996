"""Sets of members, which are numbers: questions about them, undecided sets, and a satisfiable set that grows."""

from __future__ import annotations

from collections.abc import Collection
from typing import Protocol

from ..model.model import Answer
from ..runner.session.session import SolverSession
from .selectors import PartsVerdict


class SubsetOracle(Protocol):
    """An oracle about sets of members, which are numbers, such as `selectors.Groups`.

    has_cores: whether cores may be smaller than the set in the question.  ask: returns a witness that satisfies all
    members, or a core, or no decision after the effort; raises LimitReached.  rotations: returns other members, each
    with an answer that violates only this member, found from a witness that violates only `group`; [] if none are
    searched for.  holds: returns whether an answer satisfies a member; False, too, if this is not known.
    """

    has_cores: bool

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict: ...

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]: ...

    def holds(self, group: int, answer: Answer) -> bool: ...


class Growing:
    """The growth of a satisfiable set to a maximal one; the members outside are then a minimal correction set.

    kept: the members that can be satisfied together so far.  witness: an answer that satisfies these members.
    """

    def __init__(self, oracle: SubsetOracle, kept: Collection[int], witness: Answer, count: int):
        self._oracle, self.kept, self.witness = oracle, set(kept), witness
        self._untried = [member for member in range(count) if member not in self.kept]
        self._refused: list[int] = []

    @property
    def left(self) -> list[int]:
        """The members outside the set, ascending."""
        return sorted(self._refused + self._untried)

    @property
    def minimal(self) -> bool:
        """Whether no member outside can be satisfied together with the set."""
        return not self._untried

    def run(self) -> None:
        """Add each member that can be satisfied together with the set.  Raises LimitReached."""
        while self._untried:
            member = self._untried[0]
            if not self._oracle.holds(member, self.witness):
                verdict = self._oracle.ask([*self.kept, member])
                if verdict.witness is None:
                    self._refused.append(self._untried.pop(0))
                    continue
                self.witness = verdict.witness
            self.kept.add(self._untried.pop(0))


class Undecided:
    """The sets of the members 0 to `count - 1` that are not excluded yet: the models of a formula."""

    def __init__(self, count: int):
        self._solver, self._count, self._mentioned = SolverSession(count), count, set[int]()

    def any(self, deadline: float | None) -> list[int] | None:
        """Return a set that is not excluded, with all members that no exclusion is about; None if there is none.

        deadline: by time.monotonic(), None for no limit.  Raises LimitReached.
        """
        outcome = self._solver.solve((), deadline).known()
        true = set(outcome.literals)
        members = [m for m in range(self._count) if m + 1 in true or m + 1 not in self._mentioned]
        return members if outcome.status == "sat" else None

    def exclude_with(self, members: Collection[int]) -> bool:
        """Exclude all sets that contain these members; return whether other sets are left: False if there are no
        members.
        """
        return self._exclude([-(member + 1) for member in members])

    def exclude_without(self, members: Collection[int]) -> bool:
        """Exclude all sets that contain none of these members; return whether other sets are left: False if there are
        no members.
        """
        return self._exclude([member + 1 for member in members])

    def _exclude(self, clause: list[int]) -> bool:
        self._mentioned.update(map(abs, clause))
        if clause:
            self._solver.add([*clause, 0])
        return bool(clause)

    def close(self) -> None:
        self._solver.close()
