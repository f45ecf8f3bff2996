"""The lines that the competition reads, in the order that it wants, however the search ends."""

from __future__ import annotations

import sys

from ...languages.spec import LANGUAGES

XCSP3 = "xcsp3"
PROVED = "OPTIMUM FOUND"


class CompetitionLines:
    """A printer of the lines of one answer, which come in pieces from the process that searches.

    These are a `v` line for each (better) solution, with an objective its `o` line after it, comments, and at last an
    `s` line.  Comments and `o` lines are printed at once; the last whole solution is kept for the end.
    """

    def __init__(self) -> None:
        self.status = ""  # of the `s` line, if it has come
        self._solution = self._waiting = ""  # the last `v` line, and one whose `o` line has not come
        self._objective = False
        self._rest = b""

    def take(self, data: bytes) -> None:
        """Print and keep what further bytes say; a line counts when its end has come."""
        *lines, self._rest = (self._rest + data).split(b"\n")
        for line in lines:
            self._take(line.decode() + "\n")
        sys.stdout.flush()

    def _take(self, line: str) -> None:
        if line.startswith("v "):
            self._waiting = line
        elif line.startswith("s "):
            self.status = line[2:].rstrip()
        else:
            if line.startswith("o "):
                self._solution, self._objective = self._waiting, True
            sys.stdout.write(line)

    def end(self, reason: str = "") -> str:
        """Print the status and the solution, after a comment with the reason why the search was ended, if any, and
        return the status.
        """
        if not self._objective:
            self._solution = self._waiting
        status = self.status or ("SATISFIABLE" if self._solution else "UNKNOWN")
        if reason:
            sys.stdout.write(f"c {reason}\n")
        solution = self._solution if status in ("SATISFIABLE", PROVED) else ""
        sys.stdout.write(LANGUAGES[XCSP3].answers.status(status, solution))
        sys.stdout.flush()
        return status

    @property
    def is_final(self) -> bool:
        """Whether no limit left the answer open: the solution of an objective is proved to be the best."""
        finals = (PROVED, "UNSATISFIABLE") if self._objective else (PROVED, "UNSATISFIABLE", "SATISFIABLE")
        return self.status in finals
