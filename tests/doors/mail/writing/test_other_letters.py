"""Letters about addresses, challenges, messages, reminders; the digest."""

import pytest

from fivefold.doors.mail.writing import match_letters
from fivefold.doors.mail.writing.letters import written
from fivefold.house.notices.mail.mail_queue import LATE
from fivefold.house.table.seating import MatchRequest
from tests.doors.mail.writing.tables import ANNA, BEN, GAMES, begun, played

BASE = "https://play.example"


def test_a_reminder_says_so_first_and_shows_the_match(house):
    now = begun(house, "focus")
    letter = match_letters.nag_letter(house, now.id, ANNA, base=BASE)
    assert letter.text.startswith("Your time is running out.")
    assert "How to answer" in letter.text
    assert match_letters.nag_letter(house, now.id, ANNA, LATE).text.startswith("Your time is out:")


def test_chat_is_quoted_with_who_wrote_it(house):
    now = begun(house, "focus")
    letter = match_letters.chat_letter(house, now.id, ANNA, "Ben", "One\nTwo", BASE)
    assert letter.text.startswith("Ben writes to everybody in this match:\n\n> One\n> Two\n")
    assert letter.board == ("focus", 101)


def test_an_invitation_says_what_is_agreed_and_how_to_answer(house):
    wish = MatchRequest("focus", {"players": "3"}, ("link", "link"), begin="me", time="3d/move")
    now = house.create(ANNA, wish)
    letter = match_letters.challenge_letter(house, now.id, BEN, "Anna", "A quick one?", BASE)
    assert letter.subject == "Fivefold: Anna invites you to a match of Focus"
    assert "Set-up: 3 players. 3 days for each move" in letter.text
    assert "> A quick one?" in letter.text
    assert "“accept”" in letter.text


def test_a_question_lists_what_was_asked_for():
    text = written(
        "question", lines=["focus resign 101"], comment="bye", sender="", doubt="", old_form=False, match=""
    ).text
    assert "\n    focus resign 101\n" in text
    assert "“yes”" in text


def test_an_address_is_confirmed_by_answer_or_link():
    letter = written("address", name="Anna", link=f"{BASE}/mail/confirm?key=abc", base=BASE)
    assert "for the player Anna." in " ".join(letter.text.split())
    assert f"{BASE}/mail/confirm?key=abc\n" in letter.text


def test_a_message_says_how_to_answer():
    letter = written("message", by="Ben", text="Shall we play?")
    assert letter.subject == "Fivefold: a message from Ben"
    assert "reply to this mail with your text" in letter.text


def test_the_digest_begins_with_where_it_is_ones_turn(house):
    matches = [played(house, begun(house, game), 3 + place) for place, game in enumerate(GAMES)]
    turns = [now for now in matches if now.may_move(ANNA)]
    told = [(now.id, now.number - 1) for now in matches]
    letter = match_letters.digest_letter(house, ANNA, told, BASE)
    assert letter.subject.startswith("Fivefold: it is your turn in")
    found = [letter.text.find(f"{now.match.game.name} 101") for now in matches]
    assert -1 not in found
    assert max(at for now, at in zip(matches, found, strict=True) if now in turns) < min(
        [at for now, at in zip(matches, found, strict=True) if now not in turns], default=1 << 20
    )


def test_the_digest_leaves_out_what_cannot_be_shown(house):
    letter = match_letters.digest_letter(house, ANNA, [("nothing", 0)], BASE)
    assert letter.subject == "Fivefold: your matches"


@pytest.mark.parametrize("evil", ["x\r\nBcc: y@example.org", "\x1b[2Jx", "\u202exyz", "<b>x</b>"])
def test_names_and_texts_of_others_do_nothing(house, evil):
    letter = written("message", by=evil, text=evil)
    assert "\x1b" not in letter.text + letter.html
    assert "\u202e" not in letter.text + letter.html
    assert "\r" not in letter.text
    assert "<b>" not in letter.html
    assert "\nBcc" not in letter.text.replace("> Bcc", "")
