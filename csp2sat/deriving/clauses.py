"""The derivation of each clause: by unit propagation, after sums of definitions where propagation is too weak.

A literal that is defined as `sum >= degree`, and is no conjunction or disjunction, says more than propagation sees:
if two of these are in a clause, or one and a line of the statement about the same sum, the inequalities are added up
first, so that the variables of the sum cancel.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations

from ..base.time_limit import check_time
from ..statement.definitions import Literal, PbLine, negation
from ..statement.statement import SourceStatement
from .bit_equations import BitEquations
from .bit_meanings import BitMeanings
from .bit_sums import BitSums
from .cases import Cases, halving
from .combining import Combined, added, is_clause, is_violated
from .disjunctions import Disjunctions
from .ladder_sums import LadderSum, bounds
from .proof import PbProof, ProofDefinitions, rup
from .sections import Sections

MANY = 7  # definitions of a clause, of which not each two are tried
MOST_TRIED = 60  # lines of the statement that are tried for a clause


class ClauseDeriver:
    """Writes the derivation of clauses over literals of the statement and the proof.

    The statement's lines, and further lines given to `know`, are what may be added to definitions.  of_functions: the
    variables that say how great terms are that are no sums, or that are equivalent to constraints.  care: as in
    SourceDerivation.
    """

    def __init__(
        self,
        statement: SourceStatement,
        definitions: ProofDefinitions,
        proof: PbProof,
        of_functions: set[str],
        care: int,
    ):
        self._is_careful, self._is_quick = care > 1, care < 1
        self._bools = statement.bools.values()
        self._definitions, self._proof = definitions, proof
        self._ladders = {f"i{x.number}": list(x.sum.terms) for x in statement.ints.values()}
        self._rank = {a: (owner, at) for owner, names in self._ladders.items() for at, a in enumerate(names)}
        self._sizes = {owner: len(names) for owner, names in self._ladders.items()}
        self._halves, self._sums = dict[str, Combined](), dict[str, LadderSum]()
        self._equations = {
            name: [*x.meaning(value).terms] for x in statement.ints.values() for value, name in x.equations.items()
        }
        self._equals = dict(self._equations)
        for name, meaning in definitions.meanings.items():
            if len(meaning.terms) == 2 == meaning.degree and all(
                a.removeprefix("~") in self._rank for a in meaning.terms
            ):
                self._equals[name] = [*meaning.terms]
        self._stated, self._statement = statement.lines, statement
        self._bits: BitSums | None = None
        self._clauses = {frozenset(each.terms) for each in statement.lines if each.degree == 1}
        for each in statement.auxiliaries:
            definitions.meanings[each.name], definitions.halves[each.name] = each.meaning, statement.halves[each.name]
        self._further: list[tuple[int, PbLine]] = []
        self._sections = Sections(statement, proof)
        self._deep = definitions.with_sums()
        self._split = definitions.above(of_functions)
        if self._split:
            beside = (self._stated[each - 1].terms for section in statement.sections for each in section)
            names = ([a.removeprefix("~") for a in each] for each in beside)
            beside_ = (each for each in names if not self._split.isdisjoint(each))
            self._split = definitions.above(self._split.union(*beside_))

    def know(self, number: int, found: PbLine) -> None:
        """Register a constraint that may be added to definitions, before any clause is derived."""
        self._further.append((number, found))

    def know_bits(self, words: dict[int, Literal], found: BitMeanings) -> None:
        """Derive the equations of bits, before any clause is derived; words, found: as in `BitEquations`."""
        if found.in_bits:
            equations = BitEquations(self._statement, self._definitions, self._proof, words, found)
            self._bits = BitSums(self._statement, self._proof, equations, self._further)

    @cached_property
    def _lines(self) -> dict[int, PbLine]:
        return dict([*enumerate(self._stated, 1), *self._further, *(self._bits.equations if self._bits else ())])

    @cached_property
    def _cases(self) -> Cases:
        declared = [a.removeprefix("~") for _, each in self._further for a in each.terms]
        declared += [a for names in self._ladders.values() for a in halving(names)]
        declared += self._bools
        return Cases(self._lines.values(), self._definitions, self._proof, self._combined, declared)

    @cached_property
    def _disjunctions(self) -> Disjunctions:
        return Disjunctions(self._stated, self._definitions)

    @cached_property
    def _having(self) -> dict[str, list[int]]:
        """The numbers of the lines with a literal, but those of two terms."""
        found: dict[str, list[int]] = {}
        for number, each in self._lines.items():
            if len(each.terms) > 2:
                for a in each.terms:
                    found.setdefault(a, []).append(number)
        return found

    def is_searched(self, a: str) -> bool:
        """Whether clauses with a literal may need more than unit propagation; all others but the empty one do not."""
        name = a.removeprefix("~")
        return (
            self._is_careful
            or a in self._equals
            or name in self._deep
            or name in self._split
            or a in self._sections.searched
        )

    def derive(self, literals: Sequence[str]) -> int:
        """Write the derivation of a clause, and return its number."""
        rule, key = rup(literals), frozenset(literals)
        if key in self._clauses:
            return self._proof.derive(rule)
        if (words := self._sections.permutation(key)) is not None:
            return self._proof.derive(f"pol {words};")
        if self._sections.may_be_whole(key) and (
            words := self._sections.whole(literals, self._false([negation(a) for a in literals]))
        ):
            return self._after([f"pol {words};"], rule)
        check_time()
        if self._is_careful:
            return self._cases.derive(literals)
        if all(a in self._rank or a[1:] in self._rank for a in literals):
            return self._proof.derive(rule)
        if self._bits is not None and (found_ := self._of_bits(self._bits, literals)) is not None:
            return found_
        if not self._split.isdisjoint([a.removeprefix("~") for a in literals]):
            return self._proof.derive(rule) if self._is_of_definitions(literals) else self._cases.derive(literals)
        found = self._combined(literals)
        if found is None and not self._is_quick and not self._deep.isdisjoint([a.removeprefix("~") for a in literals]):
            return self._cases.derive(literals)
        if found is None:
            return self._by_supports(literals, rule)
        if is_clause(found.line, literals):
            rounded = f" {found.line.degree} d" if found.line.degree > 1 else ""
            return self._proof.derive(f"pol {found.words} s{rounded};")
        return self._after([f"pol {found.words};"], rule)

    def _of_bits(self, bits: BitSums, literals: Sequence[str]) -> int | None:
        """Derive a clause by sums in bits, an adder, or the ends of integers in bits, and return its number; None if
        these say nothing about it.
        """
        if bits.know_sums(literals, self._false(self._true(literals))) or bits.is_of_adder(literals):
            return self._proof.derive(rup(literals))
        if self._combined(literals) is None and (ends := bits.ends(literals)):
            return self._after(ends, rup(literals))
        return None

    def _after(self, rules: Sequence[str], rule: str) -> int:
        """Derive constraints, then what follows from them by a rule; delete the constraints, and return the number of
        the other.
        """
        numbers = [self._proof.derive(each) for each in rules]
        found = self._proof.derive(rule)
        self._proof.delete(numbers)
        return found

    def _is_of_definitions(self, literals: Sequence[str]) -> bool:
        """Whether a definition is violated if all literals of a clause are false, and so the parts of conjunctions."""
        true = self._true(literals)
        false = {negation(a) for a in true}
        return any(
            is_violated(self._half(a).line, false) for a in true if a.removeprefix("~") in self._definitions.halves
        )

    def _combined(self, literals: Sequence[str]) -> Combined | None:
        """Return the sum that has to be derived before a clause; None if none is needed, or none is known."""
        deep = self._deep
        if not deep or deep.isdisjoint([a.removeprefix("~") for a in literals]):
            return None
        true = self._true(literals)
        if not any(self._definitions.is_sum(a) for a in true):
            return None
        defined = [a for a in true if a.removeprefix("~") in self._definitions.halves]
        known = bounds(true, self._rank)
        if any(self._ladder_sum(a).is_violated(known) for a in defined):
            return None
        halves, false = [self._half(a) for a in defined], self._false(true)
        halves.sort(key=lambda each: -len(each.line.terms))
        groups = [*combinations(halves, 2), halves] if 2 < len(halves) < MANY else [halves]
        for group in groups:
            found = added(group[0], group[1:])
            if len(group) > 1 and is_violated(found.line, false):
                return found
        for base in self._bases(halves):
            found = added(base, halves)
            if found is not base and is_violated(found.line, false):
                return found
        return None

    def _by_supports(self, literals: Sequence[str], rule: str) -> int:
        """Write the derivation of a clause with literals `equal`, after both bounds of each of them.

        From an equation propagation finds a bound only if the opposite bound is assumed.
        """
        helpers = list[int]()
        for a in literals:
            if a in self._equals and not self._is_direct(a, literals):
                helpers += self._both_bounds(a, literals)
        if sum(a in self._equals for a in literals) > 1:
            rules = self._disjunctions.without_parts(literals, self._equals, self._follows)
            helpers += [self._proof.derive(each) for each in rules]
        number = self._proof.derive(rule)
        if helpers:
            self._proof.delete(helpers)
        return number

    def _follows(self, literals: Sequence[str]) -> bool:
        """Whether a clause follows from the lines of the proof by unit propagation; True without a trial if that
        is left to the check of the finished proof.
        """
        return self._is_quick or self._cases.follows(literals)

    def _is_direct(self, equal: str, literals: Sequence[str]) -> bool:
        """Whether a clause has, with a literal `equal`, the negations of both bounds, or of a conjunction with it."""
        meanings = self._definitions.meanings
        if all(negation(bound) in literals for bound in self._equals[equal]):
            return True
        cited = [meanings[a[1:]] for a in literals if a[0] == "~" and a[1:] in meanings]
        return any(equal in each.terms and each.degree == sum(each.terms.values()) for each in cited)

    def _both_bounds(self, equal: str, literals: Sequence[str]) -> list[int]:
        """Derive the clause with each bound in place of a literal `equal`, if lines of the statement imply them."""
        others = [a for a in literals if a != equal]
        true = self._true(others)
        false = self._false(true)
        guards, found = list[str](), list[list[str]]()
        for bound in self._equals[equal]:
            guard = self._guard(bound, false)
            if guard is None:
                return []
            guards += [guard] if guard else []
            found.append([*others, bound, *([guard] if guard else [])])
        numbers = [self._proof.derive(rup(each)) for each in found]
        if len(guards) == 2:
            key = PbLine({negation(a): 1 for a in guards}, 2).key
            if (holds := self._definitions.known.get(key)) is not None:
                numbers.append(self._proof.derive(rup([*others, equal, negation(holds)])))
        return numbers

    def _guard(self, bound: str, false: set[str]) -> str | None:
        """Return the literal without which some line violates the negation of a bound: '' if there is none, None if no
        line does.
        """
        below = self._false([negation(bound)])
        unknown = None
        for number in self._having.get(bound, [])[:MOST_TRIED]:
            found = self._lines[number]
            rest = {a: c for a, c in found.terms.items() if a not in false and a not in below}
            if sum(rest.values()) < found.degree:
                return ""
            if unknown is None:
                spare = found.degree - sum(rest.values())
                able = (a for a, c in rest.items() if c + spare > 0 and a.removeprefix("~") in self._definitions.halves)
                unknown = next(able, None)
        return unknown

    def _ladder_sum(self, a: str) -> LadderSum:
        """Return what a true literal implies, in the form in which its violation is seen at once."""
        if a not in self._sums:
            self._sums[a] = LadderSum(self._half(a).line, self._rank, self._sizes)
        return self._sums[a]

    def _half(self, a: str) -> Combined:
        """Return what a true literal implies."""
        if a not in self._halves:
            self._halves[a] = self._implied(a)
        return self._halves[a]

    def _implied(self, a: str) -> Combined:
        down, up = self._definitions.halves[a.removeprefix("~")]
        meaning = self._definitions.meanings[a.removeprefix("~")]
        if a[0] == "~":
            return Combined(meaning.negated().unless(negation(a)), str(up))
        return Combined(meaning.unless(negation(a)), str(down))

    def _true(self, literals: Sequence[str]) -> list[str]:
        """Return the literals that are true if those of a clause are false: their negations, and the parts of true
        conjunctions.
        """
        stack, found = [negation(a) for a in literals], dict[str, None]()
        while stack:
            a = stack.pop()
            if a in found:
                continue
            found[a] = None
            name = a.removeprefix("~")
            if a in self._equations:
                stack += self._equations[a]
            meaning = self._definitions.meanings.get(name)
            if meaning is None or self._definitions.is_sum(a):
                continue
            if a[0] != "~" and meaning.degree == sum(meaning.terms.values()):
                stack += meaning.terms
            elif a[0] == "~" and meaning.degree == 1:
                stack += [negation(each) for each in meaning.terms]
        return list(found)

    def _false(self, true: Iterable[str]) -> set[str]:
        """Return the literals that are false if some are true, along the ladders of the integers."""
        found = {negation(a) for a in true}
        for a in list(found):
            name = a.removeprefix("~")
            if name in self._rank:
                owner, at = self._rank[name]
                names = self._ladders[owner]
                found.update(["~" + each for each in names[:at]] if a[0] == "~" else names[at:])
        return found

    def _bases(self, halves: Sequence[Combined]) -> list[Combined]:
        """Return the lines that may be added: those with a variable of the sums, with the other sign."""
        wanted = [self._having.get(negation(a), []) for each in halves for a in each.line.terms]
        least = min((each for each in wanted if each), key=len, default=[])
        size = max(len(each.line.terms) for each in halves)
        numbers = sorted(least, key=lambda each: (abs(len(self._lines[each].terms) - size), each))[:MOST_TRIED]
        return [Combined(self._lines[each], str(each)) for each in numbers]
