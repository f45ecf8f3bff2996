"""JSON of every command, judged by the one schema; errors as objects; exit codes for scripts."""

import gzip
import json
import re
from pathlib import Path

import pytest
from support.json_answers import CNFS, MASYU, SCHEMA, SENDMORE, answer, objects
from support.paths import BOARDS
from support.real_commands import csp2sat
from support.run_command import run
from support.schema_check import faults

from csp2sat.cli.app import COMMANDS
from csp2sat.cli.show.results import WORDS
from csp2sat.cnf import dimacs

FILES = {
    "unsat.csp": "(int x 0 3)\n(int y 0 3)\n(< x y)\n(< y x)\n",
    "two.csp": "(int x 0 1)\n(bool p)\n(or p (= x 1))\n",
    "best.csp": "(int x 0 9)\n(objective maximize x)\n(< x 5)\n",
    "soft.csp": "(int x 0 9)\n(weighted 2 (> x 5))\n(weighted 3 (< x 3))\n",
    "two.txt": "; Slitherlink\nsize 2 1\n- -\n",
    "none.txt": "; Slitherlink\nsize 3 3\n3 3 .\n. 0 .\n. . 3\n",
    "akari.txt": "; Akari\nsize 6 4\n0 - - # - -\n- - 2 - # -\n- 3 - - 3 -\n- - 1 - - -\n",
    "wrong.txt": "0.?#??\n??2?#?\n?3*?3?\n??1???\n",
    "full.txt": "0.*#*.\n.*2.#.\n*3.*3*\n.*1.*.\n",
    "several.txt": "1..............2\n11.............2\n",
    "answer.txt": "a S\t9\na\n",
    **CNFS,
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


LINES = {  # command lines, with a key of what they print
    "solve SENDMORE": "ints",
    "solve MASYU": "solution",
    "solve MASYU --unique": "unique",
    "solve two.txt --unique": "second",
    "solve two.csp --unique": "second",
    "solve unsat.csp": "status",
    "solve best.csp": "objective",
    "solve soft.csp --weighted": "objective",
    "solve two.csp --all": "solutions",
    "solve two.txt --limit 1": "complete",
    "solve good.cnf": "model",
    "solve none.cnf": "status",
    "solve good.cnf --all": "solutions",
    "solve good.cnf --unique": "second",
    "solve several.txt": "status",
    "encode SENDMORE -o x.cnf": "sha256",
    "encode SENDMORE -o x.cnf --stats": "statistics",
    "count two.csp": "count",
    "count good.cnf": "count",
    "backbone SENDMORE": "open",
    "backbone MASYU": "open",
    "backbone unsat.csp": "status",
    "backbone good.cnf": "model",
    "explain unsat.csp": "reasons",
    "explain none.txt": "reasons",
    "explain none.txt --all-reasons": "complete",
    "explain two.txt": "second",
    "explain MASYU": "unique",
    "convert MASYU --to url": "text",
    "steps MASYU": "steps",
    "steps two.txt": "open",
    "steps none.txt": "unique",
    "steps MASYU --limit 1": "solution",
    "hint MASYU": "step",
    "hint MASYU --where": "where",
    "hint two.txt": "status",
    "hint akari.txt full.txt": "status",
    "hint akari.txt wrong.txt": "mistake",
    "hint akari.txt wrong.txt --where": "where",
    "grade MASYU": "score",
    "grade two.txt": "status",
    "grade none.txt": "status",
    "grade akari.txt MASYU": "input",
    "explain SENDMORE": "ints",
    "puzzles": "puzzles",
    "puzzles hashi": "puzzle",
    "generate masyu --size 4x4 --seed 1 --count 2": "board",
    "generate sudoku --size 4x4 -o made.svg": "file",
    "solvers": "solvers",
}


@pytest.mark.parametrize(("line", "key"), LINES.items())
def test_every_command_keeps_to_the_schema(line, key):
    words = [{"MASYU": MASYU, "SENDMORE": SENDMORE}.get(word, word) for word in line.split()]
    done = run(*words, "--json")
    assert done.code == 0, done.err
    found = objects(done.out)
    assert found and all(each["schema"] == 1 and key in each for each in found)


def test_decode_check_and_bench_keep_to_the_schema():
    run("encode", SENDMORE, "-o", "s.cnf")
    run("solve", "s.cnf", "-o", "s.out")
    assert answer("decode s.out")["ints"]["S"] == 9
    Path("away").mkdir()
    Path("s.cnf").rename("away/s.cnf")
    assert "the clauses: there is no s.cnf" in answer("decode s.out")["unjudged"]
    Path("away/s.cnf").rename("s.cnf")
    assert answer("check s.cnf s.out") == {"schema": 1, "right": True, "faults": []}
    found = answer("check SENDMORE answer.txt", code=1)
    assert found["right"] is False and found["faults"]
    run("solve", "unsat.csp", "--proof", "proof", "--from-source")
    assert answer("verify proof.json unsat.csp")["from_source"] is True
    assert answer("bench SENDMORE --solver kissat --encoding order -o d")["rows"]
    assert answer("bench report d")["scores"]


def test_the_schema_test_leaves_no_command_out():
    tested = {line.split()[0] for line in LINES} | {"decode", "check", "bench", "verify"}
    with_json = {name for name in COMMANDS if "--json" in run(name, "--help").out}
    assert with_json == tested == set(COMMANDS) - {"help", "minizinc", "page"}


def test_the_judge_of_schemas_refuses():
    good = {"schema": 1, "right": True, "faults": []}
    assert faults(good, SCHEMA, SCHEMA) == []
    for change in ({"schema": 2}, {"right": 1}, {"faults": [3]}, {"more": 1}, {"faults": None}):
        assert faults(good | change, SCHEMA, SCHEMA) != []
    with pytest.raises(KeyError):
        faults(1, {"minimum": 0}, SCHEMA)


def test_solutions_have_one_form():
    solved, explained = answer("solve two.txt --unique"), answer("explain two.txt")
    assert set(solved["second"]) == set(explained["second"]) == {"solution"}
    assert type(solved["solution"]) is type(explained["solution"]) is dict
    assert set(answer("explain SENDMORE")) >= {"ints", "bools"} <= set(answer("backbone SENDMORE"))
    assert (
        answer("solve good.cnf --all")["solutions"]
        == [{"model": [-1, 2, each]} for each in (3, -3)] + [{"model": [1, -2, 3]}]
        or len(answer("solve good.cnf --all")["solutions"]) == 3
    )


def test_explain_tells_satisfiable_csps(folder):
    assert answer("explain SENDMORE")["ints"]["S"] == 9


def test_steps_hints_and_grades_have_one_form_of_facts_and_reasons():
    chain, found = answer("steps akari.txt"), answer("hint akari.txt wrong.txt")
    assert (chain["status"], chain["unique"], chain["solution"]) == ("SOLVED", True, FILES["full.txt"].split())
    assert set(found["mistake"]) == set(chain["steps"][0]["facts"][0]) == {"what", "places", "value", "negative"}
    assert set(found["reason"]) == set(chain["steps"][0]["reason"]) == {"clues", "rules", "facts"}
    assert answer("steps none.txt")["steps"][-1]["contradiction"] is True
    assert answer("hint akari.txt full.txt")["status"] == "SOLVED"
    assert set(answer("hint akari.txt wrong.txt --where")) == {"schema", "puzzle", "where"}
    assert answer("grade two.txt") == {"schema": 1, "puzzle": "slitherlink", "grade": None, "status": "STUCK"}
    assert answer("hint akari.txt --timeout 0", code=3)["status"] == "LIMIT"


def test_generated_boards_are_told_and_written(folder):
    found = answer("generate masyu --size 4x5 --seed 3")
    assert (found["board"]["rows"], found["board"]["cols"], found["seed"], found["unique"]) == (4, 5, 3, True)
    assert answer("generate masyu --size 4x5 --seed 3 -o m.json")["board"] == json.loads(
        (folder / "m.json").read_text()
    )
    done = run("generate", "masyu", "--json", "--to", "svg")
    assert (done.code, done.err) == (2, "csp2sat: --json or --to, not both; with -o FILE both are possible\n")


# --- errors


ERRORS = {
    "solve nothere": (1, "FileError"),
    "solve broken.cnf": (1, "InputError"),
    "solve two.csp --solver nope": (1, "SolverError"),
    "solve two.csp --max --weighted": (2, "UsageError"),
    "generate zzz": (1, "UnknownPart"),
    "puzzles zzz": (1, "UnknownPart"),
    "check two.csp nothere": (1, "FileError"),
    "count nothere": (1, "FileError"),
    "decode x.out": (1, "FileError"),
}


@pytest.mark.parametrize(("line", "wanted"), ERRORS.items())
def test_errors_are_objects(line, wanted):
    plain, done = run(*line.split()), run(*line.split(), "--json")
    (found,) = objects(done.out)
    assert (done.code, found["error"]["kind"], found["exit_code"]) == (wanted[0], wanted[1], wanted[0])
    assert (plain.code, plain.out, plain.err) == (done.code, "", done.err)
    assert found["error"]["message"] in done.err


def test_errors_have_their_place():
    (found,) = objects(run("solve", "broken.cnf", "--json").out)
    assert found["error"] == {
        "kind": "InputError",
        "message": "literal beyond the header's 2 variables",
        "path": "broken.cnf",
        "line": 3,
        "column": 3,
    }


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "words", [["solve", "x", "--nonsense"], ["solve"], ["slove"], ["generate", "masyu", "--seed", "x"]]
)
def test_wrong_usage_is_an_object_too(words):
    plain, done = csp2sat(*words), csp2sat(*words, "--json")
    (found,) = objects(done.stdout)
    assert (done.returncode, found["exit_code"], found["error"]["kind"]) == (2, 2, "UsageError")
    assert plain.returncode == 2 and plain.stdout == "" and found["error"]["message"] in done.stderr


# --- --expect


EXPECT = {
    "MASYU": {"unique": 0, "several": 4, "sat": 0, "unsat": 4},
    "two.txt": {"unique": 4, "several": 0, "sat": 0, "unsat": 4},
    "none.txt": {"unique": 4, "several": 4, "sat": 4, "unsat": 0},
    "two.csp": {"unique": 4, "several": 0, "sat": 0, "unsat": 4},
    "unsat.csp": {"unique": 4, "several": 4, "sat": 4, "unsat": 0},
    "good.cnf": {"unique": 4, "several": 0, "sat": 0, "unsat": 4},
    "one.cnf": {"unique": 0, "several": 4, "sat": 0, "unsat": 4},
    "none.cnf": {"unique": 4, "several": 4, "sat": 4, "unsat": 0},
    "best.csp": {"sat": 0, "unsat": 4},
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("path", EXPECT)
def test_expect(path):
    for expected, code in EXPECT[path].items():
        done = run("solve", MASYU if path == "MASYU" else path, "--expect", expected)
        assert done.code == code, (expected, done)
        assert (": expected " in done.err) == (code == 4)


def test_expect_asks_for_no_more_than_it_needs():
    assert run("solve", MASYU, "--expect", "sat").out == run("solve", MASYU).out
    assert run("solve", MASYU, "--expect", "unique").out == run("solve", MASYU, "--unique").out


def test_expect_of_all_solutions():
    assert run("solve", "two.csp", "--all", "--expect", "several").code == 0
    assert run("solve", "two.csp", "--limit", 2, "--expect", "several").code == 0
    assert run("solve", "two.csp", "--limit", 1, "--expect", "several").code == 3
    assert run("solve", "unsat.csp", "--all", "--expect", "unique").code == 4
    assert run("solve", "one.cnf", "--all", "--expect", "unique").code == 0


def test_expect_of_several_boards():
    assert run("solve", "several.txt", "--expect", "sat").code == 4


def test_expect_where_nothing_is_decided(folder):
    for expected in ("unique", "several", "sat", "unsat"):
        done = run("solve", MASYU, "--expect", expected, "--timeout", 0)
        assert done.code == 3 and f"not decided: expected {WORDS[expected]}\n" in done.err


def test_an_error_stays_an_error():
    assert run("solve", "nothere", "--expect", "unsat").code == 1
    assert run("solve", "broken.cnf", "--expect", "unsat").code == 1
    assert run("solve", "two.csp", "--expect", "sat", "--exit-code", "sat").code == 2
    assert run("solve", "best.csp", "--expect", "unique").code == 2


# --- what was asked, and who answered


def test_the_solver_that_has_answered_is_named(folder):
    """Soft constraints, objectives and refinements have one that is kept, not the one that is asked else."""
    regions = str(BOARDS / "fillomino-10x7-f5b6982c.json")
    for line, name in {
        "solve two.csp": "kissat",
        "solve two.csp --solver kissat": "kissat",
        "solve best.csp": "embedded",
        "solve best.csp --solver kissat": "kissat",
        "solve soft.csp --weighted": "embedded (RC2)",
        f"solve {regions} --unique": "embedded",
        f"solve {regions} --unique --solver kissat": "kissat",
        "solve two.csp --all": "embedded",
    }.items():
        solver = answer(line)["solver"]
        assert solver["name"] == name, line
        assert ("statistics" in solver) == (name == "kissat"), line  # one that is kept has none


def test_an_answer_says_what_was_asked(folder):
    words = ["solve", "two.csp", "--json", "--seed", "3"]
    for asked in (words, [*words, "--all"]):
        (found,) = objects(csp2sat(*asked, cwd=folder).stdout)
        assert found["command"] == asked and re.fullmatch(r"\d+\.\d+\.\d+", found["csp2sat"])
    assert "command" not in answer("solve two.csp"), "a program that calls the command has no command line"


@pytest.mark.parametrize("name", ["x.cnf", "x.cnf.gz", "x.wcnf", "x.opb"])
def test_the_size_of_a_cnf_has_its_literals(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("x.csp").write_text("(int x 0 9) (int y 0 9) (alldifferent x y) (objective minimize (+ x y))")
    size = json.loads(run("encode", "x.csp", "-o", name, "-m", "x.map", "--json", "-q").out)["size"]
    if "wcnf" in name or "opb" in name:
        assert set(size) == {"variables", "clauses", "bytes"}
        return
    found = dimacs.read(unpacked(Path(name)), name)
    assert size["literals"] == sum(1 for literal in found.flat if literal) and size["clauses"] == found.flat.count(0)
    assert size["bytes"] == len(unpacked(Path(name)))
    if name == "x.cnf":
        rows = json.loads(run("bench", "x.cnf", "--solver", "embedded", "--json", "-q").out)["rows"]
        assert [row["literals"] for row in rows] == [size["literals"]]
        table = run("bench", "report", "bench", "--csv", "-", "-q").out.splitlines()
        assert dict(zip(table[0].split(","), table[1].split(","), strict=False))["literals"] == str(size["literals"])


def unpacked(path):
    data = path.read_bytes()
    return gzip.decompress(data) if path.suffix == ".gz" else data
