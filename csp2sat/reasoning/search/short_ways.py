"""Short ways from the opposite of a literal to a contradiction, by all statements of a board and all that is known."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any

from .derivations import ALONE, CASE, Derived, as_case, every, needed, together, work
from .knowledge import Knowledge, Lits

FAR = 120  # conclusions of propagation after which a person has lost sight of the supposition
NO_WAY = FAR, FAR  # the work of a literal without a short way
LONG, VERY_LONG = 15, 30  # lines of a way beside which ways by cases are tried, near first and then everywhere
ROUNDS = 3  # times that a way is searched again without one of its statements
CASES = 100  # variables near a literal whose values are tried as cases
QUESTIONS, ALL_QUESTIONS = 2_000, 8_000  # about cases, before one step and for a board
ELSEWHERE = 250  # such questions for a board without a loop
NEWS = 6  # new facts before a literal without a way by cases is tried again
FEW_LINES = 12  # conclusions of which each has its own line on the board of a loop
ENOUGH = 8  # literals with ways by cases of which the one with the shortest way is chosen


class ShortWays(Knowledge):
    """The search for ways of few lines."""

    def __init__(self, question: dict[str, Any]):
        super().__init__(question)
        self.is_loop = any(rule == "single-loop" for rule, *_ in self.graphs) and not self.members
        self._work: dict[int, tuple[int, tuple[int, int]]] = {}  # by goals: numbers of statements and facts, the work
        self._hidden, self._hidden_of = dict[int, Derived](), (-1, -1)
        self._cases: dict[int, Lits] = {}  # by goals: literals that are false if the goal is, as their own ways show
        self._asked: dict[int, int] = {}  # by goals without ways: the known facts from which they are tried anew
        self._questions = ALL_QUESTIONS if self.is_loop else ELSEWHERE  # that are left
        self._last_questions = ALL_QUESTIONS  # that are left for literals without any other way

    def single(self, numbers: Lits | range) -> set[int]:
        """Return the statements that do not join smaller ones."""
        return {number for number in numbers if number >= len(self.joins) or not self.joins[number]}

    def joined_by(self, numbers: Lits) -> set[int]:
        """Return the smaller statements that some statements join."""
        return {less for number in numbers if number < len(self.joins) for less in self.joins[number]}

    def smallest_of(self, numbers: Lits) -> set[int]:
        """Return statements with the smaller ones in place of each that joins several."""
        return self.joined_by(numbers).union(n for n in numbers if n >= len(self.joins) or not self.joins[n])

    def short_way(self, goal: int, facts: Lits, rounds: int = ROUNDS) -> list[Derived]:
        """Return conclusions from the opposite of a literal to a contradiction, as few as are found; [] if unit
        propagation of all statements, and the cases that `try_cases` found, lead to none.

        goal: the literal.  facts: literals that hold besides the known ones.  rounds: how often a shorter way is
        searched.
        """
        parts, supposed = self.single(range(len(self.parts))), [-goal] if goal else []
        true = self._true(facts)
        best = self.index.shortest(supposed, true, parts, FAR, self._cases.get(goal, ()))
        for _ in range(rounds if len(best) > 2 else 0):
            cases = [-each.literal for each in best if each.way]
            less = [(parts, [lit for lit in cases if lit != each]) for each in cases]
            less += [(parts - {each}, cases) for each in self._used(best)]
            without = (self.index.shortest(supposed, true, some, FAR, more) for some, more in less)
            found = min(filter(None, without), key=work, default=best)
            if work(found) >= work(best):
                break
            best = found
        return self.with_hidden(best) if rounds else best

    def long_way(self, goal: int, facts: Lits) -> list[Derived]:
        """Return conclusions as `short_way` does, however many, for a literal that has no short way, with cases that
        are tried now, by questions of their own number; [] if there are none, or if cases need too many questions.
        """
        self._questions, self._last_questions = self._last_questions, self._questions
        self._asked.pop(goal, None)
        self.try_cases([goal])
        self._questions, self._last_questions = self._last_questions, self._questions
        parts, cases = self.single(range(len(self.parts))), self._cases.get(goal, ())
        return self.with_hidden(self.index.derive([ALONE, -goal], self._true(facts), parts, cases))

    def with_wholes(self, way: list[Derived]) -> list[Derived]:
        """Return the conclusions, with joined statements in place of the smaller ones that they join if there are more
        than FEW_LINES conclusions and the puzzle has a loop.
        """
        if not self.is_loop or len(way) <= FEW_LINES:
            return way
        return with_wholes(way, {number: less for number, less in enumerate(self.joins) if less})

    def work_of(self, goal: int) -> tuple[int, int]:
        """Return the work of a short way to a literal, as it was when the literal was last asked for."""
        if goal not in self._work:
            self.work_anew(goal)
        return self._work[goal][1]

    def work_anew(self, goal: int) -> None:
        """Note the work of a short way to a literal, unless nothing is new since it was noted."""
        now = len(self.known) + len(self.parts)
        if goal not in self._work or self._work[goal][0] != now:
            way = self.short_way(goal, [], 0)
            way = self.with_wholes(way) if work(way)[0] > VERY_LONG else way
            self._work[goal] = now, work(way) if way else NO_WAY

    def _used(self, way: list[Derived]) -> Lits:
        """Return the statements of a way, each once."""
        return [part for part in dict.fromkeys(each.part for each in every(way)) if part >= 0]

    def try_cases(self, goals: Lits) -> Lits:
        """Return literals whose opposites fail by propagation together with simple cases: further literals that are
        false since propagation of them fails.

        goals: certain literals in the order in which they are tried, until there are ENOUGH or questions are too many.
        """
        least = max(0, self._questions - QUESTIONS)
        found = [goal for goal in goals if goal in self._cases]
        for goal in goals:
            if len(found) >= ENOUGH or self._questions <= least:
                break
            if goal in found or len(self.known) < self._asked.get(goal, 0):
                continue
            self._asked[goal] = len(self.known) + NEWS
            if cases := self._failing_cases(goal):
                self._cases[goal] = cases
                found.append(goal)
        return found

    def _end(self, supposed: Lits, lit: int) -> Lits:
        """Return what follows by propagation from supposed literals and a further one, cuts considered; [] for a
        contradiction.
        """
        while True:
            self._questions -= 1
            ok, lits = self.full.propagate(self._with_known([*supposed, lit]))
            if not ok or not self.cuts_of(set(lits)):
                return lits if ok else []

    def _failing_cases(self, goal: int) -> Lits:
        """Return the literals that fail one after the other if the goal is false, until that fails; [] if it does
        not.
        """
        failing: Lits = []
        r, c = self.atoms[goal if goal > 0 else -goal]["place"]
        place = {var: self.atoms[var]["place"] for var in self.atoms if self.is_open(var)}
        near = sorted(place, key=lambda var: (abs(place[var][0] - r) + abs(place[var][1] - c), var))[: CASES + 1]
        near += sorted(self.meant - self.atoms.keys())
        before = -1
        while before < len(failing):
            before, supposed, passed = len(failing), Lits(), set[int]()
            for lit in (lit for var in near for lit in (var, -var)):
                if len(supposed) <= len(failing):  # at first, and where one more literal fails
                    supposed = [-goal, *(-each for each in failing)]
                    ok, lits = self.full.propagate(self._with_known(supposed))
                    if not ok:
                        return failing
                    self._questions -= 1
                    passed = {each for true in lits for each in (true, -true)}
                if lit in passed:
                    continue
                if found := self._end(supposed, lit):
                    passed.update(found)  # from these follows less
                else:
                    failing.append(lit)
        return []

    def _true(self, facts: Lits) -> set[int]:
        """Return the literals that hold beside a supposition: known ones, facts, and literals of hidden variables that
        follow from known ones.
        """
        return self.index.closure([1, *self.known, *facts], ()) | self.hidden_ways().keys()

    def with_hidden(self, way: list[Derived]) -> list[Derived]:
        """Return conclusions, and before them the conclusions about hidden variables that they rest on and that follow
        from known facts.
        """
        hidden, own = self.hidden_ways(), {each.literal for each in every(way)}
        todo = list(dict.fromkeys(lit for each in every(way) for lit in each.needs))
        for lit in todo:
            todo += [each for each in hidden[lit].needs if each not in todo] if lit in hidden else []
        return [*(how for lit, how in hidden.items() if lit in todo and lit not in own), *way]

    def hidden_ways(self) -> dict[int, Derived]:
        """Return the conclusions about hidden variables that follow from known literals, and from no others that are
        visible, by their own literals, in an order of cause and effect.
        """
        if self._hidden_of != (len(self.known), len(self.parts)):
            holds, came = dict.fromkeys(sorted(self.index.closure([1, *self.known], ()))), dict[int, Derived]()
            self.index.propagate([ALONE, *holds], holds, came, self.single(range(len(self.parts))), self.atoms)
            self._hidden = came
            self._hidden_of = len(self.known), len(self.parts)
        return self._hidden

    def hidden_rests(self, way: list[Derived], known: Lits, parts: Collection[int]) -> dict[int, tuple[Lits, Lits]]:
        """Return for each literal of a hidden variable without meaning that conclusions need and none of them concludes
        the visible literals that the literal follows from, so that lines rest on all that a reader has to know, and the
        statements by which it does.

        known: the literals of the reason; other known ones serve only for what these do not force.  parts: the
        statements of the reason.
        """
        own = {each.literal for each in every(way)}
        asked = {lit for each in every(way) for lit in each.needs if abs(lit) not in self.meant and lit not in own}
        found = dict[int, tuple[Lits, Lits]]()
        for base, some in ((known, ()), (known, parts), (self.known, ()), (self.known, parts)):
            came = dict[int, Derived]()
            if asked - found.keys():
                self.index.propagate(holds := [1, *base], dict.fromkeys(holds), came, some)
            for lit in sorted(asked & came.keys() - found.keys()):
                steps = needed(came[lit], came)
                rests = (each for step in steps for each in step.needs if each not in came)
                by = dict.fromkeys(step.part for step in steps if step.part >= 0)
                found[lit] = [each for each in dict.fromkeys(rests) if abs(each) in self.meant], list(by)
        return found

    def statements_of(self, conclusion: Derived, visible: Lits, parts: Lits) -> Lits:
        """Return the statement of a conclusion, and those of further statements from which it follows with the visible
        literals that it rests on.

        parts: the statements by which hidden literals hold that it rests on.
        """
        if conclusion.part == CASE or not parts:
            return [conclusion.part]
        found = list(dict.fromkeys([conclusion.part] * (conclusion.part >= 0) + parts))
        against = dict.fromkeys([1, *visible, *([-conclusion.literal] if conclusion.literal else [])])
        for part in found[:0:-1]:
            less = [each for each in found if each != part]
            if self.index.propagate([ALONE, *against], dict(against), {}, less):
                found = less
        return found


def with_wholes(way: Sequence[Derived], joins: Mapping[int, Collection[int]]) -> list[Derived]:
    """Return conclusions with statements that join others in place of these, where fewer lines are to read then.

    way: the conclusions, the last of them a contradiction, which stays as it is.  joins: for each statement that joins
    smaller ones the numbers of these.
    """
    best = [as_case(-each.literal, with_wholes(each.way, joins)) if each.way else each for each in way]
    while True:
        used = {each.part for each in best[:-1]}
        shorter = (_with(best, whole, less) for whole, less in joins.items() if len(used.intersection(less)) > 1)
        found = min(shorter, key=work, default=best)
        if work(found) >= work(best):
            return best
        best = together(found)


def _with(way: Sequence[Derived], whole: int, less: Collection[int]) -> list[Derived]:
    """Return conclusions with the statement `whole` in place of the statements `less` that it joins.

    A conclusion keeps its statement if it rests on another one that rests on a conclusion of `whole`.  way: the
    conclusions.
    """
    rests, beyond = dict[int, list[int]](), set[int]()  # what those of `whole` rest on; what rests on them
    for each in way[:-1]:
        if each.part in less and beyond.isdisjoint(each.needs):
            own = (need for lit in each.needs for need in rests.get(lit, [lit]))
            rests[each.literal] = list(dict.fromkeys(own))
        elif not beyond.union(rests).isdisjoint(each.needs):
            beyond.add(each.literal)
    others = [each for each in way if each.literal not in rests]
    wanted = {lit for each in others for lit in each.needs}
    new = [Derived(lit, whole, needs) for lit, needs in rests.items() if lit in wanted]
    return [*others[:-1], *new, others[-1]]
