"""The table of inputs: the seconds of each solver under each encoding on each input, or why it is not solved there."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence

from ..judge import SOLVED, is_unencoded
from ..store import ResultRow
from .scores import SolverScores, counts_for, encodings_of, number

NUMBER = re.compile(r"([0-9]{1,18})")  # by which a name is split into texts, at even places, and numbers


def common_folder(names: Sequence[str]) -> str:
    """Return the folder that all names begin with, with a slash at its end; '' if there is none."""
    least, most = min(names, default=""), max(names, default="")
    same = next((at for at, (a, b) in enumerate(zip(least, most, strict=False)) if a != b), len(least))
    return least[: least.rfind("/", 0, same) + 1]


def in_order(names: Mapping[str, str]) -> list[tuple[str, str]]:
    """Return the digests and names of inputs, sorted by name, numbers by their values: q9.csp before q11.csp."""

    def key(item: tuple[str, str]) -> tuple[list[str | int], str, str]:
        digest, name = item
        return [int(part) if at % 2 else part for at, part in enumerate(NUMBER.split(name))], name, digest

    return sorted(names.items(), key=key)


def rows_by_input(rows: Sequence[ResultRow], found: Sequence[SolverScores]) -> list[list[str]]:
    """Return a row for each input, in order of names: its name without the common folder, then a cell for each contest,
    which is one solver under one encoding.

    rows: all runs.  found: the contests of these rows.  A cell has the median of the seconds over the runs, and the
    least and the most of several; `-` if the contest has no run on the input; or the status of the last run without an
    answer, for seconds that are infinite, since runs without an answer count as infinitely long.
    """
    names = {row["digest"]: row["input"] for row in rows}
    below = common_folder(list(names.values()))
    why = _unsolved(rows)
    return [
        [name.removeprefix(below), *(_cell(each, digest, why) for each in found)] for digest, name in in_order(names)
    ]


def _unsolved(rows: Sequence[ResultRow]) -> dict[tuple[str, str, str], str]:
    """Return the status of the last run without an answer, and whether it is that of the encoding, by solver, encoding
    and digest of the input.
    """
    encodings = encodings_of(rows)
    return {
        (row["solver"], encoding, row["digest"]): row["status"] + " (encoding)" * is_unencoded(row)
        for row in rows
        if row["status"] not in SOLVED
        for encoding in counts_for(row, encodings)
    }


def _cell(each: SolverScores, digest: str, why: dict[tuple[str, str, str], str]) -> str:
    runs = each.each_run.get(digest)
    if runs is None:
        return "-"

    def shown(time: float) -> str:
        return number(time) if time < math.inf else why[each.solver, each.encoding, digest]

    several = f" ({shown(min(runs))} to {shown(max(runs))})" if min(runs) < max(runs) else ""
    return shown(each.times[digest]) + several
