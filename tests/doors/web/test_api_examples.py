"""Each example of the API's description is sent to a house and answered as the description says."""

import jsonschema_rs
import pytest

from fivefold.doors.api.document import document, operations
from fivefold.doors.web.app import create_app
from fivefold.doors.web.problems import KINDS
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.web.api_examples import Helpful, Situations, caller_for, examples

pytestmark = pytest.mark.slow


@pytest.fixture
def situations(url):
    return Situations(create_app(House(open_database(url)), Helpful(), Settings(limited=False)))


def validator(schema):
    return jsonschema_rs.validator_for({**schema, "components": document()["components"]})


def test_every_example_is_answered_as_documented(situations):
    wrong = []
    for path, method, example, operation in examples():
        match = situations.of(example["given"]) if "{match_id}" in path else None
        filled = {name: situations.filled(value, match) for name, value in example["path"].items()}
        body = situations.filled(example.get("body"), match)
        sender = caller_for(situations, path)
        address = f"http://testserver{path.format_map(filled)}"
        answer = sender.request(method, address, params=example["query"], json=body)
        if answer.status_code != example["status"]:
            wrong.append((method, path, example["given"], answer.status_code, answer.text[:300]))
            continue
        told = operation["responses"].get(str(answer.status_code))
        assert told is not None, (method, path, answer.status_code)
        kind = answer.headers.get("content-type", "").partition(";")[0]
        if answer.status_code != 204:
            assert kind in told["content"], (method, path, kind)
            said = answer.text if kind == "text/plain" else answer.json()
            validator(told["content"][kind]["schema"]).validate(said)
    assert not wrong, wrong


def test_every_route_is_described(situations):
    for path, method, operation in operations():
        assert operation["description"].endswith((".", "`.")) and operation["x-rate"]["count"] > 0, (path, method)
        assert len(operation["tags"]) == 1 and document()["tags"][0]["description"], path
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description") or parameter["in"] == "path", (path, parameter["name"])


def test_every_kind_of_problem_that_a_route_names_exists():
    named = {
        kind.strip(" `")
        for _, _, each in operations()
        for status, told in each["responses"].items()
        if status[0] in "45"
        for kind in told["description"].split(",")
    }
    assert named <= set(KINDS)
