"""Incremental sessions: answers against brute force, budgets, and what is refused."""

from __future__ import annotations

import random
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from support.session_children import HARD, SHORT, child_of

from csp2sat.api import solvers as probe
from csp2sat.cnf import flat_clauses
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.errors import SolverError
from csp2sat.runner.process import outcome
from csp2sat.runner.process.outcome import EFFORT_PER_SECOND
from csp2sat.runner.session import session
from csp2sat.runner.session.session import SolverSession


def models(num_vars: int, flat: list[int]) -> list[set[int]]:
    """All models, by trying everything."""
    signs = product((1, -1), repeat=num_vars)
    every = ({sign * v for v, sign in enumerate(choice, start=1)} for choice in signs)
    return [true for true in every if not any(true.isdisjoint(clause) for clause in clauses(flat))]


def test_incremental_answers_against_brute_force() -> None:
    draw = random.Random(5)
    with SolverSession(6) as live:
        flat: list[int] = []
        for _ in range(60):
            clause = [draw.choice((-v, v)) for v in draw.sample(range(1, 7), draw.choice((2, 3, 3, 4)))]
            flat += (*clause, 0)
            live.add((*clause, 0))
            assumptions = [draw.choice((-v, v)) for v in draw.sample(range(1, 7), draw.randrange(4))]
            found = live.solve(assumptions)
            possible = [true for true in models(6, flat) if true.issuperset(assumptions)]
            if found.status == "sat":
                assert [abs(a) for a in found.literals] == [1, 2, 3, 4, 5, 6]
                assert set(found.literals) in possible
                assert live.falsified(found.literals) is None
            else:
                assert found.status == "unsat" and possible == []
                assert set(found.core) <= set(assumptions)
                assert [true for true in models(6, flat) if true.issuperset(found.core)] == []
        assert live.solve().status == "unsat" and live.solve().core == []


@pytest.mark.children
def test_a_budget_ends_a_question_and_nothing_else() -> None:
    with SolverSession(0) as live:
        live.add(HARD)
        extra = live.num_vars + 1
        hard = live.solve([extra], budget=SHORT)
        assert (hard.status, hard.reason, hard.literals) == ("unknown", "time", [])
        before = child_of(live)
        assert live.solve([-extra, extra], budget=SHORT).status == "unsat"
        assert live.solve(budget=3 * SHORT).status == "unknown" and child_of(live) == before
        live.restart()
        live.add([1, 2, 0])
        assert live.solve([-1]).literals == [-1, 2] and child_of(live) == before


@pytest.mark.parametrize("name", ["cadical195", "minisat22"])
def test_effort_is_counted_and_the_same_each_time(name: str) -> None:
    efforts = []
    for _ in range(2):
        with SolverSession(arguments=["--solver", name]) as live:
            live.add(HARD)
            given_up, easy = live.solve(budget=3 * SHORT), live.solve([-a for a in range(1, 15)])
            efforts.append((given_up.effort, easy.effort))
    assert efforts[0] == efforts[1] and efforts[0][1] == 0
    assert 3 * SHORT <= efforts[0][0] < 10 * SHORT


@pytest.mark.children
def test_a_solver_without_budgets_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session, "GRACE", 0.5)
    monkeypatch.setattr(outcome, "SLACK", 1)
    with SolverSession(0, arguments=["--solver", "lingeling"]) as live:
        live.add(HARD)
        assert live.solve(budget=EFFORT_PER_SECOND // 2).reason == "time"
        assert live._peer is None


def test_outcomes() -> None:
    with SolverSession(4) as live:
        live.add([1, 2, 0, -1, 0])
        live.add([])
        found = live.solve([-3])
        assert (found.status, found.literals[:3], len(found.literals), found.solver) == (
            "sat",
            [-1, 2, -3],
            4,
            "embedded",
        )
        found = live.solve([4, -2, 3])
        assert (found.status, found.literals, found.core) == ("unsat", [], [-2])
        assert live.solve([6]).literals[5] == 6  # an assumption may be a new variable
        assert sorted(live.solve([3, -3]).core) == [-3, 3]
        live.add([0])
        assert live.solve([3]).status == "unsat"


def test_only_what_is_shown_is_read() -> None:
    with SolverSession() as live:
        live.shown = [range(3, 5), range(1, 2)]
        live.add((-1, 0, 3, 0, -4, 0, 2, 5, 0))
        assert live.solve().literals == [] and live.digits == b"100"
        live.shown.append(range(3, 9))  # some of them are in no clause
        live.add((5, 0, -6, 0))
        assert live.solve().status == "sat" and live.digits == b"100101000"
        live.close()
        assert live.solve([1]).status == "unsat"
        assert live.solve().status == "sat" and live.digits == b"100101000", "the next child knows it, too"


def test_no_clauses() -> None:
    with SolverSession() as live:
        assert live.solve().literals == []
    with SolverSession(2) as live:
        assert [abs(a) for a in live.solve().literals] == [1, 2]


def test_clauses_must_be_ended() -> None:
    with pytest.raises(ValueError, match=r"^the last clause is not ended by 0$"):
        SolverSession().add([1, 2])


def test_clauses_from_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "ä\nb.cnf").write_text("p cnf 4 2\n1 2 0\n-1 0\n")
    monkeypatch.chdir(tmp_path)
    with SolverSession() as live:
        live.load(Path("ä\nb.cnf"), 4)
        live.add([-2, 3, 0])
        assert live.solve().literals[:3] == [-1, 2, 3]
        assert len(live.solve().literals) == 4
        assert live.falsified([-1, 2, -3, 4]) == "added clause -2 3 0"
        assert live.falsified([1, 2, 3, 4]) == f"{tmp_path}/ä\nb.cnf, line 3: -1 0"
        assert live.falsified([-1, 2, 3, 4]) is None


def test_a_file_that_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "bad.cnf"
    path.write_text("p cnf 2 1\n1 x 0\n")
    with SolverSession() as live:
        live.load(path, 2)
        with pytest.raises(SolverError) as caught:
            live.solve()
        assert str(caught.value) == f"embedded: {path}:2:3: not a literal"
        path.write_text("p cnf 2 1\n1 2 0\n")
        assert live.solve().status == "sat"


def test_long_formulas_are_sent_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(flat_clauses, "PIECE", 7)
    known = probe.satisfiable(50)
    with SolverSession() as live:
        live.add(known.flat)
        part = live.parts[0]
        assert not isinstance(part, Path)
        assert [a for piece in flat_clauses.pieces(part) for a in piece] == known.flat
        assert all(piece[-1] == 0 and len(piece) <= 11 for piece in flat_clauses.pieces(part))
        assert live.falsified(live.solve().literals) is None


def test_other_solvers_and_seeds() -> None:
    for arguments in (["--solver", "glucose42"], ["--seed", "7"], ["--solver", "minisat22"]):
        with SolverSession(arguments=arguments) as live:
            live.add(probe.pigeonhole(4).flat)
            assert live.solve().status == "unsat"


REFUSED = {
    "kissat404": "embedded: python-sat's kissat404 cannot be used incrementally",
    "nosuch": "embedded: python-sat has no solver 'nosuch'",
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused_solvers(name: str) -> None:
    with SolverSession(1, arguments=["--solver", name]) as live:
        with pytest.raises(SolverError) as caught:
            live.solve()
        assert str(caught.value).replace(" failed with exit code 1; its last line: embedded", "") == REFUSED[name]


@pytest.mark.children
def test_a_session_starts_with_few_modules():
    """Each search by several questions starts one: `dataclasses` alone would be a quarter of its start."""
    code = "import sys; from csp2sat.runner.session.embedded import main; main(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-P", "-c", code, "--session"], input="", capture_output=True, text=True, check=True
    )
    modules = set(done.stdout.split())
    assert "csp2sat.runner.session.pysat_solver" in modules
    slow = {"argparse", "dataclasses", "inspect", "hashlib", "csp2sat.runner.process.outcome", "csp2sat.model.model"}
    assert modules.isdisjoint(slow), modules & slow
