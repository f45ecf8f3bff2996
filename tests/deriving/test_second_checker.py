"""Whole proofs before a second checker, which has no code of the package, and keeps nothing that is deleted."""

import pytest
from deriving.test_clause_derivations import ENCODINGS, claim
from support.naive_pb_check import Refused, conclusion
from support.source_proofs import proved


@pytest.mark.sample(12)
@pytest.mark.parametrize("seed", range(1_000))
def test_random_claims(seed):
    done = proved(claim(seed), ENCODINGS[seed // 2 % 2])
    shown = conclusion(done.statement.text, done.proof)
    low = done.verdict().low
    assert shown == ("UNSAT" if done.claim != "optimum" else f"{low}..{low}")


@pytest.mark.parametrize("seed", [0, 7, 21])
def test_its_refusals(seed):
    """A proof without its derived clauses, or for another statement, shows nothing."""
    done = proved(claim(seed), "order")
    lines = done.proof.split("\n")
    bare = [line for line in lines if not line.startswith(("rup 1", "pol"))]
    with pytest.raises(Refused):
        conclusion(done.statement.text, "\n".join(lines).replace("version 3.0", "version 2.0"))
    with pytest.raises(Refused):
        conclusion(done.statement.text.replace(" ;", " ;\n1 extra >= 0 ;", 1), "\n".join(bare))
