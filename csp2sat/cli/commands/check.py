"""csp2sat check: judge an answer from anywhere."""

from __future__ import annotations

from typing import Annotated, Any

from .. import options
from ..many import reporting_many
from ..parameters import Option

MOST = 5  # faults that are printed


@reporting_many
def check(
    pair: Annotated[tuple[str, str], options.PAIR],
    settings: Annotated[options.Settings, options.given("solver", "solvers", "timeout", "memory")],
    from_: options.From = None,
    max_: Annotated[bool, Option("--max", help="Judge an answer of `solve --max`.")] = False,
    weighted: Annotated[bool, Option("--weighted", help="Judge an answer of `solve --weighted`.")] = False,
    optimum: Annotated[
        bool, Option("--optimum", help="Search for a better value, or prove that a right answer is a best one.")
    ] = False,
    json_: options.Json = False,
    quiet: options.Quiet = False,
) -> int:
    """Judge an answer against its input: `right`, or each fault and its place.

    The number of cells that are still empty comes last, and faults that follow from empty cells are not named, but each
    clue and rule that the filled cells contradict alone is (`wrong: a contradiction, by CLUE, since CELLS`).  Exit
    code 0 for a right answer, 1 for another one and for an error, such as an answer without a solution (`s
    UNSATISFIABLE` cannot be judged: `verify` checks proofs).  The answer to a file of several boards has a line of JSON
    for each, as `solve --json` prints them.  The value of an objective is judged, or the cost of violated constraints,
    not whether it is the best one; an answer that claims that, or that it is unique, is `right` with a note.  The text
    that the `output` item of a MiniZinc model prints is `right as far as judged` if it has values that are not read; a
    note names their variables.  No encoder and no solver has a part in that, unless the answer lacks values, such as
    those of hidden variables (_NAME): then a solver is asked whether there are any; or a board is not finished.

    With --optimum a solver searches for a better value: an answer is `right, and optimal`, or `right, but not optimal`,
    with a better value and exit code 1.  Exit code 3 if a limit leaves that open.
    """
    from ...api.checking import BEGUN, EMPTY, ENDS, NOTHING, judgement_in
    from ...base.deadline import deadline
    from ...base.numbers import counted
    from ...errors import UsageError
    from ...escaping import for_shell
    from ..json_lines import json_line
    from ..progress import progress
    from ..reporting import note
    from ..show.results import why

    input_, answer = pair
    if input_ == answer == "-":
        raise UsageError("INPUT and ANSWER cannot both be stdin")
    with progress("checking"), deadline(settings.timeout) as end:
        judged = judgement_in(input_, from_, answer, settings, end, options.goal(max_, weighted), optimum)
    faults, unjudged, value, undecided, completion, unread = judged
    besides = completion() if faults else ""
    is_optimal = None if value is None else value.better is None
    code = 1 if faults or is_optimal is False else 3 if undecided else 0
    if json_:
        more: dict[str, Any] = ({"unjudged": unjudged} if unjudged else {}) | ({"besides": besides} if besides else {})
        if unread:
            more["unread"] = list(unread)
        if optimum:
            more |= {"optimal": is_optimal, "objective": value and value.value, "better": value and value.better}
        print(json_line({"right": not faults, "faults": faults, **more}, "WRONG" if faults else "RIGHT"), end="")
        return code
    unfinished = [fault for fault in faults if EMPTY in fault or fault.startswith((ENDS, NOTHING, BEGUN))]
    wrong = [fault for fault in faults if fault not in unfinished]
    for fault in wrong[:MOST]:
        print(f"wrong: {fault}")
    if len(wrong) > MOST:
        print(f"wrong: {len(wrong) - MOST} more")
    if besides:
        note(besides, quiet)
    if not faults:
        ends = {None: "", True: ", and optimal", False: f", but not optimal: {value and value.fault()}"}
        print(f"right{' as far as judged' if unread else ''}{ends[is_optimal]}")
    if undecided:
        note(f"not decided whether the answer is optimal: {why(undecided)}", quiet)
    for each in [] if faults else unjudged:
        note(f"not judged: {each}", quiet)
    if unfinished:
        are, first = "is" if len(unfinished) == 1 else "are", unfinished[0].partition(EMPTY)[0]
        what = f"{counted(len(unfinished), 'cell')} {are} empty, the first at {first}"
        if first in (NOTHING, BEGUN):
            what = first
        elif ENDS in first:
            what = f"the line has {counted(len(unfinished), 'end')}, the first at {first.partition(ENDS)[2]}"
        print(f"not finished: {what}")
        words = ["csp2sat", "hint", *pair, *(["--from", from_] if from_ else [])]
        note(f"for the first mistake of a board that is not finished: {for_shell(*words)}", quiet)
    return code
