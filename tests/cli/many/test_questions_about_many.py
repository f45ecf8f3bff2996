"""Options and limits of `solve` for many inputs, and the exit code."""

import pytest
from support.many_inputs import LOOP, objects, slow_solver, summary
from support.run_command import run


def test_unique_and_all_of_many():
    done = run("solve", "a.txt", "loop.txt", "b.txt", "--unique")
    assert done.code == 0 and done.out.count("\nunique\n") == 1
    assert summary(done).endswith(": one solution only 1, several solutions 1, no solution 1")
    assert run("solve", "a.txt", "loop.txt", "--all").out.count(" solution") == 2


def test_what_only_one_input_can_have(folder):
    done = run("solve", "a.txt", "b.txt", "--proof", "p")
    assert done.code == 2 and "--proof: not for several inputs; expected one" in done.err
    assert not (folder / "p").exists() and not done.out


def test_each_of_many_has_a_folder_of_its_own(folder):
    for jobs in "12":  # at the second time, the files of the first are no inputs
        done = run("solve", ".", "--keep", "kept", "-q", "-o", f"out{jobs}", "-j", jobs)
        assert done.code in (0, 1), done.err
        found = sorted(str(path.relative_to(folder)) for path in folder.glob("kept/**/*.*"))
        assert found[:2] == ["kept/a/a.cnf", "kept/a/a.map"] and "kept/loop/loop.map" in found
    (folder / "b").write_text("")
    done = run("solve", "a.txt", "b.txt", "--keep", ".", "-q")
    assert done.code == 1 and done.err.startswith("csp2sat: b.txt: b: cannot be used as a folder: "), done.err


def test_the_time_limit_is_that_of_the_command():
    done = run("solve", "a.txt", "b.txt", "--timeout", "0", "--json")
    assert done.code == 3 and summary(done).endswith("not begun 2")
    found = objects(done.out)
    assert [(each["input"], each["status"]) for each in found] == [("a.txt", "UNKNOWN"), ("b.txt", "UNKNOWN")]


def test_a_time_limit_for_each(folder):
    solvers = slow_solver(folder)
    (folder / "slow.txt").write_text(LOOP)
    done = run("solve", "slow.txt", "loop.txt", "--solver", "mysat", "--solvers", solvers, "--timeout-each", "2")
    assert done.code == 3 and done.out.startswith("; slow.txt\ns UNKNOWN\n\n; loop.txt\n+")


def test_a_time_limit_for_each_of_one():
    done = run("solve", "a.txt", "--timeout-each", "2")
    assert done.code == 2 and "--timeout-each is for several inputs; expected --timeout" in done.err


def test_a_solver_that_is_missing_is_named_once_before_any_work():
    done = run("solve", "a.txt", "b.txt", "--solver", "no-such")
    assert done.code and done.err.count("no-such") == 1 and not done.out


def test_an_option_that_fits_no_input_is_complained_of_once():
    done = run("solve", "a.txt", "b.txt", "--all", "--unique")
    assert done.code == 2 and done.err.count("expected one question") == 1


@pytest.mark.parametrize(
    "words, code",
    [
        (["a.txt", "b.txt"], 0),
        (["a.txt", "loop.txt", "--expect", "unique"], 4),
        (["a.txt", "loop.txt", "bad.txt", "--expect", "unique"], 1),
        (["a.txt", "c.csp", "bad.txt", "--max"], 2),
        (["a.txt", "c.csp", "--exit-code", "sat"], 10),
        (["a.txt", "b.txt", "--exit-code", "sat"], 0),
        (["a.txt", "bad.txt", "--exit-code", "sat"], 1),
    ],
)
def test_the_exit_code_is_the_first_in_the_order(words, code):
    assert run("solve", *words).code == code


def test_the_order_of_exit_codes():
    from csp2sat.cli.many.run import common_code

    assert [common_code(codes) for codes in ({0, 3}, {3, 4}, {4, 1}, {1, 2}, {10}, {10, 20}, ())] == [
        3,
        4,
        1,
        2,
        10,
        0,
        0,
    ]
