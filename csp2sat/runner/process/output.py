"""Solvers' answers, in every dialect.

`competition`: lines `c ...` (comments), `s STATUS`, `v LITERALS`; the status may come last, the final 0 may be missing,
other lines are chatter.  MaxSAT solvers add `o COST`, some of them a model each time, of which the last one counts,
and since 2022 a model is one word of digits, 0 or 1 for each variable.
`bare`: a word, then literals: MiniSat's result file and what `sat`/`unsat` solvers print.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, NamedTuple

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
SPELLINGS: dict[Status, str] = {"sat": "SATISFIABLE", "unsat": "UNSATISFIABLE", "unknown": "UNKNOWN"}
DIGEST = "c cnf sha256:"
PER_LINE = 300  # literals of a `v` line: even with ten digits each it stays below 4096 characters
OPTIMUM = b"s OPTIMUM FOUND"
_BITS, _ONE = re.compile(rb"[01]{2,}"), ord("1")
_LITERAL = re.compile(rb"-?[0-9]{1,10}")
_VARIABLES = (1 << 31) - 1


class SolverAnswer(NamedTuple):
    """What a solver said.

    status: None when it said none.  literals: of the model, without the final 0; ended: that 0 was there.
    complaint: what is wrong with the text, or ""; line: where (from 1; 0: all of it).
    digest: SHA-256 (hex) of the CNF that the answer is for, if it says so.
    optimum: the solver says that the model is the best one.
    """

    status: Status | None
    literals: list[int] = []  # noqa: RUF012  a NamedTuple's default, never changed
    ended: bool = True
    complaint: str = ""
    line: int = 0
    digest: str = ""
    optimum: bool = False


class _Wrong(Exception):
    """A text that is no answer: what is wrong, and in which line."""


def parse(text: bytes, num_vars: int | None = None, dialect: str = "auto") -> SolverAnswer:
    """Read an answer.  num_vars: of the CNF, if known.  dialect: as in solvers.yaml, or `auto`."""
    lines = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
    if dialect in ("auto", "result-file"):  # whatever a solver writes to a file
        dialect = "competition" if any(map(_is_competition, lines)) else "bare"
    read: Callable[[list[bytes]], SolverAnswer] = _competition if dialect == "competition" else _bare
    try:
        answer = read(lines)
        _check_model(answer, num_vars)
    except _Wrong as wrong:
        message, line = wrong.args
        return SolverAnswer(None, complaint=message, line=line)
    return answer._replace(digest=_digest(lines))


def _is_competition(line: bytes) -> bool:
    return line[:2] in (b"s ", b"v ", b"s\t", b"v\t", b"v")


def _competition(lines: list[bytes]) -> SolverAnswer:
    status: Status | None = None
    values: list[bytes] = []
    better = False
    for number, line in enumerate(lines, start=1):
        better = better or line[:2] == b"o "
        if not _is_competition(line):
            continue
        if line[:1] == b"v":
            if better:
                values.clear()
            values.append(line[1:])
            better = False
            continue
        said = _status(line, number)
        if status not in (None, said):
            raise _Wrong(f"`{_show(line)}` contradicts an earlier status", number)
        status = said
    if status == "sat" and not values:
        raise _Wrong("`s SATISFIABLE` without a model: no `v` line", 0)
    if status == "unknown":
        return SolverAnswer("unknown")
    optimum = OPTIMUM in lines
    if len(values) == 1 and _BITS.fullmatch(values[0].strip()):
        bits = values[0].strip()
        return SolverAnswer(status, [v if bit == _ONE else -v for v, bit in enumerate(bits, start=1)], optimum=optimum)
    return SolverAnswer(status, *_literals(b" ".join(values), lines, _is_competition), optimum=optimum)


def _status(line: bytes, number: int) -> Status:
    word = " ".join(line[1:].decode("latin-1").split())
    if word not in STATUSES:
        raise _Wrong(f"`{_show(line)}` is no status", number)
    return STATUSES[word]


def _bare(lines: list[bytes]) -> SolverAnswer:
    rest = [(number, line) for number, line in enumerate(lines, start=1) if line.strip() and line[:2] not in _COMMENT]
    if not rest:
        return SolverAnswer(None)
    number, first = rest[0]
    status = STATUSES.get(first.decode("latin-1").strip().upper())
    model = [line for _, line in rest[1 if status else 0 :]]
    if status is None:
        if not first.split()[0].lstrip(b"-").isdigit() or model[-1].split()[-1] != b"0":
            expected = "expected `s` and `v` lines, or SAT or UNSAT and then literals"
            raise _Wrong(f"`{_show(first)}` is no answer: {expected}", number)
        status = "sat"  # Glucose's result file has no first line
    if status == "sat" and not model:
        raise _Wrong("SAT without a model", 0)
    return SolverAnswer(status, *_literals(b" ".join(model), lines, lambda line: line in model))


_COMMENT = (b"c", b"c ", b"c\t")


def _literals(text: bytes, lines: list[bytes], has_literals: Callable[[bytes], bool]) -> tuple[list[int], bool]:
    """The literals before the 0, and is it there?  `lines` and `has_literals` serve to say where something is wrong."""
    words = text.split()
    if b"_" in text or b"+" in text:  # int() would take them
        raise _wrong_word(lines, has_literals)
    try:
        literals = list(map(int, words))
    except ValueError:
        raise _wrong_word(lines, has_literals) from None
    if 0 in literals[:-1]:
        raise _Wrong("literals after the 0 that ends the model", 0)
    return (literals[:-1], True) if literals and literals[-1] == 0 else (literals, not literals)


def _wrong_word(lines: list[bytes], has_literals: Callable[[bytes], bool]) -> _Wrong:
    for number, line in enumerate(lines, start=1):
        if has_literals(line) and line[:1] != b"s":
            for word in line.removeprefix(b"v").split():
                if not _LITERAL.fullmatch(word):
                    return _Wrong(f"`{_show(word)}` is not a literal", number)
    return _Wrong("a number that is no literal", 0)


def _check_model(answer: SolverAnswer, num_vars: int | None) -> None:
    if not answer.literals:
        return
    if answer.status == "unsat":
        raise _Wrong("a model, and yet unsatisfiable", 0)
    most = _VARIABLES if num_vars is None else num_vars
    if max(answer.literals) > most or min(answer.literals) < -most:
        wrong = next(a for a in answer.literals if abs(a) > most)
        raise _Wrong(f"literal {wrong} is beyond the formula's {most} variables", 0)
    distinct = set(answer.literals)
    if len(set(map(abs, distinct))) < len(distinct):
        wrong = next(a for a in answer.literals if -a in distinct)
        raise _Wrong(f"both {abs(wrong)} and {-abs(wrong)} are in the model", 0)


def _digest(lines: list[bytes]) -> str:
    prefix = DIGEST.encode()
    found = [line for line in lines if line.startswith(prefix)]
    return found[0].removeprefix(prefix).decode("latin-1").strip() if found else ""


def _show(text: bytes) -> str:
    shown = "".join(c if c.isprintable() else "?" for c in text[:61].decode("utf-8", "replace").strip())
    return shown if len(text) <= 60 else shown[:57] + "..."


def complete(literals: Iterable[int], num_vars: int) -> list[int]:
    """The true literal of each variable 1..num_vars; a variable that is not mentioned is false."""
    values = list(range(0, -num_vars - 1, -1))
    for literal in literals:
        if literal > 0:
            values[literal] = literal
    return values[1:]


def show(status: Status, literals: list[int]) -> str:
    """The answer as `s` and `v` lines, none longer than 4096 characters."""
    lines = [f"s {SPELLINGS[status]}"]
    return lines[0] + "\n" + (show_model(literals) if status == "sat" else "")


def show_model(literals: list[int]) -> str:
    """The `v` lines of a model, none longer than 4096 characters."""
    values = [*literals, 0]
    lines = ("v " + " ".join(map(str, values[i : i + PER_LINE])) for i in range(0, len(values), PER_LINE))
    return "\n".join(lines) + "\n"
