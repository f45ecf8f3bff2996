"""Whole proofs before a second checker, which has no code of the package, and keeps nothing that is deleted."""

import pytest
from deriving.test_clause_derivations import ENCODINGS, claim
from support.naive_pb_check import Refused, conclusion
from support.source_proofs import proved

from csp2sat.model.model import Model
from csp2sat.statement.statement import SourceStatement


def test_a_deletion_that_is_left_out():
    """The proof of this claim does not stand if all is deleted that the solver deletes."""
    assert_stands(814)


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(1_000))
def test_random_claims(seed):
    assert_stands(seed)


def assert_stands(seed: int) -> None:
    done = proved(claim(seed), ENCODINGS[seed // 2 % 3])
    shown = conclusion(done.statement.text, done.proof)
    low = done.verdict().low
    assert shown == ("UNSAT" if done.claim != "optimum" else f"{low}..{low}")


@pytest.mark.parametrize("seed", [0, 3, 21])
def test_its_refusals(seed):
    """A proof of another version, or for a source that has solutions, shows nothing."""
    model = claim(seed)
    done = proved(model, "order")
    head, _, rest = done.proof.split("\n", 2)
    with pytest.raises(Refused, match="version"):
        conclusion(done.statement.text, done.proof.replace("version 3.0", "version 2.0"))
    free = SourceStatement(Model(model.ints, model.bools))
    assert done.claim == "unsatisfiable"
    with pytest.raises(Refused):
        conclusion(free.text, f"{head}\nf {len(free.lines)};\n{rest}")
    with pytest.raises(Refused, match="rup"):
        conclusion(free.text, "\n".join((head, "rup >= 1;", *rest.split("\n")[-4:])))
