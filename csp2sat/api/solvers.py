"""The configured solvers: found or not, version, right answers on formulas whose status is known, the portfolio."""

from __future__ import annotations

import random
import re
import time
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from ..base import files
from ..base.folders import work_folder
from ..base.resources import cores
from ..cnf import dimacs
from ..errors import SolverError
from ..proofs import formats
from ..runner.config.config import Solvers
from ..runner.config.entry import EMBEDDED, Entry, Solver
from ..runner.host import host
from ..runner.process.outcome import Outcome, RunBounds, RunOptions
from ..runner.runner import KEEPING, WrongModel, run
from ..solving.problem_run import RunReport

SECONDS = 20  # for each formula
VERSION_SECONDS = 5
VERSION_OUTPUT = 1 << 20  # bytes


class FoundSolver(NamedTuple):
    """A configured solver on this machine.  program: the command that starts it, () if it is not installed."""

    entry: Entry
    program: tuple[str, ...]
    version: str


class SolverFault(NamedTuple):
    """A fault of a solver: whether an answer of it is wrong, rather than missing, and the fault in words."""

    is_wrong: bool
    text: str


def is_own(name: str, path: str | None) -> bool:
    """Whether a solver, NAME or NAME:preset, is one that a configuration file of the user adds or changes.

    path: the file of `--solvers`, None for none.
    """
    name = name.partition(":")[0]
    return Solvers.load(path).entries.get(name) != Solvers.packaged().entries.get(name)


def to_confirm(name: str, path: str | None) -> tuple[str, str]:
    """Return the option that lets an answer without a solution be confirmed, and its value: a proof if the solver,
    NAME or NAME:preset, writes proofs that can be checked, else a second solver.

    path: the file of `--solvers`, None for none.
    """
    stem, _, preset = name.partition(":")
    entry = Solvers.load(path).entries.get(stem)
    is_proving = entry is not None and Solver(entry, (), preset).proof in formats.FORMATS
    return ("--proof", "FILE") if is_proving else ("--cross-check", EMBEDDED)


class KnownFormula(NamedTuple):
    """A formula whose answer is known."""

    name: str
    num_vars: int
    flat: list[int]
    status: str


def survey(solvers: Solvers) -> list[FoundSolver]:
    """Return all configured solvers, installed or not, in the order of their entries."""
    rows = [(entry, entry.locate()) for entry in solvers.entries.values()]
    return [FoundSolver(entry, found or (), version(Solver(entry, found)) if found else "") for entry, found in rows]


def portfolio(solvers: Solvers) -> list[tuple[str, float]]:
    """Return the names of the solvers that work on a question for one answer on this machine, each with the seconds
    after which it starts; the first one starts at once, the others join if the question takes long.

    The solvers are those of the configured portfolio that are installed, at most one per core.  Without a portfolio of
    several members, or without a solver for its first member, the default solver is the only one; [] if there is none.
    """
    found: dict[str, float] = {}
    every = [member for member in solvers.portfolio if not member.ordered]
    for member in every if len(solvers.portfolio) > 1 else ():
        solver = solvers.first(member, lambda solver: solver.name not in found)
        if solver is not None:
            found[solver.name] = member.after
        elif not found:
            break
    if not found:
        return [(solver.name, 0.0) for solver in [_default(solvers)] if solver]
    return list(found.items())[: cores()]


def _default(solvers: Solvers) -> Solver | None:
    try:
        return solvers.default()
    except SolverError:
        return None


def version(solver: Solver) -> str:
    """Return the version that the solver reports; '' if the solver cannot report one or does not answer."""
    asking = solver.entry.version
    if not asking:
        return ""
    deadline = time.monotonic() + VERSION_SECONDS
    try:
        with work_folder() as folder:
            ended = host().run([*solver.program, *asking], folder, RunBounds(deadline, None, VERSION_OUTPUT))
    except SolverError:
        return ""
    lines = (ended.stdout + b"\n" + ended.stderr).decode("utf-8", "replace").split("\n")
    first = next((line.strip() for line in lines if line.strip()), "")
    number = re.search(r"(?<!\S)v?\d\S*", first)
    return number[0] if number else first


def who_answered(run: RunReport) -> tuple[str, str]:
    """Return the name of the solver that answered last, and its version, '' if the version is unknown."""
    solver, name = run.solver, run.answered
    if name != solver.name:
        entry = Solvers.load().entries.get(name)
        program = entry.locate() if entry else None
        if entry is None or program is None:
            return name, ""
        solver = Solver(entry, program)
    return name, version(solver)


def check(solver: Solver) -> list[SolverFault]:
    """Run the solver on a satisfiable and an unsatisfiable formula, with all options that its entry states; return
    its faults, [] if there are none.

    The function `run` evaluates the model of the satisfiable formula.
    """
    until = time.monotonic() + SECONDS
    trials = [
        (satisfiable(), RunOptions(deadline=until)),
        (pigeonhole(), RunOptions(deadline=until)),
        (satisfiable(), RunOptions(deadline=until, seed=1, threads=2)),
    ]
    problems = []
    with work_folder() as folder:
        if solver.entry.proof:
            trials.append((pigeonhole(), RunOptions(deadline=until, proof=folder / "proof")))
        for formula, options in trials:
            problems += _try(solver, formula, options, folder)
    return list(dict.fromkeys(problems))


def _try(solver: Solver, formula: KnownFormula, options: RunOptions, folder: Path) -> list[SolverFault]:
    cnf = folder / f"{formula.name}.cnf"
    header = f"p cnf {formula.num_vars} {formula.flat.count(0)}\n"
    files.write_text(cnf, header + dimacs.lines_of(formula.flat))
    try:
        outcome: Outcome = run(solver, cnf, formula.num_vars, folder, options)
    except SolverError as error:
        text = str(error).removesuffix(KEEPING).replace(str(cnf), f"the formula {formula.name}")
        return [SolverFault(isinstance(error.__cause__, WrongModel), text)]
    if outcome.status == formula.status:
        return []
    if outcome.status != "unknown":
        text = f"{solver.name} says {outcome.status} of a formula that is {formula.status}: {formula.name}"
        return [SolverFault(True, text)]
    late = (
        f"in the {SECONDS} seconds for all formulas" if outcome.reason == "time" else f"({outcome.reason or 'unknown'})"
    )
    return [SolverFault(False, f"{solver.name} gives no answer {late}: {formula.name}, which is {formula.status}")]


def pigeonhole(holes: int = 5) -> KnownFormula:
    """Return the unsatisfiable formula that `holes` + 1 pigeons each sit in a hole, no two in the same."""
    pigeons = range(holes + 1)
    sits = [[pigeon * holes + hole + 1 for hole in range(holes)] for pigeon in pigeons]
    flat = [a for pigeon in pigeons for a in (*sits[pigeon], 0)]
    for one, other in combinations(pigeons, 2):
        flat += [a for hole in range(holes) for a in (-sits[one][hole], -sits[other][hole], 0)]
    return KnownFormula(f"pigeonhole-{holes}", holes * (holes + 1), flat, "unsat")


def satisfiable(num_vars: int = 100, seed: int = 1) -> KnownFormula:
    """Return a satisfiable formula of random clauses with three literals, four times as many as variables, around a
    hidden model.
    """
    draw = random.Random(seed)
    model = [draw.choice((-v, v)) for v in range(1, num_vars + 1)]
    flat: list[int] = []
    for _ in range(4 * num_vars):
        true, *others = draw.sample(model, 3)
        flat += (true, *(draw.choice((a, -a)) for a in others), 0)
    return KnownFormula(f"random-{num_vars}", num_vars, flat, "sat")
