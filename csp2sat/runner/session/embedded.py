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

import math
import os
import sys
from array import array
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from select import select
from typing import TYPE_CHECKING

from ...errors import Csp2SatError, LimitReached
from ..serving import failure
from .pysat_solver import BEST, ONE_SHOT, PysatError, PysatSolver, ended, version

if TYPE_CHECKING:
    from argparse import ArgumentParser, Namespace


READ = 1 << 20
EXIT_CODES = {"sat": 10, "unsat": 20}
DIGITS = b"1" * 128 + b"0" * 128  # of a literal, by the byte that has its sign
SIGNS = slice(3 if sys.byteorder == "little" else 0, None, 4)  # where that is in machine integers


def main(arguments: Sequence[str] | None = None, between: Callable[[], None] | None = None) -> int:
    """Run the program with the command-line arguments (None: the arguments of this process); return its exit code.

    between: called some times a second while a file is solved, in place of the option `--time`; it may raise an error
    to end the program. None: the program has the process for itself.
    """
    if (sys.argv[1:] if arguments is None else arguments) == ["--session"]:  # most often, and quicker without argparse
        return _exit_code(lambda: serve(lambda: SolverServer(PysatSolver())))
    options = _parser().parse_args(arguments)
    if options.version:
        print(version())
        return 0
    if options.time is not None and between is None:
        _end_after(options.time)

    def run() -> int:
        solver = PysatSolver(options.solver, options.seed, options.proof is not None, options.ordered)
        if options.session:
            return serve(lambda: SolverServer(solver))
        try:
            return _solve(solver, options, between)
        finally:
            solver.close()

    return _exit_code(run)


def server(arguments: Sequence[str]) -> SolverServer:
    """Return the server of a session with the command-line arguments, for a host that is this process: each search has
    rounds, so that it can be ended.
    """
    options = _parser().parse_args(arguments)
    return SolverServer(PysatSolver(options.solver, options.seed, ordered=options.ordered), math.inf)


def _exit_code(work: Callable[[], int]) -> int:
    """Return the exit code that `work` returns, or 1, after a message on stderr, if it raises an error of csp2sat."""
    try:
        return work()
    except LimitReached:
        raise  # the whole process's limit
    except Csp2SatError as error:
        print(f"embedded: {error}", file=sys.stderr)
        return 1


def _parser() -> ArgumentParser:
    from argparse import ArgumentParser

    parser = ArgumentParser("csp2sat.runner.session.embedded", description="Solve a DIMACS CNF file with python-sat.")
    parser.add_argument("cnf", nargs="?", default="-", help="the formula (default: stdin)")
    parser.add_argument("--solver", default=BEST, help="python-sat's name of the solver (default: %(default)s)")
    parser.add_argument("--ordered", action="store_true", help="decide on the variables in their order")
    parser.add_argument("--seed", type=int, help="random seed")
    parser.add_argument("--time", type=float, help="end after this number of seconds")
    parser.add_argument("--proof", type=Path, help="write a DRAT proof to this file")
    parser.add_argument("--statistics", action="store_true", help="print conflicts, decisions and propagations")
    parser.add_argument("--session", action="store_true", help="serve the line protocol of this module")
    parser.add_argument("--version", action="store_true", help="print the version")
    return parser


def _solve(solver: PysatSolver, options: Namespace, between: Callable[[], None] | None) -> int:
    """Solve the CNF file of the options, print the answer, and return the exit code. A DRAT proof goes to the file of
    the options, if there is one and the formula is unsatisfiable. between: as in `main`.
    """
    from ..process import output

    num_vars = solver.load(options.cnf)
    status, literals = ended(solver.solve(budget=math.inf if between else 0), between)
    if status == "unsat" and options.proof is not None:
        solver.write_proof(options.proof)
    if options.statistics:
        sys.stdout.writelines(f"c {name}: {number}\n" for name, number in solver.counts().items())
    sys.stdout.write(output.show(status, output.complete(literals, num_vars)))
    return EXIT_CODES[status]


class SolverServer:
    """A solver that executes the lines of a session, which the head of this file lists.

    unlimited: the budget that stands for none: 0, or `math.inf` for a search in rounds. Raises PysatError for a solver
    that answers only once.
    """

    def __init__(self, solver: PysatSolver, unlimited: float = 0):
        if solver.name in ONE_SHOT:
            raise PysatError(f"python-sat's {solver.name} cannot be used incrementally")
        self._solver, self._unlimited = solver, unlimited
        self._budget, self._shown = unlimited, list[int]()
        self._is_stopped = False
        self._commands: dict[bytes, Callable[[bytes], object]] = {
            b"file": lambda rest: solver.load(os.fsdecode(bytes.fromhex(rest.decode()))),
            b"restart": self._restart,
            b"add": lambda rest: solver.add(_numbers(rest)),
            b"show": lambda rest: self._shown.extend(_numbers(rest)),
            b"phases": lambda rest: solver.prefer(_numbers(rest)),
            b"budget": self._set_budget,
            b"stop": lambda rest: None,  # it came too late
        }

    def handle(self, line: bytes) -> Iterator[bytes | None]:
        """Execute a line, which must begin with one of the commands; yield its reply, if it has one, and before each
        round of a search None: then `stop` ends that search.
        """
        word, _, rest = line.partition(b" ")
        if word == b"solve":
            yield from self._solve(_numbers(rest))
        else:
            self._commands[word](rest)

    def stop(self) -> None:
        """End the search that goes on."""
        self._is_stopped = True

    def close(self) -> None:
        """Delete the solver."""
        self._solver.close()

    def _restart(self, _: bytes) -> None:
        self._solver.restart()
        self._shown.clear()

    def _set_budget(self, rest: bytes) -> None:
        self._budget = int(rest) or self._unlimited

    def _solve(self, assumptions: list[int]) -> Iterator[bytes | None]:
        """Solve under the assumptions, and yield the reply at last: the status, the effort, and the digits of a model
        or the literals of a core.
        """
        self._is_stopped = False
        before = self._solver.effort
        rounds = self._solver.solve(assumptions, self._budget)
        status, literals = "unknown", list[int]()
        while not self._is_stopped:
            try:
                yield next(rounds)
            except StopIteration as end:
                status, literals = end.value
                break
        answer = _digits(literals, self._shown) if status == "sat" else " ".join(map(str, literals))
        yield f"{status} {self._solver.effort - before} {answer}".encode()


def serve(make: Callable[[], SolverServer]) -> int:
    """Let a server execute the lines of stdin until its end; return the exit code, 0, or 1 after an error of csp2sat or
    a lack of memory, which is the last reply.
    """
    try:
        server, lines = make(), _Lines()
        for line in lines:
            for reply in server.handle(line):
                if reply is not None:
                    _print(reply)
                elif lines.stopped():
                    server.stop()
    except (Csp2SatError, MemoryError) as error:
        _print(failure(error))
        return 1
    return 0


def _print(reply: bytes) -> None:
    sys.stdout.write(reply.decode() + "\n")
    sys.stdout.flush()


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


def _digits(literals: list[int], shown: list[int]) -> str:
    """Return a digit for each shown variable, 1 if it is true in the model; variables that the model lacks have 0.

    literals: a literal for each variable 1, 2, ... in order. shown: the bounds a, b, a, b, ... of ranges, without b, of
    variables; [] for all.
    """
    digits = array("i", literals).tobytes()[SIGNS].translate(DIGITS)
    ranges = list(zip(shown[::2], shown[1::2], strict=True)) or [(1, len(digits) + 1)]
    return b"".join(digits[a - 1 : b - 1].ljust(b - a, b"0") for a, b in ranges).decode()


def _numbers(words: bytes) -> list[int]:
    return list(map(int, words.split()))


def _end_after(seconds: float) -> None:
    """End the process after `seconds`, by a thread outside of the interpreter, which the solver holds while it runs."""
    import faulthandler

    faulthandler.dump_traceback_later(seconds, exit=True, file=open(os.devnull, "w"))  # noqa: PTH123, SIM115


if __name__ == "__main__":
    sys.exit(main())
