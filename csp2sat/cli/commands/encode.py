"""csp2sat encode: an input to a CNF and its map."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from .. import options
from ..parameters import Option
from ..reporting import note, reporting

if TYPE_CHECKING:
    from ...encoder.observe.observer import Watch
    from ...encoder.observe.statistics import Statistics


@reporting
def encode(
    input_: options.Input,
    settings: Annotated[options.Settings, options.given(*options.ENCODE, "timeout")],
    output: Annotated[
        str | None, options.output("The CNF, or F.wcnf, F.opb; - is stdout. [INPUT's stem, here]", "F.cnf")
    ] = None,
    map_: Annotated[
        str | None,
        Option(
            "-m",
            "--map",
            metavar="F.map",
            file="written",
            help="The map; - is stdout. [beside the CNF; if that is stdout, here]",
        ),
    ] = None,
    from_: options.From = None,
    loop: Annotated[
        Literal["tree", "elim"],
        options.option_of("loop", "The encoding of a loop: complementary spanning trees, or elimination of vertices."),
    ] = "tree",
    assume: Annotated[
        Literal["unique", "symmetry"] | None,
        Option(
            "--assume",
            panel="formula",
            help="Add clauses for an assumption. unique: there is one solution; symmetry: keep one of the solutions "
            "that differ only by renamed values, such as colours (`solve` assumes this).",
        ),
    ] = None,
    map_format: Annotated[
        Literal["json", "sugar"], Option("--map-format", panel="files", help="sugar: with the order encoding only.")
    ] = "json",
    to: Annotated[
        Literal["cnf", "wcnf", "opb"] | None,
        Option(
            "--to",
            panel="files",
            help="The format. wcnf: for MaxSAT solvers; opb: for pseudo-Boolean solvers. [by the suffix of F]",
        ),
    ] = None,
    wcnf_form: Annotated[
        Literal["p", "h"] | None,
        Option(
            "--wcnf-form",
            panel="files",
            help="The form of a WCNF. p: with a header, as before 2022; h: hard clauses begin with h. [p]",
        ),
    ] = None,
    show: Annotated[
        list[str] | None,
        Option(
            "--show",
            metavar="NAMES",
            panel="files",
            help="Name the literals of these variables ('x,y_*'; all: '*') for counters; repeatable.",
        ),
    ] = None,
    map_origins: Annotated[
        bool,
        Option(
            "--map-origins",
            panel="files",
            help="Name in the map what auxiliary variables stand for, and the constraints of variables and clauses.",
        ),
    ] = False,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    stats: Annotated[
        bool, Option("--stats", panel="limits", help="Print variables, clauses, literals and CPU seconds by part.")
    ] = False,
    profile: Annotated[
        str | None,
        Option("--profile", metavar="FILE", file="written", help="Write a profile for `python -m pstats FILE`."),
    ] = None,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Write an input as DIMACS CNF and a variable map.

    The models of the CNF are the solutions, projected on the map's variables.  An objective, or with --max or
    --weighted the soft constraints, become the soft clauses of a WCNF and the sum that an OPB minimizes; a CNF leaves
    them out, which is noted.
    """
    import sys

    from ...api.inputs import read_problem
    from ...api.pipelines import believed_parts
    from ...api.writing.encoding import (
        STDOUT,
        EncodingTarget,
        broken_symmetry,
        exact_attempt,
        file_names,
        format_of,
        formulas_without_map,
        keep_map,
        left_out,
        proof_without_file,
        suffix_hint,
        write,
    )
    from ...base.deadline import deadline
    from ...base.time_limit import check_time, until
    from ...errors import UsageError
    from ..json_lines import json_line
    from ..progress import progress
    from ..show.measuring import print_table, profiled

    form = format_of(output, to)
    target = EncodingTarget(
        *file_names(input_, output, map_, form), form, None if show is None else ",".join(show), wcnf_form or "p"
    )
    target.name_files("output", "map")
    if target.cnf == STDOUT and map_ is None:
        keep_map(target)
    with progress("encoding", verbose, quiet) as trace, profiled(profile), deadline(settings.timeout) as end:
        with trace.phase("read"):
            goal = options.goal(max_, weighted)
            problem = read_problem(input_, from_, f"{input_} is a CNF already", goal)
        if wcnf_form and form != "wcnf":
            raise UsageError(f"--wcnf-form: only for a WCNF; the format is {form.upper()}")
        attempt = exact_attempt(problem, loop, assume)
        if map_format == "sugar" and (form != "cnf" or map_origins):
            raise UsageError("--map-format sugar: only for a CNF, and without --origins")
        model = attempt.model()
        if assume and (fixed := broken_symmetry(problem, model)):
            trace.say(f"SYMMETRY : {fixed}")
        watches, statistics = _watches(stats, map_origins)
        how = settings.coding(map_format=map_format, watches=watches)
        trace.say(f"ENCODING {input_} TO {target.cnf}")
        with trace.phase("encode"), until(end):
            check_time()
            written = write(problem, model, target, how)
    if advice := suffix_hint(target, to):
        note(advice, quiet)
    lost = left_out(problem, form)
    parts = believed_parts(model, how)
    for advice in filter(None, (lost, parts, formulas_without_map(target), proof_without_file(target, written.digest))):
        note(advice, quiet)
    trace.say(f"SAT : {written.num_vars} SAT variables, {written.num_clauses} SAT clauses, {written.size} bytes")
    out = sys.stderr if STDOUT in (target.cnf, target.map) else sys.stdout
    if target.cnf == STDOUT and map_ is None:
        note(f"the map is in {target.map}", quiet)
    if json_:
        report = {
            "cnf": target.cnf,
            "map": target.map,
            "sha256": written.digest,
            "encoding": written.encoding or how.described(),
            "size": written.sizes,
        } | ({"dropped": lost} if lost else {})
        seconds = {name: round(value, 4) for name, value in trace.seconds.items()}
        details = {"statistics": statistics.report()} if statistics else {}
        print(json_line(report | {"size": written.sizes, "seconds": seconds} | details), end="", file=out)
    elif statistics:
        print_table(statistics.table(trace.seconds), out)
    return 0


def _watches(stats: bool, origins: bool) -> tuple[tuple[Watch, ...], Statistics | None]:
    """Return the observers of an encoding, and the observer among them that gathers statistics, None without `stats`.

    origins: whether to record the origins of auxiliary variables.
    """
    from ...encoder.observe.clause_origins import ClauseOrigins
    from ...encoder.observe.defined import Defined
    from ...encoder.observe.observer import Origins

    others = (Origins(), ClauseOrigins(), Defined()) if origins else ()
    if not stats:
        return others, None
    from ...encoder.observe.statistics import Statistics

    statistics = Statistics()
    return (statistics, *others), statistics
