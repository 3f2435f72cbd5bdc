"""The description of the API, OpenAPI 3.1, made from its routes alone; and its page for readers."""

import ast
import inspect
import re
from collections.abc import Iterator, Mapping
from functools import cache
from types import ModuleType
from typing import Any, Final

import orjson
from fastapi import APIRouter, Depends
from fastapi.openapi.utils import get_openapi
from markupsafe import Markup, escape
from pydantic import TypeAdapter
from starlette.requests import Request
from starlette.responses import Response

import fivefold
from fivefold.doors.api import ROUTERS, router, streams
from fivefold.doors.api.routing import ALWAYS, TO_A_BODY, TURN
from fivefold.doors.web import problems, responses
from fivefold.doors.web.limits import PAGES, limited
from fivefold.doors.web.problems import KINDS, LINES, MEDIA_TYPE, ApiProblem
from fivefold.doors.web.settings import link
from fivefold.house.match_view import facts
from fivefold.house.match_view import view_types as match_view
from fivefold.house.people.tokens import SCOPES

VERSION: Final = "1.0"
DESCRIBED: Final[tuple[ModuleType, ...]] = (match_view, facts, streams, problems)
"""Modules of typed dictionaries, of which Pydantic does not read what stands below the fields."""
FOR_SHOW: Final = {
    **{"{match}": "k3vq7xw2ma", "{number}": 7, "{move}": "c3:up", "{ply}": 28, "{seat}": 1, "{other}": "Bert"},
    **{"{challenge}": "m2c5wq8xte", "{own challenge}": "r7d3kz4vha", "{tournament}": "x5b8np2qyd", "{vacation}": 1},
    "{tomorrow}": "2026-03-31T08:00:00+00:00",
}
"""What stands in examples for what a test makes."""
DESCRIPTION: Final = (
    "Read and do with a program what people do at the pages: play, follow, meet, look up. "
    "docs/api.md tells how to begin; /api shows every route with an example."
)
HEADINGS: Final = {
    "Games": "What is played here, and all that can be chosen before a game.",
    "Matches": "Begin a match, see one, take its record along.",
    "Playing": "What is done at a table.",
    "Streams": "Lines of JSON: everything first, then whatever changes.",
    "Thinking": "Ask the house what it thinks.",
    "Answers in advance": "What you play to what, and moves made ahead.",
    "Lobby": "Tables that are open to all, and the search for somebody to play with.",
    "Challenges": "Asking players to a table, and what you answer when you are asked.",
    "Chat": "What is said at a table, who is muted, what is reported.",
    "Players": "What players let others see, ratings, leaderboards, and your finished games.",
    "Days": "Deals of the day, and what the house announces.",
    "Tournaments": "Games of several entrants for points.",
    "Account": "Who you are.",
    "Settings": "What you have chosen, and your times away.",
}


@cache
def document() -> dict[str, Any]:
    """Return the description."""
    headings = dict.fromkeys(str(tag) for part in ROUTERS for tag in part.tags)
    found = get_openapi(
        title="Fivefold",
        version=VERSION,
        summary="Five strategy games built on fives.",
        description=DESCRIPTION,
        routes=router.routes,
        tags=[{"name": tag, "description": HEADINGS.get(tag, "")} for tag in headings],
        servers=[{"url": "/"}],
        license_info={"name": "MIT", "identifier": "MIT"},
    )
    parts = found.setdefault("components", {})
    schemas = parts.setdefault("schemas", {})
    _add_problems(schemas)
    _add_words(schemas)
    for unused in ("HTTPValidationError", "ValidationError"):
        schemas.pop(unused, None)
    parts["securitySchemes"] = {
        "token": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "ff_…",
            "description": "; ".join(f"{scope}: {words}" for scope, words in SCOPES.items()),
        }
    }
    for path in found["paths"].values():
        for operation in path.values():
            _tidy(operation)
    found["info"]["x-house"] = fivefold.__version__
    return found


def _add_problems(schemas: dict[str, Any]) -> None:
    made = TypeAdapter(ApiProblem).json_schema(ref_template="#/components/schemas/{model}")
    for name, schema in made.pop("$defs", {}).items():
        schemas.setdefault(name, schema)
    made["properties"]["code"]["examples"] = list(KINDS)
    schemas["ApiProblem"] = made


def _add_words(schemas: dict[str, Any]) -> None:
    """Say what each field of a typed dictionary is, in the words that stand below it in its module."""
    for name, words in _words().items():
        for field, known in schemas.get(name, {}).get("properties", {}).items():
            if field in words:
                known.setdefault("description", words[field])


def _words() -> dict[str, dict[str, str]]:
    """Return for each class of ``DESCRIBED`` what is said of its fields and those of its bases."""
    found: dict[str, dict[str, str]] = {}
    for module in DESCRIBED:
        for each in ast.parse(inspect.getsource(module)).body:
            if isinstance(each, ast.ClassDef):
                inherited = [found.get(ast.unparse(base), {}) for base in each.bases]
                found[each.name] = {name: said for words in inherited for name, said in words.items()} | _said_of(each)
    return found


def _said_of(described: ast.ClassDef) -> dict[str, str]:
    pairs = zip(described.body, described.body[1:], strict=False)
    return {
        one.target.id: " ".join(after.value.value.replace("``", "`").split())
        for one, after in pairs
        if isinstance(one, ast.AnnAssign)
        and isinstance(one.target, ast.Name)
        and isinstance(after, ast.Expr)
        and isinstance(after.value, ast.Constant)
        and isinstance(after.value.value, str)
    }


def _tidy(operation: dict[str, Any]) -> None:
    """Let every refusal be a problem, and take the example of a body from the route's own."""
    operation["summary"] = re.split(r"[.:;]\s|\.$", operation["description"], maxsplit=1)[0]
    for status, answer in operation["responses"].items():
        if LINES in answer.get("content", ()):
            del answer["content"][LINES]["schema"]["type"]  # FastAPI takes a stream for a text
        if status.startswith(("4", "5")) or status == "default":
            answer["content"] = {MEDIA_TYPE: {"schema": {"$ref": "#/components/schemas/ApiProblem"}}}
    example, body = operation["x-example"], operation.get("requestBody")
    if body is not None and example.get("body") is not None:
        body["content"]["application/json"]["example"] = shown(example["body"])
    for each in operation.get("parameters", ()):
        given = {**example["path"], **example["query"]}.get(each["name"])
        if given is not None:
            each["example"] = shown(given)


def shown(value: Any) -> Any:
    """Return a value of an example as the documentation shows it."""
    if isinstance(value, dict):
        return {name: shown(each) for name, each in value.items()}
    if isinstance(value, list):
        return [shown(each) for each in value]
    return FOR_SHOW.get(value, value) if isinstance(value, str) else value


def operations() -> list[tuple[str, str, dict[str, Any]]]:
    """Return every route: its path, its method, and what the description says of it."""
    paths = document()["paths"].items()
    return [(path, method, each) for path, methods in paths for method, each in methods.items()]


pages: Final = APIRouter(include_in_schema=False, dependencies=[Depends(limited(PAGES)), TURN])
CODE: Final = re.compile(r"`([^`]+)`")
EVERYWHERE: Final = frozenset((*ALWAYS, *TO_A_BODY, "no-token", "missing-scope", "banned", "invalid-field"))
"""Problems that need not be named with each route."""
FOR_A_WHILE: Final = {"Cache-Control": "public, max-age=300"}
Schema = Mapping[str, Any]


@pages.get("/openapi.json")
def description() -> Response:
    """Return the description of the API, OpenAPI 3.1."""
    return responses.encoded(_encoded(), headers=FOR_A_WHILE)


@pages.get("/api")
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
