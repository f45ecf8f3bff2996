"""Models in FlatZinc for tests."""

import json

from csp2sat.base.source import Source
from csp2sat.languages.flatzinc import read


def model(text):
    return read(Source("m.fzn", text))


def as_json(**parts):
    whole = {"variables": {}, "arrays": {}, "constraints": [], "output": [], "solve": {"method": "satisfy"}, **parts}
    return json.dumps(whole)


SATISFY = "solve satisfy;"
