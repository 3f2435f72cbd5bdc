"""Whatever fits the API's description, and much that does not, is answered as the description says."""

import warnings

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from fivefold.doors.api.document import document
from fivefold.doors.web.app import create_app
from fivefold.doors.web.settings import Settings
from fivefold.house.database import open_database
from fivefold.house.house import House
from tests.doors.web.api_examples import Helpful, Situations

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import schemathesis
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

pytestmark = [pytest.mark.slow, pytest.mark.filterwarnings("ignore")]
CHECKS = (not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance)
EXAMPLES = 12
STATES = ("live", "computer", "over", "own")


@pytest.fixture(scope="module")
def furnished(tmp_path_factory):
    """An app with matches in several states, the ids of these, and a token."""
    file = tmp_path_factory.mktemp("schema") / "house.sqlite"
    app = create_app(House(open_database(f"sqlite:///{file}")), Helpful(), Settings(limited=False))
    situations = Situations(app)
    return app, [situations.of(state) for state in STATES], situations.anna.secret


@pytest.fixture(scope="module")
def api_schema(furnished):
    app, _, _ = furnished
    schema = schemathesis.openapi.from_asgi("/openapi.json", app)
    # Streams have no end, and whoever revokes the token takes it from all.
    return schema.exclude(path_regex=r"(/stream|/stream/events|/account/token)$")


FREE = settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
    suppress_health_check=list(HealthCheck),
)


def test_whatever_is_sent_is_answered_as_documented(api_schema, furnished):
    _, matches, secret = furnished
    wrong = []
    for found in api_schema.get_all_operations():
        operation = found.ok()

        @FREE
        @given(case=operation.as_strategy())
        def send(case):
            at = len(str(case.body))
            if "match_id" in (case.path_parameters or {}) and at % 5:
                case.path_parameters["match_id"] = matches[at % len(matches)]
            answer = case.call(headers={"Authorization": f"Bearer {secret}"})
            case.validate_response(answer, checks=CHECKS)

        try:
            send()
        except Exception as error:
            wrong.append((operation.method, operation.path, *map(str, getattr(error, "exceptions", [error]))))
    assert not wrong, "\n\n".join(" ".join(each) for each in wrong)


def test_the_description_is_whole():
    told = document()
    assert told["openapi"].startswith("3.1") and told["info"]["version"] == "1.0"
    assert {each["x-scope"] for methods in told["paths"].values() for each in methods.values()} <= {
        "",
        "read",
        "play",
        "account",
    }
