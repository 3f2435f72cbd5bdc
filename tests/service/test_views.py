"""What leaves the house for an open game, and that it can be written as JSON."""

import json
from xml.etree import ElementTree

import pytest

from fivefold.play import catalogue
from fivefold.play.contract import SPECTATOR
from fivefold.play.match import Match
from fivefold.service import sight, views
from fivefold.service.errors import NotOffered
from fivefold.service.wishes import Wish
from tests.service.people import ANNA, BEN, CLEO
from tests.service.test_house import STEPS, by_link, play, resigned

LEVEL_3 = "Runs at level 3."


@pytest.fixture
def locus(house):
    """Return a match of Locus against a computer after two turns."""
    standing = house.create(ANNA, Wish("locus", {"grid": "6x5", "first": "0"}, ("3",), "me", seed=1))
    return play(house, standing, "c3:up", "d3:down")


def test_a_view_says_how_things_stand(house):
    house.rename(ANNA, "Anna")
    standing = play(house, house.create(ANNA, Wish("track", STEPS, ("3",), "me")), "step:3")
    assert views.view(standing, ANNA) == {
        "match": standing.id,
        "game": "track",
        "number": 1,
        "ply": 1,
        "over": False,
        "to_move": 1,
        "viewer": 0,
        "yours": [0],
        "turn": False,
        "picture": "<svg xmlns=\"http://www.w3.org/2000/svg\"><desc>3 0 {'': 'bare', 'track': 'last'}</desc></svg>",
        "standing": "Runner 3 to move; you lead 3 : 0",
        "scores": [3, 0],
        "moves": [],
        "last": {
            "number": 1,
            "ply": 1,
            "kind": "move",
            "mover": 0,
            "who": "Anna",
            "text": "step:3",
            "said": "You play step:3: from 0 0",
            "gains": [3, 0],
            "marks": {"track": "last"},
            "motions": [["here", "there"]],
        },
        "outcome": None,
        "can": {
            "undo": True,
            "resign": True,
            "hint": "it is not your turn",
            "rematch": "play this match to its end first",
            "second": "this is not a double match",
        },
    }


def test_the_table_says_who_sits_where(house):
    standing = house.create(ANNA, Wish("track", STEPS, ("3",), "them"))
    table = views.table(standing, ANNA)
    assert table.pop("seats")[0] == {
        "seat": 0,
        "seat_name": "Red",
        "name": "Runner 3",
        "kind": "computer",
        "level": 3,
        "portrait": "/portraits/track/3.svg",
        "yours": False,
        "style": LEVEL_3,
    }
    assert table == {
        **{"match": standing.id, "status": "live", "asking": None, "rematch": None, "second": None},
        **{"double_of": None, "totals": None, "thinking": 0, "note": ""},
    }


def test_legal_moves_are_told_only_to_whose_turn_it_is(house):
    standing = by_link(house)
    assert [move["text"] for move in views.view(standing, ANNA)["moves"]] == standing.match.legal_moves()
    assert views.view(standing, ANNA)["moves"][0]["picks"] == ["track", "step:1"]
    for guest in (BEN, CLEO):
        assert views.view(standing, guest)["moves"] == [] == views.preview(standing, guest, [])["moves"]
    assert [views.view(standing, guest)["viewer"] for guest in (ANNA, BEN, CLEO)] == [0, 1, SPECTATOR]
    assert [views.view(standing, guest)["yours"] for guest in (ANNA, BEN, CLEO)] == [[0], [1], []]


def test_at_one_screen_the_view_is_from_the_seat_to_move(house):
    standing = house.create(ANNA, Wish("track", STEPS, ("here",), "me"))
    assert views.view(standing, ANNA)["viewer"] == 0
    standing = play(house, standing, "step:1")
    view = views.view(standing, ANNA)
    assert (view["viewer"], view["yours"], view["turn"]) == (1, [0, 1], True)


def test_only_who_may_move_can_pick(locus, house):
    def picks(view):
        return "data-pick" in view["picture"]

    assert picks(views.view(locus, ANNA))
    assert not picks(views.view(locus, BEN))
    assert not picks(views.view(locus, ANNA, ply=locus.plies_after(locus.number)))
    thinking = play(house, locus, "a1:up")
    assert not picks(views.view(thinking, ANNA))
    assert not picks(views.view(resigned(house, thinking), ANNA))


def test_pictures_are_bare_and_leave_their_style_to_the_page(locus):
    view = views.view(locus, ANNA)
    picture = ElementTree.fromstring(view["picture"])
    assert "bare" in picture.attrib["class"].split() and "<style" not in view["picture"]
    preview = views.preview(locus, ANNA, view["moves"][0]["picks"][:1])
    assert all("<style" not in move["after"] and "bare" in move["after"] for move in preview["moves"])


def test_an_earlier_position_is_shown_with_the_move_that_led_there(locus):
    view = views.view(locus, ANNA, ply=31)
    assert (view["ply"], view["number"], view["moves"], view["turn"]) == (31, 32, [], False)
    assert view["last"]["text"] == "c3:up" and view["last"]["number"] == 31 and view["to_move"] == 1
    start = views.view(locus, ANNA, ply=0)
    assert start["last"] is None and start["scores"] == [0, 0]
    dealt = views.view(locus, ANNA, ply=30)
    assert dealt["last"]["text"].startswith("deal:") and "last" not in ElementTree.fromstring(dealt["picture"]).attrib


def test_the_history_has_every_ply_that_stands(house):
    standing = house.create(ANNA, Wish("track", STEPS, ("here",), "me"))
    standing = play(house, standing, "step:1", "step:2", "step:3")
    views.view(standing, ANNA, history=True)
    standing = play(house, house.undo(standing.id, ANNA, 4), "step:1")
    history = views.view(standing, ANNA, history=True)["history"]
    assert [line["text"] for line in history] == standing.match.history == ["step:1", "step:2", "step:1"]
    assert [line["ply"] for line in history] == [1, 2, 3] and [line["mover"] for line in history] == [0, 1, 0]
    assert [line["gains"] for line in history] == [[1, 0], [0, 2], [1, 0]]
    assert history[2]["said"] == "Red plays step:1: from 1 2"
    assert "history" not in views.view(standing, ANNA)


def test_a_ply_made_anew_is_told_with_its_new_number(house):
    standing = house.create(ANNA, Wish("track", STEPS, ("here",), "me"))
    standing = play(house, house.undo(play(house, standing, "step:1").id, ANNA, 2), "step:1", "step:2")
    assert [views.view(standing, ANNA, ply)["last"]["number"] for ply in (1, 2)] == [3, 4]


def test_what_is_no_move_is_told_too(house):
    house.rename(ANNA, "Anna")
    standing = play(house, by_link(house), "step:3", "step:1")
    house.undo(standing.id, ANNA, 3)
    asked = house.standing(standing.id)
    assert views.table(asked, BEN)["note"] == "Anna asks to take a move back."
    assert views.can(asked, BEN)["undo"] == "Anna asks to take a move back; answer that first"
    back = house.answer(standing.id, BEN, True)
    last = views.view(back, ANNA)["last"]
    assert (last["kind"], last["said"], last["number"], last["ply"]) == ("undo", "You take a move back", 3, 0)
    assert last["gains"] == [0, 0]
    over = resigned(house, back)
    view = views.view(over, BEN)
    assert view["last"]["said"] == "Anna resigns" and view["to_move"] is None and view["over"]
    assert view["outcome"] == {
        **{"winner": 1, "returns": [0.0, 1.0], "reason": "Anna resigned", "said": "You win: Anna resigned"},
    }
    assert views.view(over, ANNA)["outcome"]["said"] == f"{over.names[1]} wins: you resigned"
    assert view["standing"] == view["outcome"]["said"] and "'over'" not in view["picture"]
    assert "bare over" in view["picture"] and "over" not in views.view(over, BEN, ply=0)["standing"]


def test_a_match_that_waits_says_for_whom(house):
    waiting = house.create(ANNA, Wish("focus", {"players": "4"}, ("link",), "me"))
    table = views.table(waiting, ANNA)
    assert table["status"] == "waiting" and "Yellow, Blue and Green" in table["note"]
    assert [seat["name"] for seat in table["seats"]][1:] == ["", "", ""]
    assert views.view(waiting, ANNA)["moves"] == []


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([], ""),
        ([3], ""),
        ([0, 0], ""),
        ([2, 2], "level at 2 : 2"),
        ([2, 5], "B leads 5 : 2"),
        ([2, 5, 1], "B leads with 5"),
        ([5, 5, 1], "A and B lead with 5"),
    ],
)
def test_who_leads_is_said_in_words(scores, said):
    assert views.wording.lead("ABC"[: len(scores)], scores) == said


def test_the_end_says_who_won_and_why(house):
    standing = house.create(ANNA, Wish("track", {**STEPS, "goal": "5"}, ("here",), "me"))
    standing = play(house, standing, "step:3", "step:1", "step:2")
    said = views.view(standing, ANNA)["outcome"]["said"]
    assert said == "Red wins 5 : 1: somebody is at the goal"


def test_partners_win_together(house):
    standing = house.create(ANNA, Wish("focus", {"players": "4", "teams": "on"}, ("here",), "me"))
    over = resigned(house, standing)
    assert views.view(over, ANNA)["outcome"]["said"] == "Yellow and Green win: Red resigned"


def test_hints_are_for_who_plays_alone(house):
    def hint(standing, guest=ANNA):
        return views.can(standing, guest)["hint"]

    alone = house.create(ANNA, Wish("track", STEPS, ("1",), "me"))
    assert hint(alone) is True and "look on" in hint(alone, CLEO)
    assert "not your turn" in hint(play(house, alone, "step:1"))
    assert "between people" in hint(by_link(house))
    assert "between people" in hint(house.create(ANNA, Wish("track", STEPS, ("link",), "me")))
    assert "over" in hint(resigned(house, house.standing(alone.id)))


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_preview_tells_what_would_come_of_each_move(house, key):
    standing = house.create(ANNA, Wish(key, {}, ("1",), "me", seed=2))
    for move in views.view(standing, ANNA)["moves"][:6]:
        preview = views.preview(standing, ANNA, move["picks"][:-1])
        assert preview["marks"][move["picks"][0]].split()[0] == "picked"
        previewed = next(told for told in preview["moves"] if told["text"] == move["text"])
        after = standing.match.copy()
        after.play(move["text"])
        gains = [b - a for a, b in zip(standing.match.scores, after.scores, strict=True)]
        assert previewed["picks"] == move["picks"] and previewed["gains"] == gains
        assert previewed["said"].endswith(previewed["explain"])
        for picture in (preview["picture"], previewed["after"]):
            ElementTree.fromstring(picture)
    assert len(views.preview(standing, ANNA, [])["moves"]) <= 40
    assert views.preview(standing, ANNA, ["nowhere"])["moves"] == []


@pytest.mark.parametrize("key", catalogue.keys())
def test_the_picture_after_a_previewed_move_is_the_one_that_comes(house, key):
    standing = house.create(ANNA, Wish(key, {}, ("1",), "me", seed=2))
    move = views.view(standing, ANNA)["moves"][0]
    (previewed,) = views.preview(standing, ANNA, move["picks"])["moves"]
    after = play(house, standing, move["text"])
    assert views.view(after, ANNA)["picture"] == previewed["after"]
    assert views.view(after, ANNA)["last"]["marks"] == previewed["marks"]


@pytest.mark.parametrize("key", [*catalogue.keys(), "track"])
def test_all_of_it_is_json(house, key):
    standing = house.create(ANNA, Wish(key, {}, ("1",), "me"))
    for guest in (ANNA, CLEO):
        for told in (views.view(standing, guest, history=True), views.table(standing, guest)):
            assert json.loads(json.dumps(told)) == told
    preview = views.preview(standing, ANNA, [])
    assert json.loads(json.dumps(preview)) == preview


def test_no_view_tells_a_guests_id(house):
    standing = house.undo(play(house, by_link(house), "step:1").id, ANNA, 2)
    told = [told for guest in (ANNA, BEN, CLEO) for told in (views.view(standing, guest, history=True),)]
    told += [views.table(standing, guest) for guest in (ANNA, BEN, CLEO)]
    for guest in (ANNA, BEN):
        assert guest not in json.dumps(told) and guest not in views.record(standing, CLEO)


def test_a_fair_seed_is_told_only_after_the_end(house):
    standing = by_link(house)
    seed = standing.match.source.seed.hex()
    assert seed not in views.record(standing, ANNA)
    over = resigned(house, standing)
    assert seed in views.record(over, ANNA)
    assert Match.from_record(views.record(over, ANNA)).outcome == over.match.outcome


def test_the_drawing_is_shared(house, monkeypatch):
    standing = by_link(house)
    sight._drawn.cache_clear()
    drawn = []
    draw = standing.match.game.picture.draw
    monkeypatch.setattr(standing.match.game.picture, "draw", lambda *args: drawn.append(args) or draw(*args))
    for _ in range(3):
        for guest in (ANNA, BEN, CLEO, "e" * 16):
            views.view(standing, guest)
    assert len(drawn) == 2, "one for who may move, one for everybody else"


def test_old_views_are_not_mixed_with_new_names(house):
    standing = play(house, by_link(house), "step:1")
    views.view(standing, BEN, history=True)
    house.rename(ANNA, "Anna")
    view = views.view(house.standing(standing.id), BEN, history=True)
    assert view["history"][0]["said"].startswith("Anna plays") and view["last"]["who"] == "Anna"


def test_a_record_with_secrets_waits_for_the_end(house):
    standing = house.create(ANNA, Wish("secret", {}, ("link",)))
    with pytest.raises(NotOffered, match="hidden"):
        views.record(standing, ANNA)
