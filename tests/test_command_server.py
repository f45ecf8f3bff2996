"""Processes that are forked in place of commands begin as commands do, and know what many commands import."""

import gc
import os

import pytest
from support.command_server import LEARNED, OFTEN, Late
from support.solver_server import set_environment


@pytest.fixture
def late(monkeypatch):
    monkeypatch.setattr(gc, "freeze", lambda: None)
    return Late()


def commands(late, number, imported):
    """Say so often what a command has imported, and return what the server has imported then."""
    for _ in range(number):
        late.before.difference_update(imported)
        late.tell()
        late.learn()
    return late.before


def test_what_several_commands_import_the_server_imports(late):
    assert "csp2sat.errors" not in commands(late, 2, {"csp2sat.errors"})
    assert "csp2sat.errors" in commands(late, 1, {"csp2sat.errors"})


def test_what_few_commands_import_they_import_themselves(late):
    commands(late, 4 * OFTEN, ())
    assert "csp2sat.errors" not in commands(late, 4, {"csp2sat.errors"})
    assert "csp2sat.errors" in commands(late, 1, {"csp2sat.errors"})


def test_modules_of_others_are_not_learned(late):
    assert "json" not in commands(late, 9, {"json"})
    assert [name for name in ("csp2sat.cpmpy.solver", "csp2sat.api", "mine.rich.x") if LEARNED.match(name)] == [
        "csp2sat.api"
    ]


def test_an_environment_is_exactly_what_is_wanted(monkeypatch):
    before = dict(os.environ)
    wanted = {"PATH": before["PATH"], "A": "new"}
    try:
        monkeypatch.setenv("OLD", "1")
        set_environment(wanted)
        assert dict(os.environ) == wanted
    finally:
        set_environment(before)
    assert dict(os.environ) == before
