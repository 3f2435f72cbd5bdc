import pytest

from fivefold.play import record
from fivefold.play.audit import verify
from fivefold.play.match import Match
from tests.play.race import GAME
from tests.play.test_record import contents, edited, played


def fair(**given: object) -> Match:
    return played(Match(GAME, seed=bytes(range(32)), **given))  # type: ignore[arg-type]


def test_a_fair_match_agrees() -> None:
    match = fair()
    report = verify(match.to_record())
    assert (report.ok, report.unchecked) == (True, 0)
    assert report.checked == 1 + sum(text.startswith("die") for text in match.history)  # `first` was drawn too
    assert str(report) == f"agrees: {report.checked} draws checked, 0 not; {report.note}"
    assert "promised by its hash" in report.note


def test_a_changed_seed_is_found() -> None:
    text = fair().to_record()
    report = verify(edited(text, bytes(range(32)).hex(), bytes(32).hex()))
    assert not report.ok
    assert "the seed is not the one promised in line 10" in report.differences[0]
    assert str(report).startswith("DOES NOT AGREE")


def test_a_changed_drawn_option_is_found() -> None:
    match = Match(GAME, seed=7, dice="off")
    first = match.options["first"]
    match.abandon()
    text = edited(match.to_record(), f"option first {first} drawn", f"option first {1 - int(first)} drawn")
    assert verify(text).differences == (f"option first {1 - int(first)}, but the seed draws {first}",)


def test_an_unfinished_fair_match_waits_for_its_seed() -> None:
    report = verify(Match(GAME, goal=40).to_record())
    assert (report.ok, report.checked) == (True, 0)
    assert report.unchecked > 0
    assert report.note == "the seed is revealed when the match is over"


def test_a_seed_that_was_never_shown_is_told() -> None:
    match = Match.from_record(Match(GAME, goal=40).to_record())
    match.resign(0)
    assert "not revealed" in verify(match.to_record()).note


def test_scripted_moves_are_not_checked() -> None:
    match = Match(GAME, chance=["die:1", "die:1"], seed=5, first=0, goal=40)
    played(match)
    report = verify(match.to_record())
    assert (report.ok, report.unchecked) == (True, 2)
    match = Match(GAME, chance=["die:5"], first=0, goal=5)
    match.play("go")
    assert verify(match.to_record()).note == "chance was scripted"


@pytest.mark.parametrize("seed", [5, bytes(range(32))])
def test_a_changed_draw_is_found(seed: int | bytes) -> None:
    match = Match(GAME, seed=seed, first=0, goal=40)
    match.play("rest")
    match.abandon()
    lines = contents(match.to_record())
    index = lines.index(f"1 chance {match.history[0]}")
    for other in {f"die:{number}" for number in range(1, 6)} - {match.history[0]}:
        lines[index] = f"1 chance {other}"
        difference = f"move 1 is {other}, but the seed draws {match.history[0]}"
        assert verify(record.seal(lines)).differences == (difference,)
