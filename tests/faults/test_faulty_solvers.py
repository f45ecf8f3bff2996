"""Solvers with every fault: a message that names them, an exit code, no process and no file left.

What the runner makes of each kind of answer is in `tests/runner/test_runner.py`; here it is the whole command.
"""

from __future__ import annotations

import json
import re
import shutil
import signal
import sys

import pytest
from support.fault_scene import SAT, UNCONFIRMED, UNSAT, Scene
from support.programs import KISSAT

TIME = "csp2sat: warning: the time limit was reached\n"
MEMORY = "csp2sat: warning: the memory limit was reached\n"

CRASHES = ["SEGV", "ABRT", "FPE", "ILL", "BUS", "PIPE", "TERM", "KILL", "XCPU"]


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", CRASHES)
def test_killed_by_a_signal(scene: Scene, name: str) -> None:
    """Whether it was the kernel, someone else or itself."""
    scene.solver("mysat", f"ulimit -c 0; echo 'c nearly there'; kill -{name} $$; sleep 5")
    number = getattr(signal, f"SIG{name}")
    message = f"csp2sat: mysat was killed by signal {number} (SIG{name}); its last line: c nearly there\n"
    assert scene.solve() == (1, "", message)
    scene.end()


WRONG = {
    "killed after its answer": (
        "echo 's UNSATISFIABLE'; kill -KILL $$",
        "was killed by signal 9 (SIGKILL) after the answer UNSATISFIABLE",
    ),
    "killed after a model": (
        "echo 's SATISFIABLE'; echo 'v 1 2 0'; kill -ABRT $$",
        "was killed by signal 6 (SIGABRT) after the answer SATISFIABLE",
    ),
    "error": ("echo no luck >&2; exit 1", "failed with exit code 1; its last line: no luck"),
    "nothing": ("exit 0", "gave no status (exit code 0)"),
    "nothing, as if satisfiable": ("exit 10", "gave no status (exit code 10)"),
    "nothing, as if unsatisfiable": ("exit 20", "gave no status (exit code 20)"),
    "another text": (
        "echo '<html>Not Found</html>'; exit 20",
        "gave no status (exit code 20); its last line: <html>Not Found</html>",
    ),
    "bytes": (
        "printf '\\000\\377\\033[31mred\\n'; exit 10",
        "gave no status (exit code 10); its last line: ?\ufffd?[31mred",
    ),
    "a status that is none": (
        "echo 's PERHAPS'; exit 0",
        "gave a bad answer (exit code 0): line 1: `s PERHAPS` is no status",
    ),
    "words for literals": (
        SAT.format("1 two 0"),
        "gave a bad answer (exit code 10): line 2: `two` is not a literal",
    ),
    "a number of 5000 digits": (
        "echo 's SATISFIABLE'; printf 'v '; head -c 5000 /dev/zero | tr '\\0' 9; echo ' 0'; exit 10",
        f"gave a bad answer (exit code 10): literal {'9' * 57}... is beyond the formula's 3 variables",
    ),
    "a literal beyond the formula": (
        SAT.format("1 999999999 0"),
        "gave a bad answer (exit code 10): literal 999999999 is beyond the formula's 3 variables",
    ),
    "both signs": (SAT.format("1 -1 0"), "gave a bad answer (exit code 10): both 1 and -1 are in the model"),
    "no model": (
        "echo 's SATISFIABLE'; exit 10",
        "gave a bad answer (exit code 10): `s SATISFIABLE` without a model: no `v` line",
    ),
    "text against exit code: sat, 20": (
        SAT.format("1 0").replace("10", "20"),
        "says SATISFIABLE, but its exit code 20 means unsat",
    ),
    "text against exit code: unsat, 10": (
        UNSAT.replace("20", "10"),
        "says UNSATISFIABLE, but its exit code 10 means sat",
    ),
    "text against exit code: unsat, 0": (
        UNSAT.replace("20", "0"),
        "says UNSATISFIABLE, but its exit code 0 means unknown; for a solver that always exits with 0 its entry says"
        " `exit: {0: any}`",
    ),
    "text against text": (
        "echo 's UNSATISFIABLE'; echo 's SATISFIABLE'; echo 'v 1 0'; exit 10",
        "gave a bad answer (exit code 10): line 2: `s SATISFIABLE` contradicts an earlier status",
    ),
    "a model of the unsatisfiable": (
        "echo 's UNSATISFIABLE'; echo 'v 1 0'; exit 20",
        "gave a bad answer (exit code 20): a model with the status UNSATISFIABLE",
    ),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("case", WRONG)
def test_an_answer_that_is_none(scene: Scene, case: str) -> None:
    script, message = WRONG[case]
    scene.solver("mysat", script)
    assert scene.solve() == (1, "", f"csp2sat: mysat {message}\n")
    scene.end()


def test_a_wrong_model_names_the_clause(scene: Scene) -> None:
    scene.solver("mysat", SAT.format("-1 -2 -3 -4 0"))
    done = scene.solve("--keep", "kept", input="none.csp")
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(
        f"csp2sat: mysat gave a wrong model: it falsifies the clause in {scene.work}/kept/none.cnf"
    )
    number, clause = re.findall(r"line (\d+): (.*)", done.err)[0]
    assert (scene.work / "kept" / "none.cnf").read_text().splitlines()[int(number) - 1] == clause
    shutil.rmtree(scene.work / "kept")
    scene.end()


@pytest.mark.parametrize("search", ["geometric", "down", "up", "bisect"])
def test_a_model_that_misses_the_bound_is_wrong(scene: Scene, search: str) -> None:
    """The search takes a bound for kept; a solver that forgets it was asked the same question for ever."""
    scene.input("small.csp", "(int x 0 9) (int y 0 9)\n(= x y)\n(objective minimize (+ x y))\n")
    model = "1 -2 -3 -4 -5 -6 -7 -8 -9 -10 0"  # x = 9
    scene.solver("mysat", f"echo 's SATISFIABLE'; echo 'v {model}'; exit 10")
    done = scene.solve("--search", search, input="small.csp")
    assert (done.code, done.err.count("mysat gave a wrong model: it falsifies the clause in ")) == (1, 1)
    scene.end("small.csp")


def test_output_without_an_end(scene: Scene) -> None:
    scene.solver("mysat", "exec yes 's MAYBE'")
    message = "csp2sat: mysat printed without an end and was stopped"
    assert scene.solve("--timeout", 20) == (1, "", f"{message}\n")
    scene.end()


# Limits


SLOW = {
    "sleeps": "sleep 1000",
    "works": "while :; do :; done",
    "has answered before": "echo 's UNSATISFIABLE'; sleep 1000",
    "ignores SIGTERM": "trap '' TERM; while :; do sleep 1; done",
    "has children that ignore SIGTERM": "(trap '' TERM; sleep 1000; sleep 1000) & sleep 1000",
    "has a child that holds the pipes": "sleep 1000 & exit 20",
    "has a child in a session of its own": "(setsid sleep 1000 &); (setsid sh -c 'sleep 1000; :' &); sleep 1000",
    "is stopped": "kill -STOP $$",
    "has closed its pipes": "exec sleep 1000 >&- 2>&-",
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", SLOW)
def test_the_time_limit(scene: Scene, case: str) -> None:
    scene.solver("mysat", SLOW[case])
    holds = case == "has a child that holds the pipes"  # which is no reason to wait
    done = scene.solve("--timeout", 10 if holds else 0.5)
    if holds:
        assert done == (1, "", "csp2sat: mysat gave no status (exit code 20)\n")
    else:
        assert done == (3, "s UNKNOWN\n", TIME)
    scene.end()


GREEDY = f"exec {sys.executable} -c 'x = bytearray(1 << 31)'"
TOGETHER = f"for i in 1 2 3; do {sys.executable} -c 'import time; x = b\"1\" * (60 << 20); time.sleep(60)' & done; wait"


@pytest.mark.sample(2)
@pytest.mark.parametrize("script", [GREEDY, TOGETHER, "echo std::bad_alloc >&2; kill -ABRT $$"])
def test_the_memory_limit(scene: Scene, script: str) -> None:
    scene.solver("mysat", script)
    assert scene.solve("--memory", 100, "--timeout", 20) == (3, "s UNKNOWN\n", MEMORY)
    scene.end()


def test_giving_up(scene: Scene) -> None:
    scene.solver("mysat", "echo 's UNKNOWN'")
    for options in ((), ("--memory", 1000)):  # of which it has used hardly anything
        assert scene.solve(*options) == (3, "s UNKNOWN\n", "csp2sat: warning: the solver gave up\n")
    scene.end()


# Solvers that are not there


def test_a_missing_program(scene: Scene) -> None:
    scene.solver("mysat", UNSAT, install="ask your administrator").unlink()
    expected = (
        f"mysat is not installed (tried ./mysat.sh in {scene.solvers.parent}); to install: ask your administrator"
    )
    assert scene.solve() == (1, "", f"csp2sat: {expected}\n")
    scene.end()


def test_an_unknown_name(scene: Scene) -> None:
    assert scene.solve(solver="mysta") == (1, "", "csp2sat: no solver 'mysta' is configured; did you mean 'mysat'?\n")
    scene.end()


UNSTARTABLE = {"no program": (b"\x7fELF nonsense", "Exec format error"), "no interpreter": (b"#!/no/such\n", "No such")}


@pytest.mark.parametrize("case", UNSTARTABLE)
def test_a_program_that_cannot_start(scene: Scene, case: str) -> None:
    content, message = UNSTARTABLE[case]
    scene.solver("mysat", "").write_bytes(content)
    done = scene.solve()
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"csp2sat: {scene.folder}/mysat.sh cannot be started: {message}")
    scene.end()


# Wrong UNSAT


LIE = "csp2sat: mysat gave a wrong answer: it says UNSATISFIABLE, but {} found a model, which was checked\n"


def test_a_wrong_unsat_is_found_by_a_second_solver(scene: Scene) -> None:
    done = scene.solve()
    assert (done.out, done.err) == ("s UNSATISFIABLE\n", UNCONFIRMED.format("sat.csp"))  # it cannot be seen
    assert scene.solve("--cross-check", "embedded") == (1, "", LIE.format("embedded"))
    scene.end()


def test_a_right_unsat_is_confirmed(scene: Scene) -> None:
    assert scene.solve("--cross-check", "embedded", input="none.csp") == (0, "s UNSATISFIABLE\n", "")
    scene.end()


def only_first(scene: Scene) -> None:
    """A solver that is right, but knows no second model."""
    scene.solver(
        "mysat", f"test -e {scene.folder}/second && {{ {UNSAT}; }}; touch {scene.folder}/second; exec {KISSAT} $1"
    )


def test_a_wrong_unique_is_found(scene: Scene) -> None:
    only_first(scene)
    assert scene.solve("--unique").out.endswith("\nunique\n")
    (scene.folder / "second").unlink()
    assert scene.solve("--unique", "--cross-check", "embedded") == (1, "", LIE.format("embedded"))
    scene.end()


OPTIMUM = "(int a 1 9) (int b 1 9) (int c 1 100) (= (mul a b) c) (!= a b) (< (+ a b) 13) (objective maximize c)\n"


def test_a_wrong_optimum_is_found(scene: Scene) -> None:
    scene.input("sat.csp", OPTIMUM)
    only_first(scene)
    done = scene.solve("--cross-check", "embedded")
    assert (done.code, done.err) == (1, LIE.format("embedded"))
    assert "OPTIMUM" not in done.out
    scene.end()


PIGEONS = "".join(f"(int {x} 1 2)" for x in "abc")
SYMMETRIC = PIGEONS + "(!= a b) (!= a c) (!= b c)\n"  # broken symmetries leave nothing to solve
UNASKED = (
    "csp2sat: neither the solver nor embedded was asked, so nothing is confirmed: encoding alone shows that there is no"
    " {}solution\n"
)
FOUND_WHILE_ENCODING = (
    "csp2sat: encoding alone shows that there is no solution; for the reason run: csp2sat explain none.csp\n"
)


def test_a_second_solver_gets_the_formula_of_encode(scene: Scene) -> None:
    scene.input("none.csp", SYMMETRIC)
    assert scene.solve(input="none.csp") == (0, "s UNSATISFIABLE\n", FOUND_WHILE_ENCODING)
    scene.solver("second", f"cp $1 {scene.folder}/asked.cnf; {UNSAT}")
    for options in ((), ("--unique",), ("--all",)):
        assert scene.solve("--cross-check", "second", *options, input="none.csp") == (0, "s UNSATISFIABLE\n", "")
        assert scene.run("encode", "none.csp", "--to", "cnf", "-o", "plain.cnf").code == 0
        assert (scene.folder / "asked.cnf").read_bytes() == (scene.work / "plain.cnf").read_bytes()
    scene.input(
        "best.csp", SYMMETRIC.replace("1 2", "1 3") + "(int m 1 9) (<= a m) (<= b m) (<= c m) (objective minimize m)"
    )
    assert "s OPTIMUM FOUND" in scene.solve("--cross-check", "second", input="best.csp", solver="embedded").out
    formula = (scene.folder / "asked.cnf").read_text()
    assert len(formula.splitlines()) > 10, (
        formula
    )  # of the plain encoding for better values: with symmetries 3 are left


def test_a_note_that_no_solver_was_asked(scene: Scene) -> None:
    scene.input("none.csp", PIGEONS + "(> (+ a b c) 7)\n")
    both = FOUND_WHILE_ENCODING + UNASKED.format("")
    for options in ((), ("--unique",), ("--all",)):
        done = scene.solve("--cross-check", "embedded", *options, input="none.csp")
        assert done == (0, "s UNSATISFIABLE\n", both), options
    done = scene.solve("--cross-check", "embedded", "--json", input="none.csp")
    assert json.loads(done.out)["contradiction"] == "line 1, column 34" and done.err == both
    assert scene.solve("--cross-check", "embedded", "--quiet", input="none.csp").err == ""
    proved = scene.solve("--cross-check", "minisat", "--proof", "p", input="none.csp", solver="embedded")
    assert "nothing is confirmed" not in proved.err, proved
    scene.input("none.csp", SYMMETRIC)
    assert (
        "contradiction" not in scene.solve("--cross-check", "mysat", "--json", input="none.csp", solver="embedded").out
    )


def test_a_wrong_unsat_of_a_cnf(scene: Scene) -> None:
    scene.input("none.csp", "p cnf 1 1\n1 0\n")
    assert scene.solve("--cross-check", "embedded", "--from", "cnf", input="none.csp") == (
        1,
        "",
        LIE.format("embedded"),
    )
    scene.end()


FALSE_CLAIM = "mysat gave a wrong answer: it says UNSATISFIABLE, but another solver found a solution, which was checked"
EXPLAINED = {
    "sat.csp": "(int x 1 2) (int y 1 2) (!= x y)",
    "sat.cnf": "p cnf 2 2\n1 2 0\n-1 2 0\n",
    "akari.txt": "akari\n2.\n..\n",
    "hitori.txt": "hitori\n1 1 2\n2 3 1\n3 2 3\n",  # whose clues are in the rules
}


@pytest.mark.sample(4)
@pytest.mark.parametrize("options", [(), ("--all-reasons",), ("--corrections",), ("--all-corrections",)])
@pytest.mark.parametrize("name", EXPLAINED)
def test_a_wrong_unsat_is_not_explained(scene: Scene, options: tuple[str, ...], name: str) -> None:
    scene.input(name, EXPLAINED[name])
    done = scene.run("explain", name, "--solvers", scene.solvers, "--solver", "mysat", *options)
    assert done == (1, "", f"csp2sat: {FALSE_CLAIM}\n")


TRIES = 4  # on a busy machine the time of a command may end before the runner has stopped its solver
SECOND = {
    "no time": ("sleep 1000", ("--timeout", 1), 3, TIME + "csp2sat: warning: {}\n"),
    "gives up": ("echo 's UNKNOWN'", (), 3, "csp2sat: warning: the solver gave up\ncsp2sat: warning: {}\n"),
    "crashes": ("kill -SEGV $$", (), 1, "csp2sat: other was killed by signal 11 (SIGSEGV)\n"),
    "a wrong model": (SAT.format("1 2 3 4 0"), (), 1, "csp2sat: other gave a wrong model: it falsifies the clause in "),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("case", SECOND)
def test_a_second_solver_that_does_not_confirm(scene: Scene, case: str) -> None:
    script, options, code, message = SECOND[case]
    scene.solver("other", "ulimit -c 0;" + script)
    for _ in range(TRIES):
        done = scene.solve("--cross-check", "other", *options, input="none.csp")
        if done.out or code != 3:
            break
    assert (done.code, done.out) == (code, "s UNKNOWN\n" if code == 3 else "")
    assert done.err.startswith(message.format("mysat says UNSATISFIABLE, other has not confirmed it"))
    scene.end()


def test_the_same_solver_is_no_second_one(scene: Scene) -> None:
    done = scene.solve("--cross-check", "mysat")
    assert done == (2, "", "csp2sat: --cross-check mysat: this is the solver itself; expected another solver\n")
    scene.end()
