"""Write what is made in the manual: the Python reference, the objects that `--json` prints, the formats
of boards, the record of speed, the bounds of the grades.

The numbers of kinds in the README are written, too.

    python scripts/make_manual.py [--check]

--check: write nothing; exit code 1 if a chapter is not what it should be.
"""

from __future__ import annotations

import argparse
import dataclasses
import importlib
import inspect
import json
import pkgutil
import re
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
MANUAL = ROOT / "csp2sat" / "manual"
sys.path.insert(0, str(ROOT))

import recorded  # noqa: E402

import csp2sat  # noqa: E402
from csp2sat import build  # noqa: E402
from csp2sat.settings import KNOWN, KnownSetting  # noqa: E402

NOTE = "Made by scripts/make_manual.py from the docstrings: it is not to be changed by hand."
PYTHON_HEAD = f"""\
# Python reference

{NOTE} [Python](python.md) is the tutorial.

`TermLike` is a term, a formula (as 1 or 0) or an integer; `FormulaLike` a formula, True or False; `TermsLike` and
`FormulasLike` are any nest of lists, tuples, arrays and generators of them. `What` is a `Model`, a `Board`, the path of
a board or a CSP, or what `load` gives. Signatures and fields below have some other names:

| name | what it stands for |
|---|---|
| `**settings: Unpack[Keywords]` | the fields of [Settings](#csp2satsettings), as keyword arguments |
| `Projected` | a list of names, patterns of names, variables and arrays of them; or one variable, or one array |
| `By` | `"name"`, for the constraints of a name together; or None |
| `Blamed` | a name or a pattern of names, or several of them; or None |
| `Better` | a function of the value of a better solution, and of that solution |
"""
WIDTH = 120
NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]
# methods that other parts of the package use, and no user
INNER = {
    "snapshot",
    "since",
    "origin",
    "own",
    "handle",
    "is_positive",
    "domain_of",
    "coding",
    "run_options",
    "is_single",
    "has_portfolio",
    "search",
}
Entries = list[tuple[str, Any]]


def exported(wanted: Callable[[Any], bool]) -> Entries:
    """The names that `csp2sat` exports, with what they are, where that is wanted."""
    every = [(name, getattr(csp2sat, name)) for name in csp2sat.__all__]
    return [(f"csp2sat.{name}", value) for name, value in every if wanted(value)]


def is_error(value: Any) -> bool:
    return isinstance(value, type) and issubclass(value, Exception)


def is_class(value: Any) -> bool:
    return isinstance(value, type) and not is_error(value)


def python_reference() -> str:
    """The chapter on what `csp2sat` and `csp2sat.build` export."""
    functions = [(f"build.{name}", getattr(build, name)) for name in build.__all__]
    parts = [
        PYTHON_HEAD,
        *_chapter("Functions", exported(inspect.isfunction)),
        *_chapter("Classes", exported(is_class)),
        *_chapter("What the functions give", _results()),
        *_chapter("`csp2sat.build`", functions, build),
        *_chapter("Exceptions", [*exported(is_error), *_other_errors()]),
    ]
    return "\n".join(parts)


def _results() -> Entries:
    """Classes that are only given, never made by a user."""
    from csp2sat.api.decoding import Decoded
    from csp2sat.api.questions.contradictions import ModelCorrection, ModelReason
    from csp2sat.api.writing.common_result import AnswerStatistics
    from csp2sat.cnf.dimacs import Written
    from csp2sat.counting.counting import Count
    from csp2sat.explaining.board_conflicts import BoardExplanation
    from csp2sat.explaining.board_parts import BoardReason
    from csp2sat.explaining.corrections import BoardCorrection, Correction, Corrections
    from csp2sat.explaining.csp_conflicts import Explanation
    from csp2sat.explaining.extra_clues import ExtraClues
    from csp2sat.explaining.mends import Mend, Mends
    from csp2sat.reasoning.step import FactWay, Marks

    reasons = (Explanation, ModelReason, BoardExplanation, BoardReason, Mends, Mend, ExtraClues)
    corrections = (Corrections, Correction, ModelCorrection, BoardCorrection)
    given = (AnswerStatistics, Count, *reasons, *corrections, FactWay, Marks, Decoded, Written)
    return [(each.__name__, each) for each in given]


def _other_errors() -> Entries:
    """Exceptions of one question, beside those that are exported."""
    for module in pkgutil.walk_packages(csp2sat.__path__, "csp2sat."):
        if not module.name.endswith(("__main__", "worker", "pycsp3")):
            importlib.import_module(module.name)
    every, waiting = [], [csp2sat.Csp2SatError]
    while waiting:
        waiting += (below := sorted(waiting.pop().__subclasses__(), key=lambda each: each.__name__))
        every += below
    exported_ones = {value for _, value in exported(is_error)}
    return [(each.__name__, each) for each in every if each not in exported_ones and not each.__name__.startswith("_")]


def _chapter(title: str, entries: Entries, module: Any = None) -> Iterator[str]:
    yield f"## {title}\n"
    if module is not None:
        yield f"{inspect.getdoc(module)}\n"
    first: dict[str, str] = {}  # the names of functions by their docstrings, which are the same under other names
    for name, value in entries:
        yield f"### `{name}`\n"
        usual = first.setdefault(value.__doc__ or name, name)
        if inspect.isfunction(value) and usual != name:
            yield f"Another name of `{usual}`.\n"
        yield from _described(name, value)


def _described(name: str, value: Any) -> Iterator[str]:
    if inspect.isfunction(value):
        yield _signature(name, value)
        yield f"{_prose(value)}\n"
        return
    if is_error(value):
        yield f"{_prose(value)}\n"
        code = "the command goes on" if issubclass(value, Warning) else f"exit code of the command: {_code(value)}"
        yield f"Base: `{value.__bases__[0].__name__}`; {code}.\n"
        return
    yield f"{_prose(value)}\n"
    if value is csp2sat.Settings:
        yield from map(_setting, KNOWN.values())
    yield from _members(value)


def _code(error: type[Exception]) -> int:
    return getattr(error, "exit_code", 1)


def _setting(setting: KnownSetting) -> str:
    """Return the line of a setting: its type and default, its help, and its option."""
    choices = f"Literal{list(setting.choices)}" if setting.choices else ""
    kind = choices or (setting.type.__name__ if isinstance(setting.type, type) else "Sequence[str]")
    kind += " | None" if setting.default is None else ""
    about = setting.about
    option = f" (`{about.option}{f' {about.metavar}' if about.metavar else ''}`)" if about.option else ""
    text = " ".join(filter(None, (about.help, about.more)))
    return f"* `{setting.name}: {kind} = {setting.default!r}` {text}{option}"


class Annotation(str):
    """An annotation, which is shown without quotes."""

    __slots__ = ()
    __repr__ = str.__str__


def _signature(name: str, function: Any) -> str:
    """The signature as a block, broken into lines where it is long."""
    signature = signature_of(function)
    line = f"{name}{signature}"
    if len(line) > WIDTH - 2:
        words = [str(each) for each in signature.parameters.values()]
        kinds = [each.kind for each in signature.parameters.values()]
        if inspect.Parameter.KEYWORD_ONLY in kinds and inspect.Parameter.VAR_POSITIONAL not in kinds:
            words.insert(kinds.index(inspect.Parameter.KEYWORD_ONLY), "*")
        line = f"{name}(\n    {f',{chr(10)}    '.join(words)}\n) -> {signature.return_annotation}"
    return f"```text\n{line}\n```\n"


def signature_of(function: Any) -> inspect.Signature:
    """The signature without `self`, its annotations as they are written."""
    found = inspect.signature(function)
    given = [each.replace(annotation=Annotation(each.annotation)) for each in found.parameters.values()]
    if given and given[0].name in ("self", "cls"):
        given = given[1:]
    bare = [each.replace(annotation=each.empty) if each.annotation == str(each.empty) else each for each in given]
    returned = found.return_annotation
    return found.replace(
        parameters=bare, return_annotation=returned if returned is found.empty else Annotation(returned)
    )


def _prose(value: Any) -> str:
    """The docstring, '' where there is none of its own."""
    own = vars(value).get("__doc__") if isinstance(value, type) else value.__doc__
    text = inspect.cleandoc(own or "")
    return "" if isinstance(value, type) and text.startswith(f"{value.__name__}(") else text


def _members(kind: type) -> Iterator[str]:
    """A line for each field, property and method that has a docstring."""
    seen: set[str] = set(KNOWN) if kind is csp2sat.Settings else set()
    for base in (each for each in kind.__mro__ if each.__module__.startswith("csp2sat")):
        lines = {name: _member(name, value) for name, value in vars(base).items()} | _fields(base)
        yield from (line for name, line in lines.items() if line and name not in seen)
        seen |= lines.keys()
    yield ""


def _fields(kind: type) -> dict[str, str]:
    """The lines of a dataclass's own fields."""
    every = dataclasses.fields(kind) if dataclasses.is_dataclass(kind) else ()
    own = [each for each in every if each.name in vars(kind).get("__annotations__", {})]
    return {each.name: f"* `{each.name}: {each.type}{_default(each)}`" for each in own}


def _default(field: dataclasses.Field[Any]) -> str:
    return "" if field.default is dataclasses.MISSING else f" = {field.default!r}"


def _member(name: str, value: Any) -> str:
    """The line of a property or method; '' for what has no docstring, or is no part of the interface."""
    function = value.fget if isinstance(value, property) else getattr(value, "__func__", value)
    if not inspect.isfunction(function) or not function.__doc__ or name in INNER or name.startswith("_"):
        return ""
    text = "" if isinstance(value, property) else str(signature_of(function))
    return f"* `{name}{text}` {' '.join(inspect.cleandoc(function.__doc__).split())}"


OBJECTS = "## The objects\n"


def json_chapter() -> str:
    """The chapter on JSON: what stands in it before the objects, and these from the schema."""
    before = (MANUAL / "json.md").read_text(encoding="utf-8").partition(OBJECTS)[0]
    parts = json.loads((ROOT / "csp2sat" / "cli" / "schema.json").read_text(encoding="utf-8"))["$defs"]
    return "\n".join([f"{before}{OBJECTS}", *(_object(name, part) for name, part in parts.items())])


def _object(name: str, part: dict[str, Any]) -> str:
    text = f"### Object {name}\n\n"
    if about := part.get("description"):
        text += f"{about[0].upper()}{about[1:]}.\n\n"
    rows = _keys(part, set(part.get("required", ())))
    if not rows:
        return f"{text}{_type(part)}\n"
    return f"{text}| key | value | meaning |\n|---|---|---|\n{''.join(rows)}"


def _keys(part: dict[str, Any], required: set[str]) -> list[str]:
    rows = []
    for key, value in part.get("properties", {}).items():
        meaning = [value["description"]] if isinstance(value, dict) and "description" in value else []
        meaning += ["always there"] if key in required else []
        rows.append(f"| `{key}` | {_type(value)} | {'; '.join(meaning)} |\n")
    return rows


def _type(value: Any) -> str:
    """What a value of the schema is, in words."""
    if not isinstance(value, dict):
        return "any"
    if "$ref" in value:
        return value["$ref"].rpartition("/")[2]
    if "const" in value:
        return f"`{json.dumps(value['const'])}`"
    if "enum" in value:
        return ", ".join(f"`{json.dumps(each)}`" for each in value["enum"])
    if "anyOf" in value:
        return " or ".join(map(_type, value["anyOf"]))
    return _structure(value)


def _structure(value: dict[str, Any]) -> str:
    kind = value.get("type", "any")
    if kind == "array":
        return f"list of {_type(value.get('items', 'any'))}"
    if kind != "object":
        return " or ".join(kind) if isinstance(kind, list) else str(kind)
    if isinstance(more := value.get("additionalProperties"), dict):
        return f"object: names with {_type(more)} values"
    inside = ", ".join(f"`{key}`: {_type(each)}" for key, each in value.get("properties", {}).items())
    return f"object with {inside}" if inside else "object"


FORMATS_TABLE = "### Which puzzles a format has\n"
FIGURES = "## The figures\n"


def speed_chapter() -> str:
    """The chapter on speed: what stands in it before the figures, and these from the record."""
    before = (MANUAL / "speed.md").read_text(encoding="utf-8").partition(FIGURES)[0]
    return "\n".join([f"{before}{FIGURES}", *recorded.tables(recorded.read(recorded.RECORD))])


def formats_chapter() -> str:
    """The chapter on formats: its own text, and in it the table of the formats of boards."""
    before, _, rest = (MANUAL / "formats.md").read_text(encoding="utf-8").partition(FORMATS_TABLE)
    return "\n".join([f"{before}{FORMATS_TABLE}", formats_table(), "", f"###{rest.partition('###')[2]}"])


def formats_table() -> str:
    """A row for each format of boards: whether they are read and written, and the puzzles that it has."""
    from csp2sat.puzzles.formats.spec import FORMATS
    from csp2sat.puzzles.spec import PUZZLES

    rows = ["| format | read | written | puzzles |", "|---|---|---|---|"]
    for name in FORMATS:
        takes = [puzzle for puzzle in PUZZLES if FORMATS[name].takes(PUZZLES[puzzle])]
        left_out = [puzzle for puzzle in PUZZLES if puzzle not in takes]
        puzzles = f"{len(takes)}: {', '.join(takes)}"
        if len(left_out) < len(takes):
            puzzles = f"{len(takes)}: all but {', '.join(left_out)}" if left_out else f"all {len(takes)}"
        rows.append(f"| `{name}` | yes | {'no' if FORMATS[name].only_read else 'yes'} | {puzzles} |")
    return "\n".join(rows)


GRADE_BOUNDS = "## Grade bounds\n"


def steps_chapter() -> str:
    """The chapter on steps: its own text, and behind it the table of the scores at which the grades begin."""
    before = (MANUAL / "steps.md").read_text(encoding="utf-8").partition(GRADE_BOUNDS)[0]
    return "\n".join([f"{before}{GRADE_BOUNDS}", *grade_bounds(), ""])


def grade_bounds() -> Iterator[str]:
    """Yield a row for each kind and size: the number of boards that were measured, and the bounds of the grades."""
    from csp2sat.puzzles.grade_bounds import LEAST_BOUNDS, existing, measured

    yield "A board has the grade of the last column whose number is below its score, and grade 1 if there is none. No"
    yield "board has a grade with `-`, since many boards of the kind have one score; `generate --grade` refuses these."
    yield "Between two sizes of a kind bounds are interpolated, by the number of rows of a square board with as many"
    yield "cells; smaller and larger boards have the bounds of the nearest size. Boards of star battle are compared"
    yield "with boards that have as many stars in a row. The bounds of a kind with few boards, such as 11, are rough."
    scale = " ".join(f"{each:g}" for each in LEAST_BOUNDS)
    yield f"No bound of a kind is below that of the general scale, `{scale}`: a board whose"
    yield "hardest steps need one clue and two known facts is easy, even if most boards of its size are easier."
    yield ""
    yield f"| kind | size | boards | {' | '.join(map(str, range(2, 11)))} |"
    yield f"|---|---|---|{'---|' * 9}"
    for name, kind in measured().items():
        for found in kind.sizes:
            rows, columns = found.size
            there = existing(found.bounds)
            row = (f"{bound:g}" if at in there else "-" for at, bound in enumerate(found.bounds, start=2))
            stars = f", stars {found.numbers['stars']}" if "stars" in found.numbers else ""
            yield f"| {name} | {rows}x{columns}{stars} | {found.boards} | {' | '.join(row)} |"


CHAPTERS: dict[str, Callable[[], str]] = {
    "python-reference": python_reference,
    "json": json_chapter,
    "formats": formats_chapter,
    "speed": speed_chapter,
    "steps": steps_chapter,
}
PATHS = {"README": ROOT / "README.md"} | {name: MANUAL / f"{name}.md" for name in CHAPTERS}


def text_of(chapter: str) -> str:
    """Return what a chapter, or the README, should be."""
    return (CHAPTERS[chapter]() if chapter in CHAPTERS else readme()).rstrip("\n") + "\n"


def readme() -> str:
    """Return the README with the numbers of kinds of puzzles, of encodings, and of global and graph constraints."""
    from csp2sat.base.plugins import Parts
    from csp2sat.ints.spec import ENCODINGS
    from csp2sat.languages.csp.constraints import FORMS
    from csp2sat.puzzles.spec import PUZZLES

    text = PATHS["README"].read_text()
    text = re.sub(r"\d+(?= kinds, )", str(len(list(PUZZLES))), text)
    ours = Parts("encoding", ENCODINGS.constant, ENCODINGS.packages[0])  # a test may have plugged in another one
    fixed = [name for name in ours if ours[name].choose is None]
    text = re.sub(r"(?<=integers in\n  )\w+(?= encodings)", NUMBERS[len(fixed)], text)
    return re.sub(r"\d+(?= global and graph constraints)", str(len(FORMS)), text)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit code 1 if something is old")
    check = parser.parse_args().check
    old = [name for name, path in PATHS.items() if not path.exists() or path.read_text() != text_of(name)]
    for name in old:
        print(f"{PATHS[name].relative_to(ROOT)} {'is not what it should be' if check else 'is written'}")
        if not check:
            PATHS[name].write_text(text_of(name))
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main())
