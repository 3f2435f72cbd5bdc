"""The same answer from every mail program: the same command, and never one that is quoted."""

import pytest

from fivefold.doors.mail.reading.messages import Envelope, ParsedMail, read_commands, read_message
from tests.doors.mail.reading import letters
from tests.doors.mail.reading.letters import ASKED, ATTRIBUTIONS, BLOCKS, HTML, NEW, SIGNED, headed, marked
from tests.quick import in_turn

ENVELOPE = Envelope("anna@home.example", ("play+abcdefghijklmnopqrstuvwx@mail.example",))


def asked(raw: bytes) -> ParsedMail:
    """Return what an answer to a mail of the house asks for."""
    return read_commands(read_message(raw, ENVELOPE), replies=True)


def assert_one_move(raw: bytes) -> None:
    """The answer is ``c1-c3:2`` with a greeting."""
    found = asked(raw)
    assert [(each.word, each.arguments) for each in found.commands] == [("", ("c1-c3:2",))]
    assert found.comment == "Good luck!"
    assert not found.subject_was_read


def assert_nothing(raw: bytes) -> None:
    """Nothing was written anew."""
    assert asked(raw) == ParsedMail()


@in_turn("introduction", ATTRIBUTIONS.values())
class TestQuotedWithMarks:
    """Programs that put a sign in front of every quoted line."""

    def test_answer_above(self, introduction: str) -> None:
        assert_one_move(headed(f"{NEW}\n\n{introduction}\n\n{marked()}\n"))

    def test_answer_directly_above(self, introduction: str) -> None:
        assert_one_move(headed(f"{NEW}\n{introduction}\n{marked()}"))

    def test_answer_below(self, introduction: str) -> None:
        assert_one_move(headed(f"{introduction}\n{marked()}\n\n{NEW}\n"))

    def test_answer_between(self, introduction: str) -> None:
        head, tail = ASKED.split("\n\n", 1)
        assert_one_move(headed(f"{introduction}\n{marked(head)}\nc1-c3:2\n{marked(tail)}\nGood luck!\n"))

    def test_nothing_but_a_quote(self, introduction: str) -> None:
        assert_nothing(headed(f"\n\n{introduction}\n{marked()}\n"))

    def test_quote_of_a_quote(self, introduction: str) -> None:
        assert_one_move(headed(f"{NEW}\n\n{introduction}\n> {introduction}\n{marked(marked())}\n"))

    def test_without_marks(self, introduction: str) -> None:
        plain = " ".join(introduction.split("\n"))
        assert not [each for each in asked(headed(f"{plain}\n\n{ASKED}")).commands if each.word]


@in_turn("block", BLOCKS.values())
class TestQuotedWithoutMarks:
    """Programs that put a block of headers above what they quote, and nothing in front of its lines."""

    def test_answer_above(self, block: str) -> None:
        assert_one_move(headed(f"{NEW}\n\n{block}\n{ASKED}\n"))

    def test_nothing_but_a_quote(self, block: str) -> None:
        assert_nothing(headed(f"\n{block}\n{ASKED}\n"))

    def test_quote_that_begins_with_a_move(self, block: str) -> None:
        assert_nothing(headed(f"\n{block}c8-c7:1\nresign\n"))


@in_turn("signature", SIGNED)
def test_signatures_are_not_read(signature: str) -> None:
    assert_one_move(headed(f"{NEW}\n\n{signature}\n"))
    assert_one_move(headed(f"{NEW}\n\n{signature}\n\n{ATTRIBUTIONS['Gmail en']}\n{marked()}\n"))


@in_turn("form", HTML.values())
class TestHtml:
    """Messages with no plain text, or an empty one."""

    def test_alone(self, form: str) -> None:
        assert_one_move(headed(form, "text/html; charset=utf-8"))

    def test_beside_an_empty_text(self, form: str) -> None:
        assert_one_move(letters.both("\n \n", form))

    def test_plain_text_comes_first(self, form: str) -> None:
        if "MsoNormal" not in form:
            assert_one_move(letters.both(NEW, form.replace("c1-c3:2", "c1-c3:3")))


@pytest.mark.parametrize("mark", ["> ", ">", ">> ", " > ", "| ", "AL> ", "> > "])
def test_marks_of_quotations(mark: str) -> None:
    assert_one_move(headed(f"Fivefold wrote:\n{marked(mark=mark)}\n\n{NEW}"))


def test_outlook_puts_an_empty_line_behind_every_line_of_its_plain_text() -> None:
    lines = ("move 101 c1-c3:2", "show 102", "&nbsp;", "Good luck!")
    plain = "\n\n".join(lines).replace("&nbsp;", "\u00a0")
    page = "".join(f"<p class=3DMsoNormal>{line}<o:p></o:p></p>" for line in lines)
    found = asked(letters.both(plain, f"<div class=WordSection1>{page.replace('=3D', '=')}</div>"))
    assert [each.word for each in found.commands] == ["move", "show"]
    assert found.comment == "Good luck!"


@in_turn(
    "quoted",
    [
        "    On Thursday, March 12, 2026 at 10:00:00 AM GMT+1, Fivefold <play+abc@mail.example> wrote:  \n \n c8-c7:1",
        "From:        Fivefold <play+abc@mail.example>\nTo:        anna@home.example\nDate:        03/12/2026\nc8-c7:1",
        "Date: Thu, 12 Mar 2026 10:00:00 +0000\nFrom: play+abc@mail.example\nTo: anna@home.example\n\nc8-c7:1",
        "----- Reply message -----\nFrom: Fivefold\n\nc8-c7:1",
        "--- play+abc@mail.example wrote:\n\n> c8-c7:1",
        "[Original message]\nFrom: Fivefold <play+abc@mail.example>\nSubject: Focus\n\nc8-c7:1",
        "Quoting Fivefold <play+abc@mail.example>:\n\n> c8-c7:1",
        "Fivefold <play+abc@mail.example> @ 2026-03-12 10:00 CET:\n\n> c8-c7:1",
        "――――――― Original Message ―――――――\nOn Thursday, Fivefold wrote:\n\nc8-c7:1",
    ],
)
def test_other_ways_to_quote(quoted: str) -> None:
    assert {each.arguments for each in asked(headed(f"{NEW}\n\n{quoted}\n")).commands} == {("c1-c3:2",)}
    assert asked(headed(f"{quoted}\n")).commands == ()


def test_a_quoted_line_that_was_broken_is_not_read() -> None:
    long = "> Reply with your move in the first line of your answer, for example with\nc8-c7:1\n"
    assert_nothing(headed(f"{ATTRIBUTIONS['K-9 en']}\n{long}"))
    assert_one_move(headed(f"{ATTRIBUTIONS['K-9 en']}\n{long}\n{NEW}"))


def test_a_flowed_text_is_put_together() -> None:
    body = "c1-c3:2\nGood \nluck!\n\n> Reply with your move in the first \n> line:\n> c8-c7:1\n"
    assert_one_move(headed(body, "text/plain; charset=utf-8; format=flowed"))


def test_a_signed_text() -> None:
    begin, end = "-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\n", "\n-----BEGIN PGP SIGNATURE-----\n\nabc\n"
    assert_one_move(headed(f"{begin}{NEW}{end}"))


@in_turn("transfer", ["base64", "quoted-printable", "8bit"])
@in_turn("charset", ["utf-8", "iso-8859-1", "windows-1252", "utf-16", "shift_jis", "gb2312", "us-ascii"])
def test_charsets_and_encodings(charset: str, transfer: str) -> None:
    if charset != "utf-16" or transfer == "base64":
        assert_one_move(letters.encoded(NEW, charset, transfer))


@in_turn("charset", ["x-unknown", 'utf-8"', "", "idna", "punycode", "base64", "rot13", "utf-7", "\u00e4"])
def test_charsets_that_are_none(charset: str) -> None:
    found = asked(headed(NEW, f"text/plain; charset={charset}"))
    assert found.commands[0].arguments == ("c1-c3:2",)


@in_turn(
    "typed",
    [
        "c1–c3:2",
        "C1-C3:2",
        "c1—c3:2",
        "c1\u2212c3:2",
        "ｃ１－ｃ３：２",
        "c1-\u200bc3:2\ufeff",
        "\u00a0c1-c3:2\u00a0",
        "c1\u2011c3\u2236\u200d2",
        "c1-c3:2.",
        "*c1-c3:2*",
        "c1-c3:2, please!",
        "“c1-c3:2”",
        "c1-c3:2<mailto:c1-c3:2>",
        "`c1-c3:2`",
    ],
)
def test_signs_that_telephones_and_programs_put_in(typed: str) -> None:
    found = asked(headed(f"{typed}\n\nGood luck!")).commands
    assert [each.arguments[0].lower() for each in found] == ["c1-c3:2"]


@in_turn(
    "typed", ["keep: 2 5 5", "7h @ 2, -1", "7h@2,−1", "r: e5", "c3:up", "x:d4", "end", "roll", "c3-r1", "7h@c3", "d4"]
)
def test_moves_of_every_game_by_themselves(typed: str) -> None:
    found = asked(headed(typed)).commands
    assert [(each.word, "".join(each.arguments)) for each in found] == [("", typed.replace(" ", "").replace("−", "-"))]


@pytest.mark.parametrize(
    ("typed", "meant"),
    [("keep 2 5 5", "keep:255"), ("Keep 2,5,5", "Keep:2,5,5"), ("c3 up", "c3:up"), ("r e5", "r:e5"), ("x d4", "xd4")],
)
def test_moves_without_their_colon(typed: str, meant: str) -> None:
    assert ["".join(each.arguments) for each in asked(headed(typed)).commands] == [meant]
    assert ["".join(each.arguments) for each in asked(headed(f"move 101 {typed}")).commands] == [meant]


@in_turn(
    "comment",
    [
        "Thanks, I'll move tomorrow.",
        "Accept my apologies for the delay.",
        "Resign? Never!",
        "Pass me the salt",
        "10:30 works for me",
        "Hi Ben,\n\nhow are you?\nc1-c3:2",
        "Hello",
        "Show must go on",
        "No way!",
        "Yes I think so",
        "Draw?",
        "See you on Friday at 8",
        "Challenge accepted!",
        "Message received, thanks",
        "Swap houses with me some time",
        "Undo that, if you can :-)",
        "I move 101 boxes",
        "Challenging game!",
        "Resign!",
        "Resign, please",
        "Add me to your list",
        "Message me tomorrow evening",
        "Previous move was better",
        "Swap me later",
        "Board games are fun",
        "Play well!",
        "Give up?",
        "List of things to do",
        "Yes, I know, 101 times",
        "Hint: look at c3",
        "A1 quality move",
    ],
)
def test_a_comment_is_no_command(comment: str) -> None:
    assert asked(headed(comment)) == ParsedMail(comment=comment)


@in_turn("greeting", ["Hi Ben,", "Hello!", "Hallo Ben", "Salut,", "Hola Ben!", "Ciao", "Hej Ben", "Olá,"])
@in_turn("between", ["\n", "\n\n"])
def test_a_greeting_may_stand_above_a_move(greeting: str, between: str) -> None:
    found = asked(headed(f"{greeting}{between}c1-c3:2\n\nGood luck!"))
    assert [each.arguments for each in found.commands] == [("c1-c3:2",)]
    assert found.comment == f"{greeting}\nGood luck!"
    assert asked(headed(f"{greeting}{between}c1-c3:2")).comment == ""


@pytest.mark.parametrize("comment", ["Delete old mails", "Add two pieces"])
def test_words_of_old_servers_are_no_commands_in_an_answer(comment: str) -> None:
    assert asked(headed(comment)).commands == ()
