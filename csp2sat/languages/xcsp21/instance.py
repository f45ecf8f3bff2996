"""The elements of an XCSP instance: each adds to the model, or to the declarations that later elements refer to."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...base import numbers
from ...escaping import name_fault
from ...model.constraint import Relation
from ...model.domain import Domain
from ...model.expr import Expr
from ...model.model import Model, Origin
from ...model.ops import FORMULA, TERM
from ..base.forms import ConstraintForm
from ..base.sexpr import shown
from ..base.wrong import Unknown, Wrong
from .functional import ExprTemplate, template_of
from .globals import PREFIX, Globals, global_of
from .values import WORD, CostConstraints, SoftRelation, cost_attribute, domain_of, integer, relation_of
from .xml_elements import ROOT, SECTION, Element, XmlSpot

Reference = Relation | SoftRelation | ExprTemplate
ONLY_IN_XCSP3 = ("var", "array", "intension", "extension", "allDifferent", "sum", "group", "block")
NOTATIONS = ("infix", "postfix", "postfixExpression", "prefix", "mathml", "math")
INSIDE = {  # what may be in an element; a text is in all others
    "variable": (),
    "predicate": ("parameters", "expression"),
    "function": ("parameters", "expression"),
    "expression": ("functional", *NOTATIONS),
    "constraint": ("parameters",),
}
FREE = ("presentation",)  # what is in it does not matter


class XcspInstance:
    """A reader of the elements of an instance, with the model and the domains by their names so far."""

    def __init__(self) -> None:
        self.model = Model(about={"language": "xcsp"})
        self.domains: dict[str, Domain] = {}
        self._variables: dict[str, Expr] = {}
        self._targets: dict[str, Reference] = {}
        self._globals = Globals(self._variables)
        self._costs = CostConstraints(self.model)
        self._all_soft = False
        self._seen: set[str] = set()

    def take(self, element: Element) -> None:
        """Add the content of an element. Raises Wrong."""
        if element.depth == ROOT:
            self._root(element)
        elif element.depth == SECTION:
            self._section(element)
        else:
            expected, read = _SECTIONS[element.inside]
            if element.name != expected:
                newer = (
                    '; an XCSP3 instance begins with <instance format="XCSP3" ...>'
                    if element.name in ONLY_IN_XCSP3
                    else ""
                )
                raise element.wrong(f"expected <{expected}>, found <{element.name}>{newer}")
            _check_inside(element)
            read(self, element)

    def finish(self) -> None:
        """Put the sum of the costs into the model, after the last element."""
        self._costs.finish()

    def lacks(self) -> str:
        """Return the name of a required section that is missing, or '' if none is."""
        return next((name for name in ("variables", "constraints") if name not in self._seen), "")

    def _root(self, element: Element) -> None:
        if element.name != "instance":
            raise element.wrong(f"expected <instance>, found <{element.name}>")
        version = element.attributes.get("format", "")
        if version.upper().replace(" ", "").startswith("XCSP3"):
            raise element.wrong("this is XCSP3; expected XCSP 2.1, or --from xcsp3", "format")

    def _section(self, element: Element) -> None:
        self._seen.add(element.name)
        if element.name == "presentation":
            self._presentation(element)
        elif element.name not in _SECTIONS:
            known = ", ".join(("presentation", *_SECTIONS))
            raise element.wrong(f"<{element.name}> is not supported; expected one of {known}")
        elif element.name == "constraints":
            initial, maximal = cost_attribute(element, "initialCost"), cost_attribute(element, "maximalCost")
            if initial is None and "initialCost" in element.attributes:
                raise element.wrong("the initial cost must be an integer", "initialCost")
            self._costs.limit(initial or 0, maximal, _origin(element))

    def _presentation(self, element: Element) -> None:
        kind = element.attributes.get("type", "CSP")
        name = kind.upper().replace("-", "")
        if name not in ("CSP", "MAXCSP", "WCSP"):
            raise element.wrong(
                f"problems of type {shown(kind)} are not supported; expected CSP, MAX-CSP or WCSP", "type"
            )
        self._all_soft = name == "MAXCSP"

    def _domain(self, element: Element) -> None:
        name = element.attribute("name")
        if name in self.domains:
            raise element.wrong(f"domain {shown(name)} is declared twice", "name")
        self.domains[name] = domain_of(element)

    def _variable(self, element: Element) -> None:
        name, domain = element.attribute("name"), element.attribute("domain")
        if not WORD.fullmatch(name) or name[0] in "<[]{}" or integer(name) is not None:
            raise element.wrong(f"{shown(name)} cannot be the name of a variable", "name")
        if fault := name_fault(name):
            raise element.wrong(fault, "name")
        if name in self._variables:
            raise element.wrong(f"variable {shown(name)} is declared twice", "name")
        if domain not in self.domains:
            raise Unknown(element.spot("domain"), f"unknown domain {shown(domain)}", self.domains)
        self._variables[name] = self.model.int(name, self.domains[domain])
        self._globals.declare(name)

    def _declare(self, element: Element, target: Reference) -> None:
        if target.name in self._targets:
            raise element.wrong(f"{element.name} {shown(target.name)} is declared twice", "name")
        self._targets[target.name] = target

    def _constraint(self, element: Element) -> None:
        name = element.attribute("reference")
        spot = element.spot("reference")
        if name.lower().startswith(PREFIX):
            self._require(self._global(element, global_of(name[len(PREFIX) :], spot)), element)
            return
        if name not in self._targets:
            message = f"unknown relation or predicate {shown(name)}; it is declared before the constraints"
            raise Unknown(spot, message, self._targets)
        target = self._targets[name]
        if isinstance(target, ExprTemplate):
            self._apply(target, element)
        else:
            self._relate(target, element)

    def _global(self, element: Element, form: ConstraintForm) -> Expr:
        parameters = element.child("parameters")
        if parameters and parameters.text.strip():
            found = self._globals.read(form, parameters)
            self._check_scope(element, parameters, self._globals.words(parameters.text))
            return found
        return self._globals.of_scope(form, self._scope(element), element)

    def _relate(self, relation: Relation | SoftRelation, element: Element) -> None:
        terms = self._scope(element)
        if len(terms) != relation.arity:
            message = (
                f"relation {shown(relation.name)} has arity {numbers.cut(relation.arity)}; the scope has {len(terms)}"
            )
            raise element.wrong(message, "scope")
        if isinstance(relation, Relation):
            self._require(relation(*terms), element)
        else:
            self._costs.charge_tuples(relation.prices, terms, _origin(element))

    def _apply(self, template: ExprTemplate, element: Element) -> None:
        parameters = element.child("parameters")
        if parameters:
            terms = self._terms(parameters)
            self._check_scope(element, parameters, ((each[0], each.start()) for each in WORD.finditer(parameters.text)))
        else:
            terms = [*self._scope(element)]
        if len(terms) != template.arity:
            message = f"{shown(template.name)} takes {template.arity} parameters, not {len(terms)}"
            raise (parameters or element).wrong(message)
        value = template(terms)
        if template.sort == TERM:
            self._costs.add(value)
        else:
            assert isinstance(value, Expr)
            self._require(value, element)

    def _require(self, formula: Expr, element: Element) -> None:
        if self._all_soft:
            self._costs.charge(1, formula, _origin(element))
        else:
            self.model.add(formula, _origin(element))

    def _check_scope(self, element: Element, parameters: Element, words: Iterable[tuple[str, int]]) -> None:
        """Raise Wrong if the scope of a constraint, unless there is none, lacks a variable of the parameters, or has an
        unknown one.

        words: those of the parameters, each with its offset.
        """
        if "scope" not in element.attributes:
            return
        self._scope(element)
        scope = {*element.attributes["scope"].split()}
        for word, at in words:
            if word in self._variables and word not in scope:
                spot = XmlSpot(parameters, at, word)
                raise Wrong(spot, f"{shown(word)} is not in the scope; expected variables of the scope, and integers")

    def _scope(self, element: Element) -> list[Expr]:
        """Return the variables of a constraint's scope. Raises Wrong for an unknown variable."""
        words = element.attribute("scope")
        try:
            return [self._variables[word] for word in words.split()]
        except KeyError:
            bad = next(word for word in WORD.finditer(words) if word[0] not in self._variables)
        raise self._unknown(XmlSpot(element, bad.start(), bad[0], "scope"))

    def _terms(self, parameters: Element) -> list[Expr | int]:
        """Return the variables and integers that the parameters list. Raises Wrong for any other word."""
        terms: list[Expr | int] = []
        for number, word in enumerate(parameters.text.split()):
            term: Expr | int | None = self._variables.get(word)
            if term is None and (term := integer(word)) is None:
                at = list(WORD.finditer(parameters.text))[number].start()
                raise self._unknown(XmlSpot(parameters, at, word))
            terms.append(term)
        return terms

    def _unknown(self, spot: XmlSpot) -> Wrong:
        return Unknown(spot, f"unknown variable {shown(spot.text)}", self._variables)


_SECTIONS: dict[str, tuple[str, Callable[[XcspInstance, Element], None]]] = {  # the name of elements and what reads one
    "domains": ("domain", XcspInstance._domain),
    "variables": ("variable", XcspInstance._variable),
    "relations": ("relation", lambda self, element: self._declare(element, relation_of(element))),
    "predicates": ("predicate", lambda self, element: self._declare(element, template_of(element, FORMULA))),
    "functions": ("function", lambda self, element: self._declare(element, template_of(element, TERM))),
    "constraints": ("constraint", XcspInstance._constraint),
}


def _origin(element: Element) -> Origin:
    return Origin("text", element.line, element.column)


def _check_inside(record: Element) -> None:
    """Raise Wrong if the record, or an element in it, has a child that it may not have, or has a text although only
    elements, or nothing, may be there.
    """
    pending = [record]
    while pending:
        element = pending.pop()
        if element.name not in INSIDE or element.name in NOTATIONS:
            continue
        expected = " or ".join(f"<{name}>" for name in INSIDE[element.name])
        for child in element.children:
            if child.name not in INSIDE[element.name]:
                raise child.wrong(f"expected {expected or 'no element'} in <{element.name}>, found <{child.name}>")
        text = element.text
        for name in {child.name for child in element.children}:
            text = text.replace(f"<{name}/>", " " * (len(name) + 3))
        if not text.isspace() and text:
            spot = XmlSpot(element, len(text) - len(text.lstrip()))
            raise Wrong(spot, f"text in <{element.name}>; expected {expected or 'no content'}")
        pending += element.children
