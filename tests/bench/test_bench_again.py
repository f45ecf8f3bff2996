"""The same command again: drawings of an earlier run are no inputs; warnings of workers have the input's name."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.run_command import run

from csp2sat.base import file_guard
from csp2sat.bench.encoding import encode
from csp2sat.bench.plan import BenchEncoding, EncodeJob
from csp2sat.encoder.options import EncoderOptions
from csp2sat.errors import UsageError
from csp2sat.executors.tasks import FileStore, StoredFile
from csp2sat.runner.process.outcome import Stop

ROWS = "11..\n....\n....\n....\n"


def test_bench_with_boards_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("sud.txt").write_text(ROWS)
    asked = ("bench", "sud.txt", "--solver", "embedded", "-o", "z", "--executor", "threads:1")
    first = run(*asked)
    drawn = [*Path("z/boards").iterdir()]
    assert first.code == 0 and drawn
    assert first.err.count("sud.txt:1:1: warning: read as a sudoku") == 1
    assert "shelf" not in first.err and "InputWarning" not in first.err
    again = run(*asked, "--html", "z.html")
    assert again.code == 0 and "1 of 1 runs are in z already" in again.err
    assert Path("z.html").read_text().startswith("<!doctype")
    over = run(*asked, "--html", "z.html", "--svg", drawn[0])
    assert over.code == 2 and "would overwrite the input" in over.err


def test_an_own_file_may_be_in_a_folder_of_outputs_and_is_kept(tmp_path: Path) -> None:
    (tmp_path / "old").write_text("")
    for own in (True, False):
        with file_guard.recorded(apart=True):
            file_guard.names_folder("output", tmp_path, [tmp_path])
            if own:
                file_guard.reads(tmp_path / "old", own=True)
                with pytest.raises(UsageError, match="would overwrite the input"):
                    file_guard.writes(tmp_path / "old")
            else:
                with pytest.raises(UsageError, match="would overwrite the input"):
                    file_guard.reads(tmp_path / "old")


@pytest.mark.filterwarnings("error")
def test_a_warning_of_the_reader_is_part_of_the_result(tmp_path: Path) -> None:
    store, content = FileStore(tmp_path), StoredFile("0" * 64, "sud.txt")
    store.put(content, ROWS.encode())
    job = EncodeJob("in/sud.txt", None, content, BenchEncoding(EncoderOptions()), 9.0)
    (warned,) = encode(job, store, Stop()).warnings
    assert warned.startswith("in/sud.txt:1:1: warning: read as a sudoku; ")
