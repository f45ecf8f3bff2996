"""What MiniZinc reads: solutions, one status line, statistics as comments."""

from __future__ import annotations

import sys
from typing import Any

from ...base.numbers import decimal
from ...languages.spec import LANGUAGES
from ...model.model import Answer, Model


class SolutionPrinter:
    """Prints solutions of one model, each at once, and how it ends.

    model: is set when it is read.  held: a solution that is printed at the end only, if no better one takes its place.
    figures: what statistics say at the end.
    """

    def __init__(self, statistics: bool):
        self.model: Model | None = None
        self.figures: dict[str, Any] = {}
        self._statistics = statistics
        self._answers = LANGUAGES["flatzinc"].answers
        self._held: Answer | None = None
        self._printed = 0
        self._ended = False

    def show(self, answer: Answer) -> None:
        """Print a solution now."""
        assert self.model is not None
        self._held = None
        self._printed += 1
        sys.stdout.write(self._answers.values(self.model, answer))
        sys.stdout.flush()

    def hold(self, answer: Answer) -> None:
        """Print it at the end, unless a better one comes."""
        self._held = answer

    def end(self, complete: bool) -> None:
        """Print the last line, but for a second time.

        complete: whether it is proved that there is no solution but those that were shown, or no better one: the line
        says so; otherwise it says that nothing is known, where no solution was shown.
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
    lines = [f"%%%mzn-stat: {name}={_literal(value)}\n" for name, value in figures.items()]
    return "".join([*lines, "%%%mzn-stat-end\n"])


def _literal(value: Any) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value:.3f}" if isinstance(value, float) else decimal(value)
