"""Ripple Effect: random rooms, a random filling, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from ...puzzles.types.ripple import PUZZLE
from ..filled_rooms import filled_rooms
from ..spec import Maker

LARGEST = 6  # cells of a room: few boards of smaller ones have a filling

MAKER = Maker(filled_rooms(PUZZLE.name, LARGEST), least=3, minimal=True)
