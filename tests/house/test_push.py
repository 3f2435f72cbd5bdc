"""Web push: what arrives at a push service on this machine can be read by the device alone, and only when wanted."""

import time
from datetime import UTC, datetime

import pytest
from py_vapid import Vapid02
from sqlalchemy import select

from fivefold.house.database import schema
from fivefold.house.notices import push
from fivefold.house.notices.news import Note
from fivefold.house.notices.push import (
    InvalidEndpoint,
    InvalidKeys,
    Unreachable,
    check_endpoint,
    deliver,
    is_public,
    is_quiet,
)
from fivefold.house.people.accounts import Preferences
from tests.house.people import ANNA, BEN, by_link, play, resigned
from tests.house.push_service import Device, PushService
from tests.quick import in_turn

pytestmark = pytest.mark.slow


class AtOnce(push.Outbox):
    """An outbox without threads: what is for later is kept."""

    def __init__(self, work):
        super().__init__(work)
        self.later = []

    def start(self, threads):
        self._ended = False

    def put(self, job, seconds=0.0):
        if self._ended:
            return
        if seconds:
            self.later.append((job, seconds))
        else:
            self._work(job)

    def go_on(self):
        """Do what was for later."""
        now, self.later = self.later, []
        for job, _ in now:
            self._work(job)


@pytest.fixture
def service():
    made = PushService()
    yield made
    made.close()


@pytest.fixture
def sent(house, service):
    """A house that sends at once, to Ben's device; returns the device, with what it has read."""
    house.push._outbox = AtOnce(house.push._send)
    house.push.start(local=True)
    device = Device(service.endpoint + "ben")
    house.push.subscribe(BEN, device.endpoint, device.public_key, device.auth)
    device.got = lambda: [device.read(body) for _, body in service.arrived]
    return device


def kinds(device):
    return [message["kind"] for message in device.got()]


def test_a_turn_is_told_to_the_device_alone(house, service, sent):
    match = by_link(house)
    assert kinds(sent) == []
    play(house, match, "step:1")
    (message,) = sent.got()
    assert message == {
        "kind": "turn",
        "match": match.id,
        "title": "Your turn",
        "words": f"Race with {match.names[0]}",
        "path": f"/matches/{match.id}",
        "challenge": "",
        "offer": "",
        "number": 0,
    }
    headers, body = service.arrived[0]
    told = str(headers).encode() + body
    for secret in (match.id, ANNA, BEN, "Your turn", match.names[0]):
        assert secret.encode() not in told
    assert headers["Content-Encoding"] == "aes128gcm" and headers["TTL"] == "86400" and len(headers["Topic"]) <= 32


def test_the_house_signs_and_keeps_its_key_to_itself(house, service, sent):
    play(house, by_link(house), "step:1")
    authorization = service.arrived[0][0]["Authorization"]
    assert Vapid02.verify(authorization)
    assert f"k={house.push.key()}" in authorization
    assert len(house.push.key()) == 87
    assert house.secret("push").hex() not in str(service.arrived)


def test_at_most_one_a_match_until_it_is_looked_at(house, sent):
    match = play(house, by_link(house), "step:1", "step:1", "step:1")
    assert kinds(sent) == ["turn"]
    resigned(house, match)
    assert kinds(sent) == ["turn"]
    house.push.looked(BEN, match.id)
    house.push._receive(Note(BEN, "ended", match.id))
    assert kinds(sent) == ["turn", "ended"]


def test_a_turn_is_told_after_what_does_not_wait(house, sent):
    match = by_link(house)
    house.push._receive(Note(BEN, "seated", match.id, 0))
    play(house, match, "step:1")
    assert kinds(sent) == ["seated", "turn"]


def test_who_is_here_is_told_only_after_leaving(house, sent):
    match = by_link(house)
    with house.presence.connected(BEN, "pages", "tab"):
        play(house, match, "step:1")
        assert kinds(sent) == []
        house.presence.noted(BEN, "pages", "tab", False)
        house.push._outbox.go_on()
    assert kinds(sent) == ["turn"]


def test_who_sees_it_at_the_table_is_not_told(house, sent):
    match = by_link(house)
    with house.presence.connected(BEN, match.id, "tab"):
        play(house, match, "step:1")
    assert kinds(sent) == [] and house.push._outbox.later == []


def test_nothing_is_sent_that_somebody_does_not_want(house, sent):
    house.accounts.set_preference(BEN, "news_of_turns", False)
    play(house, by_link(house), "step:1")
    assert kinds(sent) == []


@in_turn(
    "first, last, zone, quiet",
    [
        ("", "", "", False),
        ("11", "13", "", True),
        ("12", "13", "", True),
        ("10", "12", "", False),
        ("22", "07", "", False),
        ("22", "13", "", True),
        ("22", "07", "Asia/Tokyo", False),
        ("21", "07", "Asia/Tokyo", True),
        ("11", "13", "No/Such", True),
        ("12", "12", "", False),
    ],
)
def test_the_quiet_hours_are_those_of_the_place(first, last, zone, quiet):
    chosen = Preferences(quiet_from=first, quiet_until=last, time_zone=zone)
    assert is_quiet(chosen, datetime(2025, 3, 1, 12, tzinfo=UTC)) is quiet


@pytest.mark.parametrize("status", [404, 410])
def test_a_device_that_is_gone_is_forgotten(house, service, sent, status):
    service.statuses = [status]
    play(house, by_link(house), "step:1")
    assert house.push.devices(BEN) == []


def test_a_failure_is_tried_again_with_growing_pauses(house, service, sent):
    service.statuses = [503, 503, 201]
    play(house, by_link(house), "step:1")
    pauses = []
    while house.push._outbox.later:
        pauses += [seconds for _, seconds in house.push._outbox.later]
        assert house.push.devices(BEN)[0].failures == len(pauses)
        house.push._outbox.go_on()
    assert pauses == [10, 60] and house.push.devices(BEN)[0].failures == 0


def test_what_no_longer_holds_is_not_tried_again(house, service, sent):
    service.statuses = [503, 201]
    match = play(house, by_link(house), "step:1")
    play(house, match, "step:1")
    house.push._outbox.go_on()
    assert len(service.arrived) == 1


def test_a_device_that_fails_for_long_is_forgotten(house, service, sent, monkeypatch):
    monkeypatch.setattr(push, "MOST_FAILURES", 3)
    service.statuses = [400]
    match = by_link(house)
    for _ in range(push.MOST_FAILURES):
        assert len(house.push.devices(BEN)) == 1
        house.push.looked(BEN, match.id)
        house.push._receive(Note(BEN, "ended", match.id))
    assert house.push.devices(BEN) == [] and house.push._outbox.later == []


def test_a_redirect_is_not_followed(house, service, sent):
    service.statuses = [302]
    play(house, by_link(house), "step:1")
    assert len(service.arrived) == 1 and house.push.devices(BEN)[0].failures == 1


def test_signing_out_ends_what_a_device_asked_for(house, service, sent):
    house.push.subscribe(BEN, sent.endpoint, sent.public_key, sent.auth, session="no longer there")
    assert house.push.devices(BEN) == []


def test_nobody_ends_the_news_of_another(house, sent):
    assert not house.push.unsubscribe(ANNA, sent.endpoint)
    assert len(house.push.devices(BEN)) == 1
    assert house.push.unsubscribe(BEN, sent.endpoint)
    assert house.push.devices(BEN) == []


def test_a_person_has_so_many_devices(house, database, service, sent):
    for number in range(push.MOST_DEVICES + 3):
        device = Device(f"{service.endpoint}{number}")
        house.push.subscribe(ANNA, device.endpoint, device.public_key, device.auth)
    assert len(house.push.devices(ANNA)) == push.MOST_DEVICES
    with database.reading() as connection:
        assert len(connection.execute(select(schema.push_subscriptions)).all()) == push.MOST_DEVICES + 1


def test_what_is_not_read_on_the_way_is_small(house, sent, monkeypatch):
    sizes = []
    monkeypatch.setattr(push, "deliver", lambda _, headers, body, local: sizes.append(len(body)) or deliver_nothing())
    play(house, by_link(house), "step:1")
    assert sizes and sizes[0] < 4096


def deliver_nothing():
    return push.Answer(201, 0)


def test_threads_send_what_the_house_tells(house, service):
    house.push.start(local=True, threads=1)
    device = Device(service.endpoint + "ben")
    house.push.subscribe(BEN, device.endpoint, device.public_key, device.auth)
    play(house, by_link(house), "step:1")
    until = time.monotonic() + 60
    while not service.arrived and time.monotonic() < until:
        time.sleep(0.002)
    house.push.stop()
    assert device.read(service.arrived[0][1])["kind"] == "turn"


def test_a_full_outbox_drops_and_counts():
    full = push.Outbox(print, most=2)
    full.put(0)
    full._ended = False
    for job in range(5):
        full.put(job, 1000)
    assert full.dropped == 3
    full.stop()


ENDPOINTS = (
    "http://push.example.com/x",
    "https://127.0.0.1/x",
    "https://localhost/x",
    "https://[::1]/x",
    "https://169.254.169.254/latest/meta-data",
    "https://10.0.0.1/x",
    "https://2130706433/x",
    "https://0x7f.1/x",
    "https://intranet/x",
    "https://printer.local/x",
    "https://push.example.com:22/x",
    "https://push.example.com:99999/x",
    "https://anna:secret@push.example.com/x",
    "https://push.example.com/\r\nHost: x",
    "https://push.example.com/" + "x" * 1024,
    "ftp://push.example.com/x",
    "file:///etc/passwd",
    "",
    "https://",
    "https://ex\u00e4mple.com/",
)


@pytest.mark.parametrize("endpoint", ENDPOINTS)
def test_the_house_calls_only_public_push_services(house, endpoint):
    with pytest.raises(InvalidEndpoint):
        check_endpoint(endpoint)
    with pytest.raises(InvalidEndpoint):
        house.push.subscribe(BEN, endpoint, "", "")


def test_the_house_calls_push_services():
    for host in ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"):
        check_endpoint(f"https://{host}/send/abc?x=1")


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "10.1.2.3", "192.168.0.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "0.0.0.0"),
        *("224.0.0.1", "255.255.255.255", "::1", "fe80::1%eth0", "fd00::1", "ff02::1", "::ffff:127.0.0.1"),
        *("64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:1::1"),
    ],
)
def test_a_name_may_not_lead_to_a_private_address(monkeypatch, address):
    assert not is_public(address)
    found = [(None, None, None, "", ("93.184.216.34", 443)), (None, None, None, "", (address, 443))]
    monkeypatch.setattr(push.socket, "getaddrinfo", lambda *_, **__: found)
    monkeypatch.setattr(push.socket, "create_connection", lambda *_, **__: pytest.fail("it was called"))
    with pytest.raises(Unreachable):
        deliver("https://push.example.com/x", {}, b"")


def test_public_addresses_are_public():
    assert is_public("93.184.216.34") and is_public("2606:2800:220:1:248:1893:25c8:1946")


@pytest.mark.parametrize("keys", [("", ""), ("AAAA", "AAAA"), ("B" * 87, "MDEyMzQ1Njc4OWFiY2RlZg"), ("ä", "ä")])
def test_keys_of_no_browser_are_refused(house, keys):
    with pytest.raises(InvalidKeys):
        house.push.subscribe(BEN, "https://push.example.com/x", *keys)


def test_a_service_that_dribbles_is_cut_off(monkeypatch):
    import socket
    import threading

    monkeypatch.setattr(push, "SECONDS", 0.05)
    listening = socket.create_server(("127.0.0.1", 0))
    ended = threading.Event()

    def dribble():
        connection, _ = listening.accept()
        with connection:
            while not ended.wait(0.01):
                try:
                    connection.send(b"H")
                except OSError:
                    return

    thread = threading.Thread(target=dribble)
    thread.start()
    with pytest.raises(Unreachable):
        deliver(f"http://127.0.0.1:{listening.getsockname()[1]}/", {}, b"", local=True)
    ended.set()
    thread.join()
    listening.close()


def test_nothing_is_sent_for_who_did_not_ask(house):
    house.push._outbox = AtOnce(lambda job: pytest.fail(str(job)))
    house.push.start()
    play(house, by_link(house), "step:1")


def test_a_message_to_try_is_sent_to_one_device(house, sent):
    house.push.test(BEN, sent.endpoint)
    house.push.test(ANNA, sent.endpoint)
    assert [message["title"] for message in sent.got()] == ["News works on this device"]
