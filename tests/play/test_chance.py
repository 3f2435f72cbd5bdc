import hashlib
import hmac

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract.errors import IllegalMove, InvalidOption, InvalidRecord, MissingChance
from fivefold.play import catalogue, chance, record
from fivefold.play.audit import verify
from fivefold.play.chance import Fair, Nonce
from fivefold.play.match import Match
from fivefold.play.options import drawn, resolve
from tests.play.race import GAME
from tests.play.test_record import contents, edited, noon, played
from tests.quick import in_turn


def test_draw_is_the_documented_recipe() -> None:
    key = bytes(range(32))
    digest = hmac.new(key, b"ply 12:0", hashlib.sha256).digest()
    assert chance.keyed_draw(key, "ply 12", 52) == int.from_bytes(digest[:8], "big") % 52


@given(st.binary(min_size=32, max_size=32), st.text(max_size=20), st.integers(1, 2**64))
def test_draw_is_in_range_and_repeats(key: bytes, label: str, count: int) -> None:
    number = chance.keyed_draw(key, label, count)
    assert 0 <= number < count
    assert chance.keyed_draw(key, label, count) == number


def test_numbers_beyond_the_last_whole_multiple_are_drawn_again() -> None:
    count = 2**63 + 1  # half of all 64-bit numbers are rejected
    key = bytes(32)
    for ply in range(20):
        attempts = (hmac.digest(key, f"ply {ply}:{attempt}".encode(), "sha256") for attempt in range(100))
        numbers = (int.from_bytes(digest[:8], "big") for digest in attempts)
        assert chance.keyed_draw(key, f"ply {ply}", count) == next(number for number in numbers if number < count)


def test_draws_are_even() -> None:
    source = chance.Seeded(5)
    counts = [0] * 6
    for ply in range(6000):
        counts[source.draw(f"ply {ply}", 6)] += 1
    chi_square = sum((count - 1000) ** 2 / 1000 for count in counts)
    assert chi_square < 20.5  # 5 degrees of freedom, 1 in 1000


def test_fair_seeds_differ_and_commit() -> None:
    one, other = chance.Fair(), chance.Fair()
    assert one.seed != other.seed
    assert one.public == hashlib.sha256(one.seed).hexdigest()
    assert one.seed.hex() not in repr(one)


def test_seeds_are_told_apart() -> None:
    assert chance.source(7) == chance.Seeded(7)
    assert chance.source("ab" * 32) == chance.source(b"\xab" * 32) == chance.Fair(b"\xab" * 32)
    assert [chance.source(seed, ["die:1"]).kind for seed in (None, 3)] == ["scripted", "seeded"]
    assert chance.source(None).kind == "fair"


@pytest.mark.parametrize("seed", ["seven", b"short", "ab"])
def test_wrong_seeds_are_refused(seed: bytes | str) -> None:
    with pytest.raises(InvalidOption, match="seed"):
        chance.source(seed)


@pytest.mark.parametrize("source", [chance.Sealed("00" * 32), chance.Scripted()])
def test_without_a_seed_nothing_is_drawn(source: chance.Source) -> None:
    with pytest.raises(MissingChance, match=r"^ply 3: one of 6 .* give "):
        source.draw("ply 3", 6)


SEED = bytes(range(32))
NONCES = (Nonce(0, "anna_1"), Nonce(1, "Ben-2"))
DICE = {"dice": "on", "goal": "40"}


def undealt(game=GAME, given=DICE, seed=SEED, nonces=NONCES[:1]) -> Match:
    values = resolve(game, given)
    source = Fair(seed, nonces)
    return Match.prepared(game, values, source, drawn=drawn(game, given), clock=noon, dealt=False)


def dealt(nonces=NONCES, **more) -> Match:
    match = undealt(**more)
    match.deal(chance.mixed(match.source, nonces))
    return match


def over(match: Match) -> Match:
    played(match, 6)
    if match.outcome is None:
        match.resign(0)
    return match


# --- the key ---------------------------------------------------------------------------------------------------------


def test_the_key_is_the_documented_one() -> None:
    """As somebody else would compute it, from the lines of the documentation."""
    lines = f"fivefold nonces\nseed {SEED.hex()}\nnonce Ben-2\nnonce anna_1\n"
    key = hashlib.sha256(lines.encode()).digest()
    assert chance.mixed_key(SEED, NONCES) == key
    digest = hmac.new(key, b"ply 3:0", hashlib.sha256).digest()
    assert Fair(SEED, NONCES).draw("ply 3", 52) == int.from_bytes(digest[:8], "big") % 52


def test_without_nonces_the_key_is_the_seed() -> None:
    assert [Fair(SEED).draw(f"ply {ply}", 52) for ply in range(9)] == [
        chance.keyed_draw(SEED, f"ply {ply}", 52) for ply in range(9)
    ]


def test_every_nonce_counts_and_who_sits_where_does_not() -> None:
    def draws(*texts: str) -> list[int]:
        source = Fair(SEED, tuple(Nonce(seat, text) for seat, text in enumerate(texts)))
        return [source.draw(f"ply {ply}", 1 << 32) for ply in range(3)]

    assert draws("a", "b") == draws("b", "a")
    several = [draws(*texts) for texts in [("a", "b"), ("a", "c"), ("a",), ("ab",), ("a", "a"), ("a", "b", "")[:1], ()]]
    assert len({tuple(each) for each in several}) == len(several) - 1


@pytest.mark.parametrize("text", ["", "a b", "ä", "x" * 65, "a\n", "a\nnonce b", "1.5"])
def test_a_nonce_is_letters_and_digits(text: str) -> None:
    with pytest.raises(InvalidOption, match=r"^nonce: "):
        Fair(SEED, (Nonce(0, text),))
    assert chance.check_nonce("Az-09_" + "x" * 58)


def test_the_commitment_is_of_the_seed_alone() -> None:
    assert Fair(SEED, NONCES).public == Fair(SEED).public == hashlib.sha256(SEED).hexdigest()


def test_open_numbers_and_scripts_take_no_nonces() -> None:
    for source in (chance.Seeded(3), chance.Scripted()):
        assert chance.mixed(source, NONCES) is source and source.nonces == ()


# --- dealt when everybody sits ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("key", catalogue.keys())
def test_nothing_happens_before_the_deal(key: str) -> None:
    match = undealt(catalogue.find(key), {})
    assert match.to_move == chance.CHANCE and match.moves == [] and match.legal() == []
    assert match.undecided == match.drawn
    assert "<svg" in match.svg() and match.text and "not dealt yet" in str(match)
    for text in ("go", "c3:up"):
        with pytest.raises(IllegalMove, match="nothing is dealt yet"):
            match.play(text)
    with pytest.raises(IllegalMove, match="nothing is dealt yet"):
        match.make(0)


@pytest.mark.parametrize("key", catalogue.keys())
def test_the_deal_is_what_it_would_have_been_at_once(key: str) -> None:
    game = catalogue.find(key)
    late, source = dealt(game=game, given={}), Fair(SEED, NONCES)
    at_once = Match.prepared(game, resolve(game, {}, source.draw), source, drawn=drawn(game, {}), clock=noon)
    assert late.history == at_once.history and late.options == at_once.options
    assert late.to_record() == at_once.to_record() and late.undecided == frozenset()


def test_a_drawn_option_is_drawn_with_the_nonces() -> None:
    firsts = {dealt((Nonce(0, "anna_1"), Nonce(1, f"ben{number}"))).options["first"] for number in range(20)}
    assert firsts == {"0", "1"}


def test_a_copy_that_is_dealt_leaves_the_match_as_it_was() -> None:
    match = undealt()
    before = match.row.copy(), match.options.copy()
    match.copy().deal(match.source)
    assert (match.row, match.options, match.moves, match.dealt) == (*before, [], False)


def test_the_second_game_of_a_double_has_the_same_chance() -> None:
    locus = dealt(game=catalogue.find("locus"), given={})
    assert locus.twin().source == locus.source
    names = dealt(given={"dice": "on", "first": "0"}).twin()
    assert names.source.nonces in {NONCES, (Nonce(0, "Ben-2"), Nonce(1, "anna_1"))}
    assert names.source.draw("ply 1", 6) == Fair(SEED, NONCES).draw("ply 1", 6)


# --- records ---------------------------------------------------------------------------------------------------------


def test_a_record_tells_the_nonces_after_the_commitment() -> None:
    lines = contents(over(dealt()).to_record())
    assert lines[0] == "fivefold record 2"
    at = lines.index(f"chance fair {Fair(SEED).public}")
    assert lines[at + 1 : at + 3] == ["nonce 0 anna_1", "nonce 1 Ben-2"]
    assert f"seed {SEED.hex()}" in lines


def test_without_nonces_a_record_has_the_first_format() -> None:
    assert contents(over(dealt(nonces=())).to_record())[0] == "fivefold record 1"


@in_turn("plies", [0, 3])
@in_turn("resigned", [False, True])
@in_turn("nonces", [NONCES, NONCES[1:]])
def test_round_trip(plies: int, resigned: bool, nonces: tuple[Nonce, ...]) -> None:
    match = played(dealt(nonces), plies)
    if resigned:
        match.resign(1)
    text = match.to_record()
    again = Match.from_record(text)
    assert again.to_record() == text and again.source.nonces == nonces


def test_a_match_goes_on_with_its_seed_and_the_nonces_of_its_record() -> None:
    match = played(dealt(), 2)
    text = match.to_record()
    assert SEED.hex() not in text
    sealed, opened = Match.from_record(text), Match.from_record(text, seed=SEED)
    with pytest.raises(MissingChance):
        sealed.play("go")
    assert played(opened).history == played(match).history


@pytest.mark.parametrize("given", [DICE, {**DICE, "first": "1"}])
def test_a_match_called_off_before_the_deal_reads_and_verifies(given: dict[str, str]) -> None:
    match = undealt(given=given)
    assert Match.from_record(match.to_record()).to_record() == match.to_record()
    match.abandon()
    text = match.to_record()
    lines = contents(text)
    assert "undealt" in lines and ("option first ? drawn" in lines) == ("first" not in given)
    again = Match.from_record(text)
    assert again.to_record() == text and (again.dealt, again.undecided) == (False, match.undecided)
    report = verify(text)
    assert report.ok and report.checked == 0 and "cancelled before anything was drawn" in report.note
    assert not verify(edited(text, SEED.hex(), bytes(32).hex())).ok


def test_one_that_waits_is_dealt_after_reading_as_it_would_have_been() -> None:
    match = undealt()
    again = Match.from_record(match.to_record(), seed=SEED)
    again.deal(chance.mixed(again.source, NONCES))
    assert again.to_record() == dealt().to_record()


@in_turn(
    "old, new, line, reason",
    [
        ("nonce 1 Ben-2", "nonce 0 Ben-2", 12, "seat 0 has a nonce already"),
        ("nonce 1 Ben-2", "nonce 2 Ben-2", 12, "there is no such seat"),
        ("nonce 0 anna_1\nnonce 1 Ben-2", "nonce 1 Ben-2\nnonce 0 anna_1", 12, "in the order of the seats"),
        ("nonce 1 Ben-2", "nonce 1 Ben 2", 12, "stands where 'nonce …' belongs"),
        ("nonce 1 Ben-2", f"nonce 1 {'x' * 65}", 12, "stands where 'nonce …' belongs"),
        ("nonce 0 anna_1\nnonce 1 Ben-2\n", "", 10, "the nonces that a record of format 2 has are missing"),
        ("fivefold record 2", "fivefold record 1", 11, "stands where"),
        ("nonce 1 Ben-2", "nonce 1 Ben-2\nundealt", 4, "is said to be drawn, but nothing was drawn yet"),
    ],
)
def test_what_is_wrong_with_nonces_is_named_by_line(old: str, new: str, line: int, reason: str) -> None:
    with pytest.raises(InvalidRecord, match=rf"^line {line}: .*{reason}"):
        Match.from_record(edited(over(dealt()).to_record(), old, new))


def test_moves_before_the_deal_are_refused() -> None:
    match = undealt(given={**DICE, "first": "1"})
    match.abandon()
    text = edited(match.to_record(), "undealt", "undealt\n1 chance die:1")
    with pytest.raises(InvalidRecord, match=r"^line 13: die:1: nothing was dealt before this move"):
        Match.from_record(text)
    with pytest.raises(InvalidRecord, match=r"^line 4: first=\?"):
        Match.from_record(edited(dealt().to_record(), "option first", "option first ? drawn\noption x"))


# --- verifying -------------------------------------------------------------------------------------------------------


def test_verifying_checks_the_draws_with_the_nonces() -> None:
    match = over(dealt())
    report = verify(match.to_record())
    assert report.ok and report.checked == 1 + match.movers.count(chance.CHANCE)
    assert "promised by its hash" in report.note and "2 players' own numbers" in report.note


@pytest.mark.parametrize(
    ("old", "new"),
    [("nonce 1 Ben-2", "nonce 1 Ben-3"), ("nonce 1 Ben-2\n", ""), (f"seed {SEED.hex()}", f"seed {'00' * 32}")],
)
def test_a_changed_nonce_and_a_changed_seed_are_found(old: str, new: str) -> None:
    text = edited(over(dealt()).to_record(), old, new)
    assert any("but the seed draws" in difference for difference in verify(text).differences)


def test_a_seed_that_could_still_help_somebody_is_left_out() -> None:
    for match in (over(dealt()), over(dealt(nonces=()))):
        text = match.to_record(sealed="once the day is over")
        assert SEED.hex() not in text and "sealed once the day is over" in contents(text)
        report = verify(text)
        assert report.ok and report.note == "the seed comes once the day is over"
        assert Match.from_record(text).outcome == match.outcome
    going_on = dealt()
    assert going_on.to_record(sealed="later") == going_on.to_record()


def test_a_record_has_no_seed_beside_a_seal() -> None:
    text = edited(over(dealt()).to_record(), "\nend", "\nsealed for ever\nend")
    with pytest.raises(InvalidRecord, match="stands where 'end …' belongs"):
        record.read(text)


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


class Five:
    """A number of another library: NumPy's are not Python's own either."""

    def __index__(self) -> int:
        return 5


def test_a_seed_is_any_whole_number_or_hex_digits() -> None:
    dealt = [Match(GAME, seed=seed).moves for seed in (5, Five())]  # type: ignore[arg-type]
    assert dealt[0] == dealt[1]
    with pytest.raises(InvalidOption, match=r"seed=1.5: a whole number, or 64 hex digits"):
        Match(GAME, seed=1.5)  # type: ignore[arg-type]
