"""What the benchmarks share: options, the choice of cases, runs in turn, tables that are printed as they grow.

A benchmark is a file `bench_NAME.py`: `arguments` makes its options, `in_turn` measures several things one after the
other, so that a busy minute falls on all of them, and a `Table` prints a line for each case.  `measured` runs programs.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

ROOT = Path(__file__).resolve().parents[1]
BOARDS = ROOT / "tests" / "data" / "boards"
T = TypeVar("T")

sys.path.insert(0, str(ROOT))  # this checkout, not one that is installed


def arguments(
    text: str | None, *, runs: int = 0, limit: float = 0, only: bool = False, kinds: bool = False, help_limit: str = ""
) -> argparse.ArgumentParser:
    """Return a parser with the options that are wanted.

    text: the docstring of the script.  runs, limit: defaults of --runs and --limit, 0 for no such option.  only, kinds:
    whether there are --only WORD ... and --kinds NAME,NAME.
    """
    parser = argparse.ArgumentParser(description=text, formatter_class=argparse.RawDescriptionHelpFormatter)
    if runs:
        parser.add_argument("--runs", type=positive, default=runs)
    if limit:
        parser.add_argument("--limit", type=float, default=limit, help=help_limit or "seconds")
    if only:
        parser.add_argument("--only", nargs="*", default=[], help="words of which the name must have one")
    if kinds:
        parser.add_argument("--kinds", type=lambda names: names.split(","), help="akari,sudoku; all")
    return parser


def positive(text: str) -> int:
    """Return the value of an option that is a number from 1 on."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"expected a number, at least 1, not {text!r}")
    return int(text)


def is_wanted(name: str, words: Sequence[str]) -> bool:
    """Whether a name has one of the words of --only, or there are none."""
    return not words or any(word in name for word in words)


def in_turn(
    works: Sequence[Callable[[], T]], runs: int, enough: Callable[[Sequence[T]], bool] | None = None
) -> list[list[T]]:
    """Return for each work the list of its results, of rounds in which all works run one after the other.

    enough: whether the results of a round are such that no other round is wanted.
    """
    rounds: list[list[T]] = []
    while len(rounds) < runs and not (rounds and enough is not None and enough(rounds[-1])):
        rounds.append([work() for work in works])
    return [list(each) for each in zip(*rounds, strict=True)]


def medians(works: Sequence[Callable[[], float]], runs: int) -> list[float]:
    """Return the median of the figures of each work, measured in turn."""
    return [statistics.median(each) for each in in_turn(works, runs)]


def child_cpu() -> float:
    """Return the CPU seconds of all children of this process that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Table:
    """A table on stdout: the head at once, and each line as soon as it is known.

    first: the heading of the names, `width` characters wide.  columns: headings with the format of their values, such
    as {"CPU s": "9.3f"}; the width of a column is that of its format.
    """

    def __init__(self, first: str, width: int, columns: dict[str, str]):
        self._width, self._formats = width, list(columns.values())
        widths = [int("".join(filter(str.isdigit, each.partition(".")[0]))) for each in self._formats]
        self._print(first, [f"{name:>{wide}}" for name, wide in zip(columns, widths, strict=True)], "")

    def line(self, name: str, values: Iterable[float | str], notes: str = "") -> None:
        """Print a line.  notes: what stands behind it."""
        self._print(name, [f"{value:{form}}" for value, form in zip(values, self._formats, strict=True)], notes)

    def _print(self, name: str, cells: Sequence[str], notes: str) -> None:
        print(f"{name:{self._width}}{''.join(cells)}{notes}", flush=True)
