"""A plain CNF as a problem: which models it has, how many, what they share.

Its variables are Booleans that are called by their numbers.  A line `c p show 1 2 0`, as counters read it, names those
that are asked about; the others are hidden, with a `_` before the number.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from ..base.gc_pause import no_collector
from ..cnf import dimacs
from ..cnf.flat_clauses import clauses
from ..errors import InputError, Place
from ..model.expr import Expr, any_of, negation
from ..model.model import Answer, Model, hidden
from .problem import Attempt, CnfInput, CspProblem

SHOWN = rb"(?m)^c[ \t]+p[ \t]+show((?:[ \t]+[0-9]{1,10})*)[ \t]*\r?$"


class CnfProblem(CspProblem):
    """The clauses as constraints.  Nothing is left out for symmetry: what is asked for is models."""

    is_cnf = True

    def attempts(self) -> Sequence[Attempt]:
        return [Attempt("exact", "exact", lambda: self.model)]


def problem_of(cnf: CnfInput) -> CnfProblem:
    """The problem of a CNF.  Raises InputError with the place of what is wrong."""
    with no_collector():
        found = dimacs.read(cnf.data, cnf.path)
        shown = _shown(cnf, found.num_vars)
        names = [str(n) if shown is None or n in shown else f"_{n}" for n in range(1, found.num_vars + 1)]
        model = Model()
        variables = [model.bool(name) for name in names]
        for clause in clauses(found.flat):
            model.add(any_of(_literal(variables, lit) for lit in clause))
    return CnfProblem(model, cnf.digest)


def _literal(variables: Sequence[Expr], literal: int) -> Expr:
    variable = variables[abs(literal) - 1]
    return variable if literal > 0 else negation(variable)


def _shown(cnf: CnfInput, num_vars: int) -> set[int] | None:
    """The variables that comments name; None if there is no such comment."""
    lines = list(re.finditer(SHOWN, cnf.data))
    found = {int(word) for line in lines for word in line[1].split()} - {0}
    if found and max(found) > num_vars:
        line = next(line for line in lines if str(max(found)).encode() in line[1].split())
        number = cnf.data.count(b"\n", 0, line.start()) + 1
        text = line[0].decode().rstrip()
        message = f"variable {max(found)} is beyond the header's {num_vars}"
        raise InputError(message, Place(cnf.path, number, text.find(str(max(found))) + 1, text))
    return found if lines else None


def literals(answer: Answer) -> list[int]:
    """The literals that are true, of the variables that are not hidden."""
    return [int(name) if value else -int(name) for name, value in answer.bools.items() if not hidden(name)]
