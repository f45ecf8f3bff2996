"""The work of `generate`: boards made and written one after the other."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from ...api.generating import WantedGivens, check, new_board
from ...api.reasoning.chains import USUAL_SECONDS, Steps
from ...api.reasoning.own_boards import differences
from ...api.settings import Settings
from ...api.writing.booklets.binding import check_place
from ...api.writing.converting import DRAWN, PrintStyle
from ...api.writing.drawing import captioned
from ...errors import LimitReached, UsageError
from ...generating.makers import MAKERS
from ...generating.spec import Draft
from ...puzzles.formats.spec import FORMATS
from ...puzzles.spec import Board
from ...solving.trace import Trace
from ..json_lines import json_line
from ..reporting import note, put
from ..step_printing import StepsTarget, show
from ..suffixes import by_suffix, suffix_of
from . import drawings

if TYPE_CHECKING:
    from ...api.reasoning.own_boards import OwnBoard
    from .booklets import BookletTarget

CAPTIONED = ("svg", "png")  # drawings of a board with words below


class BoardTarget(NamedTuple):
    """The destination of new boards: a format, and a file or folder (None or `-` for stdout)."""

    to: str
    output: str | None

    @property
    def is_stdout(self) -> bool:
        """Whether the boards go to stdout."""
        return self.output in (None, "-")

    @property
    def is_folder(self) -> bool:
        """Whether the name is that of a folder."""
        return not self.is_stdout and (str(self.output).endswith("/") or Path(str(self.output)).is_dir())

    def into_folder(self, count: int) -> bool:
        """Whether each of `count` boards gets a file of its own in a folder."""
        return not self.is_stdout and (count > 1 or self.is_folder)

    def into_file(self) -> bool:
        """Whether several boards can be in one file: the name is that of a file, not of a folder, or stdout."""
        return self.is_stdout or (not self.is_folder and by_suffix(self.output) is not None)


class GenerateRequest(NamedTuple):
    """The command line of `generate`: which boards, and how they are written.

    size: rows and columns.  boards: their number, with the seeds from `seed` on.  json: whether each board is described
    by an object on stdout.  wanted: their givens.  title, per_page: of a booklet, None where not given.
    grades: of each board, None for any.  hint: whether a booklet has grades and hints.  by_grade: whether its boards
    are in the order of their grades.  steps: the file for the steps of the board, None for none.
    style: of a booklet or drawing in print.  own: a setter's board, whose solution the boards have; None for any.
    """

    puzzle: str
    size: tuple[int, int]
    seed: int
    boards: int
    target: BoardTarget
    quiet: bool = False
    json: bool = False
    wanted: WantedGivens = WantedGivens()
    title: str | None = None
    per_page: str | None = None
    grades: range | None = None
    hint: bool = False
    by_grade: bool = False
    steps: str | None = None
    style: PrintStyle = PrintStyle()
    own: OwnBoard | None = None

    @property
    def booklet(self) -> BookletTarget | None:
        """The booklet that the boards become: that of several boards in one file of HTML or PDF, or one that an option
        asks for; else None.
        """
        to, output = self.target
        captioned = to in CAPTIONED
        hinted, style = self.hint and not captioned, self.style._replace(grades=self.style.grades or captioned)
        asked = hinted or self.by_grade or style.for_booklet or self.title is not None or self.per_page is not None
        if self.boards == 1 and not asked:
            return None  # without the modules of booklets
        from .booklets import BookletTarget

        drawing = drawings.DrawingTarget(to, output, self.quiet or self.json, style)
        found = BookletTarget(drawing, self.title, self.per_page, hinted, self.by_grade)
        several = self.boards > 1 and found.possible and self.target.into_file()
        return found if found.asked or several else None

    def check(self) -> None:
        """Raise UsageError for a request that cannot be fulfilled, such as several boards in one file; UsageError or
        FileError for a booklet that cannot be written.
        """
        to, output = self.target
        check(self.puzzle, *self.size, to, self.wanted)
        if self.hint and to not in DRAWN:
            option = "--hint-below" if self.style.below else "--hint"
            raise UsageError(f"{option} is for a booklet or a drawing; expected -o FILE.html, .pdf, .svg or .png")
        self.style.check(to)
        if self.steps is not None:
            self._check_steps(self.steps)
        if booklet := self.booklet:
            booklet.check()
            return
        if self.boards > 1 and by_suffix(output) and not self.target.is_folder:
            several = "a folder for a file of each, or a booklet, F.html or F.pdf"
            raise UsageError(f"-o {output}: one file for {self.boards} boards; expected {several}")
        if to in DRAWN:
            drawings.DrawingTarget(to, output).check()
            if self.boards > 1 and self.target.is_stdout:
                raise UsageError(f"--to {to}: a file has one drawing; expected -o FOLDER for several")

    def _check_steps(self, path: str) -> None:
        """Raise UsageError or FileError for a file that the steps cannot be written to, and for several boards."""
        if self.boards > 1:
            raise UsageError(f"--steps is for one board; not with --count {self.boards}")
        if StepsTarget.of(None, path, False, self.quiet).to == "svg":
            raise UsageError(f"--steps {path}: expected FILE.html, FILE.json or FILE.txt")
        check_place(path)

    def name(self, seed: int) -> str:
        """Return the name of the board made from a seed, as `masyu-6x8-1`."""
        rows, cols = self.size
        return f"{self.puzzle}-{rows}x{cols}-{seed}"


class Made(NamedTuple):
    """A new board: its name, its seed, the board with its solution, the name of the solver that confirmed it, and the
    grade if one was asked for.  bound: whether the grade is a lower bound.
    """

    name: str
    seed: int
    draft: Draft
    solver: str
    grade: int | None = None
    bound: bool = False

    @property
    def words(self) -> str:
        """The grade in words; '' if none was asked for."""
        return "" if self.grade is None else f"grade {self.grade}{' or more' * self.bound}"


def make(request: GenerateRequest, settings: Settings, trace: Trace, deadline: float | None) -> None:
    """Make the boards of a request, and write each board when it is finished, or all of them as a booklet.

    deadline: the time on the monotonic clock, None for no limit.  Raises LimitReached, with advice, if a limit ends the
    work.
    """
    _warn_of_size(request)
    boards, booklet = _each(request, settings, trace, deadline), request.booklet
    if booklet is None:
        for made in boards:
            _report(request, made, _written(request, made))
            _write_steps(request, made, deadline)
        return
    from ...api.writing.booklets.sheets import BookletBoard

    with booklet.collected(request.boards) as collected:
        for made in boards:
            own = request.style.grades and not (request.hint or request.by_grade)
            collected.append(BookletBoard(*made.draft, words=made.words if own else ""))
            _report(request, made, None if request.target.is_stdout else request.target.output)
            _write_steps(request, made, deadline)


def _each(request: GenerateRequest, settings: Settings, trace: Trace, deadline: float | None) -> Iterator[Made]:
    """Yield each board of a request when it is made.  Raises LimitReached, with advice, if a limit ends the work.

    A seed that leads to no board at the grade is left out if there are several boards to make, and further seeds are
    tried: as many as there are boards, until the deadline; but a first seed that makes nothing of a setter's board ends
    the search.  deadline: the time on the monotonic clock, None for no limit.
    """
    number, left_out = 0, 0
    while number < request.boards:
        seed = request.seed + number + left_out
        name = request.name(seed)
        trace.say(f"MAKING {name} ({number + 1} of {request.boards})")
        try:
            made = _one(request, seed, settings, trace, deadline)
        except LimitReached as limit:
            if request.grades is None:
                raise LimitReached(f"{limit} before the board was made: {_advised(request)}") from None
            if request.boards == 1 or (request.own is not None and not number):
                raise
            late = deadline is not None and time.monotonic() > deadline
            if late or left_out == request.boards:
                raise LimitReached(f"{limit}; {_further(request, seed + 1, request.boards - number)}") from None
            left_out += 1
            note(f"{name}: no board at this grade; seed {seed + 1} is next", request.quiet or request.json)
            continue
        number += 1
        yield made


def _further(request: GenerateRequest, seed: int, count: int) -> str:
    """Return the command for further boards at the grade, `count` from a seed on, in words."""
    from ...api.reasoning.graded import command, in_words

    assert request.grades is not None
    name = None if request.own is None else request.own.name
    made = command(request.puzzle, request.size, seed, request.wanted, name)
    return f"for more at this grade: {made} --grade {in_words(request.grades)}" + f" --count {count}" * (count > 1)


def _one(request: GenerateRequest, seed: int, settings: Settings, trace: Trace, deadline: float | None) -> Made:
    """Return the board of a seed, at a grade if the request asks for one; raise LimitReached if a limit comes first.

    deadline: the time on the monotonic clock, None for no limit.
    """
    name = request.name(seed)
    if request.grades is None:
        draft, solver = new_board(request.puzzle, request.size, seed, settings, trace, deadline, request.wanted)
        return Made(name, seed, draft, solver)
    from ...api.reasoning.graded import GradedMaker

    about = (request.puzzle, request.size, request.grades, settings, request.wanted, trace, deadline, request.own)
    found = GradedMaker(*about).board(seed)
    return Made(name, seed, found.draft, found.solver, found.grade, found.bound)


def _written(request: GenerateRequest, made: Made) -> str | None:
    """Write a board, unless stdout is for JSON; return its file, None for stdout."""
    file = _file(request, made.name)
    if not request.json or file is not None:
        board, to = made.draft.board, request.target.to
        caption = _caption(request, made) if to in CAPTIONED else ""
        if caption:
            drawings.put_drawing(captioned(board, caption, to), drawings.DrawingTarget(to, file))
        else:
            _write(to, file, board, first=made.seed == request.seed)
    return file


def _caption(request: GenerateRequest, made: Made) -> str:
    """Return the words below the drawing of a new board: lines with the grade and the hint, if the request has them."""
    words = made.words if request.style.grades else ""
    if not request.hint:
        return words
    from ...api.reasoning.hinted import hinted
    from ...api.writing.booklets.sheets import BookletBoard

    entry = hinted(BookletBoard(*made.draft), request.style.grades, request.style.below)
    return "\n".join(filter(None, (entry.words, entry.hint and f"Hint: {entry.hint}")))


def _write_steps(request: GenerateRequest, made: Made, deadline: float | None) -> None:
    """Write the steps of a new board, as far as the usual time and the deadline allow, if the request asks for them."""
    if request.steps is not None:
        show(
            Steps(made.draft.board, deadline, cpu=USUAL_SECONDS),
            StepsTarget.of(None, request.steps, False, request.quiet),
        )


def _report(request: GenerateRequest, made: Made, file: str | None) -> None:
    """Print how a board was made: as JSON, or as a note.  file: where it is, None for stdout."""
    rows, cols = request.size
    size = f"{rows} rows, {cols} columns"
    checked = f"one solution, checked by {made.solver}" + (made.words and f", {made.words}")
    differing = None if request.own is None else differences(request.own.draft.board, made.draft.board)
    if request.own is not None and differing is not None:
        checked += f" (yours: {request.own.grade.text}); {differing.in_words()}"
    note(f"{made.name}: {size}, seed {made.seed}, {checked}", request.quiet or request.json)
    if request.json:
        about: dict[str, Any] = {"board": made.draft.board.neutral(), "solution": made.draft.solution, "unique": True}
        about |= {"seed": made.seed, "solver": {"name": made.solver}}
        about |= {} if made.grade is None else {"grade": made.grade} | ({"bound": True} if made.bound else {})
        if request.own is not None and differing is not None:
            about["from"] = {"grade": request.own.grade.value, **differing._asdict()}
        print(json_line(about | ({} if file is None else {"file": file})), end="", flush=True)


def _warn_of_size(request: GenerateRequest) -> None:
    """Print a note if boards of more than twice the usual size are wanted, since these may take minutes without a word;
    nothing with `--json` or `--quiet`.
    """
    usual = MAKERS[request.puzzle].usual_size()
    if prod(request.size) > 2 * prod(usual) and not request.json:
        rows, cols = request.size
        text = f"{rows}x{cols} is more than twice the usual size, {usual[0]}x{usual[1]}"
        note(f"{text}: it may take minutes, which --timeout can end", request.quiet)


def _advised(request: GenerateRequest) -> str:
    """Return the board that was to be made, and advice for a quicker one, in words."""
    rows, cols = request.size
    usual = MAKERS[request.puzzle].usual_size()
    larger = prod(request.size) > prod(usual)
    quicker = f", or a smaller --size, such as {usual[0]}x{usual[1]}" if larger else ""
    return f"a {request.puzzle} of {rows}x{cols}; use a longer --timeout, another --seed{quicker}"


def _file(request: GenerateRequest, name: str) -> str | None:
    """Return the file for the board called `name`, None for stdout; make the folder if the target is one."""
    to, output = request.target
    if not request.target.into_folder(request.boards):
        return None if output == "-" else output
    folder = Path(str(output))
    folder.mkdir(parents=True, exist_ok=True)
    return str(folder / f"{name}{suffix_of(to, f'.{to}')}")


def _write(to: str, output: str | None, board: Board, first: bool) -> None:
    """Write a board in the format `to` to the file `output`, None for stdout.

    first: whether the board is the first; before others in text on stdout comes an empty line.
    """
    if to in DRAWN:
        drawings.write(drawings.DrawingTarget(to, output), board)
    else:
        apart = "\n" if to == "text" and not first and output is None else ""
        put(apart + FORMATS[to].write(board), output)
