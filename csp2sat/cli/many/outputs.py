"""The outputs of many inputs: one stream with a head for each input, lines of JSON, or a file for each in a folder.

A writer gets the results of all inputs, as they come, and makes something of them; `writer_of` chooses it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from io import StringIO
from itertools import chain
from pathlib import Path, PurePath
from typing import TYPE_CHECKING, Any, NamedTuple

from ...api.writing.converting import DRAWN, PrintStyle
from ...base import file_guard, files
from ...errors import UsageError
from ...escaping import for_terminal
from ..reporting import put
from ..streams import inert
from ..suffixes import CSV, LINES, LINES_OF_JSON, ROWS, answer_format, by_suffix, suffix_of
from .call import BatchResult
from .summaries import as_csv

if TYPE_CHECKING:
    from ..show.booklets import BookletTarget

Writer = Callable[[Iterable[BatchResult]], None]
SUFFIX = re.compile(r"[^/.]\.[A-Za-z]{2,5}$")  # of a file, not of a folder such as v1.2
SHEETS = ("convert", "solve")  # commands whose drawings are pictures of boards
SHEET_FORMATS = ("svg", "html")  # of contact sheets
BY_LINE = ("check", "count")  # commands whose outputs are lines, each of which gets the name of its input


class BatchOutput(NamedTuple):
    """The destination of the outputs of a batch.

    command: its name.  to: the format, None for the usual one.  json: whether `--json` was given.  path: of `-o`, None
    for stdout.  booklet: of all boards, None if each answer is an output of its own.
    """

    command: str
    to: str | None
    json: bool
    path: str | None
    booklet: BookletTarget | None = None

    @classmethod
    def of(cls, command: str, values: dict[str, Any]) -> BatchOutput:
        """Return the destination that the options of a command mean.

        values: those of the parameters of the command.  Raises UsageError for a drawing without a file, a conversion
        without a format, a suffix that is that of no format, and a booklet with several solutions; UsageError or
        FileError for a booklet that cannot be written.
        """
        path, to, json = values.get("output"), values.get("to"), bool(values.get("json_"))
        path = None if path == "-" else path
        if to is None and not json and command == "solve" and by_suffix(path, ROWS):
            to = CSV
        elif to is None and by_suffix(path, LINES_OF_JSON):
            to = "json"
        usual = "text" if values.get("turn") or values.get("mirror") else None
        if command == "convert":
            to = to or by_suffix(path) or usual
        elif (command, to) != ("solve", CSV):
            to = answer_format(to, path, json)
        found = cls(command, to, json, path)
        if command == "solve":
            values["style"].check("json" if json or found.is_summary else to)
            found = found._replace(booklet=found._booklet_of(values))
        found._check()
        return found

    def _booklet_of(self, values: dict[str, Any]) -> BookletTarget | None:
        """Return the booklet that all boards become, because `-o` names one file in a format of booklets or because an
        option asks for a booklet; else None.

        values: those of the parameters of the command.  Raises UsageError for a booklet with --all or --limit.
        """
        from ..show.booklets import BookletTarget
        from ..show.drawings import DrawingTarget
        from ..show.results import Expectation

        drawing = DrawingTarget(
            "" if self.json else str(self.to), self.path, bool(values.get("quiet")), values["style"]
        )
        found = BookletTarget(
            drawing, values["title"], values["per_page"], values["hint"] or values["style"].below, values["by_grade"]
        )
        found = found._replace(strict=values["expect"] == Expectation("unique"))
        if not found.asked and (not found.possible or self.in_folder):
            return None
        if values["all_"] or values["limit"] is not None:
            raise UsageError("--all and --limit: not for a booklet")
        return found

    def _check(self) -> None:
        """Raise UsageError for a drawing that would share a stream or file, and for a conversion to files without a
        format; UsageError or FileError for a booklet that cannot be written.
        """
        if self.booklet is not None:
            self.booklet.check()
            return
        self._check_name()
        if self.to is None and self.command == "convert" and self.path is not None:
            raise UsageError("no format is given; expected --to FORMAT")
        if self.to in DRAWN and not (self.in_folder or self.is_sheet) and not (self.json and self.command != "convert"):
            where = f"-o {self.path}" if self.path else f"--to {self.to}"
            booklet = "; for a booklet use solve" if self.command == "convert" and self.to in ("html", "pdf") else ""
            sheet = ", or -o FILE.svg, a grid of pictures" if self.command in SHEETS else ""
            expected = f"expected -o DIR, a folder for all of them{sheet}{booklet}"
            raise UsageError(f"{where}: a drawing has a file of its own; {expected}")

    def _check_name(self) -> None:
        """Raise UsageError if a folder would be made whose name ends in a suffix that is that of no known format, such
        as `all.xyz`, and if a summary, which is one file, would be written into a folder.
        """
        path = str(self.path)
        if self.json and self.command == "solve" and (self.is_summary or by_suffix(path, ROWS)):
            raise UsageError("--json: not together with --to csv or -o FILE.csv; expected either JSON or CSV")
        if self.is_summary and self.in_folder:
            raise UsageError(f"-o {path}: the CSV is one file for all inputs; expected -o FILE.csv")
        if self.in_folder and not path.endswith("/") and not Path(path).is_dir() and SUFFIX.search(path):
            folder = f"to make a folder of that name: -o {path}/"
            raise UsageError(
                f"-o {path}: no format for many inputs has files {PurePath(path).suffix}; {folder};"
                " one file for all has a suffix such as .txt, .jsonl or, of solve, .csv"
            )

    @property
    def is_sheet(self) -> bool:
        """Whether the drawings become one file, a contact sheet."""
        one_file = self.path is not None and not self.in_folder and not self.json
        return self.command in SHEETS and self.to in SHEET_FORMATS and self.booklet is None and one_file

    @property
    def is_summary(self) -> bool:
        """Whether the outputs become one table, with a row for each answer."""
        return self.command == "solve" and self.to == CSV

    @property
    def in_folder(self) -> bool:
        """Whether each result has a file of its own in a folder.

        The path after `-o` is that folder if the path ends in `/`, is a folder already, or is no device and has not the
        suffix of a known format (.jsonl, .ndjson and, of a summary, .csv are known, too).
        """
        path = self.path
        if path is None:
            return False
        known = by_suffix(path) or by_suffix(path, LINES_OF_JSON | (ROWS if self.is_summary else {}))
        return path.endswith("/") or Path(path).is_dir() or not (known or files.is_device(Path(path)))

    def given(self, values: dict[str, Any]) -> dict[str, Any]:
        """Return the parameters whose values for each single input differ from those of the command line, by name.

        For a summary, and for objects in one file, it is JSON that is asked for, errors included.  For a booklet these
        are the options of a question about uniqueness, whose answer is kept; for a contact sheet the format of its
        pictures; for one common file the format, by `--to` or the suffix, if the command has `--to`; else there are
        none.  values: those of the parameters of the command.
        """
        if self.booklet is not None:
            none = {
                "to": None,
                "title": None,
                "per_page": None,
                "hint": False,
                "by_grade": False,
                "style": PrintStyle(),
            }
            return none | {"unique": True, "json_": True}  # JSON, since notes about printed boards are not about it
        if self.is_summary or (self.to == "json" and self.command != "convert" and self.path and not self.in_folder):
            return {"to": None, "json_": True}
        if self.is_sheet:
            return {"to": "svg"}
        return {"to": self.to} if "to" in values and self.path is not None and not self.in_folder else {}

    @property
    def suffix(self) -> str:
        """The suffix of the files in the folder: `.json` if `--json` asks for objects, else that of the format, `.txt`
        for a format without a suffix.
        """
        return suffix_of("json" if self.json and self.command != "convert" else self.to, ".txt")

    @property
    def printed_json(self) -> bool:
        """Whether the outputs are objects, one a line, which get no heads."""
        return self.json or (self.to in ("json", LINES) and not self.in_folder)


def writer_of(output: BatchOutput) -> Writer:
    """Return the function that writes the results of all inputs to their destination."""

    def write(results: Iterable[BatchResult]) -> None:
        """Write the results as a booklet, to stdout, or all at once to the common file when the last has come."""
        if output.booklet is not None:
            _bind(results, output.booklet)
            return
        if output.path is None or output.in_folder:
            if output.is_summary:
                put(as_csv(results), None)
            else:
                _write_stream(results, output, lambda text: print(text, end="", flush=True))
            return
        with files.new_file(Path(output.path)) as file:  # before the first result, as a path may be wrong
            whole = StringIO()
            if output.is_summary:
                whole.write(as_csv(results))
            elif output.is_sheet:
                whole.write(_sheet(results, str(output.to)))
            else:
                _write_stream(results, output, whole.write)
            files.write_compressed(file, output.path, [inert(whole.getvalue()).encode()])

    return write


def _sheet(results: Iterable[BatchResult], to: str) -> str:
    """Return the contact sheet, in the format `to`, of the drawings that a command has printed, each with the name of
    its input, and with the printed line if there is no drawing.
    """
    from ...api.writing.booklets.contact_sheets import SheetPicture, contact_sheet  # few outputs are sheets

    pictures: list[SheetPicture] = []
    for result in results:
        name, is_drawn = for_terminal(result.task.asked.stem), result.out.startswith("<svg")
        caption = name if is_drawn else f"{name}: {result.out.partition(chr(10))[0] or 'no picture'}"
        pictures.append(SheetPicture(caption, result.out if is_drawn else ""))
    return contact_sheet(pictures, to)


def _bind(results: Iterable[BatchResult], booklet: BookletTarget) -> None:
    """Write the booklet of the answers about all inputs, each with the name of its input."""
    from ..show.booklets import numbered

    named = (numbered(for_terminal(result.task.asked.name), result.answers) for result in results)
    booklet.write_answers(chain.from_iterable(named))


def _write_stream(results: Iterable[BatchResult], output: BatchOutput, put: Callable[[str], object]) -> None:
    """Put the output of each result that has one as a part of the stream; put: the function that writes a text."""
    first = True
    for result in results:
        if result.out:
            put(shown(result, output, first))
            first = False


def shown(result: BatchResult, output: BatchOutput, first: bool) -> str:
    """Return the output of a command for one input as a part of the common stream.

    Objects stay as they are.  Lines of `check` and `count`, and lines printed beside files in a folder, get the name of
    the input in front; any other output stands below a head `; NAME`, after an empty line unless it is the `first`
    part.
    """
    name, text = for_terminal(result.task.asked.name), result.out
    if output.printed_json:
        return text
    if output.in_folder or output.command in BY_LINE:
        return "".join(f"{name}: {line}\n" for line in text.splitlines())
    return f"{'' if first else chr(10)}; {name}\n{text}{'' if text.endswith(chr(10)) else chr(10)}"


def enter_outputs(output: BatchOutput, paths: Iterable[Path]) -> None:
    """Enter the files `paths` in the folder of `-o` as outputs.  Raises UsageError, before any work, if one of the
    files is an input, and if the folder is a file.
    """
    folder = str(output.path)
    if Path(folder).exists() and not Path(folder).is_dir():
        raise UsageError(f"-o {folder}: is a file; several results need a folder, or a file with a suffix such as .txt")
    file_guard.names("output", folder, list(paths))
