"""Who can still win a game of Pokeros: what is certain, against every way the last cards can go."""

from random import Random

import pytest
from pokeros_table import give, laid

from fivefold.games.pokeros import rules
from fivefold.games.pokeros.notation import card_from_text
from fivefold.games.pokeros.winning import can_win
from fivefold.play.match import Match


def near_the_end(seed, left, **options):
    match, random = Match("pokeros", seed=seed, **options), Random(seed)
    while match.row[rules.PACK] + sum(match.row[rules.HELD_COUNT : rules.HELD_COUNT + 2]) > left:
        match.make(random.choice(match.legal()))
    return match.row


def best_lead(row, seat):
    """The most that a seat can be ahead in the end, every way of the rest tried."""
    if rules.to_move(row) < 0:
        return row[rules.SCORE + seat] - row[rules.SCORE + 1 - seat]
    out, leads = [0] * rules.MAX_MOVES, []
    for move in out[: rules.legal_moves(row, out)]:
        after = row.copy()
        rules.play(after, move)
        leads.append(best_lead(after, seat))
    return max(leads)


def with_best_lead(row, seat, lead):
    changed = row.copy()
    changed[rules.SCORE + 1 - seat] += best_lead(row, seat) - lead
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"deck": "stripped", "wilds": 2, "bonus": 3}, {"hand": 1, "wilds": 1}])
@pytest.mark.parametrize("left", [1, 2])
@pytest.mark.parametrize("seed", range(3))
def test_who_can_get_ahead_can_win(seed, left, options):
    row = near_the_end(seed, left, **options)
    assert all(can_win(with_best_lead(row, seat, 1), seat) for seat in range(2))


def test_a_lead_out_of_reach_is_known_before_the_end_and_nothing_while_there_is_a_pack():
    row = near_the_end(1, 1)
    placing = rules.to_move(row)
    row[rules.SCORE], row[rules.SCORE + 1] = 0, 0
    assert can_win(row, placing) and not can_win(row, 1 - placing)
    row[rules.SCORE + 1 - placing] = 400
    assert not can_win(row, placing) and can_win(row, 1 - placing)
    assert all(can_win(Match("pokeros", seed=1).row, seat) for seat in range(2))


@pytest.mark.parametrize(("behind", "hopeful"), [(9, True), (10, False)])
def test_what_the_last_card_can_score_decides(behind, hopeful):
    row, _ = laid("7d 6c 5c [4c]", bonus=1)  # straight flush of three, 10; nothing is better elsewhere
    row[rules.PACK] = 0
    row[rules.SCORE + 1] = behind
    assert can_win(row, 0) is hopeful


def test_the_cards_of_both_may_come_before_the_one_that_scores():
    row, _ = laid("7d 6c 5c [3c]", bonus=1)
    give(row, 1, card_from_text("4c"))
    row[rules.PACK] = 0
    row[rules.SCORE + 1] = 19  # 6c 5c 4c 3c is worth 20, if the other puts the four there
    assert can_win(row, 0)
