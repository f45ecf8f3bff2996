"""How the package is built, in figures: the measures that are to become small, for one checkout or two.

    python scripts/house.py [FOLDER [OLD]]     a table; OLD: another checkout, for a column of its figures
    python scripts/house.py --puzzles [FOLDER]   the lines of each puzzle, and their median
    python scripts/house.py --past [FOLDER]    the imports past `api`
    python scripts/house.py --vague [FOLDER]   the lines with vague words
    python scripts/house.py --words [FOLDER]   the docstrings that break a rule of `words.py`
    python scripts/house.py --check [FOLDER]   exit code 1 where imports go in circles, a file has more than 300 lines
                                               without docstrings, a folder more than 17 files, the top level of the
                                               repository anything but TOP, or a figure worse than in
                                               `.github/house.json`
    python scripts/house.py --keep [FOLDER]    write the figures that became better into `.github/house.json`

A change that needs a figure to be worse raises the figure in `.github/house.json` in the same commit, whose message has
the reason.

What is counted (the parts of the package are told by their constants, wherever they lie):

    files, functions entered   by `csp2sat solve` of a masyu of 10 by 10; see `entered.py`
    frames to the encoder      frames of the package from `main` to the first encoder of a constraint or an integer
    switches of folders        on the way of that masyu; see `entered.py`
    import circles             see `imports.circles`; imports in functions count, those for types alone are added apart
    crowded folders            more than 17 files besides `__init__`, unless all but `spec.py` are parts of one kind
    puzzles named              functions, or statements of a module or class outside functions, with the name of a
                               puzzle as a text, or that import a module of that name or use what is imported from it,
                               outside the files that bear that name, and outside the index that `make_index.py` writes
    encodings named            the same of kinds of encodings, or isinstance with one of their classes, outside the
                               folder of the encodings; `auto`, the word for a free choice, excepted
    imports past `api`         functions, modules and constants that files of DOORS import, when they run, from layers
                               below `api`; classes, which are types of values, registries of parts, and the layers of
                               BESIDE_API are not counted; --past lists them
    files a setting stands in  those that have its name as an attribute, field, parameter, keyword or text: the median
                               over the settings with choices
    tests for kinds of input   lines with isinstance(.., ..Problem or CnfInput)
    names with two meanings    of public classes and type aliases; aliases with the same definition have one meaning
    lines with vague words     lines of the package with a word of VAGUE in an identifier (also as a part of one), a
                               docstring or a comment; messages, help and other texts are not counted; --vague lists
                               them
    docstrings that break a rule   findings of `words.py` in docstrings of the package; --words lists them
    messages that break a rule     findings of `messages.py` in texts that users see, listed by its --findings
    file names used twice      without `__init__`
    short files                of 40 lines or less, without `__init__`
    code lines                 without comments, docstrings and blank lines
    lines of a puzzle          the median of their files, without docstrings and the texts in the constants SAMPLE,
                               RULES and SYMBOLS; --puzzles: of each
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import cached_property
from pathlib import Path, PurePosixPath
from statistics import median

import messages
from imports import circles, import_graph, imports
from package_file import File, assigned
from words import findings

from csp2sat.base.interpreter import CollectorOff

ROOT = Path(__file__).resolve().parent.parent
KEPT = Path(".github", "house.json")  # in a checkout: the figures that are not to become worse
TRIES = 3  # of TRACED; on a busy machine `solve` enters more functions: of progress, or of a second solver
TOP = {
    *("csp2sat", "tests", "scripts", "pyproject.toml", "solvers.yaml", "Makefile", "README.md", "LICENSE"),
    *(".ci", ".github", ".gitignore"),
}
SLACK = {  # a look at the memory of a solver, if it lives so long; the order of threads
    "masyu through `solve`: functions entered": 5,
    "masyu through `solve`: switches of folders": 2,
}
BOARD = ROOT / "tests" / "data" / "boards" / "masyu-10x10-42c56c56.json"
# What is to be mended.  Entries are taken out as that is done (`tests/test_layers.py` refuses one too many).
KNOWN_CIRCLES: set[tuple[str, ...]] = set()
KNOWN_CROWDED = {"cli/commands"}  # a command is a file
DOORS = ("cli", "bench", "cpmpy")
BESIDE_API = {
    *DOORS,
    "api",
    "page",
    "base",
    "build",
    "errors",
    "escaping",
    "manual",
    "model",
    "settings",
    "__version__",
}
REGISTRY = re.compile(r".*[.](spec|makers)[.][A-Z]+S")
LONGEST, SHORT, MOST_FILES = 300, 40, 17  # lines, lines, files of a folder
KIND_TESTS = re.compile(r"isinstance\(.*(Problem|CnfInput)")
ALIAS = re.compile(r"[A-Z][A-Za-z0-9]*[a-z][A-Za-z0-9]*")


def _keywords(node: ast.AST) -> list[ast.AnnAssign]:
    """Return the fields of a class `Keywords`; none for another node."""
    body = node.body if isinstance(node, ast.ClassDef) and node.name == "Keywords" else []
    return [each for each in body if isinstance(each, ast.AnnAssign)]


def _names(node: ast.AST) -> set[str]:
    return {each.id for each in ast.walk(node) if isinstance(each, ast.Name)}


class House:
    """A checkout's package."""

    def __init__(self, root: Path):
        self.root, self.package = root.resolve(), root.resolve() / "csp2sat"
        if not self.package.is_dir():
            sys.exit(f"{root}: there is no folder csp2sat in it; expected a checkout")
        with CollectorOff():  # which would look at all nodes again and again: two thirds of the time
            self.files = [File(self.package, path) for path in sorted(self.package.rglob("*.py"))]
        self.ordinary = [file for file in self.files if file.path.stem != "__init__"]
        self._circles: dict[bool, list[tuple[str, ...]]] = {}

    def parts(self, constant: str) -> list[File]:
        """The files that are parts of a kind."""
        return [file for file in self.files if file.part == constant]

    @cached_property
    def entered(self) -> dict[str, int]:
        """What `entered.py` prints."""
        command = [sys.executable, str(ROOT / "scripts" / "entered.py"), str(self.root), str(BOARD)]
        with tempfile.TemporaryDirectory() as empty:  # elsewhere are perhaps folders of killed runs, to be removed
            environment = {**os.environ, "TMPDIR": empty}
            done = subprocess.run(command, cwd=self.root, env=environment, capture_output=True, text=True)
        found: dict[str, int] = json.loads(done.stderr.splitlines()[-1])
        return found

    def circles(self, types: bool) -> list[tuple[str, ...]]:
        """Import circles, with those that imports for types make, or without."""
        if types not in self._circles:
            trees = {file.path.as_posix(): file.tree for file in self.files}
            self._circles[types] = circles(import_graph(self.package, types, trees))
        return self._circles[types]

    def crowded(self) -> dict[str, int]:
        """Folders with too many files, and how many."""
        folders: dict[str, list[File]] = defaultdict(list)
        for file in self.ordinary:
            folders[file.path.parent.as_posix()].append(file)
        counts = {folder: len(inside) for folder, inside in folders.items() if not _of_one_kind(inside)}
        return {folder: count for folder, count in counts.items() if count > MOST_FILES}

    def long(self) -> list[str]:
        """Return the files with too many lines, docstrings not counted, and their numbers of lines."""
        found = ((file.path, file.lines_undocumented) for file in self.files)
        return [f"{path}: {lines} lines without docstrings" for path, lines in found if lines > LONGEST]

    def puzzles_named(self) -> int:
        """Places outside a puzzle's files that name it."""
        stems = {file.path.stem for file in self.parts("PUZZLE")}
        names = {spelling for stem in stems for spelling in (stem, stem.replace("_", "-"))}
        stems.add("_index")
        return sum(file.places(names, names, set()) for file in self.files if not _bears(file.path.stem, stems))

    def encodings_named(self) -> int:
        """Places outside the encodings' folder that name one."""
        files = [file for file in self.parts("ENCODING") if file.path.stem != "auto"]
        kinds = {file.path.stem.replace("_", "-") for file in files}
        classes = {node.name for file in files for node in file.tree.body if isinstance(node, ast.ClassDef)}
        homes = {file.path.parent for file in files}
        return sum(file.places(kinds, set(), classes) for file in self.files if file.path.parent not in homes)

    def past_api(self) -> list[str]:
        """Imports of the doors from layers below `api`, as `FILE: NAME`."""
        found = []
        for file in self.files:
            path = PurePosixPath(file.path.as_posix())
            targets = imports(self.package.name, path, file.tree, types=False) if path.parts[0] in DOORS else ()
            own = [name[1:] for _, name in targets if name[0] == self.package.name]
            counted = (name for name in own if name[0] not in BESIDE_API and not ALIAS.fullmatch(name[-1]))
            found += [f"{path}: {name}" for name in map(".".join, counted) if not REGISTRY.fullmatch(name)]
        return found

    def setting_files(self) -> dict[str, int]:
        """Return for each setting with choices, which is a field of `Keywords`, the number of files with its name."""
        nodes = [node for file in self.files for node in file.tree.body]
        choices = {name for node in nodes for name, value in assigned(node) if "Literal" in _names(value)}
        fields = [field for node in nodes for field in _keywords(node) if _names(field) & {"Literal", *choices}]
        names = [ast.unparse(field.target) for field in fields]
        return {name: sum(name in file.said for file in self.files) for name in names}

    def kind_tests(self) -> int:
        """Lines that ask what kind of input there is."""
        return sum(bool(KIND_TESTS.search(line)) for file in self.files for line in file.text.splitlines())

    def two_meanings(self) -> list[str]:
        """Names of public classes and aliases that mean different things in different files."""
        meanings: dict[str, set[str]] = defaultdict(set)
        for file in self.files:
            for node in file.tree.body:
                if isinstance(node, ast.ClassDef):
                    meanings[node.name].add(str(file.path))
                for name, value in assigned(node):
                    if ALIAS.fullmatch(name):
                        meanings[name].add(ast.unparse(value))
        return [name for name, found in meanings.items() if len(found) > 1 and not name.startswith("_")]

    def vague(self) -> list[str]:
        """Return the lines with vague words, as `FILE:LINE: TEXT`."""
        lines = ((file, number) for file in self.files for number in sorted(file.vague()))
        return [f"{file.path}:{number}: {file.text.splitlines()[number - 1].strip()}" for file, number in lines]

    def riddles(self) -> list[str]:
        """Return the findings of `words.py`, as `FILE:LINE: KIND: WORDS`."""
        found = ((file.path, each) for file in self.files for each in findings(file.tree))
        return [f"{path}:{each.line}: {each.kind}: {each.words}" for path, each in found]

    def puzzle_lines(self) -> dict[str, int]:
        """Return the number of lines of each puzzle without its docstrings, samples, rules and symbols."""
        texts = "SAMPLE", "RULES", "SYMBOLS"
        return {
            file.path.stem: file.lines_undocumented - sum(map(file.lines_of, texts)) for file in self.parts("PUZZLE")
        }

    def names_twice(self) -> list[str]:
        """File names that are used in two or more folders."""
        return [name for name, times in Counter(file.path.name for file in self.ordinary).items() if times > 1]

    def short(self) -> list[str]:
        """Short files."""
        return [str(file.path) for file in self.ordinary if file.lines <= SHORT]


def strays(root: Path) -> list[str]:
    """Return what git follows at the top level of a checkout besides TOP, in words; nothing where git does not say."""
    if not (root / ".git").exists() or shutil.which("git") is None:
        return []
    command = ["git", "-C", str(root), "ls-files", "-z"]
    listed = subprocess.run(command, capture_output=True, text=True, check=False).stdout
    found = {name.partition("/")[0] for name in listed.split("\0") if name}
    return [f"{name}: at the top level, where only {', '.join(sorted(TOP))} are" for name in sorted(found - TOP)]


def _of_one_kind(files: list[File]) -> bool:
    kinds = {file.part for file in files if file.path.stem != "spec"}
    return len(kinds) == 1 and "" not in kinds


def _bears(stem: str, names: set[str]) -> bool:
    return any(stem == name or stem.startswith(f"{name}_") for name in names)


TRACED = {
    "masyu through `solve`: files entered",
    "masyu through `solve`: functions entered",
    "masyu through `solve`: switches of folders",
    "frames from `main` to the first encoder",
}
MEASURES: list[tuple[str, Callable[[House], float], float | None]] = [  # the name, the figure, the goal
    ("masyu through `solve`: files entered", lambda house: house.entered["files"], 70),
    ("masyu through `solve`: functions entered", lambda house: house.entered["functions"], 400),
    ("masyu through `solve`: switches of folders", lambda house: house.entered["switches"], 70),
    ("frames from `main` to the first encoder", lambda house: house.entered["depth"], 16),
    ("import circles, in and between folders", lambda house: len(house.circles(types=True)), 0),
    ("crowded folders", lambda house: len(house.crowded()), 0),
    ("puzzles named outside puzzles", House.puzzles_named, 0),
    ("encodings named outside their folder", House.encodings_named, 0),
    ("imports past `api`", lambda house: len(house.past_api()), 15),
    ("files a setting stands in (median)", lambda house: median(house.setting_files().values() or [0]), 2),
    ("tests for kinds of input", House.kind_tests, 8),
    ("names with two meanings", lambda house: len(house.two_meanings()), 15),
    ("lines with vague words", lambda house: len(house.vague()), 0),
    ("docstrings that break a rule", lambda house: len(house.riddles()), 0),
    ("messages that break a rule", lambda house: len(list(messages.findings(house.root))), 0),
    ("file names used twice", lambda house: len(house.names_twice()), None),
    ("files of 40 lines or less", lambda house: len(house.short()), 25),
    ("files of more than 300 lines", lambda house: len(house.long()), 0),
    ("files", lambda house: len(house.files), None),
    ("files of generators", lambda house: len(house.parts("MAKER")), 20),
    ("lines of a puzzle (median, no texts for people)", lambda house: median(house.puzzle_lines().values()), 100),
    ("code lines", lambda house: sum(file.code_lines() for file in house.files), 39_000),
]


def figures(house: House) -> dict[str, float]:
    """Return the figure of each measure that has a goal."""
    return {measure: of(house) for measure, of, goal in MEASURES if goal is not None}


def kept(root: Path) -> dict[str, float]:
    """Return the figures that a checkout is to keep: the content of its `.github/house.json`."""
    found: dict[str, float] = json.loads((root / KEPT).read_text())
    return found


def worse(now: dict[str, float], before: dict[str, float]) -> list[str]:
    """Return a sentence for each figure that is worse than before, or is in only one of both."""
    found = [f"{name}: not in {KEPT}; `scripts/house.py --keep` writes it" for name in now if name not in before]
    found += [f"{name}: in {KEPT}, and no measure" for name in before if name not in now]
    return found + [
        f"{name}: {now[name]:,g}, and {before[name]:,g} in {KEPT}; make it less, or raise it there and give the reason"
        for name in now
        if name in before and now[name] > before[name] + SLACK.get(name, 0)
    ]


def check(root: Path) -> list[str]:
    """Return what is wrong with a checkout, in words; what is worse only now and then is not."""
    traced = {name: of for name, of, _ in MEASURES if name in TRACED}
    house = House(root)
    now, before = figures(house), kept(root)
    for _ in range(TRIES - 1):
        if not any(now[name] > before.get(name, 0) + SLACK.get(name, 0) for name in traced):
            break
        del house.entered
        now |= {name: of(house) for name, of in traced.items()}
    return faults(house) + worse(now, before)


def keep(root: Path) -> None:
    """Write the figures of a checkout that are better than those that it keeps, or new."""
    before = kept(root) if (root / KEPT).is_file() else {}
    (root / KEPT).write_text(json.dumps(best(figures(House(root)), before), indent=2) + "\n")


def best(now: dict[str, float], before: dict[str, float]) -> dict[str, float]:
    """Return the lesser one of two figures for each measure that is there now."""
    return {name: min(figure, before.get(name, figure)) for name, figure in now.items()}


def faults(house: House) -> list[str]:
    """Return what `--check` refuses besides figures, in words; what is known (see above) is not refused yet."""
    return [
        *("import circle: " + " ".join(circle) for circle in house.circles(types=True) if circle not in KNOWN_CIRCLES),
        *house.long(),
        *(f"{folder}: {count} files" for folder, count in house.crowded().items() if folder not in KNOWN_CROWDED),
        *strays(house.root),
    ]


def puzzles(house: House) -> Iterator[str]:
    """The lines of each puzzle, the shortest one first, and their median."""
    lines = house.puzzle_lines()
    yield from (f"{lines[name]:4} {name}" for name in sorted(lines, key=lambda name: (lines[name], name)))
    yield f"{median(lines.values()):4g} median of {len(lines)}, {sum(lines.values()):,} in all"


def table(houses: list[House]) -> Iterator[str]:
    """The lines of the table; one column for each checkout."""
    head = ("today",) if len(houses) == 1 else ("old", "today")
    for measure, *figures, goal in (
        ("measure", *head, "to reach"),
        *(
            (measure, *(f"{of(house):,g}" for house in houses), "" if goal is None else f"<= {goal:,g}")
            for measure, of, goal in MEASURES
        ),
    ):
        yield f"{measure:42}" + "".join(f"{figure:>16}" for figure in figures) + f"{goal:>12}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT)
    parser.add_argument("old", nargs="?", type=Path)
    parser.add_argument("--check", action="store_true", help="print what is wrong; exit code 1 if something is")
    parser.add_argument("--keep", action="store_true", help="write the figures that became better")
    parser.add_argument("--past", action="store_true", help="print the imports past `api`")
    parser.add_argument("--vague", action="store_true", help="print the lines with vague words")
    parser.add_argument("--words", action="store_true", help="print the docstrings that break a rule")
    parser.add_argument("--puzzles", action="store_true", help="print how many lines each puzzle has")
    options = parser.parse_args()
    if options.check:
        found = check(options.folder)
        print(*found, sep="\n", end="\n" if found else "")
        return bool(found)
    if options.keep:
        keep(options.folder)
        return 0
    if options.past:
        print(*House(options.folder).past_api(), sep="\n")
        return 0
    if options.vague:
        print(*House(options.folder).vague(), sep="\n")
        return 0
    if options.words:
        print(*House(options.folder).riddles(), sep="\n")
        return 0
    if options.puzzles:
        print(*puzzles(House(options.folder)), sep="\n")
        return 0
    print(*table([House(folder) for folder in (options.old, options.folder) if folder]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
