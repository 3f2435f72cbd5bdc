"""Moves by mail: played once, by whose turn it is, while the match stands where the mail told."""

import pytest

from fivefold.contract.errors import IllegalMove, InvalidMove
from fivefold.doors.mail.answers import Failed, Said, Shown
from fivefold.doors.mail.commands import moves, run_of
from fivefold.doors.mail.commands.requests import Ambiguous, board_called
from fivefold.house.errors import NotOffered, NotYours, Stale, UnknownMatch
from fivefold.house.table.seating import MatchRequest
from tests.doors.mail.commands.conftest import asking, begun, line
from tests.house.people import ANNA, BEN, CLEO

pytestmark = pytest.mark.slow


def first(now):
    return now.match.legal_moves()[0]


def to_move(now):
    return now.seats[now.to_act].person


@pytest.mark.parametrize("game", ["focus", "locus", "pokeros", "dice_poker"])
def test_every_game_is_played_by_its_board(house, game):
    now = begun(house, game)
    board, text = house.mail.boards.number(now.id), first(now)
    (shown,) = moves.move(asking(house, to_move(now)), line("move", text, board, game))
    after = house.known(now.id)
    assert after.entries[now.number].text == text
    assert (shown.match_id, shown.viewer, shown.since) == (now.id, to_move(now), now.number)
    assert shown.said == (f"You played {text}.",) if game != "dice_poker" else shown.said[0].startswith("You take a2")


def test_a_game_for_one(house):
    now = house.create(ANNA, MatchRequest("solitaire", {}, (), seed=5))
    moves.bare(asking(house, ANNA, now), line("", first(now)))
    assert house.known(now.id).number > now.number


@pytest.mark.parametrize("typed", ["C2-C1:1", "c2 - c1", "c2–c1", "c2—c1 : 1.", "`c2-c1:1`", "“c2-c1”", "c2->c1"])
def test_forms_that_phones_and_people_make(house, typed):
    now = begun(house)
    moves.bare(asking(house, ANNA, now), line("", typed))
    assert house.known(now.id).entries[-1].text == "c2-c1:1"


def test_a_number_that_is_the_next_one(house):
    now = begun(house, "locus")
    moves.move(asking(house, to_move(now)), line("move", first(now), now.id, number=1))
    assert house.known(now.id).number == now.number + 1


def test_a_number_that_is_not_the_next_one(house):
    now = begun(house)
    with pytest.raises(NotOffered, match="move 3: the next one is move 1"):
        moves.move(asking(house), line("move", first(now), now.id, number=3))
    moves.move(asking(house), line("move", first(now), now.id, number=1))
    with pytest.raises(Stale):
        moves.move(asking(house), line("move", "f2-f1", now.id, number=1))
    assert house.known(now.id).number == 1


def test_the_same_move_again_counts_as_played(house):
    now = begun(house)
    moves.move(asking(house), line("move", first(now), now.id, number=1))
    (shown,) = moves.move(asking(house), line("move", first(now), now.id, number=1))
    assert shown.said == (f"{first(now)} was on the board already.",)
    (shown,) = moves.bare(asking(house, ANNA, now), line("", first(now)))
    assert shown.said == (f"{first(now)} was on the board already.",)
    assert house.known(now.id).number == 1


def test_a_reply_to_an_older_mail_plays_nothing(house):
    now = begun(house)
    later = house.play(now.id, ANNA, 1, first(now))
    house.play(now.id, BEN, 2, later.match.legal_moves()[0])
    with pytest.raises(Stale, match="you have played"):
        moves.bare(asking(house, ANNA, now), line("", "f2-f1"))
    with pytest.raises(Stale, match="Ben played"):
        moves.bare(asking(house, ANNA, later), line("", "f2-f1"))
    with pytest.raises(Stale, match="this is move 3, not 1"):
        moves.move(asking(house, ANNA), line("move", "f2-f1", now.id, number=1))
    assert house.known(now.id).number == 2


def test_not_my_turn(house):
    now = begun(house)
    with pytest.raises(NotYours, match="Anna's turn"):
        moves.bare(asking(house, BEN, now), line("", first(now)))
    with pytest.raises(NotYours, match="no seat"):
        moves.move(asking(house, CLEO), line("move", first(now), now.id))


def test_an_illegal_move_says_what_is_near(house):
    now = begun(house)
    with pytest.raises(IllegalMove, match="legal moves near it are c2-c1:1 and c2-c3:1"):
        moves.bare(asking(house, ANNA, now), line("", "c2-c5"))
    with pytest.raises(InvalidMove, match="c22"):
        moves.bare(asking(house, ANNA, now), line("", "c22"))
    assert house.known(now.id).number == 0


def test_two_moves_where_one_ends_the_turn_play_none(house):
    now = begun(house)
    with pytest.raises(NotOffered, match="d3-d2: your turn ends with c2-c1:1"):
        moves.bare(asking(house, ANNA, now), line("", "c2-c1 d3-d2"))
    assert house.known(now.id).number == 0


def test_a_turn_of_several_moves_in_one_mail(house):
    now = begun(house, "dice_poker")
    person, kept = to_move(now), "keep:"
    legal = [text for text in now.match.legal_moves() if not text.startswith("keep")]
    (shown,) = moves.bare(asking(house, person, now), line("", f"{kept} keep:"))
    assert shown.said == ("You roll all five dice", "You roll all five dice")
    assert legal
    again = moves.bare(asking(house, person, now), line("", f"{kept} keep:"))
    assert again[0].said == ("keep: and keep: were on the board already.",)


def test_what_was_played_is_told_where_the_rest_fails(house):
    now = begun(house, "dice_poker")
    answers = moves.bare(asking(house, to_move(now), now), line("", "keep: keep:6666666"))
    assert isinstance(answers[0], Shown)
    assert isinstance(answers[1], Failed)
    assert answers[0].said == ("You roll all five dice",)


def test_a_sentence_goes_to_the_others(house):
    now = begun(house)
    (said,) = moves.bare(asking(house, ANNA, now, comment="See you."), line("", "Good luck, Ben!"))
    assert isinstance(said, Said)
    assert house.chat.view(now, BEN)["lines"][-1]["text"] == "Good luck, Ben! See you."
    assert house.known(now.id).number == 0


def test_the_comment_goes_to_the_others_once(house):
    now = begun(house)
    for _ in range(2):
        moves.bare(asking(house, ANNA, now, comment="A fine\nday."), line("", first(now)))
    assert [each["text"] for each in house.chat.view(now, BEN)["lines"]] == ["A fine day."]


def test_a_long_comment_is_cut_and_a_failed_move_says_nothing(house):
    now = begun(house)
    with pytest.raises(IllegalMove):
        moves.bare(asking(house, ANNA, now, comment="Ha!"), line("", "c2-c5"))
    assert not house.chat.view(now, BEN)["lines"]
    (shown,) = moves.bare(asking(house, ANNA, now, comment=" ".join(map(str, range(400)))), line("", first(now)))
    assert len(house.chat.view(now, BEN)["lines"]) == 4
    assert "Only the first" in shown.said[-1]


@pytest.mark.parametrize("game", ["focus", "locus", "pokeros", "dice_poker"])
def test_a_word_of_thanks_behind_the_move(house, game):
    now = begun(house, game)
    person = to_move(now)
    for _ in range(2):
        (shown,) = moves.bare(asking(house, person, now), line("", f"{first(now)} thanks!"))
    assert shown.said == (f"{first(now)} was on the board already.",)
    other = BEN if person == ANNA else ANNA
    assert [each["text"] for each in house.chat.view(now, other)["lines"]] == ["thanks"]


# --- which match -----------------------------------------------------------------------------------------------------


def test_the_only_match_that_waits(house):
    now = begun(house)
    other = begun(house)
    house.play(other.id, ANNA, 1, first(other))
    moves.move(asking(house), line("move", first(now)))
    assert house.known(now.id).number == 1


def test_several_that_wait_are_listed(house):
    boards = [house.mail.boards.number(begun(house).id) for _ in range(2)]
    with pytest.raises(Ambiguous, match=rf"focus {boards[1]} \(Anna – Ben\) or focus {boards[0]} \(Anna – Ben\)"):
        moves.move(asking(house), line("move", "c2-c1"))


def test_one_number_of_two_games(house):
    focus, locus = begun(house), begun(house, "locus")
    numbers = {house.mail.boards.number(each.id) for each in (focus, locus)}
    assert numbers == {101}
    with pytest.raises(Ambiguous, match="focus 101"):
        moves.move(asking(house), line("move", "c2-c1", 101))
    moves.move(asking(house), line("move", "c2-c1", 101, "focus"))
    assert house.known(focus.id).number == 1


def test_the_number_of_the_mail_that_is_answered(house):
    focus, locus = begun(house), begun(house, "locus")
    for each in (focus, locus):
        house.mail.boards.number(each.id)
    moves.move(asking(house, ANNA, focus), line("move", "c2-c1", 101))
    assert house.known(focus.id).number == 1


def test_a_board_that_is_none(house):
    begun(house)
    with pytest.raises(UnknownMatch, match=r"999: there is no such match; you play in focus 101 \(Anna – Ben\)"):
        moves.move(asking(house), line("move", "c2-c1", 999))


def test_a_private_match_is_not_found_by_its_number(house):
    now = begun(house)
    board = house.mail.boards.number(now.id)
    with pytest.raises(NotYours):
        moves.move(asking(house, CLEO), line("move", "c2-c1", board))
    house.accounts.set_preference(BEN, "public_games", False)
    with pytest.raises(UnknownMatch):
        moves.move(asking(house, CLEO), line("move", "c2-c1", board))


def test_a_table_with_a_free_seat_is_not_found_by_its_number(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), begin="me"))
    board = house.mail.boards.number(now.id)
    assert board_called(asking(house), str(board), "focus").id == now.id
    for person in (CLEO, None):
        with pytest.raises(UnknownMatch):
            board_called(asking(house, person), str(board), "focus")
    assert board_called(asking(house, CLEO), now.id, "focus").id == now.id


def test_a_table_in_the_lobby_is_found_by_its_number(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("link",), listed=True))
    assert board_called(asking(house, CLEO), str(house.mail.boards.number(now.id)), "focus").id == now.id


def test_a_game_against_the_computer_is_found_by_nobody_else_while_it_goes_on(house):
    now = house.create(ANNA, MatchRequest("focus", {}, ("1",), begin="me"))
    with pytest.raises(UnknownMatch):
        board_called(asking(house, CLEO), str(house.mail.boards.number(now.id)), "focus")


def test_whom_a_player_blocks_does_not_find_their_matches_by_number(house):
    now = begun(house)
    board = str(house.mail.boards.number(now.id))
    assert board_called(asking(house, CLEO), board, "focus").id == now.id
    house.blocks.block(BEN, CLEO)
    with pytest.raises(UnknownMatch):
        board_called(asking(house, CLEO), board, "focus")


# --- moves that only some games have ---------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["focus", "locus", "pokeros", "dice_poker"])
@pytest.mark.parametrize("name", ["pass", "swap"])
def test_no_pass_and_no_swap(house, game, name):
    now = begun(house, game)
    with pytest.raises(NotOffered, match="has no such move"):
        run_of(name)(asking(house, to_move(now), now), line(name))
