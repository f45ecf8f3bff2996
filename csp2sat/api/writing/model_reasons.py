"""Reasons why a model in Python has no solution: constraints as handles of the model, and as text by their names."""

from __future__ import annotations

from dataclasses import dataclass

from ...build.formula_list import FormulaList
from ...build.model import Model
from ...build.owner import node_of
from ...explaining.csp_conflicts import Reason
from ...model.infix import infix
from .reason_texts import heading

MOST_LINES = 20  # of the text of a reason
MORE = "and {} more; constraints that have one `name=` are one line, and are left out together first"


@dataclass(frozen=True)
class ModelReason:
    """Constraints of a model that contradict each other.

    names: the name of each constraint, or its place in the text, or the constraint as text.  smallest: whether the
    other constraints can be satisfied without any one of them; False if this is unknown.
    """

    constraints: FormulaList
    names: list[str]
    smallest: bool

    def __str__(self) -> str:
        texts: dict[str, list[str]] = {}
        for name, constraint in zip(self.names, self.constraints, strict=True):
            text = infix(node_of(constraint))
            texts.setdefault(text if name == str(constraint) else f"{name}: ", []).append(text)
        lines = [_line(*each) for each in texts.items()]
        lines[MOST_LINES:] = [f"  {MORE.format(len(lines) - MOST_LINES)}"] if len(lines) > MOST_LINES else []
        return heading([(len(self.constraints), "constraint")], self.smallest) + "\n".join(lines)


def _line(name: str, texts: list[str]) -> str:
    """Return the line of the constraints with one name, which is empty or the text itself for one without a name."""
    if len(texts) > 1 and name.endswith(": "):
        return f"  {name}{len(texts)} constraints, such as {texts[0]}"
    return f"  {name}{texts[0]}" if name.endswith(": ") else f"  {name}"


def model_reason(model: Model, reason: Reason) -> ModelReason:
    """Return a reason of the engine with the constraints as handles of the model."""
    parts = FormulaList.of(model, (each for part in reason.parts for each in part))
    return ModelReason(parts, parts.names, reason.smallest)
