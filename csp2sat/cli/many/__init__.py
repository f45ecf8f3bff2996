"""Many inputs in one command: the command is run for each, and its outputs are put together."""

from functools import partial
from typing import Any

from ..parameters import Command
from ..reporting import reporting


def _several(command: Command, values: dict[str, Any]) -> int:
    """Run a command for each of its inputs, and return the exit code."""
    from .run import run_batch

    return run_batch(command, values)


reporting_many = partial(reporting, several=_several)
"""A decorator as `reporting`, for commands that take several inputs."""
