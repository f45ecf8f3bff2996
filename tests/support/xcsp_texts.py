"""Instances of XCSP 2.1 with three variables, put together from their elements."""

VALUES = (-1, 0, 1, 2, 4)
START = """<?xml version="1.0" encoding="UTF-8"?>
<instance>
<presentation name="?" format="XCSP 2.1"{kind}>anything <b>at</b> all</presentation>
<domains nbDomains="1"><domain name="D" nbValues="5">-1..2 4</domain></domains>
<variables nbVariables="3">
<variable name="x" domain="D"/><variable name="y" domain="D"/><variable name="z" domain="D"/>
</variables>
"""


def text(*parts, kind=""):
    """An instance with the variables x, y, z over VALUES; the parts are elements of any section, in order."""
    sections = {"relation": [], "predicate": [], "function": [], "constraint": []}
    for part in parts:
        sections[part[1:].split()[0]].append(part)
    body = "".join(f"<{name}s>{''.join(each)}</{name}s>\n" for name, each in sections.items())
    return START.format(kind=kind and f' type="{kind}"') + body + "</instance>\n"


def predicate(functional, parameters="int X int Y", name="P"):
    """A predicate; functional: its expression."""
    escaped = functional.replace("&", "&amp;").replace("<", "&lt;")
    expression = f"<expression><infix>ignored</infix><functional>{escaped}</functional></expression>"
    return f'<predicate name="{name}"><parameters>{parameters}</parameters>{expression}</predicate>'


def constraint(reference, parameters=None, scope=None):
    """A constraint C by a relation, a predicate or `global:NAME`; scope: None for x and y, and, with parameters, all
    variables of the tests.
    """
    scope = scope or ("x y" if parameters is None else "x y z")
    inside = f"<parameters>{parameters}</parameters>" if parameters is not None else ""
    return f'<constraint name="C" arity="2" scope="{scope}" reference="{reference}">{inside}</constraint>'


def relation(tuples, semantics="supports", arity=2, extra=""):
    """A relation R."""
    return f'<relation name="R" arity="{arity}" semantics="{semantics}"{extra}>{tuples}</relation>'
