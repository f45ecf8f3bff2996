"""The printing of solutions by MiniZinc itself, from a FlatZinc's values and the output specification that belongs to
the FlatZinc.
"""

from __future__ import annotations

import atexit
import json
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...errors import SolverError
from ...model.model import Answer
from .answers import SEPARATOR, known_values, show_output
from .output_spec import spec_of
from .own_values import as_data, printed_values, statements

ITEM = "_output"


class _Printer:
    """A process of MiniZinc that is given solutions as FlatZinc, one after the other, and prints each as the model's
    own values.
    """

    def __init__(self, specification: str):
        self._folder = tempfile.TemporaryDirectory()
        file = Path(self._folder.name) / "model.ozn"
        file.write_text(specification, encoding="utf-8")
        command = ["minizinc", "--ozn-file", str(file), "--non-unique"]
        pipe = subprocess.PIPE
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, text=True, encoding="utf-8")
        atexit.register(self.end)

    def printed(self, flat: str) -> str:
        """Return the printed values of a solution, given as FlatZinc with the line that ends it.  Raise SolverError if
        MiniZinc prints none.
        """
        assert self._process.stdin and self._process.stdout and self._process.stderr
        with suppress(OSError):  # MiniZinc says why on stderr
            self._process.stdin.write(flat)
            self._process.stdin.flush()
        printed = ""
        while not printed.endswith(SEPARATOR):
            line = self._process.stdout.readline()
            if not line:
                raise SolverError(f"minizinc: {' '.join(self._process.stderr.read().split()) or 'no output'}")
            printed += line
        return printed.removesuffix(SEPARATOR)

    def end(self) -> None:
        """End the process."""
        for each in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert each
            each.close()
        self._process.wait()
        self._folder.cleanup()


@lru_cache(maxsize=1)
def _printer(specification: str) -> _Printer:
    return _Printer(specification)


def own_text(declared: Any, answer: Answer) -> str:
    """Return a solution as MiniZinc prints it: the text of the model's `output` item, or else the values of its
    variables, and the line that ends a solution.

    declared: a model or a map, whose `about` has the output specification.  If the answer lacks variables, or if
    MiniZinc cannot print, return statements about the known values, a line for each.
    """
    spec = spec_of(declared.about["ozn"])
    printed, is_whole = _printed(declared, answer)
    if printed is None:
        known = statements(spec, declared.about["output"], known_values(declared, answer))
        return known + SEPARATOR * is_whole
    if not spec.texts:
        return printed + SEPARATOR
    values, _, item = printed.rpartition(f"{ITEM} = ")
    text = str(json.loads(item.rstrip("\n;"), strict=False)) if spec.item_is_kept else values
    return (text if not text or text.endswith("\n") else text + "\n") + SEPARATOR


def own_fields(declared: Any, answer: Answer) -> dict[str, Any]:
    """Return the field with the values of the model's variables by their names, as data for JSON; {} if the answer
    lacks variables, or if MiniZinc cannot print.

    declared: as in `own_text`.
    """
    spec, (printed, _) = spec_of(declared.about["ozn"]), _printed(declared, answer)
    found = {} if printed is None else printed_values(printed)
    outputs = declared.about["output"]
    values = {name: as_data(spec, name, found[name], outputs) for name in spec.names if name in found}
    return {"values": values} if values else {}


def _printed(declared: Any, answer: Answer) -> tuple[str | None, bool]:
    """Return what MiniZinc prints for a solution, None if it cannot; and whether the answer has all variables.

    declared: as in `own_text`.
    """
    flat = show_output(declared, answer)
    is_whole = flat.endswith(SEPARATOR)
    if not is_whole or shutil.which("minizinc") is None:
        return None, is_whole
    try:
        return _printer(spec_of(declared.about["ozn"]).relayed).printed(flat), True
    except SolverError:  # functions that this version of MiniZinc does not find in a specification
        return None, True
