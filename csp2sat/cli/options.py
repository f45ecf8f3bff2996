"""The options that mean the same everywhere."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Annotated, Any, Literal

from .parameters import Argument, Option

if TYPE_CHECKING:
    from ..api.settings import Settings


def complete_solver(incomplete: str) -> list[str]:
    """Solver names for shell completion."""
    from ..runner.config.config import load

    return [name for name in load(os.environ.get("CSP2SAT_SOLVERS")).names() if name.startswith(incomplete)]


def complete_input(incomplete: str) -> list[str]:
    """Puzzle, language and format names for shell completion."""
    from ..solving.inputs import kinds

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
        from ..puzzles.spec import written_formats

        known = [each for name in names for each in (written_formats() if name == "*" else (name,))]
        return [name for name in known if name.startswith(incomplete)]

    return complete


def settings(**values: Any) -> Settings:
    """The settings of the application layer that the options say.  UsageError, as at `--encode` without a pattern."""
    from ..api.settings import Settings

    found = Settings(**values)
    found.coding()
    return found


Color = Literal["auto", "always", "never"]


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
        autocompletion=complete_input,
        help="What the input is: sugar, xcsp, flatzinc, cnf, wcnf, opb, or a puzzle's name (any of its names, as in "
        "URLs, too).",
    ),
]
Loop = Annotated[
    Literal["auto", "tree", "elim", "cuts"],
    Option("--loop", help="How lines are one loop: trees, elimination of vertices, or cuts as they are needed."),
]
StaticLoop = Annotated[
    Literal["tree", "elim"],
    Option("--loop", help="How lines are one loop: complementary spanning trees, or elimination of vertices."),
]
Encoding = Annotated[
    str,
    Option("--encoding", metavar="NAME", autocompletion=complete_encoding, help="How integers become literals."),
]
Encode = Annotated[
    list[str] | None,
    Option("--encode", metavar="PATTERN=NAME", help="The same for integers of such a name: 'x_*=log'; repeatable."),
]
AtMostOne = Annotated[
    Literal["pairwise", "product", "ladder", "commander", "bimander"],
    Option("--amo", help="How at most one of many literals is true."),
]
Cardinality = Annotated[
    Literal["merging", "totalizer", "network", "sequential"],
    Option("--card", help="How true literals are counted."),
]
Sums = Annotated[
    Literal["auto", "partial", "digits", "adder"],
    Option("--sum", help="How long sums of order-encoded integers are encoded."),
]
Polarity = Annotated[
    Literal["used", "both"],
    Option(
        "--polarity",
        help="Literals of subformulas imply as they are used (Plaisted-Greenbaum), or both ways (Tseitin).",
    ),
]
MaxClauses = Annotated[int, Option("--max-clauses", metavar="N", min=1, help="A formula of more clauses is refused.")]
Solver = Annotated[
    str | None,
    Option("--solver", metavar="NAME", autocompletion=complete_solver, help="The solver, or NAME:PRESET."),
]
CrossCheck = Annotated[
    str | None,
    Option(
        "--cross-check",
        metavar="NAME",
        autocompletion=complete_solver,
        help="A second solver that must say so too before it is said that there is no (other, better) solution.",
    ),
]
Solvers = Annotated[
    str | None,
    Option(
        "--solvers",
        metavar="FILE",
        file="read",
        envvar="CSP2SAT_SOLVERS",
        help="A solvers.yaml to merge over the packaged one.",
    ),
]
Timeout = Annotated[
    float | None, Option("--timeout", metavar="SECONDS", min=0.0, help="Wall time of the whole command.")
]
Memory = Annotated[int | None, Option("--memory", metavar="MB", min=1, help="Memory of the solver's processes.")]
Seed = Annotated[int | None, Option("--seed", metavar="N", min=0, help="The solver's random seed.")]
Threads = Annotated[int | None, Option("--threads", metavar="N", min=1, help="The solver's threads.")]
SolverArg = Annotated[
    list[str] | None, Option("--solver-arg", metavar="ARG", help="One more argument for the solver; repeatable.")
]
Max = Annotated[bool, Option("--max", help="Violate as few constraints as possible.")]
Weighted = Annotated[bool, Option("--weighted", help="Violate (weighted W formula) constraints at the least weight.")]
AnswerFormat = Annotated[
    str | None,
    Option(
        "--to",
        metavar="FORMAT",
        autocompletion=complete_format("values", "v", "json", "board", "svg", "png", "html"),
        help="values, v, json; of a board also board, svg, png, html. [as FILE's suffix says, else a board, or values]",
    ),
]
Json = Annotated[bool, Option("--json", help="Print one JSON object on one line.")]
Verbose = Annotated[bool, Option("-v", "--verbose", help="Print phases with times and sizes to stderr.")]
Quiet = Annotated[bool, Option("-q", "--quiet", help="Print no warnings.")]
Colors = Annotated[Color, Option("--color", help="Colour and box-drawing characters.")]
ExitCode = Annotated[
    Literal["unix", "sat"],
    Option("--exit-code", help="unix: 0 for any answer; sat: 10, 20, 0 as SAT solvers do."),
]
