"""csp2sat decode: a solver's answer and the map to values or a drawn board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from . import options
from .reporting import reporting

if TYPE_CHECKING:
    from ..mapfile import VariableMap
    from ..model.model import Answer
    from ..run.outcome import Status
    from .drawings import Target
    from .views import BoardView, View


class Said(NamedTuple):
    """What a solver's answer means by the map: its values, the value of the objective, whether that is the best."""

    status: Status
    values: Answer | None = None
    objective: int | None = None
    optimum: bool = False


@reporting
def decode(
    result: Annotated[
        str,
        typer.Argument(
            metavar="RESULT",
            help="What the solver printed, MiniSat's result file, or a log with Sugar's `a` lines; - is stdin.",
        ),
    ],
    map_: Annotated[str, typer.Option("-m", "--map", metavar="F.map", help="The map that was written with the CNF.")],
    output: Annotated[
        str | None, typer.Option("-o", "--output", metavar="FILE", help="Where the result goes. [stdout]")
    ] = None,
    to: options.AnswerFormat = None,
    json_: options.Json = False,
    color: options.Colors = "auto",
    exit_code: options.ExitCode = "unix",
) -> int:
    """Turn a solver's answer back into values or a drawn board.

    Needs nothing but the answer and the map.
    """
    from pathlib import Path

    from .. import files, mapfile
    from ..errors import UsageError
    from .drawings import DRAWN, Target
    from .results import CODES
    from .views import BoardView, chosen_format, style

    variables = mapfile.read(files.read_source(map_))
    said = _answer(result, map_, variables)
    view = _view(variables, map_, style(color))
    solution = _solution(said, view, map_)
    form = chosen_format(view, to, json_)
    if form in DRAWN and isinstance(view, BoardView):
        _draw(said, solution, view, Target(form, output), variables.about.get("assume") or "")
        return CODES[exit_code][_status(said)]
    if form == "v" and said.values is not None and not _complete(said.values, variables):
        raise UsageError("--to v: the log does not have the values of hidden variables")
    text = _text(said, solution, variables, (view, form))
    if output in (None, "-"):
        print(text, end="")
    else:
        files.write_text(Path(str(output)), text)
    return CODES[exit_code][_status(said)]


def _answer(result: str, map_: str, variables: VariableMap) -> Said:
    """Read what the solver said, and refuse what cannot belong to the map."""
    from .. import files
    from ..errors import InputError, Place, SolverError
    from ..langs.value_lines import has_value_lines
    from ..run import output
    from .logged import logged_answer

    data = files.read_bytes(result)
    path = files.STDIN if result == "-" else result
    if has_value_lines(data):
        return Said("sat", logged_answer(files.as_source(result, data), variables))
    answer = output.parse(data)
    if answer.digest and f"sha256:{answer.digest}" != variables.header["cnf"]:
        raise SolverError(f"{path} is the answer to another CNF than that of {map_}")
    answer = output.parse(data, variables.num_vars)
    if answer.complaint:
        raise InputError(answer.complaint, Place(path, answer.line))
    if answer.status is None:
        raise InputError("no answer of a solver in it; expected `s` and `v` lines, or SAT or UNSAT", Place(path))
    if answer.status != "sat":
        return Said(answer.status)
    return Said("sat", variables.decode(answer.literals), variables.cost(answer.literals), answer.optimum)


def _complete(values: Answer, variables: VariableMap) -> bool:
    return values.ints.keys() == variables.ints.keys() and values.bools.keys() == variables.bools.keys()


def _status(said: Said) -> str:
    from ..run.output import SPELLINGS

    return "OPTIMUM FOUND" if said.optimum and said.objective is not None else SPELLINGS[said.status]


def _view(variables: VariableMap, path: str, how: Any) -> View:
    from ..puzzles.carried import board_in
    from .views import BoardView, CspView

    board = board_in(variables.about, path)
    return BoardView(board, how) if board else CspView(variables)


def _solution(said: Said, view: View, path: str) -> Any:
    """The solution, as the view shows it; None if there is none."""
    from ..puzzles.carried import solution_by
    from .views import BoardView

    if said.values is None or not isinstance(view, BoardView):
        return said.values
    return solution_by(view.board, said.values, path)


def _draw(said: Said, solution: Any, view: BoardView, target: Target, assume: str) -> None:
    from ..search.solving import Result
    from .drawings import show

    target.check()
    status: Any = _status(said)
    show(target, view.board, Result(status, solution), False, assume)


def _text(said: Said, solution: Any, variables: VariableMap, shown: tuple[View, str]) -> str:
    import json

    from ..search.solving import Result
    from .results import text

    status: Any = _status(said)
    view, form = shown
    objective = {} if said.objective is None else {"objective": said.objective}
    assume = variables.about.get("assume")
    if form == "json":
        size = {"variables": variables.num_vars, "clauses": variables.header.get("clauses")}
        fields = {"status": status, **objective, **(view.fields(solution) if said.status == "sat" else {})}
        fields |= {"assume": assume} if assume else {}
        return (
            json.dumps(fields | {"encoding": variables.header.get("encoding"), "size": size}, ensure_ascii=False) + "\n"
        )
    lines = "".join(map(view.objective, objective.values())) + text(Result(status, solution), view, form, False)
    if assume and status == "UNSATISFIABLE":
        lines += f"c none under this assumption: {assume}\n"
    return lines
