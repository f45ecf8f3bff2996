"""Askers for better solutions: one solver alone, or two at once on two cores, each with a way of its own.

The first asker halves the interval of unknown values, and so refutes bounds far from the optimum early; the other asker
goes down from the best solution in small steps, which are answered quickly.  Each asker learns, before its next
question, what the other one has found out; a question that has become pointless meanwhile is ended.  In the end both
ask for the same bound, and the quicker of two solvers of different character decides.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from ..base.signals import signals_held
from ..base.time_limit import also_cancelled
from ..cnf.flat_clauses import Clause
from ..cnf.sink import Lit
from ..decoder import ObjectiveRecord
from ..model.model import Answer
from ..runner.process.outcome import EFFORT_PER_SECOND, Outcome, RunOptions, Stop
from ..solving.oracle import Oracle
from .bound_strategies import StepInterval, Strategy
from .destroy_and_repair import COST, EFFORT, DestroyAndRepair
from .objective_search import StepChoice

AFTER = 0.6  # seconds until another one joins: to start a solver and load 5 MB takes it 0.3
WARM = EFFORT_PER_SECOND // 4  # for all questions with warm literals
HEAD_START = 0.05  # seconds that the caller leaves an asker alone with a new question: many take less in small problems


class BoundQuestion(NamedTuple):
    """A question whether a solution exists that is at least as good as a step of the objective.

    bound: the clauses that require this step or a better one; [] for the worst step.  budget: the effort, as in
    RunOptions.  stop: ends the question from another thread.  is_near: whether only solutions near the best one count:
    then a refutation says nothing about others.
    """

    step: int
    bound: list[Clause]
    budget: int | None
    stop: Stop
    is_near: bool = False


class Asker:
    """An asker: a solver that keeps a CNF, with a strategy that chooses its questions.

    cost: the record of the objective in that CNF.  open_first: whether the first questions have no bound, as in
    StepChoice.  repair: the source of questions near the best solution, or None.  warm: literals that are assumed in
    the first questions, as many of them as a quick refutation does not name.
    """

    def __init__(
        self,
        oracle: Oracle,
        cost: ObjectiveRecord,
        strategy: Strategy,
        options: RunOptions,
        open_first: bool = False,
        repair: DestroyAndRepair | None = None,
        warm: Sequence[Lit] = (),
    ):
        self.oracle, self._repair = oracle, repair
        self._warm, self._left, self._is_warm = list(warm), WARM, False
        self._cost, self._options = cost, options
        self._choice = StepChoice(strategy, options.deadline, open_first)
        self._learned = StepInterval(0, cost.steps.last, False)

    def question(self, known: StepInterval, best: Answer | None = None) -> BoundQuestion:
        """Add clauses that keep the objective within `known` to the CNF, and return the next question.

        The strategy chooses the question, or, after questions that were given up, solutions near the best one are
        asked for; at first solutions with the warm literals.
        """
        if known.found and known.high < self._learned.high:
            self.oracle.add(*self._cost.as_good(known.high))
        if known.low > self._learned.low:
            self.oracle.add(*self._cost.worse(known.low - 1))
        self._learned = known
        self._is_warm = bool(self._warm)
        if self._is_warm:
            bound = self._cost.as_good(step := known.high - known.found)
            return BoundQuestion(step, [*bound, *([lit] for lit in self._warm)], self._left, Stop(), is_near=True)
        if self._repair is not None and known.found and best is not None:
            found = self.oracle.found
            step, kept = self._repair.step(known), self._repair.kept(best, found.map, found.written.size)
            if kept is not None:
                return BoundQuestion(step, [*self._cost.as_good(step), *kept], EFFORT, Stop(), is_near=True)
        step, effort = self._choice.next(known)
        return BoundQuestion(step, self._cost.as_good(step), effort, Stop())

    def ask(self, question: BoundQuestion) -> Outcome:
        """Return the solver's answer to a question; a model in it is not checked yet."""
        options = replace(self._options, budget=question.budget, stop=question.stop, check=False)
        outcome = self.oracle.ask(question.bound, options)
        if outcome.status == "sat":
            self._warm = []
        if outcome.status == "unsat" and outcome.effort is not None and not question.is_near:
            self._choice.refuted(outcome.effort)
        return outcome

    def give_up(self, question: BoundQuestion, outcome: Outcome, can_seed: bool) -> None:
        """Put off a question that took too long.  Raises LimitReached if the whole search has to end.

        can_seed: whether the solver gets another random seed from now on; without another seed, a solver that is
        started anew does the same again.  A solver that is kept warm goes on with its learned clauses instead, which
        are worth more than another character: on the job shop ft10 (18 s of CPU by CaDiCaL alone) another seed or order
        of the variables changed nothing, random phases took 27 s, and a new start 49 s.
        """
        self._choice.give_up(None if question.is_near else question.step, outcome.reason)
        if question.is_near:
            self.nothing_near(outcome)
            return
        if self._repair is not None:
            effort = EFFORT_PER_SECOND if outcome.effort is None else outcome.effort
            known = self._learned
            self._repair.grant(effort, known, known.found and question.step == known.high - 1)
        if can_seed:
            self._options = replace(self._options, seed=(self._options.seed or 0) + 1)

    def nothing_near(self, outcome: Outcome) -> None:
        """Take the outcome of a question near the best solution that found no better one."""
        if self._is_warm:
            self._cool(outcome)
        elif self._repair is not None:
            self._repair.learn(outcome)

    def _cool(self, outcome: Outcome) -> None:
        """Take the outcome of a question with the warm literals that had no solution: assume fewer of them from now on,
        without the literals that the solver named as impossible together; none of them if the solver named none, or if
        such questions have taken the effort WARM.
        """
        self._left -= COST + (WARM if outcome.effort is None else outcome.effort)
        kept = [lit for lit in self._warm if lit not in {*outcome.core}]
        self._warm = kept if len(kept) < len(self._warm) and self._left > 0 else []


AskerAnswer = tuple[Asker, BoundQuestion, Outcome]


class Crew(Protocol):
    """A crew of one or several askers.  `close` must be called.

    meanwhile: how much work, in seconds, the caller may do itself before it waits for an answer.
    """

    meanwhile: float

    def answer(
        self, new: Callable[[Asker], BoundQuestion], waits: bool = True, is_idle: bool = True
    ) -> AskerAnswer | None:
        """Let each idle asker ask the question that `new` returns for it, and return the next answer with its asker and
        question.

        waits: whether to wait for it; without, the result may be None, as the caller has work of its own meanwhile, but
        a new question first gets HEAD_START seconds, in which it may be answered.  is_idle: whether another asker may
        join, as the caller does not work.
        """

    def close(self) -> None: ...


class Alone:
    """A crew of one asker, which works in the caller's thread, in turn with the caller."""

    meanwhile = 0.25

    def __init__(self, asker: Asker):
        self._asker = asker

    def answer(self, new: Callable[[Asker], BoundQuestion], waits: bool = True, is_idle: bool = True) -> AskerAnswer:
        question = new(self._asker)
        return self._asker, question, self._asker.ask(question)

    def close(self) -> None:
        self._asker.oracle.close()


class _Member:
    """An asker in a thread of its own.  asked: the question that the asker works on, None if the asker is idle."""

    def __init__(self, asker: Asker, answers: SimpleQueue[tuple[_Member, Outcome | BaseException]]):
        self.asker, self._answers = asker, answers
        self.asked: BoundQuestion | None = None
        self._questions: SimpleQueue[BoundQuestion | None] = SimpleQueue()
        self._thread = threading.Thread(target=also_cancelled(self._work), daemon=True)
        self._thread.start()

    def begin(self, question: BoundQuestion) -> None:
        """Start to work on a question."""
        self.asked = question
        self._questions.put(question)

    def _work(self) -> None:
        """Answer one question after another, in the member's thread, until the question is None; errors are put into
        the answers.
        """
        while (question := self._questions.get()) is not None:
            try:
                self._answers.put((self, self.asker.ask(question)))
            except BaseException as error:
                self._answers.put((self, error))

    def leave(self) -> None:
        """End the question that the asker works on, its thread, and its solver."""
        if self.asked is not None:
            self.asked.stop.set()
        self._questions.put(None)
        self.asker.oracle.interrupt()
        self._thread.join()
        self.asker.oracle.close()


class Several:
    """A crew of one asker at first, which another one joins later, once the caller waits for answers or is idle.

    joining: makes the second asker.  join_at: the time of joining, by time.monotonic().  is_open: whether the answer to
    a question is still of use.  say: called with the reason, in words, why an asker leaves.  An asker that fails, or
    needs too much memory, leaves the other one alone.
    """

    meanwhile = 0.02

    def __init__(
        self,
        first: Asker,
        joining: Callable[[], Asker],
        join_at: float,
        is_open: Callable[[BoundQuestion], bool],
        say: Callable[[str], None],
    ):
        self._answers: SimpleQueue[tuple[_Member, Outcome | BaseException]] = SimpleQueue()
        self._members = [_Member(first, self._answers)]
        self._joining, self._is_open, self._say = joining, is_open, say
        self._join_at: float | None = join_at

    def answer(
        self, new: Callable[[Asker], BoundQuestion], waits: bool = True, is_idle: bool = True
    ) -> AskerAnswer | None:
        """Give each idle asker the question that `new` returns for it, end questions that are of no more use, and
        return the next answer that counts; None if there is none yet and `waits` is false.  is_idle: as in `Crew`.

        Raises the error of an asker that failed without another one beside it.
        """
        while True:
            head_start = 0.0
            for member in self._members:
                if member.asked is None:
                    member.begin(new(member.asker))
                    head_start = HEAD_START
                elif not self._is_open(member.asked):
                    member.asked.stop.set()
            found = self._next(waits, is_idle, head_start)
            if found is not None or not waits:
                return found

    def _next(self, waits: bool, is_idle: bool, head_start: float) -> AskerAnswer | None:
        """Return the next answer; None if the answer does not count, its asker has left, another asker has joined, or
        there is none after `head_start` seconds and `waits` is false.  is_idle: as in `Crew`.

        Raises the error of an asker that failed without another one beside it.
        """
        wait = None if self._join_at is None else max(0.0, self._join_at - time.monotonic())
        may_join = wait is not None and (waits or (is_idle and wait <= head_start))
        try:
            member, reply = self._answers.get(timeout=wait if waits or may_join else head_start)
        except Empty:
            if may_join:
                self._join()
            return None
        question, member.asked = member.asked, None
        assert question is not None
        if len(self._members) > 1 and (isinstance(reply, BaseException) or reply.reason == "memory"):
            self._say(f"LEFT: {reply if isinstance(reply, BaseException) else reply.reason}")
            self._members.remove(member)
            member.leave()
            return None
        if isinstance(reply, BaseException):
            raise reply
        is_stopped = reply.status == "unknown" and question.stop.is_set
        return None if is_stopped else (member.asker, question, reply)

    def _join(self) -> None:
        self._join_at = None
        self._members.append(_Member(self._joining(), self._answers))

    def close(self) -> None:
        with signals_held():  # an interrupt would leave the others at work
            for member in self._members:
                member.leave()
