"""Booklets from commands: whether one is asked for, and writing it when its boards are complete."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from ...api.door import KeptAnswer
from ...api.reasoning.hinted import graded
from ...api.writing.booklets import binding
from ...api.writing.booklets.sheets import BookletBoard
from ...api.writing.converting import PrintStyle
from ...base.numbers import counted
from ...errors import Csp2SatError, UsageError
from ...escaping import for_terminal
from ..reporting import note
from .drawings import DrawingTarget, put_drawing


class BookletTarget(NamedTuple):
    """The booklet that a command writes.

    title, per_page: of `--title` and `--per-page`, None where not given.  hint, by_grade: whether `--hint` and
    `--by-grade` were given.  strict: whether each board must have exactly one solution (`--expect unique`).
    """

    drawing: DrawingTarget
    title: str | None = None
    per_page: str | None = None
    hint: bool = False
    by_grade: bool = False
    strict: bool = False

    @property
    def asked(self) -> bool:
        """Whether an option asks for a booklet, however many boards there are."""
        given = self.hint, self.by_grade, self.title is not None, self.per_page is not None
        return any(given) or self.style.for_booklet

    @property
    def style(self) -> PrintStyle:
        """The style in print."""
        return self.drawing.style

    @property
    def possible(self) -> bool:
        """Whether the format is one of booklets."""
        return self.drawing.to in binding.FORMATS

    def check(self) -> None:
        """Raise UsageError or FileError, before any work, for a booklet that cannot be written."""
        if not self.possible:
            asked = {
                "--hint-below": self.style.below,
                "--hint": self.hint,
                "--by-grade": self.by_grade,
                "--title": self.title is not None,
            }
            asked |= {"--no-grades": not self.style.grades, "--no-rules": not self.style.rules}
            asked["--paper"] = bool(self.style.paper)
            option = next((name for name, given in asked.items() if given), "--per-page")
            raise UsageError(f"{option} is for a booklet; expected -o FILE.html or -o FILE.pdf")
        self.drawing.check(many=False)
        binding.check(self.drawing.to, self.title or "")
        if self.drawing.own_file():
            binding.check_place(str(self.drawing.output))

    def write(self, boards: list[BookletBoard]) -> None:
        """Write the booklet, all or nothing; a note on stderr names boards that have the same solution."""
        per_page = None if self.per_page is None else int(self.per_page)
        boards = graded(
            boards,
            "below" if self.hint and self.style.below else self.hint,
            self.by_grade,
            self.style.grades,
            self.style.rules,
        )
        for numbers in _alike(boards):
            same = "have the same solution, as boards that are generated with the same --seed have"
            note(f"boards {' and '.join(numbers)} {same}", self.drawing.quiet)
        put_drawing(binding.bound(boards, self.title or "", per_page, self.drawing.to, self.style), self.drawing)

    def write_answers(self, answers: Iterable[tuple[str, KeptAnswer]]) -> None:
        """Write the booklet of the boards that were asked about, each given with the name of its input.

        A note on stderr names each input that is no board or has no solution, which is left out, and each board whose
        solution was not found or is not the only one; the last note says what the file has.  A booklet that is `strict`
        is not written if there is such a board.
        """
        boards, doubtful = [], []
        for name, (board, report) in answers:
            entry = None if board is None else binding.solved(board, report)
            if entry is None:
                note(f"{name}: {'no board' if board is None else 'no solution'}: left out", self.drawing.quiet)
            else:
                boards.append(entry)
                if entry.fault:
                    note(f"{name}: {entry.fault}", self.drawing.quiet)
            if entry is None or entry.fault:
                doubtful.append(name)
        if doubtful and self.strict:
            note(
                f"{self._place} is not written: {_first(doubtful)} has no solution, or several, or was not solved",
                self.drawing.quiet,
            )
            return
        self.write(boards)
        self._say_written(boards)

    @property
    def _place(self) -> str:
        """The name of the file, as a message has it."""
        return for_terminal(str(self.drawing.output)) if self.drawing.own_file() else "the booklet"

    def _say_written(self, boards: list[BookletBoard]) -> None:
        """Print a note with the file and the number of its boards, and of those without exactly one solution; nothing
        if the booklet is on stdout.
        """
        if self.drawing.own_file():
            doubtful = sum(bool(each.fault) for each in boards)
            more = f", {doubtful} of them without exactly one solution" if doubtful else ""
            note(f"{self._place}: a booklet of {counted(len(boards), 'board')}{more}", self.drawing.quiet)

    @contextmanager
    def collected(self, wanted: int) -> Iterator[list[BookletBoard]]:
        """Yield a list for the boards that the block makes, and write the booklet at its end.

        If an error of csp2sat ends the block, such as a limit, the booklet has the boards so far, and a note on stderr
        says how many of the `wanted` ones.
        """
        boards: list[BookletBoard] = []
        try:
            yield boards
        except Csp2SatError:
            if boards:
                self.write(boards)
                note(f"{self.drawing.output or '<stdout>'} has {len(boards)} of {wanted} boards", self.drawing.quiet)
            raise
        self.write(boards)
        self._say_written(boards)


def _first(names: Sequence[str]) -> str:
    """Return the first of several names, with the number of the others, if there are any."""
    return names[0] if len(names) == 1 else f"{names[0]} (and {len(names) - 1} more)"


def numbered(name: str, answers: Sequence[KeptAnswer]) -> Iterator[tuple[str, KeptAnswer]]:
    """Yield each answer to the questions about an input with the name of the input, and with its number if there are
    several.
    """
    for number, each in enumerate(answers, start=1):
        yield (f"{name}, board {number}" if len(answers) > 1 else name), each


def _alike(boards: Sequence[BookletBoard]) -> list[list[str]]:
    """Return the numbers, from 1, of the boards of one kind that have the same solution, for each such solution."""
    found = dict[str, list[str]]()
    for number, each in enumerate(boards, start=1):
        if each.solution is not None:
            found.setdefault(f"{each.board.puzzle} {each.solution}", []).append(str(number))
    return [numbers for numbers in found.values() if len(numbers) > 1]
