"""The files that the other side needs: named after `solve --proof`, enough in an empty folder, asked for at once."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from support.run_command import run

CSP = "(int x 0 9) (int y 0 9)\n(> x 5)\n(weighted 2 (< x 3))\n(= (+ x y) 9)\n(> y 3)\n(> x y)\n(< x 6)\n"
CNF = "p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n"
ASKED = {
    "a CSP": ("c.csp", CSP.replace("(weighted 2 (< x 3))\n", ""), []),
    "from the source": ("c.csp", CSP.replace("(weighted 2 (< x 3))\n", ""), ["--from-source"]),
    "a goal": ("c.csp", CSP, ["--max"]),
    "a kind": ("c", CSP.replace("(weighted 2 (< x 3))\n", ""), ["--from", "sugar"]),
    "a CNF": ("c.cnf", CNF, []),
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def certified(name: str, text: str, *options: str) -> tuple[list[str], list[str]]:
    """The files that are to be sent, and the words of the command for the other side."""
    Path("in").mkdir()
    (Path("in") / name).write_text(text)
    done = run("solve", f"in/{name}", "--proof", "p", "--solver", "cadical", *options)
    (line,) = (line for line in done.err.splitlines() if "to let others check it, send: " in line)
    files, _, command = line.partition("to let others check it, send: ")[2].partition("; they run: csp2sat ")
    return files.split(), command.split()


@pytest.mark.needs("cadical")
@pytest.mark.sample(3)
@pytest.mark.parametrize("asked", ASKED)
def test_the_named_files_are_enough(asked: str, monkeypatch: pytest.MonkeyPatch) -> None:
    name, text, options = ASKED[asked]
    files, command = certified(name, text, *options)
    assert files[0] == "p.json" and files[-1] == f"in/{name}" and command[:3] == ["verify", "p.json", name]
    Path("there").mkdir()
    for each in files:
        shutil.copy(each, "there")
    monkeypatch.chdir("there")
    done = run(*command)
    assert done.code == 0 and done.out.startswith("verified"), done.err
    for each in files[1:-1]:
        Path(each).rename(f"{each}.away")
        assert run(*command).code != 0, f"{each} is not needed"
        Path(f"{each}.away").rename(each)


@pytest.mark.needs("cadical")
def test_missing_files_are_named_at_once() -> None:
    certified(*ASKED["from the source"][:2], "--from-source")
    Path("p").unlink()
    for named in ("p.json", "p"):
        assert run("verify", named, "in/c.csp").out == "verified from the source: unsatisfiable\n"
    Path("p.json").rename("q.json")
    assert run("verify", "p", "in/c.csp").code == 0
    refused = run("verify", "p.json", "in/c.csp")
    assert (refused.code, refused.out) == (2, "") and "without it: verify p SOURCE" in refused.err
    Path("q.json").rename("p.json")
    Path("p.pbp").unlink()
    Path("p.map").unlink()
    refused = run("verify", "p.json", "in/c.csp")
    expected = "csp2sat: p.pbp, p.map: cannot be found; expected beside p, with the other files of the proof\n"
    assert (refused.code, refused.err) == (1, expected)
