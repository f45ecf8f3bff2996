"""A board's chain of steps, found by a child process."""

from __future__ import annotations

import json
import time
from collections.abc import Collection, Generator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from queue import Empty
from typing import Any

from ..base.signals import signals_held
from ..errors import SolverError
from ..puzzles.facts import Fact
from ..puzzles.spec import Board
from ..runner.host import PYTHON, Peer, host
from .chain_end import ChainEnd
from .merging.needed_steps import needed
from .search_question import question as question
from .statements import BoardStatements, statements
from .step import Step
from .step_reader import StepReader

COMMAND = (PYTHON, "-P", "-m", "csp2sat.reasoning.search.finder")


@dataclass
class Chain:
    """The search for the steps of a board; iterate over it once.

    deadline: in time.monotonic(), None for no limit.  cpu: the seconds of CPU time that the search may take, by which a
    machine with other work finds the same steps; None for no limit.  facts: known ones beside the givens, perhaps
    wrong.  second: whether to search for a second solution first.  alone: whether the only steps are
    contradictions of the facts with one clue or rule each.  end: how the chain ended, once it has.  mistake: a
    wrong one of the facts, whose opposite the only step shows.  needed: once the chain is complete its steps for people
    to read, without the steps that lead nowhere, see `needed_steps`; None if all lead somewhere.
    has_numbers: whether facts say numbers of cells, without sums: a sum in vain shortens what later sums say, so that
    all steps are read there; known with the first step.
    """

    board: Board
    deadline: float | None = None
    facts: Collection[Fact] = ()
    second: bool = False
    end: ChainEnd = field(default_factory=lambda: ChainEnd("LIMIT"))
    mistake: Fact | None = None
    cpu: float | None = None
    needed: list[Step] | None = None
    has_numbers: bool = False
    alone: bool = False

    def __iter__(self) -> Generator[Step]:
        started = time.monotonic()
        found = statements(self.board)
        peer: Peer | None = None
        try:
            with signals_held():
                peer = host().peer(COMMAND, None)
            asked = question(found, self.facts, second=self.second, alone=self.alone)
            self.has_numbers = not asked["sums"] and any(each["group"] is not None for each in asked["atoms"].values())
            peer.send(json.dumps(asked).encode())
            reader, read = StepReader(found, asked["facts"]), list[dict[str, Any]]()
            while True:
                line = self._line(peer)
                if line is None:
                    return
                if "end" in line:
                    self.end = replace(reader.ended(line), several=self.end.several, forced=self.end.forced)
                    if self.end.status == "SOLVED" and self.has_numbers:
                        self.needed = self._needed(found, asked, read)
                    return
                if known := line.keys() & {"no_solution", "several", "forced"}:
                    for each in known:
                        setattr(self.end, each, True)
                    continue
                if "wrong" in line:
                    self.end.wrong = tuple(map(reader.fact, line["wrong"]))
                    reader = StepReader(found, [lit for lit in asked["facts"] if lit not in line["wrong"]])
                    continue
                if "mistake" in line:
                    self.mistake = reader.fact(line["mistake"])
                read.append(line)
                yield reader.step(line)
        finally:
            self.end.seconds = time.monotonic() - started
            if peer is not None:
                self.end.cpu = peer.cpu()
                peer.kill()
                peer.close()

    def _needed(
        self, found: BoardStatements, asked: Mapping[str, Any], lines: Sequence[dict[str, Any]]
    ) -> list[Step] | None:
        """Return the steps that the end needs, read as if the others were not known; None if these are all.

        asked: the question.  lines: of all steps.
        """
        kept = needed(lines, {var: atom["group"] for var, atom in asked["atoms"].items()})
        reader = StepReader(found, asked["facts"])
        return None if len(kept) == len(lines) else [reader.step(line) for line in kept]

    def _line(self, peer: Peer) -> dict[str, Any] | None:
        """Return the next line of the child as JSON, None at the limit; raise SolverError if the child failed."""
        while True:
            limits = ((self.deadline, time.monotonic), (self.cpu, peer.cpu))
            left = min((end - now() for end, now in limits if end is not None), default=None)
            if left is not None and left <= 0:  # even if a line is there: a limit of 0 is reached on any machine
                return None
            with suppress(Empty):
                line = peer.replies.get(timeout=left)
                break
        if line is None:
            _, stderr = peer.close()
            raise SolverError(f"the search for steps ended: {stderr.decode('utf-8', 'replace').strip()[-200:]}")
        read: dict[str, Any] = json.loads(line)
        return read
