"""The keywords of kind makers: they are the fields of `Puzzle`, and mypy refuses others."""

from __future__ import annotations

import ast
import subprocess
import sys
from dataclasses import fields
from pathlib import Path

from support.paths import ROOT

from csp2sat.puzzles.puzzle_fields import About
from csp2sat.puzzles.spec import Puzzle

KIT = ROOT / "csp2sat" / "puzzles" / "kit"
MADE_UP = """
from csp2sat.puzzles.kit.kinds import begin_loop, loop_kind
from csp2sat.puzzles.kit.pictures import loop_lines, picture_of
from csp2sat.puzzles.notation import NUMBERS
from csp2sat.puzzles.spec import Board
from csp2sat.model.model import Model

def model(board: Board) -> Model:
    return begin_loop(board)[0]

def rule_faults(board: Board, solution: dict[str, list[str]]) -> list[str]:
    return []

PUZZLE = loop_kind(
    model,
    name="made-up",
    titles=("Made up",),
    rules="None.",
    cells=NUMBERS,
    rule_faults=rule_faults,
    picture=picture_of(loop_lines),
    {keyword}
)
"""
REFUSED = {'sybmols="- blank"': '"sybmols"', "symbols=3": '"symbols"'}


def mypy(*paths: Path) -> str:
    """Return what mypy prints of files, with the cache of `make lint`, which has the package."""
    command = [sys.executable, "-m", "mypy", "--strict", *map(str, paths)]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout


def test_the_keywords_are_the_fields_of_a_puzzle():
    assert set(About.__annotations__) == {field.name for field in fields(Puzzle)}


def test_any_stands_only_where_a_value_is_anything():
    """`Any` is named in the file that defines what givens are, with the reason, and for a puzzle of any solutions."""
    package = ROOT / "csp2sat" / "puzzles"
    naming = {
        str(path.relative_to(package))
        for path in package.rglob("*.py")
        if "Any" in (text := path.read_text())  # a syntax tree takes its time
        and any(isinstance(node, ast.Name) and node.id == "Any" for node in ast.walk(ast.parse(text)))
    }
    assert naming == {"notation.py", "spec.py"}


def test_no_kind_maker_takes_any_keyword():
    for path in KIT.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef) and node.name.endswith("_kind"):
                keywords = node.args.kwarg
                assert keywords and ast.unparse(keywords.annotation).startswith("Unpack[About["), node.name


def test_mypy_refuses_a_wrong_keyword(tmp_path):
    paths = {keyword: tmp_path / f"made_up_{at}.py" for at, keyword in enumerate(REFUSED)}
    for keyword, path in paths.items():
        path.write_text(MADE_UP.replace("{keyword}", keyword))
    printed = mypy(*paths.values())
    for keyword, path in paths.items():
        said = [line for line in printed.splitlines() if line.startswith(str(path)) and " error: " in line]
        assert len(said) == 1 and REFUSED[keyword] in said[0], printed
