"""Commands in processes of their own, and a small CSP with three solutions."""

import os
import subprocess

from support.command_server import completed

MAGIC = "(int a 1 3) (int b 1 3) (int c 1 3) (bool p) (alldifferent a b c) (< a b) (iff p (= c 1))\n"
SOLUTIONS = {(1, 2, 3, False), (1, 3, 2, False), (2, 3, 1, True)}


def csp2sat(*args, cwd=None, stdin=None, env=None):
    """Run a command; gives the finished process with text output."""
    environment = {**os.environ, "XDG_CONFIG_HOME": "/nonexistent", **(env or {})}
    done = completed(args, cwd=cwd, stdin=stdin, env=environment)
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def values(text):
    """The assignment in `a` lines."""
    found = dict(line[2:].split("\t") for line in text.splitlines() if line.startswith("a "))
    return int(found["a"]), int(found["b"]), int(found["c"]), found["p"] == "true"


def planted(folder, script):
    """A solvers.yaml with a solver `mysat` that is a shell script."""
    program = folder / "mysat.sh"
    program.write_text("#!/bin/sh\n" + script)
    program.chmod(0o755)
    config = folder / "my.yaml"
    config.write_text('solvers:\n  mysat:\n    command: [./mysat.sh]\n    args: ["{cnf}"]\n')
    return config
