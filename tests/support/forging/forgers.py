"""What a forger does to a certificate, by the field that is forged; each changes parts in place."""

from __future__ import annotations

import bz2
import gzip
import json
import lzma
import struct
import zlib
from collections.abc import Callable
from random import Random
from typing import Any

from .parts import Parts, clauses_of, num_vars, with_clauses

LANGUAGES = (None, "cnf", "sugar", "csp", "xcsp", "flatzinc", "fzn", "opb", "wcnf", "mosaic", "masyu", "sudoku")
GOALS = (None, "max", "weighted", "")
TOOLS = ("csp2sat 0.2.0", "csp2sat 0.3.0", "csp2sat 0.4.0", "csp2sat 99", "sugar", "", "csp2sat")
ENCODINGS = (
    "auto",
    "order",
    "direct",
    "log",
    "compact-order",
    "assume=unique",
    "auto assume=unique",
    "auto loop=cuts",
    "order propagate=no",
    "order amo=none",
    "nothing",
    "",
    None,
)
PROOFS = ("drat", "drup", "lrat", "frat", "opb", "", "none", "../drat")
CLAIMS = ("unsatisfiable", "unique", "optimum", "satisfiable", "", "unique\n")


def forge_claim(parts: Parts, random: Random) -> None:
    """Claim something else; now and then drop the answer that belongs to the former claim."""
    parts.about["claim"] = random.choice(CLAIMS)
    if random.random() < 0.4:
        parts.about.pop("model", None)
        parts.about.pop("answer", None)


def forge_source(parts: Parts, random: Random) -> None:
    """Forge the name of the source; its digest is set by whoever chooses the source."""
    parts.about["source"]["name"] = random.choice(("", "x", "x.cnf", "../x.csp", "masyu.txt", "x?y", "-"))


def forge_from(parts: Parts, random: Random) -> None:
    """Say that the source was read as another language."""
    parts.about["source"]["from"] = random.choice(LANGUAGES)


def forge_goal(parts: Parts, random: Random) -> None:
    """Say that something else was asked of the source."""
    parts.about["source"]["goal"] = random.choice(GOALS)


def forge_tool(parts: Parts, random: Random) -> None:
    """Say that another version wrote the certificate."""
    parts.about["tool"] = random.choice(TOOLS)


def forge_encoding(parts: Parts, random: Random) -> None:
    """Name another encoding."""
    parts.about["encoding"] = random.choice(ENCODINGS)
    if parts.about["encoding"] is None:
        del parts.about["encoding"]


def forge_solver(parts: Parts, random: Random) -> None:
    """Name another solver."""
    parts.about["solver"] = random.choice(({"name": "x"}, {"name": "kissat", "version": "9"}, {"name": ""}, {}))


def forge_proof_kind(parts: Parts, random: Random) -> None:
    """Name another format of proofs."""
    parts.about["proof"] = random.choice(PROOFS)


def forge_checked(parts: Parts, random: Random) -> None:
    """Say that another program has checked the proof."""
    parts.about["checked"] = random.choice((None, "drat-trim", "csp2sat", "me", ""))


def forge_model(parts: Parts, random: Random) -> None:
    """Flip digits of the model, cut the model, lengthen the model, or take the model away."""
    digits = str(parts.about.get("model") or "")
    match random.randrange(4):
        case 0 if digits:
            at = random.randrange(len(digits))
            parts.about["model"] = digits[:at] + ("0" if digits[at] == "1" else "1") + digits[at + 1 :]
        case 1:
            parts.about["model"] = digits[:-1]
        case 2:
            parts.about["model"] = digits + random.choice(("0", "1", "2", "é"))
        case _:
            parts.about.pop("model", None)


def forge_answer(parts: Parts, random: Random) -> None:
    """Change a value of the answer, a name, a type, or take the answer away."""
    answer = parts.about.get("answer")
    if not isinstance(answer, dict) or random.random() < 0.15:
        parts.about.pop("answer", None)
        return
    values: dict[str, Any] = answer.setdefault(random.choice(("ints", "bools")), {})
    if values and random.random() < 0.8:
        name = random.choice(list(values))
        old = values[name]
        values[name] = random.choice((not old, int(old) + 1, int(old) - 1, bool(old), float(old), str(old), None))
    else:
        values[random.choice(("x1", "_x", "y"))] = random.choice((0, True, 10**30))


def forge_digests(parts: Parts, random: Random) -> None:
    """Take a digest away, add one, or change one."""
    digests = parts.about["digests"]
    name = random.choice((*digests, "other"))
    if random.random() < 0.5:
        digests.pop(name, None)
    else:
        digests[name] = random.choice(("0" * 64, "", None, digests.get("cnf"), 5))


def forge_cnf(parts: Parts, random: Random) -> None:
    """Make the formula refutable, in one of the ways that a reader may overlook."""
    variable = random.randint(1, num_vars(parts.cnf))
    kept = clauses_of(parts.cnf)
    match random.randrange(7):
        case 0:
            parts.cnf = with_clauses(parts.cnf, [[variable], [-variable]])
        case 1:
            parts.cnf = with_clauses(parts.cnf, [[]])
        case 2:
            parts.cnf = b"c cnf cnf 2 2 1 0 -1 0\n" + parts.cnf
        case 3:
            parts.cnf = _gzip_with_comment(parts.cnf, b" \np cnf 2 2\n1 0\n-1 0\n")
        case 4 if kept:
            lines = parts.cnf.split(b"\n")
            lines[-2 if lines[-1] == b"" else -1] = f"{variable} 0 {-variable} 0".encode()
            parts.cnf = b"\n".join(lines)
        case 5:
            parts.cnf = b"p cnf %d 2\n%d 0\n%d 0\n" % (num_vars(parts.cnf), variable, -variable)
        case _:
            parts.cnf = random.choice((bz2.compress, gzip.compress, lzma.compress))(parts.cnf)


def _gzip_with_comment(data: bytes, comment: bytes) -> bytes:
    """Return a gzip file whose header has a comment, which readers of gzip skip."""
    packer = zlib.compressobj(0, zlib.DEFLATED, -15)
    head = b"\x1f\x8b\x08\x10\x00\x00\x00\x00\x00\xff" + comment + b"\x00"
    return head + packer.compress(data) + packer.flush() + struct.pack("<II", zlib.crc32(data), len(data) & 0xFFFFFFFF)


def forge_proof(parts: Parts, random: Random) -> None:
    """Write another proof: the empty clause at once, half of the proof, steps of chance, binary bytes."""
    last = num_vars(parts.cnf)
    match random.randrange(6):
        case 0 | 1:
            parts.proof = b"0\n"
        case 2:
            parts.proof = parts.proof[: len(parts.proof) // 2]
        case 3:
            steps = [[random.choice((1, -1)) * random.randint(1, last) for _ in range(2)] for _ in range(3)]
            parts.proof = "".join(f"{a} {b} 0\n" for a, b in steps).encode() + b"0\n"
        case 4:
            parts.proof = b"a\x00"
        case _:
            parts.proof = gzip.compress(b"0\n") if random.random() < 0.5 else b""


def forge_map(parts: Parts, random: Random) -> None:
    """Change the map: a name hidden, a record gone, numbers of the header, what it says of the source, or no map."""
    if parts.map_ is None:
        parts.map_ = b'{"format": "csp2sat map", "version": 1}\n'
        return
    lines = parts.map_.split(b"\n")
    match random.randrange(6):
        case 0:
            parts.map_ = None
            parts.about["digests"].pop("map", None)
            return
        case 1 if len(lines) > 2:
            del lines[random.randrange(1, len(lines) - 1)]
        case 2:
            lines = [line.replace(b'": "x', b'": "_x', 1) for line in lines]
        case 3:
            lines = [line.replace(b'"code": "order"', b'"code": "direct"') for line in lines]
        case 4:
            lines[0] = _header_with(lines[0], random)
        case _:
            lines = [line.replace(b"[[", b"[[0, 0], [", 1) for line in lines]
    parts.map_ = b"\n".join(lines)


def _header_with(line: bytes, random: Random) -> bytes:
    try:
        header = json.loads(line)
    except ValueError:
        return line
    change = random.choice(("clauses", "records", "about", "encoding", "tool", "source", "variables"))
    match header.get(change):
        case int(number):
            header[change] = number + random.choice((-2, -1, 1))
        case str():
            header[change] = random.choice(ENCODINGS[:6])
        case _:
            header[change] = random.choice(({}, {"contradiction": "x"}, {"language": "cnf"}, {"assume": "unique"}))
    return json.dumps(header).encode()


def forge_text(parts: Parts, random: Random) -> None:
    """Write the certificate as other JSON: keys twice, other blanks, constants that are no JSON, another encoding."""
    text = parts.sealed()
    twice = random.choice((b'{"claim": "unsatisfiable", ', b'{"digests": {}, ', b'{"source": {}, '))
    parts.raw = random.choice(
        (
            twice + text[1:],
            text.replace(b'", "', b'","'),
            text.rstrip(b"\n"),
            text + b"\n",
            b"\xef\xbb\xbf" + text,
            text.decode().encode("utf-16"),
            gzip.compress(text),
            text.replace(b'"version": 1', b'"version": NaN'),
            text.replace(b'"version": 1', b'"version": true'),
            text.replace(b"drat", b"dr\\u0061t"),
            text[: random.randrange(len(text))],
            text * 2,
            b"[" * 100_000,
        )
    )


def forge_version(parts: Parts, random: Random) -> None:
    """Name another version of the format, another format, or a key that is not known."""
    name, value = random.choice((("version", 0), ("version", 1.0), ("format", "x"), ("extra", 1), ("doubt", "")))
    parts.about[name] = value


Forger = Callable[[Parts, Random], None]
FORGERS: dict[str, Forger] = {
    "claim": forge_claim,
    "source": forge_source,
    "from": forge_from,
    "goal": forge_goal,
    "tool": forge_tool,
    "encoding": forge_encoding,
    "solver": forge_solver,
    "proof kind": forge_proof_kind,
    "checked": forge_checked,
    "model": forge_model,
    "answer": forge_answer,
    "digests": forge_digests,
    "cnf": forge_cnf,
    "proof": forge_proof,
    "map": forge_map,
    "text": forge_text,
    "version": forge_version,
}
AFTER_SEALING = ("digests", "text")  # what would be undone by bringing the digests up to date
