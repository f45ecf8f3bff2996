"""`csp2sat count` on the formula, and `count --compare`: parts of a user's that are wrong are seen."""

from __future__ import annotations

import json
import sys
from importlib import import_module
from pathlib import Path

import pytest
from support.pipelines import pipeline
from support.run_command import run

import csp2sat
from csp2sat.base.source import Source
from csp2sat.counting.comparing import Compared, compared
from csp2sat.errors import UsageError
from csp2sat.ints.spec import ENCODINGS
from csp2sat.languages.csp import constraints as csp_forms
from csp2sat.languages.csp import writer
from csp2sat.languages.spec import LANGUAGES
from csp2sat.model.constraint import CONSTRAINTS, FOLDERS, GlobalConstraint
from csp2sat.model.expr import node
from csp2sat.model.model import Model
from csp2sat.runner.process.outcome import Outcome
from csp2sat.solving.pipeline import WrongAnswer
from csp2sat.solving.problem_run import SolverRuns

CLAUSES = {
    "nothing": "pass",
    "right": "sink.out += (x.le(0), y.le(0), 0)",
    "too much": "sink.out += (x.le(0), 0)",
}
PART = """
from csp2sat.model.constraint import GlobalConstraint
from csp2sat.model.expr import all_of, node
def holds(*values):
    return sum(v >= 1 for v in values) <= 1
def encode(sink, *terms):
    for i, x in enumerate(terms):
        for y in terms[:i]:
            {clauses}
def formula(*terms):
    return all_of(node("or", node("le", x, 0), node("le", y, 0)) for i, x in enumerate(terms) for y in terms[:i])
CONSTRAINT = GlobalConstraint("few-ones", holds, encode, formula, pattern="TERM ...")
"""
FEW = "(int a 0 1) (int b 0 1) (int c 0 1) (few-ones a b c)"


@pytest.fixture
def few_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Path:
    """The path of a model with a constraint of a user's, whose clauses the parameter names."""
    folder = tmp_path / "constraints" / "globals"
    folder.mkdir(parents=True)
    (folder / "few_ones.py").write_text(PART.format(clauses=CLAUSES[request.param]))
    for name in FOLDERS:
        monkeypatch.setattr(import_module(name), "__path__", [*import_module(name).__path__])
    monkeypatch.setattr(CONSTRAINTS, "_found", {})
    monkeypatch.setitem(csp_forms.FORMS, "few-ones", csp_forms._form("few-ones", "TERM ..."))
    monkeypatch.setitem(writer.SPELLINGS, "few-ones", "few-ones")
    monkeypatch.setenv("CSP2SAT_PARTS", str(tmp_path))
    sys.modules.pop("csp2sat.constraints.globals.few_ones", None)
    path = tmp_path / "few.csp"
    path.write_text(FEW)
    return path


@pytest.mark.parametrize("few_ones", ["nothing"], indirect=True)
def test_a_part_without_clauses_is_seen_by_a_count(few_ones: Path) -> None:
    ended = run("count", few_ones)
    assert ended.code == 1 and "(few-ones a b c) is violated by a = 1, b = 1, c = 1): a defect of a file" in ended.err
    with pytest.raises(WrongAnswer):
        csp2sat.count(few_ones)
    assert run("count", few_ones, "--no-check").out == "8\n"  # of the formula


@pytest.mark.parametrize("few_ones", ["right"], indirect=True)
def test_a_right_part(few_ones: Path) -> None:
    found = json.loads(run("count", few_ones, "--json").out)
    assert (found["count"], found["by"]) == (4, ["formula"])
    ended = run("count", few_ones, "--compare")
    assert ended.code == 0 and {line.split(": ")[1] for line in ended.out.splitlines()} == {"alike"}
    for form, number in (("required", 4), ("negated", 4), ("equivalent", 8)):
        assert [f"{name}, {form} ({number} solutions): alike" for name in ENCODINGS] == [
            line for line in ended.out.splitlines() if form in line
        ]


@pytest.mark.parametrize(
    "few_ones, first",
    [
        (
            "nothing",
            "a=0 b=1 c=1: the formula allows it, the constraints do not "
            "(the constraint at line 1, column 37 is violated)",
        ),
        ("too much", "a=0 b=0 c=1: the constraints allow it, the formula does not"),
    ],
    indirect=["few_ones"],
)
def test_the_first_difference(few_ones: Path, first: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("csp2sat.counting.comparing.ENCODINGS", ["direct"])
    ended = run("count", few_ones, "--compare", "--json")
    rows = json.loads(ended.out)["compared"]
    assert ended.code == 1 and len(rows) == 3
    assert {(row["form"], row.get("difference", "")) for row in rows} == {
        ("required", first),
        ("negated", ""),
        ("equivalent", ""),
    }


def of(text: str) -> Model:
    return LANGUAGES["sugar"].read(Source("x.csp", text))


def test_a_wrong_formula_is_seen_where_it_is_negated(tmp_path, monkeypatch):
    part = GlobalConstraint("odd", lambda x: x % 2 == 1, lambda sink, x: None, lambda x: node("eq", x, 1))
    monkeypatch.setitem(CONSTRAINTS._found, "odd", part)
    model = Model()
    model.add(node("odd", model.int("x", 0, 3)))
    monkeypatch.setattr("csp2sat.counting.comparing.ENCODINGS", ["order"])
    found = {each.form: each for each in compared(model, pipeline(tmp_path))}
    assert {form: each.solutions for form, each in found.items()} == {"required": 2, "negated": 2, "equivalent": 4}
    assert found["negated"].difference.values.ints == {"x": 3} and found["negated"].difference.allowed
    assert found["equivalent"].difference.values == ({"x": 3}, {"holds": False})


def test_an_encoding_that_allows_too_little(tmp_path, monkeypatch):
    order = ENCODINGS["order"]

    def code(sink, values):
        made = order.code(sink, values)
        if len(values) > 2:
            sink.out += (made.le(values[1]), 0)
        return made

    monkeypatch.setitem(ENCODINGS._found, "order", order._replace(code=code))
    model = of("(int x 0 3) (bool p)")
    monkeypatch.setattr("csp2sat.counting.comparing.ENCODINGS", ["log", "order"])
    log, own = compared(model, pipeline(tmp_path))
    assert log == Compared("log", "required", 8, None)
    assert own.difference.values == ({"x": 2}, {"p": False}) and not own.difference.allowed


def test_hidden_variables_and_names_that_are_taken(tmp_path, monkeypatch):
    monkeypatch.setattr("csp2sat.counting.comparing.ENCODINGS", ["direct"])
    model = of("(int x 0 3) (int _h 0 2) (bool holds) (or holds (> (+ x _h) 4))")
    found = [*compared(model, pipeline(tmp_path))]
    assert [(each.form, each.solutions, each.difference) for each in found] == [
        ("required", 5, None),
        ("negated", 4, None),
        ("equivalent", 9, None),
    ]


def test_what_is_too_large_or_asked_twice(tmp_path):
    with pytest.raises(UsageError, match="more than 20000 assignments"):
        next(compared(of("(int x 0 99) (int y 0 999)"), pipeline(tmp_path)))
    path = tmp_path / "x.csp"
    path.write_text("(int x 0 3)")
    for options in (("--limit", 3), ("--max",), ("--weighted",), ("--cross-check", "embedded:minisat")):
        assert run("count", path, "--compare", *options).err == (
            "csp2sat: --compare: not with --project, --limit, --best, --max, --weighted or --cross-check\n"
        )


@pytest.mark.parametrize(
    "options, by",
    [
        ((), ["assignments"]),
        (("--encoding", "direct"), ["formula"]),
        (("--solver", "embedded:minisat"), ["formula"]),
        (("--encode", "x=log"), ["formula"]),
    ],
)
def test_how_it_was_counted(options, by, tmp_path):
    path = tmp_path / "x.csp"
    path.write_text("(int x 0 3) (int y 0 3) (int z 0 4) (< x y)")
    found = json.loads(run("count", path, "--json", *options).out)
    assert (found["count"], found["by"]) == (30, by)
    assert ("WITHOUT A FORMULA" in run("count", path, "-v", *options).err) == (by == ["assignments"])


def test_a_second_solver_confirms_the_count(tmp_path, monkeypatch):
    path = tmp_path / "x.csp"
    path.write_text("(int x 0 3) (int y 0 3) (< x y)")
    words = ("count", path, "--solver", "embedded", "--cross-check", "embedded:minisat", "--json")
    found = json.loads(run(*words).out)
    assert (found["count"], found["by"], found["confirmed_by"]) == (6, ["formula"], "embedded:minisat")
    assert run(*words[:4], "--cross-check", "embedded").code == 2  # it is the solver itself

    asked = []
    confirmed = SolverRuns._confirmed
    monkeypatch.setattr(
        SolverRuns,
        "_confirmed",
        lambda self, first, question, options: (
            asked.append(question.cnf.read_text()) or confirmed(self, first, question, options)
        ),
    )
    run(*words)
    assert len(asked) == 1

    early = Outcome("unsat", solver="embedded")  # before all models were found
    monkeypatch.setattr("csp2sat.runner.session.session.SolverSession.solve", lambda *args, **named: early)
    ended = run(*words)
    assert ended.code == 1 and "embedded gave a wrong answer" in ended.out + ended.err


@pytest.mark.parametrize("few_ones", ["right"], indirect=True)
def test_an_answer_that_a_part_may_have_made_says_so(few_ones: Path) -> None:
    words = "your own part few-ones is believed without a check; to test this"
    few_ones.write_text(FEW + "(>= (+ a b c) 2)")
    for command in ("solve", "count", "backbone", "explain"):
        assert f"{words}, run: csp2sat count --compare {few_ones}" in run(command, few_ones).err, command
    few_ones.write_text(FEW + "(objective maximize a)")
    found = run("solve", few_ones).err
    assert f"{words} with a small model, without an objective, run: csp2sat count --compare MODEL" in found
    few_ones.write_text(FEW)
    assert "believed" not in run("solve", few_ones).err
    assert words.partition(";")[0] in run("encode", few_ones).err
    few_ones.write_text("(int a 0 1)(> a 1)")
    assert "believed" not in run("solve", few_ones).err


@pytest.mark.parametrize("few_ones", ["right"], indirect=True)
def test_verify_confirms_nothing_that_a_part_may_have_made(few_ones: Path, tmp_path: Path) -> None:
    few_ones.write_text(FEW + "(>= (+ a b c) 2)")
    proof, words = tmp_path / "proof", "your own part few-ones is believed without a check"
    assert f"{words}, so that verify does not confirm the proof" in run("solve", few_ones, "--proof", proof).err
    found = run("verify", proof, few_ones)
    assert (found.code, found.out) == (3, "") and f"not verified: {words}" in found.err
    assert run("verify", proof).out.startswith("verified: unsatisfiable (the formula")
    model = csp2sat.load_model(few_ones)
    for ask in (csp2sat.solve, csp2sat.count, csp2sat.encode, csp2sat.session, csp2sat.explain):
        with pytest.warns(csp2sat.InputWarning, match=words):
            ask(model)
