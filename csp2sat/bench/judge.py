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

SOLVED = ("sat", "unsat")
REFUTED = "UNSAT by the encoder"  # the reason of an answer that takes no search


@dataclass(frozen=True)
class Judgement:
    """The rows of a benchmark after judging.

    rows: the last row of each run, with the status `wrong` for a wrong answer.  doubts: contradictions that cannot be
    decided, in words.  unconfirmed: the number of inputs that a single solver, with no known answer, calls
    unsatisfiable.
    """

    rows: list[ResultRow]
    doubts: list[str]
    unconfirmed: int = 0

    def wrong(self) -> list[ResultRow]:
        return [row for row in self.rows if row["status"] == "wrong"]

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
    there are none.  A `sat` in a row was checked, and so is the truth; an `unsat` for the same input is wrong, and a
    known answer `unsat` is a doubt.
    """
    by_input: dict[str, list[ResultRow]] = defaultdict(list)
    for row in latest(rows):
        by_input[row["digest"]].append(row)
    judged: list[ResultRow] = []
    doubts = []
    unconfirmed = 0
    for same in by_input.values():
        wanted = known(same[0]["input"], expected or {}) or next((r["expect"] for r in same if r.get("expect")), "")
        satisfied = next((row for row in same if row["status"] == "sat"), None)
        if satisfied and wanted == "unsat":
            who = f"{satisfied['solver']}, {satisfied['encoding']}"
            doubts.append(f"{same[0]['input']}: expected unsat, but there is a model that was checked ({who})")
        judged += [_judged(row, satisfied, wanted) for row in same]
        refuters = {row["solver"].partition(":")[0] for row in same if row["status"] == "unsat"}
        unconfirmed += not satisfied and not wanted and len(refuters) == 1
    return Judgement(judged, doubts, unconfirmed)


def _judged(row: ResultRow, satisfied: ResultRow | None, wanted: str) -> ResultRow:
    """Return a row, with the status `wrong` and the reason if it says `unsat` for an input that is satisfiable.

    satisfied: a row with a model for the same input, or None.  wanted: the known answer, '' if there is none.
    """
    if row["status"] != "unsat" or not (satisfied or wanted == "sat"):
        return row
    if satisfied:
        why = f"says unsat; {satisfied['solver']} ({satisfied['encoding']}) found a model that was checked"
    else:
        why = "says unsat; sat was expected"
    return row | {"status": "wrong", "why": why}


def latest(rows: Sequence[ResultRow]) -> list[ResultRow]:
    """Return the last row of each run: of rows with the same input, encoding, solver, seed, repetition and
    shuffle.

    Runs with other limits or versions count as the same run, since a report does not show these.
    """
    found: dict[tuple[object, ...], ResultRow] = {}
    for row in rows:
        found[tuple(row.get(name) for name in ("digest", "encoding", "solver", "seed", "repeat", "shuffle"))] = row
    return list(found.values())


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
    """Read known answers from a file with lines `NAME sat` or `NAME unsat`, and return them by name.

    Blanks, tabs or a comma stand between the words; # begins a comment; blank lines and lines with `unknown` are
    skipped; the last line of a name counts.  Raises InputError, with the line, for any other line, and FileError.
    """
    source = files.read_source(path)
    expected = {}
    for number, line in enumerate(source.lines(), start=1):
        words = re.split(r"[\s,]+", line.partition("#")[0].strip())
        if words == [""]:
            continue
        if len(words) != 2 or words[1].lower() not in (*SOLVED, "unknown"):
            raise InputError("expected NAME and sat or unsat", Place(path, number, 1, line))
        if words[1].lower() in SOLVED:
            expected[words[0]] = words[1].lower()
    return expected
