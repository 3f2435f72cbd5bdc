"""How cards are played at first sight: what is worth more, when a card is rejected, moved or stolen, and the end."""

import math
import subprocess
import sys
from datetime import date
from random import Random

import pytest
from solitaire_table import Table, cell, key
from tests.quick import first

from fivefold.contract import CHANCE, NOBODY, Learning, OutcomeOdds
from fivefold.engine.shares import win_chance
from fivefold.games.solitaire import GAME, evaluation, hindsight, learning, policy, rules
from fivefold.games.solitaire.evaluation import DATA, NO_CARD, ODDS, ODDS_PHASES, PATTERNS, WHOLE_ODDS
from fivefold.games.solitaire.rules import (
    ASIDE,
    DEAL,
    DONE,
    ORDINARY_HANDS,
    PASS,
    PLACE,
    PLANT,
    REJECT,
    SCORING,
    SHIFT,
    STEAL,
    kind_of,
    target_of,
)
from fivefold.lab.configuration import configuration_of
from fivefold.lab.provenance import PROVENANCE, digest, read
from fivefold.parts.stored_table import ENDING, StoredTable
from fivefold.play.match import Match

FREE = {"touch": "anywhere", "rejects": "0/0/0"}
FLUSH_AND_FOUR = """
2c 5c 9c -- Jc
Kc Kd Kh -- 4s
-- -- -- -- --
-- -- -- -- --
-- -- -- -- --
"""


def chosen(table, seat=0):
    return policy.choose(table.row, seat)


def said(table, text):
    return table.number(text)


def tried(table, seat=0):
    out = [0] * policy.MOST_TRIED
    return out[: policy.candidates(table.row, seat, out)]


LATE = """
9c Tc Jc -- 2h
2d 2s 2c -- 5h
3d 3h 3s 3c 6h
4d 4h 4s 4c 7h
5d 5s 6s 6d 7s
"""


@pytest.mark.parametrize("scoring", ["english", "american", "user"])
def test_a_card_that_completes_a_hand_goes_there(scoring):
    late = LATE.replace("9c Tc Jc -- 2h", "9c Tc Jc -- Qc")
    assert chosen(Table(**FREE, scoring=scoring).square(1, late).face_up("Kc")) == said(
        Table(**FREE).face_up("Kc"), "Kc@1d1"
    )
    table = Table(**FREE, scoring=scoring).square(1, FLUSH_AND_FOUR)
    assert chosen(table.face_up("Ks")) == said(table, "Ks@1d2")


def test_with_pat_only_rows_are_looked_at():
    columns = "2c -- -- -- --\n5c -- -- -- --\n9c -- -- -- --\nJc -- -- -- --\n-- 3d 3h 3s 3d"
    table = Table(**FREE, scoring="pat").square(1, columns).face_up("3c")
    assert target_of(chosen(table)) == cell("1a5")
    assert len({target_of(move) // 5 for move in tried(table)}) == len(tried(table)) == 5
    table = Table(**FREE, scoring="american").square(1, columns.replace("3d 3h 3s 3d", "3d 5h 7s 9d")).face_up("7c")
    assert target_of(chosen(table)) == cell("1a5")


def test_the_first_card_has_one_place_worth_a_look_where_any_is_as_good():
    assert len(tried(Table(**FREE).face_up("7c"))) == 1
    assert len(tried(Table(rejects="0/0/0").face_up("7c"))) == policy.MOST_TRIED


@pytest.mark.parametrize("scoring", ["english", "american"])
def test_a_card_that_spoils_a_line_is_rejected_and_one_that_makes_it_is_not(scoring):
    waiting = "9c Tc Jc Qc --\n2d 2h 2s -- 5h\n3d 3h 3s 3c 6h\n4d 4h 4s 4c 7h\n5d 5s 6s 6d 7s"
    table = Table(touch="anywhere", scoring=scoring).square(1, waiting).face_up("Kc")
    assert chosen(table) == said(table, "Kc@1e1")
    table = Table(touch="anywhere", scoring=scoring).square(1, waiting).face_up("Ah")
    assert kind_of(chosen(table)) in {ASIDE, REJECT}


def test_of_two_cards_face_up_the_one_that_makes_the_hand_is_taken():
    table = Table(**FREE, deal="2", scoring="american").square(1, FLUSH_AND_FOUR).face_up("3d", "Ks")
    assert chosen(table) == said(table, "Ks@1d2")


def test_cards_move_where_that_gains_and_done_comes_when_nothing_does():
    apart = "Kc Kd Kh 2s --\n-- -- -- -- Ks\n-- -- -- -- --\n-- -- -- -- --\n-- -- -- -- --"
    table = Table(**FREE, move="movable", scoring="american").square(1, apart).face_up("7d")
    assert chosen(table) == said(table, "1e2-1e1")
    full = "Kc Kd Kh Ks 2s\nQc Qd Qh Qs 3d\nJc Jd Jh Js 4h\n2c 5d 7h 9s Ac\n3c 6d 8h Ts Ad"
    table = Table(**FREE, move="movable", scoring="american").square(1, full).face_up("7d")
    assert kind_of(chosen(table)) == DONE


def test_a_game_of_moving_cards_comes_to_an_end():
    table, random, moved = Table(**FREE, move="movable", scoring="american"), Random(5), 0
    while table.row[rules.TURN] != NOBODY:
        legal = table.legal()
        move = random.choice(legal) if table.row[rules.TURN] == CHANCE else chosen(table)
        assert move in legal
        moved += kind_of(move) == SHIFT
        table.play_number(move)
    assert moved and table.row[rules.REASON] == rules.SAID_DONE


def test_the_card_that_makes_the_hand_is_stolen_and_one_that_spoils_is_planted():
    mine, theirs = "Kc Kd Kh 2s --", "Ks 3c 5d 7h 9d\n-- -- -- -- --\n-- -- -- -- --"
    table = Table(mode="alternate", steal="on", touch="anywhere", touch2="anywhere", scoring="american")
    table.square(1, mine).square(2, theirs).face_up("8c").turn_of(0)
    assert kind_of(chosen(table)) == STEAL and target_of(chosen(table)) == cell("1e1")
    full = "Kc Kd Kh Ks 2s\nQc Qd Qh Qs 3d\nJc Jd Jh Js 4h\n2c 5d 7h 9s Ac\n3c 6d 8h Ts Ad"
    table = Table(mode="alternate", plant="on", rejects="0/0/0", touch2="anywhere", scoring="american")
    table.square(1, full).square(2, "2d 4d 6h -- 8d").face_up("9c").turn_of(0)
    worths = {move: policy.move_worth(table.row, move) for move in table.legal()}
    assert {kind_of(move) for move in worths} == {PLANT, PASS}
    assert worths[chosen(table)] == max(worths.values())


@pytest.mark.parametrize("mode", ["alternate", "race"])
def test_what_can_be_stolen_is_looked_at_though_a_card_face_up_seems_worth_more(mode):
    table = Table(mode=mode, steal="on", rejects="0/0/0").square(1, "Kc Kd Kh -- --").square(2, "2c 5d 8h -- --")
    table.face_up("Ks").turn_of(0)
    looked_at = tried(table)
    worths = [policy.move_worth(table.row, move) for move in looked_at]
    assert looked_at[0] == chosen(table) and kind_of(looked_at[0]) == PLACE
    assert {kind_of(move) for move in looked_at} == {PLACE, STEAL}
    assert worths == sorted(worths, reverse=True) and len(set(looked_at)) == len(looked_at) == policy.MOST_TRIED
    assert {kind_of(move) for move in tried(Table(mode=mode, rejects="0/0/0").face_up("Ks").turn_of(0))} == {PLACE}


@pytest.mark.parametrize("first", [0, 1])
def test_in_a_race_each_seat_has_its_own_best_move(first):
    table = Table(mode="race", touch="anywhere", touch2="anywhere", scoring="american")
    table.square(1, "7d 7h 7s -- 2h").square(2, "9d 9h 9s -- 2d").face_up(("7c", "9c")[first])
    assert chosen(table, first) == said(table, f"{first + 1}:{('7c', '9c')[first]}@{first + 1}d1")


@pytest.mark.slow
def test_what_a_move_is_worth_orders_the_moves_as_choosing_does():
    random = Random(2)
    for options in ({**FREE, "scoring": "american"}, {"touch": "corners", "hands": "12"}, {"mode": "sum-of-two"}):
        table = Table(**options)
        for _ in range(24):
            table.deal_any()
            worths = {move: policy.move_worth(table.row, move) for move in table.legal()}
            assert worths[chosen(table)] >= max(
                (worth for move, worth in worths.items() if kind_of(move) in {PLACE, ASIDE}), default=-(1 << 30)
            )
            table.play_number(random.choice([move for move in worths if kind_of(move) == PLACE]))


def test_patterns_tell_apart_what_can_still_come():
    table = Table(**FREE)
    ranks, suits = evaluation.ranks_left(table.row, 0), evaluation.suits_left(table.row, 0)

    def value(cards, left=12):
        return evaluation.line_worth(table.row, 0, 0, key(cards), ranks, suits, left)

    table.row[rules.SCORING] = rules.AMERICAN
    assert value("2c 5c 9c Jc") > value("2c 5c 9c Jd")
    assert value("7c 7d 7h") > value("7c 7d 8h") > value("7c 8d 2h")
    table.row[rules.SCORING] = rules.ENGLISH
    assert value("5c 6d 7h 8s") > value("5c 6d 7h Ts")
    assert value("5c 6d 7h 8s", 12) > value("5c 6d 7h 8s", 1)


def test_every_pattern_has_a_number_of_its_own_kind():
    random, table = Random(4), Table(**FREE)
    for _ in range(3000):
        line = sum(rules.CARD_KEY[value] for value in random.sample(range(1, 53), random.randint(0, 4)))
        ranks = sum(random.randint(0, 3) << 3 * rank for rank in range(13))
        suits = sum(random.randint(0, 12) << 8 * suit for suit in range(4))
        found = evaluation.line_pattern(table.row, line, ranks, suits)
        assert 0 <= found < evaluation.PATTERNS
        starts = (evaluation.NO_CARD, evaluation.ONE, evaluation.TWO, evaluation.THREE, evaluation.FOUR)
        assert found >= starts[line >> rules.SIZE_SHIFT]


def test_more_decks_count_as_their_average():
    one, four = Table(**FREE), Table(**FREE, decks="4")
    assert evaluation.ranks_left(one.row, 0) == evaluation.ranks_left(four.row, 0)
    assert evaluation.suits_left(one.row, 0) == evaluation.suits_left(four.row, 0)


def test_a_reject_place_is_worth_less_the_fuller_the_square():
    table = Table(**FREE)
    early = evaluation.reject_worth(table.row, 0, 0)
    table.square(1, FLUSH_AND_FOUR)
    assert early == evaluation.reject_worth(table.row, 0, -20) > evaluation.reject_worth(table.row, 0, 12) > 0


def test_the_value_of_a_finished_game_is_its_score():
    random = Random(3)
    for options in ({"scoring": "american"}, {"mode": "best-of-two"}, {"mode": "alternate", "scoring": "user"}):
        table = Table(**options)
        while table.row[rules.TURN] != NOBODY:
            table.play_number(random.choice(table.legal()))
        value = [0, 0]
        evaluation.value(table.row, value)
        assert value[: len(table.scores())] == table.scores()


@pytest.mark.slow
@pytest.mark.parametrize(
    "options", first(1, [{}, {"mode": "sum-of-two"}, {"touch": "edges", "scoring": "english"}]), ids=str
)
def test_the_last_card_of_a_game_of_moving_is_planned_and_the_plan_is_carried_out(options):
    given = {**FREE, "move": "movable", "scoring": "american", **options}
    table, random, made = Table(**given), Random(6), 0
    while table.row[rules.TURN] != NOBODY:
        arrangement = [0] * hindsight.ARRANGEMENT
        planned = table.row[rules.TURN] >= 0 and hindsight.plan(table.row, 0, arrangement, [0], 300)
        if table.row[rules.TURN] >= 0 and planned >= 0:
            assert planned in table.legal()
            made += 1
            target = list(table.row)
            hindsight.lay(target, 0, arrangement)
            table.play_number(planned)
        elif table.row[rules.TURN] >= 0 and rules.all_full(table.row):
            break
        else:
            places = [move for move in table.legal() if kind_of(move) in {PLACE, DEAL}]
            table.play_number(random.choice(places))
    assert 0 < made < 120
    assert table.row[rules.CELL : rules.CELL + 50] == target[rules.CELL : rules.CELL + 50]


def test_twenty_points_ahead_are_a_chance_of_73_percent():
    assert win_chance(20, GAME.search.points_scale) == pytest.approx(0.731, abs=0.001)


def test_a_square_that_is_pat_is_worth_ten_thousand_and_one_that_may_be_its_chance_of_that():
    won = "2c 5c 7c 9c Jc\n2d 5d 7d 9d Jd\n2h 5h 7h 9h Jh\n2s 5s 7s 9s Js\nAc Ad Ah Kc Kd"
    worth = [0]
    for square, low, high in ((won, 10_000, 10_000), (won.replace("Kd", "--"), 100, 9_900)):
        evaluation.value(Table(scoring="pat").square(1, square).row, worth)
        assert low <= worth[0] <= high


def start(**options):
    return Match("solitaire", seed=1, **options).row


def test_points_of_your_own_go_on_from_what_they_make_likely_hands_worth():
    row, more = (start(scoring="user", table=table) for table in ("1=1,2=3,3=6", "1=2,2=6,3=12"))
    known = learning.known(row)
    assert known != learning.known(start(scoring="english"))
    assert (
        len(known) == evaluation.WEIGHTS
        and any(known[: evaluation.CROSSINGS])
        and not any(known[evaluation.CROSSINGS :])
    )
    at = max(range(evaluation.CROSSINGS), key=known.__getitem__)
    pattern, phase = divmod(at, evaluation.PHASES)
    assert known[at] == evaluation.expected_points(row, pattern, phase) / evaluation.HUNDRED
    assert learning.known(more)[at] > known[at]


def test_english_and_american_go_on_from_their_own():
    english, american = (learning.known(start(scoring=scoring)) for scoring in ("english", "american"))
    assert english != american
    assert english[100] == evaluation.ENGLISH_TABLE[100] / evaluation.HUNDRED
    assert start(scoring="english")[SCORING] != start(scoring="american")[SCORING]


@pytest.mark.slow
@pytest.mark.parametrize("mode", ["one-hand", "alternate"])
@pytest.mark.parametrize("touch", ["edges", "anywhere"])
@pytest.mark.parametrize("scoring", ["english", "american", "pat", "user"])
def test_what_learning_goes_on_from_is_what_a_line_is_worth_in_play(scoring, touch, mode):
    row = start(scoring=scoring, touch=touch, mode=mode)
    known = learning.known(row)
    for at in range(0, evaluation.CROSSINGS, 97):
        played = evaluation.pattern_worth(row, 0, 0, *divmod(at, evaluation.PHASES)) / evaluation.HUNDRED
        assert (math.log(known[at]) if scoring == "pat" else known[at]) == pytest.approx(played)


@pytest.mark.parametrize(
    ("options", "name"),
    [
        ({"scoring": "english", "touch": "anywhere"}, "english"),
        ({"scoring": "english", "touch": "edges"}, "english-edges"),
        ({"scoring": "american", "touch": "corners"}, "american"),
        ({"scoring": "american", "touch": "edges"}, "american-edges"),
        ({"scoring": "pat", "touch": "edges"}, "pat"),
        ({"scoring": "user", "touch": "edges"}, "user"),
        ({"scoring": "english", "touch": "edges", "mode": "alternate"}, "english-shared-edges"),
        ({"scoring": "english", "touch": "anywhere", "mode": "alternate"}, "english-shared"),
        ({"scoring": "english", "touch": "edges", "mode": "sum-of-two"}, "english-shared-edges"),
        ({"scoring": "american", "touch": "edges", "mode": "alternate"}, "american-shared-edges"),
        ({"scoring": "american", "touch": "corners", "mode": "alternate"}, "american-shared"),
        ({"scoring": "english", "touch": "edges", "mode": "same-deck"}, "english-edges"),
        ({"scoring": "english", "touch": "edges", "mode": "best-of-two"}, "english-shared-edges"),
        ({"scoring": "english", "touch": "edges", "mode": "alternate", "decks": "2"}, "english-two-packs-edges"),
        ({"scoring": "english", "touch": "anywhere", "mode": "alternate", "decks": "2"}, "english-two-packs"),
        ({"scoring": "american", "touch": "edges", "mode": "alternate", "decks": "2"}, "american-edges"),
        ({"scoring": "english", "touch": "edges", "mode": "sum-of-two", "decks": "2"}, "english-edges"),
        ({"scoring": "english", "touch": "edges", "mode": "alternate", "plant": "on"}, "english-two-packs-edges"),
        ({"scoring": "pat", "touch": "edges", "mode": "alternate"}, "pat"),
    ],
)
def test_a_table_is_named_for_scoring_mode_and_touch(options, name):
    assert learning.table_name(start(**options)) == name


def test_each_of_two_learns_from_a_square_of_their_own():
    pair = "7c 7d -- -- --\n2c 3c 4c 5c 6c" + 15 * " --"
    alone, one, out = Table(mode="sum-of-two").square(1, pair), Table(mode="alternate").square(1, pair), [0] * 100
    assert [learning.settled(one.row, seat) for seat in range(2)] == [30, 0]
    assert learning.settled(alone.row, 0) == 30
    lines, cells = 9, 18
    assert learning.features(one.row, 0, out) == lines + cells
    assert learning.features(one.row, 1, out) == 10 + 25 and len(set(out[:10])) == 1
    assert learning.features(alone.row, 0, out) == lines + cells + 10 + 25


@pytest.mark.parametrize(
    "options", [{"decks": "1"}, {"decks": "2", "deal": "2", "steal": "on"}, {"mode": "race"}], ids=str
)
@pytest.mark.parametrize(("touch", "name"), [("edges", "english-two-packs-edges"), ("anywhere", "english-two-packs")])
def test_where_cards_are_planted_the_table_learnt_with_two_packs_weighs(touch, name, options):
    row, learnt = start(**{"touch": touch, "mode": "alternate", "plant": "on", **options}), StoredTable(DATA, name)
    assert [evaluation.table_entry(row, 0, at) for at in range(500)] == list(learnt.numbers[:500])


@pytest.mark.parametrize("mode", ["one-hand", "sum-of-two", "alternate"])
@pytest.mark.parametrize("touch", ["edges", "anywhere"])
@pytest.mark.parametrize("scoring", ["english", "american"])
def test_a_position_is_weighed_by_the_table_that_is_learnt_for_it(scoring, touch, mode):
    row = start(scoring=scoring, touch=touch, mode=mode)
    learnt = StoredTable(DATA, learning.table_name(row))
    for at in range(0, evaluation.WEIGHTS, 97):
        assert evaluation.table_entry(row, 0, at) == learnt[at]


TABLES = [value for value in vars(evaluation).values() if isinstance(value, StoredTable)]
NOTES = {name: note for name, note in read(DATA / PROVENANCE).items() if name != "points_scale"}


def test_every_file_is_a_table_of_the_game_and_has_a_note():
    names = sorted(table.name for table in TABLES)
    assert names == sorted(NOTES)
    assert sorted(file.stem for file in DATA.glob(f"*{ENDING}")) == names


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_a_note_is_of_the_numbers_that_are_there_and_says_how_to_make_them(table):
    note = NOTES[table.name]
    assert note["sha256"] == digest(table.file.read_bytes()) and note["numbers"] == len(table)
    assert note["command"].startswith("fivefold learn solitaire ")
    assert date.fromisoformat(note["date"]) <= date.today()
    assert "unknown" in note or {"games", "seed"} <= set(note)
    assert "score" in note or table is ODDS


def test_the_command_of_a_note_learns_the_table_of_that_name():
    for setting in learning.COUNTED_SET_UPS:
        name = learning.table_name(configuration_of(GAME, None, setting).start_row(GAME))
        assert setting["scoring"] in NOTES[name]["command"].casefold() or setting["scoring"] == "english"
        assert ("touch=edges" in NOTES[name]["command"]) == (setting["touch"] == "edges")
    assert GAME.extra_of(OutcomeOdds).table == ODDS.name and "--table odds" in NOTES[ODDS.name]["command"]


def test_a_table_has_a_number_for_each_pattern_and_phase():
    for table in TABLES:
        if table is not ODDS:
            patterns_only = table is evaluation.PAT_TABLE
            assert len(table) == (evaluation.CROSSINGS if patterns_only else GAME.extra_of(Learning).weights)
    assert len(ODDS) == PATTERNS * ODDS_PHASES * ORDINARY_HANDS


def test_the_odds_of_a_pattern_add_up():
    for state in range(NO_CARD, PATTERNS * ODDS_PHASES):
        total = sum(ODDS[ORDINARY_HANDS * state + hand] for hand in range(ORDINARY_HANDS))
        assert abs(total - WHOLE_ODDS) <= ORDINARY_HANDS // 2


def test_who_only_plays_does_not_read_them():
    code = (
        "import fivefold; match = fivefold.Match('solitaire', seed=1); match.make(match.legal()[0]); match.svg();"
        "from fivefold.games.solitaire import evaluation;"
        "tables = [each for each in vars(evaluation).values() if isinstance(each, evaluation.StoredTable)];"
        "print(len(tables), [each.name for each in tables if 'numbers' in vars(each)])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=300)
    assert done.stdout.strip() == f"{len(TABLES)} []"
