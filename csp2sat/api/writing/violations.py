"""Soft constraints that a solution violates, as text and as fields."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ...base.numbers import decimal
from ...escaping import for_terminal
from ...model.model import Soft
from ...solving.problem import violated

SHOWN, TEXT = 20, 200  # violated constraints that are listed, and characters of one


def violations(lost: Sequence[Soft]) -> str:
    """Return comment lines that name soft constraints which a solution violates, at most SHOWN of them; '' for none."""
    lines = [f"{violated(each.constraint)} (weight {decimal(each.weight)})" for each in lost[:SHOWN]]
    lines += [f"and {len(lost) - SHOWN} more; --json names all"] if len(lost) > SHOWN else []
    return "".join(f"c {for_terminal(line)}\n" for line in lines)


def violated_fields(soft: Soft) -> dict[str, Any]:
    """Return a soft constraint as fields: where it is, its name, its text and its weight."""
    from ...languages.csp.writer import shown

    origin, text = soft.constraint.origin, shown(soft.constraint.formula, TEXT)
    where = (
        {"origin": origin.place or str(origin)} | ({"name": origin.called} if origin.called else {}) if origin else {}
    )
    return where | {"constraint": text, "weight": soft.weight}
