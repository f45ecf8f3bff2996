"""How the help of larger commands is laid out: groups of options, each with an example.  Imported for help alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..settings import FORMULA, KNOWN


class HelpGroup(NamedTuple):
    """A group of options.  example: a command line that uses one of them; options: their long names, in order."""

    title: str
    example: str
    options: tuple[str, ...]


LIMITS = ("--timeout", "--memory")
HOW = ("--encoding", "--encode", "--solver", "--solvers", "--no-check")
SAID = ("--verbose", "--quiet")
CODING = tuple(KNOWN[name].about.option for name in (*FORMULA, "loop"))

PANELS: dict[str, tuple[HelpGroup, ...]] = {
    "solve": (
        HelpGroup(
            "What is asked",
            "csp2sat solve board.txt --unique",
            ("--unique", "--all", "--limit", "--expect", "--search", "--max", "--weighted", "--from"),
        ),
        HelpGroup(
            "Where the answer goes, and how it looks",
            "csp2sat solve board.txt -o solved.svg",
            ("--output", "--to", "--json", "--color", "--exit-code", "--keep"),
        ),
        HelpGroup("How it becomes a formula", "csp2sat solve model.csp --encoding log --encode 'x_*=order'", CODING),
        HelpGroup(
            "The solver",
            "csp2sat solve board.txt --solver cadical --seed 7",
            ("--solver", "--solvers", "--seed", "--threads", "--solver-arg", "--race", "--cubes", "--executor"),
        ),
        HelpGroup(
            "How sure it is",
            "csp2sat solve board.txt --unique --proof board.proof --solver cadical",
            ("--proof", "--cross-check", "--no-check"),
        ),
        HelpGroup("Limits, and what is told", "csp2sat solve board.txt --timeout 60 -v", (*LIMITS, *SAID)),
    ),
    "encode": (
        HelpGroup(
            "Files",
            "csp2sat encode board.txt -o board.cnf.gz",
            ("--output", "--map", "--from", "--to", "--wcnf-form", "--map-format", "--map-origins", "--show"),
        ),
        HelpGroup(
            "How it becomes a formula",
            "csp2sat encode model.csp --encoding log --amo ladder",
            (*CODING, "--assume", "--max", "--weighted"),
        ),
        HelpGroup(
            "What is told",
            "csp2sat encode board.txt --stats",
            ("--stats", "--profile", "--json", "--timeout", *SAID),
        ),
    ),
    "count": (
        HelpGroup("What is counted", "csp2sat count model.csp --project 'x_*'", ("--project", "--limit", "--from")),
        HelpGroup("How", "csp2sat count model.csp --encoding order", HOW),
        HelpGroup(
            "Limits, and what is told", "csp2sat count board.txt --timeout 60 --json", (*LIMITS, "--json", *SAID)
        ),
    ),
    "backbone": (
        HelpGroup("What is printed", "csp2sat backbone board.txt --json", ("--to", "--json", "--color", "--from")),
        HelpGroup("How", "csp2sat backbone model.csp --encoding log", HOW),
        HelpGroup("Limits, and what is told", "csp2sat backbone board.txt --timeout 60", (*LIMITS, *SAID)),
    ),
    "explain": (
        HelpGroup(
            "What is explained",
            "csp2sat explain board.txt --all-reasons --limit 5",
            ("--all-reasons", "--limit", "--from"),
        ),
        HelpGroup(
            "Where it goes, and how it looks",
            "csp2sat explain board.txt -o why.svg",
            ("--output", "--to", "--json", "--color"),
        ),
        HelpGroup("How", "csp2sat explain model.csp --solver cadical", HOW),
        HelpGroup("Limits, and what is told", "csp2sat explain board.txt --timeout 60", (*LIMITS, *SAID)),
    ),
    "generate": (
        HelpGroup("Which boards", "csp2sat generate masyu --size 6x8 --seed 1", ("--size", "--seed", "--count")),
        HelpGroup("Where they go", "csp2sat generate masyu --size 5x5 -o new.svg", ("--output", "--to", "--json")),
        HelpGroup(
            "Solver and limits", "csp2sat generate masyu --size 5x5 -q", ("--solver", "--solvers", *LIMITS, *SAID)
        ),
    ),
    "bench": (
        HelpGroup(
            "What is compared",
            "csp2sat bench model.csp --solver minisat,cadical --encoding order,log",
            ("--solver", "--encoding", "--from", "--solvers"),
        ),
        HelpGroup(
            "How often, and where",
            "csp2sat bench model.csp --solver minisat --repeat 2 --shuffle 1",
            ("--repeat", "--shuffle", "--jobs", "--executor", "--output", "--emit-make"),
        ),
        HelpGroup(
            "Each run",
            "csp2sat bench model.csp --solver minisat --timeout 10",
            ("--timeout", "--memory", "--seed", "--threads", "--solver-arg", "--limiter"),
        ),
        HelpGroup(
            "The report",
            "csp2sat bench model.csp --solver minisat --score encode+solve --csv runs.csv",
            ("--time", "--score", "--expect", "--html", "--csv", "--json", "--color", *SAID),
        ),
    ),
}
REST = "Other options"


Record = tuple[str, str]  # an option or an argument, and its help


def layout(command: Any, context: Any) -> Iterator[tuple[str, list[Record], str]]:
    """Arguments and options of a command (click's objects), in its panels if it has such: title, entries, example."""
    records = [(each, each.get_help_record(context)) for each in command.get_params(context)]
    shown = [(each, record) for each, record in records if record is not None]
    yield "Arguments", [record for each, record in shown if each.param_type_name == "argument"], ""
    left = {each.opts[-1]: record for each, record in shown if each.param_type_name == "option"}
    for panel in PANELS.get(command.name, ()):
        yield panel.title, [left.pop(name) for name in panel.options if name in left], panel.example
    yield REST if command.name in PANELS else "Options", list(left.values()), ""


def write(command: Any, context: Any, formatter: Any) -> None:
    """Write the arguments and options of a command."""
    for title, records, example in layout(command, context):
        if records:
            with formatter.section(title):
                formatter.write_dl(records)
                if example:
                    formatter.write(f"\n{'':{formatter.current_indent}}Example: {example}\n")
