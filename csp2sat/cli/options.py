"""The options that mean the same everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin

from ..settings import FORMULA, KNOWN, HelpPanel
from .parameters import Argument, Declared, Joined, Option

if TYPE_CHECKING:
    from ..api.settings import Settings as Settings
else:
    Settings = object  # commands name the class, whose import takes long


def complete_solver(incomplete: str) -> list[str]:
    """Solver names for shell completion."""
    from ..runner.config.config import Solvers

    return [name for name in Solvers.load(os.environ.get("CSP2SAT_SOLVERS")).names() if name.startswith(incomplete)]


def complete_input(incomplete: str) -> list[str]:
    """Puzzle, language and format names for shell completion."""
    from ..api.inputs import kinds

    return [name for name in kinds() if name.startswith(incomplete)]


def complete_puzzle(incomplete: str) -> list[str]:
    """Puzzle names for shell completion."""
    from ..puzzles.spec import PUZZLES

    return [name for name in PUZZLES if name.startswith(incomplete)]


def complete_encoding(incomplete: str) -> list[str]:
    """Encoding names for shell completion."""
    from ..ints.spec import ENCODINGS

    return [name for name in ENCODINGS if name.startswith(incomplete)]


def complete_format(*names: str) -> Callable[[str], list[str]]:
    """Completion of formats: these, and (`*`) the formats in which boards are written."""

    def complete(incomplete: str) -> list[str]:
        from ..api.writing.converting import written_formats

        known = [each for name in names for each in (written_formats() if name == "*" else (name,))]
        return [name for name in known if name.startswith(incomplete)]

    return complete


def given(*names: str, helps: Mapping[str, str] = MappingProxyType({})) -> Joined:
    """Return the options of settings, which give a command its `Settings`.  helps: those that differ by command."""
    found = []
    for setting in map(KNOWN.__getitem__, names):
        kind, default = setting.type, setting.default
        if kind is bool:
            default = False
        elif get_origin(kind) is Sequence:
            kind, default = list[str], None
        option = option_of(setting.name, helps.get(setting.name, ""))
        found.append(Declared(setting.name, kind if default is not None else kind | None, option, default))
    return Joined(found, _settings)


def option_of(name: str, help: str = "", least: float | None = None, panel: HelpPanel | None = None) -> Option:
    """Return the option of a setting.  help, least, panel: instead of those of the setting."""
    about = KNOWN[name].about
    least = about.least if least is None else least
    more = {"metavar": about.metavar, "min": least, "envvar": about.envvar, "autocompletion": COMPLETED[about.values]}
    more = {key: value for key, value in more.items() if value is not None}
    return Option(
        about.option, help=help or about.off or about.help, file=about.file, panel=panel or about.panel, **more
    )


def output(help: str, metavar: str = "FILE") -> Option:
    """Return the option that names the file of a result."""
    return Option("-o", "--output", metavar=metavar, file="written", help=help)


def form(help: str, *names: str) -> Option:
    """Return the option for the format of a result.  names: as of `complete_format`."""
    return Option("--to", metavar="FORMAT", autocompletion=complete_format(*names), panel="files", help=help)


def _settings(values: dict[str, Any]) -> Settings:
    """The settings that the options say.  UsageError, as at `--encode` without a pattern."""
    from ..api.settings import Settings

    for name, value in values.items():
        kind = KNOWN[name].type
        values[name] = not value if kind is bool else () if value is None and get_origin(kind) is Sequence else value
    found = Settings(**values)
    found.coding()
    return found


COMPLETED = {"": None, "solver": complete_solver, "encoding": complete_encoding}
Color = Literal["auto", "always", "never"]
QUESTION = ("solver", "solvers", "encoding", "encode", "check", "timeout", "memory")  # for a question to `api`
ENCODE = tuple([name for name in FORMULA if name != "loop"])
SOLVE = tuple([name for name, each in KNOWN.items() if each.about.option and name not in ("race", "cubes", "executor")])


def goal(max_: bool, weighted: bool) -> Literal["max", "weighted"] | None:
    """What `--max` or `--weighted` asks for; UsageError for both."""
    if max_ and weighted:
        from ..errors import UsageError

        raise UsageError("--max or --weighted, not both")
    return "max" if max_ else "weighted" if weighted else None


Input = Annotated[
    str,
    Argument(
        metavar="INPUT",
        file="read",
        help="A file, - for stdin (compressed ones are read as they are), a puzzle URL, an sgt game ID, or the 81 "
        "characters of a sudoku.",
    ),
]
From = Annotated[
    str | None,
    Option(
        "--from",
        metavar="NAME",
        panel="input",
        autocompletion=complete_input,
        help="What the input is: sugar, xcsp, flatzinc, cnf, wcnf, opb, or a puzzle's name (any of its names, as in "
        "URLs, too).",
    ),
]
Max = Annotated[bool, Option("--max", help="Violate as few constraints as possible.")]
Weighted = Annotated[bool, Option("--weighted", help="Violate (weighted W formula) constraints at the least weight.")]
AnswerFormat = Annotated[
    str | None,
    form(
        "values, v, json; of a board also board, svg, png, html. [as FILE's suffix says, else a board, or values]",
        *("values", "v", "json", "board", "svg", "png", "html"),
    ),
]
Json = Annotated[bool, Option("--json", panel="files", help="Print one JSON object on one line.")]
Verbose = Annotated[
    bool, Option("-v", "--verbose", panel="limits", help="Print phases with times and sizes to stderr.")
]
Quiet = Annotated[bool, Option("-q", "--quiet", panel="limits", help="Print no warnings.")]
Colors = Annotated[Color, Option("--color", panel="files", help="Colour and box-drawing characters.")]
ExitCode = Annotated[
    Literal["unix", "sat"],
    Option("--exit-code", panel="files", help="unix: 0 for any answer; sat: 10, 20, 0 as SAT solvers do."),
]
