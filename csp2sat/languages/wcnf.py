"""WCNF, the language of MaxSAT: hard clauses, which must hold, and soft clauses, whose violation has a cost.

    p wcnf 3 2 10           variables, clauses, and the weight of a hard clause: the form before 2022
    10 1 -2 0               hard
    3 2 3 0                 soft: violating it costs 3

    h 1 -2 0                the form since 2022 has no first line: hard
    3 2 3 0                 soft

The variables are Booleans whose names are their numbers.
"""

from __future__ import annotations

import re

from ..base.interpreter import CollectorOff
from ..base.numbers import SHORT, TooLong, cut, integer
from ..base.source import Source, word_pattern
from ..model.expr import Expr, any_of, bool_var, negation
from ..model.model import Constraint, Model, Origin, Soft
from ..tuples import NamedTuple
from .base.value_lines import show_literals
from .spec import Answers, Language

MOST = 10_000_000  # variables
FIRST = re.compile(r"(?:\s*c[^\n]*\n)*\s*(?:p[ \t]+wcnf\b|h[ \t]+-?[0-9])")
HEADER = re.compile(r"p[ \t]+wcnf[ \t]+([0-9]+)[ \t]+([0-9]+)(?:[ \t]+([0-9]+))?")
FRACTION = re.compile(r"[+-]?[0-9]*\.?[0-9]+(?:[eE][+-]?[0-9]+)?")
WEIGHT, LITERAL = re.compile(r"[0-9]+"), re.compile(r"-?[0-9]+")


class Header(NamedTuple):
    """The header: the numbers of variables and clauses, and the weight from which a clause is hard (None: no clause is
    hard).
    """

    num_vars: int
    num_clauses: int
    top: int | None


def fits(text: str) -> bool:
    """Whether a text begins with a header, or with a hard clause of the form since 2022."""
    return FIRST.match(text) is not None


def read(source: Source) -> Model:
    """Read a WCNF text as a model with weighted soft clauses. Raises InputError, with the place, if the text is no
    WCNF.
    """
    with CollectorOff():
        return _Reader(source).read()


class _Reader:
    """A reader of WCNF, with the header and the clauses so far, each clause on a line of its own."""

    def __init__(self, source: Source):
        self._source, self._header = source, Header(0, -1, None)
        self._clauses: list[tuple[int | None, list[int], int]] = []  # weight (None: hard), literals, line

    def read(self) -> Model:
        for number, line in enumerate(self._source.lines(), start=1):
            words = line.split()
            if not words or words[0].startswith("c"):
                continue
            if words[0] == "p":
                self._take_header(number, line)
            else:
                self._clauses.append(self._clause(number, line, words))
        if self._header.num_clauses not in (-1, len(self._clauses)):
            message = f"the header says {cut(self._header.num_clauses)} clauses, there are {len(self._clauses)}"
            raise self._source.error(message, 0)
        return self._model()

    def _take_header(self, number: int, line: str) -> None:
        found = HEADER.fullmatch(line.strip())
        if found is None or self._clauses or self._header.num_clauses != -1:
            raise self._source.error_in_line("expected one header `p wcnf VARIABLES CLAUSES TOP`, first", number)
        try:
            top = None if found[3] is None else integer(found[3])
            self._header = Header(integer(found[1]), integer(found[2]), top)
        except TooLong as error:
            raise self._source.error_in_line(str(error), number) from None
        if self._header.num_vars > MOST:
            raise self._source.error_in_line(f"expected at most {MOST} variables", number)

    def _clause(self, number: int, line: str, words: list[str]) -> tuple[int | None, list[int], int]:
        first, *rest = words
        with_header = self._header.num_clauses != -1
        if not (WEIGHT.fullmatch(first) or (first == "h" and not with_header)):
            what = "an integer from 0 on" if FRACTION.fullmatch(first) else "a number"
            raise self._wrong(number, line, first, f"no weight; expected {what}" + ("" if with_header else " or h"))
        if not rest or rest[-1] != "0":
            raise self._source.error_in_line("expected a 0 at the end of the clause", number, len(line.rstrip()) + 1)
        for word in rest[:-1]:
            if not LITERAL.fullmatch(word) or not word.strip("-0"):
                raise self._wrong(number, line, word, "not a literal")
            if len(word) > SHORT or abs(int(word)) > (self._header.num_vars if with_header else MOST):
                known = f"the header's {self._header.num_vars}" if with_header else str(MOST)
                raise self._wrong(number, line, word, f"literal beyond {known} variables")
        if first == "h":
            return None, list(map(int, rest[:-1])), number
        try:
            weight = integer(first)
        except TooLong as error:
            raise self._wrong(number, line, first, str(error)) from None
        hard = self._header.top is not None and weight >= self._header.top
        return None if hard else weight, list(map(int, rest[:-1])), number

    def _wrong(self, number: int, line: str, word: str, message: str) -> Exception:
        found = word_pattern(word, r"\S").search(line)
        return self._source.error_in_line(message, number, found.start() + 1 if found else 1)

    def _model(self) -> Model:
        model = Model(about={"language": LANGUAGE.name, "goal": "weighted"})
        largest = max((abs(lit) for _, clause, _ in self._clauses for lit in clause), default=0)
        for number in range(1, max(self._header.num_vars, largest) + 1):
            model.bool(str(number))
        for weight, clause, line in self._clauses:
            formula, origin = any_of(map(_literal, clause)), Origin("text", line, 1)
            if weight is None:
                model.add(formula, origin)
            else:
                model.soft.append(Soft(weight, Constraint(formula, origin)))
        return model


def _literal(number: int) -> Expr:
    variable = bool_var(str(abs(number)))
    return variable if number > 0 else negation(variable)


ANSWERS = Answers(values=lambda declared, answer: show_literals(declared, answer, " 0"), literals=True)
LANGUAGE = Language("wcnf", (".wcnf",), fits, read, dict, ANSWERS, example="h 1 -2 0")
