"""Reasons why a model in Python has no solution, and corrections: constraints as handles, and as text."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from ...base.source import Source
from ...build.formula_list import FormulaList
from ...build.model import Model
from ...build.owner import node_of
from ...escaping import for_terminal
from ...explaining.blamed_parts import ALL, Blame
from ...explaining.corrections import Correction
from ...explaining.csp_conflicts import Reason
from ...languages.csp.infix import infix
from ...model.model import Constraint
from .reason_texts import (
    csp_correction_fields,
    csp_correction_text,
    csp_reason_fields,
    csp_reason_text,
    heading,
    left_out,
)

MOST_LINES = 20  # of the text of a reason
MOST_SIGNS = 200  # of a constraint in the text of a reason
MORE = "and {} more, in `.constraints`; constraints with one `name=` are one line, and are left out together first"


@dataclass(frozen=True)
class ModelReason:
    """Constraints of a model that contradict each other.

    names: the name of each of these constraints; its place in the text if it has no name; the constraint as text if it
    has no place, either; each name once if constraints were taken together by names.  minimal: whether leaving out any
    one of these constraints, or names, lets the rest of them be satisfied; False if this is unknown.  parts: of a text
    that was read, each constraint with its place and source line, as `explain --json` has them; else [].  text: of a
    text that was read, what `str` returns; else ''.  blame: the choice of the constraints that may be blamed.
    """

    constraints: FormulaList
    names: list[str]
    minimal: bool
    blame: Blame = field(default=ALL, repr=False)
    parts: list[dict[str, Any]] = field(default_factory=list, repr=False)
    text: str = field(default="", repr=False)

    @property
    def smallest(self) -> bool:
        """The same as `minimal`, by an older name."""
        return self.minimal

    def __str__(self) -> str:
        if self.text:
            return self.text.rstrip("\n")
        return (heading([_counted(self)], self.minimal, blame=self.blame) + _lines(self.constraints)).rstrip("\n")


@dataclass(frozen=True)
class ModelCorrection:
    """Constraints of a model without which the others can be satisfied.

    names, parts, text, blame: as of a ModelReason.  minimal: whether the others cannot be satisfied together with any
    one of these constraints, or names; False if this is unknown.
    """

    constraints: FormulaList
    names: list[str]
    minimal: bool
    blame: Blame = field(default=ALL, repr=False)
    parts: list[dict[str, Any]] = field(default_factory=list, repr=False)
    text: str = field(default="", repr=False)

    def __str__(self) -> str:
        if self.text:
            return self.text
        return left_out(*_counted(self), self.minimal) + _lines(self.constraints)


def _counted(found: ModelReason | ModelCorrection) -> tuple[int, str]:
    """Return the number of the parts, and what a part is called."""
    return len(found.names if found.blame.by_name else found.constraints), found.blame.part


def _lines(constraints: FormulaList) -> str:
    """Return constraints as lines of text, one for all of a name, without a last line end."""
    texts: dict[str, list[str]] = {}
    for name, constraint in zip(constraints.names, constraints, strict=True):
        text = infix(node_of(constraint), MOST_SIGNS)
        texts.setdefault(text if name == str(constraint) else f"{for_terminal(name)}: ", []).append(text)
    lines = [_line(*each) for each in texts.items()]
    lines[MOST_LINES:] = [f"  {MORE.format(len(lines) - MOST_LINES)}"] if len(lines) > MOST_LINES else []
    return "\n".join(lines)


def _line(name: str, texts: list[str]) -> str:
    """Return the line of the constraints with one name, which is empty or the text itself for one without a name."""
    if len(texts) > 1 and name.endswith(": "):
        return f"  {name}{len(texts)} constraints, such as {texts[0]}"
    return f"  {name}{texts[0]}" if name.endswith(": ") else f"  {name}"


def model_reason(model: Model, reason: Reason, blame: Blame, source: Source | None) -> ModelReason:
    """Return the reason that users get: the engine's, with its constraints as handles of the model.

    blame: by what constraints are joined to parts, by name for example.  source: the text that the model comes from, so
    that the reason prints the lines of its parts; None for a model that a program has made.
    """
    constraints, names = _named(model, reason.parts, blame)
    found = ModelReason(constraints, names, reason.minimal, blame)
    if source is None:
        return found
    parts = csp_reason_fields(source, reason, blame)["constraints"]
    return replace(found, parts=parts, text=csp_reason_text(source, reason, blame))


def model_correction(model: Model, found: Correction, blame: Blame, source: Source | None) -> ModelCorrection:
    """Return a correction of the engine with the constraints as handles of the model.  source: as of `model_reason`."""
    constraints, names = _named(model, found.parts, blame)
    result = ModelCorrection(constraints, names, found.minimal, blame)
    if source is None:
        return result
    parts = csp_correction_fields(source, found, blame)["constraints"]
    return replace(result, parts=parts, text=csp_correction_text(source, found, blame))


def _named(model: Model, parts: list[list[Constraint]], blame: Blame) -> tuple[FormulaList, list[str]]:
    """Return the constraints in all parts, and the name of each, or of each part if parts are all of a name."""
    constraints = FormulaList.of(model, chain(*parts))
    if not blame.by_name:
        return constraints, constraints.names
    return constraints, [FormulaList.of(model, part[:1]).names[0] for part in parts]
