"""The build of the page: static files, made of csp2sat, of the npm package pyodide, and of wheels of python-sat.

The same inputs give the same bytes.  Nothing is fetched: both folders are got by npm and pip beforehand.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from ... import __version__
from ...base import files
from ...errors import UsageError
from ...puzzles.drawing.palette import PAINTS, style
from ...runner.config.config import PACKAGE
from ..boards import gallery
from .bytecode import NoBytecode, with_bytecode, write_all, zipped
from .sealing import sealed

PAGE = Path(__file__).parent.with_name("files")
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
LEFT_OUT = ("cli", "bench", "cpmpy", "pycsp3.py", "minizinc", "manual", "csp2sat.1", "csp2sat-xcsp3.1")  # in the page
BUILDING = ("site", "files")  # of the folder `page`
GET_PYODIDE = "`npm pack pyodide@314.0.7`, unpacked, has it"
WHEEL = re.compile(r"python_sat-(?P<version>[^-]+)-cp(?P<python>\d+)-cp\d+-pyemscripten_(?P<abi>\d+_\d+)_wasm32\.whl")
SIX = re.compile(r"six-[^-]+-.*-none-any\.whl")
GET_WHEEL = (
    "`pip download --no-deps --pre --only-binary=:all: --python-version {python} --implementation cp --abi cp{short}"
    " --platform pyemscripten_{abi}_wasm32 python-sat` gets it"
)
TESTED = {  # SHA-256 of the files with which the page was tested
    "pyodide.asm.wasm": "cc36e3cab04fdfc9a63ff13eb52eae2b911bf46c025cc7b281f394bd3de1d5e6",
    "python_stdlib.zip": "fa1957e5777068fc4f7437f96d860ae2fbe9c19732ba06c84e004ec16dd7dd7a",
}


class PageWheels(NamedTuple):
    """The wheels of the page.  six: None if it is missing; then soft constraints are not solved."""

    solver: Path
    six: Path | None


class BuiltPage(NamedTuple):
    """A page that was built: the number of its files and of their bytes, and warnings for people."""

    files: int
    size: int
    warnings: list[str]


def build(target: Path, pyodide: Path, wheels: Path) -> BuiltPage:
    """Write the page into the folder `target`, which is made if it is missing, and return the figures of its files.

    pyodide: the folder of the npm package.  wheels: the folder with the wheels of python-sat and six.  Raise UsageError
    if a file is missing or does not fit, before anything is written, and FileError if a file cannot be written.
    """
    info = _info(pyodide)
    found = _wheels(wheels, info)
    parts = dict(_parts(pyodide, found, info))
    warnings = list(_warnings(parts, found))
    try:
        parts = with_bytecode(parts)
    except NoBytecode as error:
        warnings.append(str(error))
    parts["index.html"] = sealed(parts)
    contents = parts | {"version.json": _listed(parts, info)}
    target = Path(target)
    if target.exists() and not target.is_dir():
        raise UsageError("this is a file; expected a folder", "build", str(target))
    if target.is_dir() and any(target.iterdir()) and not (target / "version.json").exists():
        raise UsageError(
            "this folder has other files; expected a new one, or one that has the page", "build", str(target)
        )
    write_all(target, contents)
    return BuiltPage(len(contents), sum(map(len, contents.values())), warnings)


def _warnings(contents: Mapping[str, bytes], wheels: PageWheels) -> Iterator[str]:
    """Yield what a person should know of a build: another runtime than the tested one, a wheel that is missing."""
    for name, digest in TESTED.items():
        if _digest(contents[f"pyodide/{name}"]) != digest:
            yield f"pyodide/{name} is not the file with which this version of csp2sat was tested"
    if wheels.six is None:
        yield "no wheel of six, so soft constraints are not solved; `pip download --no-deps six` gets it"


def _info(folder: Path) -> dict[str, str]:
    """Return the versions of a runtime; raise UsageError if the folder has no runtime, or one without a file."""
    path = folder / "pyodide-lock.json"
    missing = next((name for name in (path.name, *RUNTIME) if not (folder / name).is_file()), None)
    if missing is not None:
        raise UsageError(f"there is no {missing}; {GET_PYODIDE}", "pyodide", str(folder))
    try:
        found: dict[str, str] = json.loads(files.read_bytes(str(path)))["info"]
        return {key: str(found[key]) for key in ("abi_version", "arch", "platform", "python")}
    except (ValueError, KeyError, TypeError):
        raise UsageError(f"{path.name} does not say its versions; {GET_PYODIDE}", "pyodide", str(folder)) from None


def _wheels(folder: Path, info: Mapping[str, str]) -> PageWheels:
    """Return the wheels in a folder for a runtime with the versions `info`; raise UsageError if python-sat is missing,
    there several times, or for another runtime.
    """
    python = ".".join(info["python"].split(".")[:2])
    short, abi = python.replace(".", ""), info["abi_version"]
    names = sorted(path.name for path in folder.iterdir()) if folder.is_dir() else []
    solvers = [match for match in map(WHEEL.fullmatch, names) if match]
    get = GET_WHEEL.format(python=python, short=short, abi=abi)
    if not solvers:
        raise UsageError(f"there is no wheel of python-sat for WebAssembly; {get}", "wheels", str(folder))
    fitting = [match for match in solvers if (match["python"], match["abi"]) == (short, abi)]
    if not fitting:
        message = f"{solvers[0][0]} is not for this Pyodide, Python {python} and ABI {abi}; {get}"
        raise UsageError(message, "wheels", str(folder))
    if len(fitting) > 1:
        raise UsageError("there are several wheels of python-sat; expected one", "wheels", str(folder))
    six = next((name for name in names if SIX.fullmatch(name)), None)
    return PageWheels(folder / fitting[0][0], None if six is None else folder / six)


def _listed(parts: Mapping[str, bytes], info: Mapping[str, str]) -> bytes:
    """Return the list of a page's files with their sizes and digests; info: the versions of the runtime."""
    listed = {name: {"size": len(data), "sha256": _digest(data)} for name, data in parts.items()}
    return _json({"csp2sat": __version__, "python": info["python"], "files": listed})


def _parts(pyodide: Path, wheels: PageWheels, info: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """Yield the names and bytes of the files of the page, without the list of them.

    pyodide: the folder of the runtime.  info: its versions.
    """
    for path in sorted(PAGE.iterdir()):
        if path.suffix in (".html", ".css", ".js", ".mjs", ".txt"):
            yield path.name, path.read_bytes()
    for name in RUNTIME:
        yield f"pyodide/{name}", (pyodide / name).read_bytes()
    given = [wheel for wheel in wheels if wheel is not None]
    for wheel in given:
        yield wheel.name, wheel.read_bytes()
    yield "csp2sat.zip", packed()
    boot = {"info": dict(info), "wheels": [wheel.name for wheel in given], "csp2sat": __version__}
    yield "boot.json", _json(boot)
    yield "gallery.json", _json(gallery())
    yield "colours.css", colours().encode()


def colours() -> str:
    """Return the style sheet for all drawings of the page, whose policy allows no style sheet inside a drawing."""
    used = " ".join(f'{part}="{paint.light}"' for paint in PAINTS.values() for part in ("fill", "stroke"))
    return style(used).removeprefix("<style>").removesuffix("</style>") + "\n"


def packed() -> bytes:
    """Return csp2sat as a zip without the parts that a page does not need; the same package gives the same bytes."""
    return zipped((name, path.read_bytes()) for name, path in _packaged())


def _packaged() -> Iterator[tuple[str, Path]]:
    """Yield the files of csp2sat that go into the page, by their names in the zip."""
    for path in PACKAGE.rglob("*"):
        parts = path.relative_to(PACKAGE).parts
        left_out = parts[0] in LEFT_OUT or (parts[0] == "page" and len(parts) > 1 and parts[1] in BUILDING)
        if path.is_file() and not left_out and "__pycache__" not in parts and parts[-1] != "solvers.yaml":
            yield "/".join(("csp2sat", *parts)), path
    inside = PACKAGE / "solvers.yaml"
    yield "csp2sat/solvers.yaml", inside if inside.exists() else PACKAGE.parent / "solvers.yaml"


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _json(value: object) -> bytes:
    return (json.dumps(value, indent=1, sort_keys=True) + "\n").encode()
