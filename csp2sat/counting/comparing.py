"""A test of encodings on a small model: the formula of each must have the solutions that evaluation finds among all
assignments.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from itertools import product
from math import prod
from typing import Any

from ..decoder import shown
from ..errors import UsageError, own_fault
from ..ints import spec
from ..ints.spec import ENCODINGS
from ..model.domain import Domain
from ..model.expr import Expr, all_of, negation, node
from ..model.meaning import broken_constraints, evaluate
from ..model.model import Answer, Constraint, Model, Origin, visible
from ..solving.enumeration import FoundOnce
from ..solving.pipeline import Pipeline
from ..solving.problem import CspProblem
from ..solving.problem_run import ProblemRun
from ..tuples import NamedTuple
from .model_partition import PartitionedModels
from .projection import Projection
from .reader_promises import broken_promise

MOST = 20_000  # assignments of a model that is compared
ALONE = 256  # values of a variable, at most, whose reader is tested alone
HOLDS = "holds"  # the Boolean that is equivalent to the constraints

ValueSet = set[tuple[Any, ...]]


class Difference(NamedTuple):
    """The first assignment, in the order of the values, that the formula and the constraints judge differently.

    values: of the variables that are not hidden.  allowed: whether the formula allows the assignment; the constraints
    do not then, and `broken` is the first that the assignment breaks, None if the model has hidden variables.
    """

    values: Answer
    allowed: bool
    broken: Origin | None

    def __str__(self) -> str:
        ints = [f"{name}={value}" for name, value in self.values.ints.items()]
        words = " ".join((*ints, *(f"{name}={str(value).lower()}" for name, value in self.values.bools.items())))
        where = f" (the constraint at {self.broken} is violated)" if self.broken else ""
        how = f"the formula allows it, the constraints do not{where}"
        return f"{words}: {how if self.allowed else 'the constraints allow it, the formula does not'}"


class Compared(NamedTuple):
    """The comparison of one form of a model in one encoding.

    form: `required`, the model itself; `negated`, the assignments that break a constraint; `equivalent`, the model with
    a Boolean `holds` that says whether all constraints hold; `alone`, the reader of an encoding of the user's, by all
    models of a single variable, for each domain of the model.  solutions: the number that evaluation finds.
    difference: the first one, None if there is none.  fault: the error of a part of the user's that made no formula or
    no values of its models; '' for none.
    """

    encoding: str
    form: str
    solutions: int
    difference: Difference | None
    fault: str = ""


def compared(model: Model, pipeline: Pipeline) -> Iterator[Compared]:
    """Yield the comparison of each form of a model in each encoding of integers, those of the user's parts included.

    pipeline: its other options of the encoder are kept.  Raises UsageError for a model of more than MOST assignments.
    """
    size = prod(domain.size() for domain in model.ints.values()) << min(len(model.bools), MOST)
    if size > MOST:
        raise UsageError(f"--compare: the model has more than {MOST} assignments; expected a smaller one")
    judged = [(form, each, _tried(each, Projection(each, None))) for form, each in _forms(model)]
    for encoding in ENCODINGS if model.ints else [pipeline.options.encoding]:
        own = replace(pipeline, options=replace(pipeline.options, encoding=encoding))
        for form, each, allowed in judged:
            try:
                found = _by_formula(each, own.apart(f"{encoding}-{form}"))
            except Exception as error:
                if not (fault := own_fault(error)):
                    raise
                yield Compared(encoding, form, len(allowed), None, str(fault))
            else:
                yield Compared(encoding, form, len(allowed), _difference(each, allowed, found))
        domains = [each for each in dict.fromkeys(model.ints.values()) if each.size() <= ALONE]
        if domains and encoding in {*spec.ENCODINGS.own()}:
            broken = (_promised(each, own.apart(f"{encoding}-alone")) for each in domains)
            promise = next(filter(None, broken), "")
            yield Compared(encoding, "alone", sum(each.size() for each in domains), None, promise)


def _tried(model: Model, projection: Projection) -> set[tuple[Any, ...]]:
    """Return the solutions of a small model, as values of the projection's variables, by trying all assignments."""
    formulas = [constraint.formula for constraint in model.constraints]
    if model.objective is not None and isinstance(term := model.objective.term, Expr):
        formulas.append(node("le", term, term))  # it is defined
    found = set()
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
            if all(evaluate(formula, answer) for formula in formulas):
                found.add(projection.values(answer))
    return found


def _forms(model: Model) -> Iterator[tuple[str, Model]]:
    """Yield the forms of a model, each with its name; a model without constraints has one form."""
    yield "required", Model({**model.ints}, {**model.bools}, [*model.constraints], encodings=[*model.encodings])
    if model.constraints:
        together = all_of(constraint.formula for constraint in model.constraints)
        for form, name in (("negated", ""), ("equivalent", HOLDS)):
            other = Model({**model.ints}, {**model.bools}, encodings=[*model.encodings])
            while name in other.bools:
                name += "_"
            formula = node("iff", other.bool(name), together) if name else negation(together)
            other.constraints.append(Constraint(formula))
            yield form, other


def _by_formula(model: Model, pipeline: Pipeline) -> ValueSet:
    """Return the solutions that the formula of a model allows, as values of the variables that are not hidden."""
    run = ProblemRun(CspProblem(model, ""), pipeline)
    cnf, projection, found = run.exact("models"), Projection(model, None), ValueSet()
    excluded = FoundOnce(cnf.map)
    with closing(PartitionedModels(pipeline, cnf, shown(cnf.map, projection))) as models:
        while (literals := models.next()) is not None:
            answer = cnf.map.decode(literals)
            found.add(projection.values(_in_order(model, answer)))
            models.exclude(excluded.noted(projection.excludes(cnf.map, answer)), literals)
    return found


def _promised(domain: Domain, pipeline: Pipeline) -> str:
    """Return the first promise about a variable with a domain, alone in a formula, that the reader of the pipeline's
    encoding breaks, in words with the domain; '' if it keeps all.
    """
    try:
        model = Model({"x": domain})
        cnf = ProblemRun(CspProblem(model, ""), pipeline).exact("alone")
        variables, models = range(1, cnf.written.num_vars + 1), list[set[int]]()
        with closing(PartitionedModels(pipeline, cnf, variables)) as found:
            while (literals := found.next()) is not None and len(models) <= domain.size():
                models.append({lit for lit in literals if lit > 0})
                found.exclude([-lit for lit in literals], literals)
        broken = broken_promise(cnf.map.ints["x"], models, cnf.written.num_vars)
    except Exception as error:
        broken = str(own_fault(error) or vars(error).get("message", error))
    return f"the reader of a variable x in {domain}: {broken}" if broken else ""


def _in_order(model: Model, answer: Answer) -> Answer:
    return Answer({name: answer.ints[name] for name in model.ints}, {name: answer.bools[name] for name in model.bools})


def _difference(model: Model, allowed: ValueSet, found: ValueSet) -> Difference | None:
    """Return the first difference between two sets of solutions: by the constraints, and by the formula."""
    if allowed == found:
        return None
    first = min(allowed ^ found)
    seen = visible(Answer(dict.fromkeys(model.ints, 0), dict.fromkeys(model.bools, False)))
    ints, bools = len(seen.ints), len(seen.bools)
    values = Answer(dict(zip(seen.ints, first[:ints], strict=True)), dict(zip(seen.bools, first[ints:], strict=True)))
    is_whole = ints + bools == len(model.ints) + len(model.bools)
    broken = broken_constraints(model, values)[:1] if is_whole and first in found else []
    return Difference(values, first in found, broken[0].origin if broken else None)
