"""What scripts/make_index.py has written is what the parts declare; a part's name stands in its own files alone."""

import ast
import sys
from pathlib import Path

import pytest

import csp2sat
from csp2sat.base.plugins import Parts, collected
from csp2sat.puzzles.formats.codes.spec import code_of
from csp2sat.puzzles.spec import PUZZLES

ROOT = Path(csp2sat.__file__).parent
sys.path.insert(0, str(ROOT.parent / "scripts"))

import make_index  # noqa: E402

NAMES = set(PUZZLES)


@pytest.mark.parametrize("path", make_index.MADE, ids=lambda path: path.name)
def test_what_is_made_is_up_to_date(path):
    assert path.read_text() == make_index.MADE[path](), "run scripts/make_index.py"


def test_a_key_of_two_parts_is_refused():
    with pytest.raises(ValueError, match=r"^'x' of puzzle '\w+' belongs to another puzzle, too$"):
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
    if not any(name in text for name in NAMES):
        return
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in NAMES:
            yield node.lineno, node.value
        elif isinstance(node, ast.ImportFrom):
            words = {*(node.module or "").split("."), *(alias.name for alias in node.names)}
            yield from ((node.lineno, word) for word in sorted(words & NAMES))


def own(path):
    """The puzzle that a file is part of, as a list; [] if it is none's."""
    words = path.stem.replace("_", "-") + "-"
    return [name for name in NAMES if path.parent.name in ("types", "kit") and words.startswith(f"{name}-")]


def test_no_code_knows_the_name_of_a_puzzle():
    paths = set(ROOT.rglob("*.py")) - {ROOT / "puzzles" / "_index.py"}
    assert len(paths) > 400
    found = [(path, line, name) for path in sorted(paths) for line, name in names_in(path.read_text())]
    assert [(str(path), line, name) for path, line, name in found if name not in own(path)] == []


def test_a_name_would_be_seen():
    found = list(names_in('from ..puzzles import rooms, kakuro\nif board.puzzle == "masyu":\n    pass'))
    assert found == [(1, "kakuro"), (2, "masyu")]
