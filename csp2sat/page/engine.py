"""The engine of the page: requests as JSON texts, answers as JSON texts; it knows no JavaScript and no files.

A request is an object with the key `op`, one of OPERATIONS, and the arguments of the operation, most often `text`: a
board or a CSP in any form.  An answer repeats `op`, and has `error`, null unless the request was refused, `place` (line
and column of the fault, or null), and `seconds`.
"""

from __future__ import annotations

import json
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Any

from ..base.json_source import strict_loads
from ..errors import Csp2SatError, InputError, InputWarning, UsageError
from ..puzzles.spec import PUZZLES
from . import blanks, boards, chains, editing, playing, questions, texts
from .pasted import in_a_page
from .requests import PageRequest, Tell


def _warmed(asked: PageRequest) -> dict[str, Any]:
    """Answer the usual first questions about a small board, so that nobody waits for their modules; return its kind."""
    kind = next(iter(PUZZLES))
    about = {"text": boards.sampled(PageRequest("sample", {"kind": kind}, asked.tell))["text"]}
    playing.moves(PageRequest("moves", about, asked.tell))
    questions.solved(PageRequest("unique", about, asked.tell))
    return {"kind": kind}


OPERATIONS: Mapping[str, Callable[[PageRequest], dict[str, Any]]] = {
    "hello": boards.hello,
    "warm": _warmed,
    "read": boards.read,
    "sample": boards.sampled,
    "generate": boards.generated,
    "draw": boards.drawn,
    "solve": questions.solved,
    "unique": questions.solved,
    "count": questions.counted,
    "explain": questions.explained,
    "sizes": questions.sizes,
    "hint": chains.hint,
    "steps": chains.steps,
    "step": chains.step,
    "grade": chains.grade,
    "moves": playing.moves,
    "check": playing.check,
    "clues": editing.clues,
    "edit": editing.edited,
    "empty": blanks.empty,
    "convert": texts.convert,
    "cnf": texts.cnf,
    "booklet": texts.booklet,
}
TOO_DEEP = "the input is nested too deeply"
NO_MEMORY = "the memory is used up; a smaller problem may fit"


def answer(request: str, tell: Tell = lambda text: None) -> str:
    """Return the answer to a request, both as JSON; no error leaves this function.

    tell: called with JSON texts while the answer is searched for: `{"progress": WORDS}`, or `{"better": ...}` with a
    solution that is better than all before.
    """
    start = time.perf_counter()
    found: dict[str, Any] = {"op": None, "error": None, "place": None}
    with warnings.catch_warnings(record=True) as warned:
        warnings.simplefilter("always", InputWarning)
        try:
            asked = PageRequest.of(strict_loads(request), tell)
            found |= {"op": asked.op}
            if asked.op not in OPERATIONS:
                raise UsageError(f"no operation {asked.op!r}; expected one of {', '.join(OPERATIONS)}")
            found |= OPERATIONS[asked.op](asked)
        except Exception as error:
            found |= _refusal(error)
    if warned:
        found["warnings"] = [in_a_page(str(each.message)) for each in warned]
    found["seconds"] = round(time.perf_counter() - start, 3)
    return json.dumps(found)


def _refusal(error: Exception) -> dict[str, Any]:
    """Return the fields of an answer that was refused or failed: the message, and the place in the text."""
    if isinstance(error, InputError):
        at = error.place
        place = {"line": at.line, "column": at.column} if at.line else None
        return {"error": error.message, "place": place, "excerpt": at.excerpt()}
    if isinstance(error, RecursionError):
        return {"error": TOO_DEEP}
    if isinstance(error, MemoryError):
        return {"error": NO_MEMORY}
    if isinstance(error, Csp2SatError):
        return {"error": str(error)}
    return {"error": f"csp2sat failed, which is a fault of its own: {type(error).__name__}: {error}"}
