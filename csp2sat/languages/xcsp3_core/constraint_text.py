"""An XCSP3 constraint as its family reads it: its children and attributes, with the texts in them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from ...model.domain import Domain
from ...model.expr import Expr
from ..base.sexpr import shown
from ..base.wrong import Wrong
from ..xcsp21.values import integer
from ..xcsp21.xml_elements import Element, XmlSpot
from .texts import ConstraintTexts, XcspCondition


class ConstraintText:
    """A constraint that is being read: its element, and what reads its texts."""

    def __init__(self, element: Element, texts: ConstraintTexts):
        self.element, self.texts = element, texts

    @property
    def name(self) -> str:
        return self.element.name

    def wrong(self, message: str, part: Element | None = None) -> Wrong:
        """Return the error that the constraint, or a part of it, is wrong."""
        return Wrong(XmlSpot(part or self.element), f"{self.name}: {message}")

    # parts

    def find(self, name: str) -> Element | None:
        """Return the child of that name, or None."""
        return self.element.child(name)

    def part(self, name: str) -> Element:
        """Return the child of that name. Raises Wrong if there is none."""
        found = self.element.child(name)
        if found is None:
            raise self.wrong(f"<{name}> expected")
        return found

    def all(self, name: str) -> list[Element]:
        """Return all children of that name."""
        return [child for child in self.element.children if child.name == name]

    def main(self) -> Element:
        """Return the `<list>`, or the constraint itself if it has no children and its text is the list."""
        return self.part("list") if self.element.children else self.element

    def variables(self) -> list[Expr | int]:
        """Return the terms of the main list."""
        return self.texts.terms(self.main())

    def terms(self, name: str, number: int | None = None) -> list[Expr | int]:
        """Return the terms of a part. Raises Wrong if there are not `number` of them (None: any number)."""
        part = self.part(name)
        found = self.texts.terms(part)
        self.check_number(found, number, part)
        return found

    def integers(self, name: str, number: int | None = None) -> list[int]:
        """Return the integers of a part. Raises Wrong if there are not `number` of them (None: any number)."""
        part = self.part(name)
        found = self.texts.integers(part)
        self.check_number(found, number, part)
        return found

    def check_number(self, found: Sequence[object], number: int | None, part: Element) -> None:
        """Raise Wrong if `found`, the items of a part, are not as many as expected (None: any number but 0)."""
        if number is None and not found:
            raise self.wrong(f"<{part.name}> is empty", part)
        if number is not None and len(found) != number:
            raise self.wrong(f"expected {number} items in <{part.name}>, found {len(found)}", part)

    def term(self, name: str) -> Expr | int:
        """Return the only term of a part."""
        return self.terms(name, 1)[0]

    def condition(self) -> XcspCondition:
        """Return the condition of the constraint."""
        return self.texts.condition(self.part("condition"))

    def rows(self) -> list[list[Expr | int]]:
        """Return the terms of each `<list>`. Raises Wrong unless there are two or more, of the same length."""
        lists = self.all("list")
        rows = [self.texts.terms(each) for each in lists]
        for row, part in zip(rows, lists, strict=True):
            self.check_number(row, len(rows[0]), part)
        if len(rows) < 2:
            raise self.wrong("expected several <list>")
        return rows

    def except_values(self) -> Domain:
        """Return the values of `<except>`: the empty set if there is none."""
        part = self.find("except")
        return Domain.of(self.texts.integers(part)) if part else Domain([])

    def members(self, part: Element) -> tuple[Domain, list[Expr]]:
        """Return the integers and intervals of a part as a set, and its variables."""
        items = self.texts.items(part)
        self.check_number(items, None, part)
        ranges = [(each.start, each.stop - 1) for each in items if isinstance(each, range)]
        ranges += [(each, each) for each in items if isinstance(each, int)]
        return Domain(ranges), [each for each in items if isinstance(each, Expr)]

    def values_of(self, terms: Sequence[Expr | int]) -> Domain:
        """Return the union of the domains of the terms. Raises Wrong for an expression."""
        found: list[tuple[int, int]] = []
        for term in terms:
            if isinstance(term, int) or term.op != "int":
                raise Wrong(None, f"{self.name}: expected variables, or a list of values")
            found += self.texts.variables.domain(term).ranges
        return Domain(found)

    # attributes

    def flag(self, part: Element, name: str) -> bool:
        """Return whether an attribute of a part is `true`; it is false if missing."""
        value = part.attributes.get(name, "false")
        if value not in ("true", "false"):
            raise part.wrong(f"expected true or false, found {shown(value)}", name)
        return value == "true"

    def start(self, part: Element, name: str = "startIndex") -> int:
        """Return the index from which a part counts, 0 if it says nothing."""
        value = integer(part.attributes.get(name, "0"))
        if value is None:
            raise part.wrong(f"expected an integer, found {shown(part.attributes[name])}", name)
        return value

    def rank(self, part: Element) -> str:
        """Return the attribute `rank` of a part: any, first or last."""
        value = part.attributes.get("rank", "any")
        if value not in ("any", "first", "last"):
            raise part.wrong(f"expected any, first or last, found {shown(value)}", "rank")
        return value


class CoreConstraint(NamedTuple):
    """A constraint of XCSP3-core. read: makes its formula. parts: the names of its children; a `*` after a name means
    that several children may have the name. attributes: of the constraint itself.
    """

    read: Callable[[ConstraintText], Expr]
    parts: str
    attributes: str = ""


def core_form(usage: str, read: Callable[[ConstraintText], Expr], attributes: str = "") -> tuple[str, CoreConstraint]:
    """Return the name and the form of a constraint. usage: its name, a colon, and the names of its children. read,
    attributes: as in CoreConstraint.
    """
    name, _, parts = usage.partition(": ")
    return name, CoreConstraint(read, parts, attributes)
