"""A drawing in text has two names, of which each command takes both."""

from __future__ import annotations

from csp2sat.cli.suffixes import answer_format, input_format


def test_both_names_are_taken():
    assert input_format("board", None) == input_format("drawing", None) == "drawing"
    assert answer_format("drawing", None) == answer_format("board", None) == "board"
