"""A pseudo-Boolean proof as it is written: its rules, and the numbers of the constraints that they derive."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from ..statement.definitions import Definitions, PbLine, negation

HEAD = "pseudo-Boolean proof version 3.0"


class PbProof:
    """The rules of a proof; `last` is the number of the last constraint."""

    def __init__(self, stated: int):
        self.rules = [HEAD, f"f {stated};"]
        self.last = stated

    def derive(self, rule: str) -> int:
        """Append a rule that derives a constraint, and return the number of the constraint."""
        self.rules.append(rule)
        self.last += 1
        return self.last

    def derive_all(self, rules: str, count: int) -> int:
        """Append `count` rules, each of which derives a constraint, and return the number of the first constraint."""
        self.rules.append(rules)
        self.last += count
        return self.last - count + 1

    def delete(self, numbers: Iterable[int]) -> None:
        """Append the deletion of constraints."""
        self.rules.append(f"del id {' '.join(map(str, numbers))};")

    def conclude(self, conclusion: str) -> str:
        """Append the conclusion, and return the text of the proof."""
        self.rules += ["output NONE;", f"conclusion {conclusion};", "end pseudo-Boolean proof;", ""]
        return "\n".join(self.rules)


class ProofDefinitions(Definitions):
    """Definitions by redundance: a new literal `d0`, `d1`, ..., and the numbers of its two implications.

    meanings: the inequality of each variable.  halves: the numbers of the constraints `variable implies inequality` and
    `inequality implies variable`, from `write` on.  stated: the inequalities of the statement's definitions.
    """

    def __init__(self, proof: PbProof, known: dict[object, str], stated: dict[str, PbLine]):
        super().__init__()
        self.known = dict(known)
        self.meanings: dict[str, PbLine] = {}
        self._stated = stated
        self.halves: dict[str, tuple[int, int]] = {}
        self._proof = proof

    def introduce(self, meaning: PbLine) -> str:
        name = f"d{len(self.meanings)}"
        self.meanings[name] = meaning
        return name

    def _shared(self, meaning: PbLine) -> str:
        """Return the literal of an inequality: that of the statement where it is defined with fewer nested parts."""
        if meaning.key not in self.known and (found := self.known.get(self._unnested(meaning).key)) is not None:
            return found
        return super()._shared(meaning)

    def _unnested(self, meaning: PbLine) -> PbLine:
        """Return a conjunction with the parts of the conjunctions in it in their places, and disjunctions likewise."""
        is_all = meaning.degree == sum(meaning.terms.values())
        if not is_all and meaning.degree != 1:
            return meaning
        parts, stack = dict[str, int](), [*meaning.terms]
        while stack:
            a = stack.pop()
            inner = self._stated.get(a.removeprefix("~"))
            inner = inner.negated() if inner is not None and a[0] == "~" else inner
            if inner is not None and inner.degree == (sum(inner.terms.values()) if is_all else 1):
                stack += inner.terms
            else:
                parts[a] = 1
        return PbLine(parts, len(parts) if is_all else 1)

    def above(self, names: set[str]) -> set[str]:
        """Return some names, and those of definitions that have one of them, or one of these, and so on."""
        found = set(names)
        size = -1
        while size < len(found) and found:
            size = len(found)
            for name, meaning in self.meanings.items():
                if name not in found and not found.isdisjoint([a.removeprefix("~") for a in meaning.terms]):
                    found.add(name)
        return found

    def is_sum(self, a: str) -> bool:
        """Whether a literal is defined as an inequality that is no conjunction and no disjunction."""
        meaning = self.meanings.get(a.removeprefix("~"))
        return meaning is not None and not (meaning.degree == 1 or meaning.degree == sum(meaning.terms.values()))

    def with_sums(self) -> set[str]:
        """Return the names of the definitions that are sums, or conjunctions or disjunctions of these."""
        found = set[str]()
        for name, meaning in (*reversed(self.meanings.items()), *self.meanings.items()):
            if self.is_sum(name) or not found.isdisjoint([a.removeprefix("~") for a in meaning.terms]):
                found.add(name)
        return found

    def write(self, called: dict[str, str]) -> None:
        """Write all definitions; `called` has other names for some of the variables."""
        words = called | {negation(a): negation(b) for a, b in called.items()}
        meanings, self.meanings = self.meanings, {}
        for old, (terms, degree) in meanings.items():
            name = called.get(old, old)
            meaning = PbLine({words.get(a, a): c for a, c in terms.items()}, degree)
            down, up = meaning.unless("~" + name), meaning.negated().unless(name)
            first = self._proof.derive(f"red {down.text()} : {name} -> 0;")
            self.halves[name] = first, self._proof.derive(f"red {up.text()} : {name} -> 1;")
            self.meanings[name] = meaning
            self.know(name, meaning)


def rup(literals: Sequence[str]) -> str:
    """Return the rule that derives a clause by unit propagation."""
    return f"rup {''.join([f'1 {a} ' for a in literals])}>= 1;"


def without_deletions(proof: str, needed: set[int]) -> str:
    """Return the text of a proof that deletes no constraint whose number is needed."""

    def kept(found: re.Match[str]) -> str:
        numbers = [each for each in found[1].split() if int(each) not in needed]
        return f"del id {' '.join(numbers)};\n" if numbers else ""

    return re.sub(r"^del id (.*);\n", kept, proof, flags=re.MULTILINE) if needed else proof
