"""The results of an earlier run of a batch: which ones `--resume` keeps, and whether these are as `--expect` says."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path, PurePath
from typing import Any

from ...base.files import unpacked_name
from ...base.minizinc_paths import files_of
from ...base.numbers import counted
from ...errors import Csp2SatError
from ...escaping import for_terminal
from ..minizinc_data import with_data
from ..parameters import Command, declared, option_values
from ..reporting import note
from ..show.results import UNDECIDED, Expectation, KnownAnswer
from ..words import words_given
from .call import BatchTask

ENDS = 1 << 12  # bytes at the start and at the end of a result, which tell whether it is decided
OPEN = re.compile(rb'^(?:s |=====)UNKNOWN|^not decided whether |"status": "UNKNOWN"|"reason": "', re.MULTILINE)
AT_LEAST = re.compile(rb"^(?:% )?at least (\d+) (?:solution|reason|correction)s?(?:;|$)", re.MULTILINE)
UNPROVED = re.compile(  # a value of an objective that may not be the best one
    rb'^o -?\d+\ns SATISFIABLE|"status": "SATISFIABLE", "objective"|^% objective (?!(?s:.*)^=====)', re.MULTILINE
)
STATUS = re.compile(rb"^s [SUO]|^=====|^-{10}|^\[|^<", re.MULTILINE)
STATED = frozenset((".csp", ".cnf", ".wcnf", ".xml"))  # inputs whose solution is printed with a status
CUT = re.compile(rb"(?:^|\n)(?:a [^\n]*|v (?:[^\n]*[^0\n ]|[^\n]*[^ \n]0))\n$")  # a solution without its end
ASKED = ("question", "input", "formula", "certainty")  # panels of options that change a result, not only its cost
APART = ("inputs", "expect")  # each input has a result of its own, and the expectation is judged anew


class EarlierResults:
    """The results of an earlier run, sorted by whether they are kept.

    to_do: the tasks without a result that is kept.  kept: the number of the others.  codes: the exit codes of those
    that `--expect` judges.
    """

    def __init__(self, command: Command, tasks: Iterable[BatchTask], values: dict[str, Any]):
        """Sort the tasks; values: those of the command's parameters."""
        self._command = command
        self.to_do, self.kept, self.codes = list[BatchTask](), 0, set[int]()
        self._values, self._expect = values, values.get("expect")
        self._missed, self._others = list[str](), dict[str, None]()
        self._of_others, self._untold = 0, 0
        for task in tasks:
            if _has_result(task, values, command.__name__) and self._keeps(task):
                self.kept += 1
            else:
                self.to_do.append(task)

    def _keeps(self, task: BatchTask) -> bool:
        """Whether the result that an earlier command wrote for a task need not be made again: the earlier command line
        asked the same question as this one, and the result is decided if `--expect` has to judge this result.

        A result that does not say by which command line it was made is kept, and counted as untold.
        """
        found = _object(Path(str(task.output)))
        then, now = found.get("command"), words_given()
        if then and now and (others := differing(self._command, tuple(then), tuple(now))):
            self._others |= dict.fromkeys(others)
            self._of_others += 1
            return False
        if isinstance(self._expect, Expectation):
            known = known_answer(found)
            code = self._expect.code(known)
            if code == UNDECIDED:
                return False
            self.codes.add(code)
            if code:
                self._missed.append(f"{for_terminal(task.asked.name)}: {self._expect.missed(known)}")
        self._untold += not then
        return True

    def say(self, quiet: bool) -> None:
        """Print the number of tasks to do and the reason, unless `quiet`, and each result that is not as expected."""
        folder = self._values["output"]
        note(f"--resume: to do: {counted(len(self.to_do), 'input')}; the others have a result in {folder}", quiet)
        if self._others:
            results = counted(self._of_others, "result")
            note(
                f"--resume: {results} asked another question and will be made again; "
                f"options that differ: {', '.join(self._others)}",
                quiet,
            )
        if self._untold:
            results = counted(self._untold, "result")
            note(f"--resume: {results} kept without a record of the options; solve --json keeps one", quiet)
        for each in self._missed:
            note(each)  # also if quiet, as for a single input


@cache
def differing(command: Command, then: Sequence[str], now: Sequence[str]) -> list[str]:
    """Return the options whose values in two command lines differ, as far as these options change a result; the first
    word of a command line if it cannot be read.

    command: that of the second line.  then, now: the words after `csp2sat`.
    """
    try:
        old, new = [option_values(command, with_data(words[1:]), lambda *_: None) for words in (then, now)]
    except Csp2SatError:
        return [then[0]]
    if old is None or new is None or then[0] != now[0]:
        return [then[0]] if then != now else []
    asked = [each for each in declared(command) if each.parameter.panel in ASKED and each.name not in APART]
    return [max(each.parameter.names, key=len) for each in asked if old[each.name] != new[each.name]]


def known_answer(found: dict[str, Any]) -> KnownAnswer:
    """Return the knowledge that an object of `solve --json` gives; that of a text, {}, is `unknown`."""
    status, solutions = found.get("status"), found.get("solutions", ())
    if status == "UNSATISFIABLE":
        return KnownAnswer("unsat")
    if status not in ("SATISFIABLE", "OPTIMUM FOUND"):
        return KnownAnswer("unknown")
    low, high = found.get("bound") or (None, None)
    if status == "OPTIMUM FOUND":
        low = high = found.get("objective")
    best = None if low is None or high is None else (low, high)
    if len(solutions) > 1 or found.get("unique") is False:
        return KnownAnswer("several", best)
    return KnownAnswer("unique" if found.get("unique") or (solutions and found.get("complete")) else "sat", best)


def _object(path: Path) -> dict[str, Any]:
    """Return the object of `solve --json` in a file; {} if the file has another text."""
    try:
        found = json.loads(path.read_bytes()) if path.suffix == ".json" else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) and _is_answer(found) else {}


def _is_answer(found: dict[str, Any]) -> bool:
    """Whether the command, bound and solutions of an object of JSON have the forms of `solve --json`."""
    words, bound, solutions = found.get("command", []), found.get("bound") or [0, 0], found.get("solutions", [])
    is_command = isinstance(words, list) and all(isinstance(word, str) for word in words)
    return is_command and isinstance(bound, list) and len(bound) == 2 and isinstance(solutions, list)


def _is_whole(path: Path, end: bytes, text: bytes, is_stated: bool) -> bool:
    """Whether a file has a whole result: JSON that can be read and tells no error, or lines of which the last one ends.

    end, text: the end of the file, and its start, which may be all.  is_stated: whether a result has a status, if it is
    no JSON.
    """
    if path.suffix == ".json":
        try:
            found = json.loads(path.read_bytes())
        except ValueError:
            return False
        return isinstance(found, dict) and bool(found) and "error" not in found
    return end[-1:] == b"\n" and not CUT.search(end) and (not is_stated or STATUS.search(text) is not None)


def _has_result(task: BatchTask, values: dict[str, Any], command: str) -> bool:
    """Whether a task of a command need not be done again: the file of its result exists, is not older than any file of
    the input, is whole, and final: no limit ended the search.

    values: of the command's parameters.  With `best` every list is of proved best solutions; a list that a limit may
    have ended is final if it has as many items as `limit` asks for.
    """
    path = Path(str(task.output))
    if not path.is_file():
        return False
    made_of, asked = path.stat(), map(Path, files_of(task.asked.name))
    if any(each.is_file() and each.stat().st_mtime > made_of.st_mtime for each in asked):
        return False
    with path.open("rb") as file:
        text = file.read(ENDS)
        file.seek(max(len(text), made_of.st_size - ENDS))
        end = file.read()
    suffix = PurePath(unpacked_name(task.asked.name)).suffix
    if not _is_whole(path, end or text, text, command == "solve" and suffix in STATED):
        return False
    text += b"\n" + end
    listed, most = AT_LEAST.search(text), values.get("limit")
    if listed and (most is None or int(listed[1]) < most):
        return False
    return not (OPEN.search(text) or (not values.get("best") and UNPROVED.search(text)))
