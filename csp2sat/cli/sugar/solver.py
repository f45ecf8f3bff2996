"""The solver that the option -solver of `sugar` gives as a command, made an entry of the configuration.

`%s` stands for the CNF, `%o` for the file with the answer.  Without `%s` the name of the program decides the arguments.
The command is split into words as a shell does; no shell is ever started.
"""

from __future__ import annotations

import shlex
from pathlib import Path

from ...errors import SolverError, UsageError
from ...runner.config.config import Solvers
from ...runner.config.entry import ArgumentTemplate, Entry, Solver, SolverCommand

CNF, RESULT = "{cnf}", "{result}"
LIKE_MINISAT = ("minisat", "glucose", "sucrose")  # glueminisat is one
EXIT_CODES = {0: "any"}  # some solvers always exit with 0, and so do pipes; the text of the answer decides


def chosen_solver(command: str) -> Solver:
    """Return the solver of -solver: the default one for '', one of solvers.yaml by its name, else one made of a
    command.

    Raises SolverError for a solver that is not installed, and UsageError for a command that cannot be read.
    """
    solvers = Solvers.load()
    if not command:
        return solvers.default()
    return solvers.find(command) if command in solvers.names() else solver_of(command)


def solver_of(command: str) -> Solver:
    """Return the solver that a command describes.

    Raises UsageError for a command that cannot be read, SolverError if its program does not exist.
    """
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise UsageError(f"the solver's command {command!r} cannot be read: {error}") from error
    if not words:
        raise UsageError(f"the solver's command {command!r} cannot be read: it is empty")
    name = Path(words[0]).name
    program = SolverCommand((words[0],), Path.cwd()).locate()
    if program is None:
        raise SolverError(f"{name} is not installed (tried {words[0]})")
    arguments = _arguments(name, words[1:])
    output = "result-file" if any(RESULT in word for word in arguments) else "auto"
    return Solver(Entry(name, (), args=ArgumentTemplate(_groups(arguments)), output=output, exit=EXIT_CODES), program)


def _arguments(name: str, words: list[str]) -> list[str]:
    """Return the arguments as a template, in which `{cnf}` and `{result}` stand for the files.

    name: that of the program, which decides where these stand if the words have no `%s`.  Raises UsageError for braces.
    """
    for word in words:
        if "{" in word or "}" in word:
            raise UsageError(f"the solver's argument {word!r}: braces cannot be used")
    if any("%s" in word for word in words):
        return [word.replace("%s", CNF).replace("%o", RESULT) for word in words]
    if any(like in name.lower() for like in LIKE_MINISAT):
        return [*words, CNF, RESULT]
    return [*words, CNF, "-r", RESULT] if "rsat" in name.lower() else [*words, CNF]


def _groups(words: list[str]) -> tuple[tuple[str, ...], ...]:
    return tuple((word,) for word in words)
