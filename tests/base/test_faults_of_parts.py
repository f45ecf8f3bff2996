"""Parts of a user's that lack a method, end the program, print, or exclude no solution: one line names the part."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.paths import ROOT
from support.real_commands import csp2sat

GRAY = (ROOT / "tests" / "plugged" / "gray.py").read_text()
MODEL = "(int x 0 5) (int y 0 5) (int z 0 5) (< x y) (< y z)\n"
CODE = "    if len(values) <= 2:\n"  # the first line of the function `code`
DIFFERS = "        return [-pin for pin in spelled(self.literals(), gray(self.values.values().index(value)))]\n"
KEEPS = DIFFERS.replace("-pin", "pin")  # the clause that the value is this one
SOLVE, COUNT = ("solve", "m.csp", "--encoding", "gray"), ("count", "m.csp", "--encoding", "gray")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "ints").mkdir()
    (tmp_path / "m.csp").write_text(MODEL)
    return tmp_path


def answered(folder: Path, old: str, new: str, *command: str) -> tuple[int, str, str]:
    """The exit code, stdout and stderr of a command with an encoding in which one text is replaced by another."""
    assert old in GRAY
    (folder / "ints" / "gray.py").write_text(GRAY.replace(old, new))
    done = csp2sat(*command, cwd=folder, env={"CSP2SAT_PARTS": str(folder)})
    return done.returncode, done.stdout, done.stderr


FAULTS = {
    "a method of the code": ("def record(self)", "def recorded(self)", SOLVE, "GrayInt has no method record"),
    "a method of the reader": ("def value(self", "def values_(self", SOLVE, "GrayReader has no method value"),
    "a method of the count": ("def differs(", "def differs_(", COUNT, "GrayReader has no method differs"),
    "SystemExit": (CODE, f"    raise SystemExit(0)\n{CODE}", SOLVE, "the part ends the program: SystemExit: 0"),
    "exit()": (CODE, f"    exit(0)\n{CODE}", SOLVE, "the part ends the program: SystemExit: 0"),
    "Ctrl-C of its own": (CODE, f"    raise KeyboardInterrupt\n{CODE}", SOLVE, "the part ends the program: Keyboard"),
    "an end at import": (
        "ENCODING =",
        "raise SystemExit(3)\nENCODING =",
        SOLVE,
        "the part ends the program: SystemExit: 3",
    ),
    "no clause": (DIFFERS, KEEPS, COUNT, "GrayReader does not exclude a solution"),
    "an empty clause": (
        DIFFERS,
        "        return []\n",
        COUNT,
        "GrayReader excludes more than one value",
    ),
    "a part of the clause": (
        DIFFERS,
        DIFFERS.replace("]\n", "][:1]\n"),
        (*SOLVE, "--all"),
        "GrayReader excludes more than one value",
    ),
    "no clause for all": (DIFFERS, KEEPS, (*SOLVE, "--all"), "GrayReader does not"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_part_is_one_line_with_its_place(fault: str, folder: Path) -> None:
    old, new, command, message = FAULTS[fault]
    code, _, err = answered(folder, old, new, *command)
    assert code == 1 and err.count("\n") == 1, err
    assert err.startswith(f"{folder / 'ints' / 'gray.py'}:") and message in err
    assert err.endswith(", in a file that CSP2SAT_PARTS names\n")


@pytest.mark.parametrize("command", [(*SOLVE, "--json"), ("encode", *SOLVE[1:], "-o", "-")])
def test_what_a_part_prints_is_no_output_of_the_command(command: tuple[str, ...], folder: Path) -> None:
    code, out, err = answered(folder, CODE, f"    print('hello')\n{CODE}", *command)
    assert code == 0 and out.startswith(("{", "c csp2sat")) and "hello" in err


def test_the_comparison_says_that_a_part_excludes_no_solution_and_goes_on(folder: Path) -> None:
    code, out, _ = answered(folder, DIFFERS, KEEPS, "count", "m.csp", "--compare")
    assert (
        code == 1 and "GrayReader does not exclude a solution" in out and "order, required (20 solutions): alike" in out
    )


def test_bench_blames_the_encoding_and_not_the_solver(folder: Path) -> None:
    command = "bench", "m.csp", "--encoding", "gray", "--solver", "embedded", "-o", "kept"
    _, out, err = answered(folder, "def value(self", "def values_(self", *command)
    assert "\ngray: 1 run ended with an error: " in out + err and "embedded: 1 run" not in out + err
