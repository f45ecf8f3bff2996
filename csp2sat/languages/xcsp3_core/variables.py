"""The variables of an XCSP3 instance: single ones, arrays with holes, and compact forms such as `x[][2]` or
`x[0..1][]`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from ...base import numbers
from ...model.domain import Domain
from ...model.expr import Expr
from ...model.model import Model
from ..base.sexpr import shown
from ..base.wrong import NotHere, Unknown, Wrong
from ..xcsp21.values import WORD, domain_of, integer
from ..xcsp21.xml_elements import Element, XmlSpot

NAME = re.compile(r"[A-Za-z_]\w*", re.ASCII)
CELLS = re.compile(r"([A-Za-z_]\w*)((?:\[[^\[\]]*\])+)", re.ASCII)
BRACKETS = re.compile(r"\[\s*([^\[\]]*?)\s*\]")
MOST_CELLS = 1_000_000  # of an array
DECLARING = {"id", "class", "note", "type", "as"}
ATTRIBUTES = {
    "var": DECLARING,
    "array": {*DECLARING, "size", "startIndex"},
    "domain": {*DECLARING, "for"},
}


class VariableArray(NamedTuple):
    """An array of variables. sizes: one for each dimension; cells: the variables, the last index fastest, None for a
    cell that does not exist.
    """

    sizes: tuple[int, ...]
    cells: list[Expr | None]

    def at(self, indices: Sequence[int]) -> int:
        """Return the place of the cell with these indices, all of which are within the sizes."""
        place = 0
        for index, size in zip(indices, self.sizes, strict=True):
            place = place * size + index
        return place


class CellBox(NamedTuple):
    """The cells that a compact form names. ranges: the indices in each dimension; open: the dimensions whose brackets
    are empty or a range.
    """

    array: VariableArray
    ranges: list[range]
    open: list[int]


class DeclaredVariables:
    """The variables of an instance. terms: each variable and each cell, by its name; arrays: by name."""

    def __init__(self, model: Model) -> None:
        self._model = model
        self.terms: dict[str, Expr] = {}
        self.arrays: dict[str, VariableArray] = {}
        self._by_id: dict[str, Element] = {}

    def declare(self, elements: Sequence[Element]) -> None:
        """Declare all variables, in order, given the elements of `<variables>`. Raises Wrong."""
        for element in elements:
            for each in (element, *element.children):
                _check_attributes(each)
                if each.attributes.get("id"):
                    self._note(each)
        for element in elements:
            if element.name == "var":
                self._variable(element)
            else:
                self._array(element)

    def _note(self, element: Element) -> None:
        name = element.attribute("id")
        if not NAME.fullmatch(name):
            raise element.wrong(f"{shown(name)} cannot be an id; expected a letter, then letters, digits, _", "id")
        if name in self._by_id:
            raise element.wrong(f"{shown(name)} is declared twice", "id")
        self._by_id[name] = element

    def _content(self, element: Element) -> Element:
        """Return the element that has the content of an element: the element itself, or another, named by the attribute
        `as`.
        """
        seen = {id(element)}
        while "as" in element.attributes:
            name = element.attributes["as"]
            if name not in self._by_id:
                raise Unknown(element.spot("as"), f"unknown id {shown(name)}", self._by_id)
            element, before = self._by_id[name], element
            if id(element) in seen:
                raise before.wrong(f"{shown(name)} has itself as its content", "as")
            seen.add(id(element))
        return element

    def _variable(self, element: Element) -> None:
        name = element.attribute("id")
        self.terms[name] = self._model.int(name, domain_of(self._text(element)))

    def _text(self, element: Element) -> Element:
        """Return the element whose text is the domain of `element`. Raises Wrong for an element with children."""
        content = self._content(element)
        if content.children:
            child = content.children[0]
            raise child.wrong(f"<{child.name}> in <{content.name}>; expected integers and ranges, such as 0..5 7")
        return content

    def _array(self, element: Element) -> None:
        name, sizes = element.attribute("id"), _sizes(element)
        content = self._content(element)
        mixed = bool(content.children)
        domains = self._mixed(content, sizes) if mixed else [domain_of(content)] * prod(sizes)
        places = ("".join([f"[{index}]" for index in indices]) for indices in product(*map(range, sizes)))
        cells: list[Expr | None] = []
        for place, domain in zip(places, domains, strict=True):
            cells.append(None if domain is None else self._model.int(name + place, domain))
            if domain is not None:
                self.terms[name + place] = cells[-1]  # type: ignore[assignment]
        self.arrays[name] = VariableArray(sizes, cells)

    def _mixed(self, content: Element, sizes: tuple[int, ...]) -> list[Domain | None]:
        """Return the domain of each cell, None for a cell that no `<domain>` covers."""
        array = VariableArray(sizes, [])
        domains: list[Domain | None] = [None] * prod(sizes)
        for child in content.children:
            if child.name != "domain":
                raise child.wrong(f"expected <domain>, found <{child.name}>")
            domain = domain_of(self._text(child))
            for place, spot in _covered(child, content.attributes.get("id", ""), array, domains):
                if domains[place] is not None:
                    raise Wrong(spot, "this cell has a domain already")
                domains[place] = domain
        return domains

    def domain(self, variable: Expr) -> Domain:
        """Return the domain of a variable."""
        return self._model.ints[variable.args[0]]

    def named(self, word: str, spot: XmlSpot) -> list[Expr]:
        """Return the variables that a word names: one variable, one cell, or the cells of a compact form. Raises
        Wrong.
        """
        if word in self.terms:
            return [self.terms[word]]
        found = []
        array, ranges, _ = self.box(word, spot)
        for indices in product(*ranges):
            cell = array.cells[array.at(indices)]
            if cell is None:
                inside = "".join(f"[{index}]" for index in indices)
                raise Wrong(spot, f"there is no cell {inside} in {shown(word)}: no <domain> covers it")
            found.append(cell)
        return found

    def box(self, word: str, spot: XmlSpot) -> CellBox:
        """Return the cells that a word with brackets names. Raises Wrong."""
        match = CELLS.fullmatch(word)
        if match is None or match[1] not in self.arrays:
            raise self._unknown(word, match[1] if match else "", spot)
        array = self.arrays[match[1]]
        ranges, opened = _ranges(match[2], array.sizes, spot)
        return CellBox(array, ranges, opened)

    def _unknown(self, word: str, name: str, spot: XmlSpot) -> Wrong:
        if word in self.arrays:
            brackets = "[]" * len(self.arrays[word].sizes)
            return Wrong(spot, f"{word} is an array; expected {word}{brackets} for all of its variables")
        if name in self.terms:
            return Wrong(spot, f"{name} is a variable, not an array")
        if not name and not NAME.fullmatch(word):
            return Wrong(spot, f"expected a variable or an integer, found {shown(word)}")
        known = (*self.arrays, *self.terms)
        return Unknown(spot, f"unknown {'array' if name else 'variable'} {shown(name or word)}", known)


def _check_attributes(element: Element) -> None:
    if element.name not in ATTRIBUTES:
        raise NotHere(element.spot(""), f"<{element.name}> is not supported; expected <var> or <array>")
    kind = element.attributes.get("type", "integer")
    if kind != "integer":
        raise NotHere(element.spot("type"), f"variables of type {kind} are not supported; expected integers")
    if element.attributes.get("startIndex", "0").strip() != "0" and element.name == "array":
        raise NotHere(element.spot("startIndex"), "arrays from another index than 0 are not supported; expected 0")
    for name in element.attributes:
        if name not in ATTRIBUTES[element.name]:
            raise NotHere(element.spot(name), f"the attribute {name} of <{element.name}> is not supported")


def _sizes(element: Element) -> tuple[int, ...]:
    text = element.attribute("size")
    found = [integer(size) for size in BRACKETS.findall(text)]
    if BRACKETS.sub("", text).strip() or not found or None in found:
        raise element.wrong(f"expected a size for each dimension, such as [3][4], found {shown(text)}", "size")
    sizes = tuple(size for size in found if size is not None)
    if min(sizes) < 1 or prod(sizes) > MOST_CELLS:
        raise element.wrong(f"expected sizes from 1 on, and at most {MOST_CELLS} cells in all", "size")
    return sizes


def _covered(
    domain: Element, name: str, array: VariableArray, domains: Sequence[Domain | None]
) -> Iterator[tuple[int, XmlSpot]]:
    """Yield the places of the cells that a `<domain>` is for, with the spot of the word that names them.

    name: of the array. domains: of the cells so far.
    """
    text = domain.attribute("for")
    if text.strip() == "others":
        yield from ((place, domain.spot("for")) for place, known in enumerate(domains) if known is None)
        return
    for word in WORD.finditer(text):
        spot = XmlSpot(domain, word.start(), word[0], "for")
        match = CELLS.fullmatch(word[0])
        if match is None or match[1] != name:
            raise Wrong(spot, f"expected cells of {name}, such as {name}{'[0]' * len(array.sizes)}, or others")
        ranges, _ = _ranges(match[2], array.sizes, spot)
        yield from ((array.at(indices), spot) for indices in product(*ranges))


def _ranges(brackets: str, sizes: tuple[int, ...], spot: XmlSpot) -> tuple[list[range], list[int]]:
    """Return the indices that each pair of brackets names, and the dimensions whose pair is empty or has a range.

    sizes: of the array, one for each dimension.
    """
    inner = BRACKETS.findall(brackets)
    if len(inner) != len(sizes):
        raise Wrong(spot, f"expected {len(sizes)} pairs of brackets, found {len(inner)}")
    ranges, opened = [], []
    for at, (text, size) in enumerate(zip(inner, sizes, strict=True)):
        first, dots, last = text.partition("..")
        low, high = integer(first or "0"), integer(last or (str(size - 1) if not text else first))
        if low is None or high is None or (dots and not (first and last)):
            raise Wrong(spot, f"expected an index or a range of indices in brackets, found {shown(text)}")
        if not 0 <= low <= high < size:
            raise Wrong(spot, f"index {numbers.cut(high if low <= high else low)} is outside 0..{size - 1}")
        ranges.append(range(low, high + 1))
        if dots or not text:
            opened.append(at)
    return ranges, opened
