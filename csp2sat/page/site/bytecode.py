"""Bytecode in the page's archives: what a start imports is compiled once by the build, not by each browser.

Bytecode fits one version of Python alone, so the page's own Python compiles: node runs it as the browser does.
"""

from __future__ import annotations

import re
import time
import zipfile
from collections.abc import Iterable, Mapping
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from ...base import files
from ...errors import SolverError
from ...runner.process import children
from ...runner.process.outcome import RunBounds
from ..imported import DATE

SCRIPT = Path(__file__).with_name("bytecode.mjs")
ARCHIVES = ("pyodide/python_stdlib.zip", "csp2sat.zip")  # whose numbers the names of the bytecode begin with
UNUSED = re.compile(  # of Python's library: encodings of bytes, since a page has texts; programs, tests, mail
    r"encodings/(?!cp437)(cp\d|iso|mac_|koi|big5|euc|gb|hz|johab|shift|ptcp|tis|palmos|kz1048|hp_).*"
    r"|(_pyrepl|unittest|xmlrpc|wsgiref|sqlite3)/.*"
    r"|(pdb|bdb|doctest|pydoc|imaplib|mailbox|smtplib|ftplib|poplib|trace|pstats|profile|modulefinder|pickletools|wave).py"
)
MOST_SECONDS, MOST_OUTPUT = 300.0, 1 << 20
SLOWER = "a start of the page takes twice as long: its Python is compiled each time"


class NoBytecode(Exception):
    """The reason why there is no bytecode, in words."""


def with_bytecode(contents: Mapping[str, bytes]) -> dict[str, bytes]:
    """Return a copy of a page's files in which the Python modules that the page imports when it starts are compiled.

    contents: the bytes of each file by its name.  In the zips of Python's library and of csp2sat a `.pyc` takes the
    place of the `.py` of such a module, and what no page needs of the library is left out.  Raises NoBytecode if node,
    which runs the page to make the bytecode, is not installed or cannot run the page.
    """
    found = zipfile.ZipFile(BytesIO(_made(contents)))
    names = found.namelist()
    changed = dict(contents)
    for number, archive in enumerate(ARCHIVES):
        start = f"{number}/"
        codes = {name.removeprefix(start): found.read(name) for name in names if name.startswith(start)}
        changed[archive] = _replaced(contents[archive], codes)
    return changed


def _made(contents: Mapping[str, bytes]) -> bytes:
    """Return the zip of the bytecode, which node makes of the page's files; raise NoBytecode if it cannot."""
    node = children.locate(("node",))
    if node is None:
        raise NoBytecode(f"node is not installed, so {SLOWER}")
    with TemporaryDirectory() as folder:
        write_all(Path(folder), contents)
        bounds = RunBounds(time.monotonic() + MOST_SECONDS, None, MOST_OUTPUT)
        result = Path(folder) / "bytecode.zip"
        try:
            ended = children.run((*node, str(SCRIPT), folder), Path(folder), bounds)
        except SolverError as error:
            raise NoBytecode(f"{error}, so {SLOWER}") from None
        if ended.code != 0 or not result.is_file():
            raise NoBytecode(f"node cannot run this Pyodide, so {SLOWER}")
        return files.read_bytes(str(result))


def _replaced(archive: bytes, codes: Mapping[str, bytes]) -> bytes:
    """Return an archive with bytecode in the place of sources; codes: the bytecode by its name, a source's with `c`."""
    with zipfile.ZipFile(BytesIO(archive)) as source:
        names = [name for name in source.namelist() if not name.endswith("/") and not UNUSED.fullmatch(name)]
        kept = [name for name in names if f"{name}c" not in codes]
        return zipped([*codes.items(), *((name, source.read(name)) for name in kept)])


def zipped(entries: Iterable[tuple[str, bytes]]) -> bytes:
    """Return a zip of the entries, each a name and its bytes; the same entries give the same bytes."""
    data = BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(entries):
            archive.writestr(zipfile.ZipInfo(name, DATE), content, zipfile.ZIP_DEFLATED)
    return data.getvalue()


def write_all(folder: Path, contents: Mapping[str, bytes]) -> None:
    """Write the files of a page into a folder, which is made if it is missing; raise FileError if that fails."""
    for name, data in contents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        with files.new_file(path) as file:
            file.write(data)
