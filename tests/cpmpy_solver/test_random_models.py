"""Random CPMpy models with every global constraint and function, against CPMpy's own values on all assignments."""

from __future__ import annotations

import pytest

pytest.importorskip("cpmpy", reason="CPMpy is not installed: pip install cpmpy")

import fuzz_cpmpy


@pytest.mark.sample(2)
@pytest.mark.parametrize("first", range(0, 86, 5))
def test_random_models(first, seeds):
    """One for each global constraint and function, in turn."""
    for seed in seeds(range(first, first + 5)):
        model, variables = fuzz_cpmpy.model_of(seed)
        found = fuzz_cpmpy.found_by("csp2sat", model)
        if isinstance(found, str):
            assert found.startswith(fuzz_cpmpy.REFUSED), f"seed {seed}\n{model}"
        else:
            assert found == fuzz_cpmpy.found_by_hand(model, variables), f"seed {seed}\n{model}"


def test_every_one_is_there_in_turn():
    assert len(fuzz_cpmpy.CONSTRAINTS) + len(fuzz_cpmpy.FUNCTIONS) == 43
