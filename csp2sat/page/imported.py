"""Bytecode of the modules that this Python has imported; called once by the build, inside the page's own Python."""

from __future__ import annotations

import ast
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path

DATE = (2020, 1, 1, 0, 0, 0)  # of all entries of a zip
SOURCE = ".py"
UNCHECKED = (1).to_bytes(4, "little")  # by PEP 552: bytecode that is not compared with a source


def write(target: str, *roots: str) -> None:
    """Write a zip with the bytecode of each imported module whose source is below one of the roots.

    An entry is named as the source, with `.pyc` in place of `.py`, after the number of its root and a slash.
    """
    with zipfile.ZipFile(target, "w") as archive:
        for name, data in sorted(bytecodes(roots)):
            archive.writestr(zipfile.ZipInfo(name, DATE), data)


def bytecodes(roots: tuple[str, ...]) -> Iterator[tuple[str, bytes]]:
    """Yield the entries of `write`."""
    for module in list(sys.modules.values()):
        spec = getattr(module, "__spec__", None)
        origin = getattr(spec, "origin", None) or ""
        root = next((number for number, root in enumerate(roots) if origin.startswith(root)), None)
        if spec is None or root is None or not origin.endswith(SOURCE):
            continue
        source = spec.loader.get_data(origin)
        code = compile(_undocumented(source) if root else source, origin, "exec", dont_inherit=True)
        data = MAGIC_NUMBER + UNCHECKED + source_hash(source) + marshal.dumps(code)
        yield f"{root}/{Path(origin).relative_to(roots[root]).as_posix()}c", data


def _undocumented(source: bytes) -> ast.Module:
    """Return a module of csp2sat without docstrings: nobody reads them in a page, and they are a fifth of its bytes."""
    tree = ast.parse(source)
    for each in ast.walk(tree):
        if (
            isinstance(each, (ast.Module, ast.ClassDef, ast.FunctionDef))
            and ast.get_docstring(each, clean=False) is not None
        ):
            each.body[:1] = [ast.Pass()] if len(each.body) == 1 else []
    return ast.fix_missing_locations(tree)
