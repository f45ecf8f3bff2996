"""The setter's board of a command line of `generate`."""

from __future__ import annotations

from typing import NamedTuple

from ..api.generating import puzzle_to_make
from ..api.reasoning.graded import grades_of
from ..api.reasoning.like_boards import maker_like
from ..api.reasoning.own_boards import WAYS, is_board, own_board
from ..api.reasoning.partial import read_board
from ..api.settings import Settings
from ..errors import UsageError
from ..puzzles.spec import Board
from ..solving.trace import Trace
from .show.making import GenerateRequest


class OwnRequest(NamedTuple):
    """A setter's board, its name on the command line, and the grade of the boards that are to be made of it: a range,
    or `harder` or `easier`.
    """

    name: str
    board: Board
    grade: object

    @property
    def size(self) -> tuple[int, int]:
        """The rows and columns of the board."""
        return self.board.rows, self.board.cols

    def asked(
        self, request: GenerateRequest, settings: Settings, trace: Trace, deadline: float | None
    ) -> GenerateRequest:
        """Return the request with the board, solved and graded, and the grades; raise UsageError for a board without
        exactly one solution, and for a grade or givens that no other board has.

        deadline: on the monotonic clock, None for no limit.
        """
        own = own_board(self.name, self.board, settings, trace, deadline)
        maker = maker_like(own, self.grade, settings, request.wanted)
        return request._replace(own=own, grades=maker.grades)


def own_request(
    name: str, size: str | None, grade: str | None, harder: bool, easier: bool, kind: str | None
) -> OwnRequest | None:
    """Return the board and the grade that a command line asks for; None if it names a kind of puzzle.

    name: of the board or kind.  kind: as after --from.  size, grade, harder, easier: the options; None: not given.
    Raise UsageError for options that do not fit, and the errors of `read_board`.
    """
    ways = [way for way, on in (("harder", harder), ("easier", easier)) if on]
    if grade in WAYS:
        ways, grade = [*ways, grade], None
    if not is_board(name):
        _ = puzzle_to_make(name)
        if ways:
            raise UsageError(f"--{ways[0]} needs a board: csp2sat generate FILE --{ways[0]}")
        if kind is not None:
            raise UsageError("--from is for a board of yours: csp2sat generate FILE --harder --from NAME")
        return None
    if len(ways) + (grade is not None) > 1:
        raise UsageError("give only one of --harder, --easier, --grade")
    if size is not None:
        raise UsageError("the new board has the size of yours; expected no --size")
    board = read_board(name, kind)
    if not ways and grade is None:
        raise UsageError(f"{name} is a board; expected --harder, --easier or --grade with it")
    wanted = ways[0] if ways else grades_of(grade)
    return OwnRequest(name, board, wanted)
