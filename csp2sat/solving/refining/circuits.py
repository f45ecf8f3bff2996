"""Models with large circuits, solved by a weaker model and by cuts against each answer that has several cycles.

To forbid all cycles beforehand takes a cubic number of clauses, most of which no search needs; the weaker model has a
permutation without cycles of two vertices.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

from ...encoder.normalize.formulas import conjuncts
from ...graphs.forest import eliminated
from ...graphs.tour_cuts import tour_cuts
from ...ints.spec import VALUED
from ...model.domain import Domain
from ...model.expr import Expr, all_of, node
from ...model.model import Answer, Model
from ...model.refinement import NamedClause, Refinement
from ...tuples import NamedTuple

LARGE = 100_000  # clauses against the cycles of a circuit, beyond which cuts are tried first


class Circuit(NamedTuple):
    """A required circuit.  terms: for each vertex the variable of its successor, and what to add to the variable's
    value; the name is '' for a constant.  able: for each vertex the possible successors.
    """

    terms: Sequence[tuple[str, int]]
    able: Sequence[Collection[int]]

    def cuts(self, answer: Answer) -> list[NamedClause]:
        """Return clauses that all circuits keep and the answer breaks; [] if the answer is a circuit."""
        after = [answer.ints[name] + added if name else added for name, added in self.terms]
        return [
            [(self.terms[v][0], w - self.terms[v][1]) for v, w in clause if self.terms[v][0]]
            for clause in tour_cuts(self.able, after)
        ]


def refinement(model: Model) -> Refinement | None:
    """Return the refinement of a model with large circuits about variables; None if the model has none, or soft
    constraints.
    """
    circuits = [] if model.soft else [*_large_circuits(model)]
    if not circuits:
        return None

    def cuts(answer: Answer) -> list[NamedClause]:
        return [clause for each in circuits for clause in each.cuts(answer)]

    return Refinement(lambda: _weakened(model), cuts, lambda answer: answer, lambda solution: solution)


def _large_circuits(model: Model) -> Iterable[Circuit]:
    """Yield the required circuits of a model that take more than LARGE clauses against cycles."""
    for part in (part for constraint in model.constraints for part in conjuncts(constraint.formula)):
        found = _circuit(model, part) if part.op == "circuit" else None
        if found is not None and eliminated(found.able, LARGE) > LARGE:
            yield found


def _circuit(model: Model, part: Expr) -> Circuit | None:
    """Return the circuit that a formula requires; None if a term is more than a variable plus a constant."""
    terms, able = [], []
    for each in part.args:
        term = _term(each)
        if term is None:
            return None
        name, added = term
        terms.append(term)
        domain = model.ints[name] if name else Domain([(0, 0)])
        able.append(frozenset(value + added for value in domain.clipped(-added, len(part.args) - 1 - added)))
    return Circuit(terms, able)


def _term(each: Expr | int) -> tuple[str, int] | None:
    """Return the name of the variable of a term and what the term adds to the variable, with '' for a constant; None
    for any other term.
    """
    if isinstance(each, int):
        return "", each
    if each.op == "int":
        return each.args[0], 0
    if each.op == "sub" and isinstance(each.args[1], int) and each.args[0].op == "int":
        return each.args[0].args[0], -each.args[1]
    return None


def _weakened(model: Model) -> Model:
    """Return the model with a permutation, without cycles of two vertices, in the place of each circuit; constraints
    keep their numbers, and the successors have a literal for each value.
    """
    constraints = [each._replace(formula=_weaker(each.formula)) for each in model.constraints]
    names = {name: None for each in _large_circuits(model) for name, _ in each.terms if name}
    return replace(model, constraints=constraints, encodings=[*model.encodings, *((name, VALUED) for name in names)])


def _weaker(formula: Expr) -> Expr:
    parts = [*conjuncts(formula)]
    if all(part.op != "circuit" for part in parts):
        return formula
    return all_of(each for part in parts for each in (_permuted(*part.args) if part.op == "circuit" else (part,)))


def _permuted(*after: Expr | int) -> Iterable[Expr]:
    """Yield the formulas that successors are a permutation in which no two vertices follow each other."""
    for term in after:
        yield node("ge", term, 0)
        yield node("lt", term, len(after))
    yield node("alldifferent", *after)
    yield node("one-way", *after)
