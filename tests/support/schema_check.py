"""A judge of JSON by a schema: as much of JSON Schema as csp2sat's schema needs.  It refuses keywords that it does not
know, so a schema cannot pass by what is not looked at."""

from __future__ import annotations

from typing import Any

TYPES = {
    "object": dict,
    "array": list,
    "string": str,
    "integer": int,
    "number": (int, float),
    "boolean": bool,
    "null": type(None),
}
ONLY = {"properties": dict, "additionalProperties": dict, "required": dict, "items": list}
IGNORED = {"description", "title", "$schema", "$defs"}


def faults(value: Any, schema: Any, root: dict[str, Any], at: str = "$") -> list[str]:
    """What is wrong with a value; [] if nothing is."""
    if schema is True:
        return []
    found = []
    for keyword, wanted in schema.items():
        applies = isinstance(value, ONLY.get(keyword, object))
        if keyword not in IGNORED and (applies or keyword not in KEYWORDS):
            found += KEYWORDS[keyword](value, wanted, schema, root, at)
    return found


def _ref(value, wanted, schema, root, at):
    found = root
    for step in wanted.removeprefix("#/").split("/"):
        found = found[step]
    return faults(value, found, root, at)


def _any_of(value, wanted, schema, root, at):
    tried = [faults(value, each, root, at) for each in wanted]
    return [] if [] in tried else [f"{at}: none of {len(wanted)} forms: {min(tried, key=len)}"]


def _is(value, name):
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def _type(value, wanted, schema, root, at):
    names = [wanted] if isinstance(wanted, str) else wanted
    return [] if any(_is(value, name) for name in names) else [f"{at}: {value!r} is no {names}"]


def _properties(value, wanted, schema, root, at):
    known = [(key, each) for key, each in wanted.items() if key in value]
    return [fault for key, each in known for fault in faults(value[key], each, root, f"{at}.{key}")]


def _additional(value, wanted, schema, root, at):
    others = [key for key in value if key not in schema.get("properties", {})]
    if wanted is False:
        return [f"{at}: {key} is not in the schema" for key in others]
    return [fault for key in others for fault in faults(value[key], wanted, root, f"{at}.{key}")]


KEYWORDS = {
    "$ref": _ref,
    "anyOf": _any_of,
    "type": _type,
    "properties": _properties,
    "additionalProperties": _additional,
    "required": lambda value, wanted, schema, root, at: [f"{at}: no {key}" for key in wanted if key not in value],
    "items": lambda value, wanted, schema, root, at: [
        fault for k, each in enumerate(value) for fault in faults(each, wanted, root, f"{at}[{k}]")
    ],
    "const": lambda value, wanted, schema, root, at: [] if value == wanted else [f"{at}: {value!r} is not {wanted!r}"],
    "enum": lambda value, wanted, schema, root, at: [] if value in wanted else [f"{at}: {value!r} is none of {wanted}"],
}
