"""Clauses that follow from all lines of one constraint together: those of alldifferent.

If n terms have n values, then some term has each value: the lines `one value of the term` of all terms, and the lines
`at most one term` of all other values, are added up.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from ..statement.definitions import PbLine, negation
from ..statement.integers import StatedInt
from ..statement.statement import SourceStatement
from .combining import Combined, plus, sum_of, times
from .proof import PbProof

LONGEST = 2_000  # lines of a constraint that are added up
LiteralSet = frozenset[str]


class Sections:
    """The constraints with lines that a clause may need all together.

    searched: literals, of which each clause that `permutation` derives has one.
    """

    def __init__(self, statement: SourceStatement, proof: PbProof):
        self._statement, self._proof = statement, proof
        self._lines = statement.lines
        self._having_a_value: dict[str, int] = {}  # by integers: the number of the line that it has one of its values
        # integers of which each value has its literal in the statement, which must not get others
        self._owners = {f"i{x.number}": x for x in statement.ints.values() if len(x.equations) >= len(x.values) - 2}
        self._parts: dict[range, list[int] | None] = {}
        self._own: dict[LiteralSet, tuple[int, range]] = {}
        self.searched: set[str] = set()
        for section in statement.sections:
            own = [each for each in section if _is_at_most_one(self._lines[each - 1])]
            if len(own) > 1 and len(own) == own[-1] - own[0] + 1:
                self._learn(range(own[0], own[-1] + 1))

    def _learn(self, section: range) -> None:
        found = [[negation(a) for a in self._lines[each - 1].terms] for each in section]
        if len(section) > max(map(len, found)):
            return  # more values than terms
        for number, literals in zip(section, found, strict=True):
            self._own[frozenset(literals)] = number, section
            if self.searched.isdisjoint(literals):
                self.searched.add(next((a for a in literals if "[eq" in a), literals[0]))

    def permutation(self, literals: LiteralSet) -> str | None:
        """Return the words of the rule `pol` that derives the clause that one of n terms, integers with n values, has a
        value; None for another clause.
        """
        number, section = self._own.get(literals, (0, range(0)))
        if not section:
            return None
        if section not in self._parts:
            self._parts[section] = self._terms_have_values(section)
        parts = self._parts[section]
        return None if parts is None else plus([str(each) for each in (*parts, *section) if each != number])

    def _terms_have_values(self, section: range) -> list[int] | None:
        """Return the numbers of the lines that a term has one of its values, if a section has n integers of n values;
        None for other terms.  A term of two values needs no line: the literals of the values are opposites.
        """
        lines = [self._lines[each - 1].terms for each in section]
        owners = dict.fromkeys(a.removeprefix("~").partition("[")[0] for each in lines for a in each)
        found = [self._owners[each] for each in owners if each in self._owners]
        if not len(owners) == len(found) == len(section) == max(map(len, lines)):
            return None
        values = {a for each in lines for a in each}
        if values != {negation(str(x.equal(v))) for x in found for v in x.values}:
            return None
        return [self._has_a_value(x) for x in found if len(x.values) > 2]

    def _has_a_value(self, x: StatedInt) -> int:
        """Derive the clause that an integer has one of its values, at least three, once; return its number."""
        name = f"i{x.number}"
        if name not in self._having_a_value:
            halves = [str(self._statement.halves[str(x.equal(v))][1]) for v in x.values[1:-1]]
            self._having_a_value[name] = self._proof.derive(f"pol {plus(halves)};")
        return self._having_a_value[name]

    def may_be_whole(self, literals: LiteralSet) -> bool:
        """Whether a clause may need all lines of a constraint, see `whole`."""
        return not literals or literals in self._own

    def whole(self, literals: Sequence[str], false: set[str]) -> str | None:
        """Return the words of a proof that add up all lines of one constraint, if the sum is violated wherever the
        literals of a clause are false; None if there is no such constraint.

        literals: of the clause; none for the empty clause, for which each constraint is tried.  Any other clause has to
        say that some term of a permutation has a value; the line of the constraint that says the same is left out.
        false: the literals that are false, those of the clause among them.
        """
        own, sections = None, self._statement.sections
        if literals:
            own, section = self._own.get(frozenset(literals), (0, range(0)))
            sections = [section]
        for section in sections:
            lines = [Combined(self._lines[each - 1], str(each)) for each in section if each != own]
            if 1 < len(lines) <= LONGEST:
                found = self._without_equations(sum_of(lines), literals)
                if sum(c for a, c in found.line.terms.items() if a not in false) < found.line.degree:
                    return found.words
        return None

    @cached_property
    def _halves(self) -> dict[str, Combined]:
        """The lines that say which bounds imply a literal `equal`, by these literals."""
        found = {}
        for x in self._statement.ints.values():
            for name in x.equations.values():
                number = self._statement.halves[name][1]
                found[name] = Combined(self._lines[number - 1], str(number))
        return found

    def _without_equations(self, found: Combined, literals: Sequence[str]) -> Combined:
        """Return a sum in which literals `equal` are replaced by order literals, by their equations, but for those of a
        clause, which replace order literals.
        """
        known, parts = self._halves, [found]
        for a, c in found.line.terms.items():
            if a[0] == "~" and a[1:] in known:
                parts.append(times(known[a[1:]], c))
        return sum_of([*parts, *(known[a] for a in literals if a in known)])


def _is_at_most_one(found: PbLine) -> bool:
    """Whether an inequality says that of at least three literals at most one is false."""
    return found.degree > 1 and found.degree == len(found.terms) - 1 == sum(found.terms.values()) - 1
