"""What one process does is seen in the others, at once where notifications arrive and within a second where not."""

import threading
import time

import pytest

from fivefold.house import follower
from fivefold.house.bus import CHANGED_ELSEWHERE
from fivefold.house.errors import Stale
from fivefold.house.meeting.lobby import LOBBY_CHANGED
from fivefold.house.meeting.quick_match import SEARCH_CHANGED
from fivefold.house.notices.news import CHAT, TURN
from fivefold.house.people import tokens
from fivefold.house.people.sessions import SESSION_ENDED
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.house.people import ANNA, BEN, CLEO, by_link, facts, keep_accounts, play
from tests.house.several import eventually, process

pytestmark = pytest.mark.slow
LONG = 100.0
"""Seconds in which both have played on: where nothing is notified, each move takes a sweep."""


@pytest.fixture(params=[True, False], ids=["notified", "unheard"])
def two(shared_url, request):
    with process(shared_url, notified=request.param) as first, process(shared_url, notified=request.param) as second:
        yield first, second


@pytest.fixture
def pair(shared_url):
    with process(shared_url) as first, process(shared_url) as second:
        yield first, second


def test_a_move_is_seen_in_the_other_process(two):
    first, second = two
    now, heard = by_link(first), []
    second.listen(now.id, heard.append)
    second.known(now.id)
    now = play(first, now, "step:1")
    eventually(lambda: heard and facts(heard[-1]) == facts(now))  # (how it stood before may be told first)
    now = play(second, heard[-1], "step:2")
    eventually(lambda: first.known(now.id).number == now.number)


def test_many_changes_are_heard_in_order_and_each_once(two):
    first, second = two
    now, heard, passed = by_link(first), {"first": [], "second": []}, threading.Event()
    second.known(now.id)
    for name, house in (("first", first), ("second", second)):
        house.listen(now.id, heard[name].append)

    def play_on(house, person):
        snapshot, until = house.known(now.id), time.monotonic() + LONG
        while snapshot.status != OVER and time.monotonic() < until:
            if snapshot.to_act in snapshot.seats_of(person):
                try:
                    snapshot = house.play(now.id, person, snapshot.number + 1, snapshot.match.legal_moves()[0])
                except Stale as stale:
                    snapshot = stale.news
            else:
                passed.wait(0.002)
                snapshot = house.known(now.id)

    threads = [threading.Thread(target=play_on, args=each) for each in ((first, ANNA), (second, BEN))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(2 * LONG)
        assert not thread.is_alive()
    last = max(house.known(now.id).revision for house in two)
    for told in heard.values():
        eventually(lambda told=told: told[-1].revision == last)
        revisions = [each.revision for each in told]
        assert revisions == sorted(set(revisions))


def test_a_process_does_not_tell_itself(pair):
    first, _ = pair
    told = []
    first.bus.subscribe(CHANGED_ELSEWHERE, lambda before, after: told.append(after))
    play(first, by_link(first), "step:1", "step:2")
    first.follower.sweep()
    assert told == []


def test_the_more_processes_there_are_the_rarer_each_tells(pair, monkeypatch):
    first, _ = pair
    rests = []
    monkeypatch.setattr(follower, "sleep", rests.append)
    assert len(first.bus.up()) == 2
    first.follower._tell()
    assert rests[-1] == 0.02


def test_a_connection_that_is_lost_is_made_again(pair, caplog):
    first, second = pair
    now = by_link(first)
    second.known(now.id)
    with first.writing() as connection:
        connection.exec_driver_sql(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() "
            "AND datname = current_database()"
        )
    now = play(first, now, "step:1")
    eventually(lambda: second.known(now.id).number == now.number)
    eventually(lambda: "are heard again" in caplog.text)


def test_news_reaches_the_pages_of_a_person_in_another_process(two):
    first, second = two
    told, devices = [], []
    second.news.listen(BEN, told.append)
    second.news.on_note.append(devices.append)
    with second.presence.connected(BEN, "pages", "tab"):
        eventually(lambda: first.presence.is_elsewhere(BEN))
        now = play(first, by_link(first), "step:1")
    eventually(lambda: [note for note in told if note.kind == TURN])
    assert told[-1].match_id == now.id
    assert devices == []  # the process that made the change sees to them


def test_what_is_said_is_read_in_the_other_process(two):
    first, second = two
    now, woken, told = by_link(first), [], []
    second.chat.listen(now.id, lambda: woken.append(True))
    second.news.listen(BEN, told.append)
    rooms = second.chat.rooms(now, BEN)
    assert second.chat.since(now.id, BEN, rooms, 0) == ([], True)
    with second.presence.connected(BEN, now.id, "tab"):
        eventually(lambda: first.presence.is_elsewhere(BEN))
        first.chat.say(now, ANNA, "hello")
    eventually(lambda: woken)
    assert [line["text"] for line in second.chat.since(now.id, BEN, rooms, 0)[0]] == ["hello"]
    eventually(lambda: CHAT in [note.kind for note in told])


def test_lines_of_somebody_who_was_muted_elsewhere_are_not_shown(pair):
    first, second = pair
    now = by_link(first)
    rooms = second.chat.rooms(now, BEN)
    first.chat.say(now, ANNA, "hello")
    eventually(lambda: second.chat.since(now.id, BEN, rooms, 0)[0])
    first.chat.mute(BEN, ANNA)
    eventually(lambda: not second.chat.since(now.id, BEN, rooms, 0)[0])


def test_a_session_that_ends_in_one_process_ends_in_all(two):
    first, second = two
    keep_accounts(first, {ANNA: "Anna"})
    with first.writing() as connection:
        session = first.sessions.begun(connection, ANNA, "Firefox")
    ended = []
    second.bus.subscribe(SESSION_ENDED, ended.append)
    assert second.sessions.person(session) == ANNA
    first.sessions.end(session)
    eventually(lambda: session in ended)
    assert second.sessions.person(session) is None


def test_a_token_that_was_revoked_opens_nothing_in_the_other_process(two, monkeypatch):
    monkeypatch.setattr(tokens, "TRUSTED_SECONDS", LONG)  # so that no other look finds it out
    first, second = two
    keep_accounts(first, {ANNA: "Anna"})
    token, secret = first.tokens.make(ANNA, "Bot", ["play"], "30")
    assert second.tokens.find(secret) == token and second.tokens.holds(token)
    first.tokens.revoke(ANNA, token.id)
    eventually(lambda: second.tokens.find(secret) is None)
    assert not second.tokens.holds(token) and second.tokens.at_hand(secret) is None


def test_a_new_name_is_known_in_the_other_process(pair):
    first, second = pair
    keep_accounts(first, {ANNA: "Anna"})
    assert second.accounts.account(ANNA).name == "Anna"
    first.rename(ANNA, "Annabel")
    eventually(lambda: second.accounts.account(ANNA).name == "Annabel")


def test_a_table_in_the_lobby_shows_in_the_other_process(pair):
    first, second = pair
    changes = []
    assert second.lobby.tables() == []
    second.bus.subscribe(LOBBY_CHANGED, changes.append)
    with first.writing() as connection:
        connection.exec_driver_sql("UPDATE people SET seen = '2999-01-01'")
    first.lobby.here(ANNA)
    now = first.create(ANNA, MatchRequest("track", {"dice": "off"}, ("link",), listed=True))
    eventually(lambda: [change.id for change in changes] == [now.id])
    first.sit(now.id, BEN)
    eventually(lambda: changes[-1].table is None)


def test_two_who_look_for_a_game_in_two_processes_meet(pair):
    first, second = pair
    told = []
    first.bus.subscribe(SEARCH_CHANGED, told.append)
    first.quick_match.seek(ANNA, "focus")
    second.quick_match.seek(CLEO, "focus")
    eventually(lambda: ANNA in told and first.quick_match.search(ANNA).state == "ready")
    assert first.quick_match.search(ANNA).match == second.quick_match.search(CLEO).match


def test_a_bulletin_longer_than_a_notification_is_read(pair):
    first, second = pair
    heard = []
    second.bus.subscribe("tale", heard.append)
    first.bus.publish_soon("tale", "once", "é" * 5000)
    first.bus.publish_soon("tale", "short", "a\ttab and 'quotes'\n")
    eventually(lambda: len(heard) == 2)
    assert heard == [["once", "é" * 5000], ["short", "a\ttab and 'quotes'\n"]]


def test_a_notification_of_somebody_else_is_no_harm(pair, caplog):
    first, second = pair
    with first.writing() as connection:
        for said in ("", "hello", "match", "news"):
            connection.exec_driver_sql("SELECT pg_notify('fivefold', %s)", (said,))
    heard = []
    second.bus.subscribe("after", heard.append)
    first.bus.publish_soon("after", "all")
    eventually(lambda: heard == [["all"]])
    assert "not heard" not in caplog.text
