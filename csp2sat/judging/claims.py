"""Claims of an answer that a solution cannot show: that no other solution exists, or no better one."""

from __future__ import annotations

import re

FOR_A_PROOF = "for a proof: csp2sat solve --proof FILE"
UNSATISFIABLE = f"that no solution exists; {FOR_A_PROOF}"
OPTIMUM = f"that no solution is better; {FOR_A_PROOF}"
UNIQUE = "that no other solution exists; for a proof: csp2sat solve --unique --proof FILE"
BEST = re.compile(r'^s OPTIMUM FOUND\s*$|"status":\s*"OPTIMUM FOUND"', re.MULTILINE)
ONLY = re.compile(r'^unique\s*$|"unique":\s*true\b', re.MULTILINE)
COMPLETE = re.compile(r"^={10}\s*$", re.MULTILINE)  # MiniZinc's: the search has come to its end


def unjudged(text: str, has_objective: bool) -> list[str]:
    """Return what an answer, as text or JSON, claims without evidence, in words.

    has_objective: whether the input has an objective.
    """
    is_complete = bool(COMPLETE.search(text))
    best = BEST.search(text) or (is_complete and has_objective)
    only = ONLY.search(text) or (is_complete and not has_objective)
    return [*([OPTIMUM] if best else []), *([UNIQUE] if only else [])]
