"""The search for steps, in a process of its own: `python -m csp2sat.reasoning.search.finder`.

This file and `parts` are imported in child processes alone: python-sat holds the interpreter while it solves.  The
process reads one line of JSON, the question (see `question`), and prints lines of JSON: a line for each step as soon as
the step is found, and one with the key `end` at last.  The parent ends the process when the time is over.

A step is a reason (statements and known literals) and all literals that the reason forces.  The search follows the
number of statements, then of known literals:

A. Each statement alone with the known literals; reasons stay valid.  The smallest are taken one by one, the nearest to
   the last step first, and what comes up by that is next if it is no larger.
   On a board of rectangles `RectangleOrder` chooses them: what fixes a rectangle comes first.
B. If A finds nothing: each literal that is not known is supposed to be false, and unit propagation, together with
   cuts of the graphs' rules, leads to a contradiction.  The statements of the reason are reduced: those near
   the literal first, then by thirds and one by one.
D. If B finds nothing, or large reasons alone: the solver refutes the opposite of a literal, with all cuts that it
   needs.  Reasons of B and D wait for their turn; the smallest are made anew by what has become known since.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence, Set
from itertools import count
from typing import Any

from ...puzzles.constraints.halved_blocks import TooManyBlocks
from .graph_cuts.loop_ways import THOROUGH
from .knowledge import Knowledge, Lits
from .parts import SmallSolver
from .rectangle_order import RectangleOrder
from .trails import FEW, Derivation

SMALL, ROUNDS, CONFLICTS = 1000, 100, 2000  # atoms of a board, questions and conflicts, for a second solution
MISTAKES = 20  # wrong literals of which the one with the smallest reason is chosen
FORCED = 2  # rounds of facts that single statements force from those of a begun board


class Finder(RectangleOrder):
    """A board's chain of steps, found one after the other."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self.numbers = count(1)
        self.question = question

    def run(self) -> Iterator[dict[str, Any]]:
        """Yield the steps, then the end."""
        if self.question.get("alone"):
            yield from self._against_filled()
            return
        _, lits = self.base.propagate([])
        for lit in lits:
            if abs(lit) in self.atoms:
                self.learn(lit, -1)
        for lit in self.stated:
            self.learn(lit, -1)
        self.solution = self.solve_all([])
        if self.solution is None:
            yield {"no_solution": True}  # at once: the search for the contradiction may take long
        elif self._has_another(self.solution):
            yield {"several": True}  # of a model of its own, whose cuts change no step
        if self.solution is not None and self.filled:
            wrong = self._fill()
            if wrong:
                yield {"wrong": wrong}  # at once: the search for a reason may take long
                yield self._mistake(wrong)
                return
        while True:
            if self.solution is not None and not any(self.is_open(var) for var in self.atoms):
                yield {"end": "SOLVED"}
                return
            alone = self.of_givens() or self.by_rectangles() or self._alone()
            patterns = self.patterns(alone)
            reasons = patterns or (self.placing() if alone and alone[0].goal else []) or alone or self.by_several()
            if reasons is None:
                yield {"end": "STUCK", "open": [var for var in self.atoms if self.is_open(var)]}
                return
            size = reasons[0].size if reasons else (0, 0)
            more: list[Derivation] = []
            while reasons:
                reasons = [*self.last_of(reasons[0]), *reasons]
                reason = self.leaner(self.whole_room(self.nearest(self.plainest(reasons[0]))))
                if not more:
                    self._renew_sum(reason)
                step = self._step(self.together(self.with_known(reason) if self.is_loop else reason))
                if step is not None:
                    step["smallest"] = "found" if patterns and len(step["parts"]) > 1 else step["smallest"]
                    yield step
                    if step["contradiction"]:
                        yield {"end": "CONTRADICTION"}
                        return
                more = self.at_once(reason) if step is not None else []
                crossed = self.crossed_out(step["facts"]) if step is not None else []
                reasons = crossed + (more or ([] if patterns else self._next(reasons[1:], size)))

    def _against_filled(self) -> Iterator[dict[str, Any]]:
        """Yield a contradiction for each statement that is against the filled literals alone, then the end; if there is
        none, for each statement that is against what single statements force from them, at most FORCED times, unless
        the board has no solution without them.
        """
        is_open = bool(self.filled) and self.solve_all([]) is not None  # before anything is learned
        for lit, step in (*dict.fromkeys(self.stated, -1).items(), *dict.fromkeys(self.filled, 0).items()):
            if -lit not in self.implied:
                self.learn(lit, step)
        for last in range(FORCED + 1):
            _, lits = self.base.propagate(list(self.known))
            self.cuts_of({*lits})
            wrong, forced = False, dict[int, None]()
            for number, part in enumerate(self.parts):
                known, unknown = self.citable(part.atoms), [var for var in part.atoms if self.is_open(var)]
                sure = part.forced(known, unknown if is_open and last < FORCED else [])
                forced.update(dict.fromkeys(sure or ()))
                if sure is None:
                    wrong = True
                    yield self._line(Derivation([number], part.reason(self.by_cost(known), 0), 0, 0), [])
            if wrong or not forced:
                break
            if last == 0:
                yield {"forced": True}
            for lit in forced:
                if self.is_open(abs(lit)):
                    self.learn(lit, 0)
        yield {"end": "CONTRADICTION"}

    def renew_pool(self) -> None:
        _, lits = self.base.propagate(list(self.known))
        self.cuts_of(set(lits))
        found = self._swept()
        if found and not found[0].goal:
            self.dirty[found[0].parts[0]] = None  # a contradiction, which comes up again

    def _renew_sum(self, reason: Derivation) -> None:
        """Put all reasons of the sum of a reason into the pool, by all known literals."""
        number = reason.parts[0]
        if number not in self.sums or len(reason.parts) > 1:
            return
        self.pool = [each for each in self.pool if each.parts != [number]]  # some are too long
        _, lits = self.base.propagate(list(self.known))
        if self._sweep(number, set(lits)):
            self.pool.pop()  # a contradiction, which comes up again
            self.dirty[number] = None
        else:
            self.dirty.pop(number, None)

    def _has_another(self, solution: set[int]) -> bool:
        """Whether a second solution is wanted and found, on a board that is not large, since a hint waits for that."""
        if not self.question.get("second") or len(self.atoms) > SMALL:
            return False
        return Knowledge(self.question).has_another(solution, ROUNDS, CONFLICTS)

    def _next(self, rest: list[Derivation], size: tuple[int, int]) -> list[Derivation]:
        """Return the reasons that come next without new cuts, none greater than the size of the last ones; [] after
        one of several statements.

        rest: of the last reasons.  With numbers of cells, where a new one is in many statements, these alone are left.
        """
        if size[0] > 1:
            return []
        is_slow = self.members and not self.has_bounds
        rest = [reason for reason in rest if self.is_news(reason)] if is_slow else self._swept()
        next_ = sorted((reason for reason in rest if reason.size <= size), key=self.order)
        return [*(reason for reason in rest if reason.size > size and self.is_crossing(reason)), *next_]

    def _fill(self) -> Lits:
        """Note the filled literals as known from step 0, if they can all be right; else note the right ones and return
        the others.
        """
        kept: Lits = []
        found = self.solve_all(self.filled)
        for lit in self.filled if found is None else ():
            if lit in (self.solution or ()):
                kept.append(lit)
        wrong: Lits = []
        for lit in self.filled if found is None else ():
            if lit not in kept:
                more = self.solve_all([*kept, lit])
                (kept if more is not None else wrong).append(lit)
        found = found if found is not None else self.solve_all(kept)
        self.solution = found
        for lit in self.filled:
            if lit not in wrong and self.is_open(abs(lit)):
                self.learn(lit, 0)
        return wrong

    def _mistake(self, wrong: Lits) -> dict[str, Any]:
        """Return the step with the smallest reason against one of the wrong literals."""
        reasons = [(self.against(-lit), lit) for lit in wrong[:MISTAKES]]
        if not self.members:  # reasons of short ways may be smaller
            reasons += [(found, lit) for lit in wrong[:MISTAKES] if (found := self.of_short_way(-lit))]
        reason, lit = min(reasons, key=lambda found: found[0].size)
        step = self._line(self.plainest(reason), [-lit])
        return {**step, "mistake": lit}

    def _step(self, reason: Derivation) -> dict[str, Any] | None:
        """Return the step of a reason, and note its facts; None if its goal is known by now, or if a value is known now
        that the reason could cite in place of its opposites.
        """
        if (reason.goal and not self.is_open(abs(reason.goal))) or self.is_outdated(reason.known):
            return None
        clauses = [clause for number in reason.parts for clause in self.clauses_of(number)]
        part = self.parts[reason.parts[0]] if len(reason.parts) == 1 else SmallSolver(clauses, self.base, self.atoms)
        if not reason.goal:
            forced: Lits | None = None
        else:
            forced = part.forced(reason.known, [var for var in part.atoms if self.is_open(var)])
        if reason.goal and reason.goal not in (forced or ()):
            forced = [*(forced or ()), reason.goal]  # by definitions that the part alone does not have
        if reason.facts:
            forced = [lit for lit in forced or () if lit in reason.facts]
        facts = self.without_implied([lit for lit in forced or () if self.is_open(abs(lit))])
        if reason.parts[0] in self.cut_of and sum(self.known[lit] > 0 for lit in reason.known) < 2:
            facts = self.few(facts, abs(reason.goal))  # the cuts that are left over come next
        if self.has_trail(reason) and reason.goal:  # the trail begins with its opposite
            facts = [reason.goal, *(lit for lit in facts if lit != reason.goal)]
        step = self._line(reason, facts)
        facts = step["facts"]
        for lit in facts:
            self.learn(lit, step["number"])
        self.pool = [each for each in self.pool if not self.is_outdated(each.known)]
        self.last = [self.atoms[abs(lit)]["place"] for lit in facts] or self.last
        return step

    def _line(self, reason: Derivation, facts: Lits) -> dict[str, Any]:
        """Return a step as JSON.  Two statements are the fewest: whatever follows from one is found before."""
        small = len(reason.parts) <= 2
        trail = self.trail(reason, thorough=True) if self.has_trail(reason) else []
        facts = self.without_soon(reason, facts) if trail and self.sums else facts
        facts, trail, (ways, at_once, uses) = self.with_ways(reason, facts, trail)
        if trail and len(reason.parts) > FEW and self.waits_for_ways:
            shown = {*facts[:1], *(lit for lit, _ in ways), *at_once}
            facts = [lit for lit in facts if lit in shown]
        return {
            "number": next(self.numbers),
            "facts": facts,
            "parts": reason.parts,
            "cuts": {each: self.cut_of[each] for each in self.parts_of(reason, trail, ways) if each in self.cut_of},
            "known": sorted(reason.known, key=lambda lit: (self.known[lit], abs(lit))),
            "contradiction": not reason.goal,
            "smallest": "proved" if small else "found",
            "trail": trail,
            "joint": self.taken_apart(reason),
            "ways": ways,
            "at_once": [*at_once.items()],
            "uses": uses,
        }

    def _alone(self) -> list[Derivation]:
        """Return the reasons of one statement that are of the smallest size, in the order of the steps; new cuts are
        among the statements.
        """
        while True:
            found = self._swept()
            if found and not found[0].goal:
                return found
            _, lits = self.base.propagate(list(self.known))
            true = set(lits)
            if self.graphs and self.cuts_of(true):
                continue
            if found or not self._thorough(true):
                return found

    def _swept(self) -> list[Derivation]:
        """Return the smallest reasons of one statement, in the order of the steps, without new cuts."""
        if self.dirty:
            _, lits = self.base.propagate(list(self.known))
            true = set(lits)
        while self.dirty:
            todo, self.dirty = list(self.dirty), {}
            for number in todo:
                if self._sweep(number, true):
                    return [self.pool.pop()]
        self.pool = [reason for reason in self.pool if self.is_news(reason)]
        return self.smallest(self.pool)

    def _thorough(self, true: set[int]) -> bool:
        return any(rule in THOROUGH for rule, *_ in self.graphs) and bool(self.cuts_of(true, True))

    def _sweep(self, number: int, true: Set[int]) -> bool:
        """Put the reasons of one statement into the pool; return whether the statement contradicts the known
        literals.

        true: the literals that follow from the known ones by definitions alone.
        """
        part = self.parts[number]
        if self.is_listed(number):
            return False  # `by_rectangles` finds what follows
        if part.clauses and not any(self.implied.isdisjoint(clause) for clause in part.clauses):
            return False  # all clauses hold by what is known
        known = self.citable(part.atoms)
        opened = [var for var in part.atoms if self.is_open(var)]
        if part.clauses:  # what a cell's other values force needs no other statement
            opened = [var for var in opened if var not in true and -var not in true]
        forced = part.forced(known, opened)
        self.pool = [each for each in self.pool if not self.renews or each.parts != [number]]
        if forced is None:
            self.pool.append(Derivation([number], part.reason(self.by_cost(known), 0), 0, 0))
            return True
        have = {reason.goal for reason in self.pool if reason.parts == [number]}
        covered: set[int] = set()
        for goal in sorted(forced, key=lambda lit: (lit < 0, abs(lit))):
            if goal in have or goal in covered or not self.is_open(abs(goal)):
                continue
            kept = part.reason(self.by_cost(known), goal)
            covered.update(part.forced(kept, opened) or ())
            self.pool.append(self.derivation([number], kept, goal))
        return False


def found(question: dict[str, Any]) -> Iterator[bytes]:
    """Yield the lines that answer the question; the end alone, `LIMIT`, for a board that is too large for its rules."""
    try:
        finder = Finder(question)
    except TooManyBlocks:
        yield json.dumps({"end": "LIMIT"}).encode()
        return
    for line in finder.run():
        if "end" in line:
            line["solution"] = None if finder.solution is None else [v for v in finder.atoms if v in finder.solution]
        yield json.dumps(line).encode()


class StepServer:
    """A server whose line is the question, for a host that is the caller's process."""

    def handle(self, line: bytes) -> Iterator[bytes | None]:
        """Yield None, and then the lines that answer the question."""
        yield None
        yield from found(json.loads(line))

    def stop(self) -> None:
        """Let the search go on: a step is short."""

    def close(self) -> None:
        """Leave the solvers, which go with the question."""


def server(_: Sequence[str]) -> StepServer:
    """Return the server."""
    return StepServer()


def main() -> int:
    """Answer the question on stdin; return the exit code 0."""
    for line in found(json.loads(sys.stdin.readline())):
        sys.stdout.write(line.decode() + "\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
