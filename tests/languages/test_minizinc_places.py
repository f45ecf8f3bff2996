"""Places that MiniZinc tells, or does not tell: a message has the file's name, and never a traceback."""

import pytest

from csp2sat.base.source import Source
from csp2sat.errors import Place
from csp2sat.languages.flatzinc.own_texts.model_text import fault_in
from csp2sat.solving import minizinc

FLOAT = "cannot determine coercion from type float to type int"
NOTHING = "initialisation value for `k' has invalid type-inst: expected `int', actual `opt bot'"


@pytest.mark.parametrize("line", [-1, 0, 1, 3, 99])
@pytest.mark.parametrize("column", [0, 1, 99])
def test_any_line_of_another_program_is_a_place(line, column):
    """MiniZinc gives line 0 to what it knows no place of; a file may have changed since."""
    for source in (Source("a.mzn", "one\ntwo\n"), Source("a.mzn", ""), Source("a.mzn", "; one\n", "one\n")):
        error = source.error_in_line("wrong", line, column)
        assert str(error).startswith("a.mzn:") and ": wrong" in str(error).splitlines()[0]
        assert error.place == Place("a.mzn") if line < 1 else error.place.line == line


@pytest.mark.parametrize(
    ("text", "message", "found"),
    [
        ("k = 1.5;", FLOAT, "k"),
        ("j = 2; k=\n[1, 2e3];", FLOAT, "k"),
        ("% k = 1.5;\nj = 2.5;", FLOAT, "j"),
        ("/* k = 1.5; */ j = 2;", FLOAT, None),
        ("f = 1.5; k = 2.5;", FLOAT, "k"),
        ('s = "k = 1.5"; k = 1;', FLOAT, None),
        ("j = 1; k = <>;", NOTHING, "k"),
        ("j == 1.5", FLOAT, None),
        ("", FLOAT, None),
    ],
)
def test_the_value_that_a_message_is_about(text, message, found):
    at = fault_in(text, message, ["f"])
    assert at is None if found is None else text[at or 0 :].startswith(found)


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("g.mzn -D k=1.5", "-D k=1.5:1:1"),
        ("g.mzn g.dzn", "g.dzn:2:1"),
        ("own.mzn", "own.mzn:1:6"),
        ("g.mzn", "g.mzn"),
    ],
)
def test_a_message_without_a_place_is_at_the_value(path, place, tmp_path, monkeypatch):
    """`unknown file:0.0` was an IndexError."""
    monkeypatch.chdir(tmp_path)
    texts = {"g.mzn": "int: k; var 0..k: x;\n", "own.mzn": "int: k = 1.5;\n", "g.dzn": "\nk = 1.5;\n"}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    error = minizinc._refusal(f"Error: type error: {FLOAT}\nunknown file:0.0\n", path)
    assert str(error).splitlines()[0] == f"{place}: {FLOAT}"
