"""csp2sat solve: encode, run and decode in one go; or run a solver on a CNF."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from .. import booklet_options, options
from ..many import reporting_many
from ..parameters import Declared, Joined, Option

if TYPE_CHECKING:
    from ..show.request import Request
    from ..show.results import Expectation as Expectation
else:
    Expectation = object  # whose import takes long


def _expectation(values: dict[str, Any]) -> Expectation | None:
    """Return the expectation that the value of --expect means, None if the option is not given; raise UsageError for a
    value that means none.
    """
    if values["expect"] is None:
        return None
    from ..show.results import expectation

    return expectation(values["expect"])


EXPECT = Joined(
    [
        Declared(
            "expect",
            str | None,
            Option(
                "--expect",
                metavar="unique|several|sat|unsat|VALUE",
                autocompletion=options.complete_format("unique", "several", "sat", "unsat"),
                help="The expected answer; VALUE is the best value. Exit code 0: right, 4: wrong, 3: not decided.",
            ),
            None,
        )
    ],
    _expectation,
)


@reporting_many
def solve(
    input_: Annotated[str, options.RESUMED_INPUTS],
    settings: Annotated[options.Settings, options.given(*options.SOLVE)],
    output: Annotated[str | None, options.output("The output file. [stdout]")] = None,
    from_: options.From = None,
    unique: Annotated[bool, Option("--unique", help="Is there a second solution?")] = False,
    all_: Annotated[
        bool, Option("--all", help="All solutions, one after the other; with --to jsonl each as a line of JSON.")
    ] = False,
    limit: Annotated[int | None, Option("--limit", metavar="N", min=1, help="At most N solutions.")] = None,
    best: Annotated[bool, Option("--best", help="With --all or --limit: only solutions with the best value.")] = False,
    project: Annotated[
        list[str] | None,
        Option("--project", metavar="NAMES", help="With --all: solutions that differ in these variables, as of count."),
    ] = None,
    search: Annotated[
        Literal["bisect", "down", "up", "geometric"] | None,
        Option("--search", help="The strategy of the search for the best value of an objective. [geometric]"),
    ] = None,
    intermediate: Annotated[
        bool, Option("-i", "--intermediate", help="Print each better solution when it is found, not its value alone.")
    ] = False,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    to: options.AnswerFormat = None,
    title: booklet_options.Title = None,
    per_page: booklet_options.PerPageOption = None,
    hint: booklet_options.HintOption = False,
    by_grade: booklet_options.ByGrade = False,
    *,
    style: Annotated[options.PrintStyle, options.PRINT_STYLE],
    expect: Annotated[Expectation | None, EXPECT],
    keep: Annotated[
        str | None,
        Option(
            "--keep",
            metavar="DIR",
            file="folder",
            help="Keep CNF and map files in DIR; of several inputs in DIR/INPUT.",
        ),
    ] = None,
    proof: Annotated[
        str | None,
        Option(
            "--proof",
            metavar="FILE",
            file="written",
            panel="certainty",
            help="Prove that there is no (other) solution; see `csp2sat verify`.",
        ),
    ] = None,
    from_source: Annotated[
        bool,
        Option(
            "--from-source",
            panel="certainty",
            help="With --proof: derive each clause, too, from a statement of the source; see `csp2sat help proofs`.",
        ),
    ] = False,
    race: Annotated[list[str] | None, options.option_of("race")] = None,
    cubes: Annotated[int | None, options.option_of("cubes", least=2)] = None,
    executor: Annotated[str | None, options.option_of("executor")] = None,
    competition: Annotated[
        bool,
        Option(
            "--competition",
            panel="files",
            help="Answer an XCSP3 instance by the protocol of its competition, as `csp2sat-xcsp3` does.",
        ),
    ] = False,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
    color: options.Colors = "auto",
    exit_code: options.ExitCode = "unix",
) -> int:
    """Solve a board or a CSP, or run a solver on a CNF.

    A board is drawn, the values of a CSP are printed as Sugar does, a CNF's model as `v` lines.  For a CSP with an
    objective, or with soft constraints (--max, --weighted), the best solution is printed, and an `o` line for each
    better one on the way.
    """
    from dataclasses import replace

    from ...base.deadline import deadline
    from ...errors import LimitReached
    from ..progress import progress
    from ..show.answering import answer
    from ..show.request import AnswerForm, Request
    from ..show.results import KnownAnswer, say_unknown
    from ..suffixes import LINES_OF_JSON, answer_format, by_suffix

    raced_solvers = raced(race, cubes, executor)
    settings = replace(
        settings, race=raced_solvers, cubes=cubes or 0, executor=executor or "", proofs=(proof or "") if cubes else ""
    )
    hint = hint or style.below
    by_line = by_suffix(output, LINES_OF_JSON) if (all_ or limit) and not json_ else None
    form = AnswerForm(answer_format(to, output, json_) or by_line, json_, output, color, exit_code, quiet, style)
    booklet = hint or by_grade or title is not None or per_page is not None or style.for_booklet
    request = Request(
        input=input_,
        kind=from_,
        settings=settings,
        form=form,
        unique=unique,
        many=all_ or limit is not None,
        limit=limit,
        keep=keep,
        search=search,
        goal=options.goal(max_, weighted),
        proof=None if cubes else proof,
        from_source=from_source,
        project=None if project is None else ",".join(project),
        best=best,
        expect=expect,
        intermediate=intermediate,
        booklet=form.booklet(title, per_page, hint, by_grade) if booklet else None,
    )
    request.check()
    if competition:
        return compete_for(request, verbose)
    try:
        with progress("solving", verbose, quiet) as trace, deadline(settings.timeout, settings.memory) as end:
            return answer(request, end, trace)
    except LimitReached as limit:
        more = {"solutions": [], "complete": False} if request.many else {}
        fields = more if json_ or form.to == "json" else None
        say_unknown(limit, fields, quiet, None if form.drawing else output, (input_, from_))
        return request.ended(KnownAnswer("unknown"))


def compete_for(request: Request, verbose: bool) -> int:
    """Answer the instance of a request by the competition's protocol, and return the exit code.

    verbose: whether phases are printed.  Raises UsageError for an option that the protocol leaves no room for.
    """
    from dataclasses import replace

    from ..competition.supervisor import CompetitionTask, compete

    request.check_competition()
    settings = request.settings
    limited = lambda seconds: replace(settings, timeout=seconds)  # noqa: E731
    return compete(CompetitionTask(request.input, limited, settings.timeout, settings.memory, verbose=verbose))


def raced(race: list[str] | None, cubes: int | None, executor: str | None) -> tuple[str, ...]:
    """Return the names of solvers in the options --race, without repetitions; () if the option is not given (None).

    Raises UsageError for --race together with `cubes` or without a name, and for an `executor` without `cubes`.
    """
    from ...errors import UsageError

    names = tuple(dict.fromkeys([word.strip() for word in ",".join(race or ()).split(",") if word.strip()]))
    if race is not None and (cubes or not names):
        raise UsageError("--race A,B or --cubes N, not both" if cubes else "--race: expected names of solvers")
    if executor and not cubes:
        raise UsageError("--executor: only with --cubes")
    return names
