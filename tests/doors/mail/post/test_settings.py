"""What `fivefold serve` is told about mail, and what it says where that is wrong."""

import argparse
from pathlib import Path

import pytest

from fivefold.contract.errors import InvalidOption
from fivefold.doors.mail.post.settings import MailSettings, Place, SmtpServer, add_arguments, settings_of


def settings(*words, url="sqlite:////house/fivefold.db"):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return settings_of(parser.parse_args(words), url, "https://fives.example")


def test_without_a_domain_there_is_no_mail():
    assert settings() is None
    with pytest.raises(InvalidOption, match="--mail-out: there is no mail without a domain"):
        settings("--mail-out", "folder")


def test_mail_goes_into_the_folder_of_the_house_unless_told_otherwise():
    assert settings("--mail-domain", "Mail.Example") == MailSettings(
        "mail.example", Path("/house/mail"), "https://fives.example"
    )
    assert settings("--mail-domain", "mail.example", "--mail-out", "/tmp/out").out == Path("/tmp/out")
    with pytest.raises(InvalidOption, match="no folder of its own"):
        settings("--mail-domain", "mail.example", url="postgresql://there/house")


def test_a_server_is_named_by_its_address_and_the_password_by_the_environment(monkeypatch, tmp_path):
    def out(*words):
        return settings("--mail-domain", "mail.example", "--mail-out", *words).out

    assert out("smtp://localhost") == SmtpServer("localhost", 25, False)
    assert out("smtp://mx.example.org") == SmtpServer("mx.example.org", 587, False)
    monkeypatch.setenv("FIVEFOLD_MAIL_PASSWORD", "open sesame")
    server = out("smtps://anna%40example.org@mx.example.org")
    assert server == SmtpServer("mx.example.org", 465, True, user="anna@example.org", password="open sesame")
    assert "sesame" not in repr(server) + str(server)
    file = tmp_path / "password"
    file.write_text("from a file\n")
    words = ("smtp://anna@mx.example.org:2525", "--mail-password-file", str(file))
    assert out(*words) == SmtpServer("mx.example.org", 2525, False, user="anna", password="from a file")


@pytest.mark.parametrize(
    ("where", "words"),
    [
        ("smtp://anna:secret@mx.example.org", "a password does not belong on the command line"),
        ("smtp://anna@mx.example.org", "there is no password for anna"),
        ("smtp-plain://anna@mail", "nobody logs in without encryption"),
        ("smtp://", "it names no mail server"),
        ("smtp://host:nonsense", "it names no mail server"),
        ("smtps://host/path", "it names no mail server"),
        ("mx.example.org", "it is no place for mail"),
    ],
)
def test_what_names_no_way_out_is_told_without_any_password(where, words, monkeypatch):
    monkeypatch.setenv("FIVEFOLD_MAIL_PASSWORD", "secret" if "plain" in where else "")
    with pytest.raises(InvalidOption, match=words) as caught:
        settings("--mail-domain", "mail.example", "--mail-out", where)
    assert "secret" not in str(caught.value)


def test_encryption_begins_after_the_greeting_except_on_this_machine():
    assert SmtpServer("mx.example.org", 587, False).start_tls
    plain = settings("--mail-domain", "mail.example", "--mail-out", "smtp-plain://postfix").out
    assert plain == SmtpServer("postfix", 25, False, plain=True) and not plain.start_tls
    assert not SmtpServer("mx.example.org", 465, True).start_tls and not SmtpServer("127.0.0.1", 25, False).start_tls


def test_mail_comes_in_where_one_says():
    words = ("--mail-domain", "mail.example", "--mail-in", "127.0.0.1:25", "--mail-lmtp", "/run/fivefold/lmtp")
    found = settings(*words, "--mail-trusts", "mx.mail.example")
    assert (found.smtp, found.lmtp) == (Place("127.0.0.1", 25), Place(path=Path("/run/fivefold/lmtp")))
    assert found.trusted == "mx.mail.example"
    for wrong in (("--mail-in", "25"), ("--mail-lmtp", "nonsense"), ("--mail-trusts", "two words")):
        with pytest.raises(InvalidOption):
            settings("--mail-domain", "mail.example", *wrong)
    with pytest.raises(InvalidOption, match="--mail-in: there is no mail without a domain"):
        settings("--mail-in", "127.0.0.1:25")
