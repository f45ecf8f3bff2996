"""csp2sat backbone: the values that all solutions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from .. import options
from ..reporting import reporting

if TYPE_CHECKING:
    from ...counting.backbones import Decided
    from ...model.model import Answer
    from ...solving.problem import Problem


HELPS = {"check": "Do not judge solutions."}


@reporting
def backbone(
    input_: options.Input,
    settings: Annotated[options.Settings, options.given(*options.QUESTION, "narrowing", helps=HELPS)],
    from_: options.From = None,
    to: Annotated[
        str | None,
        options.form(
            "values, json; of a board also board, svg, png, pdf, html. [by the suffix of FILE, or board, or values]",
            *("board", "values", "v", "json", "svg", "png", "pdf", "html"),
        ),
    ] = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
) -> int:
    """Print the values that variables have in all solutions, or draw a board with the cells that are decided.

    On a drawn board a `?` stands where solutions differ; in an svg, png, pdf or html these cells are marked, and on
    lines between cells small circles stand there.  Variables that are not printed can have several values;
    bounds that all solutions share (`x > 6`) are not printed.  For the values that each variable may have, see
    `csp2sat help possible values`.
    """
    from ...api import counting
    from ...api.inputs import without_objective
    from ...api.pipelines import question
    from ...base.deadline import disarm
    from ...errors import LimitReached
    from ...solving.problem_run import ProblemRun
    from ..progress import progress
    from ..reporting import note, note_soft, put
    from ..show.drawings import DrawingTarget, put_drawing
    from ..show.results import noted_parts, unknown_at_limit
    from ..suffixes import answer_format, check_format

    shared, found, believed = None, None, ""
    to = answer_format(to, output, json_)
    as_json, target = json_ or to == "json", DrawingTarget(to or "", output)
    if target.drawn:
        target.check()
    with (
        unknown_at_limit({} if as_json else None, quiet, None if target.drawn else output, (input_, from_)),
        progress("comparing solutions", verbose, quiet) as trace,
        question(input_, from_, None, settings, trace) as (problem, pipeline),
    ):
        formats = _formats(without_objective(problem, "backbone", soft=True))
        check_format(to, output, formats)
        note_soft(problem, quiet)
        form = "json" if json_ else to or formats[0]
        shared = counting.backbone(ProblemRun(problem, pipeline), printed=True)
        disarm()
        found, believed = problem, noted_parts(problem, pipeline, input_)
    if found is None:
        return LimitReached.exit_code
    if believed:
        note(believed, quiet)
    is_drawn, color = target.drawn and not json_, "never" if target.own_file() else color
    if shared is not None and is_drawn:
        put_drawing(_picture(shared, found, form), target)
        return 0
    put(text := _shown(shared, "board" if is_drawn else form, found, color), None if is_drawn else output)
    if form in ("values", "v") and shared is not None and not _says(text, shared, found):
        note("none: no variable has the same value in all solutions", quiet)
    return 0


def _formats(problem: Problem) -> tuple[str, ...]:
    """Return the formats in which the backbone of a problem can be printed, the usual one first."""
    from ...api.writing.converting import DRAWN

    if problem.board is not None:
        return ("board", "values", "json", *DRAWN)
    return ("v", "json") if problem.is_cnf else ("values", "json")


def _shown(shared: Decided | None, form: str, problem: Any, color: str) -> str:
    """Return the backbone as text in a format: a drawn board, values, the `v` lines of a CNF, or JSON.

    shared: the backbone, None if the problem has no solution, which the text then says.  form: the format.  problem:
    the Problem.  color: of `--color`.
    """
    from ...api.writing.answer_texts import answers_of
    from ...model.model import Answer, Model, hidden
    from ..json_lines import json_line

    answers = answers_of({} if problem.board else problem.model.about)
    if shared is None:
        return json_line({"status": "UNSATISFIABLE"}) if form == "json" else answers.status("UNSATISFIABLE", "")
    if form == "board":
        return _drawn(shared, problem, color)
    known: dict[str, dict[str, Any]] = {"int": {}, "bool": {}}
    for (sort, name), value in shared.values.items():
        if value is not None:
            known[sort][name] = value
    if "v" in _formats(problem):
        return _of_cnf(shared, Answer(known["int"], known["bool"]), form)
    names: Any = Model(known["int"], known["bool"], about=problem.model.about if problem.board is None else {})
    values = Answer(known["int"], known["bool"])
    text, more = answers.shared(names, values, shared.met[0]) if answers.shared else (None, {})
    if form == "json":
        shown = {sort: {name: known[sort][name] for name in known[sort] if not hidden(name)} for sort in known}
        fields = {"status": "SATISFIABLE", "ints": shown["int"], "bools": shown["bool"], **more}
        return json_line({**fields, "open": [name for name in _open(shared) if not hidden(name)]})
    return answers.status("SATISFIABLE", answers.values(names, values) if text is None else text)


def _says(text: str, shared: Decided, problem: Problem) -> bool:
    """Return whether a backbone has a value; a language with own statements states values of constants, too.

    text: the printed backbone.
    """
    from ...api.writing.answer_texts import answers_of

    has_own = problem.board is None and answers_of(problem.model.about).shared is not None
    return bool(text) if has_own else any(value is not None for value in shared.values.values())


def _open(shared: Decided) -> list[str]:
    """Return the names of the variables that have several values."""
    return [name for (_, name), value in shared.values.items() if value is None]


def _of_cnf(shared: Decided, known: Answer, form: str) -> str:
    """Return the literals that are true in all models of a CNF as text: `s` and `v` lines if `form` is `v`, an object
    if it is `json`, which also has the numbers of the other variables.

    known: the values that all models share.
    """
    from ..json_lines import json_line
    from ..show.views import CnfView

    view = CnfView()
    if form == "json":
        return json_line({"status": "SATISFIABLE", **view.fields(known), "open": list(map(int, _open(shared)))})
    return view.status("SATISFIABLE", view.text(known, form), form)


def _picture(shared: Decided, problem: Any, to: str) -> str | bytes:
    """Return the drawing of `_drawn` in the format `to`, with the cells marked in which solutions differ.

    shared, problem: as there.
    """
    from ...api.writing.drawing import decided_picture, explained, open_places

    picture = open_places(decided_picture(problem.board, shared.met, _open(shared)))
    text = (
        "The parts that all solutions share; at each ? or small circle they differ."
        if _open(shared)
        else "The only solution."
    )
    return explained(problem.board, [picture], text, to)


def _drawn(shared: Decided, problem: Any, color: str) -> str:
    """Return the board as text, with the cells that all solutions share, and `?` in cells that differ.

    shared: the backbone of the model.  problem: the Problem, which has a board.  color: of `--color`.
    """
    from ...api.writing.drawing import decided_picture
    from ..show.views import drawn, style

    return drawn(decided_picture(problem.board, shared.met, _open(shared)), (), style(color))
