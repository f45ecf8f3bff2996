"""The layout of the help of larger commands: groups of options, each with an example.  Imported for help alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from ..settings import HelpPanel


class HelpGroup(NamedTuple):
    """A group of options: all whose declarations name one of the panels.

    example: a command line that uses one of the options.
    """

    title: str
    example: str
    panels: tuple[HelpPanel, ...]


HOW: tuple[HelpPanel, ...] = ("formula", "solver", "certainty")
PANELS: dict[str, tuple[HelpGroup, ...]] = {
    "solve": (
        HelpGroup("Question", "csp2sat solve board.txt --unique", ("question", "input")),
        HelpGroup("Output", "csp2sat solve board.txt -o solved.svg", ("files",)),
        HelpGroup("Encoding", "csp2sat solve model.csp --encoding log --encode 'x_*=order'", ("formula",)),
        HelpGroup("Solver", "csp2sat solve board.txt --solver cadical --seed 7", ("solver",)),
        HelpGroup("Certainty", "csp2sat solve board.txt --unique --proof board.proof --solver cadical", ("certainty",)),
        HelpGroup("Limits and messages", "csp2sat solve board.txt --timeout 60 -v", ("limits",)),
    ),
    "encode": (
        HelpGroup("Files", "csp2sat encode board.txt -o board.cnf.gz", ("input", "files")),
        HelpGroup("Encoding", "csp2sat encode model.csp --encoding log --amo ladder", ("formula", "question")),
        HelpGroup("Messages", "csp2sat encode board.txt --stats", ("limits",)),
    ),
    "count": (
        HelpGroup("Question", "csp2sat count model.csp --project 'x_*'", ("question", "input")),
        HelpGroup("Method", "csp2sat count model.csp --encoding order", HOW),
        HelpGroup("Limits and messages", "csp2sat count board.txt --timeout 60 --json", ("limits", "files")),
    ),
    "backbone": (
        HelpGroup("Question and output", "csp2sat backbone board.txt --json", ("files", "input")),
        HelpGroup("Method", "csp2sat backbone model.csp --encoding log", HOW),
        HelpGroup("Limits and messages", "csp2sat backbone board.txt --timeout 60", ("limits",)),
    ),
    "explain": (
        HelpGroup("Question", "csp2sat explain board.txt --all-reasons --limit 5", ("question", "input")),
        HelpGroup("Output", "csp2sat explain board.txt -o why.svg", ("files",)),
        HelpGroup("Method", "csp2sat explain model.csp --solver cadical", HOW),
        HelpGroup("Limits and messages", "csp2sat explain board.txt --timeout 60", ("limits",)),
    ),
    "check": (
        HelpGroup("Question", "csp2sat check model.csp answer.json --optimum", ("question", "input")),
        HelpGroup(
            "Solver, limits and messages", "csp2sat check model.csp answer.json --json", ("solver", "limits", "files")
        ),
    ),
    "generate": (
        HelpGroup("Boards", "csp2sat generate masyu --size 6x8 --seed 1", ("question", "input")),
        HelpGroup("Output", "csp2sat generate masyu --size 5x5 -o new.svg", ("files",)),
        HelpGroup("Solver and limits", "csp2sat generate masyu --size 5x5 -q", ("solver", "limits")),
    ),
    "bench": (
        HelpGroup(
            "Comparison",
            "csp2sat bench model.csp --solver minisat,cadical --encoding order,log",
            ("question", "input"),
        ),
        HelpGroup("Runs", "csp2sat bench model.csp --solver minisat --repeat 2 --shuffle 1", ("runs",)),
        HelpGroup(
            "Solver and limits of a run", "csp2sat bench model.csp --solver minisat --timeout 10", ("solver", "limits")
        ),
        HelpGroup("Report", "csp2sat bench model.csp --solver minisat --score encode+solve --csv runs.csv", ("files",)),
    ),
}
REST = "Other options"


Record = tuple[str, str]  # an option or an argument, and its help


def layout(command: Any, context: Any) -> Iterator[tuple[str, list[Record], str]]:
    """Yield the arguments and the options of a command in groups: a title, the entries, an example or ''.  A group may
    be empty.

    command, context: click's objects.  Options in no group come last, or all together for a command without groups.
    """
    shown = [(each, record) for each in command.get_params(context) if (record := each.get_help_record(context))]
    yield "Arguments", [record for each, record in shown if each.param_type_name == "argument"], ""
    options = [(each.rich_help_panel, record) for each, record in shown if each.param_type_name == "option"]
    groups = PANELS.get(command.name, ())
    for group in groups:
        yield group.title, [record for panel, record in options if panel in group.panels], group.example
    placed = {panel for group in groups for panel in group.panels}
    yield REST if groups else "Options", [record for panel, record in options if panel not in placed], ""


def write(command: Any, context: Any, formatter: Any) -> None:
    """Write the arguments and options of a command, in groups, for its help; context, formatter: click's objects."""
    for title, records, example in layout(command, context):
        if records:
            with formatter.section(title):
                formatter.write_dl(records)
                if example:
                    formatter.write(f"\n{'':{formatter.current_indent}}Example: {example}\n")
