"""Remarks on a report's figures that mean less than they seem to: limits, equal formulas, unconfirmed answers."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from ...base.numbers import counted
from ...errors import OF_PARTS
from ..judge import REFUTED, Judgement, is_unencoded
from ..rows import Clock
from ..sources import PLAIN
from ..store import ResultRow, is_killed
from .scores import SolverScores, counts_for, encodings_of

FEW = 10  # inputs, with fewer than which chance decides which solver comes first
SHOWN = 3  # names of inputs in a note
SHA256 = 64  # digits of a digest, behind which a cost of soft constraints is named
DIFFERING = ("version", "encoder", "timeout", "clock", "memory_limit", "limiter", "threads", "ignored")
IDLE = 0.5  # of the time limit: a timeout with less CPU time is none of the solver's doing


def notes(verdict: Judgement, clock: Clock) -> Iterator[str]:
    """Yield a line for each reason why figures of the report mean less than they seem to.

    clock: the time that is compared.
    """
    for number, what in ((verdict.unconfirmed, "unsat answer"), (verdict.lone_optima, "optimality claim")):
        if number:
            yield (
                f"{counted(number, what)} {'is' if number == 1 else 'are'} confirmed by no other solver (`?` in the "
                "table), so that a solver that lies may be the quickest; "
                "to have them judged: two solvers after --solver, or --expect FILE"
            )
    refuted = {row["digest"]: row["input"] for row in verdict.rows if row["why"] == REFUTED}
    if refuted:
        names = ", ".join([*refuted.values()][:SHOWN]) + (" ..." if len(refuted) > SHOWN else "")
        yield f"{counted(len(refuted), 'input')}: {REFUTED}, so that no solver has to search: {names}"
    yield from _uneven(verdict.rows)
    yield from _errors(verdict.rows)
    yield from _not_encoded(verdict.rows)
    yield from _equal_formulas(verdict.rows)
    yield from _seeds(verdict.rows)
    yield from _edited(verdict.rows)
    yield from _left_out(verdict)
    other = [row for row in verdict.rows if row["status"] == "timeout" and row.get("clock", "wall") != clock]
    if other:
        limited = other[0].get("clock", "wall")
        yield (
            f"{len(other)} of {counted(len(verdict.rows), 'run')} ended at a limit of {_named(limited)} seconds, or "
            f"took longer in {_named(clock)} seconds, which are compared; --time {limited} compares those"
        )


def _uneven(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield one line that names each pair of a solver and an encoding without a run on some input, as after an
    interruption: the means of such pairs are over fewer inputs.  Yield no line if there is no such pair.
    """
    encodings, run = encodings_of(rows), defaultdict[str, set[str]](set)
    for row in rows:
        for encoding in counts_for(row, encodings):
            run[f"{row['solver']} {encoding}"].add(row["digest"])
    inputs = len({row["digest"] for row in rows})
    lacking = {name: inputs - len(has) for name, has in run.items() if len(has) < inputs}
    if lacking:
        texts = (f"{name}: {counted(count, 'input')} not run" for name, count in lacking.items())
        yield f"{'; '.join(texts)}; solved, PAR-2 and median are over the inputs that each row has run"


def _errors(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for each solver with errors, or for the encoding if a part of the user's has the fault: how many
    runs ended so, and the first reasons; with a further one for runs that were killed from outside, which the same
    command repeats.
    """
    failed: dict[str, list[ResultRow]] = defaultdict(list)
    for row in rows:
        if row["status"] == "error" and row["why"] and row.get("cnf", "") is not None:
            failed[row["encoding" if OF_PARTS in row["why"] else "solver"]].append(row)
    for name, found in failed.items():
        reasons = list(dict.fromkeys(row["why"] for row in found))
        shown = "; ".join(reasons[:SHOWN]) + ("; ..." if reasons[SHOWN:] else "")
        yield f"{name}: {counted(len(found), 'run')} ended with an error: {shown}"
    if killed := sum(map(is_killed, rows)):
        yield f"{counted(killed, 'run')} killed from outside; the same command of `bench` repeats such runs"


def _not_encoded(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for each encoding with inputs that a limit has left without a formula, and so without a run."""
    names: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for row in rows:
        if is_unencoded(row):
            names[row["encoding"], row["status"]][row["digest"]] = row["input"]
    for (encoding, status), found in names.items():
        which = ", ".join([*found.values()][:SHOWN]) + (" ..." if len(found) > SHOWN else "")
        yield (
            f"{encoding}: {counted(len(found), 'input')} without a formula, since encoding reached the limit, so that "
            f"no solver ran; each solver has a {status} there: {which}"
        )


def _seeds(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for each solver that had several seeds, and on each formula as many conflicts with each of them."""
    found: dict[str, dict[tuple[str, str, int], dict[int, int]]] = defaultdict(lambda: defaultdict(dict))
    for row in rows:
        if (conflicts := row.get("statistics", {}).get("conflicts")) is not None and row.get("seed") is not None:
            found[row["solver"]][row["digest"], row["encoding"], row["shuffle"]][row["seed"]] = conflicts
    for solver, by_formula in found.items():
        runs = [[*each.values()] for each in by_formula.values() if len(each) > 1]
        if any(map(any, runs)) and all(len(set(each)) == 1 for each in runs):
            yield f"{solver}: as many conflicts with each seed, so that seeds change nothing; for other runs: --shuffle"


def _edited(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for each input of which the rows have several contents, which count as inputs of their own."""
    contents: dict[str, set[str]] = defaultdict(set)
    for row in rows:
        contents[row["input"]].add(row["digest"][:SHA256])
    for name, digests in contents.items():
        if len(digests) > 1:
            yield (
                f"{name}: {len(digests)} different contents, since the input was edited between runs; each "
                "counts as an input of its own"
            )


def _left_out(verdict: Judgement) -> Iterator[str]:
    """Yield a line for each solver with rows that later rows stand for, with the fields that differ."""
    chosen = {(row["solver"], row["encoding"]) for row in verdict.rows}
    pairs: dict[str, list[tuple[ResultRow, ResultRow]]] = defaultdict(list)
    for old, new in verdict.superseded:
        if (old["solver"], old["encoding"]) in chosen:
            pairs[old["solver"]].append((old, new))
    for solver, found in pairs.items():
        names = [name for name in DIFFERING if any(old.get(name) != new.get(name) for old, new in found)]
        runs = counted(len(found), "older run")
        reason = f"later ones have another {', '.join(names) or 'configuration'}"
        yield f"{solver}: {runs} left out, since {reason}; to compare both: a folder for each"


def few(found: Sequence[SolverScores]) -> str:
    """Return a note that the inputs are too few to rank the rows of a report; '' if there are FEW, or just one row."""
    inputs = len({key for each in found for key in each.times})
    if not found[1:] or inputs >= FEW:
        return ""
    verb = "ranks" if inputs == 1 else "rank"
    which = f"{counted(inputs, 'input')} {verb} nothing"
    return f"{which}: chance may have decided; to compare, use tens of inputs of each kind"


def busy(rows: Sequence[ResultRow]) -> str:
    """Return a warning of runs that timed out although they had used less CPU time than IDLE of their limit; '' if
    there are none.
    """
    idle = [row for row in rows if row["status"] == "timeout" and _cpu(row) < IDLE * row["timeout"]]
    if not idle:
        return ""
    return (
        f"busy: {len(idle)} of {counted(len(rows), 'run')} timed out with less than half their limit in CPU seconds: "
        "the machine was busy, or the solver waited; to repeat them: an idle machine, and another folder after -o"
    )


def _cpu(row: ResultRow) -> float:
    """Return the CPU seconds of the solver; infinite if they are not known, as without a formula."""
    cpu: float = row["cpu"].get("solve", float("inf"))
    return cpu


def _named(clock: Clock) -> str:
    return "CPU" if clock == "cpu" else "wall"


def _equal_formulas(rows: Sequence[ResultRow]) -> Iterator[str]:
    """Yield a line for each set of encodings that made the same formula of each input, and for each two encodings that
    did so for some inputs; rows without the digest of a formula do not count.
    """
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        if row["encoding"] != PLAIN and row.get("formula"):
            found[row["encoding"]][row["digest"]] = row["formula"]
    classes: dict[frozenset[tuple[str, str]], list[str]] = defaultdict(list)
    for encoding, formulas in found.items():
        classes[frozenset(formulas.items())].append(encoding)
    for formulas_of_all, same in classes.items():
        if same[1:]:
            yield f"{', '.join(same)}: {_noise(len(formulas_of_all), len(formulas_of_all))}"
    for (one, *_), (other, *_) in combinations(classes.values(), 2):
        shared = found[one].keys() & found[other].keys()
        equal = sum(found[one][digest] == found[other][digest] for digest in shared)
        if equal:
            yield f"{one}, {other}: {_noise(equal, len(shared))}"


def _noise(equal: int, inputs: int) -> str:
    return f"the same formula of {equal} of {counted(inputs, 'input')}, where only noise makes their rows differ"
