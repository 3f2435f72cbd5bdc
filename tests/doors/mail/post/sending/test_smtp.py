"""Messages handed to a real mail server on this machine, and what its answers mean."""

import logging
import ssl
from datetime import UTC, datetime, timedelta

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from fivefold.doors.mail.post.mail_server import Smtp
from fivefold.doors.mail.post.outgoing import Sender
from fivefold.doors.mail.post.settings import SmtpServer
from fivefold.doors.mail.post.transports import NotNow, Refused, Unreachable
from fivefold.house.notices.mail.mail_queue import CHAT
from tests.house.people import BEN
from tests.ports import free_port

from .conftest import rows, said

pytestmark = pytest.mark.slow
MESSAGE = b"From: play@mail.example\r\nSubject: A move\r\n\r\n.a line that begins with a dot\r\n"
ENVELOPE = ("bounce+key@mail.example", "ben@example.org")


class Server:
    """What a mail server does with what it is told; ``recipient`` and ``data`` are its next answers."""

    def __init__(self):
        self.arrived, self.recipient, self.data, self.sessions = [], "250 ok", "250 ok", set()

    async def handle_RCPT(self, server, session, envelope, address, options):  # noqa: N802
        if self.recipient.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.recipient

    async def handle_DATA(self, server, session, envelope):  # noqa: N802
        self.sessions.add(id(session))
        if self.data.startswith("250"):
            self.arrived.append((envelope.mail_from, envelope.rcpt_tos, envelope.content))
        return self.data


@pytest.fixture
def server():
    handler = Server()
    handler.controller = started(handler, free_port())
    handler.address = SmtpServer("127.0.0.1", handler.controller.port, False)
    yield handler
    handler.controller.stop()


def started(handler, port):
    controller = Controller(handler, hostname="127.0.0.1", port=port)
    controller.start()
    return controller


@pytest.fixture
def out(server):
    way = Smtp(server.address, "mail.example", 5)
    yield way
    way.close()


def send(way):
    way.open()
    way.send(*ENVELOPE, MESSAGE)


def test_several_messages_go_over_one_connection_as_they_are(server, out):
    for _ in range(3):
        send(out)
    assert server.arrived == [("bounce+key@mail.example", ["ben@example.org"], MESSAGE)] * 3
    assert len(server.sessions) == 1
    out.close()
    send(out)
    assert len(server.sessions) == 2


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        ("550 5.1.1 no such user", Refused),
        ("552 5.2.2 mailbox full", Refused),
        ("554 5.7.1 relaying denied", NotNow),
        ("530 5.7.0 authentication required", NotNow),
        ("450 4.2.0 greylisted", NotNow),
        ("451 4.3.0 try later", NotNow),
    ],
)
def test_what_a_server_says_of_the_recipient(server, out, answer, error):
    server.recipient = answer
    with pytest.raises(error) as caught:
        send(out)
    assert answer in str(caught.value)
    assert not isinstance(caught.value, Refused) or caught.value.no_such_address
    server.recipient = "250 ok"
    send(out)
    assert len(server.arrived) == 1


@pytest.mark.parametrize(
    ("answer", "error", "harm"),
    [
        ("554 5.6.0 we do not like this message", Refused, False),
        ("550 5.1.1 no such user after all", Refused, True),
        ("452 4.3.1 no room", NotNow, None),
        ("421 4.3.2 closing", Unreachable, None),
    ],
)
def test_what_a_server_says_of_the_message(server, out, answer, error, harm):
    server.data = answer
    with pytest.raises(error) as caught:
        send(out)
    assert harm is None or caught.value.no_such_address == harm


def test_a_server_that_is_not_there_is_told_of_and_found_again(server, out):
    server.controller.stop()
    with pytest.raises(Unreachable, match=f"127.0.0.1:{server.address.port}"):
        send(out)
    server.controller = started(server, server.address.port)
    send(out)
    assert len(server.arrived) == 1


def test_a_house_sends_through_it_and_keeps_its_account_of_what_arrived(server, out, house, clock):
    sender = Sender(house, out, said)
    house.mail.outgoing.put(CHAT, BEN, content={"n": 1})
    server.recipient = "450 4.2.0 greylisted"
    sender.sweep()
    assert rows(house) == [("chat", "fixed")]
    server.recipient = "250 ok"
    clock.pass_(60)
    sender.sweep()
    assert rows(house) == [("chat", "sent")] and len(server.arrived) == 1
    server.recipient = "550 5.1.1 gone"
    for n in range(5):
        house.mail.outgoing.put(CHAT, BEN, content={"n": n})
        sender.sweep()
    assert house.mail.addresses.of(BEN).off == "550 5.1.1 gone"


# --- encryption and logging in ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """Return the files of a key and of a certificate for this machine."""
    folder = tmp_path_factory.mktemp("certificate")
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.now(UTC)
    names = x509.SubjectAlternativeName([x509.DNSName("localhost")])
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(names, critical=False)
        .sign(key, hashes.SHA256())
    )
    kind, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    (folder / "key").write_bytes(key.private_bytes(kind, form, serialization.NoEncryption()))
    (folder / "certificate").write_bytes(made.public_bytes(kind))
    return str(folder / "certificate"), str(folder / "key")


@pytest.fixture
def closed_server(certificate, monkeypatch):
    """A server that wants TLS and a login, as another machine."""
    monkeypatch.setattr("fivefold.doors.mail.post.settings.ON_THIS_MACHINE", frozenset())
    handler = Server()
    handler.logins = []

    def login(server, session, envelope, mechanism, data):
        handler.logins.append((data.login, data.password))
        return AuthResult(success=data.password == b"open sesame")

    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    more = {"authenticator": login, "auth_required": True, "require_starttls": True, "tls_context": context}
    controller = Controller(handler, hostname="127.0.0.1", port=free_port(), **more)
    controller.start()
    handler.port = controller.port
    yield handler
    controller.stop()


def believing(certificate):
    return ssl.create_default_context(cafile=certificate[0])


def test_a_login_goes_only_to_a_server_that_shows_who_it_is(closed_server, certificate, caplog):
    port = closed_server.port
    with caplog.at_level(logging.DEBUG):
        stranger = Smtp(SmtpServer("localhost", port, False, False, "anna", "open sesame"), "mail.example", 5)
        with pytest.raises(Unreachable, match="certificate"):
            stranger.open()
        stranger.close()
        assert closed_server.logins == []
        known = SmtpServer("localhost", port, False, False, "anna", "open sesame", believing(certificate))
        way = Smtp(known, "mail.example", 5)
        send(way)
        way.close()
    assert closed_server.logins == [(b"anna", b"open sesame")] and len(closed_server.arrived) == 1
    assert "sesame" not in caplog.text


def test_a_wrong_password_is_in_no_log(closed_server, certificate, house, caplog):
    wrong = SmtpServer("localhost", closed_server.port, False, False, "anna", "abracadabra", believing(certificate))
    way = Smtp(wrong, "mail.example", 5)
    sender = Sender(house, way, said)
    house.mail.outgoing.put(CHAT, BEN, content={"n": 1})
    with caplog.at_level(logging.DEBUG):
        sender.sweep()
    way.close()
    assert "Mails cannot be sent just now" in caplog.text and "abracadabra" not in caplog.text
    assert rows(house) == [("chat", "waiting")] and house.mail.addresses.of(BEN).reached


def test_a_server_may_encrypt_from_the_start(certificate):
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    handler = Server()
    controller = Controller(handler, hostname="127.0.0.1", port=free_port(), ssl_context=context)
    controller.start()
    way = Smtp(SmtpServer("localhost", controller.port, True, context=believing(certificate)), "mail.example", 5)
    send(way)
    way.close()
    controller.stop()
    assert len(handler.arrived) == 1


def test_a_connection_is_closed_at_once_even_if_the_server_says_no_goodbye(certificate):
    """Else its socket stays open until the garbage is collected: TLS waits for the other side."""
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(*certificate)
    controller = Controller(Server(), hostname="127.0.0.1", port=free_port(), ssl_context=context)
    controller.start()
    way = Smtp(SmtpServer("localhost", controller.port, True, context=believing(certificate)), "mail.example", 5)
    send(way)
    connection = way._client.get_transport_info("socket")
    way.close()
    assert connection.fileno() == -1
    controller.stop()


def test_nothing_is_sent_unencrypted_to_another_machine(server, monkeypatch):
    monkeypatch.setattr("fivefold.doors.mail.post.settings.ON_THIS_MACHINE", frozenset())
    way = Smtp(server.address, "mail.example", 5)
    with pytest.raises(Unreachable, match="STARTTLS"):
        send(way)
    way.close()
    assert server.arrived == []
