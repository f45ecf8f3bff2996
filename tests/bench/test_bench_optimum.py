"""Comparing solvers on inputs with an objective: what is searched for, kept, judged and reported."""

from __future__ import annotations

import csv
import io
import json
import subprocess
import sys
from itertools import product
from pathlib import Path

import pytest
from support import real_commands
from support.programs import KISSAT

from csp2sat.bench import store
from csp2sat.bench.judge import judge, read_expected
from csp2sat.bench.plan import BenchEncoding
from csp2sat.bench.report import values
from csp2sat.errors import InputError, UsageError

KNAPSACK = """(int a 0 5) (int b 0 5) (int c 0 5) (int v 0 60)
(<= (+ (* 3 a) (* 4 b) (* 5 c)) 17) (= v (+ (* 4 a) (* 5 b) (* 7 c)))
(objective maximize v)
"""
BEST = max(4 * a + 5 * b + 7 * c for a, b, c in product(range(6), repeat=3) if 3 * a + 4 * b + 5 * c <= 17)
FAKES = {  # a solver that lies once it has given a model, one that is never ready, one that fails
    "liar": f"[ ! -e lied ] || {{ echo 's UNSATISFIABLE'; exit 20; }}; {KISSAT} -q $1 >said; r=$?; cat said; "
    "[ $r = 20 ] || touch lied; exit $r",
    "sleeper": "sleep 60",
    "broken": "echo ouch >&2; exit 3",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A working folder with inputs, and solvers that do something wrong."""
    monkeypatch.chdir(tmp_path)
    Path("knapsack.csp").write_text(KNAPSACK)
    Path("none.csp").write_text("(int x 0 3) (> x 5) (objective minimize x)")
    Path("plain.csp").write_text("(int x 0 3)")
    Path("soft.csp").write_text("(int x 0 9) (int y 0 9) (weighted 3 (< x y)) (weighted 2 (> x y))")
    for name, body in FAKES.items():
        Path(f"{name}.sh").write_text(f"#!/bin/sh\n{body}\n")
        Path(f"{name}.sh").chmod(0o755)
    Path("fakes.yaml").write_text("solvers:\n" + "".join(f"  {name}: {{command: ./{name}.sh}}\n" for name in FAKES))


def bench(options: str) -> subprocess.CompletedProcess[str]:
    return real_commands.csp2sat("bench", *options.split(), "-q", cwd=Path.cwd())


def rows(folder: str = "out") -> dict[tuple[str, str], store.ResultRow]:
    return {(row["input"], row["solver"]): row for row in store.read(Path(folder) / store.RESULTS)}


def test_the_best_value_is_searched_for() -> None:
    done = bench("knapsack.csp none.csp plain.csp --solver kissat,embedded --encoding order -o out --csv r.csv")
    assert done.returncode == 0, done.stderr
    for solver in ("kissat", "embedded"):
        row = rows()["knapsack.csp", solver]
        assert (row["status"], row["value"], row["bound"], row["goal"]) == ("optimum", BEST, BEST, "maximize")
        for clock in ("wall", "cpu"):
            assert 0 <= row[clock]["first"] <= row[clock]["best"] <= row[clock]["solve"]
        assert rows()["none.csp", solver]["status"] == "unsat" and rows()["plain.csp", solver]["status"] == "sat"
        assert "goal" not in rows()["plain.csp", solver]
    assert "values of objectives; the best one known, of 1: " in done.stdout
    assert "embedded order 1" in done.stdout and "kissat order 1" in done.stdout
    table = list(csv.DictReader(io.StringIO(Path("r.csv").read_text())))
    assert {row["value"] for row in table if row["status"] == "optimum"} == {str(BEST)}
    assert all(float(row["cpu_best"]) >= float(row["cpu_first"]) for row in table if row["status"] == "optimum")
    assert all(row["success"] == "True" for row in table)


def test_every_report_has_the_values() -> None:
    bench("knapsack.csp --solver kissat -o out --html r.html --latex r.tex")
    assert "<h2>The values of objectives</h2>" in (page := Path("r.html").read_text()) and f"<td>{BEST}</td>" in page
    assert f"knapsack.csp & kissat & auto & {BEST} & {BEST} & " in Path("r.tex").read_text()
    assert r"\begin{tabular}{lllrrrrr}" in Path("r.tex").read_text() and '<td class="text">kissat' in page
    found = json.loads(bench("report out --json").stdout)
    assert found["rows"][0]["value"] == BEST and found["scores"][0]["statuses"] == {"optimum": 1}
    assert found["notes"][0].startswith("1 optimality claim is confirmed by no other solver")


def test_any_solution_is_enough_where_that_is_wanted() -> None:
    bench("knapsack.csp --solver kissat --no-objective -o out")
    row = rows()["knapsack.csp", "kissat"]
    assert row["status"] == "sat" and "goal" not in row and row["command"][0] != "csp2sat"


def test_soft_constraints() -> None:
    assert bench("soft.csp --solver kissat --weighted -o out").returncode == 0
    assert (rows()["soft.csp", "kissat"]["status"], rows()["soft.csp", "kissat"]["value"]) == ("optimum", 2)
    assert "not both" in bench("soft.csp --solver kissat --weighted --max -o out").stderr
    Path("mixed.csp").write_text("(int x 0 9) (int y 0 9) (weighted 7 (< x y)) (> x y)")
    for goal in ("weighted", "max"):  # two costs of one text are not compared
        assert bench(f"mixed.csp --solver kissat --{goal} -o both").returncode == 0
    found = store.read(Path("both") / store.RESULTS)
    assert [row["value"] for row in found] == [7, 1] and not judge(found).wrong() and len(judge(found).rows) == 2


@pytest.mark.parametrize("shuffles", [0, pytest.param(1, marks=pytest.mark.long)])
def test_a_liar_is_found_out(shuffles: int) -> None:
    done = bench(
        f"knapsack.csp --solvers fakes.yaml --solver kissat,liar --encoding direct --shuffle {shuffles} -o out --json"
    )
    found = json.loads(done.stdout)["rows"]
    wrong = [row for row in found if row["status"] == "wrong"]
    assert done.returncode == 1 and {row["solver"] for row in wrong} == {"liar"}
    assert (
        f"found {BEST}, which was checked" in wrong[0]["why"] and "says that no value is better than" in wrong[0]["why"]
    )
    assert {row["value"] for row in found if row["solver"] == "kissat"} == {BEST} and len(found) == 2 + 2 * shuffles


def test_limits_and_failures() -> None:
    bench("knapsack.csp --solvers fakes.yaml --solver sleeper,broken --encoding direct --timeout 2 --time wall -o out")
    late, broken = rows()["knapsack.csp", "sleeper"], rows()["knapsack.csp", "broken"]
    assert late["status"] == "timeout" and late["value"] is None and 2 <= late["wall"]["solve"] < 5
    assert broken["status"] == "error" and "ouch" in broken["why"]


@pytest.mark.needs("minisat")
@pytest.mark.skipif(sys.platform != "linux", reason="no limit of the address space")
@pytest.mark.parametrize("memory, status", [(30, "optimum"), (100, "optimum"), (4, "memout"), (1, "memout")])
def test_a_limit_of_memory_is_the_solvers(memory: int, status: str) -> None:
    bench(f"knapsack.csp plain.csp --solver minisat --memory {memory} -o out")
    found = rows()
    assert found["knapsack.csp", "minisat"]["status"] == status
    assert found["plain.csp", "minisat"]["status"] == ("sat" if status == "optimum" else status)
    assert {each["memory_limit"] for each in found.values()} == {memory}


def row(solver: str, status: str, value: int | None, bound: int | None = None, **others: object) -> store.ResultRow:
    given = {"input": "in/a.csp", "digest": "d", "encoding": "order", "goal": "minimize", "why": "", "expect": ""}
    return {**given, "key": "", "solver": solver, "status": status, "value": value, "bound": bound, **others}


@pytest.mark.parametrize(
    "found, wrong, expected",
    [
        ([row("a", "optimum", 5, 5), row("b", "optimum", 4, 4)], {"a"}, {}),
        ([row("a", "optimum", 5, 5), row("b", "timeout", 4, 1)], {"a"}, {}),
        ([row("a", "optimum", 5, 5), row("b", "timeout", 6, 6)], {"b"}, {}),  # a bound is a claim, too
        ([row("a", "optimum", 5, 5), row("b", "timeout", 6, 5)], set(), {}),
        ([row("a", "unsat", None), row("b", "timeout", 6, 5)], {"a"}, {}),
        ([row("a", "optimum", 5, 5), row("b", "wrong", 4, 4)], {"b"}, {}),
        ([row("a", "optimum", 5, 5)], {"a"}, {"a": "4"}),
        ([row("a", "unsat", None)], {"a"}, {"a": "4"}),
        ([row("a", "optimum", -5, -5)], set(), {"a": "-5"}),
        ([row("a", "optimum", 5, 5, goal="maximize"), row("b", "timeout", 6, 9, goal="maximize")], {"a"}, {}),
    ],
)
def test_values_that_contradict_each_other(
    found: list[store.ResultRow], wrong: set[str], expected: dict[str, str]
) -> None:
    assert {each["solver"] for each in judge(found, expected).wrong()} == wrong


def test_a_solution_that_is_better_than_what_is_known_is_a_doubt() -> None:
    (doubt,) = judge([row("a", "timeout", 3, 1)], {"a": "4"}).doubts
    assert doubt == "in/a.csp: expected 4, but there is a solution of value 3 that was checked (a, order)"
    assert not judge([row("a", "timeout", 3, 1)], {"a": "sat"}).doubts
    assert judge([row("a", "timeout", 3, 1)], {"a": "unsat"}).doubts


AGREED = "in/a.csp: expected 4, but a and b say that no value is better than 5, and no better one was found"
BOTH = [row("a", "optimum", 5, 5), row("b:seed", "optimum", 5, 5)]


@pytest.mark.parametrize(
    "found, wanted, doubts, wrong",
    [
        (BOTH, "4", [AGREED], 0),
        ([row("a:x", "optimum", 5, 5), row("a:y", "optimum", 5, 5)], "4", [], 2),  # one program
        ([*BOTH, row("c", "timeout", 4, 1)], "4", [], 2),  # a solution of value 4 was checked
        ([row("a", "optimum", 5, 5), row("b", "timeout", 6, 6)], "4", [], 2),  # they contradict each other
        ([row("a", "unsat", None), row("b", "unsat", None)], "4", None, 0),
        ([row("a", "unsat", None), row("b", "unsat", None), row("c", "sat", None)], "sat", [], 2),
        (BOTH, "5", [], 0),
    ],
)
def test_programs_that_agree_put_a_known_answer_into_doubt(
    found: list[store.ResultRow], wanted: str, doubts: list[str] | None, wrong: int
) -> None:
    judged = judge(found, {"a": wanted})
    assert len(judged.wrong()) == wrong
    assert judged.doubts == doubts if doubts is not None else len(judged.doubts) == 1


def test_known_values(tmp_path: Path) -> None:
    path = tmp_path / "known"
    path.write_text("a.csp 17\nb.csp,-3\nc sat\nd unknown\n")
    assert read_expected(str(path)) == {"a.csp": "17", "b.csp": "-3", "c": "sat"}
    for wrong in ("a 1.5", "a optimal", "a 1 2"):
        path.write_text(wrong)
        with pytest.raises(InputError, match="expected NAME and sat, unsat or the best value"):
            read_expected(str(path))


def test_several_runs_are_one_row_of_values() -> None:
    one = {"wall": {"first": 1.0, "best": 2.0, "solve": 9.0}, "cpu": {}}
    other = {"wall": {"first": 3.0, "best": 4.0, "solve": 9.0}, "cpu": {}}
    found = [
        row("a", "timeout", 7, 2, **one),
        row("a", "timeout", 5, 3, **other),
        row("a", "timeout", None, None, **one),
    ]
    assert values.cells(found, "wall") == [["a.csp", "a", "order", "5 to 7", "2 to 3", "1.00", "2.00", "-"]]
    assert values.title(found) == "values of objectives; the best one known, of 1: a order 1"


def test_encodings_with_and_without_symmetric_solutions() -> None:
    for line in (
        "order",
        "order --no-symmetry",
        "log --amo ladder --assume symmetry",
        "auto --assume symmetry --no-symmetry",
    ):
        assert BenchEncoding.parsed(line).described() == line
    assert BenchEncoding.parsed("order --no-symmetry --amo ladder").described() == "order --amo ladder --no-symmetry"
    for line in ("order --assume", "order --assume unique", "order --symmetry", "", "order 'x"):
        with pytest.raises(UsageError):
            BenchEncoding.parsed(line)


def test_a_formula_without_symmetric_solutions() -> None:
    edges = "".join(f"(!= c{i} c{j}) " for i in range(4) for j in range(i))
    Path("graph.csp").write_text("".join(f"(int c{i} 0 2) " for i in range(4)) + edges)
    done = real_commands.csp2sat(
        *["bench", "graph.csp", "plain.csp", "--solver", "kissat", "--encoding", "order,order --assume symmetry"],
        *["-o", "out", "-q"],
        cwd=Path.cwd(),
    )
    found = {(r["input"], r["encoding"]): r for r in store.read(Path("out") / store.RESULTS)}
    plain, broken = (found["graph.csp", name] for name in ("order", "order --assume symmetry"))
    assert done.returncode == 0 and plain["status"] == broken["status"] == "unsat" and plain["cnf"] != broken["cnf"]
    assert found["plain.csp", "order --assume symmetry"]["status"] == "sat"


@pytest.mark.sample(1)
@pytest.mark.parametrize("missing", ["goal", "value", "bound"])
def test_a_row_with_a_part_of_what_an_objective_needs_is_refused(missing: str) -> None:
    bench("knapsack.csp --solver kissat -o out")
    file = Path("out") / store.RESULTS
    (row,) = rows().values()
    file.write_text(json.dumps({name: value for name, value in row.items() if name != missing}) + "\n")
    with pytest.raises(InputError, match=f"{missing} is missing; expected all three of goal, value and bound"):
        store.read(file)
