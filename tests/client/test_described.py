"""The client and the description of the API say the same."""

import inspect
import re
import subprocess
import sys

import pytest

from fivefold.client import AsyncClient, Client
from fivefold.client.clients import Calls

pytestmark = pytest.mark.slow
STREAMS = {"stream", "events"}
"""Their lines are of many types."""


@pytest.fixture(scope="module")
def described():
    from fivefold.doors.web import client_types

    return client_types.described()


def operations(described):
    """Return method, path, and the name of the body, of all that can be asked."""
    for path, methods in described["paths"].items():
        for method, operation in methods.items():
            yield method, re.sub(r"{\w+}", "{}", path.removeprefix("/api/v1")), operation


def described_calls():
    """Return what describes each call, a function of the client and of what is given."""
    return {name: each.__wrapped__ for name, each in vars(Calls).items() if not name.startswith("_")}


def asked(function):
    """Return a call made with the names of its parameters."""
    given = {
        name: each.annotation(0) if each.annotation is int else "{}"
        for name, each in inspect.signature(function).parameters.items()
        if each.default is each.empty and each.kind is not each.VAR_KEYWORD and name != "self"
    }
    return function(None, **given)


def place(call):
    """Return the path of a call made by ``asked`` as the description has it."""
    return re.sub(r"/0(?=/|$)", "/{}", call.path.replace("%7B%7D", "{}"))


def test_the_types_are_those_of_the_description(described):
    from fivefold.doors.web import client_types

    written = client_types.TARGET.read_text(encoding="utf-8")
    assert written == client_types.module(described), "run python -m fivefold.doors.web.script_types"


def test_everything_that_can_be_asked_is_a_call_and_no_call_asks_for_anything_else(described):
    known = {(method, path) for method, path, _ in operations(described)}
    made = {(call.method.lower(), place(call)) for _, call in _all_asked()}
    assert made == known


def test_every_operation_is_called_as_the_client_calls_it(described):
    told = [(operation["operationId"], operation["summary"]) for _, _, operation in operations(described)]
    names, summaries = ({each[at] for each in told} for at in (0, 1))
    assert names == set(described_calls())
    assert all(re.fullmatch("[a-z_]+", name) for name in names)
    assert len(names) == len(summaries) == len(told)
    by_place = {(method, path): operation["operationId"] for method, path, operation in operations(described)}
    assert all(by_place[call.method.lower(), place(call)] == name for name, call in _all_asked())


def _all_asked():
    return [(name, asked(function)) for name, function in described_calls().items()]


def test_calls_answer_and_take_what_is_described(described):
    by_place = {(method, path): operation for method, path, operation in operations(described)}
    for name, function in described_calls().items():
        call = asked(function)
        operation = by_place[call.method.lower(), place(call)]
        answers = next(each for code, each in operation["responses"].items() if code.startswith("2"))
        answered = () if name in STREAMS else _schema_names(answers)
        returned = str(function.__annotations__["return"])
        assert all(f".{each}" in returned for each in answered), name
        taken = _schema_names(operation.get("requestBody", {}))
        for each in taken:
            wanted = set(described["components"]["schemas"][each]["properties"])
            more = {p.name for p in inspect.signature(function).parameters.values() if p.kind is p.VAR_KEYWORD}
            assert more or wanted == set(call.body or ()), name


def _schema_names(described):
    return [each.replace("_", "") for each in re.findall(r"'#/components/schemas/(\w+)'", str(described))]


def test_both_clients_have_all_calls_with_the_same_parameters():
    for name, function in described_calls().items():
        for client in (Client, AsyncClient):
            method = getattr(client, name)
            assert method.__doc__ == function.__doc__
            assert inspect.signature(method) == inspect.signature(function), name
    public = [{name for name in dir(each) if not name.startswith("_")} for each in (Client, AsyncClient)]
    assert public[0] == public[1]


def test_the_client_is_there_without_anything_heavy():
    heavy = ("numba", "numpy", "sqlalchemy", "fastapi", "uvicorn", "fivefold.engine", "fivefold.house")
    program = f"import sys, fivefold.client; print([name for name in {heavy!r} if name in sys.modules])"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"
