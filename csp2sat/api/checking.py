"""Checks of an answer of any origin against its input."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Any, NamedTuple

from ..base import files
from ..base.numbers import counted, dumps
from ..base.source import Source
from ..build.owner import Handle, constant, is_truth, name_of
from ..errors import InputError, LimitReached, Place, UsageError
from ..judging import answers, models, values
from ..judging.copied_names import with_original_names
from ..judging.optimality import JudgedValue, judged_value
from ..judging.unfinished import BEGUN as BEGUN
from ..judging.unfinished import EMPTY as EMPTY
from ..judging.unfinished import ENDS as ENDS
from ..judging.unfinished import NOTHING as NOTHING
from ..judging.unfinished import OPEN, faults_of_open, is_board_alone, open_cells
from ..languages.base.value_lines import Printed
from ..model.model import Answer, Model
from ..puzzles.spec import PUZZLES, Board, Solution
from ..solving.first_solution import solve
from ..solving.inputs import CnfInput, Input, several, weighed, with_goal
from ..solving.maxcsp import Mode
from ..solving.problem import CspProblem, Problem
from ..solving.problem_run import ProblemRun
from .decoding import Decoded
from .door import NO_OBJECTIVE
from .door import optimum as best_of
from .pipelines import folder_for, pipeline_of
from .results import BoardResult, ModelResult, ModelSolution
from .settings import Settings

GivenAnswer = str | Path | ModelResult | ModelSolution | BoardResult | Decoded | Mapping[Any, Any] | Solution
"""A path or a text of an answer, a result, also of `decode`, values by the names of variables or by variables, or a
board's solution.
"""

EXPECTED = "expected a path, a text, a result with a solution, or values by the names of variables"
SHORTLY = 5.0  # seconds for the values that an answer lacks
WITHOUT = f"--optimum (optimum=True): {NO_OBJECTIVE}"
TEXT = re.compile(r"[\n;{<=]|^[asv] ")  # what texts of answers have, and hardly a path
NO_SOLUTION = re.compile(r"\s*(s (UNSAT|UNKNOWN|UNSUPPORTED)(?:ISFIABLE)?)\s*")  # an answer that is nothing but this


class JudgedAnswer(NamedTuple):
    """The judgement of an answer.

    faults: in words; [] for a right answer.  unjudged: the claims of the answer that were not judged, in words.  value:
    the objective's value in a right answer, and a better value of another solution; None unless a better one was asked
    for and the search was decided.  undecided: the limit that left open whether the answer is a best one; '' for none.
    besides: a function that returns, for an answer that lacks values of variables, values that make the answer right,
    or what else is wrong, in words.  unread: the variables whose values the answer has in a text that is not read.
    """

    faults: list[str]
    unjudged: list[str]
    value: JudgedValue | None = None
    undecided: str = ""
    besides: Callable[[], str] = str
    unread: Sequence[str] = ()


def judgement_in(
    path: str,
    kind: str | None,
    answer: GivenAnswer,
    settings: Settings,
    deadline: float | None = None,
    mode: Mode | None = None,
    optimum: bool = False,
) -> JudgedAnswer:
    """Return the judgement of an answer to the input in the file `path`; `kind` is as after `--from`.

    mode: `max` or `weighted` if the answer may violate constraints, as with these options of `solve`; None for another
    answer, but `optimum` weighs soft constraints without an option, too.  An answer to a file of several boards has a
    line of JSON for each.  The other parameters, among them `deadline`, are those of `judgement_of`.  Raise its errors,
    and InputError for another number of lines.
    """
    first, *others = several(path, kind)
    if mode is not None:
        first = with_goal(first, mode)
    elif optimum and not first.is_cnf:
        first = weighed(first.as_problem())
    if not others:
        return judgement_of(first, answer, settings, deadline, optimum)
    if optimum:
        raise UsageError(WITHOUT)
    source = files.as_source(*_read(first, answer))
    lines = [(number, line) for number, line in enumerate(source.lines()) if line.strip()]
    boards = [problem.as_problem() for problem in (first, *others)]
    if len(lines) != len(boards) or not all(line.lstrip().startswith("{") for _, line in lines):
        found = f"found {counted(len(lines), 'line')} of answers to the {len(boards)} boards of {path}"
        expected = f"expected a line of JSON for each board, as `csp2sat solve {path} --json` prints them"
        raise InputError(f"{found}; {expected}", Place(source.path))
    named = (Source(f"{source.path}, line {at + 1}", line) for at, line in lines)
    judged = [_judged(problem, each, deadline) for problem, each in zip(boards, named, strict=True)]
    faults = [f"board {number}: {fault}" for number, found in enumerate(judged, start=1) for fault in found]
    return JudgedAnswer(faults, answers.unjudged(source.text, False))


def judgement_of(
    problem: Input,
    answer: GivenAnswer,
    settings: Settings,
    deadline: float | None = None,
    optimum: bool = False,
) -> JudgedAnswer:
    """Return the judgement of an answer to a problem, each fault with the number of its solution if there are several.

    answer: a path, `-` for stdin, the cells of a board, or what a program has.  deadline: on the monotonic clock, for a
    solver.  optimum: whether a solver decides if a right answer, the last one of several, is a best one.  The judgement
    itself uses no encoder and no solver, except if the answer lacks values of hidden variables: a solver then decides
    whether such values exist.  Raise InputError for data that are no answer, and for an answer without a solution, such
    as UNSATISFIABLE; LimitReached if the solver takes too long; UsageError for `optimum` without an objective.
    """
    path, data = _read(problem, answer)
    if isinstance(problem, CnfInput):
        if optimum:
            raise UsageError(WITHOUT)
        return JudgedAnswer(models.faults_of_answer(problem, data, files.STDIN if path == "-" else path), [])
    if optimum and problem.objective is None:
        raise UsageError(WITHOUT)
    source = files.as_source(path, data)
    if none := NO_SOLUTION.fullmatch(source.text):
        proof = "; `csp2sat solve --proof FILE` proves that no solution exists"
        refusal = f"{none[1]}: the answer has no solution to check{proof if none[2] == 'UNSAT' else ''}"
        raise InputError(refusal, Place(source.path))
    if problem.board is not None:
        return JudgedAnswer(_judged(problem, source, deadline), answers.unjudged(source.text, False))
    detailed = problem.detailed()
    model = detailed.stated or detailed.model
    written = [with_original_names(each, model) for each in answers.values_in(source, model)]
    completes = partial(_solution_of, settings=settings, deadline=deadline)
    faults = values.faults_of_solutions(model, written, completes, detailed.violation, detailed.stating)
    if faults and (unsure := next((each.unsure for each in written if each.unsure), "")):
        raise InputError(unsure, Place(source.path))
    unjudged = answers.unjudged(source.text, detailed.model.objective is not None) + _open(written)
    unread = list(dict.fromkeys(name for each in written for name in each.unread))
    if faults or not optimum:
        besides = partial(_besides, detailed, written, settings, deadline)
        return JudgedAnswer(faults, unjudged, besides=besides, unread=unread)
    try:
        improves = partial(_better_solution_of, settings=settings, deadline=deadline)
        value = judged_value(problem, written[-1], completes, improves)
    except LimitReached as limit:
        return JudgedAnswer(faults, unjudged, undecided=limit.reason, unread=unread)
    return JudgedAnswer(faults, [each for each in unjudged if each != answers.OPTIMUM], value, unread=unread)


def _besides(problem: Problem, written: Sequence[Printed], settings: Settings, deadline: float | None) -> str:
    """Return the text of `values.completion` for an answer with one solution; '' for an answer with several, or if
    SHORTLY seconds are over, or the deadline has come.

    problem: with the names of its constraints.  written: the solutions in the answer.  settings, deadline: as in
    `judgement_of`.
    """
    end = time.monotonic() + SHORTLY
    end = end if deadline is None else min(end, deadline)
    try:
        completes, model = partial(_solution_of, settings=settings, deadline=end), problem.stated or problem.model
        return values.completion(model, written[0], completes, problem.violation) if len(written) == 1 else ""
    except LimitReached:
        return ""


def _open(written: Sequence[Printed]) -> list[str]:
    """Return two sentences: on the variables that solutions leave open, as solutions in some languages may, and on the
    variables whose values are not read; a sentence without variables is left out.
    """
    unread = "the text of the `output` item is not read as their values; judge the JSON: csp2sat solve --json"
    kinds = {
        "the answer has no values of them; there are values that complete it": [each.open for each in written],
        unread: [each.unread for each in written],
    }
    found = {words: list(dict.fromkeys(chain.from_iterable(names))) for words, names in kinds.items()}
    return [
        f"{', '.join(names[: values.MOST])}{', ...' * (len(names) > values.MOST)}: {words}"
        for words, names in found.items()
        if names
    ]


def _judged(problem: Problem, source: Source, deadline: float | None = None) -> list[str]:
    """Return all faults of the solutions that a text has of a board, the problem's; open cells are no mistakes.

    deadline: as in `judgement_of`.
    """
    assert problem.board is not None
    faults: list[str] | InputError
    try:
        faults = _faults_of_all(problem.board, source)
    except InputError as error:
        faults = error
    if faults == []:
        return []
    from .reasoning.begun_answers import faults_of  # right answers need no reader of begun drawings

    return faults_of(problem.board, source, faults, deadline)


def _faults_of_all(board: Board, source: Source) -> list[str]:
    """Return all faults of the solutions that a text has of a board."""
    found = list(answers.solutions_in(source, board))
    cells = open_cells(source.text, board) if len(found) == 1 else []
    judged = []
    for each in found:
        read = [fault for fault in each.faults if not cells or not fault.startswith(f"{OPEN} at ")]
        judged.append((each.solution, list(dict.fromkeys(read + faults_of_open(board, each.solution, cells)))))
    faults = values.numbered(judged)
    is_begun = not faults or any(EMPTY in fault for fault in faults)
    return faults if is_begun or not is_board_alone(source.text, board) else [NOTHING]


def _read(problem: Input, answer: GivenAnswer) -> tuple[str, bytes]:
    """Return the path of an answer, or a name for an answer that is no file, and the bytes of the answer."""
    model = None if problem.is_cnf or problem.board else getattr(problem, "model", None)
    if isinstance(answer, Mapping) and model is not None and model.about.get("ozn"):
        return "<answer>", dumps(_plain(answer)).encode()  # as the text of a file, which may leave variables out
    given = as_answer(answer, problem.board is not None)
    if isinstance(given, Source):
        return given.path, given.text.encode()
    return given, _typed(problem, given) or files.read_bytes(given)


def intended_solution(problem: Problem, answer: GivenAnswer) -> Solution:
    """Return the solution of a problem's board that an answer has.  answer: as of `judgement_of`.

    Raise UsageError for a problem that is no board; InputError for a text that is no answer, and for one that is no
    solution.
    """
    if problem.board is None:
        raise UsageError("only for a board", "solution", answer)
    source = files.as_source(*_read(problem, answer))
    faults = judgement_of(problem, source.text if answer == "-" else answer, Settings()).faults  # stdin is read once
    if faults:
        more = f" (and {len(faults) - 1} more)" if faults[1:] else ""
        raise InputError(f"is no solution of the board: {faults[0]}{more}", Place(source.path))
    found, *others = answers.solutions_in(source, problem.board)
    if others:
        raise InputError(f"{1 + len(others)} solutions; expected the intended one", Place(source.path))
    intended: Solution = PUZZLES[problem.board.puzzle].rewritten(problem.board, found.solution)
    return intended


def _exists(path: str) -> bool:
    return os.path.exists(path)  # noqa: PTH110  never fails, for a text too long for a path, either


def _typed(problem: Input, answer: str) -> bytes:
    """Return the bytes of an answer that is itself the solution of a board, one character for each cell; b'' for any
    other answer, such as the name of a file.
    """
    if problem.board is None or _exists(answer):
        return b""
    cells = problem.board.rows * problem.board.cols
    return answer.encode() if len(answer) == cells > 1 and not {*"/."} & set(answer[:1]) else b""


def _solution_of(model: Model, settings: Settings, deadline: float | None) -> Answer | None:
    """Return a solution of a model, None if there is none.

    settings, deadline: as in `judgement_of`.  Raise LimitReached if the solver does not decide.
    """
    with folder_for() as folder:
        result = solve(ProblemRun(CspProblem(model, ""), pipeline_of(settings, folder, deadline=deadline, one=True)))
    if result.status == "UNKNOWN":
        raise LimitReached(result.reason)
    found: Answer | None = result.solution if result.status == "SATISFIABLE" else None
    return found


class _Better(Exception):
    """A solution that a search has found, the first argument."""


def _better_solution_of(problem: Problem, value: int, settings: Settings, deadline: float | None) -> Answer | None:
    """Return a solution of a problem whose objective is better than a value, None if there is none, by the search of
    `solve` for the best solution, which knows more ways than a question for a better one.

    settings, deadline: as in `judgement_of`.  Raise LimitReached if that is not decided.
    """
    assert problem.objective is not None
    is_less = problem.objective.goal == "minimize"

    def end(found: int, solution: Answer) -> None:
        if found < value if is_less else found > value:
            raise _Better(solution)

    with folder_for() as folder:
        run = ProblemRun(problem, pipeline_of(settings, folder, deadline=deadline, one=True))
        try:
            best = best_of(run, None, end)
        except _Better as better:
            solution: Answer = better.args[0]
            return solution
    if best.status == "OPTIMUM FOUND":
        return None
    raise best.stopped or LimitReached(best.reason)


def as_answer(answer: object, is_board: bool) -> str | Source:
    """Return the path if an answer is one, as a str; else the answer as a Source: a text as it is, and a result, a
    solution, or values as JSON, see `_object`.

    is_board: whether the answer is to a board.  A str that names an existing file is a path; another str is a text if
    it has a character that texts of answers have, and hardly a path (TEXT).  Raise UsageError as `_object` does.
    """
    if isinstance(answer, str | Path):
        is_text = isinstance(answer, str) and not _exists(answer) and TEXT.search(answer)
        return Source("<answer>", str(answer)) if is_text else str(answer)
    return Source("<answer>", dumps(_object(answer, is_board)))


def _object(answer: object, is_board: bool) -> dict[str, Any]:
    """Return an answer in the form that `solve --json` prints: a result, also of `decode`, a solution of a model,
    values by names or variables, or the solution of a board if `is_board`.

    Raise UsageError for a result without a solution, and for an object of another type.
    """
    if isinstance(answer, ModelResult | BoardResult):
        found = [each for each in (answer.solution, answer.second) if each is not None]
        if not found:
            raise UsageError(EXPECTED, "answer", answer.status)
        stated = [_object(each, isinstance(answer, BoardResult)) for each in found]
        if isinstance(answer, ModelResult) and answer.objective is not None:
            stated[0]["objective"] = answer.objective
        return {"solutions": stated}
    if isinstance(answer, Decoded):
        if answer.solution is not None:
            return {"solution": _plain(answer.solution)}
        if answer.values is None:
            raise UsageError(EXPECTED, "answer", answer.status)
        return _object(answer.values, False) | ({} if answer.objective is None else {"objective": answer.objective})
    if isinstance(answer, ModelSolution | Answer):
        return {"ints": answer.ints, "bools": answer.bools}
    if is_board and (isinstance(answer, Mapping | Sequence) or hasattr(answer, "tolist")):
        return {"solution": _plain(answer)}
    if isinstance(answer, Mapping):
        return {"values": _plain(answer)}
    raise UsageError(EXPECTED, "answer", answer)


def _plain(value: object) -> Any:
    """Return a value as JSON has it: names for variables, truth values and integers of Python for those of NumPy."""
    if value is None or isinstance(value, str | float):
        return value
    if isinstance(value, Mapping):
        return {name_of(key) if isinstance(key, Handle) else str(key): _plain(each) for key, each in value.items()}
    if isinstance(value, AbstractSet):
        return {"set": sorted(map(_plain, value))}
    if isinstance(value, Sequence):
        return [_plain(each) for each in value]
    if hasattr(value, "tolist") and not isinstance(value, Handle):  # of NumPy
        return _plain(value.tolist())
    if is_truth(value):
        return bool(value)
    if (number := constant(value)) is None:
        raise UsageError("expected integers, truth values, names, and lists of them as values", "answer", value)
    return number
