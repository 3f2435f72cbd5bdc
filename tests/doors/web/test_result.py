"""The result of a finished match, on the table's page and as the part that a script asks for."""

import re
from random import Random

import pytest

from fivefold.doors.web.pages import charts
from fivefold.house.computers.analysis import Estimate
from fivefold.house.records.daily import Streak

pytestmark = pytest.mark.slow


def over(anna, game="locus", moves=200, **fields):
    """Return the view of a match that Anna played to its end against herself or alone."""
    view, chosen = anna.begin(game, **fields), Random(1)
    while not view["over"] and moves:
        view = anna.move(view, chosen.choice(view["moves"])["text"]).json()
        moves -= 1
    return view


def card(person, match):
    answer = person.get(f"/matches/{match}/result", headers={"Accept": "text/html"})
    assert answer.status_code == 200, answer.text
    return " ".join(answer.text.replace("\n", " ").split())


def test_there_is_none_while_a_match_goes_on(anna):
    view = anna.begin("locus")
    assert anna.get(f"/matches/{view['match']}/result").status_code == 404
    assert 'id="result-title"' not in anna.get(f"/matches/{view['match']}", headers={"Accept": "text/html"}).text


def test_the_breakdown_adds_up_and_the_best_turn_links_to_the_review(anna):
    view = over(anna, **{"other-1": "here", "option-grid": "6x5"})
    told = card(anna, view["match"])
    assert view["outcome"]["said"] in told and "every card has a chip" not in told
    assert all(f'<td class="number">{points}</td>' in told for points in view["scores"])
    assert f'href="/matches/{view["match"]}/review?ply=' in told and "Best turn" in told


def test_the_page_of_a_match_that_is_over_has_it_without_scripts(anna):
    view = over(anna, **{"other-1": "here", "option-grid": "6x5"})
    page = anna.get(f"/matches/{view['match']}", headers={"Accept": "text/html"}).text
    assert view["outcome"]["said"] in page.partition('id="result-title"')[2][:80]


def test_who_resigned_is_said_and_no_points_that_decide_nothing(anna, bert):
    match = anna.begin("focus")["match"]
    bert.post(f"/matches/{match}/seats", data={"name": "Bert"})
    assert anna.resign(match).status_code == 200
    mine, theirs = card(anna, match), card(bert, match)
    assert "You resigned." in mine and "Total" not in mine and 'result-head lost"' in mine
    assert "You win" in theirs and 'result-head won"' in theirs


def test_the_worst_turn_comes_when_the_engine_has_looked(anna, house, opponents):
    view = over(anna, "solitaire", **{"option-mode": "one-hand", "option-touch": "anywhere"})
    match = view["match"]
    told = card(anna, match)
    assert "still looking" in told and 'data-later="2"' in told and match in opponents.analysed
    for ply in house.snapshot(match).match.decisions:
        cost = 7.04 if ply == 1 else 0.1
        house.estimates.keep(match, Estimate(ply, "x", "", (0.5,), 10.0, ("x",), "y", 0.0, cost=cost))
    told = card(anna, match)
    assert "review?ply=2" in told and "still looking" not in told
    assert "−7</strong> points" in told, "no tenths where there are none"


def test_somebody_who_looks_on_has_nothing_worked_out(anna, bert, opponents):
    view = over(anna, "solitaire", **{"option-mode": "one-hand", "option-touch": "anywhere"})
    told = card(bert, view["match"])
    assert "data-later" not in told and opponents.analysed == [] and "Your best" not in told


def test_the_best_possible_is_filled_in(anna, opponents):
    view = over(anna, "solitaire", **{"option-mode": "one-hand", "option-touch": "anywhere"})
    assert "Best possible: searching" in card(anna, view["match"])
    seat = {"seat": 0, "points": 100, "yours": 28, "share": 0.28}
    opponents.arrangements[view["match"]] = {"seats": [seat]}
    told = card(anna, view["match"])
    assert "Best possible: 100. You scored 28 (28%)." in told and "28% of the best possible" in told


def test_a_personal_best_is_told(anna):
    fields = {"option-mode": "one-hand", "option-touch": "anywhere", "seed": "7"}
    first = over(anna, "solitaire", **fields)
    assert "best is" not in card(anna, first["match"])
    again = over(anna, "solitaire", **{**fields, "seed": "8"})
    mine, before = again["scores"][0], first["scores"][0]
    told = f"A new personal best! The old one was {before}." if mine > before else f"Your best is {before}."
    assert told in card(anna, again["match"])
    assert ('data-moment="Personal best"' in card(anna, again["match"])) == (mine > before)


def test_ones_own_square_is_ones_own_in_the_best_turn(anna, bert, house):
    match = anna.begin("solitaire", **{"option-mode": "alternate", "option-touch": "anywhere"})["match"]
    bert.post(f"/matches/{match}/seats", data={"name": "Bert"})
    now = house.snapshot(match)
    while not any(now.match.scores):
        seat = now.match.to_move
        best = max(now.match.legal(), key=lambda move, now=now, seat=seat: after(now.match, move).scores[seat])
        person = next(each for each in (anna, bert) if seat in now.seats_of(each.person_id))
        text = now.match.game.notation.say(now.match.row, best, seat)
        now = house.play(match, person.person_id, now.number + 1, text)
    anna.resign(match)
    told = card(person, match).split("Best turn")[1]
    assert "your square" in told[:200]


def after(match, move):
    """Return the match after one more move."""
    made = match.copy()
    made.make(move)
    return made


def test_days_in_a_row_are_a_moment_of_todays_deal_alone(anna, house, monkeypatch):
    match = house.daily.begin("solitaire", anna.person_id)
    anna.resign(match.id)
    assert "days in a row" not in card(anna, match.id)
    monkeypatch.setattr(house.daily, "streak", lambda person_id: Streak(3, 5, today=True))
    assert "Deal of the day: 3 days in a row!" in card(anna, match.id)


def test_the_worst_turn_says_the_chance_before_and_after(anna, house):
    view = over(anna, **{"other-1": "here", "option-grid": "6x5"})
    ply = house.snapshot(view["match"]).match.decisions[0]
    house.estimates.keep(view["match"], Estimate(ply, "x", "", (0.9, 0.9), 0.0, ("x",), "y", 0.77))
    assert 'chance to win <strong class="number">from 90% to 13%</strong>' in card(anna, view["match"])


def beaten(anna, house, **fields):
    """Return a match in which Anna beats a computer of level 2."""
    view = anna.begin(**{"other-1": "2", "option-grid": "6x5", **fields})
    now = house.snapshot(view["match"])
    while now.match.outcome is None:  # Anna takes the most each time, the computer the least
        mine = now.seats_of(anna.person_id)[0] == now.match.to_move
        gain = now.match.game.rules.gain
        move = (max if mine else min)(now.match.legal(), key=lambda move, row=now.match.row: gain(row, move))
        text = now.match.game.notation.say(now.match.row, move, 0)
        played = house.play if mine else None
        number = now.number + 1
        now = played(now.id, anna.person_id, number, text) if played else house.play_for(now.id, number, text)
    return now


def test_the_first_win_against_a_level_is_a_moment_and_the_second_is_not(anna, house):
    first, again = beaten(anna, house), beaten(anna, house)
    assert "First win against level 2!" in card(anna, first.id) and 'data-moment="First win"' in card(anna, first.id)
    assert "First win against" not in card(anna, again.id)


def test_after_a_win_the_next_opponent_is_one_button_away(anna, house):
    now = beaten(anna, house, double="no")
    told = card(anna, now.id)
    persona = now.match.game.personas[2].name
    assert f"Next: {persona}, level 3" in told and 'name="option-grid" value="6x5"' in told
    fields = {"option-grid": "6x5", "other-1": "3", "begin": "draw"}
    assert all(f'name="{name}" value="{value}"' in told for name, value in fields.items())
    began = anna.post("/new/locus", data=fields)
    assert began.status_code == 201 and house.snapshot(began.json()["match"]).match.options["grid"] == "6x5"


def test_half_a_double_match_is_no_win_yet_and_leads_to_its_second_game(anna, house):
    told = card(anna, beaten(anna, house, double="yes").id)
    assert "data-moment" not in told and "Next:" not in told and "game 2</" in told


def test_after_a_loss_nobody_stronger_is_offered(anna):
    match = anna.begin(**{"other-1": "2"})["match"]
    anna.resign(match)
    assert "Next:" not in card(anna, match)


def test_after_a_game_at_ones_level_another_is_one_button_away(anna, house):
    now = beaten(anna, house, **{"other-1": "690"})
    rival = max(now.seats, key=lambda seat: seat.level or 0)
    assert rival.level == 690 and rival.name == f"{now.match.game.personas[0].name} 690"
    told = card(anna, now.id)
    assert "Next: a game at your level" in told and "First win against" not in told and "level 690" not in told
    again = anna.begin("locus", **{"other-1": "mine"})
    assert max(seat.level or 0 for seat in house.snapshot(again["match"]).seats) > 700
    page = anna.get("/new/locus").text
    assert "by your last 1 game." in page and re.search('value="mine"[^>]* checked', page)


def test_the_chart_of_a_review_gives_partners_one_chance(anna, house, monkeypatch):
    others = dict.fromkeys(("other-1", "other-2", "other-3"), "here")
    view = anna.begin("focus", **{"option-players": "4", "option-teams": "on", **others})
    match = anna.move(view, view["moves"][0]["text"]).json()["match"]
    anna.resign(match)
    now, drawn = house.snapshot(match), {}
    house.estimates.keep(match, Estimate(now.match.decisions[0], "", "", (0.4, 0.1, 0.4, 0.1), 0, (), "", 0.0))
    monkeypatch.setattr(charts, "course", lambda title, lines, *_, **__: drawn.update({title: lines}) or "<svg/>")
    assert anna.get(f"/matches/{match}/review", headers={"Accept": "text/html"}).status_code == 200
    assert [line[0] for line in drawn["Chance to win before each move"]] == pytest.approx([0.8, 0.2, 0.8, 0.2])
