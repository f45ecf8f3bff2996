"""Certificates that are made by a command and then forged, with digests that are right."""

from __future__ import annotations

import hashlib
import json
import re

from .run_command import run

FALSE = "(bool a)(and a (not a))"  # no solution
MANY = "(int x 0 3)(> x 1)"  # two solutions
ONE = "(int x 0 3)(> x 2)"  # one solution
CNF = "p cnf 2 2\n1 2 0\n-1 -2 0\n"  # two models
BAD_CNF = "p cnf 1 2\n1 0\n-1 0\n"


class Forged:
    """A certificate in a folder, which is made and then changed."""

    def __init__(self, folder):
        self.folder = folder
        self.path = folder / "P.json"

    def make(self, name, text, *options):
        """Write an input and its certificate."""
        (self.folder / name).write_text(text)
        code, out, err = run("solve", self.folder / name, "-q", "--proof", self.folder / "P", *options)
        assert code == 0, out + err
        assert self.path.exists(), out + err
        return self

    def file(self, suffix):
        return self.folder / f"P{suffix}"

    def source(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def seal(self, source=None, **changes):
        """Put changes into the certificate, and digests of the files as they are; source: whose digest is said."""
        content = json.loads(self.path.read_text())
        content.pop("sha256")
        if source is not None:
            content["source"]["sha256"] = sha(source)
        for key, value in changes.items():
            inner = content["source"] if key in ("from_", "goal", "name") else content
            inner[key.rstrip("_")] = value
        content = {key: value for key, value in content.items() if value is not None or key == "checked"}
        content["digests"] = {name: sha(self.file(SUFFIX[name])) for name in content["digests"]}
        self.write(content)
        return self

    def write(self, content):
        text = json.dumps(content) + "\n"
        content = content | {"sha256": hashlib.sha256(text.encode()).hexdigest()}
        self.path.write_text(json.dumps(content) + "\n")

    def verify(self, *more):
        return run("verify", self.path, *more)


SUFFIX = {"cnf": ".cnf", "proof": "", "map": ".map"}


def sha(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def refused(done, *codes):
    code, out, err = done
    assert out == ""
    assert code in (codes or (1, 2, 3)), (code, err)
    assert err.startswith("csp2sat: ") or re.match(r"\S+: ", err), err
    return err
