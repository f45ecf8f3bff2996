"""The command `check`, run in this process."""

import io
from contextlib import redirect_stderr, redirect_stdout

import pytest

from csp2sat.cli.app import app_for

NOT_BEST = (
    "csp2sat: not judged: that no solution is better; csp2sat check --optimum judges it; "
    "for a proof: csp2sat solve --proof FILE\n"
)
NOT_ONLY = "csp2sat: not judged: that no other solution exists; for a proof: csp2sat solve --unique --proof FILE\n"


def check(*args, stdin=None):
    """Exit code, stdout and stderr of the command, in this process."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err), pytest.raises(SystemExit) as caught:
        app_for(["check"])(["check", *map(str, args)])
    return caught.value.code, out.getvalue(), err.getvalue()
