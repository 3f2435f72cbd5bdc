"""A sweep over options: what is wanted, which sets there are, what is said of them."""

import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fivefold
from fivefold import InvalidOption
from fivefold.cli import main
from fivefold.contract import HandTables
from fivefold.engine.kernels import announced
from fivefold.lab import jobs
from fivefold.lab import sweep as door
from fivefold.lab.estimates import Estimate
from fivefold.lab.sweep import (
    PROPERTIES,
    Measured,
    OptionSets,
    SelfPlayGame,
    SelfPlayStart,
    Varied,
    Verdict,
    checked,
    effects,
    facts,
    front,
    grid,
    is_open,
    job,
    measure,
    option_set,
    overall,
    parse,
    parsed,
    play,
    play_start,
    player_of,
    ranked,
    read_varied,
    rounds,
    search_all,
    search_some,
    sweep,
    terms_of,
    vary,
)

LOCUS, POKEROS, FOCUS, SOLITAIRE = map(fivefold.find, ("locus", "pokeros", "focus", "solitaire"))
GAME = SelfPlayGame(first=1.0, drawn=False, plies=50, choices=10.0, lead_changes=3, margin=5.0, points=60.0, drama=0.2)
NUMBERS = st.decimals(min_value=0, max_value=9999, places=2)


def terms(*wants, game=POKEROS, starts=40, even=False, seed=1):
    return terms_of(game, wants, ("draws",), "random", matches=2 * starts, seconds=10, scale=1, seed=seed, even=even)


@pytest.fixture
def cache(monkeypatch, tmp_path):
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "cache")
    return tmp_path / "cache" / "jobs"


# --- wants -----------------------------------------------------------------------------------------------------------


@given(st.sampled_from(sorted(PROPERTIES)), st.sampled_from("<>="), NUMBERS, st.sampled_from(["", " ", "  "]))
def test_a_want_is_read_as_it_is_written(name, sign, number, space):
    want = parse(f"{space}{name}{space}{sign}{space}{number}{space}")
    assert want.property.name == name
    assert want.text == f"{name}{sign}{number}"
    assert (want.low == -math.inf) == (sign == "<") and (want.high == math.inf) == (sign == ">")
    assert want.low <= float(number) <= want.high


@given(NUMBERS, NUMBERS)
def test_a_range_is_read_whichever_way_it_can_be(one, other):
    if one > other:
        with pytest.raises(InvalidOption, match=re.escape(f"minutes={float(other):g}..{float(one):g}")):
            parse(f"minutes={one}..{other}")
    else:
        want = parse(f"minutes={one}..{other}")
        assert (want.low, want.high) == (float(one), float(other))


@given(st.text(alphabet="edgrawsplu-<>=. 0123456789%", max_size=12))
def test_any_other_text_is_refused_in_words(text):
    try:
        want = parse(text)
    except InvalidOption as error:
        assert str(error).startswith("--want ") and error.problem.remedy
    else:
        assert want.low <= want.high


def test_what_is_wrong_with_a_want_is_said():
    for text, said in {
        "edge": "is written NAME<NUMBER",
        "edge<": "is written",
        "edge<=2": "is written",
        "edge<2%": "is written",
        "edgy<2": "edgy is nothing that is measured; take one of edge, draws",
        "draws<-1": "never below 0",
        "plies<3..4": "a range goes with =; write plies=3..4",
    }.items():
        with pytest.raises(InvalidOption, match=re.escape(said)):
            parse(text)


def test_wants_that_exclude_each_other_are_refused():
    with pytest.raises(InvalidOption, match="plies>90: plies<40 is wanted too"):
        parsed(["draws<2", "plies<40", "plies>90"])
    assert len(parsed(["plies<90", "plies>40"])) == 2


def test_a_want_is_met_open_or_not_by_the_whole_interval():
    draws, minutes, edge = parse("draws<5"), parse("minutes=10"), parse("edge<3")
    for want, found, verdict in (
        (draws, Estimate(2, 1, 4.9), Verdict.MET),
        (draws, Estimate(2, 1, 5.1), Verdict.OPEN),
        (draws, Estimate(6, 4, 8), Verdict.OPEN),
        (draws, Estimate(8, 5.1, 9), Verdict.NOT_MET),
        (minutes, Estimate(10, 9, 11), Verdict.MET),
        (minutes, Estimate(10, 8, 12), Verdict.OPEN),
        (minutes, Estimate(8, 7, 8.9), Verdict.NOT_MET),
        (edge, Estimate(-1, -2.9, 0.9), Verdict.MET),
        (edge, Estimate(-2, -4, 0), Verdict.OPEN),
        (edge, Estimate(-5, -7, -3.1), Verdict.NOT_MET),
    ):
        assert want.verdict(found) is verdict, (want.text, found)


def test_an_aim_has_no_bounds_and_is_met_by_anything():
    most, least = parse("drama = most"), parse("edge=least")
    assert (most.toward, least.toward, most.text) == (1, -1, "drama=most")
    assert least.verdict(Estimate(-70, -90, 90)) is Verdict.MET and most.shortfall(Estimate(0, 0, 0)) == 0
    for texts in (["edge=least", "edge=most"], ["fun=most"], ["edge<least"]):
        with pytest.raises(InvalidOption):
            parsed(texts)


def test_several_wants_are_met_only_together():
    assert overall([Verdict.MET, Verdict.MET]) is Verdict.MET
    assert overall([Verdict.MET, Verdict.OPEN]) is Verdict.OPEN
    assert overall([Verdict.NOT_MET, Verdict.OPEN]) is Verdict.NOT_MET


def test_how_far_a_figure_is_from_what_is_wanted_is_told_in_units_of_the_bound():
    want = parse("plies=40..50")
    assert want.shortfall(Estimate(45, 30, 60)) == 0
    assert want.shortfall(Estimate(60, 50, 70)) == pytest.approx(0.2)
    assert want.risk(Estimate(45, 30, 60)) == pytest.approx(0.2)


# --- option sets -----------------------------------------------------------------------------------------------------


def test_values_are_read_in_any_case_each_once():
    assert read_varied(POKEROS, ["DECK=Full,stripped,full", "wilds=0..2"]) == [
        Varied("deck", ("full", "stripped")),
        Varied("wilds", ("0", "1", "2")),
    ]
    assert read_varied(FOCUS, ["patience=20..60/20"])[0].values == ("20", "40", "60")


def test_what_is_wrong_with_values_is_said():
    for text, said in {
        "deck": "is written NAME=VALUE",
        "deck=": "is written",
        "duck=1": "Pokeros has no such option or hand; take one of hand, cards",
        "deck=half": "Pokeros has deck=full, stripped",
        "wilds=2..0": "has 0 numbers",
        "wilds=a..b": "is no range of numbers",
        "wilds=0..2/0": "is no range of numbers",
    }.items():
        with pytest.raises(InvalidOption, match=re.escape(said)):
            read_varied(POKEROS, [text])
    with pytest.raises(InvalidOption, match="nothing to vary"):
        checked([], {})
    with pytest.raises(InvalidOption, match="is varied twice"):
        checked([Varied("deck", ("full",))] * 2, {})
    with pytest.raises(InvalidOption, match="fixed by --option too"):
        checked([Varied("deck", ("full",))], {"Deck": "full"})


def test_too_many_combinations_are_refused_before_any_is_made():
    with pytest.raises(InvalidOption, match="1,002,001 combinations are too many"):
        grid(FOCUS, [Varied("patience", tuple(map(str, range(1001))))] * 2, {})


def test_options_that_mean_nothing_beside_others_count_once():
    sets = grid(SOLITAIRE, [Varied("mode", ("one-hand", "alternate")), Varied("steal", ("off", "on"))], {})
    assert [each.title for each in sets.found.values()] == [
        "mode one-hand, steal off",
        "mode alternate, steal off",
        "mode alternate, steal on",
    ]
    assert sets.same == [("mode one-hand, steal on", "mode one-hand, steal off")]
    assert not sets.skipped


def test_combinations_that_do_not_go_together_are_skipped_with_the_reason():
    sets = grid(FOCUS, [Varied("teams", ("off", "on")), Varied("players", ("2", "4"))], {"win": "last"})
    assert [each.title for each in sets.found.values()] == [
        "teams off, players 2",
        "teams off, players 4",
        "teams on, players 4",
    ]
    ((what, why),) = sets.skipped
    assert what == "teams on, players 2" and "teams need four players" in why


def test_a_set_names_only_what_differs_from_the_usual_game():
    assert option_set(POKEROS, {"bonus": "3"}, {"deck": "full", "wilds": "1"}).arguments == (
        "--option wilds=1 --option bonus=3"
    )
    assert OptionSets(POKEROS, {}).add({"deck": "full"}).arguments == ""


# --- playing ---------------------------------------------------------------------------------------------------------


def test_rounds_go_twice_as_far_each():
    assert rounds(100, even=False) == [13, 25, 50, 100]
    assert rounds(20, even=False) == [10, 20]
    assert rounds(5, even=False) == [5]
    assert rounds(100, even=True) == [100]


class Made:
    """Carries rounds out with made-up games: how many of a hundred are drawn depends on the option set."""

    def __init__(self, drawn):
        self.drawn, self.played = drawn, []

    def __call__(self, job):
        self.played.append([task.number for task in job.tasks])
        return [self.start(task) for task in job.tasks]

    def start(self, task):
        share = self.drawn[dict(task.matchup.options)["wilds"]]
        drawn = task.number * share // 100 < (task.number + 1) * share // 100
        game = SelfPlayGame(0.5 if drawn else task.number % 2, drawn, 50, 10.0, 3, 5.0, 60.0, 0.2)
        return SelfPlayStart(task.number, (game, game))


WILDS = [Varied("wilds", ("0", "1", "2"))]


def test_games_go_where_it_is_still_open_whether_the_wants_are_met():
    carry = Made({"0": 0, "1": 100, "2": 30})
    found = search_all(terms("draws<35", starts=80), WILDS, {}, carry)
    assert [(each.options.title, each.starts, each.verdict) for each in found.measured] == [
        ("wilds 0", 20, Verdict.MET),
        ("wilds 2", 80, Verdict.OPEN),
        ("wilds 1", 10, Verdict.NOT_MET),
    ]
    assert [len(numbers) for numbers in carry.played] == [30, 20, 20, 40, 80]
    assert found.again.options == found.best.options and found.again.starts == 80


def test_an_even_sweep_plays_as_much_with_every_set():
    found = search_all(terms("draws<35", starts=16, even=True), WILDS, {}, Made({"0": 0, "1": 100, "2": 30}))
    assert {each.starts for each in found.measured} == {16}


def test_a_set_is_settled_early_only_by_a_wider_interval():
    asked = terms("draws<30")
    options = option_set(POKEROS, {}, {"wilds": "0"})
    carry = Made({"0": 0})
    found = measure(asked, options, carry(job(asked, [options], range(9), "")))
    assert found.verdict is Verdict.MET and is_open(asked, found)


def test_what_is_wanted_but_means_nothing_leaves_a_set_out():
    asked = terms("edge<5", game=SOLITAIRE)
    with pytest.raises(InvalidOption, match=r"mode one-hand: edge means nothing where one plays alone"):
        search_all(asked, [Varied("mode", ("one-hand", "race"))], {}, Made({}))


def test_the_best_set_is_the_nearest_and_among_equals_the_more_usual():
    asked, carry = terms("draws<10"), Made({"0": 50, "1": 50, "2": 20})
    sets = [option_set(POKEROS, {}, {"wilds": wilds}) for wilds in "120"]
    order = ranked(asked, play(replace(asked, even=True), sets, carry))
    assert [each.options.title for each in order] == ["wilds 2", "wilds 0", "wilds 1"]


def made_up(asked, wilds, **figures):
    """Return a set with these figures, each with an interval of 1 to either side."""
    found = {name: Estimate(mean, mean - 1, mean + 1) for name, mean in figures.items()}
    verdicts = tuple(want.verdict(found[want.property.name]) for want in asked.wants)
    return Measured(option_set(POKEROS, {}, {"wilds": wilds}), (), found, verdicts)


def test_on_the_front_is_what_none_beats_in_every_aim():
    asked = terms("drama=most", "edge=least")
    few, many, neither = (
        made_up(asked, "0", drama=10, edge=-2, draws=1),
        made_up(asked, "1", drama=30, edge=5, draws=1),
        made_up(asked, "2", drama=20, edge=-6, draws=1),
    )
    assert front(asked, [few, many, neither]) == [few, many]
    assert ranked(asked, [neither, few, many]) == (many, few, neither), "which gives up least of both together"
    assert terms("drama=most").even, "an aim compares sets"


def test_what_does_not_meet_a_bound_is_not_on_the_front():
    asked = terms("drama=most", "draws<5")
    wild, tame = made_up(asked, "2", drama=30, draws=9), made_up(asked, "0", drama=10, draws=2)
    assert front(asked, [wild, tame]) == [tame] and ranked(asked, [wild, tame])[0] == tame


def test_without_aims_there_is_no_front():
    assert front(terms("draws<5"), [made_up(terms("draws<5"), "0", draws=2)]) == []


def test_the_terms_of_a_round_tell_other_games_apart():
    sets = [option_set(POKEROS, {}, {"wilds": wilds}) for wilds in "01"]
    usual = job(terms("draws<5"), sets, range(8), "").terms
    assert usual == job(terms("plies<5"), sets, range(8), "other").terms
    for other in (
        job(terms("draws<5", seed=2), sets, range(8), ""),
        job(terms("draws<5"), sets, range(8, 16), ""),
        job(terms("draws<5"), sets[:1], range(8), ""),
        job(replace(terms("draws<5"), player="3"), sets, range(8), ""),
    ):
        assert other.terms != usual


@pytest.mark.slow
def test_optuna_asks_for_the_same_sets_with_the_same_seed():
    drawn = {"0": 60, "1": 30, "2": 5}
    varied = [*WILDS, Varied("bonus", ("1", "2", "3")), Varied("deck", ("full", "stripped"))]
    one, other, third = (
        search_some(terms("draws<10", starts=8, seed=seed), varied, {}, 8, Made(drawn)) for seed in (1, 1, 2)
    )
    assert one == other
    assert one.trials == 8 and 1 < len(one.measured) <= 8
    assert dict(one.best.options.varied)["wilds"] == "2"
    assert [each.options for each in third.measured] != [each.options for each in one.measured]


@pytest.mark.slow
def test_optuna_makes_for_several_aims_at_once():
    def carry(job):
        """The more wild cards the more drama, the higher the bonus the longer, whatever the other is."""
        options = dict(job.tasks[0].matchup.options)
        game = GAME._replace(drama=int(options["wilds"]) / 10, plies=10 * int(options["bonus"]))
        return [SelfPlayStart(task.number, (game, game)) for task in job.tasks]

    varied = [*WILDS, Varied("bonus", ("1", "2", "3"))]
    found = search_some(terms("drama=most", "plies=most", starts=2), varied, {}, 25, carry)
    assert [each.options.title for each in found.front] == ["wilds 2, bonus 3"] == [found.best.options.title]
    assert [(row["wilds"], row["bonus"]) for row in found.rows() if row["front"]] == [("2", "3")]


@pytest.mark.slow
def test_optuna_goes_on_after_sets_that_cannot_be():
    varied = [Varied("teams", ("off", "on")), Varied("players", ("2", "4"))]

    def carry(job):
        game = SelfPlayGame(1.0, False, 50, 10.0, 3, 5.0, 60.0, 0.2)
        return [SelfPlayStart(task.number, (game, game)) for task in job.tasks]

    found = search_some(terms("plies<90", game=FOCUS, starts=8), varied, {}, 12, carry)
    assert len(found.skipped) == 1 and len(found.measured) == 3


# --- what hands are worth --------------------------------------------------------------------------------------------


def test_of_a_game_is_told_who_was_behind_and_by_how_much():
    told = facts(first=1, course=[(0, 4), (4, 8), (10, 8)], ends=[10, 8], shares=[1.0, 0.0], choices=[6, 4, 2])
    assert (told.first, told.drawn, told.plies, told.choices, told.margin, told.points) == (0.0, False, 3, 4, 2, 9)
    assert told.lead_changes == 1
    assert told.drama == pytest.approx(math.sqrt(0.4)), "twice behind by four of its ten points"
    assert facts(0, [(0, 4), (4, 4)], [4, 4], [0.5, 0.5], [2, 2]).drama == 0, "nobody won"


def test_a_hand_is_varied_by_its_name():
    assert vary(LOCUS, " Three of a Kind", [5, "05", "7"]) == Varied("three of a kind", ("5", "7"))
    made = option_set(LOCUS, {}, {"grid": "6x5", "pair": "9"})
    usual = LOCUS.extra_of(HandTables).table_of([]).usual([])
    assert made.given == (("grid", "6x5"),) and made.table == (0, 9, *usual[2:])
    assert made.settled != option_set(LOCUS, {}, {"grid": "6x5", "pair": "8"}).settled
    for game, name, value, said in (
        (LOCUS, "pair", "-1", "-1 is no number of points; take 0 to 999"),
        (LOCUS, "pair", "1000", "1000 is no number of points"),
        (LOCUS, "pear", "1", "no such option or hand; take one of grid, first, pair, two pair"),
        (SOLITAIRE, "flush", "1", "Poker Solitaire has no such option"),
    ):
        with pytest.raises(InvalidOption, match=re.escape(said)):
            vary(game, name, [value])


def test_where_hands_vary_both_sides_take_the_most_points():
    hands, options = [Varied("pair", ("1", "2"))], [Varied("grid", ("6x5",))]
    assert [player_of(LOCUS, None, hands), player_of(LOCUS, None, options)] == ["greedy", "3"]
    assert player_of(LOCUS, "greedy", hands) == "greedy" and player_of(LOCUS, "5", options) == "5"
    with pytest.raises(InvalidOption, match="--player 5: plays by the points of the rules; leave it out"):
        player_of(LOCUS, "5", hands)


@pytest.mark.slow
@pytest.mark.parametrize("key", ["locus", "pokeros"])
def test_games_by_a_table_count_by_it(key):
    game = fivefold.find(key)
    usual, pairs = (option_set(game, {}, {"pair": worth}) for worth in ("1", "500"))
    for each in (usual, pairs):
        (asked,) = job(terms("points>0", game=game), [each], range(3, 4), "").tasks
        start = play_start(asked)
        assert start.number == 3 and start == play_start(asked), "the same once more"
        one, other = start.games
        assert one != other and all(game.plies >= 30 for game in start.games), "the same cards, other choices"
        assert all((game.points > 500) == (each is pairs) for game in start.games)


@pytest.mark.slow
def test_both_games_on_a_start_are_dealt_alike(monkeypatch):
    seeds = []

    def watched(*what):
        run = announced(*what)
        return lambda census, given: (seeds.append([int(each) for each in given]), run(census, given))

    monkeypatch.setattr(door, "announced", watched)
    (asked,) = job(terms("points>0", game=LOCUS), [option_set(LOCUS, {}, {"pair": "1"})], range(1), "").tasks
    play_start(asked)
    (deals, choices), (same_deals, others) = seeds
    assert deals == same_deals and choices != others


@pytest.mark.slow
def test_a_sweep_over_hands_writes_what_is_on_the_front(cache, tmp_path, capsys):
    given = ["sweep", "locus", "--vary", "grid=6x5,6x6", "--vary", "two pair=1,40", "--want", "drama=most"]
    given += ["--want", "edge=least", "--want", "plies=least", "--matches", "32", "--jobs", "1"]
    assert main([*given, "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert said.startswith("Of 4 option sets, ")
    assert "on the front: no other is better in one aim and worse in none" in said
    text = (tmp_path / "sweep-locus-grid-hands.md").read_text()
    assert "Wanted: drama as large as can be; edge (either way) as small as can be; plies as small as can be." in text
    assert "Both sides took the move with the most points at once" in text and "fivefold play" not in text
    assert "--vary 'two pair=1,40' --want drama=most --want edge=least --want plies=least" in text
    assert (tmp_path / "sweep-locus-grid-hands-trade-off.svg").read_text().count("size of the edge, points") == 2


# --- the report ------------------------------------------------------------------------------------------------------


def found(*wants, starts=80):
    return search_all(terms(*wants, starts=starts), WILDS, {}, Made({"0": 0, "1": 100, "2": 30}))


def test_the_report_says_first_what_was_found():
    text = door.markdown(found("draws<35"), "fivefold sweep pokeros", [])
    title, first, *_ = text.split("\n\n")
    assert title == "# Pokeros: a sweep over wilds"
    assert first.startswith(
        "Of 3 option sets, one (wilds 0) certainly meets what is wanted. These matches cannot tell for one (wilds 2)."
    )
    assert "fivefold play pokeros\nfivefold study pokeros\n" in text
    assert "✓" in text and "✗" in text


def test_the_report_says_so_when_nothing_does():
    text = door.markdown(found("draws<35", "plies<30"), "fivefold sweep pokeros", [])
    assert "none certainly meets all that is wanted. Nearest comes **wilds 0**" in text


def test_the_report_says_so_when_all_do_or_none_is_known_to():
    met = door.conclusion(found("draws<101"))
    assert met.startswith("Of 3 option sets, all certainly meet what is wanted. ")
    unknown = door.conclusion(search_all(terms("draws<35"), WILDS, {}, Made({"0": 30, "1": 30, "2": 30})))
    assert ". These matches cannot tell for any of them. " in unknown


def test_findings_are_rows_of_a_table():
    rows = found("draws<35").rows()
    assert json.loads(json.dumps(rows)) == rows
    assert rows[0]["wilds"] == "0" and rows[0]["matches"] == 40 and rows[0]["verdict"] == "met"
    assert rows[0]["draws_low"] <= rows[0]["draws"] <= rows[0]["draws_high"]


def test_what_an_option_does_is_told_of_all_sets_with_it_alike():
    varied = [*WILDS, Varied("bonus", ("1", "2"))]
    told = effects(search_all(terms("draws<35", starts=80), varied, {}, Made({"0": 0, "1": 100, "2": 30})))
    assert [(each.option, each.value, each.matches) for each in told] == [
        *(("wilds", value, 2 * 2 * 10) for value in "012"),
        *(("bonus", value, 3 * 2 * 10) for value in "12"),
    ]
    assert [each.measures["draws"].mean for each in told] == pytest.approx([0, 100, 30, 130 / 3, 130 / 3])


def test_nothing_is_told_of_options_where_only_one_varies_or_shares_differ():
    assert effects(found("draws<35")) == []
    carry = Made({"0": 0})
    carry.start = lambda task: SelfPlayStart(task.number, (GAME, GAME))
    varied = [Varied("players", ("2", "4")), Varied("patience", ("20", "40"))]
    assert effects(search_all(terms("plies<90", game=FOCUS, starts=8), varied, {}, carry)) == []


@pytest.mark.slow
def test_the_report_is_one_page_with_its_plots_in_it(tmp_path):
    files = door.write(found("draws<35", "edge<60"), "fivefold sweep pokeros", tmp_path, "pokeros-wilds")
    assert sorted(file.name for file in files) == [
        "pokeros-wilds-trade-off.svg",
        "pokeros-wilds.html",
        "pokeros-wilds.md",
        "pokeros-wilds.svg",
    ]
    page = (tmp_path / "pokeros-wilds.html").read_text()
    assert (
        page.count("<figure>") == 2 and "<script" not in page and "http:" not in page.replace("http://www.w3.org", "")
    )
    again = tmp_path / "again"
    door.write(found("draws<35", "edge<60"), "fivefold sweep pokeros", again, "pokeros-wilds")
    assert (again / "pokeros-wilds.svg").read_bytes() == (tmp_path / "pokeros-wilds.svg").read_bytes()


# --- from outside ----------------------------------------------------------------------------------------------------


COMMAND = [
    *("sweep", "locus", "--vary", "grid=6x5,6x6", "--want", "plies<35", "--player", "random", "--matches", "16"),
    *("--show", "draws", "--jobs", "1"),
]


@pytest.mark.slow
def test_a_sweep_of_real_games_is_told_and_written(cache, tmp_path, capsys):
    assert main([*COMMAND, "--out", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    assert "Of 2 option sets, one (grid 6x5) certainly meets what is wanted." in said
    text = (tmp_path / "sweep-locus-grid.md").read_text()
    assert "fivefold play locus --option grid=6x5" in text
    assert "fivefold sweep locus --vary grid=6x5,6x6 --want 'plies<35' --player random --matches 16" in text
    assert not list(cache.glob("*"))


@pytest.mark.slow
def test_a_stopped_sweep_goes_on_where_it_was(cache, tmp_path, capsys, monkeypatch):
    assert main([*COMMAND, "--out", str(tmp_path / "whole")]) == 0
    plain, done = jobs._pooled, []

    def stopped(function, tasks, processes):
        for result in plain(function, tasks, processes):
            if len(done) == 20:
                raise KeyboardInterrupt
            done.append(result)
            yield result

    monkeypatch.setattr(jobs, "_pooled", stopped)
    assert main([*COMMAND, "--out", str(tmp_path / "parts")]) == 130
    assert "4 of 8 starts are kept" in capsys.readouterr().err
    assert len(list(cache.glob("*"))) == 2
    done.clear()
    assert main([*COMMAND, "--out", str(tmp_path / "parts")]) == 0
    assert len(done) == 4
    whole, parts = ((tmp_path / name / "sweep-locus-grid.md").read_text() for name in ("whole", "parts"))
    assert whole == parts


@pytest.mark.slow
def test_python_comes_to_the_same_twice_and_says_nothing(capsys):
    one, other = (
        sweep("locus", {"grid": ["6x5", "6x6"]}, ["plies<35"], player="random", matches=16, seed=5) for _ in range(2)
    )
    assert one == other and one.best.options.title == "grid 6x5"
    assert capsys.readouterr() == ("", "")


def test_bad_input_is_refused_in_words(cache, capsys):
    for words, said in {
        ("--want", "plies<9"): "nothing to vary",
        ("--vary", "sets=1,2"): "nothing is wanted; say what",
        ("--vary", "sets=1,3", "--want", "plies<9"): "sets=3: Dice Poker has sets=2, 1",
        ("--vary", "sets=1", "--want", "plies<9", "--trials", "5"): "--trials 5: all combinations are tried",
        ("--vary", "sets=1", "--want", "plies<9", "--show", "fun"): "--show: fun is nothing that is measured",
        ("--vary", "sets=1", "--want", "plies<9", "--player", "9"): "9: no such opponent",
        ("--vary", "sets=1", "--want", "plies<9", "--matches", "0"): "--matches 0: takes a whole number from 1 up",
        ("--vary", "sets=1", "--want", "plies<9", "--option", "sets=2"): "--vary sets: is fixed by --option too",
    }.items():
        assert main(["sweep", "dice_poker", *words]) == 2, words
        assert said in capsys.readouterr().err, words
