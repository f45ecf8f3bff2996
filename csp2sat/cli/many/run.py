"""The run of a command on many inputs: checks before any work, progress, messages, the summary and the exit code."""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Collection, Generator, Sequence
from contextlib import closing
from itertools import repeat
from pathlib import Path
from typing import Any

from ...api.batch.inputs import NO_ANSWER, AnswerFolder, BatchInput, batch_inputs, is_pattern, output_paths
from ...api.batch.runs import TimeLimits, results
from ...api.door import AnswerReport
from ...api.pipelines import pipeline_of
from ...base import file_guard
from ...base.numbers import counted
from ...errors import FileError, UsageError
from ...escaping import for_terminal
from ...solving.trace import Trace
from ..parameters import Command, SeveralInputs
from ..progress import draws, is_utf8, progress
from ..reporting import INTERRUPTED, note
from ..show import results as words
from ..show.views import style
from ..streams import allow_colours
from ..suffixes import by_suffix
from ..words import words_given
from .call import LATE, SKIPPED, BatchResult, BatchTask, CommandCall
from .outputs import BatchOutput, enter_outputs, writer_of
from .resuming import EarlierResults

DOING = {
    "solve": "solving",
    "convert": "converting",
    "explain": "explaining",
    "count": "counting",
    "check": "checking",
    "grade": "grading",
}
DONE = {("check", 0): "right", ("check", 1): "wrong", ("count", 0): "counted", ("convert", 0): "converted"}
FIRST = (2, 1, 4, 3)  # exit codes, the one that counts most comes first; before them those of signals
STOPPED = 128  # the least exit code of a command that a signal has ended
BAR = 20  # characters
NAMED, UNDECIDED_NAMED = 3, 10  # inputs without an answer, and those that are not decided, in a line
ONCE = (
    "csp2sat: warning: ",
    *(f"csp2sat: {text}" for text in words.MARKED.values()),
)  # messages that are printed once, not for each input


def run_batch(command: Command, values: dict[str, Any]) -> int:
    """Run a command for each of its inputs, write what comes out, and return the exit code.

    values: those of the command's parameters, one of which is `SeveralInputs`.  Raises UsageError, SolverError or
    FileError, before any input is read, for options, solvers or folders that cannot be used, and FileError at the end
    if no file was an input.
    """
    about, several = next((name, value) for name, value in values.items() if isinstance(value, SeveralInputs))
    output = BatchOutput.of(command.__name__, values)
    _check(values)
    _check_names(several.names, values)
    tasks, answers = _tasks(several, output, values)
    if several.jobs > 1:
        tasks = [_with_stdin(task) for task in tasks]
    call = CommandCall(
        command.__module__,
        command.__name__,
        about,
        {name: value for name, value in values.items() if name != about} | output.given(values),
        TimeLimits(getattr(values.get("settings"), "timeout", None), several.each),
        draws(sys.stdout) and output.path is None,
        "utf-8" if is_utf8(sys.stdout) else "ascii",
        tuple(words_given()),
    )
    if output.path is None and "color" in values and style(values["color"]).colour:
        allow_colours()
    every, quiet, codes = len(tasks), bool(values.get("quiet")), set[int]()
    if several.resume:
        earlier = EarlierResults(command, tasks, values)
        earlier.say(quiet)
        tasks, codes = earlier.to_do, earlier.codes
    tally = BatchTally(command.__name__, len(tasks), every - len(tasks), quiet, codes)
    with progress(DOING[command.__name__], bool(values.get("verbose")), quiet) as trace:
        watched = tally.watched(results(call.answer, tasks, several.jobs, _lost), trace)
        with closing(watched):
            writer_of(output)(watched)
    for path in answers.unused() if answers else ():
        note(f"{path}: is no answer to any of the inputs", quiet)
    kept = "; the same with" if output.in_folder else "; with -o DIR,"
    return tally.ended(f"{kept} --resume does the rest" if "output" in values else "; nothing is kept")


def _check(values: dict[str, Any]) -> None:
    """Raise UsageError for options that only one input can have, and SolverError for a solver that is not installed."""
    if values.get("proof") is not None:
        raise UsageError("--proof: not for several inputs; expected one")
    if settings := values.get("settings"):
        pipeline_of(settings, Path(), deadline=0.0)


def _check_names(names: Sequence[str], values: dict[str, Any]) -> None:
    """Raise UsageError if the second of two inputs is no file, but has a name that results are written to.

    values: those of the parameters of the command.
    """
    if len(names) != 2 or "output" not in values or values["output"] is not None or by_suffix(names[1]) is None:
        return
    if not (is_pattern(names[1]) or Path(names[1]).exists() or "://" in names[1]):
        raise UsageError(f"{names[1]}: there is no such file; to write it, expected -o {names[1]}")


def _tasks(
    several: SeveralInputs, output: BatchOutput, values: dict[str, Any]
) -> tuple[list[BatchTask], AnswerFolder | None]:
    """Return the tasks for all inputs, and the folder of answers; None if the command has none.

    All files that are read and written are entered beforehand.  values: those of the parameters of the command.  Raises
    FileError if the folder of answers is none, and UsageError for outputs that would overwrite an input or each other.
    """
    written = (values.get("output"), several.answers, keep := values.get("keep"))
    inputs = batch_inputs(several.names, [Path(each) for each in written if each not in (None, "-")])
    for each in inputs:
        file_guard.reads(each.name)
    if several.answers is not None:
        answers = AnswerFolder(Path(several.answers))
        return [_with_answer(each, answers) for each in inputs], answers
    kept = repeat(None) if keep is None else map(str, output_paths(inputs, Path(keep), ""))
    tasks = [BatchTask(each, keep=folder) for each, folder in zip(inputs, kept, strict=False)]
    if several.resume and not output.in_folder:
        raise UsageError("--resume: expected -o DIR, the folder with a file for each result")
    if not output.in_folder:
        return tasks, None
    paths = output_paths(inputs, Path(str(output.path)), output.suffix)
    enter_outputs(output, paths)
    return [task._replace(output=str(path)) for task, path in zip(tasks, paths, strict=True)], None


def _with_answer(asked: BatchInput, answers: AnswerFolder) -> BatchTask:
    """Return the task of an input and the file with its answer; an input without exactly one such file gets the
    error.
    """
    if asked.error is not None:
        return BatchTask(asked)
    try:
        return BatchTask(asked, answer=str(answers.answer_of(asked)))
    except FileError as error:
        return BatchTask(asked._replace(error=error))


def _with_stdin(task: BatchTask) -> BatchTask:
    """Return the task with the bytes of stdin if stdin is its input, for a worker process, which has no stdin."""
    if task.asked.name != "-" or sys.stdin is None:
        return task
    return task._replace(stdin=sys.stdin.buffer.read())


def _lost(task: BatchTask) -> BatchResult:
    """Return the result of a task of which a worker process has died."""
    return BatchResult(
        task, 1, err="csp2sat: the process for this input has died, perhaps of too little memory\n", error="lost"
    )


class BatchTally:
    """The account of a batch: what has come of the inputs so far.

    command: its name.  total: the number of inputs.  before: the number of others, which have a result already.  quiet:
    whether the summary is left out, unless a signal ends the batch.  codes: the exit codes that are known already.
    """

    def __init__(self, command: str, total: int, before: int, quiet: bool, codes: Collection[int] = ()):
        self._command, self._total, self._before, self._quiet = command, total, before, quiet
        self._begun = time.monotonic()
        self._words, self._codes = Counter[str](), set(codes)
        self._done, self._stopped = 0, 0
        self._printed: set[str] = set()
        self._unanswered: list[BatchResult] = []
        self._undecided: list[str] = []
        self._graded: set[str] = set()

    def watched(self, found: Generator[BatchResult], trace: Trace) -> Generator[BatchResult]:
        """Yield each result after its messages were printed, until a signal ends the batch; show progress by `trace`,
        and close `found` at the end.
        """
        try:
            for result in found:
                self._take(result)
                if self._done < self._total:
                    trace.reached(self._progress())
                yield result
                if self._stopped:
                    break
        except KeyboardInterrupt:
            self._stopped = INTERRUPTED
        except SystemExit as end:
            self._stopped = int(str(end))
        finally:
            found.close()

    def _take(self, result: BatchResult) -> None:
        """Count a result, and print its messages with the name of the input; a result that a signal has ended stops the
        batch instead.

        Usage errors and warnings, which options cause for every input, are printed once, and inputs without an answer
        are counted.
        """
        if result.code >= STOPPED:
            self._stopped = result.code
            return
        self._done += result.begun
        self._codes.add(result.code)
        self._graded.update(result.graded)
        outcomes = self._outcomes(result)
        self._words.update(outcomes)
        if not {*outcomes}.isdisjoint(("not decided", "not begun")):
            self._undecided.append(for_terminal(result.task.asked.name))
        if result.error == FileError.__name__ and f": {NO_ANSWER}; " in result.err:
            self._unanswered.append(result)
        elif result.err and result.err not in self._printed:
            print(_named(result.err, for_terminal(result.task.asked.name)), end="", file=sys.stderr, flush=True)
        if result.error == UsageError.__name__ or result.err.startswith(ONCE):
            self._printed.add(result.err)

    def _outcomes(self, result: BatchResult) -> list[str]:
        """Return what has come of an input, in words: one item, or one for each board whose answer was kept."""
        if result.error == LATE:
            return ["not decided" if result.begun else "not begun"]
        if result.error:
            return ["skipped" if result.error == SKIPPED else "error"]
        if result.answers:
            return [_found(each.report) for each in result.answers]
        return [DONE.get((self._command, result.code), "not decided" if result.code == 3 else "done")]

    def _progress(self) -> str:
        """Return a bar, the number of inputs done, and the seconds that the others may take."""
        done, total = self._done, self._total
        left = (time.monotonic() - self._begun) * (total - done) / max(done, 1)
        full = BAR * done // total
        return f"[{'#' * full}{'-' * (BAR - full)}] {done} of {total}, {left:.0f} s left"

    def _say_unanswered(self) -> None:
        """Print the inputs without an answer: the message about one, or one line for several with the first names."""
        names = [for_terminal(result.task.asked.name) for result in self._unanswered]
        if len(names) == 1:
            print(self._unanswered[0].err, end="", file=sys.stderr, flush=True)
        elif names:
            print(f"csp2sat: {len(names)} inputs have no answer: {_first(names, NAMED)}", file=sys.stderr)

    def ended(self, rest: str) -> int:
        """Print the summary to stderr, and return the exit code: that of a signal, else the common one of all inputs.

        rest: words for the message after a signal, which say what the next run does.

        Raises FileError if all files were skipped.
        """
        self._say_unanswered()
        if self._undecided:
            note(f"not decided: {_first(self._undecided, UNDECIDED_NAMED)}", self._quiet)
        if len(self._graded) > 1:
            kinds = ", ".join(sorted(self._graded))
            note(f"grades compare boards of one kind; these are of {len(self._graded)}: {kinds}", self._quiet)
        seconds = time.monotonic() - self._begun
        before = {"a result before": self._before} if self._before else {}
        parts = ", ".join(f"{word} {number}" for word, number in (before | self._words).items())
        inputs = counted(self._total + self._before, "input")
        ended = f"interrupted after {self._done + self._before} of {inputs}" if self._stopped else inputs
        left = rest if self._stopped else ""
        note(f"{ended} in {seconds:.1f} s{': ' if parts else ''}{parts}{left}", self._quiet and not self._stopped)
        if self._stopped:
            return self._stopped
        if self._words["skipped"] == self._total > 0:
            raise FileError("none of the files is a board, a CSP or a CNF")
        return common_code(self._codes)


def _first(names: Sequence[str], most: int) -> str:
    """Return the first `most` names in words, and how many more there are."""
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return f"{', '.join(names[:most])}{more}"


def _found(report: AnswerReport) -> str:
    """Return the result of a question in words."""
    found = words.found(report).solutions
    return "not decided" if found == "unknown" else words.WORDS[found]


def common_code(codes: Collection[int]) -> int:
    """Return the exit code of a batch, given the codes of its inputs: the first one in the order 2, 1, 4, 3 that is
    among them, else the code of all of them, or 0 if they differ or there are none.
    """
    first = next((code for code in FIRST if code in codes), None)
    if first is not None:
        return first
    return next(iter(codes)) if len(codes) == 1 else 0


def _named(text: str, name: str) -> str:
    """Return messages with the name of the input in each line that begins with `csp2sat: ` and lacks the name."""
    lines = text.splitlines(keepends=True)
    begin = "csp2sat: "
    return "".join(
        f"{begin}{name}: {line.removeprefix(begin)}" if line.startswith(begin) and name not in line else line
        for line in lines
    )
