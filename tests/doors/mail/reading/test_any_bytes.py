"""Whatever is sent: never an exception, never a move that nobody wrote, always within bounds."""

import random
from time import process_time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fivefold.doors.mail.reading.lines import command_in
from fivefold.doors.mail.reading.messages import Envelope, read_commands, understood
from fivefold.doors.mail.reading.mime import MOST_TEXT, header_text, text_of_html
from fivefold.doors.mail.reading.quoting import fresh
from fivefold.doors.mail.words import ALIASES
from tests.attack.conftest import many
from tests.doors.mail.reading.letters import ATTRIBUTIONS, BLOCKS, HTML, NEW, SIGNED, both, headed, marked
from tests.quick import in_turn

pytestmark = pytest.mark.slow  # and without deadlines: the first move that is looked at makes the games ready
EXAMPLES = settings(max_examples=many(settings.default.max_examples, 5000), deadline=None)
ENVELOPE = Envelope("anna@home.example", ("focus@mail.example",))
CORPUS = [
    *(headed(f"{NEW}\n\n{introduction}\n{marked()}\n") for introduction in ATTRIBUTIONS.values()),
    *(headed(f"{NEW}\n\n{block}\n{marked(mark='')}\n") for block in BLOCKS.values()),
    *(both(f"{NEW}\n{SIGNED[0]}", form) for form in HTML.values()),
]


def check(raw: bytes) -> None:
    """A message is read within bounds, by the part that may raise."""
    for envelope in (ENVELOPE, Envelope()):
        found = understood(raw, envelope, "mail.example")
        assert len(found.text) <= MOST_TEXT
        assert len(found.original) <= 9000
        assert len(found.subject) <= 1100
        for replies in (False, True):
            asked = read_commands(found, replies)
            assert len(asked.commands) <= 21
            assert str(asked).isprintable() or str(asked)
            asked.comment.encode()
        f"{found.sender}{found.name}{found.subject}{found.text}{found.original}{found.recipients}".encode()


@EXAMPLES
@given(st.binary(max_size=3000))
def test_any_bytes(raw: bytes) -> None:
    check(raw)


@EXAMPLES
@given(st.randoms(use_true_random=False), st.sampled_from(CORPUS))
def test_mails_that_were_damaged(chance: random.Random, raw: bytes) -> None:
    damaged = bytearray(raw)
    for _ in range(chance.randrange(1, 12)):
        at, to = sorted(chance.randrange(len(damaged) + 1) for _ in range(2))
        to = min(to, at + chance.choice((0, 1, 1, 5, 200)))
        damaged[at:to] = chance.choice(
            (b"", b"\x00", b"\xff", b"--", b"\r\n\r\n", b"=?utf-8?b?", b"<", b"\n", b";", b'"')
        )
    check(bytes(damaged))


KINDS = st.sampled_from(
    [
        "text/plain",
        "text/html",
        "text/plain; charset=x",
        "message/rfc822",
        "message/delivery-status",
        "image/png",
        "x",
        "",
    ]
)
TRANSFERS = st.sampled_from(["", "7bit", "base64", "quoted-printable", "x-uuencode", "binary", "=?"])
LEAVES = st.tuples(KINDS, TRANSFERS, st.text(max_size=80))
CONTAINERS = st.sampled_from(["mixed", "alternative", "related", "signed", "report", "digest", "x"])
TREES = st.recursive(LEAVES, lambda inner: st.tuples(CONTAINERS, st.lists(inner, max_size=4)), max_leaves=12)


def written(tree: object, depth: int = 0) -> str:
    """Return a tree of parts as a message."""
    if isinstance(tree, tuple) and len(tree) == 3:
        kind, transfer, text = tree
        return f"Content-Type: {kind}\nContent-Transfer-Encoding: {transfer}\n\n{text}"
    assert isinstance(tree, tuple)
    kind, inside = tree
    parts = "".join(f"--b{depth}\n{written(each, depth + 1)}\n" for each in inside)
    return f'Content-Type: multipart/{kind}; boundary="b{depth}"\n\n{parts}--b{depth}--\n'


@EXAMPLES
@given(TREES)
def test_any_tree_of_parts(tree: object) -> None:
    check(f"From: a@home.example\nSubject: x\n{written(tree)}".encode("utf-8", "surrogatepass"))


HEADERS = ("From", "To", "Subject", "Content-Type", "Received", "Precedence", "References")


@EXAMPLES
@given(st.lists(st.tuples(st.sampled_from(HEADERS), st.text())))
def test_any_headers(headers: list[tuple[str, str]]) -> None:
    check("".join(f"{name}: {value}\n" for name, value in headers).encode("utf-8", "surrogatepass") + b"\nc1-c3:2")


PIECES = "focus poker dice 101 101#3 anna c1-c3:2 d4 #5 all -x=y --z keep: , . \" ' * < ["
WORDS = st.sampled_from([*ALIASES, *PIECES.split()])


@EXAMPLES
@given(st.lists(st.one_of(WORDS, st.text(max_size=8)), max_size=9).map(" ".join))
def test_any_line(line: str) -> None:
    found = command_in(line)
    if found is not None and not found.old_form:
        again = command_in(found.source)
        assert again == found


@EXAMPLES
@given(st.text())
def test_any_text(text: str) -> None:
    header_text(text)
    text_of_html(text)
    assert fresh(text).text.count("\n") <= text.count("\n")


NEVER = ("c8-c7:1", "resign", "accept", "pass")
"""Lines of what is quoted."""


@EXAMPLES
@given(
    st.sampled_from(list(ATTRIBUTIONS.values())),
    st.integers(0, 3),
    st.integers(0, 3),
    st.sampled_from(["", NEW, "Hello", "\u200b", "c1-c3:2"]),
    st.sampled_from(["", "Hello", NEW]),
    st.sampled_from([*SIGNED, ""]),
)
def test_nothing_quoted_is_ever_a_command(
    introduction: str, before: int, after: int, above: str, below: str, signature: str
) -> None:
    lines = "\n" * before
    body = f"{above}{lines}\n{signature}\n{introduction}\n{lines}{marked()}\n{chr(10) * after}{below}\n"
    asked = read_commands(understood(headed(body), ENVELOPE), replies=True)
    assert {each.arguments for each in asked.commands} <= {("c1-c3:2",)}
    assert not [each for each in asked.commands if each.word]


HOSTILE = {
    "blank lines": b"\n" * 1_000_000,
    "headers": b"a: b\n" * 200_000,
    "one header": b"Subject: " + b"=?utf-8?q?a?= " * 60_000,
    "answers": b"Subject: " + b"re: " * 200_000,
    "nested": b"".join(b'Content-Type: multipart/mixed; boundary="%d"\n\n--%d\n' % (n, n) for n in range(3000)),
    "parts": b'Content-Type: multipart/mixed; boundary="b"\n\n' + b"--b\n\nx\n" * 100_000,
    "HTML": b"Content-Type: text/html\n\n" + b"<div><blockquote>" * 40_000,
    "marks": b"\n" + b"> " * 300_000,
    "blanks": b"\n" + b" " * 300_000 + b"x",
    "introductions": b"\n" + b"On 2026 at 10:00 a@home.example wrote:\n\n" * 5000,
    "labels": b"\n" + b"a:b:c:d:e:f:g:h: x move y\n" * 9000,
    "addresses": b"From: " + b'"a\\' * 50_000 + b"\nTo: " + b"a@b.example, " * 40_000,
    "passwords": b"\n" + b"".join(b"focus move 101 anna secret%d c1-c3:2\n" % n for n in range(3000)),
    "base64": b"Content-Transfer-Encoding: base64\n\n" + b"AAAA" * 200_000,
    "comments": b"Authentication-Results: mail.example; " + b"(" * 100_000,
}


@in_turn("raw", HOSTILE.values())
def test_large_messages_are_read_at_once(raw: bytes) -> None:
    began = process_time()
    check(raw)
    assert process_time() - began < 4
