"""Inputs as the command line names them: a file, `-`, a URL, a board typed directly; with the goal of the options.

A goal turns soft constraints into an objective, as `--max` or `--weighted` does.  Python reads by `problems.load`,
which weighs soft constraints by default.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from ..model.model import visible as visible
from ..solving.inputs import COMMENT as COMMENT
from ..solving.inputs import Input, read, several, with_goal
from ..solving.inputs import flatzinc_of as flatzinc_of
from ..solving.inputs import is_cnf as has_cnf
from ..solving.inputs import kinds as kinds
from ..solving.inputs import languages as languages
from ..solving.inputs import read_problem as read_problem
from ..solving.inputs import stem as stem
from ..solving.kinds import known_kind as known_kind
from ..solving.kinds import language_of as language_of
from ..solving.problem import Problem, check_patterns
from ..solving.problem import without_objective as without_objective

if TYPE_CHECKING:
    from ..encoder.options import EncoderOptions
    from ..solving.maxcsp import Mode


def read_input(path: str, kind: str | None, goal: Mode | None) -> Input:
    """Read an input of any kind from `path`, with a goal for its soft constraints.

    kind: as after `--from`; None: the suffix or the content decides.  Raise InputError, and UsageError for a goal that
    the input cannot have, or for None if the input needs a goal.
    """
    return with_goal(read(path, kind), goal)


def read_inputs(path: str, kind: str | None, goal: Mode | None) -> Iterator[Input]:
    """Yield the inputs of the file `path`, which may have several boards; `kind`, goal and errors are those of
    `read_input`.
    """
    found = several(path, kind)
    yield with_goal(next(found), goal)
    yield from found


def is_several(name: str) -> bool:
    """Whether one name stands for several inputs: a folder, or a pattern of the names of files."""
    from .batch.inputs import is_pattern

    return os.path.isdir(name) or is_pattern(name)  # noqa: PTH112  too long a path is none


def problem_asked(found: Input, options: EncoderOptions) -> Problem:
    """Return the problem of an input; the problem of a CNF is to find its models.  Raise UsageError for a pattern of
    the encoding options that fits no variable.
    """
    problem = found.as_problem()
    check_patterns(problem, options.encode)
    return problem


def is_cnf(name: str, data: bytes, kind: str | None) -> bool:
    """Whether a file with this name and content `data` is read as a CNF, given the `kind` after `--from` (None: not
    stated).
    """
    return has_cnf(PurePath(name).suffix.lower(), data, kind)
