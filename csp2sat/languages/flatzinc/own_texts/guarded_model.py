"""A MiniZinc model, with the files that it includes, in which each constraint has a condition of its own."""

from __future__ import annotations

import re
from pathlib import Path

from ..output_spec import OutputSpec
from .guarded_text import PREDICATES, GuardedText
from .model_text import INCLUDED, ModelText

OPTIONAL = re.compile(r"\bopt\b")


class GuardedModel:
    """The texts of a model and of the files beside it that the model includes, with conditions.

    places: of each part, by its number: file, line and column (from 1), and the name of its constraint, '' for none.
    is_optional: whether a text may declare optional variables.
    """

    def __init__(self, main: str, items: str = ""):
        """Read the texts.  main: the file of the model.  items: further ones of the model."""
        self._main = Path(main).resolve()
        self._texts = dict[Path, GuardedText]()
        self.places = list[tuple[str, int, int, str]]()
        self.is_optional = False
        self._add(self._main, items)

    def write(self, folder: Path) -> list[str]:
        """Write all texts into files in a folder; return the paths of the files for MiniZinc, the model's first."""
        files = {file: _written(folder, number) for number, file in enumerate(self._texts)}
        for file, text in self._texts.items():

            def there(found: re.Match[str], file: Path = file) -> str:
                named = (file.parent / found[1]).resolve()
                return f'include "{files[named]}"' if named in files else found[0]

            Path(files[file]).write_text(INCLUDED.sub(there, text.guarded), encoding="utf-8")
        predicates = folder / "predicates.mzn"
        predicates.write_text(PREDICATES, encoding="utf-8")
        return [files[self._main], str(predicates)]

    def original(self, output: str, folder: Path) -> str:
        """Return a text of MiniZinc with the places in the model's own files instead of those in the files that were
        written into a folder.
        """
        for number, (file, text) in enumerate(self._texts.items()):

            def there(found: re.Match[str], file: Path = file, text: GuardedText = text) -> str:
                row, column = int(found["row"]), int(found["column"])
                return f"{file}{found[1]}{row}{found[3]}{text.column(row, column)}"

            place = rf"{re.escape(_written(folder, number))}([|:])(?P<row>\d+)([|.])(?P<column>\d+)"
            output = re.sub(place, there, output)
        return output

    def text(self, path: str, spec: OutputSpec) -> ModelText | None:
        """Return the text of a file of the model; None for another file.  spec: the output specification."""
        found = self._texts.get(Path(path))
        return ModelText(found.text, spec) if found else None

    def _add(self, file: Path, items: str = "") -> None:
        """Add a file, unless it was added before or does not exist, and the files that it includes.  items: put behind
        its text.
        """
        if file in self._texts or not file.is_file():
            return
        text = file.read_text(errors="replace")
        if items:
            text += f"\n{';' * (text.rstrip()[-1:] not in (';', ''))}{items}"
        self.is_optional |= OPTIONAL.search(text) is not None
        found, own = GuardedText(text, len(self.places)), ModelText(text, OutputSpec(""))
        self._texts[file] = found
        self.places += [(str(file), part.row, part.column, own.name(part.row, part.column)) for part in found.parts]
        for name in INCLUDED.findall(text):
            self._add((file.parent / name).resolve())


def _written(folder: Path, number: int) -> str:
    """Return the path of the file with this number in a folder."""
    return str(folder.resolve() / f"guarded{number}.mzn")
