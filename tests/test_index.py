"""What scripts/make_index.py has written is what the parts declare; a part's name stands in its own files alone."""

import ast
import sys
from pathlib import Path

import pytest

import csp2sat
from csp2sat.base.plugins import Parts, collected
from csp2sat.puzzles.codes.spec import code_of
from csp2sat.puzzles.spec import PUZZLES

ROOT = Path(csp2sat.__file__).parent
sys.path.insert(0, str(ROOT.parent / "scripts"))

import make_index  # noqa: E402

FILES = sorted(ROOT.rglob("*.py"))


@pytest.mark.parametrize("index", make_index.INDEXES, ids=lambda index: index.path)
def test_the_index_is_what_the_parts_declare(index):
    expected = make_index.text_of(index)
    assert (ROOT.parent / index.path).read_text() == expected, "run scripts/make_index.py"


def test_a_key_of_two_parts_is_refused():
    with pytest.raises(ValueError, match=r"^'x' of puzzle '\w+' is that of another one, too$"):
        collected(PUZZLES, lambda puzzle: [("x", puzzle.name)])


def test_any_kind_of_part_can_be_collected():
    formats = Parts("board format", "FORMAT", "csp2sat.puzzles.formats")
    assert collected(formats, lambda part: [(part.name, part.name)]) == {name: name for name in formats}


@pytest.mark.parametrize("name", list(PUZZLES))
def test_declared_codes_are_there(name):
    puzzle = PUZZLES[name]
    declared = [kind.code for kind in (puzzle.url, puzzle.sgt) if kind] + ([puzzle.page.task] if puzzle.page else [])
    assert all(code_of(each).read for each in declared)
    assert puzzle.name == name and puzzle.titles and puzzle.samples


def names_in(text):
    """Names of puzzles in strings of code, which is neither a docstring nor part of a longer text, and in imports."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in set(PUZZLES):
            yield node.lineno, node.value
        elif isinstance(node, ast.ImportFrom):
            words = {*(node.module or "").split("."), *(alias.name for alias in node.names)}
            yield from ((node.lineno, word) for word in sorted(words & set(PUZZLES)))


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_no_code_knows_the_name_of_a_puzzle(path):
    folder, stem = path.parent.name, path.stem
    if path == ROOT / "puzzles" / "_index.py":
        return
    words = stem.replace("_", "-") + "-"
    own = [name for name in PUZZLES if folder in ("types", "kit") and words.startswith(f"{name}-")]
    assert [found for found in names_in(path.read_text()) if found[1] not in own] == []


def test_a_name_would_be_seen():
    found = list(names_in('from ..puzzles import rooms, kakuro\nif board.puzzle == "masyu":\n    pass'))
    assert found == [(1, "kakuro"), (2, "masyu")]
