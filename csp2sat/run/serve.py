"""The child's side of a session: commands on stdin, answers on stdout, one line each.

    file HEX          add the clauses of a CNF file, the bytes of its path in hex (no answer)
    add A B 0 C 0     add clauses (no answer)
    solve A B         solve under assumptions: `sat` and a digit for each variable from 1 on (1: true), or `unsat` and
                      the assumptions that are together impossible

Whatever goes wrong is answered by `error MESSAGE`, and ends the session.  So does the end of stdin.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from ..errors import Csp2SatError
from .engine import ONE_SHOT, Engine, EngineError

DIGITS = bytes.maketrans(b"\0\1", b"01")


def serve(engine: Engine) -> int:
    """Read commands until the end; the exit code."""
    try:
        if engine.name in ONE_SHOT:
            raise EngineError(f"python-sat's {engine.name} cannot be used incrementally")
        commands = _commands(engine)
        for line in sys.stdin.buffer:
            word, _, rest = line.rstrip(b"\n").partition(b" ")
            commands[word](rest)
    except (Csp2SatError, MemoryError) as error:
        _reply("error", " ".join(str(error).split("\n")[:1]) or "out of memory")
        return 1
    return 0


def _commands(engine: Engine) -> dict[bytes, Callable[[bytes], object]]:
    return {
        b"file": lambda rest: engine.load(os.fsdecode(bytes.fromhex(rest.decode()))),
        b"add": lambda rest: engine.add(list(map(int, rest.split()))),
        b"solve": lambda rest: _solve(engine, list(map(int, rest.split()))),
    }


def _solve(engine: Engine, assumptions: list[int]) -> None:
    status, literals = engine.solve(assumptions)
    if status == "sat":
        _reply("sat", bytes([literal > 0 for literal in literals]).translate(DIGITS).decode())
    else:
        _reply("unsat", " ".join(map(str, literals)))


def _reply(word: str, rest: str) -> None:
    sys.stdout.write(f"{word} {rest}\n")
    sys.stdout.flush()
