"""Comparing solvers: what is run, kept, continued and judged."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support import real_commands
from support.fake_solvers import is_running
from support.paths import BOARDS, ROOT
from support.programs import KISSAT

import csp2sat
from csp2sat.api.solvers import pigeonhole, satisfiable
from csp2sat.bench import plan, store
from csp2sat.bench.judge import judge, known, read_expected
from csp2sat.bench.shuffling import renamed_back, renaming, shuffle
from csp2sat.bench.sources import sources
from csp2sat.cnf import dimacs
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import InputError, UsageError
from csp2sat.runner.config.config import Solvers

SAT, UNSAT = "hitori-4x4-92c9650e.json", "hole.cnf"
LARGE = "import time; x = bytes([1]) * 90000000; time.sleep(9)"
LIARS = {
    "liar": "echo 's UNSATISFIABLE'; exit 20",
    "fibber": "echo 's SATISFIABLE'; echo 'v 1 2 3 0'; exit 10",
    "broken": "echo ouch >&2; exit 3",
    "silent": "echo 's UNKNOWN'; exit 0",
    "sleeper": "echo $$ >> pids; sleep 60",
    "slow": f"sleep 0.25; exec {KISSAT} -q $1",
    "glutton": f"exec {sys.executable} -c 'x = bytearray(900 << 20); import time; time.sleep(9)'",
    "family": f"for i in 1 2 3; do {sys.executable} -c '{LARGE}' & done; wait",
}


@pytest.fixture
def inputs(tmp_path: Path) -> Path:
    """A folder with a board that has a solution, a CSP, and a formula that has no model."""
    folder = tmp_path / "in"
    folder.mkdir()
    (folder / SAT).write_text((BOARDS / SAT).read_text())
    (folder / "pair.csp").write_text("(int x 0 3) (int y 0 3) (< x y)")
    hole = pigeonhole(4)
    (folder / UNSAT).write_text(f"p cnf {hole.num_vars} {hole.flat.count(0)}\n{dimacs.lines_of(hole.flat)}")
    return folder


@pytest.fixture
def fakes(tmp_path: Path) -> Path:
    """A solvers.yaml with solvers that do everything wrong."""
    for name, body in LIARS.items():
        program = tmp_path / f"{name}.sh"
        program.write_text(f"#!/bin/sh\ncd {tmp_path}\n{body}\n")
        program.chmod(0o755)
    path = tmp_path / "fakes.yaml"
    path.write_text("solvers:\n" + "".join(f"  {name}: {{command: ./{name}.sh}}\n" for name in LIARS))
    return path


def command(*args: object) -> list[str]:
    return [sys.executable, "-m", "csp2sat", "bench", *map(str, args)]


def bench(*args: object) -> subprocess.CompletedProcess[str]:
    return real_commands.csp2sat("bench", *args)


def rows_in(folder: Path) -> list[store.ResultRow]:
    return store.read(folder / store.RESULTS)


def statuses(folder: Path) -> dict[tuple[str, str, str], str]:
    return {(Path(r["input"]).name, r["encoding"], r["solver"]): r["status"] for r in rows_in(folder)}


# what is run, and what is measured


def test_inputs_times_encodings_times_solvers(inputs: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    done = bench(inputs, "--solver", "kissat,embedded", "--encoding", "order,direct", "-o", out, "-j", 2)
    assert done.returncode == 0, done.stderr
    expected = {(UNSAT, "-", solver): "unsat" for solver in ("kissat", "embedded")}
    for name in (SAT, "pair.csp"):
        expected |= {(name, code, solver): "sat" for code in ("order", "direct") for solver in ("kissat", "embedded")}
    assert statuses(out) == expected
    for row in rows_in(out):
        assert row["exit"] == {"sat": 10, "unsat": 20}[row["status"]]
        assert row["variables"] > 0 and row["clauses"] > 0 and row["bytes"] > 0 and len(row["cnf"]) == 64
        assert {"read", "encode", "solve"} <= row["wall"].keys() == row["cpu"].keys()
        assert ("check" in row["wall"]) == (row["status"] == "sat")
        assert row["family"] == ("hitori" if "hitori" in row["input"] else "in")
        assert row["version"] and row["encoder"] == plan.encoder_version()
    assert not (out / "shelf").exists() and len(list((out / "boards").glob("*.svg"))) == 1
    assert "3 inputs, 10 runs" in done.stdout


def test_a_run_is_on_its_own_core(inputs: Path, tmp_path: Path) -> None:
    if not hasattr(os, "sched_getaffinity") or len(os.sched_getaffinity(0)) < 2:
        pytest.skip("needs two cores")
    bench(inputs, "--solver", "kissat,embedded,embedded:minisat", "-o", tmp_path / "out", "-j", 2)
    cores = {tuple(row["cores"]) for row in rows_in(tmp_path / "out")}
    assert len(cores) == 2 and all(len(each) == 1 for each in cores)


def test_one_encoding_for_all_solvers(inputs: Path, tmp_path: Path) -> None:
    bench(inputs / SAT, "--solver", "kissat,embedded,embedded:minisat", "-o", tmp_path / "out")
    rows = rows_in(tmp_path / "out")
    assert len({(row["cnf"], row["wall"]["encode"]) for row in rows}) == 1 and len(rows) == 3


def test_shuffles_and_repetitions(inputs: Path, tmp_path: Path) -> None:
    done = bench(inputs, "--solver", "embedded", "--shuffle", 2, "--repeat", 2, "-o", tmp_path / "out")
    rows = rows_in(tmp_path / "out")
    assert len(rows) == 3 * 3 * 2 and len({row["key"] for row in rows}) == len(rows)
    assert {(row["repeat"], row["shuffle"]) for row in rows} == {(r, s) for r in (0, 1) for s in (0, 1, 2)}
    assert {row["status"] for row in rows} == {"sat", "unsat"} and done.returncode == 0
    assert " x" in done.stdout


def test_limits(inputs: Path, fakes: Path, tmp_path: Path) -> None:
    def found(names: str, seconds: int) -> dict[str, str]:
        limits = ("--timeout", seconds, "--time", "wall", "--memory", 200)
        bench(inputs / "pair.csp", "--solvers", fakes, "--solver", names, *limits, "-o", tmp_path / "out")
        return {solver: status for (_, _, solver), status in statuses(tmp_path / "out").items()}  # of both benches

    assert found("sleeper", 1) == {"sleeper": "timeout"}
    if sys.platform == "linux":
        assert found("glutton,family", 30) == {"sleeper": "timeout", "glutton": "memout", "family": "memout"}
        peaks = {row["solver"]: row["memory"] for row in rows_in(tmp_path / "out")}
        assert 200 << 20 < peaks["family"] < 300 << 20
    assert not any(map(is_running, map(int, (tmp_path / "pids").read_text().split())))


def test_what_cannot_be_read_is_an_error_of_its_rows(inputs: Path, tmp_path: Path) -> None:
    (inputs / "bad.csp").write_text("(int x 0 9)\n(< x y)")
    done = bench(inputs, "--solver", "kissat", "-o", tmp_path / "out")
    bad = next(row for row in rows_in(tmp_path / "out") if "bad" in row["input"])
    assert bad["status"] == "error" and bad["why"].startswith(f"{inputs}/bad.csp:2:6: unknown integer variable 'y'")
    assert done.returncode == 1 and len(rows_in(tmp_path / "out")) == 4
    assert done.stderr.count("csp2sat: ") == 1 and f"csp2sat: {inputs}/bad.csp:2:6: unknown integer" in done.stderr
    again = bench("report", tmp_path / "out")
    assert (again.returncode, again.stderr) == (1, done.stderr)


def test_the_default_encoding_is_that_of_solve(inputs: Path, tmp_path: Path) -> None:
    bench(inputs / SAT, "--solver", "kissat", "-o", tmp_path / "out")
    assert [row["encoding"] for row in rows_in(tmp_path / "out")] == [csp2sat.Settings().encoding]
    assert f"\nENCODING ?= {csp2sat.Settings().encoding}\n" in (ROOT / "Makefile").read_text()


# who lies


def test_liars_are_found_out(inputs: Path, fakes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = ("--solvers", fakes, "--solver", "liar,fibber,broken,silent,kissat")
    done = bench(
        inputs / SAT, inputs / "pair.csp", *asked, "-o", out, "--csv", tmp_path / "rows.csv", "--color", "always"
    )
    assert done.returncode == 1
    first = done.stdout.splitlines()[0]
    assert first.startswith("\x1b[1;31mwrong: liar (auto) on ") or "wrong: fibber" in first
    assert "says unsat; kissat (auto) found a model that was checked" in done.stdout
    assert "fibber gave a bad answer: the model has 3 values; expected" in done.stdout
    judged = judge(rows_in(out)).rows
    by_solver = {row["solver"]: (row["status"], row["why"]) for row in judged if SAT in row["input"]}
    assert by_solver["liar"][0] == by_solver["fibber"][0] == "wrong"
    assert by_solver["broken"] == ("error", "broken failed with exit code 3; its last line: ouch")
    assert by_solver["silent"] == ("error", "gave up") and by_solver["kissat"][0] == "sat"
    assert (tmp_path / "rows.csv").read_text().count(
        ",wrong,"
    ) == 4  # a short model of the pair, too, though it would fit


def test_a_liar_alone_is_found_out_by_what_is_known(inputs: Path, fakes: Path, tmp_path: Path) -> None:
    (tmp_path / "known").write_text(f"# answers\n{SAT} sat\nhole, UNSAT\n")
    asked = (inputs, "--solvers", fakes, "--solver", "liar", "--expect", tmp_path / "known", "-o", tmp_path / "out")
    done = bench(*asked)
    assert done.returncode == 4 and done.stdout.startswith(f"wrong: liar (auto) on {inputs}/{SAT}: says unsat; sat was")
    assert bench("report", tmp_path / "out").returncode == 4  # the rows remember


def row(status: str, solver: str = "a", **others: object) -> store.ResultRow:
    texts = {"input": "x.csp", "family": "", "encoding": "order", "version": "", "why": "", "digest": "d"}
    counts = dict.fromkeys(("repeat", "shuffle", "variables", "clauses", "bytes", "timeout"), 0)
    fields = {**texts, **counts, "wall": {}, "cpu": {}}
    return {"key": solver, "solver": solver, "status": status, **fields, **others}


def test_what_is_wrong_by_the_known_answer_alone() -> None:
    rows = [row("unsat", "a"), row("unsat", "b", digest="e", input="y.csp"), row("sat", "c", digest="e", input="y.csp")]
    found = judge(rows, {"x": "sat", "y": "sat"})
    assert [each["key"] for each in found.wrong()] == ["a", "b"] and [e["key"] for e in found.refuted()] == ["b"]


def test_judging() -> None:
    assert [r["status"] for r in judge([row("unsat"), row("sat", "b")]).rows] == ["wrong", "sat"]
    assert [r["status"] for r in judge([row("unsat"), row("timeout", "b")]).rows] == ["unsat", "timeout"]
    assert judge([row("unsat")]).unconfirmed == 1 and judge([row("unsat"), row("unsat", "b")]).unconfirmed == 0
    assert judge([row("unsat", "a"), row("unsat", "a:preset")]).unconfirmed == 1  # the same solver
    assert judge([row("sat")], {"x": "unsat"}).doubts == [
        "x.csp: expected unsat, but there is a model that was checked (a, order)"
    ]
    assert [r["status"] for r in judge([row("timeout"), row("sat")]).rows] == ["sat"]  # the last one of its kind


def test_known_answers(tmp_path: Path) -> None:
    path = tmp_path / "known"
    path.write_text("a.csp sat\n\nb\tUNSAT # two\n c , unknown\n")
    assert read_expected(str(path)) == {"a.csp": "sat", "b": "unsat"}
    assert known("x/b.csp.gz", {"b": "unsat"}) == "unsat" and known("x/b.csp", {"c": "sat"}) == ""
    path.write_text("a sat\nb perhaps\n")
    with pytest.raises(InputError, match=r"known:2:1: expected NAME and sat, unsat or the best value"):
        read_expected(str(path))


# going on


def test_killed_half_way_it_goes_on(inputs: Path, fakes: Path, tmp_path: Path) -> None:
    out = tmp_path / "out"
    asked = (inputs, "--solvers", fakes, "--solver", "slow,kissat", "--repeat", 2, "-o", out, "-j", 2)
    with subprocess.Popen(command(*asked), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        while not (out / store.RESULTS).exists() or len((out / store.RESULTS).read_bytes().splitlines()) < 4:
            time.sleep(0.02)
            assert process.poll() is None
        process.send_signal(signal.SIGKILL)
    path = out / store.RESULTS
    before = rows_in(out)
    assert 0 < len(before) < 12
    path.write_bytes(path.read_bytes()[:-9])  # as if it had been cut off while it was written
    done = bench(*asked)
    after = rows_in(out)
    assert done.returncode == 0 and f"{len(before) - 1} of 12 runs are in {out} already" in done.stderr
    assert after[: len(before) - 1] == before[:-1]
    assert len(after) == 12 == len({row["key"] for row in after})
    assert bench(*asked).stderr == f"csp2sat: 12 of 12 runs are in {out} already\n" and rows_in(out) == after


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_leaves_no_process(number: int, inputs: Path, fakes: Path, tmp_path: Path) -> None:
    asked = (inputs, "--solvers", fakes, "--solver", "sleeper", "-o", tmp_path / "out", "-j", 2)
    with subprocess.Popen(command(*asked), stderr=subprocess.PIPE, text=True, start_new_session=True) as process:
        while not (tmp_path / "pids").exists() or (tmp_path / "pids").read_text().count("\n") < 2:
            time.sleep(0.02)
            assert process.poll() is None
        os.killpg(process.pid, number) if number == signal.SIGINT else process.send_signal(number)
        said = process.communicate(timeout=20)[1]
    assert process.returncode == {signal.SIGINT: 130, signal.SIGTERM: 143}[number]
    assert "Traceback" not in said
    assert f"csp2sat: 0 of 3 runs ended and are kept in {tmp_path / 'out'}; the same command does the rest\n" in said
    assert not any(map(is_running, map(int, (tmp_path / "pids").read_text().split())))
    assert rows_in(tmp_path / "out") == []


def test_keys_say_what_was_run(inputs: Path) -> None:
    found = sources([str(inputs)], None)
    kissat = plan.contestant("kissat", Solvers.load())

    def keys(encoding: str = "order", repeats: int = 1, **settings: object) -> set[str]:
        how = plan.RunSettings(**{"timeout": 1.0, **settings})  # type: ignore[arg-type]
        encodings = plan.encodings(found, [plan.BenchEncoding(EncoderOptions(encoding))], 1.0)
        return {job.key for each in encodings for job in plan.jobs(each, [kissat], how, (repeats, 0))}

    assert keys() == keys() and len(keys()) == 3
    assert keys() < keys(repeats=2)
    assert not keys() & keys(timeout=2.0) and not keys() & keys(seed=1) and not keys() & keys(extra=("-x",))
    assert len(keys() & keys("log")) == 1  # of the CNF, which is not encoded


def test_store(tmp_path: Path) -> None:
    with store.Store(tmp_path) as first:
        first.add(row("sat", "a"))
        first.add(row("sat", "é"))
    path = tmp_path / store.RESULTS
    whole = path.read_bytes()
    for length in range(0, len(whole), 11):
        path.write_bytes(whole[:length])
        with store.Store(tmp_path) as cut:
            assert len(cut.rows) == whole[:length].count(b"\n")
            cut.add(row("sat", "c"))
        assert [r["key"] for r in store.read(path)][-1] == "c"
    path.write_text('{"key": 1}\n')
    with pytest.raises(InputError, match=r"results.jsonl:1: no result of a benchmark"):
        store.read(path)


# shuffling


def test_a_shuffled_formula_is_the_same_one(tmp_path: Path) -> None:
    formula = satisfiable(20)
    plain, mixed = tmp_path / "plain.cnf", tmp_path / "mixed.cnf"
    plain.write_text(f"p cnf {formula.num_vars} {formula.flat.count(0)}\n{dimacs.lines_of(formula.flat)}")
    shuffle(plain, mixed, 7)
    found = dimacs.read(mixed.read_bytes(), "mixed")
    assert found.flat != formula.flat and sorted(renaming(20, 7)) == list(range(21)) != renaming(20, 7)
    back = {name: v for v, name in enumerate(renaming(20, 7))}
    rows = [sorted(back[abs(a)] * (1 if a > 0 else -1) for a in clause) for clause in split(found.flat)]
    assert sorted(rows) == sorted(map(sorted, split(formula.flat)))
    model = [renaming(20, 7)[3]]
    assert renamed_back(model, 20, 7) == [3 if v == 3 else -v for v in range(1, 21)]


def split(flat: list[int]) -> list[list[int]]:
    return [list(map(int, line.split()[:-1])) for line in dimacs.lines_of(flat).splitlines()]


# the command line


def test_wrong_usage(inputs: Path, tmp_path: Path) -> None:
    cases = {
        ("--solver", "minsat"): "csp2sat: no solver 'minsat' is configured; did you mean 'minisat'?",
        ("--encoding", "ordr"): "csp2sat: no encoding 'ordr'; did you mean 'order'?",
        ("--encoding", "order --amo foo"): "csp2sat: --amo foo: expected one of pairwise, product, ladder, ",
        ("--encoding", "direct --sum x"): "csp2sat: --sum x: expected one of auto, partial, digits, adder",
        ("--encoding", "order --nonsense 3"): "csp2sat: --nonsense in 'order --nonsense 3' is no option of an encoding;"
        " expected some of --encode, --amo, --card, --sum, --polarity, --no-narrowing, --max-clauses, --assume,"
        " --no-symmetry",
        ("--encoding", "order --encode x=foo"): "csp2sat: --encode x=foo: no encoding 'foo'; there are: ",
        ("--encoding", "order --encode x"): "csp2sat: ",
        ("--encoding", "order --amo"): "csp2sat: 'order --amo' describes no encoding; expected a name, then options",
        ("--encoding", "order x=log y"): "csp2sat: x=log in 'order x=log y' is no option of an encoding",
        ("-j", "2", "--executor", "local:2"): "csp2sat: -j N means --executor local:N; expected one of the two",
        ("--executor", "nowhere:x"): "csp2sat: --executor nowhere:x: No module named 'nowhere'; expected local:N, ",
    }
    for args, message in cases.items():
        done = bench(inputs, "-o", tmp_path / "out", *args)
        assert done.returncode in (1, 2) and done.stderr.startswith(message), done.stderr
        assert args[0] != "--encoding" or not (tmp_path / "out").exists()  # before anything runs
    assert bench("report", tmp_path).stderr == f"csp2sat: {tmp_path}: no results of `csp2sat bench` there\n"
    with pytest.raises(UsageError, match="no input in"):
        sources([str(_empty(tmp_path))], None)


def _empty(folder: Path) -> Path:
    (folder / "empty").mkdir()
    return folder / "empty"


def test_json(inputs: Path, tmp_path: Path) -> None:
    done = bench(inputs, "--solver", "kissat,embedded", "-o", tmp_path / "out", "--json")
    found = json.loads(done.stdout)
    assert {(each["solver"], each["solved"]) for each in found["scores"]} == {("kissat", 3), ("embedded", 3)}
    assert len(found["rows"]) == 6 and found["doubts"] == []
    assert [note.split(":")[0] for note in found["notes"]] == ["3 inputs rank nothing"]
