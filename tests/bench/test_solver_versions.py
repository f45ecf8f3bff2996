"""The version of a solver in the results of `bench`: files that its command line names are part of the solver."""

from __future__ import annotations

from pathlib import Path

import pytest

from csp2sat.bench import plan
from csp2sat.runner.config.config import Solvers

ENTRIES = """
solvers:
  script: {command: [["{python}", "./solver.py"]], args: ["{cnf}"]}
  printing: {command: [["{python}", "./solver.py"]], args: ["{cnf}"], version: --version}
  program: {command: ./solver.py, args: ["--settings=./some.ini", "{cnf}"]}
  preset: {command: ./solver.py, args: ["{extra}", "{cnf}"], presets: {own: [./some.ini]}}
  none: {command: ./solver.py, args: ["{cnf}"]}
"""


def version(folder: Path, name: str) -> str:
    plan._VERSIONS.clear()  # as of another command
    return plan.contestant(name, Solvers.load(folder / "my.yaml")).version


@pytest.mark.parametrize(
    "name, edited, changes",
    [
        ("script", "solver.py", True),
        ("printing", "solver.py", True),
        ("program", "solver.py", True),
        ("program", "some.ini", True),
        ("preset:own", "some.ini", True),
        ("preset", "some.ini", False),
        ("none", "some.ini", False),
    ],
)
def test_a_file_of_a_solver_that_is_edited_makes_another_version(
    name: str, edited: str, changes: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(plan, "version", lambda solver: "2.1" if solver.entry.version else "")
    (tmp_path / "my.yaml").write_text(ENTRIES)
    for file in ("solver.py", "some.ini"):
        (tmp_path / file).write_text("#!/bin/sh\n")
        (tmp_path / file).chmod(0o755)
    before = version(tmp_path, name)
    assert before == version(tmp_path, name)
    assert before.startswith("2.1+" if name == "printing" else "sha256:")
    (tmp_path / edited).write_text("#!/bin/sh\nexit 20\n")
    assert (before != version(tmp_path, name)) == changes
