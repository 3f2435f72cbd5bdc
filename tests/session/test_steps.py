"""Steps at a table, each from one snapshot to the next, without a house: seats, races, reactions, results."""

from dataclasses import replace
from datetime import timedelta
from random import Random
from types import SimpleNamespace

import pytest

from fivefold.contract import Chance, Information, PolicyRollouts, TurnOrder
from fivefold.contract.errors import InvalidMove, MatchOver
from fivefold.play import chance
from fivefold.play.catalogue import find, keys
from fivefold.play.match import Match
from fivefold.play.observation import observed
from fivefold.session import offers, races, result, steps
from fivefold.session.errors import NotOffered, NotYours, SeatTaken, Stale
from fivefold.session.seats import distinct_names, double_totals, seats_change, starting_seat
from fivefold.session.snapshot import LIVE, OVER, REACTION_SECONDS, UNDO, WAITING, reaction_seconds, stamped
from tests.games import fakes
from tests.quick import in_turn

from .tables import ANNA, BEN, NOON, computer, empty, person, table


def play(now, *texts):
    """Make moves for the seats whose turn it is; the first legal ones if none are given."""
    for text in texts or [now.match.legal_moves()[0]]:
        now = steps.play(now, {now.to_act}, now.number + 1, text)
    return now


def test_a_table_with_an_open_seat_waits_until_somebody_takes_it():
    waiting = table("locus", person(ANNA), empty())
    assert waiting.status == WAITING and waiting.to_act is None
    live = steps.sit(waiting, BEN, None, "Ben", "")
    assert live.status == LIVE and live.names == ("Anna", "Ben") and waiting.status == WAITING
    assert steps.sit(live, BEN, None, "Ben", "") is live
    with pytest.raises(SeatTaken, match="already sit there; you can watch"):
        steps.sit(live, "cleo", None, "Cleo", "")


def test_a_move_leads_to_another_snapshot_and_changes_nothing_in_the_first():
    now = table("locus")
    after = play(now)
    assert (now.number, after.number) == (len(now.entries), now.number + 1)
    assert len(now.match.moves) + 1 == len(after.match.moves) and after.revision == now.revision + 1
    assert steps.play(after, {now.to_act}, after.number, after.entries[-1].text) is after  # sent once more
    with pytest.raises(Stale, match="look at the table as it is now"):
        steps.play(after, {after.to_act}, after.number, after.match.legal_moves()[0])
    with pytest.raises(NotYours, match=r"it is .*'s turn"):
        steps.play(after, {now.to_act}, after.number + 1, after.match.legal_moves()[0])


def test_between_people_taking_back_is_asked_for_and_agreed_to():
    now = play(table("locus"))
    asked = offers.offer(now, now.names[now.match.movers[-1]].lower(), UNDO, now.number + 1)
    assert asked.offer.seat == now.match.movers[-1] and asked.match is now.match
    with pytest.raises(NotYours, match="answer: the others answer you; you can withdraw"):
        offers.answer(asked, asked.seats[asked.offer.seat].person, agree=True)
    assert offers.answer(asked, asked.seats[asked.offer.seat].person, agree=False).offer is None
    back = offers.answer(asked, asked.seats[1 - asked.offer.seat].person, agree=True)
    assert back.entries[-1].kind == UNDO and back.match.moves == table("locus").match.moves


def test_against_a_computer_taking_back_takes_its_reply_too():
    start = table("locus", person(ANNA), computer(1), first="0")
    back = offers.offer(play(play(start)), ANNA, UNDO, start.number + 3)
    assert back.match.moves == start.match.moves
    with pytest.raises(NotOffered, match="undo: you have not moved yet"):
        offers.offer(back, ANNA, UNDO, back.number + 1)


@pytest.mark.parametrize("seat", [0, 1])
def test_at_one_screen_somebody_may_say_which_seat_gives_up(seat):
    over = steps.resign(table("grab", person(ANNA), person(ANNA)), ANNA, 2, seat)
    assert over.status == OVER and over.match.outcome.winner == 1 - seat and over.entries[-1].mover == seat


def test_a_race_against_oneself_is_called_off_unless_a_seat_is_named():
    over = steps.resign(table("grab", person(ANNA), person(ANNA)), ANNA, 2)
    assert over.entries[-1].kind == "abandoned" and over.match.outcome.winner is None


def test_a_seat_of_somebody_else_does_not_give_up():
    over = steps.resign(table("locus"), ANNA, len(table("locus").entries) + 1, seat=1)
    assert over.entries[-1].mover == 0


def test_what_comes_after_the_end_is_refused():
    over = steps.resign(table("locus"), ANNA, len(table("locus").entries) + 1)
    with pytest.raises(NotOffered, match="undo: the match is over and its moves stand"):
        offers.offer(over, ANNA, UNDO, over.number + 1)
    with pytest.raises(MatchOver):
        steps.play(over, {0}, over.number + 1, "a1:up")


LEVELS = range(1, len(REACTION_SECONDS) + 1)


@pytest.mark.parametrize("level", LEVELS)
def test_it_varies_by_a_quarter_around_what_the_level_takes(level):
    average = REACTION_SECONDS[level - 1]
    drawn = [reaction_seconds(level, "abc", number) / average for number in range(2_000)]
    assert 0.75 <= min(drawn) < 0.76 and 1.24 < max(drawn) <= 1.25
    assert sum(drawn) / len(drawn) == pytest.approx(1, abs=0.02)
    assert drawn[7] == reaction_seconds(level, "abc", 7) / average


def test_the_stronger_is_the_quicker():
    assert [REACTION_SECONDS[level - 1] for level in LEVELS] == sorted(REACTION_SECONDS, reverse=True)


@in_turn("seed", range(6))
@in_turn("game", ["locus", "focus", "race"])
def test_who_wants_to_begin_begins(game, seed):
    match = Match(game, seed=seed)
    first = match.to_move
    assert starting_seat(match, "me") == first
    assert starting_seat(match, "them") == 1 - first


@pytest.mark.parametrize(("begin", "seat"), [("me", 0), ("them", 1)])
def test_where_anyone_may_begin_seats_count_from_the_first(begin, seat):
    assert starting_seat(Match("grab", seed=5), begin) == seat


def test_the_last_in_turn_lets_all_others_begin():
    match = Match("focus", players=4)
    assert starting_seat(match, "them") == 3


def test_a_draw_is_one_of_the_matchs_own():
    match = Match("focus", seed=b"x" * 32, players=4)
    assert starting_seat(match, "draw") == chance.Fair(b"x" * 32).draw("seat", 4)
    assert {starting_seat(Match("focus", seed=seed, players=4), "draw") for seed in range(40)} == {0, 1, 2, 3}


def test_only_names_that_are_there_twice_get_a_seat():
    assert distinct_names(["Pip", "Anna", "Pip"], ["Red", "Green", "Yellow"]) == ("Pip (Red)", "Anna", "Pip (Yellow)")
    assert distinct_names(["Red", "Red"], ["Red", "Green"]) == ("Red", "Red (Green)")


def test_a_doubles_points_are_added_by_people():
    assert double_totals([5, 3], [10, 20], changed=False) == (15, 23)
    assert double_totals([5, 3], [10, 20], changed=True) == (25, 13)
    assert not seats_change(Match("locus")) and seats_change(Match("focus"))


SHORT = {"locus": {"grid": "6x5"}, "dice_poker": {"sets": "1"}, "solitaire": {"touch": "anywhere"}}


def over(key, seed=2, **options):
    match, chosen = Match(key, seed=seed, options={**SHORT.get(key, {}), **options}), Random(seed)
    while match.outcome is None and len(match.moves) < 400:
        match.make(chosen.choice(match.legal()))
    return match


@pytest.mark.parametrize("key", keys())
def test_what_each_seat_has_adds_up_to_its_points(key):
    match = over(key)
    made = result.gains(match)
    totals = [sum(item.points for item in items) for items in result.tallies(match, made)]
    assert all(match.game.notation.WORDS.text(item.label) for items in result.tallies(match, made) for item in items)
    if find(key).traits.scores_decide:
        assert tuple(totals) == match.scores


@pytest.mark.parametrize("options", [{"scoring": "pat"}, {"mode": "best-of-two"}, {"mode": "alternate", "steal": "on"}])
def test_squares_of_every_kind_add_up(options):
    known = {option.name: option.values for option in find("solitaire").setup.options}
    match = over("solitaire", **{name: value for name, value in options.items() if value in known.get(name, ())})
    totals = [sum(item.points for item in items) for items in result.tallies(match, result.gains(match))]
    assert tuple(totals) == match.scores


def test_hands_of_a_kind_are_counted_together_whatever_their_ranks():
    match = over("locus")
    (mine, _) = result.tallies(match, result.gains(match))
    labels = [match.game.notation.WORDS.text(item.label) for item in mine]
    assert len(labels) == len(set(labels)) and "bonus" in labels
    assert [item.points for item in mine] == sorted((item.points for item in mine), reverse=True)


def test_the_best_turn_is_the_one_that_earned_most():
    match = over("locus")
    made = result.gains(match)
    best = result.best_turn(match, made, {0})
    assert best.points == max(gain.points[0] for gain in made if gain.ply.mover == 0)
    assert match.movers[best.ply - 1] == 0 and best.earned_with is not None
    assert result.best_turn(Match("locus", seed=1), [], {0, 1}) is None


def test_the_course_of_a_match_adds_up():
    match = over("locus")
    parts = result.course(result.gains(match), 0)
    assert len(parts) == 5 and sum(mine for mine, _ in parts) == match.scores[0]
    assert sum(theirs for _, theirs in parts) == match.scores[1]
    assert result.course([], 0) == [(0, 0)] * 5


@pytest.fixture
def secret_race(monkeypatch):
    """Return a race in which each seat's stake is hidden from the other, and the positions in which texts were read.

    No search plays such a game yet, so it is refused when it is made; what people do at a table must hold even so.
    """
    monkeypatch.setattr("fivefold.contract.game.check", lambda game: None)
    open_race = fakes.fake(TurnOrder.RACE, Information.OPEN, Chance.NONE, PolicyRollouts)
    hidden = fakes.rules_of(race=True, hidden=True, chance=Chance.NONE)
    rules = SimpleNamespace(**{**vars(open_race.rules), **hidden})
    seen = []

    def read(row, text):
        seen.append(list(row))
        return open_race.notation.read(row, text)

    notation = SimpleNamespace(**{**vars(open_race.notation), "read": read})
    traits = replace(open_race.traits, information=Information.HIDDEN)
    return replace(open_race, rules=rules, notation=notation, traits=traits), seen


@pytest.mark.parametrize(("text", "error"), [("2:take3", None), ("take3", None), ("2:hello", InvalidMove)])
def test_what_is_typed_in_a_race_is_read_as_its_seat_sees_the_position(secret_race, text, error):
    game, seen = secret_race
    now = table(game)
    if error is None:
        assert steps.play(now, (1,), 1, text).match.history == ["2:take3"]
    else:
        with pytest.raises(error):
            steps.play(now, (1,), 1, text)
    assert seen == [observed(game, now.match.row, 1)] != [now.match.row]


def test_whether_a_move_still_counts_is_decided_by_what_its_seat_sees(secret_race):
    game, _ = secret_race
    asked = []

    def still_meant(then, now, move):
        asked.extend([then, now])
        return False

    start = table(game)
    now = steps.play(start, (0,), 1, "1:take5")
    game.rules.still_meant = still_meant
    with pytest.raises(Stale, match=r"^Anna was quicker$"):  # in a game with secrets not with what
        steps.play(now, (1,), 1, "2:take3")
    assert {tuple(row) for row in asked} == {tuple(observed(game, row, 1)) for row in (start.match.row, now.match.row)}


@pytest.mark.parametrize(
    ("seats", "text", "seat"), [((0,), "take1", 0), ((1,), "take1", 1), ((0, 1), "2:take1", 1), ((1,), " 2 : take1", 1)]
)
def test_a_text_speaks_for_the_seat_it_names_or_for_the_only_one(seats, text, seat):
    now = table("grab")
    assert races.addressed_seat(now, seats, text) == seat


@pytest.mark.parametrize(
    ("seats", "text", "error", "said"),
    [
        ((0, 1), "up", InvalidMove, "up: write whose move it is first; 1: is Anna and 2: is Ben"),
        ((0,), "2:up", NotYours, "2:up: that is Ben's to do; your moves begin with 1:"),
        ((0, 1), "3:up", NotYours, "3:up: nobody has that number; your moves begin with 1: or 2:"),
    ],
)
def test_a_text_that_speaks_for_nobody_here_is_refused(seats, text, error, said):
    with pytest.raises(error) as refused:
        races.addressed_seat(table("grab"), seats, text)
    assert str(refused.value) == said


def after(seconds):
    return NOON + timedelta(seconds=seconds)


def seconds_of(call):
    return (call.at - NOON).total_seconds()


def test_a_computers_time_runs_from_its_own_move_whatever_the_others_do():
    now = stamped(table("grab", person(ANNA), computer(3)), NOON)
    (call,) = now.calls
    assert call.seat == 1 and seconds_of(call) == pytest.approx(reaction_seconds(3, "table", 1), abs=0.001)
    now = stamped(steps.play(now, (0,), now.number + 1, "take"), after(1))  # and another card comes
    assert now.calls == (call,), "who is quick does not keep it from its turn"
    now = stamped(steps.play(now, (1,), now.number + 1, "take"), after(4))
    (later,) = now.calls
    assert seconds_of(later) == pytest.approx(4 + reaction_seconds(3, "table", 4), abs=0.001)


def test_a_computer_that_has_only_just_moved_is_refused():
    now = stamped(table("grab", person(ANNA), computer(7)), NOON)
    with pytest.raises(Stale, match="has only just moved"):
        races.refuse_haste(now, 1, after(0.1))
    races.refuse_haste(now, 1, after(2))
    races.refuse_haste(now, 1, NOON - timedelta(days=1))  # a clock that was set back


def test_which_computer_moves_first_is_known():
    now = stamped(table("grab", computer(1), computer(7)), NOON)
    first = races.first_call(now, NOON)
    assert first.seat == 1 and first == min(now.calls, key=lambda call: call.at)
    assert races.first_call(table("locus"), NOON) is None


def test_a_strength_reacts_like_the_level_below_it():
    now = stamped(table("grab", person(ANNA), computer(1340)), NOON)
    (call,) = now.calls
    below = now.match.game.level_below(1340)
    assert below < 7 and seconds_of(call) == pytest.approx(reaction_seconds(below, "table", 1), abs=0.001)
