"""What many tests need."""

import gc
import os
import signal
from pathlib import Path

import pytest
from support import forked_solvers

from csp2sat.base.resources import runs_inside

PLUGINS = ("reproduce", "programs", "samples", "together", "suite_cost", "forked_workers")
pytest_plugins = [f"support.{name}" for name in PLUGINS]

TOP = Path(__file__).parent
EXAMINED = 5_000  # new objects, after which Python looks for garbage; the usual 700 cost a tenth of the time
NUMBERS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP", "SIGALRM") if hasattr(signal, name)]

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background job: then no test could interrupt
    signal.signal(signal.SIGINT, signal.default_int_handler)

for name in ("MAKELEVEL", "MAKEFLAGS", "MFLAGS"):  # of `make test`: a make that a test starts begins as from a shell
    os.environ.pop(name, None)

forked_solvers.install(served=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection():
    """While tests are collected no garbage is looked for, and never again among them, which are thousands."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.freeze()
        gc.set_threshold(EXAMINED)


def pytest_collection_modifyitems(items):
    """What is about the whole project first: its tests are the longest, and the last ones are to be short."""
    items.sort(key=lambda item: item.path.parent != TOP)


def pytest_runtest_setup(item):
    """Tests of child processes have nothing to test where solvers run inside."""
    if runs_inside() and next(item.iter_markers("children"), None):
        pytest.skip("about child processes; solvers run inside")


@pytest.fixture(autouse=True)
def signals_as_before():
    """Commands that run in this process change how signals are handled; the next test begins as the first."""
    before = {number: signal.getsignal(number) for number in NUMBERS}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


@pytest.fixture
def csp(tmp_path, monkeypatch):
    """Writes x.csp in the current folder, which is a new one."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", "/nonexistent")

    def write(text: str) -> str:
        Path("x.csp").write_text(text)
        return "x.csp"

    return write
