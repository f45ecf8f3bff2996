"""The command line by typer: help, completion, and messages for command lines that are wrong."""

from __future__ import annotations

import math
import os
import re
import sys
from importlib import import_module
from inspect import Parameter, Signature
from itertools import takewhile
from typing import Annotated, Any

import typer
from typer.core import TyperCommand

from ..escaping import for_screen
from .commands import BELOW, COMMANDS
from .parameters import Argument, Command, Declared, declared

ONE_INPUT = ("encode", "backbone")
WITH_WORDS = ("help",)  # an argument with hyphens in front may be the word that help is asked for

KEYWORD = Parameter.KEYWORD_ONLY
HELP = ("-h", "--help")
MEANT = ("--type", "--kind", "--puzzle", "--game", "--genre")  # names that other programs have for --from
INSTEAD = {  # words that people type as a command, and what to type
    "draw": "csp2sat convert INPUT -o FILE.svg",
    "booklet": "csp2sat solve BOARDS -o FILE.pdf",
    "grid": "csp2sat convert BOARDS -o FILE.svg",
    "complete": "csp2sat explain BOARD --solution FILE",
    "flip": "csp2sat convert BOARD --mirror",
    "mirror": "csp2sat convert BOARD --mirror",
    "rotate": "csp2sat convert BOARD --turn 90",
    "turn": "csp2sat convert BOARD --turn 90",
    "enumerate": "csp2sat solve INPUT --all",
    "optimize": "csp2sat solve INPUT",
    "print": "csp2sat solve INPUT -o FILE.pdf",
    "stats": "csp2sat encode INPUT --stats",
    "unique": "csp2sat solve INPUT --unique",
    "validate": "csp2sat check INPUT ANSWER",
}
SOLVER = {"-s": "--solver NAME"}
ASSUME = (
    "csp2sat encode INPUT --assume symmetry, or csp2sat bench INPUT --encoding 'order --assume symmetry' "
    "(solve breaks symmetries without an option)"
)
MOST_OTHERS = 4  # commands that are named as having an option
OTHERWISE = {  # options that people type after a command, and how csp2sat calls them
    **dict.fromkeys(("backbone", "bench", "check", "count"), SOLVER),
    "explain": SOLVER
    | {"--all": "--all-reasons or --all-corrections"}
    | dict.fromkeys(("--keep", "--intended", "--answer", "--target"), "--solution FILE"),
    "solve": SOLVER
    | {"--assume": ASSUME}
    | {f"--{each}": f"--to {each}, or -o FILE.{each}" for each in ("csv", "svg", "png", "pdf", "html")}
    | dict.fromkeys(("-a", "--all-solutions", "--enumerate"), "--all")
    | dict.fromkeys(("--all-best", "--all-optimal", "--all-optima"), "--all --best")
    | dict.fromkeys(("--cell", "--turn", "--mirror"), "'csp2sat convert BOARD -o F.svg', which has this option"),
    "generate": {
        "--difficulty": "--grade N or --grade N..M, from 1 to 10",
        "--level": "--grade N or --grade N..M, from 1 to 10",
        "--number": "--count N",
        "--rows": "--size ROWSxCOLS",
        "--width": "--size ROWSxCOLS",
        "--height": "--size ROWSxCOLS",
        "--hints": "--hint",
    },
    "convert": dict.fromkeys(("--rotate", "--rotation"), "--turn 90, 180 or 270")
    | dict.fromkeys(("--flip", "--reflect"), "--mirror"),
}
ANYWHERE = dict.fromkeys(("--time-limit", "--time_limit", "--timelimit"), "--timeout SECONDS") | dict.fromkeys(
    ("--stats", "--statistics"), "-v, or --json with the size of the CNF, seconds and counts"
)  # the same of each command that lacks them
NUMBERS = {"float": "a number", "int": "an integer"}
EXIT_CODES = """Exit codes: 0 an answer (satisfiable, unsatisfiable), 1 an error (bad input, solver missing or broken,
wrong answer), 2 wrong usage, 3 a limit was reached (unknown, or the best
solution so far), 4 another answer than --expect, 129 SIGHUP, 130 Ctrl-C, 143 SIGTERM."""


class Grouped(TyperCommand):
    """A command whose help lists its options in groups."""

    def format_options(self, ctx: Any, formatter: Any) -> None:
        """Write the arguments and options, in groups, to click's `formatter`; ctx: click's context of the command."""
        from .panels import write

        write(self, ctx, formatter)


def app_for(arguments: list[str]) -> typer.Typer:
    """Return the application for a command line: with the command that the line names by one word or two, or with all
    commands if none is named.

    Building a command's options takes milliseconds, so the other commands are left out.
    """
    app = typer.Typer(
        no_args_is_help=True,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": list(HELP)},
    )
    app.callback(epilog=EXIT_CODES)(csp2sat)
    if tuple(arguments[:2]) in BELOW:
        group = typer.Typer()
        group.callback()(lambda: None)
        _add(group, *arguments[:2])
        app.add_typer(group, name=arguments[0])
        return app
    for name in arguments[:1] if arguments and arguments[0] in COMMANDS else COMMANDS:
        _add(app, name, listed=arguments in ([word] for word in HELP))
    return app


def _add(app: typer.Typer, *words: str, listed: bool = False) -> None:
    """Add to `app` the command that `words` name: one word, or two as `bench report`.

    listed: whether the command is only to stand in a list of commands, so that it gets no options, which take a while
    to build.
    """
    command = _command(words)
    # the first paragraph is the summary, which typer would cut
    summary = " ".join((command.__doc__ or "").strip().partition("\n\n")[0].split())
    settings = {"ignore_unknown_options": words[-1] in WITH_WORDS}
    add = app.command(words[-1], cls=Grouped, help=command.__doc__, short_help=summary, context_settings=settings)
    add((lambda: None) if listed else _for_typer(command))


def _command(words: tuple[str, ...]) -> Command:
    """Return the function of the command that `words` name."""
    found: Command = getattr(import_module(f"{__package__}.commands.{words[0]}"), BELOW.get(words, words[0]))
    return found


def run(arguments: list[str]) -> int:
    """Run a command line, and return the exit code.

    The fault of a line that is wrong is printed to stderr and, if `--json` is among the arguments, as an object to
    stdout.
    """
    try:
        return app_for(arguments)(arguments, standalone_mode=False) or 0
    except Exception as error:
        wrong: Any = error
        if not hasattr(wrong, "format_message"):  # as click's errors have, which typer has under different names
            raise
        wrong.message = for_screen(_plain(wrong.message))
        if INSTEAD.keys() & arguments[:1]:  # these words tell more than typer's guess by the letters
            wrong.message = wrong.message.partition(" Did you mean")[0]
        if getattr(wrong, "option_name", "") in MEANT and _takes_from(wrong.ctx.command):
            wrong.possibilities = ["--from NAME"]
        hint = _hint(arguments, wrong.format_message()) or _choices_help(wrong) or _having(wrong, arguments)
        ours = {**ANYWHERE, **OTHERWISE.get(next(iter(arguments), ""), {})}
        if hint and getattr(wrong, "option_name", "") in ours:  # by its letters it is near to none, or to a wrong one
            wrong.possibilities = []
        wrong.show()
        if hint:
            print(hint, file=sys.stderr)
        if "--json" in arguments:
            from .json_lines import error_line

            print(error_line("UsageError", wrong.format_message(), wrong.exit_code), end="")
        return int(wrong.exit_code)


def _takes_from(command: Any) -> bool:
    """Whether the command, click's object, has the option `--from`."""
    return any("--from" in each.opts for each in command.params)


def _plain(message: str) -> str:
    """Return click's message about a value that is no number, with words for people in place of the names of types."""
    return re.sub(r"a valid (float|int)(eger)?( range)?", lambda found: NUMBERS[found[1]], message)


def _hint(arguments: list[str], message: str) -> str:
    """Return a hint at the command line that was probably meant, or ''; message: the fault of the line."""
    first = arguments[0] if arguments else ""
    if first not in COMMANDS:
        words = arguments if os.path.exists(first) else [*first.split(), *arguments[1:]]  # noqa: PTH110
        if inputs := list(takewhile(os.path.exists, words)):
            return f"Did you mean 'csp2sat solve {' '.join(inputs)}'?"
    if first in INSTEAD:
        return f"Did you mean '{INSTEAD[first]}'?"
    if "unexpected extra argument" in message and first in ONE_INPUT:
        return f'One input at a time: for each in FILE ...; do csp2sat {first} "$each"; done'
    if first == "bench" and "--seed" in message and "is not an integer" in message:
        return 'One seed at a time: for each in 1 2 3; do csp2sat bench INPUT --seed "$each" -o DIR; done'
    size = next((word for word in arguments if re.fullmatch(r"\d+[xX]\d+", word)), None)
    sides = re.search(r"unexpected extra argument\(s\) \((\d+) (\d+)\)", message)
    if sides and first == "generate":
        return f"The size is an option: --size {sides[1]}x{sides[2]}"
    if "unexpected extra argument" in message and size and first == "generate":
        return f"The size is an option: --size {size}"
    if "unexpected extra argument" in message and first == "generate":
        return (
            "One kind at a time: csp2sat generate KIND -o DIR/1.txt; a booklet of a folder: csp2sat solve DIR -o B.pdf"
        )
    if "unexpected extra argument" in message and first == "decode":
        maps = [word for word in arguments[1:] if word.endswith(".map")]
        return f"The map is an option: csp2sat decode RESULT --map {maps[0]}" if maps else ""
    known = OTHERWISE.get(first, {}) | (ANYWHERE if "No such option: --" in message else {})
    names = [word.split("=")[0] for word in arguments]
    if meant := next((known[name] for name in names if name in known), ""):
        return f"Did you mean {meant}?"
    if first.startswith("-") and first.lstrip("-") in COMMANDS:
        return f"Did you mean 'csp2sat {first.lstrip('-')}'?"
    long = next((word for word in arguments if re.fullmatch("-[a-z]{2,}[a-z-]*", word)), None)
    return f"Options of more than one letter begin with two dashes: -{long}" if long else ""


def _having(wrong: Any, arguments: list[str]) -> str:
    """Return a hint at other commands that have the option that a command lacks; '' if none has it, or for another
    fault.
    """
    if "No such option" not in wrong.message:
        return ""
    option, others = wrong.option_name, [name for name in COMMANDS if name not in arguments[:1]]
    having = [name for name in others if any(option in each.parameter.names for each in declared(_command((name,))))]
    more = ", ..." if len(having) > MOST_OTHERS else ""
    return f"{option} is an option of csp2sat {', '.join(having[:MOST_OTHERS])}{more}" if having else ""


def _choices_help(wrong: Any) -> str:
    """Return the help of an option whose value is none of its choices, which it explains, or no number that is small
    enough, which it has an example of; '' for another fault.
    """
    option, message = getattr(wrong, "param", None), wrong.format_message()
    has_help = any(part in message for part in ("is not one of", "%' is not a number", "<=x<=")) and getattr(
        option, "help", None
    )
    return f"{max(option.opts, key=len)}: {option.help}" if option is not None and has_help else ""


def _for_typer(command: Command) -> Command:
    """Return a function that calls a command with the values of its options by name, and whose signature declares these
    as typer needs them.
    """

    def called(**values: Any) -> Any:
        return command(**values)

    parameters = [
        Parameter(each.name, KEYWORD, default=each.default, annotation=_typed(each)) for each in declared(command)
    ]
    called.__signature__ = Signature(parameters)  # type: ignore[attr-defined]
    called.__doc__, called.__annotations__ = command.__doc__, {each.name: each.annotation for each in parameters}
    return called


def _typed(each: Declared) -> Any:
    """Return the annotation of a parameter for typer: its type, with an Option or Argument of typer."""
    given, more = each.parameter, {"callback": _finite} if each.kind is float else {}
    about = {key: value() if key == "help" and callable(value) else value for key, value in given.about.items()}
    declare: Any = typer.Argument if isinstance(given, Argument) else typer.Option
    return Annotated[each.annotation, declare(*given.names, rich_help_panel=given.panel, **about, **more)]


def _finite(value: float | None) -> float | None:
    """Return the value of an option of seconds unchanged.  Raises typer.BadParameter for infinity and for no number
    (nan).
    """
    if value is not None and not math.isfinite(value):
        raise typer.BadParameter(f"{value} is no number of seconds.")
    return value


def _version(wanted: bool) -> None:
    """Print the version and end the command line (typer.Exit) if the option `--version` was `wanted`."""
    if wanted:
        from .. import __version__

        print(f"csp2sat {__version__}")
        raise typer.Exit


def csp2sat(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Solve constraint problems and puzzles by DIMACS CNF and any SAT solver."""
