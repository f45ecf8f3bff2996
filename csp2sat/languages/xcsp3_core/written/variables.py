"""The variables of a model as those of an XCSP3 instance: single ones, arrays, and compact lists such as `x[]`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from math import prod

from ....base.numbers import decimal
from ....escaping import for_html
from ....model.domain import Domain
from ....model.expr import Expr, bool_var, int_var
from ....model.model import Model
from ....model.renaming import PLAIN, plain_names

SHORTEST_RUN = 3  # cells that become a range such as x[2..4]


class WrittenVariables:
    """The variables of a model, and their names in XCSP3.

    names: for each variable, given as an expression that is this variable alone, its name in XCSP3.  arrays: for each
    array of the model whose name XCSP3 allows, its size in each dimension; the cells of such arrays have the same names
    in XCSP3 as in the model.
    """

    def __init__(self, model: Model) -> None:
        self._model = model
        about: Mapping[str, Sequence[int]] = model.about.get("arrays", {})
        self.arrays = {name: tuple(sizes) for name, sizes in about.items() if PLAIN.fullmatch(name)}
        self._cells = {name for name in model.ints if "[" in name and name.partition("[")[0] in self.arrays}
        others = [int_var(name) for name in model.ints if name not in self._cells] + [*map(bool_var, model.bools)]
        plain = plain_names([*self.arrays, *(str(each.args[0]) for each in others)])[len(self.arrays) :]
        self.names = dict(zip(others, plain, strict=True)) | {int_var(name): name for name in self._cells}
        self._boxes: dict[str, list[str]] = {}

    def declarations(self) -> Iterator[str]:
        """Yield the elements that declare the variables, Booleans with the values 0 and 1 at the end."""
        declared = set()
        for name, domain in self._model.ints.items():
            array = name.partition("[")[0]
            if name not in self._cells:
                yield self._single(int_var(name), values_text(domain))
            elif array not in declared:
                declared.add(array)
                yield self._array(array)
        yield from (self._single(bool_var(name), "0 1") for name in self._model.bools)

    def _single(self, variable: Expr, values: str) -> str:
        name, given = self.names[variable], str(variable.args[0])
        note = "" if name == given else f' note="{for_html(given)}"'
        return f'<var id="{name}"{note}> {values} </var>'

    def _array(self, name: str) -> str:
        sizes, by_values = self.arrays[name], dict[str, list[str]]()
        cells = [cell for cell in _cells(name, map(range, sizes)) if cell in self._cells]
        for cell in cells:
            by_values.setdefault(values_text(self._model.ints[cell]), []).append(cell)
        head = f'<array id="{name}" size="{"".join(f"[{size}]" for size in sizes)}">'
        if len(by_values) == 1 and len(cells) == prod(sizes):
            return f"{head} {next(iter(by_values))} </array>"
        parts = (f'<domain for="{self.compact(own)}"> {values} </domain>' for values, own in by_values.items())
        return f"{head} {' '.join(parts)} </array>"

    def compact(self, words: Sequence[str]) -> str:
        """Return the text of a list: the words, but `x[]`, `x[2][]` or `x[1..3]` for cells that stand together."""
        found, at = [], 0
        while at < len(words):
            text, number = self._run(words, at) if words[at] in self._cells else (words[at], 1)
            found.append(text)
            at += number
        return " ".join(found)

    def _run(self, words: Sequence[str], at: int) -> tuple[str, int]:
        """Return the text of the cells that stand together from a place of a list on, and their number."""
        name, _, rest = words[at].partition("[")
        sizes, indices = self.arrays[name], [int(index) for index in rest.rstrip("]").split("][")]
        for is_open in product((True, False), repeat=len(sizes)):
            number = prod(size for size, each in zip(sizes, is_open, strict=True) if each)
            starts = not any(index for index, each in zip(indices, is_open, strict=True) if each)
            if number > 1 and starts and at + number <= len(words):
                ranges = ["" if each else str(index) for index, each in zip(indices, is_open, strict=True)]
                text = name + "".join(f"[{each}]" for each in ranges)
                if words[at : at + number] == self._box(text, name, ranges):
                    return text, number
        head, first, number = words[at].rpartition("[")[0], indices[-1], 1
        while words[at + number : at + number + 1] == [f"{head}[{first + number}]"]:
            number += 1
        return (f"{head}[{first}..{first + number - 1}]", number) if number >= SHORTEST_RUN else (words[at], 1)

    def _box(self, text: str, name: str, indices: Sequence[str]) -> list[str]:
        """Return the cells that a compact form names, given its text, the name of its array and its
        indices, '' for all.
        """
        if text not in self._boxes:
            ranges = [
                range(int(index), int(index) + 1) if index else range(size)
                for index, size in zip(indices, self.arrays[name], strict=True)
            ]
            self._boxes[text] = list(_cells(name, ranges))
        return self._boxes[text]


def _cells(name: str, ranges: Iterator[range] | Sequence[range]) -> Iterator[str]:
    """Yield the names of the cells of an array with indices in the ranges, the last index fastest."""
    for indices in product(*ranges):
        yield name + "".join([f"[{index}]" for index in indices])


def values_text(domain: Domain) -> str:
    """Return the text of a domain, such as `1 3 7..9`."""
    return " ".join(decimal(lo) if lo == hi else f"{decimal(lo)}..{decimal(hi)}" for lo, hi in domain.ranges)
