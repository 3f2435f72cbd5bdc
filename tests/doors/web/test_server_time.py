"""The house's clock, as pages ask for it."""

import pytest

from fivefold.session.timing import moment

pytestmark = pytest.mark.slow


def test_anybody_may_ask_what_time_it_is(anna, house):
    before = moment(house.now())
    answer = anna.get("/time")
    assert before <= answer.json()["now"] <= moment(house.now())
    assert answer.headers["cache-control"] == "no-store"
