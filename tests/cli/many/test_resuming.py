"""What `--resume` keeps: results of the same question, judged by `--expect`."""

import json

import pytest
from support.many_inputs import summary
from support.run_command import run

from csp2sat.cli.commands.solve import solve
from csp2sat.cli.many.resuming import differing, known_answer
from csp2sat.cli.show.results import KnownAnswer
from csp2sat.cli.words import given

FOLDER = ("solve", "boards", "-o", "out/", "--json")


@pytest.mark.parametrize(
    ("then", "now", "options"),
    [
        ("", "", []),
        ("", "--unique", ["--unique"]),
        ("--all", "--limit 3 --best", ["--all", "--limit", "--best"]),
        ("--limit 2", "--limit 3", ["--limit"]),
        ("--project x", "--project y", ["--project"]),
        ("--max", "", ["--max"]),
        ("", "--encoding log", ["--encoding"]),
        ("", "--from sugar", ["--from"]),
        ("--expect sat", "--expect unsat --resume -q", []),
        ("--solver minisat --seed 3", "--solver cadical -j 2 --timeout 9 --memory 99 -v", []),
        ("--unknown", "", ["solve"]),
    ],
)
def test_which_options_ask_another_question(then, now, options):
    assert differing(solve, ("solve", "f", *then.split()), ("solve", "g", "h", *now.split())) == options


def test_another_command():
    assert differing(solve, ("explain", "f"), ("solve", "f")) == ["explain"]


@pytest.mark.parametrize(
    ("found", "known"),
    [
        ({}, KnownAnswer("unknown")),
        ({"status": "UNSATISFIABLE"}, KnownAnswer("unsat")),
        ({"status": "SATISFIABLE"}, KnownAnswer("sat")),
        ({"status": "SATISFIABLE", "unique": True}, KnownAnswer("unique")),
        ({"status": "SATISFIABLE", "unique": False}, KnownAnswer("several")),
        ({"status": "SATISFIABLE", "solutions": [{}], "complete": True}, KnownAnswer("unique")),
        ({"status": "SATISFIABLE", "solutions": [{}], "complete": False}, KnownAnswer("sat")),
        ({"status": "SATISFIABLE", "solutions": [{}, {}], "complete": True}, KnownAnswer("several")),
        ({"status": "SATISFIABLE", "bound": [2, 5]}, KnownAnswer("sat", (2, 5))),
        ({"status": "OPTIMUM FOUND", "objective": 4}, KnownAnswer("sat", (4, 4))),
        ({"status": "ERROR"}, KnownAnswer("unknown")),
    ],
)
def test_what_an_object_says_of_the_answer(found, known):
    assert known_answer(found) == known


def given_and_run(*words):
    """Run a command line whose words the objects of `--json` have, as those of a process."""
    token = given.set(words)
    try:
        return run(*words)
    finally:
        given.reset(token)


def test_results_of_another_question_are_made_again(folder):
    given_and_run(*FOLDER, "-j", "2")
    assert "to do: 0 inputs" in given_and_run(*FOLDER, "--resume", "--solver", "embedded").err
    done = given_and_run(*FOLDER, "--unique", "--resume")
    assert "to do: 2 inputs" in done.err and "2 results asked another question" in done.err and "--unique\n" in done.err
    assert json.loads((folder / "out" / "easy" / "1.json").read_text())["unique"] is True


def test_results_that_were_there_are_judged_by_the_expectation():
    run(*FOLDER)
    for more in ((), ("--resume",)):
        done = run(*FOLDER, "--expect", "unsat", "-q", *more)
        assert done.code == 4
        assert done.err.endswith("csp2sat: boards/easy/1.txt: expected no solution, found a solution\n")
    assert run(*FOLDER, "--expect", "unique", "--resume").code == 4  # asks the question that was not asked


@pytest.mark.parametrize(
    "wrong", [{"command": 5}, {"command": [1, 2]}, {"bound": 3, "solutions": 2}, {"solutions": None}]
)
def test_what_is_no_answer_is_judged_as_a_text(folder, wrong):
    run(*FOLDER)
    (folder / "out" / "easy" / "1.json").write_text(json.dumps({"status": "SATISFIABLE", **wrong}))
    done = given_and_run(*FOLDER, "--expect", "sat", "--resume")
    assert done.code == 4 and "to do: 1 input;" in done.err and "hard/1.txt: expected a solution" in done.err


def test_a_text_does_not_tell_what_was_asked():
    words = ("solve", "boards", "-o", "out/")
    run(*words)
    done = run(*words, "--all", "--resume")
    assert "2 results kept without a record of the options; solve --json keeps one" in done.err
    done = run(*words, "--expect", "unsat", "--resume")
    assert done.code == 4 and "to do: 2 inputs" in done.err


def test_answers_to_cnfs_have_the_words_of_others(folder):
    (folder / "s.cnf").write_text("p cnf 1 1\n1 0\n")
    (folder / "u.cnf").write_text("p cnf 1 2\n1 0\n-1 0\n")
    assert summary(run("solve", "s.cnf", "u.cnf", "a.txt")).endswith(": a solution 2, no solution 1")
