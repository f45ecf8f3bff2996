"""Writing a CSP to F.opb and F.map, for pseudo-Boolean solvers: each clause is a sum, and the costs are the goal.

    * #variable= 12 #constraint= 34
    min: +3 x1 +1 x3 +2 x4 ;        x1 is always true: the constant
    +1 x1 -1 x2 >= 0 ;              x1 or not x2

The goal is the objective or the cost of the violated soft constraints, negated for an objective to maximize.
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
    """Write a CSP to the OPB file `opb` and the map `map_`, as `files.write` does; return size and digest of the
    formula.

    `digest` is the SHA-256 (hex) of the input; `weighed` says whether the file gets a goal.  Raise ModelError if a soft
    constraint of the model is neither a Boolean variable nor the negation of a Boolean variable.
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
    """Return the OPB line of the goal, `min: ...`, after a comment line if the value is to be maximized."""
    terms = "".join(f"{'-' if c < 0 else '+'}{decimal(abs(c))} x{v} " for v, c in costs.coefficients().items())
    opposite = "* the value to maximize is the opposite of the goal\n" if costs.goal == "maximize" else ""
    return f"{opposite}min: {terms or '+0 x1 '};\n".encode()
