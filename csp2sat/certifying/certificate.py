"""The certificate of an answer with a proof: its claim, its source, and the digests of the files that support the
claim.

The certificate lies beside these files, and names none of them: F is the proof, F.cnf the formula that it refutes,
F.map its map, F.json the certificate.  The file has a JSON object on a single line::

    {"format": "csp2sat certificate", "version": 1, "tool": "csp2sat 0.4.0", "claim": "unique",
     "source": {"name": "masyu-10.txt", "sha256": "..", "from": null, "goal": null}, "encoding": "order",
     "solver": {"name": "kissat", "version": "4.0.4"}, "proof": "drat", "checked": "csp2sat",
     "digests": {"cnf": "..", "proof": "..", "map": ".."}, "model": "0110..", "answer": {"ints": {}, "bools": {}},
     "sha256": ".."}

claim: `unsatisfiable`: the formula is that of the source; `unique`: that formula and a last clause that excludes the
answer; `optimum`: that formula and last clauses that require a better objective than the answer's.  model: a digit for
each variable of the formula, true or false; answer: the meaning of the model.  checked: the checker of the proof, null
if the proof was not checked.  The last digest is that of the object without the digest, as written; the others are of
whole files.  The name, `from` and `goal` of the source, and tool, solver and checker are remarks: no check depends on
them.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any, Literal

from ..base.json_source import json_in
from ..base.numbers import dumps, loads, short
from ..base.source import Source
from ..cnf.flat_clauses import Clause
from ..decoder import VariableMap
from ..errors import Csp2SatError, InputError, Place
from ..model.model import Answer

FORMAT, VERSION, FROM_SOURCE = "csp2sat certificate", 1, 2
MOST_SHOWN = 60  # characters of a wrong value in a message
SUFFIX = ".json"
Claim = Literal["unsatisfiable", "unique", "optimum"]


STATED = {"opb": ".opb", "pbp": ".pbp"}  # the files of a proof from the source
SUFFIXES = {"cnf": ".cnf", "proof": "", "map": ".map"}  # of the files, by their names in `digests`


class CertificateError(Csp2SatError):
    """An error: a file differs from what its certificate states, or the certificate contradicts itself."""


class NotVerified(CertificateError):
    """A claim that was not shown: nothing is wrong with the certificate, but nothing follows from it here."""

    exit_code = 3

    def __str__(self) -> str:
        return f"not verified: {super().__str__()}"


@dataclass(frozen=True)
class Certificate:
    """The content of a certificate.

    source: its name, its digest, and how it was read.  encoding, model, answer: None if they do not apply (to a CNF,
    without a solution).  checked: the checker of the proof, None if it was not checked.  digests: the SHA-256, in hex,
    of `cnf`, `proof` and, if there is one, `map`.
    """

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
        """Return the literals of the model, one for each variable."""
        return [v if digit == "1" else -v for v, digit in enumerate(self.model or "", start=1)]


NAMES = {field.name for field in fields(Certificate)}
DIGEST = re.compile(r"[0-9a-f]{64}")
SEAL = re.compile(r', "sha256": "([0-9a-f]{64})"\}\n\Z')
TOOL = re.compile(r"csp2sat [0-9A-Za-z.+]{1,40}")


def digits(literals: Sequence[int]) -> str:
    """Return a model as the certificate writes it; `literals` are of the variables 1, 2, ..., in this order."""
    return "".join("1" if a > 0 else "0" for a in literals)


def last_clauses(claim: Claim, map_: VariableMap, literals: list[int]) -> list[Clause]:
    """Return the clauses, at least one, that the claim `unique` or `optimum` adds to the formula of the source.

    literals: a model of the formula, whose solution the clauses exclude, or all solutions that are no better.  Raises
    CertificateError if the claim is an optimum, but the map has no objective.
    """
    if claim == "unique":
        return [map_.blocking_clause(map_.decode(literals))]
    return better(map_, None if map_.objective is None else map_.objective.value(literals))


def better(map_: VariableMap, value: int | None) -> list[Clause]:
    """Return the clauses, at least one, that a better objective than `value` requires.  Raises CertificateError if the
    map has no objective.
    """
    if (goal := map_.objective) is None or value is None:
        raise CertificateError("the claim is an optimum, but the map has no objective")
    step = goal.steps.of(value)
    return goal.as_good(step - 1) if step else [[]]


def show(certificate: Certificate) -> str:
    """Return the text of a certificate's file, ending with its own digest."""
    version = FROM_SOURCE if STATED.keys() <= certificate.digests.keys() else VERSION
    content = {"format": FORMAT, "version": version, **vars(certificate)}
    if certificate.answer is not None:
        content["answer"] = certificate.answer._asdict()
    known = {name: value for name, value in content.items() if value is not None or name == "checked"}
    return _line(known | {"sha256": _digest_of(_line(known))})


def _digest_of(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _line(content: dict[str, Any]) -> str:
    return dumps(content) + "\n"


def read(source: Source) -> Certificate:
    """Read a certificate strictly: the text must be what `show` writes, to the byte.  Raises InputError otherwise."""
    place = Place(source.path)
    try:
        content = json_in(source)
    except InputError as error:
        raise InputError(f"not a certificate: {error.message}", error.place) from error
    if not isinstance(content, dict) or content.pop("format", None) != FORMAT:
        raise InputError('not a certificate; expected an object with "format": "csp2sat certificate"', place)
    if (version := content.pop("version", None)) not in (VERSION, FROM_SOURCE) or type(version) is not int:
        raise InputError(
            f"certificate version {short(version, 40)}; this program reads versions {VERSION} and {FROM_SOURCE}", place
        )
    content.pop("sha256", None)
    if not _is_sealed(source.text):
        raise InputError("the certificate has been altered: it does not fit its own digest", place)
    if wrong := _wrong_field(content):
        raise InputError(f"no certificate of this program: {wrong}", place)
    values: dict[str, Any] = {name: content.get(name) for name in TYPES}
    found = Certificate(**values | {"answer": Answer(**content["answer"]) if "answer" in content else None})
    if f'"version": {version},' not in (shown := show(found)):
        expected = FROM_SOURCE if version == VERSION else VERSION
        raise InputError(
            f'no certificate of this program: "version": {version}; expected {expected}, for its digests', place
        )
    if shown != source.text:
        form = f"expected a single line with the fields {', '.join(loads(shown))}"
        raise InputError(f"no certificate of this program: it is written in another way; {form}", place)
    return found


def _is_sealed(text: str) -> bool:
    """Whether a certificate's text ends with the digest of the text before."""
    seal = SEAL.search(text)
    return seal is not None and seal[1] == _digest_of(text[: seal.start()] + "}\n")


def _wrong_field(content: dict[str, Any]) -> str:
    """Return the fault of the first field that is unknown, missing or of the wrong form, and the expected form;
    '' if all are right.
    """
    for name in content.keys() - NAMES:
        return f"{dumps(name)[:MOST_SHOWN]} is no field; expected only {', '.join(TYPES)}"
    for name, (expected, fits) in TYPES.items():
        if name not in content and name not in LEFT_OUT:
            return f'"{name}" is missing; expected {expected}'
        if name in content and not (fits(content[name]) and (content[name] is not None or name == "checked")):
            return f'"{name}": {dumps(content[name])[:MOST_SHOWN]}; expected {expected}'
    return ""


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _text_or_none(value: Any) -> bool:
    return value is None or isinstance(value, str)


def _digest(value: Any) -> bool:
    return isinstance(value, str) and DIGEST.fullmatch(value) is not None


def _record(known: dict[str, Callable[[Any], bool]], *optional: str) -> Callable[[Any], bool]:
    """Return a predicate for objects with exactly the keys of `known`, whose predicates the values satisfy.

    optional: keys that may be missing.
    """

    def fits(value: Any) -> bool:
        if not isinstance(value, dict) or not known.keys() - set(optional) <= value.keys() <= known.keys():
            return False
        return all(known[name](each) for name, each in value.items())

    return fits


def _all(kind: type) -> Callable[[Any], bool]:
    """Return a predicate for objects whose values all have exactly this type, so that True is no integer."""
    return lambda value: isinstance(value, dict) and all(type(each) is kind for each in value.values())


# What each field has, for people, and whether a value is that; a field that does not apply is left out
TYPES: dict[str, tuple[str, Callable[[Any], bool]]] = {
    "tool": ("csp2sat with a version", lambda value: _text(value) and TOOL.fullmatch(value) is not None),
    "claim": ("unsatisfiable, unique or optimum", lambda value: value in ("unsatisfiable", "unique", "optimum")),
    "source": (
        "an object with name, sha256, from and goal",
        _record({"name": _text, "sha256": _digest, "from": _text_or_none, "goal": _text_or_none}),
    ),
    "encoding": ("a text, or no such field", _text),
    "solver": ("an object with name, and version if known", _record({"name": _text, "version": _text}, "version")),
    "proof": ("a text", _text),
    "checked": ("a text, or null", _text_or_none),
    "digests": (
        f"an object with SHA-256 digests: cnf, proof, and map, {' and '.join(STATED)} if there are such files",
        _record(dict.fromkeys(("cnf", "proof", "map", *STATED), _digest), "map", *STATED),
    ),
    "model": ("a text of 0 and 1, or no such field", _text),
    "answer": (
        "an object with ints and bools, or no such field",
        _record({"ints": _all(int), "bools": _all(bool)}),
    ),
}
LEFT_OUT = "encoding", "model", "answer"


def beside(proof: Path, suffix: str) -> Path:
    """Return the path of the file beside a proof that has this suffix after the proof's name."""
    return proof.with_name(proof.name + suffix)


def proof_at(path: Path) -> Path:
    """Return the path of the proof for a path of the proof itself or of its certificate."""
    return path.with_suffix("") if path.suffix == SUFFIX else path
