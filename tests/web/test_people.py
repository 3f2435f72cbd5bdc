"""`fivefold people reset`: a code for somebody who has lost all of theirs."""

import pytest

from fivefold.cli import main
from fivefold.service.people.passwords import CHEAP, Passwords
from tests.web.test_accounts import PAGE, sign_up

pytestmark = pytest.mark.slow


def test_whoever_runs_the_house_can_make_a_code(house, anna, url, monkeypatch, capsys):
    monkeypatch.setenv("FIVEFOLD_DATABASE_URL", url)
    house.signing_in.passwords = Passwords(CHEAP)
    sign_up(anna)
    assert main(["people", "reset", "anna"]) == 0
    code = capsys.readouterr().out.split()[0]
    fields = {"name": "Anna", "code": code, "password": "four green herons"}
    assert anna.post("/recover", data=fields, headers=PAGE).headers["location"] == "/account?recovered=1"
    assert house.signing_in.codes_left(anna.person_id) == 8
    assert main(["people", "reset", "Nobody"]) == 2
    assert "no account of this name" in capsys.readouterr().err


@pytest.mark.parametrize("words", [["people"], ["people", "forget", "Anna"]])
def test_other_words_are_refused(words):
    with pytest.raises(SystemExit):
        main(words)
