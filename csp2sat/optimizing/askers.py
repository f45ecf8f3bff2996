"""Who asks for better solutions: one solver alone, or two at once on two cores, each with a way of its own.

The first one halves what is not known, and so refutes bounds far from the optimum early; the other one goes down from
the best solution in small steps, which are answered quickly.  What one of them finds out, the other one learns before
its next question; a question that has become pointless meanwhile is ended.  At the end both ask for the same bound,
and of two solvers of different character the quicker one decides.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import replace
from queue import Empty, SimpleQueue
from typing import NamedTuple, Protocol

from ..base.signals import signals_held
from ..cnf.flat_clauses import Clause
from ..decoder import ObjectiveRecord
from ..runner.process.outcome import Outcome, RunOptions, Stop
from ..solving.oracle import Oracle
from .bound_strategies import StepInterval, Strategy
from .objective_search import StepChoice

AFTER = 0.3  # seconds until another one joins


class BoundQuestion(NamedTuple):
    """Is there a solution at least as good as this step?

    bound: that in clauses, [] for the worst step.  budget: as in RunOptions.  stop: ends it from another thread.
    """

    step: int
    bound: list[Clause]
    budget: int | None
    stop: Stop


class Asker:
    """A solver that keeps a CNF, which it asks by a strategy.  cost: of that CNF.  open_first: as for StepChoice."""

    def __init__(
        self,
        oracle: Oracle,
        cost: ObjectiveRecord,
        strategy: Strategy,
        options: RunOptions,
        open_first: bool = False,
    ):
        self.oracle = oracle
        self._cost, self._options = cost, options
        self._choice = StepChoice(strategy, options.deadline, open_first)
        self._learned = StepInterval(0, cost.steps.last, False)

    def question(self, known: StepInterval) -> BoundQuestion:
        """The next one, after it has learned what is known."""
        if known.found and known.high < self._learned.high:
            self.oracle.add(*self._cost.as_good(known.high))
        if known.low > self._learned.low:
            self.oracle.add(*self._cost.worse(known.low - 1))
        self._learned = known
        step, effort = self._choice.next(known)
        return BoundQuestion(step, self._cost.as_good(step), effort, Stop())

    def ask(self, question: BoundQuestion) -> Outcome:
        """The solver's answer; its models are not checked yet."""
        options = replace(self._options, budget=question.budget, stop=question.stop, check=False)
        return self.oracle.ask(question.bound, options)

    def give_up(self, question: BoundQuestion, outcome: Outcome, can_seed: bool) -> None:
        """Put off a question that took too long.  Raises LimitReached where the whole search ends.

        can_seed: may it have another random seed from now on?  Else, asked again, it does what it did before.  A solver
        that is kept warm goes on with what it has learned instead, which is worth more than another character: of
        the job shop ft10 (18 s of CPU by CaDiCaL alone) another seed or order of the variables changed nothing, random
        phases made it 27 s, and to begin anew 49 s.
        """
        self._choice.give_up(question.step, outcome.reason)
        if can_seed:
            self._options = replace(self._options, seed=(self._options.seed or 0) + 1)


AskerAnswer = tuple[Asker, BoundQuestion, Outcome]


class Crew(Protocol):
    """Those who ask.  `close` must be called."""

    def answer(self, new: Callable[[Asker], BoundQuestion]) -> AskerAnswer:
        """Let all of them ask who do not; the next answer.  new: the next question of one."""

    def close(self) -> None: ...


class Alone:
    """One, in this thread."""

    def __init__(self, asker: Asker):
        self._asker = asker

    def answer(self, new: Callable[[Asker], BoundQuestion]) -> AskerAnswer:
        question = new(self._asker)
        return self._asker, question, self._asker.ask(question)

    def close(self) -> None:
        self._asker.oracle.close()


class _Member:
    """One of several, in a thread of its own.  asked: the question that it works on."""

    def __init__(self, asker: Asker, answers: SimpleQueue[tuple[_Member, Outcome | BaseException]]):
        self.asker, self._answers = asker, answers
        self.asked: BoundQuestion | None = None
        self._questions: SimpleQueue[BoundQuestion | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def begin(self, question: BoundQuestion) -> None:
        """Start to work on a question."""
        self.asked = question
        self._questions.put(question)

    def _work(self) -> None:
        while (question := self._questions.get()) is not None:
            try:
                self._answers.put((self, self.asker.ask(question)))
            except BaseException as error:
                self._answers.put((self, error))

    def leave(self) -> None:
        """It works on nothing, and its solver is gone."""
        if self.asked is not None:
            self.asked.stop.set()
        self._questions.put(None)
        self.asker.oracle.interrupt()
        self._thread.join()
        self.asker.oracle.close()


class Several:
    """One at first; another one joins.

    joining: makes that; join_at: when, in time.monotonic().  is_open: is the answer to a question still of use?
    say: called with the reason why one leaves.  One that fails, or gets too large, leaves the other one alone.
    """

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

    def answer(self, new: Callable[[Asker], BoundQuestion]) -> AskerAnswer:
        while True:
            for member in self._members:
                if member.asked is None:
                    member.begin(new(member.asker))
                elif not self._is_open(member.asked):
                    member.asked.stop.set()
            found = self._next()
            if found is not None:
                return found

    def _next(self) -> AskerAnswer | None:
        """What counts of the next answer; None: nothing, or another one has joined."""
        try:
            wait = None if self._join_at is None else max(0.0, self._join_at - time.monotonic())
            member, reply = self._answers.get(timeout=wait)
        except Empty:
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
