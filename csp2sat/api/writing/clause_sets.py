"""A reason as a formula of its own: contradictory clauses as CNF or group CNF, contradictory constraints as OPB."""

from __future__ import annotations

from collections.abc import Sequence

from ...base.source import Source
from ...cnf.dimacs import lines_of
from ...explaining.csp_conflicts import Reason
from ...languages.opb import LANGUAGE, statement_at
from ...model.model import Origin
from ...solving.problem import Problem
from ..explaining import Blame
from .reason_texts import heading

OPB = LANGUAGE.name
FORMATS = ("cnf", "gcnf", OPB)


def formats_of(problem: Problem) -> tuple[str, ...]:
    """Return the formats in which a reason of a problem can be written as a formula; () for a problem that is neither
    a CNF nor an OPB.
    """
    if problem.is_cnf:
        return FORMATS[: 2 if problem.always is not None else 1]
    return (OPB,) if problem.board is None and problem.model.about.get("language") == OPB else ()


def as_formula(problem: Problem, reason: Reason, blame: Blame, to: str) -> str:
    """Return the clauses of a reason as text in the format `to`, one of FORMATS, with the variables and groups of the
    input, and with the lines at which the clauses begin there in a comment.

    problem: a CNF with the places of its clauses, or an OPB.  blame: the choice of the clauses that may be blamed; the
    others, which hold always, are in the text, too, in group 0.
    """
    blamed = {each.origin for part in reason.parts for each in part}
    title = heading([(len(reason.parts), blame.part)], reason.minimal, blame=blame).rstrip()
    if to == OPB:
        kept = (each for each in problem.model.constraints if each.origin in blamed or not blame.may_have(each))
        return _as_opb(problem, [each.origin for each in kept], title)
    found = [
        (at.row, at.name.removeprefix("group ") if at in blamed else "0", literals)
        for constraint, literals in zip(problem.model.constraints, problem.clauses(), strict=True)
        if (at := constraint.origin) is not None and (at in blamed or not blame.may_have(constraint))
    ]
    sizes = f"p {to} {len(problem.model.bools)} {len(found)}"
    if to == "gcnf":
        sizes += f" {max((int(group) for _, group, _ in found), default=0)}"
    head = [
        f"c {title}",
        f"c from sha256:{problem.digest}",
        " ".join(["c lines", *map(str, dict.fromkeys(row for row, _, _ in found))]),
        sizes,
    ]
    groups = [f"{{{group}}} " if to == "gcnf" else "" for _, group, _ in found]
    lines = [lines_of([*literals, 0]) for _, _, literals in found]
    return (
        "\n".join(head) + "\n" + "".join(f"{group}{line.strip()}\n" for group, line in zip(groups, lines, strict=True))
    )


def _as_opb(problem: Problem, places: Sequence[Origin | None], title: str) -> str:
    """Return the constraints of an OPB at these places as an OPB, with a title and their lines in comments."""
    source = getattr(problem, "source", None) or Source("", "")  # an OPB that was read has its text
    found = dict.fromkeys((at.row, at.column) for at in places if at is not None)
    head = [
        f"* #variable= {len(problem.model.bools)} #constraint= {len(found)}",
        f"* {title}",
        f"* from sha256:{problem.digest}",
        " ".join(["* lines", *map(str, dict.fromkeys(row for row, _ in found))]),
    ]
    return "".join(f"{line}\n" for line in [*head, *(statement_at(source, *at) for at in found)])
