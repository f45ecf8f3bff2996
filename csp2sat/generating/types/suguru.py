"""Suguru: random rooms, a random filling, of whose numbers only the needed ones are kept."""

from __future__ import annotations

from ...puzzles.types.suguru import PUZZLE
from ..filled_rooms import filled_rooms
from ..spec import Maker

LARGEST = 6  # cells of a room: with smaller ones equal numbers touch sooner

MAKER = Maker(filled_rooms(PUZZLE.name, LARGEST), least=3, minimal=True)
