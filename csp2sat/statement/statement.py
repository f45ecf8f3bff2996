"""The statement of a CSP: its text in OPB, a function of the CSP alone, and what its variables mean.

The text has a comment for each variable of the CSP, the domains, and a section for each constraint, before which the
definitions stand that the constraint is the first to need.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import copy
from functools import cached_property
from typing import NamedTuple

from ..base.time_limit import check_time
from ..model.domain import Domain
from ..model.expr import show
from ..model.model import Answer, Constraint, Model, visible
from .definitions import Definitions, Literal, PbLine, opposite
from .formulas import NotStated, StatedFormulas
from .integers import MOST_VALUES, StatedInt

MOST_REASONS = 3  # to refuse a model, in a message
TEXT = 200  # characters of a constraint that a comment shows


class Auxiliary(NamedTuple):
    """A variable that is equivalent to an inequality."""

    name: str
    meaning: PbLine

    def lines(self) -> tuple[PbLine, PbLine]:
        """Return the two implications: of the inequality by the variable, and of the variable by the inequality."""
        return self.meaning.unless("~" + self.name), self.meaning.negated().unless(self.name)


class _StatedDefinitions(Definitions):
    """The definitions of a statement: a new one is appended to a list."""

    def __init__(self) -> None:
        super().__init__()
        self.all: list[Auxiliary] = []

    def introduce(self, meaning: PbLine) -> str:
        self.all.append(Auxiliary(f"a{len(self.all)}", meaning))
        return self.all[-1].name


class PbObjective(NamedTuple):
    """The objective: the value is sign * f + const for the sum f of literals, which is to be as small as possible."""

    terms: PbLine
    sign: int
    const: int


class _Numbered(NamedTuple):
    """The lines of a statement in their order, the numbers of its parts and the text, see `SourceStatement`."""

    lines: list[PbLine]
    sections: list[range]
    halves: dict[str, tuple[int, int]]
    text: str


class SourceStatement(StatedFormulas):
    """The statement of a CSP; `text` is the OPB text.

    ints, bools: the declared variables.  lines: all inequalities, of which the first has the number 1.  sections: for
    each constraint the numbers of its lines.  halves: for each auxiliary the numbers of its two implications; for each
    literal `equal` those of its equation.  answer: a solution that a last section excludes, None for none.  Raises
    NotStated for what has no rule.
    """

    def __init__(self, model: Model, answer: Answer | None = None):
        self.model, self.answer = model, answer
        self.ints = {name: _stated(number, name, d) for number, (name, d) in enumerate(model.ints.items())}
        self.bools = {name: f"p{number}" for number, name in enumerate(model.bools)}
        self._stated = _StatedDefinitions()
        super().__init__(self._stated, self.ints, self.bools)
        self.auxiliaries = self._stated.all
        self._sections: list[tuple[str, list[PbLine]]] = []
        self._pending: list[PbLine] = []
        self._written = 0
        self._state_all()
        self.objective = self._objective()
        if answer is not None:
            self._exclude(answer)

    def excluding(self, answer: Answer) -> SourceStatement:
        """Return the statement with a last section that excludes a solution, as if it was made with it."""
        other = copy(self)
        other.__dict__.pop("_numbered", None)
        other._sections, other._pending, other.answer = [*self._sections], [], answer
        other._exclude(answer)
        return other

    @property
    def lines(self) -> list[PbLine]:
        return self._numbered.lines

    @property
    def sections(self) -> list[range]:
        return self._numbered.sections

    @property
    def halves(self) -> dict[str, tuple[int, int]]:
        return self._numbered.halves

    @property
    def text(self) -> str:
        return self._numbered.text

    def say(self, found: PbLine) -> None:
        self._pending.append(found)

    def _state_all(self) -> None:
        """State all constraints; raise NotStated with the first MOST_REASONS reasons that differ, each with the place
        of its first constraint, if any constraint cannot be stated.
        """
        refused: dict[str, str] = {}
        for number, constraint in enumerate(self.model.constraints):
            check_time()
            try:
                self._state(number, constraint)
            except NotStated as error:
                refused.setdefault(error.args[0], f" ({constraint.origin})" if constraint.origin else "")
                if len(refused) == MOST_REASONS:
                    break
        if refused:
            raise NotStated("; ".join(why + place for why, place in refused.items()))

    def _state(self, number: int, constraint: Constraint) -> None:
        self.require(constraint.formula)
        self._define()
        self._section(f"* constraint {number} {_plain(show(constraint.formula, TEXT))}")

    def _define(self) -> None:
        """Write the definitions that are new."""
        for each in self._stated.all[self._written :]:
            self._sections.append((f"* definition {each.name}", [*each.lines()]))
        self._written = len(self._stated.all)

    def _section(self, comment: str) -> None:
        self._sections.append((comment, self._pending))
        self._pending = []

    def _objective(self) -> PbObjective | None:
        if self.model.objective is None:
            return None
        goal, term = self.model.objective
        try:
            total = self.value(term)
        except NotStated as error:
            raise NotStated(f"{error.args[0]} (the objective)") from None
        if self.defined(term) is not True:
            raise NotStated("an objective that may be undefined")
        sign = 1 if goal == "minimize" else -1
        wanted = total.times(sign)
        f = PbLine({a if c > 0 else "~" + a: abs(c) for a, c in wanted.terms.items()}, 0)
        self._define()
        least = wanted.bounds()[0]
        return PbObjective(f, sign, sign * least)

    def _exclude(self, answer: Answer) -> None:
        """Exclude an answer, which has values of all variables: some visible variable has another value."""
        seen = visible(answer)
        literals: list[Literal] = []
        for name, value in seen.ints.items():
            if name in self.ints:
                x = self.ints[name]
                above = next((v for v in x.values if v > value), None)
                literals += [opposite(x.at_least(value)), x.at_least(above) if above is not None else False]
        for name, value in seen.bools.items():
            if name in self.bools:
                literals.append(opposite(self.bools[name]) if value else self.bools[name])
        self.clause([a for a in literals if a is not False])
        shown = json.dumps({"ints": answer.ints, "bools": answer.bools}, separators=(",", ":"))
        self._section(f"* except {shown}")

    @cached_property
    def _numbered(self) -> _Numbered:
        """The text, and what has a number once all lines are known."""
        found, body = _Numbered([], [], {}, ""), ["* domains"]
        lines = found.lines
        for x in self.ints.values():
            ladder = x.ladder()
            lines += ladder
            body += [f"{each.text()} ;" for each in ladder]
            for value in sorted(x.equations):
                found.halves[x.equations[value]] = len(lines) + 1, len(lines) + 2
                lines += x.sides(value)
                body.append(f"{x.equation(value)} ;")
        for comment, own in self._sections:
            at = len(lines) + 1
            if comment.startswith("* constraint"):
                found.sections.append(range(at, at + len(own)))
            elif comment.startswith("* definition"):
                found.halves[comment.rpartition(" ")[2]] = at, at + 1
            lines += own
            body += [comment, *[f"{each.text()} ;" for each in own]]
        stated = len(lines) - sum(len(x.equations) for x in self.ints.values())
        goal = []
        if self.objective is not None:
            terms = [*self.objective.terms.terms.items()] or [(a, 0) for a in self._variables_of(lines)[:1]]
            goal = ["min: " + "".join(f"{c} {a} " for a, c in terms) + ";"]  # of at least one term, as readers expect
        head = f"* #variable= {len(self._variables_of(lines))} #constraint= {stated}"
        return found._replace(text="\n".join((head, *self._head(), *goal, *body, "")))

    def _head(self) -> Iterator[str]:
        """Yield the comments that name the variables and the objective."""
        yield "* csp2sat statement 1"
        for name, x in self.ints.items():
            ranges = ",".join(f"{low}..{high}" if low < high else str(low) for low, high in x.domain.ranges)
            yield f"* int {x.number} order {ranges} {_plain(name)}"
        for name, variable in self.bools.items():
            yield f"* bool {variable[1:]} {_plain(name)}"
        if self.objective is not None:
            _, sign, const = self.objective
            assert self.model.objective is not None
            yield f"* objective {self.model.objective.goal} K = {const} {'+' if sign > 0 else '-'} f"

    def true_variables(self, answer: Answer) -> set[str]:
        """Return the names of the variables that are true for values of all variables of the CSP."""
        found = {self.bools[name] for name, value in answer.bools.items() if value}
        for name, x in self.ints.items():
            found |= x.true_literals(answer.ints[name])
        for each in self.auxiliaries:
            terms, degree = each.meaning
            if sum(c for a, c in terms.items() if (a[0] == "~") != (a.removeprefix("~") in found)) >= degree:
                found.add(each.name)
        return found

    def variables(self) -> list[str]:
        """Return the names of all variables of the text, in the order in which they first stand there."""
        return self._variables_of(self.lines)

    def _variables_of(self, lines: list[PbLine]) -> list[str]:
        goal = self.objective.terms.terms if self.objective else {}
        names = (a.removeprefix("~") for part in (goal, *(each.terms for each in lines)) for a in part)
        return list(dict.fromkeys(names))


def _stated(number: int, name: str, domain: Domain) -> StatedInt:
    if domain.size() > MOST_VALUES:
        raise NotStated(f"{name} has more than {MOST_VALUES} values")
    return StatedInt(number, domain)


def _plain(text: str) -> str:
    """Return a text on one line, in printable ASCII."""
    return ascii(text)[1:-1]
