"""Portfolios of small programs that stand for solvers."""

from __future__ import annotations

import threading
import time
from pathlib import Path

from csp2sat.runner.config import config
from csp2sat.runner.process.outcome import Outcome, RunOptions
from csp2sat.solving.parallel.growing import GrowingPortfolio
from csp2sat.solving.pipeline import CnfQuestion
from csp2sat.solving.trace import Trace
from support.fake_solvers import is_running, tiny

LATE = "sleep 0.6; "  # what an answer begins with that comes when another solver has joined
PROVES = {"args": '["{cnf}", "{proof}"]', "proof": "drat"}  # keys of solvers that write proofs


class Scene:
    """Solvers by name, each a shell script that notes its process; the first starts, each other joins 0.05 s later."""

    def __init__(self, folder: Path, bodies: dict[str, str], **keys: str):
        self.folder, self.said = folder, list[str]()
        lines, members = ["solvers:"], ["portfolio:"]
        for number, (name, body) in enumerate(bodies.items()):
            program = folder / f"{name}.sh"
            program.write_text(f"#!/bin/sh\necho $$ >> {folder}/{name}.pids\n{body}\n")
            program.chmod(0o755)
            lines += [f"  {name}:", f"    command: ./{name}.sh", *(f"    {key}: {keys[key]}" for key in keys)]
            members.append(f"- {{solver: {name}, after: {0.05 * number}}}")
        self.yaml = folder / "scene.yaml"
        self.yaml.write_text("\n".join([*lines, *members, ""]))
        self.solvers = config.Solvers.load(str(self.yaml))
        self.work = folder / "work"
        self.work.mkdir()

    def ask(self, options: RunOptions | None = None, avoided: str = "", ordered: bool = False) -> tuple[str, Outcome]:
        first = self.solvers.first(self.solvers.portfolio[0])
        assert first is not None
        strategy = GrowingPortfolio(first, self.solvers, avoided)
        question = CnfQuestion(tiny(self.folder), 3, ordered=ordered)
        before = threading.active_count()
        try:
            winner, outcome = strategy.run(question, self.work, options or RunOptions(), Trace(tell=self.said.append))
        finally:
            until = time.monotonic() + 3  # killed ones get a moment to go, and who reads their pipes, too
            while (self.running() or threading.active_count() > before) and time.monotonic() < until:
                time.sleep(0.01)
            assert self.running() == [] and threading.active_count() <= before
        return winner.name, outcome

    def running(self) -> list[int]:
        return [pid for name in self.solvers.entries for pid in self.pids(name) if is_running(pid)]

    def pids(self, name: str) -> list[int]:
        path = self.folder / f"{name}.pids"
        return list(map(int, path.read_text().split())) if path.exists() else []
