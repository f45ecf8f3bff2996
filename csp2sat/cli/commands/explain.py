"""csp2sat explain: why there is no solution, or not only one."""

from __future__ import annotations

from typing import Annotated, Literal

from .. import options
from ..many import reporting_many
from ..parameters import Option

HELPS = {"check": "Do not verify reasons once more."}


@reporting_many
def explain(
    input_: Annotated[str, options.RESUMED_INPUTS],
    settings: Annotated[options.Settings, options.given(*options.QUESTION, helps=HELPS)],
    all_reasons: Annotated[
        bool,
        Option(
            "--all-reasons",
            help="List all reasons, the smallest first; with --limit at most N, of which the first is a smallest one "
            "of all if about a second is enough to find it.",
        ),
    ] = False,
    corrections: Annotated[
        bool,
        Option("--corrections", help="Say what to leave out instead: a minimal set without which there is a solution."),
    ] = False,
    all_corrections: Annotated[
        bool, Option("--all-corrections", help="List all such sets, or at most N with --limit.")
    ] = False,
    limit: Annotated[
        int | None, Option("--limit", metavar="N", min=1, help="At most N reasons, or corrections.")
    ] = None,
    by: Annotated[
        Literal["name"] | None, Option("--by", help="Take constraints of one name together, in or out as a whole.")
    ] = None,
    blame: Annotated[
        list[str] | None,
        Option(
            "--blame", metavar="NAME", help="Blame only constraints of this name, * for any characters (repeatable)."
        ),
    ] = None,
    solution: Annotated[
        str | None,
        Option(
            "--solution",
            metavar="FILE",
            file="read",
            help="The intended solution of a board with several, in a form that check reads: which fewest clues more "
            "leave it alone?",
        ),
    ] = None,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    from_: options.From = None,
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    to: Annotated[
        str | None,
        options.form(
            "text, json; of a board svg, png, pdf, html; of a CNF cnf, of a group CNF cnf, gcnf, of an OPB opb:"
            " one reason as a formula."
            " [by the suffix of FILE, or text]",
            *("text", "json", "svg", "png", "pdf", "html", "cnf", "gcnf", "opb"),
        ),
    ] = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
) -> int:
    """Say why there is no solution: constraints, clauses, or clues of a board, that contradict each other.

    Without any one of them the others can be satisfied (a MUS; -o F.cnf writes that of a CNF, -o F.opb of an OPB): a
    minimal reason, though perhaps not the smallest contradiction, which is the first one of --all-reasons.
    Soft constraints, with --weighted and without, may be violated and are never among them.  For a board, say which
    clues are in every reason, and which changes of as few clues as possible leave a solution: a misprint is mended.
    For a board with several solutions, show two, and which more clues, one or two if that is enough, or which change
    of one clue would leave a single one; with --timeout the search for clues goes on until then.
    """
    from ...api.checking import intended_solution
    from ...api.door import Question, answer
    from ...api.explaining import blamed
    from ...api.pipelines import question
    from ...errors import LimitReached, UsageError
    from ...solving.problem_run import ProblemRun
    from ..progress import progress
    from ..reporting import note
    from ..show.drawings import DrawingTarget
    from ..show.reasons import Report
    from ..show.results import noted_parts, unknown_at_limit
    from ..suffixes import CLAUSES, answer_format, by_suffix

    if all_reasons and (corrections or all_corrections):
        raise UsageError(
            "--all-reasons: only without --corrections; all corrections are listed by --all-corrections alone"
        )
    if options.goal(max_, weighted) == "max":
        raise UsageError("--max: may violate each constraint, so there is a solution; without it, explain says why not")
    form = answer_format(to, output) or by_suffix(output, CLAUSES)
    if form in CLAUSES.values() and not json_ and (all_reasons or corrections or all_corrections):
        asked = f"--to {to}" if to else f"-o {output}"
        raise UsageError(f"{asked}: a formula is one reason; expected no --all-reasons, no corrections, or --to text")
    target = DrawingTarget("json" if json_ else form or "text", output, quiet)
    target.check()
    with (
        unknown_at_limit({} if target.to == "json" else None, quiet, None if target.drawn else output),
        progress("explaining", verbose, quiet) as trace,
        question(input_, from_, None, settings, trace) as (problem, pipeline),
    ):
        report = Report(problem, pipeline, target, color, blamed(problem, by, blame))
        intended = None if solution is None else intended_solution(problem, solution)
        result = answer(ProblemRun(problem, pipeline), Question("one" if problem.board is None else "unique"))
        if result.status == "UNSATISFIABLE":
            if aside := noted_parts(problem, pipeline, input_):
                note(aside, quiet)
            if corrections or all_corrections:
                return report.corrections(limit if all_corrections else limit or 1)
            return report.reasons(limit if all_reasons else 1, all_reasons)
        return report.solutions(result, settings.timeout is not None, intended)
    return LimitReached.exit_code
