"""Proofs from the source of random small CSPs: true claims are to be accepted, false ones refused.

    python scripts/fuzz_source_proofs.py [N] [--seed S]

Each of N CSPs gets the strongest claim that brute force finds true: no solution, a unique one, the best one.  The
solutions of its statement are compared with those by brute force.  False claims are made of each: the proof with a
source that lacks a constraint, so that it has a (further) solution; a better value; no solution, where there is one,
with a line of the proof left out or changed.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NoReturn

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

from support.oracle import assignments
from support.random_stated import RandomStated
from support.source_proofs import Proved, checked, proved, solutions_of

from csp2sat.errors import InputError
from csp2sat.model.expr import any_of, node
from csp2sat.model.model import Model
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement

MANY = 50  # solutions, beyond which the others are not excluded one by one


def claim(seed: int) -> Model:
    """A random CSP: with an objective, or with all solutions but the first excluded, or as it is."""
    random = RandomStated(seed, 4 if seed % 3 else 9)
    model = random.model()
    if seed % 2 or len(found := solutions_of(model)) > MANY:
        model.objective = random.objective()
        return model
    for answer in found[1:]:
        ints = [node("ne", node("int", name), value) for name, value in answer.ints.items()]
        bools = [node("xor", node("bool", name), node("true" if b else "false")) for name, b in answer.bools.items()]
        model.add(any_of([*ints, *bools]))
    return model


def says_the_same(statement: SourceStatement, model: Model) -> bool:
    """Whether the statement of a model, whose definitions are functions of the values, has the model's solutions."""
    solutions = solutions_of(model)
    for _, answer in assignments(model):
        true = statement.true_variables(answer)
        found = all(
            sum(c for a, c in each.terms.items() if (a[0] == "~") != (a.removeprefix("~") in true)) >= each.degree
            for each in statement.lines
        )
        if found != (answer in solutions and answer != statement.answer):
            return False
    return True


def is_accepted(statement: str, proof: str, claimed: str) -> bool:
    """Whether the checker accepts a proof, and the proof concludes the claim."""
    try:
        verdict = checked(statement, proof)
    except InputError:
        return False
    return verdict.claim != "NONE" and (claimed != "optimum" or verdict.low is not None)


def false_claims(model: Model, done: Proved, random: Random) -> Iterator[tuple[str, str, str]]:
    """Yield the kind, the statement and the proof of claims that are false."""
    before = solutions_of(model)
    for number in range(len(model.constraints)):
        rest = [c for at, c in enumerate(model.constraints) if at != number]
        other = Model(model.ints, model.bools, rest, objective=model.objective)
        if done.claim == "unsatisfiable" and solutions_of(other):
            yield "source", *_with_body(SourceStatement(other), done.proof)
        elif done.claim == "unique" and len(solutions_of(other)) > len(before):
            yield "source", *_with_body(SourceStatement(other, done.statement.answer), done.proof)
    if done.claim == "optimum":
        low = int(done.proof.split("conclusion BOUNDS ")[1].split()[0])
        text = done.proof.replace(
            f"conclusion BOUNDS {low} : -1 {low};", f"conclusion BOUNDS {low + 1} : -1 {low + 1};"
        )
        yield "value", done.statement.text, text
        yield "claim", done.statement.text, _as_unsatisfiable(done.proof)
    if before:
        lines = done.proof.split("\n")
        at = random.randrange(2, len(lines) - 5)
        lines[at : at + 1] = [lines[at].replace("1 ", "1 ~", 1).replace("~~", "")] if random.random() < 0.5 else []
        if done.claim == "optimum":
            yield "line", done.statement.text, _as_unsatisfiable("\n".join(lines))
        else:
            yield "line", *_with_body(SourceStatement(model), "\n".join(lines))


def _as_unsatisfiable(proof: str) -> str:
    """Return a proof without its solutions, which concludes that there is none."""
    lines = [each for each in proof.split("\n") if not each.startswith(("soli", "conclusion"))]
    return "\n".join([*lines[:-2], "conclusion BOUNDS INF : -1 INF;", *lines[-2:]])


def _with_body(statement: SourceStatement, proof: str) -> tuple[str, str]:
    head, _, body = proof.split("\n", 2)
    return statement.text, f"{head}\nf {len(statement.lines)};\n{body}"


def seeds_asked_for(description: str | None, usual: int) -> range:
    """Return the seeds that the command line asks for."""
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("number", nargs="?", type=int, default=usual)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    return range(options.seed, options.seed + options.number)


def finish(found: Counter[str], bad: int, start: float) -> NoReturn:
    """Print how many claims of each kind were found, and how many were judged wrong; exit with 1 if any was."""
    for kind, number in sorted(found.items()):
        print(f"{kind:24} {number}")
    print(f"{bad} wrong, {time.time() - start:.0f} s")
    sys.exit(bad > 0)


def main() -> None:
    start, found, bad = time.time(), Counter[str](), 0
    for seed in seeds_asked_for(__doc__, 200):
        model, again = claim(seed), f"reproduce: python scripts/fuzz_source_proofs.py 1 --seed {seed}"
        try:
            done = proved(model, ("order", "direct", "log")[seed // 2 % 3])
        except NotStated:
            found["refused by name"] += 1
            continue
        found[f"true: {done.claim}"] += 1
        if not says_the_same(done.statement, model):
            bad += 1
            print(f"the statement has other solutions\n{again}")
        if not is_accepted(done.statement.text, done.proof, done.claim):
            bad += 1
            print(f"a true claim is refused\n{again}")
        for kind, statement, proof in false_claims(model, done, Random(seed)):
            found[f"false: {kind}"] += 1
            if is_accepted(statement, proof, "optimum" if kind == "value" else ""):
                bad += 1
                print(f"a false claim ({kind}) is accepted\n{again}")
    finish(found, bad, start)


if __name__ == "__main__":
    main()
