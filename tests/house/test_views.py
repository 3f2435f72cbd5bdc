"""What leaves the house for an open game, and that it can be written as JSON."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from fivefold.contract import CHANCE, SPECTATOR
from fivefold.house import availability
from fivefold.house.errors import NotOffered
from fivefold.house.match_view import perspective, pictures, views
from fivefold.house.match_view.perspective import Perspective
from fivefold.house.table.seating import MatchRequest
from fivefold.parts.messages import Reader
from fivefold.play import catalogue
from fivefold.play.match import Match
from fivefold.session import steps
from fivefold.session.seats import PERSON, Seat
from tests.house.people import ANNA, BEN, CLEO, STEPS, by_link, play, resigned
from tests.play import race
from tests.quick import in_turn

MOTIONS = json.loads((Path(__file__).parents[1] / "scripts" / "motions.json").read_text(encoding="utf-8"))
"""Cases that the page's script takes too."""
LEVEL_3 = "Runs at level 3."


@pytest.fixture
def locus(house):
    """Return a match of Locus against a computer after two turns."""
    snapshot = house.create(ANNA, MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("3",), "me", seed=1))
    return play(house, snapshot, "c3:up", "d3:down")


def test_a_view_says_how_things_stand(house):
    house.rename(ANNA, "Anna")
    snapshot = play(house, house.create(ANNA, MatchRequest("track", STEPS, ("3",), "me")), "step:3")
    view = views.Views().view(snapshot, ANNA)
    assert len(view.pop("version")) == 16
    assert view == {
        "match": snapshot.id,
        "game": "track",
        "number": 1,
        "ply": 1,
        "over": False,
        "to_move": 1,
        "anyone": False,
        "viewer": 0,
        "yours": [0],
        "turn": False,
        "held": None,
        "picture": race.draw(snapshot.match.row, 0, {"": "bare home-0", "track": "last"}).svg,
        "size": (9, 9),
        "cover": None,
        "status": "Runner 3 to move; you lead 3–0",
        "scores": [3, 0],
        "standings": None,
        "says": ["", ""],
        "moves": [],
        "clock": None,
        "last": {
            "number": 1,
            "since": 1,
            "ply": 1,
            "kind": "move",
            "mover": 0,
            "who": "Anna",
            "text": "step:3",
            "said": "You play step:3: from 0 0",
            "gains": [3, 0],
            "begins": True,
            "parts": [
                {"kind": "place", "code": "step:3", "words": "step:3"},
                {"kind": "words", "code": "", "words": "from 0 0"},
            ],
            "marks": {"track": "last"},
            "motions": [("here", "there")],
            "feat": "",
        },
        "outcome": None,
        "can": {
            "undo": True,
            "resign": True,
            "hint": "it is not your turn",
            "coach": True,
            "rematch": "finish this match first",
            "draw": True,
            "abort": True,
            "more-time": "nobody has a clock here",
            "pause": "nobody has a clock here",
            "resume": "the match is not paused",
            "claim": "nobody's time can run out here",
            "give": "nobody has a clock here",
            "second": "this is not a double match",
            "new_cards": "finish this match first",
            "same_cards": "Race has no pack to play again",
            "companion": "Race has no pack for the expert to play",
            "hindsight": "Race has no cards to arrange differently",
        },
    }


def test_the_table_says_who_sits_where(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("3",), "them"))
    table = views.table(snapshot, ANNA)
    assert table.pop("seats")[0] == {
        "seat": 0,
        "seat_name": "Red",
        "name": "Runner 3",
        "kind": "computer",
        "level": 3,
        "portrait": "/portraits/track/3.svg",
        "yours": False,
        "style": LEVEL_3,
        "bot": False,
        "left": "",
    }
    own = {"seat": 1, "nonce": snapshot.seats[1].nonce}
    assert table.pop("chance") == {
        **{"kind": "fair", "public": snapshot.match.source.public, "nonces": [own], "dealt": True}
    }
    assert table == {
        **{"match": snapshot.id, "status": "live", "offer": None, "rematch": None, "second": None},
        **{
            "double_of": None,
            "totals": None,
            "carried": None,
            "won": None,
            "duplicate": False,
            "held": None,
            "double_game": None,
            "ready": [],
            "thinking": 0,
            "note": "",
            "alone": False,
            "race": False,
            "start": None,
        },
        **{"daily": None, "tournament": None, "pack_of": None, "replayed": False, "companion": False},
    }


def test_legal_moves_are_told_only_to_whose_turn_it_is(house):
    snapshot = by_link(house)
    assert [move["text"] for move in views.Views().view(snapshot, ANNA)["moves"]] == snapshot.match.legal_moves()
    assert views.Views().view(snapshot, ANNA)["moves"][0]["picks"] == ["track", "step:1"]
    for person in (BEN, CLEO):
        assert (
            views.Views().view(snapshot, person)["moves"] == [] == views.Views().preview(snapshot, person, [])["moves"]
        )
    assert [views.Views().view(snapshot, person)["viewer"] for person in (ANNA, BEN, CLEO)] == [0, 1, SPECTATOR]
    assert [views.Views().view(snapshot, person)["yours"] for person in (ANNA, BEN, CLEO)] == [[0], [1], []]


def test_at_one_screen_the_view_is_from_the_seat_to_move(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    assert views.Views().view(snapshot, ANNA)["viewer"] == 0
    snapshot = play(house, snapshot, "step:1")
    view = views.Views().view(snapshot, ANNA)
    assert (view["viewer"], view["yours"], view["turn"]) == (1, [0, 1], True)


def test_only_who_may_move_can_pick(locus, house):
    def picks(view):
        return "data-pick" in view["picture"]

    assert picks(views.Views().view(locus, ANNA))
    assert not picks(views.Views().view(locus, BEN))
    assert not picks(views.Views().view(locus, ANNA, ply=locus.plies_after(locus.number)))
    thinking = play(house, locus, "a1:up")
    assert not picks(views.Views().view(thinking, ANNA))
    assert not picks(views.Views().view(resigned(house, thinking), ANNA))


def test_pictures_are_bare_and_leave_their_style_to_the_page(locus):
    view = views.Views().view(locus, ANNA)
    picture = ElementTree.fromstring(view["picture"])
    assert "bare" in picture.attrib["class"].split() and "<style" not in view["picture"]
    preview = views.Views().preview(locus, ANNA, view["moves"][0]["picks"][:1])
    assert all("<style" not in move["after"] and "bare" in move["after"] for move in preview["moves"])


def test_an_earlier_position_is_shown_with_the_move_that_led_there(locus):
    view = views.Views().view(locus, ANNA, ply=31)
    assert (view["ply"], view["number"], view["moves"], view["turn"]) == (31, 32, [], False)
    assert view["last"]["text"] == "c3:up" and view["last"]["number"] == 31 and view["to_move"] == 1
    start = views.Views().view(locus, ANNA, ply=0)
    assert start["last"] is None and start["scores"] == [0, 0]


def test_a_deal_is_found_on_the_table_and_not_told(locus):
    dealt = views.Views().view(locus, ANNA, ply=30)
    assert "last" not in ElementTree.fromstring(dealt["picture"]).attrib
    last = dealt["last"]
    assert (last["since"], last["number"]) == (1, 30) and last["gains"] == [0, 0]
    assert not (last["text"] or last["said"] or last["marks"] or last["motions"])
    assert views.Views().view(locus, ANNA, ply=12) == dealt, "nobody looks at half a deal"
    history = views.Views().view(locus, ANNA, history=True)["history"]
    assert [line["ply"] for line in history] == [30, 31, 32] and history[0]["mover"] == CHANCE


def test_the_history_has_every_ply_that_stands(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    snapshot = play(house, snapshot, "step:1", "step:2", "step:3")
    views.Views().view(snapshot, ANNA, history=True)
    snapshot = play(house, house.undo(snapshot.id, ANNA, 4), "step:1")
    history = views.Views().view(snapshot, ANNA, history=True)["history"]
    assert [line["text"] for line in history] == snapshot.match.history == ["step:1", "step:2", "step:1"]
    assert [line["ply"] for line in history] == [1, 2, 3] and [line["mover"] for line in history] == [0, 1, 0]
    assert [line["gains"] for line in history] == [[1, 0], [0, 2], [1, 0]]
    assert history[2]["said"] == "Red plays step:1: from 1 2"
    assert "history" not in views.Views().view(snapshot, ANNA)


def test_a_ply_made_anew_is_told_with_its_new_number(house):
    snapshot = house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    snapshot = play(house, house.undo(play(house, snapshot, "step:1").id, ANNA, 2), "step:1", "step:2")
    assert [views.Views().view(snapshot, ANNA, ply)["last"]["number"] for ply in (1, 2)] == [3, 4]


def test_what_is_no_move_is_told_too(house):
    house.rename(ANNA, "Anna")
    house.rename(BEN, "Ben")
    snapshot = play(house, by_link(house), "step:3", "step:1")
    house.undo(snapshot.id, ANNA, 3)
    asked = house.snapshot(snapshot.id)
    assert views.table(asked, BEN)["offer"]["said"] == "Anna asks to undo the last move."
    assert availability.available(asked, BEN)["undo"] == "Anna asks to undo the last move; answer that first"
    assert views.table(asked, ANNA)["offer"]["said"] == "You asked to undo your last move. Waiting for Ben."
    assert availability.available(asked, ANNA)["undo"] == "you asked to undo your last move; the others have to agree"
    assert house.undo(snapshot.id, ANNA, 3) is asked, "asking again changes nothing"
    back = house.answer(snapshot.id, BEN, True)
    last = views.Views().view(back, ANNA)["last"]
    assert (last["kind"], last["said"], last["number"], last["ply"]) == ("undo", "You take a move back", 3, 0)
    assert last["gains"] == [0, 0]
    over = resigned(house, back)
    view = views.Views().view(over, BEN)
    assert view["last"]["said"] == "Anna resigns" and view["to_move"] is None and view["over"]
    assert view["outcome"] == {
        **{"winner": 1, "returns": [0.0, 1.0], "reason": "Anna resigned", "said": "You win. Anna resigned."}
    }
    assert views.Views().view(over, ANNA)["outcome"]["said"] == f"{over.names[1]} wins. You resigned."
    assert view["status"] == view["outcome"]["said"] and "'over'" not in view["picture"]
    assert "bare over" in view["picture"] and "over" not in views.Views().view(over, BEN, ply=0)["status"]


def test_a_match_that_waits_says_for_whom(house):
    waiting = house.create(ANNA, MatchRequest("focus", {"players": "4"}, ("link",), "me"))
    table = views.table(waiting, ANNA)
    assert table["status"] == "waiting" and "Yellow, Blue and Green" in table["note"]
    assert [seat["name"] for seat in table["seats"]][1:] == ["", "", ""]
    assert views.Views().view(waiting, ANNA)["moves"] == []


@pytest.mark.parametrize(
    ("scores", "said"),
    [
        ([], ""),
        ([3], ""),
        ([0, 0], ""),
        ([2, 2], "Level at 2–2"),
        ([2, 5], "B leads 5–2"),
        ([2, 5, 1], "B leads with 5"),
        ([5, 5, 1], "A and B lead with 5"),
    ],
)
def test_who_leads_is_said_in_words(scores, said):
    assert views.narration.lead(Reader("ABC"[: len(scores)]), scores) == said


def test_the_end_says_who_won_and_why(house):
    snapshot = house.create(ANNA, MatchRequest("track", {**STEPS, "goal": "5"}, ("here",), "me"))
    snapshot = play(house, snapshot, "step:3", "step:1", "step:2")
    said = views.Views().view(snapshot, ANNA)["outcome"]["said"]
    assert said == "Red wins 5–1. Somebody is at the goal."


def test_partners_win_together(house):
    snapshot = house.create(
        ANNA, MatchRequest("focus", {"players": "4", "teams": "on", "dropping": "end"}, ("here",), "me")
    )
    over = resigned(house, snapshot)
    assert views.Views().view(over, ANNA)["outcome"]["said"] == "Yellow and Green win. Red resigned."


def test_hints_are_for_who_plays_alone(house):
    def hint(snapshot, person=ANNA):
        return availability.available(snapshot, person)["hint"]

    alone = house.create(ANNA, MatchRequest("track", STEPS, ("1",), "me"))
    assert hint(alone) is True and "watching" in hint(alone, CLEO)
    assert "not your turn" in hint(play(house, alone, "step:1"))
    assert "between people" in hint(by_link(house))
    assert "between people" in hint(house.create(ANNA, MatchRequest("track", STEPS, ("link",), "me")))
    assert "over" in hint(resigned(house, house.snapshot(alone.id)))


@pytest.mark.parametrize("key", catalogue.keys())
def test_a_preview_tells_what_would_come_of_each_move(house, key):
    snapshot = house.create(ANNA, MatchRequest(key, {}, ("1",), "me", seed=2))
    for move in views.Views().view(snapshot, ANNA)["moves"][:6]:
        preview = views.Views().preview(snapshot, ANNA, move["picks"])
        assert preview["marks"][move["picks"][0]].split()[0] == "picked"
        previewed = preview["moves"][0]
        after = snapshot.match.copy()
        after.play(move["text"])
        gains = [b - a for a, b in zip(snapshot.match.scores, after.scores, strict=True)]
        assert (previewed["text"], previewed["picks"], previewed["gains"]) == (move["text"], move["picks"], gains)
        assert previewed["said"].partition(" ")[0] == "You" and previewed["explain"]
        for picture in (preview["picture"], previewed["after"]):
            ElementTree.fromstring(picture)
    assert len(views.Views().preview(snapshot, ANNA, [])["moves"]) <= 40
    assert views.Views().preview(snapshot, ANNA, ["nowhere"])["moves"] == []


@pytest.fixture
def dice():
    """Return a match of dice at the first decision: 2 2 3 5 5."""
    match = Match("dice_poker", chance=[f"die:{face}" for face in "52352"], seed=1, first=0)
    return steps.open_table("dice", match, [Seat(seat, PERSON, ANNA, None, "", "") for seat in range(2)])


def test_things_of_a_set_are_previewed_in_any_order(dice):
    told = [views.Views().preview(dice, ANNA, picks) for picks in (["2*1", "5*5"], ["5*4", "2*2"], ["5*5", "2*1"])]
    assert [list(preview["marks"]) for preview in told] == [["2*1", "5*5"], ["5*4", "2*2"], ["5*5", "2*1"]]
    assert told[0]["moves"] == told[1]["moves"] == told[2]["moves"]
    exact, *others = told[0]["moves"]
    assert exact["text"] == "keep:25" and len(others) == 6 and all(len(each["text"]) > 7 for each in others)


def test_of_many_moves_those_nearest_come_first_and_only_the_one_spelled_is_drawn(dice):
    moves = views.Views().preview(dice, ANNA, ["5*4"])["moves"]
    assert moves[0]["text"] == "keep:5" and len(moves) > views.MOST_DRAWN
    assert [len(move["picks"]) for move in moves] == sorted(len(move["picks"]) for move in moves)
    assert not any(move["after"] for move in moves)
    (kept,) = views.Views().preview(dice, ANNA, ["5*5", "roll"])["moves"]
    assert kept["text"] == "keep:5" and kept["after"]


def test_of_more_than_can_be_told_those_that_earn_most_are(monkeypatch, locus):
    monkeypatch.setattr(views, "MOST_PREVIEWED", 5)
    told = views.Views().preview(locus, ANNA, [])["moves"]
    seen = Perspective(locus, 0)
    gains = sorted((seen.possible(move).facts.gains[0] for move in seen.legal((0,))), reverse=True)
    assert [move["gains"][0] for move in told] == gains[:5]


def test_a_roll_belongs_to_the_keep_before_it_or_to_the_move_it_leads_to(dice):
    now = steps.play(dice, (0, 1), 6, "keep:255")
    space = next(text for text in now.match.legal_moves() if ":" not in text)
    lines = views.Views().view(steps.play(now, (0, 1), 9, space), ANNA, history=True)["history"]
    assert [line["begins"] for line in lines] == [True, False, False, True, True]
    deal, keep, roll, place, theirs = [[part["kind"] for part in line["parts"]] for line in lines]
    assert deal == theirs == ["die"] * 5 and roll == ["die"] * 2
    assert keep == ["die"] * 3 + ["words"] and place == ["place", "words"]
    assert [part["code"] for part in lines[1]["parts"]][:3] == ["2", "5", "5"]
    assert lines[1]["parts"][0]["words"] == "a 2" and lines[3]["parts"][0]["code"] == space


def test_a_card_drawn_belongs_to_the_move_and_is_seen_only_by_who_drew_it(house):
    snapshot = house.create(ANNA, MatchRequest("pokeros", {}, ("link",), "me"))
    snapshot = house.sit(snapshot.id, BEN, name="Ben")
    snapshot = play(house, snapshot, snapshot.match.legal_moves()[0])
    for person, seen in ((ANNA, True), (BEN, False)):
        view = views.Views().view(snapshot, person, history=True)
        _, placed, drawn = view["history"]
        assert (placed["begins"], drawn["begins"]) == (True, False)
        assert [part["kind"] for part in placed["parts"]] == ["card", "words"]
        assert [part["kind"] for part in drawn["parts"]] == ["card"] * seen
        assert view["last"]["parts"] == drawn["parts"] and view["last"]["begins"] is False
    assert " plays the " in view["history"][1]["said"] and "@" not in view["history"][1]["said"]


def test_a_run_of_chance_is_one_piece_of_news(dice):
    now = steps.play(dice, (0, 1), 6, "keep:255")
    view = views.Views().view(now, ANNA, history=True)
    last, (deal, keep, roll) = view["last"], view["history"]
    first, second = now.match.history[-2:]
    assert (last["since"], last["number"], last["ply"], last["mover"]) == (7, 8, 8, CHANCE)
    assert keep["said"] == "Ruby keeps 2 5 5" and last["said"].startswith("Ruby rolls ")
    other = steps.reseated(
        now, [Seat(0, PERSON, BEN, None, "Ben", ""), Seat(1, PERSON, ANNA, None, "Anna", "")], "live"
    )
    told = views.Views().view(other, BEN, history=True)["history"], views.Views().view(other, ANNA)["last"]
    assert [line["said"].split()[:2] for line in told[0][1:]] == [["You", "keep"], ["You", "roll"]]
    assert told[1]["said"].startswith("Ben rolls ")
    assert last["text"] == roll["text"] == f"{first} {second.removeprefix('die:')}" and last["said"] == roll["said"]
    assert (deal["ply"], keep["ply"], roll["ply"]) == (5, 6, 8) and keep["text"] == "keep:255"
    assert views.Views().view(now, ANNA, 7) == views.Views().view(now, ANNA, 8), "nobody looks at half a roll"
    things = sorted(end for _, end in last["motions"])
    assert len(set(things)) == len(things) and len({start for start, _ in last["motions"]}) == len(things)


def test_the_move_before_a_roll_stays_lit_while_the_roll_is_looked_at(dice):
    now = steps.play(dice, (0, 1), 6, dice.match.legal_moves()[0])
    made = views.Views().view(now, ANNA, 6)["last"]["marks"]
    assert made and views.Views().view(now, ANNA)["last"]["marks"] == {}
    (named,) = [name for name, classes in made.items() if "last" in classes.split()]
    things = ElementTree.fromstring(views.Views().view(now, ANNA)["picture"]).iter()
    assert any(named == node.get("data-thing") and "last" in node.get("class", "").split() for node in things)


@in_turn("case", MOTIONS)
def test_what_moved_twice_moved_from_the_first_place_to_the_last(case):
    steps = [[tuple(motion) for motion in step] for step in case["steps"]]
    assert perspective.composed(steps, {"pack", "seat-0"}) == [tuple(motion) for motion in case["composed"]]


@pytest.mark.parametrize("key", catalogue.keys())
def test_the_picture_after_a_previewed_move_is_the_one_that_comes(house, key):
    snapshot = house.create(ANNA, MatchRequest(key, {}, ("1",), "me", seed=2))
    move = views.Views().view(snapshot, ANNA)["moves"][0]
    (previewed,) = views.Views().preview(snapshot, ANNA, move["picks"])["moves"]
    after = views.Views().view(play(house, snapshot, move["text"]), ANNA, len(snapshot.match.moves) + 1)
    assert after["picture"] == previewed["after"]
    assert after["last"]["marks"] == previewed["marks"] and after["last"]["motions"] == previewed["motions"]


@pytest.mark.parametrize("key", [*catalogue.keys(), "track"])
def test_all_of_it_is_json(house, key):
    snapshot = house.create(ANNA, MatchRequest(key, {}, ("1",), "me"))
    for person in (ANNA, CLEO):
        for told in (views.Views().view(snapshot, person, history=True), views.table(snapshot, person)):
            assert json.loads(json.dumps(told)) == listed(told)
    preview = views.Views().preview(snapshot, ANNA, [])
    assert json.loads(json.dumps(preview)) == listed(preview)


def listed(told):
    """Return what is told with its pairs as lists, as JSON has them."""
    if isinstance(told, dict):
        return {name: listed(part) for name, part in told.items()}
    return [listed(part) for part in told] if isinstance(told, list | tuple) else told


def test_no_view_tells_a_people_id(house):
    snapshot = house.undo(play(house, by_link(house), "step:1").id, ANNA, 2)
    told = [told for person in (ANNA, BEN, CLEO) for told in (views.Views().view(snapshot, person, history=True),)]
    told += [views.table(snapshot, person) for person in (ANNA, BEN, CLEO)]
    for person in (ANNA, BEN):
        assert person not in json.dumps(told) and person not in views.record(snapshot, "")


def test_a_fair_seed_is_told_only_after_the_end(house):
    snapshot = by_link(house)
    seed = snapshot.match.source.seed.hex()
    assert seed not in views.record(snapshot, "")
    over = resigned(house, snapshot)
    assert seed in views.record(over, "")
    assert Match.from_record(views.record(over, "")).outcome == over.match.outcome


def test_the_drawing_is_shared(house, monkeypatch):
    snapshot = by_link(house)
    pictures._drawn.cache_clear()
    drawn = []
    draw = snapshot.match.game.picture.draw
    monkeypatch.setattr(snapshot.match.game.picture, "draw", lambda *args: drawn.append(args) or draw(*args))
    for _ in range(3):
        for person in (ANNA, BEN, CLEO, "e" * 16):
            views.Views().view(snapshot, person)
    assert len(drawn) == 3, "one for who may move, one for the other player, one for everybody else"


def test_old_views_are_not_mixed_with_new_names(house):
    snapshot = play(house, by_link(house), "step:1")
    views.Views().view(snapshot, BEN, history=True)
    house.rename(ANNA, "Anna")
    view = views.Views().view(house.snapshot(snapshot.id), BEN, history=True)
    assert view["history"][0]["said"].startswith("Anna plays") and view["last"]["who"] == "Anna"


def test_a_record_with_secrets_waits_for_the_end(house):
    snapshot = house.create(ANNA, MatchRequest("secret", {}, ("link",)))
    with pytest.raises(NotOffered, match="hidden"):
        views.record(snapshot, "")


def test_what_is_kept_of_a_history_is_told_again_unless_it_was_taken_back(house):
    shown, snapshot = views.Views(), house.create(ANNA, MatchRequest("track", STEPS, ("here",), "me"))
    for text in ("step:1", "step:2", "step:3"):
        snapshot = play(house, snapshot, text)
        assert shown.view(snapshot, ANNA, history=True) == views.Views().view(snapshot, ANNA, history=True)
    snapshot = play(house, house.undo(snapshot.id, ANNA, snapshot.number + 1), "step:1")
    told = shown.view(snapshot, ANNA, history=True)
    assert [line["text"] for line in told["history"]] == ["step:1", "step:2", "step:1"]
    assert told == views.Views().view(snapshot, ANNA, history=True)


def test_a_newer_moment_of_a_match_takes_the_place_of_an_older_one(house):
    shown, snapshot = views.Views(), by_link(house)
    for text in ("step:1", "step:2", "step:3"):
        shown.view(snapshot, ANNA)
        snapshot = play(house, snapshot, text)
    assert len(shown._kept) == 1, "an old snapshot is let go"
