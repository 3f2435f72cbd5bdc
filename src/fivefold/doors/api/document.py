"""The description of the API, OpenAPI 3.1: made from its routes alone."""

import ast
import inspect
import re
from functools import cache
from types import ModuleType
from typing import Any, Final

from fastapi.openapi.utils import get_openapi
from pydantic import TypeAdapter

import fivefold
from fivefold.doors.api import PARTS, lines, router
from fivefold.doors.web import problems
from fivefold.doors.web.problems import KINDS, LINES, MEDIA_TYPE, ApiProblem
from fivefold.house.match_view import facts
from fivefold.house.match_view import view_types as match_view
from fivefold.house.people.tokens import SCOPES

VERSION: Final = "1.0"
DESCRIBED: Final[tuple[ModuleType, ...]] = (match_view, facts, lines, problems)
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
    found = get_openapi(
        title="Fivefold",
        version=VERSION,
        summary="Five strategy games built on fives.",
        description=DESCRIPTION,
        routes=router.routes,
        tags=[{"name": tag, "description": HEADINGS.get(tag, "")} for tag in _tags()],
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


def _tags() -> list[str]:
    return list(dict.fromkeys(str(tag) for part in PARTS for tag in part.router.tags))


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
                found[each.name] = {name: said for words in inherited for name, said in words.items()} | _fields(each)
    return found


def _fields(described: ast.ClassDef) -> dict[str, str]:
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
