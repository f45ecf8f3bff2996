"""Steps that a person can follow, hints and grades, of a board."""

from __future__ import annotations

import json
import os
import time
import weakref
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from typing import Any, overload

from ...errors import UsageError
from ...escaping import for_json
from ...puzzles.facts import Fact as Fact
from ...puzzles.grade_bounds import beyond as beyond
from ...puzzles.kit.checks import place as place
from ...puzzles.spec import Board, Solution
from ...reasoning import grades
from ...reasoning.chain import Chain
from ...reasoning.chain_end import TOO_LARGE as TOO_LARGE
from ...reasoning.chain_end import ChainEnd as ChainEnd
from ...reasoning.chain_end import ChainStatus
from ...reasoning.drawing import frames, pages
from ...reasoning.drawing.decided_boards import decided_lines as decided_lines
from ...reasoning.drawing.signs import drawn_lines as drawn_lines
from ...reasoning.grades import Grade as Grade
from ...reasoning.grades import hardest as hardest
from ...reasoning.grades import hardest_line as hardest_line
from ...reasoning.grades import hardest_words as hardest_words
from ...reasoning.hints import Mistake as Mistake
from ...reasoning.hints import places_of as places_of
from ...reasoning.hints import unproved_text as unproved_text
from ...reasoning.hints import where_text as where_text
from ...reasoning.merging.merged_steps import merged as merged
from ...reasoning.merging.merged_steps import routine_lines as routine_lines
from ...reasoning.merging.merged_steps import routine_text as routine_text
from ...reasoning.merging.needed_steps import left_out as left_out
from ...reasoning.refutation import refutation as refutation
from ...reasoning.sentences import doubts as doubts
from ...reasoning.step import Step as Step
from ...reasoning.trail_blocks import FOLDED as FOLDED
from ...reasoning.trail_blocks import blocks as blocks
from ...reasoning.wording.fact_words import facts_text as facts_text
from ...reasoning.wording.numbers.rectangle_words import rest_line as rest_line
from ...reasoning.wording.place_words import legend as legend
from ...solving.problem import Problem

USUAL_SECONDS = 60.0
FORMATS = ("text", "json", "svg", "html")
NO_BOARD = "steps, hints and grades are for boards; expected a board"


class Steps(Sequence[Step]):
    """The chain of steps of a board, made while it is iterated over; len() and indexing make as much as they need.

    board: the board.  limit: the greatest number of steps, None for all.  cpu: as in Chain.  end: how the chain ended.
    """

    def __init__(self, board: Board, deadline: float | None, limit: int | None = None, cpu: float | None = None):
        self.board, self.limit = board, limit
        self._chain = Chain(board, deadline, cpu=cpu)
        self._made: list[Step] = []
        self._more = iter(self._chain)
        self._done = False
        weakref.finalize(self, self._more.close)  # before the interpreter's own end, when no process can be ended

    def __iter__(self) -> Iterator[Step]:
        at = 0
        while at < len(self._made) or self._next():
            yield self._made[at]
            at += 1

    def _next(self) -> bool:
        """Make one more step; return whether there is one."""
        if self._done:
            return False
        if self.limit is None or len(self._made) < self.limit:
            step = next(self._more, None)
            if step is not None:
                self._made.append(replace(step, drawing=partial(self.svg, step.number)))
                return True
        self._done = True
        self.close()
        return False

    def close(self) -> None:
        """End the search."""
        self._more.close()

    def _all(self) -> list[Step]:
        while self._next():
            pass
        return self._made

    def __len__(self) -> int:
        return len(self._all())

    @overload
    def __getitem__(self, at: int) -> Step: ...
    @overload
    def __getitem__(self, at: slice) -> list[Step]: ...
    def __getitem__(self, at: int | slice) -> Step | list[Step]:
        if isinstance(at, int) and at >= 0:
            while len(self._made) <= at and self._next():
                pass
            return self._made[at]
        return self._all()[at]

    def needed(self) -> Iterable[Step]:
        """Return the steps for people to read: of a complete chain about numbers the steps that lead somewhere.  Boards
        without numbers have no others, on boards with sums all are read; those are made while a caller iterates.
        """
        if next(iter(self), None) is None or not self._chain.has_numbers:
            return self
        made = self._all()
        return made if self._chain.needed is None else self._chain.needed

    @property
    def end(self) -> ChainEnd:
        """The end of the chain; all steps are made first."""
        self._all()
        return self._chain.end

    @property
    def status(self) -> ChainStatus:
        """`SOLVED`, `STUCK` (several solutions), `CONTRADICTION` or `LIMIT`."""
        return self.end.status

    @property
    def solution(self) -> Solution | None:
        """The solution in the neutral form; None unless the chain is complete."""
        return self.end.solution

    def neutral(self) -> dict[str, Any]:
        """Return the chain as JSON."""
        end, steps = self.end, [step.neutral() for step in self._all()]
        unique = {"SOLVED": True, "STUCK": False}.get(end.status)
        found: dict[str, Any] = {"schema": 1, "puzzle": self.board.puzzle, "cells_from": 0, "status": end.status}
        most = hardest(self._all())
        found |= {"unique": unique, "steps": steps, "hardest": most and most.number, "solution": end.solution}
        found["seconds"] = round(end.seconds, 3)
        return found | ({"open": [fact.neutral() for fact in end.open]} if end.status == "STUCK" else {})

    def to(self, form: str) -> str:
        """Return the chain as text, a sentence on each line; as JSON; as html, a page; or as svg, its first step, see
        `svg` for others.  Raise UsageError for another format, and for svg if there is no step.
        """
        if form == "json":
            return for_json(json.dumps(self.neutral()))
        if form == "text":
            return "".join(f"{step.number}. {step.text}\n" for step in self)
        if form == "html":
            shown = list(merged(self.board, self.needed()))
            most = hardest_line(self._all(), shown) if self.status == "SOLVED" else ""
            ends = " ".join(filter(None, (rest_line(self.board, shown, self.solution), most)))
            return pages.page(self.board, shown, self.end, ends, len(self))
        if form == "svg":
            return self.svg(1)
        raise UsageError(f"unknown format {form!r}; expected {', '.join(FORMATS)}")

    def svg(self, number: int) -> str:
        """Return the drawing of a step as SVG: the board before the step, the new facts, and the reason.

        number: of the step, from 1.  Raise UsageError if there is no such step.
        """
        if number < 1 or (number > len(self._made) and number > len(self)):
            raise UsageError(f"there is no step {number}; the chain has {len(self)}")
        known = [fact for step in self._made[: number - 1] for fact in step.facts]
        return frames.frame(self.board, known, self[number - 1])


class SearchTime:
    """The CPU time that a search may take, in this process and in its children that have ended, such as solvers and
    searches for steps, so that other work on the machine does not change what the search finds.

    seconds: as many from now on.
    """

    def __init__(self, seconds: float):
        self._end = _cpu_time() + seconds

    @property
    def is_over(self) -> bool:
        """Whether the time is over."""
        return _cpu_time() > self._end


def _cpu_time() -> float:
    """Return the CPU seconds of this process and, where the system counts them, of its children that have ended."""
    return sum(os.times()[:4])


def board_of(problem: Problem) -> Board:
    """Return the board of a problem; raise UsageError for a CSP."""
    if problem.board is None:
        raise UsageError(NO_BOARD)
    return problem.board


def limits(timeout: float | None) -> tuple[float | None, float | None]:
    """Return the deadline of a search for steps on the monotonic clock, and the seconds of CPU time that the search may
    take, None for no limit: the clock limits a search of `timeout` seconds; with None the search has USUAL_SECONDS of
    CPU time, so that other work on the machine does not change the steps.
    """
    return (None, USUAL_SECONDS) if timeout is None else (time.monotonic() + timeout, None)


def steps_of(board: Board, timeout: float | None = None, limit: int | None = None) -> Steps:
    """Return the chain of a board within the `limits` of a timeout; limit: the greatest number of steps, None for
    all.
    """
    deadline, cpu = limits(timeout)
    return Steps(board, deadline, limit, cpu)


def grade(steps: Steps) -> Grade | None:
    """Return the grade of a board by its steps; None for a board without exactly one solution."""
    if steps.status in ("STUCK", "CONTRADICTION"):
        return None
    return grades.grade(steps.board, steps, steps.status == "SOLVED", steps.end.cpu)
