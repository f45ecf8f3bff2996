"""The output of a command that a limit ends before its question is answered, such as while the input is read."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import PurePath
from typing import Any

from ...api.writing.answer_texts import answers_of
from ...base.files import MINIZINC, files_of, unpacked_name
from ...errors import LimitReached
from ...solving.kinds import known_kind, language_of
from ..json_lines import json_line
from ..reporting import put, warn
from .results import why

ANSWERED_AS = {MINIZINC: ".fzn"}  # suffixes of models that another program compiles first


PLAIN = "s UNKNOWN\n"


@contextmanager
def unknown_at_limit(
    status: str, fields: dict[str, Any] | None, quiet: bool, output: str | None = None
) -> Iterator[None]:
    """Print that the answer is UNKNOWN, and a warning, if a limit ends the block, after which the command is to end
    with the exit code of LimitReached.

    status, fields: as for `unknown`.  quiet: whether no warning is printed.  output: the file for the answer, None for
    stdout.
    """
    try:
        yield
    except LimitReached as limit:
        put(unknown(limit, status, fields), output)
        warn(why(limit.reason), quiet)


def unknown(limit: LimitReached, status: str, fields: dict[str, Any] | None) -> str:
    """Return the answer that a limit has left, as a line.

    status: this line as text, such as PLAIN.  fields: those besides the status and the reason for a line of JSON; None
    for text.
    """
    return status if fields is None else json_line({"status": "UNKNOWN", **fields, "reason": limit.reason})


def status_for(path: str, kind: str | None) -> str:
    """Return the line for the status UNKNOWN as the language of an input prints it, though the input has not been read:
    by its `kind` as after `--from`, or by the suffix of its path.
    """
    suffix = PurePath(unpacked_name(files_of(path)[0])).suffix.lower()
    named = known_kind(kind) if kind else language_of(ANSWERED_AS.get(suffix, suffix))
    return answers_of({"language": named}).status("UNKNOWN", "")
