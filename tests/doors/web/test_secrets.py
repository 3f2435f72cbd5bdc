"""Whoever may not know sees no difference: in pages, streams, answers, errors and log lines, byte for byte."""

import logging
import re
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest

from fivefold.contract import SPECTATOR
from fivefold.doors.api.streams import LineFeed
from fivefold.doors.web.app import create_app
from fivefold.doors.web.pages import home
from fivefold.doors.web.settings import Settings
from fivefold.doors.web.stream import MatchFeed, Reader
from fivefold.house import availability, log
from fivefold.house.match_view import views
from fivefold.session import steps
from fivefold.session.seats import PERSON, Seat
from fivefold.session.snapshot import Offer
from tests.doors.web.alike import NOON, alike, begun
from tests.doors.web.conftest import Person, Quiet
from tests.doors.web.pictures import AtOnce
from tests.quick import first

MATCH = "secretsaaa"
HIDDEN = re.compile(rb'<script type="application/json" id="view-data">.*?</script>', re.DOTALL)
"""What a page keeps for its script, the hand of who shares the screen among it."""


class Refusing(Quiet):
    """Opponents who only say why there is no hint."""

    def __init__(self, house):
        super().__init__()
        self.house = house

    def hint(self, match_id, person_id):
        availability.check_hint(self.house.snapshot(match_id), person_id)
        raise AssertionError("between people there is no hint")

    look_for_hint = hint


class Peeper:
    """A person who asks the house for everything about one match and notes every byte of the answers."""

    def __init__(self, house, person_id):
        self.house, self.person_id = house, person_id
        app = create_app(house, Refusing(house), Settings(limited=False))
        app.state.rasters = AtOnce()
        self.person = Person(app, person_id)
        for seat in APART:
            house.rename(seat.person, seat.name)

    def show(self, match, seats):
        """Put a match in the place of the one before, under the same name; the store keeps the first of them."""
        self.house._live.outdate([MATCH])
        snapshot = steps.open_table(MATCH, match, seats)
        if snapshot.number % 2:
            snapshot = replace(snapshot, offer=Offer("abort", 1, (), snapshot.number))
        with self.house._database.writing() as connection:
            if log.revision(connection, MATCH) is None:
                self.house._store_new(connection, snapshot, NOON)
        assert self.house._live.keep(snapshot) is snapshot
        return snapshot

    def everything(self, snapshot):
        asked = [*self.read(snapshot), *self.commands(snapshot)]
        for each in asked:
            del each.headers["x-request-id"]  # drawn at random before anything is looked up
        return [(str(each.url), each.status_code, sorted(each.headers.items()), each.content) for each in asked]

    def read(self, snapshot):
        path, plies = f"/matches/{MATCH}", len(snapshot.match.moves)
        for accepted in ("text/html", "application/json"):
            headers = {"Accept": accepted}
            for query in ("", f"?ply={plies - 1}", f"?ply={plies // 2}", f"?shown={plies}"):
                yield self.person.get(path + query, headers=headers)
            for part in ("card.png", "picture.png", f"picture.png?ply={plies // 2}", "animation.gif"):
                yield self.person.get(f"{path}/{part}", headers=headers)
            for part in ("view", f"view?ply={plies // 2}", "view?everything=1", "record", "review", "analysis"):
                yield self.person.get(f"{path}/{part}", headers=headers)
        for query in ("", "?legal=1&position=1", f"?since={snapshot.number - 3}", "/legal", "/record", "/analysis"):
            yield self.person.get(f"/api/v1/matches/{MATCH}{query}")
        moves = views.Views().view(snapshot, self.person_id)["moves"]
        for move in ([], *(move["picks"][:1] for move in moves[:1]), ["7h"]):
            yield self.person.get(f"{path}/preview", params={"picks": move})

    def commands(self, snapshot):
        path, number = f"/matches/{MATCH}", snapshot.number
        for sent, text in [(number + 1, "nonsense"), (number + 1, "7h@0,0"), (number + 1, "deal:7h"), (3, "2c@1,0")]:
            yield self.person.post(f"{path}/moves", data={"number": sent, "move": text})
        for late in range(number - 6, number + 1):
            yield self.person.post(f"{path}/moves", data={"number": late, "move": "W9@9,9"})
        for name in ("undo", "hint", "rematch", "second"):
            yield self.person.post(f"{path}/{name}", data={"number": number})
        yield self.person.post(f"{path}/offers", data={"number": number, "kind": "draw"})
        for sent, text in [(number + 1, "nonsense"), (number + 1, "7h@0,0"), (number, "2c@1,0"), (3, "2c@1,0")]:
            yield self.person.post(f"/api/v1{path}/moves", json={"number": sent, "move": text})
        yield self.person.post(f"/api/v1{path}/hint")

    def streamed(self, snapshot):
        """Return what streams tell that begin now, after different numbers."""
        numbers = (None, 0, snapshot.number - 3, snapshot.number)
        told = [MatchFeed(self.house.encoded, self.person_id, Reader(after)).first(snapshot) for after in numbers]
        caller = SimpleNamespace(house=self.house, person_id=self.person_id)
        feeds = [LineFeed(caller, after, {"legal": True, "position": True}) for after in numbers]
        return told + [line for feed in feeds for line in (feed.first(snapshot), feed.next(snapshot))]

    def whole(self, snapshot):
        """Return everything together, the card of the match at home among it."""
        card = repr(home.match_card(self.house, self.person_id, MATCH))
        return [*self.everything(snapshot), *self.streamed(snapshot), card]


ANNA, BERT, CARL = "anna567abcdefghi", "bert567abcdefghi", "carl567abcdefghi"
APART = [Seat(0, PERSON, ANNA, None, "Anna", ""), Seat(1, PERSON, BERT, None, "Bert", "")]
LOOKING = [(0, ANNA), (1, BERT), (SPECTATOR, CARL)]


def logged(caplog):
    lines = [(record.name, record.levelno, record.getMessage()) for record in caplog.records]
    caplog.clear()
    return lines


def compared(house, caplog, viewer, person_id, seed, plies, count):
    """Compare everything that a viewer gets of so many matches alike; return of how many pairs."""
    caplog.set_level(logging.DEBUG)
    peeper, got, rows = Peeper(house, person_id), [], set()
    for match in alike(begun("pokeros", seed, plies), viewer, count, seed):
        snapshot = peeper.show(match, APART)
        if not got:
            peeper.whole(snapshot)  # what is worked out once, and logged, is worked out
        logged(caplog)
        got.append([*peeper.whole(snapshot), *logged(caplog)])
        rows.add(tuple(match.row))
    for one, other in pairwise(got):
        assert len(one) == len(other)
        for told, told_other in zip(one, other, strict=True):
            assert told == told_other, "somebody was told what they may not know"
    assert len(rows) > 1, "the matches do differ"
    return count * (count - 1) // 2


@pytest.mark.slow
@pytest.mark.parametrize(("viewer", "person_id"), first(1, LOOKING))
def test_what_is_hidden_makes_no_difference(house, caplog, viewer, person_id):
    assert compared(house, caplog, viewer, person_id, 20, 20, 2) == 1


@pytest.mark.long
@pytest.mark.parametrize(("viewer", "person_id"), LOOKING)
def test_what_is_hidden_makes_no_difference_in_ten_thousand_pairs(house, caplog, viewer, person_id):
    """Together with the other viewers: all pairs of matches alike, at eight stages of a game, most in its middle."""
    sizes = enumerate([3, 3, 3, 3, 82, 3, 3, 3])
    pairs = [compared(house, caplog, viewer, person_id, seed, 7 + 11 * seed, size) for seed, size in sizes]
    assert len(LOOKING) * sum(pairs) > 10_000


def test_who_is_to_move_is_told_the_same_of_a_card_in_the_pack_and_of_one_the_other_holds(house):
    match = begun("pokeros", 5, 31)
    person_id = {0: ANNA, 1: BERT}[match.to_move]
    peeper = Peeper(house, person_id)
    snapshot = peeper.show(match, APART)
    own = {text.partition("@")[0] for text in match.legal_moves()}
    seen = {text.partition("@")[0] for text in match.history if "@" in text} | {match.history[0].partition(":")[2]}
    deck = {f"{rank}{suit}" for rank in "A23456789TJQK" for suit in "cdhs"}
    unseen, told = deck - own - seen, set()
    held_by_the_other = {text.partition(":")[2] for text in match.history if "@" not in text} & unseen
    assert len(held_by_the_other) == 3 and len(unseen) > 20
    for card in unseen:
        sent = {"number": snapshot.number + 1, "move": f"{card}@{match.legal_moves()[0].partition('@')[2]}"}
        answer = peeper.person.post(f"/matches/{MATCH}/moves", data=sent)
        assert answer.status_code == 422
        told.add(answer.text.replace(card, "CARD"))
    assert len(told) == 1


@pytest.mark.slow
def test_a_page_that_is_covered_shows_no_hand(house):
    """Two at one screen: all of the page that anybody can see before one of them asks is what everybody may see."""
    both = [Seat(seat, PERSON, ANNA, None, "", "") for seat in range(2)]
    peeper, pages = Peeper(house, ANNA), set()
    for match in alike(begun("pokeros", 3, 25), SPECTATOR, 6, 3):
        snapshot = peeper.show(match, both)
        for query in ("", f"?ply={len(match.moves) // 2}"):
            answer = peeper.person.get(f"/matches/{MATCH}{query}", headers={"Accept": "text/html"})
            pages.add((query, HIDDEN.sub(b"", answer.content)))
        shown = peeper.person.get(f"/matches/{MATCH}?shown={snapshot.number}", headers={"Accept": "text/html"})
        held = match.legal_moves()[0].partition("@")[0]
        assert f'id="held-{held}"'.encode() in HIDDEN.sub(b"", shown.content)
        assert f'id="held-{held}"'.encode() not in HIDDEN.sub(b"", answer.content)
    assert len(pages) == 2
