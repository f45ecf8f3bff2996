"""XCSP 2.1: constraint problems in XML, in its abridged notation, with relations, predicates and global constraints.

    <instance>
      <domains> <domain name="D">1..3 7</domain> ..
      <variables> <variable name="X" domain="D"/> ..
      <relations> <relation name="R" arity="2" semantics="supports">1 2|2 3</relation> ..
      <predicates> <predicate name="P"> <parameters>int A int B</parameters>
        <expression><functional>ne(A,add(B,1))</functional></expression> </predicate> ..
      <constraints> <constraint name="C" scope="X Y" reference="R"/> ..

`semantics="soft"` and functions make a WCSP, `<presentation type="MAX-CSP">` makes all constraints soft. A wrong number
of elements (`nbDomains`) is a warning.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ..base.interpreter import CollectorOff
from ..base.source import Source
from ..errors import InputError, Unsupported
from ..model.model import Answer, Model
from . import xcsp3
from .base.value_lines import DeclaredNames
from .spec import Answers, Language

if TYPE_CHECKING:
    from .base.forms import ConstraintForm

FIRST = re.compile(r"\s*+(?:<!--(?>.*?-->)\s*+)*+<(?:\?xml|!DOCTYPE\s+instance|instance)[\s>/]", re.DOTALL)


def fits(text: str) -> bool:
    """Whether a text begins like XML, or with an instance, whose format is not XCSP3."""
    return FIRST.match(text) is not None and not xcsp3.fits(text)


def read(source: Source) -> Model:
    """Read an XCSP instance as a model. Raises InputError, with the place, if the instance is wrong or not complete."""
    from .base.wrong import NotHere, Wrong
    from .xcsp21.instance import FREE, XcspInstance
    from .xcsp21.stated_counts import StatedCounts
    from .xcsp21.xml_elements import XmlSpot, elements

    instance = XcspInstance()
    counts = StatedCounts(instance.domains)
    try:
        with CollectorOff():
            for element in elements(source, FREE):
                instance.take(element)
                counts.take(element)
    except Wrong as wrong:
        assert isinstance(wrong.item, XmlSpot)
        kind = Unsupported if isinstance(wrong, NotHere) else InputError
        raise kind(wrong.message + wrong.hint(), source.place(wrong.item.offset(source.text))) from None
    if missing := instance.lacks():
        raise source.error(f"expected <{missing}> before the end of the instance", len(source.text.rstrip()))
    for message, spot in counts.faults():
        place = source.place(spot.offset(source.text))
        source.warn_at(message, place)
    instance.finish()
    return instance.model


def forms() -> Mapping[str, ConstraintForm]:
    """Return the forms in which XCSP writes constraints, by their names."""
    from .xcsp21.globals import FORMS

    return FORMS


def row(declared: DeclaredNames, answer: Answer) -> str:
    """Return a `v` line with the values of all integer variables in order of declaration, hidden names included."""
    return " ".join(("v", *(str(answer.ints[name]) for name in declared.ints))) + "\n"


LANGUAGE = Language("xcsp", (".xml",), fits, read, forms, Answers(row=row, line=row), example="<instance> of XCSP 2.1")
