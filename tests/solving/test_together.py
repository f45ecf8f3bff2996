"""Several runs for one question: races, and cubes."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import threading
import time
from itertools import product
from pathlib import Path
from typing import NamedTuple

import pytest
from support.fake_solvers import fake, is_running, survivors, tiny
from support.paths import BOARDS
from support.programs import KISSAT
from support.real_commands import csp2sat

from csp2sat.api.solvers import pigeonhole
from csp2sat.base.files import read_source
from csp2sat.base.source import Source
from csp2sat.cnf import dimacs, dimacs_file
from csp2sat.cnf.flat_clauses import clauses
from csp2sat.decoder import read
from csp2sat.encoder import files as encoded
from csp2sat.encoder.encoder import EncoderOptions as Encoding
from csp2sat.errors import SolverError
from csp2sat.languages.spec import LANGUAGES
from csp2sat.proofs.formats import check
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process.outcome import Outcome, RunOptions
from csp2sat.solving.parallel.cube_and_conquer import CubeAndConquer
from csp2sat.solving.parallel.lookahead import Lookahead, candidates, split
from csp2sat.solving.parallel.portfolio import race
from csp2sat.solving.pipeline import CnfQuestion
from csp2sat.solving.trace import Trace

SLEEPS = "exec sleep 60"
SAT = "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 10"
WRONG = "echo 's SATISFIABLE'; echo 'v -1 -2 -3 0'; exit 10"


def solver(folder: Path, name: str, body: str) -> Solver:
    """A fake with a folder of its own."""
    (folder / name).mkdir()
    return fake(folder / name, body)


def kissat() -> Solver:
    return Solvers.load().find("kissat")


# races


def test_the_first_answer_wins_and_the_others_are_ended(tmp_path: Path) -> None:
    names = {"slow": SLEEPS, "stubborn": "trap '' TERM; sleep 60 & echo $! >> pids; wait", "good": "sleep 0.2; " + SAT}
    names["stubborn"] = names["stubborn"].replace("pids", str(tmp_path / "stubborn" / "pids"))
    rivals = [solver(tmp_path, name, body) for name, body in names.items()]
    winner, outcome = race(rivals, (tiny(tmp_path), 3), tmp_path, RunOptions())
    assert winner is rivals[2] and (outcome.status, outcome.literals) == ("sat", [-1, 2, 3])
    assert [survivors(tmp_path / name) for name in names] == [[], [], []]


def test_a_wrong_model_does_not_win(tmp_path: Path) -> None:
    rivals = [solver(tmp_path, "wrong", WRONG), solver(tmp_path, "good", "sleep 0.2; " + SAT)]
    winner, _ = race(rivals, (tiny(tmp_path), 3), tmp_path, RunOptions())
    assert winner is rivals[1]


def test_nobody_wins(tmp_path: Path) -> None:
    rivals = [solver(tmp_path, "broken", "exit 3"), solver(tmp_path, "slow", SLEEPS)]
    _, outcome = race(rivals, (tiny(tmp_path), 3), tmp_path, RunOptions(time.monotonic() + 0.3))
    assert (outcome.status, outcome.reason) == ("unknown", "time") and survivors(tmp_path / "slow") == []
    with pytest.raises(SolverError, match="fake gave a wrong model"):
        race([solver(tmp_path, "wrong", WRONG)], (tiny(tmp_path), 3), tmp_path, RunOptions())


def test_all_fail_and_each_is_named(tmp_path: Path) -> None:
    rivals = [solver(tmp_path, "broken", "exit 3"), solver(tmp_path, "wrong", WRONG)]
    with pytest.raises(SolverError) as caught:
        race(rivals, (tiny(tmp_path), 3), tmp_path, RunOptions())
    faults = sorted(str(caught.value).split("; fake "))
    assert len(faults) == 2 and "failed with exit code 3" in str(caught.value) and "a wrong model" in str(caught.value)


def test_race_on_the_command_line() -> None:
    done = csp2sat("solve", BOARDS / "masyu-8x8-5eb80e89.json", "--race", "embedded,kissat", "--unique", "--json")
    assert done.returncode == 0 and '"unique": true' in done.stdout
    assert any(f'"name": "{name}"' in done.stdout for name in ("embedded", "kissat"))


def test_an_interrupted_race_leaves_no_solver(tmp_path: Path) -> None:
    lines = []
    for name in ("one", "two"):
        solver(tmp_path, name, SLEEPS)
        lines.append(f"  {name}: {{command: ./{name}/fake.sh}}\n")
    (tmp_path / "s.yaml").write_text("solvers:\n" + "".join(lines))
    command = [sys.executable, "-m", "csp2sat", "solve", tiny(tmp_path), "--race", "one,two"]
    with subprocess.Popen([*command, "--solvers", tmp_path / "s.yaml"], stderr=subprocess.PIPE, text=True) as process:
        pids = [tmp_path / name / "pids" for name in ("one", "two")]
        while not all(path.read_text() for path in pids):
            time.sleep(0.02)
            assert process.poll() is None
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=10)[1] == "csp2sat: interrupted\n" and process.returncode == 130
    assert not any(is_running(int(path.read_text())) for path in pids)


@pytest.mark.parametrize("moment", ["start", "join"])
def test_an_interrupt_waits_until_all_have_ended(moment: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It comes before a solver is started, or while one that does not listen is being ended."""
    rivals = [solver(tmp_path, "good", "sleep 0.3; " + SAT), solver(tmp_path, "stubborn", "trap '' TERM; " + SLEEPS)]
    original = getattr(threading.Thread, moment)

    def interrupted(thread: threading.Thread, *arguments: object) -> None:
        if "(_run)" in thread.name:
            os.kill(os.getpid(), signal.SIGINT)
        original(thread, *arguments)

    monkeypatch.setattr(threading.Thread, moment, interrupted)
    with pytest.raises(KeyboardInterrupt):
        race(rivals, (tiny(tmp_path), 3), tmp_path, RunOptions())
    assert [each.name for each in threading.enumerate() if "(_run)" in each.name] == []
    assert moment == "start" or survivors(tmp_path / "stubborn") == []


WRONG_USAGE = {
    ("--race", "embedded", "--solver", "kissat"): "--race: these are the solvers; expected no other solver",
    ("--race", "kissat", "--cubes", "2"): "--race A,B or --cubes N, not both",
    ("--race", ","): "--race: expected names of solvers",
    ("--cubes", "2", "--all"): "--all and --limit: not with --cubes",
    ("--executor", "local:2"): "--executor: only with --cubes",
    ("--race", "kissat,minisatt"): "no solver 'minisatt' is configured; did you mean 'minisat'?",
}


@pytest.mark.parametrize("args", WRONG_USAGE)
def test_wrong_usage(args: tuple[str, ...]) -> None:
    done = csp2sat("solve", BOARDS / "sudoku-4x4-3c5d0f53.json", *args)
    assert done.returncode in (1, 2) and done.stderr == f"csp2sat: {WRONG_USAGE[args]}\n"


# cubes


def random_formula(draw: random.Random, num_vars: int) -> list[int]:
    """Clauses of three literals, about as many as make satisfiable and not equally likely."""
    flat: list[int] = []
    for _ in range(round(4.3 * num_vars)):
        flat += [draw.choice((v, -v)) for v in draw.sample(range(1, num_vars + 1), 3)] + [0]
    return flat


def models(flat: list[int], num_vars: int) -> list[set[int]]:
    rows = list(clauses(flat))
    signs = product((1, -1), repeat=num_vars)
    true = ({v * sign for v, sign in enumerate(each, start=1)} for each in signs)
    return [model for model in true if all(not model.isdisjoint(row) for row in rows)]


@pytest.mark.parametrize("seed", range(25))
def test_each_model_has_exactly_one_cube(seed: int) -> None:
    draw = random.Random(seed)
    flat = random_formula(draw, 9)[: 4 * draw.randint(10, 38)]
    formula = Lookahead(flat, 9)
    cubes = split(formula, candidates(None, formula.occurrences), 6)
    assert all(sum(set(cube) <= model for cube in cubes) == 1 for model in models(flat, 9))


def test_contradictions_need_no_cube() -> None:
    for flat in ([0], [1, 0, -1, 0], [1, 2, 0, -1, 2, 0, 1, -2, 0, -1, -2, 0]):
        formula = Lookahead(flat, 2)
        assert split(formula, [1, 2], 4) == []


def test_split_on_source_variables(tmp_path: Path) -> None:
    text = "(int x 0 8) (int y 0 8) (bool p) (int z 1 1) (iff p (< (+ x y) 7))"
    for name, of_x in (("order", 3), ("direct", 9), ("log", 4), ("compact-order", 3)):
        cnf, map_ = tmp_path / "F.cnf", tmp_path / "F.map"
        encoded.write(LANGUAGES["sugar"].read(Source("x.csp", text)), "0", str(cnf), str(map_), Encoding(name))
        found = read(read_source(str(map_)))
        formula = Lookahead(dimacs.read(cnf.read_bytes(), "F.cnf").flat, found.num_vars)
        variables = candidates(found, formula.occurrences)
        own = {*found.ints["x"].branches(), *found.ints["y"].branches()}
        assert len(own) == 2 * of_x and set(variables) <= own | {found.bools["p"]} and found.bools["p"] in variables


def cubing(folder: Path, cubes: int, executor: str = "threads:2", which: Solver | None = None) -> Asked:
    return Asked(CubeAndConquer(which or kissat(), cubes, executor), folder)


class Asked(NamedTuple):
    """A strategy with its folder."""

    strategy: CubeAndConquer
    folder: Path

    def ask(self, cnf: Path, num_vars: int) -> Outcome:
        return self.strategy.run(CnfQuestion(cnf, num_vars), self.folder, RunOptions(), Trace())[1]


@pytest.mark.sample(6)
@pytest.mark.parametrize("seed", range(50))
def test_cubes_agree_with_a_plain_run(seed: int, tmp_path: Path) -> None:
    flat = random_formula(random.Random(seed), 12)
    path = written(tmp_path, flat, 12)
    outcome = cubing(tmp_path, 5).ask(path, 12)
    assert outcome.status == ("sat" if models(flat, 12) else "unsat")
    if outcome.status == "sat":
        assert dimacs.falsified(path, outcome.literals) is None
    assert [p for p in tmp_path.iterdir() if p != path] == []


def written(folder: Path, flat: list[int], num_vars: int) -> Path:
    with dimacs_file.new_dimacs(folder / "f.cnf") as sink:
        sink.defs.clear()
        sink.num_vars = num_vars
        sink.out += flat
        sink.finish()
    return folder / "f.cnf"


def hole(folder: Path, holes: int) -> tuple[Path, int]:
    formula = pigeonhole(holes)
    return written(folder, formula.flat, formula.num_vars), formula.num_vars


def test_every_cube_must_be_refuted(tmp_path: Path) -> None:
    path, num_vars = hole(tmp_path, 4)
    assert cubing(tmp_path, 8, "local:2").ask(path, num_vars).status == "unsat"
    assert cubing(tmp_path, 8, f"{__name__}:sequential").ask(path, num_vars).status == "unsat"
    gives_up = fake(
        tmp_path,
        f"test $(ls {tmp_path}/once 2>/dev/null) || {{ touch {tmp_path}/once; exit 0; }}\n"
        "echo 's UNSATISFIABLE'; exit 20",
        exit="{0: unknown}",
        unknown="c no",
    )
    with pytest.raises(SolverError, match="fake gave no status"):
        cubing(tmp_path, 8, which=gives_up).ask(path, num_vars)


def test_proofs_of_the_parts_make_a_proof_of_the_whole(tmp_path: Path) -> None:
    """Each cube's proof, and one that nothing is outside of the cubes, are checked by our own checker."""
    path, num_vars = hole(tmp_path, 4)
    strategy = CubeAndConquer(Solvers.load().find("kissat"), 4, "threads:2", str(tmp_path / "proofs"))
    assert Asked(strategy, tmp_path).ask(path, num_vars).status == "unsat"
    kept = tmp_path / "proofs"
    names = sorted(p.name.removesuffix(".clauses") for p in kept.glob("*.clauses"))
    assert names == ["question-1.cover", *(f"question-1.cube-{at}" for at in range(1, 5))]
    whole = dimacs.read((kept / "question-1.cnf").read_bytes(), "q").flat
    added = {name: [int(word) for word in (kept / f"{name}.clauses").read_text().split()] for name in names}
    for name in names:
        check("drat", [*whole, *added[name]], (kept / f"{name}.drat").read_bytes(), name)  # raises ProofError
    negated = [sorted(-a for a in added[name] if a) for name in names[1:]]
    assert sorted(map(sorted, clauses(added["question-1.cover"]))) == sorted(negated)


def sequential():
    """A factory for an executor, as a user would write it."""
    from concurrent.futures import ThreadPoolExecutor

    return ThreadPoolExecutor(1)


def test_sat_stops_the_other_cubes(tmp_path: Path) -> None:
    path, num_vars = written(tmp_path, [1, 2, 3, 0], 3), 3
    one = fake(tmp_path, f"mkdir {tmp_path}/first 2>/dev/null || exec sleep 60; sleep 0.3; exec {KISSAT} -q $1")
    outcome = cubing(tmp_path, 4, "threads:4", one).ask(path, num_vars)
    assert outcome.status == "sat" and survivors(tmp_path) == []


def test_cubes_on_the_command_line() -> None:
    done = csp2sat("solve", BOARDS / "masyu-8x8-5eb80e89.json", "--cubes", 4, "--unique", "-v")
    assert done.returncode == 0 and done.stdout.endswith("unique\n") and " CUBES of 4 wanted" in done.stderr
