"""The judging of a solver's answer against the formula: the faults of the answer, in words."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Any

from ..base.json_source import json_in
from ..base.numbers import decimal
from ..base.source import Source
from ..cnf import dimacs
from ..cnf.flat_clauses import clauses
from ..cnf.pb_sums import clause_of
from ..errors import InputError, Place
from ..runner.process import output
from ..runner.process.output import SolverAnswer
from ..solving.inputs import CnfInput
from .answers import SEVERAL
from .values import numbered

OPB = b"* #variable="
HARD = b"h"  # in a WCNF since 2022; before, the weight that its header ends with


def faults_of_answer(problem: CnfInput, data: bytes, path: str) -> list[str]:
    """Return the faults of an answer to a CNF, in words: each false clause, or one fault of the whole answer; [] if
    there are none.

    data, path: the text of the answer, which a solver prints, or `solve --json`, and its path.  Raises InputError if no
    model can be read.
    """
    found = dimacs.read(problem.data, problem.path)
    texts = _texts_in_json(data, path) if data.lstrip().startswith(b"{") else _texts(data)
    return numbered([(text, _faults(problem, found, text, path)) for text in texts])


def _faults(problem: CnfInput, found: dimacs.Cnf, data: bytes, path: str) -> list[str]:
    """Return the faults of one answer to a CNF.

    found: the CNF.  data, path: the answer as a solver prints it, and its path.  Raises InputError if no model can be
    read.
    """
    answer = output.parse(data, found.num_vars)
    if answer.status is None and answer.literals:
        answer = answer._replace(status="sat")  # an assignment, whoever wrote it
    if answer.complaint and answer.contradicts:
        return [answer.complaint]
    if answer.digest not in ("", problem.digest):
        return ["the answer to another CNF, by its digest"]
    require_answer(answer, path)
    if answer.status != "sat":
        raise InputError("the answer has no model to check", Place(path))
    rows, true = list(clauses(found.flat)), set(answer.literals)
    used = {abs(lit) for lit in found.flat}
    unvalued = output.Unvalued(answer.literals, found.num_vars)
    missing = [v for v in sorted(used) if v in unvalued]
    if missing:
        return [output.too_few(len(answer.literals), found.num_vars, missing)]
    wrong = ((number, c) for number, c in enumerate(rows, start=1) if true.isdisjoint(c))
    return [f"clause {number} is false: {' '.join(map(str, [*c, 0]))}" for number, c in wrong]


def _texts(data: bytes) -> list[bytes]:
    """Return a text for each model of an answer in the form of SAT solvers: the lines of the answer that are no `v`
    lines, then the `v` lines of this model, of which the last one ends with 0.

    data: the answer, which is returned unchanged, as the only text, unless a line of the answer announces several
    solutions, as `solve --all` and `solve --unique` print it.
    """
    if not SEVERAL.search(data.decode("latin-1")):
        return [data]
    models, rest = [list[bytes]()], list[bytes]()
    for line in data.splitlines():
        of_model = line[:2] == b"v "
        (models[-1] if of_model else rest).append(line)
        if of_model and line.split()[-1] == b"0":
            models.append([])
    return [b"\n".join([*rest, *model, b""]) for model in models if model]


def _texts_in_json(data: bytes, path: str) -> list[bytes]:
    """Return the models of an answer in JSON, each as the text that a solver prints.

    data, path: the text of the answer, and its path.  Raises InputError if the answer has no model.
    """
    whole = json_in(Source(path, data.decode(errors="replace")))
    found, digest = whole.get("solutions", [whole]), whole.get("sha256", "")
    found = [*found, whole["second"]] if isinstance(found, list) and "second" in whole else found
    listed = found if isinstance(found, list) else []
    models: list[Any] = [each.get("model") if isinstance(each, dict) else None for each in listed]
    if not all(isinstance(model, list) and all(type(lit) is int for lit in model) for model in models or [None]):
        status = f"; its status is {whole['status']}" if "status" in whole else ""
        raise InputError(f'the answer has no "model", a list of literals{status}', Place(path))
    if not isinstance(digest, str) or digest.splitlines()[1:]:
        raise InputError('expected "sha256": the digest of the CNF', Place(path))
    stated = f"{output.DIGEST}{digest}\n" if digest else ""
    status = whole["status"] if whole.get("status") in ("UNSATISFIABLE", "UNKNOWN") else "SATISFIABLE"
    return [f"{stated}s {status}\nv {' '.join(map(decimal, model))} 0\n".encode() for model in models]


def require_answer(answer: SolverAnswer, path: str) -> None:
    """Raise InputError, with the place, unless a solver's answer was read in the file at this path."""
    if answer.complaint:
        raise InputError(answer.complaint, Place(path, answer.line))
    if answer.status is None and answer.literals:
        raise InputError("literals without a status; expected a line `s SATISFIABLE`, too", Place(path))
    if answer.status is None:
        raise InputError("this is no answer of a solver; expected `s` and `v` lines, or SAT or UNSAT", Place(path))


def false_clause(formula: Iterable[bytes], literals: Iterable[int]) -> str:
    """Return the first clause that the literals do not satisfy, with its line; '' if they satisfy all.

    formula: lines as from `clause_lines`.
    """
    return dimacs.false_line(formula, literals) or ""


def occurring(formula: Iterable[bytes], variables: Collection[int]) -> list[int]:
    """Return the variables that occur in a clause, of those given.  formula: lines as from `clause_lines`."""
    return dimacs.occurring(formula, variables)


def clause_lines(text: bytes) -> list[bytes] | None:
    """Return the lines of a formula that `encode` wrote, each with one clause in DIMACS; lines without a clause are
    unchanged or blank.

    The formula is a CNF, a WCNF, of which only hard clauses are kept, without their weights, or an OPB.  The result is
    None for any other formula.
    """
    lines = text.split(b"\n")
    if text.startswith(OPB):
        return [clause_of(line) for line in lines]
    words = next((line.split() for line in lines if line.strip() and not line.startswith(b"c")), [b""])
    if words[:2] == [b"p", b"cnf"]:
        return lines
    if words[:2] == [b"p", b"wcnf"] and len(words) == 5:
        return list(_hard(lines, words[4]))
    return list(_hard(lines, HARD)) if words[0] == HARD or words[0].isdigit() else None


def _hard(lines: Iterable[bytes], weight: bytes) -> Iterator[bytes]:
    """Yield, for each line, its clause if the line begins with this weight, else an empty line."""
    for line in lines:
        word, _, clause = line.partition(b" ")
        yield clause if word == weight else b""
