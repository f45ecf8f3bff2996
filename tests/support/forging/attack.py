"""One forgery at one door, and whether the answer was right."""

from __future__ import annotations

from random import Random

from .doors import DOORS, Door
from .scenes import Scene, values_of


def attack(scene: Scene, door: Door, field: str, random: Random) -> tuple[str, str]:
    """Have one forgery verified: what came out (`verified`, `refused`), and the fault in words; '' without one."""
    parts, source = scene.forged(field, random)
    certificate = parts.write(scene.folder, "X")
    said = door(certificate, source.path, source.written.goal)
    if said.fault:
        return "fault", f"{'+'.join(parts.forged)}: {said.fault}"
    if said.claim is None:
        return "refused", ""
    if door is DOORS["alone"]:
        wrong = said.refutable is False
    else:
        wrong = not source.is_true(said.claim, values_of(parts, source))
    return "verified", f"{'+'.join(parts.forged)}: verified {said.claim} of {source.path.name}" if wrong else ""
