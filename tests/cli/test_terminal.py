"""What a terminal shows: a line that turns while something lasts, colours as the environment wants them, help."""

import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest
from support.command_server import completed
from support.paths import BOARDS, ROOT
from support.run_command import run  # noqa: F401

MASYU = str(BOARDS / "masyu-0.txt")
AMBIGUOUS = "; Slitherlink Puzzle\nsize 4 4\n- 2 - -\n- - 3 -\n- - - -\n- 1 - -\n"
SLOW = """
import sys, time
sys.path.insert(0, {root!r})
from csp2sat.cli import progress
progress.DELAY = 0.05
from csp2sat.cli.app import run
from csp2sat.cli.reporting import concluding
from csp2sat.solving import problem_run
found = problem_run.ProblemRun.ask
problem_run.ProblemRun.ask = lambda self, *more: time.sleep({lasting}) or found(self, *more)
import csp2sat.counting.counting as counting
count = counting.count
counting.count = lambda *args: time.sleep({lasting}) or count(*args)
with concluding(alone=True) as end:
    end.code = run({words!r})
"""


def in_terminal(words, env=None, columns=100, lasting=1.0):
    """What a command writes to a terminal, stdout and stderr together, and its exit code.

    lasting: the seconds that each question lasts longer than it has to.
    """
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    code = SLOW.format(root=str(ROOT), words=list(map(str, words)), lasting=lasting)
    environment = {**os.environ, "TERM": "xterm", "PYTHONIOENCODING": "utf-8", "COLUMNS": str(columns), **(env or {})}
    child = subprocess.Popen([sys.executable, "-c", code], stdin=slave, stdout=slave, stderr=slave, env=environment)
    os.close(slave)
    seen = b""
    while True:
        try:
            piece = os.read(master, 4096)
        except OSError:
            break
        if not piece:
            break
        seen += piece
    os.close(master)
    return seen.decode().replace("\r\n", "\n"), child.wait()


def left(text):
    """What stays on the screen: lines, each from its last return on."""
    return re.sub(r"\x1b\[[0-9;]*m", "", "\n".join(line.rpartition("\r\x1b[K")[2] for line in text.split("\n")))


# --- the line that turns


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["solve", MASYU, "--unique"], "solving"),
        (["count", "x.csp"], "counting"),
        (["explain", MASYU], "explaining"),
        (["generate", "masyu", "--size", "4x4", "--seed", "1"], "making masyu"),
    ],
)
def test_what_lasts_is_shown(words, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.csp").write_text("(int x 0 30) (int y 0 30) (< (+ x y) 40)")
    text, code = in_terminal(words)
    assert code == 0
    assert re.search(rf"\r\x1b\[K[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏] {said} \d+ s", text), text[:300]
    shown = left(text)
    assert said not in shown or said == "making masyu"
    assert not re.search(r"[⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏]", shown)


def test_many_inputs_have_a_bar_and_the_colours_of_one(tmp_path):
    second = tmp_path / "second.txt"
    second.write_text(Path(MASYU).read_text())
    text, code = in_terminal(["solve", MASYU, second])
    assert code == 0 and re.search(r"solving \d+ s, \[#{10}-{10}\] 1 of 2, \d+ s left", text), text[:2000]
    shown, alone = left(text), left(in_terminal(["solve", MASYU], lasting=0)[0])
    assert "1 of 2" not in shown and alone.rstrip() in shown and "\x1b[" in text
    assert shown.count("; ") >= 2 and shown.rstrip().endswith("a solution 2")


@pytest.mark.sample(1)
@pytest.mark.parametrize("why", ["-v", "-q", "dumb"])
def test_where_it_is_not_wanted(why):
    words = ["solve", MASYU, *([why] if why != "dumb" else [])]
    text, code = in_terminal(words, {"TERM": "dumb"} if why == "dumb" else None)
    assert code == 0 and "\x1b[K" not in text


def test_ascii_terminals_get_ascii():
    text, code = in_terminal(["solve", MASYU], {"PYTHONIOENCODING": "ascii"})
    assert code == 0 and text.isascii() and re.search(r"\x1b\[K[|/\\-] solving", text)


def test_a_pipe_sees_nothing_of_it():
    done = subprocess.run(
        [sys.executable, "-c", SLOW.format(root=str(ROOT), words=["solve", MASYU], lasting=1.0)], capture_output=True
    )
    assert (done.returncode, done.stderr) == (0, b"") and b"\x1b" not in done.stdout


def test_nothing_is_shown_of_what_is_quick(monkeypatch):
    from csp2sat.cli import progress

    class Terminal(list):
        encoding = "utf-8"

        def isatty(self):
            return True

        def write(self, text):
            self.append(text)

        def flush(self):
            pass

    stream = Terminal()
    with progress.Spinner("x", stream) as spinner, spinner.phase("solve"):
        pass
    assert stream == [] and spinner.seconds.keys() == {"solve"}
    monkeypatch.setattr(progress, "DELAY", 0.01)
    monkeypatch.setattr(progress, "STEP", 0.01)
    with progress.Spinner("x", stream) as spinner, spinner.phase("solve"):
        time.sleep(0.1)
    assert "solving 0 s" in stream[0] and stream[-1] == "\r\x1b[K" and sys.stdout is not stream


def test_nothing_is_drawn_while_something_is_written(monkeypatch):
    from csp2sat.cli import progress

    class Terminal(list):
        encoding = "utf-8"

        def write(self, text):
            if text == "a line\n":
                time.sleep(0.1)  # long enough for many steps of the thread that draws
            self.append(text)

        def flush(self):
            pass

    stream = Terminal()
    monkeypatch.setattr(progress, "DELAY", 0.001)
    monkeypatch.setattr(progress, "STEP", 0.001)
    monkeypatch.setattr(sys, "stdout", stream)
    with progress.Spinner("x", stream):
        time.sleep(0.05)
        print("a line\n", end="")
    assert stream[stream.index("a line\n") - 1] == "\r\x1b[K"


# --- colours


def piped(*words, **env):
    environment = {k: v for k, v in os.environ.items() if k not in ("NO_COLOR", "FORCE_COLOR")} | env
    environment = {"PYTHONIOENCODING": "utf-8"} | environment
    done = completed(words, env=environment, cwd=ROOT)
    assert done.returncode == 0, done.stderr
    return done.stdout.decode()


def test_colours_in_pipes():
    plain = piped("solve", MASYU)
    assert plain.isascii() and "\x1b" not in plain
    always = piped("solve", MASYU, "--color", "always")
    assert "\x1b[" in always and "┃" in always
    assert piped("solve", MASYU, FORCE_COLOR="1") == always
    assert piped("solve", MASYU, FORCE_COLOR="1", NO_COLOR="1") == plain
    assert piped("solve", MASYU, "--color", "never", FORCE_COLOR="1") == plain
    assert piped("solve", MASYU, "--color", "always", NO_COLOR="1") == always
    assert piped("solve", MASYU, FORCE_COLOR="") == plain


def test_colours_without_unicode():
    text = piped("solve", MASYU, "--color", "always", PYTHONIOENCODING="ascii")
    assert "\\u" not in text and "\x1b[" in text and text.isascii()
    assert re.sub(r"\x1b\[[0-9;]*m", "", text) == piped("solve", MASYU)
    assert "\\u" not in piped("backbone", MASYU, "--color", "always", PYTHONIOENCODING="ascii")


def test_colours_of_explanations(tmp_path):
    path = tmp_path / "x.txt"
    path.write_text(AMBIGUOUS)
    text = piped("explain", path, "--color", "always", PYTHONIOENCODING="ascii")
    assert "\\u" not in text and "\x1b[1;31m*" in text


def test_a_terminal_that_is_dumb_gets_plain_text():
    text, _ = in_terminal(["solve", MASYU], {"TERM": "dumb"}, lasting=0)
    assert text.isascii() and "\x1b" not in text
    text, _ = in_terminal(["solve", MASYU], lasting=0)
    assert "\x1b[36m" in text and "┃" in text
    text, _ = in_terminal(["solve", MASYU, "--color", "never"], lasting=0)
    assert "\x1b[36m" not in text and "┃" in text
