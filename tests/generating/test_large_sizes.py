"""A board that is too large to be made soon: what is said at first, and at the end."""

from __future__ import annotations

import pytest
from support.command_server import completed

from csp2sat.generating import boards
from csp2sat.generating.makers import MAKERS


def said(*words):
    done = completed(["generate", *words])
    return done.returncode, done.stdout.decode(), done.stderr.decode().splitlines()


def test_a_limit_says_what_would_be_quicker():
    code, out, lines = said("slitherlink", "--size", "50x50", "--seed", "1", "--timeout", "0.6")
    assert (code, out) == (3, "")
    assert lines == [
        "csp2sat: 50x50 is more than twice the usual size, 10x10: it may take minutes, which --timeout can end",
        "csp2sat: the time limit was reached in try 1 of 50 before the board was made: a slitherlink of 50x50; "
        "use a longer --timeout, another --seed, or a smaller --size, such as 10x10",
    ]


def test_quiet():
    code, out, lines = said("norinori", "--size", "40x40", "--seed", "1", "--timeout", "0.6", "-q")
    assert (code, out, len(lines)) == (3, "", 1)


@pytest.mark.parametrize(("size", "advice"), [((16, 16), "a smaller size, such as 10x10"), ((4, 4), "a larger size")])
def test_no_board_after_all_tries(size, advice, monkeypatch):
    failing = MAKERS["norinori"]._replace(attempt=lambda *_: None)
    monkeypatch.setattr(boards, "MAKERS", {"norinori": failing})
    with pytest.raises(boards.NoBoard, match=f"in 50 tries; take another seed, or {advice}$"):
        boards.generate("norinori", *size, seed=1)
