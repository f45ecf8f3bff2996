"""Proofs from the source without files or processes: the claim of a small CSP, its files as texts, and their check."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from typing import NamedTuple

from pysat.solvers import Solver

from csp2sat import decoder
from csp2sat.certifying.certificate import last_clauses
from csp2sat.cnf.flat_clauses import flat
from csp2sat.cnf.sink import Sink
from csp2sat.deriving.derivation import SourceDerivation
from csp2sat.deriving.proof import without_deletions
from csp2sat.deriving.recording import Recorded, options_of, recorded
from csp2sat.encoder.encoder import encode
from csp2sat.errors import InputError
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model
from csp2sat.proofs.pb_checker.checker import check
from csp2sat.proofs.pb_checker.reading import CheckedText
from csp2sat.proofs.pb_checker.solutions import PbVerdict
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement
from support.oracle import assignments


class Proved(NamedTuple):
    """A claim and its texts: statement, proof; and the clauses of the CNF, with the claim's."""

    claim: str
    statement: SourceStatement
    proof: str
    clauses: list[list[int]]
    literals: dict[int, str]

    def verdict(self) -> PbVerdict:
        return checked(self.statement.text, self.proof)


def checked(statement: str, proof: str) -> PbVerdict:
    return check(CheckedText("p.opb", statement), CheckedText("p.pbp", proof))


def solutions_of(model: Model) -> list[Answer]:
    """All solutions, by evaluating every assignment."""
    return [a for _, a in assignments(model) if all(evaluate(c.formula, a) for c in model.constraints)]


def proved(model: Model, encoding: str = "order", solver: str = "glucose4") -> Proved:
    """The strongest claim that is true: no solution, the best one with an objective, else a unique one; a model with
    several solutions and no objective gets those but the first excluded.
    """
    answers = solutions_of(model)
    if not answers:
        return _proof(model, "unsatisfiable", None, encoding, solver)
    if model.objective is None:
        return _proof(model, "unique", answers[0], encoding, solver)
    goal, term = model.objective
    values = [evaluate(term, a) for a in answers]
    best = (min if goal == "minimize" else max)(values)
    return _proof(model, "optimum", answers[values.index(best)], encoding, solver)


def _proof(model: Model, claim: str, answer: Answer | None, encoding: str, solver: str) -> Proved:
    """The proof as it is written first; if a clause has no derivation so, each clause is derived with care."""
    for care in range(3):
        with suppress(NotStated, InputError):
            found = _derived(model, claim, answer, encoding, solver, care)
            return found._replace(proof=without_deletions(found.proof, found.verdict().needed))
    return _derived(model, claim, answer, encoding, solver, 2)  # which raises, or is not accepted


def _derived(model: Model, claim: str, answer: Answer | None, encoding: str, solver: str, care: int) -> Proved:
    found = recorded(model, options_of(encoding))
    further = [] if answer is None else _further(model, claim, answer, found.clauses, encoding)
    clauses = [*found.clauses, *further]
    return derived_from(Claimed(model, claim, answer), found, clauses, lemmas(clauses, solver), care)


class Claimed(NamedTuple):
    """A claim about a CSP, and the solution that it is about."""

    model: Model
    claim: str
    answer: Answer | None = None


def derived_from(
    what: Claimed, found: Recorded, clauses: list[list[int]], steps: list[tuple[list[int], bool]], care: int
) -> Proved:
    """The proof of a claim by clauses, perhaps not those of the encoder, and the steps of a solver."""
    statement = SourceStatement(what.model, what.answer if what.claim == "unique" else None)
    derivation = SourceDerivation(statement, found, what.answer if what.claim == "optimum" else None, care)
    derivation.clauses(flat(clauses))
    derivation.lemmas(steps)
    derived = derivation.finished()
    return Proved(what.claim, statement, derived.proof, clauses, derived.literals)


def _further(model: Model, claim: str, answer: Answer, clauses: list[list[int]], encoding: str) -> list[list[int]]:
    sink = Sink()
    records = encode(model, sink, replace(options_of(encoding)))
    map_ = decoder.of_records(sink.num_vars, records)
    with Solver("minisat22", bootstrap_with=clauses) as solver:
        assert solver.solve(assumptions=[-a for a in map_.blocking_clause(answer)])
        literals = solver.get_model()
    literals += range(len(literals) + 1, sink.num_vars + 1)
    return last_clauses(claim, map_, literals)


def lemmas(clauses: list[list[int]], solver: str) -> list[tuple[list[int], bool]]:
    """The steps of a solver's refutation; [] if a clause is empty already."""
    if [] in clauses:
        return []
    with Solver(solver, bootstrap_with=clauses, with_proof=True) as engine:
        assert not engine.solve(), "the claim is false"
        lines = [line.split() for line in engine.get_proof()]
    return [([int(a) for a in words if a not in ("d", "0")], words[0] == "d") for words in lines]
