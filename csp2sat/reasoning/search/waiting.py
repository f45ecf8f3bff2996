"""Reasons of several statements that wait for their turn, and are made anew when something near them becomes known."""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from itertools import islice
from typing import Any

from .counting import SMALL
from .failing import Failing
from .knowledge import Lits
from .parts import FewStatements, TooHard
from .short_ways import LONG, NO_WAY, VERY_LONG
from .trails import FEW, Derivation

PATTERN = 3  # statements of a reason that a person sees at once, and which needs few known literals
EASY = 1.25  # the effort of a reason of one statement and one known literal, before which there is no pattern
SEEN = 2.5  # the effort of a reason of one statement, of six known literals, up to which a person sees it at once
NEAR = 2  # distances, from the least on, of the statements of patterns
SIGHT = 100  # conflicts of a question about statements near a literal, beyond which a person sees no pattern
CROWD = 2000  # clauses of statements that are too many to be near
SMALL_OF_LOOP = 3  # statements of a reason beside which no other is made anew on the board of a loop
MANY_LINES = 8  # of a supposition beside which shorter ones are searched
PLAIN = 8  # the smallest reasons of which one without cases is chosen, where stars are counted
LARGE = 12  # statements of a reason beside which the solver is asked for others
RENEWED, RENEWED_OF_LOOP = 4, 12  # the smallest reasons with news that are made anew before one is chosen
TRIALS = 3  # times that cuts near a literal are searched, and distances of statements that a solver tries
EFFORT = 60_000  # of a board: each reason that is made anew, or that the solver finds, takes the number of statements
CONFLICTS = (500, 10_000, 0)  # that a question may take while there is no reason at all; 0: any number
REFUTED = 24  # reasons that wait when the solver, not propagation, finds more of them


class Waiting(Failing):
    """The search for the next reason of several statements."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self.pool: list[Derivation] = []  # reasons of one statement
        self.waiting: list[Derivation] = []
        self._since: dict[int, int] = {}  # by the goals of the reasons how many literals were known then
        self._effort = EFFORT  # that is left
        self._passed: set[int] | None = None  # literals that have no pattern; None before any was tried
        self.last: list[Any] = []  # places of the last step

    def smallest(self, pool: list[Derivation]) -> list[Derivation]:
        """Return the reasons of the smallest size, in the order of the steps."""
        size = min((reason.size for reason in pool), default=None)
        return sorted((reason for reason in pool if reason.size == size), key=self.order)

    def order(self, reason: Derivation) -> tuple[Any, ...]:
        """Return what reasons of one size are ordered by: the nearest to the last step comes first."""
        if not reason.goal:
            return -1, [], 0, reason.parts
        place = self.atoms[abs(reason.goal)]["place"]
        far = min((abs(place[0] - r) + abs(place[1] - c) for r, c in self.last), default=0)
        return far, place, -reason.goal, reason.parts

    def _wait(self, reason: Derivation) -> None:
        self.waiting.append(reason)
        self._since[reason.goal] = len(self.known)

    def patterns(self, than: list[Derivation]) -> list[Derivation]:
        """Return what a person sees before some reasons of one statement, which may be none: a pattern as `simpler`
        returns it.  A pattern of several statements gives way to a reason about rooms, and, if there is none, to
        reasons of one statement that a person sees at once.

        than: reasons of the same size.
        """
        found = self.simpler(than)
        if not self.counts_rooms or (len(found[0].parts) == 1 if found else than):
            return found
        if (counted := self.by_rooms()) is not None:
            return [counted]
        return [] if than and than[0].effort <= SEEN else found

    def simpler(self, than: list[Derivation]) -> list[Derivation]:
        """Return the pattern that a person sees before any of some reasons of one statement; [] if there is none.

        A pattern is a reason of few statements near its goal.  A pattern of the givens alone, near which nothing has
        become known yet, comes before all reasons with several other known literals; any other pattern, before reasons
        of more effort.  In place of a pattern of a loop that gives what one statement gives by few literals, the reason
        of that statement is returned; the rest of the pattern is simpler by then.  Boards with numbers have none: a
        line that lacks one number is seen at once, whatever the effort.  than: reasons of the same size.
        """
        if self.members or not than or not than[0].goal or self._is_stated(than[0]):
            return []
        if self.seen_effort(than[0]) <= EASY:
            return []
        joint = [reason for reason in self.pool if self.joined_by(reason.parts) and self.is_open(abs(reason.goal))]
        if joint := [reason for reason in joint if self._is_stated(reason)]:
            return self.smallest(joint)[:1]
        soon = [reason for reason in self.pool if reason.effort <= SEEN]
        goals = {reason.goal for reason in soon}
        if self._passed is None or than[0].effort > SEEN:
            self._suppose_near(goals)
        found = [
            reason
            for reason in self.waiting
            if self.is_open(abs(reason.goal))
            and reason.goal not in goals
            and len(reason.parts) <= PATTERN
            and ((self._is_stated(reason) and not self._has_news(reason)) or reason.effort < than[0].effort)
        ]
        # a statement that gives several literals is in the pool once
        new = (reason for reason in self.smallest(found) if not any(self._gives(each, reason.goal) for each in soon))
        found = [self._renewed(reason) for reason in islice(new, 1)]
        less = [each for each in soon if self.is_loop and each.effort < SEEN and self.is_open(abs(each.goal))]
        less = [each for each in less if any(self._gives(one, each.goal) for one in found)]
        return self.smallest(less)[:1] or found

    def seen_effort(self, reason: Derivation) -> float:
        """Return the effort of a reason, in which known literals at cells with a given count nothing: a reader sees
        these.
        """
        return reason.effort - len(self.plain.intersection(reason.known)) / 4

    def _gives(self, reason: Derivation, goal: int) -> bool:
        """Whether a reason forces another literal, too."""
        return self.guarded.fails(reason.parts, [*reason.known, -goal])

    def _is_stated(self, reason: Derivation) -> bool:
        """Whether a reason needs no literal that became known by a step."""
        return all(self.known[lit] < 0 for lit in reason.known)

    def _suppose_near(self, without: Set[int]) -> None:
        """Let patterns wait: at first patterns of the givens alone, later patterns that unit propagation finds.

        without: literals that need no pattern.
        """
        is_first, passed = self._passed is None, self._passed or set()
        facts = [lit for lit in self.citable(self.atoms) if not is_first or self.known[lit] < 0]
        have = {reason.goal for reason in self.waiting} | passed | without
        for goal in self.candidates():
            if goal in have:
                continue
            balls = [ball for ball in islice(self._balls(goal), NEAR) if self._clauses(ball) <= CROWD]
            reason = (self._of_facts if is_first else self._of_known)(goal, balls, facts)
            if reason is not None and len(reason.parts) <= PATTERN:
                self._wait(reason)
            elif reason is not None and not is_first:
                passed.add(goal)
        self._passed = passed

    def _clauses(self, numbers: Lits) -> int:
        """Return the number of clauses of statements."""
        return sum(len(self.parts[number].clauses) for number in numbers)

    def _of_facts(self, goal: int, balls: Sequence[Lits], facts: Lits) -> Derivation | None:
        """Return a reason why a literal holds, from statements near the literal and what the givens state, or is known.

        Return None if these do not force the literal, or if the solver needs more than SIGHT conflicts, or the reason
        too many statements for a pattern.

        goal: the literal.  balls: the numbers of the statements within growing distances of the literal, of which the
        last, largest list counts.  facts: these literals.
        """
        if not balls:
            return None
        few = FewStatements({number: self.parts[number] for number in balls[-1]})
        few.most = SIGHT
        try:
            if not few.refutes(balls[-1], [*facts, -goal]):
                return None
            parts, known = few.core(balls[-1], facts, [-goal])
            return self.reason(*few.minimal(parts, known, -goal), goal) if len(parts) <= 4 * PATTERN else None
        except TooHard:
            return None

    def _of_known(self, goal: int, balls: Sequence[Lits], facts: Lits) -> Derivation | None:
        """Return a reason for a literal whose opposite fails by propagation of one of its balls; None for another.

        goal: the literal.  facts: the known literals.
        """
        return self.reduced(goal) if any(self.guarded.fails(ball, [*facts, -goal]) for ball in balls) else None

    def by_several(self) -> list[Derivation] | None:
        """Return the smallest reason of several statements; [] if reasons of one statement may have come up by new
        cuts, None if there is no reason at all.
        """
        if seen := self.at_sight():
            return [seen]
        self.waiting = [reason for reason in self.waiting if self.is_open(abs(reason.goal))]
        before = len(self.parts)
        self._suppose()
        if not self.waiting and len(self.parts) > before:
            return []
        if self._is_above(SMALL_OF_LOOP if self.is_loop else SMALL) and self._effort > 0:
            self._renew()
        if not self.waiting and self.solution is None:
            return [self._contradiction()]
        plain = [self._renewed(each) for each in self.smallest(self.waiting)[:1] if self.counts_stars]
        if plain and self.is_plain(plain[0]):
            return plain
        if counted := self.by_counting():
            return [counted]
        more = self._is_above(LARGE) and self._effort > 0
        if self.solution is not None:
            for most in CONFLICTS[:1] if more else () if self.waiting else CONFLICTS:
                if self._refute(most):
                    return []
                if self.waiting:
                    break
        if self.is_loop and self._is_above(FEW) and (reason := self._least_work()):
            return [reason]
        found = [self._renewed(reason) for reason in self.smallest(self.waiting)[:1]]
        if found and self._is_long(found[0]) and (reason := self._far_shorter(found[0])):
            return [reason]
        if self.counts_stars:
            self.waiting.sort(key=lambda reason: (reason.size, self.order(reason)))
            ways = (each for is_read in (self.is_plain, self.trail) for each in self.waiting[:PLAIN] if is_read(each))
            found = [each] if (each := next(ways, None) or self._least_work()) else found
        return found or None

    def _is_long(self, reason: Derivation) -> bool:
        """Whether a reason has a supposition of many lines, on a board without numbers and stars."""
        if self.members or self.counts_stars or not reason.goal or len(reason.parts) <= FEW:
            return False
        return self.work_of(reason.goal)[0] > MANY_LINES

    def _far_shorter(self, than: Derivation) -> Derivation | None:
        """Return the reason whose supposition is the shortest to read if it has at most half of the lines of another
        one, whose reason is smaller; None if it has more.
        """
        found = self._least_work()
        return found if found and 2 * self.work_of(found.goal)[0] <= self.work_of(than.goal)[0] else None

    def _least_work(self) -> Derivation | None:
        """Return the reason whose supposition is the shortest to read; None if propagation refutes none."""
        goals = [reason.goal for reason in self.waiting if reason.goal]
        for goal in sorted(goals, key=self.work_of)[:RENEWED_OF_LOOP]:
            self.work_anew(goal)
        near = list[tuple[int, Callable[[int], Any]]]([] if self.counts_stars else [(LONG, self._nearest)])
        orders = [*near, (VERY_LONG if near else LONG, self._following)]
        more: Lits = []
        for most, order in orders if self.solution is not None else ():
            if min(map(self.work_of, goals), default=NO_WAY)[0] > most:
                more = self.try_cases(sorted({*self.candidates()} - {*more}, key=order))
                for goal in more:
                    self.work_anew(goal)
                goals += more
        goal = min(goals, key=lambda each: (self.work_of(each), self._nearest(each)), default=0)
        return self.of_short_way(goal) if goal else None

    def _following(self, goal: int) -> int:
        """Return what literals are ordered by: those from whose opposites most follows come first."""
        return -len(self.full.propagate(self._with_known([-goal]))[1])

    def _nearest(self, goal: int) -> tuple[Any, ...]:
        """Return what literals are ordered by if their reasons are alike."""
        return self.order(Derivation([], [], goal, 0))

    def _is_above(self, size: int) -> bool:
        """Whether there are reasons, and all have more statements than this."""
        return min((len(reason.parts) for reason in self.waiting), default=0) > size

    def _suppose(self) -> None:
        """Let the reasons wait that unit propagation finds for other literals."""
        have = {reason.goal for reason in self.waiting}
        self.settle()
        for goal in self.failing([goal for goal in self.candidates() if goal not in have], not have):
            reason = self.reduced(goal)
            if reason is not None and self.is_loop:
                reason = self._of_loop(reason)
            elif reason is not None and len(reason.parts) > 2 and self._cut_near(goal):
                reason = self.reduced(goal)
            if reason is not None:
                self._wait(reason)

    def _of_loop(self, reason: Derivation) -> Derivation:
        """Return the smallest reason for the same literal as another one that is found by cuts near the literal, or by
        a solver of the statements near it: the cuts of one loop that all statements lead to are often far away.

        A contradiction, which is no reason for a literal, is returned as it is.
        """
        found, goal = reason, reason.goal
        for _ in range(TRIALS):
            if not found.goal or len(found.parts) <= 2 or not self._cut_near(goal):
                break
            found = min(found, self.reduced(goal) or found, key=lambda each: each.size)
        if self.solution is None or len(found.parts) <= PATTERN:
            return found
        balls, known = islice(self._balls(goal), TRIALS), self.citable(self.atoms)
        near = (self._of_facts(goal, [ball], known) for ball in balls if self._clauses(ball) <= CROWD)
        return min([found, *filter(None, near)], key=lambda each: each.size)

    def _cut_near(self, goal: int) -> bool:
        """Whether there are new cuts by what the statements nearest to a literal alone conclude from its opposite: a
        contradiction that they lead to may be smaller than the first one that all statements led to.
        """
        before = len(self.parts)
        for ball in islice(self._balls(goal), NEAR) if self.graphs and not self.members else ():
            self.cuts_of(self.index.closure([1, -goal, *self.known], set(ball)))
        return len(self.parts) > before

    def _renew(self) -> None:
        """Make the smallest of the reasons anew that have news."""
        self.waiting.sort(key=lambda reason: (reason.size, self.order(reason)))
        outdated = (at for at, reason in enumerate(self.waiting) if self._has_news(reason))
        for at in list(islice(outdated, RENEWED_OF_LOOP if self.is_loop else RENEWED)):
            self.waiting[at] = self._renewed(self.waiting[at])
            self._effort -= len(self.parts)

    def _renewed(self, reason: Derivation) -> Derivation:
        """Return a reason found some steps ago, or a smaller one by what has become known since."""
        old = self.updated(reason)
        if not self._has_news(reason):
            return old
        self._since[old.goal] = len(self.known)
        new = self.reduced(old.goal) or self.refuted(old.goal)
        return old if new.size >= old.size else new

    def _has_news(self, reason: Derivation) -> bool:
        """Whether a variable of the reason's statements has become known since the reason was made; news do not change
        a contradiction.
        """
        if not reason.goal:
            return False
        news = {abs(lit) for lit in islice(self.known, self._since[reason.goal], None)}
        return any(not news.isdisjoint(self.parts[number].atoms) for number in reason.parts)

    def _refute(self, most: int) -> bool:
        """Let reasons wait for literals whose opposites the solver refutes; return whether there are new cuts, and so
        perhaps reasons of one statement.

        most: the conflicts that a question may take, 0 for any number; literals that take more are passed over.
        """
        have = {reason.goal for reason in self.waiting}
        for goal in sorted(self.candidates(), key=lambda lit: (lit < 0, self.atoms[abs(lit)]["place"])):
            if goal in have or goal not in (self.solution or ()):  # another solution that was found has the opposite
                continue
            before = len(self.parts)
            other = self.solve_all([-goal])
            if other is not None and self.solution is not None:
                self.solution &= other
                continue
            if len(self.parts) > before:
                return True
            try:
                self._wait(self.against(goal, most))
            except TooHard:
                continue
            self._effort -= len(self.parts)
            if len(self.waiting) >= REFUTED or self._effort <= 0:
                break
        return False

    def _contradiction(self) -> Derivation:
        """Return a reason why the board has no solution."""
        kept, facts = self.guarded.core(list(range(len(self.parts))), self.citable(self.atoms), [])
        parts, facts = self.guarded.minimal(kept, self.by_cost(facts), 0)
        return Derivation(sorted(parts), facts, 0, 0)
