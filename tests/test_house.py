"""The meter of the house, tried on a made-up tree, and that worse figures are refused."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import house
import pytest
from house import KEPT, MEASURES, House, best, figures, strays, worse

FILES = {
    "puzzles/types/lits.py": "PUZZLE = Puzzle('lits')\n",
    "puzzles/types/yin_yang.py": "PUZZLE = Puzzle('yin-yang')\n",
    "puzzles/types/lits_helper.py": "from .lits import PUZZLE\n\nNAME = 'lits'\n",
    "puzzles/_index.py": "NAMES = ['lits', 'yin-yang']\n",
    "generating/types/lits.py": "MAKER = Maker('lits')\n",
    "ints/direct.py": "ENCODING = Encoding()\n\n\nclass Direct:\n    pass\n",
    "ints/auto.py": "ENCODING = Encoding()\n",
    "cnf/gates.py": "def conjunction(lits):\n    for lits in lits:\n        pass\n    return [lits for lits in lits]\n",
}


def planted(folder: Path, files: dict[str, str]) -> House:
    """Return the house of a package with these files besides FILES."""
    for name, text in (FILES | files).items():
        path = folder / "csp2sat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return House(folder)


PUZZLES_NAMED = {  # the text of a file elsewhere, and how many places in it name a puzzle
    "a variable": ("def f(lits):\n    lits = [*lits]\n    return lits\n", 0),
    "a text": ("KIND = 'lits'\n", 1),
    "a text with a hyphen": ("def f(kind):\n    return kind == 'yin-yang' or kind == 'yin_yang'\n", 1),
    "a docstring": ("def f():\n    '''lits'''\n", 0),
    "an import of the module": ("from ..puzzles.types import lits\n", 1),
    "an import from the module": ("from ..puzzles.types.lits import PUZZLE\n", 1),
    "an import and its use": (
        "def f():\n    from ..puzzles.types import lits\n    return lits\n\n\nfrom x import lits\n\nA = lits\n",
        3,
    ),
    "another module": ("from ..puzzles.types import other\n", 0),
    "in a class": ("class A:\n    def f(self):\n        return 'lits'\n\n    kind = 'lits'\n", 2),
}


@pytest.mark.parametrize(("text", "count"), PUZZLES_NAMED.values(), ids=PUZZLES_NAMED)
def test_puzzles_named(text: str, count: int, tmp_path: Path) -> None:
    assert planted(tmp_path, {"api/x.py": text}).puzzles_named() == count


VAGUE = {
    "a variable": ("told = 1\n", 1),
    "a part of a name": ("def _look_for():\n    pass\n\n\nclass OldRivals:\n    pass\n", 2),
    "a longer word": ("outlook = seamless = 1  # the bookshelf\n", 0),
    "a docstring": ('def f():\n    """Return it.\n\n    Two were said; one was put down.\n    """\n', 1),
    "a comment": ("x = 1  # So many words\n", 1),
    "a text": ("x = 'so many wishes'\n", 0),
}


@pytest.mark.parametrize(("text", "count"), VAGUE.values(), ids=VAGUE)
def test_vague(text: str, count: int, tmp_path: Path) -> None:
    assert len(planted(tmp_path, {"api/x.py": text}).vague()) == count


ENCODINGS_NAMED = {
    "a text": ("KIND = 'direct'\n", 1),
    "the word for a free choice": ("KIND = 'auto'\n", 0),
    "a class that is asked for": ("def f(x):\n    return isinstance(x, (int, Direct))\n", 1),
    "a variable": ("def f(direct):\n    return direct\n", 0),
}


@pytest.mark.parametrize(("text", "count"), ENCODINGS_NAMED.values(), ids=ENCODINGS_NAMED)
def test_encodings_named(text: str, count: int, tmp_path: Path) -> None:
    assert planted(tmp_path, {"encoder/x.py": text}).encodings_named() == count


def test_files_of_a_setting(tmp_path: Path) -> None:
    files = {
        "settings.py": "Way = Literal['a', 'b']\n\n\nclass Keywords(TypedDict):\n    way: Way\n    size: int\n",
        "cli/x.py": "OPTIONS = ['--way']\n",
        "cnf/x.py": 'def f(sink):\n    "About the way."\n    return sink.way, other\n',
        "api/x.py": "def g(size):\n    way = 1\n",
    }
    assert planted(tmp_path, files).setting_files() == {"way": 3}


def test_imports_past_api(tmp_path: Path) -> None:
    door = (
        "from ..api.door import answer\nfrom ..model.expr import node\nimport json\n"
        "from ..puzzles.spec import PUZZLES, Board, border\nfrom ..solving.trace import Trace\n\n"
        "if TYPE_CHECKING:\n    from ..solving.inputs import kinds\n\n\n"
        "def f():\n    from ..solving import inputs\n    from csp2sat.solving.inputs import HEADER\n"
    )
    found = planted(tmp_path, {"cli/x.py": door, "bench/y.py": "from ..cnf import dimacs\n", "api/z.py": door})
    assert found.past_api() == [
        "bench/y.py: cnf.dimacs",
        "cli/x.py: puzzles.spec.border",
        "cli/x.py: solving.inputs",
        "cli/x.py: solving.inputs.HEADER",
    ]


def test_the_other_measures(tmp_path: Path) -> None:
    files = {
        "a/x.py": "class Same:\n    pass\n\n\nKinds = int | str\n",
        "b/x.py": "class Same:\n    '''Of two lines.'''\n\n\nKinds = str | int\n# a comment\n",
        "c/y.py": "from ..d import z\n\n\ndef f(x):\n    return isinstance(x, BoardProblem)\n",
        "d/z.py": "def g():\n    from ..c import y\n",
        "e/documented.py": "def f():\n    '''" + "A line.\n" * 300 + "'''\n",
        "e/long.py": "X = 1\n" * 301,
    }
    found = planted(tmp_path, files)
    assert found.two_meanings() == ["Same", "Kinds"] and found.names_twice() == ["x.py", "lits.py"]
    assert found.circles(types=True) == [("c", "d")] and found.kind_tests() == 1
    assert found.long() == ["e/long.py: 301 lines without docstrings"] and len(found.short()) == len(found.ordinary) - 2
    assert len(found.parts("MAKER")) == 1 and found.puzzle_lines() == {"lits": 1, "yin_yang": 1}
    assert {each.path.as_posix(): each.code_lines() for each in found.files if each.path.stem == "x"} == {
        "a/x.py": 3,
        "b/x.py": 2,
    }


def test_worse_figures_are_refused() -> None:
    before = {"a": 1, "b": 2.5, "gone": 1}
    assert worse({"a": 1, "b": 2}, {"a": 1, "b": 2.5}) == []
    assert [line.partition(":")[0] for line in worse({"a": 2, "b": 2.5, "new": 0}, before)] == ["new", "gone", "a"]
    assert best({"a": 2, "b": 1, "new": 7}, before) == {"a": 1, "b": 1, "new": 7}


def test_a_few_functions_more_are_the_clock_s() -> None:
    name = next(iter(house.SLACK))
    assert worse({name: 105}, {name: 100}) == [] and len(worse({name: 106}, {name: 100})) == 1


def test_check_refuses_a_worse_figure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys) -> None:
    monkeypatch.setattr(House, "entered", {"files": 1, "functions": 1, "depth": 1, "switches": 1})
    planted(tmp_path, {})
    (tmp_path / KEPT).parent.mkdir()
    monkeypatch.setattr("sys.argv", ["house.py", "--keep", str(tmp_path)])
    assert house.main() == 0
    monkeypatch.setattr("sys.argv", ["house.py", "--check", str(tmp_path)])
    assert (house.main(), capsys.readouterr().out) == (0, "")
    kept = json.loads((tmp_path / KEPT).read_text())
    assert list(kept) == [name for name, _, goal in MEASURES if goal is not None] == list(figures(House(tmp_path)))
    planted(tmp_path, {"api/x.py": "KIND = 'lits'\n"})
    assert house.main() == 1
    assert "puzzles named outside puzzles: 1, and 0 in .github/house.json; make it less" in capsys.readouterr().out


@pytest.mark.needs("git")
def test_a_scratch_file_at_the_top_level_is_refused(tmp_path: Path) -> None:
    planted(tmp_path, {})
    for name in ("README.md", "nm 12.txt", "tests/x.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    assert strays(tmp_path) == []
    subprocess.run(["git", "-C", str(tmp_path), "init", "--quiet"], check=True)
    subprocess.run(["git", "-C", str(tmp_path), "add", "."], check=True)
    (tmp_path / "untracked").write_text("")
    assert [line.partition(":")[0] for line in house.faults(House(tmp_path)) if "top level" in line] == ["nm 12.txt"]
