"""Messages to devices: asked for and ended through the page, what may be chosen, and that none gives a card away."""

import json

import pytest

from fivefold.house.notices.push import Outbox
from tests.house.push_service import Device, PushService

pytestmark = pytest.mark.slow

ENDPOINT = "https://push.example.com/send/1"


def subscribe(person, device, **changed):
    fields = {"endpoint": device.endpoint, "key": device.public_key, "auth": device.auth, **changed}
    return person.post("/push/subscriptions", data=fields)


def test_a_device_is_subscribed_once_and_ended(house, anna, bert):
    device = Device(ENDPOINT)
    for _ in range(2):
        assert subscribe(anna, device).status_code == 201
    assert [each.endpoint for each in house.push.devices(anna.person_id)] == [ENDPOINT]
    bert.post("/push/subscriptions/end", data={"endpoint": ENDPOINT})
    assert len(house.push.devices(anna.person_id)) == 1
    assert anna.post("/push/subscriptions/end", data={"endpoint": ENDPOINT}).json() == {"on": False}
    assert house.push.devices(anna.person_id) == []


@pytest.mark.parametrize(
    "wrong",
    [
        {"endpoint": "https://127.0.0.1/x"},
        {"endpoint": "http://push.example.com"},
        {"endpoint": "https://push.example.com/" + "x" * 2000},
        {"endpoint": ""},
        {"key": "short"},
        {"auth": "x" * 500},
    ],
)
def test_what_no_browser_sends_is_refused_in_words(house, anna, wrong):
    answer = subscribe(anna, Device(ENDPOINT), **wrong)
    assert answer.status_code == 422 and len(answer.json()["error"].split()) > 3
    assert house.push.devices(anna.person_id) == []


def test_what_is_told_is_chosen_without_script(house, reader):
    page = reader.open("/news/settings")
    form = page.all("form", action="/news/settings")[0]
    chosen = page.fields(form)
    assert chosen["news_of_turns"] == "yes" and "news_of_chat" not in chosen
    del chosen["news_of_turns"]
    chosen |= {"news_of_chat": "yes", "quiet_from": "22", "quiet_until": "07", "time_zone": "Europe/Vienna"}
    answer = reader.post("/news/settings", data=chosen)
    assert "Saved." in answer.text
    kept = house.accounts.preferences(reader.person_id)
    assert (kept.news_of_turns, kept.news_of_chat, kept.quiet_from) == (False, True, "22")
    again = reader.open("/news/settings")
    assert again.fields(again.all("form", action="/news/settings")[0]) == chosen


def test_a_time_zone_that_does_not_exist_is_told_beside_the_field(house, reader):
    page = reader.open("/news/settings")
    fields = page.fields(page.all("form", action="/news/settings")[0])
    answer = reader.post("/news/settings", data={**fields, "quiet_from": "22", "time_zone": "no <zone>"})
    assert answer.status_code == 422 and "There is no such time zone" in answer.text
    assert "no &lt;zone&gt;" in answer.text and '<option value="22" selected>' in answer.text
    assert house.accounts.preferences(reader.person_id).quiet_from == ""


def test_all_devices_are_turned_off_without_script(house, app, anna, reader):
    device = Device(ENDPOINT)
    house.push.subscribe(reader.person_id, device.endpoint, device.public_key, device.auth)
    page = reader.open("/news/settings")
    reader.fill(page, "/push/subscriptions/end")
    assert house.push.devices(reader.person_id) == []


def test_a_page_of_a_match_makes_the_next_message_possible(house, anna, live):
    house.push._told.put((anna.person_id, live["match"]), "turn")
    anna.get(f"/matches/{live['match']}", headers={"Accept": "text/html"})
    assert len(house.push._told) == 0


class Now(Outbox):
    """Sends at once."""

    def put(self, job, seconds=0.0):
        self._work(job)


@pytest.mark.slow
@pytest.mark.parametrize("game", ["pokeros", "dice_poker"])
def test_no_message_depends_on_what_is_hidden(house, app, anna, bert, game):
    """Two matches with other cards: but for the match's own address the messages are the same."""
    service = PushService()
    house.push._outbox, house.push._local = Now(house.push._send), True
    house.push._people = {bert.person_id}
    device = Device(service.endpoint)
    house.push.subscribe(bert.person_id, device.endpoint, device.public_key, device.auth)
    told = []
    for _ in range(2):
        service.arrived.clear()
        begun = anna.begin(game)
        bert.post(f"/matches/{begun['match']}/seats", data={"name": "Bert"})
        view = anna.see(begun["match"])
        while view["turn"]:
            view = anna.move(view).json()
        anna.resign(begun["match"])
        messages = [json.dumps(device.read(body)).replace(begun["match"], "MATCH") for _, body in service.arrived]
        assert messages and all(person.person_id not in str(messages) for person in (anna, bert))
        told.append(messages[:1])
    service.close()
    assert told[0] == told[1]
