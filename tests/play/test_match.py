import json
import re
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from itertools import pairwise, permutations
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fivefold.contract import ANYONE, CHANCE, NOBODY, SPECTATOR, Information, Row
from fivefold.contract.errors import IllegalMove, InvalidMove, InvalidOption, InvalidRecord, MatchOver, MissingChance
from fivefold.contract.rules import packed, unpacked
from fivefold.play import audit, catalogue, observation
from fivefold.play.chance import Seeded
from fivefold.play.match import Match
from fivefold.play.picks import STAR, leads
from tests.play import race
from tests.play.race import GAME, GO, PLACE, REASON
from tests.play.test_record import edited
from tests.quick import in_turn


def walk(**options: object) -> Match:
    """Return a race without dice, to 10, Red first."""
    return Match("race", seed=1, dice="off", goal=10, first=0, **options)


def test_a_new_match() -> None:
    match = Match(GAME, chance=["die:4"], first=1)
    assert match.options == {"players": "2", "first": "1", "dice": "on", "goal": "12"}
    assert (match.to_move, match.scores, match.outcome, match.seats) == (1, (0, 0), None, ("Red", "Green"))
    assert (match.history, match.movers, match.legal_moves()) == (["die:4"], [CHANCE], ["go", "rest"])


def test_chance_and_only_moves_are_played_at_once() -> None:
    match = Match(GAME, chance=["die:4", "die:6", "die:2"], first=0)
    match.play("GO ")
    assert match.history == ["die:4", "go", "die:6", "go", "die:2"]
    assert match.movers == [CHANCE, 0, CHANCE, 1, CHANCE]
    assert (match.scores, match.to_move) == ((4, 6), 0)


def test_the_same_seed_gives_the_same_match() -> None:
    one, same, other = (Match(GAME, seed=seed, players=3) for seed in (1, 1, 2))
    for match in (one, same, other):
        while match.outcome is None:
            match.make(match.legal()[0])
    assert one.history == same.history != other.history
    assert one.row == same.row


def test_an_end_by_the_rules() -> None:
    match = Match(GAME, chance=["die:5"], goal="short", first=1)
    match.play("go")
    assert match.outcome is not None
    assert match.outcome.returns == (0.0, 1.0)
    assert (match.outcome.winner, match.outcome.scores, match.outcome.reason) == (1, (0, 5), REASON)
    assert (match.to_move, match.legal_moves(), match.ended is not None) == (NOBODY, [], True)
    assert str(match) == f"Race: over, {REASON}\n0 5"


@pytest.mark.parametrize("text", ["", "zz", "step:9", "die:3", "go"])
def test_a_wrong_move_changes_nothing(text: str) -> None:
    match = walk()
    before = match.to_record()
    with pytest.raises((InvalidMove, IllegalMove)):
        match.play(text)
    assert match.to_record() == before


def test_an_illegal_number_is_refused() -> None:
    match = walk()
    with pytest.raises(IllegalMove, match="move 10: not among the 3 legal moves"):
        match.make(GO)


def test_a_script_that_runs_out_takes_the_move_back() -> None:
    match = Match(GAME, chance=["die:4"], first=0)
    before = match.row.copy()
    with pytest.raises(MissingChance, match=r"ply 3.*script"):
        match.play("go")
    assert (match.row, match.history, match.to_move) == (before, ["die:4"], 0)
    with pytest.raises(MatchOver):
        match.undo()  # no move was left behind


def test_a_script_goes_on_with_the_seed() -> None:
    match = Match(GAME, chance=["die:4"], seed=3, first=0)
    match.play("rest")
    assert match.history[:3] == ["die:4", "rest", f"die:{1 + Seeded(3).draw('ply 3', 6)}"]


def test_a_wrong_script_is_refused() -> None:
    with pytest.raises(IllegalMove, match=r"^go: "):
        Match(GAME, chance=["go"])


def test_undo_takes_back_a_move_and_what_the_table_played_after_it() -> None:
    match = walk()
    for text in ("step:3", "step:3", "step:1"):  # Red is in the mud
        match.play(text)
    before, history = match.row.copy(), match.history
    match.play("step:2")
    assert match.history == [*history, "step:2", "step:1"]
    assert match.movers == [0, 1, 0, 1, 0]
    match.undo()
    assert (match.row, match.history, match.to_move) == (before, history, 1)


def test_undo_restores_position_history_and_turn() -> None:
    match = walk()
    rows = []
    for text in ("step:3", "step:1", "step:2"):
        rows.append((match.row.copy(), match.history, match.to_move, match.legal()))
        match.play(text)
    for expected in reversed(rows):
        match.undo()
        assert (match.row, match.history, match.to_move, match.legal()) == expected
    with pytest.raises(MatchOver, match="no player has moved"):
        match.undo()


def test_undo_is_refused_when_chance_came_after() -> None:
    match = Match(GAME, chance=["die:4", "die:2"], first=0)
    match.play("go")
    with pytest.raises(IllegalMove, match="undo: die:2 came after"):
        match.undo()
    assert match.history == ["die:4", "go", "die:2"]


@pytest.mark.parametrize(
    ("end", "returns", "reason"),
    [
        (lambda match: match.resign(1), (0.5, 0.0, 0.5), "seat 1 (Green) resigned"),
        (lambda match: match.lose_on_time(0), (0.0, 0.5, 0.5), "seat 0 (Red) ran out of time"),
        (lambda match: match.abandon(), (1 / 3, 1 / 3, 1 / 3), "abandoned"),
    ],
)
def test_ends_by_the_players(end: object, returns: tuple[float, ...], reason: str) -> None:
    match = Match(GAME, seed=1, players=3, seats=("Anna", "Bo", "Cy"))
    end(match)  # type: ignore[operator]
    assert match.outcome is not None
    assert match.outcome.returns == pytest.approx(returns)
    assert (match.outcome.reason, match.outcome.winner) == (reason, None)
    for after in (lambda: match.resign(0), match.undo, lambda: match.play("go"), lambda: match.make(1)):
        with pytest.raises(MatchOver, match="the match is over"):
            after()


def test_a_seat_that_runs_out_of_time_loses_nothing_where_nobody_else_can_win() -> None:
    asked: list[int] = []
    game = replace(GAME, can_win=lambda row, seat: bool(asked.append(seat)))
    match = Match(game, seed=1, players=3)
    match.lose_on_time(1)
    assert asked == [0, 2] and match.outcome is not None and match.outcome.returns == pytest.approx((1 / 3,) * 3)
    assert match.outcome.reason == "seat 1 (Green) ran out of time, and nobody else could win any more"


def test_one_other_who_can_win_is_enough_to_lose_on_time() -> None:
    match = Match(replace(GAME, can_win=lambda row, seat: seat == 2), seed=1, players=3)
    match.lose_on_time(1)
    assert match.outcome is not None and match.outcome.returns == (0.5, 0.0, 0.5)


def test_a_match_played_again_ends_on_time_as_it_did() -> None:
    hopeless = replace(GAME, can_win=lambda row, seat: False)
    for game, drawn, returns in ((hopeless, False, (0.0, 1.0)), (GAME, True, (0.5, 0.5))):
        match = Match(game, seed=1)
        match.lose_on_time(0, drawn=drawn)
        assert match.outcome is not None and match.outcome.returns == returns


@pytest.mark.parametrize(
    ("moves", "returns", "winner"), [("3", (1.0, 0.0), 0), ("32", (1.0, 0.0), 0), ("33", (0.5, 0.5), None)]
)
def test_points_decide_when_the_time_for_the_game_is_up(
    moves: str, returns: tuple[float, ...], winner: int | None
) -> None:
    match = walk()
    for steps in moves:
        match.play(f"step:{steps}")
    match.time_up()
    assert match.outcome is not None and match.outcome.by_points and match.outcome.time_up
    assert (match.outcome.returns, match.outcome.winner) == (returns, winner)
    assert match.outcome.reason == "the time was up"


def test_time_is_a_draw_where_points_decide_nothing_and_the_score_of_one_who_plays_alone() -> None:
    focus, alone = Match("focus", seed=1, players=4), Match("solitaire", seed=1)
    focus.time_up()
    alone.time_up()
    assert focus.outcome is not None and focus.outcome.returns == (0.25,) * 4
    assert alone.outcome is not None and (alone.outcome.returns, alone.outcome.scores) == ((1.0,), (0,))


def test_who_plays_alone_and_runs_out_of_time_draws_with_nobody() -> None:
    match = Match("solitaire", seed=1)
    match.lose_on_time(0)
    assert match.outcome is not None and match.outcome.returns == (0.0,)


def test_a_resignation_between_two_has_a_winner() -> None:
    match = walk()
    match.resign(0)
    assert match.outcome is not None
    assert match.outcome.winner == 1
    with pytest.raises(InvalidOption, match="the seats are 0 to 1"):
        walk().resign(2)


def test_a_team_loses_together() -> None:
    setup = replace(GAME.setup, team=lambda options, seat: (0, 2) if seat != 1 else (1,))
    game = replace(GAME, setup=setup, traits=replace(GAME.traits, teams=True))
    match = Match(game, seed=1, players=3)
    match.resign(2)
    assert match.outcome is not None
    assert match.outcome.returns == (0.0, 1.0, 0.0)


def secret(hidden_until: int, **given: object) -> Match:
    """Return a race in which nobody sees the places before seat 0 has come so far."""

    def conceal(row: Row, viewer: int) -> None:
        if row[PLACE] < hidden_until:
            row[PLACE] = row[PLACE + 1] = -1

    rules = SimpleNamespace(**vars(race), conceal=conceal, observed_move=lambda row, move, viewer: move)
    traits = replace(GAME.traits, information=Information.HIDDEN)
    return Match(replace(GAME, rules=rules, traits=traits), seed=1, first=0, **given)  # type: ignore[arg-type]


def test_nothing_is_taken_back_where_somebody_could_not_see_all() -> None:
    match = secret(2, dice="off")
    match.play("step:2")
    with pytest.raises(IllegalMove, match="hidden"):
        match.undo()
    match.play("step:1")
    match.undo()
    assert match.history == ["step:2"]


def test_chance_that_came_since_is_not_told_where_it_may_be_hidden() -> None:
    match = secret(40, dice="on", goal=40)
    match.make(match.legal()[0])
    with pytest.raises(IllegalMove, match="what chance brought came after"):
        match.undo()


def test_a_match_is_shown_as_the_viewer_may_see_it() -> None:
    match = secret(2, dice="off")
    assert match.seen_by(SPECTATOR) != match.row
    assert match.text == match.game.notation.diagram(match.seen_by(SPECTATOR), SPECTATOR)
    assert match.svg() == match.game.picture.draw(match.seen_by(SPECTATOR), SPECTATOR, {}).svg


def test_a_copy_goes_its_own_way() -> None:
    match = walk()
    match.play("step:1")
    other = match.copy()
    other.play("step:2")
    assert (match.history, other.history) == (["step:1"], ["step:1", "step:2"])
    assert (match.scores, other.scores) == ((1, 0), (1, 2))
    match.play("step:3")
    assert other.history == ["step:1", "step:2"]


def test_replay_steps_through_the_positions() -> None:
    match = Match(GAME, seed=4)
    while match.outcome is None:
        match.make(match.legal()[0])
    plies = list(match.replay())
    assert [ply.text for ply in plies] == match.history
    assert [ply.number for ply in plies] == list(range(1, len(match.moves) + 1))
    assert all(one.after is two.before for one, two in pairwise(plies))
    assert plies[-1].after == match.row


@pytest.mark.parametrize("seed", [None, 5])
def test_twins_share_their_chance(seed: int | None) -> None:
    match = Match(GAME, seed=seed, first=0, goal=40)
    twin = match.twin()
    assert (match.to_move, twin.to_move) in {(0, 1), (1, 0)}
    for one in (match, twin):
        while len(one.history) < 12:
            one.play("go")
    assert match.history[:12] == twin.history[:12]
    assert twin.options == match.options | {"first": "1"}


def test_a_twin_from_a_sealed_record_repeats_the_deal() -> None:
    match = Match.from_record(Match(GAME, first=0, goal=40).to_record())
    assert match.twin().history[0] == match.history[0]


def test_games_without_doubles_have_no_twins() -> None:
    with pytest.raises(InvalidOption, match="double"):
        Match(replace(GAME, traits=replace(GAME.traits, doubles=False)), seed=1).twin()


@pytest.mark.parametrize("names", [("Anna",), ("Anna", ""), ("Anna", "B\x07")])
def test_wrong_names_are_refused(names: tuple[str, ...]) -> None:
    with pytest.raises(InvalidOption, match="seats"):
        Match(GAME, seats=names)


def test_names_are_tidied() -> None:
    assert Match(GAME, seats=(" Anna\n Maria ", "Level 3")).seats == ("Anna Maria", "Level 3")


def test_it_shows_itself() -> None:
    match = walk(seats=("Anna", "Bo"))
    assert str(match) == "Race: Anna to move\n0 0"
    assert repr(match) == "<Match of Race: Anna to move>"
    assert match.svg() != match.svg({"a1": "last"})


def test_a_notebook_shows_a_match_small_enough_to_be_seen_as_a_whole() -> None:
    shown = walk()._repr_svg_()
    size = re.match(r'<svg width="(\d+)" height="(\d+)" ', shown)
    assert size is not None and max(map(int, size.groups())) == 540
    assert shown.replace(f'width="{size[1]}" height="{size[2]}" ', "", 1) == walk().svg()


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(InvalidOption, match="there is no such game; there are"):
        Match("chess")


@given(st.lists(st.integers(0, 3), max_size=30))
def test_undo_agrees_with_playing_anew(actions: list[int]) -> None:
    match, chosen = walk(), []
    for action in actions:
        if action == 0 and chosen and match.outcome is None:
            match.undo()
            chosen.pop()
        elif action in match.legal():
            match.make(action)
            chosen.append(f"step:{action}")
        if len(chosen) % 3 == 0:
            assert len(match.history) == len(match.moves)
    again = walk()
    for text in chosen:
        again.play(text)
    assert (match.row, match.history, match.movers) == (again.row, again.history, again.movers)


def test_import_needs_neither_numpy_nor_numba() -> None:
    code = "import sys, fivefold; sys.exit(bool({'numpy', 'numba'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


def test_undo_goes_back_to_any_decision():
    match = Match("race", dice="off", first="0", goal=12)
    for text in ("step:1", "step:2", "step:3"):
        match.play(text)
    assert match.decisions == (0, 1, 2)
    match.undo(1)
    assert match.history == ["step:1"] and match.decisions == (0,)
    with pytest.raises(IllegalMove, match="ply 1"):
        match.check_undo(1)
    match.check_undo(0)
    assert match.history == ["step:1"]


def test_undo_across_chance_is_refused_however_far_it_goes():
    match = Match("race", seed=1, dice="on")
    match.play("rest")
    match.play(match.legal_moves()[-1])
    with pytest.raises(IllegalMove, match="cannot be unseen"):
        match.undo(match.decisions[0])


@pytest.mark.parametrize("seed", [5, "ab" * 32])
def test_a_match_can_be_prepared_from_what_was_settled_before(seed):
    match = Match("locus", seed=seed)
    again = Match.prepared(match.game, match.options, match.source, drawn=match.drawn, script=match.script)
    assert again.history == match.history and again.drawn == match.drawn == {"first"}
    for each in (match, again):
        each.play(each.legal_moves()[5])
    assert again.row == match.row and again.seats == match.seats


@given(st.lists(st.integers(-(2**63), 2**63 - 1)))
def test_a_row_comes_back_as_it_was(row):
    assert unpacked(packed(row)) == row


@pytest.mark.parametrize("key", catalogue.keys())
def test_positions_are_kept_small(key):
    row = Match(key, seed=1).row
    assert unpacked(packed(row)) == row
    assert len(packed(row)) < 500


@pytest.mark.parametrize(
    ("ply", "span"), [(1, (0, 3)), (2, (0, 3)), (3, (0, 3)), (4, (3, 4)), (5, (4, 5)), (6, (5, 7)), (7, (5, 7))]
)
def test_a_piece_of_news_is_a_move_or_a_run_of_chance(ply: int, span: tuple[int, int]) -> None:
    movers = [-1, -1, -1, 0, 1, -1, -1]
    assert observation.chance_run(movers, ply) == span
    assert observation.end_of_chance_run(movers, ply) == span[1]
    assert observation.end_of_chance_run(movers, 0) == 0


@pytest.mark.parametrize(
    ("texts", "text"),
    [(["die:2"], "die:2"), (["die:2", "die:5"], "die:2 5"), (["die:2", "deal:3"], "die:2 deal:3"), (["a", "b"], "a b")],
)
def test_moves_of_chance_are_written_as_one(texts: list[str], text: str) -> None:
    assert observation.shared_text(texts) == text


def when() -> datetime:
    return datetime(2026, 1, 1, tzinfo=UTC)


def played(takers: str, seed: int = 5) -> Match:
    match = Match("grab", seed=seed, clock=when)
    for taker in takers:
        match.play(f"{taker}:take")
    return match


def test_the_log_knows_whose_each_move_was() -> None:
    match = played("12")
    assert match.to_move == ANYONE
    assert match.movers == [CHANCE, 0, CHANCE, 1, CHANCE]
    assert [ply.mover for ply in match.replay()] == match.movers


def test_a_race_comes_back_from_its_record() -> None:
    match = played("122121")
    again = Match.from_record(match.to_record())
    assert (again.movers, again.scores, again.outcome) == (match.movers, match.scores, match.outcome)
    assert audit.verify(match.to_record()).differences == ()


def test_a_record_that_gives_a_move_to_another_seat_is_refused() -> None:
    with pytest.raises(InvalidRecord, match="1:take: written as made by 1, but it is a move of 0"):
        Match.from_record(edited(played("122121").to_record(), "2 0 1:take", "2 1 1:take"))


def test_a_seed_is_one_pack_though_a_move_is_taken_back_or_another_takes_it() -> None:
    dealt = [text for text in played("111111").history if text.startswith("deal")]
    assert [text for text in played("212122").history if text.startswith("deal")] == dealt
    assert len(set(dealt)) == 6


@pytest.mark.parametrize("seed", range(3))
def test_different_seeds_are_different_packs(seed: int) -> None:
    assert played("111111", seed).history != played("111111", seed + 10).history


CASES = json.loads((Path(__file__).parents[1] / "scripts" / "leads.json").read_text(encoding="utf-8"))
"""The page's script is tested with the same."""


@in_turn("case", CASES)
def test_the_page_and_the_server_agree(case: dict[str, object]) -> None:
    assert leads(case["picks"], case["clicks"]) is case["leads"]  # type: ignore[arg-type]


faces = st.lists(st.sampled_from("123456"), max_size=5)
steps = st.lists(st.sampled_from(["roll", "d4", "e5"]), max_size=3)


def thrown(kinds: Sequence[str], places: Sequence[int]) -> list[str]:
    """Return the members of a set: a name for each face at its place."""
    return [f"{kind}{STAR}{place}" for kind, place in zip(kinds, places, strict=False)]


@given(faces, steps, st.permutations(range(5)), st.data())
def test_any_order_and_any_of_a_kind_leads_to_the_same(
    kinds: list[str], rest: list[str], places: list[int], data: st.DataObject
) -> None:
    clicks = [*thrown(kinds, range(5)), *rest]
    mixed = data.draw(st.permutations(thrown(kinds, places)))
    for count in range(len(mixed) + 1):
        assert leads(mixed[:count], clicks)
    for count in range(len(rest) + 1):
        assert leads([*mixed, *rest[:count]], clicks)
    if rest and mixed:
        assert not leads([*mixed[1:], *rest[:1]], clicks), "what follows the set waits for all of it"
    assert not leads([*mixed, *rest, "more"], clicks)


@given(faces, faces, st.lists(st.sampled_from(["roll", "end"]), max_size=1))
def test_a_set_leads_to_another_if_it_is_part_of_it(some: list[str], others: list[str], rest: list[str]) -> None:
    """The slow way: try every order of the wanted set for one that begins with what was picked."""
    found = any(list(order[: len(some)]) == some for order in permutations(others))
    assert leads(thrown(some, range(5)), [*thrown(others, range(5)), *rest]) is found


@given(st.lists(st.sampled_from("abc"), max_size=4), st.lists(st.sampled_from("abc"), max_size=4))
def test_without_sets_picks_lead_where_they_begin(picks: list[str], clicks: list[str]) -> None:
    assert leads(picks, clicks) is (clicks[: len(picks)] == picks)
