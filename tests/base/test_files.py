"""Files: places of bytes that are no UTF-8, and errors of copies."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path

import pytest

import csp2sat
from csp2sat.base import files
from csp2sat.errors import FileError, InputError

BAD_BYTES = {
    "after a byte order mark": (b"\xef\xbb\xbfab\nc\xffd", "x:2:2: byte 0xff is not UTF-8 text"),
    "right after it": (b"\xef\xbb\xbf\xfe", "x:1:1: byte 0xfe is not UTF-8 text"),
    "without a mark": (b"ab\nc\xffd", "x:2:2: byte 0xff is not UTF-8 text"),
}


@pytest.mark.parametrize("data, message", BAD_BYTES.values(), ids=BAD_BYTES)
def test_the_place_of_a_byte_that_is_no_utf_8(data, message):
    with pytest.raises(InputError, match=f"^{re.escape(message)}"):
        files.as_source("x", data)


@pytest.mark.parametrize("mark", [b"", b"\xef\xbb\xbf"], ids=["no mark", "mark"])
def test_a_byte_order_mark_is_dropped(mark):
    comments = re.compile(rb"#.*")
    assert files.as_source("x", mark + "é".encode()).text == "é"
    assert files.as_source("x", mark + b"a #\xff", comments).text == "a #\ufffd"


class Failing(io.BytesIO):
    """A file of which neither reading nor writing works."""

    def __init__(self, error: OSError, name: object):
        super().__init__()
        self.error, self.name = error, name

    def read(self, *_):
        raise self.error

    def write(self, *_):
        raise self.error


FULL = OSError(28, "No space left on device")


@pytest.mark.parametrize("name, shown", [("f.cnf", "f.cnf"), (7, "a temporary file")])
def test_a_copy_whose_source_cannot_be_read(name, shown, tmp_path):
    source = Failing(OSError(5, "Input/output error"), name)
    with pytest.raises(FileError, match=f"^{shown}: cannot be read: Input/output error$"):
        files.copy(source, sys.stdout.buffer)
    with (
        pytest.raises(FileError, match=f"^{shown}: cannot be read: Input/output error$"),
        files.new_file(tmp_path / "new") as target,
    ):
        files.copy(source, target)
    assert not (tmp_path / "new").exists()


def test_a_copy_whose_target_cannot_be_written(monkeypatch):
    target = Failing(FULL, "t")
    with pytest.raises(OSError, match="No space left"):
        files.copy(io.BytesIO(b"a"), target)
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(target))
    with pytest.raises(FileError, match=r"^<stdout>: cannot be written: No space left on device$"):
        files.copy(io.BytesIO(b"a"), target)
    target.error = BrokenPipeError()
    with pytest.raises(BrokenPipeError):
        files.copy(io.BytesIO(b"a"), target)


def test_a_path_with_a_nul_is_an_error_of_the_package(tmp_path):
    model = csp2sat.Model()
    model.int("x", 0, 3)
    calls = (
        lambda: csp2sat.solve("a\0b"),
        lambda: csp2sat.load_board(Path("a\0b")),
        lambda: csp2sat.solve(model, solvers="a\0b"),
        lambda: csp2sat.encode(model, "a\0b"),
        lambda: csp2sat.prove(model, "a\0b"),
        lambda: csp2sat.verify("a\0b.json"),
    )
    for call in calls:
        with pytest.raises(csp2sat.FileError, match=r"^'a\\x00b.*': the path has a NUL character, which no"):
            call()
