"""csp2sat verify: check a certificate that `solve --proof` wrote."""

from __future__ import annotations

from typing import Annotated

from .. import options
from ..parameters import Argument
from ..reporting import reporting


@reporting
def verify(
    certificate: Annotated[
        str, Argument(metavar="CERTIFICATE", help="F.json; the proof F, F.cnf and F.map lie beside it.")
    ],
    source: Annotated[
        str | None, Argument(metavar="[SOURCE]", help="The input, to be encoded again and compared.")
    ] = None,
    timeout: options.Timeout = None,
    verbose: options.Verbose = False,
    quiet: options.Quiet = False,
) -> int:
    """Check again what `solve --proof F` has certified.

    The digests of all files, the proof, the model, and the clause that was added for the claim; with SOURCE also that
    the formula is that of the source.
    """
    from ...certifying.proving import Checking
    from ...certifying.verifying import open_certificate, verify
    from ...errors import LimitReached
    from ...runner.process.deadline import deadline
    from ..progress import progress
    from ..reporting import warn

    with progress("verifying", verbose, quiet) as trace, deadline(timeout) as end:
        found, evidence = open_certificate(certificate)
        try:
            compared = verify(found, evidence, source, Checking(end, trace))
        except LimitReached as limit:
            raise LimitReached(f"{limit}: proof not checked") from limit
    if source is None:
        warn(f"without the source ({found.source['name']}) the formula was taken as it is", quiet)
    elif not compared:
        warn(f"{found.tool} made the formula; this version cannot compare it with the source", quiet)
    print(f"verified: {found.claim}")
    return 0
