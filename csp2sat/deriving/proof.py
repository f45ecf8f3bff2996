"""A pseudo-Boolean proof as it is written: its rules, and the numbers of the constraints that they derive."""

from __future__ import annotations

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
    `inequality implies variable`, from `write` on.
    """

    def __init__(self, proof: PbProof, known: dict[object, str]):
        super().__init__()
        self.known = dict(known)
        self.meanings: dict[str, PbLine] = {}
        self.halves: dict[str, tuple[int, int]] = {}
        self._proof = proof

    def introduce(self, meaning: PbLine) -> str:
        name = f"d{len(self.meanings)}"
        self.meanings[name] = meaning
        return name

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
