"""The options that mean the same in all commands."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Literal, get_origin

from ..base.minizinc_paths import files_of
from ..errors import UsageError
from ..settings import FORMULA, KNOWN, HelpPanel
from .parameters import Argument, Declared, Joined, Option, SeveralInputs

if TYPE_CHECKING:
    from ..api.settings import Settings as Settings
    from ..api.writing.converting import PrintStyle as PrintStyle
else:
    PrintStyle = Settings = object  # commands name the classes, whose import takes long


def complete_solver(incomplete: str) -> list[str]:
    """Return the names of solvers that begin with a text, for completion in a shell."""
    from ..runner.config.config import Solvers

    return [name for name in Solvers.load(os.environ.get("CSP2SAT_SOLVERS")).names() if name.startswith(incomplete)]


def complete_input(incomplete: str) -> list[str]:
    """Return the names of puzzles, languages and formats that begin with a text, for completion in a shell."""
    from ..api.inputs import kinds

    return [name for name in kinds() if name.startswith(incomplete)]


def _input_names() -> str:
    """Return the help of `--from`."""
    from ..api.inputs import languages

    return f"The kind of input: {', '.join(languages())}, or the name of a kind of puzzle (its names in URLs, too)."


def complete_puzzle(incomplete: str) -> list[str]:
    """Return the names of puzzles that begin with a text, for completion in a shell."""
    from ..puzzles.spec import PUZZLES

    return [name for name in PUZZLES if name.startswith(incomplete)]


def complete_encoding(incomplete: str) -> list[str]:
    """Return the names of encodings that begin with a text, for completion in a shell."""
    from ..ints.spec import ENCODINGS

    return [name for name in ENCODINGS if name.startswith(incomplete)]


def complete_format(*names: str) -> Callable[[str], list[str]]:
    """Return a function that completes the names of formats in a shell; the name `*` stands for all text formats of
    boards.
    """

    def complete(incomplete: str) -> list[str]:
        """Return the names of formats that begin with a text."""
        from ..api.writing.converting import written_formats

        known = [each for name in names for each in (written_formats() if name == "*" else (name,))]
        return [name for name in known if name.startswith(incomplete)]

    return complete


def given(*names: str, helps: Mapping[str, str] = MappingProxyType({})) -> Joined:
    """Return the options of the settings that are named, joined to one parameter of a command, its `Settings`.

    helps: by name, the help of settings whose help is another one for this command.
    """
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
    """Return the option of the setting called `name`.

    help, least, panel: replace the help, the least number and the panel that the setting declares, unless '' or None.
    """
    about = KNOWN[name].about
    least = about.least if least is None else least
    more: dict[str, Any] = {"metavar": about.metavar, "min": least, "max": about.most, "envvar": about.envvar}
    more["autocompletion"] = COMPLETED[about.values]
    more = {key: value for key, value in more.items() if value is not None}
    return Option(
        about.option, help=help or about.off or about.help, file=about.file, panel=panel or about.panel, **more
    )


def output(help: str, metavar: str = "FILE") -> Option:
    """Return the option `-o` that names the file of a result."""
    return Option("-o", "--output", metavar=metavar, file="written", help=help)


def form(help: str, *names: str) -> Option:
    """Return the option `--to` for the format of a result, with completion of the `names`, as in `complete_format`."""
    return Option("--to", metavar="FORMAT", autocompletion=complete_format(*names), panel="files", help=help)


def _settings(values: dict[str, Any]) -> Settings:
    """Return the settings that the values of options mean; a flag stands for the opposite of its setting, such as
    --no-check.

    values: by the names of the settings; changed.  Raises UsageError for wrong values, as of `--encode` without a
    pattern.
    """
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
    """Return `max` or `weighted` if the option `--max` or `--weighted` was given, else None.  Raises UsageError for
    both.
    """
    if max_ and weighted:
        raise UsageError("--max or --weighted, not both")
    return "max" if max_ else "weighted" if weighted else None


def _input(values: dict[str, Any]) -> str | SeveralInputs:
    """Return the name of the only input, or all names as SeveralInputs for several words, a folder or a pattern.

    values: of the options that are joined to the input.  An existing file is one input without further examination.
    Raises UsageError for --timeout-each with one input.
    """
    first, *others = values["inputs"]
    if others or not os.path.isfile(first):  # noqa: PTH113  before pathlib is needed
        from ..api.inputs import is_several

        if others or is_several(first):
            return _several(values)
    _check_alone(values)
    return str(first)


def _input_and_answer(values: dict[str, Any]) -> tuple[str, str] | SeveralInputs:
    """Return the input and its answer, or as SeveralInputs the inputs whose answers are in the folder of --answers.

    values: of the options that are joined to the pair.  Raises UsageError for any other number of words than two
    without this folder, and for --timeout-each with one pair.
    """
    names = values["inputs"]
    if values["answers"] is not None:
        return _several(values)
    if len(names) != 2:
        found = "no ANSWER" if len(names) == 1 else f"{len(names)} words"
        model, *data = files_of(names[0])
        if len(names) == 1 and data:
            expected = "expected an answer with another suffix, or - for stdin"
            raise UsageError(f"{found}: {data[-1]} ends in .dzn, so it is data of {model}; {expected}")
        raise UsageError(f"{found}; expected INPUT ANSWER, or INPUT... --answers DIR")
    _check_alone(values)
    return names[0], names[1]


def _several(values: dict[str, Any]) -> SeveralInputs:
    jobs = values["jobs"] or 1
    return SeveralInputs(values["inputs"], jobs, values.get("each"), values.get("answers"), bool(values.get("resume")))


def _check_alone(values: dict[str, Any]) -> None:
    """Raise UsageError for --timeout-each and --resume, which one input cannot have."""
    if values.get("each") is not None:
        raise UsageError("--timeout-each is for several inputs; expected --timeout")
    if values.get("resume"):
        raise UsageError("--resume is for several inputs, with -o DIR")


MORE = " Several inputs, and folders, are answered one after the other."
INPUT = (
    "A file, - for stdin (compressed ones are read as they are), a MiniZinc model with its data "
    "(M.mzn D.dzn -D n=6, or D.json), a puzzle URL, an sgt game ID, or the 81 characters of a sudoku."
)
Input = Annotated[str, Argument(metavar="INPUT", file="read", help=INPUT)]
_JOBS = Declared(
    "jobs",
    int | None,
    Option("-j", "--jobs", metavar="N", min=1, panel="limits", help="Inputs at a time, each in a process. [1]"),
    None,
)
_EACH = Declared(
    "each",
    float | None,
    Option(
        *["--timeout-each"],
        metavar="SECONDS",
        min=0.0,
        panel="limits",
        help="Wall time of each of several inputs; --timeout is that of all.",
    ),
    None,
)


_NAMES = Declared(
    "inputs", list[str], Argument(metavar="INPUT...", file="read", help=INPUT + MORE), inspect.Signature.empty
)
_RESUME = Declared(
    "resume",
    bool,
    Option(
        "--resume",
        panel="files",
        help="Leave out those of several inputs that have a decided result in -o DIR, newer than the input.",
    ),
    False,
)
INPUTS = Joined([_NAMES, _JOBS, _EACH], _input)
RESUMED_INPUTS = Joined([_NAMES, _JOBS, _EACH, _RESUME], _input)
UNTIMED_INPUTS = Joined([_NAMES, _JOBS, _RESUME], _input)
PAIR = Joined(
    [
        Declared(
            "inputs",
            list[str],
            Argument(
                metavar="INPUT ANSWER | INPUT... --answers DIR",
                file="read",
                help="An input, as of `solve`, and its answer: `a` or `NAME = VALUE` lines, a table, a `v` line, "
                "`solve --json`, a board drawn or typed, a CNF's model; - is stdin.",
            ),
            inspect.Signature.empty,
        ),
        Declared(
            "answers",
            str | None,
            Option(
                "--answers",
                metavar="DIR",
                file="read",
                help="Judge several inputs, or those in folders, by the files of the same names in DIR.",
            ),
            None,
        ),
        _JOBS,
        _EACH,
    ],
    _input_and_answer,
)
From = Annotated[
    str | None,
    Option(
        "--from",
        metavar="NAME",
        panel="input",
        autocompletion=complete_input,
        help=_input_names,
    ),
]
Max = Annotated[bool, Option("--max", help="Violate as few constraints as possible (Max-CSP; partial MaxSAT).")]
Weighted = Annotated[
    bool,
    Option(
        "--weighted", help="Violate (weighted W formula) constraints at the least sum of weights (weighted Max-CSP)."
    ),
]
AnswerFormat = Annotated[
    str | None,
    form(
        "values, v, json; of a board also board, svg, png, pdf, html; csv: a row for each of many inputs. [by the"
        " suffix of FILE, or board or values]",
        *("values", "v", "json", "board", "svg", "png", "pdf", "html", "csv"),
    ),
]


def _print_style(values: dict[str, Any]) -> PrintStyle:
    """Return the style in print that the values of options mean."""
    from ..api.writing.converting import PrintStyle

    paper, below = values["paper"] or "", values["hint_below"]
    return PrintStyle(values["black"], not values["no_grades"], not values["no_rules"], paper, below)


PRINT_STYLE = Joined(
    [
        Declared(name, bool, Option(f"--{name.replace('_', '-')}", panel="files", help=help), False)
        for name, help in (
            ("black", "Solved parts in black, shaded cells in grey, instead of blue, for print."),
            ("no_grades", "No grades in captions."),
            ("no_rules", "No rules in a booklet; boards of several kinds share pages."),
            ("hint_below", "Like --hint, but below each board what `csp2sat hint` says first."),
        )
    ]
    + [
        Declared(
            "paper",
            Literal["a4", "a4-landscape", "a5", "a5-landscape", "letter", "letter-landscape"] | None,
            Option("--paper", panel="files", help="The pages of a booklet. [A4 with margins that fit on Letter, too]"),
            None,
        )
    ],
    _print_style,
)
Json = Annotated[bool, Option("--json", panel="files", help="Print one JSON object on one line.")]
Verbose = Annotated[
    bool, Option("-v", "--verbose", panel="limits", help="Print phases with times and sizes to stderr.")
]
Quiet = Annotated[bool, Option("-q", "--quiet", panel="limits", help="Print no warnings and no notes.")]
Colors = Annotated[Color, Option("--color", panel="files", help="Colour and box-drawing characters.")]
ExitCode = Annotated[
    Literal["unix", "sat"],
    Option(
        "--exit-code", panel="files", help="unix: 0 for any answer; sat: 10, 20, 0 as SAT solvers, 30 for an optimum."
    ),
]
