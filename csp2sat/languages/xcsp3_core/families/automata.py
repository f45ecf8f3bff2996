"""The constraints regular and mdd: the values of a list are a word that an automaton or a decision diagram accepts."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ....graphs.automata import Automaton
from ....model.expr import Expr, node
from ...base.sexpr import shown
from ...base.wrong import Wrong
from ...xcsp21.values import integer
from ...xcsp21.xml_elements import Element, XmlSpot
from ..constraint_text import ConstraintText, core_form

TRANSITION = re.compile(r"\s*\(\s*([^\s(),]+)\s*,\s*(\{[^(){}]*\}|[^(),{}]+?)\s*,\s*([^\s(),]+)\s*\)")
LABEL = re.compile(r"[-+]?\d+\.\.[-+]?\d+|\{[^{}]*\}", re.ASCII)  # several values
ANY_LABEL = "*"
MOST_LABELS = 1_000_000  # values of one transition
StateName = str
LabelledStep = tuple[StateName, int, StateName]  # state, value, next state


def _steps(c: ConstraintText) -> list[LabelledStep]:
    """Return the transitions of the constraint. Raises Wrong."""
    part = c.part("transitions")
    found: list[LabelledStep] = []
    at = 0
    while match := TRANSITION.match(part.text, at):
        value = integer(match[2])
        values = _labels(c, part, match) if value is None else (value,)
        found += ((match[1], each, match[3]) for each in values)
        at = match.end()
    if not found or part.text[at:].strip():
        spot = XmlSpot(part, len(part.text) - len(part.text[at:].lstrip()))
        raise Wrong(spot, f"{c.name}: expected transitions, such as (q0,1,q1)")
    return found


def _labels(c: ConstraintText, part: Element, match: re.Match[str]) -> Iterable[int]:
    """Return the values of a transition of `c` whose label is an interval, a set, or `*`: all values of the list."""
    spot = XmlSpot(part, match.start(2), match[2])
    if match[2] == ANY_LABEL:
        return c.values_of(c.variables())
    if not LABEL.fullmatch(match[2]):
        raise Wrong(spot, f"{c.name}: expected an integer as the value of a transition, found {shown(match[2])}")
    inside = slice(1, -1) if match[2].startswith("{") else slice(None)
    offset = match.start(2) + (inside.start or 0)
    values = c.texts.values(part, offset, offset + len(match[2][inside]), spot)
    if not 0 < values.size() <= MOST_LABELS:
        raise Wrong(spot, f"{c.name}: expected 1 to {MOST_LABELS} values of a transition, found {shown(match[2])}")
    return values


def regular(c: ConstraintText) -> Expr:
    """Return the formula that an automaton accepts the values of the list."""
    steps = _steps(c)
    start, final = c.part("start").text.split(), c.part("final").text.split()
    if len(start) != 1 or not final:
        raise c.wrong("expected one state in <start>, and at least one in <final>")
    return _accepted(c, steps, start[0], final)


def mdd(c: ConstraintText) -> Expr:
    """Return the formula that the values of the list are a path from the root of a decision diagram to its end."""
    steps = _steps(c)
    tails, heads = dict.fromkeys(tail for tail, _, _ in steps), dict.fromkeys(head for _, _, head in steps)
    roots = [state for state in tails if state not in heads]
    ends = [state for state in heads if state not in tails]
    if len(roots) != 1 or len(ends) != 1:
        found = f"{len(roots)} and {len(ends)}"
        raise c.wrong(f"expected one root and one terminal node, found {found}", c.part("transitions"))
    return _accepted(c, steps, roots[0], ends)


def _accepted(c: ConstraintText, steps: list[LabelledStep], start: str, final: list[str]) -> Expr:
    numbers: dict[str, int] = {}
    for name in (start, *(state for step in steps for state in (step[0], step[2])), *final):
        numbers.setdefault(name, len(numbers))
    edges = tuple((numbers[tail], value, numbers[head]) for tail, value, head in steps)
    automaton = Automaton(numbers[start], edges, frozenset(numbers[name] for name in final))
    return node("regular", automaton, *c.variables())


FAMILY = dict(
    (
        core_form("regular: list transitions start final", regular),
        core_form("mdd: list transitions", mdd),
    )
)
