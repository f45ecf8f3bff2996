"""Requests to the engine of the page, as its worker makes them, with solvers inside this process."""

import json

import pytest

from csp2sat.page.engine import answer


@pytest.fixture(autouse=True)
def inside(monkeypatch):
    monkeypatch.setenv("CSP2SAT_HOST", "inside")


@pytest.fixture
def ask():
    def asked(op, /, told=None, **arguments):
        tell = (lambda text: None) if told is None else (lambda text: told.append(json.loads(text)))
        return json.loads(answer(json.dumps({"op": op, **arguments}), tell))

    return asked
