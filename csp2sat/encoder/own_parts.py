"""The parts of the user's that a formula is made by: their constraints and encodings are believed without a check."""

from __future__ import annotations

import os

from ..errors import OWN_PARTS
from ..ints.spec import ENCODINGS
from ..model.constraint import CONSTRAINTS
from ..model.expr import postorder
from ..model.model import Model
from .options import EncoderOptions


def own_parts(model: Model, options: EncoderOptions) -> list[str]:
    """Return the names of the constraints and encodings of the user's that a model is encoded with, sorted."""
    if OWN_PARTS not in os.environ:
        return []
    own, codes = {*CONSTRAINTS.own()}, {*ENCODINGS.own()}
    found = codes & {options.encoding, *(name for _, name in (*options.encode, *model.encodings))}
    if own:
        parts = (part for each in model.constraints for part in postorder(each.formula))
        found |= {part.op for part in parts if part.op in own}
    return sorted(found)


def believed_parts(model: Model, options: EncoderOptions) -> str:
    """Return the words that a claim about all solutions of a model believes parts of the user's; '' without such
    parts.
    """
    names = own_parts(model, options)
    which = "your own part {} is" if len(names) == 1 else "your own parts {} are"
    return f"{which.format(', '.join(names))} believed without a check" if names else ""
