"""Dealt once everybody sits, from the house's seed and everybody's own number; nothing can be fished for before."""

from dataclasses import replace

import orjson
import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.house import availability
from fivefold.house.errors import NotOffered
from fivefold.house.house import House
from fivefold.house.links import COMPANION
from fivefold.house.match_view import views
from fivefold.house.table.seating import MatchRequest
from fivefold.play import catalogue, chance
from fivefold.play.audit import verify
from fivefold.play.chance import Nonce
from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.seats import OPEN, PERSON, Seat
from fivefold.session.snapshot import LIVE, OVER, WAITING
from tests.house.cards import begun, race
from tests.house.conftest import numbered, ticking
from tests.house.people import ANNA, BEN, CLEO, facts, play, resigned
from tests.quick import first

KEYS = catalogue.keys()
FOR_SEVERAL = {"solitaire": {"mode": "race-both"}}


def linked(house, key="locus", begin="draw", nonce="anna", **options):
    return house.create(ANNA, MatchRequest(key, {**FOR_SEVERAL.get(key, {}), **options}, ("link",), begin, nonce=nonce))


def seated(house, waiting, person=BEN, nonce="ben"):
    return house.sit(waiting.id, person, nonce=nonce)


def draws(snapshot):
    return [text for text, mover in zip(snapshot.match.history, snapshot.match.movers, strict=True) if mover < 0]


# --- before the deal -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", first(2, KEYS))
def test_nothing_is_dealt_before_everybody_sits(house, database, key):
    waiting = linked(house, key)
    assert (waiting.status, waiting.number, waiting.match.moves, waiting.match.dealt) == (WAITING, 0, [], False)
    assert facts(House(database).snapshot(waiting.id)) == facts(waiting)
    for person in (ANNA, BEN):
        view = views.Views().view(waiting, person, history=True)
        assert view["picture"].startswith("<svg") and view["moves"] == [] == view["history"] and not view["turn"]
        assert view["to_move"] is None and view["last"] is None
        assert views.Views().preview(waiting, person, [])["moves"] == []
    live = begun(house, seated(house, waiting))
    assert live.status == LIVE and live.match.dealt
    assert facts(House(database).snapshot(waiting.id)) == facts(live)


def test_the_commitment_stands_from_the_start_and_the_seed_does_not_change(house):
    waiting = linked(house)
    table = views.table(waiting, BEN)["chance"]
    assert table["public"] == waiting.match.source.public and table["nonces"] == [{"seat": 0, "nonce": "anna"}]
    live = seated(house, waiting)
    assert views.table(live, ANNA)["chance"]["public"] == table["public"]
    assert {each["nonce"] for each in views.table(live, ANNA)["chance"]["nonces"]} == {"anna", "ben"}


def test_the_deal_depends_on_the_number_of_who_sits_down_last(database, tmp_path):
    """The same house, the same seed, the same creator: another number of the joiner's is another deal."""
    deals, commitments = set(), set()
    for number in range(6):
        house = House(database, ticking(), numbered())
        waiting = linked(house, "pokeros")
        commitments.add(waiting.match.source.public)
        deals.add(tuple(seated(house, waiting, nonce=f"ben{number}").match.history))
    assert len(deals) == 6 and len(commitments) == 1


@pytest.mark.slow
def test_options_and_places_left_to_chance_are_drawn_at_the_deal(database):
    firsts, places = set(), set()
    for number in range(20):
        house = House(database, ticking(), numbered())
        locus = linked(house)
        assert locus.match.undecided == {"first"} and locus.begin == "draw"
        firsts.add(seated(house, locus, nonce=f"ben{number}").match.options["first"])
        focus = linked(house, "focus")
        assert focus.seats_of(ANNA) == (0,)
        places.add(seated(house, focus, nonce=f"ben{number}").seats_of(ANNA))
    assert firsts == {"0", "1"} and places == {(0,), (1,)}


def test_positions_looked_back_at_after_the_deal_are_those_of_the_match(database):
    for number in range(6):
        house = House(database, ticking(), numbered(50 * number))
        live = seated(house, linked(house))
        fresh = House(database).snapshot(live.id)
        plies = range(len(live.match.moves) + 1)
        assert [live.row_at(ply) for ply in plies] == [fresh.row_at(ply) for ply in plies]


@pytest.mark.slow
@pytest.mark.parametrize("begin", ["me", "them"])
@pytest.mark.parametrize("key", ["locus", "focus", "dice_poker"])
def test_who_begins_is_as_wished_whatever_is_drawn(house, key, begin):
    for number in range(6):
        live = seated(house, linked(house, key, begin), nonce=f"ben{number}")
        assert live.may_move(ANNA if begin == "me" else BEN) and not live.may_move(BEN if begin == "me" else ANNA)


def test_three_are_dealt_when_the_last_sits_and_all_their_numbers_count(house, database):
    waiting = house.create(ANNA, MatchRequest("dice_poker", {"players": "3"}, ("link",), "draw", nonce="anna"))
    half = seated(house, waiting)
    assert (half.status, half.number, half.match.dealt) == (WAITING, 0, False)
    assert [text for _, text in half.match.source.nonces] == ["anna", "ben"]
    assert facts(House(database).snapshot(waiting.id)) == facts(half)
    live = seated(house, half, CLEO, "cleo")
    assert live.status == LIVE and {text for _, text in live.match.source.nonces} == {"anna", "ben", "cleo"}
    for person, nonce in ((ANNA, "anna"), (BEN, "ben"), (CLEO, "cleo")):
        assert [live.seats[seat].nonce for seat in live.seats_of(person)] == [nonce]
        assert Nonce(live.seats_of(person)[0], nonce) in live.match.source.nonces


def test_the_table_says_that_nothing_is_drawn_yet(house):
    said = views.table(linked(house, "focus"), ANNA)["note"]
    assert said == "Waiting for somebody to sit down. Nothing is dealt, rolled or drawn until then."
    waiting = linked(house, "focus", "me")
    assert views.table(waiting, ANNA)["note"] == "Waiting for somebody to play Green."


def test_who_is_invited_is_not_told_to_send_the_link(house):
    assert views.table(linked(house, "focus", "me"), CLEO)["note"] == "Waiting for somebody to play Green."


def test_a_match_called_off_before_the_deal_has_a_record_that_verifies(house, database):
    for key in KEYS:
        over = resigned(house, linked(house, key))
        assert over.status == OVER and facts(House(database).snapshot(over.id)) == facts(over)
        text = views.record(over, house.sealed(over))
        assert Match.from_record(text).to_record() == text and verify(text).ok
        assert "cancelled before anything was drawn" in verify(text).note
        assert views.Views().view(over, BEN)["outcome"]["said"]
        sat = seated(house, over)
        assert (sat.status, sat.match.dealt) == (OVER, False)
        assert facts(House(database).snapshot(over.id)) == facts(sat)


def test_what_follows_one_called_off_is_dealt_late_too(house):
    over = resigned(house, linked(house))
    following = house.rematch(over.id, ANNA)
    assert following.status == WAITING and not following.match.dealt and following.begin == "draw"
    assert following.match.undecided == {"first"} and following.match.source.public != over.match.source.public
    assert seated(house, following).match.dealt
    called_off = resigned(house, race(house))
    with pytest.raises(NotOffered, match="no cards were dealt"):
        house.same_cards(called_off.id, ANNA)
    assert availability.available(called_off, ANNA)["hindsight"] == "no cards were dealt"
    double = resigned(house, house.create(ANNA, MatchRequest("locus", {}, ("link",), double=True)))
    with pytest.raises(NotOffered, match="first game was cancelled"):
        house.second(double.id, ANNA)


def test_a_match_that_waited_before_this_is_dealt_already_and_goes_on(house, database):
    """As the program before this one left it: its cards lie on the table, and there are no nonces."""
    seats = [Seat(0, PERSON, ANNA, None, "Anna", ""), Seat(1, OPEN, None, None, "", "")]
    source = chance.Fair(bytes(32))
    match = Match("locus", seed=source.seed, clock=house.now)
    old = house.begin(steps.open_table("oldandwise", match, seats), house.person(ANNA))
    loaded = House(database).snapshot(old.id)
    assert (loaded.status, loaded.match.dealt) == (WAITING, True) and loaded.number == 36
    live = House(database).sit(old.id, BEN, nonce="ben")
    assert live.status == LIVE and live.entries == old.entries and live.match.source == source
    assert facts(House(database).snapshot(old.id)) == facts(live)
    over = resigned(House(database), live)
    assert views.record(over, "").startswith("fivefold record 1 ")


# --- numbers of one's own --------------------------------------------------------------------------------------------


def test_who_sends_no_number_is_given_one(house):
    live = house.sit(house.create(ANNA, MatchRequest("locus", {}, ("link",))).id, BEN)
    nonces = [seat.nonce for seat in live.seats]
    assert len(set(nonces)) == 2 and all(len(nonce) == 32 for nonce in nonces)


@pytest.mark.parametrize("nonce", ["two words", "x" * 65, "ä", "a\nseed 1"])
def test_a_number_that_is_none_is_refused(house, nonce):
    waiting = linked(house)
    with pytest.raises(InvalidOption, match=r"^nonce: "):
        linked(house, nonce=nonce)
    with pytest.raises(InvalidOption, match=r"^nonce: "):
        seated(house, waiting, nonce=nonce)
    assert house.snapshot(waiting.id) is waiting


def test_alone_and_against_computers_the_number_counts_too(house):
    for wish in (
        MatchRequest("solitaire", {"mode": "one-hand"}, (), nonce="anna"),
        MatchRequest("focus", {}, ("1",), nonce="anna"),
    ):
        snapshot = house.create(ANNA, wish)
        assert snapshot.match.source.nonces == (Nonce(snapshot.seats_of(ANNA)[0], "anna"),)


def test_at_one_screen_there_is_one_person_with_one_number(house):
    snapshot = house.create(ANNA, MatchRequest("locus", {}, ("here",), nonce="anna"))
    assert [seat.nonce for seat in snapshot.seats].count("anna") == 1


def test_where_the_number_is_open_there_are_no_others(house, database):
    snapshot = house.create(ANNA, MatchRequest("locus", {}, ("1",), seed=5, nonce="anna"))
    assert snapshot.match.source == chance.Seeded(5) and {seat.nonce for seat in snapshot.seats} == {None}
    assert views.table(snapshot, BEN)["chance"] == {"kind": "seeded", "public": "5", "nonces": [], "dealt": True}
    assert facts(House(database).snapshot(snapshot.id)) == facts(snapshot)


@pytest.mark.parametrize("others", [("link",), ("here",)])
def test_with_another_person_nobody_chooses_the_deal(house, others):
    with pytest.raises(InvalidOption, match=r"^seed: .* only for playing alone or against computers"):
        house.create(ANNA, MatchRequest("pokeros", {}, others, seed=12345))
    with pytest.raises(InvalidOption, match=r"^seed: "):
        house.create(ANNA, MatchRequest("dice_poker", {"players": "3"}, ("1", *others), seed=12345))
    assert house.matches_of(ANNA) == []


# --- what follows ----------------------------------------------------------------------------------------------------


def test_a_rematch_and_new_cards_have_a_fresh_seed_and_everybodys_number_renewed(house, database):
    over = resigned(house, seated(house, linked(house, "pokeros")))
    house.rematch(over.id, BEN)
    first = house.rematch(over.id, ANNA)
    house.rematch(resigned(house, first).id, ANNA)
    third = house.rematch(first.id, BEN)
    for following in (first, third):
        nonces = {following.seats[following.seats_of(person)[0]].nonce for person in (ANNA, BEN)}
        assert nonces == {f"anna-{following.id}", f"ben-{following.id}"}
        assert facts(House(database).snapshot(following.id)) == facts(house.snapshot(following.id))
    assert len({each.match.source.public for each in (over, first, third)}) == 3
    fresh = house.new_cards(solo(house, nonce="x" * 64).id, ANNA)
    assert len(fresh.seats[0].nonce or "") <= 64


def test_a_second_game_the_same_cards_and_the_expert_have_the_same_chance(house, database):
    double = seated(house, house.create(ANNA, MatchRequest("locus", {}, ("link",), double=True, nonce="anna")))
    house.second(resigned(house, double).id, ANNA)
    second = house.second(double.id, BEN)
    assert draws(second) == draws(double)[: len(draws(second))] and set(second.match.source.nonces)
    raced = begun(house, house.sit(race(house).id, BEN))
    replay = begun(house, house.same_cards(resigned(house, raced).id, BEN))
    assert replay.match.source == raced.match.source
    solo = house.create(ANNA, MatchRequest("solitaire", {"mode": "one-hand"}, ()))
    house.shadow_matches.begin(solo.id, ANNA)
    expert = house.known(house.snapshot(solo.id).linked(COMPANION))
    assert draws(expert)[:1] == draws(solo)[:1] and expert.match.source == solo.match.source
    for snapshot in (second, replay, expert):
        assert facts(House(database).known(snapshot.id)) == facts(snapshot)


# --- when the seed is told -------------------------------------------------------------------------------------------


def seed_told(house, snapshot):
    """Tell whether a record has its seed; what it says instead is what verifying says."""
    now = house.snapshot(snapshot.id)
    sealed = house.sealed(now)
    text = views.record(now, sealed)
    shown = now.match.source.seed.hex() in text
    assert shown != bool(sealed) and (shown or verify(text).note == f"the seed comes {sealed}")
    return shown


def given_up(house, snapshot, by=ANNA):
    return house.resign(snapshot.id, by, snapshot.number + 1)


def solo(house, **more):
    return house.create(ANNA, MatchRequest("solitaire", {"mode": "one-hand"}, (), **more))


def test_the_seed_of_a_match_comes_with_its_end(house):
    over = resigned(house, seated(house, linked(house)))
    assert seed_told(house, over)


def test_the_seed_of_a_day_comes_when_the_day_is_over(database):
    hours = [0.0]
    tick = ticking()
    house = House(database, lambda: tick().replace(day=1 + int(hours[0] // 24)), numbered())
    over = given_up(house, house.daily.begin("solitaire", ANNA))
    assert not seed_told(house, over) and house.sealed(over) == "once 2025-03-01 is over (UTC)"
    replay = given_up(house, house.same_cards(over.id, ANNA))
    assert not seed_told(house, replay)
    hours[0] = 24
    assert seed_told(house, over) and seed_told(house, replay)
    assert availability.available(over, ANNA)["companion"] is True


def test_a_page_that_was_seen_before_midnight_offers_after_it_what_the_day_forbade(database):
    hours = [0.0]
    tick = ticking()
    house = House(database, lambda: tick().replace(day=1 + int(hours[0] // 24)), numbered())
    over = given_up(house, house.daily.begin("solitaire", ANNA))
    assert "still playing this day's deal" in orjson.loads(house.encoded.view(over, ANNA))["can"]["companion"]
    hours[0] = 24
    assert orjson.loads(house.encoded.view(over, ANNA))["can"]["companion"] is True


def test_the_seed_waits_for_every_other_match_on_the_pack(house):
    first = given_up(house, solo(house))
    assert seed_told(house, first)
    replay = house.same_cards(first.id, ANNA)
    other = given_up(house, replay)
    third = house.same_cards(other.id, ANNA)
    assert not seed_told(house, first) and not seed_told(house, other)
    assert house.sealed(first) == "once every match on these cards is over"
    given_up(house, third)
    assert seed_told(house, first) and seed_told(house, other) and seed_told(house, third)


def test_a_pack_cannot_be_looked_at_in_a_second_match_while_the_first_goes_on(house):
    """Begin the same cards beside, give them up, read every card to come: the record has no seed."""
    first = solo(house)
    replay = house.same_cards(first.id, ANNA)
    house.shadow_matches.begin(replay.id, ANNA)
    peeked = given_up(house, replay)
    assert not seed_told(house, peeked) and house.shadow_matches.of(peeked.id, ANNA)["cards"] <= 1
    given_up(house, first)
    assert seed_told(house, peeked)


def test_the_seed_of_a_double_waits_for_its_second_game(house):
    first = resigned(house, seated(house, house.create(ANNA, MatchRequest("locus", {}, ("link",), double=True))))
    assert not seed_told(house, first) and "second game" in house.sealed(first)
    house.second(first.id, ANNA)
    second = house.second(first.id, BEN)
    assert not seed_told(house, first)
    resigned(house, second)
    assert seed_told(house, first) and seed_told(house, second)


def test_the_expert_shows_no_card_to_come_while_another_plays_the_pack(house):
    snapshot = solo(house)
    house.shadow_matches.begin(snapshot.id, ANNA)
    expert = house.known(house.snapshot(snapshot.id).linked(COMPANION))
    while expert.match.outcome is None:
        expert = house.play_for(expert.id, expert.number + 1, expert.match.legal_moves()[0])
    over = given_up(house, house.snapshot(snapshot.id))
    assert house.shadow_matches.of(over.id, ANNA)["over"] and seed_told(house, over)
    replay = house.same_cards(over.id, ANNA)
    told = house.shadow_matches.of(over.id, ANNA)
    assert (told["cards"], told["over"]) == (1, False)
    given_up(house, replay)
    assert house.shadow_matches.of(over.id, ANNA)["over"]


def test_a_tournament_keeps_its_packs_to_itself(house):
    tournament = house.tournaments.begin(ANNA, "Cup", "solitaire", {"mode": "one-hand"}, [("A", None), ("B", None)])
    first = given_up(house, house.tournaments.play(tournament.id, ANNA, [0]))
    assert seed_told(house, first)
    again_played = house.tournaments.play(tournament.id, ANNA, [1], first.id)
    assert not seed_told(house, first)
    given_up(house, again_played)
    assert seed_told(house, first)


def test_moves_are_played_on_after_the_deal(house, database):
    live = seated(house, linked(house))
    now = play(house, live, live.match.legal_moves()[0])
    assert facts(House(database).snapshot(now.id)) == facts(now)
    assert replace(now, revision=0).number == live.number + 1
