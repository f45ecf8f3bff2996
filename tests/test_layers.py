"""Imports point one way: the table in csp2sat/__init__.py, enforced, and no circles, in or between folders."""

import re
from pathlib import Path, PurePosixPath
from statistics import median

import pytest
from house import KNOWN_CIRCLES, KNOWN_CROWDED, LONGEST, House, faults
from imports import circles, import_graph, imports

import csp2sat

ROOT = Path(csp2sat.__file__).parent
LAYERS = {part: int(layer) for layer, part in re.findall(r"^    (\d+) +(\w+)  ", csp2sat.__doc__, re.M)}
FILES = sorted(ROOT.rglob("*.py"))


@pytest.fixture(scope="module")
def house():
    return House(ROOT.parent)


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imported(path: str, text: str):
    return list(imports("csp2sat", PurePosixPath(path), text))


def test_imports_point_down(house):
    trees = {house.package / file.path: file.tree for file in house.files}
    for path in FILES:
        part = part_of(path)
        for line, target in imported(path.relative_to(ROOT), trees[path]) if part != "__init__" else ():
            if target[0] == "csp2sat" and target[1] not in ("__version__", part):
                assert target[1] in LAYERS, f"{path}:{line} imports {'.'.join(target)}"
                assert LAYERS[target[1]] < LAYERS[part], f"{path}:{line}: {part} imports {target[1]}"


def test_the_table_names_what_is_there():
    assert set(LAYERS) == {part_of(path) for path in FILES} - {"__init__"}


def test_a_violation_would_be_seen():
    assert (1, ("csp2sat", "cli", "app", "x")) in imported("planted.py", "from .cli.app import x")
    assert (2, ("csp2sat", "cli")) in imported("model/planted.py", "def f():\n    from .. import cli")
    assert LAYERS["cli"] > LAYERS["model"]


def test_imports_for_types_can_be_left_out():
    text = "if TYPE_CHECKING:\n    from .a import b\nelse:\n    from .c import d"
    assert len(imported("x.py", text)) == 2
    assert list(imports("csp2sat", PurePosixPath("x.py"), text, types=False)) == [(4, ("csp2sat", "c", "d"))]


def test_no_import_circles(house):
    found = set(house.circles(types=True))
    assert found <= KNOWN_CIRCLES, "new circles"
    assert found >= KNOWN_CIRCLES, "circles that are gone: take them out of scripts/house.py"


def test_no_crowded_folders(house):
    found = set(house.crowded())
    assert found <= KNOWN_CROWDED, "new crowded folders"
    assert found >= KNOWN_CROWDED, "folders that are no longer crowded: take them out of scripts/house.py"


def test_check_finds_what_is_wrong(house, monkeypatch):
    assert faults(house) == []
    monkeypatch.setattr(house, "long", lambda: [f"x.py: {LONGEST + 1} lines"])
    assert faults(house) == ["x.py: 301 lines"]


def planted(folder: Path, files: dict[str, str]):
    """The circles of a package with these files."""
    for name, text in files.items():
        path = folder / "csp2sat" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return circles(import_graph(folder / "csp2sat"))


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"a.py": "from . import b", "b.py": "from .c import x", "c.py": "x = 1"}, []),
        ({"a.py": "from . import b", "b.py": "def f():\n    from .a import f"}, [("a.py", "b.py")]),
        ({"f/a.py": "from ..g.a import x", "g/a.py": "", "g/b.py": "import csp2sat.f.a"}, [("f", "g")]),
        ({"f/a.py": "from .g import b", "f/g/b.py": "from ..c import x", "f/c.py": ""}, []),
        ({"f/a.py": "from .g import b", "f/g/b.py": "from ..a import x"}, [("f/a.py", "f/g")]),
        ({"f/__init__.py": "from .a import x", "f/a.py": "from . import x"}, [("f/__init__.py", "f/a.py")]),
    ],
)
def test_circles_in_and_between_folders_are_seen(tmp_path, files, expected):
    assert planted(tmp_path, files) == expected


def test_lines_of_a_puzzle_are_counted_without_texts_for_people(house):
    lines = house.puzzle_lines()
    assert set(lines) == {path.stem for path in (house.package / "puzzles" / "types").glob("[!_]*.py")}
    text = (house.package / "puzzles" / "types" / "norinori.py").read_text()
    constants = re.findall(r'^(?:RULES|SYMBOLS|SAMPLE) = [fr]?""".*?"""$', text, re.MULTILINE | re.DOTALL)
    texts = sum(each.count("\n") + 1 for each in constants)
    documented = sum(each.count("\n") + 1 for each in re.findall(r'^ *"""[A-Z][^"]*"""$', text, re.MULTILINE))
    assert documented > 3 and len(constants) == 2 and lines["norinori"] == text.count("\n") - texts - documented


def test_the_usual_puzzle_is_short(house):
    """The median was 106 until clues could be changed in parts, rules joint statements, and masyu faults to tell."""
    assert median(house.puzzle_lines().values()) <= 121


def test_files_are_one_idea(house):
    assert house.long() == []
