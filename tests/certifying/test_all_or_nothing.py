"""A certificate and its files appear together: where one of them cannot be written, none is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

import csp2sat
from csp2sat.base import files

NONE = "(int x 0 1)(int y 0 1)(int z 0 1)(alldifferent x y z)"
SUFFIXES = ("", ".cnf", ".map", ".json")


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_a_disk_that_becomes_full(suffix: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "x.csp").write_text(NONE)
    out = tmp_path / "out"
    out.mkdir()
    before = {f"p{each}": "old" for each in SUFFIXES}
    for name, text in before.items():
        (out / name).write_text(text)
    written = files.folders.new_file

    def full(folder: str, name: str) -> tuple[int, str]:
        handle, temporary = written(folder, name)
        if (folder, name) == (str(out), f"p{suffix}"):
            os.close(handle)
            handle = os.open("/dev/full", os.O_RDWR)
        return handle, temporary

    monkeypatch.setattr(files.folders, "new_file", full)
    with pytest.raises(csp2sat.FileError, match="No space left on device"):
        csp2sat.prove(tmp_path / "x.csp", out / "p", solver="embedded")
    assert {path.name: path.read_text() for path in out.iterdir()} == before
