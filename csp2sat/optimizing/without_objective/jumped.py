"""A solution of linear constraints, found by jumps, before any clause is written."""

from __future__ import annotations

from contextlib import suppress

from ...base.portable_random import RandomSource
from ...encoder.normalize.formulas import Norm
from ...model.model import Answer, Model
from ..linear.extraction import REQUIRED, Extraction
from ..linear.forms import NoLinearForm
from ..linear.jumps import Jumps
from ..linear.program import Infeasible, LinearProgram, TooLarge
from ..linear.rows import RowPropagation

WORK = 20  # times all terms of the rows are examined, at most


def jumped(norm: Norm, model: Model, seed: int = 1) -> Answer | None:
    """Return an answer that breaks no row of the model's linear program, found by jumps; None if none is found, or a
    constraint is not linear.  seed: of the random choices.
    """
    if not all(part.op in REQUIRED and part.op != "circuit" for part in norm.parts()):
        return None
    with suppress(NoLinearForm, TooLarge, Infeasible):
        extraction = Extraction(norm, model, 1, needs_all=True)
        values = None if extraction.is_relaxation else solved(extraction.program, RandomSource(seed))
        return None if values is None else extraction.answer(values)
    return None


def solved(program: LinearProgram, random: RandomSource) -> list[int] | None:
    """Return values that break no row of a program, found by jumps; None if none are found with little work."""
    sums = [row.sum for row in program.rows]
    sums += [row.sum.times(-1) for row in program.rows if row.is_equation]
    rows = RowPropagation([each.lo for each in program.domains], [each.hi for each in program.domains], sums)
    if not rows.propagate():
        return None
    jumps = Jumps(program, rows.low, rows.high, rows.low, random)
    return jumps.values if jumps.solve(WORK * program.terms) else None
