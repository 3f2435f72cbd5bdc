"""The types of ``fivefold.client``, ``client/types.py``, made from the description of the API, ``/openapi.json``.

``python -m fivefold.doors.web.script_types`` writes it anew, after every change of what the API takes or answers.
"""

import json
import re
import textwrap
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from fivefold.doors.api.document import document

CLIENT: Final = Path(__file__).parents[2] / "client"
TARGET: Final = CLIENT / "types.py"
SIMPLE: Final = {"integer": "int", "number": "float", "string": "str", "boolean": "bool", "null": "None"}
OPENING: Final = '''\
"""What the API takes and answers, by the names of its description. Made by `make types`."""

from typing import Literal, NotRequired, TypedDict
'''
WIDTH: Final = 120

Schema = Mapping[str, Any]


def described() -> Schema:
    """Return the description of the API."""
    return document()


def module(described: Schema) -> str:
    """Return the whole file for a description of the API: the types that the client's methods take and answer."""
    schemas: Mapping[str, Schema] = described["components"]["schemas"]
    source = (CLIENT / "clients.py").read_text(encoding="utf-8")
    asked = set(re.findall(r"\btypes\.(\w+)", source))
    names = _ordered(schemas, [name for name in sorted(schemas) if class_name(name) in asked])
    return OPENING + "".join(f"\n\n{_class(name, schemas[name])}" for name in names)


def class_name(name: str) -> str:
    """Return the name of the type for a schema: its own, without what stands for brackets."""
    return name.replace("_", "")


def _ordered(schemas: Mapping[str, Schema], wanted: list[str]) -> list[str]:
    """Return these names of objects and those that they need, each after what it needs."""
    found: dict[str, None] = {}

    def add(name: str) -> None:
        if name in found or "properties" not in schemas[name]:
            return
        for other in sorted(_needed(schemas[name])):
            if other != name:
                add(other)
        found[name] = None

    for name in wanted:
        add(name)
    return list(found)


def _needed(schema: object) -> Iterator[str]:
    if isinstance(schema, dict):
        if isinstance(schema.get("$ref"), str):
            yield _referred(schema)
        for each in schema.values():
            yield from _needed(each)
    elif isinstance(schema, list):
        for each in schema:
            yield from _needed(each)


def _referred(schema: Schema) -> str:
    return str(schema["$ref"]).rpartition("/")[2]


def _class(name: str, schema: Schema) -> str:
    words = textwrap.wrap(_plain(schema.get("description") or name), WIDTH - 10)
    lines = [f"class {class_name(name)}(TypedDict):", f'    """{words[0]}', *(f"    {line}" for line in words[1:])]
    lines[-1] += '"""'
    required = schema.get("required", ())
    fields = [_field(field, kind, field in required) for field, kind in schema["properties"].items()]
    return "\n".join([*lines, "", *fields]) + "\n"


def _field(name: str, kind: Schema, required: bool) -> str:
    """Return a field, with what is said of it beside it, or above where that is long."""
    written = f"    {name}: {_type(kind) if required else f'NotRequired[{_type(kind)}]'}"
    said = _plain(kind.get("description", ""))
    beside = f"{written}  # {said}" if said else written
    if len(beside) <= WIDTH:
        return beside
    return "\n".join([*(f"    # {line}" for line in textwrap.wrap(said, WIDTH - 6)), written])


def _plain(words: str) -> str:
    return " ".join(words.replace("\\", "\\\\").split())


def _type(schema: Schema) -> str:
    """Return a schema as a Python type."""
    for several in ("anyOf", "oneOf"):
        if several in schema:
            return " | ".join(dict.fromkeys(_type(each) for each in schema[several]))
    if "enum" in schema or "const" in schema:
        return f"Literal[{', '.join(json.dumps(each) for each in schema.get('enum', [schema.get('const')]))}]"
    return class_name(_referred(schema)) if "$ref" in schema else _plain_type(schema)


def _plain_type(schema: Schema) -> str:
    match schema.get("type"):
        case "array" if "prefixItems" in schema:
            return f"tuple[{', '.join(map(_type, schema['prefixItems']))}]"
        case "array":
            return f"list[{_type(schema.get('items', {}))}]"
        case "object":
            more = schema.get("additionalProperties", True)
            return f"dict[str, {_type(more) if isinstance(more, dict) else 'object'}]"
        case kind:
            return SIMPLE.get(str(kind), "object")
