"""A count that Ctrl-C or a signal ends says how many solutions were found."""

from __future__ import annotations

from contextvars import copy_context

import pytest

from csp2sat.api import functions
from csp2sat.cli.command_line import call_of
from csp2sat.counting.counting import _Counting

BOARD = "; Sudoku\nsize 4 4\n" + "- - - -\n" * 4


@pytest.fixture
def stopped(monkeypatch, request):
    """Three solutions are found before the end."""

    def numbers(*_):
        yield from ((number, False) for number in range(1, 4))
        raise request.param

    monkeypatch.setattr(_Counting, "_numbers", numbers)
    monkeypatch.setattr(_Counting, "_evaluated", lambda *_: None)  # so that a formula is counted


@pytest.mark.parametrize("stopped, code", [(KeyboardInterrupt(), 130), (SystemExit(143), 143)], indirect=["stopped"])
def test_the_number_so_far_is_printed(stopped, code, tmp_path, capsys):
    (path := tmp_path / "b.txt").write_text(BOARD)
    with pytest.raises(SystemExit) as end:
        copy_context().run(lambda: call_of(["count", str(path)])())  # the words given are of this command alone
        raise SystemExit(0)
    printed = capsys.readouterr()
    assert (printed.out, end.value.code) == ("at least 3\n", code)


@pytest.mark.parametrize("stopped", [KeyboardInterrupt()], indirect=True)
def test_the_function_is_interrupted_and_has_the_number(stopped, tmp_path):
    (path := tmp_path / "b.txt").write_text(BOARD)
    with pytest.raises(KeyboardInterrupt) as end:
        functions.count(path)
    assert end.value.count.number == 3
