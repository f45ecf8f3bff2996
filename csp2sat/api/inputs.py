"""Inputs as a command line names them: a file, `-`, a URL, a board typed as it is; with the goal that is asked for.

A goal is what `--max` or `--weighted` makes of soft constraints.  Python reads by `problems.load`, which weighs soft
constraints where nothing else is asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from ..solving.inputs import CNF, HEADER, Input, as_problem, read, several, with_goal
from ..solving.inputs import COMMENT as COMMENT
from ..solving.inputs import kinds as kinds
from ..solving.inputs import read_problem as read_problem
from ..solving.inputs import stem as stem
from ..solving.problem import Problem, check_patterns
from ..solving.problem import visible as visible
from ..solving.problem import without_objective as without_objective

if TYPE_CHECKING:
    from ..encoder.options import EncoderOptions
    from ..solving.maxcsp import Mode


def read_input(path: str, kind: str | None, goal: Mode | None) -> Input:
    """Return the input of whatever kind.  kind: as after `--from`.  Raises InputError, and UsageError for a goal that
    the input cannot have, or needs."""
    return with_goal(read(path, kind), goal)


def read_inputs(path: str, kind: str | None, goal: Mode | None) -> Iterator[Input]:
    """Yield the inputs of a file that may have several boards; otherwise as `read_input`."""
    found = several(path, kind)
    yield with_goal(next(found), goal)
    yield from found


def problem_asked(found: Input, options: EncoderOptions) -> Problem:
    """Return the problem that an input is: of a CNF, which models it has.  Raises UsageError for a pattern of the
    encoding that no variable has."""
    problem = as_problem(found)
    check_patterns(problem, options.encode)
    return problem


def is_cnf(name: str, data: bytes, kind: str | None) -> bool:
    """Whether a file with this name and content is read as a CNF."""
    return kind == CNF or (kind is None and (PurePath(name).suffix.lower() == ".cnf" or HEADER.match(data) is not None))
