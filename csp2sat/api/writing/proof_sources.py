"""The sources of certificates: the texts that problems of programs are written as, and the sources to verify with."""

from __future__ import annotations

import hashlib
from contextlib import suppress
from pathlib import Path

from ...base import file_guard, files
from ...certifying.certificate import Certificate
from ...certifying.comparing import GivenSource
from ...errors import ModelError, UsageError
from ...solving import inputs
from ...solving.maxcsp import Mode
from ...solving.problem import Problem
from ..problems import What, problem_of

GIVEN = "the given problem"  # the name of a source that is no file


def write_source(what: What, path: str | Path) -> Path:
    """Write a problem of a program to a file: a model as CSP text, a board as JSON; return its path.

    Raise UsageError for a problem that is a file already, and ModelError for a model that cannot be written.
    """
    if isinstance(what, str | Path):
        raise UsageError(f"the source is {what} itself; expected it with a model or a board", "source", str(path))
    path = files.path_of("source", path)
    file_guard.names("source", path, [Path(path)])
    problem = problem_of(what)
    if problem.board is None and problem.model.encodings:
        wrong = "a CSP text cannot hold the encodings that m.encodings sets; expected encode= in place of them"
        raise UsageError(wrong, "source", str(path))
    files.write_text(Path(path), _text(problem))
    return Path(path)


def _text(problem: Problem) -> str:
    from .converting import converted

    return converted(problem, "sugar" if problem.board is None else "json")


def as_written(found: Certificate, given: GivenSource) -> GivenSource:
    """Return a problem of a program as `write_source` writes it if the certificate is of this text, else unchanged."""
    problem = given.input.as_problem()
    if given.input.digest != found.source["sha256"]:
        with suppress(ModelError):
            text = _text(problem).encode()
            if hashlib.sha256(text).hexdigest() == found.source["sha256"]:
                return given._replace(input=inputs.weighed(inputs.read_data(text, GIVEN, "", None).as_problem()))
    return given


def source_of(what: What, kind: str | None = None, goal: Mode | None = None) -> GivenSource:
    """Return a source to verify a certificate against: a path, read as `load` does, or the problem given to `prove`.

    kind, goal: how to read a path, as in `load`.  Raise UsageError for a kind or goal without a path, and InputError.
    """
    if not isinstance(what, str | Path):
        if kind is not None or goal is not None:
            raise UsageError("only with the path of a source", *(("kind", kind) if kind else ("goal", goal)))
        return GivenSource(GIVEN, problem_of(what))
    found = inputs.read(str(what), kind)
    found = inputs.with_goal(found, goal) if goal else found
    return GivenSource(str(what), found if found.is_cnf else inputs.weighed(found.as_problem()), kind, goal)
