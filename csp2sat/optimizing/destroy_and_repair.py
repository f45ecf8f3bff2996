"""Questions for a better solution near the best one: some deciding variables are free, the others keep their values.

A question near the best solution is small, so a solver answers many of them in the time of one hard question about all
solutions.  A refutation excludes better solutions nearby, and no others.  Source: P. Shaw, Using constraint programming
and local search methods to solve vehicle routing problems, CP 1998.
"""

from __future__ import annotations

from functools import cached_property

from ..base.portable_random import RandomSource
from ..cnf.flat_clauses import Clause
from ..decoder import VariableMap
from ..model.model import Answer, Model
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome
from .bound_strategies import StepInterval
from .deciding_variables import DecidingVariables

EFFORT = EFFORT_PER_SECOND // 24  # for a question
MOST = EFFORT_PER_SECOND  # for all questions without a better solution
COST = 100  # of the effort that a question takes at least: to send it
PER_EFFORT = 1 << 15  # bytes of a CNF that take this effort to go through once more, as each question makes a solver do
PART = 4  # the part of the deciding variables that is free at first: 1 / PART
LEAST = 2  # variables that are free, if one of all is kept even so
WIDER, SMALLER = 1.1, 0.8  # times as many are free after a refutation, and after a question that was given up
WORTH = 16  # a part of the open steps, 1 / WORTH, that is worth as much effort again
VAIN = 4  # times as little effort is allowed for questions in vain
NEAR = 0.5  # the probability that variables are free which share constraints


class DestroyAndRepair:
    """A source of questions near the best solution of one model.

    A question is a call of the solver for a better solution; near the best one it keeps the values of all deciding
    variables but a few.  Whenever a question about all solutions is given up, questions near the best one may follow,
    whose effort together is at most the effort that was spent in vain, and since the last better solution a part of it.

    is_vain: whether such questions used up their effort and found no better solution.  is_hard: whether after that the
    question for any better solution was given up once more; the best known solution may then be the optimum.
    """

    def __init__(self, model: Model, seed: int):
        self._model, self._random = model, RandomSource(seed)
        self._left = self._vain = self._share = 0
        self.is_vain = self.is_hard = False
        self._begun: int | None = None
        self._size, self._gap = 0.0, 0

    @cached_property
    def deciding(self) -> DecidingVariables:
        """The deciding variables of the model."""
        return DecidingVariables(self._model)

    @cached_property
    def _naming(self) -> list[list[int]]:
        """The numbers of the groups that have each of the deciding variables."""
        found: list[list[int]] = [[] for _ in self.deciding.names]
        for number, group in enumerate(self.deciding.groups):
            for at in group:
                found[at].append(number)
        return found

    def grant(self, effort: int, known: StepInterval, is_last: bool) -> None:
        """Allow questions as long as the effort of a question about all solutions that was given up, if a part of the
        open steps is closed since the last time; else, at most MOST, and a part of that if it is not the first time.
        Questions in vain, since the last better solution, are allowed that part at most.

        known: the interval of steps.  is_last: whether any better solution was asked for.
        """
        self.is_hard = self.is_hard or (is_last and self.is_vain)
        is_fruitful = self._begun is not None and WORTH * (self._begun - known.high) >= known.high - known.low
        self._vain = self._share = min(effort, MOST) // VAIN
        self._left = effort if is_fruitful else min(effort, MOST) if self._begun is None else self._share
        self._begun = known.high

    def step(self, known: StepInterval) -> int:
        """Return the step of the objective to ask for next: one past the best solution's, or further; the jump
        grows while questions keep finding solutions.
        """
        return max(known.high - 1 - self._gap, known.low)

    def kept(self, best: Answer, map_: VariableMap, size: int = 0) -> list[Clause] | None:
        """Return unit clauses for the values that a question keeps from the best solution; None if no more questions
        are allowed, or all deciding variables would be free.

        size: the bytes of the CNF that is asked.  A solver counts neither the assigning of the kept values nor its
        simplifying: on a CNF of 47 MB, 27 questions took 6.7 s of CPU and counted the effort of 3.5 s.
        """
        if self._is_spent():
            return None
        names = self.deciding.names
        least = min(LEAST, len(names) - 1)
        self._size = max(least, self._size or len(names) / PART)
        if not least or self._size >= len(names):
            return None
        self._spend(COST + size // PER_EFFORT)
        free = self._free(int(self._size))
        return [clause for at, name in enumerate(names) if at not in free for clause in _same(name, best, map_)]

    def learn(self, outcome: Outcome) -> None:
        """Take the outcome of a question without a better solution: choose how many variables are free next, and
        whether to go on.
        """
        if not self._gap:
            self._size *= WIDER if outcome.status == "unsat" else SMALLER
        self._gap = 0
        self._spend(_effort(outcome))
        self.is_vain = self.is_vain or self._is_spent() or self._size >= len(self.deciding.names)

    def _spend(self, effort: int) -> None:
        self._left -= effort
        self._vain -= effort

    def _is_spent(self) -> bool:
        return min(self._left, self._vain) <= 0

    def better(self, outcome: Outcome, is_near: bool) -> None:
        """Restart the search near a better solution, the outcome of a question.

        is_near: whether the question asked only for solutions near the best one; if not, no more such questions follow.
        """
        if is_near:
            self._gap = 2 * self._gap + 1
            self._left -= _effort(outcome)
            self._vain = self._share
        else:
            self._left = self._vain = self._share = 0
        self.is_vain = self.is_hard = False
        self._size = min(self._size, len(self.deciding.names) - 1) if self._size else 0.0

    def _free(self, size: int) -> set[int]:
        """Return the places of `size` deciding variables, random ones or neighbours in constraints."""
        if not self._random.chance(NEAR):
            return set(self._random.shuffled(range(len(self._naming)))[:size])
        order = [self._random.below(len(self._naming))]
        free = {*order}
        while len(free) < size:
            groups = self._naming[self._random.pick(order)]
            near = self.deciding.groups[self._random.pick(groups)] if groups else ()
            one = self._random.pick(near or range(len(self._naming)))
            if one in free:  # neighbours may have been taken already
                one = self._random.below(len(self._naming))
            if one not in free:
                free.add(one)
                order.append(one)
        return free


def _effort(outcome: Outcome) -> int:
    return EFFORT if outcome.effort is None else outcome.effort


def _same(name: str, best: Answer, map_: VariableMap) -> list[Clause]:
    """Return unit clauses for the value of the variable `name` in the best solution; none if the CNF lacks the
    value.
    """
    if name in map_.bools:
        return [[map_.bools[name] if best.bools[name] else -map_.bools[name]]]
    if name not in map_.ints or best.ints[name] not in map_.ints[name].values:
        return []
    return [[-lit] for lit in map_.ints[name].differs(best.ints[name])]
