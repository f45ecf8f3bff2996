"""Model -> F.opb and F.map, for pseudo-Boolean solvers: the clauses of the CNF as sums, and what they cost as the goal.

    * #variable= 12 #constraint= 34
    min: +3 x1 +1 x3 +2 x4 ;        x1 is always true: the constant
    +1 x1 -1 x2 >= 0 ;              x1 or not x2

The sum of the goal is the objective, or the cost of the violated constraints; it is the opposite of what is to be
maximized.
"""

from __future__ import annotations

from collections.abc import Iterator

from ..base.numbers import decimal
from ..cnf.dimacs import Written
from ..cnf.pb_sums import sum_of
from ..model.model import Model
from . import weighted
from .costs import Costs
from .options import EncoderOptions


def write(model: Model, digest: str, opb: str, map_: str, options: EncoderOptions, weighed: bool) -> Written:
    """Write a formula and its map, as `files.write` does.

    model: its soft constraints must be Boolean variables or negations of such.  weighed: whether there is a goal.
    """
    form = weighted.WeightedForm(_text, lambda costs: 0)
    return weighted.write(model, digest, opb, map_, options, form, weighed)


def _text(lines: weighted.ClauseLines, size: Written, costs: Costs | None) -> Iterator[bytes]:
    yield b"* #variable= %d #constraint= %d\n" % (size.num_vars, size.num_clauses)
    goal = [] if costs is None else [_goal(costs)]
    for some in lines:
        yield b"".join([b"*" + line[1:] for line in some if line[:1] == b"c" and line.strip() != b"c"])
        yield b"".join([*goal, *(sum_of(line) for line in some if line[:1] not in (b"c", b"p"))])
        goal = []


def _goal(costs: Costs) -> bytes:
    """Return the line of the goal."""
    terms = "".join(f"{'-' if c < 0 else '+'}{decimal(abs(c))} x{v} " for v, c in costs.coefficients().items())
    opposite = "* the value to maximize is the opposite of the goal\n" if costs.goal == "maximize" else ""
    return f"{opposite}min: {terms or '+0 x1 '};\n".encode()
