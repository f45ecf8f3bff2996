"""Soft constraints that a solution violates, as text."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.numbers import decimal
from ...escaping import for_terminal
from ...model.model import Soft
from ...solving.maxcsp import violated_fields as violated_fields
from ...solving.problem import violated

SHOWN = 20  # violated constraints that are listed


def violations(lost: Sequence[Soft]) -> str:
    """Return comment lines that name soft constraints which a solution violates, at most SHOWN of them; '' for none."""
    lines = [f"{violated(each.constraint)} (weight {decimal(each.weight)})" for each in lost[:SHOWN]]
    lines += [f"and {len(lost) - SHOWN} more; --json names all"] if len(lost) > SHOWN else []
    return "".join(f"c {for_terminal(line)}\n" for line in lines)
