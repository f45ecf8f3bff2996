"""The makers of all puzzles whose boards can be generated."""

from __future__ import annotations

from typing import Any

from ..base.plugins import Parts
from ..puzzles.making import Making
from .from_clues import maker_of
from .spec import Maker

MAKINGS: Parts[Making[Any]] = Parts("making", "MAKING", "csp2sat.puzzles.types")


class Makers(Parts[Maker]):
    """The makers by the names of puzzles: the constant MAKER of a file, or the default maker of a puzzle with a
    constant MAKING.
    """

    def __init__(self) -> None:
        super().__init__("generator", "MAKER", "csp2sat.generating.types", "csp2sat.puzzles.types")

    def _part_in(self, stem: str) -> Maker | None:
        making = MAKINGS.get(stem)
        return super()._part_in(stem) if making is None else maker_of(stem.replace("_", "-"), making)


MAKERS = Makers()
