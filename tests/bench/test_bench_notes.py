"""What a report says of figures that mean less than they seem to, and whether its tables can be read."""

from __future__ import annotations

import csv
import io
import json
import re
import time
from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.bench.encoding import Encoded, encode
from csp2sat.bench.job import solve
from csp2sat.bench.judge import judge
from csp2sat.bench.plan import WALL_NET, Contestant, EncodeJob, RunSettings, SolveJob
from csp2sat.bench.report import html, text
from csp2sat.bench.report.notes import busy, notes
from csp2sat.bench.report.scores import contests
from csp2sat.bench.rows import row_fault
from csp2sat.bench.sources import PLAIN
from csp2sat.bench.store import ResultRow
from csp2sat.executors.tasks import FileStore, StoredFile
from csp2sat.runner.config.config import Solvers
from csp2sat.runner.process.outcome import REPORTS_CPU, Stop


def row(solver: str, name: str, status: str, seconds: float, **others: object) -> ResultRow:
    sizes = {
        "variables": 4,
        "clauses": 5,
        "bytes": 6,
        "family": "f",
        "why": "",
        "version": "1",
        "repeat": 0,
        "shuffle": 0,
    }
    fixed = {"key": f"{solver}{name}", "input": f"in/{name}.csp", "digest": name, "encoding": "order", "timeout": 4.0}
    times = {"wall": {"solve": 9 * seconds}, "cpu": {"solve": seconds}, "clock": "cpu"}
    return {"solver": solver, "status": status, **sizes, **fixed, **times, **others}


def shown(rows: list[ResultRow], inputs: bool = False, notes: bool = True) -> str:
    out = io.StringIO()
    text.show(judge(rows), "cpu", out, text.ReportForm(inputs=inputs, notes=notes))
    return out.getvalue()


# limits


@pytest.mark.skipif(not REPORTS_CPU, reason="the system reports no CPU time of processes that run")
def test_the_clock_that_is_compared_is_limited() -> None:
    assert (RunSettings(4.0).limited, RunSettings(4.0).wall) == ("cpu", 4.0 * WALL_NET)
    assert (RunSettings(4.0, clock="wall").limited, RunSettings(4.0, clock="wall").wall) == ("wall", 4.0)


@pytest.mark.skipif(not REPORTS_CPU, reason="the system reports no CPU time of processes that run")
@pytest.mark.parametrize(
    ("model", "why", "told"),
    [
        ("1", "it gave a bad answer: the model has 1 value; expected 3: variables 2, 3 have none", ""),
        ("-1 -2 -3", "the model falsifies the clause in line 3: 1 2 0", "it falsifies the clause in "),
    ],
)
def test_a_short_model_is_wrong_in_the_words_of_solve(model: str, why: str, told: str, tmp_path: Path) -> None:
    (tmp_path / "it.sh").write_text(f"#!/bin/sh\necho 's SATISFIABLE'; echo 'v {model} 0'\nexit 10\n")
    (tmp_path / "it.sh").chmod(0o755)
    (tmp_path / "it.yaml").write_text("solvers: {it: {command: ./it.sh}}\n")
    (tmp_path / "x.cnf").write_text("p cnf 3 2\n1 2 0\n-3 1 0\n")
    asked = (tmp_path / "x.cnf", "--solvers", tmp_path / "it.yaml", "--solver", "it")
    (row,) = json.loads(run("bench", *asked, "-o", tmp_path / "out", "-q", "--json").out)["rows"]
    assert (row["status"], row["why"]) == ("wrong", why) and (told or why) in run("solve", *asked).err


@pytest.mark.parametrize(("body", "clock"), [("while :; do :; done", "cpu"), ("sleep 9", "wall")])
def test_a_run_ends_at_the_limit_of_its_clock(body: str, clock: str, tmp_path: Path) -> None:
    (tmp_path / "it.sh").write_text(f"#!/bin/sh\n{body}\n")
    (tmp_path / "it.sh").chmod(0o755)
    (tmp_path / "it.yaml").write_text("solvers: {it: {command: ./it.sh}}\n")
    store, content = FileStore(tmp_path), StoredFile("0" * 64, "F.cnf")
    store.put(content, b"p cnf 1 1\n1 0\n")
    encoding = EncodeJob("x.cnf", None, content, None, 9.0)
    contestant = Contestant(Solvers.load(str(tmp_path / "it.yaml")).entries["it"])
    job = SolveJob(encoding, contestant, RunSettings(0.2, clock=clock))  # type: ignore[arg-type]
    found = solve(job, Encoded("k", "-", "1", content, variables=1, formula="f"), store, Stop())
    assert found["status"] == "timeout" and found["clock"] == clock and not row_fault(found), found
    assert (found["cpu"]["solve"] >= 0.2) == (clock == "cpu") == (busy([found]) == "")


def test_runs_that_a_busy_machine_cut_off() -> None:
    rows = [row("a", "1", "timeout", 0.42), row("a", "2", "timeout", 1.99), row("a", "3", "timeout", 2.0)]
    rows += [row("a", "4", "sat", 0.1), row("a", "5", "timeout", 0.0) | {"cpu": {}, "wall": {}}]  # the last: no CNF
    assert busy(rows).startswith("busy: 2 of 5 runs timed out with less than half their limit in CPU seconds: ")
    assert not busy(rows[2:])
    for printed in (shown(rows, notes=False), html.page(judge(rows), Path(), "cpu")):
        assert "busy: 2 of 5 runs" in printed


def test_limits_on_the_other_clock() -> None:
    rows = [row("a", "1", "timeout", 4.0, clock="wall"), row("a", "2", "sat", 1.0)]
    (line,) = notes(judge(rows), "cpu")
    assert line == (
        "1 of 2 runs ended at a limit of wall seconds, or took longer in CPU seconds, which are compared; "
        "--time wall compares those"
    )
    assert not list(notes(judge(rows), "wall"))
    del rows[0]["clock"]  # a row of an earlier version
    assert list(notes(judge(rows), "cpu")) == [line]
    assert next(notes(judge([row("a", "1", "timeout", 4.0)]), "wall")).endswith("--time cpu compares those")


def test_a_limit_of_the_encoding_is_told_apart() -> None:
    slow = {"cnf": None, "cpu": {}, "wall": {}, "why": "encoding took too long"}
    rows = [row(solver, "1", "timeout", 0.0) | slow for solver in "ab"]
    rows += [row("a", "2", "timeout", 4.0, cnf="x"), row("b", "2", "sat", 1.0, cnf="x")]
    line = (
        "order: 1 input without a formula, since encoding reached the limit, so that no solver ran; each solver has a "
        "timeout there: in/1.csp"
    )
    assert list(notes(judge(rows), "cpu")) == [line]
    printed = shown(rows, inputs=True).splitlines()
    assert line in printed
    (first,) = [each for each in printed if each.startswith("1.csp") and "timeout" in each]
    (second,) = [each for each in printed if each.startswith("2.csp") and "timeout" in each]
    assert first.split()[1:] == ["timeout", "(encoding)"] * 2 and second.split()[1:] == ["1.00", "timeout"]
    assert not list(notes(judge(rows[2:]), "cpu"))


@pytest.mark.skipif(not REPORTS_CPU, reason="the system reports no CPU time of processes that run")
@pytest.mark.parametrize(("work", "clock", "ended"), [("busy", "cpu", 1), ("idle", "cpu", 0), ("idle", "wall", 1)])
def test_the_clock_that_is_compared_limits_the_encoding(
    work: str, clock: str, ended: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def encoded(*_: object) -> Encoded:
        clock_of_work = time.process_time if work == "busy" else time.monotonic
        end = clock_of_work() + 1.2
        while clock_of_work() < end:
            if work == "idle":
                time.sleep(0.01)
        return Encoded("k", "f", "1")

    monkeypatch.setattr("csp2sat.bench.encoding._encode", encoded)
    job = EncodeJob("x.csp", None, StoredFile("0" * 64, "x.csp"), None, 0.4, clock=clock)  # type: ignore[arg-type]
    assert encode(job, FileStore(tmp_path), Stop()).status == "timeout" * ended


def test_a_lone_answer_is_marked_in_its_row() -> None:
    rows = [row("liar", "1", "unsat", 0.1), row("liar", "2", "unsat", 0.1), row("liar", "3", "sat", 0.1)]
    rows += [row("slow", "1", "unsat", 0.2), row("slow", "2", "timeout", 4.0), row("slow", "3", "sat", 0.2)]
    found = contests(rows, "cpu", judge(rows).lone)
    assert {each.solver: dict(each.lone) for each in found} == {"liar": {"unsat": 1}, "slow": {}}
    printed = {line.split()[0]: line.split() for line in shown(rows).splitlines() if line.startswith(("liar", "slow"))}
    assert "2?" in printed["liar"] and not any("?" in cell for cell in printed["slow"])
    (line,) = notes(judge(rows), "cpu")
    assert line.startswith("1 unsat answer is confirmed by no other solver (`?` in the table)")


def test_the_formulas_have_literals() -> None:
    found = shown([row("a", "1", "sat", 1.0, literals=7, cnf="x")], inputs=True)
    heads = [line.split() for line in found.splitlines() if "clauses" in line]
    assert [head[-5:] for head in heads] == [["s", "variables", "clauses", "literals", "bytes"]] * 2
    assert found.count(" 4        5         7      6") == 2
    assert " 5         -      6" in shown([row("a", "1", "sat", 1.0, cnf="x")])  # of an earlier version


def test_the_plot_counts_hidden_marks() -> None:
    rows = [row(solver, str(n), "sat", 1.0 + n) for solver in "ab" for n in range(3)]
    rows += [row("c", "0", "sat", 3.0)]
    legend = text.cactus(contests(rows, "cpu")).splitlines()[-3:]
    assert [line.strip() for line in legend] == ["o a order", "+ b order (3 marks below a better one's)", "x c order"]


# equal formulas, and answers of one solver alone


def test_encodings_that_made_the_same_formulas() -> None:
    def rows(encoding: str, *formulas: str) -> list[ResultRow]:
        return [row("a", str(at), "sat", 1.0, encoding=encoding, formula=each) for at, each in enumerate(formulas)]

    same = [*rows("order", "p", "q"), *rows("compact-order", "p", "q"), *rows("log", "p", "r"), *rows("gray", "s", "t")]
    assert list(notes(judge(same), "cpu")) == [
        "order, compact-order: the same formula of 2 of 2 inputs, where only noise makes their rows differ",
        "order, log: the same formula of 1 of 2 inputs, where only noise makes their rows differ",
    ]
    assert "compact-order: the same" in shown(same, notes=False) and "compact-order: the same" in html.page(
        judge(same), Path(), "cpu"
    )
    assert not list(notes(judge([*rows("order", ""), *rows("log", "")]), "cpu"))  # of an earlier version, or no CNF


def test_a_seed_that_changes_nothing_is_noted() -> None:
    def rows(solver: str, *conflicts: int) -> list[ResultRow]:
        counts = [{"conflicts": each} for each in conflicts]
        return [
            row(solver, "a", "sat", 1.0, key=f"{solver}{at}", seed=at, statistics=each)
            for at, each in enumerate(counts)
        ]

    told = list(notes(judge([*rows("same", 7, 7), *rows("other", 7, 8), *rows("idle", 0, 0), *rows("one", 5)]), "cpu"))
    words = "as many conflicts with each seed, so that seeds change nothing; for other runs: --shuffle"
    assert [line for line in told if "seed" in line] == [f"same: {words}"]


def test_rows_over_different_inputs_are_noted(tmp_path: Path) -> None:
    whole = [row("s", name, "sat", 1.0, encoding=encoding) for name in "ab" for encoding in ("order", "log")]
    assert "not run" not in shown(whole)
    note = "s log: 1 input not run; solved, PAR-2 and median are over the inputs that each row has run"
    verdict = judge(whole[:-1])
    assert list(notes(verdict, "cpu")) == [note]
    assert f"\n{note}\n" in shown(whole[:-1], notes=False)
    assert f"<p>{note}.</p>" in html.page(verdict, tmp_path, "cpu")
    formula = row("s", "c", "sat", 1.0, encoding=PLAIN)
    assert "not run" not in shown([*whole, formula])  # a CNF counts for each encoding


def test_one_solver_alone_confirms_nothing() -> None:
    alone = [row("a", "1", "unsat", 1.0), row("a:fast", "1", "unsat", 1.0), row("a", "2", "unsat", 1.0)]
    line, _ = notes(judge(alone), "cpu")
    assert line.startswith("2 unsat answers are confirmed by no other solver (`?` in the table), ")
    assert not list(notes(judge(alone[:1], {"1": "unsat"}), "cpu"))
    assert next(notes(judge(alone[:1]), "cpu")).startswith(
        "1 unsat answer is confirmed by no other solver (`?` in the table), "
    )


def test_one_command_says_all_of_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("u.csp").write_text("(int x 0 3) (int y 0 3) (int z 0 3)\n(!= x y) (!= x z) (!= y z) (< (+ x y z) 3)\n")
    done = run("bench", "u.csp", "--solver", "embedded", "--encoding", "order,compact-order,direct", "-q", "--json")
    found = json.loads(done.out)
    assert found["notes"][0].startswith("1 unsat answer is confirmed by no other")
    assert found["notes"][1].startswith("order, compact-order: the same formula of 1 of 1 input,")
    assert all(each["statistics"].keys() == {"conflicts", "decisions", "propagations"} for each in found["rows"])
    assert not any(map(row_fault, found["rows"])) and len({each["formula"] for each in found["rows"]}) == 2
    table = run("bench", "report", "bench", "--csv", "-", "--json").out.partition("{")[0]
    assert all(int(each["conflicts"]) >= 0 for each in csv.DictReader(io.StringIO(table)))
    made = run("bench", "u.csp", "--solver", "embedded", "--repeat", "2", "--shuffle", "2", "--emit-make")
    assert made.code == 0 and "--repeat 2, --shuffle 2\n" in made.err and "limits wall time" in made.err


def test_edited_inputs_and_rows_that_are_left_out_are_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    line = ("bench", "u.csp", "--solver", "embedded", "--encoding", "order", "-q", "--json")
    Path("u.csp").write_text("(int x 0 3) (< x 2)\n")
    for words in ([], ["--timeout", "50"], []):
        assert not [
            note for note in json.loads(run(*line, *words).out)["notes"] if "left out" in note or "edit" in note
        ]
    found = json.loads(run("bench", "report", "bench", "-q", "--json").out)["notes"]
    said = "embedded: 1 older run left out, since later ones have another timeout; to compare both: a folder for each"
    assert [each for each in found if "left out" in each] == [said]
    Path("u.csp").write_text("(int x 0 3) (< x 3)\n")
    assert not any("edited" in note for note in json.loads(run(*line).out)["notes"])
    found = json.loads(run("bench", "report", "bench", "-q", "--json").out)["notes"]
    assert [each.partition(",")[0] for each in found if "edited" in each] == ["u.csp: 2 different contents"]
    assert said in run("bench", "report", "bench", "-q").out


def test_an_input_that_the_encoder_refutes_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("u.csp").write_text("(int x 0 3) (> x 5)\n")
    Path("s.csp").write_text('(int x 0 3) (> x 1)\n(bool _) ; {"contradiction": 1}\n')
    done = run("bench", "u.csp", "s.csp", "--solver", "embedded", "-q", "--json")
    found = json.loads(done.out)
    assert {each["input"]: each["why"] for each in found["rows"]} == {"u.csp": "UNSAT by the encoder", "s.csp": ""}
    assert found["notes"][1] == "1 input: UNSAT by the encoder, so that no solver has to search: u.csp"


def test_a_file_on_stdout_is_alone_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("s.csp").write_text("(int x 0 3) (> x 1)\n")
    assert run("bench", "s.csp", "--solver", "embedded", "-q").code == 0
    for option, begin, end in (
        ("--csv", "input,", ""),
        ("--svg", "<svg", "</svg>"),
        ("--html", "<!doctype", "</html>"),
    ):
        text = run("bench", "report", "bench", option, "-").out.strip()
        assert text.startswith(begin) and text.endswith(end)
    assert len(run("bench", "report", "bench", "--csv", "-").out.splitlines()) == 2


# tables


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


MANY = [
    row(f"solver-{s}", f"golomb-ruler-{n}", "sat", 1.0 + n, encoding=code)
    for s in range(10)
    for code in ("order", "compact-order")
    for n in range(2)
]


def test_tables_are_never_cut_off() -> None:
    printed = shown(MANY, inputs=True)
    assert "…" not in printed and all(f"solver-{s} compact-order" in printed for s in range(10))
    names = [line.split()[0] for line in printed.splitlines() if line.startswith("golomb")]
    assert names == ["golomb-ruler-0.csp", "golomb-ruler-1.csp"] + 2 * ["golomb-ruler-0.csp"] + 2 * [
        "golomb-ruler-1.csp"
    ]
    out = Terminal()
    text.show(judge(MANY), "cpu", out, text.ReportForm(colour=False, inputs=True))
    lines = out.getvalue().splitlines()
    at = lines.index("seconds on each input")
    assert (
        "…" not in out.getvalue() and lines[at + 1].split().count("solver-3") == 2 and "compact-order" in lines[at + 2]
    )


def test_columns_without_figures_give_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    out = Terminal()
    text.show(judge(MANY[:2]), "cpu", out, text.ReportForm(colour=False))
    heads = out.getvalue().splitlines()[1].split()
    assert {"solver", "solved", "sat", "PAR-2"} <= {*heads} and not {"memout", "spread", "wrong"} & {*heads}
    assert "memout" in shown(MANY[:2])


def test_each_row_has_a_mark_of_its_own() -> None:
    legend = text.cactus(contests(MANY, "cpu")).splitlines()[-20:]
    assert len({line.split()[0] for line in legend}) == 20
    many = [row(f"s{n:03}", "a", "sat", 1.0) for n in range(len(text.MARKS) + 1)]
    assert len({*text.MARKS}) == len(text.MARKS)
    assert text.cactus(contests(many, "cpu")).splitlines()[-1].strip() == f"s{len(text.MARKS):03} order: no marks"


# errors


def test_the_reasons_of_errors_are_noted() -> None:
    crashed = row("one", "a", "error", 1.0, why="one was killed by signal 11 (SIGSEGV)", exit=-11)
    killed = row("two", "a", "error", 1.0, why="two was killed by signal 9 (SIGKILL)", exit=-9)
    told = list(notes(judge([crashed, killed, row("two", "b", "sat", 1.0)]), "cpu"))
    assert "one: 1 run ended with an error: one was killed by signal 11 (SIGSEGV)" in told
    assert "two: 1 run ended with an error: two was killed by signal 9 (SIGKILL)" in told
    assert "1 run killed from outside; the same command of `bench` repeats such runs" in told


def test_a_run_that_bench_stopped_is_not_done_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("csp2sat.runner.runner.most_output", lambda num_vars: 1000)
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    program = tmp_path / "flood.sh"
    program.write_text("#!/bin/sh\nyes noise & exec sleep 60\n")  # which a signal of ours ends
    program.chmod(0o755)
    (tmp_path / "own.yaml").write_text("solvers: {flood: {command: ./flood.sh}}\n")
    words = (
        tmp_path / "a.cnf",
        "--solver",
        "flood",
        "--solvers",
        tmp_path / "own.yaml",
        "-o",
        tmp_path / "out",
        "--json",
    )
    first, second = (json.loads(run("bench", *words).out) for _ in range(2))
    assert [each["exit"] for each in second["rows"]] == [None]
    assert [each["time"] for each in first["rows"]] == [each["time"] for each in second["rows"]]
    assert "from outside" not in str(second["notes"]) and "printed without an end" in str(second["notes"])


def test_a_run_that_was_killed_is_done_again(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    program = tmp_path / "once.sh"
    answer = "echo s SATISFIABLE && echo v 1 0 && exit 10"
    program.write_text(f"#!/bin/sh\ntest -e {tmp_path}/again && {answer}\nkill -9 $$\n")
    program.chmod(0o755)
    (tmp_path / "own.yaml").write_text("solvers: {once: {command: ./once.sh}}\n")
    own = ("--solver", "once", "--solvers", tmp_path / "own.yaml")
    words = (tmp_path / "a.cnf", *own, "-o", tmp_path / "out", "--json")
    first = json.loads(run("bench", *words).out)
    assert [each["status"] for each in first["rows"]] == ["error"]
    (tmp_path / "again").touch()
    second = json.loads(run("bench", *words).out)
    assert [each["status"] for each in second["rows"]] == ["sat"]
    assert "are in" in run("bench", *words).err


def test_a_row_has_the_seed_that_the_solver_got(tmp_path: Path) -> None:
    (tmp_path / "a.cnf").write_text("p cnf 1 1\n1 0\n")
    program = tmp_path / "one.sh"
    program.write_text("#!/bin/sh\necho s SATISFIABLE\necho v 1 0\nexit 10\n")
    program.chmod(0o755)
    entry = '{command: ./one.sh, args: ["{cnf}", "--seed={seed}"], seeds: [0, 100]}'
    (tmp_path / "own.yaml").write_text(f"solvers: {{one: {entry}}}\n")
    words = ("--solver", "one", "--solvers", tmp_path / "own.yaml", "--seed", 101, "-o", tmp_path / "out", "--json")
    done = run("bench", tmp_path / "a.cnf", *words)
    (found,) = json.loads(done.out)["rows"]
    assert found["seed"] == 0 and "--seed=0" in found["command"]
    assert "one takes seeds from 0 to 100; --seed 101 means 0 for it" in done.err


@pytest.mark.needs("minisat")
def test_equal_encodings_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.csp").write_text("(int x 0 1)\n")
    done = run("bench", tmp_path / "a.csp", "--solver", "minisat", "--encoding", "order,log,order", "--emit-make")
    assert "--encoding: order is given twice; its row is the same" in done.err and "log is" not in done.err


def test_one_seed_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("u.csp").write_text("(int x 0 3) (< x 2)\n")
    for seed in ("1", "2"):
        done = run("bench", "u.csp", "--solver", "embedded", "--encoding", "order", "--seed", seed, "-v")
        assert re.search(r"sat [\d.]+ s CPU, [\d.]+ s wall", done.err), done.err
    rows = list(csv.DictReader(io.StringIO(run("bench", "report", "bench", "--seed", "2", "--csv", "-").out)))
    assert [each["seed"] for each in rows] == ["2"]
    refused = run("bench", "report", "bench", "--seed", "3")
    assert (refused.code, refused.err) == (2, "csp2sat: --seed 3: no results with this seed; expected one of: 1, 2\n")
