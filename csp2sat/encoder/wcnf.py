"""Model -> F.wcnf and F.map, for MaxSAT solvers.

The form before 2022, which nearly all of them read, and the form since then::

    p wcnf 12 34 6          variables, clauses, and the weight of a hard clause: more than all soft ones together
    6 1 -2 0                hard                                h 1 -2 0
    2 -12 0                 soft: violating it costs 2          2 -12 0

An objective becomes a soft clause for each step between two values, or for each of its bits, so the cost is, but for a
constant that a comment names, its value; soft constraints that are literals become soft unit clauses, and the cost is
theirs.
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
    """Write a formula and its map, as `files.write` does, with the objective or the soft constraints in the formula.

    model: its soft constraints must be Boolean variables or negations of such.  form: with a header
    (`p`), as before 2022, or `h`.
    """
    how = weighted.WeightedForm(partial(_text, form), lambda costs: len(costs.terms))
    return weighted.write(model, digest, wcnf, map_, options, how, weighed=True)


def cost(variables: VariableMap, literals: Iterable[int]) -> int:
    """Return the weight of the soft clauses that a model violates.

    variables: the map of the WCNF.  literals: the true ones.
    """
    true = set(literals)
    return sum(weight for weight, literal in costs_of(variables).soft_clauses() if literal not in true)


def check_weights(weights: Iterable[int]) -> None:
    """Raise ModelError for weights that add up to more than solvers hold."""
    total = sum(map(abs, weights))
    if total >= MOST_WEIGHT:
        said = f"weights, or steps of the objective, that add up to {cut(total)}"
        raise ModelError(f"{said}; a WCNF has room for less than 2^63 - 1")


def _text(form: WcnfForm, lines: weighted.ClauseLines, size: Written, costs: Costs | None) -> Iterator[bytes]:
    """Yield the hard clauses of a CNF of that size and the soft ones."""
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
    """Return a line of a CNF as one of the WCNF."""
    if line[:1] == b"c":
        return line if header or line.strip() != b"c" else b""
    return header if line[:1] == b"p" else start + line


def _comment(costs: Costs) -> bytes:
    """Return a comment about the value that a cost means."""
    shift = costs.shift()
    if costs.goal == "minimize":
        meaning = f"the cost {'-' if shift < 0 else '+'} {decimal(abs(shift))}" if shift else "the cost"
    else:
        meaning = f"{decimal(-shift)} - the cost"
    return f"c the value to {costs.goal} is {meaning}\n".encode()
