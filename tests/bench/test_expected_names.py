"""Known answers of a benchmark that name no input, and that are read from stdin for rows that are there already."""

import io

from support.run_command import run


def test_known_answers_from_stdin_judge_rows_that_are_there(tmp_path, monkeypatch):
    source, folder = tmp_path / "a.csp", tmp_path / "rows"
    source.write_text("(int x 0 3) (> x 1)\n")
    command = ["bench", source, "--solver", "embedded", "--encoding", "order", "-o", folder]
    assert run(*command).code == 0
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"a unsat\nother sat\n")))
    found = run(*command, "--expect", "-")
    assert found.code == 4 and "a.csp: expected unsat, but there is a model" in found.out + found.err
    assert found.out.count("doubt: a known answer of --expect") == 1
    assert "--expect -: no input has the name other" in found.err
