"""XCSP3, the format of the yearly competition of constraint solvers: its core, satisfaction and optimization.

    <instance format="XCSP3" type="CSP">
      <variables> <array id="x" size="[3]"> 0..2 </array> </variables>
      <constraints>
        <allDifferent> x[] </allDifferent>
        <group> <intension> lt(%0,%1) </intension> <args> x[0] x[1] </args> <args> x[1] x[2] </args> </group>
      </constraints>
    </instance>

Constraints and operators outside of XCSP3-core are refused by name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..base.interpreter import CollectorOff
from ..base.source import Source
from ..errors import InputError, Unsupported
from ..model.model import Answer, Model
from .base.value_lines import DeclaredNames, Printed
from .spec import Answers, Language

FIRST = re.compile(
    r"\s*+(?:<\?xml(?>.*?\?>)\s*+)?(?:<!--(?>.*?-->)\s*+)*+(?:<!DOCTYPE[^>]*+>\s*+)?(?:<!--(?>.*?-->)\s*+)*+"
    r"<instance\s[^>]*?\bformat\s*=\s*[\"']\s*XCSP ?3",
    re.DOTALL | re.IGNORECASE,
)
COMPETITION = re.compile(r"[cdov](?:[ \t]+(?![=:\s])|[ \t]*$)|s[ \t]+(?=[A-Z])|s[ \t]*$")
NO_SOLUTION = re.compile(r"(?m)^s[ \t]+UN[A-Z]")


def fits(text: str) -> bool:
    """Whether a text begins with an instance whose format is XCSP3."""
    return FIRST.match(text) is not None


def read(source: Source) -> Model:
    """Read an XCSP3 instance as a model. Raises InputError, with the place, if the instance is wrong or not
    complete.
    """
    from .base.wrong import NotHere, Wrong
    from .xcsp3_core.instance import BRACKETS, FREE, Xcsp3Instance
    from .xcsp21.xml_elements import XmlSpot, elements

    instance = Xcsp3Instance()
    try:
        with CollectorOff():
            for element in elements(source, FREE, BRACKETS, doctype=False):
                instance.take(element)
            instance.finish()
    except Wrong as wrong:
        assert isinstance(wrong.item, XmlSpot)
        kind = Unsupported if isinstance(wrong, NotHere) else InputError
        raise kind(wrong.message + wrong.hint(), source.place(wrong.item.offset(source.text))) from None
    return instance.model


def _line(declared: DeclaredNames, answer: Answer) -> str:
    from .xcsp3_core.answers import instantiation_line

    return instantiation_line(declared, answer)


def _status(status: str, solution: str) -> str:
    from .xcsp3_core.answers import with_status

    return with_status(status, solution)


def _solutions(source: Source, model: Model) -> Iterator[Printed]:
    from .xcsp3_core.instantiations import read_instantiations

    return read_instantiations(source, model)


def _is_own(text: str) -> bool:
    """Whether a text has an element, a status without a solution, or nothing but the lines of the competition; `s 3` is
    a value of a variable s.
    """
    if "<" in text or NO_SOLUTION.search(text):
        return True
    return all(map(COMPETITION.match, filter(str.strip, text.splitlines())))


ANSWERS = Answers(row=_line, line=_line, status=_status, solutions=_solutions, is_own=_is_own)
LANGUAGE = Language(
    "xcsp3",
    (".xml",),
    fits,
    read,
    dict,
    ANSWERS,
    example='<instance format="XCSP3" type="CSP">',
    equality="<intension> eq(TERM,VALUE) </intension>",
)
