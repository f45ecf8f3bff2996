"""The time limit of a command."""

from __future__ import annotations

from ..run.deadline import deadline, disarm

__all__ = ["deadline", "disarm"]
