"""Trails: the conclusions from the opposite of a literal to a contradiction, as a reader gets them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

from .derivations import ALONE, DEFINED, Derived, LaterNeeds, derived, ended, needed, together, work
from .knowledge import POSITIVE, Lits
from .short_ways import ShortWays

CASES = 12  # statements of a reason that as wholes are tried for cases: each case takes a question for each of them
DEEP = 40  # literals that are tried with cases of their own where nothing else leads to a contradiction
FEW_CASES = 5  # statements of a reason up to which all literals are tried so
LINES = 6  # of the way of a further fact of a step with a supposition
FEW = 3  # statements of a reason up to which a sentence names them; a supposition may use others for a shorter way
JOINT = 4 * POSITIVE  # the weight of joining statements: a person sees a statement alone with four known literals first


class Derivation(NamedTuple):
    """Statements and known literals that force literals.

    parts: numbers of statements, ascending.  known: literals.  goal: one of the forced ones, 0 for a contradiction.
    weight: of `known`, and JOINT for each statement that joins others, and for a bound of a number.  facts: the forced
    literals that the step gives; () for all.
    """

    parts: Lits
    known: Lits
    goal: int
    weight: int
    facts: tuple[int, ...] = ()

    @property
    def size(self) -> tuple[int, int]:
        return len(self.parts), self.weight

    @property
    def effort(self) -> float:
        """The number of statements, one more for each that joins others, and a quarter of the number of known literals,
        as a grade counts them.
        """
        return len(self.parts) + self.weight / (4 * POSITIVE)


class _Further(NamedTuple):
    """The ways of further facts, the facts that need none with statements, and the known literals that these use."""

    ways: list[list[Any]]
    at_once: dict[int, int]
    uses: Lits


class Trails(ShortWays):
    """The search for the lines of suppositions.

    counts_stars: whether the board has numbers of stars, whose reasons cite nothing that can be left out.
    """

    counts_stars = False

    @property
    def speaks_of_hidden(self) -> bool:
        """Whether hidden variables have a meaning, so that lines tell how they follow."""
        return not self.meant <= self.atoms.keys()

    @property
    def waits_for_ways(self) -> bool:
        """Whether a fact of a step that has a long way waits for a step of its own."""
        return self.is_loop or self.counts_stars

    def parts_of(self, reason: Derivation, trail: list[Any], ways: list[list[Any]]) -> Lits:
        """Return the statements of a reason, then further ones of its conclusions; trail, ways: as in a step."""
        todo, found = [*trail, *(each for _, way in ways for each in way)], dict.fromkeys(reason.parts)
        for _, part, way, *_, others in todo:
            found |= dict.fromkeys([part, *others])
            todo += way
        return list(found)

    def without_implied(self, lits: Lits) -> Lits:
        """Return literals without "not this number" where another literal says which number the cell has."""
        groups = {self.atoms[lit]["group"] for lit in lits if lit > 0}
        kept = [lit for lit in lits if lit > 0 or self.atoms[-lit]["group"] not in groups - {None}]
        return sorted(kept, key=lambda lit: (self.atoms[abs(lit)]["place"], -lit))

    def has_trail(self, reason: Derivation) -> bool:
        """Whether a step has a trail: a step by one statement has none, nor has a step that counts stars."""
        return not reason.facts and (len(reason.parts) > 1 or bool(self.joined_by(reason.parts)))

    def trail(self, reason: Derivation, thorough: bool = False) -> list[list[Any]]:
        """Return the conclusions from the opposite of the goal: of each the literal, a statement's number (-1 for a
        definition, CASE if its own opposite leads to a contradiction), and the conclusions from that opposite; the last
        literal is 0, the contradiction.  A known literal is not concluded again, even if the reason does not
        have the literal, and its opposite is a contradiction.  [] if neither propagation, nor what the statements as
        wholes force, nor such cases get there.

        thorough: whether a long way of the whole board is searched, too, if there is no other.
        """
        supposed, parts = [-reason.goal] if reason.goal else [], self.smallest_of(reason.parts)
        start = supposed  # of propagation, which `ALONE` alone concerns
        true = self.index.closure([1, *reason.known], parts)
        if reason.goal in true:  # by what hidden variables are, which lines tell
            true = self.index.closure(self.index.closure([1, *reason.known], ()), parts, self.atoms)
        near = self._near(reason)
        cases = [lit for var in near for lit in (var, -var)]
        small, few = sorted(parts), cases if len(parts) <= CASES else []
        deep = len(cases) if len(reason.parts) <= FEW_CASES else DEEP

        def way(true: set[int]) -> list[Derived]:
            return (
                self.index.derive(start, true, parts)
                or self._by_statements(supposed, true, small)
                or self.index.derive(start, true, parts, cases)
                or (self._by_statements(supposed, true, small, few) if few else [])
                or (self._by_statements(supposed, true, reason.parts) if small != reason.parts else [])
                or self.index.derive(start, true, parts, cases[: 3 * deep], cases[:deep])
            )

        found = way(true)
        if not found and self.speaks_of_hidden:  # clauses of one literal speak of hidden variables
            start = [ALONE, *supposed]
            found = way(true)
        while not self.counts_stars and (
            noted := {lit for each in found for lit in (each.literal, -each.literal) if lit in self.known} - true
        ):
            true |= noted  # what the reader knows needs no line, and is contradicted at once
            found = way(true) or found
        if not self.members:
            short = self.short_way(reason.goal, reason.known) if len(parts) > FEW else []
            found = min(filter(None, (short, found)), key=work, default=[])
            if not found and thorough and reason.goal and self.solution is not None:
                found = self.long_way(reason.goal, reason.known)
        found, seen = self._with_sure(ended(found) if self.speaks_of_hidden else found, reason, true, parts)
        seen = self.hidden_rests(found, reason.known, parts) | seen
        return self._listed(
            self.with_wholes(found), self.known.keys() - self.index.closure([1, *reason.known], ()), seen
        )

    def _with_sure(
        self, way: list[Derived], reason: Derivation, true: Set[int], parts: Collection[int]
    ) -> tuple[list[Derived], dict[int, tuple[Lits, Lits]]]:
        """Return conclusions, and before them the facts that they rest on and that follow without the supposition, but
        that no reader knows; and by literals those of these facts that need no line, with the known fact that is seen.

        A fact needs no line if it is that a place does not have a value, by one statement from one known fact.  true:
        all that follows from the reason without the supposition.  parts: the statements of the reason.
        """
        base = self.index.closure([1, *reason.known], ()) | (self.known.keys() & true)
        asked = [lit for each in way for lit in each.needs if lit in true and lit not in base]
        if not asked or not (self.members or self.speaks_of_hidden):
            return way, {}
        came = dict[int, Derived]()
        self.index.propagate([*base], dict.fromkeys(sorted(base)), came, parts)
        own = {each.literal for each in way}
        came = {lit: step for lit, step in came.items() if lit not in own}
        used = {step.literal: step for lit in asked if lit in came for step in needed(came[lit], came)}
        shown, seen = {*base, *used}, dict[int, tuple[Lits, Lits]]()
        for lit, step in used.items():
            value = self.value_of.get(self.atoms[-lit]["group"], 0) if -lit in self.atoms else 0
            if value in shown:  # the number of the place, which the reader sees
                seen[lit] = [value], []
            elif step.part in self.once and len(step.needs) <= 1 and (by := self._same_value(lit, step.part, shown)):
                seen[lit] = [by], []
        found = [*together([step for lit, step in used.items() if lit not in seen]), *way]
        return together(found) if self.speaks_of_hidden else found, seen

    def _same_value(self, lit: int, part: int, true: Set[int]) -> int:
        """Return that one of the true literals by which another place of a statement has the value which a place does
        not have, as `lit` says; 0 if there is none.  part: the number of the statement.
        """
        value = self.atoms[-lit]["value"] if -lit in self.atoms else None
        at = self.parts[part].atoms if value is not None else ()
        return next((var for var in at if var in true and self.atoms[var]["value"] == value), 0)

    def without_soon(self, reason: Derivation, facts: Lits) -> Lits:
        """Return the facts of a reason without the facts for later steps, in which they are easier: each of these needs
        a supposition here, but follows by propagation from the first fact and all that is known.
        """
        if len(facts) < 2 or not (ways := self.further(reason, facts)[0]):
            return facts
        soon = self.index.closure([1, *self.known, facts[0]], range(len(self.parts)))
        return [lit for lit in facts if lit not in soon or lit not in {each for each, _ in ways}]

    def with_ways(self, reason: Derivation, facts: Lits, trail: list[Any]) -> tuple[Lits, list[Any], _Further]:
        """Return the facts of a reason in the best order, the trail of the first fact, and the result of `further`.

        The first fact is the one after whose supposition the fewest other facts need suppositions too.  facts, trail:
        in the order found, with the conclusions from the opposite of its first fact; [] if the reason needs none.
        """
        found = self.further(reason, facts) if trail else _Further([], {}, [])
        is_few = bool(found.ways) and len(facts) <= FEW + 1 and not self.waits_for_ways
        for first in facts[1:] if is_few else ():
            other, order = reason._replace(goal=first), [first, *(lit for lit in facts if lit != first)]
            way = self.trail(other, thorough=True)
            if way and len((tried := self.further(other, order)).ways) < len(found.ways):
                facts, trail, found = order, way, tried
        return facts, trail, found

    def further(self, reason: Derivation, facts: Lits) -> _Further:
        """Return ways for the facts of a reason, except the first one; literals with statements; and known literals.

        A way is a fact with the conclusions from its opposite, as `trail` lists them, if the facts before hold.  The
        literals are the facts that need no way, because they follow from the others by propagation, each with the
        number of the last statement that the propagation needs, and the known literals that the propagation needs.  On
        the board of a loop a fact with a long way has neither, if the reason has more than FEW statements: the fact
        waits for a step of its own, which may be easier.
        """
        ways, at_once, before, small = list[list[Any]](), dict[int, int](), facts[:1], self.smallest_of(reason.parts)
        uses = dict[int, None]()
        for lit in facts[1:]:
            found, true = dict[int, Derived](), [1, *reason.known, *before]
            for parts in (*({each} for each in sorted(small)), small, set(reason.parts)):  # one alone is the simplest
                if lit not in found:
                    self.index.propagate([*true], dict.fromkeys(true), found := {}, parts)
            if lit in found:
                at_once[lit] = found[lit].part
                uses.update(dict.fromkeys(each for step in needed(found[lit], found) for each in step.needs))
                continue
            way = self.trail(reason._replace(goal=lit, known=[*reason.known, *before]))
            if way and (len(reason.parts) <= FEW or not self.waits_for_ways or not is_long(way)):
                ways.append([lit, way])
                before.append(lit)
        return _Further(ways, at_once, [lit for lit in uses if lit in self.known])

    def _listed(
        self,
        conclusions: Iterable[Derived],
        noted: Collection[int],
        hidden: Mapping[int, tuple[Lits, Lits]] = MappingProxyType({}),
    ) -> list[list[Any]]:
        """Return conclusions as lists, without those about hidden variables that have no meaning for people.

        A list ends with the noted literals that the conclusion needs, or all of them for a contradiction by a
        definition, with all visible ones, and with the further statements that the conclusion needs, because it rests
        on hidden literals by them.  noted: known literals that do not follow from the reason by definitions.  hidden:
        the visible literals, and the statements, that hidden ones rest on.  If a conclusion by a definition rests on
        statements so, the first of them is its statement.
        """
        found, of, conclusions = list[list[Any]](), dict(hidden), list(conclusions)
        for at, each in enumerate(conclusions):
            visible = list(dict.fromkeys(lit for need in each.needs for lit in of.get(need, ([need], ()))[0]))
            visible = [lit for lit in visible if abs(lit) in self.meant]
            parts = list(dict.fromkeys(part for need in each.needs for part in of.get(need, ((), ()))[1]))
            if each.literal and (abs(each.literal) not in self.meant or self._is_inner(each, conclusions[at + 1 :])):
                of[each.literal] = visible, list(dict.fromkeys([each.part] * (each.part >= 0) + parts))
                continue
            part, *others = self.statements_of(each, visible, parts)
            needs = [lit for lit in each.needs if lit in noted or (part < 0 and not each.literal)]
            needs += [lit for lit in visible if lit in noted and lit not in needs]  # of hidden conclusions
            found.append([each.literal, part, self._listed(each.way, noted, of), needs, visible, others])
        return found

    def _is_inner(self, conclusion: Derived, later: Sequence[Derived]) -> bool:
        """Whether a conclusion about a hidden variable is needed by later ones of its own statement alone."""
        of = {each.part for each in later if conclusion.literal in each.needs}
        return abs(conclusion.literal) not in self.atoms and of <= {conclusion.part} - {DEFINED}

    def _near(self, reason: Derivation) -> Lits:
        """Return the variables in the statements of a reason, the nearest to its goal first."""
        found = {var for number in reason.parts for var in self.parts[number].atoms}
        r, c = self.atoms[abs(reason.goal)]["place"] if reason.goal else (0, 0)
        place = {var: self.atoms[var]["place"] for var in found}
        return sorted(found, key=lambda var: (abs(place[var][0] - r) + abs(place[var][1] - c), var))

    def _by_statements(self, supposed: Lits, true: set[int], parts: Lits, cases: Sequence[int] = ()) -> list[Derived]:
        """Return the conclusions that `derived` finds by statements as wholes.

        supposed, true, cases: as in `derived`.  parts: the statements that may be used.
        """
        return derived(lambda _, holds, came: self._force(parts, holds, came), supposed, true, cases)

    def _force(self, parts: Lits, holds: dict[int, None], came: dict[int, Derived]) -> Derived | None:
        """Add all literals that statements as wholes force to the literals `holds`; return the contradiction at which
        that ends, None if there is none.

        came: gets the conclusions by their literals.  parts: the statements that may be used.
        """
        before = -1
        while before < len(came):
            before = len(came)
            for number in parts:
                part = self.parts[number]
                known = [lit for lit in holds if part.has(lit)]
                forced = part.forced(known, [var for var in part.variables if var not in holds and -var not in holds])
                if forced is None:
                    return Derived(0, number, part.reason(known, 0))
                for lit in forced:
                    came[lit] = Derived(lit, number, LaterNeeds(partial(part.reason, known, lit)))
                    holds[lit] = None
        return None


def is_long(trail: Sequence[Sequence[Any]]) -> bool:
    """Whether conclusions, as `trail` lists them, are many, or one of them has cases."""
    return len({part for _, part, *_ in trail}) > LINES or any(way for _, _, way, *_ in trail)
