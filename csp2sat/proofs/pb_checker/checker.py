"""The checker: each rule of a proof is checked, and the claim at its end.

The constraints have numbers: those of the statement first, then each derived one.  The rules of the subset are rup,
pol, red, del, sol and soli; the claim is one of `UNSAT`, `SAT`, `BOUNDS` and `NONE`.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator

from ...errors import LimitReached
from .inequality import Inequality
from .ladders import Counter
from .propagation import PbPropagation
from .reading import (
    SHOWN,
    CheckedText,
    LiteralNames,
    ProofRule,
    ReadStatement,
    inequality,
    integer,
    read_rules,
    read_statement,
)
from .redundance import KnownConstraints, is_redundant, witness
from .solutions import PbVerdict, Solutions

OFTEN = 256  # rules between two checks of the time


def check(statement: CheckedText, proof: CheckedText, deadline: float | None = None) -> PbVerdict:
    """Check a proof against a statement, and return its claim.

    Raises NotAccepted with the place of the fault, and LimitReached after the deadline, a time of time.monotonic().
    """
    names = LiteralNames()
    checker = _Checker(read_statement(statement, names), names)
    rule = None
    try:
        for number, rule in enumerate(read_rules(proof)):
            if number % OFTEN == 0 and deadline is not None and time.monotonic() > deadline:
                raise LimitReached("time")
            checker.step(rule)
    except (ValueError, KeyError, IndexError) as error:
        raise proof.error(rule.offset if rule else 0, _words(error)) from None
    if checker.verdict is None:
        raise proof.error(len(proof.text), "the proof has no conclusion")
    checker.verdict.keys, checker.verdict.names = checker.seen, names
    return checker.verdict


def _words(error: Exception) -> str:
    return str(error) if isinstance(error, ValueError) else "the rule is malformed"


class _Checker:
    """The constraints so far, and a method for each rule.

    verdict: the claim of the rule `conclusion`, None before.  seen: the keys of all constraints that were ever there.
    """

    def __init__(self, statement: ReadStatement, names: LiteralNames):
        self.verdict: PbVerdict | None = None
        self.seen: set[object] = set()
        self._names, self._labels = names, dict(statement.labels)
        self._engine = PbPropagation()
        self._core = len(statement.inequalities)
        self._solutions = Solutions(statement, names)
        self._list: list[Inequality | None] = [None]  # by number, from 1
        self._kept: dict[int, Inequality] = {}  # all that an obligation may be about
        self._keys: dict[object, int] = {}  # of these, with their number
        self._handles: dict[int, list[int] | Counter | None] = {}
        self._uses: list[list[int]] = []
        self._output = False
        self._fixed: set[int] = set()  # the bounds by soli, which are never deleted
        self._needed: set[int] = set()  # what stays after its deletion
        self._known = KnownConstraints(self._keys, statement.objective, self._engine)
        self._engine.begin(statement.inequalities)
        for each in statement.inequalities:
            self._add(each)
        self._rules: dict[str, Callable[[list[str]], None]] = {
            "rup": self._rup,
            "pol": self._pol,
            "red": self._red,
            "del": self._del,
            "sol": self._sol,
            "soli": self._soli,
            "f": self._f,
            "output": self._output_none,
            "conclusion": self._conclusion,
        }

    def step(self, rule: ProofRule) -> None:
        """Check a rule; raise ValueError, KeyError or IndexError if it is malformed or does not follow."""
        words, label = rule.words, ""
        if self.verdict is not None:
            raise ValueError("expected nothing between the conclusion and the end")
        if words and words[0].startswith("@"):
            label, words = words[0], words[1:]
            if label in self._labels or words[:1] not in (["rup"], ["pol"], ["red"], ["soli"]):
                raise ValueError(f"the label {label} is given twice, or stands before a rule that derives nothing")
        name = words[0] if words else ""
        if name not in self._rules:
            raise ValueError(f"the rule {name[:20]!r} is unknown here")
        if self._output and name != "conclusion":
            raise ValueError("expected the conclusion after `output`")
        self._rules[name](words[1:])
        if label:
            self._labels[label] = len(self._list) - 1

    def _add(self, found: Inequality, is_stated: bool = True) -> None:
        """Add a constraint under the next number; is_stated: as for `PbPropagation.add`."""
        number = len(self._list)
        literals = len(self._names)
        self._engine.grow(literals)
        if len(self._uses) < literals:
            self._uses += [[] for _ in range(literals - len(self._uses))]
        self._list.append(found)
        self._kept[number] = found
        for a in found.terms:
            self._uses[a & -2].append(number)
        key = found.key
        self.seen.add(key)
        self._keys[key] = self._keys.get(key, 0) + 1
        self._handles[number] = self._engine.add(found, is_stated)

    def _number(self, word: str) -> int:
        """Return the number of the constraint that is cited by number, by negative number or by label."""
        number = self._labels[word] if word.startswith("@") else integer(word)
        if number < 0:
            number += len(self._list)
        if not 0 < number < len(self._list) or self._list[number] is None:
            raise ValueError(f"there is no constraint {word[:SHOWN]}")
        return number

    def _cited(self, word: str) -> Inequality:
        found = self._list[self._number(word)]
        assert found is not None
        return found

    def _f(self, words: list[str]) -> None:
        if len(self._list) - 1 != self._core or [*map(integer, words)] not in ([], [self._core]):
            raise ValueError(f"the statement has {self._core} constraints, an equation counted twice")

    def _rup(self, words: list[str]) -> None:
        at = words.index(":") if ":" in words else None
        claim = inequality(words[:at], self._names)
        self._engine.grow(len(self._names))
        if at is not None:
            engine = PbPropagation()
            engine.grow(len(self._names))
            for word in words[at + 1 :]:
                if word != "~":
                    engine.add(self._cited(word))
            follows = engine.refutes(claim.negated())
        elif claim.is_clause():
            follows = self._engine.refutes_clause([*claim.terms])
        else:
            follows = self._engine.refutes(claim.negated())
        if not follows:
            raise ValueError("the constraint does not follow by unit propagation")
        self._add(claim, is_stated=False)

    def _pol(self, words: list[str]) -> None:
        stack: list[Inequality | int] = []
        for place, word in enumerate(words):
            if word in ("+", "*", "d", "s", "w"):
                self._operate(word, stack)
            elif word.startswith("@"):
                stack.append(self._cited(word))
            elif word[:1].isdigit() or word[:1] in "+-":
                after = words[place + 1 : place + 2]
                stack.append(integer(word) if after in (["*"], ["d"]) else self._cited(word))
            else:
                stack.append(Inequality({self._names[word]: 1}, 0))
        if len(stack) != 1 or isinstance(stack[0], int):
            raise ValueError("`pol` must leave one constraint")
        self._add(stack[0])

    def _operate(self, operator: str, stack: list[Inequality | int]) -> None:
        top = stack.pop()
        if operator == "s":
            found = _constraint(top).saturated()
        elif operator == "+":
            found = _constraint(stack.pop()).plus(_constraint(top))
        elif operator == "w":
            literal = _constraint(top)
            if literal.degree or len(literal.terms) != 1:
                raise ValueError("expected a variable before `w`")
            found = _constraint(stack.pop()).without(*literal.terms)
        else:
            if not isinstance(top, int) or top < 1:
                raise ValueError(f"expected a positive number before `{operator}`")
            below = _constraint(stack.pop())
            found = below.times(top) if operator == "*" else below.divided(top)
        stack.append(found)

    def _red(self, words: list[str]) -> None:
        at = words.index(":") if ":" in words else len(words)
        claim = inequality(words[:at], self._names)
        rest = [word for word in words[at + 1 :] if word != "->"]
        if len(rest) % 2 or words[at + 2 :: 3] != ["->"] * (len(rest) // 2):
            raise ValueError("malformed witness; expected VARIABLE -> 0, 1 or LITERAL")
        pairs = [(self._names[a], self._target(to)) for a, to in zip(rest[::2], rest[1::2], strict=True)]
        change = witness(pairs)
        self._engine.grow(len(self._names))
        if not is_redundant(claim, change, self._touched(change), self._known):
            raise ValueError("the constraint is not redundant by this witness")
        self._add(claim)

    def _target(self, word: str) -> int | bool:
        return word == "1" if word in ("0", "1") else self._names[word]

    def _touched(self, change: dict[int, int | bool]) -> Iterator[Inequality]:
        """Yield the constraints in which a variable of the witness occurs."""
        numbers: set[int] = set()
        for a in change:
            if a < len(self._uses) and not a & 1:
                self._uses[a] = [number for number in self._uses[a] if number in self._kept]
                numbers.update(self._uses[a])
        return (self._kept[number] for number in sorted(numbers))

    def _del(self, words: list[str]) -> None:
        if words[:1] == ["id"]:
            numbers = [*map(self._number, words[1:])]
        elif words[:1] == ["range"] and len(words) == 3:
            first, last = map(integer, words[1:])
            numbers = [each for each in range(max(first, 1), min(last, len(self._list))) if self._list[each]]
        else:
            raise ValueError("expected `del id` or `del range`")
        for number in numbers:
            if number <= self._core or number in self._fixed:
                raise ValueError(f"constraint {number} cannot be deleted: it is one of the statement, or a bound")
            self._delete(number)

    def _delete(self, number: int) -> None:
        """Delete a constraint; if it may have fixed a literal for ever, it stays, but cannot be cited any more."""
        found, true = self._list[number], self._engine.true
        self._list[number] = None
        handle = self._handles.pop(number)
        if found is None or self._engine.conflict or any(true[a] for a in found.terms):
            self._needed.add(number)
            return
        del self._kept[number]
        self._engine.remove(handle)
        key = found.key
        self._keys[key] -= 1
        if not self._keys[key]:
            del self._keys[key]

    def _sol(self, words: list[str]) -> None:
        self._solutions.log(words)

    def _soli(self, words: list[str]) -> None:
        self._add(self._solutions.improvement(words))
        self._fixed.add(len(self._list) - 1)

    def _output_none(self, words: list[str]) -> None:
        if words != ["NONE"]:
            raise ValueError("expected `output NONE`")
        self._output = True

    def _conclusion(self, words: list[str]) -> None:
        kind, rest = words[0], words[1:]
        if not self._output:
            raise ValueError("expected `output NONE` before the conclusion")
        cited = self._cited(rest[rest.index(":") + 1]) if kind in ("UNSAT", "BOUNDS") else None
        self.verdict = self._solutions.concluded(kind, rest, cited)
        self.verdict.needed = self._needed


def _constraint(found: Inequality | int) -> Inequality:
    if isinstance(found, int):
        raise ValueError("expected a constraint, not a number")
    return found
