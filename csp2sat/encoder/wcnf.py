"""Writing a CSP to F.wcnf and F.map, for MaxSAT solvers.

The form before 2022, which nearly all solvers read, and the form since then::

    p wcnf 12 34 6          variables, clauses, and the weight of a hard clause: more than all soft ones together
    6 1 -2 0                hard                                h 1 -2 0
    2 -12 0                 soft: violating it costs 2          2 -12 0

An objective becomes a soft clause for each step between two values, or for each of its bits, so the cost is the
objective's value up to a constant, which a comment names.  Soft constraints that are literals become soft unit clauses,
and the cost is the weight of the violated ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from ..base.numbers import cut, decimal
from ..cnf.dimacs import Written
from ..decoder import VariableMap
from ..errors import ModelError
from ..model.model import Model
from . import weighted
from .costs import Costs, costs_of
from .files import WcnfForm
from .options import EncoderOptions

MOST_WEIGHT = (1 << 63) - 1  # of a hard clause: solvers hold weights in a machine integer


def write(model: Model, digest: str, wcnf: str, map_: str, options: EncoderOptions, form: WcnfForm = "p") -> Written:
    """Write a CSP to the WCNF `wcnf` and the map `map_`, as `files.write` does; return size and digest of the formula.

    The objective or the soft constraints become soft clauses.  `digest` is the SHA-256 (hex) of the input; `form` is
    `p` for a file with a header, as before 2022, or `h`.  Raise ModelError if the weights exceed the range of solvers,
    or if a soft constraint of the model is neither a Boolean variable nor the negation of a Boolean variable.
    """
    how = weighted.WeightedForm(partial(_text, form), lambda costs: len(costs.terms))
    return weighted.write(model, digest, wcnf, map_, options, how, weighed=True)


def cost(variables: VariableMap, literals: Iterable[int]) -> int:
    """Return the total weight of the soft clauses that a model violates; `variables` is the map of the WCNF, `literals`
    the true literals.
    """
    true = set(literals)
    return sum(weight for weight, literal in costs_of(variables).soft_clauses() if literal not in true)


def check_weights(weights: Iterable[int]) -> None:
    """Raise ModelError if the absolute weights add up to 2^63 - 1 or more, the limit of WCNF solvers."""
    total = sum(map(abs, weights))
    if total >= MOST_WEIGHT:
        excess = f"the weights, or the steps of the objective, add up to {cut(total)}"
        raise ModelError(f"{excess}; expected less than 2^63 - 1, the limit of a WCNF")


def _text(form: WcnfForm, lines: weighted.ClauseLines, size: Written, costs: Costs | None) -> Iterator[bytes]:
    """Yield the pieces of a WCNF: a comment on the costs, the header, the hard clauses (the lines of the CNF), the soft
    clauses.  Raise ModelError if the weights are too large for WCNF solvers (`check_weights`).
    """
    assert costs is not None
    soft = list(costs.soft_clauses())
    check_weights(weight for weight, _ in soft)
    top = sum(weight for weight, _ in soft) + 1
    header = b"p wcnf %d %d %d\n" % (size.num_vars, size.num_clauses + len(soft), top)
    start = b"h " if form == "h" else b"%d " % top
    yield _comment(costs)
    for some in lines:
        yield b"".join([_line(line, start, header if form == "p" else b"") for line in some])
    yield b"".join([b"%d %d 0\n" % clause for clause in soft])


def _line(line: bytes, start: bytes, header: bytes) -> bytes:
    """Return a line of a CNF as a line of a WCNF: a clause is preceded by `start`, and the line `p` is replaced by
    `header`.

    Return b'' for an empty comment, and for the line `p` if `header` is empty.
    """
    if line[:1] == b"c":
        return line if line.strip() != b"c" else b""
    return header if line[:1] == b"p" else start + line


def _comment(costs: Costs) -> bytes:
    """Return a comment line that says how the value of the objective follows from the cost of a MaxSAT solution."""
    shift = costs.shift()
    if costs.goal == "minimize":
        meaning = f"the cost {'-' if shift < 0 else '+'} {decimal(abs(shift))}" if shift else "the cost"
    else:
        meaning = f"{decimal(-shift)} - the cost"
    return f"c the value to {costs.goal} is {meaning}\n".encode()
