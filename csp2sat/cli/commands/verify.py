"""csp2sat verify: check a certificate that `solve --proof` wrote."""

from __future__ import annotations

from pathlib import PurePath
from typing import TYPE_CHECKING, Annotated

from .. import options
from ..parameters import Argument
from ..reporting import reporting

if TYPE_CHECKING:
    from ...certifying.comparing import GivenSource
    from ...solving.maxcsp import Mode


@reporting
def verify(
    certificate: Annotated[
        str,
        Argument(
            metavar="CERTIFICATE",
            file="read",
            help="F.json; the proof F, F.cnf and F.map lie beside it. Or F.zip, or a folder, with the source, too.",
        ),
    ],
    settings: Annotated[options.Settings, options.given("timeout")],
    source: Annotated[
        str | None,
        Argument(metavar="[SOURCE]", file="read", help="The input, to be encoded again and compared; - is stdin."),
    ] = None,
    from_: options.From = None,
    max_: options.Max = False,
    weighted: options.Weighted = False,
    json_: options.Json = False,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Check again what `solve --proof F` has certified.

    Check the digests of all files, the proof, the model, and the clauses that were added for the claim.  SOURCE is
    encoded again, and must give the same formula; SOURCE is read as `solve` reads it, with the same --from or --max;
    its constraints with weights count without an option.  The archive that `solve --proof F.zip` writes, or a folder
    with its files, has the source in it, which is read as the certificate says.  Without SOURCE nothing is shown but
    what the formula says; a proof from the source needs SOURCE.  The exit code is 3 if the claim is not shown.
    """
    from ...api.certifying import opened, shown_board, verified
    from ...base.deadline import deadline
    from ...base.numbers import decimal
    from ...errors import LimitReached
    from ..json_lines import json_line
    from ..progress import progress
    from ..reporting import note

    suffix, shown, goal = "", "", options.goal(max_, weighted)
    with progress("verifying", verbose, quiet) as trace, deadline(settings.timeout) as end, opened(certificate) as own:
        if source is None and own.source is not None:
            source, from_, goal = own.source, from_ or own.kind, goal or own.goal
            given = _given(own.certificate, source, from_, goal)
            shown = shown_board(source, from_)
            suffix = f" (of {'the board below' if shown else PurePath(source).name}, in {certificate})"
        else:
            given = _given(own.certificate, source, from_, goal)
        try:
            found = verified(own.certificate, given, end, trace)
        except LimitReached as limit:
            raise LimitReached(f"{limit}: proof not checked") from limit
    if json_:
        fields = {"claim": found.claim, "source": given is not None, "from_source": found.from_source}
        print(json_line({**fields, "best_value": found.best_value}), end="")
        return 0
    if found.from_source:
        value = "" if found.best_value is None else f" {decimal(found.best_value)}"
        note(
            "the claim was checked by the .opb and .pbp files alone; the solver's own proof beside them was not", quiet
        )
        print(f"verified from the source: {found.claim}{value}{suffix}\n{shown}", end="")
        return 0
    if found.best_value is not None:
        note(f"the best value is {decimal(found.best_value)}", quiet)
    print(f"verified: {found.claim}{suffix if given else ' (the formula; the source was not given)'}\n{shown}", end="")
    return 0


def _given(certificate: str, path: str | None, kind: str | None, goal: Mode | None) -> GivenSource | None:
    """Read the source as `solve` does, and return it; None without a path.

    certificate: its path.  kind: of `--from`.  goal: `max` or `weighted`, None for neither.  Raises UsageError for a
    kind or a goal without a path, or a path that is no certificate's, and the errors of reading.
    """
    from ...api.certifying import must_be_certificate
    from ...api.writing.proof_sources import source_of
    from ...errors import UsageError

    if path is not None:
        must_be_certificate(certificate)  # before the source is read, which may be the certificate
        return source_of(path, kind, goal)
    if kind or goal:
        raise UsageError(f"{'--from' if kind else f'--{goal}'}: only with SOURCE")
    return None
