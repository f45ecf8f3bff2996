"""The numbers that an instance states of its parts, such as `nbTuples="7"`, against the parts that are there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from ...base.numbers import cut, shortened
from ...model.domain import Domain
from .values import integer
from .xml_elements import RECORD, SECTION, Element, XmlSpot

STATED = {
    "domains": "nbDomains",
    "variables": "nbVariables",
    "relations": "nbRelations",
    "predicates": "nbPredicates",
    "functions": "nbFunctions",
    "constraints": "nbConstraints",
}  # attributes of sections by the names of the sections


class StatedCounts:
    """The stated and the real numbers of the parts of an instance.  domains: by name, of the elements so far."""

    def __init__(self, domains: Mapping[str, Domain]):
        self._domains = domains
        self._sections: dict[str, Element] = {}
        self._records: Counter[str] = Counter()
        self._wrong: dict[str, tuple[Element, int]] = {}

    def take(self, element: Element) -> None:
        """Enter an element that has been read without a fault."""
        if element.depth == SECTION:
            self._sections[element.name] = element
        elif element.depth == RECORD:
            self._records[element.inside] += 1
            if element.name == "relation":
                self._compare(element, "nbTuples", element.text.count("|") + 1 if element.text.strip() else 0)
            elif element.name == "domain" and "nbValues" in element.attributes:
                self._compare(element, "nbValues", self._domains[element.attributes["name"]].size())

    def faults(self) -> Iterator[tuple[str, XmlSpot]]:
        """Yield a sentence, and its place, for the first wrong number of each attribute."""
        for name, section in self._sections.items():
            if name in STATED:
                self._compare(section, STATED[name], self._records[name])
        for attribute, (element, found) in self._wrong.items():
            stated = shortened(element.attributes[attribute])
            yield f'{attribute}="{stated}", but there are {cut(found)}; the file may be cut', element.spot(attribute)

    def _compare(self, element: Element, attribute: str, found: int) -> None:
        """Keep the element if its attribute states another number than `found`, and no earlier element does so."""
        if attribute in element.attributes and integer(element.attributes[attribute].strip()) != found:
            self._wrong.setdefault(attribute, (element, found))
