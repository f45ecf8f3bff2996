"""Solvers that change the formula they read: their answers count for nothing, and no other solver reads the file."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest
from support.fake_solvers import SAT, TINY, UNSAT, fake, go, tiny

from csp2sat.errors import SolverError
from csp2sat.runner.process.outcome import RunOptions
from csp2sat.runner.runner import SolverFailed
from csp2sat.runner.unchanged import InputChanged, watched

CHANGES = {
    "written anew": "printf 'p cnf 3 1\\n3 0\\n' > $1",
    "of the same size": "sed 's/-1 3/-1 2/' $1 > other; cat other > $1",
    "longer": "echo '1 0' >> $1",
    "another file": "cp $1 other; mv other $1",
    "gone": "rm $1",
    "changed and changed back": "cp $1 other; : > $1; cat other > $1",
}


@pytest.mark.parametrize("case", CHANGES)
def test_an_answer_of_a_solver_that_changes_its_input_is_refused(case: str, tmp_path: Path) -> None:
    for answer in (SAT, UNSAT, "echo 's SATISFIABLE'; echo 'v -1 -2 -3 0'; exit 10", "exit 1"):
        with pytest.raises(SolverFailed, match=r"^fake has changed its input "):
            go(fake(tmp_path, f"{CHANGES[case]}\n{answer}"), tmp_path, RunOptions(check=False))


def test_only_reading_is_no_change(tmp_path: Path) -> None:
    assert go(fake(tmp_path, f"cat $1; ls -l $1; {UNSAT}"), tmp_path).status == "unsat"


def test_a_change_within_one_tick_of_the_clock_of_files_is_found(tmp_path: Path) -> None:
    path = tiny(tmp_path)
    state = path.stat()
    with pytest.raises(InputChanged), watched(path, "quick"):
        path.write_text(TINY.replace("-1", "-2"))
        os.utime(path, ns=(state.st_atime_ns, state.st_mtime_ns))


def test_an_old_file_is_known_without_being_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tiny(tmp_path)
    later = time.time_ns() + 10**9
    monkeypatch.setattr(time, "time_ns", lambda: later)
    monkeypatch.setattr("csp2sat.runner.unchanged._digest", None)
    with watched(path, "one"):
        pass
    with pytest.raises(InputChanged), watched(path, "one"):
        path.write_text("p cnf 0 0\n")


def test_solvers_that_read_a_file_together_compare_with_what_it_was_before_the_first(tmp_path: Path) -> None:
    path = tiny(tmp_path)
    with pytest.raises(InputChanged, match=r"^one has changed"), watched(path, "one"):
        path.write_text("p cnf 0 0\n")
        with pytest.raises(InputChanged, match=r"has changed while two and others read it$"), watched(path, "two"):
            pass


def test_no_solver_reads_a_file_that_another_one_has_changed(tmp_path: Path) -> None:
    path = tiny(tmp_path)
    with pytest.raises(InputChanged), watched(path, "one"):
        path.write_text("p cnf 0 0\n")
    with pytest.raises(SolverError, match=r"has changed while a solver read it, so fake does not read it$"):
        go(fake(tmp_path, UNSAT), tmp_path, cnf=path)
    path.write_text(TINY)
    assert go(fake(tmp_path, UNSAT), tmp_path, cnf=path).status == "unsat"
