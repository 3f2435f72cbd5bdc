"""What players offer each other: every kind, who may offer and answer it when, and what comes of it."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest

from fivefold.play.audit import verify
from fivefold.play.clocks import NO_STOPS
from fivefold.play.match import Match
from fivefold.play.time_control import TimeControl
from fivefold.session import narration, offers, steps
from fivefold.session.errors import NotOffered, NotYours, Stale
from fivefold.session.offers import ABORT, DRAW, KINDS, REMATCH, accepts_draw
from fivefold.session.seats import COMPUTER
from fivefold.session.snapshot import LIVE, MORE_TIME, OVER, PAUSE, RESUME, UNDO, Declined
from fivefold.session.timing import timed
from tests.quick import in_turn

from .tables import ANNA, BEN, computer, empty, person, table

CLEO = "cleo"


def played(now, moves=1):
    for _ in range(moves):
        now = steps.play(now, {now.to_act}, now.number + 1, now.match.legal_moves()[0])
    return now


def over(now):
    return steps.resign(now, ANNA, now.number + 1)


def clocked(now, at=datetime(2026, 1, 1, tzinfo=UTC)):
    now = replace(now, terms=replace(now.terms, time=TimeControl.parse("5m+3s")))
    return timed(None, now, at, NO_STOPS)


def paused(now):
    asked = make(now, ANNA, PAUSE)
    return timed(now, offers.answer(asked, BEN, True), now.began, NO_STOPS)


def make(now, who, kind, willing=lambda now, seat: False):
    return offers.offer(now, who, kind, now.number + 1, willing)


def three(game="focus", **options):
    return table(game, person(ANNA), person(BEN), person(CLEO), players="3", **options)


WHEN = {
    UNDO: lambda: played(table("focus"), 2),
    DRAW: lambda: table("focus"),
    ABORT: lambda: table("focus"),
    MORE_TIME: lambda: clocked(table("focus")),
    PAUSE: lambda: clocked(table("focus")),
    RESUME: lambda: paused(clocked(table("focus"))),
    REMATCH: lambda: over(table("focus")),
}
"""For every kind a table at which Anna may offer it to Ben."""


def test_every_kind_has_its_table_here_and_its_words():
    said = {f"{verb}-{kind}" for verb in ("offers", "declines") for kind in KINDS}
    assert WHEN.keys() == KINDS.keys() and said <= narration.WORDS.templates.keys()


@pytest.mark.parametrize("kind", WHEN)
def test_it_is_open_until_the_other_answers(kind):
    now = WHEN[kind]()
    offered = make(now, ANNA, kind)
    assert offered.offer == (kind, 0, (), now.number) and offered.entries == now.entries
    assert offers.waits_for(offered) == (1,) and offered.revision == now.revision + 1
    assert offers.may_answer(offered, BEN) and not offers.may_answer(offered, ANNA)
    assert make(offered, ANNA, kind) is offered, "offered once more"
    with pytest.raises(NotYours, match="the others answer you"):
        offers.answer(offered, ANNA, True)
    with pytest.raises(NotYours, match="you are watching"):
        offers.answer(offered, CLEO, True)
    with pytest.raises(NotYours, match="you are watching"):
        make(now, CLEO, kind)


@pytest.mark.parametrize("kind", WHEN)
def test_one_who_accepts_and_one_who_offers_the_same_agree(kind):
    now = WHEN[kind]()
    offered = make(now, ANNA, kind)
    agreed = offers.answer(offered, BEN, True, kind)
    if kind == REMATCH:
        assert offers.is_agreed(agreed), "the house begins the next match"
    else:
        assert agreed.offer is None and agreed.entries[-1].kind == KINDS[kind].entry
        assert offers.answer(agreed, BEN, True, kind, now.number + 1) is agreed, "the same yes twice"
        assert offers.offer(agreed, ANNA, kind, now.number + 1) is agreed, "and the same offer"
    if KINDS[kind].mutual:
        assert make(offered, BEN, kind).entries == agreed.entries
    else:
        with pytest.raises(NotOffered, match="answer that first"):
            make(offered, BEN, kind)


@pytest.mark.parametrize("kind", WHEN)
def test_a_no_ends_it_until_the_next_move(kind):
    now = WHEN[kind]()
    refused = offers.answer(make(now, ANNA, kind), BEN, False, kind)
    assert refused.offer is None and refused.declined == (Declined(kind, 0, 1),)
    if kind == RESUME:
        assert make(refused, ANNA, kind).offer is not None, "there is no next move in a pause"
    else:
        with pytest.raises(NotOffered, match="Ben declined"):
            make(refused, ANNA, kind)
    assert offers.answer(refused, BEN, False) is refused
    if kind in {DRAW, ABORT}:
        assert make(refused, BEN, kind).offer.seat == 1, "who declined may change their mind"
        assert make(played(refused), ANNA, kind).offer.seat == 0


@pytest.mark.parametrize("kind", WHEN)
def test_it_can_be_withdrawn_and_offered_again(kind):
    offered = make(WHEN[kind](), ANNA, kind)
    with pytest.raises(NotYours, match="you can decline"):
        offers.withdrawn(offered, BEN)
    for gone in (offers.withdrawn(offered, ANNA), offers.answer(offered, ANNA, False)):
        assert gone.offer is None and gone.declined == ()
        assert make(gone, ANNA, kind).offer is not None
        with pytest.raises(NotOffered, match="no longer open"):
            offers.answer(gone, BEN, True, kind)
    other = next(name for name in KINDS if name != kind)
    with pytest.raises(NotOffered, match="no longer open"):
        offers.answer(offered, BEN, True, other)
    assert offers.answer(offered, BEN, False, other) is offered, "a no to something else"


@pytest.mark.parametrize("kind", [UNDO, DRAW, ABORT])
def test_a_move_of_a_person_ends_it_silently_and_a_computers_does_not(kind):
    now = make(WHEN[kind](), ANNA, kind)
    assert (played(now).offer, played(now).declined) == (None, ())
    mixed = table("focus", person(ANNA), computer(1), person(BEN), players="3")
    mixed = played(mixed)
    offered = make(mixed, ANNA, kind, lambda now, seat: True)
    assert offered.seats[offered.to_act].kind == COMPUTER
    assert played(offered).offer == offered.offer and played(offered, 2).offer is None


@pytest.mark.parametrize("kind", [DRAW, ABORT, REMATCH])
def test_everybody_has_to_agree(kind):
    now = over(three(dropping="end")) if kind == REMATCH else three()
    half = offers.answer(make(now, BEN, kind), CLEO, True)
    assert half.offer.agreed == (2,) and offers.waits_for(half) == (0,) and half.entries == now.entries
    assert offers.answer(half, CLEO, True) is half
    done = offers.answer(half, ANNA, True)
    assert offers.is_agreed(done) if kind == REMATCH else done.status == OVER


def test_one_thing_is_offered_at_a_time():
    now = make(played(table("focus")), ANNA, DRAW)
    for who, why in ((BEN, "anna offers a draw; answer that first"), (ANNA, "you offer a draw; withdraw that first")):
        with pytest.raises(NotOffered, match=f"(?i){why}"):
            make(now, who, ABORT)


def test_an_agreed_draw_is_shared_recorded_and_read_again():
    now = three()
    done = offers.answer(offers.answer(make(now, ANNA, DRAW), BEN, True), CLEO, True)
    match = done.match
    assert match.outcome.returns == pytest.approx((1 / 3,) * 3) and match.outcome.winner is None
    text = match.to_record()
    assert "\nagreed #" in text and "\nreason draw agreed #" in text
    again = Match.from_record(text)
    assert again.ending == match.ending and again.to_record() == text and verify(text).ok


@in_turn(
    "now, kind, why",
    [
        (lambda: table("locus"), DRAW, "Locus Poker always comes to an end"),
        (lambda: table("focus", person(ANNA), empty()), DRAW, "the match has not begun"),
        (lambda: over(table("focus")), DRAW, "the match is over"),
        (lambda: over(table("focus")), ABORT, "the match is over"),
        (lambda: played(table("focus"), 4), ABORT, "everybody has had two turns; you can resign"),
        (lambda: table("solitaire", person(ANNA)), ABORT, "you play alone; you can give up"),
        (lambda: table("focus"), REMATCH, "finish this match first"),
        (lambda: table("focus"), "tea", "can be undo, draw, abort, more-time, pause, resume, rematch"),
    ],
)
def test_what_cannot_be_offered_says_why(now, kind, why):
    with pytest.raises(NotOffered, match=why):
        make(now(), ANNA, kind)


def test_a_match_can_be_called_off_until_everybody_has_had_two_turns():
    now = played(table("focus"), 3)
    done = offers.answer(make(now, ANNA, ABORT), BEN, True)
    assert done.entries[-1].kind == "abandoned" and done.match.outcome.winner is None and done.result is None
    assert make(table("focus", person(ANNA), computer(1)), ANNA, ABORT).status == OVER, "computers are not asked"
    assert make(table("focus", person(ANNA), empty()), ANNA, ABORT).status == OVER, "nor is an empty chair"


def test_an_offer_for_an_older_position_is_refused():
    now = played(table("focus"))
    with pytest.raises(Stale):
        offers.offer(now, ANNA, DRAW, now.number)


def test_at_one_screen_the_others_there_answer_a_draw():
    now = table("focus", person(ANNA), person(ANNA))
    offered = make(now, ANNA, DRAW)
    assert offers.waits_for(offered) == (1,) and offers.may_answer(offered, ANNA)
    assert offers.answer(offered, ANNA, False).declined == (Declined(DRAW, 0, 1),)
    assert offers.answer(offered, ANNA, True).status == OVER
    assert make(now, ANNA, ABORT).status == OVER


def test_computers_answer_a_draw_at_once():
    now = table("focus", person(ANNA), computer(1))
    assert make(now, ANNA, DRAW, lambda now, seat: True).entries[-1].kind == "agreed"
    refused = make(now, ANNA, DRAW)
    assert refused.status == LIVE and refused.declined == (Declined(DRAW, 0, 1),)
    between = table("focus", person(ANNA), computer(1), person(BEN), players="3")
    assert offers.waits_for(make(between, ANNA, DRAW, lambda now, seat: True)) == (2,)


def test_a_computer_agrees_only_when_it_has_been_behind_for_a_round():
    now = played(table("focus", person(ANNA), computer(1)), 4)
    assert not accepts_draw(now, 1), "level is no reason"
    while now.status == LIVE and not (accepts_draw(now, 0) or accepts_draw(now, 1)):
        now = played(now)
    assert now.status == LIVE and not (accepts_draw(now, 0) and accepts_draw(now, 1))
    loser = 0 if accepts_draw(now, 0) else 1
    values = [0, 0]
    now.match.game.search.value(now.match.row, values)
    assert values[loser] < values[1 - loser] and not accepts_draw(table("focus"), loser)


def test_computers_among_themselves_do_not_play_for_ever(monkeypatch):
    monkeypatch.setattr(offers, "LONGEST_AMONG_COMPUTERS", 6)
    now = played(table("focus", computer(1), computer(1), computer(1), players="3"), 5)
    assert not offers.played_too_long(now) and offers.played_too_long(played(now))
    with_anna = played(table("focus", computer(1), computer(1), person(ANNA), players="3"), 6)
    assert not offers.played_too_long(with_anna), "she may play on for as long as she likes"
    assert not offers.played_too_long(played(table("locus", computer(1), computer(1)), 6)), "it ends by itself"
    thrown = played(table("dice_poker", computer(1), computer(1)), 5)
    assert len(thrown.match.moves) > 6 and not offers.played_too_long(thrown), "dice are no moves of theirs"
