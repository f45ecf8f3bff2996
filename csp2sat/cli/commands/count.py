"""csp2sat count: the number of solutions."""

from __future__ import annotations

from typing import Annotated, Any

from .. import options
from ..many import reporting_many
from ..parameters import Option

HELPS = {
    "check": "Do not judge solutions.",
    "cross_check": "A second solver that must confirm that no more solutions exist.",
}


@reporting_many
def count(
    input_: Annotated[str, options.INPUTS],
    settings: Annotated[options.Settings, options.given(*options.QUESTION, "cross_check", "narrowing", helps=HELPS)],
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
    compare: Annotated[
        bool,
        Option(
            "--compare",
            help="Compare the formula of each encoding with all assignments of a small model, and print the first "
            "difference: a test of your own parts.",
        ),
    ] = False,
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

    An independent part is counted by evaluating assignments, without a formula, if this takes at most 100000 values
    (with --limit: if it has at most 500 assignments), more if the formula has many solutions: variables get values one
    after another, and the number of ways to go on is remembered.  Otherwise the models of the formula are found one by
    one; all parts are counted so if --solver, --cross-check or another encoding is given, the model names an encoding,
    or it has a constraint of your own.  Variables without constraints are counted by their values.  -v and --json say
    how it was.  A count has no proof; --cross-check lets a second solver confirm that no more solutions exist.

    --compare does not count: for the model, its negation, and a Boolean that says whether it holds, the formula in each
    encoding is compared with all assignments (at most 20000); exit code 1 for a difference, and for an error in the
    code of an encoding or a constraint of your own.
    """
    from ...api import counting
    from ...api.pipelines import question
    from ...base.deadline import disarm
    from ...base.numbers import decimal
    from ...errors import LimitReached, UsageError
    from ...model.name_patterns import split_patterns
    from ..json_lines import json_line
    from ..progress import progress
    from ..reporting import note, note_soft, stopped_with, warn
    from ..show import results
    from ..show.results import noted_parts, unknown_at_limit, without_second

    if compare:
        if project or limit or best or max_ or weighted or settings.cross_check:
            raise UsageError("--compare: not with --project, --limit, --best, --max, --weighted or --cross-check")
        return _comparison(input_, from_, settings, verbose, json_, quiet)
    names = None if project is None else split_patterns(",".join(project))
    none = {"count": 0, "complete": False} if json_ else None
    found, stopped, believed = None, None, ""
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
        believed = noted_parts(problem, pipeline, input_, best)
        disarm()
    if found is None:
        return LimitReached.exit_code
    known = found.number or found.complete
    if json_:
        status = "SATISFIABLE" if found.number else "UNSATISFIABLE" if found.complete else "UNKNOWN"
        fields = {"status": status, "count": found.number, "complete": found.complete}
        more = {"by": list(found.by), "reason": found.limit, "confirmed_by": found.confirmed_by}
        print(json_line(fields | {name: value for name, value in more.items() if value}), end="")
    else:
        print(("" if found.complete else "at least ") + decimal(found.number) if known else "s UNKNOWN")
    if found.limit not in ("", "number"):
        warn(results.why(found.limit), quiet)
        if names is None and found.number and not json_ and stopped is None:
            note("to count what differs in some variables alone, which is less: --project NAMES", quiet)
    is_zero = settings.solver is not None and known and not found.number and not found.confirmed_by
    if is_zero and (aside := without_second(str(settings.solver), settings.solvers, input_, "count")):
        note(aside, quiet)
    if believed and known:
        note(believed, quiet)
    return stopped_with(stopped, quiet) if stopped is not None else 0 if found.complete else 3


def _comparison(
    path: str, kind: str | None, settings: options.Settings, verbose: bool, json_: bool, quiet: bool
) -> int:
    """Print for each encoding whether its formula has the solutions that evaluation finds, or the first difference;
    return the exit code: 1 for a difference.

    path, kind: the input, and its format as after `--from`.  settings, verbose, json_, quiet: as of `count`.
    """
    from ...api.counting import compared
    from ...api.pipelines import question
    from ...base.numbers import counted
    from ...errors import LimitReached
    from ..json_lines import json_line
    from ..progress import progress
    from ..show.results import unknown_at_limit

    rows: list[dict[str, Any]] = []
    is_whole = False
    with (
        unknown_at_limit({"compared": rows} if json_ else None, quiet),
        progress("comparing", verbose, quiet) as trace,
        question(path, kind, None, settings, trace) as (problem, pipeline),
    ):
        for each in compared(problem, pipeline):
            row: dict[str, Any] = {"encoding": each.encoding, "form": each.form, "solutions": each.solutions}
            row |= {"difference": str(each.difference)} if each.difference else {}
            rows.append(row | {"fault": each.fault} if each.fault else row)
            if not json_:
                found = counted(each.solutions, "solution")
                print(f"{each.encoding}, {each.form} ({found}): {each.fault or each.difference or 'alike'}", flush=True)
        is_whole = True
    if not is_whole:
        return LimitReached.exit_code
    is_wrong = any("difference" in row or "fault" in row for row in rows)
    if json_:
        print(json_line({"compared": rows}, "WRONG" if is_wrong else "RIGHT"), end="")
    return int(is_wrong)
