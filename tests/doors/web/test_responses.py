"""Which form an answer takes, and where a form leads back to."""

import pytest
from starlette.requests import Request

from fivefold.doors.web.responses import wants_json, way_back
from tests.quick import in_turn


def request(path="/name", method="POST", **headers):
    raw = [(name.encode(), value.encode()) for name, value in {"host": "here.example", **headers}.items()]
    scope = {"type": "http", "method": method, "path": path, "query_string": b"", "headers": raw, "scheme": "http"}
    return Request({**scope, "path_params": {"match_id": "m"} if path.startswith("/matches/m") else {}})


@in_turn(
    "accept, json",
    [
        ("application/json", True),
        ("application/json, text/html;q=0.9", True),
        ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", False),
        ("*/*", False),
        ("", False),
        ("text/html, application/json", False),
        ("application/json;q=0", False),
        ("application/json;q=nonsense", False),
        ("APPLICATION/JSON;Q=0.5, */*;q=0.1", True),
    ],
)
def test_json_is_for_who_prefers_it(accept, json):
    assert wants_json(request(accept=accept)) is json


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        ("http://here.example/matches/m?ply=3", "/matches/m?ply=3"),
        ("http://elsewhere.example/matches/m", "/"),
        ("http://here.example//elsewhere.example/", "/"),
        ("javascript:alert(1)", "/"),
        ("", "/"),
    ],
)
def test_a_form_leads_back_only_to_our_own_pages(referer, back):
    assert way_back(request(referer=referer)) == back


def test_a_form_without_referer_leads_back_to_its_match():
    assert way_back(request("/matches/m/moves")) == "/matches/m"


def test_a_missing_page_does_not_lead_back_to_itself():
    assert way_back(request("/nothing", "GET", referer="http://here.example/nothing")) == "/"
