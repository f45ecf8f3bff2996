"""Forged certificates at every door: none whose claim is false is verified; genuine ones are.

A sample of what `scripts/fuzz_certificates.py` does.
"""

from random import Random

import pytest
from support.forging.attack import attack
from support.forging.doors import DOORS
from support.forging.forgers import FORGERS
from support.forging.scenes import made
from support.forging.sources import KINDS

CELLS = [(claim, kind) for claim, kinds in KINDS.items() for kind in kinds]


def faults(folder, claim, kind, seed, doors):
    """Return what is wrong in words.  doors: the name of each to the number of forgeries of each field there."""
    random = Random(f"{seed} {claim} {kind}")
    scene, found = made(folder, claim, kind, random), []
    for name, number in doors.items():
        genuine = DOORS[name](scene.genuine.copied().write(folder, "T"), scene.source.path, scene.source.written.goal)
        if genuine.claim != claim:
            found.append(f"{name} refused the genuine certificate: {genuine.said}")
        fields = list(FORGERS) * number if number >= 1 else random.sample(list(FORGERS), round(number * len(FORGERS)))
        found += [fault for field in fields if (fault := attack(scene, DOORS[name], field, random)[1])]
    return found


@pytest.mark.sample(1)
@pytest.mark.parametrize("claim, kind", CELLS)
def test_no_forgery_is_verified(claim, kind, tmp_path, seeds):
    for seed in seeds([0]):
        assert (
            faults(tmp_path, claim, kind, seed, {"python": 1, "command": 0.1, "drat-trim": 0.06, "alone": 0.06}) == []
        )


@pytest.mark.long
@pytest.mark.parametrize("claim, kind", CELLS)
@pytest.mark.parametrize("seed", range(5))
def test_no_forgery_of_many_is_verified(claim, kind, seed, tmp_path):
    assert faults(tmp_path, claim, kind, seed, {"python": 20, "command": 20, "drat-trim": 5, "alone": 5}) == []
