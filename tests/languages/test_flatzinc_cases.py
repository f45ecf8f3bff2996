"""Every builtin of FlatZinc by all its solutions, in several encodings; random models, as text and as JSON."""

import json

import fuzz_flatzinc
import pytest
from support.minizinc_forms import FORMS
from support.oracle import enumerate_answers
from support.paths import ROOT
from support.random_arguments import SORTS
from support.random_flatzinc import MEANINGS, Maker

from csp2sat.base.source import Source
from csp2sat.encoder.options import EncoderOptions
from csp2sat.languages.flatzinc import read
from csp2sat.languages.flatzinc.answers import show_output
from csp2sat.languages.flatzinc.constraints import BUILTINS
from csp2sat.languages.flatzinc.global_predicates import PREDICATES

CASES = json.loads((ROOT / "tests" / "data" / "flatzinc" / "builtins.json").read_text())


def values(line):
    """`x = array1d(1..2, [true, 3]);` as `1 3`."""
    value = line.partition(" = ")[2].rstrip(";")
    words = value.partition("[")[2].rstrip("])") or value
    return " ".join({"true": "1", "false": "0"}.get(word, word) for word in words.split(", "))


def solutions(text, encoding="auto"):
    model = read(Source("m.fzn", text))
    answers = enumerate_answers(model, EncoderOptions(encoding))
    return sorted(" ".join(map(values, show_output(model, each).splitlines()[:-1])) for each in answers)


@pytest.mark.parametrize("encoding", ["auto", "log"])
@pytest.mark.parametrize("name", CASES)
def test_all_solutions_of_a_builtin(name, encoding):
    assert solutions(CASES[name]["text"], encoding) == sorted(CASES[name]["solutions"])


def test_every_constraint_is_met_at_random():
    assert BUILTINS.keys() | PREDICATES.keys() == MEANINGS.keys() == SORTS.keys() == FORMS.keys()
    met = {call.name for seed in range(240) for call in Maker(seed).model().calls}
    assert MEANINGS.keys() <= {name.removesuffix("_reif").removesuffix("_imp") for name in met}


@pytest.mark.sample(1)
@pytest.mark.parametrize("part", range(6))
def test_random_models(part, seeds):
    for seed in seeds(range(40 * part, 40 * part + 40)):
        made = Maker(seed).model()
        assert not fuzz_flatzinc.problems(made, seed), made.text()


def test_a_wrong_answer_would_be_seen():
    made = Maker(3, ["int_le"]).model()
    made.objective = None
    made.calls, right = [], made.calls
    wrong = made.solutions()
    made.calls = right
    assert fuzz_flatzinc._compared("x", wrong, made.solutions()) or wrong == made.solutions()
    assert fuzz_flatzinc._compared("x", {(1,)}, {(2,)})


def as_json(made):
    """The same model as JSON."""
    word = {"true": True, "false": False}

    def plain(arg):
        if isinstance(arg, list):
            return [plain(each) for each in arg]
        if arg.startswith("{") or ".." in arg:
            ends = arg.strip("{}").replace("..", ",").split(",") if arg != "{}" else []
            pairs = [[int(ends[0]), int(ends[1])]] if ".." in arg else [[int(each), int(each)] for each in ends]
            return {"set": [pair for pair in pairs if pair[0] <= pair[1]]}
        return word[arg] if arg in word else arg if arg[0] in "xp" else int(arg)

    variables = {}
    for name, domain in made.domains.items():
        variables[name] = {"type": "bool"} if domain == "bool" else {"type": "int", "domain": [[v, v] for v in domain]}
    for name, value in made.same.items():
        variables[name] = {"type": "bool" if name[0] == "p" else "int", "rhs": plain(value)}
    constraints = [{"id": call.name, "args": plain(call.args)} for call in made.calls]
    goal = made.objective and {"method": made.objective[0], "objective": plain(made.objective[1])}
    solve = goal or {"method": "satisfy"}
    return json.dumps({"variables": variables, "constraints": constraints, "output": made.outputs, "solve": solve})


@pytest.mark.parametrize("seed", range(30))
def test_json_is_the_same_model(seed):
    made = Maker(seed).model()
    text, other = (read(Source("m", text)) for text in (made.text(), as_json(made)))
    assert text.ints == other.ints and text.bools == other.bools and text.objective == other.objective
    assert [c.formula for c in text.constraints] == [c.formula for c in other.constraints]
    assert text.about == other.about
