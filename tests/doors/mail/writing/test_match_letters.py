"""Letters about matches: of every game, at every stage, as one person may see it."""

import re
from datetime import timedelta

import pytest

from fivefold.doors.mail.writing import match_letters
from fivefold.doors.mail.writing.letters import Letter
from fivefold.doors.mail.writing.match_letters import match_letter
from fivefold.doors.mail.writing.message import described
from fivefold.house.errors import UnknownMatch
from fivefold.house.match_view.perspective import view_context
from fivefold.house.notices.mail import mail_queue as outgoing_mails
from fivefold.house.notices.mail.mail_queue import MATCH
from fivefold.house.table.seating import MatchRequest
from fivefold.session.snapshot import OVER
from tests.doors.mail.writing.tables import ANNA, BEN, CLEO, GAMES, begun, played
from tests.house.people import keep_accounts

LEGEND = "7h@2,-1"
"""The example below every board of Pokeros."""
CARD = re.compile(r"\b(?:[2-9TJQKA]|10)[cdhs]\b")


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_line_fits_a_terminal(house, game):
    now = begun(house, game)
    letters = [match_letter(house, now.id, ANNA, 0)]
    now = played(house, now, 9)
    letters += [match_letter(house, now.id, person, 3) for person in (ANNA, BEN, CLEO)]
    assert all(len(line) <= 78 for letter in letters for line in letter.text.splitlines())
    assert all(letter.text == letter.text.strip("\n") + "\n" for letter in letters)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_letter_of_a_whole_game_fits(house, game):
    now = begun(house, game)
    for seed in range(30):
        before, now = now.number, played(house, now, 5, seed)
        for person in (ANNA, BEN, CLEO):
            letter = match_letter(house, now.id, person, before)
            assert all(len(line) <= 78 for line in letter.text.splitlines())
            assert len(letter.html) < 60_000
        if now.status == OVER:
            break


@pytest.mark.parametrize("game", GAMES)
def test_a_new_match_is_introduced(house, game):
    now = begun(house, game)
    letter = match_letter(house, now.id, ANNA, 0)
    turn = "your turn" if now.may_move(ANNA) else "Ben's turn"
    assert letter.subject == f"{now.match.game.name} 101: {turn}, {' – '.join(now.names)}"
    assert letter.board == (game, 101)
    assert "A new match of" in letter.text
    assert "for each move" in flat(letter)


@pytest.mark.parametrize("game", GAMES)
def test_whoever_is_to_move_gets_a_legal_example(house, game):
    now = played(house, begun(house, game), 4)
    mover = now.seats[now.to_act].person
    other = BEN if mover == ANNA else ANNA
    text = match_letter(house, now.id, mover, 0).text
    example = re.search(r"For \n?example:\n\n {4}(\S+)\n", text)[1]
    assert example in [move["text"] for move in house.views.view(now, mover)["moves"]]
    waits = match_letter(house, now.id, other, 0).text
    assert "How to answer" not in waits
    assert ("“queue”" in waits) == (game in {"focus", "locus"}), "nobody is told to where it is refused"


def test_moves_stand_below_their_numbers(house, game="focus"):
    now = played(house, begun(house, game), 5)
    text = match_letter(house, now.id, ANNA, 0).text
    assert [line.split()[0] for line in text.split("All moves")[1].split("\n")[3:6]] == ["1–2", "3–4", "5"]


def test_an_earlier_position_says_whose_turn_it_was(house):
    now = played(house, begun(house, "focus"), 3)
    looking = match_letters.look(house, now.id, ANNA, ply=1)
    assert match_letters.standing(looking) == "It was Ben's turn."
    assert match_letters.standing(match_letters.look(house, now.id, BEN, ply=1)) == "It was your turn."


def test_a_comment_is_told_once(house):
    now = played(house, begun(house, "focus"), 2)
    house.chat.say(now, BEN, "Mind the gap")
    assert "Mind the gap" in match_letter(house, now.id, ANNA, now.number).text
    mail = house.mail.outgoing.put(MATCH, ANNA, match=now.id, since=0, number=now.number)
    with house.writing() as connection:
        outgoing_mails.change(connection, mail, state=outgoing_mails.SENT)
    assert "Mind the gap" not in match_letter(house, now.id, ANNA, now.number).text


@pytest.mark.parametrize("game", GAMES)
def test_the_end_says_who_won_and_lists_all_moves(house, game):
    now = played(house, begun(house, game), 5)
    now = house.resign(now.id, now.seats[now.to_act].person, now.number + 1)
    assert now.status == OVER
    text = match_letter(house, now.id, BEN, now.number - 1).text
    assert text.startswith(("You win.", "Anna wins."))
    assert "resign" in text
    assert "All moves" in text
    assert "\n    rematch\n" in text


def test_few_moves_are_explained(house):
    now = played(house, begun(house, "solitaire"), 2)
    mover = now.seats[now.to_act].person
    moves = house.views.explained_moves(now, mover)
    assert len(moves) <= 12
    text = flat(match_letter(house, now.id, mover, 0))
    assert all(move in text for move, _ in moves)


def test_many_moves_are_counted(house):
    now = begun(house, "focus")
    count = len(house.views.view(now, ANNA)["moves"])
    assert f"You have {count} legal moves." in match_letter(house, now.id, ANNA, 0).text


def test_what_was_told_before_is_not_told_again(house):
    now = played(house, begun(house, "focus"), 6)
    said = match_letter(house, now.id, ANNA, now.number - 1).text
    assert said.count("Ben ") < match_letter(house, now.id, ANNA, 1).text.count("Ben ")


def test_long_absence_is_told_shortly(house):
    now = played(house, begun(house, "focus"), 30)
    text = match_letter(house, now.id, ANNA, 1).text
    assert "What happened, the last 12 of 29" in text
    assert text.count("\n- ") == 12


def test_moves_taken_back_are_left_out(house):
    now = played(house, begun(house, "focus"), 3)
    before = now.number
    now = house.offer(now.id, ANNA, "undo", now.number + 1)
    now = house.answer(now.id, BEN, True)
    now = played(house, now, 1, seed=9)
    text = match_letter(house, now.id, BEN, before - 1).text
    assert "Anna takes a move back." in text
    assert text.split("The board")[0].count("\n- ") <= 2


def test_an_earlier_number_shows_how_it_stood(house):
    now = played(house, begun(house, "focus"), 6)
    text = match_letter(house, now.id, ANNA, 2, 4).text
    assert "The match has gone on since then" in text
    assert "How to answer" not in text
    assert text.split("What happened")[1].split("The board")[0].count("\n- ") == 2


def test_comments_come_with_the_moves(house):
    now = played(house, begun(house, "focus"), 2)
    house.chat.say(now, BEN, "Mind your left side")
    house.chat.say(now, ANNA, "I do")
    text = match_letter(house, now.id, ANNA, 1).text
    assert "Ben:\n> Mind your left side" in text
    assert "I do" not in text
    assert "Mind" not in match_letter(house, now.id, CLEO, 1).text


def test_the_clock_says_when_time_runs_out(house):
    now = begun(house, "focus")
    text = flat(match_letter(house, now.id, ANNA, 0))
    assert "You have 3 days left." in text
    assert re.search(r"Your time runs out on Tuesday 4 March, 12:\d\d UTC\.", text)
    assert "Anna's time runs out" in flat(match_letter(house, now.id, BEN, 0))


def test_an_offer_says_how_to_answer(house):
    now = played(house, begun(house, "focus"), 2)
    house.offer(now.id, ANNA, "draw", now.number + 1)
    assert "Anna offers a draw. Reply with “accept” or “reject”." in match_letter(house, now.id, BEN, 1).text
    assert "Reply with “accept”" not in match_letter(house, now.id, ANNA, 1).text


def test_what_a_player_has_in_store_is_told_to_nobody_else(house):
    now = played(house, begun(house, "focus"), 2)
    house.answers.add_line(BEN, now.id, now.number + 1, ["c2-c1:1", "b3-a3:1"])
    house.mail.resignations.resign(now.id, BEN)
    text = flat(match_letter(house, now.id, BEN, 1))
    assert "you play 1 piece from b3 to a3." in text
    assert "You resign as soon as it is your turn" in text
    for other in (ANNA, CLEO):
        text = flat(match_letter(house, now.id, other, 1))
        assert "b3-a3:1" not in text and "from b3 to a3" not in text
        assert "resign" not in text


def test_a_late_player_can_be_claimed_against(house):
    now = begun(house, "focus", time="1d/move")
    assert "“claim”" not in match_letter(house, now.id, BEN, 0).text
    later = house.now() + timedelta(days=2)
    house._clock = lambda: later
    house.clocks.look(now.id)
    text = flat(match_letter(house, now.id, BEN, 0))
    assert "Anna's time is out. Reply with “claim” to end the match and win" in text
    assert "“claim”" not in match_letter(house, now.id, ANNA, 0).text


def test_ratings_are_told_at_the_end(house):
    keep_accounts(house, {ANNA: "Anna", BEN: "Ben"})
    now = played(house, begun(house, "focus", rated=True), 8)
    now = house.resign(now.id, ANNA, now.number + 1)
    text = flat(match_letter(house, now.id, BEN, now.number - 1))
    assert re.search(r"Anna's rating went from 1500 to \d+\. Your rating went from 1500 to \d+\.", text)


# --- secrets ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moves", [0, 4, 12])
def test_hidden_cards_stay_with_their_owner(house, moves):
    now = played(house, begun(house, "pokeros"), moves)
    hands = {person: held(house, now, person) for person in (ANNA, BEN)}
    assert all(hands.values())
    for reader in (ANNA, BEN, CLEO):
        letter = match_letter(house, now.id, reader, 0)
        said = f"{whole(letter)} {described(letter.pictures[0].board)}"
        for owner in {ANNA, BEN} - {reader}:
            assert not hands[owner] & set(CARD.findall(said))


def test_the_picture_is_drawn_of_what_the_reader_may_see(house):
    now = played(house, begun(house, "pokeros"), 6)
    for reader in (ANNA, BEN, CLEO):
        (picture,) = match_letter(house, now.id, reader, 0).pictures
        view = house.views.view(now, reader)
        assert list(picture.board.row) == house.views.perspectives(now, view_context(now, reader))[1].latest.row
        assert picture.board.viewer == view["viewer"]


def test_who_only_follows_a_match_reads_of_it_with_its_delay(house):
    now = played(house, begun(house, "pokeros", delay=300), 8)
    last = next(entry.text for entry in reversed(now.entries) if entry.mover >= 0)
    assert last in match_letter(house, now.id, ANNA, now.number - 2, now.number).text
    letter = match_letter(house, now.id, CLEO, now.number - 2, now.number)
    assert last not in letter.text
    latest = house.views.perspectives(now, view_context(now, CLEO))[1].latest.row
    assert list(letter.pictures[0].board.row) != latest


def held(house, now, person):
    """Return the cards that only one person sees."""
    diagrams = {one: match_letter(house, now.id, one, now.number).pictures for one in (person, CLEO)}
    notation = now.match.game.notation
    shown = [
        set(CARD.findall(notation.diagram(list(each.board.row), each.board.viewer).split("Pack")[-1]))
        for pictures in diagrams.values()
        for each in pictures
    ]
    return shown[0] - shown[1]


def whole(letter: Letter) -> str:
    """Return all that a letter says."""
    said = "\n".join([letter.subject, letter.text, letter.html, *(each.says for each in letter.pictures)])
    return said.replace(LEGEND, "")


def flat(letter: Letter) -> str:
    """Return a letter's text in one line."""
    return " ".join(letter.text.split())


def test_of_a_match_that_is_none_there_is_no_letter(house):
    with pytest.raises(UnknownMatch):
        match_letter(house, "nothing", ANNA, 0)


def test_a_duplicate_is_told_as_it_goes_and_no_move_early(house):
    wish = MatchRequest("locus", {"grid": "6x5", "first": "0"}, ("link",), "me", duplicate=True)
    first = house.sit(house.create(ANNA, wish).id, BEN)
    second = house.snapshot(first.linked("second"))
    begun, number = match_letter(house, first.id, ANNA, 0), first.number
    other = house.mail.boards.number(second.id)
    assert f"on two boards at once, this one and board {other}." in " ".join(begun.text.split())
    house.play(first.id, ANNA, number + 1, "c3:up")
    waiting = match_letter(house, first.id, BEN, number).text
    assert "Anna has moved; go to the other board." in waiting and "c3" not in waiting
    house.play(second.id, BEN, second.number + 1, "d4:down")
    told = match_letter(house, first.id, BEN, number)
    assert "your turn" in told.subject and told.text.count("Anna plays") == 1
    over = house.resign(first.id, BEN, number + 3)
    assert "ready" not in match_letter(house, over.id, ANNA, number).text
    assert "You win the duplicate. Ben resigned." in match_letter(house, second.id, ANNA, 0).text
