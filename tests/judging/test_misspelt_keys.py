"""A misspelt key of JSON is refused at its place, with the near name: ignored, it changed what was asked or judged."""

from pathlib import Path

import pytest
from support.run_command import run

PARTS = {
    "variables": '{"x": {"type": "int", "domain": [[0, 3]]}}',
    "arrays": '{"a": {"a": ["x"], "ann": []}}',
    "constraints": '[{"id": "int_le", "args": [1, "x"], "ann": []}]',
    "output": '["x"]',
    "solve": '{"method": "minimize", "objective": "x"}',
}
FLATZINC = {
    "a domain": ('"domain"', '"domian"', 'no key "domian" is known here; did you mean "domain"?'),
    "a domain, short": ('"domain"', '"values"', 'no key "values" is known here; expected "type", "domain"'),
    "the elements": ('"ann": []}}', '"annn": []}}', 'no key "annn" is known here; did you mean "ann"?'),
    "of a constraint": ('"ann": []}]', '"defnes": "x"}]', 'no key "defnes" is known here; did you mean "defines"?'),
    "of the goal": ('"method": "minimize"', '"method": "satisfy"', ""),
    "the objective": ('"objective": "x"', '"objective": "x", "objectve": 3', 'did you mean "objective"?'),
    "a part": ('"output"', '"ouput"', 'no key "ouput" is known here; did you mean "output"?'),
    "the version": ('"output"', '"version": "1.0", "comment": 3, "output"', ""),
}


@pytest.mark.parametrize("name", FLATZINC)
def test_keys_of_flatzinc(name, tmp_path):
    old, new, message = FLATZINC[name]
    text = "{" + ",\n".join(f'"{part}": {content}' for part, content in PARTS.items()) + "}"
    path = tmp_path / "m.fzn.json"
    path.write_text(text.replace(old, new, 1))
    done = run("solve", path)
    assert (done.code == 1) == bool(message) and message in done.err, done.err
    if message:
        at = path.read_text().index(message.split('"')[1] if message.startswith("no key") else "objectve") - 1
        line, column = text.count("\n", 0, at) + 1, at - path.read_text().rfind("\n", 0, at)
        assert f"m.fzn.json:{line}:{column}: " in done.err


BOARD = "sudoku\nsize 4 4\n1 . . .\n. . 3 .\n. 4 . .\n. . . 2\n"
ROWS = "[[1, 3, 2, 4], [4, 2, 3, 1], [2, 4, 1, 3], [3, 1, 4, 2]]"
ANSWERS = {
    "a solution": (BOARD, f'{{"soluton": {ROWS}}}', '1:2: no key "soluton" is known here; did you mean "solution"?'),
    "solutions": (BOARD, f'{{"solutons": [{{"solution": {ROWS}}}]}}', '1:2: no key "solutons" is known here'),
    "a right one": (BOARD, f'{{"solution": {ROWS}}}', ""),
    "a note beside": (BOARD, f'{{"note": 3, "solution": {ROWS}}}', ""),
    "values": ("(int x 0 3)", '{"int": {"x": 1}}', '1:2: no key "int" is known here; did you mean "ints"?'),
    "two lines": ("(int x 0 3)", '{"ints": {"x": 1},\n "boools": {}}', '2:2: no key "boools" is known here'),
    "an objective": ("(int x 0 3)", '{"ints": {"x": 1}, "objectve": 3}', 'did you mean "objective"?'),
    "a status": ("(int x 0 3)", '{"ints": {"x": 1}, "staus": 3}', 'did you mean "status"?'),
    "a variable so named": ("(int solutin 0 3)", '{"solutin": 1}', ""),
    "several": ("(int x 0 3)", '{"solutons": [{"ints": {"x": 1}}]}', 'did you mean "solutions"?'),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_keys_of_answers(name, tmp_path):
    source, answer, message = ANSWERS[name]
    (given := Path(tmp_path, "s.csp" if source[0] == "(" else "s.txt")).write_text(source)
    (path := tmp_path / "a.json").write_text(answer)
    done = run("check", given, path)
    assert (done.code == 0) == (not message) and message in done.err, done
    assert not message or f"a.json:{'' if message[0] == 'd' else message[:4]}" in done.err
