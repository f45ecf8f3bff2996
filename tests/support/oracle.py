"""The judges of encoders: brute force over all assignments, against the meaning."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from itertools import product

from pysat.solvers import Solver

from csp2sat import decoder
from csp2sat.base.source import Source
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.model.expr import Expr
from csp2sat.model.meaning import evaluate, in_order, values_of
from csp2sat.model.model import Answer, Model

Assignment = tuple[tuple[int, ...], tuple[bool, ...]]
# how an encoder is tried, whatever it encodes
OPTIONS = {
    "default": EncoderOptions(),
    "nothing shared": EncoderOptions(narrowing=False, share=False),
    "activation": EncoderOptions(narrowing=False, share=False, activate=True),
}


def assert_means(encode: Callable, holds: Callable[..., bool], width: int) -> None:
    """`encode(sink, *lits)` writes clauses over `width` inputs; `holds(*bits)` is the meaning.

    Tries all 2**width inputs, so width stays below 15.  What the auxiliary variables do is left to the solver.
    """
    sink = Sink()
    lits = sink.new(width)
    encode(sink, *lits)
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        for bits in product((False, True), repeat=width):
            allowed = solver.solve(assumptions=[x if b else -x for x, b in zip(lits, bits, strict=True)])
            assert allowed == holds(*bits), f"inputs {bits}: the clauses say {allowed}"


def assignments(model: Model) -> Iterator[tuple[Assignment, Answer]]:
    """Every assignment of the variables, twice: as tuples, and by name."""
    for ints in product(*model.ints.values()):
        for bools in product((False, True), repeat=len(model.bools)):
            answer = Answer(dict(zip(model.ints, ints, strict=True)), dict(zip(model.bools, bools, strict=True)))
            yield (ints, bools), answer


def solutions(model: Model) -> set[Assignment]:
    """All solutions, by evaluating every assignment."""
    formulas = [(c.formula, in_order(c.formula)) for c in model.constraints]
    return {a for a, answer in assignments(model) if all(_holds(*each, answer) for each in formulas)}


def _holds(formula: Expr, parts: list[Expr], answer: Answer) -> bool:
    """Return what `evaluate` returns, if `parts` are those of the formula in their order."""
    return bool(values_of(parts, answer)[formula] if parts else evaluate(formula, answer))


def best_by_cnf(model: Model, options: EncoderOptions | None = None) -> int | None:
    """The best value of the objective that the CNF allows; None if it is unsatisfiable."""
    sink = Sink()
    records = encode(model, sink, options or EncoderOptions())
    cost = decoder.of_records(sink.num_vars, records).objective
    assert cost is not None
    cnf = clauses(sink.flat())
    for step in range(cost.steps.last + 1):
        with Solver("minisat22", bootstrap_with=[*cnf, *cost.as_good(step)]) as solver:
            if solver.solve():
                return cost.steps.value(step)
    return None


def encoded_solutions(model: Model, options: EncoderOptions, only: Collection[int] | None = None) -> set[Assignment]:
    """All solutions, by enumerating the models of the CNF; each must come once.

    The activation literals, if there are any, are assumed; `only` those of the constraints with these numbers.
    """
    found: set[Assignment] = set()
    for answer in enumerate_answers(model, options, only):
        assignment = (tuple(answer.ints.values()), tuple(answer.bools.values()))
        assert assignment not in found, "a solution came twice"
        found.add(assignment)
    return found


def enumerate_answers(model: Model, options: EncoderOptions, only: Collection[int] | None = None) -> Iterator[Answer]:
    """Answers one by one; each is blocked on the variables that are not hidden."""
    sink = Sink()
    records = encode(model, sink, options)
    active = [r["activation"] for r in records if "activation" in r]
    if only is not None:
        active = [active[number] for number in only]
    header = {"variables": sink.num_vars, "cnf": "sha256:", "records": sum("int" in r or "bool" in r for r in records)}
    map_ = decoder.read(Source("m.map", decoder.write(header, records)))
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        solver.add_clause([sink.num_vars, -sink.num_vars])  # so that a model has every variable
        while solver.solve(assumptions=active):
            answer = map_.decode(solver.get_model())
            yield answer
            solver.add_clause(map_.blocking_clause(answer))


def propagated(flat: list[int], assumed: list[int]) -> set[int]:
    """What unit propagation finds from the assumptions; both signs of everything if it finds a contradiction."""
    found, grown, all_clauses = set(assumed), True, clauses(flat)
    while grown:
        grown = False
        for clause in all_clauses:
            rest = [lit for lit in clause if -lit not in found]
            if not rest:
                return {sign * abs(lit) for each in all_clauses for lit in each for sign in (1, -1)}
            if len(rest) == 1 and rest[0] not in found:
                found.add(rest[0])
                grown = True
    return found
