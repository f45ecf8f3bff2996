"""Forged proofs from the source, as files, each with a claim that is false: `verify` is to refuse all of them.

    python scripts/forge_source_proofs.py [N] [--seed S]

Of each of N random CSPs one forgery of each kind that it allows:

* encoder: clauses of the CNF changed or left out until it has no model, with the proof that the encoder's notes give
* source: the proof of a CSP, given for the CSP without one of its constraints, with the statement of that one
* statement: the statement and the proof of a CSP with a constraint more
* line: lines of the proof left out, repeated, changed or put in, and the claim that there is no solution
* value: a better value in the conclusion, or the conclusion that no solution exists
* formula: a clause more in the CNF
* solution: another solution in the statement's last section, or none of the source's

Those are judged by statement and proof alone.  Forgeries of what the proof does not need, each in all files of a true
claim, with digests that fit:

* map: a record renamed, left out or with other values, another objective or encoding, other literals of the proof
* model: digits of the certificate's model flipped
* clauses: clauses of the CNF left out, with the digest and the sizes in the map

Circuits are searched for by cuts, however small they are.
A forgery whose claim is true is left out: so are a CNF that still has models, and a source that keeps the claim.
"""

from __future__ import annotations

import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))
sys.path.insert(0, str(Path(__file__).parent))

from fuzz_source_proofs import claim, finish, seeds_asked_for
from pysat.solvers import Solver
from support.source_proofs import Claimed, Proved, derived_from, lemmas, proved, solutions_of

import csp2sat
from csp2sat.api.writing.converting import converted
from csp2sat.certifying import verifying_source
from csp2sat.certifying.certificate import SUFFIXES, beside, read, show
from csp2sat.certifying.evidence import ProofPart
from csp2sat.certifying.proving import Checking
from csp2sat.deriving.recording import options_of, recorded
from csp2sat.errors import Csp2SatError
from csp2sat.model.model import Answer, Model
from csp2sat.solving.problem import CspProblem
from csp2sat.solving.refining import circuits
from csp2sat.solving.trace import Trace
from csp2sat.statement.formulas import NotStated
from csp2sat.statement.statement import SourceStatement

Forgery = tuple[dict[str, str] | None, Model]  # texts by their suffixes, None if no proof was written; the source


def files_of(done: Proved) -> dict[str, str]:
    """The texts by their suffixes."""
    return {
        ".opb": done.statement.text,
        ".pbp": done.proof,
        ".cnf": cnf(done.clauses),
        ".map": json.dumps({"pb": [*done.literals.items()]}) + "\n",
    }


def cnf(clauses: list[list[int]]) -> str:
    most = max((abs(lit) for clause in clauses for lit in clause), default=0)
    return f"p cnf {most} {len(clauses)}\n" + "".join(f"{' '.join(map(str, [*clause, 0]))}\n" for clause in clauses)


def accepts(files: dict[str, str], model: Model, folder: Path) -> str:
    """The claim that statement and proof show of a source, '' if they are refused."""
    parts = {suffix: ProofPart(str(folder / f"p{suffix}"), text.encode()) for suffix, text in files.items()}
    try:
        return verifying_source.shown(parts, model, "the source", Checking(None, Trace())).claim
    except Csp2SatError:
        return ""


def without(model: Model, number: int) -> Model:
    rest = [c for at, c in enumerate(model.constraints) if at != number]
    return Model(model.ints, model.bools, rest, objective=model.objective)


def from_another(done: Proved, statement: SourceStatement) -> str:
    """The proof with the number of constraints of another statement."""
    head, _, body = done.proof.split("\n", 2)
    return f"{head}\nf {len(statement.lines)};\n{body}"


# forgeries: each yields the files, and the CSP of which their claim is false


def encoder(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """Clauses changed, put in or left out until the CNF of a CSP with solutions has no model."""
    if not solutions_of(model):
        return
    found = recorded(model, options_of(random.choice(("order", "direct", "log"))))
    clauses = [list(each) for each in found.clauses]
    if found.num_vars < 2:
        return
    for _ in range(60):
        at = random.randrange(len(clauses))
        clause = clauses[at]
        match random.randrange(4):
            case 0 if len(clause) > 1:
                clause.pop(random.randrange(len(clause)))
            case 1 if clause and at:
                place = random.randrange(len(clause))
                clause[place] = -clause[place]
            case 2 if len(clauses) > 1:
                del clauses[at]
            case _:
                clauses.append([random.choice((-1, 1)) * random.randint(2, found.num_vars)])
        if not clauses:
            return
        with Solver("minisat22", bootstrap_with=clauses) as solver:
            has_a_model = [] not in clauses and solver.solve()
        if not has_a_model:
            break
    else:
        return
    wrong = Model(model.ints, model.bools, model.constraints)
    for care in range(3):
        try:
            made = derived_from(Claimed(wrong, "unsatisfiable"), found, clauses, lemmas(clauses, "glucose4"), care)
        except NotStated:
            yield None, wrong  # the writer finds the fault
        else:
            yield files_of(made), wrong


def source(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """The files of a CSP, with the statement of the CSP without one of its constraints."""
    many = len(solutions_of(model))
    for number in range(len(model.constraints)):
        other = without(model, number)
        if done.claim == "optimum" or len(solutions_of(other)) == many:
            continue
        statement = SourceStatement(other, done.statement.answer)
        yield {**files_of(done), ".opb": statement.text, ".pbp": from_another(done, statement)}, other


def statement(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """The files of a CSP, for the CSP without one of its constraints."""
    many = len(solutions_of(model))
    for number in range(len(model.constraints)):
        other = without(model, number)
        if done.claim != "optimum" and len(solutions_of(other)) != many:
            yield files_of(done), other


def line(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """A proof for a CSP with solutions, in which lines are changed until its claim is that there is no solution."""
    plain = SourceStatement(model)
    if not solutions_of(model) or done.proof.count("\n") < 12:
        return
    for _ in range(4):
        lines = [each for each in from_another(done, plain).split("\n") if not each.startswith("soli")]
        for _ in range(random.randint(1, 3)):
            at = random.randrange(2, len(lines) - 5)
            lines[at : at + 1] = changed(lines, at, random)
        claims = "UNSAT : -1" if model.objective is None else "BOUNDS INF : -1 INF"
        at = next(number for number, each in enumerate(lines) if each.startswith("conclusion"))
        lines[at] = f"conclusion {claims};"
        yield {**files_of(done), ".opb": plain.text, ".pbp": "\n".join(lines)}, model


def changed(lines: list[str], at: int, random: Random) -> list[str]:
    """A line of a proof, changed: other lines in its place."""
    words = lines[at].removesuffix(";").split()
    place = random.randrange(len(words))
    match random.randrange(7):
        case 0:
            return []
        case 1:
            return ["rup >= 1;", lines[at]]
        case 2 if words[place].lstrip("-").isdigit():
            words[place] = str(int(words[place]) + random.choice((-3, -1, 1, 2**70)))
        case 3 if words[place][0].isalpha() and place:
            words[place] = "~" + words[place]
        case 4:
            return [f"red >= 1 : {random.choice(['y1', 'p0', 'a0', 'i0[ge1]'])} -> {random.randint(0, 1)};"]
        case 5:
            words[place] = random.choice(lines[2 : len(lines) - 5]).removesuffix(";").split()[-1]
        case _:
            return [random.choice(lines[2 : len(lines) - 5])]
    return [" ".join(words) + ";"]


def value(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """A better value than the best one, or no solution at all."""
    if done.claim != "optimum":
        return
    low = int(done.proof.split("conclusion BOUNDS ")[1].split()[0])
    for claims in (f"{low + 1} : -1 {low + 1}", f"{low - 1} : -1 {low - 1}", "INF : -1 INF", f"{low + 1} : -1 {low}"):
        text = done.proof.replace(f"conclusion BOUNDS {low} : -1 {low}", f"conclusion BOUNDS {claims}")
        yield {**files_of(done), ".pbp": text}, model


def formula(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """A clause more in the CNF, which does not stand in the proof."""
    most = max(done.literals)
    clause = [random.choice((-1, 1)) * each for each in random.sample(range(1, most + 1), min(most, 4))]
    names = {done.literals[abs(lit)].removeprefix("~") for lit in clause}
    if len(names) < len(clause) or names & {"0", "1"}:
        return
    if {*clause} in [{*each} for each in done.clauses]:
        return
    yield {**files_of(done), ".cnf": cnf([*done.clauses, clause])}, model


def solution(model: Model, done: Proved, random: Random) -> Iterator[Forgery]:
    """A statement that excludes values which are no solution, or a solution of several."""
    found = solutions_of(model)
    values = Answer(
        {name: random.choice(list(domain.values())) for name, domain in model.ints.items()},
        {name: random.random() < 0.5 for name in model.bools},
    )
    if model.objective is not None or (values in found and len(found) == 1):
        return
    changed_ = SourceStatement(model, values)
    yield {**files_of(done), ".opb": changed_.text, ".pbp": from_another(done, changed_)}, model


# forgeries of files that the proof does not need: each changes the lines of the map, the CNF, or the model


def map_(found: Sealed, random: Random) -> None:
    """Another map, of as many records as its header says."""
    header, *records, last = found.lines(".map")
    at, known = random.randrange(len(records)), json.loads(header)
    match random.randrange(5):
        case 0:
            del records[at]
            known["records"] -= 1
        case 1:
            records[at] = records[at].replace('": "', '": "_', 1)
        case 2:
            swap = {"minimize": "maximize", "maximize": "minimize", '"lit": ': '"lit": -', "[[": "[[-99, -98], ["}
            old = next((old for old in swap if old in records[at]), '"')
            records[at] = records[at].replace(old, swap.get(old, ' "'), 1)
        case 3:
            known["encoding"] = known["encoding"].replace("order", "direct") + " --amo product"
        case _:
            literals = json.loads(last)["pb"]
            literals[random.randrange(len(literals))][1] = random.choice(("0", "i0[ge1]", "y1"))
            last = json.dumps({"pb": literals})
    found.write(".map", [json.dumps(known, ensure_ascii=False), *records, last])


def model(found: Sealed, random: Random) -> None:
    """Another model."""
    digits = found.certificate.model or "0"
    at = random.randrange(len(digits))
    flipped = digits[:at] + str(1 - int(digits[at])) + digits[at + 1 :]
    found.certificate = replace(found.certificate, model=random.choice((flipped, "0" * len(digits), "1" * len(digits))))


def clauses(found: Sealed, random: Random) -> None:
    """Fewer clauses, with their digest in the map."""
    lines, (header, *records) = found.lines(".cnf"), found.lines(".map")
    first = next(number for number, each in enumerate(lines, 1) if each.startswith("p cnf"))
    known = json.loads(header)
    left = random.randrange(max(1, min(known["clauses"], len(lines) - first)))
    lines[first - 1] = f"p cnf {known['variables']} {left}".ljust(len(lines[first - 1]))
    found.write(".cnf", lines[: first + left])
    known |= {"clauses": left, "cnf": "sha256:" + sha256(found.path(".cnf").read_bytes()).hexdigest()}
    found.write(".map", [json.dumps(known, ensure_ascii=False), *records])


class Sealed:
    """The files of a true claim in a folder, to be changed, with a certificate whose digests fit."""

    def __init__(self, proof: Path):
        self.proof = proof
        self.kept = {suffix: self.path(suffix).read_bytes() for suffix in SUFFIXES.values()}
        self.first = self.certificate = read(ProofPart.read(self.path(".json")).source)

    def path(self, suffix: str) -> Path:
        return beside(self.proof, suffix)

    def lines(self, suffix: str) -> list[str]:
        return self.path(suffix).read_text().rstrip("\n").split("\n")

    def write(self, suffix: str, lines: list[str]) -> None:
        self.path(suffix).write_text("\n".join(lines) + "\n")

    def refused(self, change: Callable[[Sealed, Random], None], random: Random, source: Path) -> bool:
        """Whether the changed files are refused; True where nothing was changed.  The files are then as before."""
        change(self, random)
        data = {name: self.path(suffix).read_bytes() for name, suffix in SUFFIXES.items()}
        try:
            same = data == {name: self.kept[suffix] for name, suffix in SUFFIXES.items()}
            if same and self.certificate == self.first:
                return True
            digests = self.first.digests | {name: sha256(each).hexdigest() for name, each in data.items()}
            self.path(".json").write_text(show(replace(self.certificate, digests=digests)))
            csp2sat.verify(self.proof, source)
        except Csp2SatError:
            return True
        finally:
            self.certificate = self.first
            for suffix, each in self.kept.items():
                self.path(suffix).write_bytes(each)
        return False


def accepted_beside(stated: Model, folder: Path, random: Random) -> Iterator[tuple[str, bool]]:
    """Yield the kind of each forgery in the files of a true claim, and whether `verify` accepts it."""
    source = folder / "a.csp"
    source.write_text(converted(CspProblem(stated, ""), "sugar"))
    csp2sat.prove(source, folder / "q", unique=stated.objective is None, from_source=True, solver="embedded")
    if not beside(folder / "q", ".json").exists():
        return
    found = Sealed(folder / "q")
    yield "true, with all files", not csp2sat.verify(folder / "q", source)
    for change in (map_, map_, map_, clauses, *([model] if found.first.model else ())):
        yield change.__name__.strip("_"), not found.refused(change, random, source)


KINDS = (encoder, source, statement, line, value, formula, solution)


def main() -> None:
    start, refused, bad = time.time(), Counter[str](), 0
    circuits.LARGE = -1  # small circuits are searched for by cuts, too
    with tempfile.TemporaryDirectory() as folder_:
        folder = Path(folder_)
        for seed in seeds_asked_for(__doc__, 100):
            model, again = claim(seed), f"reproduce: python scripts/forge_source_proofs.py 1 --seed {seed}"
            try:
                done = proved(model, ("order", "direct", "log")[seed // 2 % 3])
            except NotStated:
                continue
            if accepts(files_of(done), model, folder) != done.claim:
                bad += 1
                print(f"a true claim is refused\n{again}")
            refused["true, accepted"] += 1
            for kind in KINDS:
                for files, other in kind(model, done, Random(seed)):
                    refused[kind.__name__] += 1
                    if files is not None and (shown := accepts(files, other, folder)):
                        bad += 1
                        print(f"a forgery ({kind.__name__}) is accepted: {shown}\n{again}")
            for name, is_accepted in accepted_beside(model, folder, Random(seed)):
                refused[name] += 1
                if is_accepted:
                    bad += 1
                    print(f"a forgery ({name}) is accepted\n{again}")
    finish(refused, bad, start)


if __name__ == "__main__":
    main()
