"""Solvers' answers, in every dialect.

`competition`: lines `c ...` (comments), `s STATUS`, `v LITERALS`; the status may come last, and other lines are
chatter. MaxSAT solvers add `o COST`, some of them with a model after each cost, the last of which counts; since 2022 a
model is one word of digits, 0 or 1 for each variable; the final 0 may be missing after a cost, if all variables have
values.

Pseudo-Boolean solvers print models as `v x1 -x2 x3`, with no 0 at the end.

`bare`: a word, then literals: MiniSat's result file and the output of `sat`/`unsat` solvers.

The form of an answer is checked here for all its readers: a model is ended by 0, has one sign of each variable and no
variable that the formula lacks, and agrees with the status. `Unvalued` finds the variables that a model leaves out,
which is right only for variables without clauses, for MiniSat does not print these.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Literal

from ...tuples import NamedTuple

if TYPE_CHECKING:
    from .outcome import Status

STATUSES: dict[str, Status] = {
    "SATISFIABLE": "sat",
    "OPTIMUM FOUND": "sat",
    "SAT": "sat",
    "UNSATISFIABLE": "unsat",
    "UNSAT": "unsat",
    "UNKNOWN": "unknown",
    "INDETERMINATE": "unknown",
    "INDET": "unknown",
}
Spelling = Literal["SATISFIABLE", "UNSATISFIABLE", "UNKNOWN"]
SPELLINGS: dict[Status, Spelling] = {"sat": "SATISFIABLE", "unsat": "UNSATISFIABLE", "unknown": "UNKNOWN"}
DIGEST = "c cnf sha256:"
PER_LINE = 300  # literals of a `v` line: even with ten digits each it stays below 4096 characters
OPTIMUM = "OPTIMUM FOUND"
_WORDS = {word.encode() for word in STATUSES}
_BITS, _ONE = re.compile(rb"[01]{2,}"), ord("1")
_LITERAL = re.compile(rb"-?[1-9][0-9]{0,9}|0")
_NOT_PLAIN = (b"_", b"+", b"-0", *(b" 0%d" % digit for digit in range(10)))  # what int() would take
_NAMED = re.compile(rb"v(?:[ \t]+-?x[1-9][0-9]{0,9})+[ \t]*")
_COST = re.compile(rb"o[ \t]+(-?[0-9]{1,4000})[ \t]*")
_SHOWN = 5  # variables that a message names
_VARIABLES = (1 << 31) - 1
TO_A_FILE = "MiniSat and Glucose write the answer to a file that is their second argument: minisat F.cnf F.out"


class SolverAnswer(NamedTuple):
    """The answer that a solver printed.

    status: None if there is no answer. literals: of the model, without the final 0. complaint: the fault of the text,
    or ''; line: the line of the fault (from 1; 0: the whole text). contradicts: whether the fault is that the answer
    contradicts itself or the formula, and not that it cannot be read. digest: the SHA-256 (hex) of the CNF that the
    answer is for, or '' if the answer does not name its CNF. optimum: whether the solver claims that the model is the
    best. cost: the cost of the model that the solver states, or None.
    """

    status: Status | None
    literals: list[int] = []  # noqa: RUF012  a NamedTuple's default, never changed
    complaint: str = ""
    line: int = 0
    contradicts: bool = False
    digest: str = ""
    optimum: bool = False
    cost: int | None = None


class _Wrong(Exception):
    """The error for a text that is no answer, with a description of the fault and its line."""

    contradicts = False


class _Cut(_Wrong):
    """The error for a model without its end."""


class _Contradiction(_Wrong):
    """The error for an answer that can be read, but cannot be right."""

    contradicts = True


def parse(text: bytes, num_vars: int | None = None, dialect: str = "auto") -> SolverAnswer:
    """Parse the text of a solver's answer; a fault is described in the result's `complaint`, and no error is raised.

    num_vars: the number of variables of the CNF, or None if it is not known. dialect: as in solvers.yaml, or `auto`.
    """
    lines = _numbered(text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n"))
    if dialect in ("auto", "result-file"):  # whatever a solver writes to a file
        dialect = "competition" if any(map(_is_competition, lines)) else "bare"
    try:
        answer = _competition(lines, num_vars) if dialect == "competition" else _bare(lines)
        _check_model(answer, num_vars)
        return answer._replace(digest=_digest(lines))
    except _Wrong as wrong:
        message, line = wrong.args
        expected = f"; expected {num_vars} and a 0" if isinstance(wrong, _Cut) and num_vars is not None else ""
        return SolverAnswer(None, complaint=message + expected, line=line, contradicts=wrong.contradicts)


def _numbered(lines: list[bytes]) -> list[bytes]:
    """Rewrite the `v x1 -x2 x3` lines of an answer with numbers (`v 1 -2 3`), and add a 0 to the last of these lines;
    other lines stay.
    """
    found = [at for at, line in enumerate(lines) if b"x" in line and _NAMED.fullmatch(line)]
    if not found:
        return lines
    plain = list(lines)
    for at in found:
        plain[at] = lines[at].replace(b"x", b"")
    plain[found[-1]] += b" 0"
    return plain


def _is_competition(line: bytes) -> bool:
    return line[:2] in (b"s ", b"v ", b"s\t", b"v\t", b"v")


def _competition(lines: list[bytes], num_vars: int | None) -> SolverAnswer:
    """Return the answer that `s`, `v` and `o` lines give; the answer has no status if there is no `s` line.

    Other lines are ignored, except for a first line (blank lines and comments aside) that is nothing but a status, such
    as `SAT` in MiniSat's result file: later `s` lines must agree with it. A model after an `o` line replaces the model
    before it; a single `o` line between the model and the `s` line states the cost of that model. num_vars: if there is
    an `o` line, a model with values of this number of variables may lack its 0; None: the 0 is required. Raises _Wrong
    if a line cannot be read or contradicts another line, and if the model is missing with `sat`.
    """
    file_word = _first_word(lines)  # of a result file
    word = ""
    values: list[bytes] = []
    better, costs = 0, list[int]()  # the line of the last cost, until its model comes
    is_late = settled = False  # whether the only cost so far came after a model, as of `clasp -q1`, and before a status
    for number, line in enumerate(lines, start=1):
        if cost := _COST.fullmatch(line):
            is_late, settled = bool(values) and not costs, False
            better, costs = number, [int(cost[1])]
        elif not _is_competition(line):
            continue
        elif line[:1] == b"v":
            if better:
                values.clear()
            values.append(line[1:])
            better = 0
        else:
            word = _status(line, number)
            settled = is_late
            if file_word and (STATUSES[file_word] != STATUSES[word] or (file_word == OPTIMUM) != (word == OPTIMUM)):
                raise _Contradiction(f"`{_show(line)}` contradicts an earlier status", number)
            file_word = word
    status = STATUSES.get(word)
    if status == "sat" and not values:
        raise _Wrong(f"`s {word}` without a model: no `v` line", 0)
    if status == "unknown":
        return SolverAnswer("unknown")
    if better and not settled and (values or status == "unsat"):
        raise _Contradiction(f"`{_show(lines[better - 1])}`, and no model of that cost after it", better)
    answer = SolverAnswer(status, optimum=word == OPTIMUM, cost=costs[0] if costs else None)
    if len(values) == 1 and _BITS.fullmatch(values[0].strip()):
        bits = values[0].strip()
        return answer._replace(literals=[v if bit == _ONE else -v for v, bit in enumerate(bits, start=1)])
    most = num_vars if costs else None
    return answer._replace(literals=_literals(b" ".join(values), lines, _is_competition, most) if values else [])


def _first_word(lines: list[bytes]) -> str:
    """Return the status with which MiniSat's result file begins, or '' if the first line that is no comment has no
    status.
    """
    first = next((line.strip() for line in lines if line.strip() and line[:2] not in _COMMENT), b"")
    return first.decode() if first in _WORDS else ""


def _status(line: bytes, number: int) -> str:
    word = " ".join(line[1:].decode("latin-1").split())
    if word == "UNSUPPORTED":
        raise _Wrong("s UNSUPPORTED: the solver does not take the input; there is no answer", number)
    if word not in STATUSES:
        raise _Wrong(f"`{_show(line)}` is no status", number)
    return word


def _bare(lines: list[bytes]) -> SolverAnswer:
    """Return the answer of the dialect `bare`: a first line with the status, which may be missing (`sat`), and lines of
    literals; the status is None if all lines are blank or comments. Raises _Wrong for other lines, and for `sat`
    without a model.
    """
    rest = [(number, line) for number, line in enumerate(lines, start=1) if line.strip() and line[:2] not in _COMMENT]
    if not rest:
        return SolverAnswer(None)
    number, first = rest[0]
    status = STATUSES.get(first.decode("latin-1").strip().upper())
    model = [line for _, line in rest[1 if status else 0 :]]
    if status is None:
        if not first.split()[0].lstrip(b"-").isdigit() or model[-1].split()[-1] != b"0":
            is_log = any(line.strip() in _WORDS for _, line in rest)
            expected = TO_A_FILE if is_log else "expected `s` and `v` lines, or SAT or UNSAT and then literals"
            raise _Wrong(f"`{_show(first)}` is no answer: {expected}", number)
        status = "sat"  # Glucose's result file has no first line
    if status == "sat" and not model:
        raise _Wrong(f"{first.decode().strip()} without a model; {TO_A_FILE}", 0)
    return SolverAnswer(status, _literals(b" ".join([b"", *model]), lines, lambda line: line in model) if model else [])


_COMMENT = (b"c", b"c ", b"c\t")


def _literals(
    text: bytes, lines: list[bytes], has_literals: Callable[[bytes], bool], num_vars: int | None = None
) -> list[int]:
    """Return the literals of `text` before the 0 that ends the model.

    lines: all lines of the answer, and has_literals: which of them have literals, to find the place of a fault.
    num_vars: with literals of that number of variables the 0 may be missing; None: the 0 is required. Raises _Wrong for
    a word that is no literal, for a model without its end, and for literals after the 0.
    """
    words = text.split()
    if words and words[-1] == b"-":
        raise _cut(words[:-1])
    if any(each in text for each in _NOT_PLAIN):
        raise _wrong_word(lines, has_literals)
    try:
        literals = list(map(int, words))
    except ValueError:
        raise _wrong_word(lines, has_literals) from None
    if 0 in literals[:-1]:
        raise _Contradiction("literals after the 0 that ends the model", 0)
    if literals and literals[-1] == 0:
        return literals[:-1]
    if num_vars is None or Unvalued(literals, num_vars):
        raise _cut(words)
    return literals


def _cut(words: list[bytes]) -> _Cut:
    last = f", the last one `{_show(words[-1])}`" if words else ""
    return _Cut(f"the model is cut short: {_counted(len(words))}{last}, and no 0 that ends it", 0)


def _counted(number: int) -> str:
    return f"{number} value{'' if number == 1 else 's'}"


def _wrong_word(lines: list[bytes], has_literals: Callable[[bytes], bool]) -> _Wrong:
    """Return the error that names the first word, in the lines that have literals, that is no literal."""
    for number, line in enumerate(lines, start=1):
        if has_literals(line) and line[:1] != b"s":
            for word in line.removeprefix(b"v").split():
                if not _LITERAL.fullmatch(word):
                    return _Wrong(f"`{_show(word)}` is not a literal", number)
    return _Wrong("a number that is no literal", 0)


class Unvalued(Collection[int]):
    """The variables of 1..num_vars that occur in none of the literals, in increasing order. The variables are not
    stored, as a header may state any number of variables.
    """

    def __init__(self, literals: Iterable[int], num_vars: int):
        self._valued, self._num_vars = {v for v in map(abs, literals) if v <= num_vars}, num_vars

    def __len__(self) -> int:
        return self._num_vars - len(self._valued)

    def __iter__(self) -> Iterator[int]:
        return (v for v in range(1, self._num_vars + 1) if v not in self._valued)

    def __contains__(self, variable: object) -> bool:
        return isinstance(variable, int) and 0 < variable <= self._num_vars and variable not in self._valued


def too_few(number: int, num_vars: int, missing: Collection[int]) -> str:
    """Return the complaint about a model of `number` values, for a formula of `num_vars` variables, that lacks the
    `missing` variables.
    """
    shown = ", ".join(map(str, islice(missing, _SHOWN))) + (", ..." if len(missing) > _SHOWN else "")
    which = f"variable {shown} has" if len(missing) == 1 else f"variables {shown} have"
    return f"the model has {_counted(number)}; expected {num_vars}: {which} none"


def _check_model(answer: SolverAnswer, num_vars: int | None) -> None:
    """Raise _Contradiction for a model with the status `unsat`, with a variable beyond `num_vars` (None: 2^31 - 1), or
    with both literals of a variable.
    """
    if not answer.literals:
        return
    if answer.status == "unsat":
        raise _Contradiction("a model with the status UNSATISFIABLE", 0)
    most = _VARIABLES if num_vars is None else num_vars
    if max(answer.literals) > most or min(answer.literals) < -most:
        wrong = next(a for a in answer.literals if abs(a) > most)
        raise _Contradiction(f"literal {_show(str(wrong).encode())} is beyond the formula's {most} variables", 0)
    distinct = set(answer.literals)
    if len(set(map(abs, distinct))) < len(distinct):
        wrong = next(a for a in answer.literals if -a in distinct)
        raise _Contradiction(f"both {abs(wrong)} and {-abs(wrong)} are in the model", 0)


def _digest(lines: list[bytes]) -> str:
    """Return the digest of the CNF that the answer states, '' if there is none. Raises _Contradiction for two different
    digests.
    """
    prefix = DIGEST.encode()
    found = [(n, line) for n, line in enumerate(lines, start=1) if line.startswith(prefix)]
    if len({line.rstrip() for _, line in found}) > 1:
        raise _Contradiction("answers to two CNFs", found[-1][0])
    return found[0][1].removeprefix(prefix).decode("latin-1").strip() if found else ""


def _show(text: bytes) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:61].decode("utf-8", "replace").strip())
    return shown if len(text) <= 60 else shown[:57] + "..."


def complete(literals: Iterable[int], num_vars: int) -> list[int]:
    """Return the true literal of each variable 1..num_vars in order; a variable without a positive literal is false."""
    values = list(range(0, -num_vars - 1, -1))
    for literal in literals:
        if literal > 0:
            values[literal] = literal
    return values[1:]


def show(status: Status, literals: list[int]) -> str:
    """Return the text of an answer: an `s` line, and with `sat` the `v` lines of the model, none longer than 4096
    characters.
    """
    lines = [f"s {SPELLINGS[status]}"]
    return lines[0] + "\n" + (show_model(literals) if status == "sat" else "")


def show_model(literals: list[int]) -> str:
    """Return the `v` lines of a model, with the final 0, none longer than 4096 characters."""
    values = [*literals, 0]
    lines = ("v " + " ".join(map(str, values[i : i + PER_LINE])) for i in range(0, len(values), PER_LINE))
    return "\n".join(lines) + "\n"
