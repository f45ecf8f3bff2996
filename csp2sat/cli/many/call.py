"""The call of a command for one input of a batch, here or in another process, with all that the command prints."""

from __future__ import annotations

import io
import sys
import traceback
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, redirect_stderr, redirect_stdout
from dataclasses import replace
from importlib import import_module
from inspect import unwrap
from pathlib import Path
from typing import Any, NamedTuple

from ...api.batch.inputs import BatchInput
from ...api.batch.runs import TimeLimits
from ...api.door import KeptAnswer, answers_kept
from ...base import file_guard
from ...base.numbers import long_written
from ...errors import LimitReached, UnknownText, own_faults
from ..json_lines import objects_about
from ..reporting import FAILURES, complain, failure, show_warnings
from ..words import given, graded_kinds

LATE, SKIPPED = "LimitReached", "UnknownText"  # names of errors


class BatchTask(NamedTuple):
    """An input of a batch, with the file of its result and the file with the answer to judge, None for none.

    keep: the folder for its CNF and map files, None for none.  stdin: the bytes of an input that is stdin; None for
    other inputs, and if the command can read stdin itself.
    """

    asked: BatchInput
    output: str | None = None
    answer: str | None = None
    keep: str | None = None
    stdin: bytes | None = None


class BatchResult(NamedTuple):
    """The result of a command for one input of a batch; it can be sent to another process.

    code: the exit code.  out, err: what the command has printed.  error: the name of the error that ended the command,
    '' for none.  begun: whether there was time to begin.  answers: the answers to the questions about the input, for
    those who make something of all of them.  graded: the kinds of the boards that were graded.
    """

    task: BatchTask
    code: int
    out: str = ""
    err: str = ""
    error: str = ""
    begun: bool = True
    answers: tuple[KeptAnswer, ...] = ()
    graded: tuple[str, ...] = ()


class Captured(io.StringIO):
    """A text that a command prints in place of a stream, which seems to be a terminal if the stream is one."""

    def __init__(self, terminal: bool, encoding: str):
        """Open an empty text; terminal: whether the stream is a terminal; encoding: of the stream."""
        super().__init__()
        self._terminal, self._encoding = terminal, encoding

    def isatty(self) -> bool:
        return self._terminal

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream."""
        return self._encoding

    @property
    def buffer(self) -> Captured:  # type: ignore[override]
        """The text itself, as what takes bytes."""
        return self

    def write(self, text: str | bytes) -> int:
        """Append a text, or one in UTF-8, such as a drawing."""
        return super().write(text if isinstance(text, str) else text.decode())


class CommandCall(NamedTuple):
    """A command with the values of its parameters, but for those of the input.

    module, name: the module and the name of the function of the command.  about: the name of the parameter for the
    input.  limits: of the batch and of each input.  terminal, encoding: of the stream to which the outputs go.  words:
    those of the command line, which a worker process does not know.
    """

    module: str
    name: str
    about: str
    values: dict[str, Any]
    limits: TimeLimits
    terminal: bool = False
    encoding: str = "utf-8"
    words: tuple[str, ...] = ()

    def answer(self, task: BatchTask) -> BatchResult:
        """Run the command for one input, and return its result; an error, a defect or a signal ends in the result, too.

        If the time of the batch is over, the command is not run, and the result has the exit code 3 and `begun` False.
        """
        out, err = Captured(self.terminal, self.encoding), Captured(False, "utf-8")
        with self._surrounded(task, out, err) as kept:
            if self.limits.over:
                complain("", 3, bool(self.values.get("json_")) and LimitReached("time"), "UNKNOWN")
                return BatchResult(task, 3, out.getvalue(), "", LATE, begun=False)
            kinds = list[str]()
            graded_kinds.set(kinds)
            code, error = self._code(task)
        return BatchResult(task, code, out.getvalue(), err.getvalue(), error, answers=tuple(kept), graded=tuple(kinds))

    @contextmanager
    def _surrounded(self, task: BatchTask, out: io.StringIO, err: io.StringIO) -> Iterator[list[KeptAnswer]]:
        """Give the block texts in place of stdout and stderr, the bytes of the task as stdin if the task has any,
        warnings and a record of files of its own, and the name of the input for its objects; yield the list of the
        answers that are given in the block.

        out, err: the texts.
        """
        with ExitStack() as stack:
            for each in (redirect_stdout(out), redirect_stderr(err), warnings.catch_warnings(), long_written()):
                stack.enter_context(each)
            show_warnings(bool(self.values.get("quiet")))
            if task.stdin is not None:
                stack.callback(setattr, sys, "stdin", sys.stdin)
                sys.stdin = io.TextIOWrapper(io.BytesIO(task.stdin))
            stack.enter_context(file_guard.recorded(apart=True))
            stack.enter_context(objects_about(task.asked.name))
            stack.callback(given.reset, given.set(self.words))
            yield stack.enter_context(answers_kept())

    def _code(self, task: BatchTask) -> tuple[int, str]:
        """Return the exit code of the command, and the name of the error that ended it, '' for none; print the error.

        A file that was found in a folder and is no input (UnknownText) is skipped, with the exit code 0.
        """
        json = bool(self.values.get("json_"))
        try:
            if task.asked.error is not None:
                raise task.asked.error
            with own_faults():
                return unwrap(getattr(import_module(self.module), self.name))(**self._arguments(task)) or 0, ""
        except FAILURES as error:
            if isinstance(error, UnknownText) and task.asked.listed:
                skipped = UnknownText(f"skipped: {error.message}", error.place)
                return complain("" if self.values.get("quiet") else str(skipped), 0, json and error, "SKIPPED"), SKIPPED
            undecided = isinstance(error, LimitReached | KeyboardInterrupt)
            code = complain(*failure(error), json and error, "UNKNOWN" if undecided else "ERROR")
            return code, type(error).__name__
        except SystemExit as end:  # by a signal
            return int(str(end)), "SystemExit"
        except Exception as error:  # a defect of ours, which is not to cost the other inputs
            traceback.print_exc()
            return 1, type(error).__name__

    def _arguments(self, task: BatchTask) -> dict[str, Any]:
        """Return the values of the command's parameters for one input, or its pair with an answer: with the output
        file, whose folder is made, the folder that is kept, and the seconds left for this input as the timeout.
        """
        asked = task.asked.name
        values = self.values | {self.about: asked if task.answer is None else (asked, task.answer)}
        values |= {} if task.keep is None else {"keep": task.keep}
        if "output" in values:
            values["output"] = task.output
            if task.output is not None:
                Path(task.output).parent.mkdir(parents=True, exist_ok=True)
        if settings := values.get("settings"):
            values["settings"] = replace(settings, timeout=self.limits.left())
        return values
