"""The process of a worker that is told to end."""

import subprocess
import sys

import pytest

ENDED = """
import os, signal, sys
from csp2sat.executors import worker
signal.signal(signal.SIGTERM, worker._end)
try:
    os.kill(os.getpid(), signal.SIGTERM)
except SystemExit:
    {then}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
@pytest.mark.parametrize(("then", "code"), [("raise EOFError('Ran out of input')", 1), ("raise", 0)])
def test_an_end_without_words(then, code):
    done = subprocess.run([sys.executable, "-c", ENDED.format(then=then)], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (code, "")
