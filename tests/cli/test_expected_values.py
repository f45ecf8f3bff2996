"""`solve --expect VALUE`: the best value of an objective as the expected answer."""

import pytest
from support.run_command import run

from csp2sat.cli.show.results import UNDECIDED, UNEXPECTED, Expectation, KnownAnswer

FILES = {
    "most.csp": "(int x 0 9)\n(objective maximize x)\n(< x 5)\n",
    "least.csp": "(int x -7 9)\n(objective minimize x)\n(> x -6)\n",
    "none.csp": "(int x 0 9)\n(objective minimize x)\n(< x 5)\n(> x 6)\n",
    "soft.csp": "(int x 0 9)\n(weighted 2 (> x 5))\n(weighted 3 (< x 3))\n",
    "zero.csp": "(int x 0 9)\n(objective minimize x)\n",
    "plain.csp": "(int x 0 9)\n(< x 5)\n",
    "one.cnf": "p cnf 1 1\n1 0\n",
    "board.txt": "; Slitherlink\nsize 2 1\n- -\n",
}


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        (tmp_path / name).write_text(text)
    return tmp_path


RIGHT = ["most.csp 4", "least.csp -5", "soft.csp 2 --weighted", "zero.csp 0", "most.csp +4", "most.csp 04"]


def expect(line, *more):
    """The command that a line means, a file, the expected value and options, as `solve FILE --expect VALUE`."""
    name, value, *options = line.split()
    return run("solve", name, "--expect", value, *options, *more)


@pytest.mark.parametrize("line", RIGHT)
def test_the_best_value_is_right(line):
    name, _, *options = line.split()
    done = expect(line)
    assert (done.code, done.err) == (0, "")
    assert done.out == run("solve", name, *options).out


WRONG = {
    "most.csp 3": "not as --expect says: the best value is 4, not 3",
    "most.csp 5": "not as --expect says: the best value is 4, not 5",
    "least.csp 5": "not as --expect says: the best value is -5, not 5",
    "zero.csp 1": "not as --expect says: the best value is 0, not 1",
    "soft.csp 0 --weighted": "not as --expect says: the best value is 2, not 0",
    "none.csp 4": "expected the best value 4, found no solution",
    "most.csp 0": "not as --expect says: the best value is 4, not 0",
    "most.csp 3 --all --best": "not as --expect says: the best value is 4, not 3",
    "none.csp 3 --all --best": "expected the best value 3, found no solution",
}


@pytest.mark.parametrize("line", WRONG)
def test_another_best_value(line):
    done, quiet = expect(line), expect(line, "-q")
    assert done.code == 4 and f"csp2sat: {WRONG[line]}\n" in done.err
    assert (quiet.code, quiet.err) == (4, f"csp2sat: {WRONG[line]}\n"), "the verdict is no warning"


def test_all_best_solutions():
    assert run("solve", "most.csp", "--all", "--best", "--expect", "4").code == 0


def test_json_has_the_same_codes():
    assert [run("solve", "most.csp", "--json", "--expect", value).code for value in ("4", "5")] == [0, 4]


def test_no_time():
    done = run("solve", "most.csp", "--expect", "4", "--timeout", 0)
    assert done.code == 3 and "not decided: expected the best value 4\n" in done.err


def test_a_bound_decides_before_the_optimum_does():
    known = KnownAnswer("sat", (3, 7))
    assert [Expectation("sat", value).code(known) for value in (2, 3, 7, 8)] == [UNEXPECTED, UNDECIDED, UNDECIDED, 4]
    assert Expectation("sat", 8).missed(known) == "not as --expect says: the best value is between 3 and 7, not 8"
    assert (
        Expectation("sat", 3).code(KnownAnswer("sat"))
        == Expectation("sat", 3).code(KnownAnswer("unknown"))
        == UNDECIDED
    )
    assert Expectation("sat").code(known) == 0 and Expectation("unsat").code(known) == UNEXPECTED


NEEDED = "only for an input with an objective, or with soft constraints (--max, --weighted)"
EXPECTED = "expected unsat, sat, unique, several or the best value of the objective, an integer"
REFUSED = {
    "plain.csp 4": f"--expect 4: {NEEDED}",
    "plain.csp 0": f"--expect 0: {NEEDED}",
    "one.cnf 1": f"--expect 1: {NEEDED}",
    "board.txt 1": f"--expect 1: {NEEDED}",
    "plain.csp 4 --all": f"--expect 4: {NEEDED}",
    "most.csp four": f"--expect 'four': {EXPECTED}",
    "most.csp 4.0": f"--expect '4.0': {EXPECTED}",
    "most.csp 4_0": f"--expect '4_0': {EXPECTED}",
    "most.csp SAT": f"--expect 'SAT': {EXPECTED}",
    "most.csp unknown": f"--expect 'unknown': {EXPECTED}",
    "nothing.csp four": f"--expect 'four': {EXPECTED}",
    "most.csp 4 --exit-code sat": "--expect has exit codes of its own: not with --exit-code sat",
    "most.csp 4 --competition": "--expect: not with --competition",
}


@pytest.mark.parametrize("line", REFUSED)
def test_refused(line):
    done = expect(line)
    assert (done.code, done.out, done.err) == (2, "", f"csp2sat: {REFUSED[line]}\n")


def test_an_empty_value_and_a_long_one():
    assert run("solve", "most.csp", "--expect", "").code == 2
    done = run("solve", "most.csp", "--expect", "9" * 5000)
    assert done.code == 4 and "not as --expect says: the best value is 4, not 10^5000\n" in done.err
    assert run("solve", "most.csp", "--expect", "9" * 200_000).code == 2


def test_several_inputs():
    assert run("solve", "most.csp", "most.csp", "--expect", "4").code == 0
    assert run("solve", "most.csp", "zero.csp", "--expect", "4").code == 4
    done = run("solve", "most.csp", "zero.csp", "--expect", "four")
    assert done.code == 2 and done.err == f"csp2sat: --expect 'four': {EXPECTED}\n"
