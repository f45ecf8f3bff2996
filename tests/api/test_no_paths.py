"""An object that is no path is refused by name, and no file is written."""

import io
import re
from pathlib import Path

import pytest

import csp2sat

ASKED = {
    "encode": ("cnf", lambda model, path: csp2sat.encode(model, path)),
    "encode, map": ("map_", lambda model, path: csp2sat.encode(model, "m.cnf", path)),
    "write_cnf": ("cnf", lambda model, path: csp2sat.write_cnf(model, path, "m.map")),
    "decode": ("result", lambda _, path: csp2sat.decode(path, "m.map")),
    "decode, map": ("map_", lambda _, path: csp2sat.decode("m.out", path)),
    "decode, source": ("source", lambda _, path: csp2sat.decode("m.out", "m.map", path)),
    "verify": ("certificate", lambda _, path: csp2sat.verify(path)),
    "prove": ("proof", lambda model, path: csp2sat.prove(model, path)),
    "prove, source": ("source", lambda model, path: csp2sat.prove(model, "m.drat", source=path)),
    "booklet": ("path", lambda _, path: csp2sat.booklet([], path)),
    "load": ("path", lambda _, path: csp2sat.load(path)),
    "load_board": ("path", lambda _, path: csp2sat.load_board(path)),
    "load_model": ("path", lambda _, path: csp2sat.load_model(path)),
}
MAY_BE_NONE = ("encode", "encode, map", "decode, map", "decode, source", "prove, source")


@pytest.mark.parametrize("asked", ASKED)
@pytest.mark.parametrize("path", [None, 3, b"a.cnf", io.StringIO()], ids=["None", "3", "bytes", "open"])
def test_no_path(asked: str, path: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if path is None and asked in MAY_BE_NONE:
        pytest.skip("None has a meaning")
    monkeypatch.chdir(tmp_path)
    model = csp2sat.Model()
    model.bool("p")
    name, ask = ASKED[asked]
    with pytest.raises(csp2sat.UsageError, match=rf"^{re.escape(name)}\b.*: expected the path of a file"):
        ask(model, path)
    assert list(tmp_path.iterdir()) == []
