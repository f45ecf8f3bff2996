"""Running solvers: fake ones that do everything wrong."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.fake_solvers import SAT, UNSAT, fake, go, soon, survivors, tiny

from csp2sat.errors import SolverError
from csp2sat.runner import runner
from csp2sat.runner.config.entry import Solver
from csp2sat.runner.process.outcome import RunOptions

# Answers that are believed


def test_sat(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, SAT), tmp_path)
    assert (outcome.status, outcome.literals, outcome.reason, outcome.solver) == ("sat", [-1, 2, 3], "", "fake")
    assert outcome.command == (f"{tmp_path}/fake.sh", f"{tmp_path}/tiny.cnf")
    assert 0 < outcome.seconds < 10 and outcome.cpu_seconds is not None and outcome.cpu_seconds < 10
    assert outcome.ignored == ()


def test_unsat(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, UNSAT), tmp_path)
    assert (outcome.status, outcome.literals) == ("unsat", [])


GOOD = {
    "status after the model": ("echo 'v -1 2 3 0'; echo 's SATISFIABLE'; exit 10", {}),
    "CRLF": (r"printf 's SATISFIABLE\r\nv -1 2\r\nv 3 0\r\n'; exit 10", {}),
    "exit code of its own": ("echo 'v -1 2 3 0'; echo 's SATISFIABLE'; exit 30", {"exit": "{30: sat}"}),
    "exit code that says nothing": ("echo 's SATISFIABLE'; echo 'v -1 2 3 0'", {"exit": "{0: any}"}),
    "plain": ("echo sat; echo -1 2 3 0; exit 10", {"output": "plain"}),
    "result file": (
        "echo SATISFIABLE; printf 'SAT\\n-1 2 3 0\\n' > $2; exit 10",
        {"output": "result-file", "args": '["{cnf}", "{result}"]'},
    ),
    "reads stdin": ("cat; echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 10", {}),
    "chatter on stderr": ("echo hello >&2; " + SAT, {}),
    "runs in the working folder": ("test -f tiny.cnf || exit 1; " + SAT, {}),
}


@pytest.mark.parametrize("case", GOOD)
def test_good_answers(case: str, tmp_path: Path) -> None:
    body, keys = GOOD[case]
    outcome = go(fake(tmp_path, body, **keys), tmp_path)
    assert (outcome.status, outcome.literals) == ("sat", [-1, 2, 3])
    assert survivors(tmp_path) == []


def test_an_old_result_file_is_not_believed(tmp_path: Path) -> None:
    (tmp_path / "tiny.cnf.result").write_text("UNSAT\n")
    with pytest.raises(SolverError, match=r"^fake gave no status"):
        go(fake(tmp_path, "exit 0", output="result-file", args='["{cnf}", "{result}"]'), tmp_path)


# Answers that are not


BAD = {
    "contradiction: sat, 20": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; exit 20",
        "fake says SATISFIABLE, but its exit code 20 means unsat",
    ),
    "contradiction: unsat, 10": (
        "echo 's UNSATISFIABLE'; exit 10",
        "fake says UNSATISFIABLE, but its exit code 10 means sat",
    ),
    "contradiction: unsat, 0": (
        "echo 's UNSATISFIABLE'",
        "fake says UNSATISFIABLE, but its exit code 0 means unknown; for a solver that always exits with 0"
        " its entry says `exit: {0: any}`",
    ),
    "contradiction: unsat, 3": (
        "echo 's UNSATISFIABLE'; echo ouch >&2; exit 3",
        "fake says UNSATISFIABLE, but its exit code 3 means error; its last line: ouch",
    ),
    "contradiction: unknown, 20": ("echo 's UNKNOWN'; exit 20", "fake says UNKNOWN, but its exit code 20 means unsat"),
    "two statuses": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 0'; echo 's UNSATISFIABLE'; exit 20",
        "fake gave a bad answer (exit code 20): line 3: `s UNSATISFIABLE` contradicts an earlier status",
    ),
    "no status": (
        "echo 'tiny.cnf:3: expected number'",
        "fake gave no status (exit code 0); its last line: tiny.cnf:3: expected number",
    ),
    "minisat without a file": (
        "echo 'c'; echo 'SATISFIABLE'; exit 10",
        "fake gave no status (exit code 10); its last line: SATISFIABLE. MiniSat and Glucose write the answer to a file"
        " that is their second argument: minisat F.cnf F.out; in its entry:"
        ' args: ["{cnf}", "{result}"], output: result-file',
    ),
    "no output": ("exit 10", "fake gave no status (exit code 10)"),
    "a model alone": ("echo 'v -1 2 3 0'; exit 10", "fake gave no status (exit code 10)"),
    "error": ("echo start; echo wrong >&2; exit 3", "fake failed with exit code 3; its last line: wrong"),
    "crash": ("echo 'c 10%'; kill -SEGV $$", "fake was killed by signal 11 (SIGSEGV); its last line: c 10%"),
    "abort": ("kill -ABRT $$", "fake was killed by signal 6 (SIGABRT)"),
    "killed after a good answer": (
        "echo 's UNSATISFIABLE'; kill -KILL $$",
        "fake was killed by signal 9 (SIGKILL) after the answer UNSATISFIABLE",
    ),
    "garbage literal": (
        "echo 's SATISFIABLE'; echo 'v -1 two 3 0'; exit 10",
        "fake gave a bad answer (exit code 10): line 2: `two` is not a literal",
    ),
    "both signs": (
        "echo 's SATISFIABLE'; echo 'v 1 -1 2 3 0'; exit 10",
        "fake gave a bad answer (exit code 10): both 1 and -1 are in the model",
    ),
    "no final 0": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3'; exit 10",
        "fake gave a bad answer (exit code 10): the model is cut short: 3 values, the last one `3`, and no 0 that ends "
        "it; expected 3 and a 0",
    ),
    "a variable of a clause without a value": (
        "echo 's SATISFIABLE'; echo 'v 2 3 0'; exit 10",
        "fake gave a bad answer: the model has 2 values; expected 3: variable 1 has none",
    ),
    "beyond": (
        "echo 's SATISFIABLE'; echo 'v -1 2 3 4 0'; exit 10",
        "fake gave a bad answer (exit code 10): literal 4 is beyond the formula's 3 variables",
    ),
    "no model": (
        "echo 's SATISFIABLE'; exit 10",
        "fake gave a bad answer (exit code 10): `s SATISFIABLE` without a model: no `v` line",
    ),
    "binary": (r"printf '\377\001\n'", "fake gave no status (exit code 0); its last line: \ufffd?"),
    "a long line": (
        "printf '%0200d\n' 7",
        f"fake gave no status (exit code 0); its last line: {'0' * 160}...",
    ),
    "memory, without a limit": (
        "echo 'std::bad_alloc' >&2; exit 33",
        "fake ran out of memory (exit code 33); its last line: std::bad_alloc",
    ),
}


@pytest.mark.parametrize("case", BAD)
def test_bad_answers(case: str, tmp_path: Path) -> None:
    body, message = BAD[case]
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, body, exit="{33: memory}"), tmp_path)
    assert str(caught.value) == message
    assert survivors(tmp_path) == []


def test_a_wrong_model(tmp_path: Path) -> None:
    solver = fake(tmp_path, "echo 's SATISFIABLE'; echo 'v 1 2 -3 0'; exit 10")
    with pytest.raises(SolverError) as caught:
        go(solver, tmp_path)
    assert str(caught.value) == (
        f"fake gave a wrong model: it falsifies the clause in {tmp_path}/tiny.cnf, line 3: -1 3 0"
    )
    assert go(solver, tmp_path, RunOptions(check=False)).literals == [1, 2, -3]


def test_values_that_are_missing_are_no_wrong_model(tmp_path: Path) -> None:
    with pytest.raises(
        SolverError, match=r"^fake gave a bad answer: the model has 1 value; expected 3: variables 2, 3 "
    ):
        go(fake(tmp_path, "echo 's SATISFIABLE'; echo 'v 1 0'; exit 10"), tmp_path)


def test_programs_that_cannot_start(tmp_path: Path) -> None:
    solver, cnf = fake(tmp_path, SAT), tiny(tmp_path)
    program = tmp_path / "fake.sh"

    def error() -> str:
        with pytest.raises(SolverError) as caught:
            go(solver, tmp_path, cnf=cnf)
        return str(caught.value).removeprefix(f"{program} cannot be started: ")

    program.write_bytes(b"\x00\x01 no program")
    assert error() == "Exec format error"
    program.write_text("#!/no/such/interpreter\n")
    assert error() == "No such file or directory"
    program.chmod(0o644)
    assert error() == "Permission denied"
    program.unlink()
    assert error() == "No such file or directory"


# Output without an end


@pytest.mark.parametrize("where", ["", " >&2"])
def test_endless_output_is_stopped(where: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1 << 20)
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, f"exec yes garbage{where}"), tmp_path, RunOptions(deadline=soon(60)))
    assert str(caught.value).startswith("fake printed without an end and was stopped; its last line: ")
    assert survivors(tmp_path) == []


def test_long_output_just_before_the_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    with pytest.raises(SolverError, match=r"^fake printed without an end and was stopped"):
        go(fake(tmp_path, "printf '%03000d\n' 7; " + UNSAT), tmp_path)


def test_the_bound_grows_with_the_variables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    solver = fake(tmp_path, "printf 'c %03000d\n' 7; " + UNSAT)
    assert runner.run(solver, tiny(tmp_path), 1000, tmp_path).status == "unsat"


def test_an_endless_result_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "CHATTER", 1000)
    body = "yes 1 | head -c 3000 > $2; exit 10"
    with pytest.raises(SolverError) as caught:
        go(fake(tmp_path, body, output="result-file", args='["{cnf}", "{result}"]'), tmp_path)
    assert str(caught.value) == "fake wrote more than 1072 bytes as its answer"


# What is asked for


def test_options_go_through_the_template(tmp_path: Path) -> None:
    solver = fake(
        tmp_path,
        f'echo "$@" > args; echo 0 > $8; {UNSAT}',
        args='[-s, "{seed}", [-t, "{threads}"], "-m{memory}", "{extra}", "{proof}", "{cnf}"]',
        seeds="[1, 10]",
        threads="4",
        proof="drat",
        presets="{quick: [--quick]}",
    )
    options = RunOptions(seed=25, threads=8, memory=2000, extra=("-x",), proof=tmp_path / "p")
    entry = solver.entry
    outcome = go(Solver(entry, solver.program, "quick"), tmp_path, options)
    assert (tmp_path / "args").read_text() == f"-s 5 -t 4 -m2000 --quick -x {tmp_path}/p {tmp_path}/tiny.cnf\n"
    assert outcome.solver == "fake:quick" and outcome.ignored == ()


def test_what_a_solver_cannot_do(tmp_path: Path) -> None:
    outcome = go(fake(tmp_path, SAT), tmp_path, RunOptions(seed=1, threads=2))
    assert outcome.ignored == ("seed", "threads")
    with pytest.raises(SolverError, match=r"^fake writes no proofs$"):
        go(fake(tmp_path, SAT), tmp_path, RunOptions(proof=tmp_path / "p"))


def test_a_proof_that_is_not_written(tmp_path: Path) -> None:
    solver = fake(tmp_path, UNSAT, args='["{cnf}", "{proof}"]', proof="drat")
    with pytest.raises(SolverError) as caught:
        go(solver, tmp_path, RunOptions(proof=tmp_path / "p"))
    assert str(caught.value) == f"fake wrote no proof to {tmp_path}/p"
    assert go(fake(tmp_path, SAT, args='["{cnf}", "{proof}"]', proof="drat"), tmp_path).status == "sat"


def test_relative_paths(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tiny(tmp_path)
    (tmp_path / "work").mkdir()
    monkeypatch.chdir(tmp_path)
    outcome = runner.run(fake(tmp_path, f"test -f $1 || exit 9; {SAT}"), Path("tiny.cnf"), 3, Path("work"))
    assert outcome.status == "sat"
