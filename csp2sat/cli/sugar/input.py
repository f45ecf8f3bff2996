"""The input of the command `sugar`, and the names of the files that the command writes."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from ...api.inputs import COMMENT
from ...api.writing import sugar_files
from ...api.writing.sugar_files import split_keys
from ...base import file_guard, files
from ...errors import UsageError
from ...languages.csp.cspuz_keys import Keys
from ...languages.spec import LANGUAGES
from ...model.model import Model
from ...solving.maxcsp import MaxCspProblem, Mode
from ...solving.problem import Attempt, CspProblem
from .options import GROUPS, SugarFlags

STDIN = ("-", "/dev/stdin")


class FileNames(NamedTuple):
    """The names of the files in log lines; a file that is not kept is in fact a temporary one elsewhere."""

    cnf: str
    map: str
    out: str
    csp: str


class SugarInput(NamedTuple):
    """The problem of an input file.

    keys: the keys that the `#` lines of the cspuz dialect ask for, None if there are none.
    """

    problem: CspProblem
    keys: Keys | None

    @property
    def model(self) -> Model:
        return self.problem.model


class ExactProblem(CspProblem):
    """A CSP with its exact model as the only attempt, so that the CNF that the command writes is also solved."""

    def attempts(self) -> Sequence[Attempt]:
        return [self.exact_attempt()]


def names(flags: SugarFlags) -> FileNames:
    """Return the files of a command line; a file that no option names begins with the prefix of -tmp, else with
    `TMP/sugarPID`, where TMP is the system's folder for temporary files.
    """
    prefix = flags.tmp or f"{tempfile.gettempdir()}/sugar{os.getpid()}"
    named = (flags.sat, flags.map, flags.out, flags.csp)
    return FileNames(*(name or prefix + end for name, end in zip(named, (".cnf", ".map", ".out", ".csp"), strict=True)))


def is_xml(path: str) -> bool:
    """Whether a file is XCSP by its name, in which a suffix of compression may follow."""
    return files.unpacked_name(path.lower()).endswith(".xml")


def name_files(flags: SugarFlags) -> None:
    """Enter the files that will be kept as outputs, before work.  Raises UsageError for a file that is also read."""
    file_guard.reads("-" if flags.files[0] in STDIN else flags.files[0])
    for option, path in names(flags)._asdict().items():
        named = flags.sat if option == "cnf" else getattr(flags, option)
        if named or (flags.keep and (option != "csp" or is_xml(flags.files[0]))):
            file_guard.names(option, path)
    if flags.translate:
        file_guard.names("output", flags.output)


def read(flags: SugarFlags) -> SugarInput:
    """Read the input file, and return its problem; write the CSP that an .xml means if the flags ask for it.

    Raises InputError for a wrong text or a key that is no variable, FileError, and UsageError for weighted constraints
    without an option for them.
    """
    path = flags.files[0]
    path = "-" if path in STDIN else path
    data = files.read_bytes(path)
    keys, xml = None, is_xml(path)
    source = files.as_source(path, data, None if xml else COMMENT)
    if flags.prolog:
        from ...api.writing.sugar_files import as_csp

        source = as_csp(source)
    elif not xml:
        source, keys = split_keys(source)
    model = LANGUAGES["xcsp" if xml else "sugar"].read(source)
    if keys is not None:
        keys.check(model, source)
    if flags.csp or (flags.keep and xml):
        write_csp(model, names(flags).csp)
    return SugarInput(_problem(model, flags, xml, hashlib.sha256(data).hexdigest()), keys)


def write_csp(model: Model, path: str, dialect: str = "csp") -> None:
    """Write a model to the file `path` as CSP text, or in another dialect of it."""
    sugar_files.write_csp(model, Path(path), dialect)


def _problem(model: Model, flags: SugarFlags, xml: bool, digest: str) -> CspProblem:
    """Return the problem of a model, given the `digest` of its file (SHA-256 in hexadecimal); xml: whether the file is
    an .xml.

    Weights of constraints count with -max or -weighted, and in an .xml; elsewhere weighted constraints raise
    UsageError.  With `-o gcnf` or `gwcnf` the problem ignores weights, and nothing is raised.
    """
    mode: Mode | None = "max" if flags.max else "weighted" if flags.weighted or (xml and model.soft) else None
    if flags.instead in GROUPS:
        return CspProblem(model, digest)
    if mode is not None:
        return MaxCspProblem(model, mode, digest)
    if model.soft:
        raise UsageError("the input has (weighted ..) constraints, which need the option -weighted")
    return (CspProblem if model.objective else ExactProblem)(model, digest)
