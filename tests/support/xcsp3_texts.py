"""Short files in XCSP3 whose constraints, variables and objectives a test chooses."""

from csp2sat.base.source import Source
from csp2sat.languages.xcsp3 import read

THREE = '<array id="x" size="[3]"> 0..2 </array> <var id="y"> 0..2 </var> <var id="b"> 0 1 </var>'


def text(constraints, variables=THREE, objectives="", head='format="XCSP3" type="CSP"'):
    objectives = objectives and f"<objectives>{objectives}</objectives>\n"
    return (
        f"<instance {head}>\n<variables> {variables} </variables>\n"
        f"<constraints>\n{constraints}\n</constraints>\n{objectives}</instance>\n"
    )


def model_of(constraints, variables=THREE, objectives=""):
    return read(Source("f.xml", text(constraints, variables, objectives)))
