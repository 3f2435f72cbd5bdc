"""The API for readers: its routes with examples, its types and its problems, made from its description."""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Final

import orjson
from fastapi import APIRouter, Depends
from markupsafe import Markup, escape
from starlette.requests import Request
from starlette.responses import Response

from fivefold.doors.api.document import document, operations, shown
from fivefold.doors.api.routing import ALWAYS, TO_A_BODY, TURN
from fivefold.doors.web import responses
from fivefold.doors.web.limits import PAGES, limited
from fivefold.doors.web.problems import KINDS
from fivefold.doors.web.settings import link
from fivefold.house.people.tokens import SCOPES

router: Final = APIRouter(include_in_schema=False, dependencies=[Depends(limited(PAGES)), TURN])
CODE: Final = re.compile(r"`([^`]+)`")
EVERYWHERE: Final = frozenset((*ALWAYS, *TO_A_BODY, "no-token", "missing-scope", "banned", "invalid-field"))
"""Problems that need not be named with each route."""
FOR_A_WHILE: Final = {"Cache-Control": "public, max-age=300"}
Schema = Mapping[str, Any]


@router.get("/openapi.json")
def description() -> Response:
    """Return the description of the API, OpenAPI 3.1."""
    return responses.encoded(_encoded(), headers=FOR_A_WHILE)


@router.get("/api")
def api_page(request: Request) -> Response:
    """Show the API: how to begin, every route, every type, every kind of problem."""
    context = {
        "section": "api",
        "groups": _groups(),
        "types": _types(),
        "kinds": KINDS,
        "scopes": SCOPES,
        "base": link(request, ""),
        "version": document()["info"]["version"],
    }
    return responses.page(request, "api.html", context)


@cache
def _encoded() -> bytes:
    return orjson.dumps(document())


@cache
def _groups() -> list[dict[str, Any]]:
    """Return the headings with their routes."""
    tags = document()["tags"]
    found = [_route(path, method, each) for path, method, each in operations()]
    return [{**tag, "routes": [route for route in found if route["tag"] == tag["name"]]} for tag in tags]


def _route(path: str, method: str, told: Schema) -> dict[str, Any]:
    first, _, more = told["description"].partition("\n\n")
    if not more and ". " in first:
        first, more = first.split(". ", 1)
        first += "."
    rate, body, example = told["x-rate"], told.get("requestBody"), told["x-example"]
    return {
        "id": f"{method}{re.sub('[^a-z0-9]+', '-', path.removeprefix('/api/v1'))}".rstrip("-"),
        "tag": told["tags"][0],
        "method": method.upper(),
        "path": path,
        "title": in_code(first),
        "words": in_code(" ".join(more.split())),
        "scope": told["x-scope"],
        "rate": f"{rate['count']} in {rate['seconds']} s",
        "parameters": [_parameter(each) for each in told.get("parameters", ())],
        "body": None if body is None else _kind(body["content"]["application/json"]["schema"]),
        "answers": list(_answers(told["responses"])),
        "problems": list(_problems(told["responses"])),
        "curl": _curl(path, method, told, example),
    }


def _parameter(told: Schema) -> dict[str, Any]:
    return {
        "name": told["name"],
        "place": "in the address" if told["in"] == "path" else "query",
        "kind": _kind(told["schema"]),
        "words": in_code(told.get("description", "")),
    }


def _answers(responses: Schema) -> Iterator[dict[str, Any]]:
    for status, told in responses.items():
        if status.startswith("2"):
            kinds = [(kind, _kind(each.get("schema", {}))) for kind, each in told.get("content", {}).items()]
            yield {"status": status, "kinds": kinds or [("nothing", Markup(""))]}


def _problems(responses: Schema) -> Iterator[str]:
    for status, told in responses.items():
        if status.startswith(("4", "5")):
            yield from (kind for kind in CODE.findall(told["description"]) if kind in KINDS and kind not in EVERYWHERE)


def _curl(path: str, method: str, told: Schema, example: Schema) -> dict[str, Any]:
    """Return what a shell needs for the example, the house's address left out."""
    address = path.format_map({name: shown(value) for name, value in example["path"].items()} | _Missing())
    query = "&".join(f"{name}={shown(value)}" for name, value in example["query"].items())
    options = ["-N"] if path.endswith(("/stream", "/events")) else []
    sent = example.get("body")
    if method != "get" and not (method == "post" and sent is not None):
        options.append(f"-X {method.upper()}")
    options += ["-H 'Authorization: Bearer ff_…'"] if told["x-scope"] else []
    if sent is not None:
        options += ["-H 'Content-Type: application/json'", f"-d '{orjson.dumps(shown(sent)).decode()}'"]
    return {"options": options, "path": address + (f"?{query}" if query else "")}


class _Missing(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return name


@cache
def _types() -> list[dict[str, Any]]:
    """Return every type with its fields."""
    schemas = document()["components"]["schemas"]
    return [
        {"name": name, "words": in_code(schema.get("description", "")), "fields": list(_fields(schema))}
        for name, schema in sorted(schemas.items())
        if "properties" in schema
    ]


def _fields(schema: Schema) -> Iterator[dict[str, Any]]:
    required = schema.get("required", ())
    for name, told in schema["properties"].items():
        default = told.get("default")
        words = in_code(" ".join(told.get("description", "").replace("``", "`").split()))
        usual = "" if default in (None, "", [], {}) else orjson.dumps(default).decode()
        yield {"name": name, "kind": _kind(told), "words": words, "needed": name in required, "usual": usual}


def _kind(schema: Schema) -> Markup:
    """Return what a value is, in a few words, linked where it is a type of its own."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return Markup('<a href="#type-{}">{}</a>').format(name, name)
    if "enum" in schema or "const" in schema:
        values = schema.get("enum", [schema.get("const")])
        return Markup(" | ").join(Markup("<code>{}</code>").format(value) for value in values)
    for several in ("anyOf", "oneOf", "allOf"):
        if several in schema:
            return Markup(" or ").join(_kind(each) for each in schema[several])
    if schema.get("type") == "array":
        return Markup("list of {}").format(_kind(schema.get("items", {})))
    if schema.get("type") == "object":
        values = schema.get("additionalProperties")
        return Markup("object of {}").format(_kind(values)) if isinstance(values, dict) else Markup("object")
    names = {"integer": "whole number", "number": "number", "string": "text", "boolean": "true or false"}
    return escape(names.get(schema.get("type", ""), schema.get("type", "")))


def in_code(words: str) -> Markup:
    """Return words with what stands in backticks as code."""
    return Markup(CODE.sub(r"<code>\1</code>", str(escape(words))))  # noqa: S704  (escaped before)
