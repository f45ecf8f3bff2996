"""The certificate of an answer that needs a proof: what is claimed of what, and the digests of all that shows it.

It lies beside the files that it is about, and names none of them: F is the proof, F.cnf the formula that it refutes,
F.map its map, F.json the certificate.  One JSON object on one line::

    {"format": "csp2sat certificate", "version": 1, "tool": "csp2sat 0.3.0", "claim": "unique",
     "source": {"name": "masyu-10.txt", "sha256": "..", "from": null, "goal": null}, "encoding": "order",
     "solver": {"name": "kissat", "version": "4.0.4"}, "proof": "drat", "checked": "csp2sat",
     "digests": {"cnf": "..", "proof": "..", "map": ".."}, "model": "0110..", "answer": {"ints": {}, "bools": {}},
     "sha256": ".."}

claim: `unsatisfiable`: the formula is that of the source; `unique`: that formula and a last clause that excludes the
answer; `optimum`: that formula and last clauses that the objective is better than in the answer.  model: a digit for
each variable of the formula, true or false; answer: what it means.  checked: who has checked the proof, null: nobody.
The last digest is that of the object without it, as it is written; the others are of whole files.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from ..base import files
from ..base.numbers import dumps, loads
from ..base.source import Source
from ..cnf.sink import Clause
from ..decoder import VariableMap
from ..errors import Csp2SatError, InputError, Place
from ..model.model import Answer

FORMAT, VERSION = "csp2sat certificate", 1
SUFFIX = ".json"
Claim = Literal["unsatisfiable", "unique", "optimum"]


class CertificateError(Csp2SatError):
    """Something that a certificate is about is not what the certificate says."""


@dataclass(frozen=True)
class Certificate:
    """source: its name, digest, and how it was read.  encoding, model and answer: None where they do not apply (a CNF,
    no solution).  digests: of `cnf`, `proof` and, if there is one, `map`, in hex."""

    tool: str
    claim: Claim
    source: dict[str, str | None]
    encoding: str | None
    solver: dict[str, str]
    proof: str
    checked: str | None
    digests: dict[str, str]
    model: str | None = None
    answer: Answer | None = None

    def literals(self) -> list[int]:
        """The true literals of the model."""
        return [v if digit == "1" else -v for v, digit in enumerate(self.model or "", start=1)]


NAMES = {field.name for field in fields(Certificate)}


def digits(literals: Sequence[int]) -> str:
    """A model as the certificate has it; literals: of the variables 1, 2, ..., in that order."""
    return "".join("1" if a > 0 else "0" for a in literals)


def last_clauses(claim: Claim, map_: VariableMap, literals: list[int]) -> list[Clause]:
    """The clauses, at least one, that the claim adds to the formula of the source: the model `literals` is excluded, or
    all that are not better."""
    if claim == "unique":
        return [map_.blocking_clause(map_.decode(literals))]
    if (goal := map_.objective) is None:
        raise CertificateError("the claim is an optimum, but the map has no objective")
    step = goal.steps.of(goal.value(literals))
    return goal.as_good(step - 1) if step else [[]]


def show(certificate: Certificate) -> str:
    """The text of the file."""
    content = {"format": FORMAT, "version": VERSION, **vars(certificate)}
    if certificate.answer is not None:
        content["answer"] = certificate.answer._asdict()
    known = {name: value for name, value in content.items() if value is not None or name == "checked"}
    return _line(known | {"sha256": hashlib.sha256(_line(known).encode()).hexdigest()})


def _line(content: dict[str, Any]) -> str:
    return dumps(content) + "\n"


def read(source: Source) -> Certificate:
    """Read a certificate strictly: it has to be what `show` writes, to the byte.  Raises InputError."""
    place = Place(source.path)
    try:
        content = loads(source.text)
    except (ValueError, RecursionError) as error:
        raise InputError("not a certificate: no JSON", place) from error
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise InputError('not a certificate; expected an object with "format": "csp2sat certificate"', place)
    if (version := content.pop("version", None)) != VERSION:
        raise InputError(f"certificate version {version!r}; this program reads version {VERSION}", place)
    content.pop("sha256", None)
    found = _certificate(content)
    if found is None or show(found) != source.text:  # so any other value in it is seen, too
        raise InputError("the certificate has been altered: it does not fit its own digest", place)
    return found


def _certificate(content: dict[str, Any]) -> Certificate | None:
    """The certificate that has this content; None if that cannot be."""
    match content:
        case {
            "tool": str(),
            "claim": "unsatisfiable" | "unique" | "optimum",
            "source": {"name": str(), "sha256": str()},
            "solver": {"name": str()},
            "proof": str(),
            "checked": str() | None,
            "digests": {"cnf": str(), "proof": str()},
        } if (
            isinstance(content.get("encoding", ""), str)
            and content.keys() <= NAMES
            and isinstance(content.get("model", ""), str)
        ):
            values: dict[str, Any] = {name: content.get(name) for name in NAMES}
            match content.get("answer"):
                case {"ints": dict(ints), "bools": dict(bools)}:
                    values["answer"] = Answer(ints, bools)
                case dict() | list():
                    return None
            return Certificate(**values)
    return None


def digest(path: Path) -> str:
    """SHA-256 (hex) of a file; of what is in it, if it is compressed."""
    return hashlib.sha256(files.read_bytes(str(path))).hexdigest()


def beside(proof: Path, suffix: str) -> Path:
    """The file that lies beside a proof."""
    return proof.with_name(proof.name + suffix)
