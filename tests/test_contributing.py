"""CONTRIBUTING.md: what it names is there, and its recipes, followed in a copy of the project, give what it says."""

import re
import shutil
import subprocess
import sys
from fnmatch import fnmatch

import pytest
import readme
from support.paths import ROOT

import csp2sat

TEXT = (ROOT / ".github" / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROSE = re.sub(r"^```.*?^```$", "", TEXT, flags=re.M | re.S)
COPIED = ("csp2sat", "scripts", "tests", ".github", "pyproject.toml", "solvers.yaml", "Makefile", "README.md")

QUICK = (  # `make quick`, and what names parts
    ["@tests/quick.txt"],
    ["tests/test_index.py", "tests/test_readme.py", "-k", "index or puzzle"],
    ["tests/test_declared_settings.py", "tests/cnf/test_cnf.py"],
)


def rows(chapter):
    """The cells of a chapter's first table, without its head."""
    lines = TEXT.partition(f"\n## {chapter}\n")[2].partition("\n## ")[0].splitlines()
    table = [line.strip("|").split(" | ") for line in lines if line.startswith("|")]
    return [[cell.strip() for cell in row] for row in table[2:]]


def test_files_that_are_named_are_there():
    named = set(re.findall(r"`([.\w]+(?:/[.\w]+)*/?)`", PROSE))
    paths = {name for name in named if "/" in name or name.endswith((".py", ".yaml", ".md", ".txt"))}
    paths = {name for name in paths if "NAME" not in name}
    assert len(paths) > 80
    assert [
        name for name in sorted(paths) if not any((root / name).exists() for root in (ROOT, ROOT / "csp2sat"))
    ] == []


def test_targets_of_make_are_there():
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(), re.M))
    assert set(re.findall(r"`make (\w+)", PROSE)) <= targets


def test_every_part_has_its_sentence():
    parts = re.findall(r"^    \d+ +(\w+)  ", csp2sat.__doc__, re.M)
    named = {name for row in rows("The layers") for name in re.findall(r"`(\w+)[/.]", row[0])}
    assert named == set(parts)


def test_the_glossary_has_forty_terms_each_with_its_file_and_source():
    glossary = rows("Glossary")
    terms = [term for term, *_ in glossary]
    assert len(terms) == len(set(terms)) >= 40
    assert all(file.startswith("`") and meaning and source for _, meaning, file, source in glossary)


WAYS = {  # the head of a way through the code, and what is solved
    "A board": (ROOT / "tests" / "data" / "boards" / "masyu-10.txt").read_text(),
    "A CSP": "(int x 0 9)\n(int y 0 9)\n(= (+ x y) 7)\n(< x y)\n",
    "A Python model": (
        "m = csp2sat.Model()\nx, y = m.int('x', 0, 9), m.int('y', 0, 9)\n"
        "m.add(x + y == 7, x < y)\nprint(csp2sat.solve(m)[x])\n"
    ),
}
SUFFIXES = {"A board": "txt", "A CSP": "csp", "A Python model": "py"}


@pytest.mark.parametrize("head", WAYS)
def test_ways_through_the_code_are_as_they_are_described(head, tmp_path):
    section = TEXT.partition("\n## Three ways through the code\n")[2].partition("\n## ")[0]
    way = section.partition(f"\n**{head}:")[2].partition("\n**")[0]
    assert len(re.findall(r"^\d+\. ", way, re.M)) == 10
    named = [" ".join(name.split()) for name in re.findall(r"`([\w/]+\.py\s+[\w.]+)`", way)]
    source = tmp_path / f"source.{SUFFIXES[head]}"
    source.write_text(WAYS[head])
    command = [sys.executable, ROOT / "scripts" / "entered.py", ROOT, source, "--names"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    entered = {name: at for at, name in enumerate(done.stderr.splitlines())}
    assert len(named) > 10 and [name for name in named if name not in entered] == []
    assert named == sorted(named, key=entered.__getitem__), "in another order"


def test_every_helper_of_puzzles_is_in_the_table():
    kit = ROOT / "csp2sat" / "puzzles" / "kit"
    helpers = {path.stem for path in kit.glob("*.py")} | {path.parent.name for path in kit.glob("*/__init__.py")}
    table = TEXT.partition("Which helper is for which rule:\n")[2].partition("\n### ")[0]
    assert helpers - {"__init__"} == set(re.findall(r"`puzzles/kit/(\w+)", table))


@pytest.fixture
def copy(tmp_path, monkeypatch):
    """A copy of the project, which commands that are run in it use."""
    for name in COPIED:
        put = shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile
        put(ROOT / name, tmp_path / name)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    return tmp_path


@pytest.mark.long  # 20 s; the gate runs it, too
def test_recipes_give_what_they_say(copy):
    assert sum(len(readme.COMMAND.findall(block)) for block in readme.BLOCK.findall(TEXT)) > 20
    _, changed = readme.differences(TEXT, copy, readme.run_by_shell)
    assert changed == [], "\n".join(changed)
    for words in QUICK:
        command = [sys.executable, "-m", "pytest", "-q", "-n", "2", *words]
        done = subprocess.run(command, cwd=copy, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout[-3000:]


def test_nothing_else_stands_at_the_top():
    """The files and folders at the top of the repository are the agreed ones, beside hidden ones."""
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("needs a checkout and git")
    tree = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    shown = {line.split("/")[0] for line in tree.split() if not line.startswith(".")}
    files = {"LICENSE", "Makefile", "README.md", "pyproject.toml", "solvers.yaml"}
    assert shown == {"csp2sat", "scripts", "tests", *files}


def test_no_text_has_marks_of_a_merge():
    texts = [ROOT / "README.md", *(ROOT / ".github").rglob("*.md"), *(ROOT / "csp2sat").rglob("*.md")]
    mark = re.compile(r"^(<<<<<<< |>>>>>>> )", re.M)
    assert len(texts) > 20 and [str(path) for path in texts if mark.search(path.read_text(encoding="utf-8"))] == []


def test_every_folder_with_tests_is_collected(pytestconfig):
    folders = {path.parent.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")}
    left_out = pytestconfig.getini("norecursedirs")
    assert [each for each in folders for part in each.parts if any(fnmatch(part, name) for name in left_out)] == []
