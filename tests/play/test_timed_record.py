"""Records of matches with clocks: what they say of the time, and every false claim named by its line."""

import pytest

from fivefold.contract.errors import InvalidRecord
from fivefold.play import record
from fivefold.play.match import Match
from fivefold.play.record import Happening, TimeKeeper, Timing
from fivefold.play.time_control import TimeControl
from tests.play.test_record import contents, edited, noon


def timing(text: str = "5m+3s", *parts: int) -> Timing:
    return Timing(TimeControl.parse(text), parts or (100, 100))


def timed(text: str = "5m+3s", *parts: int) -> tuple[Match, TimeKeeper]:
    """Return a match of three moves, the second of them taken back once, with time given and a pause."""
    match = Match("race", seed=7, clock=noon, dice="off", goal=10, first=0)
    keeper = TimeKeeper(timing(text, *parts))
    for seat, move, took in ((0, "step:3", 4250), (1, "step:3", 12_000)):
        match.play(move)
        keeper.think(seat, took)
        keeper.move(seat, len(match.moves) - 1)
    keeper.think(0, 1500)
    match.undo()
    keeper.take_back(1)
    keeper.give(1, 60_000, 1)
    keeper.stop(1)
    keeper.go_on(1)
    for seat, move, took in ((1, "step:2", 8000), (0, "step:1", 0)):
        match.play(move)
        keeper.think(seat, took)
        keeper.move(seat, len(match.decisions) - 1)
    return match, keeper


def lost() -> str:
    """Return the record of a match that a seat lost on time."""
    match, keeper = timed("15s+3s")
    keeper.think(1, keeper.until(3).stands().seats[1].left)
    match.lose_on_time(1)
    return match.to_record(timing=keeper.until(len(match.moves)))


def test_a_record_says_how_long_each_move_took() -> None:
    match, keeper = timed("5m+3s", 100, 50)
    keeper.think(1, 20)
    lines = contents(match.to_record(timing=keeper.until(3)))
    assert lines[0] == "fivefold record 3"
    assert lines[lines.index("seat 1 Green") + 1] == "time 5m+3s 100 50"
    assert lines[lines.index("1 0 step:3 4.250") :] == [
        "1 0 step:3 4.250",
        "taken-back 1 12.000",
        "spent 0 1.500",
        "given 1 60.000",
        "pause",
        "resume",
        "2 1 step:2 8.000",
        "3 0 step:1 0.000",
        "spent 1 0.020",
        "end",
    ]


def test_a_match_from_a_record_keeps_its_times_until_it_goes_on() -> None:
    match, keeper = timed()
    text = match.to_record(timing=keeper.until(3))
    again = Match.from_record(text)
    assert again.to_record() == text and again.timing == keeper.until(3)
    again.undo()
    assert again.timing is None and contents(again.to_record())[0] == "fivefold record 1"


def test_what_was_spent_and_given_adds_up() -> None:
    _, keeper = timed("5m+3s", 100, 50)
    first, second = keeper.until(3).stands().seats
    assert (first.used, first.left) == (5750, 300_000 - 5750 + 2 * 3000)
    assert (second.used, second.left) == (20_000, 150_000 - 20_000 + 60_000 + 2 * 1500)
    assert all(clock.used + clock.left == clock.added for clock in (first, second))


def test_a_loss_on_time_comes_back_from_its_record() -> None:
    text = lost()
    again = Match.from_record(text)
    assert again.to_record() == text and again.ending is not None and again.timing is not None
    assert again.timing.stands().seats[1].left == 0


def test_a_limit_for_the_whole_game_is_one_clock() -> None:
    match, keeper = Match("grab", seed=5, clock=noon), TimeKeeper(timing("30s/game"))
    for seat in (0, 1):
        match.play(f"{seat + 1}:take")
        keeper.think(None, 14_000)
        keeper.move(seat, match.decisions[-1])
    keeper.think(None, 2000)
    match.time_up()
    text = match.to_record(timing=keeper.until(len(match.moves)))
    assert {"time 30s/game", "2 0 1:take 14.000", "4 1 2:take 14.000", "spent 2.000", "time"} <= set(contents(text))
    assert Match.from_record(text).to_record() == text
    with pytest.raises(InvalidRecord, match="no seat has a clock of its own"):
        Match.from_record(edited(text, "spent 2.000", "spent 1 2.000"))
    with pytest.raises(InvalidRecord, match=r"time: the clock still had 1\.000 seconds"):
        Match.from_record(edited(text, "spent 2.000", "spent 1.000"))


def test_an_undealt_match_says_its_time_control() -> None:
    match = Match.prepared(Match("race", seed=1).game, Match("race", seed=1).options, Match("race").source, dealt=False)
    text = match.to_record(timing=timing("3d/move"))
    assert Match.from_record(text).to_record() == text
    assert {"fivefold record 3", "time 3d/move", "undealt"} <= set(contents(text))


def test_matches_without_clocks_are_written_as_before() -> None:
    assert contents(timed()[0].to_record())[0] == "fivefold record 1"


@pytest.mark.parametrize(
    ("old", "new", "at", "reason"),
    [
        ("record 3", "record 2", "time 15s+3s", "stands where 'started …' belongs"),
        ("time 15s+3s\n", "", "started", "stands where 'time …' belongs"),
        ("time 15s+3s", "time 15x", "time 15x", "not a time to play with"),
        ("time 15s+3s", "time 15s+3s 50", "time 15s+3s 50", "a number for each seat"),
        ("time 15s+3s", "time 15s+3s 100 33", "time 15s+3s 100 33", "one of 100, 75, 50, 25, 10"),
        ("1 0 step:3 4.250", "1 0 step:3 40.250", "1 0", r"40\.250 seconds were spent, but the clock had 15\.000"),
        ("taken-back 1 12.000", "taken-back 1 15.001", "taken-back", "but the clock had 15.000"),
        ("2 1 step:2 8.000", "2 1 step:2", "2 1", "step:2: how long it took is missing"),
        ("2 1 step:2 8.000", "2 1 step:2 8", "2 1", "stands where"),
        ("given 1 60.000", "given 2 60.000", "given", "there is no seat 2"),
        ("spent 0 1.500", "spent 1.500", "spent", "the seat whose time it was is missing"),
        ("pause", "pause 1", "pause 1", "stands where"),
        ("given 1 60.000", "given 1 61.000", "time 1#", r"time: the clock still had 1\.000 seconds"),
    ],
)
def test_wrong_claims_about_time_are_refused(old: str, new: str, at: str, reason: str) -> None:
    broken = edited(lost(), old, new)
    line = next(number for number, content in enumerate(contents(broken), start=1) if at in f"{content}#")
    with pytest.raises(InvalidRecord, match=f"^line {line}: .*{reason}"):
        Match.from_record(broken)


def test_times_of_chance_and_of_the_table_are_refused() -> None:
    match = Match("race", seed=1, chance=["die:6", "die:1"], clock=noon, goal=30, first=0)
    text = match.to_record(timing=timing())
    with pytest.raises(InvalidRecord, match="nobody's clock runs for a move of chance"):
        record.read(edited(text, "1 chance die:6", "1 chance die:6 1.000"))
    with pytest.raises(InvalidRecord, match="the table made this move"):
        Match.from_record(edited(text, "2 0 go", "2 0 go 1.000"))


def test_old_formats_have_no_times() -> None:
    text = timed()[0].to_record()
    with pytest.raises(InvalidRecord, match="stands where '1 …' belongs"):
        record.read(edited(text, "1 0 step:3", "1 0 step:3 4.250"))
    assert Happening.MOVED not in record.PATTERNS
