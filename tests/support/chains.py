"""Boards that are generated and chains of steps, which several tests look at: a process of tests makes each once."""

from __future__ import annotations

import json
from functools import cache

import csp2sat
from csp2sat.puzzles.spec import Board

MOST_SECONDS = 600  # of a busy machine; a chain that is cut short would be no chain to judge
_chains: dict[str, csp2sat.Steps] = {}


def chain(board: Board | str) -> csp2sat.Steps:
    """Return the whole chain of steps of a board or of a board's text; nobody changes the chain."""
    given = csp2sat.loads(board).board if isinstance(board, str) else board
    key = json.dumps(given.neutral())
    if key not in _chains:
        steps = csp2sat.steps(given, timeout=MOST_SECONDS)
        len(steps)  # all are made now, within that time
        _chains[key] = steps
    return _chains[key]


@cache
def generated(kind: str, rows: int, cols: int, seed: int) -> Board:
    """Return the board of a kind that `csp2sat.generate` makes of a seed."""
    return csp2sat.generate(kind, rows=rows, cols=cols, seed=seed)
