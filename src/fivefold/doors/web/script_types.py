"""The page's types of what the house sends, ``types.js``, made from the modules of views in ``service``.

``python -m fivefold.doors.web.script_types`` writes it anew, and the types of ``fivefold.client`` with it.
"""

import ast
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from fivefold.house.match_view import view_types as match_view
from fivefold.house.notices import news_words

SOURCES: Final = (match_view, news_words)
TARGET: Final = Path(__file__).parent / "static" / "js" / "types.js"
NAMES: Final = {"int": "number", "float": "number", "str": "string", "bool": "boolean", "None": "null", "True": "true"}
GENERIC: Final = {"list": "{}[]", "dict": "Object<{}, {}>", "tuple": "[{all}]", "Literal": "{}"}
OPENING: Final = """\
/**
 * What the house sends, as types for the checker; no code. Made by `python -m fivefold.doors.web.script_types`.
 *
"""
CLOSING: Final = " */\nexport {};\n"


def script() -> str:
    """Return the whole file."""
    sources = (Path(module.__file__ or "").read_text(encoding="utf-8") for module in SOURCES)
    return OPENING + "".join(_line(line) for source in sources for line in _lines(ast.parse(source).body)) + CLOSING


def _line(text: str) -> str:
    return f" * {text}".rstrip() + "\n"


def _lines(body: list[ast.stmt]) -> Iterator[str]:
    known: dict[str, list[str]] = {}
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.Assign) and isinstance(statement.targets[0], ast.Name):
            yield f"@typedef {{{_type(statement.value)}}} {statement.targets[0].id} {_words(after)}"
        elif isinstance(statement, ast.ClassDef):
            inherited = [line for base in statement.bases for line in known.get(ast.unparse(base), [])]
            known[statement.name] = [*inherited, *_properties(statement.body)]
            yield f"@typedef {{Object}} {statement.name} {_words(statement.body[0])}"
            yield from known[statement.name]
        else:
            continue
        yield ""


def _properties(body: list[ast.stmt]) -> Iterator[str]:
    for statement, after in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            kind, name = statement.annotation, statement.target.id
            if isinstance(kind, ast.Subscript) and ast.unparse(kind.value) == "NotRequired":
                kind, name = kind.slice, f"[{name}]"
            yield f"@property {{{_type(kind)}}} {name} {_words(after)}".rstrip()


def _type(node: ast.expr) -> str:
    """Return a Python annotation as JSDoc writes it."""
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{_type(left)}|{_type(right)}"
        case ast.Subscript(value=ast.Name(id=kind), slice=ast.Tuple(elts=parts)) if kind in GENERIC:
            return GENERIC[kind].format(*map(_type, parts), all=", ".join(map(_type, parts)))
        case ast.Subscript(value=ast.Name(id=kind), slice=part) if kind in GENERIC:
            return GENERIC[kind].format(_type(part))
        case ast.Name(id=name):
            return NAMES.get(name, name)
        case ast.Constant(value=bool() | None as value):
            return NAMES[str(value)]
    raise ValueError(f"{ast.unparse(node)}: there is no type like this in {TARGET.name} yet")


def _words(statement: ast.stmt | None) -> str:
    """Return a docstring on one line, as JSDoc quotes code; empty where there is none."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split()).replace("``", "`")
    return ""


if __name__ == "__main__":
    from fivefold.doors.web import client_types

    TARGET.write_text(script(), encoding="utf-8")
    client_types.TARGET.write_text(client_types.module(client_types.described()), encoding="utf-8")
