"""Two rooms at a table: who writes and reads where, whose lines are hidden from whom, and how much is too much."""

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house.errors import NotOffered, TooFast, UnknownLine
from fivefold.house.table.chat import (
    KEPT_LINES,
    LONGEST,
    OF_GUESTS,
    PHRASES,
    PLAYERS,
    REPEATED_SECONDS,
    SPECTATORS,
    ChatLine,
    Rooms,
    add_line,
    known_phrase,
    tidy_line,
)
from fivefold.house.table.seating import MatchRequest
from tests.house.people import ANNA, BEN, CLEO, DORA, STEPS, by_link, resigned


class Seconds:
    now = 0.0

    def __call__(self):
        self.now += 30.0  # nobody is in a hurry unless a test is
        return self.now


@pytest.fixture
def chat(house):
    house.chat._seconds = Seconds()
    return house.chat


def texts(chat, snapshot, person):
    return [(line["room"], line["name"], line["text"]) for line in chat.view(snapshot, person)["lines"]]


def test_players_talk_among_themselves_and_read_the_spectators_when_it_is_over(house, chat):
    house.rename(ANNA, "Anna")
    match = by_link(house)
    chat.say(match, ANNA, "  hello\nthere ")
    chat.say(match, BEN, phrase="luck")
    chat.say(match, CLEO, "Ben should go left")
    ben, cleo = match.names[1], house.person(CLEO).shown
    said = [(PLAYERS, "Anna", "hello there"), (PLAYERS, ben, "Good luck!")]
    watched = [(SPECTATORS, cleo, "Ben should go left")]
    assert texts(chat, match, ANNA) == texts(chat, match, BEN) == said
    assert texts(chat, match, CLEO) == texts(chat, match, DORA) == watched
    over = resigned(house, match)
    assert texts(chat, over, BEN) == said + watched
    assert texts(chat, over, CLEO) == watched, "what players say among themselves stays there"


def test_what_a_player_said_last_counts_until_the_others_answer(house, chat):
    match = by_link(house)
    for text in ("one", "two", "three"):
        chat.say(match, ANNA, text)
    chat.say(match, CLEO, "Ben should go left")
    assert chat.own_last(match.id, ANNA, 2) == ["three", "two"], "spectators are in another room"
    chat.say(match, BEN, "four")
    assert chat.own_last(match.id, ANNA, 2) == []
    assert chat.own_last(match.id, BEN, 2) == ["four"]


def test_no_line_of_a_spectator_reaches_a_player_by_any_way_before_the_end(house, chat):
    match = by_link(house)
    line = chat.say(match, CLEO, "Ben should go left")
    rooms = chat.rooms(match, ANNA)
    assert rooms == Rooms(PLAYERS, (PLAYERS,)) and chat.since(match.id, ANNA, rooms, 0) == ([], True)
    assert not chat.view(match, ANNA, before=line["id"] + 1)["lines"]
    for act in (
        lambda: chat.seen_line(match, ANNA, line["id"]),
        lambda: house.reports.add(match, ANNA, "rude", "", line["id"], None),
    ):
        with pytest.raises(UnknownLine):
            act()
    over = resigned(house, match)
    assert chat.seen_line(over, ANNA, line["id"]).text == "Ben should go left"


def test_no_view_holds_the_id_of_a_person(house, chat):
    match = by_link(house)
    chat.say(match, ANNA, "hello")
    line = chat.say(match, CLEO, "hello")
    chat.mute(DORA, CLEO)
    for person in (ANNA, BEN, CLEO, DORA):
        told = repr([chat.view(match, person), chat.since(match.id, person, chat.rooms(match, person), 0), line])
        assert not any(each in told for each in (ANNA, BEN, CLEO, DORA))


def test_who_plays_alone_at_the_screen_has_nobody_to_talk_to(house, chat):
    match = house.create(ANNA, MatchRequest("track", STEPS, ("3",), "me"))
    assert not chat.view(match, ANNA)["open"]
    with pytest.raises(NotOffered, match="no chat for you"):
        chat.say(match, ANNA, "hello")
    assert chat.view(match, BEN)["room"] == SPECTATORS


def test_the_muted_and_the_blocked_are_hidden_everywhere_and_come_back(house, chat):
    match, other = by_link(house), by_link(house)
    chat.say(match, BEN, "rude")
    chat.say(other, BEN, "ruder")
    chat.mute(ANNA, BEN)
    assert texts(chat, match, ANNA) == texts(chat, other, ANNA) == []
    assert chat.since(match.id, ANNA, chat.rooms(match, ANNA), 0) == ([], True)
    assert chat.view(match, ANNA)["muted"] == [{"name": match.names[1], "seat": 1, "line": None}]
    assert len(texts(chat, match, BEN)) == 1, "who is muted does not notice"
    chat.unmute(ANNA, BEN)
    assert len(texts(chat, match, ANNA)) == 1
    house.blocks.block(BEN, ANNA)
    assert texts(chat, match, ANNA) == []
    with pytest.raises(NotOffered, match="mute yourself"):
        chat.mute(ANNA, ANNA)


def test_who_wants_no_chat_has_none(house, chat):
    match = by_link(house)
    chat.say(match, BEN, "hello")
    house.accounts.set_preference(ANNA, "chat", False)
    assert chat.rooms(match, ANNA) == Rooms() and not chat.view(match, ANNA)["open"]
    with pytest.raises(NotOffered):
        chat.say(match, ANNA, "hello")


def test_saying_much_at_once_or_the_same_again_is_refused(house):
    chat = house.chat
    chat._seconds = lambda: 1.0
    match = by_link(house)
    chat.say(match, ANNA, "Hello")
    for again in ("hello", " HELLO "):
        with pytest.raises(TooFast, match="just said that"):
            chat.say(match, ANNA, again)
    for number in range(OF_GUESTS.lines - 1):
        chat.say(match, ANNA, f"line {number}")
    with pytest.raises(TooFast, match="a lot at once; wait 20 s"):
        chat.say(match, ANNA, phrase="hello")
    chat.say(match, BEN, "I am another person")
    chat._seconds = lambda: 1.0 + REPEATED_SECONDS
    chat.say(match, ANNA, "line 3")


def test_guests_write_shorter_lines(house, chat):
    match = by_link(house)
    with pytest.raises(InvalidOption, match=f"at most {OF_GUESTS.longest}"):
        chat.say(match, ANNA, "x" * 201)
    assert chat.view(match, ANNA)["longest"] == OF_GUESTS.longest


def test_a_full_table_takes_no_more_lines(house, chat, monkeypatch):
    monkeypatch.setattr("fivefold.house.table.chat.MOST_LINES", 2)
    match = by_link(house)
    chat.say(match, ANNA, "one")
    chat.say(match, BEN, "two")
    with pytest.raises(NotOffered, match="2 lines"):
        chat.say(match, ANNA, "three")


def test_earlier_lines_are_read_page_by_page(house, chat, monkeypatch):
    monkeypatch.setattr("fivefold.house.table.chat.AT_ONCE", 2)
    match = by_link(house)
    lines = [chat.say(match, ANNA, f"line {number}")["id"] for number in range(5)]
    seen, before = [], None
    while True:
        page = chat.view(match, BEN, before)
        seen = [*(line["id"] for line in page["lines"]), *seen]
        if not page["earlier"]:
            break
        before = page["lines"][0]["id"]
    assert seen == lines


def test_streams_hear_of_lines_and_of_a_gap(house, chat, database):
    match = by_link(house)
    heard = []
    stop = chat.listen(match.id, lambda: heard.append(chat.latest(match.id)))
    first = chat.say(match, ANNA, "one")["id"]
    second = chat.say(match, BEN, "two")["id"]
    stop()
    third = chat.say(match, BEN, "three")["id"]
    assert heard == [first, second]
    rooms = chat.rooms(match, ANNA)
    lines, complete = chat.since(match.id, ANNA, rooms, first)
    assert ([line["id"] for line in lines], complete) == ([second, third], True)
    with database.writing(1.0) as connection:
        for _ in range(KEPT_LINES):
            add_line(connection, ChatLine(0, match.id, PLAYERS, BEN, "", 1, None, "x", "2025"))
    chat._recent.clear()
    lines, complete = chat.since(match.id, ANNA, rooms, first)
    assert len(lines) == KEPT_LINES and not complete


def test_a_report_is_found_with_the_lines_around_it(house, chat):
    house.rename(ANNA, "Anna")
    match = by_link(house)
    lines = [chat.say(match, (ANNA, BEN)[number % 2], f"line {number}") for number in range(24)]
    bad = lines[13]["id"]
    number = house.reports.add(match, ANNA, "rude", " not\nnice ", bad, None)
    seated = house.reports.add(match, ANNA, "unfair", "", None, 1)
    assert [each.id for each in house.reports.list()] == [seated, number]
    report, around = house.reports.find(number)
    assert (report.by_name, report.about_name, report.why) == ("Anna", match.names[1], "not nice")
    assert [line.text for line in around] == [f"line {number}" for number in range(3, 24)]
    house.reports.handle(number)
    assert [each.id for each in house.reports.list()] == [seated]
    assert len(house.reports.list(handled=True)) == 2


def test_a_report_needs_a_reason_and_somebody_else(house, chat):
    match = by_link(house)
    own = chat.say(match, ANNA, "hello")["id"]
    wrong = [("", None, 1), ("rude", own, None), ("rude", None, 0), ("rude", None, 5), ("rude", 99, None)]
    for reason, line, seat in wrong:
        with pytest.raises((InvalidOption, NotOffered, UnknownLine)):
            house.reports.add(match, ANNA, reason, "", line, seat)
    assert not house.reports.list()


def test_the_other_players_hear_of_it_elsewhere_unless_they_would_rather_not(house, chat):
    match, told = by_link(house), []
    house.news.listen(BEN, lambda note: told.append((note.kind, note.match_id)))
    chat.say(match, ANNA, "hello")
    chat.say(match, BEN, "I know what I say")
    chat.say(match, CLEO, "watching")
    assert told == [("chat", match.id)]
    chat.mute(BEN, ANNA)
    chat.say(match, ANNA, "still there?")
    chat.unmute(BEN, ANNA)
    house.accounts.set_preference(BEN, "chat", False)
    chat.say(match, ANNA, "hm")
    assert len(told) == 1


# What may stand in a line


def test_what_cannot_be_seen_or_disturbs_others_is_left_out():
    cases = {
        "  Good\tgame,\n thanks \u2003 a lot  ": "Good game, thanks a lot",
        "a\u202eb\u2066c\u2069d": "abcd",  # other directions
        "a\u200b\u200b\u200bb\ufeffc\u00ad": "abc",  # no width
        "a\u200db": "ab",
        "\U0001f468\u200d\U0001f469\u200d\U0001f467!": "\U0001f468\u200d\U0001f469\u200d\U0001f467!",  # a family
        "z" + "\u0336\u0337\u0338\u0321\u0322" * 9: "z\u0336\u0337\u0338",
        "Cafe\u0301": "Café",
        "x\u0000\u0007y": "xy",
        "\u3164\u2800hello": "hello",
        "<b>&amp;</b>": "<b>&amp;</b>",
        "שלום 你好": "שלום 你好",
    }
    assert {text: tidy_line(text) for text in cases} == cases


def test_a_line_with_nothing_to_see_or_too_much_is_refused():
    for text in ("", "   ", "\u200b\u200b", "\u202e", "\u3164"):
        with pytest.raises(InvalidOption, match="nothing"):
            tidy_line(text)
    assert tidy_line("x" * LONGEST) == "x" * LONGEST
    with pytest.raises(InvalidOption, match=f"301 characters are too long; at most {LONGEST}"):
        tidy_line("x" * (LONGEST + 1))


def test_phrases_have_short_keys_and_words_of_their_own():
    assert len(PHRASES) >= 10 and len(set(PHRASES.values())) == len(PHRASES)
    for key, words in PHRASES.items():
        assert known_phrase(key) == key and len(key) <= 16 and tidy_line(words) == words
    with pytest.raises(InvalidOption, match="no such phrase"):
        known_phrase("shout")
