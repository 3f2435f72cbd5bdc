"""News by stream from a real server: in order, with ids, resumed exactly, and ended when the server is."""

import asyncio
import gzip
import socket
import threading
import weakref
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from types import SimpleNamespace

import httpx
import pytest

from fivefold.doors.web import serving as served_by
from fivefold.doors.web import stream
from fivefold.doors.web.app import create_app
from fivefold.doors.web.errors import TooMany
from fivefold.doors.web.headers import POLICY
from fivefold.doors.web.settings import Settings
from fivefold.doors.web.stream import BesideTheLog, StreamLimits, Tab
from fivefold.house.table.presence import Presence
from tests.doors.web.conftest import PATIENCE, TIMEOUT, reading, serving, wait_until
from tests.house.people import applied
from tests.quick import first, in_turn

pytestmark = pytest.mark.slow


def play(match, *people, count=1):
    """Let whose turn it is make the first move there is, so many times; returns the last view."""
    view = None
    for _ in range(count):
        mover = next(person for person in people if person.see(match)["turn"])
        view = mover.move(mover.see(match)).json()
    return view


@pytest.mark.slow
def test_two_people_get_each_others_moves_in_order(served, anna, bert, live):
    match = live["match"]
    with reading(served, match, anna) as hers, reading(served, match, bert) as his:
        wait_until(lambda: hers.ids() and his.ids())
        number = play(match, anna, bert, count=6)["number"]
        wait_until(lambda: hers.ids()[-1] == his.ids()[-1] == number)
    assert hers.ids() == his.ids() == list(range(live["number"], number + 1))
    assert [view["number"] for view in his.views()] == his.ids()
    assert [view["viewer"] for view in (hers.views()[-1], his.views()[-1])] == [
        anna.see(match)["viewer"],
        bert.see(match)["viewer"],
    ]
    turns = [(one["turn"], other["turn"]) for one, other in zip(hers.views(), his.views(), strict=True)]
    assert (True, False) in turns and (False, True) in turns and (True, True) not in turns


def test_a_stream_begins_with_the_table_and_how_things_stand(served, anna, live):
    with reading(served, live["match"], anna) as hers:
        wait_until(lambda: len(hers.events) >= 2)
        assert hers.answer.status_code == 200
        assert hers.answer.headers["content-type"].startswith("text/event-stream")
        assert hers.answer.headers["content-security-policy"] == POLICY
        assert hers.answer.headers["cache-control"] == "no-store"
        assert hers.answer.headers["content-encoding"] == "gzip" and hers.answer.headers["vary"] == "Accept-Encoding"
    kinds = [kind for kind, _, _ in hers.events if kind]
    assert kinds[:2] == ["table", "view"]
    assert hers.tables()[0]["match"] == live["match"]


@pytest.mark.slow
@pytest.mark.parametrize("missed", first(1, [3, 0, 1]))
def test_a_lost_connection_is_resumed_exactly(served, anna, bert, live, missed):
    number = play(live["match"], anna, bert, count=4)["number"]
    with reading(served, live["match"], bert, last=number - missed) as his:
        wait_until(lambda: his.tables() and len(his.ids()) >= missed)
        later = play(live["match"], anna, bert)["number"]
        wait_until(lambda: his.ids() and his.ids()[-1] == later)
    assert his.ids() == list(range(number - missed + 1, later + 1))
    views = his.views()
    assert [view["last"]["number"] for view in views] == his.ids()
    assert all(not view["moves"] for view in views[:-1] if view["number"] < number)


@pytest.mark.slow
def test_a_roll_is_one_event_and_resumed_as_a_whole_from_its_middle(served, anna, bert):
    begun = anna.begin("dice_poker")
    bert.post(f"/matches/{begun['match']}/seats", data={"name": "Bert"})
    view = anna.see(begun["match"])
    keep = next(move["text"] for move in view["moves"] if move["text"] == "keep:")
    with reading(served, view["match"], bert) as his:
        wait_until(his.ids)
        number = anna.move(view, keep).json()["number"]
        wait_until(lambda: his.ids()[-1] == number)
    assert his.ids() == [6 - 1, 6, 6 + 5]
    last = his.views()[-1]["last"]
    assert (last["since"], last["number"], last["mover"]) == (7, 11, -1) and len(last["motions"]) == 5
    for middle in range(6, 11):
        with reading(served, view["match"], bert, last=middle) as again:
            wait_until(again.ids)
        assert again.views() == his.views()[-1:]


@pytest.mark.slow
def test_a_first_connection_tells_what_the_page_shows_already(served, anna, bert, live):
    number = play(live["match"], anna, bert, count=2)["number"]
    with reading(served, live["match"], bert, query=f"?after={number - 1}") as his:
        wait_until(lambda: his.ids() == [number])
    with reading(served, live["match"], bert, query="?after=0", last=number - 1) as his:
        wait_until(lambda: his.ids() == [number])


@pytest.mark.slow
@pytest.mark.parametrize("last", first(2, ["nonsense", "999", "-1", "1.5", "9" * 50, "٣"]))
def test_a_senseless_id_brings_how_things_stand(served, anna, bert, live, last):
    number = play(live["match"], anna, bert, count=2)["number"]
    with reading(served, live["match"], bert, last=last) as his:
        wait_until(lambda: his.ids() == [number])
        assert his.answer.status_code == 200


def test_a_page_that_can_take_changes_gets_one_view_and_then_what_changes(served, anna, bert, live):
    match = live["match"]
    with reading(served, match, bert, query="?version=") as told, reading(served, match, bert) as whole:
        wait_until(lambda: told.ids() and whole.ids())
        number = play(match, anna, bert, count=4)["number"]
        wait_until(lambda: told.ids()[-1] == whole.ids()[-1] == number)
    assert [kind for kind, _, _ in told.told()] == ["view", *["change"] * 4]
    assert told.views() == whole.views()


@pytest.mark.parametrize("known", [True, False])
def test_after_a_lost_connection_it_is_told_what_changed_since_the_last_event(served, anna, bert, live, known):
    match, began = live["match"], bert.see(live["match"])
    query = f"?after={began['number']}&version={began['version']}"
    with reading(served, match, bert, query=query) as his:
        wait_until(his.tables)
        play(match, anna, bert)
        wait_until(his.ids)
    name = his.told()[-1][1] if known else f"{his.ids()[-1]}.forgotten"
    number = play(match, anna, bert, count=2)["number"]
    with reading(served, match, bert, last=name, query=query) as again:
        wait_until(lambda: again.ids() and again.ids()[-1] == number)
    assert [kind for kind, _, _ in again.told()] == ["change" if known else "view", "change"]
    assert same(again.views(*his.views(began))[-1], bert.see(match))


def same(told, seen):
    """Return whether a view says what another does, apart from what only a page needs once."""
    return {**told, "history": seen["history"], "chance": seen["chance"]} == seen


def test_a_move_is_answered_with_what_changes(house, anna, live):
    match, before = live["match"], anna.see(live["match"])
    house.encoded.shown(house.snapshot(match), anna.person_id)  # as a stream does that begins
    made = {"number": before["number"] + 1, "move": before["moves"][0]["text"]}
    for version in (before["version"], "unknown", ""):
        answer = anna.post(f"/matches/{match}/moves", data={**made, "version": version}).json()
        assert ("since" in answer) == (version == before["version"])
        later = applied(before, answer) if "since" in answer else answer
        assert same(later, anna.see(match))
    assert anna.post(f"/matches/{match}/moves", data={**made, "version": "v" * 17}).status_code == 422


@pytest.mark.parametrize("compressed", [True, False])
def test_a_stream_is_compressed_for_whoever_can_take_it_and_ends_whole(app, anna, bert, live, compressed):
    with serving(app) as (address, server):
        port, received = int(address.rsplit(":", 1)[1]), b""
        wish = b"Accept-Encoding: gzip\r\n" if compressed else b""
        with socket.create_connection(("127.0.0.1", port)) as connection:
            path = f"/matches/{live['match']}/stream"
            connection.sendall(f"GET {path} HTTP/1.1\r\nHost: {address[7:]}\r\n".encode() + wish + b"\r\n")
            while b"event: presence" not in received and b"\x00\x00\xff\xff" not in received:
                received += connection.recv(65536)
            play(live["match"], anna, bert)
            server.should_exit = True
            while piece := connection.recv(65536):
                received += piece
    head, _, body = received.partition(b"\r\n\r\n")
    assert (b"content-encoding: gzip" in head.lower()) == compressed
    parts, rest = [], body
    while rest and (size := int(rest.split(b"\r\n", 1)[0], 16)):
        start = rest.index(b"\r\n") + 2
        parts, rest = [*parts, rest[start : start + size]], rest[start + size + 2 :]
    words = gzip.decompress(b"".join(parts)) if compressed else b"".join(parts)
    assert words.count(b"event: view") == 2 and words.startswith(b"retry: ")
    assert (len(b"".join(parts)) < len(words) / 4) == compressed


def test_a_spectator_sees_and_cannot_move(served, anna, bert, live):
    with reading(served, live["match"]) as anyone:
        wait_until(anyone.ids)
        number = play(live["match"], anna, bert, count=2)["number"]
        wait_until(lambda: anyone.ids()[-1] == number)
    assert all(view["yours"] == [] and not view["turn"] and not view["moves"] for view in anyone.views())


@pytest.mark.slow
def test_who_sits_down_is_news(served, anna, bert):
    match = anna.begin()["match"]
    with reading(served, match, anna) as hers:
        wait_until(hers.ids)
        bert.post(f"/matches/{match}/seats", data={"name": "Bert"})
        wait_until(lambda: len(hers.tables()) == len(hers.views()) == 2)
    assert "Bert" in [seat["name"] for seat in hers.tables()[-1]["seats"]]


@pytest.mark.slow
def test_who_asks_to_take_a_move_back_is_news(served, anna, bert, live):
    number = play(live["match"], anna, bert, count=1)["number"]
    with reading(served, live["match"], bert) as his:
        wait_until(his.ids)
        for one in (anna, bert):
            one.post(f"/matches/{live['match']}/undo", data={"number": number})
        wait_until(lambda: his.ids() == [number, number])
    first, asked = his.views()
    assert first != asked


def test_stopping_ends_streams_at_once(app, anna, live, monkeypatch):
    monkeypatch.setattr(served_by, "ENDING_SECONDS", 10 * PATIENCE)  # after which whatever still runs is cut off
    with serving(app) as (address, server), reading(address, live["match"], anna) as hers:
        wait_until(hers.ids)
        server.should_exit = True
        assert hers.ended.wait(PATIENCE)
    assert len(app.state.streams) == 0


@pytest.mark.slow
def test_a_quiet_stream_is_kept_open(served, anna, live, monkeypatch):
    monkeypatch.setattr(stream.Stream, "quiet_seconds", 0.02)
    with reading(served, live["match"], anna) as hers:
        wait_until(lambda: hers.comments >= 3)
    assert hers.ids() == [live["number"]]


def test_who_leaves_is_forgotten(app, served, anna, live):
    with reading(served, live["match"], anna) as hers:
        wait_until(hers.ids)
        assert len(app.state.streams) == 1
    wait_until(lambda: len(app.state.streams) == 0)


@pytest.fixture
def few(house, opponents):
    """Return an app with places for only so many streams."""
    return lambda **limits: create_app(house, opponents, Settings(limited=False, streams=StreamLimits(**limits)))


@pytest.mark.slow
def test_many_streams_at_once_get_exactly_16_places(few, anna, live):
    """Looking whether there is room and taking it is one step, so 40 requests at the same moment find 16 places."""
    app = few()
    with serving(app) as (address, _), ExitStack() as opened:

        async def ask():
            cookies, path = {"guest": anna.cookies["guest"]}, f"{address}/matches/{live['match']}/stream"
            async with httpx.AsyncClient(cookies=cookies, timeout=TIMEOUT, limits=httpx.Limits()) as client:

                async def status():
                    answer = await client.send(client.build_request("GET", path), stream=True)
                    return answer.status_code

                return await asyncio.gather(*(status() for _ in range(40)))

        threads = opened.enter_context(ThreadPoolExecutor())
        statuses = threads.submit(asyncio.run, ask()).result()
        assert (statuses.count(200), statuses.count(429)) == (16, 24)
        wait_until(lambda: len(app.state.streams) == 0)


def test_one_person_opens_only_so_many(few, anna, live):
    with serving(few(per_person=1)) as (address, _), reading(address, live["match"], anna) as hers:
        wait_until(hers.ids)
        with reading(address, live["match"], anna) as another:
            assert another.answer.status_code == 429 and another.answer.headers["retry-after"]


def listener(person, network="192.0.2.1", plays=False):
    return stream.Listener(person, network, plays)


def test_who_only_looks_on_leaves_half_of_the_places_to_players():
    streams = stream.Streams(StreamLimits(altogether=4))
    with ExitStack() as opened:
        for number in range(2):
            opened.enter_context(streams.place(listener(f"stranger {number}")))
        with pytest.raises(TooMany, match="watching"), streams.place(listener("another stranger")):
            pass
        for number in range(2):
            opened.enter_context(streams.place(listener(f"player {number}", plays=True)))
        with pytest.raises(TooMany), streams.place(listener("another player", plays=True)):
            pass
    assert len(streams) == 0


def test_one_network_takes_only_its_share():
    streams = stream.Streams(StreamLimits(per_network=2))
    with ExitStack() as opened:
        for number in range(2):
            opened.enter_context(streams.place(listener(f"person {number}", plays=True)))
        with pytest.raises(TooMany, match="network"), streams.place(listener("a third", plays=True)):
            pass
        opened.enter_context(streams.place(listener("a third", "192.0.2.2")))


@pytest.mark.parametrize("error", [OSError, asyncio.CancelledError, RuntimeError])
def test_a_place_is_given_back_once_however_a_stream_ends(error):
    async def end():
        streams, stopped = stream.Streams(), []
        here = Presence()

        def listen(*_):
            return lambda: stopped.append(1)

        push = SimpleNamespace(looked=lambda *_: None)
        heard = SimpleNamespace(listen=listen, edits=lambda match_id: 0)
        house = SimpleNamespace(listen=listen, snapshot=None, presence=here, chat=heard, news=heard, push=push)
        beside = BesideTheLog(house, "abc", "anna", Tab("one", True), stream.NewsFeed(house, "anna"))
        news = stream.MatchStream(streams, listener("anna"), beside, None)

        open_when_sent = []

        async def send(_message):
            open_when_sent.append(len(streams))
            raise error  # before the first event

        with suppress(error, BaseExceptionGroup):
            await news({"type": "http"}, asyncio.Event().wait, send)
        assert open_when_sent == [1] and len(streams) == 0 and stopped == [1, 1, 1]
        assert not here._listeners and not here._own("abc", "anna").tabs
        assert not streams._people and not streams._networks and streams._looking_on == 0

    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, end()).result()


def snapshot(*kinds):
    movers = {"move": 0, "chance": -1}
    entries = [
        SimpleNamespace(number=number, kind="move" if kind == "chance" else kind, mover=movers.get(kind, 0))
        for number, kind in enumerate(kinds, start=1)
    ]
    return SimpleNamespace(entries=entries, number=len(entries))


@in_turn(
    "kinds, after, told",
    [
        (["move"] * 5, 2, [3, 4]),
        (["move"] * 5, 4, []),
        (["move"] * 5, 5, []),
        (["move"] * 5, None, []),
        (["move"] * 5, 6, []),
        (["move", "undo", "move", "move"], 2, [3]),
        (["move", "undo", "move", "move"], 1, []),
        (["move"] * 12, 0, list(range(1, 12))),
        (["move"] * 13, 0, []),
        (["move", "chance", "chance", "chance", "move", "chance", "chance"], 0, [1, 4, 5]),
        (["move", "chance", "chance", "chance", "move", "chance", "chance"], 1, [4, 5]),
        (["move", "chance", "chance", "chance", "move", "chance", "chance"], 2, [4, 5]),
        (["move", "chance", "chance", "chance", "move", "chance", "chance"], 4, [5]),
        (["move", "chance", "chance", "chance", "move", "chance", "chance"], 6, []),
        (["chance"] * 30 + ["move"], 0, [30]),
        (["move", "chance"] * 6, 0, list(range(1, 12))),
        (["move", "chance"] * 7, 0, []),
    ],
)
def test_what_is_told_one_by_one_before_the_newest(kinds, after, told):
    assert list(stream.missed_numbers(snapshot(*kinds), after)) == told


def test_a_slow_reader_hears_the_newest_and_the_loop_is_woken_once():
    async def listen():
        streams, woken = stream.Streams(), []
        inbox = stream.Inbox()
        tell = streams.deliver_to(inbox)
        loop = asyncio.get_running_loop()
        wake, loop.call_soon_threadsafe = loop.call_soon_threadsafe, lambda *call: (woken.append(call), wake(*call))
        # Told out of order, by another thread, while the loop is busy.
        thread = threading.Thread(target=lambda: [tell(SimpleNamespace(revision=n)) for n in (1, 3, 2)])
        thread.start()
        thread.join()
        assert len(woken) == 1
        assert (await inbox.newest(1)).revision == 3
        assert await inbox.newest(0.001) is None
        tell(SimpleNamespace(revision=4))
        assert len(woken) == 1, "told by the loop itself, it needs no waking"
        assert (await inbox.newest(1)).revision == 4

    # In a thread of its own: where a browser is driven from this one, no other loop can run.
    with ThreadPoolExecutor() as threads:
        threads.submit(asyncio.run, listen()).result()


def test_a_stream_keeps_nothing_of_what_it_has_sent():
    """A view is some 30 kB, and there are hundreds of streams that wait."""

    async def scenario():
        sent, waits, over = [], asyncio.Event(), asyncio.Event()

        async def news():
            yield memoryview(b"event: view\n\n")
            waits.set()
            await over.wait()

        async def send(message):
            if message.get("body"):
                sent.append(weakref.ref(message["body"]))

        answer = stream.Stream(None, None)
        answer.body_iterator = news()
        streaming = asyncio.create_task(answer.stream_response(send))
        await waits.wait()
        kept = [body for body in sent if body() is not None]
        over.set()
        await streaming
        return len(sent), kept

    with ThreadPoolExecutor(1) as threads:  # where a browser is driven in this one, no event loop can be begun
        assert threads.submit(asyncio.run, scenario()).result() == (1, [])
