"""The output that MiniZinc reads: solutions, one status line, statistics as comments."""

from __future__ import annotations

import sys
from typing import Any

from ...base.numbers import decimal
from ...languages.spec import LANGUAGES
from ...model.model import Answer, Model


class SolutionPrinter:
    """A printer of the solutions of one model, each at once, and of the last line.

    model: set when it has been read, before a solution is shown.  figures: the statistics for the end.  A solution can
    be held back, to be printed at the end unless a better one takes its place.
    """

    def __init__(self, statistics: bool):
        """Open a printer for one model; statistics: whether statistics are printed at the end."""
        self.model: Model | None = None
        self.figures: dict[str, Any] = {}
        self._statistics = statistics
        self._answers = LANGUAGES["flatzinc"].answers
        self._held: Answer | None = None
        self._printed = 0
        self._ended = False

    def show(self, answer: Answer) -> None:
        """Print a solution now, and drop a solution that was held back."""
        assert self.model is not None
        self._held = None
        self._printed += 1
        sys.stdout.write(self._answers.values(self.model, answer))
        sys.stdout.flush()

    def hold(self, answer: Answer) -> None:
        """Hold a solution back, in place of an earlier one, to be printed at the end unless a better one comes."""
        self._held = answer

    def end(self, complete: bool) -> None:
        """Print a solution that was held back, the status line, and the statistics; do nothing at a second call.

        complete: whether no other solution, or no better one, exists, which the status line then says; otherwise the
        line is `UNKNOWN` if no solution was printed, and missing if one was.
        """
        if self._ended:
            return
        self._ended = True
        if self._held is not None:
            self.show(self._held)
        if complete:
            sys.stdout.write(self._answers.status("OPTIMUM FOUND" if self._printed else "UNSATISFIABLE", ""))
        elif not self._printed:
            sys.stdout.write(self._answers.status("UNKNOWN", ""))
        if self._statistics:
            sys.stdout.write(_statistics({"nSolutions": self._printed, **self.figures}))
        sys.stdout.flush()


def _statistics(figures: dict[str, Any]) -> str:
    """Return statistics, given by MiniZinc's names, as comments of one line each, with the line that ends them."""
    lines = [f"%%%mzn-stat: {name}={_literal(value)}\n" for name, value in figures.items()]
    return "".join([*lines, "%%%mzn-stat-end\n"])


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value:.3f}" if isinstance(value, float) else decimal(value)
