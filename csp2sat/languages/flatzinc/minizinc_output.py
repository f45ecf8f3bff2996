"""The printing of solutions by MiniZinc itself, from a FlatZinc's values and the output specification that belongs to
the FlatZinc.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

from ...model.model import Answer
from .answers import SEPARATOR, known_values, show_output
from .output_spec import FURTHER, spec_of
from .own_values import as_data, computed_statements, json_data, printed_values, slots_of, statements

ITEM = "_output"


class _Printer:
    """A process of MiniZinc that is given solutions as FlatZinc, one after the other, and prints each as the model's
    own values; started for the first solution, and anew after a solution that cannot be printed.

    has_printed: whether a solution could be printed.
    """

    def __init__(self, specification: str):
        self._specification = specification
        self._end: finalize[Any, Any] | None = None  # of the process
        self.has_printed = False

    def printed(self, flat: str) -> str | None:
        """Return the printed values of a solution, given as FlatZinc with the line that ends it; None if MiniZinc
        prints none.
        """
        if self._end is None or not self._end.alive:
            self._start()
        assert self._end and self._process.stdin and self._process.stdout
        with suppress(OSError):  # then there is nothing to be read, either
            self._process.stdin.write(flat)
            self._process.stdin.flush()
        printed = ""
        while not printed.endswith(SEPARATOR):
            line = self._process.stdout.readline()
            if not line:
                self._end()
                return None
            printed += line
        self.has_printed = True
        return printed.removesuffix(SEPARATOR)

    def _start(self) -> None:
        folder, pipe = tempfile.TemporaryDirectory(), subprocess.PIPE
        file = Path(folder.name) / "model.ozn"
        file.write_text(self._specification, encoding="utf-8")
        command, unread = ["minizinc", "--ozn-file", str(file), "--non-unique"], subprocess.DEVNULL
        self._process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=unread, text=True, encoding="utf-8")
        self._end = finalize(self, _end, self._process, folder)


def _end(process: subprocess.Popen[str], folder: tempfile.TemporaryDirectory[str]) -> None:
    """Close the pipes of a process that prints solutions, wait for its end, and remove its folder."""
    with folder, suppress(OSError), process:
        pass


@lru_cache(maxsize=1)
def _printers(specification: str) -> list[_Printer]:
    """Return the printers for an output specification, in the order in which `_printed` tries them."""
    spec = spec_of(specification)
    return [_Printer(each) for each in ((spec.relayed, spec.relayed_alone) if spec.further else (spec.relayed,))]


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
    text = printed.item if spec.texts and spec.item_is_kept else printed.values
    return (text if not text or text.endswith("\n") else text + "\n") + SEPARATOR


def own_fields(declared: Any, answer: Answer) -> dict[str, Any]:
    """Return the field with the values of the model's variables by their names, as data for JSON; {} if the answer
    lacks variables, or if MiniZinc cannot print.

    declared: as in `own_text`.
    """
    spec, (printed, _) = spec_of(declared.about["ozn"]), _printed(declared, answer)
    if printed is None:
        return {}
    found, outputs = printed_values(printed.values), declared.about["output"]
    values = {name: as_data(spec, name, found[name], outputs) for name in spec.names if name in found}
    values |= {name: json_data(value) for name, value in printed.further.items()}
    return {"values": values} if values else {}


def shared_values(declared: Any, known: Answer, example: Answer) -> tuple[str, dict[str, Any]]:
    """Return statements about what follows from known values, a line for each, and the field with the values of the
    model's variables that are wholly known.

    declared: as in `own_text`.  known: the values of some variables.  example: a solution that has these values.
    """
    spec, outputs, words = spec_of(declared.about["ozn"]), declared.about["output"], known_values(declared, known)
    open_ = {word.partition(" ")[0] for word, value in words.items() if value is None}
    values = own_fields(declared, example).get("values", {})
    values = {name: value for name, value in values.items() if not spec.depends_on(name) & open_}
    further = "".join(computed_statements(spec, values, slots_of(spec, outputs)))
    return statements(spec, outputs, words) + further, {"values": values} if values else {}


class _Text(NamedTuple):
    """A printed solution: the values of variables, the text of the `output` item, and the values of the further
    variables as MiniZinc's JSON.
    """

    values: str
    item: str
    further: dict[str, Any]


def _printed(declared: Any, answer: Answer) -> tuple[_Text | None, bool]:
    """Return what MiniZinc prints for a solution, None if it cannot; and whether the answer has all variables.

    declared: as in `own_text`.
    """
    flat = show_output(declared, answer)
    is_whole = flat.endswith(SEPARATOR)
    if not is_whole or shutil.which("minizinc") is None:
        return None, is_whole
    printers = _printers(declared.about["ozn"])
    for each in [*printers]:
        if (printed := each.printed(flat)) is not None:
            return _parted(printed), True
        if not each.has_printed:  # it has functions that this version of MiniZinc does not find in a specification
            printers.remove(each)
    return None, True


def _parted(printed: str) -> _Text:
    """Return the parts of what MiniZinc has printed for a specification that is relayed."""
    values, has_item, item = printed.rpartition(f"{ITEM} = ")
    if not has_item:
        return _Text(printed, "", {})
    text, is_further, further = str(json.loads(item.rstrip("\n;"), strict=False)).rpartition(FURTHER)
    return _Text(values, text, json.loads(further)) if is_further else _Text(values, further, {})
