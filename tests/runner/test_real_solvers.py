"""The solvers that are installed: answers, limits, proofs."""

from __future__ import annotations

import functools
import random
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from support.fake_solvers import UNSAT, fake, go, soon, tiny
from support.programs import needed_solver

from csp2sat.api import solvers as probe
from csp2sat.cnf import dimacs
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.errors import Csp2SatError, SolverError
from csp2sat.runner import runner
from csp2sat.runner.config import config
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process import child
from csp2sat.runner.process.outcome import Outcome, RunOptions

REAL = config.Solvers.load()


@pytest.fixture(params=REAL.entries)
def real(request: pytest.FixtureRequest) -> Iterator[Solver]:
    yield needed_solver(request.param)


def write(folder: Path, formula: probe.KnownFormula) -> Path:
    path = folder / f"{formula.name}.cnf"
    path.write_text(f"p cnf {formula.num_vars} {formula.flat.count(0)}\n{dimacs.lines_of(formula.flat)}")
    return path


def solve(solver: Solver, formula: probe.KnownFormula, folder: Path, options: RunOptions | None = None) -> Outcome:
    options = replace(options or RunOptions(), statistics=True)  # with all that it prints then
    return runner.run(solver, write(folder, formula), formula.num_vars, folder, options)


@pytest.mark.parametrize("seed", range(3))
def test_real_sat(real: Solver, seed: int, tmp_path: Path) -> None:
    outcome = solve(real, probe.satisfiable(150, seed), tmp_path, RunOptions(seed=seed, threads=2))
    assert (outcome.status, len(outcome.literals)) == ("sat", 150)


@pytest.mark.sample(13)
@pytest.mark.parametrize("holes", [1, 2, 5, 7])
def test_real_unsat(real: Solver, holes: int, tmp_path: Path) -> None:
    outcome = solve(real, probe.pigeonhole(holes), tmp_path)
    assert outcome.status == "unsat"
    if holes > 4:
        assert outcome.statistics.keys() == real.entry.statistics.keys() and all(outcome.statistics.values())


EDGES = {
    "no clauses": ("p cnf 3 0\n", "sat"),
    "the empty clause": ("p cnf 3 2\n1 2 0\n0\n", "unsat"),
    "contradicting units": ("p cnf 3 2\n1 0\n-1 0\n", "unsat"),
    "a tautology": ("p cnf 3 1\n1 -1 0\n", "sat"),
    "comments": ("c hello\nc\np cnf 3 1\n-3 0\n", "sat"),
}


@pytest.mark.sample(15)
@pytest.mark.parametrize("case", EDGES)
def test_real_edges(real: Solver, case: str, tmp_path: Path) -> None:
    text, status = EDGES[case]
    assert go(real, tmp_path, cnf=tiny(tmp_path, text)).status == status


@pytest.mark.sample(3)
def test_real_time_limit(real: Solver, tmp_path: Path) -> None:
    outcome = solve(real, drawn(600, [3] * 2560), tmp_path, RunOptions(deadline=soon(0.4)))
    assert (outcome.status, outcome.reason) == ("unknown", "time")
    assert 0.3 < outcome.seconds < 5


def drawn(num_vars: int, lengths: list[int]) -> probe.KnownFormula:
    """Random clauses of these lengths."""
    draw = random.Random(1)
    flat: list[int] = []
    for length in lengths:
        flat += (*(draw.choice((-v, v)) for v in draw.sample(range(1, num_vars + 1), length)), 0)
    return probe.KnownFormula("random", num_vars, flat, "unknown")


def test_real_conflicts(real: Solver, tmp_path: Path) -> None:
    """Those that take a number of conflicts end after so many."""
    if "conflicts" not in real.entry.args.names():
        pytest.skip("it takes none")
    options = RunOptions(budget=50, seed=1, threads=1)
    outcome = solve(real, drawn(600, [3] * 2560), tmp_path, options)
    assert (outcome.status, outcome.reason) == ("unknown", "time")
    assert outcome.seconds < 5


def test_real_broken_formula(real: Solver, tmp_path: Path) -> None:
    with pytest.raises(Csp2SatError, match=f"^{real.name} (failed with exit code|gave no status)"):
        go(real, tmp_path, cnf=tiny(tmp_path, "this is no formula\n"))


@pytest.mark.sample(2)
@pytest.mark.skipif(not child.KEEPS_MEMORY_LIMIT, reason="the system keeps no limit")
def test_real_memory_limit(real: Solver, tmp_path: Path) -> None:
    outcome = solve(real, large(), tmp_path, RunOptions(memory=16, deadline=soon(20)))
    assert (outcome.status, outcome.reason) == ("unknown", "memory")


@functools.cache
def large() -> probe.KnownFormula:
    """60 000 variables and 240 000 clauses of two to six literals; easy."""
    return drawn(60000, [2 + i % 5 for i in range(240000)])


def test_a_large_formula(tmp_path: Path) -> None:
    outcome = solve(REAL.default(), large(), tmp_path, RunOptions(deadline=soon(60)))
    assert (outcome.status, len(outcome.literals)) == ("sat", 60000)


def test_real_check(real: Solver) -> None:
    assert probe.check(real) == []


@pytest.mark.parametrize("name", [name for name, entry in REAL.entries.items() if entry.proof == "drat"])
def test_real_proofs(name: str, tmp_path: Path) -> None:
    solver = needed_solver(name)
    for formula in (probe.pigeonhole(4), probe.KnownFormula("units", 1, [1, 0, -1, 0], "unsat")):
        proof = tmp_path / "proof"
        assert solve(solver, formula, tmp_path, RunOptions(proof=proof)).status == "unsat"
        assert first_unproved(formula.flat, proof.read_text().splitlines()) == "none"


def test_a_proof_is_complete_even_when_nothing_is_to_be_proved(tmp_path: Path) -> None:
    proof = tmp_path / "proof"
    solve(REAL.find("embedded"), probe.KnownFormula("empty", 1, [1, 0, 0], "unsat"), tmp_path, RunOptions(proof=proof))
    assert proof.read_text() == "0\n"


def test_an_old_proof_is_not_taken_for_a_new_one(tmp_path: Path) -> None:
    (tmp_path / "p").write_text("0\n")
    solver = fake(tmp_path, UNSAT, args='["{cnf}", "{proof}"]', proof="drat")
    with pytest.raises(SolverError, match=r"^fake wrote no proof to "):
        go(solver, tmp_path, RunOptions(proof=tmp_path / "p"))


def first_unproved(flat: list[int], proof: list[str]) -> str:
    """The first line of a DRAT proof that is not RUP nor RAT; `none`, or `the end is missing`."""
    known = [tuple(clause) for clause in clauses(flat)]
    for line in proof:
        clause = tuple(map(int, line.removeprefix("d ").split()))[:-1]
        if line.startswith("d "):
            known.remove(next(c for c in known if sorted(c) == sorted(clause)))
        elif not follows(known, clause) and not resolves(known, clause):
            return line
        elif not clause:
            return "none"
        else:
            known.append(clause)
    return "the end is missing"


def follows(known: list[tuple[int, ...]], clause: tuple[int, ...]) -> bool:
    """Does unit propagation contradict the negation of the clause?"""
    true = {-a for a in clause}
    while True:
        open_clauses = [[a for a in c if -a not in true] for c in known if true.isdisjoint(c)]
        if [] in open_clauses:
            return True
        units = {c[0] for c in open_clauses if len(c) == 1}
        if not units:
            return False
        true |= units
        if any(-a in true for a in units):
            return True


def resolves(known: list[tuple[int, ...]], clause: tuple[int, ...]) -> bool:
    """RAT: do all resolvents with the clause on its first literal follow?"""
    return bool(clause) and all(
        follows(known, (*clause, *(a for a in other if a != -clause[0]))) for other in known if -clause[0] in other
    )


def test_the_proof_checker_can_fail() -> None:
    assert first_unproved([1, 2, 0, -1, 2, 0], ["2 0", "0"]) == "0"
    assert first_unproved([1, 2, 0, -1, 2, 0], ["2 0"]) == "the end is missing"
    assert first_unproved([1, 0, -1, 0], ["d 1 0", "0"]) == "0"
    assert first_unproved([1, 2, 0], ["3 1 0", "-3 0"]) == "-3 0"
