"""The texts: a statement in OPB, and the rules of a proof as words, with their lines for errors."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...errors import InputError, Place
from .inequality import Inequality, normal

NUMBER = re.compile(r"[+-]?[0-9]+")
NAME = re.compile(r"~?[A-Za-z_][A-Za-z0-9_\[\]{}^-]+")
COMMENT = re.compile(r"%[^\n]*")
SHOWN = 100  # characters of a rule that an error shows
ONE = frozenset(("1",))


class NotAccepted(InputError):
    """An error: a statement or a proof that is malformed, or a step that does not follow."""


class LiteralNames(dict[str, int]):
    """A map from names, with or without `~`, to literals; a new name gets a new variable.

    Raises ValueError for a word that is no name.
    """

    def __missing__(self, word: str) -> int:
        if not NAME.fullmatch(word):
            raise ValueError(f"{word[:SHOWN]!r} is no literal")
        plain = word.removeprefix("~")
        number = len(self)  # both literals of each variable are there
        self[plain], self["~" + plain] = number, number + 1
        return self[word]


class CheckedText(NamedTuple):
    """A text with its path, from which errors are made."""

    path: str
    text: str

    def error(self, offset: int, message: str) -> NotAccepted:
        """Return the error for what begins at an offset of the text."""
        found = re.compile(r"\S").search(self.text, min(offset, len(self.text)))
        at = found.start() if found else offset
        start = self.text.rfind("\n", 0, at) + 1
        line = self.text[start:].split("\n", 1)[0]
        return NotAccepted(message, Place(self.path, self.text.count("\n", 0, at) + 1, at - start + 1, line))


class ReadStatement(NamedTuple):
    """A statement: its inequalities, their labels, and the objective, None if there is none."""

    inequalities: list[Inequality]
    labels: dict[str, int]
    objective: dict[int, int] | None


def integer(word: str) -> int:
    """Return the integer that a word is; raise ValueError for another word."""
    if not NUMBER.fullmatch(word):
        raise ValueError(f"{word[:SHOWN]!r} is no integer")
    return int(word)


def inequality(words: Sequence[str], names: LiteralNames) -> Inequality:
    """Return the inequality of the words `1 x1 -2 ~x2 >= 1`; raise ValueError for other words."""
    if len(words) % 2 or words[-2:-1] != [">="]:
        raise ValueError("no inequality; expected COEFFICIENT LITERAL ... >= NUMBER")
    if words[-1] == "1" and ONE.issuperset(words[:-2:2]):
        lits = [*map(names.__getitem__, words[1:-2:2])]
        if len({a >> 1 for a in lits}) == len(lits):
            return Inequality(dict.fromkeys(lits, 1), 1)
    return normal(_terms(words[:-2], names), integer(words[-1]))


def _terms(words: Sequence[str], names: LiteralNames) -> list[tuple[int, int]]:
    return [(integer(c), names[a]) for c, a in zip(words[::2], words[1::2], strict=True)]


def read_statement(source: CheckedText, names: LiteralNames) -> ReadStatement:
    """Read a statement in OPB.  Raises NotAccepted with the place of the fault."""
    found = ReadStatement([], {}, None)
    sizes = re.match(r"\* #variable= ([0-9]+) #constraint= ([0-9]+)\n", source.text)
    if sizes is None:
        raise source.error(0, "expected `* #variable= N #constraint= M`")
    offset = stated = 0
    for line in source.text.split("\n"):
        words = line.split()
        if words and not line.startswith("*"):
            try:
                if words.pop() != ";":
                    raise ValueError("expected one constraint in a line, and `;` at its end")
                if words[:1] == ["min:"]:
                    if stated or found.objective is not None:
                        raise ValueError("expected the objective before all constraints, once")
                    found = found._replace(objective=_objective(words[1:], names))
                else:
                    _state(found, words, names)
                    stated += 1
            except ValueError as error:
                raise source.error(offset, str(error)) from None
        offset += len(line) + 1
    if (len(names) // 2, stated) != (int(sizes[1]), int(sizes[2])):
        raise source.error(0, f"the statement has {len(names) // 2} variables and {stated} constraints")
    return found


def _objective(words: Sequence[str], names: LiteralNames) -> dict[int, int]:
    found: dict[int, int] = {}
    for c, a in _terms(words, names):
        if a in found or a ^ 1 in found:
            raise ValueError("a variable stands twice in the objective")
        found[a] = c
    return found


def _state(found: ReadStatement, words: list[str], names: LiteralNames) -> None:
    """Append the inequality, or both inequalities of an equation, that the words of a line are."""
    label = words.pop(0) if words and words[0].startswith("@") else ""
    relation = words[-2] if len(words) > 1 else ""
    if relation not in (">=", "<=", "="):
        raise ValueError("expected `>=`, `<=` or `=`, and a number")
    if label and relation != ">=":
        raise ValueError("a label stands before `>=` constraints only")
    pairs, degree = _terms(words[:-2], names), integer(words[-1])
    if label:
        if label in found.labels:
            raise ValueError(f"the label {label} is given twice")
        found.labels[label] = len(found.inequalities) + 1
    if relation in (">=", "="):
        found.inequalities.append(normal(pairs, degree))
    if relation in ("<=", "="):
        found.inequalities.append(normal([(-c, a) for c, a in pairs], -degree))


class ProofRule(NamedTuple):
    """A rule of a proof: its words, and the offset at which it begins."""

    words: list[str]
    offset: int


def read_rules(source: CheckedText) -> list[ProofRule]:
    """Return the rules of a proof, without its first and last line.  Raises NotAccepted."""
    text = COMMENT.sub(lambda found: " " * len(found[0]), source.text) if "%" in source.text else source.text
    first, _, _ = text.partition("\n")
    if first.split() != ["pseudo-Boolean", "proof", "version", "3.0"]:
        raise source.error(0, "expected `pseudo-Boolean proof version 3.0`")
    rules, offset = list[ProofRule](), len(first)
    *parts, rest = text[offset:].split(";")
    for part in parts:
        rules.append(ProofRule(part.split(), offset))
        offset += len(part) + 1
    if rest.strip():
        raise source.error(offset, "expected `;` at the end of a rule")
    if not rules or rules.pop().words != ["end", "pseudo-Boolean", "proof"]:
        raise source.error(len(source.text), "the proof is cut short; expected `end pseudo-Boolean proof;`")
    return rules
