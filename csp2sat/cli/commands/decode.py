"""csp2sat decode: a solver's answer and the map to values or a drawn board."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated, Any

from ...errors import UsageError
from .. import options
from ..parameters import Argument, Option
from ..reporting import put, reporting

if TYPE_CHECKING:
    from ...api.decoding import Decoded
    from ...api.door import AnswerReport
    from ..show.views import View


@reporting
def decode(
    result: Annotated[
        str | None,
        Argument(
            metavar="RESULT",
            file="read",
            help="The solver's output, MiniSat's result file, or a log with Sugar's `a` lines. RESULT may be `-` or "
            "absent (with -m): both mean stdin.",
        ),
    ] = None,
    map_: Annotated[
        str | None,
        Option(
            "-m", "--map", metavar="F.map", file="read", help="The map that was written with the CNF. [F.map for F.out]"
        ),
    ] = None,
    source: Annotated[
        str | None,
        Option(
            metavar="INPUT",
            file="read",
            help="The encoded input, whose constraints judge the answer. [a file beside F.map, by its digest]",
        ),
    ] = None,
    literal: Annotated[
        list[str] | None,
        Option(
            metavar="N,...",
            help="Print what these literals of the CNF mean ('17,-5', '2-9'; all: each variable); RESULT: F.map, "
            "F.cnf, or an answer, for whether they are true in it.",
        ),
    ] = None,
    clause: Annotated[
        list[str] | None,
        Option(
            metavar="N,...",
            help="Print what the clauses N of the CNF say ('1,2,5-9'; all), or those of the literals '3 -8 30,-3 8', "
            "and which constraint each comes from (with --map-origins); RESULT: as with --literal.",
        ),
    ] = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    to: options.AnswerFormat = None,
    json_: options.Json = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
    exit_code: options.ExitCode = "unix",
) -> int:
    """Turn a solver's answer back into values or a drawn board.

    Needs nothing but the answer and the map, which is taken from beside the answer without -m.  The answer is judged by
    its form, by the clauses where the CNF is beside the map, and by the rules of the board or the constraints of the
    input; what cannot be judged is named.
    """
    if literal or clause:
        from .. import meanings

        if literal and clause:
            raise UsageError("--literal, --clause: expected one of them")
        option = "--literal" if literal else "--clause"
        if source is not None or to is not None or (map_ and result is not None and not meanings.is_answer(result)):
            raise UsageError(
                f"{option} reads only a variable map and an answer: expected F.map, or an answer with -m F.map, and "
                "neither --source nor --to"
            )
        asked = meanings.AskedOf(option, result, map_)
        of = meanings.of_literals if literal else meanings.of_clauses
        put(of(literal or clause or [], asked, json_), output)
        return 0
    if result is None and map_ is None:
        advice = "" if sys.stdin.isatty() else " For the answer of a solver on stdin: csp2sat decode -m F.map < ANSWER"
        raise UsageError(f"Missing argument 'RESULT'.{advice}")
    result = result or "-"  # the answer of a solver in a pipe
    from ...api.decoding import decoded, map_of
    from ...api.door import AnswerReport
    from ...api.writing.converting import DRAWN
    from ..reporting import note, warn
    from ..show.drawings import DrawingTarget, show
    from ..show.results import CODES
    from ..show.views import BoardView, CspView, chosen_format, style
    from ..suffixes import answer_format

    found = decoded(result, map_ or map_of(result), source)
    assert found.map is not None
    for each in found.unjudged:
        note(f"not judged: {each}", quiet)
    view = BoardView(found.board, style(color)) if found.board else CspView(found.map)
    form = chosen_format(view, answer_format(to, output, json_), json_, output)
    if doubt := found.map.about.get("doubt"):
        warn(f"{doubt}: it is not certain that no (better) solution exists", quiet)
    shown = AnswerReport(found.status, found.answer if found.board is None else found.solution)
    if form in DRAWN and found.board is not None:
        target = DrawingTarget(form, output, quiet)
        target.check()
        show(target, found.board, shown, False, found.map.about.get("assume") or "")
        return CODES[exit_code][found.status]
    if form == "v" and found.answer is not None and not _complete(found):
        raise UsageError("--to v: the log does not have the values of hidden variables")
    put((_json if form == "json" else _text)(found, shown, view, form), output)
    return CODES[exit_code][found.status]


def _complete(found: Decoded) -> bool:
    """Whether an answer has values of all variables, hidden ones too."""
    known, variables = found.answer, found.map
    assert known is not None and variables is not None
    return known.ints.keys() == variables.ints.keys() and known.bools.keys() == variables.bools.keys()


def _json(found: Decoded, shown: AnswerReport, view: View, form: str) -> str:
    """Return an answer as one line of JSON, with its objective, what could not be judged, and the encoding and size of
    the CNF.

    found: the decoded answer.  shown: its report, whose solution is a board's if there is a board.  view: the view of
    this solution.  form: not used.
    """
    from ..json_lines import json_line

    assert found.map is not None
    fields: dict[str, Any] = {"status": found.status}
    fields |= {} if found.objective is None else {"objective": found.objective}
    fields |= {} if found.at_most is None else {"at_most": found.at_most}
    fields |= view.fields(shown.solution) if found.answer is not None else {}
    fields |= {"assume": assume} if (assume := found.map.about.get("assume")) else {}
    fields |= {"unjudged": found.unjudged} if found.unjudged else {}
    size = {"variables": found.map.num_vars, "clauses": found.map.header.get("clauses")}
    fields |= {"encoding": found.map.header.get("encoding"), "size": size}
    return json_line(fields)


def _text(found: Decoded, shown: AnswerReport, view: View, form: str) -> str:
    """Return an answer as text in the format `form`, after a line for its objective; a comment names the assumption
    under which there is no solution.

    found: the decoded answer.  shown: its report, whose solution is a board's if there is a board.  view: the view of
    this solution.
    """
    from ...base.numbers import decimal
    from ..show.results import text

    assert found.map is not None
    best = "" if found.objective is None else view.objective(found.objective)
    best += "" if found.at_most is None else f"c the cost is at most {decimal(found.at_most)}\n"
    assume = found.map.about.get("assume") if found.status == "UNSATISFIABLE" else None
    return best + text(shown, view, form, False) + (f"c none under this assumption: {assume}\n" if assume else "")
