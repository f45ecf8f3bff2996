"""What a saved log of Sugar's (or ours) means by a map: the values of `a` lines, whichever model they come from."""

from __future__ import annotations

from ..errors import InputError, Place
from ..langs.value_lines import Printed, read_values
from ..mapfile import VariableMap
from ..model.model import Answer, hidden
from ..puzzles.carried import board_in, solution_by
from ..puzzles.spec import PUZZLES
from ..text import Source


def logged_answer(source: Source, map_: VariableMap) -> Answer:
    """The last complete solution of a log.

    It may come from another model of the map's board, so the board's rules judge it.  Raises InputError.
    """
    answer = answer_of(read_values(source), map_, source.path)
    board = board_in(map_.about, source.path)
    if board is not None:
        faults = PUZZLES[board.puzzle].broken_rules(board, solution_by(board, answer, source.path))
        if faults:
            raise InputError(f"its values are no solution of the map's board: {faults[0]}", Place(source.path))
    return answer


def answer_of(printed: Printed, map_: VariableMap, path: str) -> Answer:
    """The values of the map's variables that are not hidden; others are ignored.

    The integers 0 and 1 (and -1, where a line has a direction) may stand for a Boolean variable, for other models of
    the same puzzle have them.  Raises InputError for a variable without a value, or with one that is not its own.
    """
    ints = {name: _int(printed, name, path) for name in map_.ints if not hidden(name)}
    for name, value in ints.items():
        if value not in map_.ints[name].values:
            raise InputError(f"{name} cannot be {value}: it is not in the map's domain", Place(path))
    return Answer(ints, {name: _bool(printed, name, path) for name in map_.bools if not hidden(name)})


def _int(printed: Printed, name: str, path: str) -> int:
    if name not in printed.ints:
        raise InputError(f"no line `a {name} VALUE` with an integer", Place(path))
    return printed.ints[name]


def _bool(printed: Printed, name: str, path: str) -> bool:
    if name in printed.bools:
        return printed.bools[name]
    if printed.ints.get(name) not in (-1, 0, 1):
        raise InputError(f"no line `a {name} VALUE` with true, false, or -1, 0, 1", Place(path))
    return printed.ints[name] != 0
