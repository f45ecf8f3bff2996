"""The format of a file that `-o` names: given by `--to`, else by the suffix of the file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import PurePath

from ..errors import UsageError

SUFFIXES = {  # of files, compressed or not, and the formats that they are for
    ".svg": "svg",
    ".png": "png",
    ".pdf": "pdf",
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".txt": "text",
    ".url": "url",
    ".sgt": "sgt",
    ".csp": "sugar",
    ".xml": "xcsp3",
    ".xcsp3": "xcsp3",
    ".mzn": "minizinc",
}
OWNERS = {"gcnf": "a group CNF"}  # the inputs that alone can be written in a format
LINES = "jsonl"  # the format of several solutions, each as JSON on a line of its own
LINES_OF_JSON = dict.fromkeys((".jsonl", ".ndjson"), LINES)
CSV = "csv"  # the format of a table with a row for each of many inputs
ROWS = {".csv": CSV}
CLAUSES = {".cnf": "cnf", ".gcnf": "gcnf", ".opb": "opb"}  # of files with clauses, or constraints, of the input
# Suffixes of documents and pictures: no format of csp2sat is written to such files
FOREIGN = (".doc", ".docx", ".odt", ".jpg", ".jpeg", ".gif", ".bmp", ".webp", ".tif", ".tiff", ".eps", ".ps")
NOT_CONVERTED = {  # suffixes of files that `convert` does not write, and why
    **{suffix: f"csp2sat encode writes {suffix}" for suffix in (".cnf", ".wcnf", ".opb")},
    ".fzn": ".fzn is read, not written (write M.mzn, then run: minizinc -c M.mzn)",
    ".dzn": ".dzn is read, not written",
}
SUMMARY = "a CSV has a row for each of many inputs of solve (a folder, several files); expected .json, .jsonl or .txt"
DRAWING, BOARD = "drawing", "board"  # the names of a drawing in text, of a board and of an answer; both are taken
ANSWERS = ("svg", "png", "pdf", "html", "json")  # formats of answers that have a suffix of their own


def by_suffix(output: str | None, suffixes: Mapping[str, str] = SUFFIXES) -> str | None:
    """Return the format that the suffix of the file `output` stands for; None if there is no such format, or for stdout
    (None or `-`).  suffixes: the known suffixes with their formats.

    The suffix is in upper or lower case, and stands before a suffix of compression such as `.gz`, if there is one.
    """
    if output in (None, "-"):
        return None
    from ..base.files import unpacked_name

    return suffixes.get(PurePath(unpacked_name(str(output))).suffix.lower())


def suffix_of(form: str | None, usual: str) -> str:
    """Return the suffix of files in a format, such as `.txt`; the usual one for a format without a suffix."""
    return next((suffix for suffix, each in {**SUFFIXES, **CLAUSES}.items() if each == form), usual)


def answer_format(to: str | None, output: str | None, json: bool = False) -> str | None:
    """Return the format of an answer: that of `--to`, else that of the suffix of `output` if answers have it, else
    None.

    json: whether the option `--json` was given, which lets the suffix not count.  Raises UsageError for the suffix of a
    format that csp2sat does not write, such as .docx.
    """
    found = by_suffix(output)
    if to is None and not json:
        _refuse_foreign(output)
    if to == CSV or (to is None and not json and by_suffix(output, ROWS)):
        raise UsageError(f"{'--to csv' if to else f'-o {output}'}: {SUMMARY}")
    to = BOARD if to == DRAWING else to
    return to if to is not None or json or found not in ANSWERS else found


def input_format(to: str | None, output: str | None, usual: str | None = None) -> str:
    """Return the format in which an input is written: `to`, else that of the suffix of the file `output`, else the
    usual one.

    Raises UsageError if all three are missing, and for the suffix of a format that csp2sat does not write.
    """
    if to is None and usual is not None:
        _refuse_foreign(output)
    found = DRAWING if to == BOARD else to or by_suffix(output) or usual
    if found is None:
        form = "expected --to FORMAT, such as --to text for a board, or -o FILE with a suffix of"
        raise UsageError(f"{_not_written(output)}; {form} {_formats()}")
    return found


def _not_written(output: str | None) -> str:
    """Return the fault of `output`, a file without a format, as text."""
    from ..base.files import unpacked_name

    suffix = "" if output in (None, "-") else PurePath(unpacked_name(str(output))).suffix.lower()
    reason = NOT_CONVERTED.get(suffix, f"no format has files {suffix}")
    return f"-o {output}: {reason}" if suffix else "no format is given"


def _formats() -> str:
    """Return the suffixes of files, and the formats that an input can have."""
    from ..api.writing.converting import DRAWN, OF_CSP, written_formats

    boards = ", ".join((*written_formats(), *DRAWN))
    return f"{', '.join(sorted(SUFFIXES))}; formats of a CSP: {', '.join(OF_CSP)}; of a board: {boards}"


def _refuse_foreign(output: str | None) -> None:
    """Raise UsageError for a file with the suffix of a document or picture that csp2sat does not write."""
    if str(output).lower().endswith(FOREIGN):
        wanted = ", ".join(f".{each}" for each in ANSWERS)
        raise UsageError(f"-o {output}: this suffix belongs to no format; expected {wanted} or .txt, or --to FORMAT")


def check_format(to: str | None, output: str | None, formats: Sequence[str]) -> None:
    """Raise UsageError if `to` is a format, but none of the possible `formats`.

    output: the file of the result, for the message.
    """
    if to is None or to in formats:
        return
    option = f"-o {output} (--to {to})" if to in (by_suffix(output), by_suffix(output, CLAUSES)) else f"--to {to}"
    owner = f"only of {OWNERS[to]}; " if to in OWNERS else ""
    raise UsageError(f"{option}: {owner}expected one of {', '.join(formats)}")
