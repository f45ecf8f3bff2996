"""The scores of solvers: the usual figures of each solver under each encoding, and those of the virtual best solver."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from statistics import median
from typing import Literal

from ...base.numbers import counted
from ..judge import SOLVED
from ..rows import Clock
from ..sources import PLAIN
from ..store import ResultRow

Score = Literal["solve", "encode+solve"]  # whose seconds count
OF = {"solve": "of the solver", "encode+solve": "of encoding and solving"}
STATUSES = ("sat", "unsat", "optimum", "timeout", "memout", "error", "wrong")
COLUMNS = (
    "solver",
    "encoding",
    "solved",
    "runs",
    *STATUSES,
    "PAR-2",
    "median",
    "spread",
    "wins",
    "unique",
    "peak MB",
    "conflicts",
    "version",
)
SHORT_MEANINGS = {  # of the columns that do not explain themselves, and of the last row
    "PAR-2": "mean of the seconds, an unsolved input as twice the limit",
    "median": "of the solved inputs",
    "spread": "slowest run of an input divided by its quickest: median over the inputs, to the worst input",
    "wins": "inputs on which no other was quicker by over 0.01 s; several may win one",
    "unique": "inputs that no other solved",
    "peak MB": "of the solver; of a search for a best value, of csp2sat and the solver together",
    "conflicts": "of the search, where the solver reports them: median of its runs",
    "virtual best": "the quickest on each input",
}
TEXTS = ("solver", "encoding", "version")  # columns that are no numbers
MEGABYTE = 1 << 20
TIE = 0.01  # seconds below which nobody wins alone
FLOOR = 0.01  # seconds: what is quicker is drawn there
START = 0.2  # seconds in which programs start, Python among them, on slow machines, too
PAR = 2  # an input that is not solved counts as that multiple of the limit


def with_encoding(row: ResultRow, clock: Clock) -> ResultRow:
    """Return a row with the time of the encoder added to that of the solver; the rows of a CNF, and of a search for a
    best solution, which encodes itself, stay as they are.

    clock: the time that counts.  A run that took longer in all than its limit, which encoder and solver each have kept,
    is a timeout: there is one limit for both.
    """
    if row["encoding"] == PLAIN or row.get("goal"):
        return row
    whole = row | {each: _sum(row[each]) for each in ("wall", "cpu")}
    is_late = row["status"] in SOLVED and seconds(row, clock) <= row["timeout"] < seconds(whole, clock)
    return whole | ({"status": "timeout"} if is_late else {})


def _sum(times: dict[str, float]) -> dict[str, float]:
    return times | ({"solve": times["solve"] + times.get("encode", 0.0)} if "solve" in times else {})


def seconds(row: ResultRow, clock: Clock) -> float:
    """Return the solver's seconds of a run: CPU time, or wall time if `clock` says so or no CPU time is known."""
    wall: float = row["wall"].get("solve", 0.0)
    cpu: float = row["cpu"].get("solve", wall) if clock == "cpu" else wall
    return cpu


@dataclass
class SolverScores:
    """The figures of one solver under one encoding.

    times: for each input, by digest, the median of the seconds over its runs, infinite if not solved.  limits: for each
    input the time limit.  each_run: for each input the seconds of its runs, infinite if not solved.  encode: for each
    input the seconds of encoding.  statuses: the number of runs by status.  lone: the number of those whose answer no
    other solver confirms, by status.  memory: the peak in bytes, 0 if not known.  conflicts: those of each run whose
    solver reports them.  runs: the number of all runs.  wins: the number of inputs solved as fast as by any other, or
    at most TIE seconds slower; unique: the number of inputs solved by no other.
    """

    solver: str
    encoding: str
    version: str
    times: dict[str, float] = field(default_factory=dict)
    limits: dict[str, float] = field(default_factory=dict)
    each_run: dict[str, list[float]] = field(default_factory=dict)
    encode: dict[str, float] = field(default_factory=dict)
    statuses: Counter[str] = field(default_factory=Counter)
    lone: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    conflicts: list[int] = field(default_factory=list)
    runs: int = 0
    wins: int = 0
    unique: int = 0

    @property
    def name(self) -> str:
        return f"{self.solver} {self.encoding}"

    @property
    def mark(self) -> str:
        """The words that follow the name if any answer of the solver is wrong, else ''."""
        return "" if self.is_trusted else " (wrong answers)"

    @property
    def label(self) -> str:
        return self.name + self.mark

    @property
    def is_trusted(self) -> bool:
        """Whether no run of the solver has a wrong answer."""
        return not self.statuses["wrong"]

    @property
    def solved(self) -> dict[str, float]:
        return {key: time for key, time in self.times.items() if time < math.inf}

    @property
    def par2(self) -> float:
        """The mean PAR-2 score over the inputs; 0 if there are no inputs."""
        return sum(self.score(key) for key in self.times) / max(1, len(self.times))

    def score(self, key: str) -> float:
        """Return the PAR-2 score of one input: its time, or twice its time limit if it was not solved."""
        return self.times[key] if self.times[key] < math.inf else PAR * self.limits[key]

    @property
    def median(self) -> float | None:
        """The median of the times of the solved inputs; None if there are none."""
        return median(self.solved.values()) if self.solved else None

    @property
    def spreads(self) -> list[float]:
        """The ratio of the slowest to the fastest time of an input, for each input that several runs have solved.

        Times below a tenth of TIE count as a tenth of TIE.
        """
        solved = ([time for time in times if time < math.inf] for times in self.each_run.values())
        return [max(*times, TIE / 10) / max(min(times), TIE / 10) for times in solved if len(times) > 1]

    @property
    def spread(self) -> float | None:
        """The median of the spreads; None without any."""
        return median(self.spreads) if self.spreads else None


def contests(rows: Sequence[ResultRow], clock: Clock, lone: Collection[str] = ()) -> list[SolverScores]:
    """Return the scores of each solver under each encoding, best first: most solved inputs, then least PAR-2; those
    with a wrong answer come last.

    lone: the keys of the rows whose answer no other solver confirms.
    """
    groups: dict[tuple[str, str], list[ResultRow]] = defaultdict(list)
    encodings = encodings_of(rows)
    for row in rows:
        for encoding in counts_for(row, encodings):
            groups[row["solver"], encoding].append(row)
    found = [_contest(group, name, clock) for name, group in groups.items()]
    for each, group in zip(found, groups.values(), strict=True):
        each.lone.update(row["status"] for row in group if row.get("key") in lone)
    _compare(found)
    return sorted(found, key=lambda each: (not each.is_trusted, -len(each.solved), each.par2, each.name))


def encodings_of(rows: Sequence[ResultRow]) -> list[str]:
    """Return the encodings in the rows, in order of occurrence, without the mark of CNFs."""
    return list(dict.fromkeys(row["encoding"] for row in rows if row["encoding"] != PLAIN))


def counts_for(row: ResultRow, encodings: Sequence[str]) -> Sequence[str]:
    """Return the encodings for which a row counts: the encoding of the row, or, for a CNF, which has none, all of
    `encodings`.
    """
    return encodings if row["encoding"] == PLAIN and encodings else [row["encoding"]]


def _contest(rows: Sequence[ResultRow], name: tuple[str, str], clock: Clock) -> SolverScores:
    """Return the scores of one solver under one encoding, as far as they do not depend on others.

    rows: all runs of this contest.  name: the solver and the encoding.
    """
    versions = sorted({row["version"] or "-" for row in rows})
    found = SolverScores(*name, ", ".join(versions))
    runs: dict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        runs[row["digest"]].append(row)
        found.statuses[row["status"]] += 1
        found.memory = max(found.memory, row.get("memory") or 0)
        found.conflicts += [row["statistics"]["conflicts"]] if "conflicts" in row.get("statistics", ()) else []
    found.runs = len(rows)
    for key, same in runs.items():
        times = [seconds(row, clock) if row["status"] in SOLVED else math.inf for row in same]
        found.times[key], found.each_run[key] = median(times), times
        found.limits[key] = same[0]["timeout"]
        found.encode[key] = same[0]["wall"].get("encode", 0.0)
    return found


def _compare(found: Sequence[SolverScores]) -> None:
    """Count, for each contest, its wins (inputs solved as fast as by the fastest contest, or at most TIE seconds
    slower) and the inputs that no other contest has solved; a contest with a wrong answer takes no part.
    """
    found = [each for each in found if each.is_trusted]
    for key in {key for each in found for key in each.times}:
        solvers = [each for each in found if each.times.get(key, math.inf) < math.inf]
        if len(solvers) == 1:
            solvers[0].unique += 1
        best = min((each.times[key] for each in solvers), default=0.0)
        for each in solvers:
            each.wins += round(each.times[key] - best, 6) <= TIE  # times come in hundredths


def virtual_best(found: Sequence[SolverScores]) -> SolverScores:
    """Return the scores of the virtual best solver, which solves each input as fast as the fastest solver: the times
    and the limits, each limit the longest of any solver; all other scores stay blank.  A solver with a wrong answer
    solves nothing there.
    """
    best = SolverScores("virtual best", "", "")
    for each in found:
        for key, time in each.times.items():
            best.times[key] = min(time if each.is_trusted else math.inf, best.times.get(key, math.inf))
            best.limits[key] = max(each.limits[key], best.limits.get(key, 0.0))
    return best


def start_up(found: Sequence[SolverScores]) -> str:
    """Return a note that inputs are too small for a comparison if at least half of the inputs took each solver at most
    START seconds; else ''.
    """
    slowest: dict[str, float] = defaultdict(float)
    for each in found:
        for key, time in each.times.items():
            slowest[key] = max(time, slowest[key])
    small = sum(time <= START for time in slowest.values())
    if not small or 2 * small < len(slowest):
        return ""
    inputs = f"{small} of {counted(len(slowest), 'input')}"
    return f"{inputs} took no solver more than {START} s, most of which a program needs to start; use larger inputs"


def cells(each: SolverScores, times: str) -> list[str]:
    """Return the cells of a contest's row under COLUMNS.

    times: the sign before the spread, `x` or the like.  A `?` follows a number of answers if no other solver confirms
    one of them.
    """
    counts = [f"{each.statuses[name] or '-'}{'?' if each.lone[name] else ''}" for name in STATUSES]
    spread = "-" if each.spread is None else f"{times}{each.spread:.1f}"
    if each.spread is not None and (worst := max(each.spreads)) > each.spread:
        spread += f" to {times}{worst:.1f}"
    memory = f"{each.memory / MEGABYTE:.0f}" if each.memory else "-"
    conflicts = f"{median(each.conflicts):.0f}" if each.conflicts else "-"
    figures = [number(each.par2), number(each.median), spread, str(each.wins), str(each.unique), memory, conflicts]
    return [each.solver, each.encoding, str(len(each.solved)), str(each.runs), *counts, *figures, each.version]


def best_cells(found: Sequence[SolverScores]) -> list[str]:
    """Return the cells of the virtual best solver's row under COLUMNS, '' for each figure that it does not have."""
    best = virtual_best(found)
    figures = {"PAR-2": number(best.par2), "median": number(best.median)}
    return [(figures | {"solver": best.solver, "solved": str(len(best.solved))}).get(name, "") for name in COLUMNS]


def number(value: float | None) -> str:
    """Return seconds as text with a sensible number of digits; '-' for None."""
    if value is None:
        return "-"
    return f"{value:.3f}" if value < 1 else f"{value:.2f}" if value < 100 else f"{value:.0f}"
