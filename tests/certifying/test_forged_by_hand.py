"""Files of proofs from the source that are written by hand and claim what is false: `verify` accepts none of them."""

import hashlib
import json
import sys

import pytest
from support.certificates import here

import csp2sat
from csp2sat.api.problems import problem_of
from csp2sat.certifying.certificate import Certificate, show
from csp2sat.model.model import Answer
from csp2sat.statement.statement import SourceStatement

MANY = "(int x 0 3)(int y 0 3)(bool p)\n(<= (+ x y) 4)(or p (< x y))\n"  # has solutions
BEST = "(int x 0 3)(int y 0 3)\n(>= (+ x y) 4)(objective minimize x)\n"  # the best value is 1
HEAD, END = "pseudo-Boolean proof version 3.0\n", "end pseudo-Boolean proof;\n"
FALSE = "rup >= 1;\noutput NONE;\nconclusion UNSAT : -1;\n"
SOLUTION = "~i0[ge1] ~i0[ge2] ~i0[ge3] i1[ge1] i1[ge2] i1[ge3] p0"
WORST = "i0[ge1] i0[ge2] i0[ge3] i1[ge1] i1[ge2] i1[ge3]"


def stated(source, answer=None):
    return SourceStatement(problem_of(csp2sat.loads(source)).exact_attempt().model(), answer).text


def written(folder, source, proof, **others):
    """Write a source and the files of a proof, and the certificate that fits them; others: texts by their suffixes."""
    (folder / "a.csp").write_text(source)
    texts = {"": "0\n", "cnf": "p cnf 1 0\n", "map": '{"pb": []}\n', "opb": stated(source), "pbp": proof} | others
    for suffix, text in texts.items():
        (folder / f"p{'.' * bool(suffix)}{suffix}").write_bytes(text.encode())
    digests = {suffix or "proof": hashlib.sha256(text.encode()).hexdigest() for suffix, text in texts.items()}
    facts = {"name": "a.csp", "sha256": hashlib.sha256(source.encode()).hexdigest(), "from": None, "goal": None}
    order = {name: digests[name] for name in ("cnf", "proof", "map", "opb", "pbp")}
    known = {"claim": "unsatisfiable", "encoding": "order", "solver": {"name": "kissat"}, "proof": "drat"}
    certificate = Certificate("csp2sat 0.4.0", source=facts, checked=None, digests=order, **known)
    (folder / "p.json").write_text(show(certificate))


def is_accepted(folder):
    """Whether `verify` shows a claim, with the certificate or without it; it is to say why not on one line."""
    found = []
    for _ in range(2):
        code, out, err = here("verify", folder / "p", folder / "a.csp")
        assert bool(out) == (code == 0) and "Traceback" not in err
        found.append(code == 0)
        (folder / "p.json").unlink(missing_ok=True)
    return any(found)


PROOFS = {  # of MANY, which has solutions
    "a bare contradiction": FALSE,
    "a contradiction that is cited": "output NONE;\nconclusion UNSAT : 1;\n",
    "nothing is cited": "output NONE;\nconclusion UNSAT;\n",
    "a deletion of the statement": "del id 1 2 3;\n" + FALSE,
    "a deletion of a range": "del range 1 99;\n" + FALSE,
    "a deletion and a redundance": "del id 7;\nred 1 ~p0 >= 1 : p0 -> 0;\n" + FALSE,
    "a solution that is none": f"sol {SOLUTION.replace('~', '')};\n" + FALSE,
    "a solution before the contradiction": f"sol {SOLUTION};\n" + FALSE,
    "a solution of too few variables": "sol p0;\n" + FALSE,
    "a solution without an objective": f"soli {SOLUTION} : 0;\n" + FALSE,
    "a solution that excludes itself": f"solx {SOLUTION};\n" + FALSE,
    "bounds without an objective": "output NONE;\nconclusion BOUNDS INF : 1 INF;\n",
    "bounds in place of a contradiction": "rup 1 p0 1 ~p0 >= 1;\noutput NONE;\nconclusion BOUNDS INF : -1 INF;\n",
    "the count 0": "f 0;\n" + FALSE,
    "a count of fewer": "f 8;\n" + FALSE,
    "a count of more, and the last one": "f 99;\noutput NONE;\nconclusion UNSAT : 99;\n",
    "two counts": "f;\nf;\n" + FALSE,
    "an output of the constraints": "output CONSTRAINTS;\nconclusion UNSAT : -1;\n",
    "an output with a guarantee": "output EQUISATISFIABLE IMPLICIT;\nconclusion UNSAT : 1;\n",
    "an output in a file": "output DERIVABLE FILE;\n" + FALSE,
    "two outputs": "output NONE;\noutput NONE;\nconclusion UNSAT : 1;\n",
    "no output": "conclusion UNSAT : 1;\n",
    "two conclusions": "output NONE;\nconclusion NONE;\nconclusion UNSAT : 1;\n",
    "no conclusion": "output NONE;\n",
    "a conclusion in a comment": "output NONE;\nconclusion NONE; % conclusion UNSAT : 1;\n",
    "an end in the middle": "output NONE;\nconclusion NONE;\nend pseudo-Boolean proof;\n" + FALSE,
    "a Cyrillic i": "red 1 \u04560[ge1] >= 1 : \u04560[ge1] -> 1;\n" + FALSE,
    "a full-width number": "rup \uff11 p0 >= 1;\n" + FALSE,
    "a full-width tilde": "rup 1 \uff5ep0 >= 1;\n" + FALSE,
    "a space of no width": "red 1 p0\u200b >= 1 : p0\u200b -> 1;\n" + FALSE,
    "a line that ends by a separator": "% \u2028rup >= 1;\n" + FALSE,
    "a minus sign": "pol \u22121;\n" + FALSE,
    "a name with a capital": "red 1 P0 >= 1 : P0 -> 1;\nred 1 ~P0 >= 1 : P0 -> 0;\n" + FALSE,
    "a huge coefficient": f"rup {10**4000} p0 >= {10**4000};\n" + FALSE,
    "a huge multiple": f"pol 7 {10**400} * {10**400 - 1} d;\n" + FALSE,
    "a number beyond 64 bits": f"pol {2**64 + 1};\n" + FALSE,
    "an assumption": "a >= 1;\noutput NONE;\nconclusion UNSAT : -1;\n",
    "an unchecked step": "u >= 1;\noutput NONE;\nconclusion UNSAT : -1;\n",
    "an import": "e 1 : >= 1;\nia >= 1 : 1;\noutput NONE;\nconclusion UNSAT : -1;\n",
    "another objective": "obju new 1 p0;\n" + FALSE,
    "a redundance with the whole statement": f"red >= 1 : {' '.join(f'{a} -> 1' for a in ('p0', 'i0[ge1]'))};\n"
    + FALSE,
    "hints that are no constraints": "rup >= 1 : 1 2 99;\n" + FALSE,
    "a label of the statement": "@c1 rup >= 1;\n" + FALSE,
}
OPTIMA = {  # of BEST, whose best value is 1
    "a value that is too low": "output NONE;\nconclusion BOUNDS 0 : 1 0;\n",
    "a better solution that is none": f"soli {WORST.replace('i0', '~i0')} : 0;\nrup >= 1;\noutput NONE;\n"
    "conclusion BOUNDS 0 : -1 0;\n",
    "a wrong value of a solution": f"soli {WORST} : 0;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 0 : -1 0;\n",
    "a solution that is not the best one": f"soli {WORST} : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS 3 : -1 3;\n",
    "the bound deleted": f"soli {WORST} : 3;\ndel id -1;\noutput NONE;\nconclusion BOUNDS 3 : 1 3;\n",
    "a bound by an implied line": f"soli {WORST} : 3;\noutput NONE;\nconclusion BOUNDS 3 : -1 3;\n",
    "bounds that are apart": f"soli {WORST} : 3;\noutput NONE;\nconclusion BOUNDS 0 : 1 3;\n",
    "bounds the wrong way": f"soli {WORST} : 3;\noutput NONE;\nconclusion BOUNDS 3 : 1 1;\n",
    "no solution at all": f"soli {WORST} : 3;\nrup >= 1;\noutput NONE;\nconclusion BOUNDS INF : -1 INF;\n",
    "unsatisfiable": f"soli {WORST} : 3;\nsoli {WORST} : 3;\noutput NONE;\nconclusion UNSAT : -1;\n",
    "an infinite bound": f"soli {WORST} : 3;\noutput NONE;\nconclusion BOUNDS INF : 1 3;\n",
}


@pytest.mark.sample(24)
@pytest.mark.parametrize("name", [*PROOFS, *OPTIMA])
def test_proofs(name, tmp_path):
    source, proof = (MANY, PROOFS[name]) if name in PROOFS else (BEST, OPTIMA[name])
    written(tmp_path, source, HEAD + proof + END)
    assert not is_accepted(tmp_path)


STATEMENTS = {
    "a line more": lambda text: text + "1 p0 >= 2 ;\n",
    "a line less": lambda text: text.replace("1 i0[ge1] 1 ~i0[ge2] >= 1 ;\n", ""),
    "another number": lambda text: text.replace(">= 2 ;", ">= 7 ;", 1),
    "a line in a comment": lambda text: text.replace("* domains", "* domains\r1 p0 >= 2 ;"),
    "a line after a separator": lambda text: text.replace("* domains", "* domains\u20281 p0 >= 2 ;"),
    "another name in a comment": lambda text: text.replace("* bool 0 p", "* bool 0 q"),
    "another text of a constraint": lambda text: text.replace("(le (add x y) 4)", "(le (add x y) -4)"),
    "another domain in a comment": lambda text: text.replace("order 0..3 x", "order 9..9 x"),
    "a solution that is none": lambda text: text + '* except {"ints":{"x":3,"y":3},"bools":{"p":true}}\n',
    "a solution in a comment": lambda text: text + '* except {"ints":{"x":0,"y":0},"bools":{"p":true}}\n',
    "a solution of other variables": lambda text: text + '* except {"ints":{"x":0},"bools":{}}\n',
    "a solution of strings": lambda text: text + '* except {"ints":{"x":"0","y":0},"bools":{"p":1}}\n',
    "an objective": lambda text: text.replace("* domains", "min: 1 p0 ;\n* domains"),
    "a byte order mark": lambda text: "\ufeff" + text,
    "ends of lines": lambda text: text.replace("\n", "\r\n"),
    "another version": lambda text: text.replace("statement 1", "statement 2"),
}


@pytest.mark.parametrize("name", STATEMENTS)
def test_statements(name, tmp_path):
    """A changed statement is not that of the source, whatever the proof is."""
    changed = STATEMENTS[name](stated(MANY))
    assert changed != stated(MANY)
    written(tmp_path, MANY, HEAD + FALSE + END, opb=changed)
    assert not is_accepted(tmp_path)


def test_a_solution_of_several_is_not_unique(tmp_path):
    answer = Answer({"x": 0, "y": 0}, {"p": True})
    written(tmp_path, MANY, HEAD + FALSE + END, opb=stated(MANY, answer))
    assert not is_accepted(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="links")
def test_links_between_the_files(tmp_path):
    """Files that are others' files, and a proof that stands in for its own source."""
    written(tmp_path, MANY, HEAD + FALSE + END)
    for name, target in (("p.pbp", "p.opb"), ("p.opb", "p.pbp"), ("p.opb", "a.csp"), ("p.map", "p.json")):
        (tmp_path / name).unlink()
        (tmp_path / name).symlink_to(target)
        assert not is_accepted(tmp_path)
        (tmp_path / name).unlink()
        written(tmp_path, MANY, HEAD + FALSE + END)


def proved(folder, source):
    (folder / "a.csp").write_text(source)
    assert here("solve", folder / "a.csp", "--proof", folder / "p", "--from-source")[0] == 0
    (folder / "p.json").unlink()


@pytest.mark.parametrize(
    "map_",
    [
        '{"pb": [[1, "1"], [2, "i0[ge1]"], [3, "~i0[ge1]"]]}',
        '{"pb": [[-2, "i0[ge1]"], [2, "nothing"]]}',
        '{"pb": [[1, "0"]]}',
        '{"pb": {"2": "i0[ge1]"}}',
        '{"pb": [[2, "\u04560[ge1]"]]}',
        '{"pb": [[true, "i0[ge1]"], [2.0, "i0[ge1]"]]}',
    ],
)
def test_the_map_of_another(map_, tmp_path):
    """The clauses of the formula are those of the proof by the map, or the formula is refused."""
    proved(tmp_path, MANY + "(> x 2)(> y 2)\n")
    (tmp_path / "p.map").write_text(map_ + "\n")
    assert not is_accepted(tmp_path)


def test_a_proof_of_a_stricter_source(tmp_path):
    """All files are true, but of a source with a constraint more."""
    proved(tmp_path, MANY + "(> x 2)(> y 2)\n")
    (tmp_path / "a.csp").write_text(MANY)
    assert not is_accepted(tmp_path)
    (tmp_path / "p.opb").write_text(stated(MANY))
    assert not is_accepted(tmp_path)


def test_certificates(tmp_path):
    """The certificate is no witness: edited in any way, it shows nothing that the proof does not."""
    written(tmp_path, MANY, HEAD + "output NONE;\nconclusion NONE;\n" + END)
    text = (tmp_path / "p.json").read_text()
    fields = json.loads(text)
    for key, value in (
        ("claim", "unique"),
        ("claim", "optimum"),
        ("version", 1),
        ("version", 3),
        ("checked", "veripb"),
    ):
        (tmp_path / "p.json").write_text(json.dumps({**fields, key: value}))
        assert here("verify", tmp_path / "p", tmp_path / "a.csp")[0] in (1, 3)
    del fields["digests"]["opb"], fields["digests"]["pbp"]
    (tmp_path / "p.json").write_text(json.dumps(fields))
    assert here("verify", tmp_path / "p", tmp_path / "a.csp")[0] in (1, 3)
