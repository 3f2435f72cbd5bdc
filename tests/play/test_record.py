"""Records: round trips, and every kind of damage named by its line."""

from datetime import UTC, datetime
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import InvalidOption, InvalidRecord, MissingChance
from fivefold.play import record
from fivefold.play.match import Match
from tests.play.race import GAME
from tests.quick import in_turn

NOON = datetime(2025, 1, 31, 12, 0, 0, tzinfo=UTC)


def noon() -> datetime:
    return NOON


def race(**given: object) -> Match:
    return Match("race", clock=noon, **given)  # type: ignore[arg-type]


def played(match: Match, plies: int = 1000, seed: int = 0) -> Match:
    random = Random(seed)
    while match.outcome is None and plies:
        match.make(random.choice(match.legal()))
        plies -= 1
    return match


def contents(text: str) -> list[str]:
    return [line.rpartition(" #")[0] for line in text.splitlines()]


def edited(text: str, old: str, new: str) -> str:
    """Return a record with lines replaced and the check digits made to fit again."""
    joined = "\n".join(contents(text))
    assert old in joined
    return record.seal(joined.replace(old, new, 1).split("\n"))


def test_a_finished_record_reads_well() -> None:
    match = race(chance=["die:5", "die:5"], goal=5, first=1, seats=("Anna", "Level 3"))
    match.play("rest")
    match.play("go")
    assert contents(match.to_record()) == [
        "fivefold record 1",
        "game race rules 3",
        "option players 2",
        "option first 1",
        "option dice on",
        "option goal 5",
        "seat 0 Anna",
        "seat 1 Level 3",
        "started 2025-01-31T12:00:00Z",
        "chance scripted",
        "scripted 2",
        "1 chance die:5",
        "2 1 rest",
        "3 chance die:5",
        "4 0 go",
        "ended 2025-01-31T12:00:00Z",
        "result 1 0",
        "scores 5 0",
        "reason somebody is at the goal",
        "end",
    ]


ENDS = {
    "going on": lambda match: None,
    "resigned": lambda match: match.resign(1),
    "time": lambda match: match.lose_on_time(0),
    "time, drawn": lambda match: match.lose_on_time(0, drawn=True),
    "time is up": lambda match: match.time_up(),
    "abandoned": lambda match: match.abandon(),
}


@in_turn("end", ENDS)
@in_turn("plies", [0, 1, 5, 1000])
@in_turn("options", [{}, {"players": 3, "goal": 30}, {"dice": "off"}])
@in_turn("seed", [None, 7])
def test_round_trip(end: str, plies: int, options: dict[str, object], seed: int | None) -> None:
    match = played(race(seed=seed, **options), plies)
    if match.outcome is None:
        ENDS[end](match)
    text = match.to_record()
    again = Match.from_record(text)
    assert again.to_record() == text
    for name in ("row", "options", "seats", "history", "movers", "outcome", "to_move", "started", "ended", "drawn"):
        assert getattr(again, name) == getattr(match, name), name


@pytest.mark.parametrize(
    ("end", "line", "result", "reason"),
    [
        ("time", "time 0", "0 1", "seat 0 (Red) ran out of time"),
        ("time, drawn", "time 0 draw", "0.5 0.5", "seat 0 (Red) ran out of time, and nobody else could win any more"),
        ("time is up", "time", "0.5 0.5", "the time was up"),
    ],
)
def test_how_time_ran_out_stands_behind_the_moves(end: str, line: str, result: str, reason: str) -> None:
    match = race(seed=7)
    ENDS[end](match)
    lines = contents(match.to_record())
    assert [lines[lines.index(line) + place] for place in (2, 4)] == [f"result {result}", f"reason {reason}"]


def test_line_ends_and_trailing_blanks_do_not_matter() -> None:
    text = played(race(seed=1)).to_record()
    mailed = text.replace("\n", " \t\r\n") + "\r\n \r\n"
    assert Match.from_record(mailed).to_record() == text


def test_an_unfinished_seeded_match_goes_on_as_it_would_have() -> None:
    match = played(race(seed=7, goal=30), 3)
    again = Match.from_record(match.to_record())
    assert played(again).history == played(match).history


def test_undo_works_after_reading() -> None:
    match = race(seed=7, dice="off", goal=10, first=0)
    for text in ("step:3", "step:3", "step:1", "step:2"):  # then the table moves Red out of the mud
        match.play(text)
    again = Match.from_record(match.to_record())
    match.undo()
    again.undo()
    assert (again.row, again.history) == (match.row, match.history)


def test_a_fair_seed_stays_secret_until_the_end() -> None:
    match = played(race(goal=30), 2)
    secret = match.source.seed.hex()  # type: ignore[attr-defined]
    assert secret not in match.to_record()
    match.resign(0)
    assert f"seed {secret}" in contents(match.to_record())


def test_a_sealed_match_goes_on_only_with_its_seed() -> None:
    match = played(race(goal=30), 2)
    text, seed = match.to_record(), match.source.seed  # type: ignore[attr-defined]
    sealed = Match.from_record(text)
    before = sealed.row.copy()
    with pytest.raises(MissingChance, match="give it to from_record as seed"):
        sealed.play("go")
    assert (sealed.row, sealed.to_record()) == (before, text)
    opened = Match.from_record(text, seed=seed)
    assert played(opened).history == played(match).history
    with pytest.raises(InvalidRecord, match="line 10: the seed is not the one"):
        Match.from_record(text, seed=bytes(32))
    with pytest.raises(InvalidOption):
        Match.from_record(text, seed="no seed")


def test_a_scripted_match_goes_on_with_more_script() -> None:
    text = race(chance=["die:1"], first=0).to_record()
    match = Match.from_record(text, chance=["die:2"])
    match.play("go")
    assert match.history == ["die:1", "go", "die:2"]
    assert "scripted 2" in contents(match.to_record())


@pytest.fixture(scope="module")
def sample() -> str:
    """A finished record (read without the toy game's fixture, so by the object)."""
    return played(Match(GAME, seed=3, chance=["die:3"], clock=noon, seats=("Anna", "Bo"))).to_record()


@given(st.data())
def test_a_changed_character_is_found_in_its_line(sample: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(sample) - 1))
    new = data.draw(st.sampled_from("0123456789abcdef #:xé"))
    old = sample[place]
    if old in {"\n", new} or (new == " " and sample[place + 1] == "\n"):
        return
    line = sample.count("\n", 0, place) + 1
    with pytest.raises(InvalidRecord, match=f"^line {line}: "):
        record.read(sample[:place] + new + sample[place + 1 :])


def test_a_missing_doubled_or_moved_line_is_found(sample: str) -> None:
    lines = sample.splitlines(keepends=True)
    for index in range(len(lines) - 1):
        for broken in (
            lines[:index] + lines[index + 1 :],
            lines[: index + 1] + lines[index:],
            [*lines[:index], lines[index + 1], lines[index], *lines[index + 2 :]],
        ):
            with pytest.raises(InvalidRecord, match=f"^line ({index + 1}|{index + 2}): "):
                record.read("".join(broken))


def test_truncation_is_found_wherever_it_falls(sample: str) -> None:
    for length in range(len(sample) - 1):
        with pytest.raises(InvalidRecord, match=r"^line \d+: "):
            record.read(sample[:length])


@pytest.mark.parametrize(
    ("old", "new", "line", "reason"),
    [
        ("fivefold record 1", "fivefold record 4", 1, "format 4; this program reads formats 1, 2 and 3"),
        ("fivefold record 1", "fivefold record 2", 10, "the nonces that a record of format 2 has are missing"),
        ("fivefold record 1", "Dear all", 1, "is no first line of a record"),
        ("game race", "game chess", 2, "no such game"),
        ("rules 3", "rules 4", 2, "rules version 4; this program plays Race by version 3"),
        ("option players 2", "option players 7", 3, "players=7: Race has players=2, 3"),
        ("option first 0 drawn\n", "", 8, "option first is missing"),
        ("option dice", "choice dice", 5, "stands where 'seat …' belongs|stands where 'started …' belongs"),
        ("seat 1 ", "seat 2 ", 8, "stands where"),
        ("seat 1 Bo\n", "", 7, "1 names for 2 seats"),
        ("started 2025-01-31", "started 2025-02-31", 9, "is not a time"),
        ("chance seeded 3", "chance magic", 10, "stands where 'chance …' belongs"),
        ("1 chance die:3", "1 chance die:7", 12, "die:7: no move of this game"),
        ("1 chance die:3", "1 chance go", 12, "go: not possible here"),
        ("1 chance die:3", "1 0 die:3", 12, "written as made by 0, but chance is to move"),
        ("1 chance die:3", "2 chance die:3", 12, "stands where '1 …' belongs"),
        ("reason somebody", "reason nobody", -2, "reason nobody is at the goal, but the moves lead to reason somebody"),
        ("result ", "result 9", -4, "but the moves lead to result"),
        ("scores ", "scores 9", -3, "but the moves lead to scores"),
        ("ended ", "resigned 1\nended ", -5, "resigned: the game was over before that"),
        ("\nend", "\n99 0 go\nend", None, "stands where"),
        ("\nend", "\nend\nend", None, "."),
    ],
)
def test_wrong_contents_are_refused(sample: str, old: str, new: str, line: int | None, reason: str) -> None:
    broken = edited(sample, old, new)
    if line is not None and line < 0:
        line = len(sample.splitlines()) + 1 + line
    with pytest.raises(InvalidRecord, match=rf"^line {line or '[0-9]+'}: .*({reason})"):
        Match.from_record(broken)


def test_an_option_younger_than_a_record_is_as_it_was_before_it_came(sample: str) -> None:
    older = edited(sample, "option dice on\n", "")
    assert Match.from_record(older).to_record() == sample


def test_an_end_too_early_or_too_late_is_refused() -> None:
    match = played(race(seed=3))
    text = match.to_record()
    *_, last = match.history
    count = len(match.history)
    lines = contents(text)
    without_last_move = [line for line in lines if not line.startswith(f"{count} ")]
    with pytest.raises(InvalidRecord, match="the game is not over after the last move, and nobody gave up"):
        Match.from_record(record.seal(without_last_move))
    without_result = [line for line in lines if line.split()[0] not in {"ended", "result", "scores", "reason"}]
    with pytest.raises(InvalidRecord, match="the match is over, but 'ended', 'result'"):
        Match.from_record(record.seal(without_result))
    after_the_end = [*lines[:-5], f"{count + 1} 0 {last}", *lines[-5:]]
    with pytest.raises(InvalidRecord, match=f"{last}: the game was over before this move"):
        Match.from_record(record.seal(after_the_end))


def test_a_wrong_seat_cannot_give_up() -> None:
    match = race(seed=3, goal=30)
    match.resign(1)
    with pytest.raises(InvalidRecord, match="there is no seat 2"):
        Match.from_record(edited(match.to_record(), "resigned 1", "resigned 2"))


@given(st.text())
def test_any_text_is_read_or_refused(text: str) -> None:
    with pytest.raises(InvalidRecord, match=r"^line \d+: "):
        record.read(text)


@given(st.lists(st.sampled_from(["game x rules 1", "option a b", "seat 0 A", "end", "", "1 0 go", "started now"])))
def test_any_lines_with_fitting_digits_are_read_or_refused(lines: list[str]) -> None:
    with pytest.raises(InvalidRecord, match=r"^line \d+: "):
        record.read(record.seal(["fivefold record 1", *lines]))
