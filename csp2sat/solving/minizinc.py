"""The compilation of MiniZinc models into FlatZinc, by the program `minizinc`."""

from __future__ import annotations

import hashlib
import re
import shutil
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from itertools import takewhile
from pathlib import Path
from typing import Any

from ..base.files import as_source, read_bytes
from ..base.minizinc_paths import JSON_DATA, data_options, files_of
from ..base.numbers import shortened
from ..base.source import Source
from ..errors import InputError, Place, SolverError, warn
from ..languages.flatzinc.answers import known_values
from ..languages.flatzinc.output_spec import OutputSpec, spec_of
from ..languages.flatzinc.own_texts.guarded_model import GuardedModel, is_optional
from ..languages.flatzinc.own_texts.guarded_text import selecting
from ..languages.flatzinc.own_texts.model_text import ModelText, fault_in
from ..languages.flatzinc.own_values import computed_statements, statements
from ..languages.flatzinc.text import read_text
from ..languages.spec import LANGUAGES
from ..model.expr import FALSE
from ..model.model import DECLARED, Answer, Constraint, Model, Origin
from .minizinc_further import CONFIGURATION, check_json, ended, further_item, further_names, parameters
from .problem import CspProblem

COMPILED = "a model of MiniZinc, which the program `minizinc` has to compile"
UNNAMED = f"{COMPILED}; expected a file MODEL.mzn"
ABSENT = f"{COMPILED}; MiniZinc is not installed here: https://www.minizinc.org, or apt install minizinc"
WITH_VALUES = ("--output-mode", "dzn", "--output-output-item")  # of all variables, and the text of the output item
# No optimization, changes of domains as constraints, and the place of each, in a second compilation
IN_DETAIL = ("-g", "--keep-paths")
PLACE = r"^ *(?P<path>.+?):(?P<line>\d+)\.(?P<column>\d+)(?:-[\d.]+)?:?$"
FAULT = re.compile(PLACE, re.MULTILINE)
ON_COMMAND_LINE = "cmd:/"  # the file that MiniZinc names for the text of its option -D
ERROR = re.compile(r"^Error: (?:(?:type )?error: *)?(?P<message>.+)$", re.MULTILINE)
DECLARED_FLOAT = re.compile(r"\bfloat\s*:\s*(\w+)")
INCONSISTENT = "inconsisten"  # in the warnings of MiniZinc about a model that it refutes
WARNING = re.compile(rf"^Warning: (?P<message>.+(?:\n  .+)*)(?:\n{PLACE[1:]})?", re.MULTILINE)
PATHS = re.compile(r':: ?mzn_path\("(?P<steps>(?:[^"\\]|\\.)*)"\)')
STEP = re.compile(r"(?P<path>[^|;]+)\|(?P<line>\d+)\|(?P<column>\d+)\|\d+\|\d+\|(?P<what>[^;]*)")
LIBRARY = re.compile(r"minizinc[/\\](?:std|mznlib)[/\\]")  # in the path of a file of MiniZinc's library or of ours
SHOWN = 160  # characters of a constraint that is violated
FORALL = "ca|forall"  # what a step says of a `forall`
AROUND = (FORALL, "ac", r"bin|'/\\'")  # of what may be around a body: of its array and of a conjunction, too
INDEX = re.compile(r"\w+=.+")  # what a step of a comprehension says: `i=3`


class MiniZincProblem(CspProblem):
    """A problem of a MiniZinc model, as the constraints of its FlatZinc; `detailed` has the model's own constraints."""

    background = "the declarations and the objective"

    def __init__(self, path: str):
        """Compile the model and its data at a path, as `compiled` does.  Raise its errors, and InputError if the
        FlatZinc has what csp2sat does not take.
        """
        self._path = path
        flat, model = _read(path, *_with_warnings(path))
        super().__init__(model, hashlib.sha256(flat.text.encode()).hexdigest(), flat)

    def detailed(self) -> CspProblem:
        return self._detailed

    @cached_property
    def _detailed(self) -> CspProblem:
        """The problem with the constraints of the model as it is written, each at its place there: those of one place
        and of equal indices of a comprehension are one constraint.
        """
        further = spec_of(self.model.about.get("ozn", "")).further
        text, specification, warned = _compiled(self._path, further)
        flat, model = _read(self._path, text, specification)
        main, lines = files_of(self._path)[0], flat.lines()
        refuted, own = _refuted(warned, main), ModelText(_text(main), spec_of(specification))
        model.constraints[:] = [
            each._replace(origin=refuted) if each.formula is FALSE and each.origin is None else each
            for each in (_placed(each, lines, main, own) for each in model.constraints)
        ]
        return _DetailedProblem(model, self.digest, Source(main, _text(main)), self._path)

    def separable(self) -> CspProblem:
        """Return the problem with each constraint of the model under a condition of its own, so that none has a share
        in another one; what the declarations say holds always.  Raise InputError if MiniZinc does not compile that.
        """
        return self._separable

    @cached_property
    def _separable(self) -> CspProblem:
        main = files_of(self._path)[0]
        guarded, spec = GuardedModel(main), spec_of(self.model.about.get("ozn", ""))
        text, specification, _ = _compiled(self._path, spec.further, guarded=guarded)
        text, numbers = selecting(text)
        flat, model = _read(self._path, text, specification)
        lines = flat.lines()
        origins = {row: _part(guarded, number, lines[row - 1], main, spec) for row, number in numbers.items()}
        model.constraints[:] = [
            each._replace(origin=origins.get(each.origin.row if each.origin else 0, DECLARED))
            for each in model.constraints
        ]
        return CspProblem(model, self.digest, Source(main, _text(main)))


class _DetailedProblem(CspProblem):
    """A problem with the constraints of a MiniZinc model as it is written; source: the file of the model.  path: of the
    model and its data.
    """

    def __init__(self, model: Model, digest: str, source: Source, path: str):
        super().__init__(model, digest, source)
        self._path = path

    def stating(self, known: Answer, computed: Mapping[str, Any]) -> Model:
        """Return the model with constraints for known values, and for values that MiniZinc computes, by their names.

        Raise the errors of `_compiled`, for a value that MiniZinc refuses, too.
        """
        spec, outputs = spec_of(self.model.about["ozn"]), self.model.about["output"]
        stated = statements(spec, outputs, known_values(self.model, known)).splitlines(keepends=True)
        items = "".join(f"constraint {line}" for line in (*stated, *computed_statements(spec, computed, {})))
        flat, specification, _ = _compiled(self._path, items=items)
        return _read(self._path, flat, specification)[1]

    def violation(self, constraint: Constraint) -> str:
        at = constraint.origin
        if at is None or self.source is None:
            return super().violation(constraint)
        source = Source(at.file, _text(at.file)) if at.file else self.source
        place = source.error_in_line("", at.row, at.column).place
        lines = [(place.text or "")[at.column - 1 :], *source.lines()[at.row :]]
        text = shortened(_until_closed(" ".join("\n".join(lines).partition(";")[0].split())), SHOWN)
        return f"{place}: {f'{at.indices}: ' if at.indices else ''}{text} is violated"


def minizinc_problem(source: Source, digest: str) -> CspProblem:
    """Return the problem of a file `.mzn`: a model that MiniZinc compiles, or a FlatZinc of this name.

    digest: of the file.  Raise InputError if MiniZinc refuses the model or is not installed.
    """
    if "output_" in source.text:  # without the annotations that begin so all variables of a FlatZinc would be hidden
        with suppress(InputError):
            return CspProblem(LANGUAGES["flatzinc"].read(source), digest, source)
    return MiniZincProblem(source.path)


def _read(path: str, flat: str, specification: str = "") -> tuple[Source, Model]:
    """Return the FlatZinc of the model at a path as a source, and as a model.

    flat: its text.  specification: that of the output, '' if there is none.
    """
    source = Source(f"{path} (as FlatZinc)", flat)
    return source, read_text(source, specification)


def compiled(path: str) -> str:
    """Return the FlatZinc of the model and the data at a path, and warn of the warnings of MiniZinc.

    Raise the errors of `_compiled`.
    """
    return _with_warnings(path)[0]


def _with_warnings(path: str) -> tuple[str, str]:
    """Return the FlatZinc and the output specification of the model and the data at a path, and warn of the warnings of
    MiniZinc.  Raise the errors of `_compiled`.
    """
    text, specification, warned = _compiled(path)
    for found in WARNING.finditer(warned):
        message = " ".join(found["message"].split())
        warn(f"{_place(found, path) or path}: warning: {message}")
    return text, specification


def _compiled(
    path: str, detailed: Sequence[str] | None = None, items: str = "", guarded: GuardedModel | None = None
) -> tuple[str, str, str]:
    """Return the FlatZinc of the model and the data at a path, its output specification, and the warnings of MiniZinc.

    detailed: to keep each constraint of the model, and its place as an annotation, the variables declared with a value,
    known from the first compilation; None for this one.  items: further ones of the model.  guarded: the model with
    conditions, to be compiled instead.  A model with optional variables is compiled with conditions anyway, all of
    which hold: MiniZinc 2.6 makes a second variable of the value of an optional one once a constraint fixes whether it
    occurs.  Raise InputError, at the place that MiniZinc names, if MiniZinc refuses the model or is not installed, and
    SolverError if MiniZinc cannot be started.
    """
    if shutil.which("minizinc") is None:
        raise InputError(ABSENT, Source(path, _text(files_of(path)[0])).error_in_line("", 1, 1).place)
    names = [str(Path(name).resolve()) for name in files_of(path)]
    for name in files_of(path):
        data_read = read_bytes(name)  # as MiniZinc names the model if it cannot read data
        if name[-5:].lower() == JSON_DATA:
            check_json(as_source(name, data_read), names[0])
    with tempfile.TemporaryDirectory() as folder:  # which MiniZinc writes further files into
        flat = Path(folder) / "model.fzn"
        options = [*(() if detailed is None else IN_DETAIL), *WITH_VALUES, "--output-base", str(flat.with_suffix(""))]
        conditions = guarded or (GuardedModel(names[0], items) if is_optional(names[0]) else None)
        if conditions is not None:
            names[:1] = conditions.write(Path(folder))
        elif items:
            (Path(folder) / "items.mzn").write_text(items, encoding="utf-8")
            names.append(str(Path(folder) / "items.mzn"))
        command, data = ["minizinc", "--solver", str(CONFIGURATION)], data_options(path)
        try:
            further = further_names(command, names, data, Path(folder)) if detailed is None else detailed
            words = [*command, "-c", *options, *data, *names, *further_item(further, Path(folder))]
            done = ended(words, Path(folder))
        except OSError as error:
            raise SolverError(f"minizinc: {error.strerror}") from None
        stderr = done.stderr.decode(errors="replace")
        stderr = conditions.original(stderr, Path(folder)) if conditions else stderr
        if done.returncode or not flat.exists():
            raise _refusal(stderr or f"minizinc ended with the exit code {done.returncode}", path)
        text = flat.read_text(errors="replace")
        text = conditions.original(text, Path(folder)) if conditions else text
        text = selecting(text)[0] if conditions is not None and guarded is None else text
        return text, _text(str(flat.with_suffix(".ozn"))), stderr


def _refusal(stderr: str, path: str) -> InputError:
    """Return the error that MiniZinc has written to `stderr` about the model at a path, at its place."""
    error, at = ERROR.search(stderr), FAULT.search(stderr)
    message = error["message"] if error else " / ".join(stderr.strip().splitlines())
    stated = at and _place(at, path)
    place = stated if stated and stated.line else _of_value(message, path, stated.path if stated else "")
    known = (
        parameters(files_of(path)[0])
        if place.path.startswith("-D ") and message.startswith("undefined identifier")
        else ""
    )
    return InputError(f"{message}{known}", place)


def _of_value(message: str, path: str, named: str) -> Place:
    """Return the place, in the data or the model, of the value that a message of MiniZinc without a line is about; the
    whole file of data that the message names, or else the whole model, if no value fits.

    named: the path in the message, '' for none.
    """
    main, *files = files_of(path)
    texts = [Source(f"-D {data}", data) for data in data_options(path)[1::2]]
    texts += [Source(file, _text(file)) for file in (*files, main)]
    floats = DECLARED_FLOAT.findall(texts[-1].text)
    found = ((text, fault_in(text.text, message, floats)) for text in texts)
    return next((text.place(at) for text, at in found if at is not None), Place(named if named in files else main))


def _place(found: re.Match[str], path: str) -> Place | None:
    """Return the place that a text of MiniZinc names, in the file as the command line names it; None for no place."""
    if found["line"] is None:
        return None
    if found["path"].startswith(ON_COMMAND_LINE):
        data = found["path"].removeprefix(ON_COMMAND_LINE)
        return Source(f"-D {data}", data).error_in_line("", int(found["line"]), int(found["column"])).place
    given = {str(Path(name).resolve()): name for name in files_of(path)}
    file = given.get(str(Path(found["path"]).resolve()), found["path"])
    return Source(file, _text(file)).error_in_line("", int(found["line"]), int(found["column"])).place


def _text(path: str) -> str:
    """Return the text of a file, '' if there is none."""
    return Path(path).read_text(errors="replace") if Path(path).is_file() else ""


def _placed(constraint: Constraint, lines: Sequence[str], main: str, own: ModelText) -> Constraint:
    """Return a constraint of FlatZinc at the place of the model from which MiniZinc made it, with the indices of the
    comprehensions around it, and with its name.

    lines: of the FlatZinc, with paths.  main: the file of the model.  own: its text.
    """
    at = constraint.origin
    paths = PATHS.search(lines[at.row - 1]) if at else None
    steps = list(STEP.finditer(paths["steps"])) if paths else []
    if not steps:
        return Constraint(constraint.formula)
    inner = (each for each in steps if INDEX.fullmatch(each["what"]) and each["path"] == steps[0]["path"])
    steps_once = {each[0]: (int(each["line"]), int(each["column"]), each["what"]) for each in inner}
    body, origin = _body(steps), _origin(steps[0], main, "")
    if origin is None or origin.kind == "file":
        indices = [what for *_, what in steps_once.values()]
        return Constraint(constraint.formula, _origin(body, main, ", ".join(indices)))
    rule, name = ", ".join(own.index(*each) for each in steps_once.values()), own.name(origin.row, origin.column)
    placed = origin._replace(row=int(body["line"]), column=int(body["column"]), rule=rule, name=name)
    return Constraint(constraint.formula, placed)


def _part(guarded: GuardedModel, number: int, line: str, main: str, spec: OutputSpec) -> Origin:
    """Return the origin of one instance of a part of a model: the file, line and column of the part, the values of the
    `forall` indices around this instance, and the name of the part's constraint.

    number: of the part in `guarded`.  line: of the FlatZinc, with the path that MiniZinc gives the condition of the
    instance.  main: the file of the model.  spec: the model's output specification, which has the names of values.
    """
    paths = PATHS.search(line)
    steps = {each[0]: each for each in STEP.finditer(paths["steps"])}.values() if paths else ()
    inner = ((guarded.text(each["path"], spec), each) for each in steps if INDEX.fullmatch(each["what"]))
    indices = ", ".join(
        own.index(int(each["line"]), int(each["column"]), each["what"]) for own, each in inner if own is not None
    )
    file, row, column, name = guarded.places[number]
    found = _origin({"path": file, "line": str(row), "column": str(column)}, main, indices)
    return found._replace(name=name) if found else DECLARED


def _body(steps: Sequence[re.Match[str]]) -> re.Match[str]:
    """Return the step at the body of the `forall` with which the steps begin, or of the last one if each is the body of
    the one before, or a part of a conjunction there; the first step if the body begins on the line of the `forall`.
    """
    first = steps[0]
    around = list(takewhile(lambda each: each["what"] in AROUND or INDEX.fullmatch(each["what"]), steps))
    last = max((number for number, each in enumerate(around) if each["what"] == FORALL), default=None)
    if last is None:
        return first
    body = next((each for each in [*around[last:], *steps[len(around) :]] if _is_body(each["what"])), first)
    return body if body["path"] == first["path"] and body["line"] != first["line"] else first


def _is_body(what: str) -> bool:
    """Whether a step says of neither a `forall`, its array nor an index."""
    return what not in AROUND[:2] and not INDEX.fullmatch(what)


def _until_closed(text: str) -> str:
    """Return a text up to the bracket that closes one opened before the text, such as that of a `forall`."""
    depth = 0
    for at, sign in enumerate(text):
        depth += (sign in "([") - (sign in ")]")
        if depth < 0:
            return text[:at].rstrip()
    return text


def _refuted(warned: str, main: str) -> Origin | None:
    """Return the place of what MiniZinc has refuted while it compiled, by its warnings; None if they name none."""
    found = next((each for each in WARNING.finditer(warned) if INCONSISTENT in each["message"] and each["line"]), None)
    return found and _origin(found, main, "")


def _origin(found: re.Match[str] | Mapping[str, str], main: str, indices: str) -> Origin | None:
    """Return the origin for a file, line and column that MiniZinc names: a place in the model, or in a file that the
    model includes; None for a file of a library, and for a file that does not exist.

    found: a match with the groups path, line and column.  main: the path of the model; a file below its folder is named
    by a path relative to this folder.  indices: those of the comprehensions around the place, such as `i=3`, kept in
    the origin; '' for none.
    """
    file, top = Path(found["path"]).resolve(), Path(main).resolve()
    row, column = int(found["line"]), int(found["column"])
    if file == top:
        return Origin("text", row, column, indices)
    if not file.is_file() or LIBRARY.search(found["path"]):
        return None
    known = Path(main).parent / file.relative_to(top.parent) if file.is_relative_to(top.parent) else file
    return Origin("file", row, column, f"{known}\n{indices}")
