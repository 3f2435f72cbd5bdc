"""`fivefold design`: points by rarity, rounds that stop or go in circles, and counts against games told by hand."""

import math
from collections import Counter
from html.parser import HTMLParser
from random import Random

import pytest
from scipy import special

from fivefold import cli
from fivefold.contract import CHANCE, NOBODY
from fivefold.contract.errors import InvalidOption
from fivefold.engine.compile import kernels_of
from fivefold.engine.kernels import PlainKernels
from fivefold.games.locus import scored as locus_scored
from fivefold.games.pokeros import scored as pokeros_scored
from fivefold.games.solitaire import table_help
from fivefold.games.solitaire.names import HAND_NAMES
from fivefold.lab import design as door
from fivefold.lab import estimates, jobs
from fivefold.lab.configuration import configuration_of
from fivefold.lab.design import Design, DesignEnding, GameBlock, RoundCounts, Scale, counted, design, worth_of
from fivefold.lab.estimates import Estimate
from fivefold.lab.jobs import Stopped
from fivefold.lab.table_games import TableTerms, generators, hand_table
from fivefold.parts import dice
from fivefold.play import options
from fivefold.play.catalogue import find
from tests.quick import long

SEED_SCALE = Scale.of(1, 60)
POKEROS_CARDS = (0, 2, 3, 3, 4, 3, 4, 4, 5, 5, 3, 4, 5, 4, 5, 5)
SQUARES = {"rejects": "0/0/0", "touch": "anywhere"}


@pytest.fixture
def plain(monkeypatch, tmp_path):
    """The command with plain Python in place of compiled kernels, and a cache of its own."""
    monkeypatch.setattr(door, "kernels_of", PlainKernels)
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "cache")


# --- from rarity to points -------------------------------------------------------------------------------------------


def test_a_hand_is_worth_its_rarity_up_to_the_bend_and_the_rarest_the_most():
    worth = worth_of((0, 6000, 3000, 1000, 60, 1, 3, 0), Scale.of(1, 60, 10))
    assert worth.rarities == (0, 1, 2, 6, 100, 6000, 2000, math.inf)
    assert worth.exact[:4] == (0, 1, 2, 6)
    assert 10 < worth.exact[4] < 60 and worth.exact[6] == pytest.approx(60)
    # What came once is no measure: it gets as much as the rarest that came thrice, as does what never came.
    assert worth.exact[5] == worth.exact[7] == pytest.approx(60)


def test_one_royal_flush_in_six_thousand_pairs_is_worth_sixty():
    worth = worth_of((0, 60_000, 10), SEED_SCALE)
    assert worth.rarities[2] == 6000 and worth.exact[2] == pytest.approx(60)
    assert door.points_of(worth.exact) == (0, 1, 60)


def test_compression_is_one_power_of_rarity_above_the_bend():
    worth = worth_of((0, 100_000, 1000, 100, 10), Scale.of(1, 100, 10))
    below, above = worth.exact[2] / worth.exact[1], worth.exact[4] / worth.exact[3]
    assert worth.exact[3] / worth.exact[2] == pytest.approx(above)
    assert above == pytest.approx(10**worth.power) and below < 100


def test_without_need_nothing_is_compressed():
    worth = worth_of((0, 100, 50, 10), SEED_SCALE)
    assert worth.power == 1 and worth.exact == worth.uncompressed == (0, 1, 2, 10)


def test_numbers_are_rounded_to_those_that_people_remember():
    exact = [0.3, 1.4, 1.5, 6.6, 10.4, 11.1, 13.3, 13.5, 33, 36, 88, 91, 109, 111, 940]
    assert [door.rounded(each) for each in exact] == [1, 1, 2, 7, 10, 12, 12, 15, 30, 40, 80, 100, 100, 120, 1000]
    known = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100, 120, 150, 200, 250]
    assert [door.rounded(each) for each in known] == known
    assert [door.next_above(each) for each in known[:-1]] == known[1:]
    assert [door.next_below(each) for each in known[1:]] == known[:-1]


def test_points_stay_where_they_are_about_right():
    assert door.kept((0, 4, 4, 4, 20, 20), (0, 3.1, 4.9, 5.2, 16, 14)) == (0, 4, 4, 5, 20, 15)


@pytest.mark.parametrize(
    ("wanted", "said"),
    [((0, 5), "--least 0"), ((3, 3), "--least 3 --most 3"), ((1, 60, 0.5), "--compress-above 0.5"), ((1, 9, 10), "10")],
    ids=str,
)
def test_scales_that_make_no_sense_are_refused(wanted, said):
    with pytest.raises(InvalidOption, match=said):
        Scale.of(*wanted)


# --- rounds ----------------------------------------------------------------------------------------------------------


def made_up(*made, games=100):
    zeros = (0,) * len(made)
    return RoundCounts(games, (0, *made), (0, *zeros), (100, 90), (200, 200), (50, 40), (10, 30), 0)


def test_rounds_end_when_points_stay():
    played = []

    def play(number, table):
        played.append(table)
        return made_up(1000, 500, 250) if number else made_up(900, 300, 250)

    course = design(play, (0, 2, 4, 5), SEED_SCALE, 10)
    assert played == [(0, 2, 4, 5), (0, 1, 3, 4), (0, 1, 2, 4)]
    assert (course.ending, course.adjustments, course.swings) == (DesignEnding.SETTLED, 2, [])
    assert course.best.table == (0, 1, 2, 4)


def test_a_table_that_fits_stays_from_the_first():
    course = design(lambda number, table: made_up(1000, 480, 260), (0, 1, 2, 4), SEED_SCALE, 10, keep_first=True)
    assert (course.ending, course.adjustments) == (DesignEnding.SETTLED, 0)


def test_a_swing_is_found_and_half_steps_end_it():
    def play(number, table):
        # The more the second hand is worth, the more often it comes; 4 asks for 4.
        return made_up(1000, round(1000 * table[2] / 16))

    course = design(play, (0, 1, 16), SEED_SCALE, 20)
    assert course.swings == [(1, 2)] and course.ending is DesignEnding.SETTLED
    assert course.rounds[1].table[2] == 1 and course.rounds[2].table[2] in (15, 20)
    assert 3 < course.best.table[2] < 6 and course.rounds[3].step == 0.5


def test_what_never_rests_is_not_said_to():
    def play(number, table):
        return made_up(1000, 1000 if table[2] > 4 else 20)

    swinging = design(play, (0, 1, 2), SEED_SCALE, 60)
    assert swinging.ending is DesignEnding.SWINGING and len(swinging.swings) > 1
    stopped = design(play, (0, 1, 2), SEED_SCALE, 4)
    assert stopped.ending is DesignEnding.STOPPED and len(stopped.rounds) == 4
    assert stopped.best in stopped.rounds[1:]


def study_of(play, first=(0, 2, 3, 5, 5, 5, 4, 5, 5), most_rounds=20):
    game, hands = hands_of("locus")
    own = tuple(hands.usual([]))
    scale = Scale.of(2, 11)
    course = design(play, first, scale, most_rounds)
    today = door.round_with(own, play(-1, own), scale)
    return Design(game, configuration_of(game, None, {}), hands, scale, course, today, "cards", 100, "fivefold design")


def test_a_report_says_what_rests_and_what_the_last_adjustment_changed():
    def play(number, table):
        return made_up(1000, 500 if number else 300, 400, 300, 200, 200, 200, 200)

    said = door.report(study_of(play), ())
    assert "the points came to rest after two adjustments, the last of which changed only two pair (" in said
    assert "With the new table whoever moves first wins 50.0 % (40.4 to 59.6) of the games" in said
    assert "has the same" in said or "have the same" in said


def test_a_report_says_what_swings_instead_of_a_table_that_would_not_stand():
    def play(number, table):
        return made_up(1000, 1000 if table[2] > 5 else 20, 400, 300, 200, 200, 200, 20)

    said = door.report(study_of(play), ())
    assert "the points did not come to rest in" in said and "; two pair still moved." in said
    assert "With whole steps two tables would follow one another for ever, those of rounds" in said


# --- games -----------------------------------------------------------------------------------------------------------


def terms(key, points=None, seed=1, **given):
    game = find(key)
    configuration = configuration_of(game, None, given)
    hands = hand_table(game, configuration)
    own = tuple(hands.usual(configuration.start_row(game)))
    return TableTerms(key, configuration.options, points or (0, *own[1:]), seed)


def told(wanted, games, hands_of, move_of):
    """Play games with plain rules alone; ``hands_of`` yields the hands of a move, or at the end those of the board."""
    game, seen, points = find(wanted.game), Counter(), []
    values = options.resolve(game, dict(wanted.options))
    for number in range(games):
        row, moves, scores = [0] * game.rules.SIZE, [0] * game.rules.MAX_MOVES, [0] * game.setup.seats(values)
        game.rules.setup(row, options.codes(game, values))
        deals, choices = ([state] for state in generators(wanted.seed, number))
        while game.rules.to_move(row) != NOBODY:
            legal = moves[: game.rules.legal_moves(row, moves)]
            if game.rules.to_move(row) == CHANCE:
                move = legal[dice.below(deals, len(legal))]
            else:
                move = move_of(row, legal, choices)
                seen.update(hands_of(row, move))
            game.rules.play(row, move)
        seen.update(hands_of(row, None))
        game.rules.scores(row, scores)
        points.append(list(scores))
    return seen, points


def greedily(gain):
    """Return what takes a move with the most points; each equal one replaces those before with an even chance."""

    def move_of(row, legal, choices):
        chosen, most, equals = legal[0], -math.inf, 0
        for move in legal:
            if gain(row, move) > most:
                chosen, most, equals = move, gain(row, move), 1
            elif gain(row, move) == most:
                equals += 1
                chosen = move if dice.below(choices, equals) == 0 else chosen
        return chosen

    return move_of


def pokeros_hands(row, move):
    lines = () if move is None else pokeros_scored.scored_placement(row, move).lines
    return [made.hand for line in lines for made in line.hands]


def locus_hands(row, move):
    return [] if move is None else [locus_scored.scored_hand(row, move >> 1, move & 1).category]


@pytest.mark.parametrize(
    ("key", "hands_of", "given"),
    [("locus", locus_hands, {"grid": "6x5"}), ("pokeros", pokeros_hands, {"hand": "1", "deck": "stripped"})],
)
def test_counts_are_those_of_games_told_hand_by_hand(key, hands_of, given):
    """The same games once more by the rules alone, each move's hands from the account that people read."""
    wanted, game = terms(key, **given), find(key)
    found = counted(PlainKernels(game), wanted, GameBlock(0, 2))
    gain = game.rules.gain
    seen, points = told(wanted, 2, hands_of, greedily(gain))
    assert list(found.made)[1:] == [seen[hand] for hand in range(1, len(found.made))]
    assert sum(seen.values()) > 30 and sorted(found.points) == sorted(map(sum, zip(*points, strict=True)))
    assert found.won[0] + found.won[1] == sum(a != b for a, b in points)
    assert abs(found.lead[0]) == abs(sum(a - b for a, b in points))
    assert found.lead[1] == sum((a - b) ** 2 for a, b in points)


def test_squares_are_counted_at_the_end():
    numbers = ",".join(f"{hand}={hand}" for hand in range(2, 82))
    wanted, game = terms("solitaire", scoring="user", table=numbers, **SQUARES), find("solitaire")
    found = counted(PlainKernels(game), wanted, GameBlock(0, 2))

    def board(row, move):
        return [] if move is not None else [HAND_NAMES.index(item.because) - 1 for item in table_help.items(row, 0)]

    seen, points = told(wanted, 2, board, lambda row, legal, choices: game.search.choose(row, 0))
    assert list(found.made)[1:] == [seen[hand] for hand in range(1, 81)] and sum(found.made) == 20
    assert found.points == (sum(score for (score,) in points),)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("key", "given"),
    [
        long(("pokeros", {"wilds": "1"})),
        ("locus", {}),
        long(("solitaire", SQUARES)),
        long(("solitaire", {"scoring": "user", "mode": "alternate"})),
    ],
    ids=str,
)
def test_plain_and_compiled_count_the_same(key, given):
    chance, own = Random(1), terms(key, **given)
    any_table = (0, *(chance.randrange(1, 30) for _ in own.table[1:]))
    for table in (own.table, any_table):
        wanted = terms(key, table, **given)
        plain, compiled = (
            counted(kernels(find(key)), wanted, GameBlock(5, 2)) for kernels in (PlainKernels, kernels_of)
        )
        assert plain == compiled, table


def test_games_come_to_the_same_in_blocks_of_any_length():
    wanted, kernels = terms("locus", grid="6x5"), PlainKernels(find("locus"))
    whole = counted(kernels, wanted, GameBlock(0, 3))
    parts = [counted(kernels, wanted, block) for block in (GameBlock(0, 1), GameBlock(1, 2))]
    assert door.added(parts) == whole
    coding = door.round_job("A round", wanted, 3).coding
    assert coding.load(coding.dump(whole)) == whole


def test_an_interval_of_a_count_holds_its_mean_and_is_no_interval_of_certainty():
    few = RoundCounts(100, (0, 0, 4, 300), (0, 0, 4, 900), (1,), (1,), (0,), (0, 0), 0)
    never, seldom, often = (door.per_game(few, hand) for hand in (1, 2, 3))
    assert (never.mean, never.low) == (0, 0) and 0.02 < never.high < 0.04
    assert 0.01 < seldom.low < 0.04 < seldom.high < 0.11
    assert often.low < 3 < often.high


@pytest.mark.parametrize(
    ("events", "low", "high"),
    [(0, 0, 3.6889), (1, 0.0253, 5.5716), (4, 1.0899, 10.2416), (10, 4.7954, 18.3904), (100, 81.364, 121.627)],
)
def test_the_interval_of_few_events_is_the_exact_one(events, low, high):
    """Garwood's figures (1936), and what they mean: so many events or more, or fewer, come once in forty times."""
    assert estimates.poisson(events) == pytest.approx((low, high), abs=0.001)

    def at_most(number, mean):
        return math.fsum(math.exp(k * math.log(mean) - mean - math.lgamma(k + 1)) for k in range(number + 1))

    assert at_most(events, estimates.poisson(events)[1]) == pytest.approx(0.025)
    if events:
        assert 1 - at_most(events - 1, estimates.poisson(events)[0]) == pytest.approx(0.025)


def test_many_events_are_counted_nearly_as_exactly():
    exact = special.gammaincinv(estimates.MANY + 1, 0.025), special.gammaincinv(estimates.MANY + 2, 0.975)
    assert estimates.poisson(estimates.MANY + 1) == pytest.approx(exact, rel=2e-3)


def test_a_hand_that_came_four_times_has_a_wide_rarity_and_wide_points():
    def play(number, table):
        return made_up(60_000, 20_000, 15_000, 10_000, 6_000, 3_000, 40, 4)

    study = study_of(play)
    rare, asked = door.rarity(study.best.counts, 8), study.asked(8)
    assert rare.mean == 15_000 and 15_000 / rare.low == pytest.approx(10.24 / 4, rel=0.01)
    assert rare.high / 15_000 == pytest.approx(4 / 1.09, rel=0.01)
    assert asked.mean == pytest.approx(11) and door.ends(asked) == "10.0 to 12.5"
    assert door.rarity(study.best.counts, 1) == Estimate(1, 1, 1), "the commonest is the measure"
    assert door.ends(asked) in door.summary(study) and door.ends(asked) in door.hands_table(study)
    assert "| 5,858 to 55,054 |" in door.hands_table(study)


# --- tables in files -------------------------------------------------------------------------------------------------


def hands_of(key, **given):
    game = find(key)
    return game, hand_table(game, configuration_of(game, None, given))


@pytest.mark.parametrize(
    "case", [("pokeros", {}), ("locus", {}), ("solitaire", {}), ("solitaire", {"scoring": "user"})]
)
def test_a_table_is_written_and_read_again(case, tmp_path):
    game, hands = hands_of(case[0], **case[1])
    table = tuple(range(len(hands.cards)))
    file = tmp_path / "mine.table"
    file.write_text(door.write_table(game, hands, table, "Mine"))
    assert door.read_table(game, hands, file) == table


def test_every_hand_needs_points(tmp_path, plain, capsys):
    game, hands = hands_of("pokeros")
    text = door.write_table(game, hands, POKEROS_CARDS, "Mine")
    file = tmp_path / "mine.table"
    for written, said in (
        (text.replace("4 two pair = 4", "4 two pair ="), "two pair has no points; write a line '4 two pair = '"),
        (text.replace("= 4", "= many", 1), "'4 two pair = many'"),
        (text.replace("pokeros", "locus"), "game locus"),
        (text.replace("= 4", "= -4", 1), "takes a whole number from 0 to 999"),
        ("", "must begin with the line 'fivefold table'"),
    ):
        file.write_text(written)
        assert cli.main(["design", "pokeros", "--table", str(file), "--out", str(tmp_path)]) == 2
        err = capsys.readouterr().err
        assert f"{file}: " in err and said in err, said
    file.write_bytes(b"\xff\xfe")
    assert cli.main(["design", "pokeros", "--table", str(file)]) == 2
    assert cli.main(["design", "pokeros", "--table", str(tmp_path / "none")]) == 2
    assert list(tmp_path.iterdir()) == [file]


def test_ordinary_hands_alone_are_designed_unless_all_have_points(tmp_path):
    game, hands = hands_of("solitaire")
    file = tmp_path / "all.table"
    every = hands_of("solitaire", scoring="user")[1]
    file.write_text(door.write_table(game, every, range(81), "All"))
    with pytest.raises(InvalidOption, match="four-flush has points, but is no hand of the table"):
        door.read_table(game, hands, file)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["focus"], "design focus: Focus has no table of hands; take locus, pokeros or solitaire"),
        (["solitaire", "--option", "scoring=pat"], "scoring=pat gives no points to hands"),
        (["solitaire", "--preset", "race"], "in a race nobody has the turn"),
        (["pokeros", "--games", "0"], "--games 0"),
        (["pokeros", "--rounds", "0"], "--rounds 0"),
        (["pokeros", "--most", "1"], "--least 1 --most 1"),
    ],
)
def test_what_cannot_be_designed_is_refused(words, said, plain, capsys):
    assert cli.main(["design", *words]) == 2
    assert said in capsys.readouterr().err


# --- the whole command -----------------------------------------------------------------------------------------------


class Page(HTMLParser):
    """Checks that what is opened is closed, and keeps what there is."""

    VOID = frozenset({"meta", "br", "hr", "img", "path", "use", "circle", "rect"})

    def __init__(self, text):
        super().__init__()
        self.open, self.tags = [], Counter()
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.tags[tag] += 1
        if tag not in self.VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags[tag] += 1

    def handle_endtag(self, tag):
        if tag not in self.VOID:
            assert self.open.pop() == tag


def run(tmp_path, *words):
    given = ["design", "locus", "--option", "grid=6x5", "--games", "3", "--rounds", "3", "--jobs", "1"]
    return cli.main([*given, "--out", str(tmp_path / "out"), *words])


@pytest.mark.slow
def test_the_command_writes_a_report_that_says_what_it_found(plain, tmp_path, capsys):
    pytest.importorskip("matplotlib")
    odd = tmp_path / "<b>odd.table"
    game, hands = hands_of("locus")
    odd.write_text(door.write_table(game, hands, (0, 2, 4, 5, 7, 8, 9, 10, 11), "Odd"))
    assert run(tmp_path, "--table", str(odd)) == 0
    out = capsys.readouterr().out
    assert out.startswith("Locus Poker, grid 6x5: points by rarity\nhand ") and "4 plots" in out
    files = {file.name: file.read_text() for file in (tmp_path / "out").iterdir()}
    stem = "design-locus-grid-6x5"
    names = {f"{stem}-{name}.svg" for name in ("frequency", "points", "shares", "rounds")}
    assert set(files) == {f"{stem}.md", f"{stem}.html", f"{stem}.table", *names}
    page = Page(files[f"{stem}.html"])
    assert page.tags["svg"] == 4 and page.tags["script"] == page.tags["b"] == page.tags["img"] == 0
    assert "<b>odd" not in files[f"{stem}.html"] and "&lt;b&gt;odd" in files[f"{stem}.html"]
    assert all(f"]({name})" in files[f"{stem}.md"] for name in names)
    found = door.read_table(game, hands, tmp_path / "out" / f"{stem}.table")
    assert f"| **{found[1]}** | 2 |" in files[f"{stem}.md"]
    assert not list((tmp_path / "cache").glob("jobs/*"))


@pytest.mark.long
def test_the_same_seed_gives_the_same_report_in_two_processes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(jobs, "user_cache_path", lambda *name, **options: tmp_path / "cache")
    monkeypatch.setattr(door, "drawn", lambda study: {})
    reports = []
    for count in ("1", "2"):
        given = ["design", "locus", "--games", "501", "--rounds", "1", "--seed", "7", "--jobs", count]
        assert cli.main([*given, "--out", str(tmp_path / count)]) == 0
        reports.append((tmp_path / count / "design-locus.md").read_text())
    assert reports[0] == reports[1] and "![" not in reports[0]
    assert "needs matplotlib" in capsys.readouterr().out


def test_an_interrupted_study_keeps_the_rounds_that_are_done(plain):
    game = find("locus")
    configuration = configuration_of(game, None, {"grid": "6x5"})
    tables = [terms("locus").table, (0, 1, 2, 3, 4, 5, 6, 7, 8)]

    class Place:
        def __init__(self, most):
            self.most = most

        def results(self, function, tasks):
            for number, task in tasks:
                if self.most == 0:
                    raise KeyboardInterrupt
                self.most -= 1
                yield number, function(task)

    def played(place):
        with door.players(game, configuration, 2, 1, place) as play:
            return [play(number, table) for number, table in enumerate(tables)]

    with pytest.raises(Stopped, match="0 of 1 blocks of games are kept"):
        played(Place(1))
    assert played(Place(1)) == played(Place(2))


@pytest.mark.slow
def test_names_of_lines_keep_apart_and_stay_near():
    pytest.importorskip("matplotlib")
    from fivefold.lab.design import spread

    assert spread([0.1, 0.5, 0.9], 0.1) == pytest.approx([0.1, 0.5, 0.9])
    assert spread([0.5, 0.5, 0.5], 0.1) == pytest.approx([0.4, 0.5, 0.6])
    assert spread([0.98, 1.0, 1.0], 0.1) == pytest.approx([0.8, 0.9, 1.0])


def test_figures_are_written_as_people_read_them():
    assert [door.frequency(each) for each in (0, 13.66, 4.6333, 0.0919, 0.0006)] == [
        "0",
        "13.7",
        "4.63",
        "0.0919",
        "0.000600",
    ]
    assert [door.times(each) for each in (1.0, 21.44, 2210.4, math.inf)] == ["1.0", "21.4", "2,210", "never came"]
    assert [door.in_words(each, "round") for each in (0, 1, 2, 12)] == [
        "no rounds",
        "one round",
        "two rounds",
        "12 rounds",
    ]


def test_the_command_to_make_it_again_holds_all_that_matters(tmp_path):
    given = ["design", "pokeros", "--own", "--most", "50", "--compress-above", "7.5", "--option", "hand=1"]
    parsed = cli.build_parser(["design"]).parse_args(given)
    parsed.option = dict(parsed.option)
    said = "fivefold design pokeros --option hand=1 --own --games=10000 --seed=1 --most=50 --compress-above=7.5"
    assert door.command_line(parsed) == said
