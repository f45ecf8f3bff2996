"""Imports point one way: the table in csp2sat/__init__.py, enforced."""

import ast
import re
from pathlib import Path

import pytest

import csp2sat

ROOT = Path(csp2sat.__file__).parent
LAYERS = {part: int(layer) for layer, part in re.findall(r"^    (\d+) +(\w+)  ", csp2sat.__doc__, re.M)}
FILES = sorted(ROOT.rglob("*.py"))


def part_of(path: Path) -> str:
    return path.relative_to(ROOT).parts[0].removesuffix(".py")


def imports(path: Path, text: str):
    """The parts of the package that a file imports, anywhere in it, with the line."""
    package = ("csp2sat", *path.relative_to(ROOT).parent.parts)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            module = (*base, *(node.module or "").split("."))
            for name in node.names:
                yield node.lineno, (*filter(None, module), name.name)
        elif isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, tuple(name.name.split("."))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path):
    part = part_of(path)
    if part == "__init__":
        return
    assert part in LAYERS, f"{part} is not in the table of layers"
    for line, target in imports(path, path.read_text()):
        if target[0] == "csp2sat" and target[1] not in ("__version__", part):
            assert target[1] in LAYERS, f"{path}:{line} imports {'.'.join(target)}"
            assert LAYERS[target[1]] < LAYERS[part], f"{path}:{line}: {part} imports {target[1]}"


def test_the_table_names_what_is_there():
    assert set(LAYERS) == {part_of(path) for path in FILES} - {"__init__"}


def test_a_violation_would_be_seen():
    assert (1, ("csp2sat", "cli", "app", "x")) in imports(ROOT / "planted.py", "from .cli.app import x")
    assert (2, ("csp2sat", "cli")) in imports(ROOT / "model" / "planted.py", "def f():\n    from .. import cli")
    assert LAYERS["cli"] > LAYERS["model"]


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_files_are_one_idea(path):
    assert len(path.read_text().splitlines()) <= 300
