"""What stays hidden at a keyboard: a computer's cards, and those of whoever sits beside one."""

import re

import pytest

from fivefold import Match
from fivefold.doors.terminal import archive
from fivefold.parts.cards import DECK
from fivefold.parts.words import card_name, card_text
from tests.doors.terminal.test_table import FirstMove, play, unwrapped

GAME = "pokeros"
COVERED = "press Enter to see your cards: "


def dealt(match, seat):
    """Return the cards that came to a seat's hand, in order: the three of who begins are dealt before the others."""
    first = int(match.options["first"])
    deals = [text.removeprefix("deal:") for text in match.history if text.startswith("deal:")][1:]
    hands = {first: deals[:3], 1 - first: deals[3:6]}
    placers = [mover for mover in match.movers if mover >= 0]
    for seat_of, card in zip(placers, deals[6:], strict=False):
        hands[seat_of].append(card)
    return hands[seat]


def words(text):
    """Return all cards in a text, as they are written or by their names."""
    named = {card_text(card) for card in range(DECK) if card_name(card) in unwrapped(text)}
    return named | set(re.findall(r"\b(?:[2-9TJQKA][cdhs]|W[12])\b", text))


def test_a_computers_cards_are_not_told():
    script = ["moves", "moves all", "history", "hint", "show", *["undo"] * 2]
    table, text = play([*script, "quit"], game=GAME, first=1)
    held = set(dealt(table.match, 1)) - {move.partition("@")[0] for move in table.match.history if "@" in move}
    assert len(held) == 3 and not held & words(text)
    assert "Ledger draws a card." in text and set(dealt(table.match, 0)) <= words(text)


@pytest.mark.parametrize("asked", ["moves", "moves all", "hint", "preview 7h@1,0", "help"])
def test_what_an_interrupted_computer_sees_is_not_told(asked):
    table, text = play([asked, "quit"], game=GAME, first=1, thinker=FirstMove(interruptions=9))
    assert not set(dealt(table.match, 1)) & words(text)


def test_of_two_at_one_keyboard_each_sees_their_own_cards_when_they_ask():
    match = Match(GAME, seed=1, first=0)
    first = match.legal_moves()[0]
    match.play(first)
    table, text = play(["", first, "", "quit"], game=GAME, first=0, against="friend")
    before, coral, teal = text.split(COVERED)
    mine, theirs = dealt(table.match, 0), dealt(table.match, 1)
    assert not words(before) & {*mine, *theirs}
    assert set(mine[:3]) <= words(coral) and not words(coral) & {*theirs, mine[3]}
    assert set(theirs) <= words(teal) and not words(teal) & ({*mine} - {first.partition("@")[0]})
    assert coral.count("\n" * 40) == 1, "what Coral saw is out of sight before Teal looks"
    assert "Coral draws a card." in coral


@pytest.mark.parametrize("line", ["moves", "moves 7h", "hint", "preview 7h@1,0", "7h@1,0"])
def test_nothing_is_answered_before_the_right_one_looks(line):
    table, text = play([line, "help", "history", "show", "quit"], game=GAME, first=0, against="friend")
    assert "press Enter first, when only Coral looks at the screen" in unwrapped(text)
    assert not words(text.replace(line, "")) & {*dealt(table.match, 0), *dealt(table.match, 1)}


def test_nothing_is_asked_where_nothing_is_hidden():
    table, text = play(["moves", "quit"], game=GAME, hand=1, against="friend")
    assert COVERED not in text and table.match.legal_moves()[0] in text


def test_when_it_is_over_everything_is_told():
    table, text = play(["resign", "history"], game=GAME, first=0)
    end = text.partition("You resigned")[0]
    assert {*dealt(table.match, 0), *dealt(table.match, 1)} <= words(end)


def test_a_record_that_goes_on_is_shown_without_what_is_hidden(tmp_path, capsys):
    match = Match(GAME, seed=1, first=0)
    match.play(match.legal_moves()[0])
    hidden = {*dealt(match, 0), *dealt(match, 1)} - {match.history[7].partition("@")[0]}
    file = tmp_path / "game"
    file.write_text(match.to_record())
    archive.show(file, None, tmp_path / "picture.svg")
    told = capsys.readouterr().out
    assert not words(told) & hidden and "8 Coral plays" in told and "9 Coral draws a card." in told
    assert "held-" not in (tmp_path / "picture.svg").read_text()
    match.resign(0)
    file.write_text(match.to_record())
    archive.show(file, None, None)
    assert hidden <= words(capsys.readouterr().out)
