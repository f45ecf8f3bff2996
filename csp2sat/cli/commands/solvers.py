"""csp2sat solvers: the configured solvers, whether they are installed, and whether they answer rightly."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from ...escaping import for_terminal
from .. import options
from ..parameters import Argument, Option
from ..reporting import reporting
from ..streams import obeyed

if TYPE_CHECKING:
    from ...api.solvers import FoundSolver, SolverFault

RIGHT = (
    "right: tried on one satisfiable and one unsatisfiable formula, the first with a seed and threads, too, the second "
    "with a proof, too, if the solver writes any; this excludes no wrong answer to others, which csp2sat bench compares"
)
HEADINGS = ("solver", "version", "can", "program")


@reporting
def solvers(
    settings: Annotated[options.Settings, options.given("solvers")],
    names: Annotated[
        list[str] | None,
        Argument(metavar="[NAME...]", autocompletion=options.complete_solver, help="Only these solvers. [all]"),
    ] = None,
    check: Annotated[bool, Option("--check", help="Let each solver solve formulas with known answers.")] = False,
    json_: options.Json = False,
) -> int:
    """List the configured solvers: found or not, version, features.

    With --check each installed solver, or each that is named, solves a satisfiable and an unsatisfiable formula, also
    with the options of its entry; a fault (a wrong answer, no answer, a crash) makes the exit code 1, and so does a
    NAME that is not installed.  `right` excludes no wrong answer to another formula.
    """
    from ...api import solvers as api_solvers
    from ...runner.config.config import Solvers
    from ...runner.config.entry import Solver
    from ..json_lines import json_line

    configured = Solvers.load(settings.solvers)
    portfolio = [] if names else api_solvers.portfolio(configured)
    found = api_solvers.survey(configured.named(names) if names else configured)
    problems = {f.entry.name: api_solvers.check(Solver(f.entry, f.program)) for f in found if check and f.program}
    if json_:
        members = [{"solver": name, "after": seconds} for name, seconds in portfolio]
        print(json_line({"solvers": [_fields(each, problems) for each in found], "portfolio": members}), end="")
    else:
        _print_table([_row(each, problems) for each in found], check)
        for fault in (each for faults in problems.values() for each in faults):
            print(f"{_verdict([fault])}: {fault.text}")
        if any(not faults for faults in problems.values()):
            print(RIGHT)
        _print_portfolio(portfolio)
    missing = [each.entry.name for each in found if names and check and not each.program]
    return 1 if any(problems.values()) or missing else 0


def _print_portfolio(members: Sequence[tuple[str, float]]) -> None:
    """Print which solvers answer `solve`: the first at once, each of the others after some seconds; nothing if there
    are none.

    members: names, and the seconds after which each solver starts.
    """
    if members:
        joins = [f"after {seconds:g} s {name} joins" for name, seconds in members[1:]]
        print("\nsolve: " + ", ".join([members[0][0], *joins]))


def _fields(found: FoundSolver, problems: dict[str, list[SolverFault]]) -> dict[str, Any]:
    """Return the fields of a solver in a JSON object; problems: the faults of each solver that was checked, by its
    name.
    """
    entry = found.entry
    fields: dict[str, Any] = {"name": entry.name, "found": bool(found.program), "program": list(found.program)}
    fields |= {"version": found.version, "can": entry.can(), "presets": list(entry.presets), "install": entry.install}
    if entry.name in problems:
        fields["problems"] = [fault.text for fault in problems[entry.name]]
    return fields


def _row(found: FoundSolver, problems: dict[str, list[SolverFault]]) -> list[str]:
    """Return the cells of a solver for the table: name, version, features, the word of its answers, command; `-` for a
    cell without content.

    problems: the faults of each solver that was checked, by its name.
    """
    entry = found.entry
    advice = f"; to install: {entry.install}" if entry.install else ""
    where = " ".join(found.program) or f"not found{advice}"
    can = [each if each != "frat" else "frat (not checked)" for each in entry.can()]
    row = [entry.name, found.version or "-", " ".join(can) or "-", where]
    verdict = problems.get(entry.name)
    answers = "-" if verdict is None else _verdict(verdict)
    return [for_terminal(cell) for cell in (*row[:3], answers, row[3])]


def _verdict(faults: Sequence[SolverFault]) -> str:
    """Return the word for answers with these faults: `wrong` if one is wrong, `none` if answers are only missing, else
    `right`.
    """
    return "wrong" if any(fault.is_wrong for fault in faults) else "none" if faults else "right"


def _print_table(rows: list[list[str]], check: bool) -> None:
    """Print the table of solvers under HEADINGS; check: whether the column of answers is shown."""
    table = [[*HEADINGS[:3], "answers", HEADINGS[3]], *rows]
    if not check:
        table = [[*row[:3], row[4]] for row in table]
    if sys.stdout.isatty():
        _print_on_terminal(table)
        return
    widths = [max(map(len, column)) for column in zip(*table, strict=True)]
    for row in table:
        print("  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip())


def _print_on_terminal(table: list[list[str]]) -> None:
    """Print a table by rich, its first row as the heading, with rows of solvers that are not found dimmed."""
    from rich.console import Console
    from rich.table import Table

    grid = Table(*table[0], box=None, pad_edge=False, header_style="bold")
    for row in table[1:]:
        grid.add_row(*row, style="dim" if row[-1].startswith("not found") else None)
    Console(file=obeyed(sys.stdout), markup=False).print(grid)
