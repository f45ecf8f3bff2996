"""Clauses that propagation derives only by cases: a clause follows if it follows in each case.

The cases are the parts of a disjunction that is true where the clause is false; each gives a clause of its own, which
has the negation of the part besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from ..base.time_limit import check_time
from ..proofs.pb_checker.inequality import Inequality
from ..proofs.pb_checker.propagation import PbPropagation
from ..proofs.pb_checker.reading import LiteralNames
from ..statement.definitions import PbLine, negation
from ..statement.formulas import NotStated
from .combining import Combined
from .proof import PbProof, ProofDefinitions, rup

MOST_CASES = 2_000  # clauses for the cases of one clause
Sums = Callable[[Sequence[str]], Combined | None]
MOST_NESTED = 100  # cases of cases


class Cases:
    """The cases of clauses over definitions; propagates the statement's lines, the definitions, and proved clauses.

    sums: returns a sum after which a clause may follow, None if none is known.  declared: the variables whose values
    decide all others.
    """

    def __init__(
        self,
        lines: Iterable[PbLine],
        definitions: ProofDefinitions,
        proof: PbProof,
        sums: Sums,
        declared: Iterable[str],
    ):
        self._meanings, self._proof, self._sums = definitions.meanings, proof, sums
        self._declared = [*declared]
        self._names, self._engine = LiteralNames(), PbPropagation()
        self._left = 0
        self._lines = [*lines]
        self._having: dict[str, list[int]] = {}
        for number, each in enumerate(self._lines):
            self._add(each)
            for a in each.terms:
                self._having.setdefault(a.removeprefix("~"), []).append(number)
        for name, meaning in definitions.meanings.items():
            self._add(meaning.unless("~" + name))
            self._add(meaning.negated().unless(name))

    def _add(self, found: PbLine) -> None:
        terms = {self._names[a]: c for a, c in found.terms.items()}
        self._engine.grow(len(self._names))
        self._engine.add(Inequality(terms, found.degree))

    def derive(self, literals: Sequence[str]) -> int:
        """Write the derivation of a clause, and return its number.  Raises NotStated if none is found."""
        helpers = list[int]()
        self._left = MOST_CASES
        self._split(literals, helpers, MOST_NESTED)
        number = self._proof.derive(rup(literals))
        if helpers:
            self._proof.delete(helpers)
        self._add(PbLine(dict.fromkeys(literals, 1), 1))
        return number

    def _split(self, literals: Sequence[str], helpers: list[int], depth: int) -> None:
        """Write clauses to the proof, by cases, after which the clause of `literals` follows by unit propagation, and
        append the numbers of the written clauses to `helpers`.

        depth: how deep cases may be nested.  Raises NotStated if that, or MOST_CASES cases, are not enough.
        """
        check_time()
        true = self._true(literals)
        if true is None:
            return
        if (found := self._sums(literals)) is not None and self._true(literals, found.line) is None:
            helpers.append(self._proof.derive(f"pol {found.words};"))
            return
        parts = self._parts(literals, true)
        self._left -= len(parts)
        if not parts:
            raise NotStated("a clause of the CNF does not follow from the statement")
        if self._left <= 0 or depth == 0:
            raise NotStated(f"a clause of the CNF needs more than {MOST_CASES:,} cases")
        for part in parts:
            case = [*literals, negation(part)]
            self._split(case, helpers, depth - 1)
            helpers.append(self._proof.derive(rup(case)))

    def follows(self, literals: Sequence[str]) -> bool:
        """Whether a clause follows by unit propagation."""
        return self._true(literals) is None

    def _true(self, literals: Sequence[str], besides: PbLine | None = None) -> set[int] | None:
        """Return what propagation makes true if a clause of `literals` is false, perhaps with an inequality besides;
        None if the clause follows.
        """
        assumed = [Inequality({self._names[negation(a)]: 1 for a in literals}, len(literals))]
        if besides is not None:
            assumed.append(Inequality({self._names[a]: c for a, c in besides.terms.items()}, besides.degree))
        self._engine.grow(len(self._names))
        found = self._engine.implied(*assumed)
        return None if found is None else set(found)

    def _parts(self, literals: Sequence[str], true: set[int]) -> list[str]:
        """Return the cases of a split: literals of which at least one is true if the clause `literals` is false; [] if
        no split is found.

        The definitions of the clause's literals are followed to the literals in them, and so on.  Among the true
        disjunctions that are reached, the one with the fewest literals that are not false gives these literals.  If
        there is no such disjunction, the cases are a literal reached whose value is unknown, and its negation.  If
        there is none either, the same is tried from the literals that share a line of the proof with those reached,
        and at last the cases are those of a declared variable: its values decide all.
        true: numbers of the literals that propagation makes true.
        """
        below = self._below(literals)
        if (found := self._disjunction(below, true)) or (found := self._either(below, true)):
            return found
        numbers = dict.fromkeys(number for a in below for number in self._having.get(a, ()))
        beside = self._below([a for number in numbers for a in self._lines[number].terms])
        return self._disjunction(beside, true) or self._either(beside, true) or self._either(self._declared, true)

    def _disjunction(self, below: Sequence[str], true: set[int]) -> list[str]:
        best, names = list[str](), self._names
        for a in below:
            meaning = self._meanings.get(a)
            if meaning is None:
                continue
            if meaning.degree == 1 and names[a] in true:
                parts = [*meaning.terms]
            elif meaning.degree == sum(meaning.terms.values()) and names[a] ^ 1 in true:
                parts = [negation(each) for each in meaning.terms]
            else:
                continue
            if any(names[each] in true for each in parts):
                continue
            parts = [each for each in parts if names[each] ^ 1 not in true]
            if not best or len(parts) < len(best):
                best = parts
        return best

    def _either(self, below: Sequence[str], true: set[int]) -> list[str]:
        names = self._names
        return next(([a, negation(a)] for a in below if not {names[a], names[a] ^ 1} & true), [])

    def _below(self, literals: Sequence[str]) -> list[str]:
        """Return the variables of literals, then those of their definitions, and so on."""
        found = list(dict.fromkeys(a.removeprefix("~") for a in literals))
        seen = set(found)
        for name in found:
            if (meaning := self._meanings.get(name)) is not None:
                inner = [a.removeprefix("~") for a in meaning.terms]
                found += [a for a in inner if a not in seen]
                seen.update(inner)
        return found


def halving(names: Sequence[str]) -> list[str]:
    """Return names in an order in which each one halves the rest of the row: the middle, then those of both halves."""
    places = sorted(range(1, len(names) + 1), key=lambda at: -(at & -at))
    return [names[at - 1] for at in places]
