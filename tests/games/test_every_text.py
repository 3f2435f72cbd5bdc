"""Any text, as a move, an option, a table or a record, is understood or refused with one of our errors."""

from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from fivefold.contract import TABLE
from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption, InvalidRecord
from fivefold.play import catalogue, number_tables, record
from fivefold.play.catalogue import keys
from fivefold.play.match import Match
from fivefold.play.options import canonical, resolve
from tests.attack.conftest import many
from tests.games.cases import Case, cases, legal, sampled
from tests.quick import in_turn

EVERY_GAME = pytest.mark.parametrize("key", keys())
ODD = ("²", "١", "½", "九", "𝟚", "1_0", "-1", "+1", "9" * 40, "9" * 5000, "0", "00", "\0", "\n", "\u2028", "\u202e")
MORE = (
    *("İ", "ß", "ﬀ", "é", "\ud800", "💥", ":", "@", "-", "=", ","),
    *("*", "/", "+", "(", "?", " ", "", "10", "x1", "r0", "*?"),
)
FREELY = settings(deadline=None, max_examples=many(25, 1500), suppress_health_check=[HealthCheck.too_slow])


@cache
def positions(key: str) -> list[tuple[list[int], list[str]]]:
    """Return positions of a game under unlike options, each with its moves in text; some for the first few cases."""
    own = [case for case in cases() if case.key == key][:6]
    return [(row, _texts(case, row)) for case in own for row in sampled(case)]


def _texts(case: Case, row: list[int]) -> list[str]:
    return [case.game.notation.say(row, move, TABLE) for move in legal(case.game, row)]


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    """Return a text with a few characters replaced, added or left out."""
    for _ in range(draw(st.integers(0, 3))):
        start = draw(st.integers(0, len(text)))
        end = draw(st.integers(start, min(len(text), start + 3)))
        text = text[:start] + draw(st.sampled_from(ODD + MORE) | st.characters()) + text[end:]
    return text


@EVERY_GAME
@FREELY
@given(data=st.data())
def test_any_text_is_a_legal_move_or_refused(key: str, data: st.DataObject) -> None:
    game = catalogue.find(key)
    row, texts = data.draw(st.sampled_from(positions(key)))
    text = data.draw(st.sampled_from(texts).flatmap(edited) if texts else st.text(), label="text")
    before = row.copy()
    try:
        move = game.notation.read(row, text)
    except (InvalidMove, IllegalMove) as error:
        assert str(error)
    else:
        assert move in legal(game, row)
    assert row == before


@in_turn(
    "key, text",
    [
        ("focus", "b2-c2:{}"),
        ("focus", "b{}-c2"),
        ("pokeros", "6c@{},1"),
        ("pokeros", "6c@1,-{}"),
        ("solitaire", "6c@a{}"),
        ("solitaire", "6c@r{}"),
        ("solitaire", "{}:6c@a1"),
        ("locus", "a{}:up"),
        ("dice_poker", "die:{}"),
        ("dice_poker", "keep:{}"),
        ("dice_poker", "a{}"),
    ],
)
@in_turn("number", ["9" * 5000, "²", "١"])
def test_a_number_that_python_does_not_read_is_no_move(key: str, text: str, number: str) -> None:
    game = catalogue.find(key)
    for row, _ in positions(key):
        with pytest.raises((InvalidMove, IllegalMove)):
            game.notation.read(row, text.format(number))


@pytest.mark.parametrize("key", [key for key in keys() if catalogue.find(key).setup.options])
@FREELY
@given(data=st.data())
def test_any_value_of_an_option_is_written_in_one_form_or_refused(key: str, data: st.DataObject) -> None:
    game = catalogue.find(key)
    option = data.draw(st.sampled_from(game.setup.options))
    known = st.sampled_from([*option.values, "3=13,80=-65", "0/1/1", "7", "on"])
    text = data.draw(known.flatmap(edited) | st.text(), label="text")
    try:
        written = canonical(game, option, text)
        assert canonical(game, option, written) == written
        resolve(game, {option.name: text})
    except InvalidOption as error:
        assert str(error)


@FREELY
@given(data=st.data())
def test_any_file_is_a_table_or_refused(data: st.DataObject) -> None:
    game = catalogue.find("solitaire")
    option = next(option for option in game.setup.options if option.table is not None)
    lines = number_tables.write(game, option, "Mine", "3=13,80=-65").splitlines()[:12]
    text = data.draw(edited("\n".join(lines)) | st.lists(st.sampled_from(lines).flatmap(edited)).map("\n".join))
    try:
        assert canonical(game, option, number_tables.read_file(game, option, text).value)
    except InvalidOption as error:
        assert str(error)


@cache
def lines_of(key: str) -> list[str]:
    """Return a record's lines without their check digits."""
    match = Match(key, seed=7)
    for _ in range(4):
        match.play(match.legal_moves()[-1])
    match.resign(0)
    return [line.rpartition(" #")[0] for line in match.to_record().splitlines()]


@EVERY_GAME
@FREELY
@given(data=st.data())
def test_any_record_is_a_match_or_refused(key: str, data: st.DataObject) -> None:
    lines = lines_of(key)
    place = data.draw(st.integers(1, len(lines) - 1), label="line")
    line = data.draw(edited(lines[place]), label="text").encode("utf-8", "replace").decode()
    text = record.seal([*lines[:place], *line.split("\n"), *lines[place + 1 :]])
    try:
        assert Match.from_record(text).game.key == key
    except InvalidRecord as error:
        assert str(error)
