"""Reasons why a model in Python has no solution, and corrections: constraints as handles, and as text."""

from __future__ import annotations

from dataclasses import dataclass

from ...build.formula_list import FormulaList
from ...build.model import Model
from ...build.owner import node_of
from ...explaining.csp_conflicts import Reason
from ...model.infix import infix
from .reason_texts import heading, left_out

MOST_LINES = 20  # of the text of a reason
MORE = "and {} more; constraints that have one `name=` are one line, and are left out together first"


@dataclass(frozen=True)
class ModelReason:
    """Constraints of a model that contradict each other.

    names: the name of each of these constraints; its place in the text if it has no name; the constraint as text if it
    has no place, either.  minimal: whether leaving out any one of these constraints lets the rest of them be satisfied;
    False if this is unknown.
    """

    constraints: FormulaList
    names: list[str]
    minimal: bool

    @property
    def smallest(self) -> bool:
        """The same as `minimal`, by an older name."""
        return self.minimal

    def __str__(self) -> str:
        return heading([(len(self.constraints), "constraint")], self.minimal) + _lines(self.constraints, self.names)


@dataclass(frozen=True)
class ModelCorrection:
    """Constraints of a model without which the others can be satisfied.

    names: as of a ModelReason.  minimal: whether the others cannot be satisfied together with any one of these
    constraints; False if this is unknown.
    """

    constraints: FormulaList
    names: list[str]
    minimal: bool

    def __str__(self) -> str:
        return left_out(len(self.constraints), "constraint", self.minimal) + _lines(self.constraints, self.names)


def _lines(constraints: FormulaList, names: list[str]) -> str:
    """Return constraints as lines of text, one for all of a name, without a last line end."""
    texts: dict[str, list[str]] = {}
    for name, constraint in zip(names, constraints, strict=True):
        text = infix(node_of(constraint))
        texts.setdefault(text if name == str(constraint) else f"{name}: ", []).append(text)
    lines = [_line(*each) for each in texts.items()]
    lines[MOST_LINES:] = [f"  {MORE.format(len(lines) - MOST_LINES)}"] if len(lines) > MOST_LINES else []
    return "\n".join(lines)


def _line(name: str, texts: list[str]) -> str:
    """Return the line of the constraints with one name, which is empty or the text itself for one without a name."""
    if len(texts) > 1 and name.endswith(": "):
        return f"  {name}{len(texts)} constraints, such as {texts[0]}"
    return f"  {name}{texts[0]}" if name.endswith(": ") else f"  {name}"


def model_reason(model: Model, reason: Reason) -> ModelReason:
    """Return a reason of the engine with the constraints as handles of the model."""
    parts = FormulaList.of(model, (each for part in reason.parts for each in part))
    return ModelReason(parts, parts.names, reason.minimal)
