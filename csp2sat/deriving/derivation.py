"""The whole proof: definitions, each clause of the CNF, each lemma of the solver, and the conclusion."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ..cnf.flat_clauses import Clause
from ..model.model import Answer
from ..statement.definitions import Literal, PbLine, line, opposite
from ..statement.statement import SourceStatement
from .clauses import ClauseDeriver
from .meanings import Meanings
from .proof import PbProof, ProofDefinitions
from .recording import Recorded

DEFINED = re.compile(r"\bd[0-9]+\b")


class DerivedProof(NamedTuple):
    """A proof as text, and the literal of the statement or the proof for each variable of the CNF."""

    proof: str
    literals: dict[int, str]


class SourceDerivation:
    """The proof for a CNF: `clauses`, then `lemmas`, then `finished`."""

    def __init__(self, statement: SourceStatement, found: Recorded, best: Answer | None = None):
        self._statement = statement
        self._proof = PbProof(len(statement.lines))
        definitions = ProofDefinitions(self._proof, statement.definitions.known)
        self._value: int | None = None
        bound = None if best is None else self._log(best)
        meanings = Meanings(statement, definitions, found)
        self._clauses = ClauseDeriver(statement, definitions, self._proof)
        if bound is not None:
            self._clauses.know(*bound)
        self._literals = meanings.literals
        self._words: dict[int, Literal] = {}
        for v, literal in self._literals.items():
            self._words[v], self._words[-v] = literal, opposite(literal)
        names = Counter(str(a).removeprefix("~") for a in self._literals.values())
        alone = {
            v for v, a in self._literals.items() if names[str(a).removeprefix("~")] == 1 and not isinstance(a, bool)
        }
        self._plain = alone | {-v for v in alone}  # literals whose variable no other one shares
        self._numbers: dict[frozenset[str], list[int]] = {}
        self._added: set[str] = set()  # variables that the solver has added

    def _log(self, best: Answer) -> tuple[int, PbLine]:
        """Log the best solution; return the number and the inequality of the bound for all better ones."""
        statement = self._statement
        assert statement.objective is not None
        true = statement.true_variables(best)
        f = statement.objective.terms.terms
        self._value = sum(c for a, c in f.items() if (a[0] == "~") != (a.removeprefix("~") in true))
        words = " ".join(a if a in true else f"~{a}" for a in statement.variables())
        number = self._proof.derive(f"soli {words} : {self._value};")
        return number, line([(-c, a) for a, c in f.items()], 1 - self._value)

    def clauses(self, found: Iterable[Clause]) -> None:
        """Derive clauses of the CNF, in an order in which each follows from those before."""
        for clause in found:
            if (literals := self._translated(clause)) is not None:
                self._keep(literals, self._clauses.derive(literals))

    def _translated(self, clause: Clause) -> list[str] | None:
        """Return the clause in literals of the proof; None if it is always true."""
        words = self._words
        found = [words[lit] for lit in clause]
        if len({*map(abs, clause)}) < len(clause) or not self._plain.issuperset(clause):
            kept = dict.fromkeys(found)
            kept.pop(False, None)
            if True in kept or any(opposite(a) in kept for a in kept):
                return None
            found = [*kept]
        return found  # type: ignore[return-value]

    def _keep(self, literals: Sequence[str], number: int) -> None:
        self._numbers.setdefault(frozenset(literals), []).append(number)

    def lemmas(self, steps: Iterable[tuple[Clause, bool]]) -> None:
        """Derive the lemmas of a solver's proof, and delete clauses as the solver does.

        steps: pairs of a clause, and whether the clause is deleted.
        """
        for clause, delete in steps:
            self._extend(clause)
            literals = self._translated(clause)
            if literals is None:
                continue
            if delete:
                numbers = self._numbers.get(frozenset(literals))
                if numbers and len(literals) > 1:
                    self._proof.delete([numbers.pop()])
            elif literals:
                self._keep(literals, self._proof.derive(self._lemma(literals)))

    def _extend(self, clause: Clause) -> None:
        """Name the variables of a clause that are not the formula's: the solver has added them."""
        for lit in clause:
            if lit not in self._words:
                v = abs(lit)
                self._words[v], self._words[-v] = f"y{v}", f"~y{v}"
                self._added.add(f"y{v}")
                self._plain |= {v, -v}

    def _lemma(self, literals: Sequence[str]) -> str:
        """Return the rule that derives a lemma: by redundance on its first literal, where the solver has added that."""
        clause = f"{''.join([f'1 {a} ' for a in literals])}>= 1"
        pivot = literals[0].removeprefix("~")
        if pivot in self._added:
            return f"red {clause} : {pivot} -> {int(literals[0] == pivot)};"
        return f"rup {clause};"

    def unfinished(self) -> str:
        """Return the proof so far, which concludes nothing."""
        return self._proof.conclude("NONE")

    def finished(self) -> DerivedProof:
        """Return the proof with its conclusion."""
        self._proof.derive("rup >= 1;")
        conclusion = "UNSAT : -1"
        if self._statement.objective is not None:
            conclusion = "BOUNDS INF : -1 INF" if self._value is None else f"BOUNDS {self._value} : -1 {self._value}"
        names = {v: _name(literal) for v, literal in sorted(self._literals.items())}
        called: dict[str, str] = {}  # definitions that are variables of the CNF have its numbers
        for v, literal in names.items():
            if DEFINED.fullmatch(name := literal.removeprefix("~")):
                called.setdefault(name, f"y{v}")
        self._proof.rules = [DEFINED.sub(lambda d: called.get(d[0], d[0]), rule) for rule in self._proof.rules]
        names = {v: DEFINED.sub(lambda d: called[d[0]], literal) for v, literal in names.items()}
        return DerivedProof(self._proof.conclude(conclusion), names)


def _name(literal: Literal) -> str:
    return ("1" if literal else "0") if isinstance(literal, bool) else literal
