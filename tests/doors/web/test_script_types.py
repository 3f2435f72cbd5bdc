"""The page's types are those of what the house sends."""

import ast
from dataclasses import fields
from typing import get_type_hints

import pytest

from fivefold.doors.web import script_types
from fivefold.house.computers.analysis import Estimate
from fivefold.house.match_view import view_types as match_view


def test_the_file_is_current():
    written = script_types.TARGET.read_text(encoding="utf-8")
    assert written == script_types.script(), "run python -m fivefold.doors.web.script_types"


def test_every_type_is_there_with_all_its_fields():
    script = script_types.script()
    types = {name: each for name, each in vars(match_view).items() if name.endswith(("View", "Move"))}
    assert {"MatchView", "TableView", "MoveView", "EstimateView", "RefusalView"} <= types.keys()
    for name, each in types.items():
        described = script.partition(f"@typedef {{Object}} {name} ")[2].partition("@typedef")[0]
        for field in get_type_hints(each):
            assert f"}} {field}" in described or f"}} [{field}]" in described, (name, field)


@pytest.mark.parametrize(
    ("annotation", "written"),
    [
        ("int | None", "number|null"),
        ("list[tuple[str, float]]", "[string, number][]"),
        ("dict[str, MoveView]", "Object<string, MoveView>"),
        ("Literal[True] | str", "true|string"),
    ],
)
def test_annotations_are_written_as_the_checker_reads_them(annotation, written):
    assert script_types._type(ast.parse(annotation, mode="eval").body) == written


def test_what_has_no_such_type_is_refused():
    with pytest.raises(ValueError, match="no type like this"):
        script_types._type(ast.parse("set[int]", mode="eval").body)


def test_an_estimate_is_sent_whole():
    assert {field.name for field in fields(Estimate)} == get_type_hints(match_view.EstimateView).keys()
