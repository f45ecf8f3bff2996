"""A MiniZinc model, with the files that it includes, in which each constraint has a condition of its own."""

from __future__ import annotations

import re
from pathlib import Path

from ..output_spec import OutputSpec
from .guarded_text import PREDICATES, GuardedText
from .model_text import INCLUDED, TOKEN, ModelText, texts_of

ITEMS = Path("items.mzn")  # in place of the file of further items


def is_optional(main: str) -> bool:
    """Whether a model, or a file that the model includes, may declare optional variables; main: the model's file."""
    texts = (text for _, text in texts_of(Path(main)) if "opt" in text)
    return any(token["word"] == "opt" for text in texts for token in TOKEN.finditer(text))


class GuardedModel:
    """The texts of a model and of the files beside it that the model includes, with conditions.

    places: of each part, by its number: file, line and column (from 1), and the name of its constraint, '' for none.
    """

    def __init__(self, main: str, items: str = ""):
        """Read the texts.  main: the file of the model.  items: further ones of the model."""
        self._main = Path(main).resolve()
        self._texts = dict[Path, GuardedText]()
        self._own = dict[Path, ModelText]()
        self.places = list[tuple[str, int, int, str]]()
        for file, text in (*texts_of(self._main), *([(ITEMS, items)] if items else [])):
            found, own = GuardedText(text, len(self.places)), ModelText(text, OutputSpec(""))
            self._texts[file] = found
            self.places += [(str(file), part.row, part.column, own.name(part.row, part.column)) for part in found.parts]

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
        return [files[file] for file in (self._main, ITEMS) if file in files] + [str(predicates)]

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
        """Return the text of a file of the model; None for another file.  spec: the same for all."""
        file = Path(path)
        if file not in self._own and file in self._texts:
            self._own[file] = ModelText(self._texts[file].text, spec)
        return self._own.get(file)


def _written(folder: Path, number: int) -> str:
    """Return the path of the file with this number in a folder."""
    return str(folder.resolve() / f"guarded{number}.mzn")
