"""The elements of an XCSP3 instance, each of which adds to the model."""

from __future__ import annotations

from ...model.expr import Expr
from ...model.model import Model, Origin
from ..base.sexpr import shown
from ..base.wrong import NotHere, Unknown, Wrong
from ..xcsp21.xml_elements import ROOT, SECTION, Element, XmlSpot
from .constraint_text import ConstraintText
from .groups import read_group, read_slide
from .objectives import objective_of
from .operators import XcspOperators
from .registry import check_parts, core_constraint
from .texts import ConstraintTexts
from .variables import DeclaredVariables

SECTIONS = ("variables", "constraints", "objectives", "annotations")
FREE = ("annotations",)  # what is in it does not matter
BRACKETS = ("block",)
KINDS = ("CSP", "COP")
PLAIN = {"id", "class", "note"}
OF_CONTAINERS = {"group": PLAIN, "slide": {*PLAIN, "circular"}}


class Xcsp3Instance:
    """A reader of the elements of an instance, and the model so far."""

    def __init__(self) -> None:
        self.model = Model(about={"language": "xcsp3"})
        self._variables = DeclaredVariables(self.model)
        self._texts = ConstraintTexts(self._variables, XcspOperators(self.model.ints))
        self._waiting: list[Element] = []  # the elements of <variables>, which may refer to later ones
        self._section = ""
        self._seen: list[str] = []
        self._by_id: dict[str, Element] = {}
        self._name = ""  # of the group or slide that is being read

    def take(self, element: Element) -> None:
        """Add the content of an element. Raises Wrong."""
        if element.depth == ROOT:
            _check_root(element)
        elif element.depth == SECTION:
            self._begin(element)
        elif self._section == "variables":
            self._waiting.append(element)
        elif self._section == "constraints":
            self._content(element)
        else:
            self._objective(element)

    def finish(self) -> None:
        """Complete the model after the last element. Raises Wrong."""
        self._declare()
        sizes = {name: list(array.sizes) for name, array in self._variables.arrays.items()}
        if sizes:
            self.model.about["arrays"] = sizes

    def _begin(self, element: Element) -> None:
        """Begin a section, or a block of constraints."""
        if element.name in BRACKETS and self._section == "constraints":
            return
        if element.name not in SECTIONS:
            raise NotHere(XmlSpot(element), f"<{element.name}> is not supported; expected one of {', '.join(SECTIONS)}")
        if self._seen and SECTIONS.index(element.name) <= SECTIONS.index(self._seen[-1]):
            raise element.wrong(f"<{element.name}> cannot stand after <{self._seen[-1]}>")
        if self._section == "variables":
            self._declare()
        self._seen.append(element.name)
        self._section = element.name

    def _declare(self) -> None:
        self._variables.declare(self._waiting)
        self._waiting = []

    def _objective(self, element: Element) -> None:
        if self.model.objective is not None:
            raise NotHere(XmlSpot(element), "a second objective is not supported; expected one")
        try:
            self.model.objective = objective_of(element, self._texts)
        except Wrong as wrong:
            wrong.item = wrong.item or XmlSpot(element)
            raise
        finally:
            self._texts.forget()

    def _content(self, element: Element) -> None:
        """Require a constraint, a group or a slide."""
        self._fill(element)
        try:
            if element.name in OF_CONTAINERS:
                self._container(element)
            else:
                self._require(element, element)
        finally:
            self._texts.arguments = None
            self._texts.forget()

    def _container(self, element: Element) -> None:
        for name in element.attributes:
            if name not in OF_CONTAINERS[element.name]:
                raise NotHere(element.spot(name), f"the attribute {name} of <{element.name}> is not supported")
        self._name = _name(element)
        read = read_group if element.name == "group" else read_slide
        read(element, self._texts, self._require)
        self._name = ""

    def _fill(self, element: Element) -> None:
        """Note the children with an id, and give those with `as` the text of the earlier child of that id."""
        for child in element.children:
            self._fill(child)
            if "id" in child.attributes:
                self._by_id[child.attributes["id"]] = child
            if "as" in child.attributes:
                name = child.attributes["as"]
                if name not in self._by_id:
                    raise Unknown(child.spot("as"), f"unknown id {shown(name)}", self._by_id)
                child.text, child.children = self._by_id[name].text, self._by_id[name].children

    def _require(self, element: Element, blamed: Element) -> None:
        """Require a constraint. blamed: the element at whose place it stands: itself, or its arguments."""
        try:
            formula = self._formula(element)
        except Wrong as wrong:
            if blamed is not element and not isinstance(wrong, NotHere):
                wrong.message = f"{wrong.message} (with these arguments)"
                wrong.item = XmlSpot(blamed)
            wrong.item = wrong.item or XmlSpot(element)
            raise
        name = _name(element) or self._name
        self.model.add(formula, Origin("text", blamed.line, blamed.column, name=name))

    def _formula(self, element: Element) -> Expr:
        form = core_constraint(element)
        check_parts(form, element)
        return form.read(ConstraintText(element, self._texts))


def _name(element: Element) -> str:
    """Return the name of a constraint or of a group: its note, or its id; '' for none."""
    return " ".join((element.attributes.get("note") or element.attributes.get("id") or "").split())


def _check_root(element: Element) -> None:
    if element.name != "instance":
        raise element.wrong(f"expected <instance>, found <{element.name}>")
    form, kind = element.attribute("format"), element.attributes.get("type", "CSP")
    if not form.upper().replace(" ", "").startswith("XCSP3"):
        raise element.wrong(f"the format {shown(form)} is not supported; expected XCSP3", "format")
    if kind not in KINDS:
        raise NotHere(element.spot("type"), f"instances of type {shown(kind)} are not supported; expected CSP or COP")
