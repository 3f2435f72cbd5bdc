"""The answers to all commands of a mail, in one letter."""

from fivefold.contract.errors import IllegalMove
from fivefold.doors.mail.answers import Drawn, Failed, Listed, Said, Shown, Told
from fivefold.doors.mail.writing.answer_letters import MOST_BOARDS, compose_answers
from tests.doors.mail.writing.tables import ANNA, BEN, begun, played

BASE = "https://play.example"


def wrong(match_id=""):
    error = IllegalMove("there is no square c9", subject="c3-c9", remedy="squares are a1 to h8")
    return Failed("focus move 101 c3-c9", error, match_id)


def test_several_answers_are_one_letter(house):
    answers = [Said(("You follow every match of Focus now", "That is all.")), Told("Help", "Write `move`.")]
    letter = compose_answers(house, answers, ANNA, BASE)
    assert letter.subject == "Fivefold: your mail"
    assert "You follow every match of Focus now. That is all." in letter.text
    assert "Help\n\nWrite “move”." in letter.text
    assert letter.board is None


def test_the_subject_names_what_the_answer_begins_with(house):
    lists = [Listed(f"List {number}", ("Board",), [("101",)]) for number in (1, 2)]
    assert compose_answers(house, lists, ANNA).subject == "Fivefold: List 1"
    assert compose_answers(house, [Said(("Done",)), *lists], ANNA).subject == "Fivefold: your mail"


def test_an_error_says_what_was_read_what_is_wrong_and_what_would_do(house):
    letter = compose_answers(house, [wrong()], ANNA, BASE, "focus move 101 c3-c9\n\nHello Ben")
    assert letter.subject == "Fivefold: not done"
    parts = ["This was not done:", "focus move 101 c3-c9", "Why: c3-c9: there is no square c9.", "Tip: squares are a1"]
    assert [letter.text.find(part) for part in parts] == sorted(letter.text.find(part) for part in parts)
    assert all(part in letter.text for part in parts)
    assert "> focus move 101 c3-c9\n>\n> Hello Ben" in letter.text


def test_the_original_is_quoted_in_part_only(house):
    letter = compose_answers(house, [wrong()], ANNA, BASE, "word " * 100_000)
    assert len(letter.text) < 8000
    assert "Your mail was" not in compose_answers(house, [Said(("Done",))], ANNA, BASE, "word").text


def test_an_error_about_a_match_shows_it(house):
    now = played(house, begun(house, "focus"), 2)
    letter = compose_answers(house, [wrong(now.id)], ANNA, BASE)
    assert letter.subject == "Focus 101: your turn, Anna – Ben"
    assert letter.board == ("focus", 101)
    assert "As it stands now" in letter.text
    assert "Reserves for Player Red" in letter.text


def test_a_move_is_confirmed_with_the_board(house):
    now = played(house, begun(house, "focus"), 3)
    shown = Shown(now.id, ANNA, since=now.number - 1, said=("You played c2-c1:1.",))
    letter = compose_answers(house, [shown], ANNA, BASE)
    assert letter.text.startswith("You played c2-c1:1. Ben to move.\n")


def test_an_earlier_position_is_said_to_be_one(house):
    now = played(house, begun(house, "focus"), 6)
    text = compose_answers(house, [Shown(now.id, ANNA, 2)], ANNA, BASE).text
    assert "This is the position after 2 moves." in text
    assert "How to answer" not in text


def test_nobody_sees_a_match_as_somebody_else(house):
    now = played(house, begun(house, "pokeros"), 6)
    letters = [compose_answers(house, [Shown(now.id, ANNA)], reader, BASE) for reader in (BEN, None)]
    public = compose_answers(house, [Shown(now.id, "")], None, BASE)
    assert letters[1] == public
    assert "You are" not in letters[0].text
    assert letters[0].pictures == public.pictures


def test_a_match_that_cannot_be_shown_says_why(house):
    text = compose_answers(house, [Shown("nothing", ANNA), wrong("nothing")], ANNA, BASE).text
    assert "nothing" in text
    assert "This was not done:" in text


def test_pictures_of_one_letter_have_names_of_their_own(house):
    first, second = (played(house, begun(house, game), 2) for game in ("focus", "locus"))
    board = compose_answers(house, [Shown(first.id, ANNA)], ANNA, BASE).pictures[0].board
    drawn = Drawn("focus", board.row, board.viewer, ("After c2-c1:1",), "Green to move")
    letter = compose_answers(house, [Shown(first.id, ANNA), Shown(second.id, ANNA), drawn], ANNA, BASE)
    assert [picture.name for picture in letter.pictures] == ["board-1", "board-2", "board-3"]
    assert all(f'src="cid:{picture.name}"' in letter.html for picture in letter.pictures)
    assert "Focus 101: Anna – Ben\n\n" in letter.text
    assert "Locus Poker 101: " in letter.text
    assert letter.html.count("<h1") == 1
    assert "Green to move." in letter.text


def test_a_letter_has_so_many_boards_and_still_says_what_was_done(house):
    now = begun(house, "focus")
    answers = [Shown(now.id, ANNA, said=(f"You did thing {number}.",)) for number in range(MOST_BOARDS + 3)]
    answers += [Drawn("focus", tuple(now.match.row), 0, ("After c2-c1.",), "Your turn.")]
    letter = compose_answers(house, answers, ANNA, BASE)
    assert len(letter.pictures) == MOST_BOARDS and letter.text.count("The board is left out here") == 4
    assert f"You did thing {MOST_BOARDS + 2}." in letter.text and "After c2-c1." in letter.text


def test_a_narrow_table_is_columns_and_a_wide_one_paragraphs(house):
    rows = [("101", "Anna and Ben", "your turn"), ("102", "Anna and Cleo", "")]
    text = compose_answers(house, [Listed("Your matches", ("Board", "Players", "Turn"), rows)], ANNA, BASE).text
    assert " Board  Players        Turn\n 101    Anna and Ben   your turn\n 102    Anna and Cleo\n" in text
    long = [("101", "a" * 40, "b" * 40)]
    text = compose_answers(house, [Listed("Your matches", ("Board", "Players", "Turn"), long)], ANNA, BASE).text
    assert f"- 101: Players {'a' * 40}, Turn" in text
    empty = compose_answers(house, [Listed("Your matches", ("Board",), [], "You play nothing")], ANNA, BASE)
    assert "You play nothing." in empty.text


def test_a_column_in_which_nothing_stands_is_left_out(house):
    rows = [("101", "", "yours"), ("102", "", "")]
    text = compose_answers(house, [Listed("Your matches", ("Board", "Time", "Turn"), rows)], ANNA).text
    assert " Board  Turn\n 101    yours\n 102\n" in text


def test_without_answers_there_is_help(house):
    assert "nothing to do in your mail" in compose_answers(house, [], None).text
