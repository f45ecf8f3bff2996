"""The measuring of a command: a profile of its time, and a table of figures."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from ...escaping import for_terminal
from ..streams import obeyed


@contextmanager
def profiled(path: str | None) -> Iterator[None]:
    """Run the block of a `with` under cProfile, and write the profile to `path`, for `python -m pstats`, unless an
    error ends the block.

    Runs just the block if `path` is None.  Raises FileError if `path` cannot be written: before the block runs, unless
    only the disk has no room for the profile.
    """
    if path is None:
        yield
        return
    import cProfile
    import marshal

    from ...base import files

    profile = cProfile.Profile()
    with files.new_file(Path(path)) as file:
        profile.enable()
        try:
            yield
        finally:
            profile.disable()
        profile.create_stats()
        marshal.dump(profile.stats, file)  # as Profile.dump_stats does


def print_table(rows: list[list[str]], file: IO[str] | None = None) -> None:
    """Print a table, by rich on a terminal: the first row is the heading, and a row of one cell begins a part.

    Columns from the second on are aligned to the right.  file: stdout if None.
    """
    file = file or sys.stdout
    if file.isatty():
        _print_on_terminal(rows, file)
        return
    widths = [max(len(row[at]) for row in rows if at < len(row)) + 2 * (not at) for at in range(len(rows[0]))]
    for row in rows:
        first = row[0] if len(row) == 1 else f"  {row[0]}"
        cells = (cell.rjust(width) for cell, width in zip(row[1:], widths[1:], strict=False))
        print("  ".join((first.ljust(widths[0]), *cells)).rstrip(), file=file)


def _print_on_terminal(rows: list[list[str]], file: IO[str]) -> None:
    """Print a table by rich, as `print_table` describes, with the rows of one cell in bold."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(box=None, pad_edge=False, header_style="bold")
    for at, heading in enumerate(rows[0]):
        grid.add_column(heading, justify="right" if at else "left")
    for row in [[for_terminal(cell) for cell in row] for row in rows[1:]]:
        grid.add_row(*(row if len(row) == 1 else (f"  {row[0]}", *row[1:])), style="bold" if len(row) == 1 else None)
    Console(file=obeyed(file), markup=False).print(grid)
