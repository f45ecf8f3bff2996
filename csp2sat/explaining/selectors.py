"""Parts of a model that can be left out: one CNF with activation literals, asked about any choice of the parts."""

from __future__ import annotations

import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import NamedTuple

from ..base.numbers import counted
from ..encoder.options import EncoderOptions
from ..errors import ModelError
from ..ints.spec import ENCODINGS, LARGE
from ..model.expr import Expr
from ..model.meaning import evaluate
from ..model.model import Answer, Constraint, Model
from ..solving.oracle import session_of
from ..solving.pipeline import EncodedCnf, Pipeline
from ..solving.problem import Attempt, CspProblem
from ..solving.problem_run import ProblemRun
from .model_rotation import Rotation
from .selector_cuts import GroupCuts


class PartsVerdict(NamedTuple):
    """A verdict about some parts of a model.

    witness: an answer that satisfies the parts; None if there is none.  core: parts that cannot be satisfied together;
    [] with a witness.  decided: whether the solver came to an end with the effort that it was given; False: there is
    neither a witness nor a core.  effort: what the solver took.
    """

    witness: Answer | None
    core: list[int]
    decided: bool = True
    effort: int = 0


class Groups:
    """The groups of a model's constraints, each of which is in or out as a whole, in one solver.

    groups: the numbers of the constraints in each group.  always: the groups that are in for every question; the caller
    may change the list.  Constraints of no group (`hard`), and the domains, are always in, except the `following` ones,
    which follow from the groups of the clues, 0 to `clues - 1`, and are in if all of these are.  reasons: the number of
    reasons found so far, which the caller counts, for the trace.
    """

    has_cores = True
    reasons = 0

    def __init__(
        self,
        model: Model,
        groups: Sequence[Sequence[int]],
        pipeline: Pipeline,
        following: Sequence[int] = (),
        clues: int = 0,
    ):
        self.model, self.groups, self.always = model, groups, list[int]()
        self._following, self._clues = following, range(clues)
        self._cutting = GroupCuts(model)
        self._pipeline, self._found = pipeline, _encoded(self._cutting.weaker, pipeline)
        self._active = self._found.map.activations
        self._group_of = {self._active[number]: at for at, group in enumerate(groups) for number in group}
        self._session = session_of(pipeline, self._found)
        self.hard = set(range(len(model.constraints))).difference(following, *groups)
        self._session.add([part for number in sorted(self.hard) for part in (self._active[number], 0)])
        self._rotation = Rotation(model, groups, self.hard)

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Return a witness that satisfies these groups and those in `always` together, or a core of these groups:
        together with `always` they cannot be satisfied.

        effort: after which the solver gives up (EFFORT_PER_SECOND); None: never.  Raises LimitReached.
        """
        so_far = f"{counted(self.reasons, 'reason')} found, " if self.reasons else ""
        self._pipeline.trace.reached(f"{so_far}{len(members)} of {len(self.groups)} parts left")
        numbers = self.constraints([*self.always, *members])
        while True:
            with self._pipeline.trace.phase("solve"):
                assumed = [self._active[number] for number in sorted(numbers)]
                outcome = self._session.solve(assumed, self._pipeline.run_options.deadline, effort)
            if effort is not None and outcome.status == "unknown" and not self._is_late():
                return PartsVerdict(None, [], False, effort)
            if outcome.known().status == "unsat":
                found = {self._group_of.get(lit) for lit in outcome.core}
                found |= set(self._clues) if None in found else set()  # what follows from all clues is in the core
                return PartsVerdict(None, [member for member in members if member in found], effort=outcome.effort or 0)
            witness = self._found.map.decode(outcome.literals)
            if not self._cut(witness, numbers | self.hard):
                return PartsVerdict(witness, [], effort=outcome.effort or 0)

    def constraints(self, members: Collection[int]) -> set[int]:
        """Return the numbers of the constraints of these groups, and what follows from the groups."""
        follow = self._following if self._following and set(members).issuperset(self._clues) else ()
        return {*follow, *(number for at in members for number in self.groups[at])}

    def _is_late(self) -> bool:
        deadline = self._pipeline.run_options.deadline
        return deadline is not None and time.monotonic() >= deadline

    def _cut(self, answer: Answer, numbers: Collection[int]) -> bool:
        """Add clauses against an answer with several loops where one loop is required; return whether any clause was
        added.
        """
        literal, found = self._found.map.bools, False
        for implying, cut in self._cutting.of(answer, numbers):
            lits = [literal[name] if on else -literal[name] for name, on in cut]
            self._session.add([*(-self._active[number] for number in implying), *lits, 0])
            found = True
        return found

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        """Return other groups of the members and of `always`, each with an answer that violates only this group of
        them, found from a witness that violates only `group`.
        """
        return self._rotation.around(group, witness, {*members, *self.always})

    def holds(self, group: int, answer: Answer) -> bool:
        """Whether the answer satisfies the group, by the meaning of its constraints."""
        return all(evaluate(self.model.constraints[number].formula, answer) for number in self.groups[group])

    def satisfied(self, answer: Answer, without: int, members: Collection[int]) -> bool:
        """Whether the answer satisfies, judged without the encoder, all members, `always` and hard constraints, except
        the group `without`.
        """
        hard = all(evaluate(self.model.constraints[number].formula, answer) for number in self.hard)
        return hard and all(self.holds(at, answer) for at in (*self.always, *members) if at != without)

    def close(self) -> None:
        self._session.close()


class Unions:
    """Unions of groups, each of which is in or out as a whole: an oracle about unions by one about groups.

    groups: the numbers of the groups in each union.
    """

    has_cores = True

    def __init__(self, asked: Groups, groups: Sequence[Sequence[int]]):
        self._asked, self._groups = asked, groups

    def ask(self, members: Collection[int], effort: int | None = None) -> PartsVerdict:
        """Return the verdict about the groups of these unions, with a core of unions.  Raises LimitReached."""
        verdict = self._asked.ask([group for member in members for group in self._groups[member]], effort)
        core = set(verdict.core)
        return verdict._replace(core=[member for member in members if not core.isdisjoint(self._groups[member])])

    def rotations(self, group: int, witness: Answer, members: Collection[int]) -> list[tuple[int, Answer]]:
        return []

    def holds(self, group: int, answer: Answer) -> bool:
        return all(self._asked.holds(each, answer) for each in self._groups[group])


class Variants:
    """Models that have most constraints in common, such as those of boards that differ in one clue, in one solver.

    models: the models; nothing is known of a model that has other variables than the first one.
    """

    def __init__(self, models: Sequence[Model], pipeline: Pipeline):
        numbers = dict[Expr, int]()
        first, self._members = models[0], dict[int, list[int]]()
        for at, model in enumerate(models):
            if (model.ints, model.bools) == (first.ints, first.bools):
                self._members[at] = [numbers.setdefault(each.formula, len(numbers)) for each in model.constraints]
        joined = replace(first, constraints=list(map(Constraint, numbers)))
        self._asked = Groups(joined, [[number] for number in numbers.values()], pipeline)

    def refuted(self, at: int) -> bool:
        """Whether the model with this number is known to have no answer.  Raises LimitReached."""
        return at in self._members and self._asked.ask(self._members[at]).witness is None

    def close(self) -> None:
        self._asked.close()


def _encoded(model: Model, pipeline: Pipeline) -> EncodedCnf:
    """Return the CNF with activation literals, in a compact encoding if a domain is too large for the chosen one.

    Raises ModelError if the encoding is not to blame.
    """
    active = replace(pipeline.options, narrowing=False, share=False, activate=True, map_format="json")
    try:
        return _written(model, pipeline, active)
    except ModelError:
        if ENCODINGS[active.encoding].any_size:
            raise
        return _written(model, pipeline, replace(active, encoding=LARGE, encode=()))


def _written(model: Model, pipeline: Pipeline, options: EncoderOptions) -> EncodedCnf:
    apart = pipeline.apart(f"{pipeline.stem}-reasons", options=options)
    return ProblemRun(CspProblem(model, ""), apart).encode(Attempt("reasons", "exact", lambda: model))
