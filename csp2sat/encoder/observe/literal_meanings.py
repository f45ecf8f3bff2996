"""An observer that records what auxiliary variables are for, as map records `{"meaning": "x = 2", "of": [9]}`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ...base.numbers import decimal
from ...cnf.sink import Lit
from ...ints.spec import IntCode
from ...model.expr import Expr, show
from ..normalize.formulas import Linear
from .observer import Scene, Watch

LONG = 120  # characters of a meaning
COMPARED = {"le0": "<=", "eq0": "="}
OTHERS = {  # of literals whose meaning is a step of an encoding
    "added": "a bit of a sum",
    "all": "a combination of values",
    "any": "one of several literals",
    "sum": "a count of true literals",
    "total": "a bound of a partial sum",
    "within": "a bound of the lowest bits of an integer",
}
PARTS = {"all": "all of the literals", "any": "one of the literals"}


def _record(meaning: str, literals: Sequence[Lit]) -> dict[str, Any]:
    return {
        "meaning": meaning if len(meaning) <= LONG else meaning[:LONG] + "...",
        "of": [x for x in literals if x > 1],
    }


class LiteralMeanings(Watch):
    """A collector of what the encoder notes about new literals, and of the auxiliary integers with their terms."""

    _scene: Scene

    def __init__(self) -> None:
        self._notes: list[tuple[str, Sequence[Lit], Any]] = []

    def begin(self, scene: Scene) -> None:
        self._scene = scene
        scene.sink.noted = lambda kind, literals, meaning: self._notes.append((kind, list(literals), meaning))

    def records(self) -> list[dict[str, Any]]:
        norm, codes = self._scene.norm, self._scene.codes
        self._names = {id(code): self._name(x) for x, code in enumerate(codes)}
        found: list[dict[str, Any]] = []
        for x in norm.terms:
            if x < len(codes) and x not in norm.conditional:
                found.append({"term": self._name(x), "values": norm.domains[x].ranges, **codes[x].record()})
        for kind, literals, meaning in self._notes:
            if kind in PARTS and not callable(meaning):
                parts = zip(literals, meaning, strict=True)
                found += [{**_record(PARTS[kind], [lit]), kind: list(each)} for lit, each in parts]
            else:
                found.append(_record(self._meaning(kind, meaning), literals))
        return [each for each in found if each.get("of", True)]

    def _meaning(self, kind: str, meaning: Any) -> str:
        """Return the meaning of literals in words; kind, meaning: as in `Sink.means`."""
        if kind == "formula":
            return self._formula(meaning)
        if kind == "value":
            code, value = meaning
            return f"{self._name_of(code)} = {decimal(value)}"
        if kind == "equal":
            return " = ".join(map(self._name_of, meaning))
        if kind == "less":
            return f"{self._sum(meaning)} < 0"
        return OTHERS.get(kind, kind)

    def _name_of(self, code: IntCode) -> str:
        return self._names.get(id(code), "an integer")

    def _name(self, x: int) -> str:
        """Return the name of an integer, or the term that an auxiliary one is for."""
        norm = self._scene.norm
        return norm.names[x] or (f"a part of {show(norm.terms[x][0], LONG)}" if x in norm.terms else "an integer")

    def _formula(self, expr: object, room: int = LONG) -> str:
        """Return a normal formula, or an argument of one, in words; `room` is about the number of characters, beyond
        which arguments are left out.
        """
        if isinstance(expr, Linear):
            return self._sum(expr)
        if not isinstance(expr, Expr):
            return decimal(expr) if isinstance(expr, int) else str(expr)
        if expr.op in COMPARED:
            terms, const = expr.args[0]
            return f"{self._sum(Linear(terms, 0))} {COMPARED[expr.op]} {decimal(-const)}"
        if expr.op in ("bool", "true", "false"):
            return str(expr.args[0]) if expr.args else expr.op
        return f"({' '.join((expr.op, *self._arguments(expr, room - len(expr.op))))})"

    def _arguments(self, expr: Expr, room: int) -> Iterator[str]:
        """Yield the arguments of a formula in words, as many as there is room for."""
        for each in expr.args:
            if room <= 0:
                yield "..."
                return
            text = self._formula(each, room)
            room -= len(text)
            yield text

    def _sum(self, total: Linear) -> str:
        terms = [f"{'' if a == 1 else '-' if a == -1 else f'{decimal(a)} * '}{self._name(x)}" for a, x in total.terms]
        terms += [decimal(total.const)] if total.const or not terms else []
        return " + ".join(terms).replace("+ -", "- ")
