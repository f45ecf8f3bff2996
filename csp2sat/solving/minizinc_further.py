"""Questions to MiniZinc about a model beside its compilation: which data the model expects, and the output item that
csp2sat adds, so that variables are known, too, that MiniZinc leaves out.

MiniZinc prints no variable that is declared with a value, such as `var bool: b = x > 2`.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from ..base.json_source import json_in, members, skip, unknown_key
from ..base.source import Source
from ..base.time_limit import time_left
from ..errors import LimitReached
from ..languages.flatzinc.output_spec import FURTHER
from ..languages.flatzinc.own_texts.model_text import texts_of

CONFIGURATION = Path(__file__).resolve().parents[1] / "minizinc" / "csp2sat.msc"
NAME = r"(?:\w+|'[^'\"\\\n]+')"  # of a variable, which may be in quotes
DECLARED = re.compile(rf"\bvar\b[^;:={{}}]*+(?:\{{[^}}]*+\}}[^;:={{}}]*+)?:(?!:)\s*({NAME})\s*(?:::[^;=]*)?=(?!=)")
PLAIN = re.compile(r"'([A-Za-z]\w*)'")  # quotes that MiniZinc leaves out
TYPES = ("int", "bool")


def ended(words: Sequence[str], folder: Path | None = None) -> subprocess.CompletedProcess[bytes]:
    """Return the process of a command, in a folder (None for this process's own), when it has ended.  Raise
    LimitReached, with the process ended, if the time limit passes, and OSError if the command cannot be started.
    """
    try:
        return subprocess.run(words, capture_output=True, cwd=folder, stdin=subprocess.DEVNULL, timeout=time_left())
    except subprocess.TimeoutExpired:
        raise LimitReached("time") from None


def further_names(command: Sequence[str], names: Sequence[str], options: Sequence[str], folder: Path) -> list[str]:
    """Return the variables of a model that are declared with a value; [] for a model with errors.

    command: MiniZinc with its solver.  names: the model and its files of data.  options: further data.  folder: of
    files that MiniZinc writes.
    """
    declared = {PLAIN.sub(r"\1", name) for _, text in texts_of(Path(names[0])) for name in DECLARED.findall(text)}
    if not declared:
        return []
    words = [*command, "--model-types-only", *options, *names]
    done = ended(words, folder)
    types: dict[str, Any] = {}
    with suppress(ValueError, LookupError):
        types = json.loads(done.stdout)["var_types"]["vars"]
    quoted = ((each, each if each in declared else f"'{each}'") for each in types)  # types are listed without quotes
    return [name for each, name in quoted if name in declared and types[each]["type"] in TYPES]


def further_item(further: Sequence[str], folder: Path) -> list[str]:
    """Return the path of a file in `folder` with an item that prints these variables, as one JSON object, in a list; an
    empty list for no variables.
    """
    if not further:
        return []
    file, shown = folder / "further.mzn", [f'"\\"{each}\\":",showJSON({each})' for each in further]
    file.write_text(f"""output ["{FURTHER}{{",{',",",'.join(shown)},"}}"];\n""", encoding="utf-8")
    return [str(file)]


def check_json(source: Source, model: str) -> None:
    """Raise InputError, at its place, for the fault of a file of data in JSON, which MiniZinc names without a place;
    warn of a name that the model does not have, which MiniZinc ignores.
    """
    found = json_in(source)
    if not isinstance(found, dict):
        raise source.error('expected an object with the data of the model, such as {"n": 3}', 0)
    text = Path(model).read_text(encoding="utf-8", errors="replace")
    strange = [name for name in found if not re.search(rf"\b{re.escape(name)}\b", text)]
    if strange and (known := _interface(model)) is not None and (unknown := unknown_key(strange, known)):
        at = next(at for name, at, _ in members(source.text, skip(source.text, 0)) if name == unknown[0])
        source.warn_at(unknown[1], source.place(at))


def parameters(model: str) -> str:
    """Return the words of a message with the names of the data that a model expects; '' if MiniZinc cannot tell."""
    names = _interface(model)
    return "" if names is None else f"; the data of this model: {', '.join(names) or 'none'}"


def _interface(model: str) -> list[str] | None:
    """Return the names of the data that a model expects; None if MiniZinc cannot tell."""
    done = ended(["minizinc", "--solver", str(CONFIGURATION), "--model-interface-only", model])
    with suppress(ValueError, KeyError, TypeError):
        return list(json.loads(done.stdout)["input"])
    return None
