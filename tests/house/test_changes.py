"""What has changed between two views of the same person makes the later one, byte for byte; and it is small."""

import json
import random
import zlib
from pathlib import Path

import orjson
import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.house.cache import Cache
from fivefold.house.match_view import view_cache as changes
from fivefold.house.table.seating import MatchRequest
from fivefold.play.catalogue import keys
from tests.house.people import ANNA, BEN, CLEO, applied, by_link, edited, play
from tests.quick import landing

CASES = json.loads((Path(__file__).parents[1] / "scripts" / "changes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("case", CASES)
def test_edits_are_those_that_the_page_is_tested_with(case):
    found = changes.Earlier(changes.things_of(case["before"])).edits(changes.things_of(case["after"]))
    assert orjson.loads(orjson.dumps(found)) == case["edits"]
    assert edited(case["before"], found) == case["after"]


TAGS = ("<g>", "</g>", '<use id="x"/>', '<use id="yyy"/>', "<text>word", "<text>♠")
THINGS = st.lists(st.lists(st.sampled_from(TAGS), min_size=1).map("".join)).map(tuple)


@given(THINGS, THINGS)
def test_edits_make_any_drawing_of_any_other(before, after):
    found = orjson.loads(orjson.dumps(changes.Earlier(before).edits(after)))
    assert edited("".join(before), found) == "".join(after)


class Follower:
    """A person's page: it has a view and is told what changes."""

    def __init__(self, house, person):
        self.house, self.person, self.views = house, person, []

    def look(self, snapshot):
        """Make the newest view of every earlier one; return the size of the change from the last, compressed."""
        shown = self.house.encoded.shown(snapshot, self.person)
        told = [self.house.encoded.change(shown, before["version"]) for before in self.views]
        for before, change in zip(self.views, told, strict=True):
            later = applied(before, orjson.loads(change))
            assert orjson.dumps(later) == shown.whole
            assert zlib.crc32((later["picture"] + (later["cover"] or "")).encode()) == orjson.loads(change)["check"]
        self.views.append(orjson.loads(shown.whole))
        return len(zlib.compress(told[-1], 5)) if told else 0

    @property
    def turn(self):
        return self.views[-1]["turn"]


def follow(house, game, options, seed, plies):
    """Play random moves, watched by both players and a spectator; return the sizes of what they were told."""
    chance = random.Random(seed)
    alone, here = game == "solitaire", options.pop("here", False)
    others = () if alone else ("here",) if here else ("link",)
    snapshot = house.create(ANNA, MatchRequest(game, options, others, begin="me"))
    snapshot = snapshot if alone or here else house.sit(snapshot.id, BEN)
    pages = [Follower(house, person) for person in (ANNA, BEN, CLEO)]
    sizes = [page.look(snapshot) for page in pages]
    while snapshot.match.outcome is None and plies > 0:
        mover = next(page for page in pages if page.turn)
        move = chance.choice(mover.views[-1]["moves"])["text"]
        snapshot, plies = house.play(snapshot.id, mover.person, snapshot.number + 1, move), plies - 1
        sizes += [page.look(snapshot) for page in pages]
    return sizes


@pytest.mark.parametrize("game", ["track", "secret"])
@pytest.mark.parametrize("here", [False, True])
def test_a_change_from_any_earlier_view_makes_the_whole_one(house, game, here):
    assert follow(house, game, {"here": here}, 1, 6)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", landing({"pokeros", "solitaire"}, keys()))
def test_in_every_game_a_change_makes_the_whole_view_and_a_move_takes_less_than_4_kilobytes(house, game):
    sizes = follow(house, game, {}, 0, 40)
    assert max(sizes) < 4096, sorted(sizes)[-3:]


def previews(house, game, here):
    """Yield what each first pick would do, whole and as what it changes in the view."""
    wish = MatchRequest(game, {}, () if game == "solitaire" else ("here",) if here else ("link",), begin="me")
    snapshot = house.create(ANNA, wish)
    snapshot = snapshot if here or game == "solitaire" else house.sit(snapshot.id, BEN)
    view = orjson.loads(house.encoded.view(snapshot, ANNA))
    for pick in {move["picks"][0] for move in view["moves"]}:
        for picks in ((), (pick,)):
            whole, changed = (
                orjson.loads(house.encoded.preview(snapshot, ANNA, picks, version)) for version in ("", view["version"])
            )
            yield view, whole, changed


def check_preview(view, whole, changed):
    made = [edited(view["picture"], each["after"]) if each["after"] else "" for each in changed["moves"]]
    picture = edited(view["picture"], changed["picture"])
    assert changed["check"] == zlib.crc32(picture.encode())
    moves = [{**move, "after": after} for move, after in zip(changed["moves"], made, strict=True)]
    told = {name: value for name, value in changed.items() if name not in {"since", "check"}}
    assert {**told, "picture": picture, "moves": moves} == whole


@pytest.mark.parametrize("here", [False, True])
def test_a_preview_as_changes_makes_the_whole_one(house, here):
    for view, whole, changed in previews(house, "track", here):
        check_preview(view, whole, changed)


@pytest.mark.slow
@pytest.mark.parametrize("url", ["sqlite"], indirect=True)
@pytest.mark.parametrize("game", keys())
def test_in_every_game_previews_as_changes_make_the_whole_ones(house, game):
    for view, whole, changed in previews(house, game, False):
        check_preview(view, whole, changed)
        assert len(zlib.compress(orjson.dumps(changed), 5)) < 8192


def test_nothing_is_compared_with_what_people_in_other_seats_see(house):
    first = by_link(house)
    seen = {person: house.encoded.shown(first, person) for person in (ANNA, BEN, CLEO)}
    after = play(house, first, "step:1")
    for person in (ANNA, BEN, CLEO):
        shown = house.encoded.shown(after, person)
        known = {other: house.encoded.change(shown, seen[other].kept.version) is not None for other in seen}
        assert known == {other: other == person for other in seen}


def test_who_has_a_view_that_has_been_forgotten_gets_no_change(house):
    house.encoded._versions = Cache(1)
    first = by_link(house)
    version = house.encoded.shown(first, ANNA).kept.version
    assert house.encoded.change(house.encoded.shown(play(house, first, "step:1"), ANNA), version) is None


def test_whoever_listens_is_told_changes_however_many_matches_there_are(house, monkeypatch):
    monkeypatch.setattr(changes, "VERSIONS", 0)
    house.encoded = changes.ViewCache(house.views)
    first = by_link(house)
    stop = house.listen(first.id, lambda now: None)
    version = house.encoded.shown(first, ANNA).kept.version
    assert house.encoded.change(house.encoded.shown(play(house, first, "step:1"), ANNA), version)
    stop()
    after = play(house, house.snapshot(first.id), "step:2")
    assert house.encoded.change(house.encoded.shown(after, ANNA), version) is None


def test_what_is_kept_to_be_compared_is_bounded(house):
    house.encoded._versions, house.encoded._changes = Cache(3), Cache(2)
    snapshot = by_link(house)
    for text in ("step:1", "step:2", "step:1", "step:3"):
        before = house.encoded.shown(snapshot, ANNA)
        snapshot = play(house, snapshot, text)
        assert house.encoded.change(house.encoded.shown(snapshot, ANNA), before.kept.version)
    assert (len(house.encoded._versions), len(house.encoded._changes)) == (3, 2)
