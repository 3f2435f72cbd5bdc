"""What is limited is counted over all processes of a house: several give nobody several times as much."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.limits import HINTS, Limits
from fivefold.house.people.signing_in import NAME_FROM_NETWORK
from fivefold.house.people.spending import LONGEST_SECONDS, TOLD_FROM, Spending
from tests.house.people import ANNA
from tests.house.several import eventually, process

pytestmark = pytest.mark.slow


@pytest.fixture
def pair(shared_url):
    with process(shared_url) as first, process(shared_url) as second:
        yield first, second


def test_tries_to_sign_in_are_counted_together_at_once(pair):
    first, second = (house.signing_in.attempts for house in pair)
    for number in range(NAME_FROM_NETWORK.free):
        (first, second)[number % 2].begin("anna", "192.0.2.1", "password")
    for each in (first, second):
        with pytest.raises(InvalidOption, match="too many tries were wrong"):
            each.begin("anna", "192.0.2.1", "password")
    second.begin("ben", "192.0.2.1", "password")
    first.begin("anna", "192.0.2.2", "password")


def test_a_try_that_succeeded_forgives_those_before_in_every_process(pair):
    first, second = (house.signing_in.attempts for house in pair)
    for _ in range(NAME_FROM_NETWORK.free):
        first.begin("anna", "192.0.2.1", "password")
    second.succeeded("anna", "192.0.2.1")
    first.begin("anna", "192.0.2.1", "password")


def test_two_processes_do_not_give_twice_the_allowance(pair, monkeypatch):
    counts = [Spending(house) for house in pair]
    first, second = (Limits(True, each) for each in counts)
    for _ in range(HINTS.count):
        first.spend(HINTS, ANNA, "192.0.2.1")
    told = HINTS.count - HINTS.count // TOLD_FROM  # the first ones are not worth telling
    eventually(lambda: counts[1].elsewhere(f"hints person {ANNA}", LONGEST_SECONDS) == told)
    monkeypatch.setattr(counts[1], "elsewhere", lambda key, seconds: told)  # however long ago that is by now
    for _ in range(HINTS.count - told):
        second.spend(HINTS, ANNA, "192.0.2.1")
    with pytest.raises(TooMany):
        second.spend(HINTS, ANNA, "192.0.2.1")


def test_who_asks_for_little_is_not_told_of(pair):
    first, second = pair
    Limits(True, Spending(first)).spend(HINTS, ANNA, "192.0.2.1")
    first.follower.sweep()
    with second.reading() as connection:
        told = set(connection.exec_driver_sql("SELECT key FROM spent").scalars())
    assert told <= {f"hints person {ANNA}"}


def test_a_passkey_may_be_asked_for_in_one_process_and_answered_in_another(pair):
    from webauthn import generate_authentication_options

    first, second = pair
    first.passkeys._ask("session", b"challenge", generate_authentication_options(rp_id="fivefold.example"))
    assert second.passkeys._asked("session") == b"challenge"
    with pytest.raises(InvalidOption, match="took too long"):
        first.passkeys._asked("session")
