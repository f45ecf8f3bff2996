"""csp2sat decode: a solver's answer and the map to values or a drawn board."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from . import options
from .reporting import reporting

if TYPE_CHECKING:
    from ..mapfile import VariableMap
    from ..run.output import Answer
    from .views import View


@reporting
def decode(
    result: Annotated[
        str, typer.Argument(metavar="RESULT", help="What the solver printed, or MiniSat's result file; - is stdin.")
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
    from ..run.output import SPELLINGS
    from .results import CODES
    from .views import chosen_format, style

    variables = mapfile.read(files.read_source(map_))
    answer = _answer(result, map_, variables)
    view = _view(variables, style(color))
    text = _text(answer, variables, view, chosen_format(view, to, json_))
    if output in (None, "-"):
        print(text, end="")
    else:
        files.write_text(Path(str(output)), text)
    return CODES[exit_code][SPELLINGS[answer.status or "unknown"]]


def _answer(result: str, map_: str, variables: VariableMap) -> Answer:
    """Read what the solver said, and refuse what cannot belong to the map."""
    from .. import files
    from ..errors import InputError, Place, SolverError
    from ..run import output

    data = files.read_bytes(result)
    path = files.STDIN if result == "-" else result
    answer = output.parse(data)
    if answer.digest and f"sha256:{answer.digest}" != variables.header["cnf"]:
        raise SolverError(f"{path} is the answer to another CNF than that of {map_}")
    answer = output.parse(data, variables.num_vars)
    if answer.complaint:
        raise InputError(answer.complaint, Place(path, answer.line))
    if answer.status is None:
        raise InputError("no answer of a solver in it; expected `s` and `v` lines, or SAT or UNSAT", Place(path))
    return answer


def _view(variables: VariableMap, how: Any) -> View:
    from ..puzzles.spec import Board
    from .views import BoardView, CspView

    board = variables.about.get("board")
    return BoardView(Board.from_neutral(board), how) if board else CspView(variables)


def _text(answer: Answer, variables: VariableMap, view: View, form: str) -> str:
    import json

    from ..run.output import SPELLINGS, complete
    from ..search.solving import Result
    from .results import text

    status: Any = SPELLINGS[answer.status or "unknown"]
    solution = None
    if answer.status == "sat":
        solution = view.solution(variables.decode(complete(answer.literals, variables.num_vars)))
    assume = variables.about.get("assume")
    if form == "json":
        size = {"variables": variables.num_vars, "clauses": variables.header.get("clauses")}
        fields = {"status": status, **(view.fields(solution) if answer.status == "sat" else {})}
        fields |= {"assume": assume} if assume else {}
        return (
            json.dumps(fields | {"encoding": variables.header.get("encoding"), "size": size}, ensure_ascii=False) + "\n"
        )
    lines = text(Result(status, solution), view, form, False)
    if assume and status == "UNSATISFIABLE":
        lines += f"c none under this assumption: {assume}\n"
    return lines
