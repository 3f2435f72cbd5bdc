"""One line as it is typed: what it asks for."""

import pytest

from fivefold.doors.mail.reading.lines import CommandLine, command_in
from fivefold.doors.mail.reading.messages import Incoming, ParsedMail, read_commands
from tests.quick import in_turn

OLD_AND_NEW = {
    "focus move 101 anna Sesame1 c1-c3:2": "focus move 101 c1-c3:2",
    "focus move 101 anna Sesame1 c1-c3:2#4": "focus move 101 c1-c3:2 #4",
    'focus move 101 "anna" "Sesame1" c1-c3:2': "focus move 101 c1-c3:2",
    "FOCUS MVOE 101 Anna Sesame1 C1-C3:2": "focus board 101 C1-C3:2",
    "focus move 101 anna a1b2 r:e5": "focus move 101 r:e5",
    "focus move 101 anna 1234 r:e5": "focus move 101 r:e5",
    "dice_poker move 101 anna Sesame1 keep: 2 5 5": "dice poker move 101 keep: 2 5 5",
    "pokeros move 101 anna Sesame1 7h @ 2, -1": "pokeros move 101 7h @ 2, -1",
    "focus move 101 anna Sesame1 resign": "focus resign 101",
    "focus move 101 anna Sesame1 propose": "focus propose 101",
    "focus queue 101 anna Sesame1 e5-h5:3": "focus queue 101 e5-h5:3",
    "focus submit 101 anna Sesame1 e5-h5:3": "focus sub 101 e5-h5:3",
    "focus confirm 101 anna Sesame1": "focus confirm 101",
    "focus swap 101 anna Sesame1": "focus swap 101",
    "focus resign 101 anna Sesame1": "focus resign 101",
    "focus chat 101 anna Sesame1": "focus chat 101",
    "focus subscribe 101 anna Sesame1": "focus subscribe 101",
    "focus unsubscribe all anna Sesame1": "focus unsubscribe all",
    "focus notify anna Sesame1 101 102": "focus notify 101 102",
    "focus showas anna Sesame1 101#3": "focus showas 101#3",
    "focus accept anna Sesame1": "focus accept",
    "focus reject anna Sesame1": "focus decline",
    "focus limit anna Sesame1 3": "focus limit 3",
    "focus seek anna Sesame1 2": "focus seek 2",
    "signup anna Sesame1 anna@home.example": "signup anna anna@home.example",
    "add anna Sesame1": "signup anna",
    "change password anna Sesame0 Sesame1": "password",
    "change address anna Sesame1 new@home.example": "address new@home.example",
    "signoff anna Sesame1": "signoff",
    "delete anna Sesame1": "delete",
    "message anna Sesame1 bob carl": "message bob carl",
    "broadcast anna Sesame1": "broadcast",
    "focus move 101 anna Sesame1 c1-c3:2 -silent": "focus move 101 c1-c3:2 -silent",
}


@in_turn("old, new", OLD_AND_NEW.items())
def test_old_forms_mean_the_new_ones(old: str, new: str) -> None:
    was, now = command_in(old), command_in(new)
    assert was is not None
    assert now is not None
    assert was.old_form
    assert not now.old_form
    assert (was.word, was.game, was.board, was.number, was.arguments, was.options, was.fits) == (
        *(now.word, now.game, now.board, now.number, now.arguments, now.options),
        True,
    )
    secret = next(word for word in ("Sesame", "a1b2", "1234") if word in old)
    assert secret not in str(was)


NEW_FORMS = {
    "focus move 101 c1-c3:2": CommandLine("move", "focus", "101", None, ("c1-c3:2",)),
    "Move 101 C1–c3:2 #12": CommandLine("move", None, "101", 12, ("C1-c3:2",)),
    "move 101#12 c1-c3:2": CommandLine("move", None, "101", 12, ("c1-c3:2",)),
    "move #101 c1-c3:2": CommandLine("move", None, "101", None, ("c1-c3:2",)),
    "move abcdefgh23 c1-c3:2": CommandLine("move", None, "abcdefgh23", None, ("c1-c3:2",)),
    "move c1 -c3": CommandLine("move", None, None, None, ("c1", "-c3")),
    "dice poker move 102 end turn": CommandLine("move", "dice_poker", "102", None, ("end", "turn")),
    "poker solitaire move 104 7h@c3": CommandLine("move", "solitaire", "104", None, ("7h@c3",)),
    "sol move 104 c3 - r1": CommandLine("move", "solitaire", "104", None, ("c3", "-", "r1")),
    "focus queue 101 e5-e3:2, c1-c3:2": CommandLine("queue", "focus", "101", None, ("e5-e3:2,", "c1-c3:2")),
    "focus challenge anna bob -players=3 —nagtime=7": CommandLine(
        "challenge", "focus", None, None, ("anna", "bob"), {"players": "3", "nagtime": "7"}
    ),
    "focus challenge Anna Maria, bob": CommandLine("challenge", "focus", None, None, ("Anna Maria", "bob")),
    'focus challenge "Anna Maria" bob': CommandLine("challenge", "focus", None, None, ("Anna Maria", "bob")),
    "focus challenge ** anna": CommandLine("challenge", "focus", None, None, ("anna",)),
    "preview new focus -players=3 r:e5": CommandLine("preview", "focus", None, None, ("new", "r:e5"), {"players": "3"}),
    "preview 101#4 c1-c3:2 e5-e3:2": CommandLine("preview", None, "101", 4, ("c1-c3:2", "e5-e3:2")),
    "show 101#7 102": CommandLine("show", None, "101", 7, ("102",)),
    "all show anna next": CommandLine("show", None, None, None, ("anna", "next")),
    "vacation 1 May to 10 May": CommandLine("vacation", None, None, None, ("1", "May", "to", "10", "May")),
    "rules dice poker": CommandLine("rules", "dice_poker"),
    "Accept.": CommandLine("accept"),
    "?": CommandLine("help"),
    'signup "Anna Maria"': CommandLine("signup", None, None, None, ("Anna Maria",)),
    "signup Anna Maria Bauer": CommandLine("signup", None, None, None, ("Anna", "Maria", "Bauer")),
    "poker move 101 7h@2,-1": CommandLine("move", None, "101", None, ("7h@2,-1",), fits=False),
    "move 101": CommandLine("move", None, "101", fits=False),
    "move c9z": CommandLine("move", None, None, None, ("c9z",), fits=False),
    "resign 101 if losing": CommandLine("resign", None, "101", None, ("if", "losing"), fits=False),
    "queue * g2-g3:1": CommandLine("queue", None, None, None, ("*", "g2-g3:1")),
    "queue 101 * g2-g3:1": CommandLine("queue", None, "101", None, ("*", "g2-g3:1")),
    "give 2d": CommandLine("give", None, None, None, ("2d",)),
    "more 101 12 hours": CommandLine("more", None, "101", None, ("12", "hours")),
    "name Wang der Große": CommandLine("name", None, None, None, ("Wang", "der", "Große")),
    "focus limit many": CommandLine("limit", "focus", None, None, ("many",), fits=False),
}


@in_turn("line, meant", NEW_FORMS.items())
def test_a_line_is_taken_apart(line: str, meant: CommandLine) -> None:
    found = command_in(line)
    assert found is not None
    assert found.source == line
    assert (found.word, found.game, found.board, found.number, found.arguments, found.options, found.fits) == (
        *(meant.word, meant.game, meant.board, meant.number, meant.arguments, meant.options),
        meant.fits,
    )


@in_turn(
    "moves",
    [
        "d3-d4 c2-c1 e5-e6 f2-f3",
        "d4 / e5 f6",
        "* c2-c1 e5-e6",
        "any c2-c1 e5-e6",
        "anything c2-c1 e5-e6",
        "d3-d4 c2-c1 | e5-e6 f2-f3",
        "d4 ; e5 f6",
        "d4 * e5",
        "d4 any e5",
        "keep 2 5 5 d4",
        "end d4 roll",
    ],
)
@in_turn("game", ["focus ", ""])
def test_lines_of_moves_are_no_old_forms(game: str, moves: str) -> None:
    found = command_in(f"{game}queue 101 {moves}")
    assert found is not None
    assert not found.old_form
    assert " ".join(found.arguments) == moves


def test_without_the_game_an_old_form_of_few_words_is_not_carried_out() -> None:
    found = command_in("resign 101 anna Sesame1")
    assert found is not None
    assert found.old_form
    assert not found.fits
    assert "Sesame1" not in str(found)


@in_turn(
    "line",
    [
        "",
        " ",
        "Focus 101: Anna – Ben",
        "New Focus Board 101 Anna",
        "Fivefold: it is your turn",
        "c1-c3:2",
        "Move over, here I come",
        "focus",
        "focus 101 c1-c3:2",
        "chess move 101 e4",
        "No subject",
        "Accept anna Sesame1",
        "move " + "a1 " * 1000,
        "x" * 100_000,
    ],
)
def test_lines_that_are_no_commands(line: str) -> None:
    assert command_in(line) is None


# --- messages --------------------------------------------------------------------------------------------------------


def incoming(subject: str, text: str = "", **more: bool) -> Incoming:
    """Return a message that was read."""
    return Incoming("anna@home.example", "Anna", (), subject, text, text, **more)  # type: ignore[arg-type]


def words(asked: ParsedMail) -> list[str]:
    """Return the words of the commands."""
    return [each.word for each in asked.commands]


def test_several_commands_in_the_first_lines() -> None:
    text = "\nfocus move 101 c1-c3:2\ndice move 102 d4\nshow 103\n\nresign 101\nBye"
    asked = read_commands(incoming("Hello", text), replies=False)
    assert words(asked) == ["move", "move", "show"]
    assert asked.comment == "resign 101\nBye"
    assert not asked.subject_was_read


def test_a_line_that_is_none_ends_the_commands() -> None:
    asked = read_commands(incoming("", "move 101 c1-c3:2\nThat hurts!\nresign 101"), replies=False)
    assert words(asked) == ["move"]
    assert asked.comment == "That hurts!\nresign 101"


@pytest.mark.parametrize(
    "text", ["focus move 101 c1-c3:2", "Move 101 C1 – C3:2", "focus move 101 anna Sesame1 c1-c3:2"]
)
def test_what_subject_and_text_both_say_counts_once(text: str) -> None:
    asked = read_commands(incoming("focus move 101 c1-c3:2", f"{text}\nHello"), replies=False)
    assert words(asked) == ["move"]
    assert asked.comment == "Hello"
    assert asked.subject_was_read


def test_subject_and_text_may_ask_for_two_things() -> None:
    asked = read_commands(incoming("focus move 101 c1-c3:2", "show 102"), replies=False)
    assert words(asked) == ["move", "show"]


def test_the_subject_of_an_answer_may_be_older_than_its_text() -> None:
    old = incoming("focus move 101 c1-c3:2", "focus move 101 c1-c4:3", subject_is_reply=True)
    assert [each.arguments for each in read_commands(old, replies=False).commands] == [("c1-c4:3",)]
    edited = incoming("focus move 101 c1-c3:2", "Hello", subject_is_reply=True)
    assert [each.arguments for each in read_commands(edited, replies=False).commands] == [("c1-c3:2",)]


def test_the_subject_of_a_message_that_was_passed_on_is_not_read() -> None:
    assert read_commands(incoming("focus move 101 c1-c3:2", "Look!", forwarded=True), replies=False).commands == ()


def test_a_bare_move_is_one_only_in_an_answer_and_only_in_the_first_line() -> None:
    message = incoming("Re: x", "c1-c3:2\nshow 101\nc3-c5:2")
    assert words(read_commands(message, replies=True)) == ["", "show"]
    assert words(read_commands(message, replies=False)) == []


def test_a_mail_that_says_it_has_several_commands() -> None:
    assert words(read_commands(incoming("multiple", "multiple\nshow 101\nshow 102"), replies=False)) == ["show", "show"]


def test_commands_without_end_are_not_read() -> None:
    assert len(read_commands(incoming("", "show 101\n" * 1000), replies=False).commands) == 20
