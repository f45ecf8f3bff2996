"""The solver that comes with the installation: `python -m csp2sat.runner.session.embedded [options] FILE.cnf`.

A SAT solver like others: DIMACS in, `s` and `v` lines out, exit code 10, 20, or 1 with a message on stderr.

With `--session` the solver reads commands on stdin and writes answers on stdout, one line each.

    file HEX          add the clauses of a CNF file, the bytes of its path in hex (no answer)
    add A B 0 C 0     add clauses (no answer)
    restart           start anew: no clauses, all variables are shown (no answer)
    show A B C D      from now on, show the variables from A until before B, then from C until before D, besides the
                      variables that were listed before (no answer)
    phases A B        try these literals first, if the solver can (no answer)
    budget EFFORT     from now on, the most effort (conflicts and propagations) for each `solve`, 0: no limit (no
                      answer)
    solve A B         solve under assumptions: `sat EFFORT` and a digit for each variable from 1 on, or that is to be
                      shown (1: true), `unsat EFFORT` and the assumptions that are together impossible, or `unknown
                      EFFORT` after the budget
    stop              end a `solve` that has a budget as if the budget were used up; only that `solve` answers

Every error is answered by `error MESSAGE`, and ends the session. The session also ends with stdin.
"""

from __future__ import annotations

import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

from ...errors import Csp2SatError
from .pysat_solver import BEST, ONE_SHOT, PysatError, PysatSolver, version

if TYPE_CHECKING:
    from argparse import ArgumentParser


READ = 1 << 20
EXIT_CODES = {"sat": 10, "unsat": 20}
DIGITS = b"1" * 128 + b"0" * 128  # of a literal, by the byte that has its sign
SIGNS = slice(3 if sys.byteorder == "little" else 0, None, 4)  # where that is in machine integers


def main(arguments: list[str] | None = None) -> int:
    """Run the program with the command-line arguments (None: the arguments of this process); return its exit code."""
    if (sys.argv[1:] if arguments is None else arguments) == ["--session"]:  # most often, and quicker without argparse
        return _exit_code(lambda: serve(PysatSolver()))
    options = _parser().parse_args(arguments)
    if options.version:
        print(version())
        return 0
    if options.time is not None:
        _end_after(options.time)

    def run() -> int:
        solver = PysatSolver(options.solver, options.seed, options.proof is not None)
        return serve(solver) if options.session else _solve(solver, options.cnf, options.proof)

    return _exit_code(run)


def _exit_code(work: Callable[[], int]) -> int:
    """Return the exit code that `work` returns, or 1, after a message on stderr, if it raises an error of csp2sat."""
    try:
        return work()
    except Csp2SatError as error:
        print(f"embedded: {error}", file=sys.stderr)
        return 1


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    parser = ArgumentParser("csp2sat.runner.session.embedded", description="Solve a DIMACS CNF file with python-sat.")
    parser.add_argument("cnf", nargs="?", default="-", help="the formula (default: stdin)")
    parser.add_argument("--solver", default=BEST, help="python-sat's name of the solver (default: %(default)s)")
    parser.add_argument("--seed", type=int, help="random seed")
    parser.add_argument("--time", type=float, help="end after this number of seconds")
    parser.add_argument("--proof", type=Path, help="write a DRAT proof to this file")
    parser.add_argument("--session", action="store_true", help="serve the line protocol of this module")
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def _solve(solver: PysatSolver, cnf: str, proof: Path | None) -> int:
    """Solve the CNF file at the path `cnf`, print the answer, and return the exit code.

    proof: the file that gets a DRAT proof if the formula is unsatisfiable, or None.
    """
    from ..process import output

    num_vars = solver.load(cnf)
    status, literals = solver.solve()
    if status == "unsat" and proof is not None:
        solver.write_proof(proof)
    sys.stdout.write(output.show(status, output.complete(literals, num_vars)))
    return EXIT_CODES[status]


def serve(solver: PysatSolver) -> int:
    """Execute the commands of stdin until its end; return the exit code, 0, or 1 after an error of csp2sat or a lack of
    memory, to which `error MESSAGE` is the last reply.

    Each line must begin with one of the commands at the head of this file.
    """
    try:
        if solver.name in ONE_SHOT:
            raise PysatError(f"python-sat's {solver.name} cannot be used incrementally")
        shown: list[int] = []
        budget, lines = [0], _Lines()

        def restart(rest: bytes) -> None:
            solver.restart()
            shown.clear()

        commands: dict[bytes, Callable[[bytes], object]] = {
            b"file": lambda rest: solver.load(os.fsdecode(bytes.fromhex(rest.decode()))),
            b"restart": restart,
            b"add": lambda rest: solver.add(list(map(int, rest.split()))),
            b"show": lambda rest: shown.extend(map(int, rest.split())),
            b"phases": lambda rest: solver.prefer(list(map(int, rest.split()))),
            b"budget": lambda rest: budget.append(int(rest)),
            b"solve": lambda rest: _answer(solver, list(map(int, rest.split())), budget[-1], lines.stopped, shown),
            b"stop": lambda rest: None,  # it came too late
        }
        for line in lines:
            word, _, rest = line.partition(b" ")
            commands[word](rest)
    except (Csp2SatError, MemoryError) as error:
        _reply("error", " ".join(str(error).split("\n")[:1]) or "out of memory")
        return 1
    return 0


class _Lines:
    """The lines of stdin, read here with a buffer of our own, for it is not possible to see whether the buffer of
    sys.stdin is empty.
    """

    def __init__(self) -> None:
        self._waiting: deque[bytes] = deque()
        self._rest = b""

    def __iter__(self) -> Iterator[bytes]:
        while self._waiting or self._read():
            while self._waiting:
                yield self._waiting.popleft()

    def _read(self) -> bool:
        """Wait for input until it has at least one more line; return False at the end of stdin."""
        pieces = [self._rest]
        while b"\n" not in pieces[-1]:
            pieces.append(os.read(0, READ))
            if not pieces[-1]:
                return False
        *lines, self._rest = b"".join(pieces).split(b"\n")
        self._waiting.extend(lines)
        return True

    def stopped(self) -> bool:
        """Whether `stop` or the end of stdin has arrived; always False for the end on Windows, where that cannot be
        seen without waiting.
        """
        if sys.platform != "win32":
            while select([0], [], [], 0)[0]:
                if not self._read():
                    return True
        return b"stop" in self._waiting


def _answer(
    solver: PysatSolver, assumptions: list[int], budget: int, stopped: Callable[[], bool], shown: list[int]
) -> None:
    """Solve under the assumptions and reply: the status, the effort, and the digits of a model or the literals of a
    core.

    budget, stopped: as for `PysatSolver.solve`. shown: as for `_digits`.
    """
    before = solver.effort
    status, literals = solver.solve(assumptions, budget, stopped)
    answer = _digits(literals, shown) if status == "sat" else " ".join(map(str, literals))
    _reply(status, f"{solver.effort - before} {answer}")


def _digits(literals: list[int], shown: list[int]) -> str:
    """Return a digit for each shown variable, 1 if it is true in the model; variables that the model lacks have 0.

    literals: a literal for each variable 1, 2, ... in order. shown: the bounds a, b, a, b, ... of ranges, without b, of
    variables; [] for all.
    """
    digits = array("i", literals).tobytes()[SIGNS].translate(DIGITS)
    ranges = list(zip(shown[::2], shown[1::2], strict=True)) or [(1, len(digits) + 1)]
    return b"".join(digits[a - 1 : b - 1].ljust(b - a, b"0") for a, b in ranges).decode()


def _reply(word: str, rest: str) -> None:
    sys.stdout.write(f"{word} {rest}\n")
    sys.stdout.flush()


def _end_after(seconds: float) -> None:
    """End the process after `seconds`, by a thread outside of the interpreter, which the solver holds while it runs."""
    import faulthandler

    faulthandler.dump_traceback_later(seconds, exit=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
