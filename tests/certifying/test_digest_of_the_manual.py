"""The digest of a certificate, computed by the program that the manual gives, and by its words alone."""

import contextlib
import hashlib
import io
import json
import re
from pathlib import Path

import pytest
from support.paths import ROOT
from support.run_command import run

MANUAL = (ROOT / "csp2sat" / "manual" / "proofs.md").read_text(encoding="utf-8")
SECTION = MANUAL.partition("### The digest of the certificate\n")[2]
PROGRAM = re.search(r"^```python\n(.*?)^```$", SECTION, flags=re.M | re.S)[1]


def written(value, item, colon):
    """Return a JSON value as text with these separators, without a library."""
    if isinstance(value, dict):
        pairs = [f"{written(key, item, colon)}{colon}{written(each, item, colon)}" for key, each in value.items()]
        return "{" + item.join(pairs) + "}"
    if isinstance(value, list):
        return "[" + item.join(written(each, item, colon) for each in value) + "]"
    if isinstance(value, str):
        units = value.encode("utf-16-be")
        codes = [int.from_bytes(units[at : at + 2], "big") for at in range(0, len(units), 2)]
        return '"' + "".join(chr(c) if c < 0x80 else f"\\u{c:04x}" for c in codes) + '"'
    return (
        {None: "null", True: "true", False: "false"}[value] if value is None or isinstance(value, bool) else str(value)
    )


@pytest.mark.parametrize("name", ["plain", "größe𝔵"])
def test_the_words_and_the_program_of_the_manual_give_the_digest(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("a.csp").write_text(f"(int {name} 0 9) (int y 0 9) (= (+ {name} y) 3) (> {name} 2)\n", encoding="utf-8")
    found = run("solve", "a.csp", "--unique", "--solver", "embedded", "--proof", "m8", "-q")
    assert found.code == 0, found.err
    with contextlib.redirect_stdout(io.StringIO()) as out:
        exec(PROGRAM, {})
    assert out.getvalue() == "True\n"
    item, colon = re.search(r"`\"(.*?)\"` between items, `\"(.*?)\"` between", SECTION).groups()
    content = json.loads(Path("m8.json").read_text())
    stated = content.pop("sha256")
    rows = re.findall(r"^\| (`.*?`) \|", MANUAL.partition("One JSON object on one line.")[2], flags=re.M)
    keys = [key for row in rows for key in re.findall(r"`(\w+)`", row)]
    ordered = {key: content[key] for key in keys if key in content}
    assert ordered == content
    assert "one line feed at the end" in SECTION
    line = written(ordered, item, colon) + "\n"
    assert hashlib.sha256(line.encode("ascii")).hexdigest() == stated
