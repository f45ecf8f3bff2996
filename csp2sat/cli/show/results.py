"""The results of `solve`, as text or as one JSON object, their exit codes, and the answer that `--expect` names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import PurePath
from typing import TYPE_CHECKING, Any, Literal

from ...api.door import AnswerReport
from ...base.files import unpacked_name
from ...base.minizinc_paths import MINIZINC, files_of
from ...base.numbers import MOST_DIGITS, cut, decimal, integer, short
from ...errors import NEAR, LimitReached, UsageError
from ...escaping import for_shell
from ...model.model import Soft
from ...solving.pipeline import Pipeline
from ...solving.problem import Problem
from ...solving.problem_run import RunReport
from ...tuples import NamedTuple
from ..json_lines import json_line
from ..reporting import put, warn
from ..suffixes import LINES
from .views import View

if TYPE_CHECKING:
    from ...api.settings import Settings
    from ...puzzles.spec import Board, Solution

CODES = {
    "unix": {"OPTIMUM FOUND": 0, "SATISFIABLE": 0, "UNSATISFIABLE": 0, "UNKNOWN": 3},
    "sat": {"OPTIMUM FOUND": 30, "SATISFIABLE": 10, "UNSATISFIABLE": 20, "UNKNOWN": 0},
}
AskedInput = tuple[str, str | None]  # the path of an input, and its kind as after `--from`
ANSWERED_AS = {MINIZINC: ".fzn"}  # suffixes of models that another program compiles first
REASONS = {
    "time": "the time limit was reached",
    "memory": "the memory limit was reached",
    NEAR: "the best solution so far is within the gap",
    "gave up": "the solver gave up",
    "failed": "the solver failed",
    "wrong answer": "an answer was wrong",
}


def why(reason: str) -> str:
    """Return the reason why a question is not decided, in words; a reason that is not among REASONS is in words
    already.
    """
    return REASONS.get(reason, reason)


def text(result: AnswerReport, view: View, form: str, unique: bool) -> str:
    """Return the text of a result, in the format `form`: its status, with the solution if it has one.

    unique: whether the verdict on uniqueness is added, with the second solution if one was found.
    """
    if result.solution is None:
        return view.status(result.status, "", form)
    parts = [view.status(result.status, view.text(result.solution, form), form)]
    if unique:
        parts.append(verdict(result) + "\n")
    if result.second is not None:
        parts.append(view.text(result.second, form, result.solution))
    return "".join(parts)


MARKED = {mark: f"a {mark} stands before each cell in which the second solution differs" for mark in "*!"}
EXPLAINED = "what to do: csp2sat explain, and csp2sat help a board of mine has several solutions"


def marked(board: Board, solution: Solution) -> str:
    """Return the words that say what marks the cells in which a second `solution` differs."""
    from ...api.writing.drawing import mark_of_differences

    return MARKED[mark_of_differences(board, solution)]


def verdict(result: AnswerReport) -> str:
    """Return whether the solution is the only one, in words."""
    if result.unique is None:
        return "not decided whether the solution is unique"
    return "unique" if result.unique else "not unique"


def one_of_many(number: int, solution: Any, view: View, form: str) -> str:
    """Return the text of one of several solutions, in the format `form`; an empty line separates boards.

    number: its place among the solutions, from 1; the first one has the status with it.
    """
    if form == LINES:
        return json_line(view.fields(solution))
    text = view.text(solution, form)
    if number == 1:
        return view.status("SATISFIABLE", text, form)
    return ("\n" if form == "board" else "") + text


def count(number: int, complete: bool, view: View) -> str:
    """Return the line after several solutions, with their `number`, or the `s` line if there are none; complete:
    whether there are no others.
    """
    if not number:
        return view.status("UNSATISFIABLE" if complete else "UNKNOWN", "", "")
    return view.ended(
        f"{'' if complete else 'at least '}{decimal(number)} solution{'s' if number > 1 else ''}", complete
    )


def as_json(result: AnswerReport, view: View, pipeline: Pipeline, lost: Sequence[Soft] = ()) -> str:
    """Return a result as one JSON object on one line, with the solver that answered, encoding, size and seconds.

    lost: the soft constraints that the solution violates.
    """
    fields: dict[str, Any] = {"status": result.status}
    fields |= {} if result.objective is None else {"objective": result.objective}
    fields |= {"bound": list(result.bound)} if result.bound else {}
    if result.solution is not None:
        fields |= view.fields(result.solution)
    if lost:
        from ...api.writing.violations import violated_fields

        fields["violated"] = [violated_fields(each) for each in lost]
    if result.unique is not None:
        fields["unique"] = result.unique
    if result.second is not None:
        fields["second"] = view.fields(result.second)
    if result.reason:
        fields["reason"] = result.reason
    fields |= {"contradiction": result.contradiction} if result.contradiction else {}
    return json_line(fields | about(pipeline, result.asked))


def many_as_json(found: list[Any], result: AnswerReport, view: View, pipeline: Pipeline) -> str:
    """Return several solutions as one JSON object on one line."""
    fields: dict[str, Any] = {"status": result.status, "solutions": [view.fields(s) for s in found]}
    fields |= {} if result.objective is None else {"objective": result.objective}
    fields |= {"contradiction": result.contradiction} if result.contradiction else {}
    fields |= {"complete": result.complete} | ({"reason": result.reason} if result.reason else {})
    return json_line(fields | about(pipeline, result.asked))


def about(pipeline: Pipeline, run: RunReport | None) -> dict[str, Any]:
    """Return the solver, encoding, size and seconds of a run, as fields, with the version of csp2sat and the words of
    the command line, if there is one; the `run` must not be None.
    """
    from ... import __version__
    from ..words import words_given

    assert run is not None
    fields: dict[str, Any] = {"solver": _solver(run)}
    fields |= {"confirmed_by": run.confirmed_by} if run.confirmed_by else {}
    fields["encoding"] = pipeline.options.described()
    if size := run.written:
        fields["size"] = size.sizes
    fields["seconds"] = {name: round(seconds, 4) for name, seconds in pipeline.trace.seconds.items()}
    return fields | {"csp2sat": __version__} | ({"command": words} if (words := words_given()) else {})


def _solver(run: RunReport) -> dict[str, Any]:
    """Return the name of the solver that answered, and its version and statistics if these are known."""
    from ...api.solvers import who_answered

    name, known = who_answered(run)
    optional = {"version": known, "statistics": run.statistics}
    return {"name": name, **{key: value for key, value in optional.items() if value}}


SolutionCount = Literal["unsat", "sat", "unique", "several", "unknown"]  # sat: nothing is known of a second solution
UNEXPECTED, UNDECIDED = 4, 3
STATUSES = {"unsat": "UNSATISFIABLE", "unknown": "UNKNOWN"} | dict.fromkeys(("sat", "unique", "several"), "SATISFIABLE")
WORDS: dict[SolutionCount, str] = {
    "unsat": "no solution",
    "sat": "a solution",
    "unique": "one solution only",
    "several": "several solutions",
}
VALUE = re.compile(r"[+-]?[0-9]+")


class KnownAnswer(NamedTuple):
    """Knowledge of an answer.

    solutions: the number of solutions in one word.  best: two values between which the best value of the objective
    lies, both the same for a proved optimum; None if nothing is known of the best value.
    """

    solutions: SolutionCount
    best: tuple[int, int] | None = None


class Expectation(NamedTuple):
    """The answer that `--expect` names: the number of solutions in one word, or the best value of an objective.

    best: the best value; None for an expectation of the number of solutions alone.
    """

    solutions: SolutionCount
    best: int | None = None

    def missed(self, found: KnownAnswer) -> str:
        """Return in words that an answer is not as expected, or not decided."""
        expected = WORDS[self.solutions] if self.best is None else f"the best value {cut(self.best)}"
        if self.code(found) == UNDECIDED:
            return f"not decided: expected {expected}"
        if self.best is None or found.best is None:
            return f"expected {expected}, found {WORDS[found.solutions]}"
        low, high = map(cut, found.best)
        value = f"is {low}" if low == high else f"is between {low} and {high}"
        return f"not as --expect says: the best value {value}, not {cut(self.best)}"

    def code(self, found: KnownAnswer) -> int:
        """Return the exit code: 0 if the answer is as expected, UNEXPECTED if not, UNDECIDED if not known.

        Any answer with a solution meets the expectation `sat`; the optimum alone meets that of a best value.
        """
        if self.best is not None and found.solutions != "unsat":
            low, high = found.best or (self.best, self.best + 1)
            if not low <= self.best <= high:
                return UNEXPECTED
            return 0 if low == high else UNDECIDED
        expected, known = self.solutions, found.solutions
        if known == expected or (expected == "sat" and known in ("unique", "several")):
            return 0
        undecided = known == "unknown" or (known == "sat" and expected in ("unique", "several"))
        return UNDECIDED if undecided else UNEXPECTED


def expectation(word: str) -> Expectation:
    """Return the expectation that the value of `--expect` means.

    Raises UsageError for a text that is neither a word of WORDS nor an integer.
    """
    for known in WORDS:
        if word == known:
            return Expectation(known)
    if not VALUE.fullmatch(word) or len(word) > MOST_DIGITS:
        expected = f"{', '.join(WORDS)} or the best value of the objective, an integer"
        raise UsageError(f"--expect {short(word)}: expected {expected}")
    return Expectation("sat", integer(word))


def found(report: AnswerReport) -> KnownAnswer:
    """Return the knowledge that a report gives of the number of solutions and of the best value."""
    if report.solution is None and not report.number:
        return KnownAnswer("unsat" if report.status == "UNSATISFIABLE" else "unknown")
    best = report.bound
    if report.status == "OPTIMUM FOUND" and report.objective is not None:
        best = report.objective, report.objective
    if report.number > 1 or report.unique is False:
        return KnownAnswer("several", best)
    return KnownAnswer("unique" if report.unique or report.complete else "sat", best)


@contextmanager
def unknown_at_limit(
    fields: dict[str, Any] | None, quiet: bool, output: str | None = None, asked: AskedInput | None = None
) -> Iterator[None]:
    """Print that the answer is UNKNOWN, as `say_unknown` does with `fields`, `quiet`, `output` and `asked`, if a limit
    ends the block, after which the command is to end with the exit code of LimitReached.
    """
    try:
        yield
    except LimitReached as limit:
        say_unknown(limit, fields, quiet, output, asked)


def say_unknown(
    limit: LimitReached,
    fields: dict[str, Any] | None,
    quiet: bool,
    output: str | None = None,
    asked: AskedInput | None = None,
) -> None:
    """Print that the answer is UNKNOWN, and a warning of the limit that ended a command.

    fields: those besides the status and the reason for an answer in JSON; None for text.  quiet: whether no warning is
    printed.  output: the file for the answer, None for stdout.  asked: the input, where the status is to be as the
    language of the input prints it; None: as Sugar does.
    """
    status = "s UNKNOWN\n" if asked is None else _unknown_as(*asked)
    put(status if fields is None else json_line({"status": "UNKNOWN", **fields, "reason": limit.reason}), output)
    warn(why(limit.reason), quiet)


def _unknown_as(path: str, kind: str | None) -> str:
    """Return the line for the status UNKNOWN as the language of an input prints it, though the input has not been read:
    by its `kind` as after `--from`, or by the suffix of its path.
    """
    from ...api.inputs import known_kind, language_of
    from ...api.writing.answer_texts import answers_of

    suffix = PurePath(unpacked_name(files_of(path)[0])).suffix.lower()
    named = known_kind(kind) if kind else language_of(ANSWERED_AS.get(suffix, suffix))
    return answers_of({"language": named}).status("UNKNOWN", "")


def unconfirmed(report: AnswerReport, settings: Settings, input_: str) -> str:
    """Return the note, worded by `without_second`, that no second solver has confirmed the answer `no solution`; '' if
    there is a solution, and if the encoder itself, a proof or a second solver has confirmed the answer.

    settings, input_: the settings and the input of the question.
    """
    run = report.asked
    if report.status != "UNSATISFIABLE" or run is None or report.contradiction or report.refuted or run.confirmed_by:
        return ""
    return without_second(run.answered, settings.solvers, input_) if settings.race or settings.solver else ""


def believed(problem: Problem, pipeline: Pipeline, report: AnswerReport, input_: str) -> str:
    """Return the note that the answer `no solution`, `the only one` or `none is better` believes parts of the user's,
    with the command that tests them; '' for other answers, and without such parts.

    input_: the name of the input, '' for none.
    """
    is_best = report.status == "OPTIMUM FOUND"
    is_claim = is_best or report.unique or report.status == "UNSATISFIABLE"
    return noted_parts(problem, pipeline, input_, is_best, bool(report.refuted)) if is_claim else ""


def noted_parts(
    problem: Problem, pipeline: Pipeline, input_: str, is_best: bool = False, is_proved: bool = False
) -> str:
    """Return the note that a claim about all solutions believes parts of the user's, with the command that tests these
    parts; '' if the problem has none.

    input_: the name of the input, '' for none.  is_best: whether the problem has an objective, which this command does
    not take.  is_proved: whether there is a proof, which `verify` does not confirm then.
    """
    from ...api.pipelines import believed_parts

    if not (words := believed_parts(problem.model, pipeline.options)):
        return ""
    test = for_shell("csp2sat", "count", "--compare", "MODEL" if is_best or not input_ else input_)
    few = " with a small model, without an objective" if is_best else ""
    unconfirmed = ", so that verify does not confirm the proof" * is_proved
    return f"{words}{unconfirmed}; to test this{few}, run: {test}"


def without_second(solver: str, path: str | None, input_: str, command: str = "solve") -> str:
    """Return the note that no solver but one has confirmed an answer without a solution, with the command for a proof,
    or for a second solver if that one writes no proofs, if the input has a name; '' for a solver of the packaged list.

    path: the file of `--solvers`, None for none.  input_: the name, '' for none.  command: the called one; only
    `solve` writes proofs.
    """
    from ...api.solvers import is_own, to_confirm

    if not is_own(solver, path):
        return ""
    note = f"only {solver} says that there is no solution, and no other solver has confirmed this"
    where = ("--solvers", path) if path and path != os.environ.get("CSP2SAT_SOLVERS") else ()
    option, value = to_confirm(solver, path)
    command = "solve" if option == "--proof" else command
    words = for_shell("csp2sat", command, input_, *where, "--solver", solver, option, value)
    aim = "to write a proof to FILE" if option == "--proof" else "to ask a second one"
    return f"{note}; {aim}, run: {words}" if input_ else note
