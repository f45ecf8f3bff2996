"""The linear search as a search for better answers of a model, in parts that are as long as the caller wants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import inf

from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from .extraction import Extraction
from .forms import NoLinearForm
from .gap_search import GapSearch
from .program import TooLarge
from .search import LinearSearch

PER_SECOND = 4_000_000  # terms that are examined in a second of CPU, about
RELAXED = 0.5  # seconds for a bound, at most, where answers are not searched for
TELESCOPED = 2.0  # seconds for it where sums telescope along tours, so that arcs say what the objective is
WORTH = 5  # times as many seconds as any other bound is such a bound worth
LARGE = 10_000  # terms of a program
VAIN, FEWEST = 300, 20_000  # terms without a better answer, after which a search rests: for each of the program, least


def improver_of(norm: Norm, model: Model) -> LinearImprover | None:
    """Return a search for better answers of a model, or for a bound; None if the model is too large or its objective is
    not linear.

    Raises Infeasible if the model has no answer.
    """
    with suppress(TooLarge, NoLinearForm):
        return LinearImprover(norm, model)
    return None


class LinearImprover:
    """A search for answers of a model whose objective and constraints are linear, as far as the normal form shows; for
    a bound alone if constraints are not linear.

    Raises Infeasible, TooLarge and NoLinearForm if there is nothing to search for.
    """

    def __init__(self, norm: Norm, model: Model):
        assert model.objective is not None
        self._sign = 1 if model.objective.goal == "minimize" else -1
        self._extraction = Extraction(norm, model, self._sign)
        self._search = LinearSearch(self._extraction.program)
        self._last = 0  # the work when the last better answer was found
        self._gap: GapSearch | None = None  # for a first answer, if dives and jumps found none
        self._is_given_up = self._extraction.is_relaxation

    def begin(self, seconds: float = inf) -> Iterator[Answer]:
        """Yield a first answer soon, then a better one, and find a bound, in about `seconds` of CPU; just find a bound
        if an answer is known.
        """
        if self._is_given_up:
            is_strong = self._extraction.program.telescoped
            seconds = min(WORTH * seconds, TELESCOPED) if is_strong else min(seconds, RELAXED)
            self._search.improve_bound(seconds * PER_SECOND)
            return
        is_known = self._search.best is not None
        if not is_known and self._search.begin(seconds * PER_SECOND):
            yield self._answer()
        before = self._search.best
        if not self._search.is_settled and self._search.settle_one_row() and self._search.best is not before:
            yield self._answer()
        before = self._search.best
        if is_known:
            self._search.improve_bound(seconds * PER_SECOND)
        elif not self._search.is_settled:
            if not (self._search.go_on(seconds * PER_SECOND) or self._search.is_settled):
                self._gap = GapSearch(self._extraction.program)
                self._gap.begin(seconds * PER_SECOND)
                self._close(self._gap)
            if self._search.best is not before:
                yield self._answer()
        if not is_known:
            self._last = self._search.work

    def improve(self, seconds: float) -> Answer | None:
        """Return a better answer; None if no better answer is found in about `seconds` of CPU."""
        if self._gap is not None and self._search.best is None:
            self._gap.go_on(self._gap.work + seconds * PER_SECOND)
            self._close(self._gap)
            return None if self._search.best is None else self._answer()
        search, has_better = self._search, False
        end = search.work + seconds * PER_SECOND
        while search.work < end and not search.is_settled:
            if search.improve():
                self._last, has_better = search.work, True
        return self._answer() if has_better else None

    def _close(self, gap: GapSearch) -> None:
        """Take what the search by equations that dives miss has found out."""
        if gap.values is not None:
            self._search.learn(gap.values)
            self._last = self._search.work
        elif gap.is_refuted:
            self._search.bound = self._search.value

    def rests(self, patience: int = 1) -> bool:
        """Whether more work is not worth its time.  patience: how many times as much vain work is."""
        search = self._search
        if search.best is None and self._gap is not None:
            return self._is_given_up or self._gap.is_over or self._gap.work > patience * PER_SECOND
        vain = patience * (max(FEWEST, VAIN * self._extraction.program.terms) + self._last)
        return self._is_given_up or search.best is None or search.is_settled or search.work - self._last > vain

    def has_worked(self, seconds: float) -> bool:
        """Whether all work so far is about the work of `seconds` of CPU."""
        return self._search.work >= seconds * PER_SECOND

    @property
    def is_refuted(self) -> bool:
        """Whether no answer exists."""
        return self._search.best is None and self._search.is_settled

    @property
    def is_large(self) -> bool:
        """Whether a first answer may take long to find."""
        return self._extraction.program.terms > LARGE

    @property
    def is_hard(self) -> bool:
        """Whether a first answer was hard to find, so that a solver may be quicker than this search."""
        return self._search.is_hard

    def give_up(self) -> None:
        """Search no more, as an answer was wrong: some constraint is not linear."""
        self._is_given_up = True

    def improve_bound(self, seconds: float = inf) -> None:
        """Improve the bound, now that a good answer is known, until all work is about that of `seconds` of CPU."""
        before = self._search.work
        self._search.improve_bound(seconds * PER_SECOND)
        self._last += self._search.work - before

    def bound(self) -> int:
        """Return the value of the objective that no answer is better than."""
        return self._sign * self._search.bound

    def learn(self, answer: Answer, value: int) -> None:
        """Take an answer that was found elsewhere, with the value of its objective, as the best one if it is better."""
        value, self._gap = value * self._sign, None
        if value >= self._search.value or self._is_given_up:
            return
        self._search.complete(self._extraction.known({**answer.ints, **answer.bools}), value)
        self._last = self._search.work

    def near(self, preferred: Mapping[str, int]) -> Answer | None:
        """Return an answer with as many of the preferred values as propagation allows; None if none is found.  The
        search goes on as without the answer, until `learn` is called.
        """
        values = None if self._is_given_up else self._search.near(self._extraction.known(preferred))
        return None if values is None else self._extraction.answer(values)

    def _answer(self) -> Answer:
        assert self._search.best is not None
        return self._extraction.answer(self._search.best)
