"""What is this? Everything on a picture that has a name is explained, and every game has a score card."""

import re
from collections.abc import Iterator

import pytest

from fivefold.contract import SPECTATOR, WHOLE_PICTURE, TableHelp
from fivefold.doors.web.pages import help_text
from fivefold.parts.messages import Reader
from fivefold.play.observation import observed
from tests.games.cases import Case, cases, decisions, every, legal, played, sampled, some

pytestmark = pytest.mark.slow

EVERY_CASE = every(cases())
NAMED = re.compile(r'data-(?:pick|thing)="([^"]*)"')
LETTER = re.compile("[A-Za-z]")


def help_of(case: Case) -> TableHelp:
    found = case.game.extra_of(TableHelp)
    assert found is not None
    return found


def positions(case: Case) -> Iterator[tuple[list[int], int]]:
    """Yield positions as who is to move and as a spectator may know them."""
    for row in [*sampled(case), played(case).row]:
        turn = case.game.rules.to_move(row)
        for viewer in {max(turn, SPECTATOR) if turn >= 0 else SPECTATOR, SPECTATOR}:
            yield observed(case.game, row, viewer), viewer


@EVERY_CASE
def test_everything_on_the_picture_is_explained_with_a_link_to_the_rules(case: Case) -> None:
    explain, words = help_of(case).explain, case.game.notation.WORDS
    terms = help_text.terms(case.game)
    seats = [f"seat-{seat}" for seat in range(len(played(case).seats))]
    for row, viewer in positions(case):
        drawn = case.game.picture.draw(row, viewer, {WHOLE_PICTURE: "bare"}).svg
        for name in [*sorted(set(NAMED.findall(drawn))), *seats]:
            told = explain(row, viewer, name)
            assert told is not None, f"{name} is not explained"
            assert told.anchor in terms, told
            said = [words.text(sentence, Reader((), 0)) for sentence in told.sentences]
            assert all(LETTER.search(one) and one.endswith(".") and ".." not in one for one in said), said


@EVERY_CASE
def test_what_nothing_is_called_is_not_explained(case: Case) -> None:
    for name in ("", "zz9", "seat-9", "seat-", "99,99", "line-9-1", "captured-7", "9*1", "done-7", "-", "²"):
        assert help_of(case).explain(sampled(case)[-1], SPECTATOR, name) is None, name


@EVERY_CASE
def test_the_score_card_has_a_line_for_everything_that_scores(case: Case) -> None:
    extra, words = help_of(case), case.game.notation.WORDS
    for row in sampled(case):
        seen = observed(case.game, row, SPECTATOR)
        card = extra.score_card(seen)
        keys = [line.key for line in card.lines]
        assert len(set(keys)) == len(keys) > 1
        assert card.notes
        assert all(words.text(line.name) for line in card.lines)
        assert all(words.text(note).endswith(".") for note in card.notes)
        assert len({len(line.counts) for line in card.lines if line.counts}) <= 1
    for row in decisions(case):
        known = {line.key for line in extra.score_card(row).lines}
        for move in some(case, legal(case.game, row)):
            assert not known - known.union(extra.scored(row, move))


@EVERY_CASE
def test_what_has_to_be_done_in_an_unusual_turn_is_said(case: Case) -> None:
    for row in decisions(case):
        task = help_of(case).task(row)
        assert task is None or case.game.notation.WORDS.text(task, starts=False)
