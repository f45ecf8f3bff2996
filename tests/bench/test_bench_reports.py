"""Reports on results: figures by hand, the plot in characters, the page, CSV, the Makefile."""

from __future__ import annotations

import csv
import io
import json
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path

import pytest
from support.paths import BOARDS
from support.run_command import run

from csp2sat.bench.emit_make import makefile
from csp2sat.bench.judge import Judgement, judge
from csp2sat.bench.plan import BenchEncoding, RunSettings
from csp2sat.bench.report import html as report_html
from csp2sat.bench.report import sizes
from csp2sat.bench.report import text as report_text
from csp2sat.bench.report.inputs import in_order
from csp2sat.bench.report.scores import COLUMNS, cells, contests, virtual_best, with_encoding
from csp2sat.bench.report.text import cactus
from csp2sat.bench.sources import sources
from csp2sat.bench.store import ResultRow
from csp2sat.encoder.options import EncoderOptions


def row(solver: str, name: str, status: str, seconds: float, **others: object) -> ResultRow:
    fixed = {"encoding": "order", "repeat": 0, "shuffle": 0, "why": "", "timeout": 10.0, "version": "1", "family": "f"}
    times = {"wall": {"encode": 0.5, "solve": 2 * seconds}, "cpu": {"encode": 0.5, "solve": seconds}}
    sizes = {"memory": 3 << 20, "variables": 4, "clauses": 5, "bytes": 6}
    return {"key": name, "solver": solver, "input": f"in/{name}.csp", "digest": name, "status": status} | (
        fixed | times | sizes | others
    )


ROWS = [
    row("quick", "a", "sat", 1.0),
    row("quick", "b", "unsat", 3.0),
    row("quick", "c", "timeout", 10.0),
    row("steady", "a", "sat", 2.0),
    row("steady", "b", "unsat", 2.0),
    row("steady", "c", "sat", 9.0),
    row("lame", "a", "timeout", 10.0),
    row("lame", "b", "error", 0.1, why="failed"),
    row("lame", "c", "unsat", 0.1),
]


@pytest.fixture
def verdict() -> Judgement:
    return judge(ROWS)


def test_scores(verdict: Judgement) -> None:
    steady, quick, lame = contests(verdict.rows, "cpu")
    assert [each.solver for each in (steady, quick, lame)] == ["steady", "quick", "lame"]
    assert (steady.par2, steady.median, steady.wins, steady.unique) == (13 / 3, 2.0, 2, 1)
    assert (quick.par2, quick.median, quick.wins, quick.unique) == ((1 + 3 + 20) / 3, 2.0, 1, 0)
    assert (lame.par2, lame.median, lame.wins, lame.unique) == (20.0, None, 0, 0)
    assert lame.statuses == {"timeout": 1, "error": 1, "wrong": 1}
    best = virtual_best([steady, quick, lame])
    assert (best.solved, best.par2) == ({"a": 1.0, "b": 2.0, "c": 9.0}, 4.0)
    assert contests(verdict.rows, "wall")[0].times["a"] == 4.0


def test_runs_of_one_input_count_by_their_median() -> None:
    rows = [row("s", "a", "sat", seconds, shuffle=at) for at, seconds in enumerate((1.0, 4.0, 2.0))]
    rows += [row("s", "b", "timeout", 10.0, shuffle=at) for at in range(2)] + [row("s", "b", "sat", 1.0, shuffle=2)]
    (found,) = contests(rows, "cpu")
    assert found.times == {"a": 2.0, "b": float("inf")} and found.spread == 4.0 and found.runs == 6


def test_shuffles_count_inputs_and_runs_apart() -> None:
    rows = [row("s", "a", "sat", 1.0, shuffle=at) for at in range(3)]
    out = io.StringIO()
    report_text.show(judge(rows), "cpu", out)
    lines = out.getvalue().splitlines()
    counting = "solved: inputs, by the median of their runs; sat to wrong: runs"
    assert lines[0] == f"1 input, 3 runs; CPU seconds of the solver; {counting}"
    assert lines[2].split()[:5] == ["s", "order", "1", "3", "3"]


def test_the_time_of_encoding_counts_where_that_is_wanted(tmp_path: Path) -> None:
    rows = [*ROWS, row("steady", "x", "sat", 1.0, encoding="-")]
    found = contests([with_encoding(each, "cpu") for each in rows], "cpu")[0]
    assert (found.solver, found.times) == ("steady", {"a": 2.5, "b": 2.5, "c": 9.5, "x": 1.0})
    assert contests(rows, "cpu")[0].times["a"] == 2.0  # the rows are as they were
    assert contests([with_encoding(each, "wall") for each in rows], "wall")[0].times["b"] == 4.5
    (tmp_path / "results.jsonl").write_text("".join(json.dumps(each) + "\n" for each in ROWS))
    for score, par2 in (("solve", 13 / 3), ("encode+solve", 13 / 3 + 0.5)):
        done = run("bench", "report", tmp_path, "--json", "--score", score)
        assert json.loads(done.out)["scores"][0]["par2"] == pytest.approx(par2)
        assert json.loads(done.out)["rows"][0]["wall"]["solve"] == 2.0
    text = run("bench", "report", tmp_path, "--score", "encode+solve").out
    assert "CPU seconds of encoding and solving" in text


def test_encoding_and_solving_have_one_limit(tmp_path: Path) -> None:
    rows = [row("s", "a", "sat", 9.6), row("s", "b", "sat", 9.4), row("s", "c", "timeout", 0.0)]
    (tmp_path / "results.jsonl").write_text("".join(json.dumps(each) + "\n" for each in rows))
    for score, times, statuses in (
        ("solve", (9.6, 9.4, 20), {"sat": 2, "timeout": 1}),
        ("encode+solve", (20, 9.9, 20), {"sat": 1, "timeout": 2}),
    ):
        (found,) = json.loads(run("bench", "report", tmp_path, "--json", "--score", score).out)["scores"]
        assert (found["par2"], found["statuses"]) == (pytest.approx(sum(times) / 3), statuses)
    page, text = tmp_path / "page.html", run("bench", "report", tmp_path, "--score", "encode+solve", "--inputs").out
    assert next(line for line in text.splitlines() if line.startswith("s ")).split()[:9] == [
        "s",
        "order",
        "1",
        "3",
        "1",
        "-",
        "-",
        "2",
        "-",
    ]
    run("bench", "report", tmp_path, "--score", "encode+solve", "--html", page, "--csv", tmp_path / "r.csv")
    assert page.read_text().count("timeout") > 1 and (tmp_path / "r.csv").read_text().count("timeout") == 2


ENCODED = row("s", "a", "sat", 1.0, wall={"encode": 0.7, "solve": 1.0}, cpu={"encode": 0.2, "solve": 1.0})


def test_sizes_by_encoding() -> None:
    rows = [
        row("s", "a", "sat", 1.0, encoding="order", variables=10),
        row("t", "a", "sat", 1.0, encoding="order", variables=10),
        row("s", "b", "sat", 1.0, encoding="order", variables=30),
        row("s", "a", "sat", 1.0, encoding="log", variables=7, bytes=9),
        row("s", "x", "sat", 1.0, encoding="-"),
        row("s", "bad", "error", 1.0, encoding="log", cnf=None, why="wrong"),
    ]
    order, log = measured = sizes.sizes(rows, "cpu")
    assert sizes.cells(measured) == [
        ["order", "2", "0.500", "10", "5", "-", "6"],
        ["log", "1", "0.500 x1.00", "7 x0.70", "5 x1.00", "-", "9 x1.50"],
    ]
    assert sizes.title(measured).endswith(
        "1 input that has one in each encoding; x: divided by those of order; encode s: CPU seconds"
    )
    assert [each[2] for each in sizes.cells(sizes.sizes([ENCODED], "wall"))] == ["0.700"]
    assert [each[2] for each in sizes.cells(sizes.sizes([ENCODED], "cpu"))] == ["0.200"]
    same = {"inputs": 1, "common": 1, "encode": 0.5, "clauses": 5, "literals": None}
    assert sizes.fields(measured)[1] == pytest.approx({"encoding": "log", **same, "variables": 7, "bytes": 9})
    assert [each[:2] for each in sizes.by_input(rows, measured)] == [
        ["a.csp", "order"],
        ["a.csp", "log"],
        ["b.csp", "order"],
    ]
    drawn = sizes.plots(rows, [order, log])
    assert drawn.count("<polyline") == 10 and drawn.count("<circle") == 3 * 5
    assert drawn.count("<title>b.csp, order: 30</title>") == 1
    assert "<td>7 x0.70</td>" in sizes.table(sizes.HEADINGS, sizes.cells(measured)) and "order" in sizes.legend(
        measured
    )
    assert sizes.sizes([], "cpu") == []


def test_curves_of_sizes_are_of_one_family_in_the_order_of_names() -> None:
    """Numbers in names by their values: clauses over n are read from left to right."""
    sizes_by_name = {"q9": 9, "q10": 5, "r1": 700}
    rows = [
        row("s", name, "sat", 1.0, variables=variables, family=name[0]) for name, variables in sizes_by_name.items()
    ]
    drawn = sizes.plots(rows[::-1], sizes.sizes(rows[::-1], "cpu")).split("<g ")[2]
    assert drawn.count("<polyline") == 2  # the family r has a curve of one point
    assert re.findall(r"<title>(\w+)\.csp", drawn) == ["q9", "q10", "r1"]
    places = [float(x) for x in re.findall(r'<circle cx="([\d.]+)"', drawn)]
    assert places == sorted(places)


def test_conflicts_are_those_of_runs_whose_solver_reports_them() -> None:
    rows = [row("s", "a", "sat", 1.0, statistics={"conflicts": n}) for n in (4, 6, 90)]
    s, t = contests([*rows, row("t", "a", "timeout", 10.0, statistics={"decisions": 3})], "cpu")
    at = COLUMNS.index("conflicts")
    assert (cells(s, "x")[at], cells(t, "x")[at]) == ("6", "-")


def test_sizes_are_compared_on_the_same_inputs() -> None:
    """Medians would come from different inputs: log was smaller on one of three, and its median the least."""
    pairs = {"a": (10, 12), "b": (100, 50), "c": (40, 48)}
    rows = [
        row("s", name, "sat", 1.0, encoding=encoding, variables=pair[at])
        for name, pair in pairs.items()
        for at, encoding in enumerate(("order", "log"))
    ]
    assert [each[3] for each in sizes.cells(sizes.sizes(rows, "cpu"))] == ["34", "31 x0.90"]
    rows.append(row("s", "d", "sat", 1.0, encoding="order", variables=10**6))
    assert [each[3] for each in sizes.cells(sizes.sizes(rows, "cpu"))] == ["34", "31 x0.90"]
    apart = sizes.sizes([rows[0], rows[3]], "cpu")
    assert [each[1:4] for each in sizes.cells(apart)] == [["1", "-", "-"]] * 2 and "nothing is compared" in sizes.title(
        apart
    )
    assert [each["variables"] for each in sizes.fields(apart)] == [None, None]


def test_the_worst_input_is_not_hidden() -> None:
    runs = {"a": (1.0, 1.5, 1.2), "b": (1.0, 21.0, 1.0), "c": (1.0, 1.0, 1.1)}
    rows = [row("s", name, "sat", each, shuffle=at) for name, times in runs.items() for at, each in enumerate(times)]
    rows += [row("s", "d", status, 3.0, shuffle=at) for at, status in enumerate(("sat", "timeout", "sat"))]
    out = io.StringIO()
    report_text.show(judge(rows), "cpu", out, report_text.ReportForm(inputs=True))
    text = re.sub(" +", " ", out.getvalue())
    assert " x1.3 to x21.0 " in text and "seconds on each input: the median of its runs (least to most)" in text
    assert "b.csp 1.00 (1.00 to 21.00)" in text and "d.csp 3.00 (3.00 to timeout)" in text


def test_few_inputs_rank_nothing(verdict: Judgement) -> None:
    out = io.StringIO()
    report_text.show(verdict, "cpu", out)
    assert "3 inputs rank nothing: chance may have decided" in out.getvalue()
    many = [row(solver, str(at), "sat", 1.0) for at in range(10) for solver in ("a", "b")]
    for rows in (many, [each for each in ROWS if each["solver"] == "quick"]):
        report_text.show(judge(rows), "cpu", out := io.StringIO())
        assert "nothing" not in out.getvalue()


def test_a_cnf_counts_for_each_encoding() -> None:
    rows = [
        row("s", "a", "sat", 1.0),
        row("s", "a", "sat", 2.0, encoding="log"),
        row("s", "x", "sat", 3.0, encoding="-"),
    ]
    assert {(each.encoding, tuple(each.times)) for each in contests(rows, "cpu")} == {
        ("order", ("a", "x")),
        ("log", ("a", "x")),
    }
    assert [each.encoding for each in contests(rows[2:], "cpu")] == ["-"]


def test_text(verdict: Judgement) -> None:
    out = io.StringIO()
    report_text.show(verdict, "cpu", out)
    lines = out.getvalue().splitlines()
    assert lines.pop(1) == report_text.WINS_NOTHING
    wrong = "wrong: lame (order) on in/c.csp: says unsat; steady (order) found a model that was checked"
    assert lines[0] == wrong and lines[1] == "3 inputs, 9 runs; CPU seconds of the solver"
    assert lines[2].split()[:5] == ["solver", "encoding", "solved", "runs", "sat"]
    assert " ".join(lines[3].split()) == "steady order 3 3 2 1 - - - - - 4.33 2.00 - 2 1 3 - 1"
    assert lines[6].split() == ["virtual", "best", "3", "4.00", "2.00"]
    assert (
        lines[7]
        == "the formulas: geometric means over the 3 inputs that have one in each encoding; encode s: CPU seconds"
    )
    assert lines[9].split() == ["order", "3", "0.500", "4", "5", "-", "6"]
    assert "\x1b" not in out.getvalue() and not any(line.endswith(" ") for line in lines)


def test_many_alarms_are_counted(verdict: Judgement) -> None:
    rows = [row("liar", str(at), "wrong", 1.0, why="no") for at in range(30)]
    assert report_text.alarms(Judgement(rows, []))[-2:] == [
        "wrong: 18 more; 30 in all, of liar",
        report_text.WINS_NOTHING,
    ]


def test_a_solver_that_lied_wins_nothing() -> None:
    right = [row("slow", "a", "sat", 4.0), row("slow", "b", "timeout", 10.0)]
    lies = [row("liar", "a", "sat", 1.0), row("liar", "b", "sat", 1.0), row("liar", "c", "wrong", 1.0, why="no")]
    found = {each.solver: each for each in contests([*right, *lies], "cpu")}
    assert (found["liar"].wins, found["liar"].unique, len(found["liar"].solved)) == (0, 0, 2)
    assert (found["slow"].wins, found["slow"].unique) == (1, 1)
    best = virtual_best(list(found.values()))
    assert (best.solved, best.score("b"), best.score("c")) == ({"a": 4.0}, 20.0, 20.0)
    other = {
        each.encoding: each.wins for each in contests([*lies, row("liar", "a", "sat", 1.0, encoding="log")], "cpu")
    }
    assert other == {"order": 0, "log": 1}


def test_cactus(verdict: Judgement) -> None:
    lines = cactus(contests(verdict.rows, "cpu"), width=41, height=5).splitlines()
    assert lines == [
        "     10 s |                             o",
        "          |",
        "          |              +",
        "          |o             o",
        "      1 s |+",
        "          +------------------------------",
        "           1                     3 solved",
        "           o steady order",
        "           + quick order",
        "             lame order (wrong answers): no marks",
    ]
    assert cactus([], 40) == "" and "is drawn" not in cactus(contests(verdict.rows, "cpu"))
    quick = cactus(contests([row("quick", "a", "sat", 0.001)], "cpu"))
    assert quick.endswith("what took less than 0.01 s is drawn at 0.01 s\n")


class Page(HTMLParser):
    """Collects what a page would load, and its data."""

    def __init__(self, text: str):
        super().__init__()
        self.loads: list[str] = []
        self.ids: list[str] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.loads += [str(value) for name, value in attrs if name in ("src", "href", "data", "action") and value]
        self.ids += [str(value) for name, value in attrs if name == "id"]
        if tag not in ("meta", "img", "input"):
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_page(verdict: Judgement, tmp_path: Path) -> None:
    (tmp_path / "boards").mkdir()
    (tmp_path / "boards" / "a.svg").write_text("<svg>board &amp; </script></svg>")
    text = report_html.page(verdict, tmp_path, "cpu")
    page = Page(text)
    assert page.loads == [] and page.open == [] and "default-src 'none'" in text
    data = json.loads(text.partition('id="data">')[2].partition("</script>")[0])
    assert len(data["rows"]) == 9 and len(data["inputs"]) == 3 and data["boards"]["a"].startswith("<svg>board")
    assert '<div class="alarm wrong" role="alert"><ul><li>wrong: lame (order) on in/c.csp' in text
    assert "3 inputs below in/, 9 runs" in text
    script = text.rpartition("<script>")[2]
    assert set(re.findall(r'\$\("(\w+)"\)', script)) <= set(page.ids)
    assert not re.search(r"fetch|XMLHttpRequest|import\(|WebSocket|innerHTML", script)


def test_the_page_says_that_inputs_are_too_small(verdict: Judgement, tmp_path: Path) -> None:
    said = "took no solver more than"
    assert said in report_html.page(judge([row("quick", "a", "sat", 0.1)]), tmp_path, "cpu")
    assert said not in report_html.page(verdict, tmp_path, "cpu")


@pytest.mark.needs("node")
def test_the_script_of_the_page_is_javascript(tmp_path: Path) -> None:
    script = Path(report_html.__file__).with_name("page.js")
    assert subprocess.run(["node", "--check", script], capture_output=True, check=False).returncode == 0


def test_csv(verdict: Judgement) -> None:
    read = list(csv.DictReader(io.StringIO(report_text.csv_table(verdict.rows))))
    assert len(read) == 9
    first = read[0]
    assert (first["input"], first["experiment_ware"], first["success"]) == ("in/a.csp", "quick order", "True")
    assert (first["cpu_time"], first["wall_time"], first["cpu_encode"]) == ("1.0", "2.0", "0.5")
    assert [r["status"] for r in read].count("wrong") == 1


@pytest.mark.needs("make")
def test_the_makefile_does_the_same(tmp_path: Path) -> None:
    hole = tmp_path / "hole it.cnf"
    hole.write_text("p cnf 1 2\n1 0\n-1 0\n")
    found = sources([str(BOARDS / "sudoku-4x4-3c5d0f53.json"), str(hole)], None)
    text = makefile(
        found,
        ["kissat", "kissat:sat"],
        [BenchEncoding(EncoderOptions()), BenchEncoding(EncoderOptions(amo="ladder"))],
        RunSettings(9.0, seed=3),
    )
    (tmp_path / "Makefile").write_text(text)
    command = ["make", "-j2", f"CSP2SAT={sys.executable} -m csp2sat"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    table = [line.split("\t") for line in (tmp_path / "results.txt").read_text().splitlines()]
    answers = {name: status for name, status, *_ in table}
    assert all(
        len(line) == 5 and not line[4] and float(line[2]) > float(line[3]) >= 0 for line in table
    )  # wall, the solver's CPU
    assert len(answers) == 6 and {s for n, s in answers.items() if "hole" in n} == {"UNSATISFIABLE"}
    assert {s for n, s in answers.items() if "sudoku" in n} == {"SATISFIABLE"} and float(table[0][2]) > 0
    again = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert "up to date" in again.stdout


def test_numbers_in_names_of_inputs_count_by_their_values():
    names = ["q11.csp", "q9.csp", "a/2-10.csp", "a/2-9.csp", "q9", "q09.csp", "7", "", "q" + "1" * 40]
    found = [name for _, name in in_order({str(at): name for at, name in enumerate(names)})]
    assert found == ["", "7", "a/2-9.csp", "a/2-10.csp", "q9", "q09.csp", "q9.csp", "q11.csp", "q" + "1" * 40]
