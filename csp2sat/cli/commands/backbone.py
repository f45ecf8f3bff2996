"""csp2sat backbone: the values that all solutions share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from .. import options
from ..reporting import reporting

if TYPE_CHECKING:
    from ...counting.backbones import Decided


@reporting
def backbone(
    input_: options.Input,
    from_: options.From = None,
    solvers: options.Solvers = None,
    encoding: options.Encoding = "auto",
    encode: options.Encode = None,
    to: Annotated[
        str | None,
        typer.Option("--to", metavar="FORMAT", help="values, json; of a board also board. [board, or values]"),
    ] = None,
    no_check: Annotated[bool, typer.Option("--no-check", help="Do not judge solutions.")] = False,
    timeout: options.Timeout = None,
    memory: options.Memory = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
) -> int:
    """Print the values that variables have in all solutions, or draw what is decided of a board.

    On a drawn board a `?` stands where solutions differ.  Variables that are not printed can have several values.
    """
    from ...api.pipelines import question
    from ...counting.backbones import decided
    from ...errors import UsageError

    how = {"solvers": solvers, "timeout": timeout, "memory": memory, "check": not no_check}
    settings = options.settings(encoding=encoding, encode=encode or (), **how)
    refusal = "a CNF has no declared variables; give its source"
    with question(input_, from_, refusal, settings, verbose) as (problem, pipeline):
        formats = ("values", "json") if problem.board is None else ("board", "values", "json")
        if to is not None and to not in formats:
            raise UsageError(f"--to {to}: expected one of {', '.join(formats)}")
        form = "json" if json_ else to or formats[0]
        found = pipeline.exact(problem, "backbone")
        shared = _quietly(lambda: decided(problem, pipeline, found, _visible(found.map)), form, quiet)
    if isinstance(shared, int):
        return shared
    print(_shown(shared, form, problem, color), end="")
    return 0


def _quietly(search: Any, form: str, quiet: bool) -> Decided | int | None:
    """What is found, or the exit code of a limit."""
    import json

    from ...errors import LimitReached
    from ..reporting import warn
    from ..show import results

    try:
        found: Decided | None = search()
    except LimitReached as limit:
        print(json.dumps({"status": "UNKNOWN", "reason": limit.reason}) if form == "json" else "s UNKNOWN")
        warn(results.why(limit.reason), quiet)
        return limit.exit_code
    return found


def _visible(map_: Any) -> list[tuple[str, str]]:
    from ...model.model import hidden

    sorts = (("int", map_.ints), ("bool", map_.bools))
    return [(sort, name) for sort, names in sorts for name in names if not hidden(name)]


def _shown(shared: Decided | None, form: str, problem: Any, color: str) -> str:
    import json

    from ...languages.spec import answers_of
    from ...model.model import Answer, Model

    answers = answers_of({} if problem.board else problem.model.about)
    if shared is None:
        return json.dumps({"status": "UNSATISFIABLE"}) + "\n" if form == "json" else answers.status("UNSATISFIABLE", "")
    if form == "board":
        return _drawn(shared, problem, color)
    known: dict[str, dict[str, Any]] = {"int": {}, "bool": {}}
    for (sort, name), value in shared.values.items():
        if value is not None:
            known[sort][name] = value
    if form == "json":
        varying = [name for (_, name), value in shared.values.items() if value is None]
        fields = {"status": "SATISFIABLE", "ints": known["int"], "bools": known["bool"], "open": varying}
        return json.dumps(fields, ensure_ascii=False) + "\n"
    names: Any = Model(known["int"], known["bool"])
    return answers.status("SATISFIABLE", answers.values(names, Answer(known["int"], known["bool"])))


def _drawn(shared: Decided, problem: Any, color: str) -> str:
    from ...puzzles.boards import decided
    from ...puzzles.drawing import ascii, boxes
    from ..show.views import style

    how = style(color)
    varying = [name for (_, name), value in shared.values.items() if value is None]
    drawing = decided.picture(problem.board, shared.met, varying)
    text = boxes.draw(drawing, (), how.colour) if how.boxes else ascii.draw(drawing)
    return text + "\n"
