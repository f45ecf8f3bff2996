"""A plain CNF as a problem: questions about its models, their number, and their common literals.

The variables of the problem are Booleans named by their numbers.  A line `c p show 1 2 0`, as model counters read it,
names the variables that questions are about; each other variable is hidden, with a `_` before its number.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import repeat

from ..base.files import STDIN
from ..base.interpreter import CollectorOff
from ..base.source import Source
from ..cnf import dimacs
from ..cnf.flat_clauses import Clause, clauses
from ..errors import InputError, Place
from ..model.expr import Expr, any_of, negation
from ..model.model import Answer, Constraint, Model, Origin, hidden
from ..tuples import NamedTuple
from .problem import Attempt, CspProblem

ALWAYS = "group 0"  # the name of the clauses of a group CNF that always hold
OURS = b"c csp2sat "  # how a CNF that csp2sat wrote begins
SHOWN = rb"(?m)^(?:\xef\xbb\xbf)?c[ \t]+p[ \t]+show((?:[ \t]+[0-9]{1,10})*)[ \t]*\r?$"


class CnfInput(NamedTuple):
    """A CNF: its path for messages, its uncompressed bytes and their SHA-256 (hex).

    text: the bytes of a group CNF, whose `data` have blanks in place of the groups; b'' for another CNF.  groups: the
    group of each clause of a group CNF; None for another CNF.
    """

    path: str
    data: bytes
    digest: str
    text: bytes = b""
    groups: Sequence[int] | None = None

    @classmethod
    def of(cls, path: str, data: bytes, digest: str) -> CnfInput:
        """Return the CNF, or group CNF, with these bytes.

        path, data, digest: as of a CnfInput, but a group CNF with its groups.  Raises InputError for groups at a wrong
        place.
        """
        from ..cnf.groups import ungrouped

        found = ungrouped(data.removeprefix(codecs.BOM_UTF8), path)
        return cls(path, data, digest) if found is None else cls(path, found.plain, digest, data, found.groups)

    @property
    def is_cnf(self) -> bool:
        """Whether the input is a plain CNF."""
        return True

    @property
    def board(self) -> None:
        """The board, None for each CNF."""

    def as_problem(self) -> CnfProblem:
        """Return the problem to find models of the CNF.  Raises InputError, with the place, if the CNF is malformed."""
        return problem_of(self)


class CnfProblem(CspProblem):
    """A problem whose constraints are the clauses of a CNF; its only attempt is the exact one, as breaking symmetries
    would lose models.
    """

    is_cnf = True

    def __init__(self, model: Model, cnf: CnfInput):
        super().__init__(model, cnf.digest)
        self._cnf = cnf
        self.always = None if cnf.groups is None else ALWAYS if 0 in cnf.groups else ""

    def attempts(self) -> Sequence[Attempt]:
        return [self.exact_attempt()]

    def clauses(self) -> list[Clause]:
        return clauses(dimacs.read(self._cnf.data, self._cnf.path).flat)

    def detailed(self) -> CspProblem:
        """Return the same problem with each clause at its place in the text, with its number, and with the name of its
        group if it has one.
        """
        return self._detailed

    @cached_property
    def _detailed(self) -> CspProblem:
        from ..cnf.groups import places

        cnf = self._cnf
        names: Iterable[str] = repeat("") if cnf.groups is None else (f"group {each}" for each in cnf.groups)
        placed = enumerate(zip(places(cnf.data), names, strict=False), 1)
        origins = [Origin("text", *place, f"clause {number}", name) for number, (place, name) in placed]
        constraints = [Constraint(each.formula, at) for each, at in zip(self.model.constraints, origins, strict=True)]
        found = CnfProblem(replace(self.model, constraints=constraints), cnf)
        found.source = Source(
            STDIN if cnf.path == "-" else cnf.path, (cnf.text or cnf.data).decode(errors="replace").replace("\r", " ")
        )
        return found


def problem_of(cnf: CnfInput) -> CnfProblem:
    """Return the problem of a CNF.  Raises InputError, with the place, if the CNF is malformed."""
    with CollectorOff():
        found = dimacs.read(cnf.data, cnf.path)
        shown = _shown(cnf, found.num_vars)
        names = [str(n) if shown is None or n in shown else f"_{n}" for n in range(1, found.num_vars + 1)]
        model = Model()
        variables = [model.bool(name) for name in names]
        for clause in clauses(found.flat):
            model.add(any_of(_literal(variables, lit) for lit in clause))
    problem = CnfProblem(model, cnf)
    problem.unnamed_in = cnf.path if shown is None else ""
    problem.auxiliary_in = problem.unnamed_in if cnf.data.removeprefix(codecs.BOM_UTF8).startswith(OURS) else ""
    return problem


def _literal(variables: Sequence[Expr], literal: int) -> Expr:
    variable = variables[abs(literal) - 1]
    return variable if literal > 0 else negation(variable)


def _shown(cnf: CnfInput, num_vars: int) -> set[int] | None:
    """Return the variables that lines `c p show` of the CNF name; None if no such line exists.

    Raises InputError if a line names a variable beyond `num_vars`, the number in the header.
    """
    lines = list(re.finditer(SHOWN, cnf.data))
    found = {int(word) for line in lines for word in line[1].split()} - {0}
    if found and max(found) > num_vars:
        line = next(line for line in lines if str(max(found)).encode() in line[1].split())
        number = cnf.data.count(b"\n", 0, line.start()) + 1
        text = line[0].decode("utf-8-sig").rstrip()
        message = f"variable {max(found)} is beyond the header's {num_vars}"
        raise InputError(message, Place(cnf.path, number, text.find(str(max(found))) + 1, text))
    return found if lines else None


def literals(answer: Answer) -> list[int]:
    """Return the true literal of each variable that is not hidden."""
    return [int(name) if value else -int(name) for name, value in answer.bools.items() if not hidden(name)]
