"""Groups and slides: a template of a constraint with parameters, and the arguments for them."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from ..base.sexpr import shown
from ..base.wrong import Wrong
from ..xcsp21.values import integer
from ..xcsp21.xml_elements import Element, XmlSpot
from .registry import core_constraint
from .texts import ConstraintTexts, GroupArguments, SequenceItem

PARAMETERS = re.compile(r"%(\d{1,6})(?!\d)", re.ASCII)
MOST_ITEMS = 10_000  # of a window, from one list
Require = Callable[[Element, Element], None]  # takes a constraint and the element to blame


def highest(template: Element) -> int:
    """Return the number of the highest parameter in the texts of a template, -1 if there is none."""
    numbers = map(int, PARAMETERS.findall(template.text))
    return max((*numbers, *(highest(child) for child in template.children)), default=-1)


def _template(element: Element, at: int) -> Element:
    """Return the child number `at`, which must be a constraint. Raises Wrong."""
    if at >= len(element.children):
        raise Wrong(XmlSpot(element), f"{element.name}: expected a constraint as its template")
    template = element.children[at]
    core_constraint(template)
    return template


def read_group(element: Element, texts: ConstraintTexts, require: Require) -> None:
    """Require the template of a group for each of its arguments. Raises Wrong."""
    template = _template(element, 0)
    rest = highest(template) + 1
    if len(element.children) < 2:
        raise Wrong(XmlSpot(element), "group: expected <args> after the template")
    for args in element.children[1:]:
        if args.name != "args":
            raise Wrong(XmlSpot(args), f"group: expected <args>, found <{args.name}>")
        texts.arguments = None
        texts.arguments = GroupArguments(texts.items(args), rest)
        require(template, args)


def read_slide(element: Element, texts: ConstraintTexts, require: Require) -> None:
    """Require the template of a slide for each window of its lists. Raises Wrong."""
    lists = [child for child in element.children if child.name == "list"]
    template = _template(element, len(lists))
    if not lists or element.children[: len(lists)] != lists or len(element.children) > len(lists) + 1:
        raise Wrong(XmlSpot(element), "slide: expected one or several <list>, then one constraint")
    number = highest(template) + 1
    if not 0 < number <= MOST_ITEMS:
        raise Wrong(XmlSpot(template), f"slide: expected parameters from %0 to %{MOST_ITEMS - 1} in the template")
    rows: list[Sequence[SequenceItem]] = [texts.items(each) for each in lists]
    steps = [_positive(each, "offset", 1) for each in lists]
    widths = [_positive(each, "collect", number if len(lists) == 1 else 1) for each in lists]
    is_circular = element.attributes.get("circular", "false") == "true"
    for window in _windows(rows, steps, widths, is_circular, element):
        texts.arguments = GroupArguments(window, number)
        require(template, element)


def _positive(part: Element, name: str, default: int) -> int:
    value = integer(part.attributes.get(name, str(default)))
    if value is None or not 1 <= value <= MOST_ITEMS:
        found = shown(part.attributes.get(name, ""))
        raise part.wrong(f"expected an integer from 1 to {MOST_ITEMS}, found {found}", name)
    return value


def _windows(
    rows: Sequence[Sequence[SequenceItem]],
    steps: Sequence[int],
    widths: Sequence[int],
    circular: bool,
    element: Element,
) -> Iterator[list[SequenceItem]]:
    """Yield the items of each window.

    rows: the items of each list. steps, widths: for each list the distance of two windows, and the number of items in
    a window. circular: whether windows go on at the begin of the list. Raises Wrong at the place of `element`.
    """
    number = 0
    length = len(rows[0])
    while number * steps[0] < length if circular else number * steps[0] + widths[0] <= length:
        window: list[SequenceItem] = []
        for row, step, width in zip(rows, steps, widths, strict=True):
            places = range(number * step, number * step + width)
            if not circular and places.stop > len(row):
                raise Wrong(XmlSpot(element), "slide: a later <list> is too short for the windows of the first one")
            window += [row[place % len(row)] for place in places]
        yield window
        number += 1
