"""Parts of a user's: files in the folders that CSP2SAT_PARTS names are found as the package's own are."""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path

import pytest
from support.paths import ROOT

import csp2sat
from csp2sat import decoder
from csp2sat.base.files import read_source
from csp2sat.base.plugins import Parts, UnknownPart
from csp2sat.errors import InputError, UsageError
from csp2sat.ints.spec import Encoding
from csp2sat.model.constraint import FOLDERS, GlobalConstraint


@pytest.fixture
def parts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of parts with an encoding, a constraint, and a file of the name of one of ours."""
    (tmp_path / "ints").mkdir()
    text = (ROOT / "tests" / "plugged" / "gray.py").read_text()
    (tmp_path / "ints" / "gray_of_mine.py").write_text(text.replace('"gray"', '"gray-of-mine"'))
    (tmp_path / "ints" / "order.py").write_text("ENCODING = None\n")
    (tmp_path / "constraints" / "globals").mkdir(parents=True)
    text = "from csp2sat.model.constraint import GlobalConstraint\nCONSTRAINT = GlobalConstraint('of-mine', max, max)\n"
    (tmp_path / "constraints" / "globals" / "of_mine.py").write_text(text)
    for name in ("csp2sat.ints", *FOLDERS):
        package = import_module(name)
        monkeypatch.setattr(package, "__path__", [*package.__path__])
    for name in ("csp2sat.ints.gray_of_mine", "csp2sat.constraints.globals.of_mine"):
        sys.modules.pop(name, None)
    monkeypatch.setenv("CSP2SAT_PARTS", os.pathsep.join(("", str(tmp_path))))
    return tmp_path


def test_files_of_the_user_are_parts_after_our_own(parts: Path) -> None:
    found: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
    assert found["gray-of-mine"].name == "gray-of-mine" and "gray-of-mine" in [*found]
    assert found["order"].name == "order"
    assert [*found.own()] == ["gray-of-mine", "order"]
    constraints: Parts[GlobalConstraint] = Parts("constraint", "CONSTRAINT", *FOLDERS)
    assert constraints["of-mine"].holds is max and [*constraints.own()] == ["of-mine"]


def test_a_file_that_is_added_is_found(parts: Path) -> None:
    """A folder is listed once for each change of it."""
    found: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
    assert "gray-of-mine" in [*found] and "direct" in [*found]
    (parts / "ints" / "gray_of_mine.py").rename(parts / "ints" / "log.py")
    os.utime(parts / "ints", (1, 1))  # another time than before, whatever the clock's ticks
    assert [*found.own()] == ["log", "order"]


def test_without_a_folder_there_is_no_such_part(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CSP2SAT_PARTS")
    found: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
    assert "gray-of-mine" not in found and not [*found.own()]


def test_a_folder_that_does_not_exist_is_an_error(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CSP2SAT_PARTS", str(parts / "nix"))
    with pytest.raises(UsageError, match=r"CSP2SAT_PARTS: the folder .*nix does not exist"):
        Parts("encoding", "ENCODING", "csp2sat.ints")["nix"]
    monkeypatch.setenv("CSP2SAT_PARTS", str(parts / "ints"))  # one folder too deep
    with pytest.raises(UsageError, match=r"the folder .*ints has no folder ints, .*; expected one with files as ints/"):
        Parts("encoding", "ENCODING", "csp2sat.ints")["nix"]


def test_a_map_of_a_part_that_is_not_there_names_the_part(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CSP2SAT_PARTS")
    csp2sat.encode(csp2sat.loads("(int x 0 9)"), parts / "f.cnf", encoding="direct")
    path = parts / "f.map"
    path.write_text(path.read_text().replace('"code": "direct"', '"code": "grid"'))
    with pytest.raises(InputError, match=r"f\.map:2:1: the encoding 'grid' is unknown; .* CSP2SAT_PARTS"):
        decoder.read(read_source(str(path)))


FAULTS = {
    "a name that is missing": ("x = 1\nimport nix\n", ":2: ModuleNotFoundError: No module named 'nix'"),
    "a syntax error": ("x = 1\ndef (\n", r":2:5: invalid syntax.*\n  def \(\n      \^"),
    "another class": ("ENCODING = 5\n", ": ENCODING is 5; expected an object of <class 'csp2sat.ints.spec.Encoding'>"),
    "another name": (
        "from csp2sat.ints.order import ENCODING\n",
        ": ENCODING has the name 'order'; expected that of the file, 'wrong'",
    ),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_of_a_file_is_said_with_its_place(fault: str, parts: Path) -> None:
    text, message = FAULTS[fault]
    (path := parts / "ints" / "wrong.py").write_text(text)
    sys.modules.pop("csp2sat.ints.wrong", None)
    found: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
    with pytest.raises(InputError) as error:
        found["wrong"]
    assert re.match(re.escape(str(path)) + message, str(error.value))


def test_a_relative_folder_stays_the_same_elsewhere(parts: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for a process that is started in another folder, which gets the variable."""
    monkeypatch.chdir(parts.parent)
    monkeypatch.setenv("CSP2SAT_PARTS", parts.name)
    found: Parts[Encoding] = Parts("encoding", "ENCODING", "csp2sat.ints")
    assert "gray-of-mine" in found
    monkeypatch.chdir("/")
    assert os.environ["CSP2SAT_PARTS"] == str(parts) and "direct" in found and [*found.own()]


def test_a_file_without_its_constant_is_named(parts: Path) -> None:
    path = parts / "constraints" / "globals" / "zigzag.py"
    path.write_text("from csp2sat.model.constraint import GlobalConstraint\nCONSTRAINTS = []\n")
    constraints: Parts[GlobalConstraint] = Parts("constraint", "CONSTRAINT", *FOLDERS)
    words = f"({path} has no constant CONSTRAINT)"
    with pytest.raises(UnknownPart, match=f"no constraint 'zigzag' {re.escape(words)}; "):
        constraints["zigzag"]
    with pytest.raises(InputError, match=f"unknown operator 'zigzag' {re.escape(words)}"):
        csp2sat.loads("(int x 0 1)\n(zigzag x)\n")
    assert constraints.lacking("of-mine") == constraints.lacking("zagzig") == ""
