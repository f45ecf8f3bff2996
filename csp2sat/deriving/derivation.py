"""The whole proof: definitions, each clause of the CNF, each lemma of the solver, and the conclusion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

from ..cnf.flat_clauses import Clause, clauses
from ..model.model import Answer
from ..statement.definitions import Literal, PbLine, line, negation, opposite
from ..statement.statement import SourceStatement
from .clauses import ClauseDeriver
from .meanings import Meanings
from .proof import PbProof, ProofDefinitions
from .recording import Recorded

NEXT = ">= 1;\nrup "  # the end of a clause's rule, and the beginning of the next one
EMPTY = "rup >= 1;"


class DerivedProof(NamedTuple):
    """A proof as text, and the literal of the statement or the proof for each variable of the CNF."""

    proof: str
    literals: dict[int, str]


class SourceDerivation:
    """The proof for a CNF: `clauses`, then `lemmas`, then `finished`.

    best: the best solution, if the claim is that none is better.  care: 2 if each clause is seen to follow,
    by cases if need be; 1 if those are which often need it; 0 if fewer are, so that a check may fail.
    """

    def __init__(self, statement: SourceStatement, found: Recorded, best: Answer | None = None, care: int = 1):
        self._statement = statement
        self._proof = PbProof(len(statement.lines))
        stated = {each.name: each.meaning for each in statement.auxiliaries}
        definitions = ProofDefinitions(self._proof, statement.definitions.known, stated)
        self._value: int | None = None
        bound = None if best is None else self._log(best)
        meanings = Meanings(statement, definitions, found)
        called = _called(meanings.literals, definitions)
        definitions.write(called)
        self._literals = _renamed(meanings.literals, called)
        of_functions = {called.get(a, a) for each in (statement, meanings) for a in each.of_functions()}
        if statement.by_cases:
            of_functions |= {*definitions.meanings, *(each.name for each in statement.auxiliaries)}
        self._clauses = ClauseDeriver(statement, definitions, self._proof, of_functions, care)
        if bound is not None:
            self._clauses.know(*bound)
        self._words: dict[int, Literal] = {}
        self._plain: set[int] = set()  # literals whose variable no other one shares
        self._searched: set[int] = set()
        self._texts = {0: NEXT}
        names = Counter([str(a).removeprefix("~") for a in self._literals.values()])
        for v, literal in self._literals.items():
            self._words[v], self._words[-v] = literal, opposite(literal)
            if isinstance(literal, bool) or names[literal.removeprefix("~")] > 1:
                self._searched |= {v, -v}
                continue
            self._plain |= {v, -v}
            for lit, a in ((v, literal), (-v, negation(literal))):
                self._texts[lit] = f"1 {a} "
                if self._clauses.is_searched(a):
                    self._searched.add(lit)
        self._clauses.know_bits(self._words, meanings)
        self._derived: list[tuple[list[int], int]] = []  # clauses, each ended by 0, and the number of the first
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

    def clauses(self, found: list[int], progress: Callable[[int], None] = lambda done: None) -> None:
        """Derive clauses of the CNF, each ended by 0, in an order in which each follows from those before.

        Clauses between two that have a searched literal follow by unit propagation: they are one text.  progress:
        called before each searched clause, with the number of clauses before that one.
        """
        searched, start, done = self._searched, 0, 0
        for at in [at for at, lit in enumerate(found) if lit in searched]:
            if at < start:
                continue
            begin = at
            while begin > start and found[begin - 1]:
                begin -= 1
            self._propagated(found[start:begin])
            done += found[start:begin].count(0)
            progress(done)
            start, done = found.index(0, at) + 1, done + 1
            self._derive(found[begin:start])
        self._propagated(found[start:])

    def _propagated(self, found: list[int]) -> None:
        """Derive clauses by unit propagation, but the empty one."""
        if not found:
            return
        text = "rup " + "".join(map(self._texts.__getitem__, found))
        if EMPTY in text:
            for clause in clauses(found):
                self._derive([*clause, 0])
            return
        self._derived.append((found, self._proof.derive_all(text[: 5 - len(NEXT)], found.count(0))))

    def _derive(self, clause: list[int]) -> None:
        """Derive a clause, which a 0 ends."""
        if (literals := self._translated(clause[:-1])) is not None:
            self._derived.append((clause, self._clauses.derive(literals)))

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

    @cached_property
    def _numbers(self) -> dict[frozenset[Literal], list[int]]:
        """The numbers of all clauses by their literals."""
        found: dict[frozenset[Literal], list[int]] = {}
        words = self._words
        for flat, first in self._derived:
            for number, clause in enumerate(clauses(flat), first):
                found.setdefault(frozenset([words[lit] for lit in clause]) - {False}, []).append(number)
        return found

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
                number = self._proof.derive(self._lemma(literals))
                self._numbers.setdefault(frozenset(literals), []).append(number)

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
        return DerivedProof(self._proof.conclude(conclusion), names)


def _called(literals: dict[int, Literal], definitions: ProofDefinitions) -> dict[str, str]:
    """Return names with the numbers of the CNF's variables for definitions that are variables of the CNF."""
    called: dict[str, str] = {}
    for v, a in sorted(literals.items()):
        if isinstance(a, str) and (name := a.removeprefix("~")) in definitions.meanings:
            called.setdefault(name, f"y{v}")
    return called


def _renamed(literals: dict[int, Literal], called: dict[str, str]) -> dict[int, Literal]:
    words = called | {f"~{a}": f"~{b}" for a, b in called.items()}
    return {v: a if isinstance(a, bool) else words.get(a, a) for v, a in literals.items()}


def _name(literal: Literal) -> str:
    return ("1" if literal else "0") if isinstance(literal, bool) else literal
