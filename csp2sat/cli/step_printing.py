"""Printing of steps, hints and grades."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ..api.reasoning.chains import (
    FORMATS,
    ChainEnd,
    Grade,
    Mistake,
    Step,
    Steps,
    doubts,
    grade,
    places_of,
    trail_texts,
    where_text,
)
from ..errors import UsageError
from ..puzzles.spec import Board
from .json_lines import json_line
from .reporting import put, warn

LIMIT = 3
ENDS = {
    "STUCK": "Nothing more is forced: the board has several solutions.",
    "CONTRADICTION": "The board has no solution.",
}


class StepsTarget(NamedTuple):
    """The destination of a chain: the format, one of FORMATS; the path, None for stdout; whether routine steps are
    printed.
    """

    to: str
    output: str | None
    routine: bool
    quiet: bool

    @classmethod
    def of(cls, to: str | None, output: str | None, routine: bool, quiet: bool) -> StepsTarget:
        """Return the destination; raise UsageError for an unknown format, and for the suffix of a picture or page that
        steps have no form for, unless `to` says the format.

        to: a format, None for that of the suffix of `output`, or text.  output, routine, quiet: as in the class.
        """
        suffix = Path(output or "").suffix.lower()[1:]
        if to is None and suffix in ("png", "pdf"):
            raise UsageError(f"steps cannot be written as {suffix}; expected one of {', '.join(FORMATS)}")
        form = to or (suffix if suffix in FORMATS else "text")
        if form not in FORMATS:
            raise UsageError(f"expected one of {', '.join(FORMATS)}", "to", form)
        return cls(form, output, routine, quiet)


def show(found: Steps, target: StepsTarget) -> int:
    """Write a chain; return the exit code."""
    if target.to == "text":
        if target.output in (None, "-"):
            for line in lines(found, target.routine):
                print(line, flush=True)
        else:
            put("".join(f"{line}\n" for line in lines(found, target.routine)), target.output)
    elif target.to == "json":
        put(json_line({key: value for key, value in found.neutral().items() if key != "schema"}), target.output)
    elif target.to == "svg":
        _write_frames(found, target.output)
    else:
        put(found.to("html"), target.output)
    if found.status == "LIMIT" and (found.limit is None or len(found) < found.limit):
        warn("the time limit was reached before the last step", target.quiet)
        return LIMIT
    return 0


def _write_frames(found: Steps, output: str | None) -> None:
    """Write the drawings of steps: one as a file or to stdout if there is a limit of one step; else a folder of them.

    Raise UsageError if several steps have no folder, and if there is no step.
    """
    if found.limit == 1:
        put(found.svg(1), output)
        return
    if output in (None, "-"):
        raise UsageError("drawings of several steps need a folder; expected -o FOLDER, or --limit 1")
    folder = Path(str(output))
    folder.mkdir(parents=True, exist_ok=True)
    for step in found:
        put(found.svg(step.number), str(folder / f"step-{step.number:03}.svg"))


def lines(found: Steps, routine: bool) -> Iterator[str]:
    """Yield the sentences of a chain with their numbers, then how the chain ends.

    routine: whether routine steps are printed; if not, the next line counts those before it, unless all are routine.
    """
    hidden: list[Step] = []
    all_hidden = True
    for step in found:
        if step.routine and not routine:
            hidden.append(step)
            continue
        yield from _hidden(len(hidden))
        hidden, all_hidden = [], False
        yield f"{step.number}. {step.text}"
        yield from trail_lines(found.board, step)
    yield from (f"{step.number}. {step.text}" for step in hidden) if all_hidden else _hidden(len(hidden))
    if found.status in ENDS:
        yield ENDS[found.status]
    if doubt := doubts(found):
        yield doubt


def trail_lines(board: Board, step: Step) -> Iterator[str]:
    """Yield how the supposition that the first fact of a step is wrong leads to a contradiction, a line each."""
    supposed, conclusions = trail_texts(board, step)
    if supposed:
        yield f"     Suppose that {supposed}."
        yield from (f"     - {text}" for text in conclusions)


def _hidden(count: int) -> list[str]:
    return [f"   ({count} routine step{'s' if count > 1 else ''})"] if count else []


def show_hint(board: Board, found: Step | Mistake | ChainEnd, where: bool, json: bool) -> int:
    """Print a hint; return the exit code, 3 if the time was over.

    where: whether only the places of the reason are printed.  json: whether to print JSON.
    """
    if isinstance(found, ChainEnd):
        text = (
            "The board is complete."
            if found.status == "SOLVED"
            else ENDS.get(found.status, "No step was found in time.")
        )
        print(
            json_line({"puzzle": board.puzzle, "status": found.status, "text": text}) if json else f"{text}\n", end=""
        )
        return LIMIT if found.status == "LIMIT" else 0
    step = found.step if isinstance(found, Mistake) else found
    if where:
        listed = [{"row": row, "column": column} for row, column in places_of(found)]
        print(json_line({"puzzle": board.puzzle, "where": listed}) if json else f"{where_text(found)}\n", end="")
        return 0
    if json:
        form = found.neutral() if isinstance(found, Mistake) else {"step": step.neutral()}
        print(json_line({"puzzle": board.puzzle, **{k: v for k, v in form.items() if k != "schema"}}), end="")
    else:
        print("\n".join((found.text, *trail_lines(board, step))))
    return 0


def show_grade(found: Steps, json: bool) -> int:
    """Print the grade of a board; return the exit code, 3 if the grade is a lower bound."""
    graded: Grade | None = grade(found)
    if graded is None:
        text = ENDS[found.status]
        fields = {"puzzle": found.board.puzzle, "grade": None, "status": found.status}
        print(json_line(fields, found.status) if json else f"no grade: {text[:1].lower()}{text[1:]}\n", end="")
        return 0
    if json:
        print(json_line({key: value for key, value in graded.neutral().items() if key != "schema"}, "GRADED"), end="")
    else:
        print(f"{graded.text} of 10 (score {graded.score:.2f})")
        for name, value in graded.features.items():
            print(f"  {name}: {value:g}")
    return LIMIT if graded.bound else 0
