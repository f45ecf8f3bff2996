"""What a report gives for a paper: plots as SVG, tables as LaTeX, a row for each input, parts of the results."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.bench.judge import judge
from csp2sat.bench.report import latex, svg
from csp2sat.bench.report import text as report_text
from csp2sat.bench.report.inputs import common_folder, rows_by_input
from csp2sat.bench.report.scores import COLUMNS, SHORT_MEANINGS, contests, start_up
from csp2sat.bench.rows import row_fault
from csp2sat.bench.store import ResultRow, read
from csp2sat.escaping import for_latex

MANUAL = Path(svg.__file__).parents[2] / "manual" / "bench.md"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with two small CSPs, and results of two solvers in two encodings in its folder `R`."""
    made = tmp_path_factory.mktemp("papers")
    (made / "one_a.csp").write_text("(int x 0 9) (int y 0 9) (= (+ x y) 10) (< x y)")
    (made / "two.csp").write_text("(int x 0 3) (int y 0 3) (= (* x y) 7)")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(made)
        solvers = ["--solver", "embedded,embedded:minisat", "--encoding", "order,log"]
        run("bench", "one_a.csp", "two.csp", *solvers, "-q", "-o", "R")
    return made


@pytest.fixture(autouse=True)
def in_the_folder(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)


def told(options: str) -> str:
    done = run("bench", "report", "R", *options.split())
    assert done.code == 0 and "Traceback" not in done.err, done.err
    return done.out


def test_the_columns_are_explained_below_the_table() -> None:
    text = told("")
    for name, what in SHORT_MEANINGS.items():
        assert f"{name}: {what}" in text
    assert set(SHORT_MEANINGS) <= {*COLUMNS, "virtual best"}


@pytest.mark.parametrize("option", ["-q", "--quiet"])
def test_quiet_leaves_the_explanation_out(option: str) -> None:
    text = told(option)
    assert "virtual best" in text and "virtual best:" not in text and "not confirmed" not in text


def test_a_single_input_is_one_input() -> None:
    done = run("bench", "two.csp", "--solver", "embedded", "-q", "-o", "S")
    assert done.out.startswith("1 input, 1 run; CPU seconds of the solver\n")


def test_rows_of_inputs() -> None:
    lines = told("--inputs -q").splitlines()
    at = lines.index("seconds on each input")
    assert lines[at + 1].startswith("input ") and lines[at + 1].count("embedded") == 4
    assert [line.split()[0] for line in lines[at + 2 : at + 4]] == ["one_a.csp", "two.csp"]
    assert all(re.fullmatch(r"\S+( +[\d.]+){4}", line) for line in lines[at + 2 : at + 4])


def test_parts_of_the_results() -> None:
    assert told("--solver embedded -q").startswith("2 inputs, 4 runs")
    assert told("--encoding log -q").startswith("2 inputs, 4 runs")
    assert told("--solver embedded --encoding order,log -q").startswith("2 inputs, 4 runs")
    assert told("--solver embedded --encoding log -q").startswith("2 inputs, 2 runs")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--solver kissat", "--solver kissat: no results of it; expected one of: embedded, embedded:minisat"),
        ("--encoding direct", "--encoding direct: no results of it; expected one of: order, log"),
        ("--solver embedded --encoding log --scatter s.svg", "--scatter needs two solvers or encodings; there is one"),
        (
            "--svg p.pdf",
            "--svg p.pdf: this option writes .svg, expected FILE.svg; Inkscape or rsvg-convert make .pdf of it",
        ),
        ("--scatter p.png.gz", "expected FILE.svg; Inkscape or rsvg-convert make .png of it"),
        ("--svg p.html", "--svg p.html: this option writes .svg, expected FILE.svg; --html writes .html"),
        ("--html p.SVG", "expected FILE.html; --svg and --scatter write .svg"),
        ("--csv p.tex", "--csv p.tex: this option writes .csv, expected FILE.csv; --latex writes .tex"),
        ("--latex p.csv", "this option writes .tex, expected FILE.tex; --csv writes .csv"),
        ("--html p.docx", "--html p.docx: this option writes .html, expected FILE.html\n"),
        ("--html p.html --svg p.pdf", "--svg p.pdf: this option writes .svg"),
        ("--svg nowhere/p.svg", "nowhere/p.svg: cannot be written"),
        ("--scatter-rows embedded,log", "--scatter-rows: only with --scatter FILE"),
        (
            "--scatter p.svg --scatter-rows embedded,embedded:minisat",
            "'embedded' is several rows; expected two of: embed",
        ),
        ("--scatter p.svg --scatter-rows kissat,embedded", "'kissat' is no row; expected two of: embedded"),
        (
            "--encoding log --scatter p.svg --scatter-rows embedded,embedded",
            "embedded,embedded: expected two rows, 'SOL",
        ),
        ("--encoding log --scatter p.svg --scatter-rows embedded", "embedded: expected two rows, 'SOLVER ENCODING,SOL"),
        ("--encoding log --scatter p.svg --scatter-rows ,", "'' is no row; expected two of: embedded"),
    ],
)
def test_what_is_refused(options: str, message: str) -> None:
    done = run("bench", "report", "R", *options.split())
    assert done.code in (1, 2) and message in done.err and len(done.err.splitlines()) == 1
    assert not [*Path().glob("p.*")]


def test_the_cactus_plot() -> None:
    told("--svg cactus.svg")
    root = ET.parse("cactus.svg").getroot()
    texts = ["".join(each.itertext()) for each in root.iter("{http://www.w3.org/2000/svg}text")]
    assert "solved inputs" in texts and "CPU seconds of the solver" in texts
    assert sum(text.endswith("(2 solved)") for text in texts) == 4
    assert len(list(root.iter("{http://www.w3.org/2000/svg}polyline"))) == 4


def test_a_run_writes_what_its_report_writes() -> None:
    solvers = ["--solver", "embedded,embedded:minisat", "--encoding", "order,log"]
    done = run(
        "bench", "one_a.csp", "two.csp", *solvers, "-q", "-o", "R", *["--svg", "p.svg", "--latex", "p.tex", "--inputs"]
    )
    assert done.code == 0 and "seconds on each input" in done.out, done.err
    assert "polyline" in Path("p.svg").read_text() and "tabular" in Path("p.tex").read_text()


def test_a_scatter_plot_of_one_solver_is_refused_before_the_runs() -> None:
    done = run("bench", "two.csp", "--solver", "embedded", "-o", "never", "--scatter", "s.svg")
    assert (done.code, done.err) == (2, "csp2sat: --scatter needs two solvers or encodings; there is one\n")
    assert not (Path("never") / "results.jsonl").exists()


def test_the_scatter_plot() -> None:
    told("--solver embedded --scatter s.svg --time wall")
    text = Path("s.svg").read_text()
    assert text.count("<circle") == 2 and "embedded log: WALL seconds" in text and "embedded order: WALL" in text
    assert text.count(">not solved in 60 s<") == 2


def test_the_rows_of_the_scatter_plot_are_chosen() -> None:
    rows = "embedded:minisat order, embedded log"
    done = run("bench", "report", "R", "--scatter", "s.svg", "--scatter-rows", rows)
    assert done.code == 0 and "--scatter" not in done.err
    assert 'aria-label="embedded:minisat order against embedded log"' in Path("s.svg").read_text()
    told("--encoding log --scatter s.svg --scatter-rows embedded:minisat,embedded")
    assert 'aria-label="embedded:minisat log against embedded log"' in Path("s.svg").read_text()
    plain = run("bench", "report", "R", "--scatter", "s.svg")
    assert "the first two of 4 rows; --scatter-rows 'A,B' chooses others\n" in plain.err
    assert not run("bench", "report", "R", "--scatter", "s.svg", "-q").err
    two = ["bench", "two.csp", "--solver", "embedded", "--encoding", "order,log", "-o", "never", "--scatter", "s.svg"]
    refused = run(*two, "--scatter-rows", "embedded order,kissat log")
    assert refused.code == 2 and "'kissat log' is no row; expected two of: embedded order, embedded log" in refused.err
    assert not (Path("never") / "results.jsonl").exists()


def test_unsat_answers_that_nobody_confirmed_are_told(tmp_path: Path) -> None:
    rows = [row | {"status": "unsat"} for row in read(Path("R/results.jsonl"))]
    alone = [row for row in rows if row["solver"] == "embedded"]
    (tmp_path / "results.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in alone))
    assert (
        "\n2 unsat answers are confirmed by no other solver (`?` in the table), "
        in run("bench", "report", tmp_path).out
    )
    others = [row | {"solver": "another"} for row in alone]
    (tmp_path / "results.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in [*alone, *others]))
    assert "confirmed" not in run("bench", "report", tmp_path).out


def test_plots_go_to_stdout_after_a_dash() -> None:
    assert told("--svg - --json").startswith("<svg ")


def test_latex() -> None:
    told("--latex t.tex --score encode+solve")
    text = Path("t.tex").read_text()
    assert "% CPU seconds of encoding and solving" in text and r"% needs \usepackage{booktabs}" in text
    assert text.count(r"\begin{tabular}") == text.count(r"\end{tabular}") == 2
    assert r"solver & encoding & solved & PAR-2 & median & spread & wins & unique & peak MB & conflicts \\" in text
    assert r"virtual best &  & 2 & " in text


def test_latex_of_inputs() -> None:
    told("--latex u.tex --inputs")
    text = Path("u.tex").read_text()
    assert text.count(r"\begin{tabular}") == 4 and r"one\_a.csp & " in text
    assert r"input & encoding & encode s & variables & clauses & literals & bytes \\" in text


def test_names_are_no_commands_of_latex() -> None:
    assert for_latex("order --amo ladder") == "order -{}-amo ladder"
    assert for_latex(r"a_b\input{x}%~^&#$") == (
        r"a\_b\textbackslash{}input\{x\}\%\textasciitilde{}\textasciicircum{}\&\#\$"
    )


SIZES = {"variables": 4, "clauses": 5, "bytes": 6}


def _row(solver: str, name: str, status: str, seconds: float, encoding: str = "order") -> ResultRow:
    fields = {"solver": solver, "input": f"in/{name}", "digest": name, "status": status, "encoding": encoding}
    more = {"repeat": 0, "shuffle": 0, "why": "", "timeout": 10.0, "version": "1", "wall": {}, "memory": None, **SIZES}
    return fields | more | {"cpu": {"solve": seconds}}


ROWS = [
    *(_row("a", "p", "sat", 0.5), _row("a", "q_1", "timeout", 10.0), _row("a", "r<&", "unsat", 200.0)),
    *(_row("b", "p", "memout", 3.0), _row("b", "q_1", "sat", 12.0)),
]


def test_cells_of_inputs_say_why_there_are_no_seconds() -> None:
    rows = judge(ROWS).rows
    assert rows_by_input(rows, contests(rows, "cpu")) == [
        ["p", "0.500", "memout"],
        ["q_1", "timeout", "12.00"],
        ["r<&", "200", "-"],
    ]
    assert common_folder([]) == "" and common_folder(["a/b", "a/c"]) == "a/" and common_folder(["a/b"]) == "a/"


def test_plots_of_few_and_of_none() -> None:
    rows = judge(ROWS).rows
    found = contests(rows, "cpu")
    drawn = svg.scatter(found[0], found[1], "s")
    assert drawn.count("<circle") == 2, "r was not run by both"
    assert ET.fromstring(svg.cactus(found, "<s>")).get("aria-label") == "Solved inputs by time"
    none = contests(judge([_row("a", "p", "timeout", 1.0)]).rows, "cpu")
    assert "(0 solved)" in svg.cactus(none, "s") and "<circle" not in svg.cactus(none, "s")
    assert "<polyline" in svg.cactus(contests(judge([_row("a", "p", "sat", 0.0)]).rows, "cpu"), "s")
    assert latex.tables(rows, found, "x\ny", with_inputs=False, clock="cpu").startswith("% x\n% y\n% needs")


LIES = [_row("liar", "p", "sat", 0.1), _row("liar", "q_1", "wrong", 0.1)]


def test_a_solver_with_a_wrong_answer_has_no_curve_and_a_mark() -> None:
    rows = judge([*LIES, *ROWS]).rows
    found = contests(rows, "cpu")
    assert [each.solver for each in found] == ["a", "b", "liar"]
    drawn = svg.cactus(found, "s")
    assert drawn.count("<polyline") == 2 and "liar order (wrong answers): no curve" in drawn
    honest = svg.cactus(contests(judge([LIES[0], *ROWS]).rows, "cpu"), "s")  # of as many contests
    assert "no curve" not in honest and ET.fromstring(drawn).get("viewBox") == ET.fromstring(honest).get("viewBox")
    assert ">liar order (wrong answers): s<" in svg.scatter(found[0], found[2], "s")
    table = latex.tables(rows, found, "x", with_inputs=True, clock="cpu")
    assert "liar & order (wrong answers) & 1 & " in table and " & liar order (wrong answers) " in table
    alone = contests(LIES, "cpu")
    assert report_text.cactus(alone) == "" and "no curve" in svg.cactus(alone, "s")


@pytest.mark.parametrize(
    ("seconds", "note"),
    [
        ([0.1], "1 of 1 input took no solver more than 0.2 s"),
        ([0.1, 5.0], "1 of 2 inputs took no solver more than 0.2 s"),
        ([0.2, 0.1, 5.0], "2 of 3 inputs"),
        ([0.1, 5.0, 5.0], ""),
        ([5.0], ""),
        ([], ""),
    ],
)
def test_inputs_that_are_too_small_are_told(seconds: list[float], note: str) -> None:
    rows = [_row("a", str(at), "sat", time) for at, time in enumerate(seconds)]
    told = start_up(contests(rows, "cpu"))
    assert told.startswith(note) and bool(told) == bool(note)
    assert start_up(contests([*rows, *(_row("b", str(at), "timeout", 10) for at in range(3))], "cpu")) == ""


def test_a_report_says_that_inputs_are_too_small() -> None:
    assert "2 of 2 inputs took no solver more than" in told("--solver embedded --encoding order")
    assert "took no solver" not in told("-q")


def test_an_answer_is_judged_by_those_that_are_not_shown(tmp_path: Path) -> None:
    rows = read(Path("R/results.jsonl"))
    for row in rows:
        if row["solver"] == "embedded" and row["input"] == "one_a.csp":
            row["status"] = "unsat"
    (tmp_path / "results.jsonl").write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    done = run("bench", "report", tmp_path, "--solver", "embedded", "-q")
    assert done.code == 1 and "says unsat; embedded:minisat" in done.out


def test_the_columns_of_the_results_are_documented() -> None:
    rows = read(Path("R/results.jsonl"))
    table = MANUAL.read_text().partition("| key of a row |")[2].partition("\n\n")[0]
    documented = {name for line in table.splitlines()[2:] for name in re.findall(r"\w+", line.split("|")[1])}
    assert documented == {"goal", "value", "bound"}.union(*rows) and not any(map(row_fault, rows))


def test_the_columns_of_the_report_are_documented() -> None:
    table = MANUAL.read_text().partition("| column |")[2].partition("\n\n")[0]
    cells = ", ".join(line.split("|")[1] for line in table.splitlines()[2:])
    assert set(COLUMNS) <= {name.strip(" `") for name in cells.split(",")}
    assert not any(run("help", word).code for word in ("scatter", "par-2", "cactus", "wins", "latex", "results.jsonl"))


def test_runs_with_other_seeds_are_runs_of_their_own() -> None:
    for seed in ("1", "2"):
        done = run("bench", "two.csp", "--solver", "embedded", "--seed", seed, "-q", "-o", "seeds")
        assert done.code == 0 and done.out.startswith("1 input, 1 run;"), done.err
    assert run("bench", "report", "seeds").out.startswith("1 input, 2 runs;")
