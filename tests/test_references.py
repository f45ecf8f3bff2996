"""The chapter of references: each source that a docstring names is in it, its files exist, one BibTeX entry for all."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest
from support.paths import ROOT

import csp2sat

PACKAGE = ROOT / "csp2sat"
CHAPTER = (PACKAGE / "manual" / "references.md").read_text(encoding="utf-8")
FOLDERS = ("ints", "cnf", "encoder", "constraints", "graphs", "proofs", "optimizing", "explaining", "runner")
# a surname before a year that ends a source: `J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010`
INITIAL = r"(?:[A-Z]\.[ -]?)+"
SOURCE = re.compile(
    rf"(?:^|[\s(:;]){INITIAL}(?P<name>[A-Z][\w-]+|de Kleer)[,: ][^;]{{0,300}}?\b(?P<year>(?:19|20)\d\d)\b"
)


def docstrings(path: Path) -> str:
    text = path.read_text(encoding="utf-8")
    if not SOURCE.search(" ".join(text.split())):  # a syntax tree takes its time
        return ""
    found = ast.walk(ast.parse(text))
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef)
    return " ".join(" ".join((ast.get_docstring(each) or "").split()) for each in found if isinstance(each, kinds))


def cited() -> list[tuple[str, str, str]]:
    """The first author and the year of each source in a docstring, with its file."""
    paths = [path for folder in FOLDERS for path in sorted((PACKAGE / folder).rglob("*.py"))]
    return [
        (str(path.relative_to(PACKAGE)), found["name"], found["year"])
        for path in paths
        for found in SOURCE.finditer(docstrings(path))
    ]


def test_each_source_of_a_docstring_is_in_the_chapter() -> None:
    known = {(name, year) for row in CHAPTER.splitlines() for name, year in sources(row)}
    found = cited()
    assert len(found) > 40 and [each for each in found if each[1:] not in known] == []


def sources(row: str) -> list[tuple[str, str]]:
    return [(found["name"], found["year"]) for part in row.split(";") for found in SOURCE.finditer(" " + part)]


def test_the_files_exist_and_name_the_source() -> None:
    rows = [
        re.findall(r"`([\w/]+\.py)`", row) for row in CHAPTER.splitlines() if row.startswith("| ") and ".py`" in row
    ]
    assert len(rows) > 40
    for path in {each for row in rows for each in row}:
        assert (PACKAGE / path).is_file(), path


def test_one_entry_to_cite() -> None:
    entries = [re.findall(r"@software.*", text) for text in (CHAPTER, (ROOT / "README.md").read_text(encoding="utf-8"))]
    assert entries[0] == entries[1] and len(entries[0]) == 1
    assert f"version = {{{csp2sat.__version__}}}" in entries[0][0] and "author = " in entries[0][0]


@pytest.mark.parametrize("word", ["references", "literature", "bibliography", "cite", "bibtex"])
def test_words_lead_there(word: str) -> None:
    from support.run_command import run

    done = run("help", word)
    assert done.code == 0 and "@software" in done.out and ("Tamura" in done.out) == (word not in ("cite", "bibtex"))
