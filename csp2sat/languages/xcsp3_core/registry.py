"""The constraints of XCSP3-core by name, with the parts that they may have, and the names of constraints that are
outside of the core.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ..base.wrong import NotHere, Unknown, Wrong
from ..xcsp21.xml_elements import Element, XmlSpot
from .constraint_text import CoreConstraint
from .families import automata, comparison, connection, counting, generic, packing

CORE: Mapping[str, CoreConstraint] = {
    **generic.FAMILY,
    **automata.FAMILY,
    **comparison.FAMILY,
    **counting.FAMILY,
    **connection.FAMILY,
    **packing.FAMILY,
}
OUTSIDE = """
    smart adhoc grammar allDistant allIntersecting seqbin stretch balance spread deviation sumCosts range roots
    partition permutation flow nCircuits path nPaths tree nTrees arbo nArbos nCliques refutation
    and or not xor iff ifThen ifThenElse
"""
FULL = frozenset(OUTSIDE.split())
ANYWHERE = {"id", "class", "note", "as"}
OF_PARTS = {
    "list": {"startIndex"},
    "index": {"rank"},
    "values": {"closed", "covered"},
    "matrix": {"startRowIndex", "startColIndex"},
    "conditions": {"startIndex"},
    "limits": {"startIndex"},
    "loads": {"startIndex"},
}
TAG = re.compile(r"<[^<>]*/>")


def core_constraint(element: Element) -> CoreConstraint:
    """Return the constraint that an element names. Raises NotHere if it is one of full XCSP3, and Unknown for any other
    name.
    """
    if element.name in CORE:
        return CORE[element.name]
    spot = XmlSpot(element, text=element.name)
    if element.name in FULL:
        raise NotHere(spot, f"the constraint {element.name} is not supported: it is outside of XCSP3-core")
    raise Unknown(spot, f"unknown constraint <{element.name}>", CORE)


def check_parts(form: CoreConstraint, element: Element) -> None:
    """Raise Wrong for a child or an attribute that the constraint does not have, and for a text beside children."""
    _check_names(element, {*ANYWHERE, *form.attributes.split()})
    if element.children and not TAG.sub("", element.text).isspace() and TAG.sub("", element.text):
        raise element.wrong(f"{element.name}: text beside the elements in it")
    parts = form.parts.replace("*", "").split()
    seen: set[str] = set()
    for child in element.children:
        if child.name not in parts:
            expected = ", ".join(f"<{part}>" for part in parts) or "a text"
            message = f"{element.name}: <{child.name}> is not supported; expected {expected}"
            raise NotHere(XmlSpot(child), message)
        if child.name in seen and f"{child.name}*" not in form.parts.split():
            raise Wrong(XmlSpot(child), f"{element.name}: a second <{child.name}>")
        seen.add(child.name)
        _check_names(child, ANYWHERE | OF_PARTS.get(child.name, set()))


def _check_names(element: Element, known: set[str]) -> None:
    for name in element.attributes:
        if name not in known:
            raise NotHere(element.spot(name), f"the attribute {name} of <{element.name}> is not supported")
