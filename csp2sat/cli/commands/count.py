"""csp2sat count: the number of solutions."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..many import reporting_many
from ..parameters import Option

HELPS = {"check": "Do not judge solutions."}


@reporting_many
def count(
    input_: Annotated[str, options.INPUTS],
    settings: Annotated[options.Settings, options.given(*options.QUESTION, "narrowing", helps=HELPS)],
    project: Annotated[
        list[str] | None,
        Option(
            "--project",
            metavar="NAMES",
            help="Count by these variables: 'x,y', patterns 'x_*', an array 'q', some of it 'q[0..3]'; of a CNF '1,5', "
            "'1-5'; repeatable.",
        ),
    ] = None,
    limit: Annotated[
        int | None,
        Option(
            "--limit",
            metavar="N",
            min=1,
            help="Stop the search at N solutions; more are counted where parts of the problem are independent.",
        ),
    ] = None,
    best: Annotated[bool, Option("--best", help="Count only solutions with the best value.")] = False,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    from_: options.From = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Print the number of solutions; if a limit or Ctrl-C ends the count, `at least N`, or `s UNKNOWN` for none.

    The exit code is 3 if the number is not exact, by --limit as by --timeout, so that no script takes it for the count;
    `solve --limit N` ends with 0.

    A solution is an assignment of the declared variables, those with hidden names (_NAME) excepted; of a board, a
    solved board; of a CNF, a model, on the variables of its `c p show` lines if it has such, else, if csp2sat wrote the
    CNF, of the map F.map beside F.cnf.  The embedded solver counts, unless --solver names another one.
    """
    from ...api import counting
    from ...api.pipelines import question
    from ...base.deadline import disarm
    from ...base.numbers import decimal
    from ...errors import LimitReached
    from ...escaping import for_shell
    from ...model.name_patterns import split_patterns
    from ..json_lines import json_line
    from ..progress import progress
    from ..reporting import note, note_soft, stopped_with, warn
    from ..show import results
    from ..show.results import unknown_at_limit

    names = None if project is None else split_patterns(",".join(project))
    none = {"count": 0, "complete": False} if json_ else None
    found, stopped = None, None
    with (
        unknown_at_limit(none, quiet),
        progress("counting", verbose, quiet) as trace,
        question(input_, from_, None, settings, trace, options.goal(max_, weighted) or (None if best else False)) as (
            problem,
            pipeline,
        ),
    ):
        if not best:
            note_soft(problem, quiet)
        try:
            found = counting.count(problem, pipeline, names, limit, () if best else None)
        except (KeyboardInterrupt, SystemExit) as stop:
            found, stopped = getattr(stop, "count", None), stop
            if found is None or not found.number:
                raise
        disarm()
    if found is None:
        return LimitReached.exit_code
    known = found.number or found.complete
    if json_:
        status = "SATISFIABLE" if found.number else "UNSATISFIABLE" if found.complete else "UNKNOWN"
        fields = {"status": status, "count": found.number, "complete": found.complete}
        print(json_line(fields | ({"reason": found.limit} if found.limit else {})), end="")
    else:
        print(("" if found.complete else "at least ") + decimal(found.number) if known else "s UNKNOWN")
    if found.limit not in ("", "number"):
        warn(results.why(found.limit), quiet)
        if names is None and found.number and not json_ and stopped is None:
            note("to count what differs in some variables alone, which is less: --project NAMES", quiet)
    if settings.solver is not None and known and not found.number:
        words = for_shell("csp2sat", "solve", input_, "--solver", settings.solver, "--proof", "FILE")
        note(
            f"no solver but {settings.solver} has confirmed that there is no solution; for a proof run: {words}", quiet
        )
    return stopped_with(stopped, quiet) if stopped is not None else 0 if found.complete else 3
