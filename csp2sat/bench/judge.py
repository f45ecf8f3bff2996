"""The judgement of a benchmark's answers: by known answers, and by models that other solvers have found."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import PurePath

from ..base import files
from ..errors import InputError, Place
from .store import ResultRow

SOLVED = ("sat", "unsat", "optimum")
VALUE = re.compile(r"[+-]?[0-9]{1,4000}")
FEW = 2  # programs that agree: a known answer which they contradict may be the error
REFUTED = "UNSAT by the encoder"  # the reason of an answer that takes no search


@dataclass(frozen=True)
class Judgement:
    """The rows of a benchmark after judging.

    rows: the last row of each run, with the status `wrong` for a wrong answer.  doubts: contradictions that cannot be
    decided, in words.  unconfirmed: the number of inputs that a single solver, with no known answer, calls
    unsatisfiable; lone_optima: those of which a single solver, with no known answer, says what the best value is.
    unexpected: the keys of the rows that are wrong by the known answer alone.  lone: the keys of the rows with an
    answer that `unconfirmed` or `lone_optima` counts.  superseded: pairs of a row that is left
    out and the row that stands for it, of another version of the solver or the encoder, or with other limits.
    """

    rows: list[ResultRow]
    doubts: list[str]
    unconfirmed: int = 0
    lone_optima: int = 0
    unexpected: frozenset[str] = frozenset()
    lone: frozenset[str] = frozenset()
    superseded: Sequence[tuple[ResultRow, ResultRow]] = ()

    def wrong(self) -> list[ResultRow]:
        return [row for row in self.rows if row["status"] == "wrong"]

    def refuted(self) -> list[ResultRow]:
        """Return the rows that are wrong whatever the known answers are."""
        return [row for row in self.wrong() if row["key"] not in self.unexpected]

    def unreadable(self) -> dict[str, str]:
        """Return the inputs that could not be read or encoded because of an error, by name with the reason, which names
        the input, too; time limits do not count.
        """
        failed = (row for row in self.rows if row["status"] == "error" and row.get("cnf", "") is None)
        return {
            row["input"]: row["why"] if row["input"] in row["why"] else f"{row['input']}: {row['why']}"
            for row in failed
        }


def judge(rows: Sequence[ResultRow], expected: Mapping[str, str] | None = None) -> Judgement:
    """Compare the answers for each input, and return the last row of each run, with wrong answers marked.

    expected: known answers by names of inputs (see `known`), which take precedence over known answers in rows; None:
    there are none.  Solutions in rows were checked, so they count as true: an `unsat` for the same input is wrong, and
    so is a bound if a solution has a better value than the bound.  A known answer is a doubt if a solution contradicts
    the known answer, or if at least FEW programs do and no other row contradicts these programs.
    """
    by_input: dict[str, list[ResultRow]] = defaultdict(list)
    for row in latest(rows):
        by_input[row["digest"]].append(row)
    judged: list[ResultRow] = []
    doubts = []
    unexpected: set[str] = set()
    lone: set[str] = set()
    unconfirmed = lone_optima = 0
    for same in by_input.values():
        wanted = known(same[0]["input"], expected or {}) or next((r["expect"] for r in same if r.get("expect")), "")
        best = best_valued(same)
        satisfied = best or next((row for row in same if row["status"] == "sat"), None)
        if satisfied and _is_doubtful(best, wanted):
            found = "a model" if wanted == "unsat" or not best else f"a solution of value {best['value']}"
            who = f"{satisfied['solver']}, {satisfied['encoding']}"
            doubts.append(f"{same[0]['input']}: expected {wanted}, but there is {found} that was checked ({who})")
        if against := _contradicted(same, satisfied, best, wanted):
            doubts.append(f"{same[0]['input']}: expected {wanted}, but {against}")
        judged += [_judged(row, satisfied, best, "" if against else wanted) for row in same]
        proved = [_judged(row, satisfied, best, "")["status"] for row in same]
        unexpected.update(
            row["key"]
            for row, alone in zip(judged[-len(same) :], proved, strict=True)
            if row["status"] != alone  # `wrong` by the known answer
        )
        for status in ("unsat", "optimum") if not wanted else ():
            claims = [row for row in same if row["status"] == status]
            if len({row["solver"].partition(":")[0] for row in claims}) != 1 or (status == "unsat" and satisfied):
                continue
            lone.update(row.get("key", "") for row in claims)
            unconfirmed += status == "unsat"
            lone_optima += status == "optimum"
    sets = frozenset(unexpected), frozenset(lone)
    return Judgement(judged, doubts, unconfirmed, lone_optima, *sets, superseded(rows))


def is_unencoded(row: ResultRow) -> bool:
    """Whether a limit of time or memory ended the encoding of a run, so that the solver did not run."""
    return row["status"] in ("timeout", "memout") and row.get("cnf", "") is None


def better_than(goal: str, value: int, known: int) -> bool:
    """Return whether a value is better than a known one for a goal, `minimize` or `maximize`."""
    return value < known if goal == "minimize" else value > known


def best_valued(rows: Iterable[ResultRow]) -> ResultRow | None:
    """Return a row whose solution, which was checked, has the best value of all rows; None if none has a value."""
    found = [row for row in rows if row.get("value") is not None and row["status"] != "wrong"]
    sign = -1 if found and found[0]["goal"] == "maximize" else 1
    return min(found, key=lambda row: sign * row["value"], default=None)


def _is_doubtful(best: ResultRow | None, wanted: str) -> bool:
    """Whether a known answer is contradicted by a solution that was checked.  best: the row with the best value, None
    if the solution has no value.
    """
    if not _is_value(wanted):
        return wanted == "unsat"
    return best is not None and better_than(best["goal"], best["value"], int(wanted))


def _contradicted(rows: Sequence[ResultRow], satisfied: ResultRow | None, best: ResultRow | None, wanted: str) -> str:
    """Return in words that several programs contradict a known answer, and no row supports that; '' if it is not so.

    rows: those of an input.  satisfied, best, wanted: as in `_judged`.
    """
    claims = [row for row in rows if row["why"] != REFUTED and _judged(row, None, None, wanted)["status"] == "wrong"]
    programs = sorted({row["solver"].partition(":")[0] for row in claims})
    is_supported = any(_judged(row, satisfied, best, "")["status"] == "wrong" for row in claims)
    if len(programs) < FEW or is_supported or len({row.get("bound") for row in claims}) > 1:
        return ""
    bound = claims[0].get("bound")
    claim = "there is no solution, and no solver found one"
    if bound is not None:
        claim = f"no value is better than {bound}, and no better one was found"
    return f"{' and '.join(programs)} say that {claim}"


def _is_value(wanted: str) -> bool:
    return wanted not in ("", "sat", "unsat")


def _who(row: ResultRow) -> str:
    return f"{row['solver']} ({row['encoding']})"


def _judged(row: ResultRow, satisfied: ResultRow | None, best: ResultRow | None, wanted: str) -> ResultRow:
    """Return a row, with the status `wrong` and the reason if it says `unsat` for an input that is satisfiable, or that
    no solution is better than a bound that a solution passes.

    satisfied: a row with a model for the same input, best: the one with the best value, or None.  wanted: the known
    answer, '' if there is none.
    """
    bound, why = row.get("bound"), ""
    if row["status"] == "unsat" and satisfied:
        why = f"says unsat; {_who(satisfied)} found a model that was checked"
    elif row["status"] == "unsat" and wanted not in ("", "unsat"):
        why = f"says unsat; {wanted} was expected"
    elif bound is not None and best and better_than(best["goal"], best["value"], bound):
        why = f"says that no value is better than {bound}; {_who(best)} found {best['value']}, which was checked"
    elif bound is not None and _is_value(wanted) and better_than(row["goal"], int(wanted), bound):
        why = f"says that no value is better than {bound}; {wanted} was expected"
    return row | {"status": "wrong", "why": why} if why else row


def latest(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the last row of each run: of rows with the same input, encoding, solver, seed, repetition and
    shuffle.

    Runs with other limits or versions count as the same run, since a report does not show these.
    """
    return list(_last_rows(rows).values())


def superseded(rows: Sequence[ResultRow]) -> list[tuple[ResultRow, ResultRow]]:
    """Return each row that `latest` leaves out and that has another key than the row that stands for it, with that
    row.
    """
    kept = _last_rows(rows)
    return [(row, new) for row in rows if row.get("key") != (new := kept[_run_of(row)]).get("key")]


def _last_rows(rows: Sequence[ResultRow]) -> dict[tuple[object, ...], ResultRow]:
    """Return the last row of each run, by `_run_of`."""
    return {_run_of(row): row for row in rows}


def _run_of(row: ResultRow) -> tuple[object, ...]:
    """Return the facts of a run of which a report has one row."""
    return tuple(row.get(name) for name in ("digest", "encoding", "solver", "seed", "repeat", "shuffle"))


def known(name: str, expected: Mapping[str, str]) -> str:
    """Return the known answer for an input, found by its whole name, its file name, or its file name without suffixes.

    Returns '' if no answer is known.
    """
    return next((expected[each] for each in _names_of(name) if each in expected), "")


def unused_names(rows: Iterable[ResultRow], expected: Iterable[str]) -> list[str]:
    """Return the names among those of `expected` by which no input of the rows is known."""
    used = {each for name in {row["input"] for row in rows} for each in _names_of(name)}
    return [name for name in expected if name not in used]


def _names_of(name: str) -> tuple[str, str, str]:
    """Return the names by which the answer for an input may be known: whole, of the file, and without suffixes."""
    file = PurePath(name).name
    return name, file, PurePath(files.unpacked_name(file)).stem


def read_expected(path: str) -> dict[str, str]:
    """Read known answers from a file with lines `NAME sat`, `NAME unsat` or `NAME VALUE` (the best value of the
    objective), and return them by name.

    Blanks, tabs or a comma stand between the words; # begins a comment; blank lines and lines with `unknown` are
    skipped; the last line of a name counts.  Raises InputError, with the line, for any other line, and FileError.
    """
    source = files.read_source(path)
    expected = {}
    for number, line in enumerate(source.lines(), start=1):
        words = re.split(r"[\s,]+", line.partition("#")[0].strip())
        if words == [""]:
            continue
        answer = words[-1].lower()
        if len(words) != 2 or not (answer in ("sat", "unsat", "unknown") or VALUE.fullmatch(answer)):
            raise InputError("expected NAME and sat, unsat or the best value", Place(path, number, 1, line))
        if answer != "unknown":
            expected[words[0]] = str(int(answer)) if VALUE.fullmatch(answer) else answer
    return expected
