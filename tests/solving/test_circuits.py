"""Large circuits, solved by a permutation and cuts: no cut excludes a solution, each excludes its answer."""

from dataclasses import replace
from random import Random

import pytest
from pysat.solvers import Solver
from support.oracle import OPTIONS, encoded_solutions, solutions
from support.pipelines import pipeline

from csp2sat import decoder
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.cnf.sink import Sink
from csp2sat.encoder.encoder import encode
from csp2sat.encoder.options import EncoderOptions
from csp2sat.graphs.forest import eliminated, no_directed_cycle
from csp2sat.ints.spec import ENCODINGS
from csp2sat.model.domain import Domain
from csp2sat.model.expr import all_of, any_of, node
from csp2sat.model.meaning import evaluate
from csp2sat.model.model import Answer, Model, Objective, Origin
from csp2sat.optimizing.bound_strategies import STRATEGIES
from csp2sat.optimizing.optimize import DEFAULT, optimize
from csp2sat.solving import schedule
from csp2sat.solving.first_solution import solve_unique
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.problem_run import ProblemRun
from csp2sat.solving.refining import circuits


def random_model(seed, size=5):
    """A circuit of `size` terms: variables with or without loops and values that are no vertices, counted from 0 or 1,
    some of them twice or constants.
    """
    rng, model = Random(seed), Model()
    first, loops = rng.randint(0, 1), rng.random()
    terms = []
    for v in range(size):
        values = {w for w in range(-1, size + 1) if rng.random() < 0.6 and (w != v or rng.random() < loops)}
        values |= {(v + 1) % size} if rng.random() < 0.5 else set()
        term = model.int(f"x{v}", Domain.of({w + first for w in values or {0, 1}}))
        terms.append(node("sub", term, first) if first else term)
    if rng.random() < 0.2:
        terms[rng.randrange(size)] = rng.choice((*range(size), *terms))
    extra = [any_of(node("ne", term, v) for v, term in enumerate(terms)), node("ne", terms[0], terms[-1])]
    model.add(all_of((node("circuit", *terms), *rng.sample(extra, rng.randint(0, 2)))), Origin("text", 1, 1))
    return model


def refined(model):
    """All solutions by the refinement of a model."""
    refinement, right = circuits.refinement(model), solutions(model)
    sink, found = Sink(), set()
    records = encode(refinement.model(), sink, EncoderOptions())
    map_ = decoder.of_records(sink.num_vars, records)
    with Solver("minisat22", bootstrap_with=clauses(sink.flat())) as solver:
        while solver.solve():
            answer = map_.decode(solver.get_model())
            for cut in (cuts := refinement.cuts(answer)):
                assert not any(answer.ints[name] == value for name, value in cut)
                named = [dict(zip(model.ints, ints, strict=True)) for ints, _ in right]
                assert all(any(ints[name] == value for name, value in cut) for ints in named)
                solver.add_clause(map_.clause(cut))
            if not cuts:
                found.add((tuple(answer.ints.values()), ()))
                solver.add_clause(map_.blocking_clause(answer))
    return found, right


@pytest.fixture
def every_circuit(monkeypatch):
    monkeypatch.setattr(circuits, "LARGE", -1)


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(200))
def test_cuts_leave_all_solutions_and_no_others(seed, every_circuit):
    found, right = refined(random_model(seed))
    assert found == right


@pytest.mark.sample(4)
@pytest.mark.parametrize("seed", range(60))
@pytest.mark.parametrize("encoding", [None, *ENCODINGS])
def test_answers_whatever_the_encoding(seed, encoding, every_circuit, tmp_path):
    model, options = random_model(seed, 4), EncoderOptions(encoding=encoding) if encoding else EncoderOptions()
    result = solve_unique(ProblemRun(CspProblem(model, ""), pipeline(tmp_path, options=options)))
    right = solutions(model)
    assert result.status == ("SATISFIABLE" if right else "UNSATISFIABLE")
    assert result.unique == (len(right) == 1 if right else None)


def test_a_value_without_a_literal_leaves_the_exact_model(every_circuit, tmp_path, capsys):
    model = Model()
    terms = [model.int(f"x{v}", Domain([(0, 5)])) for v in range(6)]
    model.add(all_of((node("circuit", *terms), *(node("ne", term, v) for v, term in enumerate(terms)))))
    options = EncoderOptions(encode=[("x3", "log")])
    result = solve_unique(ProblemRun(CspProblem(model, ""), pipeline(tmp_path, options=options)))
    assert (result.status, result.unique) == ("SATISFIABLE", False)
    assert (tmp_path / "problem.cnf").exists()


def test_a_large_circuit_never_needs_its_cubic_clauses(tmp_path):
    size, rng, model = 120, Random(5), Model()
    for v in range(size):
        values = {(v + 7) % size, *rng.sample(range(size), 8)} - {v}
        model.int(f"x{v}", Domain.of(values))
    model.add(node("circuit", *(node("int", name) for name in model.ints)))
    result = solve_unique(ProblemRun(CspProblem(model, ""), pipeline(tmp_path)))
    assert (result.status, result.unique) == ("SATISFIABLE", False)
    assert [each.name for each in tmp_path.glob("*.cnf")] == ["problem-cuts.cnf"]


def test_cuts_go_on_if_the_exact_formula_is_too_large(every_circuit, tmp_path, monkeypatch):
    size, model = 8, Model()
    for v in range(size):
        model.int(f"x{v}", Domain.of({(v + 1) % size, (v + 3) % size}))
    model.add(node("circuit", *(node("int", name) for name in model.ints)))
    monkeypatch.setattr(schedule, "REFINED", (("exact", 1), ("cuts", None)))
    run = ProblemRun(CspProblem(model, ""), pipeline(tmp_path, options=EncoderOptions(max_clauses=100)))
    assert solve_unique(run).status == "SATISFIABLE"


@pytest.mark.parametrize("encoding", [*ENCODINGS])
@pytest.mark.parametrize("loops", [True, False, None])
def test_one_way(loops, encoding):
    model = Model()
    terms = [
        model.int(f"x{v}", Domain.of({0, 1, 2, 3} - (set() if loops or (loops is None and v % 2) else {v})))
        for v in range(4)
    ]
    model.add(node("one-way", *terms), Origin("text", 1, 1))
    expected = solutions(model)
    for options in OPTIONS.values():
        assert encoded_solutions(model, replace(options, encoding=encoding)) == expected


@pytest.mark.parametrize("least", [-1, 3])
def test_one_way_in_formulas(least):
    model = Model()
    terms = [model.int("x", Domain([(-1, 3)])), model.int("y", Domain([(0, 2)])), 0, node("add", node("int", "x"), 1)]
    model.add(any_of((node("not", node("one-way", *terms)), node("eq", terms[0], least))), Origin("text", 1, 1))
    assert encoded_solutions(model, EncoderOptions()) == solutions(model)


@pytest.mark.parametrize("size, each", [(3, 2), (30, 3), (40, 12), (25, 24)])
def test_the_clauses_of_elimination_are_known_before(size, each):
    rng, sink = Random(size), Sink()
    ends = [rng.sample([w for w in range(size) if w != v], each) for v in range(size)]
    no_directed_cycle(sink, size, [(v, w, sink.var()) for v, row in enumerate(ends) for w in row])
    written = sum(1 for _ in clauses(sink.flat()))
    assert eliminated(ends, 10**9) <= written <= eliminated(ends, 10**9) + size * each
    assert eliminated(ends, 1) > 1


@pytest.mark.sample(10)
@pytest.mark.parametrize("seed", range(120))
def test_the_best_circuit(seed, every_circuit, tmp_path):
    rng, model = Random(seed), random_model(seed, 5)
    names = [*model.ints]
    terms = [node("mul", rng.randint(-3, 3), node("int", name)) for name in names]
    costs = node("add", *terms) if rng.random() < 0.5 else node("max", *terms[:2], node("abs", terms[3]))
    model.objective = Objective(rng.choice(("minimize", "maximize")), costs)
    values = [evaluate(costs, Answer(dict(zip(names, ints, strict=True)), {})) for ints, _ in solutions(model)]
    run = ProblemRun(CspProblem(model, ""), pipeline(tmp_path))
    best = optimize(run, rng.choice((*STRATEGIES, DEFAULT)), lambda value, solution: None)
    assert best.status == ("OPTIMUM FOUND" if values else "UNSATISFIABLE")
    assert not values or evaluate(costs, best.solution) == (min if model.objective.goal == "minimize" else max)(values)
