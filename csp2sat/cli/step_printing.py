"""Printing of steps, hints and grades."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

from ..api.reasoning.chains import (
    FOLDED,
    FORMATS,
    TOO_LARGE,
    ChainEnd,
    Grade,
    Mistake,
    Step,
    Steps,
    beyond,
    blocks,
    decided_lines,
    doubts,
    drawn_lines,
    grade,
    hardest,
    hardest_line,
    hardest_words,
    left_out,
    legend,
    merged,
    places_of,
    rest_line,
    routine_lines,
    routine_text,
    unproved_text,
    where_text,
)
from ..base.numbers import counted
from ..errors import LimitReached, UsageError
from ..puzzles.spec import Board
from .json_lines import json_line
from .reporting import note, put, warn
from .suffixes import answer_format, check_format
from .words import graded_kinds

LIMIT = 3
DRAWN = ("svg", "png")
HINT_FORMATS = ("text", "json", *DRAWN)
ENDS = {
    "STUCK": "Nothing more is forced: the board has several solutions.",
    "CONTRADICTION": "The board has no solution.",
}
COUNTED = "   ("  # the beginning of a line that counts routine steps
REST = "Lines that are only counted: --all prints them."
SHARED = "The board so far:"
SEVERAL = "The board has several solutions, so that not all of it can be found by steps."
NO_SOLUTION = "The board has no solution, whatever is filled in (why: csp2sat explain). A step to the contradiction:"


class StepsTarget(NamedTuple):
    """The destination of a chain: the format, one of FORMATS; the path, None for stdout; whether routine steps, and
    all lines of long suppositions, are printed.
    """

    to: str
    output: str | None
    routine: bool
    quiet: bool

    @classmethod
    def of(cls, to: str | None, output: str | None, routine: bool, quiet: bool) -> StepsTarget:
        """Return the destination; raise UsageError for a format that steps do not have, unless it is only that of the
        suffix of `output`, and `to` says another one.

        to: a format, None for that of the suffix of `output`, or text.  output, routine, quiet: as in the class.
        """
        form = answer_format(to, output) or "text"
        check_format(form, output, FORMATS)
        return cls(form, output, routine, quiet)


def show(found: Steps, target: StepsTarget) -> int:
    """Write a chain; return the exit code."""
    if target.to == "text":
        if target.output in (None, "-"):
            for line in with_drawings(found, target.routine):
                print(line, flush=True)
        else:
            put("".join(f"{line}\n" for line in with_drawings(found, target.routine)), target.output)
    elif target.to == "json":
        put(json_line({key: value for key, value in found.neutral().items() if key != "schema"}), target.output)
    elif target.to == "svg":
        _write_frames(found, target.output)
    else:
        put(found.to("html"), target.output)
    if target.output not in (None, "-"):
        note(f"{target.output}: {counted(len(found), 'step')}", target.quiet)
    if found.status == "LIMIT" and (found.limit is None or len(found) < found.limit):
        warn(TOO_LARGE if found.end.by_size else "the time limit was reached before the last step", target.quiet)
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


def with_drawings(found: Steps, routine: bool) -> Iterator[str]:
    """Yield the lines of `lines`; before them the drawing of the board if there is a step, since sentences name places
    on the board, and behind them the drawing of the solution if the chain leads to one, or of what all solutions share.
    """
    has_steps = next(iter(found), None) is not None
    if has_steps:
        yield from (*drawn_lines(found.board, None), "")
    yield from lines(found, routine)
    if has_steps and found.status == "SOLVED":
        yield from ("", *drawn_lines(found.board, found.solution))
    if has_steps and found.status == "STUCK":
        shared = decided_lines(found.board, {fact for step in found for fact in step.facts})
        yield from ("", SHARED, "", *shared) if shared else ()


def lines(found: Steps, routine: bool) -> Iterator[str]:
    """Yield the sentences of a chain with their numbers, then how the chain ends; before the first step that names a
    room by its cell, what the name means; at last how to get the lines that are only counted.

    routine: whether all routine steps, and all lines of suppositions, are printed; if not, the routine steps of rules
    are counted, unless all steps are routine, steps that a person does at once are one, and so are cases of long steps.
    """
    has_legend = is_folded = is_counted = False
    for together in _together(found, routine):
        if not has_legend and (meaning := legend(together)):
            yield meaning
            has_legend = True
        is_folded = is_folded or any(map(FOLDED.search, together))
        if not is_counted and together[0].startswith(COUNTED):
            together, is_counted = [f"{together[0][:-1]}; --all prints them)"], True
        yield from together
    if is_folded:
        yield REST


def _together(found: Steps, routine: bool) -> Iterator[list[str]]:
    """Yield the lines of `lines`, without what names of rooms mean: those of a step together."""
    waiting, seen = list[Step](), list[Step]()
    all_routine = True
    steps = found if routine else found.needed()
    for step in steps if routine else merged(found.board, steps):
        waiting.append(step)
        seen.append(step)
        all_routine = all_routine and step.routine
        if routine or not (step.routine or step.folded):
            yield from printed(found.board, waiting, routine, routine)
            waiting = []
    yield from printed(found.board, waiting, all_routine, routine)
    if less := left_out(len(found), seen):
        yield [f"{COUNTED}{less})"]
    if found.status in ENDS or found.end.no_solution:
        yield [ENDS.get(found.status, ENDS["CONTRADICTION"])]
    elif found.status == "SOLVED" and not len(found):
        yield ["No step is needed: the givens are the solution."]
    most = hardest_line(list(found), seen) if found.status == "SOLVED" else ""
    yield from ([line] for line in (rest_line(found.board, seen, found.solution), doubts(seen), most) if line)


def printed(board: Board, steps: Sequence[Step], routine: bool, whole: bool = True) -> Iterator[list[str]]:
    """Yield the lines of each step of some, and of routine steps that follow one another.

    routine: whether routine steps are not counted, but printed.  whole: as in `blocks`.
    """
    for is_folded, run in groupby(steps, lambda step: step.folded and not routine):
        if is_folded:
            yield [f"{COUNTED}{routine_text(board, list(run))})"]
            continue
        for step in run:
            yield [f"{step.numbers}. {step.head or step.text}", *blocks(board, step, whole)]


class HintTarget(NamedTuple):
    """The destination of a hint: the format; the path, None for stdout; whether only the places are printed; whether
    all lines of a long supposition are.
    """

    to: str
    output: str | None
    where: bool
    whole: bool = False

    @property
    def drawn(self) -> bool:
        """Whether the format is that of a drawing."""
        return self.to in DRAWN

    @classmethod
    def of(cls, to: str | None, output: str | None, where: bool, whole: bool = False) -> HintTarget:
        """Return the destination; raise UsageError for a format that a hint does not have, and for a drawing of places
        alone.

        to: a format, None for that of the suffix of `output`, or text.  output, where, whole: as in the class.
        """
        form = answer_format(to, output) or "text"
        if form == "html":
            steps = "csp2sat steps BOARD -o F.html"
            raise UsageError(f"a hint has no page; expected text, json, svg or png, or for all steps: {steps}")
        check_format(form, output, HINT_FORMATS)
        if where and form in DRAWN:
            raise UsageError("--where has no drawing; expected --to text or --to json")
        return cls(form, output, where, whole)


def drawn_hint(found: Step | Mistake | ChainEnd) -> str:
    """Return the drawing of a hint as SVG.  Raise UsageError if there is no step, and LimitReached if there is none
    because the time was over.
    """
    drawn = None if isinstance(found, ChainEnd) else found._repr_svg_()
    if drawn is None:
        error = LimitReached if isinstance(found, ChainEnd) and found.status == "LIMIT" else UsageError
        raise error("there is no step to draw; use --to text for the reason")
    return drawn


def show_hint(board: Board, found: Step | Mistake | ChainEnd, target: HintTarget) -> int:
    """Write a hint that is no drawing; return the exit code, 3 if the time was over."""
    form = _end_form(board, found) if isinstance(found, ChainEnd) else _hint_form(board, found, target)
    text = form.pop("sentences")
    put(json_line({"puzzle": board.puzzle, **form}) if target.to == "json" else f"{text}\n", target.output)
    return LIMIT if isinstance(found, ChainEnd) and found.status == "LIMIT" else 0


def _end_form(board: Board, end: ChainEnd) -> dict[str, Any]:
    """Return the JSON form of a hint without a step, with its text as `sentences`, too."""
    others = {"SOLVED": "The board is complete.", "LIMIT": "No step was found in time."}
    if end.wrong and end.status == "LIMIT":
        text = unproved_text(board, end)
    else:
        text = f"No step was found: {TOO_LARGE}." if end.by_size else (ENDS | others)[end.status]
        text = f"{ENDS['CONTRADICTION']} {text}" if end.no_solution and end.status == "LIMIT" else text
    mistake = {"mistake": end.wrong[0].neutral()} if end.wrong else {}
    return {"status": end.status, **mistake, "text": text, **_solutions(end), "sentences": text}


def _solutions(found: Step | ChainEnd) -> dict[str, bool]:
    """Return the field `no_solution`, true, for a board that is known to have no solution; the field `unique`, false,
    for a board that is known to have several; {} for any other board.
    """
    several = found.several or (isinstance(found, ChainEnd) and found.status == "STUCK")
    return {"no_solution": True} if found.no_solution else {"unique": False} if several else {}


def _hint_form(board: Board, found: Step | Mistake, target: HintTarget) -> dict[str, Any]:
    """Return the JSON form of a hint, with its lines of text as `sentences`, too."""
    step = found.step if isinstance(found, Mistake) else found
    warning = [NO_SOLUTION] if step.no_solution and not step.contradiction else [SEVERAL] * step.several
    if target.where:
        listed = [{"row": row, "column": column} for row, column in places_of(board, found)]
        return {"where": listed, **_solutions(step), "sentences": "\n".join([*warning, where_text(board, found)])}
    form = found.neutral() if isinstance(found, Mistake) else {"step": step.neutral()}
    form.pop("schema", None)
    routine = routine_lines(board, step.before)
    short = replace(step, text=step.head or step.text)  # above the lines of its suppositions
    head = [replace(found, step=short).text, *routine] if isinstance(found, Mistake) else [*routine, short.text]
    below = blocks(board, step, target.whole)
    rest = [REST] if any(map(FOLDED.search, below)) else []
    return form | _solutions(step) | {"sentences": "\n".join((*warning, *head, *below, *rest))}


def show_grade(found: Steps, json: bool) -> int:
    """Print the grade of a board; return the exit code, 3 if the grade is a lower bound."""
    graded: Grade | None = grade(found)
    if graded is None:
        text = ENDS[found.status]
        fields = {"puzzle": found.board.puzzle, "grade": None, "status": found.status}
        print(json_line(fields, found.status) if json else f"no grade: {text[:1].lower()}{text[1:]}\n", end="")
        return 0
    words = beyond(found.board.puzzle, (found.board.rows, found.board.cols))
    graded_kinds.get([]).append(graded.puzzle)
    if json:
        fields = {key: value for key, value in graded.neutral().items() if key != "schema"}
        print(json_line(fields | ({"note": words} if words else {}), "GRADED"), end="")
    else:
        print(f"{graded.text} of 10 (score {graded.score:.2f})" + (graded.words and f", {graded.words}"))
        most = hardest(found)
        for name, value in graded.features.items():
            print(f"  {name}: {value:g}" + (f" ({hardest_words(most)})" if name == "hardest step" and most else ""))
        if words:
            note(words, False)
    return LIMIT if graded.bound else 0
