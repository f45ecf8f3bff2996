"""Running a command in this process."""

from __future__ import annotations

import io
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple

import pytest

from csp2sat.cli.app import app_for


class Ended(NamedTuple):
    """Exit code, stdout and stderr."""

    code: int
    out: str
    err: str


def run(command: str, *args: object) -> Ended:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        words = [command, *map(str, args)]
        app_for(words)(words)
    return Ended(int(caught.value.code or 0), out.getvalue(), err.getvalue())
