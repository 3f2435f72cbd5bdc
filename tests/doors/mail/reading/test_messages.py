"""What a message says of itself: subject, sender, recipients; why it is not answered; what it must not tell again."""

import pytest

from fivefold.doors.mail.reading.messages import Envelope, Incoming, read_commands, read_message
from tests.doors.mail.reading.letters import ATTRIBUTIONS, BLOCKS, headed, marked
from tests.quick import in_turn

ENVELOPE = Envelope("anna@home.example", ("focus@mail.example",))


def read(raw: bytes, envelope: Envelope = ENVELOPE, trusted: str = "") -> Incoming:
    """Return a message that was read."""
    return read_message(raw, envelope, trusted)


class TestSubject:
    """Decoded, on one line, without what programs put in front."""

    @in_turn(
        "prefix",
        [
            *("Re: ", "RE: ", "re:", "Re[2]: ", "Re(3): ", "Re^2: ", "AW: ", "Antw: ", "Antwort: ", "SV: ", "Sv: "),
            *("VS: ", "RIF: ", "R: ", "Odp: ", "RES: ", "Rép: ", "回复：", "Re: AW: SV: ", "[EXTERNAL] Re: "),
            *("Re: [a-list] ", "***SPAM*** Re: ", "Re : ", "Re: Re: Re: Re: Re: Re: "),
        ],
    )
    def test_chains_of_answers(self, prefix: str) -> None:
        found = read(headed("", Subject=f"{prefix}focus move 101 c1-c3:2"))
        assert found.subject == "focus move 101 c1-c3:2"
        assert found.subject_is_reply
        assert not found.forwarded

    @in_turn("prefix", ["Fwd: ", "FW: ", "WG: ", "TR: ", "I: ", "VB: ", "ENC: ", "Doorst: ", "转发: "])
    def test_what_was_passed_on(self, prefix: str) -> None:
        found = read(headed("", Subject=f"{prefix}Re: focus move 101 c1-c3:2"))
        assert found.forwarded
        assert read_commands(found, replies=False).commands == ()

    @in_turn(
        "subject",
        [
            "focus\r\n move 101\r\n\tc1-c3:2",
            "=?utf-8?q?focus_move_101_c1-c3=3A2?=",
            "=?UTF-8?B?Zm9jdXMgbW92ZSAxMDEgYzEtYzM6Mg==?=",
            "=?iso-8859-1?q?focus_move?= =?utf-8?q?_101_c1-c3=3A2?=",
            "=?utf-8?q?focus_move_101_c1=E2=80=93c3:2?=",
            "=?windows-1252?q?focus_move_101_c1=96c3:2?=",
            "=?x-unknown?q?focus_move_101_c1-c3:2?=",
            "  focus   move  101 c1-c3:2  ",
            "Focus Move 101 c1–c3:2",
        ],
    )
    def test_folded_and_encoded(self, subject: str) -> None:
        found = read_commands(read(headed("", Subject=subject)), replies=False)
        assert [(each.word, each.board, each.arguments) for each in found.commands] == [("move", "101", ("c1-c3:2",))]
        assert found.subject_was_read

    def test_latin_bytes(self) -> None:
        assert read(headed("").replace(b"Ben\r\n", b"J\xf6rg\r\n", 1)).subject == "Focus 101: Anna - Jörg"

    def test_broken_encodings_stay_as_they_are(self) -> None:
        assert read(headed("", Subject="=?utf-8?b?a?= x")).subject


class TestSender:
    """One address, or none."""

    @in_turn(
        "value, address, name",
        [
            ("Anna <Anna@Home.example>", "anna@home.example", "Anna"),
            ("anna@home.example", "anna@home.example", ""),
            ("<anna@home.example>", "anna@home.example", ""),
            ("anna@home.example (Anna L.)", "anna@home.example", "Anna L."),
            ('"Larsson, Anna" <anna@home.example>', "anna@home.example", "Larsson, Anna"),
            ("=?utf-8?q?J=C3=B6rg?= <j@home.example>", "j@home.example", "Jörg"),
            ('"ben@home.example" <evil@x.example>', "evil@x.example", "ben@home.example"),
            ("ben@home.example <evil@x.example>", "evil@x.example", "ben@home.example"),
            ("a@home.example, b@home.example", "", ""),
            ("a@home.example, B <b@home.example>", "", ""),
            ("<a@home.example> <b@home.example>", "", ""),
            ("alice@home.example)ben@home.example", "", ""),
            ("Friends: a@home.example, b@home.example;", "", ""),
            ("nobody", "", ""),
            ("", "", ""),
            ("a" * 2000 + "@home.example", "", ""),
        ],
    )
    def test_from(self, value: str, address: str, name: str) -> None:
        found = read(headed("", From=value))
        assert (found.sender, found.name) == (address, name)

    def test_two_senders_are_none(self) -> None:
        assert read(b"From: a@home.example\r\n" + headed("")).sender == ""

    def test_recipients_of_the_envelope_come_first(self) -> None:
        assert read(headed("")).recipients == ("focus@mail.example",)
        assert read(headed(""), Envelope("x@home.example")).recipients == (
            "play+abcdefghijklmnopqrstuvwx@mail.example",
        )
        assert read(headed("", Delivered_To="Me@mail.example"), Envelope()).recipients == ("me@mail.example",)

    def test_what_is_answered(self) -> None:
        assert read(headed("")).message_id == "<one@home.example>"
        for unreadable in (b"<one\x07@home.example>", b"one@home.example", b"<%b@home.example>" % (b"x" * 2000)):
            assert read(headed("").replace(b"<one@home.example>", unreadable)).message_id == ""


class TestAutomatic:
    """Never answered."""

    @in_turn(
        "headers, why",
        [
            ({"Auto-Submitted": "auto-replied"}, "auto-submitted"),
            ({"Auto-Submitted": "auto-generated; owner=x"}, "auto-submitted"),
            ({"Auto-Submitted": "no"}, ""),
            ({"Precedence": "bulk"}, "bulk"),
            ({"Precedence": "junk"}, "bulk"),
            ({"Precedence": "list"}, "list"),
            ({"Precedence": "first-class"}, ""),
            ({"List-Id": "<players.lists.example>"}, "list"),
            ({"List-Unsubscribe": "<mailto:x@lists.example>"}, "list"),
            ({"X-Auto-Response-Suppress": "All"}, "auto-response-suppress"),
            ({"X-Auto-Response-Suppress": "DR, OOF, AutoReply"}, "auto-response-suppress"),
            ({"X-Auto-Response-Suppress": "none"}, ""),
            ({"X-Autoreply": "yes"}, "away"),
            ({"X-Failed-Recipients": "a@home.example"}, "bounce"),
            ({"From": "MAILER-DAEMON@home.example (Mail Delivery System)"}, "daemon"),
            ({"From": "no-reply@home.example"}, "daemon"),
            ({"From": "postmaster@home.example"}, "daemon"),
            ({"Subject": "Out of Office: Focus 101"}, "away"),
            ({"Subject": "Automatic reply: Focus 101"}, "away"),
            ({"Subject": "Automatische Antwort: Focus 101"}, "away"),
            ({"Subject": "Abwesenheitsnotiz: Focus 101"}, "away"),
            ({"Subject": "Réponse automatique : Focus 101"}, "away"),
            ({"Subject": "Respuesta automática: Focus 101"}, "away"),
            ({"Subject": "Risposta automatica: Focus 101"}, "away"),
            ({"Subject": "Automatisch antwoord: Focus 101"}, "away"),
            ({"Subject": "Autosvar: Focus 101"}, "away"),
            ({"Subject": "Automatyczna odpowiedź: Focus 101"}, "away"),
            ({"Subject": "Resposta automática: Focus 101"}, "away"),
            ({"Subject": "自動返信: Focus 101"}, "away"),
            ({"Subject": "focus move 101 c1-c3:2"}, ""),
        ],
    )
    def test_by_headers(self, headers: dict[str, str], why: str) -> None:
        names = {name.replace("-", "_"): value for name, value in headers.items()}
        assert read(headed("c1-c3:2", **names)).automatic == why

    def test_by_the_envelope(self) -> None:
        assert read(headed("x"), Envelope("", ("a@mail.example",))).automatic == "bounce"
        assert read(headed("x"), Envelope("<>", ("a@mail.example",))).automatic == "bounce"
        assert read(headed("x", Return_Path="<>"), Envelope()).automatic == "bounce"
        assert read(headed("x", Return_Path="<a@home.example>"), Envelope()).automatic == ""
        assert read(headed("x"), Envelope()).automatic == ""


def report(status: str = "5.1.1", action: str = "failed", original: str = "") -> bytes:
    """Return a delivery report."""
    group = f"Final-Recipient: rfc822; Anna@Home.example\nAction: {action}\nStatus: {status}\n{original}"
    body = (
        "--b\nContent-Type: text/plain\n\nNot delivered: focus move 101 c1-c3:2\n"
        f"--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; home.example\n\n{group}\n"
        "--b\nContent-Type: message/rfc822\n\nMessage-ID: <sent@mail.example>\nSubject: x\n\nmove 101 c1-c3:2\n--b--\n"
    )
    return headed(body, 'multipart/report; report-type=delivery-status; boundary="b"', Subject="Undeliverable")


class TestReports:
    """Whom a mail could not reach for good."""

    def test_failed_for_good(self) -> None:
        found = read(report(), Envelope("", ("bounces@mail.example",)))
        assert found.bounced == ("anna@home.example",)
        assert found.automatic == "bounce"
        assert found.text == ""

    @pytest.mark.parametrize(("status", "action"), [("4.2.2", "failed"), ("5.1.1", "delayed"), ("2.0.0", "delivered")])
    def test_not_for_good(self, status: str, action: str) -> None:
        assert read(report(status, action)).bounced == ()

    def test_the_address_that_was_written_to(self) -> None:
        raw = report(original="Original-Recipient: rfc822;old@home.example\n")
        assert read(raw).bounced == ("old@home.example",)

    def test_text_that_only_looks_like_one(self) -> None:
        text = "Final-Recipient: rfc822; a@home.example\nAction: failed\nStatus: 5.1.1\n"
        assert read(headed(text)).bounced == ()


class TestVouched:
    """What one's own server says of a sender."""

    @in_turn(
        "results, said",
        [
            ("dkim=pass header.d=home.example", "pass"),
            ("dkim=pass (2048-bit key; unprotected) header.d=home.example header.i=@home.example", "pass"),
            ("dkim=pass header.i=@home.example", "pass"),
            ("spf=pass smtp.mailfrom=anna@home.example", "pass"),
            ("spf=pass smtp.mailfrom=home.example", "pass"),
            ("dmarc=pass (p=none) header.from=home.example", "pass"),
            ("dkim=pass header.d=evil.example", ""),
            ("spf=pass smtp.mailfrom=x@evil.example", ""),
            ("dkim=pass header.d=home.example.evil.example", ""),
            ("dkim=pass header.d=notthehome.example", ""),
            ("dkim=pass header.d=example", ""),
            ("dmarc=fail header.from=home.example; spf=pass smtp.mailfrom=home.example", "fail"),
            ("dkim=fail header.d=home.example; spf=softfail smtp.mailfrom=home.example", "fail"),
            ("dkim=none; spf=neutral smtp.mailfrom=home.example", ""),
            ("none", ""),
            ("(dkim=pass header.d=home.example) none", ""),
            ('dkim=pass header.d="home.example"', "pass"),
            ('spf=pass smtp.mailfrom="a; dkim=pass header.d=home.example; b"@evil.example', ""),
            ('spf=pass (mx: domain of "a) ; dkim=pass header.d=home.example; b="@evil.example is fine)', ""),
            ('spf=pass (of "a (b) ; dkim=pass header.d=home.example; "@evil.example)', ""),
            ('dkim=pass header.d=home.example; spf=pass smtp.mailfrom="a b"@evil.example', ""),
        ],
    )
    def test_results(self, results: str, said: str) -> None:
        front = f"Authentication-Results: mail.example 1; {results}\r\nReceived: from x by mail.example\r\n".encode()
        assert read(front + headed(""), trusted="Mail.example").vouched == said

    def test_only_the_trusted_server_is_believed(self) -> None:
        good = b"Authentication-Results: mail.example; dkim=pass header.d=home.example\r\n"
        assert read(good + headed(""), trusted="mail.example").vouched == "pass"
        assert read(good + headed(""), trusted="").vouched == ""
        assert read(good + headed(""), trusted="other.example").vouched == ""
        stamps = b"Received: from a by mail.example\r\nReceived: from b by a\r\n"
        assert read(stamps + good + headed(""), trusted="mail.example").vouched == ""


class TestForwarded:
    """Somebody passes on a mail that was for them."""

    @pytest.mark.parametrize(
        "begin",
        [
            "---------- Forwarded message ---------\nFrom: Fivefold <play@mail.example>\n",
            "Begin forwarded message:\n\nFrom: Fivefold <play@mail.example>\n",
            "-------- Weitergeleitete Nachricht --------\nBetreff: Focus\n",
            "Anfang der weitergeleiteten Nachricht:\n\nVon: Fivefold\n",
            "---------- Message transféré ---------\nDe : Fivefold\n",
            "Início da mensagem encaminhada:\n\n",
        ],
    )
    def test_in_the_text(self, begin: str) -> None:
        found = read(headed(f"Look at this!\n\n{begin}\nc1-c3:2\n"))
        assert found.forwarded
        assert found.text == "Look at this!"

    def test_as_a_part(self) -> None:
        inside = "--b\nContent-Type: message/rfc822\n\nSubject: x\n\nc1-c3:2\n--b--\n"
        found = read(headed(f"--b\nContent-Type: text/plain\n\nLook!\n{inside}", "multipart/mixed; boundary=b"))
        assert found.forwarded
        assert found.text == "Look!"


class TestPasswords:
    """Nowhere in what was read."""

    @in_turn(
        "line",
        [
            "focus move 101 anna Sesame1 c1-c3:2",
            'focus move 101 "anna" "Sesame1" c1-c3:2',
            "Re: focus move 101 anna Sesame1 c1-c3:2",
            "focus accept anna Sesame1",
            "signup anna Sesame1 anna@home.example",
            "change password anna Sesame0 Sesame1",
            "message anna Sesame1 bob",
            "focus chat 101 anna Sesame1",
        ],
    )
    def test_in_subject_text_and_quotes(self, line: str) -> None:
        quoted = f"{ATTRIBUTIONS['Gmail en']}\n{marked(f'Subject: {line}')}\n"
        below = f"{BLOCKS['Outlook en']}Subject: {line}\n\n"
        for raw in (
            headed(f"Hello, my password is sesame1!\n{quoted}", Subject=line),
            headed(f"{line}\n\nHello\n"),
            headed(f"Hello\n\n{quoted}"),
            headed(f"Hello\n\n{below}"),
        ):
            found = read(raw)
            assert "sesame1" not in str(found).lower()
            assert "sesame1" not in str(read_commands(found, replies=True)).lower()

    def test_what_was_read_means_the_same_without_it(self) -> None:
        found = read_commands(read(headed("", Subject="focus move 101 anna Sesame1 c1-c3:2#3")), replies=False)
        assert [(each.board, each.number, each.arguments, each.old_form) for each in found.commands] == [
            ("101", 3, ("c1-c3:2",), True)
        ]

    def test_sentences_stay_as_they_are(self) -> None:
        text = "Please\nmessage me when you are ready, and do not\nsign off or accept any more games. Move 101 pieces!"
        assert read(headed(text)).text == text


class TestParts:
    """Which part of a message is what somebody wrote."""

    def test_attached_files_are_not_read(self) -> None:
        attached = "--b\nContent-Type: text/plain\nContent-Disposition: attachment; filename=a.txt\n\nresign\n"
        body = f"{attached}--b\nContent-Type: text/plain\n\nc1-c3:2\n{attached}--b--\n"
        assert read(headed(body, "multipart/mixed; boundary=b")).text == "c1-c3:2"

    def test_a_signed_message(self) -> None:
        body = (
            "--b\nContent-Type: text/plain\n\nc1-c3:2\n--b\nContent-Type: application/pgp-signature\n\nresign\n--b--\n"
        )
        assert read(headed(body, "multipart/signed; boundary=b")).text == "c1-c3:2"

    def test_pictures_inside_html(self) -> None:
        html = "--c\nContent-Type: text/html\n\n<p>c1-c3:2</p>\n--c\nContent-Type: image/png\n\nresign\n--c--\n"
        body = f"--b\nContent-Type: multipart/related; boundary=c\n\n{html}\n--b--\n"
        assert read(headed(body, "multipart/alternative; boundary=b")).text == "c1-c3:2"

    def test_a_charset_that_cannot_even_be_looked_up(self) -> None:
        assert read(headed("Jörg", "text/plain; charset=ut\0f-8")).automatic == ""

    def test_long_texts_are_cut(self) -> None:
        found = read(headed("a word " * 100_000))
        assert len(found.text) <= 1 << 18
        assert len(found.original) == 8000
